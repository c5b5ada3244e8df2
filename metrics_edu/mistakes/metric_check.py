"""`check_metric`: a metric of yours compared with the one of this package, and what it finds."""

from __future__ import annotations

from dataclasses import dataclass, replace
from textwrap import indent
from typing import Any

from markupsafe import Markup

from metrics_edu.language import N_, _, number, refused
from metrics_edu.metrics import Measure
from metrics_edu.metrics.measures import DEFAULT
from metrics_edu.metrics.validation import read_threshold
from metrics_edu.metrics.value_and_derivation import check_measure_first, ranking_measure
from metrics_edu.mistakes.called_metric import Remark, measure_named_by, named_metric
from metrics_edu.mistakes.metric_search import DECIMALS, Cause, Difference, MetricSearch
from metrics_edu.mistakes.trial_lists import KINDS, MAX_CHECKED_CUTOFF
from metrics_edu.working.markup import element
from metrics_edu.working.printing import Displayed

Paragraph = tuple[str, str]
"""Its kind, "text" to be read, "code" with separate lines, or the "working"; and what it says."""


@dataclass(frozen=True, repr=False)
class MetricCheck(Displayed):
    """What `check_metric` found; it displays itself."""

    name: str  # what the metric that was checked is called
    search: MetricSearch  # the lists on which it was tried, and what it gave
    smallest: Difference | None  # the smallest list on which it gives another value
    problem: Difference | None  # the smallest list for which it gives none
    causes: tuple[Cause, ...]  # the mistake or convention that gives all its values, if there is one
    hint: Remark | None  # what else is seen from its values, such as that they are rounded

    @property
    def agrees(self) -> bool:
        """Whether it gives the right value on every list."""
        return self.smallest is None and self.problem is None

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes of the mistakes that give all its values."""
        return tuple(code for cause in self.causes for code in cause.verdict.codes)

    def kinds(self) -> dict[str, int]:
        """Count the lists of each kind, named in the reader's language."""
        n, threshold = self.search.measure.depth() or 0, self.search.threshold
        kinds = {_(kind, n=n): holds for kind, holds in KINDS.items() if n or "{n}" not in kind}
        trials = self.search.trials
        counts = {kind: sum(holds(trial, threshold, n) for trial in trials) for kind, holds in kinds.items()}
        return {kind: count for kind, count in counts.items() if count}

    def paragraphs(self) -> list[Paragraph]:
        search = self.search
        measure = search.measure.name
        if search.threshold != 1:
            measure = _(
                "{measure} (relevant: grade {threshold} or higher)", measure=measure, threshold=number(search.threshold)
            )
        words = {"name": self.name, "measure": measure, "count": len(search.trials)}
        if self.agrees:
            lines = [f"{count:>5}  {kind}" for kind, count in self.kinds().items()]
            text = N_("{name} agrees with {measure} on all {count} lists, to {decimals} decimals. Among them:")
            return [("text", _(text, decimals=DECIMALS, **words)), ("code", "\n".join(lines))]
        return [*self._about_problem(words), *self._about_smallest(words)]

    def _about_problem(self, words: dict[str, Any]) -> list[Paragraph]:
        if not self.problem:
            return []
        remark, failed, result = self.problem.values[0], len(self.search.failed), self.problem.derivation.result
        remark = remark if remark.endswith("?") else f"{remark}."
        text = N_("{name} gives no value for {failed} of {count} lists. On the smallest of them {text}")
        right = self.problem.derivation.line + (f"   ({result.why})" if result.why else "")
        agreeing = 0 if self.smallest else words["count"] - failed
        others = [("text", _("It agrees on the others, {others}.", others=agreeing))] if agreeing else []
        first = _(text, failed=failed, text=remark, **words)
        return [("text", first), ("code", f"{_written(self.problem)}\n{right}"), *others]

    def _about_smallest(self, words: dict[str, Any]) -> list[Paragraph]:
        if not self.smallest:
            return []
        text = N_(
            "{name} is not {measure}: it gives another value for {parted} of {count} lists. The smallest of them:"
        )
        why = [self.hint.text] if self.hint else [cause.text for cause in self.causes]
        unknown = _("No known mistake and no convention gives the values of {name}.", name=self.name)
        return [
            ("text", _(text, parted=len(self.search.differing), **words)),
            ("code", "\n".join([_written(self.smallest), "", *self.smallest.lines(self.name)])),
            *(("text", sentence) for sentence in why or [unknown]),
            ("working", self.smallest.derivation.text()),
        ]

    def text(self) -> str:
        return "\n\n".join(text if kind == "text" else indent(text, "  ") for kind, text in self.paragraphs())

    def html(self) -> str:
        return str(Markup().join(self._paragraph_html(kind, text) for kind, text in self.paragraphs()))

    def _paragraph_html(self, kind: str, text: str) -> Markup:
        if kind == "text":
            return element("p", text)
        code = element("pre", text, style="white-space:pre;overflow-x:auto")
        if kind == "code":
            return code
        return element(
            "details", element("summary", _("The working of {measure}", measure=self.search.measure.name)), code
        )


