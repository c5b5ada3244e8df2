"""A chart of one's own beside an Explorer, as the guide has it: it follows the list, and what Python sets is on the page."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser.driver import TALL, Notebook, Widget, run_last_cell

GUIDE = (Path(__file__).parents[2] / "docs/guide.md").read_text("utf-8")
SECTION = GUIDE.split("## A widget and your own cells")[1]
IMPORTS, CELL = re.findall(r"```python\n((?!>>>).*?)```", SECTION, re.DOTALL)
DRAWN = "img => img.complete && img.naturalWidth > 100"


@pytest.fixture(scope="module")
def notebook(lab_server: object, open_notebook: Callable[..., Page]) -> Notebook:
    return Notebook(open_notebook(lab_server, (IMPORTS, "pass"), viewport=TALL))


def test_a_cell_of_six_lines_shows_a_chart_that_follows_the_list(notebook: Notebook) -> None:
    assert len(CELL.splitlines()) == 6
    run_last_cell(notebook.page, CELL)
    widget, image = Widget(notebook.page), notebook.page.locator("img.widget-image")
    expect(widget.rows.first).to_be_visible()
    expect(image).to_be_visible()
    before = image.get_attribute("src")
    widget.rows.first.locator(".me-toggle").click()
    expect(image).not_to_have_attribute("src", str(before))
    notebook.wait_for("explorer.ranking.shown.tolist()[:3]", [1, 1, 1])
    notebook.wait_for("image.value == chart(explorer.ranking)", True)
    assert image.evaluate(DRAWN)


def test_what_python_sets_is_on_the_page_and_can_be_undone_there(notebook: Notebook) -> None:
    run_last_cell(notebook.page, CELL)
    widget, image = Widget(notebook.page), notebook.page.locator("img.widget-image")
    n = widget.root.get_by_role("spinbutton", name="Cut-off n", exact=True)
    expect(n).to_have_value("10")
    notebook.python("(setattr(explorer, 'n', 3), setattr(explorer, 'ranking', Ranking.parse('RRN')))")
    expect(widget.rows).to_have_count(3)
    expect(n).to_have_value("3")
    before = image.get_attribute("src")
    widget.button("Undo").click()
    expect(widget.rows).to_have_count(12)
    expect(image).not_to_have_attribute("src", str(before))
    widget.button("Undo").click()
    expect(n).to_have_value("10")
    notebook.wait_for("explorer.n", 10)
