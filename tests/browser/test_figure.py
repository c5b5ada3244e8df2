"""The live figure: the page draws it from data, in its own colours, for its own width, names as text."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from metrics_edu import Ranking
from metrics_edu.widgets import Explorer
from tests.browser.bare import BarePage
from tests.browser.driver import measure, measure_all, resize, scheme

APPLES = Ranking.parse("NRRNNRNNNRRR", relevant=8)
HOSTILE = "<img src=x>"
HEIGHTS = """els => els.map(el => el.getBBox().height)"""
OFF_ITS_WIDTH = """() => {
    const svg = document.querySelector(".me-svg svg");
    return Math.abs(svg.viewBox.baseVal.width - svg.clientWidth);
}"""


def mean_of_two() -> Explorer:
    explorer = Explorer({HOSTILE: Ranking.parse("RN", relevant=2), "Ben": Ranking.parse("NN", relevant=1)})
    explorer.act({"do": "user", "key": "mean"})
    return explorer


def test_bar_heights_match_the_terms(bare_page: BarePage) -> None:
    explorer = Explorer(APPLES)
    page = bare_page.show(explorer)
    bars = page.locator(".me-bar")
    step = explorer.derivation.per_rank
    assert step is not None
    expect(bars).to_have_count(len(step.value))
    high = measure_all(bars, HEIGHTS)
    assert high == pytest.approx([100 / 1.08 * float(value) for value in step.value], abs=0.01)
    counted = bars.evaluate_all("els => els.flatMap((el, k) => el.matches('.me-counted') ? [k + 1] : [])")
    assert set(counted) == explorer.derivation.counted
    expect(page.locator(".me-cross")).to_have_count(2)
    expect(page.locator(".me-strong")).to_have_text(["AP", "0.3777"])
    over = [k for k in counted if float(step.value[k - 1]) > 0.3877]
    expect(page.locator(".me-under")).to_have_count(len(over))  # the bars that the line of the mean crosses


def test_text_after_a_subscript_returns_to_the_baseline(bare_page: BarePage) -> None:
    page = bare_page.show(Explorer(APPLES, measure="RR"))
    name = page.locator(".me-svg text").filter(has_text="rel")
    expect(name).to_have_text("reli/i")
    heights = measure(name, "el => [0, 3, 4].map(k => el.getStartPositionOfChar(k).y)")
    assert heights[0] == heights[2] < heights[1]


def test_the_ideal_list_is_dashed_and_precision_has_a_ring(bare_page: BarePage) -> None:
    page = bare_page.show(Explorer(Ranking([3, 0, 5], [5, 5, 3]), measure="nDCG"))
    expect(page.locator(".me-best")).to_have_count(3)
    assert page.locator(".me-best").first.evaluate("el => getComputedStyle(el).strokeDasharray") != "none"
    page.get_by_role("tab", name="P@3").click()
    expect(page.locator("circle.me-bar")).to_have_count(3)
    expect(page.locator(".me-ring")).to_have_count(1)
    expect(page.locator(".me-best")).to_have_count(0)


def test_user_names_appear_as_plain_text(bare_page: BarePage) -> None:
    page = bare_page.show(mean_of_two())
    expect(page.locator(".me-svg text").filter(has_text=HOSTILE)).to_have_count(1)
    expect(page.locator(".me-svg img")).to_have_count(0)
    expect(page.locator(".me-strong")).to_have_text(["MAP", "0.2500"])


def test_a_new_width_redraws_at_once_and_keeps_the_highlight(bare_page: BarePage) -> None:
    explorer = Explorer(APPLES)
    page = bare_page.show(explorer)
    page.locator(".me-slot").nth(2).click()
    sent: list[object] = []
    explorer.on_msg(lambda *message: sent.append(message))
    for width in (1280, 390):
        assert resize(page, width).evaluate(OFF_ITS_WIDTH) <= 10
        expect(page.locator(".me-slot[data-lit]")).to_have_attribute("data-rank", "3")
    assert not sent


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_figure_colours_follow_the_page_scheme(bare_page: BarePage, colours: str) -> None:
    scheme(bare_page.page, colours)
    page = bare_page.show(Explorer(APPLES))
    fill = "rgb(142, 197, 255)" if colours == "dark" else "rgb(11, 83, 148)"
    expect(page.locator(".me-counted").first).to_have_css("fill", fill)
    expect(page.locator(".me-svg svg [style]")).to_have_count(0)


def test_the_table_exists_only_while_it_is_open(bare_page: BarePage) -> None:
    explorer = Explorer(APPLES)
    page = bare_page.show(explorer)
    expect(page.locator(".me-table td")).to_have_count(0)
    page.get_by_text("As a table").click()
    expect(page.locator(".me-table tbody tr")).to_have_count(12)
    page.get_by_text("As a table").click()
    expect(page.locator(".me-table td")).to_have_count(0)


def test_indices_are_subscripts_everywhere(bare_page: BarePage) -> None:
    """In the list, on the figure, in its table and in the working; an option can have plain text only."""
    page = bare_page.show(Explorer(Ranking([3, 0, 2]), measure="DCG", graded="graded"))
    for part in (".me-term-head", ".me-svg", "figcaption"):
        expect(page.locator(part).locator("sub, tspan").first).to_have_text("i")
    page.get_by_text("As a table").click()
    expect(page.locator("th").filter(has_text="dg").locator("sub")).to_have_text("i")
    written = page.locator(".me-box").evaluate("el => el.innerHTML")
    assert "log<sub>2</sub>(" in written
    assert "log₂(i + 1)" in written
    assert "log2(" not in written
