"""Lists as rows of marks, discs and squares: the figure of ranked lists, and the rows that other figures have, too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from metrics_edu.language import _
from metrics_edu.metrics import Ranking, measure
from metrics_edu.plots.canvas import (
    bold,
    colour,
    em,
    fitting,
    in_points,
    leave_layout,
    scale,
    size,
    style,
    widest,
    width_of,
)
from metrics_edu.plots.figure_data import check_one_list
from metrics_edu.working import TEXT, Derivation, folded, isolated, letters, one_line

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LINE = 1.5
"""From one line of text to the next, in its size."""
LARGEST, SMALLEST = 2.4, 1.7
"""The width of a mark, in the size of the text."""
SHORT = 12
"""So many letters of working stand before a value among others."""


class Row(NamedTuple):
    """How rows of marks are placed, in points.

    Where the first rank begins, how wide a rank is, how many fit, how many lines of labels there are, how high a line is.
    """

    left: float
    room: float
    fit: int
    lines: int
    line: float

    @property
    def mark(self) -> float:
        """How wide a mark is."""
        return min(self.room * 0.86, LARGEST / LINE * self.line)

    @property
    def height(self) -> float:
        """How high a row is, with its ranks and labels."""
        return self.line * (1 + min(self.lines, 1)) + self.mark + (self.lines == 2) * self.line / 1.3

    def airy(self, by: float) -> Row:
        """Return the row with lines so many times as high, from 0.8 to 1.5."""
        return self._replace(line=self.line * min(max(by, 0.8), 1.5))


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
    for one in given.values():
        check_one_list("draw_lists", one)
    ax.set_axis_off()
    row = row_of(ax, list(given.values()))
    below = {name: _below(ax, one, measures) for name, one in given.items()}
    lines = sum(map(len, below.values())) + len(given)
    between = em() * (len(given) - 1)
    row = row.airy((size(ax)[1] - between) / max(lines * row.line + len(given) * row.height, 1))
    gap = (size(ax)[1] - lines * row.line - len(given) * row.height) / (len(given) + 1)
    place = max(gap, 0)
    for name, one in given.items():
        _draw_list(ax, name, one, row, place, below[name])
        place += (1 + len(below[name])) * row.line + row.height + gap
    leave_layout(ax)
    return " ".join(_said(name, one, measures) for name, one in given.items())


def _draw_list(ax: Axes, name: str, ranking: Ranking, row: Row, top: float, below: list[str]) -> None:
    text, width = em(), size(ax)[0]
    place = {"va": "center", "ha": "left", "transform": in_points(ax)}
    head = fitting(name, width / 2)
    after = width_of(head, weight="bold") + text if head else 0
    ax.text(0, top + row.line / 2, head, **bold(ax, **place))
    ax.text(after, top + row.line / 2, _fitting(ax, ranking, width - after), **style(ax, **place))
    draw_row(ax, ranking, row, top + row.line)
    bottom = top + row.line + row.height
    for k, line in enumerate(below):
        ax.text(0, bottom + row.line * (k + 0.6), line, **bold(ax, **place))


def _fitting(ax: Axes, ranking: Ranking, room: float) -> str:
    whole = facts(ranking)
    return whole if width_of(whole) < room else fitting(f"|R| = {int(ranking.relevant)}", room)


def _short(derivation: Derivation) -> str:
    *working, value = derivation.result.forms(TEXT)
    short = [text for text in working if len(text) <= SHORT][-1:]
    return " = ".join([derivation.symbol, *short, value]) + because(derivation)


def _below(ax: Axes, ranking: Ranking, measures: Sequence[str]) -> list[str]:
    found, width = [measure(spelling).explain(ranking) for spelling in measures], size(ax)[0]
    if len(found) == 1 and width_of(found[0].line, weight="bold") < width:
        return [fitting(found[0].line + because(found[0]), width)]
    lines: list[str] = []
    for text in map(_short, found):
        longer = f"{lines[-1]}      {text}" if lines else ""
        if longer and width_of(longer, weight="bold") < width:
            lines[-1] = longer
        else:
            lines.append(fitting(text, width))
    return lines


def _said(name: str, ranking: Ranking, measures: Sequence[str]) -> str:
    marks = letters(ranking.shown.tolist(), graded=not ranking.is_binary)
    if ranking.items:
        marks = [f"{isolated(one_line(item))} ({mark})" for item, mark in zip(ranking.items, marks, strict=True)]
    items = (", " if ranking.items else " ").join(folded(marks, str, TEXT.fold or str)) or "–"
    values = ", ".join(_short(measure(spelling).explain(ranking)) for spelling in measures)
    parts = [
        f"{isolated(one_line(name))}: {items}." if name else f"{items}.",
        facts(ranking),
        *([f"{values}."] if values else []),
    ]
    return " ".join(parts)


def more(count: int) -> str:
    """Return how it is said that so many are left out."""
    return TEXT.fold(count) if TEXT.fold else "…"


def row_of(ax: Axes, rankings: Sequence[Ranking]) -> Row:
    """Return how rows of marks of some lists are placed, so that their ranks stand below each other."""
    text, width = em(), size(ax)[0]
    labels = [one_line(item) for one in rankings for item in one.items or ()]
    left = text + widest([_("rank"), *([_("item")] if labels else [])])
    longest = max((one.shown.shape[-1] for one in rankings), default=0)
    inside = [letter for one in rankings for letter in letters(one.shown[:100].tolist(), graded=not one.is_binary)]
    least = max(SMALLEST * 1.15 * text, widest(inside) + text)
    fit, room = longest, width - left
    if longest * least > room:
        fit = max(int((room - width_of(more(longest)) - text) / least), 1)
        room = least * fit
    room = min(room / max(fit, 1), LARGEST * 1.75 * text)
    lines = 0 if not labels else 1 if widest(labels) < room - text / 2 else 2
    return Row(left, room, fit, lines, LINE * text)


def facts(ranking: Ranking) -> str:
    """Say how many items are relevant, shown or missed."""
    shown, relevant = int(np.sum(ranking.hits())), int(ranking.relevant)
    return _(
        "Relevant: {shown} shown + {missed} missed, |R| = {relevant}.",
        shown=shown,
        missed=relevant - shown,
        relevant=relevant,
    )


def because(derivation: Derivation) -> str:
    """Say why a value has no working, such as 0/0; nothing if it has one."""
    why = derivation.result.why
    return f": {why}" if why and len(derivation.result.forms(TEXT)) == 1 else ""


def draw_row(ax: Axes, ranking: Ranking, row: Row, top: float) -> None:
    """Draw a list as a row of marks, its ranks above and its labels below, so many points from the top."""
    text, width, mark, shown = em(), size(ax)[0], row.mark, ranking.shown[: row.fit].tolist()
    places = [row.left + (k + 0.5) * row.room for k in range(len(shown))]
    middle = top + row.line + mark / 2
    words = style(ax, ha="center", va="center", transform=in_points(ax))
    ax.text(0, top + row.line / 2, _("rank"), **words | {"ha": "left"})
    for k, place in enumerate(places, start=1):
        ax.text(place, top + row.line / 2, str(k), **words)
    draw_marks(ax, ranking, shown, places, middle, mark)
    left_out = ranking.shown.shape[-1] - len(shown)
    if left_out or not places:
        end = row.left + len(shown) * row.room + text / 2
        ax.text(end, middle, more(left_out) if left_out else "–", **words | {"ha": "left"})
    labels = (ranking.items or [])[: row.fit]
    below = [middle + mark / 2 + row.line * (0.5 + k / 1.3) for k in range(2)]
    if row.lines:
        ax.text(0, below[0], _("item"), **words | {"ha": "left"})
    for k, (label, place) in enumerate(zip(labels, places, strict=True) if labels else ()):
        room = min(row.room * row.lines - text / 2, 2 * (place - row.left + text / 2), 2 * (width - place))
        ax.text(place, below[k % row.lines], fitting(label, room), **words)


def draw_marks(
    ax: Axes, ranking: Ranking, grades: Sequence[float], places: Sequence[float], middle: float, mark: float
) -> None:
    """Draw marks at some places: relevant items as filled discs, the others as squares, each with its letter or grade."""
    transform = in_points(ax)
    hits = [grade >= ranking.threshold for grade in grades]
    for hit, shape, face, edge, wide in ((True, "o", "rel", "rel", 1.0), (False, "s", "paper", "edge", 0.86)):
        at = [place for place, found in zip(places, hits, strict=True) if found is hit]
        drawn: dict[str, Any] = {"linestyle": "none", "clip_on": False, "zorder": 2, "transform": transform}
        drawn |= {"markersize": mark * wide, "markerfacecolor": colour(ax, face), "markeredgecolor": colour(ax, edge)}
        ax.plot(at, [middle] * len(at), marker=shape, markeredgewidth=1.4 * scale(), **drawn)
    words = style(ax, ha="center", va="center", transform=transform)
    for letter, place, hit in zip(letters(grades, graded=not ranking.is_binary), places, hits, strict=True):
        look = {"color": colour(ax, "rel-on"), "weight": "bold"} if hit else {}
        by = min(mark / (LARGEST * em()), 0.8 * mark / max(width_of(letter, weight="bold"), 1), 1.4)
        if by > 0.6:
            ax.text(place, middle, letter, **words | look, size=em() * max(by, 1), zorder=3)
