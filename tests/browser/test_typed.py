"""What is typed and not checked: it survives a page that is closed at once, and no answer is judged against other lists."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from metrics_edu import Ranking, set_language
from metrics_edu.practice import Exercise
from metrics_edu.practice.record import learner_record
from metrics_edu.widgets import Drill, Explorer, FadedStepper, Practice, Predict, Quiz
from metrics_homework.widgets import ExerciseSheet
from tests.browser.bare import BarePage
from tests.browser.driver import press, until

LIST = Ranking.parse("NRRNN", relevant=3)
PAIR = {"A": LIST, "B": Ranking.parse("RNRNN", relevant=3)}
MADE: dict[str, Callable[[], Any]] = {
    "a practice": lambda: Practice("04-pair"),
    "steps": lambda: Practice(Exercise("steps", "AP@5", (LIST,), steps=("P@i",))),
    "a drill": lambda: Drill("AP"),
    "a prediction": lambda: Predict("AP", LIST),
    "a quiz with a number": lambda: Quiz("01-half-star"),
    "blanks": lambda: FadedStepper("AP", LIST),
}
CHOSEN: dict[str, Callable[[], Any]] = {
    "a prediction of two": lambda: Predict("AP", PAIR),
    "a quiz": lambda: Quiz("00-threshold"),
}
HOLD = """() => {
    const python = window.python;
    const held = new Promise(resolve => { window.release = resolve; });
    window.python = (...call) => held.then(() => python(...call));
}"""
"""Makes Python busy, until `release` is called."""


@pytest.fixture
def bare(page_of_parts: BarePage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> BarePage:
    monkeypatch.setenv("METRICS_EDU_PROGRESS", str(tmp_path / "progress.json"))
    page_of_parts.begin_anew({"width": 1280, "height": 900})
    return page_of_parts


def fields(page: Page) -> Locator:
    return page.locator("input[type=text]")


def recorded(page: Page) -> None:
    """Wait until Python has recorded what is typed."""
    until(lambda: (page.evaluate("0"), [*learner_record.typed()] != [])[1], lambda: True)


@pytest.mark.parametrize("name", MADE)
def test_a_typed_answer_survives_a_reload(bare: BarePage, name: str) -> None:
    page = bare.show(MADE[name]())
    fields(page).first.press_sequentially("0,2 7")
    bare.load()  # at once: Python has not got it
    bare.show(MADE[name]())
    expect(fields(page).first).to_have_value("0,2 7")
    recorded(page)
    page.evaluate("localStorage.clear()")  # as in another browser, and another language
    set_language("es")
    bare.load()
    bare.show(MADE[name]())
    set_language("en")
    expect(fields(page).first).to_have_value("0,2 7")
    assert learner_record.events() == [], "nothing was judged"
    fields(page).first.fill("")
    until(lambda: (page.evaluate("0"), [*learner_record.typed()])[1], list)


@pytest.mark.parametrize("name", CHOSEN)
def test_a_chosen_option_survives_a_reload(bare: BarePage, name: str) -> None:
    page = bare.show(CHOSEN[name]())
    page.get_by_role("radio").nth(1).check()
    bare.load()
    bare.show(CHOSEN[name]())
    expect(page.get_by_role("radio").nth(1)).to_be_checked()
    page.locator(".me-acts button").first.click()
    expect(page.get_by_role("radio").nth(1)).to_be_checked()
    assert len(learner_record.events()) == 1


@pytest.mark.parametrize(
    ("name", "button"),
    [
        ("a practice", "Other lists"),
        ("a prediction", "Another list"),
        ("a drill", "Next exercise"),
        ("blanks", "Round 2"),
    ],
)
def test_no_answer_is_judged_against_lists_that_are_on_their_way(bare: BarePage, name: str, button: str) -> None:
    page = bare.show(MADE[name]())
    field = fields(page).first
    if name == "a prediction":
        page.get_by_role("button", name="Just show").click()
    elif name == "a drill":
        page.get_by_role("button", name="Solution").click()
    else:
        field.fill("0.1")
        field.blur()
    lists = page.locator(".me-strip, .me-step-list").first
    before = lists.inner_text()
    page.get_by_role("button", name=button).first.wait_for()
    page.evaluate(HOLD)
    events = len(learner_record.events())
    page.get_by_role("button", name=button).first.click()
    if name != "a prediction":  # whose field comes with the new list
        expect(field).to_be_disabled()
    for check in page.get_by_role("button", name="Check").all():
        expect(check).to_have_attribute("aria-disabled", "true")
        check.click(force=True)
    page.evaluate("window.release()")
    expect(lists).not_to_have_text(before)
    expect(field).to_have_value("")
    expect(field).to_be_enabled()
    assert all(event.what in ("begun", "stepped") for event in learner_record.events()[events:])


def test_the_keyboard_keeps_its_place_while_lists_are_on_their_way(bare: BarePage) -> None:
    page = bare.show(MADE["blanks"]())
    page.evaluate(HOLD)
    page.get_by_role("button", name="Round 2").focus()
    press(page, "Enter", "Tab", "Tab")
    field = fields(page).first
    expect(field).to_be_focused()
    page.keyboard.type("0.1")
    press(page, "Enter")
    expect(field).to_have_value("")
    page.evaluate("window.release()")
    expect(field).to_be_enabled()
    expect(field).to_be_focused()


def test_a_typed_answer_does_not_come_back_under_other_lists(bare: BarePage) -> None:
    page = bare.show(Practice(Exercise("mine", "AP@5", (LIST,))))
    fields(page).first.press_sequentially("0.27")
    recorded(page)
    for other in (Exercise("mine", "AP@5", (PAIR["B"],)), Exercise("mine", "AP@4", (LIST,))):
        bare.show(Practice(other))
        expect(fields(page).first).to_have_value("")


def test_a_restarted_kernel_loses_nothing_that_is_typed_after_it(bare: BarePage) -> None:
    page = bare.show(Practice("04-pair"))
    page.evaluate("window.restarted = true")
    fields(page).first.press_sequentially("0.27")
    expect(fields(page).first).to_be_disabled()
    expect(fields(page).first).to_have_value("0.27")
    bare.load()
    bare.show(Practice("04-pair"))
    expect(fields(page).first).to_have_value("0.27")


def test_an_answer_of_a_sheet_that_python_did_not_get_is_written_later(bare: BarePage) -> None:
    def begin(student: str) -> Page:
        page = bare.show(ExerciseSheet(["AP@5"], class_code="iic3633", folder=None))
        fields(page).fill(student)
        page.get_by_role("button", name="Begin").click()
        expect(fields(page)).to_have_count(2)
        return page

    page = begin("ana")
    page.evaluate(HOLD)
    fields(page).first.press_sequentially("0.27")
    bare.load()
    begin("beto")
    expect(fields(page).first).to_have_value("")
    bare.load()
    begin("ana")
    expect(fields(page).first).to_have_value("0.27")
    expect(page.get_by_text("1 of 2 answered.")).to_be_visible()
    until(lambda: page.evaluate("sessionStorage.getItem('metrics_edu typed')"), lambda: None)


def test_two_tabs_keep_the_last_text_with_its_lists(bare: BarePage, make_bare: Callable[..., BarePage]) -> None:
    first, other = bare.show(Practice("04-pair")), make_bare()
    drawn = Practice("04-pair")
    fields(first).first.press_sequentially("0.4")
    recorded(first)
    drawn.act({"do": "draw"})
    fields(other.show(drawn)).first.press_sequentially("0.9")
    recorded(other.page)
    bare.load()
    again = Practice("04-pair")
    expect(fields(bare.show(again)).first).to_have_value("0.9")
    assert again.exercise.seed == drawn.exercise.seed


def test_a_phone_shows_five_numbers_and_says_how_a_row_drags(make_bare: Callable[..., BarePage]) -> None:
    bare = make_bare(has_touch=True, is_mobile=True, viewport={"width": 390, "height": 844})
    field = fields(bare.show(MADE["steps"]())).first
    field.fill("0 0.5 0.667 0.5 0.4")
    assert field.evaluate("field => field.scrollWidth <= field.clientWidth")
    page = bare.show(Explorer(LIST))
    expect(page.get_by_text("drag a row by ⠿")).to_be_visible()
    expect(page.get_by_text("drag a row:")).to_have_count(0)
