"""The figures of one derivation, drawn by Matplotlib: what each rank adds, and precision over recall."""

from __future__ import annotations

import io
import math
import warnings
from typing import TYPE_CHECKING, Any

from metrics_edu.plots.canvas import (
    bold,
    boxes,
    colour,
    draw_frame,
    line,
    rank_ticks,
    scale,
    size,
    widest,
)
from metrics_edu.plots.figure_data import Bars, Curve, check_one_list, precision_recall_curve, term_bars
from metrics_edu.working import TEXT

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from metrics_edu.metrics import Ranking
    from metrics_edu.working import Derivation


def draw_terms(
    ax: Axes, derivation: Derivation, *, missed: int = 0, labels: list[str] | None = None, workings: bool = False
) -> str:
    """Draw the term of each rank (of a mean: of each user) as a bar; what counts is filled.

    The ideal list, where the metric has one, is dashed; a mean of its terms is a line. `missed` relevant items that
    were not read, being below the cut-off or not shown, are drawn as crosses at 0, where they count as zeros.

    Parameters
    ----------
    ax : matplotlib Axes
    derivation : Derivation
    missed : int
    labels : list of str, optional
        What stands below the bars instead of 1, 2, 3, ...
    workings : bool
        Whether the working of what counts, such as 3/6, stands above its bar. It is left out where it does not fit.

    Returns
    -------
    str
        One sentence that says what the figure shows.

    Raises
    ------
    ValueError
        If `missed` is given with the working of a mean.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from metrics_edu import Ranking, average_precision, explain
    >>> draw_terms(Figure().add_subplot(), explain(average_precision, Ranking.parse("NRR")))
    'P@i along the ranks. Filled bars count (2 of 3). The line is AP = 0.5833.'
    """
    if missed:
        check_one_list("draw_terms with missed", derivation.ranking)
    bars = term_bars(derivation, missed=missed, names=labels or ())
    draw_bars(ax, bars)
    if workings and derivation.per_rank:
        _workings(ax, bars, {k: derivation.per_rank.cell(k - 1, TEXT) for k in bars.counted})
    return bars.caption


def draw_bars(ax: Axes, bars: Bars) -> None:
    """Draw the terms of a derivation by Matplotlib."""
    if not bars.top:
        ax.set_axis_off()
        return
    count = len(bars.values)
    _draw_values(ax, bars)
    _draw_crosses(ax, range(count + 1, count + bars.crosses + 1), 0.03 * bars.top)
    best = {k: (0.0, value) for k, value in enumerate(bars.ideal, start=1)}
    boxes(ax, best, 0.86, facecolor="none", edgecolor=colour(ax, "ink"), linestyle=(0, (3, 2)), zorder=3)
    right = _draw_line(ax, *bars.line, end=count + bars.crosses + 0.5) if bars.line else 0
    span = (0.5, max(count + bars.crosses, len(bars.ideal), 1) + 0.5)
    ranks = count if bars.names else max(count, len(bars.ideal))
    ticks = rank_ticks(ax, ranks, bars.crosses, bars.names, width=size(ax)[0] - right)
    draw_frame(ax, bars, span, ticks, right=right)


def _draw_values(ax: Axes, bars: Bars) -> None:
    for face, edge, filled in (("rel", "rel", True), ("paper", "edge", False)):
        kept = {k: (0.0, value) for k, value in enumerate(bars.values, start=1) if (k in bars.counted) is filled}
        boxes(ax, kept, 0.72, facecolor=colour(ax, face), edgecolor=colour(ax, edge), zorder=2)


def _draw_crosses(ax: Axes, places: range, height: float) -> None:
    if places:
        by = scale()
        style: dict[str, Any] = {"marker": "x", "linestyle": "none", "color": colour(ax, "rel")}
        style |= {"markersize": 6 * by, "markeredgewidth": 2 * by}
        ax.plot(places, [height] * len(places), **style, zorder=3)


def _workings(ax: Axes, bars: Bars, texts: dict[int, str]) -> None:
    (low, high), (left, right), by = ax.get_ylim(), ax.get_xlim(), scale()
    if widest(list(texts.values()), weight="bold") > size(ax)[0] / (right - left):
        return
    needed = 20 * by * (high - low) / size(ax)[1]
    look = bold(ax, ha="center", va="bottom", textcoords="offset points", xytext=(0, 4 * by), zorder=5)
    line = bars.line[0] if bars.line else math.inf
    for k, text in texts.items():
        value = bars.values[k - 1]
        ax.annotate(text, (k, line if value < line < value + needed else value), **look)


