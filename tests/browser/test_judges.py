"""Judges in a browser: one click turns the winner, keys, undo, and a lecture."""

from __future__ import annotations

from playwright.sync_api import expect

from metrics_edu.widgets import Judges
from tests.browser.bare import BarePage


def test_one_click_turns_the_winner_and_is_undone(bare_page: BarePage) -> None:
    bench = Judges("abcdefghij", "jabcdefghi", ["cei", "ceij", "cej"])
    page = bare_page.show(bench)
    row = page.locator(".me-qrels tbody tr").first
    expect(row).to_contain_text("0.4162")
    vote = page.get_by_role("radiogroup", name="Judge 1: j")
    vote.locator("label").first.click()
    expect(row.locator("td").last).to_have_text("B")
    expect(vote.get_by_role("radio", name="yes", exact=True)).to_be_checked()
    page.keyboard.press("ArrowLeft")  # inside the group: no vote
    expect(vote.get_by_role("radio", name="no vote")).to_be_checked()
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    expect(row.locator("td").last).to_have_text("A")
    page.get_by_role("button", name="0.2021").click()
    expect(page.locator(".me-metric")).to_have_text("nDCG@5")
    page.get_by_role("button", name="1 – 3").click()
    expect(page.get_by_role("status")).to_contain_text("Judges 1 and 3 agree on 8 of 10 results.")
    page.get_by_role("button", name="j: rank 1 in B. Move up").press("ArrowDown")
    expect(page.get_by_role("button", name="j: rank 2 in B. Move up")).to_be_focused()
    assert page.evaluate("window.reached") == []
