"""Lists that move: an edit slides what it changes, at once and for a quarter of a second, and nothing else does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from metrics_edu import Ranking
from metrics_edu.widgets import Compare, Explorer, IdealList, RankedList
from tests.browser.bare import BarePage
from tests.browser.driver import TALL, resize, settled

# Notes what slides, and the value that the page shows then; the clock stops when a test says so.
NOTE_SLIDES = """() => {
    const { animate } = Element.prototype;
    window.slides = [];
    Element.prototype.animate = function(frames, options) {
        const tile = document.querySelector(".me-tile[aria-selected=true] .me-tile-value")?.textContent;
        window.slides.push({ name: this.dataset.move ?? "value", frames, duration: options.duration, tile });
        return animate.call(this, frames, options);
    };
}"""
LIST = Ranking.parse("NRRNNRNNNRRR", relevant=8)


@pytest.fixture(scope="module")
def moving_page(make_bare: Callable[..., BarePage]) -> BarePage:
    return make_bare(reduced_motion="no-preference", viewport=TALL)


@pytest.fixture
def show(moving_page: BarePage) -> Callable[[Any], Page]:
    def show(widget: Any) -> Page:
        moving_page.begin_anew(TALL)
        moving_page.page.evaluate(NOTE_SLIDES)
        return settled(moving_page.show(widget))

    return show


def slides(page: Page) -> list[dict[str, Any]]:
    """Return what slid since the last call."""
    found: list[dict[str, Any]] = settled(page).evaluate("window.slides.splice(0)")
    return found


def names(page: Page, kind: str) -> set[str]:
    """Return the names of the rows, terms or bars that slid since the last call."""
    return {slide["name"].split(f"{kind} ")[1] for slide in slides(page) if f"{kind} " in slide["name"]}


def test_a_moved_row_slides_with_its_term_and_its_bar(show: Callable[[Any], Page]) -> None:
    explorer = Explorer(LIST)
    page = show(explorer)
    page.locator(".me-row[data-id=i2]").click()
    assert slides(page) == []  # a choice moves nothing
    page.get_by_label("to rank").fill("1")  # before the other relevant one: bars and terms change
    page.keyboard.press("Enter")
    expect(page.locator(".me-row[data-id=i2]")).to_have_attribute("data-rank", "1")
    moved = slides(page)
    kinds = {kind for slide in moved for kind in ("row ", "term ", "bar ") if kind in slide["name"]}
    assert kinds == {"row ", "term ", "bar "}
    rows = {slide["name"].split()[-1]: slide for slide in moved if " row " in slide["name"]}
    assert set(rows) == {"i0", "i1", "i2"}
    height = float(rows["i2"]["frames"][0]["transform"].split(", ")[1].removesuffix("px)"))
    assert height > 20  # pixels: it comes from below
    assert {slide["duration"] for slide in moved} == {250}
    assert {slide["tile"] for slide in moved} == {f"{explorer.derivation.value:.4f}"}, "the value changes at once"


def test_a_toggled_item_grows_its_bar(show: Callable[[Any], Page]) -> None:
    page = show(Explorer(LIST))
    page.locator(".me-row[data-id=i0] .me-toggle").click()
    expect(page.locator(".me-row[data-id=i0] .me-badge")).to_have_text("R")
    bars = [slide for slide in slides(page) if slide["name"].startswith("bar ")]
    assert bars
    assert all(slide["frames"][0]["transform"].startswith("scaleY(") for slide in bars)


@pytest.mark.parametrize(
    ("widget", "row"),
    [
        (lambda: RankedList(LIST), ".me-row[data-id=i2]"),
        (lambda: IdealList("nDCG", LIST), ".me-actual .me-row[data-id=i2]"),
        (lambda: Compare(LIST, LIST), "[role=group] >> nth=1 >> .me-row[data-id=i2]"),
    ],
    ids=["RankedList", "IdealList", "Compare"],
)
def test_rows_slide_in_every_list(show: Callable[[Any], Page], widget: Callable[[], Any], row: str) -> None:
    page = show(widget())
    page.locator(row).click()
    page.keyboard.press("Alt+ArrowUp")
    expect(page.locator(row)).to_have_attribute("data-rank", "2")
    assert names(page, "row") == {"i1", "i2"}


def test_another_measure_or_user_moves_nothing(show: Callable[[Any], Page]) -> None:
    page = show(Explorer({"Ana": LIST, "Ben": Ranking.parse("RNRN")}))
    page.get_by_role("button", name="Sort").click()
    assert names(page, "row")
    page.get_by_role("tab").filter(has_text="nDCG").click()
    expect(page.locator(".me-metric")).to_have_text("nDCG@10")
    assert slides(page) == []
    page.get_by_role("tab", name="Ben").click()
    expect(page.locator(".me-row")).to_have_count(4)
    assert slides(page) == []


def test_only_the_first_move_of_a_held_key_slides(show: Callable[[Any], Page]) -> None:
    page = show(RankedList(LIST))
    page.evaluate("performance.now = () => 1000")  # all moves come at once, however slow the machine is
    row = page.locator(".me-row[data-id=i0]")
    row.focus()
    for rank in (2, 3, 4):
        page.keyboard.press("Alt+ArrowDown")
        expect(row).to_have_attribute("data-rank", str(rank))
    assert names(page, "row") == {"i0", "i1"}


def test_what_is_out_of_sight_does_not_slide(show: Callable[[Any], Page]) -> None:
    page = show(RankedList(Ranking.parse("NR" * 50)))
    page.get_by_role("button", name="Sort").click()
    expect(page.locator(".me-row").first.locator(".me-badge")).to_have_text("R")
    moved = names(page, "row")
    assert 10 < len(moved) < 40, "a list shows 14 rows: those that come, and those that go"


def test_nothing_slides_where_the_reader_prefers_no_motion(bare_page: BarePage) -> None:
    page = resize(bare_page.page, **TALL)
    page.evaluate(NOTE_SLIDES)
    bare_page.show(Explorer(LIST))
    page.get_by_role("button", name="Sort").click()
    expect(page.locator(".me-row").first.locator(".me-badge")).to_have_text("R")
    assert slides(page) == []


def test_the_lines_of_an_ideal_list_are_right_after_a_slide(show: Callable[[Any], Page]) -> None:
    page = show(IdealList("nDCG", LIST))
    page.locator(".me-actual .me-row[data-id=i1]").click()
    page.keyboard.press("Delete")
    expect(page.locator(".me-actual .me-row[data-id=i1]")).to_have_count(0)
    ends = """svg => [...svg.querySelectorAll(".me-link")].map(link => {
        const start = link.getPointAtLength(0).matrixTransform(link.getScreenCTM()).y;
        const rows = [...document.querySelectorAll(".me-actual .me-row")].map(row => row.getBoundingClientRect());
        return Math.min(...rows.map(({ top, height }) => Math.abs(top + height / 2 - start)));
    })"""
    gaps = settled(page).locator(".me-links").evaluate(ends)
    assert gaps
    assert max(gaps) <= 1


def test_terms_of_an_item_slide_from_their_own_places(show: Callable[[Any], Page]) -> None:
    page = show(Explorer(LIST, measure="F1"))
    page.locator(".me-row[data-id=i3]").click()
    page.keyboard.press("Alt+ArrowDown")
    expect(page.locator(".me-row[data-id=i3]")).to_have_attribute("data-rank", "5")
    terms = [slide["frames"][0]["transform"] for slide in slides(page) if slide["name"].startswith("term ")]
    assert terms
    assert max(abs(float(term.split("(")[1].split("px")[0])) for term in terms) < 60  # pixels: to the next term


def test_two_views_of_one_list_both_slide(moving_page: BarePage) -> None:
    moving_page.begin_anew(TALL)
    moving_page.page.evaluate(NOTE_SLIDES)
    widget = RankedList(LIST)
    page = settled(moving_page.show(widget, widget))
    page.locator(".me-row[data-id=i2]").first.click()
    page.keyboard.press("Alt+ArrowUp")
    expect(page.locator(".me-row[data-id=i2]").nth(1)).to_have_attribute("data-rank", "2")
    assert len([slide for slide in slides(page) if " row " in slide["name"]]) == 4
