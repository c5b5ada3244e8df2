"""Figures: each ``draw_*`` draws on an Axes of the caller's, and ``svg`` makes one that follows the page's colours.

What is drawn is read from a Derivation, so a figure shows the numbers that stand in the working.
"""

from __future__ import annotations

import io
import itertools
import math
import re
import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from metrics_edu.language import _, number
from metrics_edu.metrics import precision, recall
from metrics_edu.writing import in_line

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
    _bars(ax, values, [k in derivation.counted for k in range(1, len(values) + 1)], top)
    if missed:
        places = range(len(values) + 1, len(values) + missed + 1)
        style = {"marker": "x", "linestyle": "none", "color": COLOURS["rel"], "markersize": 6, "markeredgewidth": 2}
        ax.plot(places, [0.03 * top] * missed, **style, zorder=3)  # type: ignore[arg-type]
    boxes = _boxes(ax, "ideal", [(0.0, value) for value in ideal], 0.86, ["none"], [COLOURS["ink"]], 3)
    boxes.set_linestyle((0, (3, 2)))
    users = step.index == "u"
    is_mean = bool(derivation.contributions) and (users or derivation.metric.averages)
    if is_mean:
        _mean_line(ax, derivation)
    span = (0.5, max(len(values) + missed, len(ideal), 1) + 0.5)
    below = _("user") if users else _("rank i")
    _frame(ax, span, top, below, in_line(step.symbol), _ticks(ax, len(values), missed, labels))
    return _caption(derivation, step.symbol, users, len(values), missed, is_mean, bool(ideal))


def _bars(ax: Axes, values: list[float], counted: list[bool], top: float) -> None:
    nothing = ["none"] * len(values)
    _boxes(ax, "slots", [(-0.13 * top, 1.08 * top)] * len(values), 1.0, nothing, nothing, 0)
    face = [COLOURS["rel" if filled else "paper"] for filled in counted]
    edge = [COLOURS["rel" if filled else "edge"] for filled in counted]
    _boxes(ax, "bars", [(0.0, value) for value in values], 0.72, face, edge, 2)


def _caption(
    derivation: Derivation, symbol: str, users: bool, ranks: int, missed: int, is_mean: bool, has_ideal: bool
) -> str:
    if users:
        parts = [_("{symbol}, a bar a user.").format(symbol=symbol.removesuffix("_u"))]
    else:
        filled = _("Filled bars count ({count} of {ranks}).").format(count=len(derivation.counted), ranks=ranks)
        parts = [_("{symbol} along the ranks.").format(symbol=in_line(symbol)), filled]
    if missed:
        parts.append(_("× are relevant items that are not read ({missed}): they count as 0.").format(missed=missed))
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
    hits = ranking.hits()
    p = [precision(ranking, i) for i in ranking.ranks().tolist()]
    r = [recall(ranking, i) for i in ranking.ranks().tolist()]
    ax.plot(r, p, color=COLOURS["edge"], linewidth=1, zorder=1)
    face = [COLOURS["rel" if hit else "paper"] for hit in hits]
    edge = [COLOURS["rel" if hit else "edge"] for hit in hits]
    ax.scatter(r, p, 160, "none", edgecolors="none", zorder=1.5, gid="slots")
    ax.scatter(r, p, 36 if len(p) <= 60 else 12, face, edgecolors=edge, zorder=2, gid="bars")
    ticks = [(x, number(x)) for x in (0, 0.5, 1)]
    _frame(ax, (-0.04, 1.04), 1.0, _("recall"), _("precision"), ticks)
    caption = _("Precision against recall after each rank; hits are filled.")
    if n is not None and p:
        k = min(n, len(p)) - 1
        ax.plot(
            [r[k]],
            [p[k]],
            marker="o",
            markersize=13,
            fillstyle="none",
            color=COLOURS["ink"],
            linestyle="none",
            zorder=3,
        )
        caption += " " + _("After rank {n}: P = {p}, recall = {r}.").format(n=k + 1, p=number(p[k]), r=number(r[k]))
    return caption


def _boxes(
    ax: Axes, gid: str, spans: list[tuple[float, float]], width: float, face: list[str], edge: list[str], level: int
) -> Any:
    from matplotlib.collections import PolyCollection

    half = width / 2
    corners = [
        [(k - half, low), (k - half, high), (k + half, high), (k + half, low)] for k, (low, high) in enumerate(spans, 1)
    ]
    boxes = PolyCollection(
        corners, facecolors=face, edgecolors=edge, linewidths=1.1, zorder=level, gid=gid, clip_on=False
    )
    ax.add_collection(boxes, autolim=False)
    return boxes


