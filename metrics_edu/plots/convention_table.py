"""Compare: one list under every convention, with the reason why a value differs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from metrics_edu.language import _, number
from metrics_edu.metrics import CONVENTIONS, DEFAULT, Measure, Ranking, measure
from metrics_edu.working import TEXT, Derivation, escape, table_html, value_html

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(frozen=True)
class Row:
    """A measure, the conventions that agree on it, its derivation, and why it differs from the first row."""

    measure: Measure
    conventions: tuple[str, ...]
    derivation: Derivation
    reason: str

    @property
    def value(self) -> float:
        """The value, of a batch the mean."""
        return self.derivation.value

    @property
    def name(self) -> str:
        """The title of the first convention, and how many more there are."""
        first, *more = (_(CONVENTIONS[name].title) for name in self.conventions)
        return _("{title} and {count} more", title=first, count=len(more)) if more else first

    @property
    def titles(self) -> str:
        """The titles of the conventions."""
        return ", ".join(_(CONVENTIONS[name].title) for name in self.conventions)


class Comparison:
    """One measure of one ranking under several conventions; it displays itself as a table.

    Attributes
    ----------
    rows : list of Row
        A row for all conventions that compute the same; the first is the default convention.
    undefined : list of str
        The conventions that do not define the measure.
    """

    def __init__(self, ranking: Ranking, spelling: str, conventions: Iterable[str]) -> None:
        default = measure(spelling)
        self.ranking, self.name, metric = ranking, default.name, default.metric
        agreeing: dict[Measure, list[str]] = {}
        self.undefined: list[str] = []
        settled = {"empty": 0.0} if metric.has_empty and np.all(ranking.relevant > 0) else {}  # then it is never asked
        for name in dict.fromkeys((DEFAULT, *conventions)):
            defines = name not in CONVENTIONS or metric.name in CONVENTIONS[name].metrics  # measure() names the unknown
            if defines:
                agreeing.setdefault(measure(spelling, convention=name, **settled), []).append(name)
            else:
                self.undefined.append(name)
        reference = next(iter(agreeing))
        first = reference.explain(ranking)
        self.rows = [
            Row(one, tuple(names), (found := one.explain(ranking)), _reason(one, reference, found, first))
            for one, names in agreeing.items()
        ]

    @cached_property
    def values(self) -> dict[str, float]:
        """The value under each convention that defines the measure."""
        return {name: row.value for row in self.rows for name in row.conventions}

    def table(self) -> tuple[list[str], list[list[str]]]:
        """Return the head and the rows: value, conventions, reason, working."""
        head = [self.name, _("convention"), _("why"), _("working")]
        rows = [
            [number(row.value, fixed=4), row.titles, row.reason, row.derivation.result.forms(TEXT)[0]]
            for row in self.rows
        ]
        return head, rows

    def draw(self, ax: Axes) -> str:
        """Draw the values along a line, on an Axes; return one sentence that says what the figure shows."""
        from metrics_edu.plots.figures import draw_values

        return draw_values(ax, [row.value for row in self.rows], [row.name for row in self.rows], self.name)

    def _foot(self) -> str:
        titles = ", ".join(_(CONVENTIONS[name].title) for name in self.undefined)
        return _("Not defined by: {titles}.", titles=titles) if titles else ""

    def text(self) -> str:
        """Return the table as text, three lines a row."""
        lines = [self.name]
        for value, titles, reason, working in self.table()[1]:
            pad = " " * len(value)
            lines += ["", f"{value}  {titles}", f"{pad}  {reason}", f"{pad}  = {working}"]
        return "\n".join([*lines, *(["", self._foot()] if self._foot() else [])])

    def html(self) -> str:
        """Return the table as HTML: each value with its place between 0 and 1, and beside it who, why and how."""
        rows = [
            [
                value_html(row.value),
                f"<b>{escape(titles)}</b><br>{escape(reason)}<br><code>= {escape(working)}</code>",
            ]
            for row, (_value, titles, reason, working) in zip(self.rows, self.table()[1], strict=True)
        ]
        return table_html([self.name, _("convention, why, working")], rows, [self._foot()] if self._foot() else [])

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return {"text/plain": self.text(), "text/html": self.html()}

    def __repr__(self) -> str:
        return self.text()


def compare(ranking: Ranking, spelling: str, conventions: Iterable[str] = tuple(CONVENTIONS)) -> Comparison:
    """Return the values of a measure under every convention, with the reason for each difference.

    Parameters
    ----------
    ranking : Ranking
        Of a batch, the means are compared.
    spelling : str
        A measure, such as "AP@10".
    conventions : iterable of str
        Which ones; the default convention is always the first.

    Returns
    -------
    Comparison
        With ``.rows``, ``.values``, ``.table()``, ``.text()``, ``.html()`` and ``.draw(ax)``.

    Raises
    ------
    ValueError
        If the measure or a convention is not known.

    Examples
    --------
    >>> found = compare(Ranking.parse("RNNR", relevant=4), "AP@4", ["trec_eval", "pyreclab"])
    >>> found.values
    {'parra': 0.375, 'trec_eval': 0.375, 'pyreclab': 0.75}
    >>> found.rows[-1].reason
    'Divided by the hits. Only the hits: what was missed costs nothing.'
    """
    return Comparison(ranking, spelling, conventions)


def _reason(one: Measure, reference: Measure, found: Derivation, first: Derivation) -> str:
    """Say what a measure does where it differs from the reference, and whether that changes the value."""
    if one == reference:
        return one.label.removeprefix(f"{one.name}, ")
    same = np.array_equal(found.value, first.value, equal_nan=True)
    return one.differences(reference) + (" " + _("Here this changes nothing.") if same else "")
