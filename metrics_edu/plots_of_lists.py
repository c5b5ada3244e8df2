"""The figure of ranked lists: each as a row of marks, with what is relevant and its measures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from metrics_edu.derivation import Derivation
from metrics_edu.drawing import bold, em, fitting, in_points, leave_layout, size, style, width_of
from metrics_edu.language import _
from metrics_edu.marks import Row, because, draw_row, facts, letters, row_of
from metrics_edu.measures import measure
from metrics_edu.ranking import Ranking
from metrics_edu.writing import TEXT, folded, one_line

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SHORT = 12
"""So many letters of working stand before a value among others."""


def draw_lists(ax: Axes, lists: Ranking | Mapping[str, Ranking], measures: Sequence[str] = ()) -> str:
    """Draw ranked lists as pictures, below each other: relevant items are filled discs, the others are squares.

    Binary items have the letters R and N, others their grade. What does not fit is counted at the end of its row.

    Parameters
    ----------
    ax : matplotlib Axes
    lists : Ranking, or mapping from a name to a Ranking
        Each of one list.
    measures : sequence of str
        Such as "P@5": their values stand below each list; a single one with its whole working, where that fits.

    Returns
    -------
    str
        What the figure shows, a sentence a list.

    Raises
    ------
    ValueError
        If a ranking is a batch, or a measure is not known.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> draw_lists(Figure().add_subplot(), {"A": Ranking.parse("NRR", relevant=4)}, ["P@3", "RR"])
    'A: N R R. Relevant: 2 shown + 2 missed, |R| = 4. P@3 = 2/3 = 0.6667, RR = 1/2 = 0.5.'
    """
    given = {"": lists} if isinstance(lists, Ranking) else lists
    if any(one.is_batch for one in given.values()):
        raise ValueError(_("draw_lists takes rankings of one list each; got a batch"))
    ax.set_axis_off()
    row = row_of(ax, list(given.values()))
    below = {name: _below(ax, one, measures) for name, one in given.items()}
    lines = sum(map(len, below.values())) + len(given)
    between = em(ax) * (len(given) - 1)
    row = row.airy((size(ax)[1] - between) / max(lines * row.line + len(given) * row.height, 1))
    gap = (size(ax)[1] - lines * row.line - len(given) * row.height) / (len(given) + 1)
    place = max(gap, 0)
    for name, one in given.items():
        _draw_list(ax, name, one, row, place, below[name])
        place += (1 + len(below[name])) * row.line + row.height + gap
    leave_layout(ax)
    return " ".join(_said(name, one, measures) for name, one in given.items())


def _draw_list(ax: Axes, name: str, ranking: Ranking, row: Row, top: float, below: list[str]) -> None:
    """Draw a list with its name and what is relevant above, and lines of measures below."""
    text, width = em(ax), size(ax)[0]
    place = {"va": "center", "ha": "left", "transform": in_points(ax)}
    head = fitting(ax, name, width / 2)
    after = width_of(ax, head, weight="bold") + text if head else 0
    ax.text(0, top + row.line / 2, head, **bold(ax, **place))
    ax.text(after, top + row.line / 2, _fitting(ax, ranking, width - after), **style(ax, **place))
    draw_row(ax, ranking, row, top + row.line)
    bottom = top + row.line + row.height
    for k, line in enumerate(below):
        ax.text(0, bottom + row.line * (k + 0.6), line, **bold(ax, **place))


def _fitting(ax: Axes, ranking: Ranking, room: float) -> str:
    """Say what is relevant, in the room there is."""
    whole = facts(ranking)
    return whole if width_of(ax, whole) < room else fitting(ax, f"|R| = {int(ranking.relevant)}", room)


def _short(derivation: Derivation) -> str:
    """Return symbol, working and value; the working only where it is short, and why there is none."""
    *working, value = derivation.result.forms(TEXT)
    short = [text for text in working if len(text) <= SHORT][-1:]
    return " = ".join([derivation.symbol, *short, value]) + because(derivation)


def _below(ax: Axes, ranking: Ranking, measures: Sequence[str]) -> list[str]:
    """Return the lines below a list: all measures in as few lines as they need."""
    found, width = [measure(spelling).explain(ranking) for spelling in measures], size(ax)[0]
    if len(found) == 1 and width_of(ax, found[0].line, weight="bold") < width:
        return [fitting(ax, found[0].line + because(found[0]), width)]
    lines: list[str] = []
    for text in map(_short, found):
        longer = f"{lines[-1]}      {text}" if lines else ""
        if longer and width_of(ax, longer, weight="bold") < width:
            lines[-1] = longer
        else:
            lines.append(fitting(ax, text, width))
    return lines


def _said(name: str, ranking: Ranking, measures: Sequence[str]) -> str:
    """Say a list in words: its items, what is relevant, its measures."""
    marks = letters(ranking, ranking.shown.tolist())
    if ranking.items:
        marks = [f"{one_line(item)} ({mark})" for item, mark in zip(ranking.items, marks, strict=True)]
    items = (", " if ranking.items else " ").join(folded(marks, str, TEXT.fold or str)) or "–"
    values = ", ".join(_short(measure(spelling).explain(ranking)) for spelling in measures)
    parts = [
        f"{one_line(name)}: {items}." if name else f"{items}.",
        facts(ranking),
        *([f"{values}."] if values else []),
    ]
    return " ".join(parts)
