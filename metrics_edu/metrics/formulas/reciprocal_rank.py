"""Reciprocal rank and average rank.

Each takes a Ranking, of one list or a batch: a float, or one value a list. What a step means is in ``reasons.py``.
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from metrics_edu.language import N_
from metrics_edu.metrics.denominators import (
    LAWRIE,
    PARRA,
    Empty,
    all_relevant,
    no_mean_over_orders,
    ratio,
    relevance,
    unless_empty,
)
from metrics_edu.metrics.ranking import Ranking
from metrics_edu.metrics.reasons import hits_counted, no_hit_no_rank, reaches, stops
from metrics_edu.metrics.registry import metric
from metrics_edu.working import named
from metrics_edu.working.recorded_array import plain


@metric(
    "RR",
    N_("reciprocal rank"),
    done=N_("1 was divided by the rank of the first relevant item."),
    mean="MRR",
    called=(
        "mean reciprocal rank",
        "rango recíproco",
        "rango recíproco medio",
        "ranking recíproco",
        "ranking recíproco medio",
    ),
    source=f'{PARRA}, slide "Mean Reciprocal Rank" (which writes MRR for one list); {LAWRIE}, slide 12',
    tile=5,
    reads_whole=True,
    per_rank="rel_i/i",
    is_zero_if_empty=True,
    unpromised={"swap": ("mean",)},
    reasons={"": hits_counted, "hits": N_("the hits, so the value is the mean of their 1/i")},
)
def reciprocal_rank(
    ranking: Ranking, n: int | None = None, *, hits: Literal["first", "mean", "each"] = "first", empty: Empty = 0.0
) -> Any:
    """Reciprocal rank: 1 / rank of the first relevant item; 0 if there is none.

    With the `hits` "mean" or "each", 1 / rank is added up over all hits, and divided by the hits or by |R|.

    >>> reciprocal_rank(Ranking.parse("NRR"))
    0.5
    """
    if hits == "first" and ranking.ties:
        first = ranking.ties.first_hits(ranking.hits(), n)
        expected = np.sum(named(first / named(ranking.ranks(n), "i"), "f_i/i"), axis=-1)
        return unless_empty(expected, ranking, empty)
    if hits == "mean" and n is not None and ranking.ties and ranking.ties.rule == "expected":
        raise no_mean_over_orders(f"RR@{n}")
    hit = relevance(ranking, n)
    reciprocal = named(hit / named(ranking.ranks(n), "i"), "rel_i/i")
    if hits == "first":
        return unless_empty(named(np.max(reciprocal, axis=-1, initial=0.0), ""), ranking, empty)
    by = named(np.sum(hit, axis=-1), "hits") if hits == "mean" else all_relevant(ranking)
    return ratio(np.sum(reciprocal, axis=-1), by, empty, ranking.relevant == 0)


@metric(
    "Rank",
    N_("rank of the first relevant item"),
    done=N_("The value is the rank of the first relevant item."),
    mean=N_("average rank"),
    called=("average rank", "mean rank"),
    source=f"{LAWRIE}, slides 13 and 14, where it is held against MRR",
    bounds=(1, np.inf),
    promises_swap=False,
    can_be_nan=True,
    falls=True,
    reasons={"": no_hit_no_rank},
)
def average_rank(ranking: Ranking) -> Any:
    """Rank of the first relevant item, NaN if there is none; its mean over users is the average rank.

    >>> average_rank(Ranking.parse("NNNNR"))
    5.0
    """
    rank = named(ranking.ranks(), "i")
    if ranking.ties:
        weighted = np.sum(named(ranking.ties.first_hits(ranking.hits(), None) * rank, "f_i·i"), axis=-1)
        return named(np.where(plain(weighted) > 0, weighted, np.nan), "")
    first = np.min(np.where(relevance(ranking, None) == 1, rank, np.inf), axis=-1, initial=np.inf)
    return named(np.where(np.isinf(first), np.nan, first), "")


@metric(
    "ERR",
    N_("expected reciprocal rank"),
    done=N_("The probability of stopping at each rank was divided by the rank, and the results were added."),
    called=("posición recíproca esperada", "rango recíproco esperado", "ranking recíproco esperado"),
    source="Chapelle, Metzler, Zhang and Grinspan (2009), Expected reciprocal rank for graded relevance",
    per_rank="stop_i/i",
    reasons={
        "c_i": N_("the grade of the item at each rank, at most the top grade"),
        "g_max": N_("the top grade of the scale"),
        "p_i": stops,
        "reached_i": reaches,
    },
)
def expected_reciprocal_rank(ranking: Ranking, n: int | None = None, *, top: float = 5.0) -> Any:
    """Expected reciprocal rank: the sum of the probability that a reader stops at rank i, divided by i.

    The reader goes down the list, and an item of grade g satisfies with probability (2^g - 1) / 2^top.

    >>> expected_reciprocal_rank(Ranking([2, 1]), top=2)  # 3/4/1 + 1/4 * 1/4/2
    0.78125
    """
    if ranking.ties and np.any(ranking.ties.size > 1):
        raise no_mean_over_orders("ERR")
    gained = gains_to(ranking, n, top)
    return stopping_ranks(named(gained / 2.0 ** named(top, "g_max"), "p_i"), ranking.ranks(n))


def gains_to(ranking: Ranking, n: int | None, top: Any) -> Any:
    """Return 2^g − 1 of the relevant ranks, where a grade above the top one counts as that one."""
    grades = named(np.minimum(ranking.grades(n), top), "c_i")
    return named((2.0**grades - 1) * relevance(ranking, n), "gain_i")


def stopping_ranks(stop: Any, rank: Any) -> Any:
    """Return the sum of 1 / rank over the ranks, weighted by the probability that a reader comes to each and stops there."""
    before = np.where(rank == 1, 0.0, stop[..., rank - 2])
    reached = named(np.cumprod(1 - before, axis=-1), "reached_i")
    return np.sum(named(stop * reached / named(rank, "i"), "stop_i/i"), axis=-1)
