"""A student walks through lessons 00 to 03 with the keyboard alone, and does each of their tasks."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from metrics_edu.practice import exercise
from tests.browser.driver import BARE, LAB, Notebook
from tests.browser.walk import Walk
from tests.browser.walk_cards import Card
from tests.browser.walk_lessons import walk_through


def ranks(walk: Walk) -> None:
    """00, section 1: only what crosses the cut-off changes P@5."""
    Card(walk, "ranks-predict").predict("P@5")
    task = walk.part("ranks-explorer")
    task.shows(0.4)
    for label, to, value in (("Fuji", 1, 0.4), ("Braeburn", 1, 0.6), ("Jazz", 6, 0.6), ("Jazz", 1, 0.8)):
        task.to_rank(task.named(label), to)
        task.shows(value)
    task.all_goals_are_met()


def missing(walk: Walk) -> None:
    """00, section 2: a missed apple still counts."""
    Card(walk, "missed-predict").predict("Recall@5", "RECALL_DIV_N")
    explorer = walk.part("missed-explorer")
    explorer.choose(explorer.named("Fuji"))
    explorer.push("Miss")
    explorer.shows(0.3333)
    explorer.push("Undo")
    explorer.shows(0.5)
    explorer.toggle(explorer.named("Fuji"), "N")
    explorer.shows(0.4)
    Card(walk, "missed-practice").practise("00-missed")


def grades(walk: Walk) -> None:
    """00, section 3: a threshold makes R and N of grades."""
    Card(walk, "grades-predict").predict("P@5", "THRESH_GT")
    walk.reads("Relevant from")
    explorer = walk.part("grades-explorer")
    explorer.tab_to(explorer.root.locator("summary").last)
    explorer.press("Enter")
    for threshold, value in ((3, 0.6), (5, 0.2)):
        explorer.fill("Relevant from", threshold)
        explorer.shows(value)
    task = walk.part("grades-inverse")
    for label in "mno":
        task.toggle(task.named(label), "R")
    task.all_goals_are_met()


def vectors(walk: Walk) -> None:
    """00, More: a list, and the vector that is swapped."""
    both = walk.part("vector-compare")
    first = both.root.get_by_role("group", name="A", exact=True)
    row = both.at(8, first)
    both.choose(row)
    for now in range(8, 1, -1):
        both.press("Alt+ArrowUp")
        expect(row).to_have_attribute("data-rank", str(now - 1))


def errors(walk: Walk) -> None:
    """01: the means of errors, one large error, and a list."""
    mae, rmse = Card(walk, "mae-predict"), 1.5**0.5
    mae.commit(1)
    expect(mae.said).to_contain_text(walk.say("That is right."))
    Card(walk, "mae-practice").answer(*(one.value for one in exercise("01-mae").solution()))
    squares = Card(walk, "rmse-predict")
    squares.commit(rmse, 4)
    expect(squares.said).to_contain_text(walk.say("That is right."))
    Card(walk, "rmse-practice").answer(*(one.value for one in exercise("01-rmse").solution()))
    Card(walk, "large-mae").decide("A", wrong="B")
    Card(walk, "large-rmse").decide("B", wrong="A")
    Card(walk, "list-predict").decide("B", wrong="A")
    both = walk.part("list-compare")
    first = both.root.get_by_role("group", name="A", exact=True)
    for rank, to in ((3, 1), (4, 2)):
        row = both.at(rank, first)
        both.choose(row)
        for now in range(rank, to, -1):
            both.press("Alt+ArrowUp")
            expect(row).to_have_attribute("data-rank", str(now - 1))


def fruit(walk: Walk) -> None:
    """02, section 1: a set of fruit."""
    Card(walk, "fruit-predict-precision").predict("P")
    explorer = walk.part("fruit-explorer")
    explorer.push("Shuffle")
    explorer.shows(0.6)
    row = explorer.missed(0)
    explorer.choose(row)
    explorer.push("Show it")
    explorer.fill("Cut-off n", 6)
    explorer.shows(0.6667)
    walk.reads("More", "Add item")
    explorer.push("More")
    explorer.push("Add item")
    explorer.fill("Cut-off n", 7)
    explorer.shows(0.5714)


def two_lists(walk: Walk) -> None:
    """02, from section 2 on: two lists that disagree, how far is read, F1, HR and More."""
    Card(walk, "parra-predict-precision").decide("B", wrong="A")
    Card(walk, "parra-predict-recall").decide("A", wrong="B")
    explorer = walk.part("cutoff-explorer")
    for n, value in ((1, 0), (2, 0.5), (3, 0.3333), (10, 0.5)):
        explorer.fill("Cut-off n", n)
        explorer.shows(value)
    explorer.user("C")
    explorer.fill("Cut-off n", 1)
    explorer.shows(1)
    Card(walk, "f1-predict").predict("F1")
    Card(walk, "f1-practice").answer(*(one.value for one in exercise("02-parra").solution()))
    Card(walk, "hr-predict").predict("HR@5")
    Card(walk, "ceiling-predict").predict("P@10")
    Card(walk, "short-predict").predict("P@10", "P_DIV_LEN")
    Card(walk, "short-practice").practise("02-p-at-n")
    Card(walk, "fbeta-predict").predict("F2")


def first_hits(walk: Walk) -> None:
    """03, sections 1 and 2: only the first hit counts."""
    Card(walk, "first-predict").predict("RR")
    explorer = walk.part("first-explorer")
    for to, value in ((1, 1), (2, 0.5), (3, 0.5), (5, 0.5)):
        explorer.move(explorer.named("Item 2"), to)
        explorer.shows(value)
    Card(walk, "first-practice").practise("03-first")
    four = Card(walk, "four-predict")
    four.commit(0.069)
    expect(four.said).to_contain_text(walk.say("That is right."))


def nowhere(walk: Walk) -> None:
    """03, sections 3 and 4, and More: a list without a hit, and what comes after the first one."""
    Card(walk, "none-predict").predict("MRR")
    explorer, mean = walk.part("none-explorer"), walk.say("Mean of {count}", count=2)
    explorer.user(mean)
    explorer.shows(0.3)
    explorer.user("2")
    explorer.choose(explorer.at(10))
    explorer.push("Miss")
    explorer.shows(0)
    explorer.user(mean)
    explorer.shows(0.25)
    Card(walk, "none-practice").practise("03-none")
    Card(walk, "rest-predict").decide(walk.say("both the same"), wrong="A")
    walk.part("rest-compare")
    task = walk.part("rest-inverse")
    task.move(task.at(3), 2)
    task.all_goals_are_met()


WALKS = {
    "00_lists": (ranks, missing, grades, vectors),
    "01_rating_prediction": (errors,),
    "02_sets": (fruit, two_lists),
    "03_reciprocal_rank": (first_hits, nowhere),
}


@pytest.mark.slow
@pytest.mark.parametrize("host", [BARE, LAB])
@pytest.mark.parametrize("lesson", WALKS)
def test_a_student_walks_through_the_lesson(open_on: Callable[..., Notebook], host: str, lesson: str) -> None:
    walk_through(open_on, host, lesson, "en", WALKS[lesson])
