"""The figures of two parameters, the discount and the denominator: one metric, as its sources define it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from metrics_edu.language import _, number
from metrics_edu.metrics import PARAMETERS, Ranking, check_cutoff, dcg, explain, measure, rankscore, reciprocal_rank
from metrics_edu.plots.canvas import (
    bold,
    colour,
    draw_frame,
    em,
    in_points,
    line,
    moved,
    rank_ticks,
    scale,
    size,
    style,
    widest,
    write,
)
from metrics_edu.plots.figure_data import Frame, check_one_list
from metrics_edu.plots.list_rows import draw_row, facts, row_of
from metrics_edu.plots.value_lines import draw_rows
from metrics_edu.working import TEXT, Derivation

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.lines import Line2D

Look = tuple[str, str, str, Any]
LOOKS: tuple[Look, ...] = (
    ("o", "rel", "rel", "-"),
    ("s", "ink", "paper", (0, (6, 2))),
    ("v", "edge", "edge", (0, (6, 2, 2, 2))),
    ("^", "ink", "ink", "-"),
    ("D", "rel", "paper", (0, (2, 2))),
)
"""Marker, colour of its line, of its face, dashes: no two are told apart by colour alone."""


def draw_discounts(ax: Axes, n: int = 20, *, half_lives: Sequence[float] = (5, 10)) -> str:
    """Draw what a relevant item is worth at each rank: for DCG, for the reciprocal rank, and for rankscore.

    Parameters
    ----------
    ax : matplotlib Axes
    n : int
        How many ranks are drawn.
    half_lives : sequence of float
        Those of rankscore, each once; two at most are told apart by their markers.

    Returns
    -------
    str
        One sentence that says what the figure shows.

    Raises
    ------
    ValueError
        If n < 1, or a half-life is not above 0 or given twice.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> draw_discounts(Figure().add_subplot(), 3, half_lives=[1])
    'What a relevant item is worth at each rank, 1 at the first. At rank 3:
    1/log2(i + 1) 0.5000; 1/max(1, log2 i) 0.6309; 1/i 0.3333;
    half-life 1 0.2500.'
    """
    check_cutoff(n)
    curves = _curves(n, half_lives)
    last = [number(values[-1], fixed=4) for values in curves.values()]
    gap = em()
    names = 3 * gap + widest(list(curves))
    right = names + widest(last, weight="bold") + gap
    ticks = rank_ticks(ax, n, width=size(ax)[0] - right)
    draw_frame(ax, Frame(left=_("worth"), below=_("rank i")), (0.5, n + 0.5), ticks, right=right)
    height = size(ax)[1] / 1.08
    places = _spread([values[-1] * height for values in curves.values()], 1.5 * gap, height)
    for (name, values), text, place, look in zip(curves.items(), last, places, LOOKS * len(curves), strict=False):
        _curve(ax, range(1, n + 1), values, look, every=-(-n // 25))
        end = (n + 0.5, place / height)
        ax.plot((n, end[0]), (values[-1], end[1]), **line(ax, "hair"), zorder=0.5)
        _curve(ax, [end[0]], [end[1]], look).set_transform(moved(ax, ax.transData, (gap, 0)))
        write(ax, end, name, (2 * gap, 0), **style(ax, va="center", transform=ax.transData, in_layout=False))
        write(ax, end, text, (names, 0), **bold(ax, va="center", transform=ax.transData, in_layout=False))
    said = "; ".join(f"{name} {text}" for name, text in zip(curves, last, strict=True))
    return _("What a relevant item is worth at each rank, 1 at the first. At rank {n}: {values}.", n=n, values=said)


def _curves(n: int, half_lives: Sequence[float]) -> dict[str, list[float]]:
    hits = Ranking([1] * n)
    found = {
        "1/" + PARAMETERS["discount"].word(word): explain(dcg, hits, discount=word) for word in ("log2", "jarvelin")
    }
    found["1/i"] = explain(reciprocal_rank, hits)
    for alpha in half_lives:
        name = _("half-life {alpha}", alpha=number(alpha))
        if name in found:
            raise ValueError(_("half_lives must differ; got {given} twice", given=number(alpha)))
        found[name] = explain(rankscore, hits, half_life=alpha)
    return {name: [float(value) for value in _per_rank(one)] for name, one in found.items()}


def _per_rank(derivation: Derivation) -> Any:
    return [] if derivation.per_rank is None else derivation.per_rank.value


def _curve(ax: Axes, places: Sequence[float], values: list[float], look: Look, *, every: int = 1) -> Line2D:
    marker, edge, face, dashes = look
    drawn = line(ax, edge, 1.5, dashes) | {"marker": marker, "markersize": 6 * scale(), "markevery": every}
    [points] = ax.plot(places, values, **drawn, zorder=2, clip_on=False)
    points.set(markerfacecolor=colour(ax, face), markeredgecolor=colour(ax, edge), markeredgewidth=scale())
    return points


def _spread(places: Sequence[float], gap: float, high: float) -> list[float]:
    """Move places up, and where that is too high down, until any two are `gap` away from each other.

    Examples
    --------
    >>> _spread([9, 5, 5.5], 2, 10)
    [9, 5, 7]
    """
    found = list(places)
    order = sorted(range(len(places)), key=places.__getitem__)
    for below, k in pairwise(order):
        found[k] = max(found[k], found[below] + gap)
    for k in reversed(order):
        found[k] = min(found[k], high)
        high = found[k] - gap
    return found


def draw_denominators(ax: Axes, ranking: Ranking, n: int = 10) -> str:
    """Draw AP@n of one list, divided by each of the numbers that sources divide it by.

    Parameters
    ----------
    ax : matplotlib Axes
    ranking : Ranking
        Of one list.
    n : int
        The cut-off.

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
    >>> draw_denominators(Figure().add_subplot(), Ranking.parse("RR", relevant=4), 4)
    'AP@4 of one list, divided by min(|R|, 4): 2/4 = 0.5000; |R|, all relevant: 2/4 = 0.5000; min(|R|, shown): 2/2 = 1.0000;
    the hits: 2/2 = 1.0000; 4, the ranks read: 2/4 = 0.5000.'
    """
    check_one_list("draw_denominators", ranking)
    metric = measure(f"AP@{n}").metric
    found = {word: measure(f"AP@{n}", denominator=word).explain(ranking) for word in metric.choices["denominator"]}
    names = [PARAMETERS["denominator"].word(word, n) for word in found]
    values = [one.value for one in found.values()]
    workings = [_quotient(one) for one in found.values()]
    row = row_of(ax, [ranking])
    ax.text(0, row.line / 2, facts(ranking), **style(ax, va="center", transform=in_points(ax)))
    draw_row(ax, ranking, row, row.line)
    draw_rows(ax, names, [values], workings=workings, above=row.height + 2 * row.line)
    said = zip(names, workings, values, strict=True)
    rows = "; ".join(
        f"{name}: " + " = ".join(filter(None, (text, number(value, fixed=4)))) for name, text, value in said
    )
    return _("{symbol} of one list, divided by {rows}.", symbol=f"AP@{n}", rows=rows)


def _quotient(derivation: Derivation) -> str:
    forms = derivation.result.forms(TEXT)
    return forms[-2] if len(forms) > 1 else ""
