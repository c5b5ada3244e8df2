"""Figures of values below each other, each a point on a line: of anything, of a list's AP@n, of all conventions."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from metrics_edu.conventions import CONVENTIONS
from metrics_edu.derivation import Derivation
from metrics_edu.drawing import in_points, size, style, width_of
from metrics_edu.language import _, number
from metrics_edu.marks import draw_row, facts, row_of
from metrics_edu.measures import measure
from metrics_edu.parameters import PARAMETERS
from metrics_edu.rows import MOST_OF_THE_WIDTH, draw_rows
from metrics_edu.writing import TEXT

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from metrics_edu.ranking import Ranking


def draw_values(
    ax: Axes, values: Sequence[float], names: Sequence[str], symbol: str, *, workings: Sequence[str] = ()
) -> str:
    """Draw named values of one measure below each other, each as a point on a line from 0 to 1 or beyond.

    Parameters
    ----------
    ax : matplotlib Axes
    values : sequence of float
        NaN is named, and has no point.
    names : sequence of str
    symbol : str
    workings : sequence of str, optional
        What stands before each value, such as "7/30".

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
    draw_rows(ax, names, [list(values)], workings=workings)
    low, high = _ends(values)
    return _("{symbol}, {count} values from {low} to {high}.").format(
        symbol=symbol, count=len(values), low=low, high=high
    )


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
        If n < 1.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from metrics_edu import Ranking
    >>> draw_denominators(Figure().add_subplot(), Ranking.parse("RR", relevant=4), 4)
    'AP@4 of one list, divided by min(|R|, 4): 2/4 = 0.5000; |R|, all relevant: 2/4 = 0.5000; min(|R|, shown): 2/2 = 1.0000;
    the hits: 2/2 = 1.0000; 4, the ranks read: 2/4 = 0.5000.'
    """
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
    return _("{symbol} of one list, divided by {rows}.").format(symbol=f"AP@{n}", rows=rows)


def _quotient(derivation: Derivation) -> str:
    """Return the working with its sums as values: "2.1667/15"; nothing where there is none."""
    forms = derivation.result.forms(TEXT)
    return forms[-2] if len(forms) > 1 else ""


def draw_conventions(ax: Axes, ranking: Ranking, spellings: Sequence[str] = ("AP@10", "nDCG@10")) -> str:
    """Draw the values that every convention gives one list, or one run, under the names of some measures.

    Conventions that define all the measures have a row; those that agree share one. The rows go up with the first measure.

    Parameters
    ----------
    ax : matplotlib Axes
    ranking : Ranking
        Of a batch, the means over its users are drawn.
    spellings : sequence of str
        At most four measures.

    Returns
    -------
    str
        One sentence that says what the figure shows.

    Raises
    ------
    ValueError
        If a measure is not known.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from metrics_edu import Ranking
    >>> draw_conventions(Figure().add_subplot(), Ranking.parse("RNNR", relevant=4), ["AP@4"])
    '19 conventions, one list: AP@4 from 0.375 to 0.75.'
    """
    from metrics_edu.comparison import compare

    found = [compare(ranking, spelling).values for spelling in spellings]
    named: dict[tuple[str, ...], list[str]] = {}
    for name in CONVENTIONS:
        if all(name in values for values in found):
            named.setdefault(tuple(f"{values[name]:.12g}" for values in found), []).append(name)
    groups = sorted(
        named.values(), key=lambda names: [-math.inf if math.isnan(v[names[0]]) else v[names[0]] for v in found]
    )
    columns = [[values[names[0]] for names in groups] for values in found]
    asked = [measure(spelling) for spelling in spellings]
    heads = [one.mean_name if ranking.is_batch and one.metric.mean else one.name for one in asked]
    titles = [_together(ax, [_(CONVENTIONS[name].title) for name in names]) for names in groups]
    draw_rows(ax, titles, columns, heads=heads)
    text = (
        _("{count} conventions, one run: {ranges}.")
        if ranking.is_batch
        else _("{count} conventions, one list: {ranges}.")
    )
    ranges = [_("{symbol} from {low} to {high}").format(symbol=head, low=low, high=high)
              for head, (low, high) in zip(heads, map(_ends, columns), strict=True)]  # fmt: skip
    return text.format(count=sum(map(len, groups)), ranges=", ".join(ranges))


def _together(ax: Axes, titles: Sequence[str]) -> str:
    """Return titles side by side, or where they have no room, the first one and how many more there are."""
    whole = ", ".join(titles)
    return whole if width_of(ax, whole) < size(ax)[0] * MOST_OF_THE_WIDTH else f"{titles[0]} + {len(titles) - 1}"


def _ends(values: Sequence[float]) -> tuple[str, str]:
    """Return the least and the largest of some values, NaN passed over."""
    known = [value for value in values if not math.isnan(value)]
    return (number(min(known)), number(max(known))) if known else ("–", "–")
