"""The wrong computations behind the known mistakes; the row of a mistake in ``known_mistakes.py`` says what each one does.

Each takes what it is about (a Ranking, Ratings or a Run) and the measure that was asked, which says what is right: a mistake
in one thing keeps everything else as asked. It gives one value, or one a user, or the lists that were read in the place of
the right ones; NaN where it is no mistake at all. Its steps are named as a metric's are, so that it can show its working.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any

import numpy as np

from metrics_edu import metrics
from metrics_edu.metrics import REGISTRY, Measure, Ranking, Ratings, Run
from metrics_edu.working import named, plain

Computation = Callable[[Any, Measure], Any]


def changed(**parameters: Any) -> Computation:

    def compute(ranking: Ranking, asked: Measure) -> Any:
        others = {**dict(asked.parameters), **parameters}
        return np.nan if asked.metric.normal(others) == asked.given else asked.metric(ranking, **others)

    return compute


def cut_at(read: int) -> Computation:
    """Return the metric at another cut-off; at a larger one only where a list is that long."""

    def compute(ranking: Ranking, asked: Measure) -> Any:
        n = asked.given["n"]
        if n is None or n < read > np.max(ranking.lengths, initial=0):
            return np.nan
        return changed(n=read)(ranking, asked)

    return compute


def instead(name: str, *shared: str) -> Computation:
    return lambda ranking, asked: REGISTRY[name](ranking, **{key: asked.given[key] for key in ("n", *shared)})


def other_error(name: str) -> Computation:
    return lambda ratings, _asked: REGISTRY[name](ratings.predicted, ratings.actual)


def by_reachable(ranking: Ranking, asked: Measure) -> Any:
    """Divide AP by the most hits that the list can hold; without a cut-off, that the ranks shown can."""
    return changed(denominator="listed" if asked.given["n"] is None else "reachable")(ranking, asked)


def mean_over_ranks(ranking: Ranking, asked: Measure) -> Any:
    n = asked.given["n"]
    listed = ranking.listed(n)
    hits_to = named(np.cumsum(named(ranking.hits(n), "rel_i"), axis=-1), "hits_i")
    within = ranking.ranks(n) <= np.expand_dims(listed, -1)
    precision_at = named(np.where(within, hits_to / named(ranking.ranks(n), "i"), 0), "P@i")
    return np.sum(precision_at, axis=-1) / named(np.maximum(listed, 1), "n")


def from_0(shifted: Callable[..., Any]) -> Computation:
    """Return a metric of ranks counted from 0; of one list that has a hit at rank 1 it is 1/0, and no value at all."""

    def compute(ranking: Ranking, asked: Measure) -> Any:
        return np.nan if not ranking.is_batch and np.any(ranking.hits(1)) else shifted(ranking, asked, shift=-1)

    return compute


def ranks_off(ranking: Ranking, asked: Measure, *, shift: int) -> Any:
    """AP with P@i = hits / (i + shift); where that would be divided by 0, nothing is added."""
    n = asked.given["n"]
    hits, rank, value = ranking.hits(n), ranking.ranks(n), plain(asked(ranking))
    right = np.sum(np.cumsum(hits, axis=-1) * hits / rank, axis=-1)
    divisor = named(np.where(right > 0, np.rint(right / np.where(right > 0, value, 1)), 1), "D")
    hits_to = named(np.cumsum(named(hits, "rel_i"), axis=-1), "hits_i")
    points = named(hits_to / _off(rank, shift) * (hits * (rank + shift > 0)), "P@i·rel_i")
    return np.where(right > 0, np.sum(points, axis=-1) / divisor, value)


def _off(rank: Any, shift: int) -> Any:
    return named(np.maximum(rank, 1 - shift), "i") + shift


def undivided(ranking: Ranking, asked: Measure) -> Any:
    n = asked.given["n"]
    hit, rank = named(ranking.hits(n), "rel_i"), named(ranking.ranks(n), "i")
    return np.sum(named(named(np.cumsum(hit, axis=-1), "hits_i") / rank * hit, "P@i·rel_i"), axis=-1)


def last_rank(ranking: Ranking, asked: Measure) -> Any:
    n = asked.given["n"]
    last = named(np.max(named(ranking.hits(n), "rel_i") * named(ranking.ranks(n), "i"), axis=-1, initial=0), "last")
    return np.where(np.max(ranking.hits(n), axis=-1, initial=0) > 0, 1 / np.maximum(last, 1), 0)


def rank_off(ranking: Ranking, asked: Measure, *, shift: int) -> Any:
    """RR with 1 / (rank + shift); a rank where that would be divided by 0 is passed over."""
    rank = ranking.ranks(asked.given["n"])
    counted = named(ranking.hits(asked.given["n"]) * (rank + shift > 0), "rel_i")
    points = named(counted / _off(rank, shift), f"rel_i/(i {'+' if shift > 0 else '−'} 1)")
    return np.max(points, axis=-1, initial=0.0)


def rank_sum(ranking: Ranking, asked: Measure) -> Any:
    n = asked.given["n"]
    return np.sum(named(named(ranking.hits(n), "rel_i") / named(ranking.ranks(n), "i"), "rel_i/i"), axis=-1)


def gain_below(ranking: Ranking, asked: Measure) -> Any:
    pool = ranking.pool(0)
    is_below = np.any((pool > 0) & (pool < ranking.threshold))
    return changed(below="graded")(ranking, asked) if is_below else np.nan


def later_discount(ranking: Ranking, asked: Measure) -> Any:
    if asked.given["discount"] != "log2":
        return np.nan
    n, gain, below = (asked.given[key] for key in ("n", "gain", "below"))
    gained = named(metrics.gain_of(named(ranking.grades(n), "g_i"), ranking.threshold, gain, below), "gain_i")
    got = np.sum(metrics.discounted(gained, "dg_i", "later"), axis=-1)
    if asked.metric.name == "dcg":
        return got
    best = named(metrics.ideal_gains(ranking, n, asked.given["ideal"], gain, below), "gain*_i")
    top = named(np.sum(metrics.discounted(best, "dg*_i", "later"), axis=-1), "IDCG")
    return np.where(plain(top) > 0, named(got, "DCG") / np.where(plain(top) > 0, top, 1), 0.0)


def natural_log(ranking: Ranking, asked: Measure) -> Any:
    return asked(ranking) / np.log(named(2.0, "base")) if asked.given["discount"] == "log2" else np.nan


def common_log(ranking: Ranking, asked: Measure) -> Any:
    return asked(ranking) * np.log2(named(10.0, "base")) if asked.given["discount"] == "log2" else np.nan


def half_life_from_0(ranking: Ranking, asked: Measure) -> Any:
    return asked(ranking) * 2 ** (-1 / _halving(asked))


def half_life_alone(ranking: Ranking, asked: Measure) -> Any:
    weight = named(2.0 ** -((named(ranking.ranks(), "i") - 1) / _halving(asked)), "weight_i")
    return np.sum(weight * named(ranking.hits(), "rel_i"), axis=-1)


def _halving(asked: Measure) -> Any:
    return metrics.halving_ranks(asked.given["half_life"], asked.given["exponent"])


def precision_over_ranks(ranking: Ranking, asked: Measure) -> Any:
    if asked.given["denominator"] == "retrieved":
        return np.nan
    if "cutoffs" not in asked.given:
        return metrics.precision(ranking, asked.given["n"])
    cutoffs = asked.given["cutoffs"]
    hits = {n: named(ranking.hits() * (ranking.ranks() <= n), f"rel@{n}_i") for n in cutoffs}
    shares = [named(np.sum(hits[n], axis=-1), f"hits@{n}") / n for n in cutoffs]
    return reduce(np.add, shares) / len(cutoffs)


def strict_threshold(ranking: Ranking, asked: Measure) -> Any:
    is_above = ranking.threshold > 1 and np.any(ranking.pool() > ranking.threshold)
    return asked(strictly(ranking)) if is_above else np.nan


def strictly(ranking: Ranking) -> Ranking:
    return _from_grade(np.nextafter(ranking.threshold, np.inf), ranking)


def _from_grade(threshold: float, ranking: Ranking) -> Ranking:
    return Ranking(ranking.shown, ranking.pool(), threshold=threshold, lengths=ranking.lengths, users=ranking.users)


def no_threshold(ranking: Ranking, asked: Measure) -> Any:
    """Every grade above 0 is relevant; for a gain of grades that is what `gain_below` does."""
    pool = ranking.pool()
    below = pool[(pool > 0) & (pool < ranking.threshold)]
    if not below.size or asked.given.get("gain") not in (None, "binary"):
        return np.nan
    return asked(_from_grade(np.min(below), ranking))


def pooled(batch: Ranking, asked: Measure, **parameters: Any) -> float:
    n, others = asked.given["n"], dict(asked.parameters) | parameters
    if parameters and (n is None or others == dict(asked.parameters)):
        return np.nan
    shown = [row[:length] for row, length in zip(batch.hits(n), batch.listed(n), strict=True)]
    one_list = Ranking(np.concatenate([[], *shown]), relevant=int(np.sum(batch.relevant)))
    return float(asked.metric(one_list, **{**others, "n": n and n * len(shown)}))


def skip_missed(batch: Ranking, asked: Measure) -> Any:
    values = asked(batch)
    return _of_users((values > 0) & (batch.relevant > 0), values)


def skip_unlisted(batch: Ranking, asked: Measure) -> Any:
    return _of_users(batch.lengths > 0, asked(batch))


def _of_users(kept: Any, values: Any) -> Any:
    return np.nan if kept.all() else np.where(kept, values, np.nan)


def skip_empty(batch: Ranking, asked: Measure) -> Any:
    return np.nan if asked.given.get("empty") == "skip" else np.where(batch.relevant > 0, asked(batch), np.nan)


def zero_empty(batch: Ranking, asked: Measure) -> Any:
    return np.where(batch.relevant > 0, asked(batch), 0) if asked.given.get("empty") == "skip" else np.nan


def signed_errors(ratings: Ratings, asked: Measure) -> Any:
    predicted, actual = (np.asarray(values, np.float64) for values in (ratings.predicted, ratings.actual))
    errors = named(named(predicted, "predicted_i") - named(actual, "actual_i"), "e_i")
    return np.sum(errors, axis=-1) / named(predicted.size, "n")


def rmse_per_user(ratings: Ratings, asked: Measure) -> float:
    if ratings.users is None:
        return np.nan
    predicted, actual, users = map(np.asarray, (ratings.predicted, ratings.actual, ratings.users))
    each = [plain(metrics.rmse(predicted[users == user], actual[users == user])) for user in np.unique(users)]
    return float(np.mean(each))


def swapped(run: Run, asked: Measure) -> Ranking:
    return run.swapped(asked.depth())


def swapped_uncut(run: Run, asked: Measure) -> Any:
    n = asked.depth()
    return run.swapped(None) if n is not None and any(len(items) > n for items in run.lists.values()) else np.nan


def without_ties(run: Run, asked: Measure) -> Any:
    """R-precision with the z best relevant items only, in the order of the test file, whoever ties with the last."""
    cutoffs = asked.given.get("cutoffs") or [asked.given["n"]]
    return np.mean([_without_ties_at(run, asked, z) for z in cutoffs], axis=0)


def _without_ties_at(run: Run, asked: Measure, z: int | None) -> Any:
    batch = run.ranking
    depth = batch.relevant if z is None else np.full_like(batch.relevant, z)
    hits = np.zeros(depth.shape)
    for k, user in enumerate(batch.users or ()):
        grades = run.relevant.get(user, {})
        best = sorted(grades, key=lambda item: -grades[item])
        hits[k] = len({*best[: depth[k]]} & {*run.lists.get(user, [])[: depth[k]]})
    divisor = batch.lengths if asked.given["denominator"] == "retrieved" else batch.relevant
    return np.where(batch.relevant > 0, hits / np.maximum(np.minimum(depth, divisor), 1), asked(batch))


def seen_kept(run: Run, asked: Measure) -> Any:
    return np.nan if run.without_train is run else run.without_train.ranking


def ids_as_given(run: Run, asked: Measure) -> Ranking:
    return run.as_given


def coverage_of_test(run: Run, asked: Measure) -> float:
    return metrics.value_of(asked, Run(run.lists, run.grades))
