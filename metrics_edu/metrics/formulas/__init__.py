"""Formulas: one function a metric, in a module for each family.

The order of the imports is the order in which the metrics are listed.
"""

# isort: off
from metrics_edu.metrics.formulas.beyond_accuracy import diversity, item_coverage, novelty, user_coverage
from metrics_edu.metrics.formulas.precision_recall import f_measure, hit_ratio, precision, recall
from metrics_edu.metrics.formulas.reciprocal_rank import average_rank, expected_reciprocal_rank, reciprocal_rank
from metrics_edu.metrics.formulas.average_precision import average_precision
from metrics_edu.metrics.formulas.rankscore import halving_ranks, rankscore
from metrics_edu.metrics.formulas.dcg_ndcg import dcg, discounted, ideal_gains, ndcg
from metrics_edu.metrics.formulas.r_precision import average_r_precision, r_precision
from metrics_edu.metrics.formulas.area_under_curve import auc
from metrics_edu.metrics.formulas.judged_items import bpref, judged_share
from metrics_edu.metrics.formulas.rating_errors import mae, mse, rmse
from metrics_edu.metrics.formulas.agreement import (
    AGREED,
    cohen_kappa,
    fleiss_kappa,
    krippendorff_alpha,
    observed_agreement,
    scott_pi,
)
# isort: on

__all__ = [
    "AGREED",
    "auc",
    "average_precision",
    "average_r_precision",
    "average_rank",
    "bpref",
    "cohen_kappa",
    "dcg",
    "discounted",
    "diversity",
    "expected_reciprocal_rank",
    "f_measure",
    "fleiss_kappa",
    "halving_ranks",
    "hit_ratio",
    "ideal_gains",
    "item_coverage",
    "judged_share",
    "krippendorff_alpha",
    "mae",
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
