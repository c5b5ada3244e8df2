"""Other lists, or ratings, of the same kind as given ones."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.random import Generator

from metrics_edu.metrics import Measure, Ranking, Ratings

STEPS_PER_STAR = 2
"""Predicted ratings are drawn in halves."""
FEWEST_HITS = 2
"""A list with this number of hits keeps as many, if it has more than three ranks: a sum of one term is read off that term."""
MORE_RELEVANT = 2
"""|R| is at most this much above the cut-off, the hits and the |R| that is given."""


def draw_alike(measure: Measure, data: Ranking | Ratings, rng: Generator, *, more: int = 0) -> Any:
    """Draw other data of the same kind: a list, each list of a batch, or ratings.

    A list keeps whether it has a hit, different grades, and missed items. |R| is on either side of the cut-off, as the divisor
    is what many mistakes are about, and the number of hits varies by two. A list without a cut-off is
    up to one shorter or two longer, and the number of ratings without users varies by one. An empty list, or one without a
    graded item, stays as it is.
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
        length += int(rng.integers(-1, 3))
    cut, misses, different = n or length, bool(missed_grades(ranking)), [*dict.fromkeys(pool)]
    hits = int(np.sum(ranking.shown > 0)) + more
    few = max(1, min(hits, FEWEST_HITS, length - 2))
    fewest = max(few + misses, min(len(different), 2))
    ends = [(fewest, cut), (max(fewest, cut + 1), max(fewest, cut, len(pool)) + MORE_RELEVANT)][fewest > cut :]
    size = int(rng.integers(*ends[rng.integers(len(ends))], endpoint=True))
    most = max(few, min(length - 1, size - misses))
    hits = int(np.clip(hits + rng.integers(-2, 3), few, most)) if hits else 0
    grades = rng.choice(different, size)
    if len(different) > 1:
        grades[rng.choice(size, 2, replace=False)] = rng.choice(different, 2, replace=False)
    shown = np.zeros(length)
    shown[rng.choice(length, hits, replace=False)] = grades[:hits]
    made = Ranking(shown, grades, threshold=ranking.threshold)
    known = ranking.known_catalogue
    return made if known is None else made.with_catalogue(np.maximum(known, made.catalogue))


def _other_ratings(ratings: Ratings, rng: Generator) -> Ratings:
    actual, predicted = np.asarray(ratings.actual, float), np.asarray(ratings.predicted, float)
    low, high = math.floor(min(actual.min(), predicted.min())), math.ceil(max(actual.max(), predicted.max()))
    high, count = max(high, low + 2), predicted.size
    if ratings.users is None and count > 2:
        count += int(rng.integers(-1, 2))
    halves = rng.integers(STEPS_PER_STAR * low, STEPS_PER_STAR * high + 1, count) / STEPS_PER_STAR
    return Ratings(halves.tolist(), rng.integers(low, high + 1, count).astype(float).tolist(), ratings.users)
