"""Reciprocal rank and average rank.

Each takes a Ranking, of one list or a batch: a float, or one value a list. What a step means is in ``reasons.py``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from metrics_edu.language import N_
from metrics_edu.metrics.denominators import LAWRIE, PARRA, relevance
from metrics_edu.metrics.ranking import Ranking
from metrics_edu.metrics.reasons import first_hit_counts, no_hit_no_rank
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
    reasons={"": first_hit_counts},
)
def reciprocal_rank(ranking: Ranking, n: int | None = None) -> Any:
    """Reciprocal rank: 1 / rank of the first relevant item; 0 if there is none.

    >>> reciprocal_rank(Ranking.parse("NRR"))
    0.5
    """
    if ranking.ties:
        first = ranking.ties.first_hits(ranking.hits(), n)
        return np.sum(named(first / named(ranking.ranks(n), "i"), "f_i/i"), axis=-1)
    reciprocal = named(relevance(ranking, n) / named(ranking.ranks(n), "i"), "rel_i/i")
    return named(np.max(reciprocal, axis=-1, initial=0.0), "")


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
