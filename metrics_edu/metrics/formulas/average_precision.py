"""Average precision."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from metrics_edu.language import N_
from metrics_edu.metrics.denominators import LAWRIE, PARRA, Empty, divisor, ratio, relevance
from metrics_edu.metrics.ranking import Ranking
from metrics_edu.metrics.registry import metric
from metrics_edu.working import named


@metric(
    "AP",
    N_("average precision"),
    done=N_("The P@i at the hits were added and divided by {denominator}."),
    mean="MAP",
    called=("mean average precision", "precisión promedio", "precisión promedio media", "precisión media"),
    source=f'{PARRA}, slides "Mean Average Precision (MAP)" (|R|) and "- II" (min(m, n)); {LAWRIE}, slides 9 to 17',
    tile=4,
    reads_whole=True,
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
    ties = ranking.ties if ranking.ties and ranking.ties.rule == "expected" else None
    found = ties.hits_at_hits(ranking.hits(), n) if ties else named(np.cumsum(hit, axis=-1), "hits_i")
    precision_at = named(found / rank, "P@i")
    points = named(np.sum(named(precision_at * hit, "P@i·rel_i"), axis=-1), "Σ_i P@i·rel_i")
    return ratio(points, divisor(ranking, denominator, n, hit), empty, ranking.relevant == 0)
