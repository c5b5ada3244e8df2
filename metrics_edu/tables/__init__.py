"""Tables: files, mappings and frames of many users, their values, means and intervals: `evaluate`; and files written whole.

What a class hands in is read in `homework`.
May import: language, working, metrics, plots.
"""

from __future__ import annotations

from metrics_edu.tables.block_types import BlockSchema, block_schema
from metrics_edu.tables.cell_values import first_twice
from metrics_edu.tables.evaluation import Evaluation
from metrics_edu.tables.evaluator import evaluate, score_block
from metrics_edu.tables.experiment_file import LOPES, experiment_of, read_experiment
from metrics_edu.tables.file_format import ALIASES, rows_of, text_of
from metrics_edu.tables.json_text import not_json, parse_json
from metrics_edu.tables.safe_files import in_words, write_file
from metrics_edu.tables.significance import ROUNDING, bootstrap_interval, sign_flips
from metrics_edu.tables.sources import read_table
from metrics_edu.tables.spreadsheet_cells import BYTE_ORDER_MARK, cell, csv_text, table_text
from metrics_edu.tables.table import Table, TooManyRowsError
from metrics_edu.tables.yaml_file import read_yaml

__all__ = [
    "ALIASES",
    "BYTE_ORDER_MARK",
    "LOPES",
    "ROUNDING",
    "BlockSchema",
    "Evaluation",
    "Table",
    "TooManyRowsError",
    "block_schema",
    "bootstrap_interval",
    "cell",
    "csv_text",
    "evaluate",
    "experiment_of",
    "first_twice",
    "in_words",
    "not_json",
    "parse_json",
    "read_experiment",
    "read_table",
    "read_yaml",
    "rows_of",
    "score_block",
    "sign_flips",
    "table_text",
    "text_of",
    "write_file",
]
