"""The metrics that weigh an item by its rank: rankscore, DCG and nDCG."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from metrics_edu.language import N_, _, number
from metrics_edu.metrics.denominators import PARRA, Empty, ratio, relevance
from metrics_edu.metrics.ranking import Ranking
from metrics_edu.metrics.reasons import nothing_to_find
from metrics_edu.metrics.registry import metric
from metrics_edu.working import named

Gain = Literal["exponential", "linear", "binary", "shifted"]
Discount = Literal["log2", "jarvelin", "none"]
Below = Literal["zero", "graded"]
Ideal = Literal["pool", "uncut", "retrieved", "ones", "listed"]


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
    weight = named(2.0 ** -((named(ranking.ranks(), "i") - 1) / halving), "weight_i")
    got = named(np.sum(weight * relevance(ranking, None), axis=-1), "rankscore_p")
    best_ranks = np.arange(1, int(np.max(ranking.relevant, initial=0)) + 1)
    worth = 2.0 ** -((named(best_ranks, "i") - 1) / halving)
    best = named(np.where(best_ranks <= np.expand_dims(ranking.relevant, -1), worth, 0.0), "weight*_i")
    return ratio(got, named(np.sum(best, axis=-1), "rankscore_max"), empty, ranking.relevant == 0)


def halving_ranks(half_life: float, exponent: str) -> Any:
    """Return by how many ranks the weight halves: α, or α − 1."""
    alpha = named(half_life, "α")
    return alpha if exponent == "slides" else alpha - 1


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
    gained = named(gain_of(named(ranking.grades(n), "g_i"), ranking.threshold, gain, below), "gain_i")
    return np.sum(discounted(gained, "dg_i", discount), axis=-1)


def gain_of(grades: Any, threshold: float, gain: str, below: str) -> Any:
    """Return what grades are worth."""
    if gain == "binary":
        return np.where(grades >= threshold, 1.0, 0.0)
    if gain == "linear":
        worth = np.positive(grades)
    elif gain == "exponential":
        worth = 2.0**grades - 1
    else:
        shifted = grades - (threshold - 1) if threshold >= 1 else grades + (1 - threshold)
        worth = 2.0 ** (shifted if below == "zero" else np.maximum(shifted, 0)) - 1
    return np.where((grades >= threshold) if below == "zero" else (grades > 0), worth, 0.0)


def discounted(gained: Any, symbol: str, discount: str) -> Any:
    """Return gains, each divided by the discount of its rank; "later" is a mistake's, log2(i + 2)."""
    rank = named(np.arange(1, gained.shape[-1] + 1), "i")
    if discount == "none":
        return named(np.positive(gained), symbol)
    by = np.maximum(1, np.log2(rank)) if discount == "jarvelin" else np.log2(rank + (2 if discount == "later" else 1))
    return named(gained / by, symbol)


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
    best = discounted(named(ideal_gains(ranking, n, ideal, gain, below), "gain*_i"), "dg*_i", discount)
    top = named(np.sum(best, axis=-1), "IDCG" if n is None else f"IDCG@{n}")
    return ratio(got, top, empty, nothing_to_find({"ranking": ranking, "below": below}))


def ideal_gains(ranking: Ranking, n: int | None, ideal: str, gain: str, below: str) -> Any:
    """Return the gains of the ideal list."""
    if ideal in ("ones", "listed"):
        width = ranking.shown.shape[-1] if n is None else n
        filled = ranking.cutoff(n) if ideal == "ones" else np.minimum(ranking.relevant, ranking.listed(n))
        return (np.arange(1, width + 1) <= np.expand_dims(filled, -1)).astype(np.float64)
    best = -np.sort(-ranking.shown, axis=-1) if ideal == "retrieved" else ranking.pool(None if ideal == "uncut" else n)
    best = best[..., : None if ideal == "uncut" else n]
    return gain_of(named(best, "g*_i"), ranking.threshold, gain, below)
