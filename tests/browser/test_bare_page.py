"""VS Code, Colab, marimo: the module needs a model and an element, and nothing of Jupyter's."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from browser.driver import show_bare
from metrics_edu import Ranking
from metrics_edu.widgets import Explorer


@pytest.mark.parametrize("shadow", [False, True], ids=["page", "shadow root"])
def test_an_explorer_works_without_jupyter(page: Page, shadow: bool) -> None:
    explorer = Explorer(Ranking.parse("NRRN", relevant=3))
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    requests = show_bare(page, explorer, shadow=shadow)
    rows = page.locator(".me-row")
    expect(rows).to_have_count(5)
    expect(page.locator(".me-svg svg")).to_be_visible()
    rows.first.locator(".me-toggle").click()
    expect(rows.first.locator(".me-badge")).to_have_text("R")
    expect(rows.first).to_be_focused()
    page.keyboard.press("Alt+ArrowDown")
    expect(page.locator(".me-row[data-id=i0]")).to_have_attribute("data-rank", "2")
    assert repr(explorer) == "Explorer('RRRN', relevant=4)"
    expect(page.locator(".me-row[data-id=i0]")).to_be_focused()
    expect(page.locator(".me-state input")).to_have_value(explorer.state)
    page.evaluate("window.end()")
    expect(page.locator(".metrics-edu")).to_have_count(0)
    assert page.evaluate("window.listening()") == 0
    assert set(requests) <= {"", "ranked_list.js", "ranked_list.css", "favicon.ico"}
    assert not errors
