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

from metrics_edu.metrics import (
    Measure,
    Metric,
    Ranking,
    Ratings,
    Run,
    discounted,
    gain_of,
    halving_ranks,
    ideal_gains,
    precision,
    rmse,
    value_of,
)
from metrics_edu.working import named, plain

Wrong = Callable[[Any, Measure], Any]


def parameter(asked: Measure, key: str) -> Any:
    """Return a parameter of the measure, as it was given or by default; of two words that mean the same, the plainer."""
    return asked.given.get(key)


def other(**changes: Any) -> Wrong:
    """Return the mistake of computing the metric with other parameters."""

    def wrong(ranking: Ranking, asked: Measure) -> Any:
        given = {**dict(asked.parameters), **changes}
        return np.nan if asked.metric.normal(given) == asked.given else asked.metric(ranking, **given)

    return wrong


def cut_at(read: int) -> Wrong:
    """Return the mistake of another cut-off; a larger one only where a list is that long."""

    def wrong(ranking: Ranking, asked: Measure) -> Any:
        n = parameter(asked, "n")
        if n is None or n < read > np.max(ranking.lengths, initial=0):
            return np.nan
        return other(n=read)(ranking, asked)

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


def from_0(wrong: Callable[..., Any]) -> Wrong:
    """Return the mistake of counting ranks from 0; of one list that has a hit at rank 1 it is 1/0, and no value at all."""

    def of_lists(ranking: Ranking, asked: Measure) -> Any:
        if not ranking.is_batch and np.any(ranking.hits(1)):
            return np.nan
        return wrong(ranking, asked, shift=-1)

    return of_lists


def ranks_off(ranking: Ranking, asked: Measure, *, shift: int) -> Any:
    """AP with P@i = hits / (i + shift); where that would be divided by 0, nothing is added."""
    n = parameter(asked, "n")
    hits, rank, value = ranking.hits(n), ranking.ranks(n), plain(asked(ranking))
    right = np.sum(np.cumsum(hits, axis=-1) * hits / rank, axis=-1)
    by = named(np.where(right > 0, np.rint(right / np.where(right > 0, value, 1)), 1), "D")
    hits_to = named(np.cumsum(named(hits, "rel_i"), axis=-1), "hits_i")
    points = named(hits_to / _off(rank, shift) * (hits * (rank + shift > 0)), "P@i·rel_i")
    return np.where(right > 0, np.sum(points, axis=-1) / by, value)


def _off(rank: Any, shift: int) -> Any:
    return named(np.maximum(rank, 1 - shift), "i") + shift


def undivided(ranking: Ranking, asked: Measure) -> Any:
    """The sum of P@i over the hits."""
    n = parameter(asked, "n")
    hit, rank = named(ranking.hits(n), "rel_i"), named(ranking.ranks(n), "i")
    return np.sum(named(named(np.cumsum(hit, axis=-1), "hits_i") / rank * hit, "P@i·rel_i"), axis=-1)


def over_rank(ranking: Ranking, asked: Measure, *, shift: int = 0) -> Any:
    """Return rel_i / (i + shift) at each rank; 0 where that would be divided by 0."""
    n = parameter(asked, "n")
    rank = ranking.ranks(n)
    name = f"rel_i/(i {'+' if shift > 0 else '−'} 1)" if shift else "rel_i/i"
    counted = named(ranking.hits(n) * (rank + shift > 0), "rel_i")
    return named(counted / (_off(rank, shift) if shift else named(rank, "i")), name)


def last_rank(ranking: Ranking, asked: Measure) -> Any:
    """1 / rank of the last relevant item."""
    n = parameter(asked, "n")
    last = named(np.max(named(ranking.hits(n), "rel_i") * named(ranking.ranks(n), "i"), axis=-1, initial=0), "last")
    return np.where(np.max(ranking.hits(n), axis=-1, initial=0) > 0, 1 / np.maximum(last, 1), 0)


def rank_off(ranking: Ranking, asked: Measure, *, shift: int) -> Any:
    """1 / (rank + shift) of the first relevant item that it can be computed of."""
    return np.max(over_rank(ranking, asked, shift=shift), axis=-1, initial=0.0)


def all_ranks(ranking: Ranking, asked: Measure) -> Any:
    """The sum of 1 / rank over all relevant items."""
    return np.sum(over_rank(ranking, asked), axis=-1)


def gain_below(ranking: Ranking, asked: Measure) -> Any:
    """The gain of items below the threshold, too; no mistake where there is no such item."""
    pool = ranking.pool(0)
    if not np.any((pool > 0) & (pool < ranking.threshold)):
        return np.nan
    return other(below="graded")(ranking, asked)


