"""Other lists, or ratings, of the same kind as given ones."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.random import Generator

from metrics_edu.metrics import Measure, Ranking, Ratings

STEPS_PER_STAR = 2
"""Predicted ratings are drawn in halves."""


def draw_alike(measure: Measure, data: Ranking | Ratings, rng: Generator, *, more: int = 0) -> Any:
    """Draw other data of the same kind: a list, each list of a batch, or ratings.

    A list keeps its length, the side of the cut-off on which |R| is, whether it has different grades, and whether it misses
    something. The number of hits varies by one, and so does the length, if the measure has no cut-off. An empty list, or one
    without a graded item, stays as it is.
    """
    if isinstance(data, Ratings):
        return _other_ratings(data, rng)
    if not data.is_batch:
        return _other_list(measure, data, rng, more)
    users = data.users or []
    return Ranking.batch([_other_list(measure, data.user(user), rng, more) for user in users], users=users)


def missed_grades(ranking: Ranking) -> list[float]:
    """Return the grades above 0 that one list does not show, best first."""
    left = ranking.pool(0).tolist()
    for grade in filter(None, ranking.shown.tolist()):
        left.remove(grade)
    return [grade for grade in left if grade > 0]


def _other_list(measure: Measure, ranking: Ranking, rng: Generator, more: int) -> Ranking:
    length, pool = ranking.shown.size + more, [grade for grade in ranking.pool(0).tolist() if grade > 0]
    if not ranking.shown.size or not pool:
        return ranking
    n = measure.depth()
    if n is None and length > 1:
        length += int(rng.integers(-1, 2))
    cut, hits = n or length, int(np.sum(ranking.shown > 0)) + more
    hits = int(np.clip(hits + rng.integers(-1, 2), 1, max(1, length - 1))) if hits else 0
    fewest, most = (cut + 1, 2 * cut) if len(pool) > cut else (1, cut)
    different = [*dict.fromkeys(pool)]
    fewest = max(fewest, hits + bool(missed_grades(ranking)), min(len(different), 2))
    size = int(rng.integers(fewest, max(fewest, most) + 1))
    grades = rng.choice(different, size)
    if len(different) > 1:
        grades[rng.choice(size, 2, replace=False)] = rng.choice(different, 2, replace=False)
    shown = np.zeros(length)
    shown[rng.choice(length, hits, replace=False)] = grades[:hits]
    return Ranking(shown, grades, threshold=ranking.threshold)


def _other_ratings(ratings: Ratings, rng: Generator) -> Ratings:
    actual, predicted = np.asarray(ratings.actual, float), np.asarray(ratings.predicted, float)
    low, high = math.floor(min(actual.min(), predicted.min())), math.ceil(max(actual.max(), predicted.max()))
    high = max(high, low + 2)
    halves = rng.integers(STEPS_PER_STAR * low, STEPS_PER_STAR * high + 1, predicted.size) / STEPS_PER_STAR
    return Ratings(halves.tolist(), rng.integers(low, high + 1, actual.size).astype(float).tolist(), ratings.users)
