"""A Drill with the keyboard alone: where the focus is, and what a field says of its answer."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from metrics_edu.examples import apples
from metrics_edu.practice.tutor.drill_draws import numbers
from metrics_edu.widgets import Drill, Practice, Predict, Quiz
from tests.browser.driver import Widget, press


@pytest.fixture(autouse=True)
def own_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("METRICS_EDU_PROGRESS", str(tmp_path / "progress.json"))


def write(widget: Widget, *values: float) -> None:
    """Write into the field that has the focus, and those after it, and check with Enter."""
    for k, value in enumerate(values):
        press(widget.page, *["Tab"] * (k > 0), "Control+A")
        widget.page.keyboard.type(f"{value:.3f}")
    widget.page.keyboard.press("Enter")


def test_a_drill_works_with_the_keyboard_alone(show_part: Callable[[Any], Widget]) -> None:
    drill = Drill("AP")
    widget = show_part(drill)
    first, leads_on = widget.root.get_by_role("textbox").first, widget.button("Next exercise")
    first.focus()
    for times in (1, 2):
        expect(first).to_be_focused()
        write(widget, *numbers(drill.exercise, "AP_DIV_N"))
        expect(widget.root.get_by_role("status")).to_contain_text("divided by the number of ranks")
        expect(first).to_have_attribute("aria-invalid", "true")
        if times == 2:
            expect(first).to_have_accessible_description(re.compile("^not yet This is the second time. The sum"))
            widget.page.keyboard.press("Tab")
            expect(widget.root.get_by_label("of the second list")).to_be_focused()
            write(widget, drill._step[1][0].values[drill._step[1][1]])  # type: ignore[index]
            expect(widget.root.locator(".me-card-step .me-mark")).to_have_text("right")
        press(widget.page, *["Tab"] * 4)
        expect(leads_on).to_be_focused()
        widget.page.keyboard.press("Enter")
        expect(leads_on).to_have_count(0)
    expect(first).to_be_focused()
    expect(first).to_have_value("")


def test_the_focus_is_on_the_first_field_of_new_lists(show_part: Callable[[Any], Widget]) -> None:
    widget = show_part(Practice("04-pair"))
    field = widget.root.get_by_role("textbox").first
    for name in ("Other lists", "Other lists", "First exercise"):
        field.fill("0.5")
        button = widget.button(name)
        button.focus()
        widget.page.keyboard.press("Enter")
        expect(field).to_have_value("")
        expect(field).to_be_focused()


def test_an_answer_under_another_convention_is_invalid_and_described(show_part: Callable[[Any], Widget]) -> None:
    widget = show_part(Practice("04-parra"))
    field = widget.root.get_by_role("textbox").first
    field.fill("0.5")
    field.press("Enter")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_accessible_description(re.compile("^other convention Either: The sum"))


def test_beside_a_format_error_no_earlier_verdict_is_seen_and_the_entry_stays(
    show_part: Callable[[Any], Widget],
) -> None:
    cards = (Quiz("04-divisor"), "Not yet."), (Practice("04-pair"), "Numbers right"), (Predict("AP", apples()), "")
    for part, verdict in cards:
        widget = show_part(part)
        field, said = widget.root.get_by_role("textbox").first, widget.root.get_by_role("status")
        if verdict:
            field.fill("0.1")
            field.press("Enter")
            expect(said).to_contain_text(verdict)
        field.fill("1e999")
        field.press("Enter")
        expect(widget.root).to_contain_text(re.compile("This is not a number|A prediction is a number"))
        expect(field).to_have_value("1e999")
        if verdict:
            expect(said).not_to_contain_text(verdict)


def test_a_link_to_a_task_gives_the_focus_to_its_widget(show_part: Callable[[Any], Widget]) -> None:
    widget = show_part(Practice("04-pair"))
    add = "name => document.body.insertAdjacentHTML('beforeend', `<a href='#' data-task='${name}'>${name}</a>`)"
    for name in ("04-pair", "04-few"):
        widget.page.evaluate(add, name)
    widget.page.get_by_role("link", name="04-few").press("Enter")
    expect(widget.root).not_to_be_focused()
    widget.page.get_by_role("link", name="04-pair").press("Enter")
    expect(widget.root).to_be_focused()
