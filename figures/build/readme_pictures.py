"""Draw the figures for slides, then take the README's pictures in a real JupyterLab: an Explorer, still and moving, and a lecture.

python -m figures.build.readme_pictures [FOLDER]
"""

import io
import json
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Locator, Page, ViewportSize, sync_playwright

from figures.build import figure_files
from metrics_edu.files.safe_files import write_file
from tools.checks.settled import resize, settled
from tools.servers.jupyter_in_browser import (
    CHROMIUM_ARGS,
    NO_CHROMIUM,
    PROJECT,
    Server,
    find_chromium,
    jupyterlab,
    run_all_cells,
)

WIDTH = 1000  # of the Explorer, in CSS pixels
PROJECTOR: ViewportSize = {"width": 1280, "height": 720}
SCALE = 2
SHADES = 256
THEMES = {"light": "JupyterLab Light", "dark": "JupyterLab Dark"}
CELL = """
from metrics_edu import Ranking, set_language
from metrics_edu.widgets import Explorer, Lecture
set_language("{language}")
fruit = "{fruit}".split(", ")
part = Explorer(Ranking.parse("NRRNNNRNNRRR", relevant=6), fruit)
{shown}
"""
LECTURE = 'Lecture("What does AP gain if Braeburn moves up one rank?", part)'
STEPS_TO_THE_FIGURE = 3
FRUIT = {
    "en": "Banana, Gala, Fuji, Pear, Plum, Mango, Braeburn, Lemon, Kiwi, Golden, Pink Lady, Jazz",
    "es": "Plátano, Gala, Fuji, Pera, Ciruela, Mango, Braeburn, Limón, Kiwi, Golden, Pink Lady, Jazz",
}
FILM = {
    7: 1240,
    6: 1440,
    5: 1040,
    4: 1800,
}  # Braeburn's ranks, and the milliseconds at each: with the slides six seconds
SLIDE = (80, 160)  # milliseconds of a slide that are shown, each as long as the step between them
HOLD_SLIDES = """() => {
    const { animate } = Element.prototype;
    window.slides = [];
    Element.prototype.animate = function(...parameters) {
        const slide = animate.apply(this, parameters);
        slide.pause();
        window.slides.push(slide);
        return slide;
    };
}"""
SHOW_SLIDES_AT = "time => window.slides.forEach(slide => { slide.currentTime = time; })"
END_SLIDES = "() => window.slides.splice(0).forEach(slide => slide.finish())"
KEY = """() => { const key = document.createElement("kbd"), at = document.querySelector(".metrics-edu .me-top");
    key.textContent = "Alt + ↑"; key.style = "border: 1px solid; border-radius: 4px; padding: 3px 10px; font: 600 15px sans-serif";
    at.prepend(key); }"""
SET_THEME = "theme => window.jupyterapp.commands.execute('apputils:change-theme', {theme})"
HIDE_THE_SIDE_BAR = "() => window.jupyterapp.commands.execute('application:toggle-left-area').catch(() => null)"


def run_cell(page: Page, server: Server, language: str = "en", shown: str = "part") -> None:
    """Run the cell in a separate notebook."""
    cell: dict[str, object] = {
        "cell_type": "code",
        "id": "explorer",
        "source": CELL.strip().format(language=language, fruit=FRUIT[language], shown=shown),
        "metadata": {},
        "outputs": [],
        "execution_count": None,
    }
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook = {"nbformat": 4, "nbformat_minor": 5, "metadata": {"kernelspec": kernel}, "cells": [cell]}
    name = f"{shown.split('(')[0]}-{language}.ipynb"
    (server.root / name).write_text(json.dumps(notebook))
    page.goto(server.notebook_url(name))
    run_all_cells(page, name)
    page.evaluate(HIDE_THE_SIDE_BAR)


def open_explorer(page: Page, server: Server, language: str = "en") -> Locator:
    """Choose Braeburn; return the Explorer, made as wide as in the pictures."""
    run_cell(page, server, language)
    page.get_by_role("option", name="Braeburn").click()
    widget = page.locator(".metrics-edu").first
    beside = 1400 - (widget.bounding_box() or {"width": 0})["width"]
    resize(page, round(WIDTH + beside), 1400)
    return widget


