"""Two lists side by side, and the ideal list, by keys, by mouse, on narrow screens, after a reload."""

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
    drag,
    expect_no_shortcuts,
    made,
    measure,
    measure_all,
    press,
    rectangle,
    set_width,
    violations_in_each_scheme,
)

OWN = """
from metrics_edu.widgets import Compare, IdealList
HOSTILE = "<img src=x onerror=alert(1)> $\\\\href{javascript:alert(1)}{x}$ " + "long " * 20
def pair(**settings):
    return Compare(Ranking.parse("NRRN", relevant=3), Ranking.parse("RNNR", relevant=3), labels=APPLES[:4], **settings)
def hostile():
    return Compare(Ranking.parse("NR"), Ranking.parse("RN"), names=[HOSTILE, "b" * 80], labels=[HOSTILE, HOSTILE])
def long():
    return Compare(Ranking([1, 0] * 250), Ranking([0, 1] * 250), ["AP", "RR"])
def ideal(**settings):
    return IdealList("nDCG@10", Ranking.parse("3 0 2 0 1 0", pool="3 3 2 2 1 1"), labels=APPLES[:9], **settings)
def unfound():
    return IdealList("nDCG@10", Ranking.parse("NN", relevant=0), labels=[HOSTILE, "b"])
"""


@pytest.fixture(scope="module", params=HOSTS)
def notebook(request: pytest.FixtureRequest, open_on: Callable[..., Notebook]) -> Notebook:
    return open_on(request.param, SETUP + OWN, viewport=TALL | {"width": 1600})


def side(widget: Widget, name: str) -> Locator:
    return widget.root.get_by_role("group", name=name, exact=True)


def row(widget: Widget, list_: str, label: str) -> Locator:
    return side(widget, list_).locator(".me-row").filter(has=widget.page.get_by_text(label, exact=True))


def line_of(widget: Widget, name: str) -> Locator:
    return widget.root.locator("tr").filter(has=widget.page.locator(".me-measure").get_by_text(name, exact=True))


def test_focus_alone_chooses_a_row_of_the_other_list(notebook: Notebook) -> None:
    widget = notebook.show("Compare(Ranking.parse('NRRN'), Ranking.parse('RNNR'))")
    first, other = (widget.root.get_by_role("listbox").nth(k).locator(".me-row") for k in (0, 2))
    first.nth(0).click()
    other.nth(2).evaluate("row => row.focus()")
    expect(other.nth(2)).to_have_attribute("data-lit", "")
    expect(other.nth(2)).to_be_focused()


def test_moving_an_item_by_keys_updates_the_table(notebook: Notebook) -> None:
    widget, press = notebook.show("pair()"), notebook.page.keyboard.press
    expect(line_of(widget, "RR")).to_have_text("0.5000RR0.5000 ▶List 21.0000")
    row(widget, "List 1", "Gala").focus()
    press("ArrowDown")
    expect(row(widget, "List 1", "Fuji")).to_be_focused()
    press("Alt+ArrowUp")
    expect(line_of(widget, "RR")).to_have_text("1.0000▲ +0.5000RRequal1.0000")
    expect(row(widget, "List 1", "Fuji")).to_be_focused()
    expect(row(widget, "List 1", "Fuji")).to_have_attribute("data-rank", "1")
    expect(row(widget, "List 2", "Fuji")).to_have_attribute("data-rank", "2")
    expect(widget.root.get_by_role("status")).to_contain_text(
        "List 1: Fuji, rank 2 → 1. AP, Rankscore, DCG@4 and nDCG@4 prefer List 1: "
    )
    row(widget, "List 2", "Elstar").focus()
    press("Alt+ArrowUp")
    expect(row(widget, "List 2", "Elstar")).to_have_attribute("data-rank", "3")
    press("Control+z")
    press("Control+z")
    expect(line_of(widget, "RR")).to_contain_text("0.5000")
    notebook.wait_for("e.view['can']['undo']", False)
    press("Control+Shift+z")
    expect(line_of(widget, "RR")).to_contain_text("equal")


