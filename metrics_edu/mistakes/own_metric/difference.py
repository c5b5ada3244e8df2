"""Where a metric of somebody's own and a measure part: the smallest list, and the mistake that gives all the values."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, replace
from io import StringIO
from typing import Any, NamedTuple

import numpy as np

from metrics_edu.language import N_, _, number
from metrics_edu.metrics import CONVENTIONS, Measure, Ranking, Run
from metrics_edu.mistakes.diagnosis import Verdict, under
from metrics_edu.mistakes.known_mistakes import JOINED, KNOWN_MISTAKES, MISCONCEPTIONS
from metrics_edu.mistakes.own_metric.calling import Metric, Said, call
from metrics_edu.mistakes.own_metric.trial_lists import Trial, draw_trials, scale_of, shrink, small
from metrics_edu.mistakes.written_numbers import near
from metrics_edu.working import TEXT, Derivation

DECIMALS = 9
"""To so many decimals two values are the same."""
CLOSE = 1e-5
"""So much of a value may be lost to single precision, and to a small number that keeps a divisor from being 0."""
FEW = 20
"""So many lists are compared before all are."""
PLAIN = {"right": N_("they agree."), "wrong": N_("no known mistake and no convention gives these values.")}


@dataclass(frozen=True)
class Cause:
    """What gives the values of a metric: on all lists, or where |R| is above n, or where it is not."""

    verdict: Verdict
    above: bool | None = None
    n: int = 0

    @property
    def text(self) -> str:
        """The sentence, in the reader's language."""
        verdict = self.verdict
        text = _(PLAIN[verdict.kind]) if verdict.kind in PLAIN else verdict.text
        if self.above is None:
            return _("One cause gives all its values. {text}", text=text)
        where = _("Where |R| is above {n}:") if self.above else _("Where |R| is at most {n}:")
        return f"{where.format(n=self.n)} {text}"

    def covers(self, relevant: int) -> bool:
        """Return whether it is about a list with so many relevant items."""
        return self.above in (None, relevant > self.n)


@dataclass(frozen=True)
class Parting:
    """A list on which a metric and a measure part, as it is given to a metric and as a Ranking.

    Then what the metric gives, or why it gives nothing; the working of the right value; and that of the metric's value, where
    it is that of one known mistake.
    """

    ratings: dict[str, float]
    recommendations: list[str]
    ranking: Ranking
    own: float | Said
    derivation: Derivation
    working: Derivation | None = None

    @property
    def values(self) -> tuple[str, str]:
        """What the metric gives, and the right value, as they are read: with more decimals where four tell nothing."""
        right = self.derivation.value
        if isinstance(self.own, Said):
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


class Tried(NamedTuple):
    """A list, what the metric gives for it, and the right value."""

    trial: Trial
    own: float | Said
    right: float

    @property
    def fails(self) -> bool:
        """Whether the metric gives no value."""
        return isinstance(self.own, Said)

    @property
    def parts(self) -> bool:
        """Whether it gives another value."""
        return isinstance(self.own, float) and not near(self.own, self.right, DECIMALS)


