"""Edit a ranked list, watch every metric and its derivation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from metrics_edu.language import later, set_language
from metrics_edu.metrics import (
    CONVENTIONS,
    METRICS,
    Ranking,
    Ratings,
    Run,
    Votes,
    auc,
    average_precision,
    average_r_precision,
    average_rank,
    bpref,
    cohen_kappa,
    dcg,
    diversity,
    expected_reciprocal_rank,
    explain,
    f_measure,
    fleiss_kappa,
    hit_ratio,
    item_coverage,
    judged_share,
    krippendorff_alpha,
    mae,
    measure,
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
from metrics_edu.metrics.spellings import NAMES

if TYPE_CHECKING:
    from metrics_edu.mistakes import MISCONCEPTIONS, check_metric, diagnose, draw_pair, separates
    from metrics_edu.plots import compare
    from metrics_edu.tables import Evaluation, block_schema, compare_runs, evaluate, read_votes, score_block

_WHERE = {
    "mistakes": ["MISCONCEPTIONS", "check_metric", "diagnose", "draw_pair", "separates"],
    "plots": ["compare"],
    "tables": ["Evaluation", "block_schema", "compare_runs", "evaluate", "read_votes", "score_block"],
}
"""Names that are imported when they are first used, by their subpackages."""

if not TYPE_CHECKING:  # a wrong name stays an error of types

    def __getattr__(name: str) -> Any:
        """Import a name of `_WHERE`, find a metric that is not listed above, or make a measure of its name: ``AP``."""
        if name in METRICS:
            return METRICS[name]
        return measure(name) if name in NAMES else later(__name__, _WHERE, name)

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})


__all__ = [
    "CONVENTIONS",
    "METRICS",
    "MISCONCEPTIONS",
    "Evaluation",
    "Ranking",
    "Ratings",
    "Run",
    "Votes",
    "auc",
    "average_precision",
    "average_r_precision",
    "average_rank",
    "block_schema",
    "bpref",
    "check_metric",
    "cohen_kappa",
    "compare",
    "compare_runs",
    "dcg",
    "diagnose",
    "diversity",
    "draw_pair",
    "evaluate",
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
    "read_votes",
    "recall",
    "reciprocal_rank",
    "rmse",
    "score_block",
    "scott_pi",
    "separates",
    "set_language",
    "user_coverage",
]
