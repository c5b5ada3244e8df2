"""`check_metric`: a metric of yours compared with the one of this package, and what it finds."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from textwrap import indent
from typing import Any

from markupsafe import Markup

from metrics_edu.language import N_, _, number, refused
from metrics_edu.metrics import Measure
from metrics_edu.metrics.validation import check_number, read_threshold
from metrics_edu.metrics.value_and_derivation import as_measure, check_measure_first, refuse_other_convention
from metrics_edu.mistakes.diagnosis import check_decimals
from metrics_edu.mistakes.own_metrics.call_names import Returns, call_of
from metrics_edu.mistakes.own_metrics.call_words import STANDARD, TODAY, Call, read_call
from metrics_edu.mistakes.own_metrics.called_metric import OwnMetric, Remark, measure_named_by, named_metric
from metrics_edu.mistakes.own_metrics.metric_search import (
    DECIMALS,
    FEW_TRIALS,
    OF_KIND,
    Cause,
    Difference,
    MetricSearch,
)
from metrics_edu.mistakes.own_metrics.time_limit import TimeLimit, unnoticed
from metrics_edu.mistakes.own_metrics.trial_sets import ListSet, TrialSet, UserSet, trial_set
from metrics_edu.mistakes.trial_lists import KINDS, MAX_CHECKED_CUTOFF
from metrics_edu.working.markup import element
from metrics_edu.working.printing import Displayed

Paragraph = tuple[str, str]
"""Its kind, "text" to be read, "code" with separate lines, or the "working"; and what it says."""


@dataclass(frozen=True, repr=False)
class MetricCheck(Displayed):
    """What `check_metric` found; it displays itself."""

    name: str  # what the metric that was checked is called
    search: MetricSearch  # what it was tried on, and what it gave: single lists, or the lists of several users
    smallest: Difference | None  # the smallest list on which it gives another value
    problem: Difference | None  # the smallest list for which it gives none
    causes: tuple[Cause, ...] = ()  # the mistake or convention that gives all its values, if there is one
    hint: Remark | None = None  # what else is seen from its values, such as that they are rounded
    runs: int = 0  # the number of runs of several users on which it agrees, too

    @property
    def agrees(self) -> bool:
        """Whether it gives the right value on every list, and was not too slow to be tried on a few."""
        return not (self.smallest or self.problem) and len(self.search.tried) >= (
            min(FEW_TRIALS, len(self.search.among.trials)) or 1
        )

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes of the mistakes that give all its values."""
        return tuple(code for cause in self.causes for code in cause.verdict.codes)

    @property
    def explains_all(self) -> tuple[str, ...]:
        """The codes, if they give every value, and there is one for each list."""
        return () if self.problem or any(cause.is_open for cause in self.causes) else self.codes

    def kinds(self) -> dict[str, int]:
        """Count the lists of each kind, named in the reader's language."""
        if not isinstance(self.search.among, ListSet):
            return {}
        n, threshold = self.search.measure.depth() or 0, self.search.threshold
        counts = {
            _(kind, n=n): sum(holds(tried.trial, threshold, n) for tried in self.search.tried)
            for kind, holds in KINDS.items()
            if n or "{n}" not in kind
        }
        counts[_("runs with several users")] = self.runs
        return {kind: count for kind, count in counts.items() if count}

    def paragraphs(self) -> list[Paragraph]:
        search = self.search
        measure = search.measure.mean_name if isinstance(search.among, UserSet) else search.measure.name
        if search.threshold != 1:
            measure = _(
                "{measure} (relevant: grade {threshold} or higher)", measure=measure, threshold=number(search.threshold)
            )
        words = {"name": self.name, "measure": measure, "count": len(search.tried)}
        found = (
            self._about_agreement(words) if self.agrees else self._about_problem(words) + self._about_smallest(words)
        )
        return self._about_call() + found

    def _about_call(self) -> list[Paragraph]:
        """Say how the function was called, and of a slow one, on how few lists."""
        call, search = self.search.metric.call, self.search
        said = [] if call == TODAY or call.way_out else [_("Called as {name}({call}).", name=self.name, call=call.text)]
        if len(search.tried) < len(search.among.trials):
            text = (
                N_("It is slow. Lists that were tried: {count} of {all}.")
                if self.agrees or self.smallest or self.problem
                else N_("It is too slow to be judged: give it more seconds. Lists that were tried: {count} of {all}.")
            )
            said.append(_(text, count=len(search.tried), all=len(search.among.trials)))
        return [("text", " ".join(said))] if said else []

    def _about_agreement(self, words: dict[str, Any]) -> list[Paragraph]:
        lines = [f"{count:>5}  {kind}" for kind, count in self.kinds().items()]
        text = N_("{name} agrees with {measure} on all {count} lists, to {decimals} decimals.")
        if lines:
            text = N_("{name} agrees with {measure} on all {count} lists, to {decimals} decimals. Among them:")
        first = _(text, decimals=self.search.decimals, **words)
        return [("text", first), *([("code", "\n".join(lines))] if lines else [])]

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
        return [("text", first), ("code", f"{self.problem.written}\n{right}"), *others]

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
            ("code", "\n".join([self.smallest.written, "", *self.smallest.lines(self.name)])),
            *(("text", sentence) for sentence in why or [unknown]),
            ("working", self.smallest.derivation.text()),
        ]

    def text(self, *, working: bool = True) -> str:
        """Return the report; without the `working` of the right value, if that is to be found out."""
        paragraphs = [(kind, text) for kind, text in self.paragraphs() if working or kind != "working"]
        return "\n\n".join(text if kind == "text" else indent(text, "  ") for kind, text in paragraphs)

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


