"""A figure that shows how often each of some names occurred."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from textwrap import fill

from metrics_edu.plots.canvas import COLOURS

INCHES_A_BAR = 0.42
MAX_LABEL_WIDTH = 64


def drawn_counts(title: str, counts: Mapping[str, int], note: str) -> bytes:
    """Return an svg figure of how often each of some names occurred; the note is its foot."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, INCHES_A_BAR * len(counts) + 0.9), layout="constrained")
    ax = figure.subplots()
    bars = ax.barh(range(len(counts)), [*counts.values()], 0.62, color=COLOURS["ink"], ec="white")
    ax.bar_label(bars, padding=3, color=COLOURS["ink2"])
    ax.set_yticks(range(len(counts)), [fill(name, MAX_LABEL_WIDTH) for name in counts], parse_math=False)
    ax.set_ylim(len(counts) - 0.4, -0.6)
    ax.set_xlim(0, max([*counts.values(), 1]) * 1.12)
    ax.set_title(title, loc="left", color=COLOURS["ink"], parse_math=False)
    ax.set_xticks([])
    ax.tick_params(length=0, labelcolor=COLOURS["ink"])
    ax.spines[["top", "right", "bottom"]].set_visible(False)
    ax.set_xlabel(note, loc="left", color=COLOURS["ink2"])
    file = BytesIO()
    with mpl.rc_context({"svg.hashsalt": "metrics_edu", "svg.fonttype": "none"}):
        figure.savefig(file, format="svg", metadata={"Date": None})
    return file.getvalue()
