"""Figures: each ``draw_*`` draws on an Axes of the caller's; ``svg.py`` makes of them what the widgets show.

What is drawn is read from a Derivation, so a figure shows the numbers that stand in the working.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, MutableMapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from metrics_edu.language import _, number
from metrics_edu.writing import in_line, one_line

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from metrics_edu.derivation import Derivation
    from metrics_edu.ranking import Ranking

COLOURS = {
    "paper": "#ffffff",
    "ink": "#010101",
    "ink2": "#4d4d4d",
    "edge": "#767676",
    "hair": "#dedede",
    "rel": "#0b5394",
    "rel-on": "#fefefe",
}
"""The colours on white paper; ``svg`` writes them as the page's own CSS variables."""

Corners = list[tuple[float, float]]
Ticks = tuple[tuple[float, str], ...]


class Frame(NamedTuple):
    """What stands around the terms: the grid, the ticks and the titles."""

    span: tuple[float, float]
    top: float
    below: str
    left: str
    ticks: Ticks
    heights: Ticks


FRAME_OF: MutableMapping[Axes, Frame | None] = WeakKeyDictionary()
"""The axes on which a frame is only noted here, and not drawn: `svg` has drawn most of them before."""


def draw_terms(ax: Axes, derivation: Derivation, *, missed: int = 0, labels: list[str] | None = None) -> str:
    """Draw the term of each rank (of a mean: of each user) as a bar; what counts is filled.

    The ideal list, where the metric has one, is dashed; a mean of its terms is a line. `missed` relevant items that were
    not shown are drawn as crosses at 0, where they count as zeros.

    Parameters
    ----------
    ax : matplotlib Axes
    derivation : Derivation
    missed : int
    labels : list of str, optional
        What stands below the bars instead of 1, 2, 3, ...

    Returns
    -------
    str
        One sentence that says what the figure shows.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from metrics_edu import Ranking, average_precision, explain
    >>> draw_terms(Figure().add_subplot(), explain(average_precision, Ranking.parse("NRR")))
    'P@i along the ranks. Filled bars count (2 of 3). The line is AP = 0.5833.'
    """
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
    if missed:
        places = range(len(values) + 1, len(values) + missed + 1)
        style = {"marker": "x", "linestyle": "none", "color": COLOURS["rel"], "markersize": 6, "markeredgewidth": 2}
        ax.plot(places, [0.03 * top] * missed, **style, zorder=3)  # type: ignore[arg-type]
    best_boxes = {k: (0.0, value) for k, value in enumerate(ideal, start=1)}
    _boxes(ax, best_boxes, 0.86, facecolor="none", edgecolor=COLOURS["ink"], linestyle=(0, (3, 2)), zorder=3)
    users = step.index == "u"
    is_mean = bool(derivation.contributions) and (users or derivation.metric.averages)
    if is_mean:
        _mean_line(ax, derivation)
    span = (0.5, max(len(values) + missed, len(ideal), 1) + 0.5)
    below = _("user") if users else _("rank i")
    ranks = len(values) if labels else max(len(values), len(ideal))
    _frame(ax, span, top, below, in_line(step.symbol), _ticks(ax, ranks, missed, labels))
    return _caption(derivation, step.symbol, users, len(values), missed, is_mean, bool(ideal))


def _bars(ax: Axes, values: list[float], counted: set[int], top: float) -> None:
    heights = {k: (0.0, value) for k, value in enumerate(values, start=1)}
    _slots(ax, [_box(k, -0.13 * top, 1.08 * top, 1.0) for k in heights])
    for face, edge, filled in (("rel", "rel", True), ("paper", "edge", False)):
        kept = {k: height for k, height in heights.items() if (k in counted) is filled}
        _boxes(ax, kept, 0.72, facecolor=COLOURS[face], edgecolor=COLOURS[edge], zorder=2)


def _caption(
    derivation: Derivation, symbol: str, users: bool, ranks: int, missed: int, is_mean: bool, has_ideal: bool
) -> str:
    if users:
        parts = [_("{symbol}, a bar a user.").format(symbol=symbol.removesuffix("_u"))]
    else:
        filled = _("Filled bars count ({count} of {ranks}).").format(count=len(derivation.counted), ranks=ranks)
        parts = [_("{symbol} along the ranks.").format(symbol=in_line(symbol)), filled]
    if missed:
        text = _("× are relevant items that are not shown ({missed}): they count as 0.")
        if missed != int(derivation.ranking.relevant) - len(derivation.counted):
            text = _("× stand for the {missed} hits that are missing from {whole}: they count as 0.")
        parts.append(text.format(missed=missed, whole=missed + len(derivation.counted)))
    if has_ideal:
        parts.append(_("Dashed: the ideal list."))
    if is_mean:
        value = number(derivation.value)
        parts.append(_("The line is {symbol} = {value}.").format(symbol=derivation.symbol, value=value))
    return " ".join(parts)


