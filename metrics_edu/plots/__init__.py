"""Plots: each ``draw_*`` draws on an Axes of the caller's, and returns one sentence that says what the figure shows.

What is drawn is read from a derivation or computed by the metrics: no number is made here.
May import: mistakes, metrics, working, language.
"""

from __future__ import annotations

from metrics_edu.plots.convention_table import compare
from metrics_edu.plots.figures import (
    COLOURS,
    FRAME_OF,
    Frame,
    draw_conventions,
    draw_denominators,
    draw_discounts,
    draw_frame,
    draw_ideal,
    draw_lists,
    draw_precision_recall,
    draw_terms,
    draw_values,
)
from metrics_edu.plots.svg import svg

__all__ = [
    "COLOURS",
    "FRAME_OF",
    "Frame",
    "compare",
    "draw_conventions",
    "draw_denominators",
    "draw_discounts",
    "draw_frame",
    "draw_ideal",
    "draw_lists",
    "draw_precision_recall",
    "draw_terms",
    "draw_values",
    "svg",
]
