"""The window of the lecturer: it follows the stage of its page, and steps it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.driver import press, resize, scheme, settled, until, violations
from tests.browser.test_site import OVERFLOW, READY, _nothing_is_blocked, folder, newcomer, open_site, site, visitor

__all__ = ["_nothing_is_blocked", "folder", "newcomer", "open_site", "site", "visitor"]
STAGE = "dialog.me-lecture[open]"
COUNT = f"{STAGE} .me-lec-count"
TIMER = f"{STAGE} [role=timer]"
SAID = f"{STAGE} .me-lec-bar [role=status]:not(.me-lec-count)"
SEND = "([name, message]) => { new BroadcastChannel(name).postMessage(message); }"
CHANNEL = "location.hash.slice(1)"
CUE = {
    "isOpen": True,
    "slides": [{"title": "<b>Bold</b>", "notes": "<img src=x onerror='document.title=1'>\nSecond", "minutes": 0}],
    "slide": 0,
    "step": 0,
    "steps": 1,
    "next": "<i>",
    "times": {"spent": [], "slide": 0, "since": 0, "isPaused": False},
    "countdown": {"ends": 0, "isShown": False},
}


@pytest.fixture
def open_stage(open_site: Callable[..., Page], visitor: BrowserContext) -> Iterator[Callable[..., Page]]:
    """Give a function that opens the ready lecture on the stage; its windows are closed with it."""

    def open_stage(path: str = "") -> Page:
        page = open_site("lecture", path=path, context=visitor)
        start(page)
        return page

    yield open_stage
    for page in visitor.pages:
        if "lecturer.html" in page.url:
            page.close()


def start(page: Page) -> None:
    page.wait_for_selector(READY)
    page.locator(".me-deck [data-main]").click()
    expect(page.locator(COUNT)).to_contain_text("1 ")


def open_window(page: Page) -> Page:
    with page.expect_popup() as opened:
        page.keyboard.press("l")
    window = opened.value
    expect(window.locator("#step")).not_to_be_empty()
    return window


CALLED = {
    "en": ("", "What does AP gain", "Which terms change", "the working in numbers", "Two of four", "0.4167"),
    "es": (
        "es/index.html",
        "¿Qué gana AP",
        "¿Qué términos cambian",
        "el desarrollo con números",
        "Se muestran dos",
        "0,4167",
    ),
}
"""By language the page, the first question, its note, its next step, the second question and its note."""


@pytest.mark.parametrize("language", CALLED)
def test_the_window_shows_notes_and_the_next_step_and_steps_the_stage(
    open_stage: Callable[..., Page], language: str
) -> None:
    path, title, note, following, second, answer = CALLED[language]
    stage = open_stage(path)
    window = open_window(stage)
    expect(window.locator("#title")).to_contain_text(title)
    expect(window.locator("#notes")).to_contain_text(note)
    expect(stage.locator(STAGE)).not_to_contain_text(note)
    expect(window.locator(".next")).to_contain_text(following, use_inner_text=True)
    press(window, "ArrowRight", " ", "PageDown", "Enter")
    expect(window.locator("#step")).to_have_text("5 / 5")
    expect(window.locator(".next")).to_contain_text(second, use_inner_text=True)
    expect(stage.locator(COUNT)).to_contain_text(re.compile("5 (of|de) 5"))
    window.locator("#next").click()
    expect(window.locator("#title")).to_contain_text(second)
    expect(window.locator("#notes")).to_contain_text(answer)
    expect(stage.locator(STAGE)).not_to_contain_text(answer)
    press(window, " ")  # after a click the keys are those of the stage again
    expect(window.locator("#step")).to_have_text("2 / 2")
    press(window, "Shift+ ", "ArrowLeft")
    expect(window.locator("#slide")).to_have_text("1 / 5")
    press(window, "b")
    expect(stage.locator(f"{STAGE}[data-blank]")).to_have_count(1)
    press(window, "b", "Home")
    expect(window.locator("#step")).to_have_text("1 / 5")
    press(stage, "PageDown")
    expect(window.locator("#step")).to_have_text("2 / 5")


def test_the_next_step_of_every_widget_has_a_name(open_stage: Callable[..., Page]) -> None:
    stage = open_stage()
    window = open_window(stage)
    seen = [window.locator(".next").inner_text()]
    while not seen[-1].endswith("ends here"):
        before = window.locator("dl").inner_text()
        press(window, "PageDown")
        until(lambda before=before: window.locator("dl").inner_text() != before, lambda: True)
        seen.append(window.locator(".next").inner_text())
    assert all(text.startswith("Next: ") and len(text) > 8 for text in seen)
    for name in ("the value", "the figure", "every metric", "the answer", "row 2", "the slide Build a list"):
        assert any(name in text for text in seen), name


def test_a_countdown_is_on_the_stage_when_wanted_and_only_its_end_is_announced(open_stage: Callable[..., Page]) -> None:
    stage = open_stage()
    window = open_window(stage)
    window.get_by_label("Minutes").fill("3")
    window.get_by_label("Minutes").press("Enter")
    expect(window.locator("#left")).to_have_text(re.compile(r"^[23]:\d\d$"))
    expect(window.get_by_label("Minutes")).not_to_be_focused()
    expect(stage.locator(TIMER)).to_have_text(re.compile(r"^[23]:\d\d$"))
    assert stage.locator(TIMER).evaluate("timer => parseFloat(getComputedStyle(timer).fontSize)") >= 24
    window.get_by_label("Show it on the stage").uncheck()
    expect(stage.locator(TIMER)).to_be_empty()
    expect(window.locator("#left")).not_to_be_empty()
    window.get_by_label("Show it on the stage").check()
    expect(stage.locator(TIMER)).not_to_be_empty()
    expect(stage.locator(SAID)).to_be_empty()
    window.get_by_role("button", name="Stop").click()
    expect(stage.locator(TIMER)).to_be_empty()
    window.get_by_label("Minutes").fill("0.05")
    window.get_by_role("button", name="Start", exact=True).click()
    expect(stage.locator(SAID)).to_have_text("Time is up.")
    expect(stage.locator(TIMER)).to_be_empty()
    expect(window.get_by_role("status").get_by_text("Time is up.")).to_be_visible()
    window.get_by_role("button", name="Stop").click()
    expect(stage.locator(SAID)).to_be_empty()


def test_either_window_can_be_loaded_again_or_closed(open_stage: Callable[..., Page]) -> None:
    stage = open_stage()
    window = open_window(stage)
    window.get_by_label("Minutes").fill("9")
    window.get_by_label("Minutes").press("Enter")
    press(stage, "PageDown")
    window.reload()
    expect(window.locator("#step")).to_have_text("2 / 5")
    expect(window.locator("#left")).to_have_text(re.compile(r"^[89]:\d\d$"))
    window.evaluate(SEND, [window.evaluate(CHANNEL), {"request": "restart"}])
    stage.reload()
    expect(window.get_by_text("The stage is closed.")).to_be_visible()
    start(stage)
    expect(window.locator("#step")).to_have_text("1 / 5")
    expect(window.get_by_text("The stage is closed.")).to_be_hidden()
    expect(stage.locator(TIMER)).to_have_text(re.compile(r"^[89]:\d\d$"))
    stage.keyboard.press("Escape")
    expect(window.get_by_text("The stage is closed.")).to_be_visible()
    paused = "JSON.parse(sessionStorage.getItem('metrics_edu talk')).times.isPaused"
    assert stage.evaluate(paused)
    press(window, "PageDown")  # no stage: nothing happens
    start(stage)
    expect(window.locator("#step")).to_have_text("1 / 5")
    assert not stage.evaluate(paused)
    window.close()
    press(stage, "PageDown")
    expect(stage.locator(COUNT)).to_contain_text("step 2 of 5")
    expect(open_window(stage).locator("#step")).to_have_text("2 / 5")


def test_each_window_follows_its_own_stage(open_stage: Callable[..., Page]) -> None:
    stages = [open_stage(), open_stage()]
    windows = [open_window(stage) for stage in stages]
    assert windows[0].evaluate(CHANNEL) != windows[1].evaluate(CHANNEL)
    press(windows[1], "PageDown", "PageDown")
    expect(windows[1].locator("#step")).to_have_text("3 / 5")
    press(windows[0], "PageDown")
    expect(windows[0].locator("#step")).to_have_text("2 / 5")
    expect(stages[0].locator(COUNT)).to_contain_text("step 2 of 5")
    expect(stages[1].locator(COUNT)).to_contain_text("step 3 of 5")


def test_a_message_of_another_shape_changes_nothing_and_text_stays_text(open_stage: Callable[..., Page]) -> None:
    stage = open_stage()
    window = open_window(stage)
    name = window.evaluate(CHANNEL)
    for message in (
        {"key": "Escape"},
        {"key": {}},
        {"countdown": {"ends": "9"}},
        "PageDown",
        None,
        CUE | {"slides": 1},
    ):
        stage.evaluate(SEND, [name, message])
    press(window, "PageDown")
    expect(window.locator("#step")).to_have_text("2 / 5")
    expect(stage.locator(COUNT)).to_contain_text("step 2 of 5")
    stage.evaluate(SEND, [name, CUE])
    expect(window.locator("#title")).to_have_text("<b>Bold</b>")
    expect(window.locator("#notes")).to_contain_text("<img src=x")
    expect(window.locator("#next_text")).to_have_text("<i>")
    expect(window.locator("main img, main i")).to_have_count(0)


def test_a_blocked_window_is_one_sentence_and_a_lecture_needs_no_window(
    open_stage: Callable[..., Page], open_site: Callable[..., Page], visitor: BrowserContext
) -> None:
    stage = open_stage()
    stage.evaluate("window.open = () => null")
    stage.get_by_role("button", name="Lecturer's window").click()
    expect(stage.locator(SAID)).to_have_text("The window was blocked: allow pop-ups on this page.")
    press(stage, "PageDown")
    expect(stage.locator(COUNT)).to_contain_text("step 2 of 5")
    expect(stage.locator(SAID)).to_be_empty()
    old = open_site(path="site.css", context=visitor)
    old.add_init_script("delete window.BroadcastChannel")
    old.goto(stage.url)
    start(old)
    press(old, "l", "PageDown")
    expect(old.locator(COUNT)).to_contain_text("step 2 of 5")
    expect(old.get_by_role("button", name="Lecturer's window")).to_have_count(0)


@pytest.mark.parametrize("language", CALLED)
def test_the_window_can_be_read_in_each_size_and_scheme(open_stage: Callable[..., Page], language: str) -> None:
    stage = open_stage(CALLED[language][0])
    window = open_window(stage)
    window.locator("#minutes").press("Enter")
    expect(window.locator("#left")).not_to_be_empty()
    for width, colours in ((820, "light"), (1280, "dark")):
        resize(window, width, 720)
        scheme(window, colours)
        assert settled(window).evaluate(OVERFLOW) <= 0, width
        assert violations(window, "body", whole=True) == [], (width, colours)
    assert violations(stage, STAGE) == []


def test_a_window_without_a_stage_says_what_to_do(open_site: Callable[..., Page], visitor: Any) -> None:
    page = open_site(path="lecturer.html", context=visitor)
    expect(page.get_by_role("status").first).to_contain_text("press L on its stage", use_inner_text=True)
    press(page, "PageDown", "l")
    assert violations(page, "body", whole=True) == []
