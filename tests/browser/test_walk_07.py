"""A student walks through lesson 07 with the keyboard alone, in both languages."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.driver import Notebook
from tests.browser.walk import Walk
from tests.browser.walk_cards import Card
from tests.browser.walk_lessons import walk_through, ways


def of_ap(walk: Walk) -> None:
    """Section 1, and More: what the programs should have printed."""
    hits = Card(walk, "hits-predict")
    hits.predict("AP@5", "AP_DIV_HITS")
    hits.shows(0.4167)
    Card(walk, "indent-predict").decide(walk.say("both the same"), wrong="Y")


def of_ndcg(walk: Walk) -> None:
    """Section 3, and More."""
    Card(walk, "ideal-predict").predict("nDCG@5", "IDCG_RETRIEVED")
    walk.reads("Check")
    Card(walk, "mean-practice").practise("07-pair")
    Card(walk, "more-practice").practise("07-report")


@pytest.mark.parametrize(("host", "language"), ways())
def test_a_student_walks_through_the_lesson(open_on: Callable[..., Notebook], host: str, language: str) -> None:
    walk_through(open_on, host, "07_find_the_bug", language, (of_ap, of_ndcg))
