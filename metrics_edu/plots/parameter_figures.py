"""The figures of two parameters, the discount and the denominator: one metric, as its sources define it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from metrics_edu.language import _, number
from metrics_edu.metrics import PARAMETERS, Ranking, check_cutoff, dcg, explain, measure, rankscore, reciprocal_rank
from metrics_edu.plots.canvas import LOOKS, Canvas, Look, width_of
from metrics_edu.plots.figure_data import Frame, check_one_list
from metrics_edu.plots.list_rows import draw_row, facts, row_of
from metrics_edu.plots.value_lines import draw_rows
from metrics_edu.working import TEXT, Derivation

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.lines import Line2D

MOST_MARKERS = 25
"""On a curve."""


def draw_discounts(ax: Axes, n: int = 20, *, half_lives: Sequence[float] = (5, 10)) -> str:
    """Draw what a relevant item is worth at each rank: for DCG, for the reciprocal rank, and for rankscore.

    Return what the figure shows.

    Parameters
    ----------
    ax : matplotlib Axes
    n : int
        How many ranks are drawn.
    half_lives : sequence of float
        Those of rankscore, each once; two at most are told apart by their markers.

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
    curves, canvas = _curves(n, half_lives), Canvas(ax)
    last = [number(values[-1], fixed=4) for values in curves.values()]
    gap = canvas.em
    names = 3 * gap + width_of(*curves)
    right = names + width_of(*last, bold=True) + gap
    ticks = canvas.rank_ticks(n, width=canvas.width - right)
    canvas.frame(Frame(left=_("worth"), below=_("rank i")), (0.5, n + 0.5), ticks, right=right)
    height = canvas.height / 1.08
    places = _spread([values[-1] * height for values in curves.values()], 1.5 * gap, height)
    for (name, values), text, place, look in zip(curves.items(), last, places, LOOKS * len(curves), strict=False):
        _draw_curve(canvas, range(1, n + 1), values, look, every=-(-n // MOST_MARKERS))
        end = (n + 0.5, place / height)
        canvas.line((n, end[0]), (values[-1], end[1]), "hair", zorder=0.5)
        _draw_curve(canvas, [end[0]], [end[1]], look).set_transform(canvas.moved((gap, 0)))
        canvas.write(end, name, (2 * gap, 0), in_layout=False)
        canvas.write(end, text, (names, 0), bold=True, in_layout=False)
    worths = "; ".join(f"{name} {text}" for name, text in zip(curves, last, strict=True))
    return _("What a relevant item is worth at each rank, 1 at the first. At rank {n}: {values}.", n=n, values=worths)


def _curves(n: int, half_lives: Sequence[float]) -> dict[str, list[float]]:
    hits, discounts = Ranking([1] * n), PARAMETERS["discount"]
    workings = {f"1/{discounts.word(word)}": explain(dcg, hits, discount=word) for word in ("log2", "jarvelin")}
    workings["1/i"] = explain(reciprocal_rank, hits)
    for alpha in half_lives:
        name = _("half-life {alpha}", alpha=number(alpha))
        if name in workings:
            raise ValueError(_("half_lives must differ; got {given} twice", given=number(alpha)))
        workings[name] = explain(rankscore, hits, half_life=alpha)
    steps = {name: derivation.per_rank for name, derivation in workings.items()}
    return {name: step.value.tolist() for name, step in steps.items() if step}


def _draw_curve(canvas: Canvas, x: Sequence[float], y: Sequence[float], look: Look, *, every: int = 1) -> Line2D:
    return canvas.mark(x, y, look, 6 * canvas.scale, linewidth=1.5 * canvas.scale, markevery=every)


def _spread(places: Sequence[float], gap: float, high: float) -> list[float]:
    """Move places up, and where that is too high down, until any two are `gap` away from each other.

    Examples
    --------
    >>> _spread([9, 5, 5.5], 2, 10)
    [9, 5, 7]
    """
    moved = list(places)
    order = sorted(range(len(places)), key=places.__getitem__)
    for below, k in pairwise(order):
        moved[k] = max(moved[k], moved[below] + gap)
    for k in reversed(order):
        moved[k] = min(moved[k], high)
        high = moved[k] - gap
    return moved


def draw_denominators(ax: Axes, ranking: Ranking, n: int = 10) -> str:
    """Draw AP@n of one list, divided by each of the numbers that sources divide it by. Return what the figure shows.

    Parameters
    ----------
    ax : matplotlib Axes
    ranking : Ranking
        Of one list.
    n : int
        The cut-off.

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
    symbol, divisors = f"AP@{n}", PARAMETERS["denominator"]
    choices = measure(symbol).metric.choices["denominator"]
    names = [divisors.word(word, n) for word in choices]
    derivations = [measure(symbol, denominator=word).explain(ranking) for word in choices]
    values, workings = [one.value for one in derivations], [_quotient(one) for one in derivations]
    canvas = Canvas(ax)
    row = row_of(canvas, [ranking])
    canvas.write((0, row.line / 2), facts(ranking), transform=canvas.points)
    draw_row(canvas, ranking, row, row.line)
    draw_rows(canvas, names, [values], workings=workings, above=row.height + 2 * row.line)
    equal = (
        " = ".join([*filter(None, [text]), number(value, fixed=4)])
        for text, value in zip(workings, values, strict=True)
    )
    rows = "; ".join(f"{name}: {text}" for name, text in zip(names, equal, strict=True))
    return _("{symbol} of one list, divided by {rows}.", symbol=symbol, rows=rows)


def _quotient(derivation: Derivation) -> str:
    forms = derivation.result.forms(TEXT)
    return forms[-2] if len(forms) > 1 else ""
