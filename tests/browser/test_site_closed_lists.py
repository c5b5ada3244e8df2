"""The closed lists of the site: each is edited without Python, as an Explorer is in a notebook."""

from __future__ import annotations

import gzip
import json
import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Response, Route, expect

from metrics_edu import Ranking, measure
from metrics_edu.language import LANGUAGES, number, set_language
from metrics_edu.metrics import METRICS
from metrics_edu.widgets import Explorer
from metrics_edu.widgets.list_state.history import MAX_UNDO
from tests.browser import test_site
from tests.browser.driver import clipped, drag, until, violations_in_each_scheme
from tests.browser.test_site import READY, Site, select
from website.build.closed_pages import closed_element
from website.build.kept_closed_lists import CLOSED_LISTS, MOST_MISSED, NAMES, START, STATES, ranking_of
from website.build.page_policy import CHARSET, CLOSED_LIST, with_policy

folder, site = test_site.folder, test_site.site
newcomer, visitor, open_site = test_site.newcomer, test_site.visitor, test_site.open_site

MOST_BYTES = 110_000
WITHOUT_EXPLORER = "export default { render({ model }) { window.model = model; return () => {}; } };"
"""Stands for the front end of the widgets: a test sends the actions."""
ACT = """actions => actions.map(action => {
    window.model.send(action);
    return ["view", "figure", "state_line"].map(name => window.model.get(name));
})"""
HOME = {"en": "", "es": "es/"}


def closed_page(page: Page, site: Site, name: str = "ap", language: str = "en") -> Page:
    page.goto(f"{site.address}{HOME[language]}lists/{name}.html")
    page.wait_for_selector(".closed-list .me-row")
    return page


@pytest.fixture
def page(open_site: Callable[..., Page]) -> Page:
    """Give a page that cannot load Python."""
    page = open_site(path="site.css")
    page.route(re.compile("pyodide|worker|[.]whl"), lambda route: route.abort())
    return page


def shown_state(page: Page) -> tuple[str, int]:
    marks = page.locator(".me-row[data-rank] .me-badge").all_text_contents()
    return "".join(marks), page.locator(".me-row:not([data-rank])").count()


def tile(page: Page) -> Any:
    return page.locator(".me-tile .me-tile-value")


def press(page: Page, name: str, keys: str) -> None:
    select(page, name)
    page.keyboard.press(keys)


@pytest.mark.parametrize(("name", "language"), [("ap", "en"), ("recall", "en"), ("ndcg", "es")])
def test_many_edits_show_the_value_without_python(page: Page, site: Site, name: str, language: str) -> None:
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url.removeprefix(site.address)))
    closed_page(page, site, name, language)
    metric, drawn = measure(CLOSED_LISTS[name]["measure"]).metric, random.Random(name)
    cut = {} if metric.reads_whole or not metric.takes_n else {"n": len(NAMES)}
    set_language(language)
    try:
        for _k in range(25):
            before = shown_state(page)
            row = page.locator(".me-row[data-rank]").nth(drawn.randrange(len(NAMES)))
            edit = drawn.choice(["mark", "up", "down", "rank", "|R|"])
            if edit == "mark":
                row.locator(".me-toggle").click()
            elif edit == "|R|":
                page.get_by_role("spinbutton").first.fill(str(before[0].count("R") + drawn.randrange(MOST_MISSED + 1)))
                page.keyboard.press("Enter")
            else:
                row.click()
                if edit == "rank":
                    page.locator(".me-edit").get_by_role("spinbutton").first.fill(str(drawn.randint(1, len(NAMES))))
                    page.keyboard.press("Enter")
                else:
                    page.keyboard.press({"up": "Alt+ArrowUp", "down": "Alt+ArrowDown"}[edit])
            marks, missed = shown_state(page)
            ranking = Ranking.parse(marks, relevant=marks.count("R") + missed)
            expected = number(float(METRICS[metric.name](ranking, **cut)), fixed=4)
            expect(tile(page)).to_have_text(expected if ranking.relevant else "0/0")
    finally:
        set_language("en")
    home, table = HOME[language], f"lists/{name}-{language}.bin"
    files = {"closed_lists.js", "explorer.js", "explorer.css", "site.css", table, f"{home}lists/{name}.html"}
    assert {*requests} == files


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_long_walk_has_the_views_of_an_explorer(page: Page, site: Site, language: str) -> None:
    page.route("**/explorer.js", lambda route: route.fulfill(body=WITHOUT_EXPLORER, content_type="text/javascript"))
    page.goto(f"{site.address}{HOME[language]}lists/ap.html")
    until(lambda: page.evaluate("'model' in window"), lambda: True)  # the policy allows no `wait_for_function`
    set_language(language)
    try:
        actions, expected = walk(random.Random(language))
    finally:
        set_language("en")
    shown = page.evaluate(ACT, actions)
    for k, (view, figure, link) in enumerate(shown):
        assert json.loads(view) == expected[k]["view"], actions[: k + 1]
        assert figure == expected[k]["figure"]
        assert link == expected[k]["state_line"]


