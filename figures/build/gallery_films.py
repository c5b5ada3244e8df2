"""Take a small moving picture of each widget, in each language, for the gallery of the site.

python -m figures.build.gallery_films [NAME ...]
"""

from __future__ import annotations

import io
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import chdir
from importlib import import_module
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Locator, Page, ViewportSize, sync_playwright

from metrics_edu import set_language
from metrics_edu.files.safe_files import write_file
from metrics_edu.language import LANGUAGES
from metrics_edu.metrics import Ranking
from metrics_edu.widgets import (
    Compare,
    Drill,
    Explorer,
    FadedStepper,
    FileDiagnosis,
    IdealList,
    Inverse,
    Lecture,
    Practice,
    Predict,
    Quiz,
    RankedList,
    Stepper,
)
from metrics_homework import init_tarea
from metrics_homework.widgets import ExerciseSheet, PollUpload, SubmissionUpload
from tools.checks.settled import settled
from tools.servers.jupyter_in_browser import CHROMIUM_ARGS, NO_CHROMIUM, PROJECT, find_chromium

FOLDER = PROJECT / "website" / "page" / "gallery"
WINDOW: ViewportSize = {"width": 760, "height": 560}
WIDTH = 480  # pixels of the picture
FIRST, EACH, LAST = 1200, 800, 2400  # milliseconds: below five seconds, after which a reader could ask for a pause
ONE, OTHER = Ranking.parse("NRRNR", relevant=4), Ranking.parse("RNNRR", relevant=4)
Act = Callable[[Page], object]


def row(page: Page, position: int) -> Locator:
    return page.locator(".me-row").nth(position - 1)


def up(position: int) -> Act:
    """Return an action: move the item at a position up by one rank."""

    def act(page: Page) -> None:
        row(page, position).locator(".me-label").click()
        page.keyboard.press("Alt+ArrowUp")

    return act


def mark(position: int) -> Act:
    return lambda page: row(page, position).locator(".me-toggle").click()


def write(*texts: str) -> Act:
    """Return an action: type a text into each text field in turn, and press Enter in the last one."""

    def act(page: Page) -> None:
        for k, text in enumerate(texts):
            page.locator("input[type=text], input:not([type])").nth(k).fill(text)
        page.keyboard.press("Enter")

    return act


def press(name: str) -> Act:
    return lambda page: page.get_by_role("button", name=re.compile(name)).first.click()


def key(name: str) -> Act:
    return lambda page: page.keyboard.press(name)


NEXT = press("^(Next|Siguiente)")
FILMS: dict[str, tuple[Callable[[], Any], tuple[Act, ...]]] = {
    "Explorer": (lambda: Explorer(ONE), (up(5), up(4), mark(1))),
    "RankedList": (lambda: RankedList(ONE), (mark(1), up(5))),
    "Predict": (lambda: Predict("AP@5", ONE), (write("0.589"),)),
    "Stepper": (lambda: Stepper("AP@5", ONE), (NEXT, NEXT, NEXT)),
    "FadedStepper": (lambda: FadedStepper("AP@5", ONE), (write("1/3"), write("0.4417"))),
    "Compare": (lambda: Compare(ONE, OTHER), (up(5), mark(1))),
    "IdealList": (lambda: IdealList("nDCG@5", ONE), (up(5), up(4))),
    "Inverse": (lambda: Inverse(["RR same", "AP@5 > 0.45"], ONE), (up(5),)),
    "Practice": (lambda: Practice("04-pair"), (write("0.375", "0.7"),)),
    "Quiz": (lambda: Quiz("04-divisor"), (write("4"),)),
    "Drill": (lambda: Drill("AP"), (write("0.5"),)),
    "Lecture": (
        lambda: Lecture("AP?", Stepper("AP@5", ONE), Explorer(ONE)),
        (press("^(Start the lecture|Empezar)"), key("PageDown"), key("PageDown")),
    ),
    "FileDiagnosis": (lambda: FileDiagnosis("nDCG@10=0.4213 MAP@10=0.19"), ()),
    "ExerciseSheet": (
        lambda: ExerciseSheet(["AP@5"], class_code="iic3633", student="ana", folder="."),
        (write("0.5"),),
    ),
    "PollUpload": (PollUpload, ()),
    "SubmissionUpload": (lambda: SubmissionUpload(init_tarea("tarea")), ()),
}
"""How each widget is made, and what is done with it; a picture after each action."""


def frames(page: Page, host: Any, name: str) -> Iterator[Image.Image]:
    """Yield the pictures of a film."""
    make, acts = FILMS[name]
    host.load()
    host.show(make())
    yield shot(page)
    for act in acts:
        act(page)
        page.mouse.move(-1, -1)
        yield shot(page)


def shot(page: Page) -> Image.Image:
    picture = Image.open(io.BytesIO(settled(page).screenshot())).convert("RGB")
    return picture.resize((WIDTH, WIDTH * picture.height // picture.width), Image.Resampling.LANCZOS)


def film(first: Image.Image, *others: Image.Image) -> bytes:
    """Return pictures as a moving one that is played once; a single one stays as it is."""
    out = io.BytesIO()
    if others:
        durations = [FIRST, *[EACH] * (len(others) - 1), LAST]
        moving: dict[str, Any] = {"save_all": True, "append_images": others, "duration": durations, "loop": 1}
        first.save(out, "WebP", quality=60, method=6, **moving)
    else:
        first.save(out, "WebP", quality=60, method=6)
    return out.getvalue()


def main(names: list[str]) -> None:
    """Take the films of these widgets, or of all; write each with its last picture, for who wants no motion."""
    chromium = find_chromium()
    if chromium is None:
        print(f"metrics_edu: the pictures of the gallery were left out: {NO_CHROMIUM}.")
        return
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(CHROMIUM_ARGS))
        page = browser.new_context(reduced_motion="reduce", viewport=WINDOW).new_page()
        host = import_module("tests.browser.bare").BarePage(page)  # tests are not typed
        for language in LANGUAGES:
            for name in names or FILMS:
                with tempfile.TemporaryDirectory() as home, chdir(home):
                    os.environ["METRICS_EDU_PROGRESS"] = str(Path(home, "progress.json"))
                    set_language(language)
                    pictures = [*frames(page, host, name)]
                write_file(FOLDER / language / f"{name}.webp", film(*pictures))
                if len(pictures) > 1:
                    write_file(FOLDER / language / f"{name}-still.webp", film(pictures[-1]))
        browser.close()
    set_language("en")


if __name__ == "__main__":
    main(sys.argv[1:])
