"""The poll of a class in the page: files are dropped, Python counts them without the policy's package, the slides are shown."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from metrics_edu.metrics import measure
from metrics_edu.mistakes import MISCONCEPTIONS
from metrics_homework import ClassExercise
from metrics_homework.classroom.poll import poll_files
from tests.browser import test_site
from tests.browser.driver import resize, scheme, settled, small, violations
from tests.browser.test_site import OVERFLOW, READY

folder, site, open_site = test_site.folder, test_site.site, test_site.open_site
newcomer, visitor = test_site.newcomer, test_site.visitor
nothing_is_blocked = test_site._nothing_is_blocked

pytestmark = pytest.mark.slow
MISTAKES = ("AP_DIV_HITS", "AP_IS_RR", "AP_DIV_R")
HOSTILE = "<img src=x onerror=alert(1)>"


def handed_in(where: Path, students: int) -> list[Path]:
    """Write the files of a class: every fourth student is right, the others made one of three mistakes."""
    ap, paths = measure("AP@5"), []
    for number in range(students):
        student = f"{HOSTILE}{number}" if number == 1 else f"s{number}"
        path = where / f"exercise_iic3633_{number:03}.json"
        own = ClassExercise("iic3633", student, ["AP@5"], file=path)
        for which, ranking in enumerate(own.pairs["AP@5"], start=1):
            wrong = MISCONCEPTIONS[MISTAKES[number % 4 - 1]].value(ap, ranking)
            own.answer("AP@5", which, f"{wrong if number % 4 else float(ap(ranking)):.3f}")
        paths.append(path)
    return paths


def as_zip(paths: list[Path]) -> bytes:
    """Return the zip of an LMS with a file of each student."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for number, path in enumerate(paths):
            archive.write(path, f"Student {number}_{100 + number}_assignsubmission_file/{path.name}")
    return packed.getvalue()


def test_a_class_is_polled_in_the_page_and_nothing_is_sent(
    open_site: Callable[..., Page], visitor: BrowserContext, tmp_path: Path
) -> None:
    (tmp_path / "class").mkdir()
    paths = handed_in(tmp_path / "class", 80)
    command = poll_files(paths)
    page = open_site("poll", context=visitor)
    page.wait_for_selector(READY)
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    chosen = page.locator("#widget input[type=file]")
    chosen.set_input_files([{"name": "x.json", "mimeType": "text/plain", "buffer": b"{}"}])
    expect(page.locator(".me-card-status")).to_have_text("0 students")
    expect(page.locator(".me-files")).to_contain_text("x.json is not an exercise file, or it was cut off")
    page.get_by_role("button", name="Remove the files").click()
    expect(page.locator(".me-files")).not_to_contain_text("x.json")
    roster = b"id,name\ns0,Ana\ns2,Eva\n"
    chosen.set_input_files(
        [
            {"name": "lms.zip", "mimeType": "application/zip", "buffer": as_zip(paths)},
            {"name": "roster.csv", "mimeType": "text/csv", "buffer": roster},
            {"name": f"{HOSTILE}.zip", "mimeType": "application/zip", "buffer": b"PK"},
        ]
    )
    expect(page.locator(".me-card-status")).to_have_text("80 students")
    expect(page.locator("#widget h3")).to_have_text([slide.title for slide in command.slides()])
    shown = page.locator(".me-poll-bar").all_inner_texts()
    assert [text.split() for text in shown] == [
        [*command.share(bar.students).split(), str(bar.students)] for bar in command.bars("AP@5")
    ]
    expect(page.locator(".me-files")).to_contain_text(
        "onerror=alert(1)>.zip cannot be unpacked (File is not a zip file)"
    )
    expect(page.locator("#widget img")).to_have_count(0)
    expect(page.get_by_role("row", name="counted, not in the roster")).to_contain_text("exercise_iic3633_079.json: s79")
    assert requests == []
    for width, colours in ((1280, "light"), (820, "dark"), (390, "light")):
        resize(page, width, 800)
        scheme(page, colours)
        assert settled(page).evaluate(OVERFLOW) <= 0, width
        assert violations(page, "#widget") == [], width
        assert small(page) == []


def test_the_slides_are_projected_with_the_working_of_a_mistake(
    open_site: Callable[..., Page], visitor: BrowserContext, tmp_path: Path
) -> None:
    page = resize(open_site("poll", context=visitor), 1280, 720)
    page.wait_for_selector(READY)
    page.locator("#widget input[type=file]").set_input_files(handed_in(tmp_path, 8))
    page.get_by_role("button", name="Lecture").click()
    stage = page.locator("dialog.me-lecture")
    expect(stage.locator(".me-lec-title")).to_have_text("AP@5: 2 of 8 students have it right")
    stage.get_by_title("Show the working of this mistake").first.click()
    expect(stage.locator(".me-card-side")).to_have_count(2)
    expect(stage.locator(".me-differs").first).to_be_visible()
    stage.get_by_role("button", name="Back to all answers").click()
    expect(stage.locator(".me-card-side")).to_have_count(0)