def test_undo_goes_back_as_far_as_in_an_explorer(page: Page, site: Site) -> None:
    page.route("**/explorer.js", lambda route: route.fulfill(body=WITHOUT_EXPLORER, content_type="text/javascript"))
    page.goto(f"{site.address}lists/ap.html")
    until(lambda: page.evaluate("'model' in window"), lambda: True)
    toggle: dict[str, Any] = {"do": "toggle", "id": NAMES[0]}
    shown = page.evaluate(ACT, [toggle] * (MAX_UNDO + 2) + [{"do": "undo"}] * MAX_UNDO)
    undone = [json.loads(view)["can"]["undo"] for view, *_ in shown[MAX_UNDO + 2 :]]
    assert undone == [True] * (MAX_UNDO - 1) + [False]


def walk(drawn: random.Random) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return actions as the page sends them, and what an Explorer shows after each."""
    explorer: Any = Explorer(ranking_of(*STATES[START]), [*NAMES], measure="AP", tiles=["AP"])
    explorer.act({"do": "table", "open": True})
    actions, expected = [], []
    for _k in range(150):
        lists = explorer.view["list"]
        rows = [*lists["shown"], *lists["missed"]]
        ids = [*(row["label"] for row in lists["shown"]), *(f"m{k}" for k in range(len(lists["missed"])))]
        at = drawn.randrange(len(NAMES))
        least = lists["relevant"]["min"]
        sent = drawn.choice(
            [
                {"do": "toggle", "id": at},
                {"do": "move", "id": at, "rank": drawn.randint(1, len(NAMES))},
                {"do": "move", "id": at, "by": drawn.choice([-1, 1])},
                {"do": "set_relevant", "to": drawn.randint(least, least + MOST_MISSED)},
                {"do": "choose", "id": drawn.randrange(len(rows))},
                {"do": "undo"},
                {"do": "redo"},
                {"do": "reset"},
            ]
        )
        is_start = (
            explorer._state.users[0].shown == explorer._session.start.users[0].shown and len(lists["missed"]) == 1
        )
        if sent["do"] == "reset" and is_start:
            continue  # another missed item may be in the place of the first one
        both = [{**sent, "id": names[sent["id"]]} if "id" in sent else sent for names in (ids, [r["id"] for r in rows])]
        explorer.act(both[1])
        actions.append(both[0])
        expected.append(closed(explorer, is_start=is_start))
    return actions, expected


def closed(explorer: Any, *, is_start: bool) -> dict[str, Any]:
    """Return what a closed list shows in the place of an Explorer."""
    view = json.loads(json.dumps(explorer.view))
    start = explorer._session.start.users[0]
    names = {row["id"]: row["label"] for row in view["list"]["shown"]}
    for k, row in enumerate(view["list"]["missed"]):
        names[row["id"]] = f"m{k}"
    for row in (*view["list"]["shown"], *view["list"]["missed"]):
        row["id"] = names[row["id"]]
    view |= {"chosen": names.get(view["chosen"]), "edited": names.get(view["edited"])}
    same = explorer._state.users[0].shown == start.shown and len(view["list"]["missed"]) == len(start.missed)
    view["can"] = {"undo": view["can"]["undo"], "redo": view["can"]["redo"], "reset": not same}
    view["list"]["relevant"]["max"] = view["list"]["hits"] + MOST_MISSED
    figure = json.loads(json.dumps(explorer.figure))
    return {"view": view, "figure": figure, "state_line": re.sub("&(tiles|chosen)=[^&]*", "", explorer.state)}


def test_undo_redo_and_reset_work_by_keys_and_buttons(page: Page, site: Site) -> None:
    closed_page(page, site)
    first = tile(page).text_content() or ""
    press(page, "B", "n")
    press(page, "F", "Alt+ArrowUp")
    second = tile(page).text_content() or ""
    assert second != first
    expect(page.locator(".me-row[data-lit]")).to_contain_text("F")
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    expect(tile(page)).to_have_text(first)
    expect(page.locator(".me-line b")).to_have_text("undone")
    page.get_by_role("button", name="Redo").click()
    page.get_by_role("button", name="Redo").click()
    expect(tile(page)).to_have_text(second)
    page.get_by_role("button", name="Reset").click()
    expect(tile(page)).to_have_text(first)
    expect(page.locator(".me-row[data-rank] .me-label")).to_have_text([*NAMES])
    page.get_by_role("button", name="Undo").click()
    expect(tile(page)).to_have_text(second)


def test_an_edit_that_leaves_the_states_says_so_and_changes_nothing(page: Page, site: Site) -> None:
    closed_page(page, site)
    for row in ("Choose an item.", "B", "Missed 1"):
        if row != "Choose an item.":
            select(page, row)
        expect(page.locator(".me-edit[role=toolbar]")).to_contain_text(row)
        for name in ("Sort", "Shuffle", "Paste", "Predict", "Add item", "Miss", "Show it", "More", "Remove"):
            expect(page.get_by_role("button", name=name, exact=True)).to_have_count(0)
    expect(page.locator(".me-settings")).to_be_hidden()
    before = shown_state(page)
    for leave in (
        lambda: press(page, "B", "Delete"),
        lambda: drag(page.locator(".me-row").nth(1), page.locator(".me-row").nth(6)),
    ):
        leave()
        expect(page.locator(".me-notice").first).to_contain_text("keeps its six items")
        assert shown_state(page) == before
        press(page, "B", "r")
        press(page, "A", "r")
        expect(page.locator(".me-notice").first).to_have_text("")
        page.keyboard.press("Control+z")
    more = page.get_by_role("button", name="All relevant items: more")
    more.click()
    expect(more).to_have_attribute("aria-disabled", "true")
    assert shown_state(page) == (before[0], MOST_MISSED)
    more.dispatch_event("click")
    expect(page.locator(".me-notice").first).to_contain_text("keeps its six items")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_link_opens_the_present_state_in_the_explorer(
    open_site: Callable[..., Page], visitor: Any, site: Site, language: str
) -> None:
    page = closed_page(open_site(path="site.css", context=visitor), site, "ap", language)
    press(page, "A", "r")
    page.keyboard.press("Alt+ArrowDown")
    state, value = shown_state(page), tile(page).text_content() or ""
    page.locator(".closed-list a").click()
    page.wait_for_selector(READY)
    expect(page.locator(".me-tile[aria-selected=true] .me-tile-value")).to_have_text(value)
    assert page.locator(".me-tile").count() > 5
    assert shown_state(page) == state
    assert page.locator("html").get_attribute("lang") == language


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", CLOSED_LISTS)
def test_all_that_a_page_loads_is_small(page: Page, site: Site, name: str, language: str) -> None:
    responses: list[Response] = []
    page.on("response", lambda response: responses.append(response))
    closed_page(page, site, name, language)
    page.wait_for_load_state("networkidle")
    sizes = {response.url: len(compressed(response.body())) for response in responses}
    assert 45_000 < sum(sizes.values()) < MOST_BYTES, sizes


def compressed(body: bytes) -> bytes:
    return body if body[:2] == b"\x1f\x8b" else gzip.compress(body)


def test_a_page_without_its_table_still_has_the_link(page: Page, site: Site) -> None:
    def other(route: Route) -> None:
        route.fulfill(body=b"of another version")

    page.route("**/lists/*.bin", other)
    page.goto(f"{site.address}lists/ap.html")
    page.wait_for_load_state("networkidle")
    expect(page.locator(".closed-list a")).to_be_visible()
    expect(page.locator(".me-row")).to_have_count(0)


@pytest.mark.parametrize("width", [390, 820, 1280])
@pytest.mark.parametrize("name", ["ap", "ndcg"])
def test_a_closed_page_is_accessible_and_fits(
    open_site: Callable[..., Page], site: Site, width: int, name: str
) -> None:
    viewport = {"width": width, "height": 900}
    page = closed_page(open_site(path="site.css", viewport=viewport), site, name, "es" if width == 820 else "en")
    press(page, "B", "Alt+ArrowDown")
    assert not violations_in_each_scheme(page, "html")
    assert not clipped(page.locator(".metrics-edu").first)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_another_page_shows_two_lists_by_an_element_each_and_one_script(page: Page, site: Site) -> None:
    path = site.folder / "docs" / "two_lists.html"  # is not written
    lists = "".join(closed_element(name, "es", path, site.folder) for name in ("ap", "rr"))
    text = f'<!doctype html>{CHARSET}<h1>AP, RR</h1>{lists}<script type="module" src="../closed_lists.js"></script>'
    page.route("**/two_lists.html", lambda route: route.fulfill(body=with_policy(text, CLOSED_LIST)))
    page.goto(f"{site.address}docs/two_lists.html")
    ap, rr = page.locator(".closed-list").all()
    for shown in (ap, rr):
        shown.locator(".me-toggle").first.click()
    expect(ap.locator(".me-tile-value")).to_have_text("0,7333")
    expect(rr.locator(".me-tile-value")).to_have_text("1,0000")
    expect(ap.locator("a")).to_have_attribute("href", re.compile(r"/es/index.html#.*list=:A\*1,B\*1"))


def test_the_front_page_links_to_the_closed_lists(page: Page, site: Site) -> None:
    page.goto(f"{site.address}es/index.html")
    page.locator("li:has(#learn) summary").click()
    page.get_by_role("link", name="Recall@6", exact=True).click()
    expect(page.locator("h1")).to_contain_text("Recall@6")
    expect(tile(page)).to_be_visible()


def test_the_value_follows_the_hand(page: Page, site: Site) -> None:
    closed_page(page, site)
    marks, missed = STATES[START]
    values = []
    for rank in (2, 4, 6):
        drag(page.locator(".me-row").first, page.locator(".me-row").nth(rank - 1), drops=False)
        rest = marks[1:]
        dragged = ranking_of(f"{rest[: rank - 1]}{marks[0]}{rest[rank - 1 :]}", missed)
        values.append(number(measure("AP")(dragged), fixed=4))
        expect(tile(page)).to_have_text(values[-1])
        page.keyboard.press("Escape")
        page.mouse.up()
        expect(page.get_by_role("button", name="Undo")).to_have_attribute("aria-disabled", "true")
        assert shown_state(page) == (("".join(marks)), missed)
    assert len({*values}) > 1
