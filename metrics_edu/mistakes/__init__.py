"""Mistakes: the codes, the wrong values they give, what an answer is, lists that distinguish them, your own metric.

Questions are in `practice`.
May import: language, working, metrics.
"""

from __future__ import annotations

from metrics_edu.mistakes.diagnosis import Verdict, diagnose
from metrics_edu.mistakes.known_mistakes import MISCONCEPTIONS
from metrics_edu.mistakes.own_metrics.metric_check import check_metric
from metrics_edu.mistakes.telling_apart import draw_pair, separates

__all__ = [
    "MISCONCEPTIONS",
    "Verdict",
    "check_metric",
    "diagnose",
    "draw_pair",
    "separates",
]
