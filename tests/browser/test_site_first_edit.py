"""The first edit of the front page's list: the page shows it while Python starts, and Python changes nothing of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from metrics_edu.examples import apples
from metrics_edu.language import set_language
from metrics_edu.widgets import Explorer
from tests.browser import test_site
from tests.browser.driver import SECONDS, drag, scheme, until
from tests.browser.test_site import READY, Site, select

folder, site = test_site.folder, test_site.site
newcomer, visitor, open_site = test_site.newcomer, test_site.visitor, test_site.open_site

HOLD_PYTHON = """{
    const Plain = Worker, held = [];
    let isHeld = true;
    window.Worker = class extends Plain {
        postMessage(...message) {
            isHeld ? held.push(() => super.postMessage(...message)) : super.postMessage(...message);
        }
    };
    window.releasePython = () => { isHeld = false; held.forEach(send => send()); };
}"""
"""Keep all messages from Python's worker until they are released: Python does not start before."""
NOTE_VALUES = """() => {
    const value = () => document.querySelector(".me-tile[aria-selected=true] .me-tile-value").textContent;
    [window.values, window.changes] = [[value()], 0];
    new MutationObserver(changes => {
        window.changes += changes.length;
        if (value() !== window.values.at(-1)) window.values.push(value());
    }).observe(document.querySelector("#widget"), { subtree: true, childList: true, characterData: true, attributes: true,
        attributeFilter: ["aria-selected", "aria-label", "class", "data-id", "data-rank", "style"] });
}"""
"""Note each value that the chosen tile shows, and count all changes of the list and of what is computed from it."""


@pytest.fixture
def open_held(open_site: Callable[..., Page], visitor: BrowserContext) -> Callable[[], Page]:
    """Give a function that opens the front page in a browser that was here before; Python does not start yet."""

    def open_held() -> Page:
        page = open_site(path="site.css", context=visitor)  # no page of ours
        page.add_init_script(HOLD_PYTHON)
        page.goto(page.url.removesuffix("site.css"))
        expect(tile(page)).to_be_visible()
        return page

    return open_held


@pytest.fixture(scope="module")
def without_python(browser: Browser, site: Site) -> Page:
    """Give a page in which Python never starts."""
    context = test_site.note_blocked(browser.new_context(reduced_motion="reduce", service_workers="block"))
    context.set_default_timeout(1000 * SECONDS)
    page = context.new_page()
    page.add_init_script(HOLD_PYTHON)
    return page


def after(*actions: dict[str, Any]) -> Any:
    """Return the view after actions."""
    explorer = Explorer(apples())
    for action in actions:
        explorer.act(action)
    return explorer.view


def test_a_drop_that_waits_says_so_where_the_row_was(open_held: Callable[[], Page]) -> None:
    page = open_held()
    rows = page.locator("#widget .me-row")
    drag(rows.nth(1), rows.nth(3))
    drag(rows.nth(2), rows.nth(5))
    note, row = page.locator("#wait"), rows.nth(2).bounding_box()
    expect(note).to_be_visible()
    shown = note.bounding_box()
    assert row
    assert shown
    assert abs(shown["y"] - (row["y"] + row["height"])) < 20
    page.evaluate("releasePython()")
    page.wait_for_selector(READY)
    expect(note).to_be_hidden()


def value_after(*actions: dict[str, Any]) -> str:
    return str(after(*actions)["derivation"]["result"])


def tile(page: Page) -> Any:
    return page.locator(".me-tile[aria-selected=true] .me-tile-value")


TOGGLE = {"do": "toggle", "id": "i0"}
UP = {"do": "move", "id": "i5", "by": -1}
MISS = {"do": "miss", "id": "i11"}


def test_a_first_edit_is_shown_before_python_and_stays_as_it_is(open_held: Callable[[], Page]) -> None:
    page = open_held()
    select(page, "Banana")
    page.keyboard.press("r")
    expect(tile(page)).to_have_text(value_after(TOGGLE))
    expect(page.locator("#status:visible")).to_contain_text("Python is starting", use_inner_text=True)
    assert "list=:Banana*1" in page.url
    page.evaluate(NOTE_VALUES)
    page.evaluate("releasePython()")
    page.wait_for_selector(READY)
    assert page.evaluate("[values, changes]") == [[value_after(TOGGLE)], 0]
    assert "list=:Banana*1" in page.url
    page.get_by_role("button", name="Undo").click()
    expect(tile(page)).to_have_text(value_after())


def test_a_second_edit_waits_for_python(open_held: Callable[[], Page]) -> None:
    page = open_held()
    page.evaluate(NOTE_VALUES)
    page.locator("[data-item=Jazz]").click()
    expect(tile(page)).to_have_text(value_after(MISS))
    select(page, "Banana")
    page.keyboard.press("r")
    expect(page.locator("#status:visible")).to_contain_text("Python is starting", use_inner_text=True)
    expect(tile(page)).to_have_text(value_after(MISS))
    page.evaluate("releasePython()")
    page.wait_for_selector(READY)
    expect(tile(page)).to_have_text(value_after(MISS, TOGGLE))
    assert page.evaluate("values") == [value_after(), value_after(MISS), value_after(MISS, TOGGLE)]


