"""Take the pictures of one version, whose package is on the path, as `tools.checks.look` asks.

python -m tools.checks.look.pictures FOLDER
"""

from __future__ import annotations

import argparse
import base64
import os
import re
import tempfile
import traceback
from collections.abc import Callable
from contextlib import chdir
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, ViewportSize, sync_playwright

from metrics_edu import set_language
from tools.checks.look.scenes import LECTURES, NOW, Make, Scene, scenes
from tools.checks.settled import resize, scheme, settled
from tools.servers.jupyter_in_browser import CHROMIUM_ARGS, find_chromium

WIDTHS = (1280, 820, 390)  # pixels
SCHEMES = ("light", "dark")
WINDOW: ViewportSize = {"width": 1280, "height": 720}  # pixels: that of a projector
HEIGHT = 900  # pixels: at least, of the window for a scene
STILL_CARET = "* { caret-color: transparent !important; caret-animation: manual; }"  # forced colours show it
MOST_STEPS = 200
FAILED = ".error.txt"  # in the place of the picture of a scene that raised


class Photographer:
    """One page, on which one scene after the other is shown."""

    def __init__(self, page: Page, folder: Path) -> None:
        self.page = page
        self.folder = folder
        self.cdp = page.context.new_cdp_session(page)
        page.clock.set_fixed_time(NOW * 1000)
        self.host = import_module("tests.browser.bare").BarePage(page)  # tests are not typed

    def show(self, widget: Any) -> None:
        """Show a widget on a fresh page, where no caret blinks."""
        self.page.evaluate("sessionStorage.clear()")
        self.page.mouse.move(-1, -1)
        self.touch(enabled=False)
        self.host.load()
        self.page.add_style_tag(content=STILL_CARET)
        scheme(self.page, "light", forced_colors="none")
        resize(self.page, **WINDOW)
        self.host.show(widget)
        settled(self.page)

    def take(self, name: str, colours: str = "light", **media: Any) -> bytes:
        """Take a picture of what the window shows, in a colour scheme."""
        scheme(self.page, colours, **media)
        sent = self.cdp.send("Page.captureScreenshot", {"format": "png", "optimizeForSpeed": True})
        picture = base64.b64decode(sent["data"])
        (self.folder / f"{name}.png").write_bytes(picture)
        return picture

    def scene(self, scene: Scene) -> None:
        """Take a scene at each width in each colour scheme, with forced colours, and on a touch screen."""
        self.show(scene.make())
        scene.act(self.page)
        self.page.mouse.move(-1, -1)
        for width in WIDTHS:
            self.fit(width)
            for colours in SCHEMES:
                self.take(f"{scene.name}-{width}-{colours}", colours)
        self.touch(enabled=True)
        self.fit(WIDTHS[-1])
        self.take(f"{scene.name}-{WIDTHS[-1]}-touch")
        self.touch(enabled=False)
        self.fit(WIDTHS[0])
        self.take(f"{scene.name}-{WIDTHS[0]}-forced", forced_colors="active")

    def fit(self, width: int) -> None:
        """Make the window so wide, and so high that all of the page is in it."""
        resize(self.page, width, HEIGHT)
        needed = self.page.evaluate("document.documentElement.scrollHeight")
        if needed > HEIGHT:
            resize(self.page, width, needed)

    def touch(self, *, enabled: bool) -> None:
        """Make the pointer a finger, or a mouse again."""
        self.cdp.send("Emulation.setTouchEmulationEnabled", {"enabled": enabled})

    def lecture(self, name: str, make: Make) -> None:
        """Take each step of a lecture, until a step changes nothing."""
        self.show(make())
        self.page.get_by_role("button", name="Start the lecture").click()
        before = b""
        for step in range(1, MOST_STEPS):
            now = self.take(f"{name}-step-{step:03}")
            if now == before:
                return
            before = now
            self.page.keyboard.press("PageDown")


def take_all(folder: Path, wanted: re.Pattern[str]) -> None:
    """Take the pictures of all scenes and lectures whose names match."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=list(CHROMIUM_ARGS))
        context = browser.new_context(reduced_motion="reduce", viewport=WINDOW, locale="en-GB", timezone_id="UTC")
        context.set_default_timeout(20_000)
        photographer = Photographer(context.new_page(), folder)
        for scene in scenes():
            if wanted.search(scene.name):
                _attempt(folder, scene.name, partial(photographer.scene, scene))
        for name, make in LECTURES.items():
            if wanted.search(name):
                _attempt(folder, name, partial(photographer.lecture, name, make))
        browser.close()


def _attempt(folder: Path, name: str, take: Callable[[], None]) -> None:
    """Take pictures in an empty folder with an empty record; write down what was raised, and go on."""
    with tempfile.TemporaryDirectory() as home, chdir(home):
        os.environ["METRICS_EDU_PROGRESS"] = str(Path(home, "progress.json"))
        set_language("en")
        try:
            take()
        except Exception:
            (folder / f"{name}{FAILED}").write_text(traceback.format_exc(), "utf-8")


def main() -> None:
    """Take the pictures of the package that is imported."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default="", help="a regular expression for the names of scenes")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    take_all(options.folder.resolve(), re.compile(options.only))


if __name__ == "__main__":
    main()