def check_metric(
    measure: str | Measure | None,
    function: Any,
    *,
    call: str | Callable[..., Any] | None = None,
    value: Any = None,
    decimals: int = DECIMALS,
    seconds: float = 10,
    threshold: float = 1,
    convention: str | None = None,
    **parameters: Any,
) -> MetricCheck:
    r"""Compare your own metric with the one of this package, and show the smallest list on which they differ.

    It is tried on all small lists and on 300 drawn ones. Among them are lists shorter and longer than the
    cut-off, with |R| below and above it, users without a relevant item, and unjudged items.
    They have several grades if the measure reads them or the threshold is above 1.

    Parameters
    ----------
    measure : str, Measure or None
        What it is meant to be, such as ``"AP@5"`` or ``"RMSE"``; None reads it from ``name()``.
    function : function, or object with ``name()`` and ``eval(ratings, recommendations)``
        It returns the value. What it prints is not shown.
    call : str or function, optional
        What each of its arguments is, such as ``"relevant, shown, k"``; without it, that is read from their names.
        Of one user: ``ratings`` or ``grades`` (item -> grade), ``recommendations`` or ``shown`` (items, best first),
        ``pairs`` (with scores), ``relevant``. Of its ranks: ``r`` (grades), ``count`` (how many are relevant), ``ideal``
        (all grades), ``item`` (the one that is relevant), its ``rank`` or ``rank0`` (from 0). Of each item: ``y_true``,
        ``y_score``, ``y_pred``. ``[shown]`` has one for each user, ``{shown}`` one by user; ``relevant: set`` says list,
        tuple, set, array, Series or tensor. Of all users: ``run``, ``qrels``, ``test`` and ``recommended`` (frames),
        ``predictions``. Of a system: ``lists``, ``users``, ``catalogue``, ``popularity``, ``categories``. Of ratings:
        ``actual``, ``predicted``. Also ``k`` and ``threshold``. Or a function that calls it:
        ``lambda f, ratings, recommendations: f(...)``.
    value : int or str, optional
        Which one of several returned values is meant.
    decimals : int
        To how many decimals it is compared; fewer where it is to round.
    seconds : float
        How long it may take, on the main thread of Linux and macOS; elsewhere, an endless loop does not end.
    threshold : float
        A grade that reaches it is relevant. With 1, the default, the lists are those of R and N, with grades 1 and 0.
    convention : str, optional
        Whose definition counts; a Measure has its own.
    **parameters
        Those of the metric, such as ``denominator="retrieved"``.

    Returns
    -------
    MetricCheck
        With ``.agrees``, ``.smallest``, ``.causes``, ``.codes``, ``.text()`` and ``.html()``; it displays itself.

    Raises
    ------
    ValueError
        If it is no metric, or the measure, its cut-off (above 1000), the convention or the threshold is not allowed; if it is
        not clear how it is called, or it cannot see what the measure reads. What the metric itself raises is reported.

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
    >>> check_metric("Recall@5", lambda relevant, shown, k: len({*relevant} & {*shown[:k]}) / k).codes
    ('RECALL_DIV_N',)
    """
    if measure is not None:
        check_measure_first(measure, 'check_metric("AP@5", function)')
    name, metric = named_metric(function)
    measure = checkable(
        measure or (measure_named_by(function) if metric is not function else ""), convention, parameters
    )
    check_number("seconds", seconds, 0, math.inf)
    check_decimals(decimals)
    threshold = read_threshold(threshold)
    of = partial(OwnMetric, metric, measure=measure, key=value)
    with unnoticed():
        with TimeLimit(seconds / 2) as limit:
            called = _call(name, metric, call, measure, lambda tried, trial: of(call=tried, limit=limit).of(trial, 1))
        with TimeLimit(seconds / 2) as limit:
            return _checked(name, of(call=called, limit=limit), trial_set(measure, threshold, called), decimals)


