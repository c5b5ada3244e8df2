"""Figures of values below each other, each a point on a line: of anything, and of what all conventions compute."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from metrics_edu.language import _, ngettext, number
from metrics_edu.plots.canvas import (
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

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.lines import Line2D


MOST_OF_THE_WIDTH = 0.36
"""The most of the width that names take."""
MARKERS = (("o", "rel"), ("s", "paper"), ("^", "ink"), ("D", "paper"))
"""Of the first measure, the second, ..."""


def draw_values(
    ax: Axes, values: Sequence[float], names: Sequence[str], symbol: str, *, workings: Sequence[str] = ()
) -> str:
    """Draw named values of one measure below each other, each as a point on a line from 0 to 1 or beyond.

    Parameters
    ----------
    ax : matplotlib Axes
    values : sequence of float
        From 0 on. NaN is named, and has no point.
    names : sequence of str
        As many as values.
    symbol : str
    workings : sequence of str, optional
        What stands before each value, such as "7/30".

    Returns
    -------
    str
        One sentence that says what the figure shows.

    Raises
    ------
    ValueError
        If there are more or fewer names or workings than values, or a value is infinite or below 0.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> draw_values(Figure().add_subplot(), [0.25, 0.5], ["divided by |R|", "by the hits"], "AP@10")
    'AP@10, 2 values from 0.25 to 0.5.'
    """
    draw_rows(ax, names, [list(values)], workings=workings)
    low, high = written_range(values)
    return ngettext(
        "{symbol}, {count} value: {low}.",
        "{symbol}, {count} values from {low} to {high}.",
        len(values),
        symbol=symbol,
        low=low,
        high=high,
    )


def written_range(values: Sequence[float]) -> tuple[str, str]:
    """Return the least and the largest of some values, NaN passed over."""
    known = [value for value in values if not math.isnan(value)]
    return (number(min(known)), number(max(known))) if known else ("–", "–")


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
    _check_rows(names, columns, workings)
    texts = [[number(value, fixed=4) for value in values] for values in columns]
    gap, ends = em(), _ends(ax, texts, heads, workings)
    top = max([value for values in columns for value in values if not math.isnan(value)] + [1.0])
    _set_limits(ax, names, heads, top, ends[-1], above)
    _grid(ax, len(names), top)
    plain = style(ax, va="center", ha="right", transform=ax.transData)
    for place, name in enumerate(names):
        write(ax, (0, place), fitting(name, size(ax)[0] * MOST_OF_THE_WIDTH), (-gap, 0), **plain)
        if workings:
            write(ax, (top, place), workings[place], (ends[0] - gap, 0), **plain)
    _legend(ax, heads)
    for k, (values, look) in enumerate(zip(columns, MARKERS, strict=False)):
        _points(ax, values, look, len(columns) - k)
        right = bold(ax, va="center", ha="right", transform=ax.transData)
        for place, text in enumerate(texts[k]):
            write(ax, (top, place), text, (ends[k + 1] - gap / 2, 0), **right)
        if heads:
            write(ax, (top, -0.5), heads[k], (ends[k + 1] - gap / 2, 0.9 * gap), **right)
    leave_layout(ax)


def _check_rows(names: Sequence[str], columns: Sequence[Sequence[float]], workings: Sequence[str]) -> None:
    for values in columns:
        for name, texts in (("names", names), ("workings", workings or names)):
            if len(texts) != len(values):
                raise ValueError(
                    ngettext(
                        "{name} must have one text for the {count} value; got {given}",
                        "{name} must have one text for each of the {count} values; got {given}",
                        len(values),
                        name=name,
                        given=len(texts),
                    )
                )
        for value in values:
            if value < 0 or math.isinf(value):
                raise ValueError(_("a value must be a finite number from 0 on, or NaN; got {given:g}", given=value))


def _ends(ax: Axes, texts: Sequence[Sequence[str]], heads: Sequence[str], workings: Sequence[str]) -> list[float]:
    gap = em()
    ends = [gap + widest(workings) + gap * bool(workings)]
    for k, column in enumerate(texts):
        ends.append(ends[-1] + widest([*column, *heads[k : k + 1]], weight="bold") + gap)
    return ends


def _set_limits(ax: Axes, names: Sequence[str], heads: Sequence[str], top: float, right: float, above: float) -> None:
    (width, height), gap = size(ax), em()
    keys = sum(width_of(head) + 2 * gap for head in heads)
    left = gap + max(min(widest(names), width * MOST_OF_THE_WIDTH), keys)
    each = top / max(width - left - right, width / 5)  # of the line, a point
    ax.set_axis_off()
    ax.set_xlim(-left * each, top + right * each)
    above += 1.7 * gap
    ax.set_ylim(len(names) - 0.5, -0.5 - max(len(names), 1) * above / max(height - above, height / 4))


def _legend(ax: Axes, heads: Sequence[str]) -> None:
    gap, above, place = em(), 0.9 * em(), -em()
    for head, look in reversed(list(zip(heads, MARKERS, strict=False))):
        write(ax, (0, -0.5), head, (place, above), **style(ax, va="center", ha="right", transform=ax.transData))
        place -= width_of(head) + 0.8 * gap
        [key] = _points(ax, [0.0], look, 1, at=-0.5)
        key.set_transform(moved(ax, ax.transData, (place, above)))
        place -= 1.2 * gap


def _grid(ax: Axes, rows: int, top: float) -> None:
    hair: dict[str, Any] = {"color": colour(ax, "hair"), "linewidth": 0.8 * scale(), "zorder": 0.5}
    for k in (0.0, 0.5, 1.0):
        ax.vlines(k, -0.5, rows - 0.5, **hair)
        write(ax, (k, -0.5), number(k), (0, 0.9 * em()), **style(ax, va="center", ha="center", transform=ax.transData))
    ax.hlines(range(rows), 0, top, **hair)


def _points(ax: Axes, values: Sequence[float], look: tuple[str, str], rank: int, at: float = 0) -> list[Line2D]:
    marker, face = look
    drawn: dict[str, Any] = {
        "marker": marker,
        "linestyle": "none",
        "markersize": (8 if marker == "o" else 10) * scale(),
        "clip_on": False,
        "zorder": 2 + rank,
    }
    drawn |= {"markerfacecolor": colour(ax, face), "markeredgewidth": 1.2 * scale()}
    drawn["markeredgecolor"] = colour(ax, "rel" if face == "rel" else "ink")
    known = [(value, at + place) for place, value in enumerate(values) if not math.isnan(value)]
    return [ax.plot(*place, **drawn)[0] for place in known]
