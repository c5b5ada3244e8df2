"""The page of the examples of the slides: one click to the stage, one to the widget, and one that copies the link."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from notebooks.build.slide_examples import EXAMPLES
from tests.browser.driver import faint, resize, scheme, settled, violations
from tests.browser.test_site import OVERFLOW, READY, _nothing_is_blocked, folder, newcomer, open_site, site, visitor
from website.build.documents.tree import FOLDERS

__all__ = ["_nothing_is_blocked", "folder", "newcomer", "open_site", "site", "visitor"]
COUNT = sum(map(len, EXAMPLES.values()))
STAGE = "dialog.me-lecture[open]"
CLICKS = {
    "en": ("lawrie-precision", "P = ??", "0.6000", r"index\.html#v=1&metric=precision&.*list=:Banana\*0,Gala\*1"),
    "es": ("parra-errors", "RMSE = ??", "0,8660", r"es/index\.html#stepper=RMSE&ratings=4:5,3\.5:3,1:2$"),
}
"""By language a card, what its stage shows, its value, and its link."""


@pytest.mark.parametrize("language", FOLDERS)
def test_each_card_has_its_numbers_and_its_controls(
    open_site: Callable[..., Page], visitor: Any, language: str
) -> None:
    page = open_site(path=f"{FOLDERS[language]}/slides.html", context=visitor)
    expect(page.locator(".examples article")).to_have_count(COUNT)
    for example in (example for examples in EXAMPLES.values() for example in examples):
        card = page.locator(f"#{example.name}")
        expect(card.locator("tbody tr")).to_have_count(len(example.numbers))
        expect(card.locator("a.button")).to_have_count(1 if example.is_coverage else 2)
        expect(card.get_by_role("button")).to_have_count(1)
    expect(page.locator(".examples article img")).to_have_count(2)  # of the coverages
    marks = page.locator("#lawrie-mrr > p").nth(3).inner_text()
    assert re.search(r"(N ){28}… N R\.", marks)
    for width, colours in ((1280, "light"), (390, "dark")):
        resize(page, width, 800)
        scheme(page, colours)
        assert settled(page).evaluate(OVERFLOW) <= 0, width
        assert (violations if width > 390 else faint)(page, "body") == [], (width, colours)


@pytest.mark.parametrize("language", FOLDERS)
def test_one_click_opens_the_stage_one_the_widget_and_one_copies_the_link(
    open_site: Callable[..., Page], visitor: Any, language: str
) -> None:
    name, hidden, value, link = CLICKS[language]
    page = open_site(path=f"{FOLDERS[language]}/slides.html", context=visitor)
    card = page.locator(f"#{name}")
    card.get_by_role("button").click()
    expect(card.get_by_role("status")).not_to_be_empty()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert re.search(link, copied)
    card.locator("a").first.click()
    expect(page.locator(STAGE)).to_contain_text(re.compile(re.escape(hidden).replace(r"\ ", r"\s*")))
    expect(page.locator(STAGE)).not_to_contain_text(value)
    page.keyboard.press("Escape")
    expect(page.locator(STAGE)).to_have_count(0)
    page.go_back()
    card.locator("a").nth(1).click()
    page.wait_for_selector(READY)
    assert page.url.replace("127.0.0.1", "localhost") == copied.replace("127.0.0.1", "localhost")
    expect(page.locator(STAGE)).to_have_count(0)
    if language == "en":
        expect(page.locator(".me-tile[aria-selected=true]")).to_contain_text(value)


def test_a_long_list_is_short_on_the_stage(open_site: Callable[..., Page], visitor: Any) -> None:
    page = open_site(path="docs/slides.html", context=visitor)
    page.locator("#lawrie-mrr a").first.click()
    page.locator(STAGE).get_by_role("tab", name="205").click()
    rows = page.locator(STAGE).locator(".me-row")
    expect(rows).to_have_count(205)
    heights = settled(page).evaluate(
        "stage => [...document.querySelectorAll(`${stage} .me-row`)].map(row => row.offsetHeight)", STAGE
    )
    tall = [rank for rank, height in enumerate(heights, start=1) if height >= 24]
    assert tall == [*range(1, 29), 204, 205]
    rows.nth(99).evaluate("row => row.focus()")
    assert rows.nth(99).evaluate("row => row.offsetHeight") >= 24
