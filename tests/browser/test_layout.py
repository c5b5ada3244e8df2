"""What is seen: nothing is clipped on narrow screens, axe finds nothing, forced colours keep the choice visible."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from browser.driver import CLIPPED, NOTEBOOK, TALL, Notebook, Widget, set_width, until, violations


@pytest.fixture(scope="module")
def notebook(lab_server: object, open_notebook: Callable[..., Page]) -> Notebook:
    return Notebook(open_notebook(lab_server, NOTEBOOK, viewport=TALL | {"width": 1900}))


def unfold(widget: Widget) -> None:
    for summary in widget.root.locator("summary").all():
        summary.click()


@pytest.mark.parametrize("width", [1280, 820, 700, 390, 300])
@pytest.mark.parametrize("lists", ["one", "graded", "three"])
def test_nothing_is_clipped(notebook: Notebook, lists: str, width: int) -> None:
    widget = notebook.show(f"{lists}()")
    set_width(widget.root, width)
    if lists == "three":
        widget.root.get_by_role("tab", name="Mean of 3").click()
        expect(widget.rows.first).to_contain_text("Ana")
    else:
        widget.rows.nth(2).click()
        widget.button("More").click()
        widget.button("Paste").click()
    unfold(widget)
    for tile in widget.root.locator(".me-tile").all():
        tile.click()
        expect(tile).to_have_attribute("aria-selected", "true")
        until(widget.root.locator("figcaption").text_content, lambda: notebook.python("e.figure['caption']"))
        assert widget.root.evaluate(CLIPPED) == [], tile.text_content()


@pytest.mark.parametrize("width", [820, 700, 390, 274])
def test_nothing_is_clipped_in_spanish(notebook: Notebook, width: int) -> None:
    """Its words are longer; and a label is not squeezed to a letter a line."""
    switch = "__import__('metrics_edu').set_language('{}')"
    notebook.python(switch.format("es"))
    try:
        widget = notebook.show("one()")
        set_width(widget.root, width)
        for tile in widget.root.locator(".me-tile").all():
            tile.click()
            expect(tile).to_have_attribute("aria-selected", "true")
            until(widget.root.locator("figcaption").text_content, lambda: notebook.python("e.figure['caption']"))
            assert widget.root.evaluate(CLIPPED) == [], tile.text_content()
            heights = widget.root.locator(".me-label").evaluate_all("els => els.map(el => el.offsetHeight)")
            assert max(heights) < 70, tile.text_content()
    finally:
        notebook.python(switch.format("en"))


def test_the_figure_is_drawn_for_its_width(notebook: Notebook) -> None:
    """Its letters are 12 pixels high whatever the width: it is drawn anew, not scaled."""
    for width in (1000, 390):
        widget = notebook.show()
        set_width(widget.root, width)
        notebook.page.wait_for_function(
            """() => { const svg = document.querySelector(".me-svg svg");
                return Math.abs(svg.viewBox.baseVal.width - svg.getBoundingClientRect().width) <= 20; }"""
        )
        assert widget.root.evaluate(CLIPPED) == []


@pytest.mark.parametrize("state", ["items", "paste", "graded", "mean", "empty", "alone"])
def test_axe_finds_nothing(notebook: Notebook, theme: str, state: str) -> None:
    source = {"graded": "graded()", "mean": "three()", "empty": 'Explorer(Ranking.parse("NN", relevant=0))'}
    widget = notebook.show(
        source.get(state, "RankedList(Ranking.parse('NRR', relevant=3))" if state == "alone" else "one()")
    )
    if state == "mean":
        widget.root.get_by_role("tab", name="Mean of 3").click()
        expect(widget.rows.first).to_contain_text("Ana")
    widget.rows.nth(1).click()
    if state in ("items", "graded"):
        widget.button("More").click()
        widget.toggle("Fuji" if state == "items" else "Item 2").click()
        expect(widget.root.locator(".me-line")).to_contain_text("is now")
        unfold(widget)
    if state == "paste":
        widget.button("Paste").click()
        widget.root.get_by_role("textbox", name="Paste a list").fill("9 9")
        widget.button("Use this list").click()
        expect(widget.root.get_by_role("alert")).not_to_be_empty()
    assert violations(notebook.page) == []


def test_the_widget_follows_the_theme(notebook: Notebook, theme: str) -> None:
    widget = notebook.show()
    light = widget.root.evaluate("el => getComputedStyle(el).colorScheme")
    assert light == ("light" if "Light" in theme else "dark")
    ink, paper = (widget.root.evaluate(f"el => getComputedStyle(el).{name}") for name in ("color", "backgroundColor"))
    assert (
        sum(map(int, ink[4:].strip("()a").split(",")[:3])) < sum(map(int, paper[4:].strip("()a").split(",")[:3]))
    ) == ("Light" in theme)


def test_forced_colours_outline_what_is_chosen(notebook: Notebook) -> None:
    widget, page = notebook.show(), notebook.page
    page.emulate_media(forced_colors="active")
    try:
        widget.rows.nth(2).click()
        for el in (widget.rows.nth(2), widget.root.locator(".me-term[data-lit]")):
            expect(el).to_have_css("outline-style", "solid")
            expect(el).to_have_css("outline-width", "3px")
        expect(widget.rows.nth(3)).not_to_have_css("outline-style", "solid")
        selected, other = (
            widget.root.locator(f".me-tile[aria-selected={chosen}]").first.evaluate(
                "el => getComputedStyle(el).backgroundColor"
            )
            for chosen in ("true", "false")
        )
        assert selected != other
    finally:
        page.emulate_media(forced_colors="none")
