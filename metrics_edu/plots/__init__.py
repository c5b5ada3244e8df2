"""Plots: each ``draw_*`` draws on an Axes of yours, and returns one sentence that says what it shows; ``slide`` makes a slide.

What is drawn is read from a derivation or computed by the metrics: no number is made here.
May import: language, files, working, metrics.
"""

from __future__ import annotations

from metrics_edu.plots.charts import (
    draw_discounts,
    draw_gains,
    draw_precision_recall,
    draw_staircase,
    draw_terms,
    draw_trail,
)
from metrics_edu.plots.convention_table import compare, draw_conventions
from metrics_edu.plots.flip_figures import draw_flips
from metrics_edu.plots.list_figures import draw_ideal, draw_lists
from metrics_edu.plots.slides import Slide, lay_out, slide
from metrics_edu.plots.value_figures import draw_denominators, draw_values

__all__ = [
    "Slide",
    "compare",
    "draw_conventions",
    "draw_denominators",
    "draw_discounts",
    "draw_flips",
    "draw_gains",
    "draw_ideal",
    "draw_lists",
    "draw_precision_recall",
    "draw_staircase",
    "draw_terms",
    "draw_trail",
    "draw_values",
    "lay_out",
    "slide",
]