def test_buttons_and_mouse_move_items_as_keys_do(notebook: Notebook) -> None:
    widget = notebook.show("pair()")
    row_, table = (rectangle(widget.root.locator(name).first) for name in (".me-row", ".me-prefer tbody"))
    assert row_["y"] == pytest.approx(table["y"], abs=1.5), "lists and table begin on one line"
    expect(side(widget, "List 1").locator(".me-pool")).to_contain_text("|R| = 2 + 1 =", use_inner_text=True)
    row(widget, "List 2", "Fuji").click()
    expect(widget.root.get_by_role("toolbar", name="Edit the chosen item")).to_have_count(1)
    widget.button("Move up").click()
    expect(row(widget, "List 2", "Fuji")).to_have_attribute("data-rank", "1")
    row(widget, "List 1", "Gala").locator(".me-toggle").click()
    expect(row(widget, "List 1", "Gala").locator(".me-badge")).to_have_text("R")
    expect(widget.root.locator(".me-other-users")).to_contain_text("4 and 3")
    drag(row(widget, "List 2", "Elstar"), row(widget, "List 2", "Gala"))
    expect(row(widget, "List 2", "Elstar")).to_have_attribute("data-rank", "2")
    widget.button("Reset").click()
    notebook.wait_for("repr(e)", "Compare(Ranking('NRRN', relevant=3), Ranking('RNNR', relevant=3))")


def test_a_bar_extends_from_the_middle_toward_the_preferred_list(notebook: Notebook) -> None:
    widget = notebook.show(
        "Compare(Ranking([5, 0, 0], pool=[5]), Ranking([0, 0, 5], pool=[5]), ['RR', 'DCG@3', 'P@3'])"
    )
    widths = {}
    for name in ("RR", "DCG@3", "P@3"):
        bar = rectangle(line_of(widget, name).locator(".me-lead-bar"))
        track = rectangle(line_of(widget, name).locator(".me-lead"))
        widths[name] = bar["width"]
        if name != "P@3":
            assert bar["x"] + bar["width"] == pytest.approx(track["x"] + track["width"] / 2, abs=1)
        if name == "DCG@3":
            assert bar["width"] == pytest.approx(track["width"] / 2, abs=1), "the longest has all of its half"
    assert widths["P@3"] == 0
    assert widths["RR"] == pytest.approx(2 / 3 * widths["DCG@3"], rel=0.02)
    expect(line_of(widget, "RR").locator(".me-lead-by")).to_have_text("◀ 0.6667")
    expect(line_of(widget, "DCG@3")).to_have_attribute("data-beyond", "")
    widget.button("Move up").or_(row(widget, "List 2", "Item 1")).first.click()
    press(notebook.page, "Alt+ArrowUp", "Alt+ArrowUp", "Alt+ArrowUp")
    expect(line_of(widget, "RR").locator(".me-lead")).to_have_text("equal")


def test_the_chosen_item_is_highlighted_in_both_lists(notebook: Notebook) -> None:
    widget = notebook.show("Compare(*[Ranking.parse(t) for t in ('RNN', 'NRN')], labels=(list('abc'), list('bac')))")
    row(widget, "List 1", "a").focus()
    lit = widget.root.locator(".me-row[data-lit]")
    expect(lit).to_have_text(["1Ra⠿", "2Ra⠿"])
    press(notebook.page, "ArrowDown")
    expect(lit).to_have_text(["2Nb⠿", "1Nb⠿"])
    row(widget, "List 2", "b").click()
    notebook.wait_for("repr(e.ranking)", "Ranking('NRN', relevant=1)")
    expect(widget.root.locator(".me-pair-edit > .me-name")).to_have_text("List 2")


def test_an_item_cannot_be_dragged_to_the_other_list(notebook: Notebook) -> None:
    widget = notebook.show("pair()")
    start, end = (rectangle(row(widget, list_, "Fuji")) for list_ in ("List 1", "List 2"))
    notebook.page.mouse.move(start["x"] + 100, start["y"] + 10)
    notebook.page.mouse.down()
    notebook.page.mouse.move(end["x"] + 100, end["y"] + 10, steps=20)
    notebook.page.mouse.up()
    expect(notebook.page.locator(".me-clone")).to_have_count(0)
    row(widget, "List 2", "Gala").locator(".me-toggle").click()  # done after whatever the drag has sent
    expect(row(widget, "List 2", "Gala").locator(".me-badge")).to_have_text("N")
    expect(side(widget, "List 2").locator(".me-row[data-rank]")).to_have_count(4)
    assert notebook.python("[len(one.shown) for one in e.rankings]") == [4, 4]
    notebook.wait_for("repr(e.rankings[1])", "Ranking('NNNR', relevant=2)")


