"""What is seen: nothing is clipped on narrow screens, axe finds nothing, forced colours keep the choice visible."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.driver import CLIPPED, DRAWN_FOR_ITS_WIDTH, Widget, made, set_width, until, violations_in_each_scheme
from metrics_edu import language

Show = Callable[[Any], Widget]


def unfold(widget: Widget) -> None:
    for summary in widget.root.locator("summary").all():
        summary.click()


def expect_nothing_clipped(
    widget: Widget, part: Any, widths: Sequence[int], and_also: Callable[[], None] = lambda: None
) -> None:
    """Choose one tile after the other; nothing may stick out or be cut off on any width."""
    for tile in widget.root.locator(".me-tile").all():
        tile.click()
        expect(tile).to_have_attribute("aria-selected", "true")
        until(widget.root.locator("figcaption").text_content, lambda: part.figure["caption"])
        for width in widths:
            set_width(widget.root, width)
            widget.page.wait_for_function(DRAWN_FOR_ITS_WIDTH)
            until(lambda: widget.root.evaluate(CLIPPED), list)
            and_also()


@pytest.mark.parametrize("lists", ["one", "graded", "three"])
def test_nothing_is_clipped(show_part: Show, lists: str) -> None:
    widget = show_part(part := made(f"{lists}()"))
    if lists == "three":
        widget.root.get_by_role("tab", name="Mean of 3").click()
        expect(widget.rows.first).to_contain_text("Ana")
    else:
        widget.rows.nth(2).click()
        widget.button("More").click()
        widget.button("Paste").click()
    unfold(widget)
    expect_nothing_clipped(widget, part, (1280, 820, 700, 390, 300))


def test_nothing_is_clipped_in_spanish(show_part: Show) -> None:
    """Its words are longer; and a label is not squeezed to a letter a line."""

    def labels_are_whole() -> None:
        assert max(widget.root.locator(".me-label").evaluate_all("els => els.map(el => el.offsetHeight)")) < 70

    language.set_language("es")
    try:
        widget = show_part(part := made("one()"))
        expect_nothing_clipped(widget, part, (820, 700, 390, 274), labels_are_whole)
    finally:
        language.set_language("en")


def test_the_figure_is_drawn_for_its_width(show_part: Show) -> None:
    """Its letters are 12 pixels high whatever the width: it is drawn anew, not scaled."""
    widget = show_part(made("one()"))
    for width in (1000, 390):
        set_width(widget.root, width)
        widget.page.wait_for_function(
            """() => { const svg = document.querySelector(".me-svg svg");
                return Math.abs(svg.viewBox.baseVal.width - svg.getBoundingClientRect().width) <= 20; }"""
        )


STATES = {
    "items": "one()",
    "paste": "one()",
    "graded": "graded()",
    "mean": "three()",
    "empty": 'Explorer(Ranking.parse("NN", relevant=0))',
    "alone": "RankedList(Ranking.parse('NRR', relevant=3))",
}


TRIED_ALONE = ("graded", "mean", "alone")  # by axe, with less around them: in test_bare_page


@pytest.mark.parametrize(
    "state", [pytest.param(state, marks=pytest.mark.slow if state in TRIED_ALONE else ()) for state in STATES]
)
def test_axe_finds_nothing(show_part: Show, state: str) -> None:
    widget = show_part(made(STATES[state]))
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
    assert violations_in_each_scheme(widget.page) == []


def test_forced_colours_outline_what_is_chosen(show_part: Show) -> None:
    widget = show_part(made("one()"))
    widget.page.emulate_media(forced_colors="active")
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
