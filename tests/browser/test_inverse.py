"""Goals above an Explorer, checked after each edit, announced once, and a solution that is asked for twice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.driver import (
    HOSTS,
    LAB,
    SAVE,
    SETUP,
    TALL,
    Notebook,
    Widget,
    clipped,
    expect_no_shortcuts,
    made,
    press,
    rectangle,
    set_width,
    violations_in_each_scheme,
)
from tests.browser.test_keys import tab_to

OWN = """
from metrics_edu.widgets import Inverse
def task(goals=("RR = 1/3", "P@3 other"), **options):
    return Inverse(list(goals), Ranking.parse("NRRN", relevant=3), labels=APPLES[:4], **options)
def solved():
    return task(["RR = 1"], solution=Ranking.parse("RNRN", relevant=3))
"""


@pytest.fixture(scope="module", params=HOSTS)
def notebook(request: pytest.FixtureRequest, open_on: Callable[..., Notebook]) -> Notebook:
    return open_on(request.param, SETUP + OWN, viewport=TALL | {"width": 1600})


def goals(widget: Widget) -> Locator:
    return widget.root.get_by_role("group", name="Goals").get_by_role("listitem")


def told(widget: Widget) -> Locator:
    return widget.root.get_by_role("group", name="Goals").get_by_role("status")


def test_every_goal_is_checked_after_an_edit(notebook: Notebook) -> None:
    widget = notebook.show("task()")
    expect(goals(widget)).to_have_text(
        ["RR = 1/3, now 0.5000: not met yet", "P@3 other than 0.6667, now 0.6667: not met yet"]
    )
    expect(told(widget)).to_have_text("")
    told(widget).evaluate(
        "el => { window.said = []; new MutationObserver(() => window.said.push(el.textContent)).observe(el, {childList: true}); }"
    )
    widget.toggle("Fuji").click()
    expect(goals(widget)).to_have_text(["✓RR = 1/3, now 0.3333: met", "✓P@3 other than 0.6667, now 0.3333: met"])
    expect(told(widget)).to_have_text("All goals are met.")
    strip = widget.root.get_by_role("group", name="Goals")
    expect(strip).to_have_attribute("data-done", "")
    assert rectangle(strip)["height"] < 45
    assert rectangle(widget.root.locator(".me-tile").first)["height"] < 60, "what has changed stands beside the value"
    widget.toggle("Elstar").click()
    expect(widget.row("Elstar").locator(".me-badge")).to_have_text("R")
    notebook.wait_for("list(e.met)", [True, True])
    assert notebook.page.evaluate("window.said") == ["All goals are met."]
    widget.button("Undo").click()
    widget.button("Undo").click()
    expect(told(widget)).to_have_text("")
    expect(strip).not_to_have_attribute("data-done", "")
    notebook.wait_for("list(e.met)", [False, False])


def test_showing_a_solution_needs_confirmation_and_can_be_undone(notebook: Notebook) -> None:
    widget, press = notebook.show("solved()"), notebook.page.keyboard.press
    ask = widget.button("Show a solution")
    notebook.page.locator(".jp-Notebook").evaluate("el => el.focus()")
    tab_to(widget, ask)
    press("Enter")
    expect(widget.button("Show it")).to_be_focused()
    press("Escape")
    expect(ask).to_be_focused()
    assert notebook.python("list(e.met)") == [False]
    press("Enter")
    press("Enter")
    expect(told(widget)).to_have_text("All goals are met.")
    widget.expect_labels("Fuji", "Gala", "Jonagold", "Elstar")
    expect(ask).to_be_focused()
    press("Control+z")
    widget.expect_labels("Gala", "Fuji", "Jonagold", "Elstar")


def test_a_task_without_a_solution_has_no_solution_button(notebook: Notebook) -> None:
    widget = notebook.show("task()")
    expect(widget.button("Show a solution")).to_be_hidden()
    expect(notebook.show("one()").root.get_by_role("group", name="Goals")).to_be_hidden()


def test_widget_keys_trigger_no_notebook_shortcuts(notebook: Notebook) -> None:
    widget = notebook.show("solved()")
    cells = notebook.cells()
    widget.button("Show a solution").click()
    press(notebook.page, "m", "d", "d", "x")
    assert notebook.cells() == cells
    expect_no_shortcuts(widget.root)


@pytest.mark.parametrize("metric", ["precision", "recall", "f_measure", "average_precision", "ndcg", "rankscore"])
def test_clicking_a_term_highlights_its_row(notebook: Notebook, metric: str) -> None:
    """Those of the sums that a working names are below it: F1 is made of hits, P and R."""
    widget = notebook.show(f"one(measure={metric!r})")
    expect_no_shortcuts(widget.root)
    below = widget.root.locator(".me-where .me-term")
    if metric == "f_measure":
        expect(below).not_to_have_count(0)
    for term in [*widget.root.locator(".me-work .me-term").all()[-1:], *below.all()[:1], *below.all()[-1:]]:
        expect(term).to_have_attribute("role", "button")
        term.click()
        expect(widget.root.locator(".me-row[data-lit]")).to_have_attribute("data-rank", term.get_attribute("data-rank"))
        expect(term).to_have_attribute("aria-pressed", "true")
        expect(term).to_be_focused()
        expect(widget.root.locator(".me-term[tabindex='0']")).to_have_count(1)
    cells = notebook.cells()
    press(notebook.page, "ArrowLeft", "m", "d", "d", "x", "Home")
    assert notebook.cells() == cells
    first = widget.terms.first
    expect(first).to_be_focused()
    expect(widget.root.locator(".me-row[data-lit]")).to_have_attribute("data-rank", first.get_attribute("data-rank"))


def test_a_term_keeps_the_focus_during_an_edit(notebook: Notebook) -> None:
    widget = notebook.show("one(measure='f_measure')")
    widget.root.locator(".me-where .me-term").last.click()
    notebook.page.keyboard.press("Alt+ArrowUp")
    expect(widget.root.locator(".me-term:focus")).to_have_attribute("data-rank", "9")  # moved up from 10


def test_button_labels_follow_the_language(notebook: Notebook) -> None:
    widget = notebook.show("task()")
    try:
        notebook.python("__import__('metrics_edu').set_language('es')")
        widget.toggle("Fuji").click()
        expect(widget.button("Deshacer")).to_be_visible()
        expect(widget.root).to_have_count(1)
        expect(widget.button("Undo")).to_have_count(0)
    finally:
        notebook.python("__import__('metrics_edu').set_language('en')")
    widget.button("Deshacer").click()
    expect(widget.button("Undo")).to_be_visible()
    widget.toggle("Fuji").click()
    notebook.wait_for("list(e.met)", [True, True])


def test_nothing_is_clipped(show_part: Callable[[Any], Widget]) -> None:
    widget = show_part(made("solved()", SETUP + OWN))
    for asked in (False, True):
        if asked:
            widget.button("Show a solution").click()
            expect(widget.button("Show it")).to_be_focused()
        for width in (1280, 820, 390, 274):
            set_width(widget.root, width)
            assert clipped(widget.root) == [], width


def test_axe_finds_no_violation(show_part: Callable[[Any], Widget]) -> None:
    widget = show_part(made("solved()", SETUP + OWN))
    widget.button("Show a solution").click()
    expect(widget.button("Show it")).to_be_focused()
    assert violations_in_each_scheme(widget.page) == []
    widget.button("Show it").click()
    expect(told(widget)).to_have_text("All goals are met.")
    assert violations_in_each_scheme(widget.page) == []


@pytest.mark.slow
def test_a_reloaded_page_shows_the_current_goals(open_on: Callable[..., Notebook]) -> None:
    """In a separate notebook: ipywidgets waits for all that a kernel holds, and not for long."""
    notebook = open_on(LAB, SETUP + OWN, viewport=TALL)
    widget = notebook.show("solved()")
    notebook.page.evaluate(SAVE)
    widget.row("Fuji").click()
    notebook.page.keyboard.press("Alt+ArrowUp")
    expect(goals(widget)).to_have_text(["✓RR = 1.0000, now 1.0000: met"])
    notebook.page.reload()
    expect(goals(Widget(notebook.page))).to_have_text(["✓RR = 1.0000, now 1.0000: met"])