class Search:
    """The lists on which a metric is tried (the small ones first, then the drawn ones), and what is read from its values.

    Those with a value are told, some of these are parted from the right one, and the others failed.
    """

    def __init__(self, metric: Metric, asked: Measure, threshold: float) -> None:
        self.metric, self.asked, self.threshold = metric, asked, threshold
        self.scale = scale_of(asked, threshold)
        trials = [*small(self.scale, asked.depth()), *draw_trials(self.scale, asked.depth())]
        self.trials = tuple(filter(self._has_value, trials))
        right = self._values(asked, self.trials)
        with redirect_stdout(StringIO()):  # a metric that prints would fill thousands of lines
            self.tried = [self._try(*both) for both in zip(self.trials, right, strict=True)]
        self.told = [one for one in self.tried if not one.fails]
        self.parted = [one for one in self.told if one.parts]
        self.failed = [one for one in self.tried if one.fails]

    def _has_value(self, trial: Trial) -> bool:
        return dict(self.asked.parameters).get("empty") != "error" or trial.relevant(self.threshold) > 0

    def _values(self, asked: Measure, trials: Sequence[Trial]) -> list[float]:
        found: list[float] = asked(Ranking.from_lists(*_tables(trials), threshold=self.threshold)).tolist()
        return found

    def _try(self, trial: Trial, right: float) -> Tried:
        own = call(self.metric, trial.ratings, trial.recommendations)
        if isinstance(own, float) and not math.isfinite(own) and not near(own, right, DECIMALS):
            own = Said("nan", repr(own))
        return Tried(trial, own, right)

    def problem(self) -> Parting | None:
        """Return the smallest list for which the metric gives nothing."""
        return self._smallest(self.failed, lambda one: one.fails)

    def smallest(self) -> Parting | None:
        """Return the smallest list for which it gives another value; None of a metric that does not keep to one value."""
        unsteady = any(isinstance(one.own, Said) and one.own.key == "again" for one in self.failed)
        return None if unsteady else self._smallest(self.parted, lambda one: one.parts)

    def _smallest(self, some: Sequence[Tried], holds: Callable[[Tried], bool]) -> Parting | None:
        if not some:
            return None
        found = min(some, key=lambda one: one.trial.size)

        def still(trial: Trial) -> bool:
            nonlocal found
            if self._has_value(trial):
                one = self._try(trial, *self._values(self.asked, [trial]))
                found = one if holds(one) else found
            return found.trial is trial

        with redirect_stdout(StringIO()):
            shrink(found.trial, self.scale, still)
        trial, ranking = found.trial, found.trial.ranking(self.threshold)
        return Parting(trial.ratings, trial.recommendations, ranking, found.own, self.asked.explain(ranking))

    def inexact(self) -> Said | None:
        """Say whether the values are right but for what was rounded."""
        pairs = [(float(one.own), one.right) for one in self.parted if isinstance(one.own, float)]
        for decimals in range(2, DECIMALS):
            unit = 10.0**-decimals
            if all(abs(own - right) < unit and near(own, round(own, decimals), 12) for own, right in pairs):
                return Said("rounded", str(decimals))
        close = all(abs(own - right) <= CLOSE * max(1, abs(right)) for own, right in pairs)
        return Said("single") if close else None

    def causes(self) -> tuple[Cause, ...]:
        """Return what gives all the values: one mistake or convention, or one where |R| is small and one where it is not."""
        whole = Cause(self._verdict(self.told))
        n = self.asked.depth()
        if whole.verdict.kind != "wrong" or n is None:
            return (whole,) if whole.verdict.kind != "wrong" else ()
        sides: dict[bool, list[Tried]] = {False: [], True: []}
        for one in self.told:
            sides[one.trial.relevant(self.threshold) > n].append(one)
        split = tuple(Cause(self._verdict(side), above, n) for above, side in sides.items() if side)
        return split if any(cause.verdict.kind != "wrong" for cause in split) else ()

    def _verdict(self, some: Sequence[Tried]) -> Verdict:
        parted = [one for one in some if one.parts]
        if not parted:
            return Verdict("right", math.nan, self.asked)
        for codes in (tuple(MISCONCEPTIONS), self._both):
            found = self._giving(codes, some, parted)
            if found.kind != "wrong":
                break
        return found

    @property
    def _both(self) -> tuple[str, ...]:
        return tuple(JOINED) if self.threshold > 1 else ()

    def _giving(self, codes: tuple[str, ...], some: Sequence[Tried], parted: Sequence[Tried]) -> Verdict:
        names = tuple(CONVENTIONS)
        few = [*parted[:: 1 + len(parted) // FEW], *some[-FEW:]]  # the last are drawn ones, with all grades
        for tried in (few, some):  # the few rule out nearly all
            run = Run(*_tables([one.trial for one in tried]), threshold=self.threshold)
            codes = tuple(code for code in codes if _gives(KNOWN_MISTAKES[code].values(run, self.asked), tried))
            others = {name: under(self.asked, name) for name in names}
            names = tuple(name for name, other in others.items() if other and _gives(other(run.ranking), tried))
            if not (codes or names):
                return Verdict("wrong", math.nan, self.asked)
        return Verdict("convention" if names else "misconception", math.nan, self.asked, codes=codes, conventions=names)

    def ranks_read(self) -> Said | None:
        """Say whether the values are those of another cut-off, or right where no rank is after it."""
        n, given = self.asked.depth(), dict(self.asked.parameters)
        if n is None or given.get("n") != n:
            return None
        trials = [one.trial for one in self.told]
        for other in (None, n + 1, n - 1)[: 2 + (n > 1)]:
            near_by = replace(self.asked, parameters=tuple(sorted((given | {"n": other}).items())))
            if _gives(self._values(near_by, trials), self.told):
                return Said("cutoff", near_by.name)
        return Said("longer", n) if all(len(one.trial.shown) > n for one in self.parted) else None

    def working(self, parting: Parting, causes: Sequence[Cause]) -> Derivation | None:
        """Return how the metric's value comes about, if one mistake gives it."""
        relevant = int(parting.ranking.relevant)
        codes = [code for cause in causes if cause.covers(relevant) for code in cause.verdict.codes]
        if len(codes) != 1:
            return None
        run = Run({"u": parting.recommendations}, {"u": parting.ratings}, threshold=self.threshold)
        return KNOWN_MISTAKES[codes[0]].working(run, self.asked, "u")


def _gives(values: Any, some: Sequence[Tried]) -> bool:
    return np.shape(values) == (len(some),) and all(
        isinstance(one.own, float) and near(one.own, value, DECIMALS)
        for one, value in zip(some, np.asarray(values).tolist(), strict=True)
    )


def _tables(trials: Sequence[Trial]) -> tuple[dict[str, list[str]], dict[str, dict[str, float]]]:
    lists = {str(k): trial.recommendations for k, trial in enumerate(trials)}
    return lists, {str(k): trial.ratings for k, trial in enumerate(trials)}
