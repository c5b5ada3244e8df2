"""VS Code, Colab, marimo: the module needs a model and an element, and nothing of Jupyter's."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from metrics_edu import Ranking
from metrics_edu.examples import ten_users
from metrics_edu.practice.tutor.drill_draws import numbers
from metrics_edu.widgets import (
    Compare,
    Drill,
    Explorer,
    FadedStepper,
    IdealList,
    Inverse,
    Judges,
    Lecture,
    PairedTest,
    Practice,
    Predict,
    Quiz,
    RankedList,
    Stepper,
)
from metrics_homework.widgets import ExerciseSheet
from tests.browser.bare import BarePage
from tests.browser.driver import resize, violations, violations_in_each_scheme

ONE, OTHER = Ranking.parse("NRRNR", relevant=4), Ranking.parse("NN", relevant=0)
SHORT = Ranking([3, 0, 5, 0, 4, 1, 2, 5, 0, 3], [5, 5, 5, 4, 4, 3, 3, 2, 1])  # with ranks of two digits
LONG = Ranking([3, 0, 5, 0, 4, 1, 2, 5] * 3, [5, 5, 5, 4, 4, 3, 2, 1] * 3)
PARTS: dict[str, Callable[[], Any]] = {
    "Explorer": lambda: Explorer(SHORT, measure="nDCG"),
    "Explorer of users": lambda: Explorer.from_state(
        Explorer({"Ana": ONE, "Ben": OTHER}).state.replace("user=0", "user=mean")
    ),
    "RankedList": lambda: RankedList(ONE),
    "Stepper": lambda: Stepper("nDCG", LONG),
    "FadedStepper": lambda: FadedStepper("nDCG@10", SHORT),
    "IdealList": lambda: IdealList("nDCG", LONG),
    "Compare": lambda: Compare(ONE, Ranking.parse("RNNRR", relevant=4)),
    "Inverse": lambda: Inverse(["AP = 0.5"], ONE),
    "Judges": lambda: Judges("abcdefghij", "jabcdefghi", ["cei", "ceij", "cej"]),
    "PairedTest": lambda: PairedTest(ten_users(), "nDCG@10"),
    "Predict": lambda: Predict("nDCG", LONG),
    "Practice": lambda: Practice("04-pair"),
    "Quiz": lambda: Quiz("06-novelty"),
    "Quiz with options": lambda: Quiz("02-never-falls"),
    "Lecture": lambda: Lecture("What is rewarded?", ONE, Stepper("AP", ONE)),
}
SLOW_PARTS: dict[str, Callable[[], Any]] = {"long Explorer": lambda: Explorer(LONG, measure="nDCG")}
TYPE_THREE = """input => {
    const { get, set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
    window.replaced = [];
    const replace = text => { window.replaced.push(text); set.call(input, text); };
    Object.defineProperty(input, "value", { get: () => get.call(input), set: replace });
    for (const text of ["1", "12", "1"]) { set.call(input, text); input.dispatchEvent(new Event("input")); }
}"""
SMALL_TARGETS = """() => [...document.querySelectorAll(".metrics-edu :is(summary, a)")]
    .filter(el => el.checkVisibility() && el.getBoundingClientRect().height < 24).map(el => el.textContent)"""


def test_pasting_replaces_one_of_the_two_lists(bare_page: BarePage) -> None:
    compare = Compare(ONE, Ranking.parse("RNNRR", relevant=4))
    page = bare_page.show(compare)
    second = page.get_by_role("group", name="List 2", exact=True)
    second.get_by_role("button", name="Paste").click()
    box = second.get_by_role("textbox", name="Paste a list")
    expect(box).to_be_focused()
    box.fill("Gala; x; y; z")
    second.get_by_role("button", name="Use this list").click()
    expect(page.get_by_role("alert")).not_to_be_empty()
    expect(box).to_be_visible()
    assert violations(page) == []
    box.fill("RRN")
    second.get_by_role("button", name="Use this list").click()
    expect(second.locator(".me-row")).to_have_count(3)
    expect(box).to_be_hidden()
    expect(second.get_by_role("button", name="Paste")).to_be_focused()
    expect(page.get_by_role("status").filter(has_text="List 2: pasted 3 items, 2 relevant")).to_be_visible()
    assert [len(one.shown) for one in compare.rankings] == [5, 3]
    page.get_by_role("button", name="Undo").click()
    expect(second.locator(".me-row")).to_have_count(6)  # one of them missed


MISSED_WORDS = {0: "None: no item is relevant.", 1: "None: the relevant item is shown.", 2: "None: all 2 are shown."}


@pytest.mark.parametrize("count", MISSED_WORDS)
def test_the_page_explains_an_empty_missed_list(bare_page: BarePage, count: int) -> None:
    page = bare_page.show(RankedList(Ranking.parse("N" + "R" * count, relevant=count)))
    expect(page.get_by_text(MISSED_WORDS[count], exact=True)).to_be_visible()
    expect(page.get_by_text(f"{count} of {count + 1} relevant")).to_be_visible()


def test_a_drill_works_with_the_keyboard_alone(
    bare_page: BarePage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("METRICS_EDU_PROGRESS", str(tmp_path / "progress.json"))
    part = Drill("AP", "MAE")
    page = bare_page.show(part)
    field = page.get_by_role("textbox", name="AP", exact=True)
    (working,) = part.exercise.solution()
    field.focus()
    page.keyboard.type(f"{working.value:.3f}")
    page.keyboard.press("Enter")
    expect(page.get_by_text("AP: 1 of 1 right without a hint")).to_be_visible()
    going_on = page.get_by_role("button", name="Next exercise")
    while not going_on.evaluate("button => button === document.activeElement"):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Compute MAE, the mean absolute error.")).to_be_visible()
    expect(going_on).to_have_count(0)
    expect(page.get_by_role("textbox", name="MAE", exact=True)).to_have_value("")
    expect(page.get_by_role("textbox", name="MAE", exact=True)).to_be_focused()
    expect(page.get_by_text("MAE =")).to_be_visible()
    expect(page.get_by_role("row")).to_have_count(3)
    assert violations(page) == []


def test_a_step_and_a_contrast_work_with_the_keyboard_alone(
    bare_page: BarePage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("METRICS_EDU_PROGRESS", str(tmp_path / "progress.json"))
    part = Drill("AP")
    page = bare_page.show(part)
    field, status = page.get_by_role("textbox", name="AP", exact=True), page.get_by_role("status")
    going_on = page.get_by_role("button", name="Next exercise")
    step = page.get_by_role("textbox", name="AP of the second list")
    for start in ("The sum of P@i", "This is the second time.", "This is the third time."):
        field.focus()
        page.keyboard.type(f"{numbers(part.exercise, 'AP_DIV_N')[0]:.3f}")
        page.keyboard.press("Enter")
        expect(status.filter(has_text=start)).to_be_visible()
        if part._step:
            page.keyboard.press("Tab")
            while not step.evaluate("input => input === document.activeElement"):
                page.keyboard.press("Tab")
            blanks, position = part._step[1]
            page.keyboard.type(f"{blanks.values[position]:.3f}")
            page.keyboard.press("Enter")
            expect(page.locator(".me-card-field").last.locator(".me-card-mark")).to_have_text("right")
            expect(page.get_by_role("heading", name="One step on new lists")).to_be_visible()
            assert violations(page) == []
        if "third" not in start:
            going_on.press("Enter")
            expect(field).to_be_focused()
    expect(page.get_by_text("with the mistake:")).to_have_count(2)
    assert violations(page) == []


@pytest.mark.parametrize("shadow", [False, True], ids=["page", "shadow root"])
def test_an_explorer_works_without_jupyter(bare_page: BarePage, shadow: bool) -> None:
    explorer = Explorer(Ranking.parse("NRRN", relevant=3))
    errors: list[str] = []
    bare_page.page.on("pageerror", lambda error: errors.append(str(error)))
    page = bare_page.show(explorer, shadow=shadow)
    rows = page.locator(".me-row")
    expect(rows).to_have_count(5)
    expect(page.locator(".me-svg svg")).to_be_visible()
    rows.first.locator(".me-toggle").click()
    expect(rows.first.locator(".me-badge")).to_have_text("R")
    expect(rows.first).to_be_focused()
    page.keyboard.press("Alt+ArrowDown")
    expect(page.locator(".me-row[data-id=i0]")).to_have_attribute("data-rank", "2")
    assert repr(explorer) == "Explorer('RRRN', relevant=4)"
    expect(page.locator(".me-row[data-id=i0]")).to_be_focused()
    expect(page.locator(".me-state input")).to_have_value(explorer.state)
    page.evaluate("window.end()")
    expect(page.locator(".metrics-edu")).to_have_count(0)
    assert page.evaluate("window.listening()") == 0
    assert set(bare_page.asked) <= {"", "host.js", "widgets.js", f"{explorer.model_id}.css", "favicon.ico"}
    assert not errors


@pytest.mark.parametrize("name", [*PARTS, *(pytest.param(name, marks=pytest.mark.slow) for name in SLOW_PARTS)])
def test_axe_finds_no_violation_at_320_pixels(bare_page: BarePage, name: str) -> None:
    part = (PARTS | SLOW_PARTS)[name]()
    resize(bare_page.page, 320)
    page = bare_page.show(part)
    if name == "Predict":
        page.get_by_role("button", name="Just show").click()
        expect(page.locator(".me-card-working")).to_be_visible()
    page.evaluate("document.querySelectorAll('details').forEach(el => { el.open = true; })")
    assert violations_in_each_scheme(page) == []
    assert page.evaluate(SMALL_TARGETS) == []
    assert page.evaluate("document.documentElement.scrollWidth") == 320


def test_a_late_save_does_not_overwrite_newer_typing(bare_page: BarePage, tmp_path: Path) -> None:
    page = bare_page.show(ExerciseSheet(["AP@5"], class_code="iic3633", student="ana", folder=tmp_path))
    answer = page.get_by_label("AP@5 of list 1")
    answer.evaluate(TYPE_THREE)
    expect(page.get_by_text(re.compile(r"^saved \d"))).to_have_count(1)
    assert page.evaluate("window.replaced") == []
