"""Tables: files, mappings and frames of many users, their values, means and intervals: `evaluate`; and files written whole.

What a class hands in is read in `homework`.
May import: language, working, metrics, plots.
"""

from __future__ import annotations

from metrics_edu.tables.block_types import block_schema
from metrics_edu.tables.evaluation import Evaluation
from metrics_edu.tables.evaluator import evaluate, score_block

__all__ = [
    "Evaluation",
    "block_schema",
    "evaluate",
    "score_block",
]
