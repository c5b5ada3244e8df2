"""One list under every convention: as a table with the reason why a value differs, and as a figure."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from markupsafe import Markup

from metrics_edu.language import _, ngettext, number, refused
from metrics_edu.metrics import CONVENTIONS, Measure, Ranking
from metrics_edu.metrics.conventions import GROUPS, convention_of, row_of
from metrics_edu.metrics.measures import DEFAULT
from metrics_edu.metrics.ranking import as_ranking
from metrics_edu.metrics.value_and_derivation import check_measure_first, ranking_measure
from metrics_edu.plots.canvas import Canvas, width_of
from metrics_edu.plots.value_figures import WIDEST_NAMES, draw_rows, draw_values, written_range
from metrics_edu.working import Derivation
from metrics_edu.working.markup import element
from metrics_edu.working.printing import Displayed, table_html, value_html
from metrics_edu.working.text_style import TEXT

if TYPE_CHECKING:
    import numpy.typing as npt
    from matplotlib.axes import Axes

MAX_DRAWN_MEASURES = 4


@dataclass(frozen=True)
class ConventionRow:
    """A measure, the conventions that agree on it, its derivation, and why it differs from the first row."""

    measure: Measure
    conventions: tuple[str, ...]
    derivation: Derivation
    reason: str

    @property
    def value(self) -> float:
        return self.derivation.value

    @property
    def name(self) -> str:
        return _together(_titles(self.conventions, {self.measure.metric.name}))

    @property
    def titles(self) -> str:
        return _grouped(self.conventions, {self.measure.metric.name})


def _titles(conventions: Iterable[str], metrics: set[str]) -> list[str]:
    """Return the titles; beside it the name of a convention that changes what its row says of one of the metrics."""
    return [
        *dict.fromkeys(
            _(convention_of(name).title) + (f" ({name})" if metrics & row_of(name)[1].keys() else "")
            for name in conventions
        )
    ]


def _grouped(conventions: Sequence[str], metrics: set[str]) -> str:
    """Return the titles, those of several groups each under its group."""
    groups = {group: [name for name in conventions if convention_of(name).group == group] for group in GROUPS}
    named = {group: ", ".join(_titles(names, metrics)) for group, names in groups.items() if names}
    return (
        "; ".join(f"{_(GROUPS[group])}: {titles}" for group, titles in named.items())
        if len(named) > 1
        else "".join(named.values())
    )


class Comparison(Displayed):
    """One measure of one ranking under several conventions; it displays itself as a table.

    Attributes
    ----------
    rows : list of ConventionRow
        A row for all conventions that compute the same; the first is the default convention.
    undefined : list of str
        The conventions that do not define the measure.
    """

    def __init__(self, measure: str, ranking: Ranking, conventions: Iterable[str]) -> None:
        default = ranking_measure(measure)
        self.ranking, self.name, metric = ranking, default.name, default.metric
        # Where every list has a relevant item, what `empty` says is never asked.
        settled = {"empty": 0.0} if metric.takes_empty and np.all(ranking.relevant > 0) else {}
        agreeing: dict[Measure, list[str]] = {}
        self.undefined: list[str] = []
        for name in dict.fromkeys((DEFAULT, *conventions)):
            # measure() names the unknown
            if (row := CONVENTIONS.get(row_of(name)[0])) and not row.defines(metric.name, default.parameters.get("n")):
                self.undefined.append(name)
            else:
                agreeing.setdefault(ranking_measure(measure, convention=name, **settled), []).append(name)
        derivations = {computed: computed.explain(ranking) for computed in agreeing}
        reference, first = next(iter(derivations.items()))
        self.rows = []
        for computed, derivation in derivations.items():
            same = np.array_equal(derivation.value, first.value, equal_nan=True)
            reason = computed.differences(reference) + (" " + _("Here this changes nothing.") if same else "")
            if computed == reference:
                reason = computed.label.removeprefix(f"{computed.name}, ")
            self.rows.append(ConventionRow(computed, tuple(agreeing[computed]), derivation, reason))

    @cached_property
    def values(self) -> dict[str, float]:
        """The value under each convention that defines the measure."""
        return {name: row.value for row in self.rows for name in row.conventions}

    def table(self) -> tuple[list[str], list[list[str]]]:
        """Return the head and the rows: value, conventions, reason, working."""
        head = [self.name, _("convention"), _("why"), _("working")]
        rows = zip(self.rows, [row.derivation.result.forms(TEXT)[0] for row in self.rows], strict=True)
        return head, [[number(row.value, fixed=4), row.titles, row.reason, working] for row, working in rows]

    def draw(self, ax: Axes) -> str:
        """Draw the values along a line, on an Axes; return one sentence that says what the figure shows."""
        return draw_values(ax, [row.value for row in self.rows], [row.name for row in self.rows], self.name)

    def _foot(self) -> list[str]:
        return [_("Not defined by: {titles}.", titles=_grouped(self.undefined, set()))] if self.undefined else []

    def text(self) -> str:
        """Return the table as text, three lines a row."""
        lines = [self.name]
        for value, titles, reason, working in self.table()[1]:
            pad = " " * len(value)
            lines += ["", f"{value}  {titles}", f"{pad}  {reason}", f"{pad}  = {working}"]
        return "\n".join(lines + ["", *self._foot()] * bool(self.undefined))

    def html(self) -> str:
        """Return the table as HTML: each value with its place between 0 and 1, and beside it who, why and how."""
        texts = [
            Markup("<br>").join([element("b", titles), reason, element("code", "= ", working)])
            for _value, titles, reason, working in self.table()[1]
        ]
        rows = [[value_html(row.value), cell] for row, cell in zip(self.rows, texts, strict=True)]
        return str(table_html([self.name, _("convention, why, working")], rows, self._foot()))


def compare(
    measure: str,
    ranking: Ranking | npt.ArrayLike,
    conventions: str | Iterable[str] = tuple(CONVENTIONS),
    **ranking_options: Any,
) -> Comparison:
    """Return the values of a measure under every convention, with the reason for each difference.

    Parameters
    ----------
    measure : str
        Such as "AP@10".
    ranking : Ranking
        Of a batch, the means are compared.
    conventions : str or iterable of str
        Which ones; the default convention is always the first.
    **ranking_options
        Of a bare list: the `relevant`, `pool`, `missed` and `threshold` of its Ranking.

    Returns
    -------
    Comparison
        With ``.rows``, ``.values``, ``.table()``, ``.text()``, ``.html()`` and ``.draw(ax)``.

    Raises
    ------
    ValueError
        If the measure or a convention is not known, or the ranking is no Ranking.

    Examples
    --------
    >>> found = compare("AP@4", Ranking.parse("RNNR", relevant=4), ["trec_eval", "pyreclab"])
    >>> found.values
    {'parra': 0.375, 'trec_eval': 0.375, 'pyreclab': 0.75}
    >>> found.rows[-1].reason
    'Divided by the hits. Missing a relevant item does not lower the value.'
    """
    check_measure_first(measure, 'compare("AP@10", ranking)')
    spelling: Any = measure  # a caller's value may be anything
    if not isinstance(spelling, str):
        raise refused(
            "compare takes the name of a measure, such as 'AP@10': each convention sets its parameters; got {value}",
            value=type(measure).__name__,
        )
    lists = as_ranking(ranking, "compare", **ranking_options)
    return Comparison(measure, lists, [conventions] if isinstance(conventions, str) else conventions)


def draw_conventions(
    ax: Axes,
    ranking: Ranking,
    measures: Sequence[str] = ("AP@10", "nDCG@10"),
    conventions: Sequence[str] = tuple(CONVENTIONS),
) -> str:
    """Draw the values that conventions give one list, or the means of a batch, under the names of 1 to 4 measures.

    Conventions that define all the measures have a row; those that agree share one. The rows go up with the first measure.
    Return what the figure shows.

    Raises
    ------
    ValueError
        If a measure is not known, or there are none or more than four.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from metrics_edu import Ranking
    >>> said = draw_conventions(Figure().add_subplot(), Ranking.parse("RNNR", relevant=4), ["AP@4"])
    >>> said.partition(" ")[2]  # after how many there are
    'conventions, one list: AP@4 from 0.375 to 0.75.'
    """
    if not 1 <= len(measures) <= MAX_DRAWN_MEASURES:
        raise refused(
            "draw_conventions takes 1 to {most} measures; got {value}", most=MAX_DRAWN_MEASURES, value=len(measures)
        )
    groups = _agreeing(ranking, measures, conventions)
    columns = list(zip(*groups.values(), strict=True))
    canvas, read = Canvas(ax), [ranking_measure(measure) for measure in measures]
    heads = [measure.mean_name if ranking.is_batch and measure.metric.mean else measure.name for measure in read]
    titles = [_titles(key, {measure.metric.name for measure in read}) for key in groups]
    draw_rows(canvas, [_together(names, canvas.width * WIDEST_NAMES) for names in titles], columns, heads=heads)
    ranges = ", ".join(
        _("{symbol} from {low} to {high}", symbol=head, low=low, high=high)
        for head, (low, high) in zip(heads, map(written_range, columns), strict=True)
    )
    return ngettext(
        "{count} convention, {what}: {ranges}.",
        "{count} conventions, {what}: {ranges}.",
        sum(map(len, groups)),
        what=_("one run") if ranking.is_batch else _("one list"),
        ranges=ranges,
    )


def _agreeing(
    ranking: Ranking, measures: Sequence[str], conventions: Sequence[str]
) -> dict[tuple[str, ...], list[float]]:
    """Group the conventions that define all measures by their values; the first measure goes up."""
    found = [compare(measure, ranking, conventions).values for measure in measures]
    groups: dict[tuple[str, ...], list[str]] = {}
    for name in conventions:
        if all(name in values for values in found):
            groups.setdefault(tuple(f"{values[name]:.12g}" for values in found), []).append(name)
    named = {tuple(names): [values[names[0]] for values in found] for names in groups.values()}
    return dict(sorted(named.items(), key=lambda group: np.nan_to_num(group[1], nan=-math.inf).tolist()))


def _together(titles: Sequence[str], room: float = 0) -> str:
    (first, *more), whole = titles, ", ".join(titles)
    return _("{title} and {count} more", title=first, count=len(more)) if more and width_of(whole) >= room else whole
