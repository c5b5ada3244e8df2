"""Predict and Practice: by keyboard alone, accessible, nothing clipped, and there after a restart."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from metrics_edu import Ranking
from metrics_edu.practice import Exercise
from metrics_edu.widgets import Practice, Predict
from tests.browser.bare import BarePage
from tests.browser.driver import (
    HOSTS,
    TALL,
    THEMES,
    Notebook,
    clipped,
    measure,
    measure_all,
    press,
    set_width,
    until,
    violations,
)

FIRST = """
import os
os.environ["METRICS_EDU_PROGRESS"] = "progress.json"
from metrics_edu import Ranking, Ratings
from metrics_edu.widgets import Practice, Predict
Predict("AP", Ranking.parse("NRRNNRNNNRRR", relevant=6))
"""
CELLS_SHOWN = [
    FIRST,
    'Predict("AP@5", {"A": Ranking.parse("RNRNN", relevant=3), "B": Ranking.parse("NRRRN", relevant=3)})',
    'Predict("RMSE", Ratings([4, 3.5, 5], [5, 3, 3]))',
    'Practice("04-parra")',
]
GAP = "You predicted 0.4: 0.1035 too low."
TOPS = "nodes => nodes.map(node => node.getBoundingClientRect().top)"


@pytest.fixture(scope="module", params=HOSTS)
def notebook(
    request: pytest.FixtureRequest, open_on: Callable[..., Notebook], folder_of: Callable[[str], Path]
) -> Notebook:
    folder_of(request.param)
    return open_on(request.param, CELLS_SHOWN, viewport=TALL | {"height": 4000})


@pytest.fixture
def page(notebook: Notebook) -> Page:
    return notebook.page


@pytest.fixture
def cards(page: Page) -> list[Locator]:
    expect(page.locator(".metrics-edu")).to_have_count(4)
    return page.locator(".metrics-edu").all()


def test_a_prediction_works_with_the_keyboard_alone(notebook: Notebook, page: Page, cards: list[Locator]) -> None:
    card, cells = cards[0], notebook.cells()
    expect(card).not_to_contain_text("0.5035")
    expect(card.get_by_role("heading", name="What is AP of this list?")).to_be_visible()
    field = card.get_by_label("Your prediction of AP")
    field.focus()
    press(page, "d", "d", "m", "b", *["Backspace"] * 4)
    page.keyboard.type("0.4")
    page.keyboard.press("Enter")
    expect(card.get_by_role("status")).to_contain_text("You predicted 0.4: 0.1035")
    expect(card.locator(".me-card-status[data-kind=wrong] b")).to_have_text(GAP)
    expect(card.get_by_role("heading", name="AP = 0.5035")).to_be_focused()
    expect(card.locator(".me-card-working .me-value")).to_have_text("0.5035")
    press(page, "Enter")
    expect(card.get_by_role("button", name="Commit")).to_have_count(0)
    page.keyboard.press("Tab")
    expect(card.get_by_role("button", name="Predict again")).to_be_focused()
    press(page, "d", "d", "m")
    assert notebook.cells() == cells, "no key reached the notebook"


def test_choosing_between_two_lists_works_with_the_keyboard_alone(page: Page, cards: list[Locator]) -> None:
    card = cards[1]
    card.get_by_role("radio", name="A", exact=True).focus()
    page.keyboard.press("ArrowDown")
    expect(card.get_by_role("radio", name="B", exact=True)).to_be_checked()
    page.keyboard.press("Tab")
    expect(card.get_by_role("button", name="Commit")).to_be_focused()
    page.keyboard.press("Enter")
    expect(card.get_by_role("status")).to_contain_text("That is right. B has the higher AP@5: 0.6389 against 0.5556.")
    expect(card.locator(".me-option .me-mark")).to_have_attribute("data-kind", "right")
    expect(card.get_by_role("button", name="Predict again")).to_be_focused()
    page.keyboard.press("Enter")
    expect(card.locator(".me-option .me-mark")).to_have_count(0)
    expect(card.get_by_role("radio", name="B", exact=True)).not_to_be_checked()
    expect(card.get_by_role("radio", name="B", exact=True)).to_be_enabled()


def test_an_exercise_works_with_the_keyboard_alone(page: Page, cards: list[Locator]) -> None:
    card = cards[3]
    card.get_by_label("AP@10 of list 1").focus()
    page.keyboard.type("0.5")
    page.keyboard.press("Tab")
    page.keyboard.type("0,589")
    press(page, "Tab", "Tab", "Tab")
    expect(card.get_by_role("button", name="Hint")).to_be_focused()
    page.keyboard.press("Enter")
    expect(card.get_by_role("listitem").filter(has_text="At each relevant item")).to_be_visible()
    expect(card.get_by_label("AP@10 of list 2")).to_have_value("0,589")
    expect(card.get_by_role("button", name="Hint")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    expect(card.locator("[data-state=convention]")).to_have_count(2)
    expect(card.locator("[data-state=open]")).to_have_count(1)
    expect(card.get_by_role("status")).to_have_text("Numbers right: 0 of 3. Not answered yet: 1.")
    expect(card.locator(".me-mark")).to_have_text(["other convention", "other convention", "no answer yet"])
    expect(card.locator(".me-card-side b")).to_have_text(["0.5000", "0.5889"])
    expect(card.locator(".me-differs")).to_have_text(["1+1+1+1+1", "1+1+1"])
    for k in (1, 2):
        card.get_by_label(f"AP@10 of list {k}").fill(f"0.12{k}")
    page.keyboard.press("Enter")
    expect(card.locator(".me-verdict", has_text="no known mistake explains it")).to_have_count(2)
    expect(card.locator(".me-card-side", has_text="the first step of the right working")).to_have_count(2)
    card.get_by_label("AP@10 of list 1").press("5")
    expect(card.get_by_role("status")).to_have_text("")


def test_axe_finds_no_violation_in_any_theme(notebook: Notebook, cards: list[Locator]) -> None:
    for theme in reversed(THEMES):
        notebook.choose_theme(theme)
        assert violations(notebook.page, whole=True) == [], theme


def test_nothing_is_clipped(cards: list[Locator]) -> None:
    for width in (820, 390, 274):  # the last is what JupyterLab leaves of 390
        for card in cards:
            set_width(card, width)
            assert clipped(card) == [], width


def test_item_names_are_unbroken_and_fields_align_with_marks(make_bare: Callable[..., BarePage]) -> None:
    bare = make_bare(viewport={"width": 390, "height": 900})
    films = Ranking([3, 0, 5, 0, 2], [5, 5, 5, 3, 2])
    page = bare.show(Predict("nDCG@5", films, labels=["Parasite", "Cats", "Spirited Away", "Gigli", "Casablanca"]))
    lines = "name => { const all = new Range(); all.selectNodeContents(name); return all.getClientRects().length; }"
    assert [measure(name, lines) for name in page.locator(".me-tile-label").all()] == [1, 1, 2, 1, 1]
    left = "node => node.getBoundingClientRect().left"
    assert measure(page.locator(".me-badge").first, left) == measure(page.locator(".me-card-head"), left)
    bare.begin_anew({"width": 1280, "height": 900})
    page = bare.show(Practice(Exercise("edge", "AP@5")))
    page.get_by_label("AP@5 of list 1").press("Enter")
    expect(page.locator(".me-mark")).to_have_count(2)
    lefts = "nodes => nodes.map(node => Math.round(node.getBoundingClientRect().left))"
    assert all(len({*measure_all(page.locator(part), lefts)}) == 1 for part in (".me-answer", ".me-mark"))
    middle = "node => { const at = node.getBoundingClientRect(); return (at.top + at.bottom) / 2; }"
    badge, *parts = (measure(page.locator(part).first, middle) for part in (".me-badge", ".me-answer", ".me-mark"))
    assert all(abs(part - badge) <= 1 for part in parts)
    bare.begin_anew({"width": 390, "height": 900})
    page = bare.show(Practice(Exercise("edge", "nDCG@5", steps=("DCG", "IDCG"))))
    widths = "nodes => nodes.map(node => Math.round(node.getBoundingClientRect().width))"
    assert len({*measure_all(page.locator(".me-answer"), widths)}) == 1
    rows = measure_all(page.locator(".me-card > .me-acts > *"), TOPS)
    assert sorted(map(rows.count, {*rows})) == [2, 2]


def test_a_new_answer_clears_the_old_verdict(notebook: Notebook, cards: list[Locator]) -> None:
    """While the kernel lives, and after its restart, when no kernel judges any more."""
    card, said = cards[3], cards[3].locator(".me-card-status, .me-verdict, .me-card-mark")
    one, other = card.get_by_label("AP@10 of list 1"), card.get_by_label("AP@10 of list 2")
    one.fill("1/4")
    other.fill("0,883")
    one.press("Enter")
    expect(card.get_by_role("status")).to_have_text("Numbers right: 1 of 3. Not answered yet: 1.")
    other.press("1")
    expect(card.get_by_role("status")).to_be_empty()
    other.press("Backspace")
    other.press("Enter")
    expect(card.locator("[data-state=right]")).to_have_count(1)
    notebook.restart()
    other.press("1")
    expect(card.get_by_role("status")).to_be_empty()
    other.press("Backspace")
    other.press("Enter")
    expect(card.get_by_role("alert")).to_contain_text("run the cells again")
    until(said.all_inner_texts, lambda: [""] * said.count())
    told = "[data-state=right], [data-state=wrong], [data-state=convention], [data-state=open], .me-card-side"
    expect(card.locator(told)).to_have_count(0)
    gap = cards[0].locator(".me-gap")
    cards[0].get_by_role("button", name="Predict again").click()
    expect(cards[0].get_by_role("alert")).to_contain_text("run the cells again")
    expect(gap).to_be_hidden()


def test_answers_survive_a_kernel_restart(notebook: Notebook, page: Page) -> None:
    notebook.run_again()
    practice = page.locator(".metrics-edu").last
    expect(practice.get_by_label("AP@10 of list 2")).to_have_value("0,883")
    expect(page.locator(".metrics-edu").first.get_by_role("status")).to_contain_text("You predicted 0.4:")
