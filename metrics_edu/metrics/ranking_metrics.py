"""The ranking metrics, gathered from the files that define them, in the order in which they are shown."""

from __future__ import annotations

from metrics_edu.metrics.binary import (
    average_precision,
    average_rank,
    f_measure,
    hit_ratio,
    precision,
    recall,
    reciprocal_rank,
)
from metrics_edu.metrics.discounted import dcg, ndcg, rankscore
from metrics_edu.metrics.precision_at_r import average_r_precision, r_precision
from metrics_edu.metrics.registry import REGISTRY, Metric

METRICS: dict[str, Metric] = {name: found for name, found in REGISTRY.items() if found.kind == "ranking"}
"""The ranking metrics by the names of their functions."""

__all__ = [
    "METRICS",
    "average_precision",
    "average_r_precision",
    "average_rank",
    "dcg",
    "f_measure",
    "hit_ratio",
    "ndcg",
    "precision",
    "r_precision",
    "rankscore",
    "recall",
    "reciprocal_rank",
]