def test_the_page_makes_its_first_move_without_python_and_an_edit_after_it(without_python: Page, site: Site) -> None:
    page = without_python
    page.goto(f"{site.address}site.css")
    scheme(page, reduced_motion="no-preference")
    page.goto(site.address)
    expect(tile(page)).to_have_text(value_after(UP))
    assert page.url == site.address  # a visitor has done nothing
    page.locator("[data-item=Jazz]").click()
    expect(tile(page)).to_have_text(value_after(UP, MISS))


def press(label: str, keys: str) -> Callable[[Page], None]:
    def edit(page: Page) -> None:
        select(page, label)
        page.keyboard.press(keys)

    return edit


def click(label: str, name: str) -> Callable[[Page], None]:
    def edit(page: Page) -> None:
        select(page, label)
        page.get_by_role("button", name=name).first.click()

    return edit


def move_to_rank(page: Page) -> None:
    select(page, "Gala")
    field = page.locator(".me-edit").get_by_label("to rank")
    field.fill("9")
    field.press("Enter")


def drag_to_other_row(page: Page) -> None:
    rows = page.locator(".me-row")
    drag(rows.nth(1), rows.nth(4))


EDITS = {
    "Alt and arrow": (press("Gala", "Alt+ArrowDown"), {"do": "move", "id": "i1", "by": 1}),
    "up": (click("Fuji", "Move up"), {"do": "move", "id": "i2", "by": -1}),
    "to a rank": (move_to_rank, {"do": "move", "id": "i1", "rank": 9}),
    "drag": (drag_to_other_row, {"do": "move", "id": "i1", "rank": 5}),
    "badge": (lambda page: page.locator(".me-toggle").nth(3).click(), {"do": "toggle", "id": "i3"}),
    "not relevant": (press("Gala", "n"), {"do": "toggle", "id": "i1"}),
    "remove": (press("Pear", "Delete"), {"do": "remove", "id": "i3"}),
    "miss": (click("Golden", "Miss"), {"do": "miss", "id": "i9"}),
    "one more relevant": (click("Gala", "All relevant items: more"), {"do": "set_relevant", "by": 1}),
}


@pytest.mark.parametrize("way", EDITS)
def test_each_way_to_edit_is_shown_without_python(without_python: Page, site: Site, way: str) -> None:
    page, (edit, action) = without_python, EDITS[way]
    page.goto(site.address)
    page.reload()  # the address before may be one of an edit
    edit(page)
    expect(page.locator(".me-line b")).to_have_text(after(action)["last_edit"])
    expect(tile(page)).to_have_text(value_after(action))


@pytest.mark.parametrize("row", ["", "Gala"])
def test_a_metric_is_chosen_without_python_also_where_a_row_is_chosen(
    without_python: Page, site: Site, row: str
) -> None:
    page = without_python
    page.goto(site.address)
    page.reload()
    if row:
        select(page, row)
    page.locator(".me-tile[data-key=ndcg]").click()
    expect(tile(page)).to_have_text(value_after({"do": "metric", "key": "ndcg"}))
    expect(page.locator(".me-row[data-lit]")).to_have_count(1 if row else 0)


def test_the_first_edit_is_shown_in_the_language_of_the_page(without_python: Page, site: Site) -> None:
    without_python.goto(f"{site.address}es/index.html")
    press("Gala", "n")(without_python)
    set_language("es")
    try:
        edit = after({"do": "toggle", "id": "i1"})["last_edit"]
    finally:
        set_language("en")
    expect(without_python.locator(".me-line b")).to_have_text(edit)


def test_answers_of_another_version_are_not_shown(browser: Browser, site: Site) -> None:
    page = browser.new_context(reduced_motion="reduce", service_workers="block").new_page()
    page.set_default_timeout(1000 * SECONDS)
    page.add_init_script(HOLD_PYTHON)
    requests: list[str] = []

    def other(route: Route) -> None:
        requests.append(route.request.url)
        route.fulfill(body=b"of another version")

    page.route("**/kept-*.bin", other)
    page.goto(site.address)
    until(lambda: page.evaluate("1") and len(requests), lambda: 2)  # the second one passes the browser's cache
    press("Gala", "n")(page)
    expect(page.locator("#status:visible")).to_contain_text("Python is starting", use_inner_text=True)
    assert tile(page).text_content() == value_after()
    page.context.close()


def test_the_value_follows_the_hand_before_python_is_there(without_python: Page, site: Site) -> None:
    page = without_python
    page.goto(site.address)
    select(page, "Banana")
    before = tile(page).text_content()
    drag(page.locator(".me-row", has_text="Banana"), page.locator(".me-row").nth(4), drops=False)
    expect(tile(page)).to_have_text(value_after({"do": "move", "id": "i0", "rank": 5}))
    page.keyboard.press("Escape")
    page.mouse.up()
    expect(tile(page)).to_have_text(str(before))