def draw_precision_recall(ax: Axes, ranking: Ranking, n: int | None = None) -> str:
    """Draw precision against recall after each rank; hits are filled, the first n ranks' end is ringed.

    Parameters
    ----------
    ax : matplotlib Axes
    ranking : Ranking
        Of one list.
    n : int, optional
        The cut-off.

    Returns
    -------
    str
        One sentence that says what the figure shows.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from metrics_edu import Ranking
    >>> draw_precision_recall(Figure().add_subplot(), Ranking.parse("NRR"), 3)
    'Precision against recall after each rank; hits are filled. After rank 3: P = 0.6667, recall = 1.'
    """
    hits, found = ranking.hits(), np.cumsum(ranking.hits())
    p = (found / ranking.ranks()).tolist()
    r = (found / max(int(ranking.relevant), 1)).tolist()
    ticks = tuple((x, number(x)) for x in (0, 0.5, 1))
    _frame(ax, (-0.04, 1.04), 1.0, _("recall"), _("precision"), ticks)
    _slots(ax, [_disc(ax, x, y) for x, y in zip(r, p, strict=True)])
    ax.plot(r, p, color=COLOURS["edge"], linewidth=1, zorder=1)
    size = 6 if len(p) <= 60 else 3.5
    for face, edge, kept in (("paper", "edge", hits == 0), ("rel", "rel", hits == 1)):
        at = np.flatnonzero(kept)
        [points] = ax.plot([r[k] for k in at], [p[k] for k in at], "o", markersize=size, clip_on=False, zorder=2)
        points.set(markerfacecolor=COLOURS[face], markeredgecolor=COLOURS[edge])
    caption = _("Precision against recall after each rank; hits are filled.")
    if n is not None and p:
        k = min(n, len(p)) - 1
        ax.plot(r[k], p[k], "o", markersize=13, fillstyle="none", color=COLOURS["ink"], zorder=3, clip_on=False)
        caption += " " + _("After rank {n}: P = {p}, recall = {r}.").format(n=k + 1, p=number(p[k]), r=number(r[k]))
    return caption


def draw_values(ax: Axes, values: Sequence[float], names: Sequence[str], symbol: str) -> str:
    """Draw named values of one measure below each other, each as a point on a line from 0 to 1 or beyond.

    Parameters
    ----------
    ax : matplotlib Axes
    values : sequence of float
        NaN is named, and has no point.
    names : sequence of str
    symbol : str

    Returns
    -------
    str
        One sentence that says what the figure shows.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> draw_values(Figure().add_subplot(), [0.25, 0.5], ["divided by |R|", "by the hits"], "AP@10")
    'AP@10, 2 values from 0.25 to 0.5.'
    """
    known = [value for value in values if not math.isnan(value)]
    top = max([*known, 1.0])
    ax.set_axis_off()
    ax.set_xlim(-0.75 * top, top * 1.16)
    ax.set_ylim(len(values) - 0.4, -0.9)
    style = _style(ax) | {"color": COLOURS["ink2"], "va": "center"}
    for k in (0.0, 0.5, 1.0):
        ax.vlines(k, -0.5, len(values) - 0.5, color=COLOURS["hair"], linewidth=0.8, zorder=0.5)
        ax.text(k, -0.75, number(k), **style, ha="center")
    for place, (value, name) in enumerate(zip(values, names, strict=True)):
        ax.text(-0.04 * top, place, one_line(name), **style, ha="right")
        ax.hlines(place, 0, top, color=COLOURS["hair"], linewidth=0.8, zorder=0.5)
        if not math.isnan(value):
            ax.plot(value, place, "o", markersize=8, color=COLOURS["rel"], clip_on=False, zorder=2)
        bold = style | {"weight": "bold", "color": COLOURS["ink"]}
        ax.text(top * 1.03, place, number(value, fixed=4), **bold, ha="left")
    low, high = (number(min(known)), number(max(known))) if known else ("–", "–")
    return _("{symbol}, {count} values from {low} to {high}.").format(
        symbol=symbol, count=len(values), low=low, high=high
    )


def _disc(ax: Axes, x: float, y: float) -> Corners:
    (left, low), (right, high) = ax.transData.inverted().transform([(0, 0), (7, 7)])  # pixels
    turns = [k * math.tau / 8 for k in range(9)]
    return [(x + (right - left) * math.cos(turn), y + (high - low) * math.sin(turn)) for turn in turns]


def _box(k: float, low: float, high: float, width: float) -> Corners:
    left, right = k - width / 2, k + width / 2
    return [(left, low), (left, high), (right, high), (right, low), (left, low)]


def _boxes(ax: Axes, spans: Mapping[int, tuple[float, float]], width: float, **style: Any) -> None:
    """Draw a box a rank, all as one path: 200 take as long as ten."""
    _path(ax, [_box(k, low, high, width) for k, (low, high) in spans.items()], linewidth=1.1, **style)