def _call(name: str, function: Any, call: Any, measure: Measure, returns: Returns) -> Call:
    """Return how a metric is called: by `call=`, or by its names and a few lists."""
    if callable(call):
        return Call(STANDARD[measure.metric.kind], call)
    return call_of(name, function, measure, returns) if call is None else read_call(call, function, measure)


def _checked(name: str, metric: OwnMetric, among: TrialSet, decimals: int) -> MetricCheck:
    """Return what is found on single lists, or on several users, if only they show it or no mistake is found on both."""
    found = _found(name, MetricSearch(metric, among, decimals))
    if not (metric.call.has_users and isinstance(among, ListSet)):
        return found
    of_users = _found(name, MetricSearch(metric, UserSet(among), decimals))
    if len(of_users.search.tried) < OF_KIND:  # too little time was left
        return found
    if found.agrees:
        return replace(found, runs=len(of_users.search.tried)) if of_users.agrees else of_users
    return of_users if of_users.codes and not {*found.codes} & {*of_users.codes} else found


def _found(name: str, search: MetricSearch) -> MetricCheck:
    problem, smallest = search.smallest("none"), search.smallest("other") if search.is_steady else None
    if smallest is None:
        return MetricCheck(name, search, None, problem)
    hint = search.inexact()
    causes = () if hint else search.causes()
    smallest = replace(smallest, working=search.working(smallest, causes))
    return MetricCheck(
        name, search, smallest, problem, causes, hint or (None if causes else search.reads_beyond_cutoff())
    )


def checkable(measure: str | Measure, convention: str | None, parameters: Mapping[str, Any]) -> Measure:
    """Return the measure of a metric that can be checked; ValueError of any other."""
    if not isinstance(measure, Measure):
        measure = as_measure(measure, convention, **parameters)
        if measure.metric.kind not in STANDARD:
            raise refused("check_metric tries lists and ratings; {name} is computed from votes", name=measure.name)
    else:
        refuse_other_convention(measure, convention)
        measure = measure.changed(**parameters) if parameters else measure
    if (measure.depth() or 0) > MAX_CHECKED_CUTOFF:
        raise refused(
            "a metric can be checked up to the cut-off {most}; got {value}", most=MAX_CHECKED_CUTOFF, value=measure.name
        )
    return measure