def later_discount(ranking: Ranking, asked: Measure) -> Any:
    """DCG, and its ideal, with log2(i + 2) in the place of log2(i + 1)."""
    n, gain, below = (parameter(asked, key) for key in ("n", "gain", "below"))
    if parameter(asked, "discount") != "log2":
        return np.nan
    gained = named(gain_of(named(ranking.grades(n), "g_i"), ranking.threshold, gain, below), "gain_i")
    got = np.sum(discounted(gained, "dg_i", "later"), axis=-1)
    if asked.metric.name == "dcg":
        return got
    best = ideal_gains(ranking, n, parameter(asked, "ideal"), gain, below)
    top = named(np.sum(discounted(named(best, "gain*_i"), "dg*_i", "later"), axis=-1), "IDCG")
    return np.where(plain(top) > 0, named(got, "DCG") / np.where(plain(top) > 0, top, 1), 0.0)


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
    """The measure with > in the place of >=."""
    found = strictly(ranking)
    return np.nan if found is None else asked(found)


def strictly(ranking: Ranking) -> Ranking | None:
    """Return lists with > in the place of >=; None without a threshold (1), and where nothing is above it."""
    pool = ranking.pool()
    if ranking.threshold <= 1 or not np.any(pool > ranking.threshold):
        return None
    return _from_grade(np.nextafter(ranking.threshold, np.inf), ranking)


def _from_grade(threshold: float, ranking: Ranking) -> Ranking:
    return Ranking(ranking.shown, ranking.pool(), threshold=threshold, lengths=ranking.lengths, users=ranking.users)


def any_grade(ranking: Ranking, asked: Measure) -> Any:
    """The measure with every grade above 0 as relevant; for a gain of grades that is what `gain_below` does."""
    pool = ranking.pool()
    below = pool[(pool > 0) & (pool < ranking.threshold)]
    if not below.size or parameter(asked, "gain") not in (None, "binary"):
        return np.nan
    return asked(_from_grade(np.min(below), ranking))


def pooled(batch: Ranking, asked: Measure, **changes: Any) -> float:
    """One AP over the lists of all users, end to end."""
    n, given = parameter(asked, "n"), dict(asked.parameters) | changes
    if changes and (n is None or given == dict(asked.parameters)):
        return np.nan
    shown = [row[:length] for row, length in zip(batch.hits(n), batch.listed(n), strict=True)]
    one = Ranking(np.concatenate([[], *shown]), relevant=int(np.sum(batch.relevant)))
    return float(asked.metric(one, **{**given, "n": n and n * len(shown)}))


def skip_missed(batch: Ranking, asked: Measure) -> Any:
    """The mean over the users with a hit only; no mistake where all have one."""
    values = asked(batch)
    return _over(values, (values > 0) & (batch.relevant > 0))


def skip_unlisted(batch: Ranking, asked: Measure) -> Any:
    """The mean over the users that got a list only; no mistake where all got one."""
    return _over(asked(batch), batch.lengths > 0)


def _over(values: Any, kept: Any) -> Any:
    return np.nan if kept.all() else np.where(kept, values, np.nan)


def skip_empty(batch: Ranking, asked: Measure) -> Any:
    """The mean over the users with a relevant item only."""
    return np.nan if parameter(asked, "empty") == "skip" else np.where(batch.relevant > 0, asked(batch), np.nan)


def zero_empty(batch: Ranking, asked: Measure) -> Any:
    """Users with no relevant item counted as 0."""
    return np.where(batch.relevant > 0, asked(batch), 0) if parameter(asked, "empty") == "skip" else np.nan


def signed(ratings: Ratings, asked: Measure) -> float:
    """The mean of the errors with their signs."""
    return float(np.mean(np.subtract(ratings.predicted, ratings.actual, dtype=np.float64)))


def exchanged(metric: Metric) -> Wrong:
    """Return the mistake of computing another error of ratings."""
    return lambda ratings, asked: float(metric(ratings.predicted, ratings.actual))


def per_user(ratings: Ratings, asked: Measure) -> float:
    """The mean of one RMSE a user."""
    if ratings.users is None:
        return np.nan
    predicted, actual, users = map(np.asarray, (ratings.predicted, ratings.actual, ratings.users))
    return float(np.mean([rmse(predicted[users == user], actual[users == user]) for user in np.unique(users)]))


def swapped(run: Run, asked: Measure) -> Ranking:
    """np.isin with its arguments swapped: each relevant item of the test file, in its order, recommended or not."""
    return run.swapped(asked.depth())


def swapped_uncut(run: Run, asked: Measure) -> Any:
    """The same, recommended at any rank; no mistake where no list goes on after the cut-off."""
    n = asked.depth()
    longer = n is not None and any(len(items) > n for items in run.lists.values())
    return run.swapped(None) if longer else np.nan


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
