"""Figures: each ``draw_*`` draws on an Axes of the caller's, and ``svg`` makes one that follows the page's colours.

What is drawn is read from a Derivation, so a figure shows the numbers that stand in the working.
"""

from __future__ import annotations

import io
import itertools
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from metrics_edu.language import _, number
from metrics_edu.metrics import precision, recall

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
    values = [float(value) for value in step.value]
    best = derivation.step(derivation.metric.ideal) if derivation.metric.ideal else None
    ideal = [] if best is None else [float(value) for value in best.value]
    top = max([*values, *ideal, 1e-9])
    top = 1.0 if top <= 1 and not ideal else top
    users = step.index == "u"
    counted = [k in derivation.counted for k in range(1, len(values) + 1)]
    _boxes(
        ax, "slots", [(-0.16 * top, 1.08 * top)] * len(values), 1.0, ["none"] * len(values), ["none"] * len(values), 0
    )
    face = [COLOURS["rel" if filled else "paper"] for filled in counted]
    edge = [COLOURS["rel" if filled else "edge"] for filled in counted]
    _boxes(ax, "bars", [(0.0, value) for value in values], 0.72, face, edge, 2)
    if missed:
        ax.plot(range(len(values) + 1, len(values) + missed + 1), [0.03 * top] * missed, marker="x", linestyle="none",
                color=COLOURS["rel"], markersize=6, markeredgewidth=2, zorder=3)  # fmt: skip
    boxes = _boxes(ax, "ideal", [(0.0, value) for value in ideal], 0.86, ["none"], [COLOURS["ink"]], 3)
    boxes.set_linestyle((0, (3, 2)))
    is_mean = users or step.symbol == "P@i"
    if is_mean and derivation.contributions:
        _mean_line(ax, derivation)
    count = max(len(values) + missed, len(ideal))
    _frame(ax, count, top, _("user") if users else _("rank i"), step.symbol)
    _ticks(ax, len(values), missed, labels)
    return _caption(derivation, len(values), missed, is_mean, bool(ideal))


def _caption(derivation: Derivation, ranks: int, missed: int, is_mean: bool, has_ideal: bool) -> str:
    step = derivation.per_rank
    symbol = step.symbol if step else ""
    users = bool(step) and step.index == "u" if step else False
    parts = [_("{symbol}, a bar a user.").format(symbol=symbol.removesuffix("_u")) if users
             else _("{symbol} along the ranks.").format(symbol=symbol)]  # fmt: skip
    if not users:
        parts.append(_("Filled bars count ({count} of {ranks}).").format(count=len(derivation.counted), ranks=ranks))
    if missed:
        parts.append(_("The {missed} missed (×) count as 0.").format(missed=missed))
    if has_ideal:
        parts.append(_("Dashed: the ideal list."))
    if is_mean and derivation.contributions:
        parts.append(
            _("The line is {symbol} = {value}.").format(symbol=derivation.symbol, value=number(derivation.value))
        )
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
    ax.scatter(r, p, 36 if len(p) <= 60 else 12, face, edgecolors=edge, zorder=2, gid="bars")
    _frame(ax, 1, 1.0, _("recall"), _("precision"))
    ax.set_xlim(-0.04, 1.04)
    ax.set_xticks([0, 0.5, 1], [number(0), number(0.5), number(1)])
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
    ax.annotate(f"{derivation.symbol}\n{number(value, fixed=4)}", (1, value), xytext=(4, 0), va="center", weight="bold",
                xycoords=("axes fraction", "data"), textcoords="offset points", color=COLOURS["ink"], parse_math=False)  # fmt: skip


def _frame(ax: Axes, count: int, top: float, below: str, left: str) -> None:
    for side in ax.spines.values():
        side.set_visible(False)
    ax.set_xlim(0.5, max(count, 1) + 0.5)
    ax.set_ylim(0, top * 1.08)
    ax.grid(axis="y", color=COLOURS["hair"], linewidth=0.8, zorder=0)
    ax.set_axisbelow(True)
    ax.tick_params(length=0, colors=COLOURS["ink2"])
    ax.set_yticks([0, top / 2, top], [number(round(tick, 1)) for tick in (0, top / 2, top)])
    ax.set_xlabel(below, color=COLOURS["ink2"])
    ax.set_title(left, loc="left", color=COLOURS["ink2"], fontsize="medium", parse_math=False)


def _ticks(ax: Axes, ranks: int, missed: int, labels: list[str] | None) -> None:
    every = 1 if ranks <= 24 else 5 if ranks <= 80 else 20
    places = [k for k in range(1, ranks + 1) if k == 1 or k % every == 0]
    texts = [labels[k - 1] if labels else str(k) for k in places]
    ax.set_xticks([*places, *range(ranks + 1, ranks + missed + 1)])
    ax.set_xticklabels(
        [*(text if len(text) <= 12 else text[:11] + "…" for text in texts), *["–"] * missed], parse_math=False
    )


def svg(draw: Callable[[Axes], str], width: int = 580, height: int = 210, *, right: int = 76) -> tuple[str, str]:
    """Draw a figure as SVG in the page's colours (CSS variables ``--me-*``), its bars marked with ``data-rank``.

    Returns
    -------
    (svg, caption)
    """
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with mpl.rc_context(
        {"svg.fonttype": "none", "svg.hashsalt": "metrics_edu", "font.size": 12, "font.family": "sans-serif"}
    ):
        figure = Figure(figsize=(width / 72, height / 72), facecolor="none")
        box = (44 / width, 44 / height, (width - 44 - right) / width, (height - 68) / height)
        caption = draw(figure.add_axes(box, facecolor="none"))
        out = io.StringIO()
        figure.savefig(out, format="svg", metadata={"Date": None}, transparent=True)
    text = re.sub(r"^.*?(?=<svg)|<metadata>.*?</metadata>", "", out.getvalue(), flags=re.S)
    for name, colour in COLOURS.items():
        text = text.replace(colour, f"var(--me-{name},{colour})")
    for group, kind in (("slots", "me-slot"), ("bars", "me-bar")):
        text = _marked(text, group, kind)
    return re.sub(r'(width|height)="[\d.]+pt"', "", text, count=2), caption


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
