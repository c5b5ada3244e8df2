"""Fingers: a tap toggles, the grip drags, and anything else scrolls the page."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import CDPSession, Locator, Page, expect

from tests.browser.driver import HOSTS, Notebook, rectangle, until

PHONE = {"viewport": {"width": 600, "height": 800}, "has_touch": True, "is_mobile": True}
# The distance that the page is scrolled by.
SCROLLED = """root => {
    let el = root;
    while (el && !(el.scrollHeight > el.clientHeight && /auto|scroll/.test(getComputedStyle(el).overflowY))) el = el.parentElement;
    return (el ?? document.scrollingElement).scrollTop;
}"""


@pytest.fixture(scope="module", params=HOSTS)
def notebook(request: pytest.FixtureRequest, open_on: Callable[..., Notebook]) -> Notebook:
    return open_on(request.param, **PHONE)


class Finger:
    """One finger on the glass."""

    def __init__(self, page: Page) -> None:
        self.glass: CDPSession = page.context.new_cdp_session(page)
        self.at = (0.0, 0.0)

    def touch(self, kind: str, *at: float) -> None:
        points = [{"x": at[0], "y": at[1]}] if at else []
        self.glass.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def down(self, target: Locator) -> None:
        box = rectangle(target)
        self.at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        self.touch("touchStart", *self.at)

    def move(self, by: float) -> None:
        """Move down (or up) by a number of pixels, in steps."""
        for k in range(1, 11):
            self.touch("touchMove", self.at[0], self.at[1] + by * k / 10)
        self.at = self.at[0], self.at[1] + by

    def up(self) -> None:
        self.touch("touchEnd")


def test_a_tap_toggles_relevance(notebook: Notebook) -> None:
    widget = notebook.show()
    widget.toggle("Gala").tap()
    expect(widget.row("Gala").locator(".me-badge")).to_have_text("R")
    widget.row("Fuji").locator(".me-label").tap()
    expect(widget.row("Fuji")).to_have_attribute("aria-selected", "true")
    expect(widget.row("Fuji").locator(".me-badge")).to_have_text("R")


def test_touch_targets_are_at_least_44_pixels(notebook: Notebook) -> None:
    widget = notebook.show("one(measure='P')")
    widget.row("Gala").tap()
    for selector in (
        ".me-toggle",
        ".me-grip",
        ".me-tools button",
        ".me-tile",
        ".me-edit button:visible",
        ".me-cut-off button",
        ".me-pool button",
        ".me-pool input",
    ):
        box = rectangle(widget.root.locator(selector).first)
        assert min(box["width"], box["height"]) >= 44, selector


def test_touching_the_grip_drags_the_row(notebook: Notebook) -> None:
    widget, finger = notebook.show(), Finger(notebook.page)
    widget.row("Gala").scroll_into_view_if_needed()
    widget.row("Elstar").scroll_into_view_if_needed()
    height = rectangle(widget.row("Gala"))["height"]
    finger.down(widget.row("Gala").locator(".me-grip"))
    finger.move(10)
    expect(notebook.page.locator(".me-clone")).to_be_visible()
    finger.move(2 * height)
    until(
        lambda: widget.root.locator(".me-ghost").evaluate("el => [...el.parentNode.children].indexOf(el)") >= 2,
        lambda: True,
    )
    finger.up()
    expect(widget.row("Fuji")).to_have_attribute("data-rank", "1")
    notebook.expect_same_as_kernel(widget)
    expect(widget.row("Gala")).to_have_attribute("data-lit", "")


def test_touching_a_row_outside_the_grip_scrolls_the_page(notebook: Notebook) -> None:
    widget, finger = notebook.show(), Finger(notebook.page)
    widget.root.evaluate("root => root.scrollIntoView()")
    labels, before = widget.labels(), widget.root.evaluate(SCROLLED)
    finger.down(widget.row("Jonagold").locator(".me-label"))
    finger.move(-150)
    expect(notebook.page.locator(".me-clone")).to_have_count(0)
    finger.up()
    until(lambda: widget.root.evaluate(SCROLLED) > before + 80, lambda: True)
    assert widget.labels() == labels
    assert notebook.python("len(e._session.past)") == 0
