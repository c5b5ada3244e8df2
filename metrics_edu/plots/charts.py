"""The figures in a frame, with ranks or recall below: the terms of a derivation, precision over recall, discounts."""

from __future__ import annotations

import io
import math
import warnings
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from metrics_edu.language import _, number, refused
from metrics_edu.metrics import PARAMETERS, Measure, Ranking
from metrics_edu.metrics.validation import check_cutoff
from metrics_edu.metrics.value_and_derivation import one_list, ranking_measure
from metrics_edu.plots.canvas import DASHED, HIT, LEAST, LOOKS, MISS, Canvas, Look, width_of
from metrics_edu.plots.figure_data import (
    Bars,
    Curve,
    Frame,
    auc_staircase,
    precision_recall_curve,
    term_bars,
    value_trail,
)
from metrics_edu.plots.list_figures import WIDEST_RANK
from metrics_edu.working import Derivation
from metrics_edu.working.labels import in_line
from metrics_edu.working.text_style import TEXT

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MANY_RANKS, MANY_NAMES, MAX_MARKERS = 60, 30, 6  # marks are small, ranks are not named, only some places are marked
USUAL, WIDE = 0.72, 0.86  # the width of a bar, of one with its working in it


def draw_terms(
    ax: Axes, derivation: Derivation, *, missed: int = 0, labels: list[str] | None = None, workings: bool = False
) -> str:
    """Draw the term of each rank (of a mean: of each user) as a bar; what counts is filled. Return what the figure shows.

    The ideal list, where the metric has one, is dashed; a mean of its terms is a line. `missed` relevant items that
    were not read, being below the cut-off or not shown, are drawn as crosses at 0, where they count as zeros.
    `labels` are below the bars instead of 1, 2, 3, ...; with `workings`, the working of what counts, such as 3/6,
    is in its bar, or above a low one, if it fits.

    Raises
    ------
    ValueError
        If `missed` is given with the working of a mean.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from metrics_edu import Ranking, average_precision, explain
    >>> draw_terms(Figure().add_subplot(), explain(average_precision, Ranking.parse("NRR")))
    'AP = 0.5833 is the sum of the filled bars, divided by |R| = 2.'
    """
    bars, canvas = term_bars(derivation, missed=missed, names=labels or ()), Canvas(ax)
    widest = WIDEST_RANK * canvas.em * len(bars.values) / canvas.width
    _draw_bars(canvas, bars, min(WIDE if workings and not bars.ideal else USUAL, widest))
    if workings and derivation.per_rank:
        _write_workings(canvas, bars, {k: derivation.per_rank.cell(k - 1, TEXT) for k in bars.counted})
    return bars.caption


def _draw_bars(canvas: Canvas, bars: Bars, width: float = USUAL) -> None:
    if not bars.top:
        canvas.ax.set_axis_off()
        return
    read, best = len(bars.values), len(bars.ideal)
    count = read + bars.unread
    room = canvas.width / max(count, best, 1)
    terms = [(k, 0.0, value) for k, value in enumerate(bars.values, start=1)]
    for face, edge, zorder, filled in (("rel", "rel", 2, True), ("paper", "edge", 3, False)):
        kept = [box for box in terms if (box[0] in bars.counted) is filled]
        canvas.boxes(kept, width, room, face=face, edge=edge, zorder=zorder)
    end = max(count, *bars.crosses, 0)
    if bars.crosses:
        heights = [0.03 * bars.top] * len(bars.crosses)
        canvas.mark(bars.crosses, heights, Look("x", "rel", "rel"), 6 * canvas.scale, width=2, zorder=3, clip_on=True)
    if bars.unread:
        canvas.line([read + 0.5] * 2, (0, 1.08 * bars.top), "ink", 1.1, linestyle=":", zorder=3)
        canvas.write((read + 0.5, 1.08 * bars.top), f"n = {read}", (0, 6 * canvas.scale), ha="center", va="bottom")
    ideal = [(k, 0.0, value) for k, value in enumerate(bars.ideal, start=1)]
    canvas.boxes(ideal, width + 0.14, room, face="none", edge="ink", linestyle=DASHED, zorder=3)
    right = _draw_line(canvas, bars, width, *bars.line, end=end + 0.5) if bars.line else 0
    ranks = count if bars.names else max(count, best)
    ticks = canvas.rank_ticks(ranks, max(end - count, 0), bars.names, width=canvas.width - right)
    canvas.frame(bars, (0.5, max(end, best, 1) + 0.5), ticks, right=right, bold=bars.counted)


