"""A lesson as a path: one section after another, one button to go on, and what survives a reload and a turn of the screen."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from metrics_edu.practice.lessons.lesson_progress import tasks_of
from metrics_edu.widgets.list_state.history import MAX_UNDO
from tests.browser import test_lesson_pages, test_site
from tests.browser.driver import resize, settled, until
from tests.browser.test_lesson_pages import READY, THIN, OpenLesson, cell
from tests.browser.test_site import Site
from tests.browser.test_site_first_edit import HOLD_PYTHON
from tests.browser.test_site_mistakes import HAS_CARDS
from tests.made_mistakes import made, record_of

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
VALUE = ".me-tile[aria-selected=true]"
ONE_UP = {"action": {"do": "move", "by": -1, "id": "i7"}}
STORE_EDITS = "edits => localStorage.setItem('metrics_edu lessons', JSON.stringify({ '04': { edits } }))"
STORED_EDITS = "() => JSON.parse(localStorage.getItem('metrics_edu lessons'))['04'].edits"
NOTE_COMMITS = """() => {
    const { postMessage } = Worker.prototype;
    window.commits = [];
    Worker.prototype.postMessage = function (sent) {
        if (sent.message?.action?.do === "commit") window.commits.push(sent.id);
        if (sent.start) window.commits.length = 0;
        postMessage.call(this, sent);
    };
}"""
"""The widgets whose commits are sent to Python since its last start, in their order."""


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


def labels(page: Page) -> list[str]:
    return cell(page, "world-explorer").locator(".me-row").all_inner_texts()


def test_edits_of_a_list_survive_a_reload_before_python_and_with_it(open_lesson: OpenLesson) -> None:
    page = open_lesson()
    page.get_by_role("button", name="Show all sections").click()
    explorer = cell(page, "world-explorer")
    explorer.locator(".me-row", has_text="Braeburn").click()
    page.keyboard.press("Alt+ArrowUp")
    expect(explorer.locator(VALUE)).to_contain_text("0.5202")
    moved = labels(page)
    page.add_init_script(HOLD_PYTHON)
    page.reload()
    expect(explorer.locator(VALUE)).to_contain_text("0.5202")
    assert labels(page) == moved
    page.evaluate("releasePython()")
    page.wait_for_selector(READY)
    explorer.get_by_role("button", name="More", exact=True).click()
    explorer.get_by_role("button", name="Shuffle", exact=True).click()
    until(lambda: labels(page) == moved, lambda: False)
    shuffled, value = labels(page), explorer.locator(VALUE).inner_text()
    page.reload()
    page.evaluate("releasePython()")
    page.wait_for_selector(READY)
    assert labels(page) == shuffled
    assert explorer.locator(VALUE).inner_text() == value
    explorer.get_by_role("button", name="Undo", exact=True).click()
    until(lambda: labels(page), lambda: moved)


@pytest.mark.parametrize(
    "edits",
    [
        "x",
        [None, 1, {}, {"cell": "world-explorer", "message": None, "seed": 0, "isAnswered": True}],
        [{"cell": "gone", "message": ONE_UP, "seed": 0, "isAnswered": True}],
        [{"cell": "points-predict", "message": ONE_UP, "seed": 0, "isAnswered": True}],
        [{"cell": "world-explorer", "message": {"action": {"do": "x"}}, "seed": 0, "isAnswered": True}],
    ],
)
def test_damaged_edits_leave_the_list_of_the_lesson(open_lesson: OpenLesson, edits: Any) -> None:
    page = open_lesson()
    before = labels(page)
    assert len(before) > 10
    page.evaluate(STORE_EDITS, edits)
    page.reload()
    page.wait_for_selector(READY)
    assert labels(page) == before
    assert page.locator("#trouble:visible").count() == 0


def test_a_list_with_more_actions_than_an_undo_goes_back_begins_anew(open_lesson: OpenLesson) -> None:
    page = open_lesson()
    page.add_init_script(HOLD_PYTHON)
    page.reload()
    page.get_by_role("button", name="Show all sections").click()
    mark = cell(page, "world-explorer").locator(".me-row .me-badge").first
    for clicks, stored in ((MAX_UNDO, MAX_UNDO), (1, 0)):
        mark.evaluate("(mark, clicks) => { for (let k = 0; k < clicks; k += 1) mark.click(); }", clicks)
        assert len(page.evaluate(STORED_EDITS)) == stored


def test_a_new_python_gets_the_answers_in_the_order_in_which_they_were_given(open_lesson: OpenLesson) -> None:
    page = open_lesson()
    page.add_init_script(f"({NOTE_COMMITS})()")
    page.reload()
    page.get_by_role("button", name="Show all sections").click()
    page.wait_for_selector(READY)
    for name in ("cut-predict", "points-predict"):  # the later cell first
        commit(page, name, "0.125")
        expect(cell(page, name).get_by_role("button", name="Commit")).to_be_hidden()
    before = page.evaluate("commits")
    assert len({*before}) == 2
    page.evaluate("() => document.getElementById('again').click()")
    page.wait_for_function("() => window.commits.length === 2")
    page.wait_for_selector(READY)
    assert page.evaluate("commits") == before


def test_on_the_next_day_the_card_says_what_is_due_and_leads_to_the_open_task(
    open_with: Callable[..., Page],
) -> None:
    page = open_with(MAIN[:4])
    today = date.today()
    due = record_of(made("RMSE", "RMSE_NO_ROOT", today, 0, 0)).split("\n", 1)[1]
    record = page.evaluate("kind => localStorage.getItem(kind)", KIND)
    page.evaluate(STORE_RECORD, [KIND, f"{record}\n{due}"])
    home = page.url.split("lessons/")[0]
    page.goto(f"{home}index.html")
    page.wait_for_function(HAS_CARDS)
    page.clock.set_fixed_time(f"{today + timedelta(1)}T12:00:00")
    page.reload()
    expect(page.locator(".today b")).to_have_text("1 exercise is due now.")
    card = page.locator("[data-lesson='04']")
    expect(card).to_contain_text("4 of 11")
    card.click()
    expect(page.locator("#section-world-question .document", has_text="Try. Watch the number")).to_be_focused()
    expect(page.locator("#done")).to_have_text("4 of 17 done")
