"""PollUpload in a notebook: files are dropped, and the slides can be read from the back row."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from metrics_edu.language import set_language
from metrics_edu.metrics import measure
from metrics_edu.mistakes import MISCONCEPTIONS
from metrics_homework import ClassExercise
from metrics_homework.classroom.poll import Poll, poll_files
from metrics_homework.judging.code_lookup import meaning
from metrics_homework.widgets import PollUpload
from tests.browser.bare import BarePage
from tests.browser.driver import HOSTS, TALL, Notebook, clipped, resize, small, violations, violations_in_each_scheme
from tests.browser.test_file_diagnosis import DROP

BACK_ROW = 24
"""Pixels of the smallest type of a slide on a stage of 1280 by 720."""
SMALLEST = """dialog => {
    const walker = document.createTreeWalker(dialog.querySelector(".me-lec-body"), NodeFilter.SHOW_TEXT), sizes = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const element = node.parentElement;
        if (!node.textContent.trim() || element.closest(".me-vh") || !element.checkVisibility()) continue;
        if (element.closest("sub, sup")) continue;
        sizes.push(parseFloat(getComputedStyle(element).fontSize) * element.currentCSSZoom);
    }
    return Math.min(...sizes);
}"""
OVERFLOWS = "body => [body.scrollWidth - body.clientWidth, body.scrollHeight - body.clientHeight]"


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    set_language("en")


def handed_in(folder: Path) -> list[Path]:
    """Write the files of four students: the first is right, the others made a mistake each."""
    ap, paths = measure("AP@5"), []
    for number, code in enumerate(["", "AP_DIV_HITS", "AP_DIV_HITS", "AP_IS_RR"]):
        paths.append(path := folder / f"exercise_{number}.json")
        own = ClassExercise("iic3633", f"s{number}", ["AP@5", "nDCG@5"], file=path)
        for which, ranking in enumerate(own.pairs["AP@5"], start=1):
            value = MISCONCEPTIONS[code].value(ap, ranking) if code else float(ap(ranking))
            own.answer("AP@5", which, f"{value:.3f}")
    return paths


@pytest.mark.parametrize("host", HOSTS)
def test_dropped_files_are_counted_and_projected(host: str, open_on: Callable[..., Notebook], tmp_path: Path) -> None:
    cell = "from metrics_homework.widgets import PollUpload\nPollUpload()"
    page = open_on(host, [cell, "pass"], viewport=TALL).page
    widget = page.locator(".metrics-edu").first
    files = [[path.name, path.read_text("utf-8")] for path in handed_in(tmp_path)]
    widget.locator(".me-zone").evaluate(DROP, [*files, ["<b>.json", "{}"]])
    expect(widget.locator(".me-card-status")).to_have_text("4 students")
    expect(widget.get_by_role("row", name="not counted")).to_contain_text("<b>.json is not an exercise file")
    expect(widget.locator("h3")).to_have_text(
        ["AP@5: 1 of 4 students have it right", "nDCG@5: 0 of 4 students have it right"]
    )
    widget.get_by_role("button", name="Lecture").press("Enter")
    stage = page.locator("dialog.me-lecture")
    expect(stage.locator(".me-lec-title")).to_have_text("AP@5: 1 of 4 students have it right")
    mistake = stage.get_by_title("Show the working of this mistake").first
    mistake.press("Enter")
    expect(stage.locator(".me-card-side .me-note")).to_have_count(2)
    expect(stage.get_by_role("button", expanded=True)).to_have_count(1)
    page.keyboard.press("PageDown")
    expect(stage.locator(".me-lec-title")).to_have_text("nDCG@5: 0 of 4 students have it right")
    page.keyboard.press("Escape")
    expect(widget.get_by_role("button", name="Lecture")).to_be_focused()
    widget.get_by_role("button", name="Remove the files").click()
    expect(widget.locator("h3")).to_have_count(0)
    expect(widget.get_by_role("button", name="Lecture")).to_be_hidden()


def polled(folder: Path, poll: Poll | None = None) -> Any:
    upload: Any = PollUpload()
    upload._now(files=(("a.json", b""),), poll=poll or poll_files(handed_in(folder)))
    upload._update()
    return upload


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_slide_and_a_working_can_be_read_from_the_back_row(
    bare_page: BarePage, tmp_path: Path, language: str
) -> None:
    set_language(language)
    page = resize(bare_page.show(polled(tmp_path)), 1280, 720)
    page.locator(".me-present").click()
    stage = page.locator("dialog.me-lecture")
    body = stage.locator(".me-lec-body")
    for is_working in (False, True):
        if is_working:
            stage.locator(".me-mark .me-btn").first.click()
        expect(stage.locator(".me-card-side")).to_have_count(2 * is_working)
        assert stage.evaluate(SMALLEST) >= BACK_ROW
        assert max(body.evaluate(OVERFLOWS)) <= 1
        assert violations(page, "dialog") == []


def test_the_stage_fills_the_screen_until_it_is_closed(bare_page: BarePage, tmp_path: Path) -> None:
    page = resize(bare_page.show(polled(tmp_path)), 1280, 720)
    page.locator(".me-present").click()
    stage = page.locator("dialog.me-lecture")
    stage.get_by_role("button", name="Full screen").click()
    page.wait_for_function("() => document.fullscreenElement !== null")
    on_top = "() => document.elementFromPoint(innerWidth / 2, innerHeight / 2).closest('dialog.me-lecture') !== null"
    page.wait_for_function(on_top)
    stage.get_by_role("button", name="End the lecture").click()
    page.wait_for_function("() => document.fullscreenElement === null")


def test_the_longest_mistakes_fit_on_the_stage(bare_page: BarePage, tmp_path: Path) -> None:
    set_language("es")  # the longer texts
    by_length = sorted(MISCONCEPTIONS, key=lambda code: len(meaning(code)))
    counts = {
        "AP@1": Counter({"right": 150} | dict.fromkeys(by_length[-5:], 200)),
        "AP@2": Counter({"right": 150, "not_attempted": 9, "wrong": 20} | dict.fromkeys(MISCONCEPTIONS, 200)),
        "AP@3": Counter({"right": 1}),
    }
    own = ClassExercise("iic3633", "ana", ["AP@10"])
    own.answer("AP@10", 1, f"{MISCONCEPTIONS['AP_DIV_HITS'].value(measure('AP@10'), own.pairs['AP@10'][0]):.3f}")
    poll = Poll(counts, defaultdict(lambda: own.judged()[0]), students=200)
    page = resize(bare_page.show(polled(tmp_path, poll)), 1280, 720)
    page.locator(".me-present").click()
    stage = page.locator("dialog.me-lecture")
    for name in counts:
        expect(stage.locator(".me-lec-title")).to_contain_text(name)
        assert stage.evaluate(SMALLEST) >= BACK_ROW
        assert max(stage.locator(".me-lec-body").evaluate(OVERFLOWS)) <= 1, name
        page.keyboard.press("PageDown")


@pytest.mark.parametrize("width", [1280, 820, 390])
def test_the_card_can_be_read_and_hit(bare_page: BarePage, tmp_path: Path, width: int) -> None:
    page: Page = resize(bare_page.show(polled(tmp_path)), width, 1200)
    page.locator(".me-mark .me-btn").first.click()
    expect(page.locator(".me-card-side").first).to_be_visible()
    assert violations_in_each_scheme(page) == []
    assert clipped(page.locator(".metrics-edu").first) == []
    assert small(page) == []