def test_fast_repeated_edits_are_all_applied(notebook: Notebook) -> None:
    widget = notebook.show("long()")
    row(widget, "List 1", "Item 40").focus()
    press(notebook.page, *["Alt+ArrowUp"] * 15)
    expect(row(widget, "List 1", "Item 40")).to_have_attribute("data-rank", "25")
    expect(row(widget, "List 1", "Item 40")).to_be_focused()


def test_the_ideal_list_follows_edits_and_its_kind(notebook: Notebook) -> None:
    widget = notebook.show("ideal()")
    best, value = widget.root.locator(".me-fixed .me-row"), widget.root.locator(".me-value")
    expect(value).to_have_text("0.5944")
    expect(best.nth(1)).to_contain_text("missed")
    widget.root.get_by_label("The ideal list").select_option("retrieved")
    expect(value).to_have_text("0.9461")
    expect(best.filter(has_text="missed")).to_have_count(0)
    expect(widget.root.locator(".me-own")).to_contain_text("A common mistake")
    best.nth(1).click()
    expect(widget.root.locator("[role=option][data-lit]")).to_contain_text("Jonagold")
    widget.rows.nth(2).focus()
    notebook.page.keyboard.press("Alt+ArrowUp")
    expect(best.nth(1)).not_to_contain_text("from")
    expect(widget.root.get_by_role("status")).to_contain_text("rank 3 → 2. nDCG@10 = DCG@10 / IDCG@10 =")
    expect(widget.root.get_by_role("status")).to_contain_text("Rank 2, Jonagold:")
    notebook.page.keyboard.press("Control+z")
    notebook.page.keyboard.press("Control+z")
    expect(value).to_have_text("0.5944")


def test_a_line_links_each_item_to_its_ideal_rank(notebook: Notebook) -> None:
    widget = notebook.show("ideal()")
    links = widget.root.locator(".me-link")
    expect(links).to_have_count(6)
    expect(widget.root.locator(".me-link[data-missed]")).to_have_count(3)
    expect(widget.root.get_by_text("Choose an item to highlight its line.")).to_be_visible()
    widget.rows.nth(2).focus()
    expect(widget.root.get_by_text("Solid line: shown; dashed: missed.")).to_be_visible()
    press(notebook.page, "ArrowDown")  # an item that is worth nothing has no place
    expect(widget.root.locator(".me-link[data-lit]")).to_have_count(0)
    press(notebook.page, "End")
    press(notebook.page, "ArrowDown", "ArrowDown")
    lit = widget.root.locator(".me-link[data-lit]")
    expect(lit).to_have_attribute("data-missed", "")
    expect(widget.root.get_by_role("status")).to_contain_text("In the ideal list it is at rank 4: 1.2920 there.")
    path = measure(
        lit, "el => [0, el.getTotalLength()].map(at => el.getPointAtLength(at).matrixTransform(el.getScreenCTM()).y)"
    )
    rows = measure_all(
        widget.root.locator(".me-row[data-lit]"),
        "rows => rows.map(row => row.getBoundingClientRect()).map(box => box.top + box.height / 2)",
    )
    assert path == pytest.approx(rows, abs=1)
    assert lit.evaluate("el => el === el.parentNode.lastElementChild")  # over the others
    set_width(widget.root, 390)
    expect(links).to_have_count(4)  # of the steep ones that of the chosen row alone; of the others a word says
    expect(widget.root.locator(".me-fixed").get_by_text("missed")).to_have_count(3)
    expect(widget.rows.nth(2).locator(".me-row-term")).to_be_visible()
    expect(widget.root.locator(".me-head > .me-end:not(.me-pool)")).to_contain_text(["dgi", "dg*i"])
    tops = measure_all(
        widget.root.locator(".me-item-list > :first-child"), "rows => rows.map(row => row.getBoundingClientRect().top)"
    )
    assert tops[0] == pytest.approx(tops[-1], abs=1), "both lists begin on one line"
    assert measure(widget.root, "el => el.scrollWidth - el.clientWidth") == 0
    widget.rows.nth(2).focus()
    notebook.page.keyboard.press("Alt+ArrowUp")
    expect(widget.root.locator(".me-quotient .me-delta")).to_contain_text("▲")
    assert measure(widget.root, "el => el.scrollWidth - el.clientWidth") == 0  # with what the edit changed


