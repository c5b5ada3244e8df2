"""Precision, recall, F measure and hit ratio.

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
    divisor,
    ranks_divided,
    ratio,
    relevance,
    unless_empty,
)
from metrics_edu.metrics.ranking import Ranking
from metrics_edu.metrics.registry import metric
from metrics_edu.working import named


@metric(
    "P",
    N_("precision"),
    done=N_("The hits were divided by the ranks read."),
    source=f'{PARRA}, slide "Precision at N"; {LAWRIE}, slide 3',
    tile=1,
    per_rank="rel_i",
    is_zero_if_empty=True,
    uncut={"short": ("pad", "shrink")},
)
def precision(
    ranking: Ranking, n: int | None = None, *, short: Literal["pad", "shrink"] = "pad", empty: Empty = 0.0
) -> Any:
    """Precision: the share of the first n ranks that are relevant.

    >>> precision(Ranking.parse("NRNNR"), 5)
    0.4
    """
    hits = named(np.sum(relevance(ranking, n), axis=-1), "hits")
    return ratio(hits, ranks_divided(ranking, n, short), empty, (ranking.relevant == 0) & (empty != 0))


@metric(
    "Recall",
    N_("recall"),
    done=N_("The hits were divided by {denominator}."),
    called=("exhaustividad", "sensibilidad"),
    source=f'{PARRA}, slide "Ejemplo 1: Precision y Recall"; {LAWRIE}, slide 4',
    tile=2,
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
    done=N_("The weighted harmonic mean of precision and recall was computed."),
    called=("f score", "medida f"),
    source=f"{LAWRIE}, slide 5; Manning, Raghavan and Schütze, Introduction to Information Retrieval, section 8.3",
    tile=3,
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


@metric(
    "HR",
    N_("hit ratio"),
    done=N_("A list with a hit has the value 1, any other list 0."),
    called=("hit", "hit rate", "tasa de acierto", "tasa de aciertos"),
    source="Sun et al., DaisyRec 2.0",
    per_rank="rel_i",
    is_zero_if_empty=True,
)
def hit_ratio(ranking: Ranking, n: int | None = None, *, empty: Empty = 0.0) -> Any:
    """Hit ratio: 1 if there is a relevant item among the first n, else 0.

    >>> hit_ratio(Ranking.parse("NNR"), 2), hit_ratio(Ranking.parse("NNR"), 3)
    (0.0, 1.0)
    """
    if ranking.ties:
        return unless_empty(np.sum(ranking.ties.first_hits(ranking.hits(), n), axis=-1), ranking, empty)
    return unless_empty(np.max(relevance(ranking, n), axis=-1, initial=0), ranking, empty)