def _mean_line(ax: Axes, derivation: Derivation) -> None:
    value = derivation.value
    ax.axhline(value, color=COLOURS["paper"], linewidth=3, zorder=3)
    ax.axhline(value, color=COLOURS["ink"], linewidth=1.5, linestyle=(0, (5, 3)), zorder=4)
    name = derivation.symbol.replace(" ", "\n")  # "mean Recall@10" is wider than the margin
    ax.annotate(f"{name}\n{number(value, fixed=4)}", (1, value), xytext=(4, 0), va="center", weight="bold",
                xycoords=("axes fraction", "data"), textcoords="offset points", color=COLOURS["ink"], parse_math=False)  # fmt: skip


def _frame(
    ax: Axes, span: tuple[float, float], top: float, below: str, left: str, ticks: list[tuple[float, str]]
) -> None:
    """Draw the grid, the ticks and the titles as lines and texts: an Axis makes three artists a tick, and takes twice as long."""
    ax.set_axis_off()
    ax.set_xlim(span)
    ax.set_ylim(0, top * 1.08)
    heights = [0, top / 2, top]
    ax.hlines(heights, *span, color=COLOURS["hair"], linewidth=0.8, zorder=0.5)
    style = {"color": COLOURS["ink2"], "parse_math": False}
    data, outside = ax.transData, ax.transAxes
    for height in heights:
        _text(
            ax, (span[0], height), number(round(height, 1)), (-6, 0), ha="right", va="center", transform=data, **style
        )
    for place, text in ticks:
        _text(ax, (place, 0), text, (0, -5), ha="center", va="top", transform=data, **style)
    _text(ax, (0.5, 0), below, (0, -21), ha="center", va="top", transform=outside, **style)
    _text(ax, (0, 1), left, (-30, 6), ha="left", va="bottom", transform=outside, **style)


def _text(
    ax: Axes, place: tuple[float, float], text: str, by: tuple[float, float], *, transform: Any, **style: Any
) -> None:
    """Write text at a place, moved by points."""
    from matplotlib.transforms import ScaledTranslation

    points = ScaledTranslation(by[0] / 72, by[1] / 72, ax.get_figure().dpi_scale_trans)  # type: ignore[union-attr]
    ax.text(*place, text, transform=transform + points, **style)


def _ticks(ax: Axes, ranks: int, missed: int, labels: list[str] | None) -> list[tuple[float, str]]:
    room = ax.bbox.width / ax.get_figure().dpi * 72 / max(ranks + missed, 1)  # type: ignore[union-attr]
    every = 1 if room >= 17 or ranks <= 9 else 5 if room >= 5 else 20
    places = [k for k in range(1, ranks + 1) if k == 1 or k % every == 0]
    names = [labels[k - 1] if labels else str(k) for k in places]
    crosses = [(float(k), "–") for k in range(ranks + 1, ranks + missed + 1)] if every == 1 else []
    return [
        (float(k), name if len(name) <= 12 else name[:11] + "…") for k, name in zip(places, names, strict=True)
    ] + crosses


def svg(draw: Callable[[Axes], str], width: int = 580, height: int = 210, *, right: int = 76) -> tuple[str, str]:
    """Draw a figure as SVG in the page's colours (CSS variables ``--me-*``), its bars marked with ``data-rank``.

    Returns
    -------
    (svg, caption)
    """
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with (
        warnings.catch_warnings(),
        mpl.rc_context(
            {"svg.fonttype": "none", "svg.hashsalt": "metrics_edu", "font.size": 12, "font.family": "sans-serif"}
        ),
    ):
        warnings.filterwarnings("ignore", "Glyph .* missing")  # the page has the fonts, Matplotlib only measures
        figure = Figure(figsize=(width / 72, height / 72), facecolor="none")
        box = (44 / width, 44 / height, (width - 44 - right) / width, (height - 68) / height)
        caption = draw(figure.add_axes(box, facecolor="none"))
        out = io.StringIO()
        figure.savefig(out, format="svg", metadata={"Date": None}, transparent=True)
    text = re.sub(r"^.*?(?=<svg)|<metadata>.*?</metadata>|<style.*?</style>", "", out.getvalue(), flags=re.S)
    text = re.sub(r'style="[^"]*"', lambda found: _themed(found[0]), text)
    for group, kind in (("slots", "me-slot"), ("bars", "me-bar")):
        text = _marked(text, group, kind)
    return re.sub(r'(width|height)="[\d.]+pt"', "", text, count=2), caption


def _themed(style: str) -> str:
    for name, colour in COLOURS.items():
        style = style.replace(colour, f"var(--me-{name},{colour})")
    return style


def _marked(text: str, group: str, kind: str) -> str:
    """Give the shapes of a group their ranks: the k-th is rank k."""
    start = text.find(f'<g id="{group}">')
    if start < 0:
        return text
    defined = text.find("</defs>", start, text.find("</g>", start))
    start = max(start, defined)
    end = text.find("\n   </g>", start)
    ranks = itertools.count(1)
    shapes = re.sub(
        r"<(path|use) ", lambda found: f'<{found[1]} class="{kind}" data-rank="{next(ranks)}" ', text[start:end]
    )
    return text[:start] + shapes + text[end:]
