"""The sheet of the exercise in class, filled in by keyboard in a real JupyterLab."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from jupyter_in_browser import Server
from playwright.sync_api import Locator, Page, expect

from browser.driver import CELLS, CLIPPED, TALL, press, restart_and_run, set_width, until, violations
from metrics_edu.misconceptions import MISCONCEPTIONS

SHEET = """
from metrics_edu.homework import ClassExercise
from metrics_edu.widgets import ExerciseSheet
own = ClassExercise("iic3633", "<b>ana</b>", ["AP@5", "nDCG@5"], file="exercise.json")
ExerciseSheet(own)
"""


@pytest.fixture(scope="module")
def page(lab_server: Server, open_notebook: Callable[..., Page]) -> Page:
    return open_notebook(lab_server, [SHEET], viewport=TALL)


@pytest.fixture
def sheet(page: Page) -> Locator:
    return page.locator(".me-sheet")


def answers(server: Server) -> dict[str, list[str]]:
    return json.loads((server.root / "exercise.json").read_text("utf-8"))["answers"]


def test_answers_are_typed_and_saved_without_a_mouse(page: Page, sheet: Locator, lab_server: Server) -> None:
    expect(sheet).to_contain_text("student <b>ana</b>")
    cells = page.evaluate(CELLS)
    sheet.get_by_label("AP@5 of list 1").focus()
    press(page, "d", "d", "m", "b", "0", "0", *["Backspace"] * 6)
    page.keyboard.type("0,5")
    page.keyboard.press("Tab")
    expect(sheet.get_by_label("AP@5 of list 2")).to_be_focused()
    page.keyboard.type("1/3")
    expect(sheet.get_by_text("Saved, ")).to_have_count(2)
    until(lambda: answers(lab_server), lambda: {"AP@5": ["0,5", "1/3"], "nDCG@5": ["", ""]})
    assert page.evaluate(CELLS) == cells, "no key reached the notebook"
    assert violations(page, ".me-sheet") == []


def test_the_time_goes_on_by_itself(sheet: Locator) -> None:
    time = sheet.locator(".me-sheet-time").first
    shown = time.inner_text()
    assert "Time left: " in shown
    expect(time).not_to_have_text(shown)


@pytest.mark.parametrize("width", [820, 390, 274])  # the last is what JupyterLab leaves of 390
def test_nothing_is_clipped(sheet: Locator, width: int) -> None:
    set_width(sheet, width)
    until(lambda: sheet.evaluate(CLIPPED), list)


def test_after_a_restart_the_answers_are_back_and_feedback_asks_once_more(
    page: Page, sheet: Locator, lab_server: Server
) -> None:
    restart_and_run(page)
    expect(sheet.get_by_label("AP@5 of list 1")).to_have_value("0,5")
    expect(sheet.get_by_text("Saved, ")).to_have_count(2)
    button = sheet.get_by_role("button")
    button.dblclick()
    expect(button).to_have_text("Yes, finish now")
    expect(sheet.get_by_role("alert")).to_contain_text("no answer can be changed")
    assert violations(page, ".me-sheet") == []
    page.wait_for_timeout(600)  # longer than a double click
    button.focus()
    page.keyboard.press("Enter")
    expect(sheet.get_by_text("Finished, ").first).to_be_visible()
    expect(sheet.locator(".me-sheet-verdict p")).to_have_count(4)
    expect(sheet.get_by_label("AP@5 of list 1")).to_be_disabled()
    assert violations(page, ".me-sheet") == []
    assert answers(lab_server)["AP@5"] == ["0,5", "1/3"]


UPLOAD = """
from metrics_edu.homework.example import init_tarea
from metrics_edu.widgets import SubmissionUpload
SubmissionUpload(init_tarea("tarea"))
"""


def test_a_submission_is_uploaded_and_read(lab_server: Server, open_notebook: Callable[..., Page]) -> None:
    page = open_notebook(lab_server, [UPLOAD], viewport=TALL | {"height": 4000})
    sheet = page.locator(".me-sheet")
    with page.expect_file_chooser() as chooser:
        sheet.get_by_role("button", name="Choose files").click()
    chooser.value.set_files(sorted((lab_server.root / "tarea" / "submissions" / "carla").iterdir()))
    expect(sheet.get_by_text("The format is as asked for.")).to_be_visible()
    expect(sheet).to_contain_text(MISCONCEPTIONS["IDCG_RETRIEVED"].plainly)
    cells = page.evaluate(CELLS)
    sheet.get_by_label("User", exact=True).fill("1001")
    sheet.get_by_label("Measure", exact=True).focus()
    page.keyboard.type("mm")  # no shortcut of the notebook
    page.keyboard.press("Control+a")
    page.keyboard.type("nDCG@10")
    page.keyboard.press("Tab")
    expect(sheet.locator("pre").last).to_contain_text("nDCG@10 = ")
    sheet.get_by_label("MAP@10", exact=True).fill("7")
    sheet.get_by_role("button", name="Check again").click()
    expect(sheet).to_contain_text("lies between 0 and 1")
    assert page.evaluate(CELLS) == cells
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 4000})
        assert violations(page, ".me-sheet") == []
