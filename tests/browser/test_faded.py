"""FadedStepper: by keyboard alone, spoken, on narrow screens; what an open blank holds is not on the page."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from metrics_edu import Ranking, set_language
from metrics_edu.widgets import FadedStepper
from tests.browser.bare import BarePage
from tests.browser.driver import (
    clipped,
    expect_no_shortcuts,
    measure,
    press,
    rectangle,
    resize,
    set_width,
    until,
    violations_in_each_scheme,
)

BAD = "<img src=x onerror=alert(1)>"
NAMES = ["Banana", "Gala", BAD, "A name that is far too long for any column of a table", "Braeburn"]
PARTS: dict[str, Callable[[], FadedStepper]] = {
    "AP": lambda: FadedStepper("AP@5", Ranking.parse("NRRNR", relevant=4), labels=NAMES),
    "nDCG": lambda: FadedStepper(
        "nDCG@10", Ranking([5, 0, 3, 0, 4, 1, 2, 5, 0, 3, 1, 1], [5, 5, 5, 4, 4, 3, 3, 2, 1, 1, 1])
    ),
    "MAP": lambda: FadedStepper(
        "MAP", Ranking.batch([Ranking.parse("NRR"), Ranking.parse("N", relevant=0)], users=["Ana", BAD])
    ),
    "empty": lambda: FadedStepper("F1@5", Ranking.parse("", relevant=0)),
}
SMALL = """() => [...document.querySelectorAll(".metrics-edu :is(button, input)")].filter(el => el.checkVisibility())
    .map(el => el.getBoundingClientRect()).filter(box => box.height < 24 || box.width < 24).length"""


@pytest.fixture(autouse=True)
def own_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("METRICS_EDU_PROGRESS", str(tmp_path / "progress.json"))


def blank(page: Page, name: str) -> Locator:
    return page.get_by_role("textbox", name=name)


def test_a_round_works_with_the_keyboard_alone(bare_page: BarePage) -> None:
    part = PARTS["AP"]()
    page = bare_page.show(part)
    said = page.locator(".me-fade-said p")
    press(page, "Tab", "Tab")
    expect(page.get_by_role("button", name="Round 2 new list, 3 blanks")).to_be_focused()
    press(page, "Enter", "Tab", "Tab")
    expect(said).to_contain_text("Next: Σi P@i·reli")
    expect(page.locator("tbody th.me-label")).to_have_count(0)  # the new list has no names
    right = [f"{part._blanks.values[place]:.4f}" for place in part._rounds.positions(2)]
    total, divisor, result = page.locator(".me-blank").all()
    expect(total).to_be_focused()
    page.keyboard.type("9")
    press(page, "Enter")
    expect(said).to_contain_text(" is not 9.")
    expect(total).to_be_focused()
    expect(total).to_have_attribute("aria-invalid", "true")
    page.keyboard.type(right[0])  # what was wrong is chosen, and so replaced
    press(page, "Enter")
    expect(divisor).to_be_focused()
    expect(said).to_contain_text("Right. Next: D")
    press(page, "ArrowUp")
    expect(total).to_be_focused()
    press(page, "ArrowDown")
    page.keyboard.type(right[1])
    press(page, "Enter")
    expect(result).to_be_focused()
    before = rectangle(result)["width"], rectangle(result)["height"]
    page.keyboard.type(right[2].replace(".", ","))
    press(page, "Enter")
    expect(blank(page, "AP@5: right")).to_be_visible()
    assert before == (rectangle(result)["width"], rectangle(result)["height"]), (
        "the result is larger, in the same field"
    )
    choices = page.locator(".me-choice")
    expect(choices.first).to_be_focused()
    expect(page.get_by_role("group", name=part.view["why"]["question"])).to_be_visible()
    for k in range(len(part.view["why"]["choices"])):
        press(page, "Enter")
        expect(choices.nth(k)).to_have_attribute("aria-pressed", "true")
        press(page, "Tab")
    assert part.done
    expect(page.get_by_role("button", name="Round 3 →", exact=True)).to_be_focused()
    press(page, "Tab")
    expect(page.get_by_role("button", name="Start again")).to_be_focused()
    press(page, "Enter")
    expect(total).to_be_focused()
    assert not part.done
    assert page.evaluate("window.reached") == []


@pytest.mark.parametrize(("language", "round_"), [("en", "Round"), ("es", "Ronda")])
def test_the_button_to_the_next_round_leads_to_its_first_blank(bare_page: BarePage, language: str, round_: str) -> None:
    set_language(language)
    try:
        part = PARTS["AP"]()
        page = bare_page.show(part)
        expect(page.get_by_role("button", name="→")).to_have_count(0)
        page.locator(".me-blank").fill("0.4417")
        press(page, "Enter")
        page.get_by_role("button", name=f"{round_} 2 →", exact=True).click()
        expect(page.locator(".me-blank").first).to_be_focused()
        expect(page.locator(".me-blank")).to_have_count(3)
    finally:
        set_language("en")


SAID_BELOW = """blank => {
    const [field, said] = [blank, document.querySelector(".me-fade-said")].map(el => el.getBoundingClientRect());
    return said.top - field.bottom < 24 && said.top >= field.bottom - 1 && said.bottom <= innerHeight + 1;
}"""


@pytest.mark.parametrize("width", [390, pytest.param(1280, marks=pytest.mark.slow)])
def test_what_is_said_of_an_entry_is_in_sight_below_its_blank(bare_page: BarePage, width: int) -> None:
    part = PARTS["nDCG"]()
    part.round = 3
    page = bare_page.show(part)
    resize(page, width=width, height=600)
    blanks = page.locator(".me-blank")
    expect(blanks).to_have_count(len(part._rounds.positions(3)))
    for at in (0, 9, blanks.count() - 1):
        field = blanks.nth(at)
        for text, says in (("77", "is not 77."), ("abc", "This is not a number.")):
            field.fill(text)
            press(page, "Enter")
            expect(field).to_have_accessible_description(re.compile(says))
            expect(page.get_by_role("status").last).to_contain_text(says)
            assert measure(field, SAID_BELOW), (at, text)
    expect(blanks.nth(1)).to_have_accessible_description("")


def test_leaving_a_blank_with_tab_checks_the_answer(bare_page: BarePage) -> None:
    part = PARTS["AP"]()
    part.round = 2
    page = bare_page.show(part)
    first, second, _result = page.locator(".me-blank").all()
    first.fill(f"{part._blanks.values[part._rounds.positions(2)[0]]:.4f}")
    press(page, "Tab")
    expect(second).to_be_focused()
    set_width(page.locator(".metrics-edu"), 380)  # a phone: four decimals can be read
    assert measure(first, "el => el.scrollWidth <= el.clientWidth")
    expect(first).to_have_attribute("readonly", "")
    until(lambda: part.view["filled"], lambda: "Filled in: 1 of 3")


def test_switching_rounds_keeps_the_filled_blanks(bare_page: BarePage) -> None:
    part = PARTS["AP"]()
    page = bare_page.show(part)
    expect(page.locator("tbody th.me-label").nth(2)).to_have_text(BAD)
    blank(page, "AP@5").fill("0.4417")
    page.get_by_role("button", name="Round 3").click()  # also commits what was typed
    expect(page.locator(".me-blank")).to_have_count(len(part._rounds.positions(3)))
    expect(page.get_by_role("button", name="Round 3")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Round 1").click()
    expect(blank(page, "AP@5: right")).to_have_value("0.4417")
    expect(page.locator("tbody th.me-label").nth(2)).to_have_text(BAD)


def test_the_page_contains_no_answer_of_an_open_blank(bare_page: BarePage) -> None:
    page = bare_page.show(PARTS["AP"]())
    html: Any = page.evaluate("document.documentElement.outerHTML")
    assert "0.4417" not in html


# A sign that is the last of its line: what it belongs to begins on a lower one.
LEFT_BEHIND = """root => [...root.querySelectorAll(".me-op, .me-eq")].filter(sign => sign.nextElementSibling
    && sign.nextElementSibling.getBoundingClientRect().top >= sign.getBoundingClientRect().bottom).length"""
BROKEN = """root => [...root.querySelectorAll(".me-label bdi")]
    .filter(el => !/\\s/.test(el.textContent) && el.getClientRects().length > 1).map(el => el.textContent)"""
SCROLLING = "root => [...root.querySelectorAll('.me-scroll')].filter(el => el.scrollWidth > el.clientWidth + 1).length"


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in ("nDCG", "MAP") else pytest.mark.slow) for name in PARTS]
)
def test_nothing_is_clipped_or_too_small(bare_page: BarePage, name: str) -> None:
    part = PARTS[name]()
    page = bare_page.show(part)
    root = page.locator(".metrics-edu")
    for k in (1, 2, 3):
        part.round = k
        page.get_by_role("button", name=f"Round {k}").click()
        for width in (1040, 820, 390):
            set_width(root, width)
            assert clipped(root) == [], width
            assert root.evaluate(LEFT_BEHIND) == 0
            assert root.evaluate(BROKEN) == [], "no line ends within a word"
            assert root.evaluate(SCROLLING) == 0, "on a phone no table is wider than the page; only in a notebook on it"
        assert page.evaluate(SMALL) == 0
    expect_no_shortcuts(root)
    assert violations_in_each_scheme(page) == []
