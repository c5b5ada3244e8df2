"""A lesson as a path: one section after another, one button to go on, and what survives a reload and a turn of the screen."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from metrics_edu.practice.lessons.lesson_progress import tasks_of
from tests.browser import test_lesson_pages, test_site
from tests.browser.driver import resize, settled, until
from tests.browser.test_lesson_pages import READY, THIN, OpenLesson, cell
from tests.browser.test_site import Site

folder, site = test_site.folder, test_site.site
newcomer, visitor, open_site = test_site.newcomer, test_site.visitor, test_site.open_site
open_lesson = test_lesson_pages.open_lesson

KIND = "metrics_edu progress"
OPEN_SECTIONS = """() => [...document.querySelectorAll("main > section > div:not([hidden])")]
    .map(({ parentElement }) => parentElement.id)"""
STORE_RECORD = "([kind, text]) => localStorage.setItem(kind, text)"
STORED_PLACE = "() => JSON.parse(localStorage.getItem('metrics_edu lessons') ?? '{}')['04']?.place?.section"
TOP_OF = "element => Math.round(element.getBoundingClientRect().top)"
FOCUSED = "() => document.activeElement.textContent.slice(0, 30)"
FILES_ARE_KEPT = test_site.FILES_ARE_KEPT.replace('name !== "kept-es.bin"', '!name.startsWith("kept-")')
FIRST_SECTIONS = ["section-title", "section-points-question"]
MAIN = tasks_of("04", "main")


@pytest.fixture
def open_with(open_site: Callable[..., Page], visitor: BrowserContext) -> Callable[..., Page]:
    """Give a function that opens lesson 04 where some tasks are done."""

    def open_with(tasks: list[str], address: str = "") -> Page:
        page = open_site(path="site.css", context=visitor)  # no page of ours
        page.evaluate("localStorage.clear()")
        events = [{"name": name, "what": "right", "answers": ["1"]} for name in tasks]
        record = "\n".join(json.dumps(entry) for entry in [{"kind": KIND}, *events])
        page.evaluate(STORE_RECORD, [KIND, record])
        page.goto(page.url.removesuffix("site.css") + f"lessons/en/{THIN}.html{address}")
        return page

    return open_with


def commit(page: Page, name: str, value: str) -> None:
    """Commit to a value in a Predict."""
    cell(page, name).get_by_role("textbox").fill(value)
    cell(page, name).get_by_role("button", name="Commit").click()


def test_a_section_opens_when_the_tasks_before_it_are_done(open_lesson: OpenLesson) -> None:
    page = open_lesson()
    assert page.evaluate(OPEN_SECTIONS) == FIRST_SECTIONS
    commit(page, "points-predict", "0.5")  # Python may be starting
    expect(page.locator("#done")).to_have_text("1 of 17 done")
    assert page.evaluate(OPEN_SECTIONS) == FIRST_SECTIONS
    page.evaluate("scrollTo(0, 0)")
    page.locator("#continue").click()
    assert page.evaluate(FOCUSED).startswith("Try. Now one step at a time.")
    page.wait_for_selector(READY)
    for _step in range(15):
        cell(page, "points-stepper").locator(".me-next").click()
    expect(page.locator("#done")).to_have_text("2 of 17 done")
    quiz = cell(page, "points-quiz")
    quiz.get_by_label("it is computed, but not added").check()
    quiz.get_by_role("button", name="Check").click()
    expect(page.locator("#done")).to_have_text("3 of 17 done")
    assert page.evaluate(OPEN_SECTIONS) == [*FIRST_SECTIONS, "section-world-question"]
    expect(page.locator("#next")).to_have_text("2. Divided by all that is relevant")
    page.locator("#continue").click()
    expect(page.locator("#section-world-question h2")).to_be_focused()
    expect(page.locator("#continue")).to_be_hidden()


def test_a_reader_may_open_a_section_or_all(open_lesson: OpenLesson) -> None:
    page = open_lesson()
    page.locator("#section-cut-question").get_by_role("button", name="Show this section").click()
    opened = [*FIRST_SECTIONS, "section-cut-question"]
    assert page.evaluate(OPEN_SECTIONS) == opened
    page.reload()
    expect(page.locator("#done")).to_have_text("0 of 17 done")
    assert page.evaluate(OPEN_SECTIONS) == opened
    page.get_by_role("button", name="Show all sections").click()
    expect(page.get_by_role("button", name="Show all sections")).to_be_hidden()
    assert len(page.evaluate(OPEN_SECTIONS)) == page.locator("main > section").count()


def test_a_card_leads_to_the_first_open_task(open_with: Callable[..., Page]) -> None:
    page = open_with(MAIN[:4], "#continue")
    lead = page.locator("#section-world-question .document", has_text="Try. Watch the number")
    expect(lead).to_be_focused()
    assert 0 <= lead.evaluate(TOP_OF) < 100
    assert "#" not in page.url
    expect(page.locator("#done")).to_have_text("4 of 17 done")


@pytest.mark.parametrize(
    ("done", "shown", "following"),
    [
        (MAIN, "11 of 17 done", "Practice"),
        ([*MAIN, *tasks_of("04", "practice")], "Enough for today. 13 of 17 done", "More"),
        (tasks_of("04", "main", "practice", "more"), "17 of 17 done", "Next lesson"),
    ],
)
def test_the_way_goes_on_after_the_main_part_a_drill_and_the_end(
    open_with: Callable[..., Page], done: list[str], shown: str, following: str
) -> None:
    page = open_with(done)
    expect(page.locator("#done")).to_have_text(shown)
    expect(page.locator("#next")).to_have_text(following)
    if following == "Next lesson":
        page.locator("#continue").click()
        expect(page.locator("h1")).to_contain_text("nDCG")


def test_place_text_and_answers_survive_a_reload_and_a_turn(open_lesson: OpenLesson) -> None:
    page = open_lesson()
    page.wait_for_selector(READY)
    commit(page, "points-predict", "0.7")
    expect(page.locator("#done")).to_have_text("1 of 17 done")
    page.get_by_role("button", name="Show all sections").click()
    typed = cell(page, "cut-predict").get_by_role("textbox")
    typed.fill("0.125")
    cell(page, "cut-predict").evaluate("element => element.scrollIntoView()")
    until(lambda: page.evaluate(STORED_PLACE), lambda: "section-cut-question")
    before = cell(page, "cut-predict").evaluate(TOP_OF)
    page.reload()
    page.wait_for_selector(READY)
    expect(typed).to_have_value("0.125")
    assert abs(cell(page, "cut-predict").evaluate(TOP_OF) - before) <= 2
    expect(cell(page, "points-predict")).to_contain_text("0.7")
    resize(page, 390, 844)
    assert abs(settled(page).locator("#cell-cut-predict").evaluate(TOP_OF) - before) <= 2
    expect(typed).to_have_value("0.125")


def test_a_lesson_runs_without_the_network(open_lesson: OpenLesson, site: Site) -> None:
    page = open_lesson()
    page.wait_for_selector(READY)
    page.wait_for_function(FILES_ARE_KEPT)
    page.reload()  # the first load came before the service worker
    page.wait_for_selector(READY)
    with site.stopped():
        page.reload()
        commit(page, "points-predict", "0.5")
        expect(page.locator("#done")).to_have_text("1 of 17 done")
        page.wait_for_selector(READY)


def test_the_first_edit_is_shown_before_python(open_lesson: OpenLesson) -> None:
    page = open_lesson()
    page.get_by_role("button", name="Show all sections").click()
    explorer = cell(page, "world-explorer")
    explorer.locator(".me-row", has_text="Braeburn").click()
    page.keyboard.press("Alt+ArrowUp")
    expect(explorer.locator(".me-tile[aria-selected=true]")).to_contain_text("0.5202")
    assert page.locator(READY).count() == 0
    page.wait_for_selector(READY)
    expect(explorer.locator(".me-tile[aria-selected=true]")).to_contain_text("0.5202")
