"""The wrong computations behind the known mistakes; the row of a mistake in ``known_mistakes.py`` says what each one does.

Each takes what it is about (a Ranking, Ratings or a Run) and the measure that was asked, which says what is right: a mistake
in one thing keeps everything else as asked. It gives one value, or one a user, or the lists that were read in the place of
the right ones; NaN where it is no mistake at all. Its steps are named as a metric's are, so that it can show its working.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, reduce
from typing import Any, Literal

import numpy as np

from metrics_edu import metrics
from metrics_edu.metrics import Measure, Ranking, Run, Votes
from metrics_edu.metrics.formulas.rankscore import halving_ranks
from metrics_edu.metrics.formulas.reciprocal_rank import gains_to, stopping_ranks
from metrics_edu.metrics.registry import REGISTRY, mean_over_users
from metrics_edu.metrics.value_and_derivation import WHOLE, value_of
from metrics_edu.mistakes import misread_runs
from metrics_edu.working import named
from metrics_edu.working.recorded_array import plain

Computation = Callable[[Measure, Any], Any]
FEWEST_USERS = 3
"""The number of users from which a rarer cut-off is searched."""


def changed(**parameters: Any) -> Computation:

    def compute(measure: Measure, ranking: Ranking) -> Any:
        others = {**measure.parameters, **parameters}
        return np.nan if measure.metric.normal(others) == measure.settings else measure.metric(ranking, **others)

    return compute


def differing(compute: Computation, other: Computation = Measure.__call__) -> Computation:
    """Return a computation that is NaN where it gives the right values, or those of another computation."""

    def values(measure: Measure, ranking: Ranking) -> Any:
        made = compute(measure, ranking)
        return np.nan if _are_same(made, other(measure, ranking)) else made

    return values


def cut_at(read: int) -> Computation:
    """Return the metric at another cut-off, at a larger one only where a list is that long.

    One rank more or less, and the whole list, are mistakes with separate codes.
    """

    def compute(measure: Measure, ranking: Ranking) -> Any:
        n, longest = measure.settings["n"], ranking.longest
        if n is None or abs(n - read) == 1 or n < read > longest:
            return np.nan
        values = changed(n=read)(measure, ranking)
        return np.nan if read == longest and _are_same(values, uncut(measure, ranking)) else values

    return compute


def cut_of_users(read: int) -> Computation:
    """Return the metric of the lists of a run at another cut-off.

    NaN of fewer than three users, without a hit (0 has many causes), and where a more usual cut-off gives the same values.
    """

    def compute(measure: Measure, run: Run) -> Any:
        lists = run.ranking
        if len(run.data.grades) < FEWEST_USERS or not lists.hits(read).any():
            return np.nan
        values = cut_at(read)(measure, lists)
        more_usual = (uncut, cut_off_by(1), cut_off_by(-1))
        return np.nan if any(_are_same(values, usual(measure, lists)) for usual in more_usual) else values

    return compute


def cut_off_by(ranks: int) -> Computation:
    """Return the metric at a cut-off that is one rank too large or too small; NaN where no value changes."""

    def compute(measure: Measure, ranking: Ranking) -> Any:
        n, longest = measure.settings["n"], ranking.longest
        if n is None or n + ranks < 1 or (ranks > 0 and longest <= n):
            return np.nan
        values = changed(n=n + ranks)(measure, ranking)
        others = [measure(ranking), uncut(measure, ranking) if n + ranks == longest else np.nan]
        return np.nan if any(_are_same(values, other) for other in others) else values

    return compute


def _are_same(one: Any, other: Any) -> bool:
    return np.array_equal(plain(one), plain(other), equal_nan=True)


def uncut(measure: Measure, ranking: Ranking) -> Any:
    """Return the metric of the whole lists; NaN where none is longer than the cut-off."""
    n = measure.settings["n"]
    if n is None or ranking.longest <= n:
        return np.nan
    return changed(n=None)(measure, ranking)


def instead(name: str, *shared: str, **parameters: Any) -> Computation:
    return lambda measure, ranking: REGISTRY[name](
        ranking, **{key: measure.settings[key] for key in ("n", *shared)}, **parameters
    )


def other_error(name: str) -> Computation:
    return lambda _measure, ratings: REGISTRY[name](ratings.predicted, ratings.actual)


def other_agreement(name: str) -> Computation:
    """Return another coefficient of the same votes; NaN of a weighted kappa."""
    return lambda measure, votes: REGISTRY[name](votes) if measure.settings["weights"] == "none" else np.nan


def half_by_chance(measure: Measure, votes: Votes) -> Any:
    return (other_agreement("observed_agreement")(measure, votes) - 0.5) / (1 - 0.5)


def by_reachable(measure: Measure, ranking: Ranking) -> Any:
    """Divide AP by the most hits that the list can hold; without a cut-off, that the ranks shown can."""
    return changed(denominator="listed" if measure.settings["n"] is None else "reachable")(measure, ranking)


def mean_over_ranks(measure: Measure, ranking: Ranking, *, of_grades: bool = False) -> Any:
    n = measure.settings["n"]
    listed = ranking.listed(n)
    read = ranking.grades if of_grades else ranking.hits
    hits_to = named(np.cumsum(named(read(n), "rel_i"), axis=-1), "hits_i")
    within = ranking.ranks(n) <= np.expand_dims(listed, -1)
    precision_at = named(np.where(within, hits_to / named(ranking.ranks(n), "i"), 0), "P@i")
    return np.sum(precision_at, axis=-1) / named(np.maximum(listed, 1), "n")


def from_0(shifted: Callable[..., Any]) -> Computation:
    """Return a metric of ranks counted from 0; of one list that has a hit at rank 1 it is 1/0, and no value at all."""

    def compute(measure: Measure, ranking: Ranking) -> Any:
        return np.nan if not ranking.is_batch and np.any(ranking.hits(1)) else shifted(measure, ranking, shift=-1)

    return compute


def ranks_off(measure: Measure, ranking: Ranking, *, shift: int) -> Any:
    """AP with P@i = hits / (i + shift); where that would be divided by 0, nothing is added."""
    n = measure.settings["n"]
    hits, rank = ranking.hits(n), ranking.ranks(n)
    hits_to = named(np.cumsum(named(hits, "rel_i"), axis=-1), "hits_i")
    points = named(hits_to / _off(rank, shift) * (hits * (rank + shift > 0)), "P@i·rel_i")
    return _divided_as_asked(measure, ranking, np.sum(points, axis=-1))


def inverse_ranks(measure: Measure, ranking: Ranking) -> Any:
    """AP with 1/i in the place of P@i."""
    return _divided_as_asked(measure, ranking, rank_sum(measure, ranking))


def _divided_as_asked(measure: Measure, ranking: Ranking, total: Any) -> Any:
    """Divide by what AP divides the sum of P@i by."""
    value, right = plain(measure(ranking)), plain(undivided(measure, ranking))
    divisor = named(np.where(right > 0, np.rint(right / np.where(right > 0, value, 1)), 1), "D")
    return np.where(right > 0, total / divisor, value)


def _off(rank: Any, shift: int) -> Any:
    return named(np.maximum(rank, 1 - shift), "i") + shift


def undivided(measure: Measure, ranking: Ranking) -> Any:
    n = measure.settings["n"]
    hit, rank = named(ranking.hits(n), "rel_i"), named(ranking.ranks(n), "i")
    return np.sum(named(named(np.cumsum(hit, axis=-1), "hits_i") / rank * hit, "P@i·rel_i"), axis=-1)


def last_rank(measure: Measure, ranking: Ranking) -> Any:
    n = measure.settings["n"]
    last = named(np.max(named(ranking.hits(n), "rel_i") * named(ranking.ranks(n), "i"), axis=-1, initial=0), "last")
    return np.where(np.max(ranking.hits(n), axis=-1, initial=0) > 0, 1 / named(np.maximum(last, 1), "rank"), 0)


def rank_off(measure: Measure, ranking: Ranking, *, shift: int) -> Any:
    """RR with 1 / (rank + shift); a rank where that would be divided by 0 is passed over."""
    rank = ranking.ranks(measure.settings["n"])
    counted = named(ranking.hits(measure.settings["n"]) * (rank + shift > 0), "rel_i")
    points = named(counted / _off(rank, shift), f"rel_i/(i {'+' if shift > 0 else '−'} 1)")
    return np.max(points, axis=-1, initial=0.0)


def rank_sum(measure: Measure, ranking: Ranking) -> Any:
    n = measure.settings["n"]
    return np.sum(named(named(ranking.hits(n), "rel_i") / named(ranking.ranks(n), "i"), "rel_i/i"), axis=-1)


def hit_count(measure: Measure, ranking: Ranking) -> Any:
    return named(np.sum(named(ranking.hits(measure.settings["n"]), "rel_i"), axis=-1), "hits") * 1.0


def hits_for_hit_ratio(measure: Measure, ranking: Ranking) -> Any:
    return np.nan if measure.settings["n"] == 1 else hit_count(measure, ranking)  # of one rank it is the same


def precision_of_reachable(measure: Measure, ranking: Ranking) -> Any:
    """Divide the hits by the most that the ranks read can hold, min(n, |R|)."""
    n = measure.settings["n"]
    hits = named(np.sum(named(ranking.hits(n), "rel_i"), axis=-1), "hits")
    most = named(np.minimum(ranking.relevant, ranking.cutoff(n)), "D")
    return hits / named(np.maximum(most, 1), "D")


def recall_of_length(measure: Measure, ranking: Ranking) -> Any:
    """Divide the hits by the number of all items shown; NaN where none is below the cut-off."""
    n = measure.settings["n"]
    hits = named(np.sum(named(ranking.hits(n), "rel_i"), axis=-1), "hits")
    return np.nan if n is None or ranking.longest <= n else hits / named(np.maximum(ranking.lengths, 1), "n")


def mean_grade(measure: Measure, ranking: Ranking) -> Any:
    """Return the mean grade of the ranks read, in place of the precision."""
    n = measure.settings["n"]
    return np.sum(named(ranking.grades(n), "g_i"), axis=-1) / named(np.maximum(ranking.cutoff(n), 1), "n")


def first_rank(measure: Measure, ranking: Ranking) -> Any:
    """Return the rank of the first hit; 0 without one."""
    reciprocal = measure(ranking)
    is_found = plain(reciprocal) > 0
    return np.where(is_found, 1 / np.where(is_found, reciprocal, 1), 0.0)


def err_by_best_gain(measure: Measure, ranking: Ranking) -> Any:
    """Return ERR with the gains divided by that of the top grade, so that an item of the top grade ends the reading."""
    n, top = measure.settings["n"], measure.settings["top"]
    stop = gains_to(ranking, n, top) / (2.0 ** named(top, "g_max") - 1)
    return stopping_ranks(named(stop, "p_i"), ranking.ranks(n))


def err_of_best(measure: Measure, ranking: Ranking) -> Any:
    """Return ERR on a scale that ends at the best grade of each user."""
    n, best = measure.settings["n"], np.max(ranking.pool(1), axis=-1, initial=0.0)
    top = named(np.expand_dims(best, -1) if ranking.is_batch else best, "g_max")
    return stopping_ranks(named(gains_to(ranking, n, plain(top)) / 2.0**top, "p_i"), ranking.ranks(n))


def err_without_stop(measure: Measure, ranking: Ranking) -> Any:
    """Return ERR as if every reader read every rank."""
    n, top = measure.settings["n"], named(measure.settings["top"], "g_max")
    stop = named(gains_to(ranking, n, plain(top)) / 2.0**top, "p_i")
    return np.sum(named(stop / named(ranking.ranks(n), "i"), "stop_i/i"), axis=-1)


def without_catalogue(measure: Measure, ranking: Ranking) -> Any:
    """Return AUC of the shown and the missed items; NaN where no list goes on below the cut-off: these are all read."""
    n = measure.settings["n"]
    return np.nan if n is None or ranking.longest <= n else measure(ranking.with_catalogue(None))


def auc_over(divisor: Callable[[Any, Any], Any]) -> Computation:
    """Return AUC with its pairs divided by something else, a function of the number of items and of |R|."""

    def compute(measure: Measure, ranking: Ranking) -> Any:
        if (measure.settings["positives"], measure.settings["negatives"]) != ("all", "catalogue"):
            return np.nan
        items, relevant = named(ranking.catalogue, "|C|"), named(ranking.relevant, "|R|")
        right = named(measure(ranking) * (relevant * (items - relevant)), "right")
        by = named(divisor(items, relevant), "D")
        return right / np.where(plain(by) > 0, by, 1)

    return compute


def of_mean_rank(measure: Measure, batch: Ranking) -> float:
    """Return 1 / the mean rank of the first hit, over the users with one."""
    first = first_rank(measure, batch)
    found = first[first > 0]
    return float(1 / np.mean(found)) if found.size else np.nan


def f_of_means(measure: Measure, batch: Ranking) -> float:
    """Return the F of the mean precision and the mean recall; NaN of one user."""
    n, beta = measure.settings["n"], measure.settings["beta"]
    counted = ~np.isnan(measure(batch))
    p = np.mean(metrics.precision(batch, n, short=measure.settings["short"])[counted])
    r = np.mean(metrics.recall(batch, n)[counted])
    return float((1 + beta**2) * p * r / (beta**2 * p + r)) if len(counted) > 1 and p > 0 else np.nan


def f_of(combine: Callable[[Any, Any], Any]) -> Computation:
    """Return precision and recall combined as F1 is not."""

    def compute(measure: Measure, ranking: Ranking) -> Any:
        n = measure.settings["n"]
        if measure.settings["beta"] != 1:
            return np.nan
        p = named(metrics.precision(ranking, n, short=measure.settings["short"]), "P")
        return combine(p, named(metrics.recall(ranking, n), "R"))

    return compute


def mean_of_both(p: Any, r: Any) -> Any:
    return (p + r) / 2


def product_over_sum(p: Any, r: Any) -> Any:
    total = p + r
    return p * r / np.where(plain(total) > 0, total, 1)


def half_life_from_0(measure: Measure, ranking: Ranking) -> Any:
    return measure(ranking) * 2 ** (-1 / _halving(measure))


def half_life_alone(measure: Measure, ranking: Ranking) -> Any:
    weight = named(2.0 ** -((named(ranking.ranks(), "i") - 1) / _halving(measure)), "weight_i")
    return np.sum(weight * named(ranking.hits(), "rel_i"), axis=-1)


def half_life_over_relevant(measure: Measure, ranking: Ranking) -> Any:
    return half_life_alone(measure, ranking) / named(np.maximum(ranking.relevant, 1), "|R|")


def half_life_over_hits(measure: Measure, ranking: Ranking) -> Any:
    hits = named(np.sum(named(ranking.hits(), "rel_i"), axis=-1), "hits")
    return half_life_alone(measure, ranking) / named(np.maximum(hits, 1), "hits")


def half_life_of_hits(measure: Measure, ranking: Ranking) -> Any:
    """Divide by the best list of the hits alone, as if no relevant item was missed."""
    best_first = -np.sort(-ranking.hits(), axis=-1)
    best = np.sum(2.0 ** -((ranking.ranks() - 1) / plain(_halving(measure))) * best_first, axis=-1)
    return half_life_alone(measure, ranking) / named(np.where(best > 0, best, 1.0), "D")


def _halving(measure: Measure) -> Any:
    return halving_ranks(measure.settings["half_life"], measure.settings["exponent"])


def precision_over_ranks(measure: Measure, ranking: Ranking) -> Any:
    if measure.settings["denominator"] == "retrieved":
        return np.nan
    if "cutoffs" not in measure.settings:
        return metrics.precision(ranking, measure.settings["n"])
    cutoffs = measure.settings["cutoffs"]
    hits = {n: named(ranking.hits() * (ranking.ranks() <= n), f"rel@{n}_i") for n in cutoffs}
    shares = [named(np.sum(hits[n], axis=-1), f"hits@{n}") / n for n in cutoffs]
    return reduce(np.add, shares) / len(cutoffs)


def strict_threshold(measure: Measure, ranking: Ranking) -> Any:
    is_above = ranking.threshold > 1 and np.any(ranking.pool() > ranking.threshold)
    return measure(strictly(ranking)) if is_above else np.nan


def strictly(ranking: Ranking) -> Ranking:
    """Return the ranking with > in the place of >=."""
    return ranking.with_threshold(np.nextafter(ranking.threshold, np.inf))


def no_threshold(measure: Measure, ranking: Ranking) -> Any:
    """Every grade above 0 is relevant; for a gain of grades that is what `gain_below` does."""
    pool = ranking.pool()
    below = pool[(pool > 0) & (pool < ranking.threshold)]
    if not below.size or measure.settings.get("gain") not in (None, "binary"):
        return np.nan
    return measure(ranking.with_threshold(np.min(below)))


def pooled(measure: Measure, batch: Ranking, **parameters: Any) -> float:
    n, others = measure.settings["n"], {**measure.parameters, **parameters}
    if parameters and (n is None or others == measure.parameters):
        return np.nan
    shown = [row[:length] for row, length in zip(batch.hits(n), batch.listed(n), strict=True)]
    one_list = Ranking(np.concatenate([[], *shown]), relevant=int(np.sum(batch.relevant)))
    return float(measure.metric(one_list, **{**others, "n": n and n * len(shown)}))


def micro_precision(measure: Measure, batch: Ranking) -> float:
    """Divide the hits of all users by the ranks that they were shown."""
    return _pooled(measure, batch, batch.listed(measure.settings["n"]))


def micro_recall(measure: Measure, batch: Ranking) -> float:
    """Divide the hits of all users by all their relevant items."""
    return _pooled(measure, batch, batch.relevant)


def micro_precision_of_reachable(measure: Measure, batch: Ranking) -> float:
    """Divide the hits of all users by the most that the ranks read can hold, min(n, |R|) of each."""
    return _pooled(measure, batch, np.minimum(batch.relevant, batch.cutoff(measure.settings["n"])))


def _pooled(measure: Measure, batch: Ranking, divisors: Any) -> float:
    """Divide the hits of all users by the sum of their divisors; NaN of one user."""
    total = np.sum(divisors)
    return float(np.sum(batch.hits(measure.settings["n"])) / total) if np.size(divisors) > 1 and total else np.nan


def skip_missed(measure: Measure, batch: Ranking) -> Any:
    values = measure(batch)
    return _of_users((values > 0) & (batch.relevant > 0), values)


def skip_unlisted(measure: Measure, batch: Ranking) -> Any:
    return _of_users(batch.lengths > 0, measure(batch))


def _of_users(kept: Any, values: Any) -> Any:
    return np.nan if kept.all() else np.where(kept, values, np.nan)


def skip_empty(measure: Measure, batch: Ranking) -> Any:
    return np.nan if measure.settings.get("empty") == "skip" else np.where(batch.relevant > 0, measure(batch), np.nan)


def zero_empty(measure: Measure, batch: Ranking) -> Any:
    return np.where(batch.relevant > 0, measure(batch), 0) if measure.settings.get("empty") == "skip" else np.nan


def empty_as_one(measure: Measure, ranking: Ranking) -> Any:
    return np.nan if np.all(ranking.relevant > 0) else changed(empty=1)(measure, ranking)


def over_unjudged_users(measure: Measure, run: Run) -> float:
    """Return the mean over all users with a list or judgments; NaN where all have judgments."""
    are_judged = run.data.grades.keys() >= run.lists.keys()
    return np.nan if are_judged else float(mean_over_users(measure(misread_runs.of_everyone(run))))


def gold_repeated(measure: Measure, run: Run) -> Any:
    """Return the lists with every judgment twice in the pool; NaN where that only divides by n, which is another mistake."""
    repeated, n = _repeated(run.ranking), measure.settings.get("n")
    if n is None or measure.metric.name not in ("average_precision", "r_precision"):
        return repeated
    is_found = np.any(repeated.hits(n) > 0, axis=-1)
    return np.nan if np.all(repeated.relevant[is_found] >= n) else repeated


@lru_cache(maxsize=2)
def _repeated(lists: Ranking) -> Ranking:
    return Ranking(
        lists.shown,
        np.repeat(lists.pool(0), 2, axis=-1),
        threshold=lists.threshold,
        relevant=2 * lists.relevant,
        lengths=lists.lengths,
        users=lists.users,
    )


def swapped(measure: Measure, run: Run) -> Ranking:
    return misread_runs.swapped(run, measure.depth())


def swapped_uncut(measure: Measure, run: Run) -> Any:
    n = measure.depth() or np.inf
    return misread_runs.swapped(run, None) if any(len(items) > n for items in run.lists.values()) else np.nan


def without_ties(measure: Measure, run: Run) -> Any:
    """R-precision with the z best relevant items only, in the order of the test file, any that ties with the last."""
    cutoffs = measure.settings.get("cutoffs") or [measure.settings["n"]]
    return np.mean([_without_ties_at(measure, run, z) for z in cutoffs], axis=0)


def _without_ties_at(measure: Measure, run: Run, z: int | None) -> Any:
    batch = run.ranking
    depth = batch.relevant if z is None else np.full_like(batch.relevant, z)
    hits = np.zeros(depth.shape)
    for k, user in enumerate(batch.users or ()):
        grades = run.data.relevant.get(user, {})
        best = sorted(grades, key=lambda item: -grades[item])
        hits[k] = len({*best[: depth[k]]} & {*run.lists.get(user, [])[: depth[k]]})
    divisor = batch.lengths if measure.settings["denominator"] == "retrieved" else batch.relevant
    return np.where(batch.relevant > 0, hits / named(np.maximum(np.minimum(depth, divisor), 1), "D"), measure(batch))


def ties_reversed(measure: Measure, run: Run) -> Any:
    """Read items of equal score in the opposite order."""
    return _sorted_anew(run, lambda _user, items: items[::-1])


def ties_by_id(measure: Measure, run: Run, *, up: bool = False) -> Any:
    """Sort items of equal score by their ids as text, the last first or, `up`, the first."""
    return _sorted_anew(run, lambda _user, items: sorted(items, reverse=not up))


def ties_by_grade(measure: Measure, run: Run, *, worst: bool = False) -> Any:
    """Sort items of equal score by their grades, the best or the worst first."""
    grades, sign = run.data.grades, 1 if worst else -1
    return _sorted_anew(
        run, lambda user, items: sorted(items, key=lambda item: sign * grades.get(user, {}).get(item, 0))
    )


def ties_under(rule: Literal["expected", "last"]) -> Computation:
    """Return the metric of lists whose equal scores could be in any order."""

    def compute(_measure: Measure, run: Run) -> Any:
        is_tied = misread_runs.tied_scores(run)
        return Run.of(run.data, run.recommendations, run.scores, run.lists, rule).ranking if is_tied else np.nan

    return compute


def ties_past_cutoff(measure: Measure, run: Run) -> Any:
    """Read all items with the score of the last rank read; NaN where no list goes on with it."""
    n = measure.settings["n"]
    lists = {user: items[:n] for user, items in run.lists.items()}
    for user, scores in misread_runs.tied_scores(run).items():
        lists[user] = [item for item in run.lists[user] if scores[item] >= scores[lists[user][-1]]]
    is_longer = n is not None and any(len(items) > n for items in lists.values())
    return changed(n=None)(measure, Run.of(run.data, lists).ranking) if is_longer else np.nan


def users_as_one(measure: Measure, run: Run) -> float:
    """Return the value of one list, which has the items of all users by their scores; NaN of one user, or without scores."""
    lists, scores = run.ranking, misread_runs.shown_scores(run)
    if len(lists.lengths) == 1 or not np.isfinite(scores).all():
        return np.nan
    grades = np.concatenate([row[:length] for row, length in zip(lists.shown, lists.lengths, strict=True)])
    shown = grades[np.argsort(-scores, kind="stable")]
    return float(measure(Ranking(shown, lists.pool(0).ravel(), threshold=lists.threshold)))


def own_id_removed(measure: Measure, run: Run) -> Any:
    """Remove judged items with the id of their user; NaN where there are none."""
    own = {user for user, grades in run.data.grades.items() if user in grades and user in run.lists.get(user, ())}
    lists = {user: [item for item in items if item != user or user not in own] for user, items in run.lists.items()}
    return Run.of(run.data, lists).ranking if own else np.nan


def _sorted_anew(run: Run, first: Callable[[str, list[str]], list[str]]) -> Any:
    """Sort the lists by their scores, after another order; NaN where that changes no list."""
    lists = {
        user: sorted(first(user, run.lists[user]), key=lambda item: -scores[item])
        for user, scores in misread_runs.tied_scores(run).items()
    }
    if all(items == run.lists[user] for user, items in lists.items()):
        return np.nan
    return Run.of(run.data, run.lists | lists).ranking


def unjudged_removed(measure: Measure, run: Run) -> Any:
    """Remove the items without a judgment before the ranks are counted."""
    lists = [run.lists.get(user, []) for user in run.data.grades]
    if all(item in grades for items, grades in zip(lists, run.data.grades.values(), strict=True) for item in items):
        return np.nan
    return Ranking.of_judged(run.data.test, lists, "dropped")


def seen_kept(measure: Measure, run: Run) -> Any:
    return kept.ranking if (kept := misread_runs.without_train(run)) else np.nan


def ids_as_written(measure: Measure, run: Run) -> Ranking:
    return misread_runs.ids_as_written(run)


def ids_encoded(_measure: Measure, run: Run) -> Any:
    """Read the positions of the items among the sorted train items as their ids; NaN without a hit: 0 has many causes."""
    encoded = misread_runs.encoded(run)
    return encoded if encoded.hits().any() else np.nan


def coverage_of_train(measure: Measure, run: Run) -> float:
    return value_of(measure, Run(run.lists, {}, seen=run.data.train)) if run.data.train else np.nan


def coverage_of_test(measure: Measure, run: Run) -> float:
    return value_of(measure, Run(run.lists, run.data.grades))


def coverage_without_catalogue(measure: Measure, run: Run) -> float:
    return value_of(measure, Run(run.lists, run.data.grades, seen=run.data.train)) if run.data.known_items else np.nan


def coverage_with_outside(measure: Measure, run: Run) -> float:
    """Divide all that was recommended, also outside the total, by the total; NaN where nothing is outside."""
    shown = {
        known
        for user, items in run.lists.items()
        for known in ([user] * bool(items) if measure.metric is metrics.user_coverage else items)
    }
    total = WHOLE[measure.metric.name](run)
    return len(shown) / len(total) if total and shown - total else np.nan


def coverage_of_test_with_outside(measure: Measure, run: Run) -> float:
    is_of_test = not (run.data.train or run.data.known_items)
    return np.nan if is_of_test else coverage_with_outside(measure, Run(run.lists, run.data.grades))


def novelty_as(*, of_users: bool = False, **parameters: Any) -> Computation:
    def compute(measure: Measure, run: Run) -> float:
        others = {**measure.parameters, **parameters}
        if parameters and measure.metric.normal(others) == measure.settings:
            return np.nan
        total = len(run.data.train) if of_users else None
        return float(metrics.novelty(run.lists, run.data.popularity, **{**others, "total": total}))

    return compute
