"""What is seen: nothing is clipped on narrow screens, axe finds nothing, forced colours keep the choice visible."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from metrics_edu import Ranking, language
from metrics_edu.widgets import Compare, Explorer, IdealList, RankedList
from metrics_homework.policy import Policy
from metrics_homework.widgets import ExerciseSheet, SubmissionUpload
from tests.browser.bare import BarePage
from tests.browser.driver import (
    THOROUGH,
    Widget,
    clipped,
    faint,
    made,
    measure,
    measure_all,
    on_page,
    resize,
    scheme,
    set_width,
    settled,
    small,
    until,
    violations_in_each_scheme,
)
from tests.browser.test_bare_page import PARTS
from website.build.sources import own_file

Show = Callable[[Any], Widget]

SIGNS = """root => [...root.querySelectorAll(".me-sums > :nth-child(3n + 2), .me-sums > .me-whole > :last-child")]
  .map(line => Math.round(line.querySelector(".me-eq").getBoundingClientRect().left))"""
"""Where each line of a working has its first sign."""


STYLES = """sheet => {
    if (sheet) for (const style of document.querySelectorAll("style")) style.textContent = sheet;
    const elements = [...document.querySelectorAll(".metrics-edu, .metrics-edu *")];
    return elements.map(element => [...getComputedStyle(element)].map(
        name => `${element.className} ${name}: ${getComputedStyle(element)[name]}`).join(";"));
}"""
"""The computed styles of every element, perhaps with another style sheet."""


def unfold(widget: Widget) -> None:
    for summary in widget.root.locator("summary").all():
        summary.click()


def expect_nothing_clipped(
    widget: Widget, part: Any, widths: Sequence[int], and_also: Callable[[], None] = lambda: None
) -> None:
    """Choose one tile after the other; nothing may stick out or be cut off: of the first on any width, of others (but for
    `make test-all`) where it is narrowest.
    """
    tiles = widget.root.locator(".me-tile").all()
    assert tiles
    for tile in tiles:
        tile.click()
        expect(tile).to_have_attribute("aria-selected", "true")
        until(widget.root.locator("figcaption").first.text_content, lambda: on_page(part.figure["caption"]))
        for width in widths if tile is tiles[0] or THOROUGH else widths[-1:]:
            set_width(widget.root, width)
            assert clipped(widget.root) == [], width
            assert len({*widget.root.evaluate(SIGNS)}) < 2
            and_also()


@pytest.mark.parametrize("lists", ["one", "graded", "three"])
@pytest.mark.parametrize("is_lecture", [False, True], ids=["list", "lecture"])
def test_the_sites_own_sheet_styles_an_explorer_as_all_sheets_do(show_part: Show, lists: str, is_lecture: bool) -> None:
    """The page needs no other sheet before Python is there."""
    widget = show_part(made(f"{lists}()"))
    if is_lecture:
        widget.root.locator(".me-present").click()
    else:
        widget.rows.nth(2).click()
        widget.button("More").click()
        unfold(widget)
    widget.page.evaluate("document.getAnimations().forEach(animation => animation.finish())")
    styles = widget.page.evaluate(STYLES, "")
    assert len(styles) > 100
    assert widget.page.evaluate(STYLES, own_file("explorer.css").read_text("utf-8")) == styles


@pytest.mark.parametrize("lists", [pytest.param("one", marks=pytest.mark.slow), "graded", "three"])
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
    """Its words are longer; and a label is not squeezed to a character a line."""

    def labels_are_whole() -> None:
        assert max(measure_all(widget.root.locator(".me-label"), "els => els.map(el => el.offsetHeight)")) < 70

    language.set_language("es")
    try:
        widget = show_part(part := made("one()"))
        expect_nothing_clipped(widget, part, (820, 700, 390, 274), labels_are_whole)
    finally:
        language.set_language("en")


TICKS = """svg => [...svg.querySelectorAll('text[text-anchor="middle"]')].map(text => text.getBoundingClientRect())
  .filter((one, k, all) => k && one.left - all[k - 1].right < 3 && one.top === all[k - 1].top).length"""
"""How many numbers of ranks touch the one before."""


def test_the_figure_is_redrawn_at_each_width(show_part: Show) -> None:
    """Its text is 12 pixels high whatever the width: it is drawn again, not scaled; and no two of them touch."""
    widget = show_part(Explorer(Ranking.parse("NRRNNNRNNRRR", relevant=8)))
    for width in (1000, 390):
        set_width(widget.root, width)
        figure = widget.root.locator(".me-svg svg")
        assert figure.evaluate("svg => Math.abs(svg.viewBox.baseVal.width - svg.getBoundingClientRect().width)") <= 20
        assert figure.evaluate(TICKS) == 0


FIFTY = Ranking([rank % 3 % 2 for rank in range(50)])


@pytest.mark.parametrize(
    "part",
    [Explorer, partial(IdealList, "nDCG@10"), lambda fifty: Compare(fifty, fifty)],
    ids=["explorer", "ideal", "compare"],
)
def test_editing_a_long_list_restyles_only_changed_elements(show_part: Show, part: Callable[..., Any]) -> None:
    """One of a thousand rules that asks a box what it holds, by ``:has()``, can make each edit restyle the whole part."""
    widget = show_part(part(FIFTY))
    events: list[Any] = []
    ended: list[Any] = []
    cdp = widget.page.context.new_cdp_session(widget.page)
    cdp.on("Tracing.dataCollected", lambda data: events.extend(data["value"]))
    cdp.on("Tracing.tracingComplete", lambda data: ended.append(data))
    cdp.send("Tracing.start", {"categories": "devtools.timeline", "transferMode": "ReportEvents"})
    badge = widget.rows.nth(3).locator(".me-badge")
    was = badge.text_content()
    widget.rows.nth(3).locator(".me-toggle").click()
    expect(badge).not_to_have_text(was or "")
    settled(widget.page)
    cdp.send("Tracing.end")
    until(lambda: bool(widget.page.evaluate("1") and ended), lambda: True)  # what was traced comes with an answer
    restyled = [event["args"]["elementCount"] for event in events if event["name"] == "UpdateLayoutTree"]
    assert 0 < sum(restyled) < 150


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
def test_axe_finds_no_violation(show_part: Show, state: str) -> None:
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


def test_forced_colours_outline_the_chosen_row(show_part: Show) -> None:
    widget = show_part(made("one()"))
    scheme(widget.page, forced_colors="active")
    widget.rows.nth(2).click()
    for el in (widget.rows.nth(2), widget.root.locator(".me-term[data-lit]")):
        expect(el).to_have_css("outline-style", "solid")
        expect(el).to_have_css("outline-width", "3px")
    expect(widget.rows.nth(3)).not_to_have_css("outline-style", "solid")
    selected, other = (
        measure(
            widget.root.locator(f".me-tile[aria-selected={chosen}]").first, "el => getComputedStyle(el).backgroundColor"
        )
        for chosen in ("true", "false")
    )
    assert selected != other


POLICY = Policy(
    submissions={"ranking": {"file": "ranking.json"}},
    data={"train": "no.csv", "validation": "no.csv"},
    measures=["MAP@10"],
)
HANDED_IN: dict[str, Callable[[Path], Any]] = {
    "ExerciseSheet": lambda folder: ExerciseSheet(["AP@5"], class_code="iic3633", student="ana", folder=folder),
    "SubmissionUpload": lambda _folder: SubmissionUpload(POLICY),
}
ALL_PARTS = PARTS | HANDED_IN


def make_part(name: str, folder: Path) -> Any:
    return HANDED_IN[name](folder) if name in HANDED_IN else PARTS[name]()


def shown_whole(bare: BarePage, part: Any) -> None:
    """Show a part with all that it folds, and with an item chosen."""
    page = bare.show(part)
    page.evaluate("document.querySelectorAll('details').forEach(el => { el.open = true; })")
    row = page.locator(".me-row[data-rank]")
    if row.count():
        row.nth(min(row.count(), 3) - 1).click()


@pytest.mark.parametrize("name", ALL_PARTS)
def test_text_is_legible_and_targets_are_large_enough(bare_page: BarePage, tmp_path: Path, name: str) -> None:
    """In the light and in the dark, wide and narrow."""
    shown_whole(bare_page, make_part(name, tmp_path))
    page = bare_page.page
    for width in (1280, 390):
        assert small(resize(page, width)) == []
        for colours in ("light", "dark"):
            assert faint(scheme(page, colours)) == [], (width, colours)


@pytest.fixture(scope="module")
def phone(make_bare: Callable[..., BarePage]) -> BarePage:
    return make_bare(viewport={"width": 390, "height": 900}, has_touch=True, is_mobile=True)


@pytest.mark.parametrize("name", ALL_PARTS)
def test_touch_targets_are_large_enough_on_a_phone(phone: BarePage, tmp_path: Path, name: str) -> None:
    shown_whole(phone, make_part(name, tmp_path))
    assert small(phone.page, 44) == []


def test_a_long_name_wraps_to_two_lines_in_its_row(bare_page: BarePage) -> None:
    """Names that begin alike can be distinguished, and rows stay as high as the others."""
    shown = bare_page.show(RankedList(Ranking.parse("RN"), ["The Lord of the Rings: " * 3, "Gala"]))
    resize(bare_page.page, 390)
    lines, one = measure_all(shown.locator(".me-item-list .me-label"), "els => els.map(el => el.offsetHeight)")
    assert one < lines <= 30


@pytest.mark.parametrize("width", [820, 390])
def test_the_note_on_missed_items_keeps_its_own_line(bare_page: BarePage, tmp_path: Path, width: int) -> None:
    """Beside ten marks it had a character a line."""
    language.set_language("es")
    try:
        shown_whole(bare_page, ExerciseSheet(["RR"], class_code="iic3633", student="ana", folder=tmp_path))
        page = resize(bare_page.page, width)
        notes = page.locator(".me-card-list .me-note")
        assert [note.evaluate("el => el.offsetHeight") < 24 for note in notes.all()] == [True, True]
        field, empty = (
            measure(page.locator(f".me-card-answer {part}").first, "el => el.getBoundingClientRect().toJSON()")
            for part in ("input", "> .me-note")
        )
        assert empty["left"] - field["right"] > 12, "off the ring of the focus"
        assert field["top"] < empty["top"] < field["bottom"], "on the field's line"
    finally:
        language.set_language("en")