def _draw_line(canvas: Canvas, bars: Bars, width: float, value: float, name: str, *, end: float) -> float:
    """Draw a dashed line with its name; in the filled bars that it crosses, it has the colour of what is written in them."""
    canvas.line((0.5, end), (value, value), "ink", 1.5, linestyle=(0, (5, 3)), zorder=4)
    for left in (k - width / 2 for k in bars.counted if bars.values[k - 1] > value + 0.01 * bars.top):
        span = (left, left + width), (value, value)
        canvas.line(*span, "rel", 2.2, solid_capstyle="butt", zorder=4)
        canvas.line(*span, "rel-on", 1.5, linestyle=DASHED, zorder=4)
    canvas.write((end, value), name, (4 * canvas.scale, 0), bold=True, in_layout=False)
    return 10 * canvas.scale + width_of(*name.split("\n"), bold=True)


def _write_workings(canvas: Canvas, bars: Bars, texts: dict[int, str]) -> None:
    (low, high), (left, right), by = canvas.ax.get_ylim(), canvas.ax.get_xlim(), canvas.scale
    size = min(USUAL * 1.1 * canvas.width / (right - left) / max(width_of(*texts.values(), bold=True), 1), 1)
    if size < LEAST:
        return
    needed = 20 * by * (high - low) / canvas.height
    line = bars.line[0] if bars.line else math.inf
    for k, text in texts.items():
        value = bars.values[k - 1]
        inside = value > needed and not value - needed < line < needed  # below the line there is no room
        foot, head = (value - needed, value) if inside else (value, value + needed)
        look = {"va": "top", "color": canvas.colour("rel-on")} if inside else {"va": "bottom"}
        edge, away = line if foot < line < head else value, -5 if inside else 4
        canvas.write((k, edge), text, (0, away * by), bold=True, ha="center", zorder=5, size=canvas.em * size, **look)


def draw_precision_recall(ax: Axes, ranking: Ranking, n: int | None = None, *, ranks: bool = False) -> str:
    """Draw precision against recall after each rank of one list; hits are filled. Return what the figure shows.

    The cut-off n (of a shorter list, the last rank) is ringed. With `ranks`, the ranks of the hits, and the cut-off,
    are beside their points.

    Raises
    ------
    ValueError
        If the ranking is a batch, or n < 1.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from metrics_edu import Ranking
    >>> draw_precision_recall(Figure().add_subplot(), Ranking.parse("NRR"), 3)
    'Precision against recall after each rank: a hit, filled, goes to the right, a miss straight down.
    Ring at rank 3: P = 0.6667, hits/|R| = 1.0000.'
    """
    ranking = one_list("draw_precision_recall", ranking)
    curve = precision_recall_curve(ranking, n)
    _draw_curve(Canvas(ax), curve, ranks=ranks)
    return curve.caption


def _draw_curve(canvas: Canvas, curve: Curve, *, ranks: bool = False) -> None:
    canvas.frame(curve, (-0.04, 1.04), curve.heights)
    points, by = list(zip(curve.recall, curve.precision, strict=True)), canvas.scale
    canvas.line(curve.recall, curve.precision, "edge", zorder=1)
    for look, hit in ((MISS, False), (HIT, True)):
        kept = [point for point, is_hit in zip(points, curve.hits, strict=True) if is_hit is hit]
        size = (6 if len(points) <= MANY_RANKS else 3.5) * by
        canvas.mark([x for x, _y in kept], [y for _x, y in kept], look._replace(marker="o"), size)
    names = {k: str(k + 1) for k, hit in enumerate(curve.hits) if hit}
    if curve.end is not None:
        x, y = points[curve.end]
        canvas.mark(x, y, Look("o", "ink", "none"), 13 * by, zorder=3)
        names[curve.end] = f"n = {curve.end + 1}"
    for k, name in names.items() if ranks and len(names) <= MANY_NAMES else ():
        side, up = ("bottom", 6) if curve.hits[k] else ("top", -9)
        paper = {"facecolor": canvas.colour("paper"), "edgecolor": "none", "pad": 1}
        canvas.write(points[k], name, (0, up * by), bold=True, ha="center", va=side, zorder=0.7, bbox=paper)