def test_only_the_chosen_row_draws_a_line_to_hidden_rows(notebook: Notebook) -> None:
    widget = notebook.show("IdealList('nDCG', Ranking([0] * 499 + [1]))")
    expect(widget.root.locator(".me-link")).to_have_count(0)
    expect(widget.root.locator(".me-fixed .me-where")).to_be_visible()
    widget.root.locator(".me-fixed .me-row").click()
    expect(widget.root.locator(".me-link")).to_have_count(1)
    expect(widget.rows.last).to_be_in_viewport()


@pytest.mark.parametrize("source", ["ideal()", "IdealList('nDCG', Ranking([1, 0, 3, 2] * 20))", "pair()"])
def test_one_live_region_announces_an_edit(notebook: Notebook, source: str) -> None:
    widget = notebook.show(source)
    expect(widget.root.locator("[role=status], [aria-live]")).to_have_count(1)
    widget.rows.nth(2).click()
    if "pair" not in source:
        expect(widget.root.get_by_role("status")).to_contain_text("Rank 3, ")
        expect(widget.root.get_by_role("status")).to_contain_text(", it adds ")
    notebook.page.keyboard.press("Alt+ArrowUp")
    expect(widget.root.get_by_role("status")).to_contain_text("rank 3 → 2.")


def test_an_ideal_list_without_relevant_items_is_explained(notebook: Notebook) -> None:
    widget = notebook.show("unfound()")
    expect(widget.root.locator(".me-value")).to_have_text("0/0")
    expect(widget.root.locator(".me-quotient")).to_contain_text("no item is relevant")


@pytest.mark.parametrize("source", ["pair()", "ideal()"])
def test_widget_keys_trigger_no_notebook_shortcuts(notebook: Notebook, source: str) -> None:
    widget = notebook.show(source)
    widget.rows.first.click()
    cells = notebook.cells()
    menus = ["select"] if "ideal" in source else []
    for selector in (".me-row[tabindex='0']", ".me-tools button", ".me-edit button", *menus):
        widget.root.locator(selector).first.focus()
        press(notebook.page, "m", "d", "d", "x")
    assert notebook.cells() == cells
    expect_no_shortcuts(widget.root)


@pytest.mark.parametrize("source", ["pair()", "hostile()", "ideal()", "unfound()"])
def test_nothing_is_clipped(show_part: Callable[[Any], Widget], source: str) -> None:
    widget = show_part(made(source, SETUP + OWN))
    widget.page.evaluate("() => { window.alert = () => { window.alarmed = true; }; }")
    widget.rows.nth(1).click()
    widget.root.get_by_role("button", name="More", exact=True).first.click()
    for width in (1280, 820, 560, 390, 274):
        set_width(widget.root, width)
        assert [text for text in clipped(widget.root) if not text.startswith("B.me-name")] == []  # it ends in "…"
    assert widget.root.locator("img").count() == 0
    assert not widget.page.evaluate("window.alarmed")


@pytest.mark.parametrize(
    "source", ["pair()", "hostile()", pytest.param("long()", marks=pytest.mark.slow), "ideal()", "unfound()"]
)
def test_axe_finds_no_violation(show_part: Callable[[Any], Widget], source: str) -> None:
    widget = show_part(made(source, SETUP + OWN))
    widget.rows.nth(1).click()
    widget.page.keyboard.press("Alt+ArrowUp")
    expect(widget.root.locator(".me-row[data-lit]").first).to_have_attribute("data-rank", "1")
    assert violations_in_each_scheme(widget.page) == []


@pytest.mark.slow
def test_a_reloaded_page_shows_both_edited_lists(open_on: Callable[..., Notebook]) -> None:
    """In a separate notebook: ipywidgets waits for all that a kernel holds, and not for long."""
    notebook = open_on(LAB, SETUP + OWN, viewport=TALL)
    widget = notebook.show("pair()")
    notebook.page.evaluate(SAVE)
    row(widget, "List 2", "Fuji").click()
    notebook.page.keyboard.press("Alt+ArrowUp")
    expect(row(widget, "List 2", "Fuji")).to_have_attribute("data-rank", "1")
    notebook.page.reload()
    widget = Widget(notebook.page)
    expect(row(widget, "List 2", "Fuji")).to_have_attribute("data-rank", "1")
    expect(row(widget, "List 2", "Fuji")).to_have_attribute("data-lit", "")
    row(widget, "List 1", "Gala").click()
    notebook.page.keyboard.press("Alt+ArrowDown")
    notebook.wait_for("repr(e)", "Compare(Ranking('RNRN', relevant=3), Ranking('NRNR', relevant=3))")