def _written(difference: Difference) -> str:
    return f"ratings = {difference.ratings}\nrecommendations = {difference.recommendations}\n{difference.ranking!r}"


def check_metric(
    measure: str | Measure | None, function: Any, *, threshold: float = 1, convention: str | None = None
) -> MetricCheck:
    """Compare your own metric with the one of this package, and show the smallest list on which they differ.

    It is tried on all small lists and on 300 drawn ones. Among them are lists shorter and longer than the
    cut-off, with |R| below and above it, users without a relevant item, and unjudged items.
    They have several grades if the measure reads them or the threshold is above 1.

    Parameters
    ----------
    measure : str, Measure or None
        What it is meant to be, such as ``"AP@5"``; None reads it from ``name()``.
    function : function, or object with ``name()`` and ``eval(ratings, recommendations)``
        It gets ``ratings``, the grade of each item that one user judged, and ``recommendations``, the items shown, best
        first; it returns the value. What it prints is not shown.
    threshold : float
        A grade that reaches it is relevant. With 1, the default, the lists are those of R and N, with grades 1 and 0.
    convention : str, optional
        Whose definition counts; a Measure has its own.

    Returns
    -------
    MetricCheck
        With ``.agrees``, ``.smallest``, ``.causes``, ``.codes``, ``.text()`` and ``.html()``; it displays itself.

    Raises
    ------
    ValueError
        If it is no metric, or the measure, its cut-off (above 1000), the convention or the threshold is not allowed.
        What the metric itself raises is reported.

    Examples
    --------
    >>> def by_hits(ratings, recommendations):
    ...     hits, total = 0, 0
    ...     for rank, item in enumerate(recommendations[:5], start=1):
    ...         if ratings.get(item, 0) >= 1:
    ...             hits += 1
    ...             total += hits / rank
    ...     return total / max(hits, 1)
    >>> check = check_metric("AP@5", by_hits)
    >>> check.agrees, check.codes
    (False, ('AP_DIV_HITS',))
    >>> check.smallest.ratings, check.smallest.recommendations, check.smallest.values
    ({'a': 1, 'b': 1}, ['a'], ('1', '0.5'))
    """
    if measure is not None:
        check_measure_first(measure, 'check_metric("AP@5", function)')
    name, metric = named_metric(function)
    measure = _checkable(measure or (measure_named_by(function) if metric is not function else ""), convention)
    search = MetricSearch(metric, measure, read_threshold(threshold))
    problem, smallest = search.smallest("none"), search.smallest("other") if search.is_steady else None
    if smallest is None:
        return MetricCheck(name, search, None, problem, (), None)
    hint = search.inexact()
    causes = () if hint else search.causes()
    if not causes:
        hint = hint or search.reads_beyond_cutoff()
    smallest = replace(smallest, working=search.working(smallest, causes))
    return MetricCheck(name, search, smallest, problem, causes, hint)


def _checkable(measure: str | Measure, convention: str | None) -> Measure:
    if not isinstance(measure, Measure):
        measure = ranking_measure(measure, convention=DEFAULT if convention is None else convention)
    elif convention not in (None, measure.convention):
        text = N_("a Measure has its own convention, here {own!r}; do not pass another (got {value!r})")
        raise refused(text, own=measure.convention, value=convention)
    if measure.metric.kind != "ranking":
        raise refused("only metrics of lists can be checked; got {value}", value=measure.name)
    if (measure.depth() or 0) > MAX_CHECKED_CUTOFF:
        raise refused(
            "a metric can be checked up to the cut-off {most}; got {value}", most=MAX_CHECKED_CUTOFF, value=measure.name
        )
    return measure
