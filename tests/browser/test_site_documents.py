"""The documents in Chromium: a list answers at once, the search finds, every page is accessible and loads its own files only."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser import test_site
from tests.browser.driver import faint, resize, scheme, violations
from tests.browser.test_site import OVERFLOW, Site
from website.build.documents.search_questions import MOST_UNANSWERED, unanswered

folder, site, _nothing_is_blocked = test_site.folder, test_site.site, test_site._nothing_is_blocked


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_list_of_a_page_and_the_table_of_its_sides_answer_without_python(
    page: Page, site: Site, language: str
) -> None:
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    test_site.note_blocked(page.context)
    page.goto(f"{site.address}docs/{'es/' * (language == 'es')}quarrels/ap_divisor.html")
    value, cells = page.locator(".me-tile-value"), page.locator("[data-values]")
    mark = {"en": ".", "es": ","}[language]
    expect(value).to_have_text(f"0{mark}4167")
    expect(cells.nth(7)).to_have_text(f"0{mark}5556")  # divided by the hits
    page.locator(".closed-list .me-toggle").first.click()
    expect(value).to_have_text(f"0{mark}7333")
    expect(cells.nth(7)).to_have_text(f"0{mark}9167")
    assert not [url for url in requests if not url.startswith(site.address) or "pyodide" in url]


def test_the_search_answers_the_questions_of_readers(page: Page, site: Site) -> None:
    wrong = unanswered(page, site.address)
    assert len(wrong) <= MOST_UNANSWERED, wrong


@pytest.mark.parametrize(
    ("path", "width"), [("metrics/ap", 1280), ("es/quarrels/ties", 390), ("figures", 390), ("api", 1280)]
)
def test_a_page_of_the_documents_is_accessible_and_fits(page: Page, site: Site, path: str, width: int) -> None:
    resize(page, width)
    for colours, check in (("dark", faint), ("light", violations)):  # the frame chooses its colours as it is loaded
        scheme(page, colours).goto(f"{site.address}docs/{path}.html")
        assert check(page, "html") == []
    assert page.evaluate(OVERFLOW) <= 0
