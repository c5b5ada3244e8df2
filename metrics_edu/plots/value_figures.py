"""Figures of values below each other, each a point on a line: of anything, and of AP by each denominator."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from metrics_edu.language import _, ngettext, number, refused
from metrics_edu.metrics import PARAMETERS, Ranking, average_precision
from metrics_edu.metrics.value_and_derivation import one_list, ranking_measure
from metrics_edu.plots.canvas import LOOKS, Canvas, Look, fitting, width_of
from metrics_edu.plots.list_figures import cells, draw_list, row_of
from metrics_edu.working.text_style import TEXT

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.lines import Line2D

Texts = Sequence[str]
Columns = Sequence[Sequence[float]]
WIDEST_NAMES = 0.43  # of the width


def draw_values(ax: Axes, values: Sequence[float], names: Texts, symbol: str, *, workings: Texts = ()) -> str:
    """Draw named values of one measure below each other, each as a point on a line from 0 to 1 or beyond.

    NaN is named, and has no point. `workings`, such as "7/30", are before the values.
    Return what the figure shows.

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
    for name, texts in (("names", names), ("workings", workings or names)):
        if len(texts) != len(values):
            raise ValueError(
                ngettext(
                    "{name} must have one text for the {count} value; got {value}",
                    "{name} must have one text for each of the {count} values; got {value}",
                    len(values),
                    name=name,
                    value=len(texts),
                )
            )
    for value in values:
        if value < 0 or math.isinf(value):
            raise refused("a value must be a finite number, 0 or higher, or NaN; got {value:g}", value=value)
    draw_rows(Canvas(ax), names, [values], workings=workings)
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
    canvas: Canvas, names: Texts, columns: Columns, *, heads: Texts = (), workings: Texts = (), above: float = 0
) -> None:
    """Draw a row a name: its values as points on a line, and at the right as numbers, below heads with the extremes bold.

    The number of points above that are left free.
    """
    texts, gap = [[number(value, fixed=4) for value in values] for values in columns], canvas.em
    heads, ends = heads or [""] * len(columns), [gap / 2 + width_of(*workings) + gap * bool(workings)]
    for column, head in zip(texts, heads, strict=True):
        ends.append(ends[-1] + max(width_of(*column, bold=True), width_of(head) + 1.15 * gap) + gap)
    wider = width_of("0000", bold=True) - width_of("0000")  # so that decimal points are below each other
    top = max([1.0, *(value for values in columns for value in values if not math.isnan(value))])
    _set_limits(canvas, names, top, ends[-1] + wider, above + 1.7 * gap)
    _draw_grid(canvas, len(names), top)
    for point, name in enumerate(names):
        canvas.write((0, point), fitting(name, canvas.width * WIDEST_NAMES), (-gap, 0), ha="right")
        if workings:
            canvas.write((top, point), workings[point], (ends[0] - gap / 2, 0), ha="right")
    for k, (values, look, head, right) in enumerate(zip(columns, LOOKS, heads, ends[1:], strict=False)):
        _draw_points(canvas, values, range(len(values)), look, 2 + len(columns) - k)
        known = [value for value in values if not math.isnan(value)] or [0.0]
        for point, (text, value) in enumerate(zip(texts[k], values, strict=True)):
            bold = not head or value in (min(known), max(known))
            canvas.write((top, point), text, (right + bold * wider, 0), bold=bold, ha="right")
        if head:
            canvas.write((top, -0.5), head, (right + wider, 0.9 * gap), ha="right")
            left = right + wider - width_of(head) - 0.75 * gap
            _draw_points(canvas, top, -0.5, look, 3).set_transform(canvas.moved((left, 0.9 * gap)))
    canvas.leave_layout()


def _set_limits(canvas: Canvas, names: Texts, top: float, right: float, above: float) -> None:
    ax, width, height = canvas.ax, canvas.width, canvas.height
    left = canvas.em + min(width_of(*names), width * WIDEST_NAMES)
    per_point = top / max(width - left - right, width / 6)  # of the line, a point
    ax.set_axis_off()
    ax.set_xlim(-left * per_point, top + right * per_point)
    ax.set_ylim(len(names) - 0.5, -0.5 - max(len(names), 1) * above / max(height - above, height / 4))


def _draw_grid(canvas: Canvas, rows: int, top: float) -> None:
    for value in (0.0, 0.5, 1.0):
        canvas.grid(value, -0.5, rows - 0.5, upright=True)
        canvas.write((value, -0.5), number(value), (0, 0.9 * canvas.em), ha="center")
    canvas.grid(range(rows), 0, top)


def _draw_points(canvas: Canvas, values: Any, positions: Any, look: Look, zorder: int) -> Line2D:
    size = (6 if look.marker == "o" else 9) * canvas.scale
    return canvas.mark(values, positions, look, size, width=1.2, linestyle="none", zorder=zorder)


def draw_denominators(ax: Axes, ranking: Ranking, n: int = 10) -> str:
    """Draw one list, its sum of P@i, and AP@n by each number that sources divide it by, least first. Return what the figure shows.

    Raises
    ------
    ValueError
        If the ranking is a batch, or n < 1.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from metrics_edu import Ranking
    >>> draw_denominators(Figure().add_subplot(), Ranking.parse("RR", relevant=4), 4)
    'AP@4 of one list, divided by min(|R|, 4): 2/4 = 0.5000; |R|, all relevant: 2/4 = 0.5000; 4, the ranks read: 2/4 = 0.5000;
    min(|R|, shown): 2/2 = 1.0000; the hits: 2/2 = 1.0000.'
    """
    ranking = one_list("draw_denominators", ranking)
    symbol, divisors, every = f"AP@{n}", PARAMETERS["denominator"], average_precision.choices["denominator"]
    explained = ((word, ranking_measure(symbol, denominator=word).explain(ranking)) for word in every)
    choices, derivations = zip(*sorted(explained, key=lambda choice: choice[1].value), strict=True)
    names = [divisors.word(word, n) for word in choices]
    # such as 2/4, if it has one
    workings = ["".join(derivation.result.forms(TEXT)[-2:-1]) for derivation in derivations]
    canvas, values = Canvas(ax), [derivation.value for derivation in derivations]
    row = row_of(canvas, [ranking])
    total = fitting(" = ".join([_("sum"), *derivations[0].sums[0].forms(TEXT)]), canvas.width)
    below = [*cells(row, derivations[:1]), [(0.0, total, False)]]
    draw_list(canvas, "", ranking, row, 0, below)
    draw_rows(canvas, names, [values], workings=workings, above=row.height + (1.6 + len(below)) * row.line)
    shown = zip(names, workings, values, strict=True)
    rows = "; ".join(f"{name}: {text + ' = ' if text else ''}{number(value, fixed=4)}" for name, text, value in shown)
    return _("{symbol} of one list, divided by {rows}.", symbol=symbol, rows=rows)