def _slots(ax: Axes, places: list[Corners]) -> None:
    """Draw the k-th of some closed lines, unseen, where `svg` lets rank k be clicked and light up."""
    _path(ax, places, gid="slots", facecolor="none", edgecolor="none", zorder=0)


def _path(ax: Axes, polygons: list[Corners], **style: Any) -> None:
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    if polygons:
        codes = [code for one in polygons for code in (Path.MOVETO, *[Path.LINETO] * (len(one) - 2), Path.CLOSEPOLY)]
        whole = Path([corner for one in polygons for corner in one], codes)
        ax.add_artist(PathPatch(whole, clip_on=False, transform=ax.transData, **style))


def _mean_line(ax: Axes, derivation: Derivation) -> None:
    value = derivation.value
    ax.axhline(value, color=COLOURS["paper"], linewidth=2.4, zorder=3)
    ax.axhline(value, color=COLOURS["ink"], linewidth=1.5, linestyle=(0, (5, 3)), zorder=4)
    name = derivation.symbol.replace(" ", "\n")  # "mean Recall@10" is wider than the margin
    style = _style(ax) | {"weight": "bold", "color": COLOURS["ink"], "va": "center"}
    place = {"xytext": (4, 0), "xycoords": ("axes fraction", "data"), "textcoords": "offset points"}
    ax.annotate(f"{name}\n{number(value, fixed=4)}", (1, value), **place, **style)  # type: ignore[arg-type]


def _frame(ax: Axes, span: tuple[float, float], top: float, below: str, left: str, ticks: Ticks) -> None:
    ax.set_axis_off()
    ax.set_xlim(span)
    ax.set_ylim(0, top * 1.08)
    digit = 10 ** math.floor(math.log10(top / 2))
    step = math.floor(top / 2 / digit + 1e-9) * digit  # about a half, in one digit
    heights = tuple((k * step, number(k * step)) for k in range(math.floor(top / step + 1e-9) + 1))
    frame = Frame(span, top, below, left, ticks, heights)
    if ax in FRAME_OF:
        FRAME_OF[ax] = frame
    else:
        draw_frame(ax, frame)


def draw_frame(ax: Axes, frame: Frame) -> None:
    """Draw a frame in the limits of its axes, as lines and texts: an Axis makes three artists a tick, and takes twice as long."""
    lines = [height for height, _text_of in frame.heights]
    ax.hlines(lines, *frame.span, color=COLOURS["hair"], linewidth=0.8, zorder=0.5, clip_on=False)
    style = _style(ax) | {"color": COLOURS["ink2"]}
    side = style | {"ha": "right", "va": "center", "transform": ax.transData}
    under = style | {"ha": "center", "va": "top"}
    for height, text in frame.heights:
        _text(ax, (frame.span[0], height), text, (-6, 0), **side)
    for place, text in frame.ticks:
        _text(ax, (place, 0), text, (0, -5), **under, transform=ax.transData)
    _text(ax, (0.5, 0), frame.below, (0, -21), **under, transform=ax.transAxes)
    _text(ax, (0, 1), frame.left, (-30, 6), **style, ha="left", va="bottom", transform=ax.transAxes)


def _style(ax: Axes) -> dict[str, Any]:
    """How texts look; on the axes that `svg` keeps, whatever the user's settings of Matplotlib are."""
    plain = {"parse_math": False, "usetex": False}
    own = {"fontsize": 12, "family": "sans-serif", "weight": "normal", "style": "normal"}
    return plain | own if ax in FRAME_OF else plain


def _text(
    ax: Axes, place: tuple[float, float], text: str, by: tuple[float, float], *, transform: Any, **style: Any
) -> None:
    """Write text at a place, moved by points."""
    from matplotlib.transforms import ScaledTranslation

    points = ScaledTranslation(by[0] / 72, by[1] / 72, ax.get_figure().dpi_scale_trans)  # type: ignore[union-attr]
    ax.text(*place, text, transform=transform + points, **style)


def _ticks(ax: Axes, ranks: int, missed: int, labels: list[str] | None) -> Ticks:
    room = ax.bbox.width / ax.get_figure().dpi * 72 / max(ranks + missed, 1)  # type: ignore[union-attr]
    every = 1 if room >= 17 or ranks <= 9 else 5 if room >= 5 else 20
    places = [k for k in range(1, ranks + 1) if k == 1 or k % every == 0]
    names = [one_line(labels[k - 1]) if labels else str(k) for k in places]
    texts = [name if len(name) <= 12 else name[:11] + "…" for name in names]
    if room >= 17:
        places, texts = [*places, *range(ranks + 1, ranks + missed + 1)], [*texts, *["–"] * missed]
    return tuple(zip(map(float, places), texts, strict=True))
