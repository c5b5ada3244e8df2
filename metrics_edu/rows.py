"""Rows: names below each other, each with its values as points on a line and as numbers; what the figures of values are made of."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from metrics_edu.drawing import (
    bold,
    colour,
    em,
    fitting,
    leave_layout,
    moved,
    scale,
    size,
    style,
    widest,
    width_of,
    write,
)
from metrics_edu.language import number

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.lines import Line2D

MOST_OF_THE_WIDTH = 0.36
"""The most of the width that names take."""
MARKERS = (("o", "rel"), ("s", "paper"), ("^", "ink"), ("D", "paper"))
"""Of the first measure, the second, ..."""


def draw_rows(
    ax: Axes,
    names: Sequence[str],
    columns: Sequence[Sequence[float]],
    *,
    heads: Sequence[str] = (),
    workings: Sequence[str] = (),
    above: float = 0,
) -> None:
    """Draw a row a name: its values as points on a line, and at the right as numbers, under their heads.

    So many points above are left free.
    """
    (width, height), gap = size(ax), em(ax)
    texts = [[number(value, fixed=4) for value in values] for values in columns]
    wide = [widest(ax, [*texts[k], *([heads[k]] if heads else [])], weight="bold") + gap for k in range(len(texts))]
    ends = [gap + widest(ax, workings) + gap * bool(workings)]
    for each in wide:
        ends.append(ends[-1] + each)
    keys = sum(width_of(ax, head) + 2 * gap for head in heads)
    left = gap + max(min(widest(ax, names), width * MOST_OF_THE_WIDTH), keys)
    top = max([value for values in columns for value in values if not math.isnan(value)] + [1.0])
    each = top / max(width - left - ends[-1], width / 5)  # of the line, a point
    ax.set_axis_off()
    ax.set_xlim(-left * each, top + ends[-1] * each)
    above += 1.7 * gap
    ax.set_ylim(len(names) - 0.5, -0.5 - max(len(names), 1) * above / max(height - above, height / 4))
    _grid(ax, len(names), top)
    plain = style(ax, va="center", ha="right", transform=ax.transData)
    for place, name in enumerate(names):
        write(ax, (0, place), fitting(ax, name, width * MOST_OF_THE_WIDTH), (-gap, 0), **plain)
        if workings:
            write(ax, (top, place), workings[place], (ends[0] - gap, 0), **plain)
    _legend(ax, heads)
    for k, (values, look) in enumerate(zip(columns, MARKERS * len(columns), strict=False)):
        _points(ax, values, look, len(columns) - k)
        right = bold(ax, va="center", ha="right", transform=ax.transData)
        for place, text in enumerate(texts[k]):
            write(ax, (top, place), text, (ends[k + 1] - gap / 2, 0), **right)
        if heads:
            write(ax, (top, -0.5), heads[k], (ends[k + 1] - gap / 2, 0.9 * gap), **right)
    leave_layout(ax)


def _legend(ax: Axes, heads: Sequence[str]) -> None:
    """Say above the names which measure has which marker, from the right to the left."""
    gap, above, place = em(ax), 0.9 * em(ax), -em(ax)
    for head, look in reversed(list(zip(heads, MARKERS * len(heads), strict=False))):
        write(ax, (0, -0.5), head, (place, above), **style(ax, va="center", ha="right", transform=ax.transData))
        place -= width_of(ax, head) + 0.8 * gap
        [key] = _points(ax, [0.0], look, 1, at=-0.5)
        key.set_transform(moved(ax, ax.transData, (place, above)))
        place -= 1.2 * gap


def _grid(ax: Axes, rows: int, top: float) -> None:
    """Draw the line of each row, and what 0, 0.5 and 1 are on it."""
    hair: dict[str, Any] = {"color": colour(ax, "hair"), "linewidth": 0.8 * scale(ax), "zorder": 0.5}
    for k in (0.0, 0.5, 1.0):
        ax.vlines(k, -0.5, rows - 0.5, **hair)
        write(
            ax, (k, -0.5), number(k), (0, 0.9 * em(ax)), **style(ax, va="center", ha="center", transform=ax.transData)
        )
    ax.hlines(range(rows), 0, top, **hair)


def _points(ax: Axes, values: Sequence[float], look: tuple[str, str], rank: int, at: float = 0) -> list[Line2D]:
    """Draw a column of values, each a line of one point; NaN has none."""
    marker, face = look
    drawn: dict[str, Any] = {
        "marker": marker,
        "linestyle": "none",
        "markersize": (8 if marker == "o" else 10) * scale(ax),
        "clip_on": False,
        "zorder": 2 + rank,
    }
    drawn |= {"markerfacecolor": colour(ax, face), "markeredgewidth": 1.2 * scale(ax)}
    drawn["markeredgecolor"] = colour(ax, "rel" if face == "rel" else "ink")
    known = [(value, at + place) for place, value in enumerate(values) if not math.isnan(value)]
    return [ax.plot(*place, **drawn)[0] for place in known]
