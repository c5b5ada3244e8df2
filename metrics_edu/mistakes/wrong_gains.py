"""The wrong computations of DCG and nDCG: another gain, discount, logarithm or ideal list."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from metrics_edu.metrics import Measure, Ranking, Run
from metrics_edu.metrics.formulas.dcg_ndcg import discounted, ideal_gains
from metrics_edu.metrics.gains import gain_of
from metrics_edu.metrics.validation import spread
from metrics_edu.mistakes import misread_runs
from metrics_edu.mistakes.wrong_computations import Computation, changed
from metrics_edu.working import named
from metrics_edu.working.recorded_array import plain

FEWEST_WITH_THRESHOLD = 5
"""The number of users from which other gains, also of the ideal list alone, are searched in grades above a threshold.

These are two or three grades, so the value is nearly a fixed share of the right one. Of few users it tells little.
"""


def of_enough(compute: Computation) -> Computation:
    """Return a computation that is NaN of few users with a threshold."""
    return lambda measure, ranking: (
        np.nan
        if ranking.threshold > 1 and np.size(ranking.relevant) < FEWEST_WITH_THRESHOLD
        else compute(measure, ranking)
    )


def gain_below(measure: Measure, ranking: Ranking) -> Any:
    pool = ranking.pool(0)
    is_below = np.any((pool > 0) & (pool < ranking.threshold))
    return changed(below="graded")(measure, ranking) if is_below else np.nan


def discounted_by(by: Callable[[Any], Any]) -> Computation:
    """Return DCG or nDCG with another discount, a function of the rank."""

    def discounted(gained: Any, symbol: str) -> Any:
        return named(gained / by(named(np.arange(1, gained.shape[-1] + 1), "i")), symbol)

    def compute(measure: Measure, ranking: Ranking) -> Any:
        if measure.settings["discount"] != "log2":
            return np.nan
        gained, best = _gains(measure, ranking)
        return _normalized(discounted, named(gained, "gain_i"), None if best is None else named(best, "gain*_i"))

    return compute


def later_log(rank: Any) -> Any:
    return np.log2(rank + 2)


def log_and_1(rank: Any) -> Any:
    return 1 + np.log2(rank)


def _gains(measure: Measure, ranking: Ranking) -> tuple[Any, Any]:
    """Return the gains of the ranks read, and of the ideal list, which DCG has not."""
    n, gain, below = (measure.settings[key] for key in ("n", "gain", "below"))
    gained = gain_of(named(ranking.grades(n), "g_i"), ranking.threshold, gain, below)
    if measure.metric.name == "dcg":
        return gained, None
    return gained, ideal_gains(ranking, n, measure.settings["ideal"], gain, below)


def _normalized(discounted: Callable[[Any, str], Any], gained: Any, best: Any) -> Any:
    got = np.sum(discounted(gained, "dg_i"), axis=-1)
    if best is None:
        return got
    top = named(np.sum(discounted(best, "dg*_i"), axis=-1), "IDCG")
    return np.where(plain(top) > 0, named(got, "DCG") / np.where(plain(top) > 0, top, 1), 0.0)


def gain_without_minus_1(measure: Measure, ranking: Ranking) -> Any:
    """Return DCG or nDCG with the gain 2^g: an item that is not relevant gains 1."""
    if measure.settings["gain"] != "exponential":
        return np.nan
    n, below = measure.settings["n"], measure.settings["below"]
    grades = named(ranking.grades(n), "g_i")
    is_shown = ranking.ranks(n) <= np.expand_dims(ranking.listed(n), -1)
    otherwise = np.where(is_shown, 1.0, 0.0) if ranking.is_batch else 1.0
    is_worth = (grades >= ranking.threshold) if below == "zero" else (grades > 0)
    gained = named(np.where(is_worth, 2.0**grades, otherwise), "gain_i")
    best = plain(_gains(measure, ranking)[1]) if measure.metric.name == "ndcg" else None
    return _as_asked(measure, gained, None if best is None else named(np.where(best > 0, best + 1, 0.0), "gain*_i"))


def linear_over_exponential(measure: Measure, ranking: Ranking) -> Any:
    """Return nDCG with the grades as gains, divided by the DCG of an ideal list with the gains 2^g − 1."""
    n, ideal, below = (measure.settings[key] for key in ("n", "ideal", "below"))
    if measure.settings["gain"] not in ("linear", "exponential"):
        return np.nan
    gained = gain_of(named(ranking.grades(n), "g_i"), ranking.threshold, "linear", below)
    best = ideal_gains(ranking, n, ideal, "exponential", below)
    return _as_asked(measure, named(gained, "gain_i"), named(best, "gain*_i"))


def scores_as_gains(measure: Measure, run: Run, *, of_hits: bool = False) -> Any:
    """Return DCG or nDCG with the scores of the shown items in the place of their grades; NaN without scores."""
    gain, lists = measure.settings["gain"], run.ranking
    if gain not in ("linear", "exponential"):
        return np.nan
    read = spread(misread_runs.shown_scores(run), lists.lengths)
    if not np.isfinite(read).all():
        return np.nan
    gained = 2.0**read - 1 if gain == "exponential" else read
    gained = np.where(lists.hits() > 0, gained, 0.0) if of_hits else gained
    best = _gains(measure, lists)[1]
    values = _as_asked(measure, gained[:, : measure.settings["n"]], best)
    return values if best is None else np.where(np.any(best > 0, axis=-1), values, measure(lists))


def _as_asked(measure: Measure, gained: Any, best: Any) -> Any:
    """Return DCG, or nDCG if there are the gains of an ideal list, with the discount asked for."""

    def as_measured(gains: Any, symbol: str) -> Any:
        return discounted(gains, symbol, measure.settings["discount"])

    return _normalized(as_measured, gained, best)


def ideal_of_first_ranks(measure: Measure, ranking: Ranking) -> Any:
    """Sort only the first n ranks shown into the ideal list; NaN where no list is longer, as that is another mistake."""
    n = measure.settings["n"]
    if n is None or ranking.longest <= n:
        return np.nan
    first = Ranking(
        ranking.grades(n),
        ranking.pool(0),
        threshold=ranking.threshold,
        relevant=ranking.relevant,
        lengths=ranking.listed(n) if ranking.is_batch else None,
        users=ranking.users,
    )
    return changed(ideal="retrieved")(measure, first)


def ideal_of_best_grade(measure: Measure, ranking: Ranking, *, filled: bool) -> Any:
    """Return nDCG with an ideal list that has only the best grade of the user: at all ranks, or as often as there is."""
    n = measure.settings["n"]
    best = np.max(ranking.pool(n), axis=-1, initial=0.0, keepdims=True)
    only = best * (np.ones(n or ranking.longest) if filled else ranking.pool(n) == best)
    worth = gain_of(named(only, "g*_i"), ranking.threshold, measure.settings["gain"], measure.settings["below"])
    return _as_asked(measure, named(_gains(measure, ranking)[0], "gain_i"), named(worth, "gain*_i"))


def other_log(measure: Measure, ranking: Ranking, *, base: float, of_ideal: bool = False) -> Any:
    """Return DCG or nDCG with the logarithm to another base, of the list shown or of the ideal list."""
    value, factor = measure(ranking), np.log2(named(base, "base"))
    return np.nan if measure.settings["discount"] != "log2" else value / factor if of_ideal else value * factor
