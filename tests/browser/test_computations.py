"""A computation in an answer field: it is set as a formula while it is typed, its terms are marked, and a phone has its signs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from metrics_edu import Ranking
from metrics_edu.practice import Exercise
from metrics_edu.widgets import Explorer, FadedStepper, Practice
from tests.browser.bare import BarePage
from tests.browser.driver import clipped, measure, rectangle, violations_in_each_scheme

LIST = Ranking.parse("RNRNN", relevant=4)
PHONE = {"viewport": {"width": 390, "height": 800}, "has_touch": True, "is_mobile": True}
HOSTILE = "<img src=x onerror=alert(1)>"
LONG = " + ".join(["(1/1 + 2/3 + 3/6)/4"] * 9)
CARET = "field => field.setSelectionRange(1, 1)"


@pytest.fixture(autouse=True)
def own_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("METRICS_EDU_PROGRESS", str(tmp_path / "progress.json"))


@pytest.fixture(scope="module")
def phone(make_bare: Callable[..., BarePage]) -> BarePage:
    return make_bare(**PHONE)


def practice() -> Practice:
    return Practice(Exercise("computed", "AP", (LIST,)))


def test_a_computation_is_set_while_it_is_typed_and_its_terms_are_marked(bare_page: BarePage) -> None:
    page = bare_page.show(practice())
    field, formula = page.locator(".me-answer"), page.locator(".me-typed")
    field.press_sequentially("0.5")
    width = rectangle(field)["width"]
    expect(formula).to_have_count(0)
    field.fill("(1/1 + 2/4)/4")
    expect(formula.locator(".me-fr > .me-de").last).to_have_text("4")
    assert rectangle(field)["width"] > width
    field.press("/")
    expect(formula).to_have_attribute("data-old", "")
    field.press("Backspace")
    expect(formula).not_to_have_attribute("data-old", "")
    field.press("Enter")
    expect(page.locator(".me-verdict")).to_contain_text("Term 2, rank 3")
    expect(page.locator(".me-card-side .me-differs")).to_have_text("4")
    expect(formula).to_be_hidden()
    expect(page.locator(".me-strip [data-lit=right]")).to_contain_text("rank 1, relevant, its term is right")
    expect(page.locator(".me-strip [data-lit=wrong]")).to_contain_text("rank 3, relevant, its term is wrong")
    assert violations_in_each_scheme(page) == []
    field.fill("")
    expect(formula).to_have_count(0)


def test_what_is_typed_is_never_markup(bare_page: BarePage) -> None:
    page = bare_page.show(practice(), FadedStepper("AP", LIST))
    for field, said in ((".me-answer", ".me-verdict"), (".me-blank", ".me-fade-said")):
        for text in (HOSTILE, f"1/2{HOSTILE}", f"1/2 + {HOSTILE}"):
            page.locator(field).fill(text)
            page.locator(field).press("Enter")
            expect(page.locator(said)).to_contain_text("<img src")
    expect(page.locator(".metrics-edu img")).to_have_count(0)


def test_a_blank_takes_a_computation(bare_page: BarePage) -> None:
    part = FadedStepper("AP", LIST)
    page = bare_page.show(part)
    blank = page.locator(".me-blank")
    blank.fill("(1/1 + 2/3)/4")
    expect(page.locator(".me-fade-lines .me-typed .me-fr > .me-de").last).to_have_text("4")
    blank.press("Enter")
    expect(page.get_by_role("textbox", name="AP: right")).to_be_visible()
    assert part.done
    page.get_by_role("button", name="Round 3 new list").click()
    blank.nth(1).press_sequentially("1/2 + 1/2")
    expect(page.locator(".me-fade-below .me-typed .me-fr")).to_have_count(2)
    assert violations_in_each_scheme(page) == []


def test_a_long_computation_fits(phone: BarePage) -> None:
    phone.begin_anew(PHONE["viewport"])
    page = phone.show(practice(), FadedStepper("AP", LIST))
    for field in (page.locator(".me-answer"), page.locator(".me-blank")):
        field.fill(LONG)
    expect(page.locator(".me-typed")).to_have_count(2)
    assert len(LONG) == 195
    assert measure(page.locator("html"), "page => page.scrollWidth") == 390
    assert [clipped(root) for root in page.locator(".metrics-edu").all()] == [[], []]


def insert(page: Page, sign: str) -> None:
    page.locator(".me-signs").get_by_role("button", name=sign, exact=True).tap()


def test_a_phone_has_the_signs_of_a_computation(phone: BarePage) -> None:
    phone.begin_anew(PHONE["viewport"])
    part = practice()
    page = phone.show(part)
    signs, field = page.locator(".me-signs"), page.locator(".me-answer")
    expect(signs).to_have_count(0)
    field.tap()
    expect(signs.get_by_role("button")).to_have_text(["(", ")", "+", "−", "·", "/", "^", "√(", "log2(", "|"])
    box = rectangle(signs)
    assert (box["x"], box["width"], box["y"] + box["height"]) == (0, 390, 800)
    assert min(rectangle(button)["height"] for button in signs.get_by_role("button").all()) >= 44
    assert violations_in_each_scheme(page) == []
    field.press_sequentially("12")
    measure(field, CARET)
    insert(page, "/")
    expect(field).to_be_focused()
    expect(field).to_have_value("1/2")
    expect(page.locator(".me-typed .me-fr")).to_have_count(1)
    assert part.view["typed"] == {"0": "1/2"}
    insert(page, "log2(")
    expect(field).to_have_value("1/log2(2")
    field.blur()
    expect(signs).to_have_count(0)


@pytest.mark.parametrize(
    ("make", "field"), [(lambda: FadedStepper("AP", LIST), ".me-blank"), (lambda: Explorer(LIST), ".me-guess input")]
)
def test_the_signs_are_there_in_a_blank_and_a_prediction(
    phone: BarePage, make: Callable[[], object], field: str
) -> None:
    phone.begin_anew(PHONE["viewport"])
    page = phone.show(make())
    if field == ".me-guess input":
        page.locator(".me-predict").tap()
    page.locator(field).tap()
    insert(page, "√(")
    expect(page.locator(field)).to_have_value("√(")
    expect(page.locator(field)).to_be_focused()
    assert rectangle(page.locator(field))["y"] < rectangle(page.locator(".me-signs"))["y"] - 30
    page.locator(field).fill("1" * 199)
    insert(page, "log2(")
    assert measure(page.locator(field), "field => field.value.length") == 200


def test_a_desktop_has_no_row_of_signs(bare_page: BarePage) -> None:
    page = bare_page.show(practice())
    page.locator(".me-answer").click()
    expect(page.locator(".me-answer")).to_be_focused()
    expect(page.locator(".me-signs")).to_have_count(0)
