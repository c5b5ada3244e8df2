"""The front page with a learner's record: it begins with their mistakes, also before Python is there; and what a stranger sees."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from metrics_edu.language import set_language
from metrics_edu.practice.record.learner_record import progress_file
from metrics_edu.practice.tutor.named_mistakes import DAYS
from metrics_edu.widgets import Drill
from tests.browser import test_site
from tests.browser.driver import resize, scheme, settled, violations
from tests.browser.test_site import OVERFLOW, READY
from tests.browser.test_site_first_edit import HOLD_PYTHON
from tests.made_mistakes import made, record_of

folder, site = test_site.folder, test_site.site
newcomer, visitor, open_site = test_site.newcomer, test_site.visitor, test_site.open_site

TODAY = date.today()
RECORD = record_of(
    [
        *made("AP", "AP_DIV_N", TODAY - timedelta(1), 0),
        *made("RMSE", "RMSE_NO_ROOT", TODAY - timedelta(4), 0, 0, 1),
        *made("nDCG", "NO_NORM", TODAY - timedelta(sum(DAYS)), 0, *DAYS),
    ]
)
SAVE = "record => localStorage.setItem('metrics_edu progress', record)"
FORGET = "() => localStorage.clear()"
HAS_CARDS = "() => localStorage.getItem('metrics_edu mistakes')?.includes('<h3>')"
ANIMATIONS = (
    "document.getAnimations().map(({ animationName }) => animationName).filter(name => /cross|jump/.test(name))"
)


@pytest.fixture
def open_learner(open_site: Callable[..., Page], visitor: BrowserContext) -> Iterator[Callable[..., Page]]:
    """Give a function that opens the front page in a browser with a record, at once or once Python has made its cards."""
    opened: list[Page] = []

    def open_learner(path: str = "", *, record: str = RECORD, has_cards: bool = True) -> Page:
        page = open_site(path="site.css", context=visitor)
        opened.append(page)
        root = page.url.removesuffix("site.css")
        page.evaluate(FORGET)
        page.evaluate(SAVE, record)
        page.goto(f"{root}{path}index.html")
        if has_cards:
            page.wait_for_function(HAS_CARDS)
        return page

    yield open_learner
    opened[-1].evaluate(FORGET)


def without_python(page: Page) -> Page:
    """Open the page again; Python does not start."""
    page.add_init_script(HOLD_PYTHON)
    page.reload()
    return page


def top(of: Locator) -> float:
    box = of.bounding_box()
    assert box
    return box["y"]


# --- with a record ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "heading", "first", "due"),
    [
        ("", "My mistakes", "AP: you divide by n", "2 exercises are due now."),
        ("es/", "Mis errores", "AP: divides por n", "Ahora tocan 2 ejercicios."),
    ],
)
def test_the_page_begins_with_the_mistakes_also_before_python(
    open_learner: Callable[..., Page], path: str, heading: str, first: str, due: str
) -> None:
    page = without_python(open_learner(path))
    section = page.locator("#mistakes")
    expect(section.get_by_role("heading", level=2)).to_have_text(heading)
    expect(section.get_by_role("heading", level=3).first).to_have_text(first)
    expect(section.locator(".today b")).to_have_text(due)
    expect(section.locator("li")).to_have_count(3)
    assert page.locator("#widget").get_attribute("data-stage") != "ready"
    assert top(section) < top(page.locator("h1"))
    page.evaluate("releasePython()")
    page.wait_for_selector(READY)
    for width, colours in ((1280, "light"), (820, "dark"), (390, "light"), (390, "dark")):
        resize(page, width, 844)
        scheme(page, colours)
        assert settled(page).evaluate(OVERFLOW) <= 0, width
        assert violations(page, "body") == [], (width, colours)


def test_one_button_starts_what_is_due_and_the_day_ends(open_learner: Callable[..., Page]) -> None:
    page = open_learner()
    progress_file().write_text(RECORD)
    page.get_by_role("link", name="2 minutes").click()
    card = Drill(due=True)
    for _k in range(2):
        expect(page.locator("#widget")).to_contain_text(card.view["title"])
        fields = page.locator("#widget input:visible")
        answers = [repr(working.value) for working in card.exercise.solution()]
        for k, answer in enumerate(answers):
            fields.nth(k).fill(answer)
        page.get_by_role("button", name="Check").click()
        card.act({"do": "check", "answers": {str(k): answer for k, answer in enumerate(answers)}})
        expect(page.locator(".me-card-status")).to_contain_text("All right.")
        if end := re.search("Done for today; the next is .*", card.view["summary"]):
            break
        page.get_by_role("button", name="Next exercise").click()
        card.act({"do": "next", "answers": {}})
    assert end
    expect(page.locator(".me-card-status")).to_contain_text(end[0])
    page.wait_for_function("() => localStorage.getItem('metrics_edu mistakes').includes('Done for today')")
    page.locator(".inside a").click()
    expect(page.locator(".today")).to_have_text(end[0])


def test_stored_cards_know_the_day_on_which_a_mistake_returns(open_learner: Callable[..., Page]) -> None:
    page = open_learner(record=record_of(made("RMSE", "RMSE_NO_ROOT", TODAY, 0, 0)))
    expect(page.locator(".today")).to_have_text("Done for today; the next is tomorrow.")
    page.clock.set_fixed_time(f"{TODAY + timedelta(1)}T12:00:00")
    without_python(page)
    expect(page.locator(".today b")).to_have_text("1 exercise is due now.")
    expect(page.get_by_role("link", name="2 minutes")).to_be_visible()


def test_cards_of_a_longer_record_wait_for_python_without_what_is_due(open_learner: Callable[..., Page]) -> None:
    page = open_learner()
    page.evaluate(SAVE, RECORD + "\n" + record_of(made("P", "THRESH_GT", TODAY)).split("\n")[1])
    without_python(page)
    expect(page.locator("#mistakes li").first).to_contain_text("AP: you divide by n")
    expect(page.locator("#mistakes .today")).to_be_hidden()
    expect(page.locator("[data-cards=waiting]")).to_be_visible()
    page.evaluate("releasePython()")
    expect(page.locator(".today b")).to_have_text("4 exercises are due now.")
    page.evaluate(SAVE, record_of(made("P", "THRESH_GT", TODAY)))
    page.reload()
    expect(page.locator("#mistakes li")).to_have_count(0)  # nothing of another record


def test_what_another_tab_adds_changes_the_cards_that_are_shown(
    open_learner: Callable[..., Page], visitor: BrowserContext
) -> None:
    page = open_learner()
    expect(page.locator(".today b")).to_have_text("2 exercises are due now.")
    start = page.get_by_role("link", name="2 minutes")
    start.focus()
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(start).to_be_focused()
    other = visitor.new_page()
    other.goto(page.url.replace("index.html", "site.css"))
    other.evaluate(SAVE, RECORD + "\n" + record_of(made("P", "THRESH_GT", TODAY)).split("\n")[1])
    other.close()
    expect(page.locator(".today b")).to_have_text("4 exercises are due now.")


@pytest.mark.parametrize("entry", ["null", '"x"', '{"end": "0 ", "cards": null, "crossed": []}', '{"crossed": 1}', "{"])
def test_a_damaged_entry_of_cards_does_not_stop_the_page(open_learner: Callable[..., Page], entry: str) -> None:
    page = open_learner()
    page.evaluate("entry => localStorage.setItem('metrics_edu mistakes', entry)", entry)
    page.reload()
    expect(page.locator("#mistakes li")).to_have_count(3)


def test_what_is_gone_for_good_is_crossed_out_with_joy_once(open_learner: Callable[..., Page]) -> None:
    page = open_learner(has_cards=False)
    scheme(page, reduced_motion="no-preference")
    gone = page.locator("#mistakes [data-gone=true]")
    expect(gone).to_have_attribute("data-crossing", "")
    assert {*page.evaluate(ANIMATIONS)} == {"cross", "jump"}
    without_python(page)
    expect(gone.locator("s")).to_contain_text("nDCG: ")
    assert gone.get_attribute("data-crossing") is None
    assert page.evaluate(ANIMATIONS) == []


def test_reduced_motion_crosses_out_without_motion(open_learner: Callable[..., Page]) -> None:
    page = open_learner()
    gone = page.locator("#mistakes [data-gone=true]")
    expect(gone).to_have_attribute("data-crossing", "")
    assert page.evaluate(ANIMATIONS) == []
    assert gone.locator("s").evaluate("line => getComputedStyle(line).backgroundSize") == "100% 2px"


def test_a_record_without_a_mistake_says_so_and_a_deleted_one_leaves_nothing(open_learner: Callable[..., Page]) -> None:
    right = made("AP", "AP_DIV_N", TODAY, 0)[1:]
    page = open_learner(record=record_of(right), has_cards=False)
    expect(page.locator("[data-cards=none]")).to_be_visible()
    page.on("dialog", lambda dialog: dialog.accept())
    page.locator("#forget").click()
    expect(page.locator("#mistakes")).to_be_hidden()
    page.wait_for_selector(READY)
    assert page.evaluate("localStorage.getItem('metrics_edu mistakes')") is None


# --- a stranger ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["", "es/"])
def test_on_a_phone_the_list_begins_in_the_first_half_of_the_window(open_site: Callable[..., Page], path: str) -> None:
    locale = "es-CL" if path else "en"
    viewport = {"width": 390, "height": 844}
    page = open_site(path=path, viewport=viewport, has_touch=True, is_mobile=True, locale=locale)
    rows = page.locator("#widget .me-row")
    expect(rows.first).to_be_visible()
    assert top(rows.first) <= 420
    expect(rows.nth(6)).to_be_in_viewport(ratio=1)  # what the first move exchanges
    expect(page.locator("#mistakes")).to_be_hidden()


def test_three_ways_hold_all_links_and_the_navigation_leads_to_them(
    open_site: Callable[..., Page], visitor: BrowserContext
) -> None:
    page = open_site(context=visitor)
    ways = page.locator(".ways > li")
    expect(ways.locator("h2")).to_have_text(["Learn", "Teach", "Check a number"])
    assert [way.locator("a:visible").count() for way in ways.all()] == [1, 1, 1]
    assert ways.locator("details a").count() > 25
    for name, way in zip(("Learn", "Teach", "Check"), ways.all(), strict=True):
        page.get_by_role("navigation").get_by_role("link", name=name, exact=True).click()
        expect(way.locator("h2")).to_be_in_viewport()
        way.locator("summary").click()
        expect(way.locator("details a").first).to_be_visible()
    assert violations(page, ".ways") == []
    lesson = page.locator("#lesson")
    expect(lesson).to_have_text("Start lesson 00")
    assert lesson.get_attribute("href") == page.locator("[data-lesson='00']").get_attribute("href")


@pytest.mark.parametrize("path", ["", "es/"])
def test_what_is_pressed_before_python_answers_beside_it(
    open_site: Callable[..., Page], visitor: BrowserContext, path: str
) -> None:
    page = open_site(path="site.css", context=visitor)
    page.add_init_script(HOLD_PYTHON)
    page.goto(page.url.replace("site.css", f"{path}index.html"))
    button = page.get_by_role("button", name="Ordenar" if path else "Sort", exact=True)
    button.click()
    note = page.locator("#wait")
    expect(note).to_contain_text("Python")
    pressed, shown = button.bounding_box(), note.bounding_box()
    assert pressed
    assert shown
    assert 0 <= shown["y"] - (pressed["y"] + pressed["height"]) < 20
    assert abs(shown["x"] - pressed["x"]) < 20 or shown["x"] < pressed["x"] < shown["x"] + shown["width"]
    page.evaluate("releasePython()")
    page.wait_for_selector(READY)
    expect(note).to_be_hidden()


@pytest.fixture(autouse=True)
def own_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("METRICS_EDU_PROGRESS", str(tmp_path / "progress.json"))
    yield
    set_language("en")