def _draw_line(ax: Axes, value: float, name: str, *, end: float) -> float:
    by, ends = scale(), (0.5, end)
    ax.plot(ends, (value, value), **line(ax, "paper", 2.4), zorder=3)
    ax.plot(ends, (value, value), **line(ax, "ink", 1.5, (0, (5, 3))), zorder=4)
    look = bold(ax, va="center", in_layout=False)
    ax.annotate(name, (end, value), xytext=(4 * by, 0), textcoords="offset points", **look)
    return 10 * by + widest(name.split("\n"), weight="bold")


def draw_precision_recall(ax: Axes, ranking: Ranking, n: int | None = None, *, ranks: bool = False) -> str:
    """Draw precision against recall after each rank; hits are filled, the first n ranks' end is ringed.

    Parameters
    ----------
    ax : matplotlib Axes
    ranking : Ranking
        Of one list.
    n : int, optional
        The cut-off; of a shorter list, the last rank is ringed.
    ranks : bool
        Whether the ranks of the hits, and the cut-off, stand beside their points.

    Returns
    -------
    str
        One sentence that says what the figure shows.

    Raises
    ------
    ValueError
        If the ranking is a batch, or n < 1.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from metrics_edu import Ranking
    >>> draw_precision_recall(Figure().add_subplot(), Ranking.parse("NRR"), 3)
    'Precision against recall after each rank; hits are filled. After rank 3: P = 0.6667, hits/|R| = 1.'
    """
    check_one_list("draw_precision_recall", ranking)
    curve = precision_recall_curve(ranking, n)
    draw_curve(ax, curve, ranks=ranks)
    return curve.caption


def draw_curve(ax: Axes, curve: Curve, *, ranks: bool = False) -> None:
    """Draw precision against recall by Matplotlib."""
    draw_frame(ax, curve, (-0.04, 1.04), curve.heights)
    r, p = curve.recall, curve.precision
    dot: dict[str, Any] = {"marker": "o", "linestyle": "none", "clip_on": False, "markeredgewidth": scale()}
    _draw_path(ax, curve, dot | {"markersize": (6 if len(p) <= 60 else 3.5) * scale()})
    names = {k: str(k + 1) for k, hit in enumerate(curve.hits) if hit}
    if curve.end is not None:
        k = curve.end
        ax.plot(r[k], p[k], **dot, markersize=13 * scale(), fillstyle="none", color=colour(ax, "ink"), zorder=3)
        names[k] = f"n = {k + 1}"
    for k, name in names.items() if ranks and len(names) <= 30 else ():
        side, up = ("bottom", 6) if curve.hits[k] else ("top", -9)
        shift: dict[str, Any] = {"textcoords": "offset points", "xytext": (0, up * scale())}
        ax.annotate(name, (r[k], p[k]), **shift, **bold(ax, ha="center", va=side))


def _draw_path(ax: Axes, curve: Curve, dot: dict[str, Any]) -> None:
    ax.plot(curve.recall, curve.precision, **line(ax, "edge"), zorder=1)
    for face, edge, hit in (("paper", "edge", False), ("rel", "rel", True)):
        at = [k for k, is_hit in enumerate(curve.hits) if is_hit is hit]
        [points] = ax.plot([curve.recall[k] for k in at], [curve.precision[k] for k in at], **dot, zorder=2)
        points.set(markerfacecolor=colour(ax, face), markeredgecolor=colour(ax, edge))


def picture(data: Bars | Curve) -> str:
    """Draw a figure by Matplotlib as SVG, as it is stored in a notebook: on white, whatever the user's settings are."""
    from matplotlib import style
    from matplotlib.figure import Figure

    out, (width, height) = io.StringIO(), (580, 210)
    settings = {"font.size": 12, "svg.fonttype": "none", "svg.hashsalt": "metrics_edu"}
    with style.context(["default", settings]), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing")  # the page has the fonts, Matplotlib only measures
        figure = Figure(figsize=(width / 72, height / 72))
        ax = figure.add_axes((44 / width, 44 / height, 1 - 60 / width, 1 - 68 / height))
        draw_bars(ax, data) if isinstance(data, Bars) else draw_curve(ax, data)
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    return out.getvalue()
