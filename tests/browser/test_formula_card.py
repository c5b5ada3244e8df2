"""The formula card: what is committed is what the command makes, has every metric, and fits one sheet of A4 and of Letter."""

from __future__ import annotations

import html
import re

import formula_card as card
import pytest
from playwright.sync_api import Page

from browser.driver import violations_in_each_scheme
from metrics_edu import METRICS
from metrics_edu.language import LANGUAGES, _, language, set_language

PAGE = re.compile(rb"/Type\s*/Page\b")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_committed_card_is_what_is_made(lang: str) -> None:
    assert card.html_path(lang).read_text("utf-8") == card.card(lang), "run `make docs`"
    pdf = card.pdf_path(lang).read_bytes()
    assert pdf.endswith(card.digest(lang)), "run `make docs` where there is Chromium"
    assert len(PAGE.findall(pdf)) == 1


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_card_has_every_metric_and_what_its_symbols_mean(lang: str) -> None:
    page, before = html.unescape(re.sub(r"<[^>]*>", "", card.card(lang))), language()
    set_language(lang)
    try:
        titles = {_(metric.title) for metric in METRICS.values()} - {
            _("weighted harmonic mean of precision and recall")
        }
        meanings = {
            step.why for group in card.groups() for one in group.derivations for step in one.steps if step.index == "i"
        }
    finally:
        set_language(before)
    assert [text for text in titles | meanings if text not in page] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_card_fits_one_sheet_and_any_screen(page: Page, lang: str) -> None:
    page.set_content(card.card(lang))
    for paper in ("A4", "Letter"):
        assert len(PAGE.findall(page.pdf(format=paper))) == 1
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.set_viewport_size({"width": 1280, "height": 900})
    columns = """all => all.map(one => new Set(
        [...one.querySelectorAll("dt, dd")].map(part => Math.floor(part.getBoundingClientRect().right / 350))).size)"""
    assert set(page.locator(".symbols > div").evaluate_all(columns)) == {1}, "a label stands beside its symbols"
    assert violations_in_each_scheme(page, "html") == []
