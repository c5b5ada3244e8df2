"""A figure that shows how often each of some names occurred."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from textwrap import fill

from metrics_edu.plots.canvas import COLOURS

INCHES_A_BAR = 0.42
MAX_LABEL_WIDTH = 64


def drawn_counts(
    kind: str, groups: Mapping[str, Mapping[str, int]], note: str = "", hatches: Mapping[str, str] | None = None
) -> bytes:
    """Return an svg or png figure of how often each of some names occurred, a group below the other; the note is its foot."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    sizes = [len(counts) for counts in groups.values()]
    figure = Figure(figsize=(8, INCHES_A_BAR * sum(sizes) + 0.9 * len(sizes)), layout="constrained")
    axes = figure.subplots(len(sizes), 1, squeeze=False, height_ratios=[size + 1 for size in sizes])
    for ax, (title, counts) in zip(axes[:, 0], groups.items(), strict=True):
        lines = [(hatches or {}).get(name, "") for name in counts]
        bars = ax.barh(range(len(counts)), [*counts.values()], 0.62, color=COLOURS["ink"], ec="white", hatch=lines)
        ax.bar_label(bars, padding=3, color=COLOURS["ink2"])
        ax.set_yticks(range(len(counts)), [fill(name, MAX_LABEL_WIDTH) for name in counts], parse_math=False)
        ax.set_ylim(len(counts) - 0.4, -0.6)
        ax.set_xlim(0, max([*counts.values(), 1]) * 1.12)
        ax.set_title(title, loc="left", color=COLOURS["ink"], parse_math=False)
        ax.set_xticks([])
        ax.tick_params(length=0, labelcolor=COLOURS["ink"])
        ax.spines[["top", "right", "bottom"]].set_visible(False)
    axes[-1, 0].set_xlabel(note, loc="left", color=COLOURS["ink2"])
    file = BytesIO()
    with mpl.rc_context({"svg.hashsalt": "metrics_edu", "svg.fonttype": "none"}):
        figure.savefig(file, format=kind, metadata={"Date": None} if kind == "svg" else {"Software": None})
    return file.getvalue()
