"""The metrics that read an item as relevant or not: P, recall, F, hit ratio, RR, average rank, AP, rankscore.

Each takes a Ranking, of one list or a batch: a float, or one value a list. What is said of a step stands in ``reasons.py``.
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from metrics_edu.language import N_, _, number
from metrics_edu.metrics.denominators import LAWRIE, PARRA, Empty, divisor, ranks_divided, ratio, relevance
from metrics_edu.metrics.ranking import Ranking
from metrics_edu.metrics.reasons import first_hit_counts, no_hit_no_rank
from metrics_edu.metrics.registry import metric
from metrics_edu.working import named


@metric(
    "P",
    N_("precision"),
    source=f'{PARRA}, slide "Precision at N"; {LAWRIE}, slide 3',
    per_rank="rel_i",
    uncut={"short": ("pad", "shrink")},
)
def precision(ranking: Ranking, n: int | None = None, *, short: Literal["pad", "shrink"] = "pad") -> Any:
    """Precision: the share of the first n ranks that are relevant.

    >>> precision(Ranking.parse("NRNNR"), 5)
    0.4
    """
    hits = named(np.sum(relevance(ranking, n), axis=-1), "hits")
    return ratio(hits, ranks_divided(ranking, n, short))


@metric(
    "Recall",
    N_("recall"),
    source=f'{PARRA}, slide "Ejemplo 1: Precision y Recall"; {LAWRIE}, slide 4',
    per_rank="rel_i",
    uncut={"denominator": ("reachable", "relevant")},
)
def recall(
    ranking: Ranking,
    n: int | None = None,
    *,
    denominator: Literal["relevant", "reachable"] = "relevant",
    empty: Empty = 0.0,
) -> Any:
    """Recall: the share of the relevant items that are among the first n.

    >>> recall(Ranking.parse("NRNNR", relevant=8), 5)
    0.25
    """
    hits = named(np.sum(relevance(ranking, n), axis=-1), "hits")
    return ratio(hits, divisor(ranking, denominator, n), empty, ranking.relevant == 0)


@metric(
    "F{beta:g}",
    N_("weighted harmonic mean of precision and recall"),
    source=f"{LAWRIE}, slide 5; Manning, Raghavan and Schütze, Introduction to Information Retrieval, section 8.3",
    per_rank="rel_i",
    uncut={"short": ("pad", "shrink")},
    renamed={("beta", 1): ("F{beta:g}", N_("harmonic mean of precision and recall"))},
)
def f_measure(
    ranking: Ranking,
    n: int | None = None,
    *,
    beta: float = 1.0,
    short: Literal["pad", "shrink"] = "pad",
    empty: Empty = 0.0,
) -> Any:
    """F measure: the weighted harmonic mean of precision and recall, (1 + b^2) P R / (b^2 P + R).

    >>> f_measure(Ranking.parse("NRRNR", relevant=6))  # 6/11
    0.5454545454545454
    """
    hits = named(np.sum(relevance(ranking, n), axis=-1), "hits")
    p = named(ratio(hits, ranks_divided(ranking, n, short)), "P")
    r = named(ratio(hits, divisor(ranking, "relevant", n)), "R")
    b = 1 if beta == 1 else named(beta, "β") ** 2
    return ratio((1 + b) * p * r, b * p + r, empty, ranking.relevant == 0)


@metric("HR", N_("hit ratio"), source="Sun et al., DaisyRec 2.0", per_rank="rel_i")
def hit_ratio(ranking: Ranking, n: int | None = None) -> Any:
    """Hit ratio: 1 if there is a relevant item among the first n, else 0.

    >>> hit_ratio(Ranking.parse("NNR"), 2), hit_ratio(Ranking.parse("NNR"), 3)
    (0.0, 1.0)
    """
    return np.max(relevance(ranking, n), axis=-1, initial=0)


@metric(
    "RR",
    N_("reciprocal rank"),
    mean="MRR",
    source=f'{PARRA}, slide "Mean Reciprocal Rank" (which writes MRR for one list); {LAWRIE}, slide 12',
    per_rank="rel_i/i",
    reasons={"": first_hit_counts},
)
def reciprocal_rank(ranking: Ranking, n: int | None = None) -> Any:
    """Reciprocal rank: 1 / rank of the first relevant item; 0 if there is none.

    >>> reciprocal_rank(Ranking.parse("NRR"))
    0.5
    """
    reciprocal = named(relevance(ranking, n) / named(ranking.ranks(n), "i"), "rel_i/i")
    return named(np.max(reciprocal, axis=-1, initial=0.0), "")


@metric(
    "Rank",
    N_("rank of the first relevant item"),
    mean=N_("average rank"),
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
    first = np.min(np.where(relevance(ranking, None) == 1, rank, np.inf), axis=-1, initial=np.inf)
    return named(np.where(np.isinf(first), np.nan, first), "")


@metric(
    "AP",
    N_("average precision"),
    mean="MAP",
    source=f'{PARRA}, slides "Mean Average Precision (MAP)" (|R|) and "- II" (min(m, n)); {LAWRIE}, slides 9 to 17',
    per_rank="P@i",
    averages=True,
    unpromised={"swap": ("retrieved",)},
    uncut={"denominator": ("reachable", "relevant")},
)
def average_precision(
    ranking: Ranking,
    n: int | None = None,
    *,
    denominator: Literal["reachable", "relevant", "listed", "retrieved", "cutoff"] = "reachable",
    empty: Empty = 0.0,
) -> Any:
    """Average precision: the sum of P@i over the ranks i of the hits, divided by what `denominator` names.

    >>> average_precision(Ranking.parse("RNRR"))  # (1/1 + 2/3 + 3/4) / 3
    0.8055555555555555
    """
    hit, rank = relevance(ranking, n), named(ranking.ranks(n), "i")
    precision_at = named(named(np.cumsum(hit, axis=-1), "hits_i") / rank, "P@i")
    points = named(np.sum(named(precision_at * hit, "P@i·rel_i"), axis=-1), "Σ_i P@i·rel_i")
    return ratio(points, divisor(ranking, denominator, n, hit), empty, ranking.relevant == 0)


@metric(
    "Rankscore",
    N_("half-life utility"),
    source=f'{PARRA}, slide "Rankscore"; Breese, Heckerman and Kadie (1998)',
    per_rank="weight_i",
    ideal="weight*_i",
)
def rankscore(
    ranking: Ranking, *, half_life: float = 5.0, exponent: Literal["slides", "breese"] = "slides", empty: Empty = 0.0
) -> Any:
    """Rankscore: the hits weighted by 2^-((i-1)/half-life), divided by the same for all relevant items on top.

    With the exponent "breese" the half-life must be above 1.

    >>> round(rankscore(Ranking.parse("NR"), half_life=1), 4)
    0.5
    """
    if exponent == "breese" and half_life <= 1:
        raise ValueError(
            _("the half-life α must be above 1 with the exponent (i − 1)/(α − 1); got {value}", value=number(half_life))
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
