"""Metrics: what is judged (Ranking, Ratings, Run), one function a metric, their parameters, conventions and spelling.

No wrong value, no figure, no file.
May import: language, working.
"""

from __future__ import annotations

from metrics_edu.metrics.conventions import CONVENTIONS, METRICS
from metrics_edu.metrics.formulas import (
    auc,
    average_precision,
    average_r_precision,
    average_rank,
    dcg,
    diversity,
    expected_reciprocal_rank,
    f_measure,
    hit_ratio,
    item_coverage,
    mae,
    mse,
    ndcg,
    novelty,
    precision,
    r_precision,
    rankscore,
    recall,
    reciprocal_rank,
    rmse,
    user_coverage,
)
from metrics_edu.metrics.measures import Measure, measure
from metrics_edu.metrics.parameters import PARAMETERS
from metrics_edu.metrics.ranking import Ranking
from metrics_edu.metrics.ratings import Ratings
from metrics_edu.metrics.registry import Metric
from metrics_edu.metrics.run import Run
from metrics_edu.metrics.value_and_derivation import explain

__all__ = [
    "CONVENTIONS",
    "METRICS",
    "PARAMETERS",
    "Measure",
    "Metric",
    "Ranking",
    "Ratings",
    "Run",
    "auc",
    "average_precision",
    "average_r_precision",
    "average_rank",
    "dcg",
    "diversity",
    "expected_reciprocal_rank",
    "explain",
    "f_measure",
    "hit_ratio",
    "item_coverage",
    "mae",
    "measure",
    "mse",
    "ndcg",
    "novelty",
    "precision",
    "r_precision",
    "rankscore",
    "recall",
    "reciprocal_rank",
    "rmse",
    "user_coverage",
]
