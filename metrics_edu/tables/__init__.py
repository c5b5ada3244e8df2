"""Tables: files, mappings and frames of many users, their values, means and intervals: `evaluate`.

How any file is read or written is in `files`.
May import: language, files, working, metrics, mistakes, plots.
"""

from __future__ import annotations

from metrics_edu.tables.blocks.block_types import block_schema
from metrics_edu.tables.compared_runs import compare_runs
from metrics_edu.tables.evaluate_users import evaluate, score_block
from metrics_edu.tables.evaluation import Evaluation
from metrics_edu.tables.votes_file import read_votes

__all__ = [
    "Evaluation",
    "block_schema",
    "compare_runs",
    "evaluate",
    "read_votes",
    "score_block",
]
