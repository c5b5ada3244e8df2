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
    bpref,
    cohen_kappa,
    dcg,
    diversity,
    expected_reciprocal_rank,
    f_measure,
    fleiss_kappa,
    hit_ratio,
    item_coverage,
    judged_share,
    krippendorff_alpha,
    mae,
    mse,
    ndcg,
    novelty,
    observed_agreement,
    precision,
    r_precision,
    rankscore,
    recall,
    reciprocal_rank,
    rmse,
    scott_pi,
    user_coverage,
)
from metrics_edu.metrics.measures import Measure, measure
from metrics_edu.metrics.parameters import PARAMETERS
from metrics_edu.metrics.ranking import Ranking
from metrics_edu.metrics.ratings import Ratings
from metrics_edu.metrics.registry import Metric
from metrics_edu.metrics.run import Run
from metrics_edu.metrics.value_and_derivation import explain
from metrics_edu.metrics.votes import Votes

__all__ = [
    "CONVENTIONS",
    "METRICS",
    "PARAMETERS",
    "Measure",
    "Metric",
    "Ranking",
    "Ratings",
    "Run",
    "Votes",
    "auc",
    "average_precision",
    "average_r_precision",
    "average_rank",
    "bpref",
    "cohen_kappa",
    "dcg",
    "diversity",
    "expected_reciprocal_rank",
    "explain",
    "f_measure",
    "fleiss_kappa",
    "hit_ratio",
    "item_coverage",
    "judged_share",
    "krippendorff_alpha",
    "mae",
    "measure",
    "mse",
    "ndcg",
    "novelty",
    "observed_agreement",
    "precision",
    "r_precision",
    "rankscore",
    "recall",
    "reciprocal_rank",
    "rmse",
    "scott_pi",
    "user_coverage",
]
