"""The figures of one derivation: what each rank adds, and precision over recall.

``svg_figure.py`` makes of them what the widgets show.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from metrics_edu.language import _, ngettext, number
from metrics_edu.metrics import check_cutoff
from metrics_edu.plots.canvas import (
    FRAME_OF,
    Corners,
    bold,
    box,
    boxes,
    check_one_list,
    colour,
    line,
    rank_ticks,
    scale,
    set_frame,
    size,
    slots,
    widest,
)
from metrics_edu.working import TEXT, in_line

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
    step = derivation.per_rank
    if step is None:
        ax.set_axis_off()
        return _("There is nothing to draw.")
    values = [0.0 if math.isnan(value) else float(value) for value in step.value]
    best = derivation.step(derivation.metric.ideal) if derivation.metric.ideal else None
    ideal = [] if best is None else [float(value) for value in best.value]
    top = max([*values, *ideal, 1e-9])
    top = 1.0 if top <= 1 and not ideal else top
    _bars(ax, values, derivation.counted, top)
    _crosses(ax, range(len(values) + 1, len(values) + missed + 1), 0.03 * top)
    best_boxes = {k: (0.0, value) for k, value in enumerate(ideal, start=1)}
    boxes(ax, best_boxes, 0.86, facecolor="none", edgecolor=colour(ax, "ink"), linestyle=(0, (3, 2)), zorder=3)
    users = step.index == "u"
    is_mean = bool(derivation.contributions) and (users or derivation.metric.averages)
    right = _mean_line(ax, derivation, len(values) + missed) if is_mean else 0
    span = (0.5, max(len(values) + missed, len(ideal), 1) + 0.5)
    below = _("user") if users else _("rank i")
    ranks = len(values) if labels else max(len(values), len(ideal))
    ticks = rank_ticks(ax, ranks, missed, labels, width=size(ax)[0] - right)
    set_frame(ax, span, top, below, in_line(step.symbol), ticks, right=right)
    if workings:
        room = (size(ax)[0] - right) / (span[1] - span[0])
        _workings(ax, derivation, room, derivation.value if is_mean else None)
    return _caption(derivation, step.symbol, users, len(values), missed, is_mean, bool(ideal))


def _bars(ax: Axes, values: list[float], counted: set[int], top: float) -> None:
    heights = {k: (0.0, value) for k, value in enumerate(values, start=1)}
    slots(ax, [box(k, -0.13 * top, 1.08 * top, 1.0) for k in heights])
    for face, edge, filled in (("rel", "rel", True), ("paper", "edge", False)):
        kept = {k: height for k, height in heights.items() if (k in counted) is filled}
        boxes(ax, kept, 0.72, facecolor=colour(ax, face), edgecolor=colour(ax, edge), zorder=2)


def _crosses(ax: Axes, places: range, height: float) -> None:
    if places:
        by = scale(ax)
        style: dict[str, Any] = {"marker": "x", "linestyle": "none", "color": colour(ax, "rel")}
        style |= {"markersize": 6 * by, "markeredgewidth": 2 * by}
        ax.plot(places, [height] * len(places), **style, zorder=3)


def _workings(ax: Axes, derivation: Derivation, room: float, line: float | None) -> None:
    step = derivation.per_rank
    texts = {k: step.cell(k - 1, TEXT) for k in sorted(derivation.counted)} if step else {}
    if step is None or widest(ax, list(texts.values()), weight="bold") > room:
        return
    (low, high), by = ax.get_ylim(), scale(ax)
    needed = 20 * by * (high - low) / size(ax)[1]
    look = bold(ax, ha="center", va="bottom", textcoords="offset points", xytext=(0, 4 * by), zorder=5)
    for k, text in texts.items():
        value = step.value[k - 1]
        above = line if line is not None and value < line < value + needed else value
        ax.annotate(text, (k, above), **look)


def _caption(
    derivation: Derivation, symbol: str, users: bool, ranks: int, missed: int, is_mean: bool, has_ideal: bool
) -> str:
    if users:
        parts = [_("{symbol}, a bar a user.", symbol=symbol.removesuffix("_u"))]
    else:
        filled = _("Filled bars count ({count} of {ranks}).", count=len(derivation.counted), ranks=ranks)
        parts = [_("{symbol} along the ranks.", symbol=in_line(symbol)), filled]
    if missed:
        parts.append(_said_of_crosses(derivation, missed))
    if has_ideal:
        parts.append(_("Dashed: the ideal list."))
    if is_mean:
        value = number(derivation.value)
        parts.append(_("The line is {symbol} = {value}.", symbol=derivation.symbol, value=value))
    return " ".join(parts)


def _said_of_crosses(derivation: Derivation, crosses: int) -> str:
    ranking, counted = derivation.ranking, len(derivation.counted)
    cut = int(np.sum(ranking.hits())) - counted
    missed = int(ranking.relevant) - counted - cut
    text = _("× are relevant items below the cut-off ({cut}) and not shown ({missed}): they count as 0.")
    if crosses != cut + missed:
        text = ngettext(
            "× stands for the {crosses} hit that is missing from {whole}: it counts as 0.",
            "× stand for the {crosses} hits that are missing from {whole}: they count as 0.",
            crosses,
            crosses=crosses,
            whole=crosses + counted,
        )
    elif not cut:
        text = _("× are relevant items that are not shown ({missed}): they count as 0.")
    elif not missed:
        text = _("× are relevant items below the cut-off ({cut}): they count as 0.")
    return text.format(cut=cut, missed=missed)


def _mean_line(ax: Axes, derivation: Derivation, bars: int) -> float:
    by, value, ends = scale(ax), derivation.value, (0.5, bars + 0.5)
    ax.plot(ends, (value, value), **line(ax, "paper", 2.4), zorder=3)
    ax.plot(ends, (value, value), **line(ax, "ink", 1.5, (0, (5, 3))), zorder=4)
    name = derivation.symbol.replace(" ", "\n")  # "mean Recall@10" is wider than the margin
    text = f"{name}\n{number(value, fixed=4)}"
    ax.annotate(
        text, (ends[1], value), xytext=(4 * by, 0), textcoords="offset points", **bold(ax, va="center", in_layout=False)
    )
    return 0 if ax in FRAME_OF else 10 * by + widest(ax, text.split("\n"), weight="bold")


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
    if n is not None:
        check_cutoff(n)
    hits, found = ranking.hits(), np.cumsum(ranking.hits())
    p = (found / ranking.ranks()).tolist()
    r = (found / max(int(ranking.relevant), 1)).tolist()
    ticks = tuple((x, number(x)) for x in (0, 0.5, 1))
    set_frame(ax, (-0.04, 1.04), 1.0, _("recall"), _("precision"), ticks)
    slots(ax, [_disc(ax, x, y) for x, y in zip(r, p, strict=True)])
    dot: dict[str, Any] = {"marker": "o", "linestyle": "none", "clip_on": False, "markeredgewidth": scale(ax)}
    _path(ax, r, p, hits, dot | {"markersize": (6 if len(p) <= 60 else 3.5) * scale(ax)})
    names = {int(k): str(k + 1) for k in np.flatnonzero(hits)} if ranks else {}
    caption = _("Precision against recall after each rank; hits are filled.")
    if n is not None and p:
        k = min(n, len(p)) - 1
        ax.plot(r[k], p[k], **dot, markersize=13 * scale(ax), fillstyle="none", color=colour(ax, "ink"), zorder=3)
        names |= {k: f"n = {k + 1}"} if ranks else {}
        caption += " " + _("After rank {n}: P = {p}, hits/|R| = {r}.", n=k + 1, p=number(p[k]), r=number(r[k]))
    for k, name in names.items() if len(names) <= 30 else ():
        side, up = ("bottom", 6) if hits[k] else ("top", -9)
        shift: dict[str, Any] = {"textcoords": "offset points", "xytext": (0, up * scale(ax))}
        ax.annotate(name, (r[k], p[k]), **shift, **bold(ax, ha="center", va=side))
    return caption


def _path(ax: Axes, r: list[float], p: list[float], hits: Any, dot: dict[str, Any]) -> None:
    ax.plot(r, p, **line(ax, "edge"), zorder=1)
    for face, edge, hit in (("paper", "edge", 0), ("rel", "rel", 1)):
        at = np.flatnonzero(hits == hit)
        [points] = ax.plot([r[k] for k in at], [p[k] for k in at], **dot, zorder=2)
        points.set(markerfacecolor=colour(ax, face), markeredgecolor=colour(ax, edge))


def _disc(ax: Axes, x: float, y: float) -> Corners:
    (left, low), (right, high) = ax.transData.inverted().transform([(0, 0), (7, 7)])  # pixels
    turns = [k * math.tau / 8 for k in range(9)]
    return [(x + (right - left) * math.cos(turn), y + (high - low) * math.sin(turn)) for turn in turns]
