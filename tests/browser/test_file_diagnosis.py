"""FileDiagnosis: two files are chosen with the keyboard or dropped, and a number is judged."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from metrics_edu.widgets import FileDiagnosis
from tests.browser.bare import BarePage
from tests.browser.driver import HOSTS, TALL, Notebook, clipped, resize, small, violations_in_each_scheme

HOSTILE = "<b>7</b>"
RUN = f"{HOSTILE} Q0 13 1 0.9 x\n{HOSTILE} Q0 11 2 0.5 x\n8 Q0 12 1 3 x\n"
QRELS = f"{HOSTILE} 0 11 2\n{HOSTILE} 0 14 1\n8 0 12 2\n"
DROP = """(zone, files) => {
    const transfer = new DataTransfer();
    for (const [name, text] of files) transfer.items.add(new File([text], name));
    zone.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: transfer }));
}"""


@pytest.fixture(scope="module", params=HOSTS)
def page(request: pytest.FixtureRequest, open_on: Callable[..., Notebook]) -> Page:
    cell = "from metrics_edu.widgets import FileDiagnosis\nFileDiagnosis()"
    return open_on(request.param, [cell, "pass"], viewport=TALL).page


@pytest.fixture
def widget(page: Page) -> Locator:
    return page.locator(".metrics-edu").last


def test_two_files_and_a_number_are_judged_with_the_keyboard_alone(page: Page, widget: Locator, tmp_path: Path) -> None:
    paths = [tmp_path / "qrels.txt", tmp_path / "run.txt"]
    for path, text in zip(paths, (QRELS, RUN), strict=True):
        path.write_text(text)
    with page.expect_file_chooser() as chooser:
        widget.get_by_role("button", name="Choose files").press("Enter")
    chooser.value.set_files(paths)
    expect(widget.locator(".me-files code")).to_have_text(["Run: run.txt", "Judgments: qrels.txt"])
    widget.get_by_label("Numbers", exact=True).focus()
    page.keyboard.type("MAP@3=0.75 RR=0.75")
    page.keyboard.press("Enter")
    expect(widget.get_by_role("status").last).to_have_text("Numbers right: 1\xa0of\xa02.")
    report = widget.locator(".me-card-report")
    expect(report).to_contain_text(f"It first shows on user '{HOSTILE}'.")
    expect(report.locator("b")).to_have_count(0)
    expect(report).not_to_contain_text("0.625")
    widget.get_by_role("button", name="Show the right values").press("Enter")
    expect(report).to_contain_text("The right value: 0.625.")


def test_exchanged_files_are_named_and_dropped_ones_are_read(page: Page, widget: Locator) -> None:
    zone = widget.locator(".me-zone")
    zone.evaluate(DROP, [["judged.txt", QRELS], ["run_2.txt", RUN]])
    expect(widget.locator(".me-files code")).to_have_text(["Run: run_2.txt", "Judgments: judged.txt"])
    widget.get_by_role("button", name="Exchange the files").click()
    expect(widget.get_by_role("alert")).to_contain_text("The other way round both can be read: exchange the files.")
    widget.get_by_role("button", name="Exchange the files").click()
    expect(widget.get_by_role("alert")).to_have_count(0)
    expect(widget.locator(".me-files [data-kind=right]")).to_have_text(["read", "read"])


def test_a_file_of_20_mb_is_refused_and_nothing_is_lost(widget: Locator, tmp_path: Path) -> None:
    (large := tmp_path / "run.txt").write_bytes(b" " * 20_000_000)
    widget.locator("input[type=file]").set_input_files(large)
    expect(widget.get_by_role("alert")).to_contain_text("These files have 20 MB, and at most 10 MB are read here.")
    expect(widget.locator(".me-files code")).to_have_text(["Run: run_2.txt", "Judgments: judged.txt"])
    expect(widget.get_by_label("Numbers", exact=True)).to_have_value("MAP@3=0.75 RR=0.75")


@pytest.mark.parametrize("width", [1280, 390])
def test_it_can_be_read_and_hit(bare_page: BarePage, width: int) -> None:
    made = FileDiagnosis("MAP@3=0.75 RR=0.75")
    made.act({"do": "upload", "names": ["run.txt", "qrels.txt"]}, [RUN.encode(), QRELS.encode()])
    page = resize(bare_page.show(made), width, 1200)
    assert violations_in_each_scheme(page) == []
    assert clipped(page.locator(".metrics-edu")) == []
    assert small(page) == []
