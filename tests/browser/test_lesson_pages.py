"""The pages of the lessons: the build's pictures stay as the page's Python computes them, and the learner finds the way."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from metrics_edu.language import LANGUAGES
from tests.browser import test_site
from tests.browser.driver import resize, scheme, settled, violations
from tests.browser.test_site import OVERFLOW
from website.build.lesson_pages import notebooks, what_cells_show
from website.build.pyodide import HOMEWORK_FILES

folder, site = test_site.folder, test_site.site
newcomer, visitor, open_site = test_site.newcomer, test_site.visitor, test_site.open_site

READY = "main[data-stage=ready]"
CHECK = "08_tarea1"
THIN = "04_average_precision"
PAGES = [
    pytest.param(language, path.stem, marks=[] if path.stem == THIN else [pytest.mark.slow])
    for language in LANGUAGES
    for path in notebooks(language)
]
SHOWN = """() => Object.fromEntries([...document.querySelectorAll(".cell")].map(cell =>
    [cell.id, [...cell.querySelector(".shown").children].map(({ innerText }) => innerText)]))"""
CUT_OFF = """() => [...document.querySelectorAll(".shown > pre, .me-step, .formula")]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1).map(({ textContent }) => textContent)"""
BROKEN_STRIPS = """() => [...document.querySelectorAll(".me-strip:not([data-named])")]
    .filter(({ children }) => children.length === 10)
    .map(({ children }) => Object.values(Object.groupBy([...children], ({ offsetTop }) => offsetTop)))
    .filter(lines => lines.length > 1 && lines.some(({ length }) => length < 5)).length"""
SHOW_ALL = "document.getElementById('all').click()"
OpenLesson = Callable[..., Page]


@pytest.fixture
def open_lesson(open_site: Callable[..., Page], visitor: BrowserContext) -> OpenLesson:
    """Give a function that opens a lesson in a browser that was here before, without a record."""

    def open_lesson(lesson: str = f"en/{THIN}", address: str = "", **options: Any) -> Page:
        if not options:
            options["context"] = visitor
        page = open_site(path="site.css", **options)  # no page of ours
        page.evaluate("localStorage.clear()")
        page.goto(page.url.removesuffix("site.css") + f"lessons/{lesson}.html{address}")
        return page

    return open_lesson


def cell(page: Page, name: str) -> Any:
    return page.locator(f"#cell-{name}")


@pytest.mark.parametrize(("language", "lesson"), PAGES)
def test_python_in_the_page_shows_what_the_build_has_shown(
    open_lesson: OpenLesson, folder: Path, language: str, lesson: str
) -> None:
    if lesson == CHECK and not (folder / "pyodide").joinpath(next(iter(HOMEWORK_FILES))).exists():
        pytest.skip("only the public server of Pyodide has what a check of a homework needs, and it cannot be reached")
    page = open_lesson(f"{language}/{lesson}")
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(error.message))
    page.evaluate(SHOW_ALL)
    widgets = [found for outputs in what_cells_show(language)[lesson]["outputs"].values() for found in outputs]
    expect(page.locator("[data-widget] > .metrics-edu")).to_have_count(sum("widget" in found for found in widgets))
    before = page.evaluate(SHOWN)
    page.wait_for_selector(READY)
    assert page.evaluate(SHOWN) == before
    assert not errors
    assert json.dumps(before).count("still picture") == 0


@pytest.mark.parametrize(("language", "lesson"), PAGES)
def test_a_lesson_fits_each_width_in_both_colours(open_lesson: OpenLesson, language: str, lesson: str) -> None:
    page = open_lesson(f"{language}/{lesson}")
    page.evaluate(SHOW_ALL)
    page.wait_for_selector(READY)
    assert page.locator("h1").count() == 1
    for width, colours in ((1280, "light"), (820, "dark"), (390, "light"), (390, "dark")):
        resize(page, width, 844)
        scheme(page, colours)
        assert settled(page).evaluate(OVERFLOW) <= 0, width
        assert page.evaluate(CUT_OFF) == [], width
        assert page.evaluate(BROKEN_STRIPS) == 0, width
        assert violations(page, "body") == [], (width, colours)
