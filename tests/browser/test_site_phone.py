"""Lesson 04 on a phone, by touch and in Spanish: from the front page to its last exercise, over a reload, and back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import nbformat
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from metrics_edu.language import set_language
from metrics_edu.practice import exercise
from tests.browser.driver import until
from tests.browser.lessons_site import build, served
from tools.servers.jupyter_in_browser import PROJECT
from website.build.jupyterlite import shows_widget

pytestmark = pytest.mark.slow
LESSON = "es/04_average_precision.ipynb"
LAST_EXERCISE = "map-practice"
IS_OPEN = """path => {
    const context = window.jupyterapp?.shell?.currentWidget?.context;
    return context?.isReady && context.path === path;
}"""
ENDED = """() => {
    const cells = jupyterapp.shell.currentWidget.content.widgets.filter(cell => cell.model.type === "code");
    return cells.every(cell => cell.model.executionState !== "running" && cell.model.executionCount !== null);
}"""
SHOW_CELL = """index => {
    const { content } = jupyterapp.shell.currentWidget;
    content.activeCellIndex = index;
    return content.scrollToItem(index, "start");
}"""
OPEN_CODE = """() => jupyterapp.shell.currentWidget.content.widgets
    .filter(cell => cell.model.type === "code" && !cell.inputHidden).length"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(build(tmp_path_factory.mktemp("site") / "site")) as address:
        yield address


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    viewport = {"width": 390, "height": 844}
    context = browser.new_context(
        reduced_motion="reduce", viewport=viewport, has_touch=True, is_mobile=True, locale="es-CL"
    )
    context.set_default_timeout(60_000)
    yield context.new_page()
    context.close()


@pytest.fixture(autouse=True)
def spanish() -> Iterator[None]:
    set_language("es")
    yield
    set_language("en")


def width(of: Locator) -> float:
    box = of.bounding_box()
    return box["width"] if box else 0


def cells() -> list[Any]:
    return list(nbformat.read(PROJECT / "notebooks" / LESSON, as_version=4).cells)


def code_cells() -> list[Any]:
    return [cell for cell in cells() if cell.cell_type == "code"]


def place_of(cell: str) -> int:
    return next(k for k, each in enumerate(cells()) if each.id == cell)


def test_a_lesson_works_by_touch_from_start_to_finish(site: str, phone: Page) -> None:
    questions: list[str] = []
    phone.on("dialog", lambda dialog: (questions.append(dialog.type), dialog.accept()))
    phone.goto(f"{site}/index.html")
    phone.wait_for_url("**/es/index.html")
    phone.locator("[data-lesson='04']").tap()
    phone.wait_for_function(IS_OPEN, arg=LESSON)
    until(lambda: width(phone.locator(".jp-MarkdownOutput p").first) > 300, lambda: True)
    assert phone.evaluate(OPEN_CODE) == len([cell for cell in code_cells()[1:] if not shows_widget(cell.source)])
    phone.get_by_role("button", name="Ejecutar la lección").tap()
    phone.wait_for_function(ENDED)
    phone.evaluate(SHOW_CELL, place_of(LAST_EXERCISE))
    card = phone.locator(f".jp-Cell[data-windowed-list-index='{place_of(LAST_EXERCISE)}'] .metrics-edu")
    expect(card).to_be_visible()
    assert width(card) > 300
    for place, solution in enumerate(exercise("04-map").solution()):
        card.get_by_role("textbox").nth(place).fill(f"{solution.value:.3f}".replace(".", ","))
    card.get_by_role("button", name="Revisar").tap()
    expect(card.locator(".me-card-status")).to_contain_text("Todo correcto.")
    phone.go_back()
    phone.wait_for_url("**/es/index.html")
    assert questions == [], "one press leaves, without a question"


def test_a_lesson_survives_a_reload_and_closes_with_one_tap(site: str, phone: Page) -> None:
    phone.goto(f"{site}/es/index.html")
    phone.locator("[data-lesson='04']").tap()
    phone.wait_for_function(IS_OPEN, arg=LESSON)
    phone.reload()
    phone.wait_for_function(IS_OPEN, arg=LESSON)
    phone.get_by_role("button", name="Código").tap()
    until(lambda: phone.evaluate(OPEN_CODE) > 10, lambda: True)
    phone.go_back()
    phone.wait_for_url("**/es/index.html")
    phone.go_forward()
    phone.wait_for_function(IS_OPEN, arg=LESSON)
    box = phone.get_by_role("button", name="metrics_edu").bounding_box()
    assert box
    phone.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)  # which leaves the page at once
    phone.wait_for_url("**/es/index.html")


def test_the_chosen_language_is_remembered(site: str, phone: Page) -> None:
    phone.goto(f"{site}/index.html#drill=AP")
    phone.wait_for_url("**/es/index.html#drill=AP")
    phone.goto(f"{site}/es/index.html")
    phone.locator("[data-language=en]").tap()
    expect(phone.locator("html")).to_have_attribute("lang", "en")
    phone.goto(f"{site}/index.html")
    expect(phone.locator("html")).to_have_attribute("lang", "en")
