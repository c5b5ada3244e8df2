"""While the kernel lives, a page that is loaded again shows the list as it was edited; when it is gone, the page says so."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from browser.driver import NOTEBOOK, RESTART, SAVE, SERVERS, TALL, Notebook, Widget, until


@pytest.fixture(scope="module", params=SERVERS)
def notebook(request: pytest.FixtureRequest, open_notebook: Callable[..., Page]) -> Notebook:
    return Notebook(open_notebook(request.getfixturevalue(request.param), NOTEBOOK, viewport=TALL))


def test_a_saved_notebook_shows_the_edited_list_again(notebook: Notebook) -> None:
    widget = notebook.show("three(n=3)")
    widget.tile("nDCG@3").click()
    notebook.page.evaluate(SAVE)  # with its output; the edit that follows is in the kernel alone
    widget.toggle("Item 2").click()
    expect(widget.row("Item 2").locator(".me-badge")).to_have_text("N")
    notebook.expect_same_as_kernel(widget)
    state, figure = notebook.python("e.state"), notebook.python("e.figure['caption']")
    notebook.page.reload()
    widget = Widget(notebook.page)
    expect(widget.state).to_have_value(state)
    expect(widget.root.locator("figcaption")).to_have_text(figure)
    expect(widget.tile("nDCG@3")).to_have_attribute("aria-selected", "true")
    widget.toggle("Item 1").click()  # and it is alive
    expect(widget.row("Item 1").locator(".me-badge")).to_have_text("R")
    until(lambda: notebook.python("repr(e)"), lambda: "Explorer('RNRNR', relevant=4)")


def test_after_a_restart_of_the_kernel_an_edit_is_refused_in_words(notebook: Notebook) -> None:
    widget = notebook.show("three(n=3)")
    shown = widget.labels()
    notebook.page.evaluate(RESTART)
    widget.toggle("Item 1").click()
    expect(widget.root.get_by_role("alert")).to_contain_text("run the cells again")
    assert widget.labels() == shown
