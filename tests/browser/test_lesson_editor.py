"""The code that a reader changes in a lesson: it runs with what follows from it, is kept, and can be taken back."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.browser import test_lesson_pages, test_site
from tests.browser.test_lesson_pages import READY, OpenLesson, cell

folder, site = test_site.folder, test_site.site
newcomer, visitor, open_site = test_site.newcomer, test_site.visitor, test_site.open_site
open_lesson = test_lesson_pages.open_lesson

MENDED = """def program_a(ratings, recommendations):
    hits, total = 0, 0
    for rank, item in enumerate(recommendations[:5], start=1):
        if ratings.get(item, 0) >= 1:
            hits = hits + 1
            total = total + hits / rank
    relevant = sum(grade >= 1 for grade in ratings.values())
    return total / max(min(relevant, 5), 1)"""
WRONG = "program_a is not AP@5"
AGREES = "agree"


def editor(page: Page) -> Locator:
    """Return the editor of the first program, which comes when the reader reaches it."""
    cell(page, "hits-program").scroll_into_view_if_needed()
    return cell(page, "hits-program").get_by_role("textbox", name="Your code")


def write(page: Page, text: str) -> None:
    editor(page).click()
    page.keyboard.press("Control+A")
    page.keyboard.insert_text(text)


def test_changed_code_runs_is_kept_and_can_be_taken_back(open_lesson: OpenLesson) -> None:
    page = open_lesson("en/07_find_the_bug")
    page.wait_for_selector(READY)
    expect(cell(page, "hits-check")).to_contain_text(WRONG)
    write(page, MENDED)
    page.keyboard.press("Shift+Enter")
    expect(cell(page, "hits-check")).to_contain_text(AGREES)
    write(page, "def program_a(ratings")
    cell(page, "hits-program").get_by_role("button", name="Run").click()
    expect(cell(page, "hits-program").locator(".error")).to_contain_text("SyntaxError")
    expect(cell(page, "hits-check")).to_contain_text(AGREES)  # the former program
    write(page, MENDED)
    page.reload()
    expect(editor(page)).to_contain_text("relevant = sum")
    page.wait_for_selector(READY)
    expect(cell(page, "hits-check")).to_contain_text(AGREES)
    cell(page, "hits-program").get_by_role("button", name="Take back my changes").click()
    expect(cell(page, "hits-check")).to_contain_text(WRONG)
    expect(cell(page, "hits-program").get_by_role("button")).to_have_text(["Run"])


def test_the_editor_is_loaded_when_it_is_reached(open_lesson: OpenLesson) -> None:
    page = open_lesson("en/07_find_the_bug")
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.reload()
    page.wait_for_selector(READY)
    assert not any(url.endswith("/editor.js") for url in requests)
    expect(editor(page)).to_contain_text("def program_a")
    assert any(url.endswith("/editor.js") for url in requests)


def test_edits_of_a_list_stay_on_it_after_code_that_makes_a_widget(open_lesson: OpenLesson) -> None:
    page = open_lesson("en/03_reciprocal_rank")
    page.get_by_role("button", name="Show all sections").click()
    page.wait_for_selector(READY)
    program, explorer = cell(page, "four-try"), cell(page, "none-explorer")
    program.scroll_into_view_if_needed()
    program.get_by_role("textbox", name="Your code").click()
    page.keyboard.press("Control+A")
    page.keyboard.insert_text("from metrics_edu.widgets import Stepper\nStepper('RR', 'NNR')")
    for _run in range(2):  # the second widget has the id of the first
        page.keyboard.press("Shift+Enter")
        expect(program.locator("[data-widget='part-0-four-try-0'] > .metrics-edu")).to_have_count(1)
    explorer.locator(".me-row").nth(1).click()
    page.keyboard.press("Alt+ArrowUp")
    expect(explorer.locator(".me-row").first).to_contain_text("Item 2")
    moved = explorer.locator(".me-row").all_inner_texts()
    page.reload()
    page.wait_for_selector(READY)
    expect(program.locator("[data-widget='part-0-four-try-0'] > .metrics-edu")).to_have_count(1)
    assert explorer.locator(".me-row").all_inner_texts() == moved
