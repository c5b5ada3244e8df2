"""Marks: the items of a list as a row of discs and squares, placed in points; what the figures of lists are made of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from metrics_edu.derivation import Derivation
from metrics_edu.drawing import colour, em, fitting, in_points, scale, size, style, widest, width_of
from metrics_edu.language import _, number
from metrics_edu.ranking import Ranking
from metrics_edu.writing import TEXT, one_line

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LINE = 1.5
"""From one line of text to the next, in its size."""
LARGEST, SMALLEST = 2.4, 1.7
"""The width of a mark, in the size of the text."""


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


def letters(ranking: Ranking, grades: Sequence[float]) -> list[str]:
    """Return what stands in the marks of some grades: R and N, or the grade."""
    if ranking.is_binary:
        return ["R" if grade >= ranking.threshold else "N" for grade in grades]
    return [number(grade) for grade in grades]


def more(count: int) -> str:
    """Return how it is said that so many are left out."""
    return TEXT.fold(count) if TEXT.fold else "…"


def row_of(ax: Axes, rankings: Sequence[Ranking]) -> Row:
    """Return how rows of marks of some lists are placed, so that their ranks stand below each other."""
    text, width = em(ax), size(ax)[0]
    labels = [one_line(item) for one in rankings for item in one.items or ()]
    left = text + widest(ax, [_("rank"), *([_("item")] if labels else [])])
    longest = max((one.shown.shape[-1] for one in rankings), default=0)
    inside = [letter for one in rankings for letter in letters(one, one.shown[:100].tolist())]
    least = max(SMALLEST * 1.15 * text, widest(ax, inside) + text)
    fit, room = longest, width - left
    if longest * least > room:
        fit = max(int((room - width_of(ax, more(longest)) - text) / least), 1)
        room = least * fit
    room = min(room / max(fit, 1), LARGEST * 1.75 * text)
    lines = 0 if not labels else 1 if widest(ax, labels) < room - text / 2 else 2
    return Row(left, room, fit, lines, LINE * text)


def facts(ranking: Ranking) -> str:
    """Say how many items are relevant, shown or missed."""
    shown, relevant = int(np.sum(ranking.hits())), int(ranking.relevant)
    text = _("Relevant: {shown} shown + {missed} missed, |R| = {relevant}.")
    return text.format(shown=shown, missed=relevant - shown, relevant=relevant)


def because(derivation: Derivation) -> str:
    """Say why a value has no working, such as 0/0; nothing if it has one."""
    why = derivation.result.why
    return f": {why}" if why and len(derivation.result.forms(TEXT)) == 1 else ""


def draw_row(ax: Axes, ranking: Ranking, row: Row, top: float) -> None:
    """Draw a list as a row of marks, its ranks above and its labels below, so many points from the top."""
    text, width, mark, shown = em(ax), size(ax)[0], row.mark, ranking.shown[: row.fit].tolist()
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
        ax.text(place, below[k % row.lines], fitting(ax, label, room), **words)


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
        ax.plot(at, [middle] * len(at), marker=shape, markeredgewidth=1.4 * scale(ax), **drawn)
    words = style(ax, ha="center", va="center", transform=transform)
    for letter, place, hit in zip(letters(ranking, grades), places, hits, strict=True):
        look = {"color": colour(ax, "rel-on"), "weight": "bold"} if hit else {}
        by = min(mark / (LARGEST * em(ax)), 0.8 * mark / max(width_of(ax, letter, weight="bold"), 1), 1.4)
        if by > 0.6:
            ax.text(place, middle, letter, **words | look, size=em(ax) * max(by, 1), zorder=3)
