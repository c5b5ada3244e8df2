"""The search for a list that meets goals, such as an AP of 0.5."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice, product

import numpy as np

from metrics_edu.exercises.goals import Goal
from metrics_edu.metrics import Ranking

MAX_TRIED = 5_000
"""The number of lists that a search tries."""


def lists_that_meet(goals: Sequence[Goal], start: Ranking) -> Iterator[Ranking]:
    """Give the lists of the relevant items of another list, and of as many ranks, that meet all goals.

    >>> from metrics_edu.exercises.goals import read_goals
    >>> next(lists_that_meet(read_goals("AP = 0.5"), Ranking.parse("RN")))
    Ranking('NR', relevant=1)
    """
    pool = Counter(start.pool().tolist())
    grades = np.unique([*start.pool(), *start.shown, 0.0])
    for shown in islice(product(grades, repeat=len(start.shown)), MAX_TRIED):
        if Counter(grade for grade in shown if grade > 0) - pool:
            continue  # there are not items enough of each grade
        ranking = Ranking(list(shown[::-1]), start.pool(), threshold=start.threshold)  # the first ranks change fastest
        if all(goal.met(ranking, start) for goal in goals):
            yield ranking