def draw_staircase(ax: Axes, ranking: Ranking) -> str:
    """Draw AUC as an area: a relevant item goes up, another one to the right; each square below is a pair in the right order.

    Items that are not shown are at the end in no known order: there each pair counts half.
    Return what the figure shows.

    Raises
    ------
    ValueError
        If the ranking is a batch, or has no pair of a relevant and a non-relevant item.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> draw_staircase(Figure().add_subplot(), Ranking.parse("RNRN"))
    'AUC = 0.75: pairs in the right order, the area below the stairs: 3 of 4.'
    """
    ranking = one_list("draw_staircase", ranking)
    stairs, canvas = auc_staircase(ranking), Canvas(ax)
    wide, high = stairs.across[-1], stairs.up[-1]
    canvas.frame(stairs, (0, wide), tuple((k - 0.5, text) for k, text in canvas.rank_ticks(wide)))
    ax.fill([*stairs.across, wide], [*stairs.up, 0], color=canvas.colour("rel"), linewidth=0, zorder=2)
    if max(wide, high) <= MANY_RANKS:
        canvas.grid(range(1, high), 0, wide, zorder=3)
        canvas.grid(range(1, wide), 0, high, upright=True, zorder=3)
    canvas.line(stairs.across, stairs.up, "ink", 2, zorder=4, clip_on=False)
    return stairs.caption


def draw_trail(ax: Axes, measure: str | Measure, ranking: Ranking, rank: int) -> str:
    """Draw the value of one list with the item of a rank moved to each rank; the ring is its own. Return what the figure shows.

    Raises
    ------
    ValueError
        If the measure is not known, the ranking is a batch, or has no such rank.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> draw_trail(Figure().add_subplot(), "RR", Ranking.parse("NRN"), 2)
    'RR with this item at each rank: from 0.3333 to 1.0000, and 0.5000 at rank 2.'
    """
    trail = value_trail(ranking_measure(measure), one_list("draw_trail", ranking), rank)
    canvas = Canvas(ax)
    count, size = len(trail.by_rank), 6 * canvas.scale
    canvas.frame(trail, (0.5, count + 0.5), canvas.rank_ticks(count), bold=(rank,))
    canvas.mark(range(1, count + 1), trail.by_rank, LOOKS[0], size if count <= MANY_RANKS else size / 2)
    canvas.mark([rank], [trail.by_rank[rank - 1]], Look("o", "ink", "none"), 13 * canvas.scale, zorder=3)
    return trail.caption


def draw_discounts(ax: Axes, n: int = 20, *, half_lives: Sequence[float] = (5, 10)) -> str:
    """Draw what a relevant item is worth at each of n ranks: for DCG, the reciprocal rank, and rankscore by its half-lives.

    At most two half-lives have different markers. Return what the figure shows.

    Raises
    ------
    ValueError
        If n < 1, or a half-life is not above 0 or given twice.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> draw_discounts(Figure().add_subplot(), 3, half_lives=[1])
    'What a relevant item is worth at each rank, 1 at the first. At rank 3:
    1/log₂(i + 1) 0.5000; 1/max(1, log₂ i) 0.6309; 1/i 0.3333;
    half-life 1 0.2500.'
    """
    check_cutoff(n)
    discounts = PARAMETERS["discount"]
    measures = {
        f"1/{in_line(discounts.word(word))}": ranking_measure("DCG", discount=word) for word in ("log2", "jarvelin")
    }
    measures["1/i"] = ranking_measure("RR")
    for alpha in half_lives:
        name = _("half-life {alpha}", alpha=number(alpha))
        if name in measures:
            raise refused("half_lives must differ; got {value} twice", value=number(alpha))
        measures[name] = ranking_measure("Rankscore", half_life=alpha)
    last = _draw_measures(ax, Ranking([1] * n), measures, (_("worth"), _("rank i"), _("at rank {n}", n=n)), fixed=4)
    worths = "; ".join(f"{name} {text}" for name, text in last.items())
    return _("What a relevant item is worth at each rank, 1 at the first. At rank {n}: {values}.", n=n, values=worths)


