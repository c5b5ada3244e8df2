"""The trail of an Explorer: the value with the chosen item at each rank, which follows the hand."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from metrics_edu import Ranking
from metrics_edu.widgets import Explorer
from tests.browser.bare import BarePage
from tests.browser.driver import settled
from tests.browser.test_drag import LIST, grab


def opened(bare_page: BarePage, widget: Explorer) -> Page:
    page = bare_page.show(widget)
    page.locator(".me-trail > summary").click()
    page.locator(".me-row[data-id=i5]").click()
    expect(page.locator(".me-trail svg")).to_have_count(1)
    return settled(page)


def ring(page: Page) -> tuple[float, float]:
    found: list[float] = page.locator(".me-trail .me-ring").evaluate("el => [el.cx.baseVal.value, el.cy.baseVal.value]")
    return found[0], found[1]


def points(page: Page) -> list[tuple[float, float]]:
    line = page.locator(".me-trail polyline").get_attribute("points") or ""
    pairs = [point.split(",") for point in line.split(" ")]
    return [(float(x), float(y)) for x, y in pairs]


def test_it_is_closed_at_first_and_asks_nothing_of_python(bare_page: BarePage) -> None:
    widget = Explorer(LIST)
    page = bare_page.show(widget)
    page.locator(".me-row[data-id=i5]").click()
    expect(page.locator(".me-trail")).to_have_js_property("open", False)
    assert widget.trail == {}
    expect(page.locator(".me-trail svg")).to_have_count(0)


def test_the_curve_has_the_value_at_each_rank(bare_page: BarePage) -> None:
    widget = Explorer(LIST)
    page = opened(bare_page, widget)
    values = widget.trail["by_rank"]
    foot = 140 - 44  # pixels
    heights = [foot - y for _x, y in points(page)]
    assert heights == pytest.approx([value / max(values) / 1.08 * (foot - 24) for value in values])
    assert ring(page) == pytest.approx(points(page)[5])
    expect(page.locator(".me-trail [role=img]")).to_have_accessible_name(
        "AP with this item at each rank: from 0.3568 to 0.4714, and 0.3777 at rank 6."
    )


def test_the_ring_follows_the_hand_and_nothing_else_is_done(bare_page: BarePage) -> None:
    widget = Explorer(LIST)
    page = opened(bare_page, widget)
    curve, before, session = points(page), widget.trail, widget._session
    grab(page, "i5", -3)
    expect(page.locator(".me-trail .me-bold")).to_have_text("3")
    assert points(page) == curve
    assert ring(page) == pytest.approx(curve[2])
    assert (widget.trail, widget._session) == (before, session)
    page.mouse.up()
    expect(page.locator(".me-trail figcaption")).to_contain_text("at rank 3")
    expect(page.locator(".me-tile[aria-selected=true] .me-tile-value")).to_have_text("0.4089")
    assert widget.trail["rank"] == 3


def test_a_missed_item_a_mean_or_a_hidden_value_has_no_trail(bare_page: BarePage) -> None:
    widget = Explorer({"Ana": LIST, "Ben": Ranking.parse("RN")})
    page = opened(bare_page, widget)
    page.locator(".me-row:not([data-rank])").first.click()
    expect(page.locator(".me-trail svg")).to_have_count(0)
    page.locator(".me-row[data-id=i5]").click()
    expect(page.locator(".me-trail svg")).to_have_count(1)
    page.get_by_role("button", name="Predict").click()
    expect(page.locator(".me-trail")).to_be_hidden()
    page.get_by_role("button", name="Predict").click()
    expect(page.locator(".me-trail svg")).to_be_visible()
    page.get_by_role("tab", name="Mean of 2").click()
    expect(page.locator(".me-trail")).to_be_hidden()
    assert widget.trail == {}


def test_it_closes_again_and_keys_open_it(bare_page: BarePage) -> None:
    widget = Explorer(LIST)
    page = opened(bare_page, widget)
    summary = page.locator(".me-trail > summary")
    summary.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".me-trail svg")).to_have_count(0)
    assert widget.trail == {}
    page.keyboard.press("Enter")
    expect(page.locator(".me-trail svg")).to_have_count(1)
