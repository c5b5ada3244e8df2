"""The metrics that weigh an item by its rank: rankscore, DCG and nDCG."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from metrics_edu.language import N_, Counted, _, number
from metrics_edu.metrics.denominators import PARRA, Empty, ratio, relevance
from metrics_edu.metrics.ranking import Ranking
from metrics_edu.metrics.registry import metric
from metrics_edu.working import named

Gain = Literal["exponential", "linear", "binary", "shifted"]
Discount = Literal["log2", "jarvelin", "none"]
Below = Literal["zero", "graded"]
Ideal = Literal["pool", "uncut", "retrieved", "ones", "listed"]

NO_GAIN = (
    (
        N_("no item has a grade above 0, so this is 0/0, and left out"),
        N_("no item has a grade above 0, so this is 0/0, counted as {empty}"),
    ),
    (N_("no item has a grade above 0, so it is left out"), N_("no item has a grade above 0, so it counts as {empty}")),
)
"""Why `empty` decides where items below the threshold keep their gain."""


@metric("Rankscore", N_("half-life utility"), source=PARRA, per_rank="weight_i", ideal="weight*_i")
def rankscore(
    ranking: Ranking,
    *,
    half_life: float = 5.0,
    exponent: Literal["slides", "breese"] = "slides",
    empty: Empty = 0.0,
) -> Any:
    """Rankscore: the hits weighted by 2^-((i-1)/half-life), divided by the same for all relevant items on top.

    Parameters
    ----------
    ranking : Ranking
    half_life : float, > 0
        alpha: so many ranks further down, an item is worth half.
    exponent : {"slides", "breese"}
        (i-1)/alpha, or (i-1)/(alpha-1) with alpha > 1.
    empty : float, "skip" or "error"
        The value when |R| = 0.

    Returns
    -------
    float in [0, 1], or an array of shape (users,) for a batch

    Raises
    ------
    ValueError
        If a parameter is not allowed.

    References
    ----------
    Parra, slide "Rankscore"; Breese, Heckerman and Kadie (1998).

    Examples
    --------
    >>> round(rankscore(Ranking.parse("NR"), half_life=1), 4)
    0.5
    """
    if exponent == "breese" and half_life <= 1:
        raise ValueError(
            _("the half-life α must be above 1 with the exponent (i − 1)/(α − 1); got {given}", given=number(half_life))
        )
    halving = halving_ranks(half_life, exponent)
    every = Counted("the weight halves with each rank", "the weight halves every {alpha} ranks", "alpha")
    weight = named(
        2.0 ** -((named(ranking.ranks(), "i") - 1) / halving), "weight_i", every, each=N_("its weight is {value}"), alpha=halving
    )  # fmt: skip
    best_ranks = np.arange(1, int(np.max(ranking.relevant, initial=0)) + 1)
    on_top = best_ranks <= np.expand_dims(ranking.relevant, -1)
    why = [
        (ranking.relevant == 0, N_("no item is relevant")),
        (
            True,
            Counted(
                "the best list has the relevant item on top", "the best list has all {m} relevant items on top", "m"
            ),
        ),
    ]
    worth = np.where(on_top, 2.0 ** -((named(best_ranks, "i") - 1) / halving), 0.0)
    best = named(worth, "weight*_i", why, m=ranking.relevant)
    got = named(np.sum(weight * relevance(ranking, None), axis=-1), "rankscore_p")
    why = [
        (ranking.relevant == 0, N_("no item is relevant, so there is nothing to reach")),
        (True, Counted("the best possible: the relevant item at rank 1",
                       "the best possible: all {m} relevant items at ranks 1 to {m}", "m")),
    ]  # fmt: skip
    top = named(np.sum(best, axis=-1), "rankscore_max", why, m=ranking.relevant)
    return ratio(got, top, float(empty), ranking)


def halving_ranks(half_life: float, exponent: str) -> Any:
    """Return by how many ranks the weight halves: α, or α − 1."""
    if exponent == "slides":
        return named(half_life, "α", N_("the half-life: so many ranks below the first, an item is worth half"))
    return named(half_life, "α", N_("the half-life: an item at rank α is worth half")) - 1


@metric("DCG", N_("discounted cumulative gain"), source=PARRA, per_rank="dg_i", bounds=(0, np.inf),
        renamed={("discount", "none"): ("CG", N_("cumulative gain"))})  # fmt: skip
def dcg(
    ranking: Ranking,
    n: int | None = None,
    *,
    gain: Gain = "exponential",
    discount: Discount = "log2",
    below: Below = "zero",
) -> Any:
    """Discounted cumulative gain: the sum of gain(g_i) / discount(i) over the first n ranks.

    Parameters
    ----------
    ranking : Ranking
    n : int, optional
        The cut-off; without it, every rank that is shown.
    gain : {"exponential", "linear", "binary", "shifted"}
        2^g - 1; g; 1 for a relevant item; 2^(g - threshold + 1) - 1.
    discount : {"log2", "jarvelin", "none"}
        Divide by log2(i + 1); by max(1, log2 i); by nothing (cumulative gain).
    below : {"zero", "graded"}
        A grade above 0 and under the threshold is worth nothing, or its gain.

    Returns
    -------
    float >= 0, or an array of shape (users,) for a batch

    Raises
    ------
    ValueError
        If a parameter is not allowed.

    References
    ----------
    Parra, slide "DCG y nDCG" (exponential); Lopes, weeks 11 and 12 (linear); Järvelin and Kekäläinen (2002).

    Examples
    --------
    >>> dcg(Ranking([3, 0, 2]))  # 7/log2(2) + 3/log2(4)
    8.5
    """
    grades = named(ranking.grades(n), "g_i", N_("the grade of the item at each rank"))
    gained = named(_gain(grades, ranking.threshold, gain, below), "gain_i", N_("what a grade is worth"))
    each = N_("gain {gain}, discounted to {value}")
    return np.sum(_discounted(gained, "dg_i", discount, each), axis=-1)


def _gain(grades: Any, threshold: float, gain: str, below: str) -> Any:
    if gain == "binary":
        return np.where(grades >= threshold, 1.0, 0.0)
    shifted = grades - (threshold - 1) if threshold >= 1 else grades + (1 - threshold)
    worth = {
        "exponential": lambda: 2.0**grades - 1,
        "linear": lambda: np.positive(grades),
        "shifted": lambda: 2.0 ** (shifted if below == "zero" else np.maximum(shifted, 0)) - 1,
    }[gain]()
    return np.where((grades >= threshold) if below == "zero" else (grades > 0), worth, 0.0)


def _discounted(gained: Any, symbol: str, discount: str, each: str = "") -> Any:
    rank = named(np.arange(1, gained.shape[-1] + 1), "i")
    facts = {"gain": gained}
    if discount == "none":
        return named(np.positive(gained), symbol, N_("nothing is discounted"), each=each, **facts)
    by = np.maximum(1, np.log2(rank)) if discount == "jarvelin" else np.log2(rank + (2 if discount == "later" else 1))
    return named(gained / by, symbol, N_("the gain, discounted for its rank"), each=each, **facts)


@metric("nDCG", N_("normalized discounted cumulative gain"), source=PARRA, per_rank="dg_i", ideal="dg*_i",
        unpromised={"bounds": ("ones", "listed"), "swap": ()}, uncut={"ideal": ("pool", "uncut")},
        reads_all={"list": ("retrieved",), "pool": ("uncut",)})  # fmt: skip
def ndcg(
    ranking: Ranking,
    n: int | None = None,
    *,
    gain: Gain = "exponential",
    discount: Discount = "log2",
    below: Below = "zero",
    ideal: Ideal = "pool",
    empty: Empty = 0.0,
) -> Any:
    """Normalized DCG: DCG@n divided by the DCG of the ideal list.

    Parameters
    ----------
    ranking : Ranking
    n : int, optional
        The cut-off; without it, every rank that is shown.
    gain, discount, below
        As for `dcg`.
    ideal : {"pool", "uncut", "retrieved", "ones", "listed"}
        The pool cut at n, and the whole pool when no n is given; the whole pool also with n; the shown list sorted, cut
        at n; n ones (without n, as many as ranks are shown); min(|R|, ranks shown) ones.
    empty : float, "skip" or "error"
        The value when |R| = 0; with `below` "graded", when no grade is above 0.

    Returns
    -------
    float, in [0, 1] unless `ideal` is "ones" or "listed"; an array of shape (users,) for a batch

    Raises
    ------
    ValueError
        If a parameter is not allowed.

    References
    ----------
    Parra, slide "DCG y nDCG"; Lopes, weeks 11 and 12; Järvelin and Kekäläinen (2002).

    Examples
    --------
    >>> ndcg(Ranking([0, 1], pool=[1]), 2)  # 1/log2(3) over 1/log2(2)
    0.6309297535714575
    """
    got = dcg(ranking, n, gain=gain, discount=discount, below=below)
    best_gains, why = _ideal_gains(ranking, n, ideal, gain, below)
    best = _discounted(named(best_gains, "gain*_i", why), "dg*_i", discount)
    top = named(np.sum(best, axis=-1), "IDCG" if n is None else f"IDCG@{n}")
    no_gain = ~np.any(ranking.pool(0) > 0, axis=-1), NO_GAIN
    return ratio(got, top, float(empty), ranking, nothing=no_gain if below == "graded" else None)


def _ideal_gains(ranking: Ranking, n: int | None, ideal: str, gain: str, below: str) -> tuple[Any, str]:
    if ideal in ("ones", "listed"):
        width = ranking.shown.shape[-1] if n is None else n
        filled = ranking.cutoff(n) if ideal == "ones" else np.minimum(ranking.relevant, ranking.listed(n))
        ones = (np.arange(1, width + 1) <= np.expand_dims(filled, -1)).astype(np.float64)
        return ones, N_("n ones") if ideal == "ones" else N_("as many ones as relevant items fit in the ranks shown")
    if ideal == "retrieved":
        best, why = -np.sort(-ranking.shown, axis=-1), N_("the shown list sorted: what was missed is forgotten")
    else:
        n = None if ideal == "uncut" else n
        best, why = ranking.pool(n), N_("the best order of the whole pool, shown and missed")
    best = best[..., :n]
    return _gain(named(best, "g*_i", why), ranking.threshold, gain, below), ""
