"""Where a metric of somebody's own and a measure part: the smallest list, and the mistake that gives all the values."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, replace
from io import StringIO

import numpy as np

from metrics_edu.calls import Metric, Problem, call
from metrics_edu.claims import near
from metrics_edu.derivation import Derivation
from metrics_edu.diagnosis import Verdict, diagnose
from metrics_edu.language import N_, _, number
from metrics_edu.measures import Measure
from metrics_edu.misconceptions import MISCONCEPTIONS
from metrics_edu.ranking import Ranking
from metrics_edu.run import Run
from metrics_edu.trials import DEPTH, Trial, draw_trials, scale_of, shrink, small
from metrics_edu.writing import TEXT

DECIMALS = 9
"""To so many decimals two values are the same."""
Outcome = float | Problem
WHERE = (
    (N_("Where |R| is at most {n}:"), N_("Where |R| is above {n}:")),
    (N_("Where the list has at most {n} ranks:"), N_("Where the list is longer than {n}:")),
)
"""A metric may do one thing on one side of the cut-off and another on the other: of |R|, and of the ranks."""


AGREE, UNKNOWN = N_("they agree."), N_("no known mistake and no convention gives these values.")


@dataclass(frozen=True)
class Cause:
    """What gives all the values of a metric: a verdict, and the lists that it is about ("" for all)."""

    verdict: Verdict
    where: str = ""
    n: int = 0

    @property
    def text(self) -> str:
        """The sentence, in the reader's language."""
        text = self.verdict.text if _is_known(self.verdict) else _(AGREE if self.verdict.kind == "right" else UNKNOWN)
        return f"{_(self.where).format(n=self.n)} {text}" if self.where else _("On all lists: {text}").format(text=text)

    @property
    def is_told(self) -> bool:
        """Whether it says anything: that they agree, or why not."""
        return _is_known(self.verdict) or self.verdict.kind == "right"

    def covers(self, ranking: Ranking) -> bool:
        """Return whether it is about a list."""
        counts = int(ranking.relevant), int(ranking.lengths)
        sides = (wheres[count > self.n] for wheres, count in zip(WHERE, counts, strict=True))
        return not self.where or self.where in sides


@dataclass(frozen=True)
class Parting:
    """A list on which a metric and a measure part.

    Attributes
    ----------
    ratings : dict of item -> grade
    recommendations : list of items, best first
    ranking : Ranking
        The same list.
    own : float or Problem
        What the metric gives, or why it gives nothing.
    derivation : Derivation
        The working of the right value.
    working : Derivation or None
        The working of the metric's value, where it is that of one known mistake.
    """

    ratings: dict[str, float]
    recommendations: list[str]
    ranking: Ranking
    own: Outcome
    derivation: Derivation
    working: Derivation | None = None

    @property
    def values(self) -> tuple[str, str]:
        """What the metric gives, and the right value, as they are read: with more decimals where four tell nothing."""
        right = self.derivation.value
        if isinstance(self.own, Problem):
            return self.own.text, number(right)
        fixed = DECIMALS if number(self.own) == number(right) else None
        return number(self.own, fixed=fixed), number(right, fixed=fixed)

    def lines(self, name: str) -> tuple[str, str]:
        """Write both values, each with its working on one line where that is known."""
        own, right = self.values
        workings = (name, self.working, own), (self.derivation.symbol, self.derivation, right)
        forms = ([said, *(found.result.forms(TEXT)[:-1] if found else ()), value] for said, found, value in workings)
        first, second = map(" = ".join, forms)
        return first, second


