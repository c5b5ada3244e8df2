"""The keyboard: everything can be done with it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from metrics_edu import Ranking
from metrics_edu.widgets import Explorer
from tests.browser.bare import BarePage
from tests.browser.driver import FOCUSABLE, HOSTS, Notebook, Widget, expect_no_shortcuts, press, until


@pytest.fixture(scope="module", params=HOSTS)
def notebook(request: pytest.FixtureRequest, open_on: Callable[..., Notebook]) -> Notebook:
    notebook = open_on(request.param)
    notebook.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    return notebook


def show_everything(notebook: Notebook) -> Widget:
    widget = notebook.show("three(graded='graded', n=3)")
    widget.tile("nDCG@3").click()
    widget.row("Item 2").click()
    for name in ("Paste", "More"):
        widget.button(name).click()
    for summary in widget.root.locator("summary").all():
        summary.click()
    return widget


def test_every_focusable_element_suppresses_notebook_shortcuts(notebook: Notebook) -> None:
    widget = show_everything(notebook)
    expect(widget.root.locator(FOCUSABLE).nth(60)).to_be_attached()
    expect_no_shortcuts(widget.root)


def tab_to(widget: Widget, target: Locator, key: str = "Tab") -> None:
    """Press Tab until the target has the focus."""
    for _press in range(60):
        if target.evaluate("el => el === document.activeElement"):
            return
        widget.page.keyboard.press(key)
    raise AssertionError(f"{target} cannot be reached by {key}")


def expect_focus(widget: Widget, label: str, rank: int) -> None:
    """Wait until this row has this rank; it must have the focus."""
    row = widget.row(label)
    expect(row).to_have_attribute("data-rank", str(rank))
    expect(row).to_be_focused()
    expect(row).to_have_attribute("aria-selected", "true")


def test_editing_a_list_works_with_the_keyboard_alone(notebook: Notebook) -> None:
    widget, press = notebook.show(), notebook.page.keyboard.press
    notebook.page.locator(".jp-Notebook").evaluate("el => el.focus()")
    tab_to(widget, widget.row("Gala"))
    press("ArrowDown")
    expect_focus(widget, "Fuji", 2)
    expect(widget.say).to_contain_text("Rank 2, Fuji")
    press("Alt+ArrowDown")
    expect_focus(widget, "Fuji", 3)
    press(" ")
    expect(widget.row("Fuji").locator(".me-badge")).to_have_text("N")
    expect_focus(widget, "Fuji", 3)
    press("Delete")
    expect(widget.row("Fuji")).to_have_count(0)
    expect_focus(widget, "Elstar", 3)
    press("Control+z")
    expect(widget.row("Fuji")).to_have_attribute("data-rank", "3")
    expect(widget.row("Elstar")).to_be_focused()
    press("Control+Shift+z")
    expect(widget.row("Fuji")).to_have_count(0)
    expect_focus(widget, "Elstar", 3)
    until(widget.state.input_value, lambda: notebook.python("e.state"))


def test_adding_renaming_and_pasting_work_with_the_keyboard_alone(notebook: Notebook) -> None:
    widget, press, type_text = notebook.show(), notebook.page.keyboard.press, notebook.page.keyboard.type
    widget.row("Fuji").focus()
    tab_to(widget, widget.button("More"))
    press("Enter")
    tab_to(widget, widget.button("Add item"))
    press("Enter")
    expect(widget.row("Item 13")).to_have_attribute("aria-selected", "true")
    expect(widget.button("Add item")).to_be_focused()
    name = widget.root.get_by_label("Rename")
    tab_to(widget, name, "Shift+Tab")
    press("Control+a")
    type_text("Zari")
    press("Enter")
    expect(widget.row("Zari")).to_have_attribute("data-rank", "3")
    expect(name).to_be_focused()
    tab_to(widget, widget.button("Paste"), "Shift+Tab")
    press("Enter")
    type_text("Plum, R\nPear\nFig, R\n")
    tab_to(widget, widget.button("Use this list"))
    press("Enter")
    widget.expect_labels("Plum", "Pear", "Fig")
    expect(widget.rows).to_have_count(3)
    expect(widget.button("Paste")).to_be_focused()
    assert notebook.python("repr(e)") == "Explorer('RNR', relevant=2)"


def test_the_relevant_count_is_set_with_the_keyboard_alone(notebook: Notebook) -> None:
    widget, press, type_text = notebook.show(), notebook.page.keyboard.press, notebook.page.keyboard.type
    total, missed = widget.root.get_by_role("spinbutton", name="|R|, all relevant items"), "Missed items"
    widget.row("Fuji").focus()
    tab_to(widget, total)
    press("Control+a")
    type_text("20")
    press("Enter")
    expect(widget.tile("Recall@10")).to_contain_text("0.2000")
    expect(widget.root.locator(".me-pool")).to_contain_text("|R| = 6 shown + 14 missed =")
    expect(total).to_be_focused()
    notebook.expect_same_as_kernel(widget)
    press("Tab")
    for _press in range(3):
        press("Enter")
    expect(total).to_have_value("23")
    until(lambda: len(widget.labels(missed)), lambda: 17)
    for _press in range(3):
        press("Control+z")
    expect(total).to_have_value("20")
    total.focus()
    press("Control+a")
    type_text("5")
    press("Enter")
    expect(widget.root.get_by_role("alert")).to_contain_text("|R| must be from 6, the relevant items that are shown")
    expect(total).to_have_value("20")
    notebook.expect_same_as_kernel(widget)


def test_metric_and_settings_are_chosen_with_the_keyboard_alone(notebook: Notebook) -> None:
    widget, press = notebook.show(), notebook.page.keyboard.press
    tile = widget.tile("AP")
    widget.row("Gala").focus()
    tab_to(widget, tile, "Shift+Tab")
    for name in ("RR", "Rankscore", "DCG@10"):
        press("ArrowRight")
        expect(widget.tile(name)).to_have_attribute("aria-selected", "true")
        expect(widget.tile(name)).to_be_focused()
    expect(widget.root.locator(".me-metric")).to_have_text("DCG@10")
    n = widget.root.get_by_label("Cut-off n", exact=True)
    tab_to(widget, n)
    press("ArrowDown")
    expect(widget.tile("DCG@9")).to_be_visible()
    expect(n).to_be_focused()
    expect(n).to_have_value("9")
    press("Tab")
    press("Enter")
    expect(n).to_have_value("10")
    until(widget.state.input_value, lambda: notebook.python("e.state"))
    tab_to(widget, widget.settings)
    press("Enter")
    tab_to(widget, widget.button("Copy"))
    press("Enter")
    expect(widget.root.get_by_text("Copied")).to_be_visible()
    assert notebook.page.evaluate("navigator.clipboard.readText()") == notebook.python("e.state")


def test_the_terms_form_one_tab_stop(notebook: Notebook) -> None:
    widget, press = notebook.show(), notebook.page.keyboard.press
    widget.row("Jonagold").focus()
    term = widget.root.locator(".me-term[data-rank='3']")
    tab_to(widget, term)
    press("ArrowRight")
    expect(widget.root.locator(".me-term[data-rank='6']")).to_be_focused()
    expect(widget.row("Pinova")).to_have_attribute("aria-selected", "true")
    press("Tab")
    expect(widget.root.locator(".me-term:focus")).to_have_count(0)


def test_users_are_chosen_with_the_keyboard_alone(notebook: Notebook) -> None:
    widget, press = notebook.show("three()"), notebook.page.keyboard.press
    widget.root.get_by_role("tab", name="Ana").focus()
    press("ArrowRight")
    expect(widget.root.get_by_role("tab", name="Ben")).to_have_attribute("aria-selected", "true")
    press("End")
    mean = widget.root.get_by_role("tab", name="Mean of 3")
    expect(mean).to_have_attribute("aria-selected", "true")
    expect(mean).to_be_focused()
    expect(widget.root.get_by_role("listbox", name="Users").get_by_role("option")).to_have_count(3)


def test_a_moved_row_never_loses_the_focus(notebook: Notebook) -> None:
    """A screen reader would read the row again each time; here the key is held."""
    widget = notebook.show()
    widget.row("Gala").focus()
    widget.root.evaluate("""root => {
        window.lost = 0;
        root.addEventListener("focusout", () => { window.lost += 1; });
    }""")
    for _move in range(8):
        notebook.page.keyboard.press("Alt+ArrowDown")
    expect_focus(widget, "Gala", 9)
    assert notebook.page.evaluate("window.lost") == 0


def test_a_key_ends_a_press_whose_release_is_lost(bare_page: BarePage) -> None:
    explorer = Explorer(Ranking.parse("NRRNR"))
    page = bare_page.show(explorer)
    page.locator(".me-row").nth(2).hover()
    page.mouse.down()
    press(page, "ArrowDown")
    until(lambda: "chosen=4" in explorer.state, lambda: True)
    page.mouse.up()


def test_a_press_that_edits_is_one_message(bare_page: BarePage) -> None:
    explorer = Explorer(Ranking.parse("NRRNR"))
    actions: list[str] = []
    explorer.on_msg(lambda _widget, message, _buffers: actions.append(message["do"]))
    page = bare_page.show(explorer)
    for k in (3, 1):
        page.locator(".me-toggle").nth(k).click()
        until(lambda k=k: f"chosen={k + 1}" in explorer.state, lambda: True)
    assert actions == ["toggle", "toggle"]