def take_pictures(folder: Path, chromium: str) -> None:
    """Write explorer-light.png, lecture-light.png, the moving explorer-en-light.webp, its Spanish, and their dark ones."""
    with tempfile.TemporaryDirectory() as home, jupyterlab(Path(home)) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(CHROMIUM_ARGS))
        page = browser.new_page(viewport={"width": 1400, "height": 1400}, device_scale_factor=SCALE)
        widget = open_explorer(page, server)
        page.keyboard.press("Alt+ArrowUp")
        page.get_by_text("rank 7 → 6").first.wait_for()
        take(page, widget, folder, "explorer")
        page = browser.new_page(viewport=PROJECTOR, device_scale_factor=SCALE)
        run_cell(page, server, shown=LECTURE)
        page.get_by_role("button", name="Start the lecture").click()
        for _step in range(STEPS_TO_THE_FIGURE):
            page.keyboard.press("PageDown")
        slide = page.locator("dialog.me-lecture")
        slide.get_by_role("option", name="Braeburn").click()
        page.keyboard.press("Alt+ArrowUp")
        slide.locator(".me-row[data-rank='6']").filter(has_text="Braeburn").wait_for()
        take(page, slide, folder, "lecture")
        for language in FRUIT:
            page = browser.new_page(viewport={"width": 1400, "height": 1400}, device_scale_factor=1.5)
            take_films(page, open_explorer(page, server, language), folder, language)
        browser.close()


def set_theme(page: Page, theme: str) -> None:
    """Switch JupyterLab to a theme, and wait for its colours."""
    page.evaluate(SET_THEME, theme)
    page.wait_for_selector(f"body[data-jp-theme-name='{theme}']", state="attached")
    settled(page)


def take(page: Page, shown: Locator, folder: Path, name: str) -> None:
    """Take a picture in each theme."""
    for shade, theme in THEMES.items():
        set_theme(page, theme)
        write_file(folder / f"{name}-{shade}.png", figure_files.in_shades(shown.screenshot(), SHADES))


def take_films(page: Page, widget: Locator, folder: Path, language: str) -> None:
    """Take a moving picture in each theme: Braeburn goes up by Alt+↑, and every number with it."""
    page.evaluate(KEY)
    page.evaluate(HOLD_SLIDES)
    frames: dict[str, list[Image.Image]] = {shade: [] for shade in THEMES}
    durations: list[int] = []
    for rank, duration in FILM.items():
        row = widget.locator(f".me-row[data-rank='{rank}']").filter(has_text="Braeburn")
        row.wait_for()
        if durations:
            for time in SLIDE:
                page.evaluate(SHOW_SLIDES_AT, time)
                take_frames(page, widget, frames)
                durations.append(SLIDE[0])
            page.evaluate(END_SLIDES)
        take_frames(page, widget, frames)
        durations.append(duration)
        row.press("Alt+ArrowUp")
    for shade, (first, *others) in frames.items():
        out = io.BytesIO()
        options = {"save_all": True, "append_images": others, "duration": durations, "loop": 0}
        whole = {"kmin": 0, "kmax": 1}  # no frame keeps what an earlier one lit up
        first.save(out, "WebP", quality=75, method=6, **whole, **options)
        write_file(folder / f"explorer-{language}-{shade}.webp", out.getvalue())


def take_frames(page: Page, widget: Locator, frames: dict[str, list[Image.Image]]) -> None:
    """Add a picture in each theme."""
    for shade, theme in THEMES.items():
        set_theme(page, theme)
        frames[shade].append(Image.open(io.BytesIO(widget.screenshot())).convert("RGB"))


def main(folder: Path) -> None:
    """Write all figures; without Chromium, all but the pictures of the screen."""
    figure_files.main(folder)
    chromium = find_chromium()
    if chromium is None:
        print(f"metrics_edu: the pictures of the screen were left out: {NO_CHROMIUM}.")
    else:
        take_pictures(folder, chromium)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else PROJECT / "figures")
