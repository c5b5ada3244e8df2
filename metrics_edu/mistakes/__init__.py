"""Mistakes: the codes, the wrong values they give, what an answer is, lists that tell them apart, a metric of one's own.

Nobody is asked or graded here: that is in `exercises` and `homework`.
May import: language, working, metrics.
"""

from __future__ import annotations

from metrics_edu.mistakes.diagnosis import (
    RIGHT,
    UNNAMED,
    Verdict,
    check_decimals,
    diagnose,
    under,
    value_made,
    value_or_nan,
    values_made,
    working_made,
)
from metrics_edu.mistakes.known_mistakes import KNOWN_MISTAKES, MISCONCEPTIONS
from metrics_edu.mistakes.metric_check import check_metric
from metrics_edu.mistakes.telling_apart import draw_pair, draw_ratings, separates
from metrics_edu.mistakes.written_numbers import NUMERAL, Claim, FloatText, near, read_claim

__all__ = [
    "KNOWN_MISTAKES",
    "MISCONCEPTIONS",
    "NUMERAL",
    "RIGHT",
    "UNNAMED",
    "Claim",
    "FloatText",
    "Verdict",
    "check_decimals",
    "check_metric",
    "diagnose",
    "draw_pair",
    "draw_ratings",
    "near",
    "read_claim",
    "separates",
    "under",
    "value_made",
    "value_or_nan",
    "values_made",
    "working_made",
]