def draw_gains(ax: Axes, highest: int = 5) -> str:
    """Draw what each grade from 1 to the highest gains, by 2ᵍ − 1 and by itself. Return what the figure shows.

    Raises
    ------
    ValueError
        If highest < 1.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> draw_gains(Figure().add_subplot(), 3)
    'The gain of a grade. Grade 3: 2ᵍ − 1 = 7; g = 3.'
    """
    check_cutoff(highest)
    word, grades = PARAMETERS["gain"].word, Ranking(range(1, highest + 1))
    measures = {
        in_line(word(gain)): ranking_measure("DCG", gain=gain, discount="none") for gain in ("exponential", "linear")
    }
    last = _draw_measures(ax, grades, measures, (_("gain"), _("grade g"), _("at grade {n}", n=highest)))
    values = "; ".join(f"{name} = {text}" for name, text in last.items())
    return _("The gain of a grade. Grade {highest}: {values}.", highest=highest, values=values)


def _draw_measures(
    ax: Axes, ranking: Ranking, measures: Mapping[str, Measure], titles: tuple[str, str, str], fixed: int | None = None
) -> dict[str, str]:
    """Draw what measures give each rank, as curves with names; return the last values: at the right, under the third title."""
    steps = {name: measure.explain(ranking).per_rank for name, measure in measures.items()}
    curves = {name: step.value.tolist() for name, step in steps.items() if step}
    last = {name: number(values[-1], fixed=fixed) for name, values in curves.items()}
    canvas, n, top = Canvas(ax), ranking.shown.shape[-1], max(map(max, curves.values()))
    gap, size, names = canvas.em, 6 * canvas.scale, 3 * canvas.em + width_of(*curves)
    right = names + width_of(*last.values(), bold=True) + gap
    ticks = canvas.rank_ticks(n, width=canvas.width - right)
    canvas.frame(Frame(left=titles[0], below=titles[1], top=top), (0.5, n + 0.5), ticks, right=right)
    height, every = canvas.height / 1.08 / top, -(-n // MAX_MARKERS)
    ends = _spread([values[-1] * height for values in curves.values()], 1.5 * gap, height * top)
    key = n + 0.5 + gap * n / max(canvas.width - right, canvas.width / 2)  # where the marks of the names are
    for k, ((name, values), point, look) in enumerate(zip(curves.items(), ends, LOOKS * len(curves), strict=False)):
        canvas.mark(range(1, n + 1), values, look, size, markevery=(every - 1, every), zorder=3 - 0.1 * k)
        end = (key, point / height)
        canvas.line((n, key), (values[-1], end[1]), look.edge, linestyle=":", zorder=1)
        canvas.mark(*end, look, size)
        canvas.write(end, name, (gap, 0), in_layout=False)
        canvas.write(end, last[name], (right - 2 * gap, 0), bold=True, ha="right", in_layout=False)
    canvas.write((key, max(ends) / height), titles[2], (right - 2 * gap, 1.5 * gap), ha="right", in_layout=False)
    return last


def _spread(ends: Sequence[float], gap: float, high: float) -> list[float]:
    """Move places up, and where that is too high down, until any two are `gap` away from each other.

    >>> _spread([9, 5, 5.5], 2, 10)
    [9, 5, 7]
    """
    moved = list(ends)
    order = sorted(range(len(ends)), key=ends.__getitem__)
    for below, k in pairwise(order):
        moved[k] = max(moved[k], moved[below] + gap)
    for k in reversed(order):
        moved[k] = min(moved[k], high)
        high = moved[k] - gap
    return moved


def picture(data: Bars | Curve) -> str:
    """Draw a figure by Matplotlib as SVG, as it is stored in a notebook: on white, whatever the user's settings are."""
    from matplotlib import style
    from matplotlib.figure import Figure

    out, (width, height) = io.StringIO(), (580, 210)
    settings = {"font.size": 12, "svg.fonttype": "none", "svg.hashsalt": "metrics_edu"}
    with style.context(["default", settings]), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing")  # the page has the fonts, Matplotlib only measures
        figure = Figure(figsize=(width / 72, height / 72))
        canvas = Canvas(figure.add_axes((44 / width, 44 / height, 1 - 60 / width, 1 - 68 / height)))
        _draw_bars(canvas, data) if isinstance(data, Bars) else _draw_curve(canvas, data)
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    return out.getvalue()
