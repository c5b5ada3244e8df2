"""The right values of the same items in other orders: what a number may be that only looks like the value of a mistake."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.random import Generator

from metrics_edu.metrics import Measure, Ranking, Ratings
from metrics_edu.metrics.registry import mean_over_users
from metrics_edu.metrics.value_and_derivation import Data, ranking_of, value_of

if TYPE_CHECKING:
    import numpy.typing as npt

    Values = npt.NDArray[np.float64]

DRAWS = 200
MOST_USERS = 10
"""The mean over more users is hardly ever the value of a cause by chance."""


@lru_cache(maxsize=512)
def values_of_other_lists(measure: Measure, data: Data) -> Values:
    """Return the values of the same items in other orders, and with one hit more or less; none where they are not drawn.

    A hit more is one of the missed items, or one that was not relevant; a hit less is missed then, or not relevant. Of ratings,
    the predictions are in other orders. Of several lists, each value is the mean over the users.

    >>> from metrics_edu.metrics.value_and_derivation import as_measure
    >>> sorted({*values_of_other_lists(as_measure("RR"), Ranking.parse("NRN")).tolist()})
    [0.0, 0.3333333333333333, 0.5, 1.0]
    """
    rng = np.random.default_rng(0)
    if isinstance(data, Ratings) and measure.metric.kind == "rating":
        predicted = np.asarray(data.predicted)
        orders = (rng.permutation(predicted).tolist() for _draw in range(DRAWS))
        return np.array([value_of(measure, Ratings(order, data.actual)) for order in orders])
    ranking = ranking_of(data) if measure.metric.kind == "ranking" else None
    if ranking is None or (ranking.is_batch and not 0 < len(ranking.shown) <= MOST_USERS):
        return np.array([])
    lists = [ranking.user(user) for user in ranking.users] if ranking.users else [ranking]
    try:
        return np.array(
            [mean_over_users(row) for row in np.transpose([_values(measure, ranking, rng) for ranking in lists])]
        )
    except ValueError:  # the pool was cut
        return np.array([])


def _values(measure: Measure, ranking: Ranking, rng: Generator) -> Values:
    """Return the values of a user's lists."""
    missed = [grade for grade in ranking.pool().tolist() if grade > 0]
    for grade in filter(None, ranking.shown.tolist()):
        missed.remove(grade)
    pools = np.array([_other_pool(ranking, missed, rng) for _draw in range(DRAWS)])
    return np.asarray(measure(Ranking(pools[:, : ranking.longest], pools, threshold=ranking.threshold)))


def _other_pool(ranking: Ranking, missed: list[float], rng: Generator) -> Values:
    """Return the grades of another list, then those of the items that it misses."""
    row, threshold = rng.permutation(ranking.shown), ranking.threshold
    hits, others = np.flatnonzero(row >= threshold), np.flatnonzero(row < threshold)
    relevant = [k for k, grade in enumerate(missed) if grade >= threshold]
    left = np.array([*missed, 0.0])
    change, is_exchanged = rng.integers(-1, 2), rng.integers(2)
    if change > 0 and others.size:
        k = rng.choice(relevant) if relevant else -1
        row[rng.choice(others)] = left[k] or threshold
        left[k] *= 1 - is_exchanged
    if change < 0 and hits.size:
        place = rng.choice(hits)
        left[-1] = row[place] * is_exchanged
        row[place] = 0
    return np.concatenate([row, left])
