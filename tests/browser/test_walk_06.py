"""A student walks through lesson 06 with the keyboard alone, in both languages."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from metrics_edu.practice import exercise
from tests.browser.driver import Notebook
from tests.browser.walk import Walk
from tests.browser.walk_cards import Card
from tests.browser.walk_lessons import walk_through, ways

BREESE = "(i − 1)/(α − 1)"


def readers(walk: Walk) -> None:
    """Section 1: a reader who gives up earlier, or later."""
    Card(walk, "readers-predict").decide("A", wrong="B")
    walk.reads("Next", 0.660908)
    stepper = walk.part("readers-stepper")
    stepper.step_to_the_end()
    stepper.shows(0.6609)
    walk.reads("Half-life α", "Exponent", 0.7899, 0.3986, 0.6163)
    explorer = walk.part("patience-explorer")
    for half_life, found in ((10, 0.7899), (1, 0.3986), (5, 0.6609)):
        explorer.fill("Half-life α", half_life)
        explorer.shows(found)
    explorer.pick("Exponent", BREESE)
    explorer.shows(0.6163)
    Card(walk, "patience-practice").practise("06-rankscore")


def places(walk: Walk) -> None:
    """Section 2: as many places as can be filled."""
    fair = Card(walk, "fair-predict")
    fair.predict("Rp@10", "RPREC_N")
    fair.shows(1)
    Card(walk, "more-practice").solve(exercise("06-pair"))


def ties(walk: Walk) -> None:
    """More: the best ones, and ties."""
    best = Card(walk, "best-predict")
    best.predict("Rp@5", "RPREC_N")
    best.shows(0.6)
    Card(walk, "ties-practice").practise("06-marp")


def more(walk: Walk) -> None:
    """More: all that there is to find among the first ten."""
    walk.reads("Show it", "to rank")
    task = walk.part("more-inverse")
    for _lecture in range(3):
        task.to_rank(task.missed(0), 8)
    task.all_goals_are_met()
    task.shows(0.7)


@pytest.mark.parametrize(("host", "language"), ways())
def test_a_student_walks_through_the_lesson(open_on: Callable[..., Notebook], host: str, language: str) -> None:
    walk_through(open_on, host, "06_rankscore", language, (readers, places, ties, more))
