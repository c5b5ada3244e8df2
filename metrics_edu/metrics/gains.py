"""Gains: what a grade is worth, and whether a list has anything to gain."""

from __future__ import annotations

from typing import Any

import numpy as np

from metrics_edu.metrics.ranking import Ranking


def gain_of(grades: Any, threshold: float, gain: str, below: str) -> Any:
    if gain == "binary":
        return np.where(grades >= threshold, 1.0, 0.0)
    if gain == "linear":
        worth = np.positive(grades)
    elif gain in ("exponential", "mlnet"):
        worth = 2.0 ** (grades if gain == "exponential" else grades + 1) - 1
    else:
        shifted = grades - (threshold - 1) if threshold >= 1 else grades + (1 - threshold)
        worth = 2.0 ** (shifted if below == "zero" else np.maximum(shifted, 0)) - 1
    return np.where((grades >= threshold) if below == "zero" else (grades > 0), worth, 0.0)


def nothing_to_find(ranking: Ranking, below: str | None, gain: str = "exponential") -> Any:
    """Return where `empty` decides: no item is relevant or, if items below the threshold keep their gain, none has one."""
    if below != "graded":
        return ranking.relevant == 0
    best = ranking.pool(0)[..., :1]  # the pool is sorted, and a better grade never gains less
    return ~np.any(gain_of(best, ranking.threshold, gain, below) > 0, axis=-1)