class Search:
    """The lists on which a metric is tried, what it gives for each, and the right values.

    Attributes
    ----------
    trials : list of Trial
        The small ones first, then the drawn ones.
    found : list of float or Problem
    right : list of float
    parted, failed : list of bool
        Whether it gives another value, or none.
    """

    def __init__(self, metric: Metric, asked: Measure, threshold: float) -> None:
        self.metric, self.asked, self.threshold = metric, asked, threshold
        self.scale = scale_of(asked, threshold)
        depth = asked.depth() or DEPTH
        drawn = draw_trials(self.scale, depth)
        trials = [*small(self.scale, depth), *drawn]
        if dict(asked.parameters).get("empty") == "error":  # then such a list has no right value
            trials, drawn = ([one for one in some if one.relevant(threshold)] for some in (trials, drawn))
        self.trials, self._small = trials, len(trials) - len(drawn)
        self.right: list[float] = asked(Ranking.from_lists(*_tables(trials), threshold=threshold)).tolist()
        with redirect_stdout(StringIO()):  # a metric that prints would fill thousands of lines
            self.found = [self._outcome(trial, right) for trial, right in zip(trials, self.right, strict=True)]
        self.failed = [isinstance(own, Problem) for own in self.found]
        self.parted = [_differ(own, right) for own, right in zip(self.found, self.right, strict=True)]

    def _outcome(self, trial: Trial, right: float) -> Outcome:
        found = call(self.metric, trial.ratings, trial.recommendations)
        if isinstance(found, float) and not math.isfinite(found) and not near(found, right, DECIMALS):
            return Problem("nan", repr(found))
        return found

    def problem(self) -> Parting | None:
        """Return the smallest list for which the metric gives nothing."""
        return self._smallest(self.failed, lambda own, _right: isinstance(own, Problem))

    def smallest(self) -> Parting | None:
        """Return the smallest list for which it gives another value; None of a metric that does not keep to one value."""
        unsteady = any(isinstance(own, Problem) and own.key == "again" for own in self.found)
        return None if unsteady else self._smallest(self.parted, _differ)

    def _smallest(self, marked: list[bool], holds: Callable[[Outcome, float], bool]) -> Parting | None:
        """Return the smallest of the lists that are marked; a drawn one is made smaller as long as it holds."""
        some = [trial for trial, mark in zip(self.trials, marked, strict=True) if mark]
        if not some:
            return None

        def still(trial: Trial) -> bool:
            right = float(self.asked(trial.ranking(self.threshold)))
            return holds(self._outcome(trial, right), right)

        with redirect_stdout(StringIO()):
            trial = shrink(min(some, key=lambda one: one.size), self.scale, still)
            ranking = trial.ranking(self.threshold)
            own = self._outcome(trial, float(self.asked(ranking)))
        return Parting(trial.ratings, trial.recommendations, ranking, own, self.asked.explain(ranking))

    def rounded(self) -> int | None:
        """Return to how many decimals the metric rounds, or cuts off, if that is all that parts them."""
        both = zip(self.found, self.right, strict=True)
        pairs = [(own, right) for own, right in both if isinstance(own, float) and _differ(own, right)]
        for decimals in range(2, DECIMALS):
            unit = 10.0**-decimals
            if pairs and all(abs(own - right) < unit and near(own, round(own, decimals), 12) for own, right in pairs):
                return decimals
        return None

    def causes(self) -> tuple[Cause, ...]:
        """Return what gives all the values: one mistake or convention, or one where |R| is small and one where it is not."""
        told = [
            (trial, own)
            for k, (trial, own) in enumerate(zip(self.trials, self.found, strict=True))
            if isinstance(own, float) and (self.parted[k] or k >= self._small)
        ]
        whole = self._verdict(told)
        if _is_known(whole):
            return (Cause(whole),)
        n = self.asked.depth()
        if n is None:
            return ()
        counts = [(trial.relevant(self.threshold), len(trial.shown)) for trial, _own in told]
        splits = [self._split(told, [both[k] for both in counts], n, wheres) for k, wheres in enumerate(WHERE)]
        told_of = [sum(cause.is_told for cause in split) for split in splits]
        return splits[told_of.index(max(told_of))] if max(told_of) else ()

    def _split(
        self, told: Sequence[tuple[Trial, float]], counts: Sequence[int], n: int, wheres: tuple[str, str]
    ) -> tuple[Cause, ...]:
        """Judge the values where a count is at most n, and where it is above."""
        sides: dict[str, list[tuple[Trial, float]]] = {where: [] for where in wheres}
        for one, count in zip(told, counts, strict=True):
            sides[wheres[count > n]].append(one)
        return tuple(Cause(self._verdict(side), where, n) for where, side in sides.items() if side)

    def _verdict(self, told: Sequence[tuple[Trial, float]]) -> Verdict:
        """Judge the mean of the values: over hundreds of lists, and to nine decimals, no two computations share it."""
        mean = float(np.nanmean([own for _trial, own in told]))
        run = Run(*_tables([trial for trial, _own in told]), threshold=self.threshold)
        return replace(diagnose(mean, run, self.asked, decimals=DECIMALS), mean=False)

    def working(self, parting: Parting, causes: Sequence[Cause]) -> Derivation | None:
        """Return how the metric's value comes about, if one mistake gives it."""
        codes = [code for cause in causes if cause.covers(parting.ranking) for code in cause.verdict.codes]
        if len(codes) != 1:
            return None
        run = Run({"u": parting.recommendations}, {"u": parting.ratings}, threshold=self.threshold)
        return MISCONCEPTIONS[codes[0]].working(run, self.asked, "u")


def _tables(trials: Sequence[Trial]) -> tuple[dict[str, list[str]], dict[str, dict[str, float]]]:
    """Return the lists and the ratings of trials, a user each."""
    return (
        {str(k): trial.recommendations for k, trial in enumerate(trials)},
        {str(k): trial.ratings for k, trial in enumerate(trials)},
    )


def _differ(own: Outcome, right: float) -> bool:
    return isinstance(own, float) and not near(own, right, DECIMALS)


def _is_known(verdict: Verdict) -> bool:
    return bool(verdict.codes or verdict.conventions)
