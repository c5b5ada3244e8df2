"""Rankscore, the half-life utility."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from metrics_edu.language import N_, number, refused
from metrics_edu.metrics.denominators import PARRA, Empty, ratio, relevance
from metrics_edu.metrics.ranking import Ranking
from metrics_edu.metrics.registry import metric
from metrics_edu.working import named


@metric(
    "Rankscore",
    N_("half-life utility"),
    done=N_("The weights of the hits were added and divided by those of the best list."),
    called=("utilidad de vida media",),
    source=f'{PARRA}, slide "Rankscore"; Breese, Heckerman and Kadie (1998)',
    tile=6,
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
        raise refused(
            "the half-life α must be above 1 with the exponent (i − 1)/(α − 1); got {value}", value=number(half_life)
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
