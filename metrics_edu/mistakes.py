"""The wrong computations behind the misconceptions; ``misconceptions.py`` names them.

Each takes what it is about (a Ranking, Ratings or a Run) and the measure that was asked, which says what is right: a mistake
in one thing keeps everything else as asked. It gives one value, or one a user, or the lists that were read in the place of
the right ones; NaN where it is no mistake at all. Its steps are named as a metric's are, so that it can show its working.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any

import numpy as np

from metrics_edu.binary import precision
from metrics_edu.discounted import halving_ranks
from metrics_edu.measures import Measure
from metrics_edu.ranking import Ranking
from metrics_edu.rating import mse, rmse
from metrics_edu.registry import Metric
from metrics_edu.run import Ratings, Run, value_of
from metrics_edu.term import named, plain

Wrong = Callable[[Any, Measure], Any]


def parameter(asked: Measure, key: str) -> Any:
    """Return a parameter of the measure, as it was given or by default; of two words that mean the same, the plainer."""
    given = asked.metric.parameters | dict(asked.parameters)
    return asked.metric.meant(key, given.get(key), given.get("n"))


def other(**changes: Any) -> Wrong:
    """Return the mistake of computing the metric with other parameters."""

    def wrong(ranking: Ranking, asked: Measure) -> Any:
        n = parameter(asked, "n")
        if all(parameter(asked, key) == asked.metric.meant(key, value, n) for key, value in changes.items()):
            return np.nan
        return asked.metric(ranking, **{**dict(asked.parameters), **changes})

    return wrong


def instead(metric: Metric, *shared: str) -> Wrong:
    """Return the mistake of computing another metric, with the same cut-off and what else the two share."""
    return lambda ranking, asked: metric(ranking, **{key: parameter(asked, key) for key in ("n", *shared)})


def by_reachable(ranking: Ranking, asked: Measure) -> Any:
    """AP divided by the most hits that the list can hold; without a cut-off, that the ranks shown can."""
    return other(denominator="listed" if parameter(asked, "n") is None else "reachable")(ranking, asked)


def mean_over_ranks(ranking: Ranking, asked: Measure) -> Any:
    """The mean of P@i over all ranks, relevant or not."""
    n = parameter(asked, "n")
    listed = ranking.listed(n)
    hit = named(ranking.hits(n), "rel_i")
    hits_to = named(np.cumsum(hit, axis=-1), "hits_i")
    within = ranking.ranks(n) <= np.expand_dims(listed, -1)
    precision_at = named(np.where(within, hits_to / named(ranking.ranks(n), "i"), 0), "P@i")
    return np.sum(precision_at, axis=-1) / named(np.maximum(listed, 1), "n")


def ranks_from_0(ranking: Ranking, asked: Measure) -> Any:
    """AP with P@i = hits / (i + 1)."""
    n = parameter(asked, "n")
    hits, rank, value = ranking.hits(n), ranking.ranks(n), plain(asked(ranking))
    right = np.sum(np.cumsum(hits, axis=-1) * hits / rank, axis=-1)
    by = named(np.where(right > 0, np.rint(right / np.where(right > 0, value, 1)), 1), "D")
    hit, later = named(hits, "rel_i"), named(rank, "i") + 1
    points = named(named(np.cumsum(hit, axis=-1), "hits_i") / later * hit, "P@i·rel_i")
    return np.where(right > 0, np.sum(points, axis=-1) / by, value)


def over_rank(ranking: Ranking, asked: Measure, *, shift: int = 0) -> Any:
    """Return rel_i / (i + shift) at each rank."""
    n = parameter(asked, "n")
    rank = named(ranking.ranks(n), "i")
    return named(
        named(ranking.hits(n), "rel_i") / (rank + shift if shift else rank), "rel_i/(i + 1)" if shift else "rel_i/i"
    )


def last_rank(ranking: Ranking, asked: Measure) -> Any:
    """1 / rank of the last relevant item."""
    n = parameter(asked, "n")
    last = named(np.max(named(ranking.hits(n), "rel_i") * named(ranking.ranks(n), "i"), axis=-1, initial=0), "last")
    return np.where(np.max(ranking.hits(n), axis=-1, initial=0) > 0, 1 / np.maximum(last, 1), 0)


def rank_from_0(ranking: Ranking, asked: Measure) -> Any:
    """1 / (rank + 1) of the first relevant item."""
    return np.max(over_rank(ranking, asked, shift=1), axis=-1, initial=0.0)


def all_ranks(ranking: Ranking, asked: Measure) -> Any:
    """The sum of 1 / rank over all relevant items."""
    return np.sum(over_rank(ranking, asked), axis=-1)


def gain_below(ranking: Ranking, asked: Measure) -> Any:
    """The gain of items below the threshold, too; no mistake where there is no such item."""
    pool = ranking.pool(0)
    if not np.any((pool > 0) & (pool < ranking.threshold)):
        return np.nan
    return other(below="graded")(ranking, asked)


def natural_log(ranking: Ranking, asked: Measure) -> Any:
    """DCG with ln(i + 1) in the place of log2(i + 1)."""
    return asked(ranking) / np.log(named(2.0, "base")) if parameter(asked, "discount") == "log2" else np.nan


def common_log(ranking: Ranking, asked: Measure) -> Any:
    """DCG with the logarithm to base 10 of i + 1 in the place of log2(i + 1)."""
    return asked(ranking) * np.log2(named(10.0, "base")) if parameter(asked, "discount") == "log2" else np.nan


def half_life_from_0(ranking: Ranking, asked: Measure) -> Any:
    """Rankscore with the exponent i / alpha for the hits."""
    return asked(ranking) * 2 ** (-1 / halving_ranks(parameter(asked, "half_life"), parameter(asked, "exponent")))


def half_life_alone(ranking: Ranking, asked: Measure) -> Any:
    """The weights of the hits, not divided by those of the best list."""
    halving = halving_ranks(parameter(asked, "half_life"), parameter(asked, "exponent"))
    weight = named(2.0 ** -((named(ranking.ranks(), "i") - 1) / halving), "weight_i")
    return np.sum(weight * named(ranking.hits(), "rel_i"), axis=-1)


def by_ranks(ranking: Ranking, asked: Measure) -> Any:
    """R-precision divided by the ranks that are read: P@n, or its mean over the cut-offs."""
    if parameter(asked, "denominator") == "retrieved":
        return np.nan
    cutoffs = parameter(asked, "cutoffs")
    if cutoffs is None:
        return precision(ranking, parameter(asked, "n"))
    read = {n: named(ranking.hits() * (ranking.ranks() <= n), f"rel@{n}_i") for n in cutoffs}
    shares = [named(np.sum(read[n], axis=-1), f"hits@{n}") / n for n in cutoffs]
    return reduce(np.add, shares) / len(cutoffs)


def above(ranking: Ranking, asked: Measure) -> Any:
    """The measure with > in the place of >=; no mistake without a threshold (1), and where nothing is above it."""
    pool = ranking.pool()
    if ranking.threshold <= 1 or not np.any(pool > ranking.threshold):
        return np.nan
    return asked(
        Ranking(ranking.shown, pool, threshold=np.nextafter(ranking.threshold, np.inf), lengths=ranking.lengths)
    )


def pooled(batch: Ranking, asked: Measure) -> float:
    """One AP over the lists of all users, end to end."""
    n = parameter(asked, "n")
    shown = [row[:length] for row, length in zip(batch.hits(n), batch.listed(n), strict=True)]
    one = Ranking(np.concatenate([[], *shown]), relevant=int(np.sum(batch.relevant)))
    return float(asked.metric(one, **{**dict(asked.parameters), "n": n and n * len(shown)}))


def skip_empty(batch: Ranking, asked: Measure) -> Any:
    """The mean over the users with a relevant item only."""
    return np.nan if parameter(asked, "empty") == "skip" else np.where(batch.relevant > 0, asked(batch), np.nan)


def zero_empty(batch: Ranking, asked: Measure) -> Any:
    """Users with no relevant item counted as 0."""
    return np.where(batch.relevant > 0, asked(batch), 0) if parameter(asked, "empty") == "skip" else np.nan


def signed(ratings: Ratings, asked: Measure) -> float:
    """The mean of the errors with their signs."""
    return float(np.mean(np.subtract(ratings.predicted, ratings.actual, dtype=np.float64)))


def squared(ratings: Ratings, asked: Measure) -> float:
    """The MSE."""
    return float(mse(ratings.predicted, ratings.actual))


def per_user(ratings: Ratings, asked: Measure) -> float:
    """The mean of one RMSE a user."""
    if ratings.users is None:
        return np.nan
    predicted, actual, users = map(np.asarray, (ratings.predicted, ratings.actual, ratings.users))
    return float(np.mean([rmse(predicted[users == user], actual[users == user]) for user in np.unique(users)]))


def swapped(run: Run, asked: Measure) -> Ranking:
    """np.isin with its arguments swapped: each relevant item of the test file, in its order, recommended or not."""
    return run.swapped(asked.depth())


def ties_cut(run: Run, asked: Measure) -> Any:
    """R-precision with the z best relevant items only, in the order of the test file, whoever ties with the last."""
    cutoffs = parameter(asked, "cutoffs") or [parameter(asked, "n")]
    return np.mean([_ties_cut_at(run, asked, z) for z in cutoffs], axis=0)


def _ties_cut_at(run: Run, asked: Measure, z: int | None) -> Any:
    batch = run.ranking
    read = batch.relevant if z is None else np.full_like(batch.relevant, z)
    hits = np.zeros(read.shape)
    for k, user in enumerate(batch.users or ()):
        grades = run.grades.get(user, {})
        relevant = sorted((item for item in grades if grades[item] >= run.threshold), key=lambda item: -grades[item])
        hits[k] = len({*relevant[: read[k]]} & {*run.lists.get(user, [])[: read[k]]})
    divisor = batch.lengths if parameter(asked, "denominator") == "retrieved" else batch.relevant
    return np.where(batch.relevant > 0, hits / np.maximum(np.minimum(read, divisor), 1), asked(batch))


def seen_kept(run: Run, asked: Measure) -> Any:
    """The lists with what the users have in train; no mistake where they hold nothing of it."""
    return np.nan if run.without_train is run else run.without_train.ranking


def ids_as_given(run: Run, asked: Measure) -> Ranking:
    """The lists with ids compared as they were given: 7 and "7" do not meet."""
    return run.as_given


def of_test(run: Run, asked: Measure) -> float:
    """The coverage of the users, or items, of the test data."""
    return value_of(asked, Run(run.lists, run.grades))
