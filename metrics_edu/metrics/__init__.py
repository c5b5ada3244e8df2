"""Metrics: what is judged (Ranking, Ratings, Run), one function a metric, their parameters, conventions and spelling.

No wrong value, no figure, no file.
May import: language, working.
"""

from __future__ import annotations

from metrics_edu.metrics.conventions import CONVENTIONS, GROUPS, METRICS
from metrics_edu.metrics.formulas import (
    average_precision,
    average_r_precision,
    average_rank,
    dcg,
    discounted,
    diversity,
    f_measure,
    halving_ranks,
    hit_ratio,
    ideal_gains,
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
from metrics_edu.metrics.gains import gain_of, nothing_to_find
from metrics_edu.metrics.measures import DEFAULT, Measure, measure
from metrics_edu.metrics.parameters import PARAMETERS
from metrics_edu.metrics.ranking import Ranking
from metrics_edu.metrics.ratings import Ratings
from metrics_edu.metrics.reasons import REASONS
from metrics_edu.metrics.registry import REGISTRY, Metric, mean_over_users
from metrics_edu.metrics.run import Lists, Run, as_id
from metrics_edu.metrics.validation import (
    HIGHEST_GRADE,
    MAX_CUTOFF,
    TableError,
    check_cutoff,
    check_word,
    full_width,
    is_number,
    not_utf8,
    read_threshold,
    unreadable,
)
from metrics_edu.metrics.values import (
    WHOLE,
    Data,
    as_measure,
    check_measure_first,
    check_one_list,
    explain,
    plain,
    ranking_of,
    value_of,
)

__all__ = [
    "CONVENTIONS",
    "DEFAULT",
    "GROUPS",
    "HIGHEST_GRADE",
    "MAX_CUTOFF",
    "METRICS",
    "PARAMETERS",
    "REASONS",
    "REGISTRY",
    "WHOLE",
    "Data",
    "Lists",
    "Measure",
    "Metric",
    "Ranking",
    "Ratings",
    "Run",
    "TableError",
    "as_id",
    "as_measure",
    "average_precision",
    "average_r_precision",
    "average_rank",
    "check_cutoff",
    "check_measure_first",
    "check_one_list",
    "check_word",
    "dcg",
    "discounted",
    "diversity",
    "explain",
    "f_measure",
    "full_width",
    "gain_of",
    "halving_ranks",
    "hit_ratio",
    "ideal_gains",
    "is_number",
    "item_coverage",
    "mae",
    "mean_over_users",
    "measure",
    "mse",
    "ndcg",
    "not_utf8",
    "nothing_to_find",
    "novelty",
    "plain",
    "precision",
    "r_precision",
    "ranking_of",
    "rankscore",
    "read_threshold",
    "recall",
    "reciprocal_rank",
    "rmse",
    "unreadable",
    "user_coverage",
    "value_of",
]
