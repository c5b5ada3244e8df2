"""Where a user's own metric and a measure differ: the smallest list, and the mistake that gives all the values."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from statistics import median
from time import perf_counter
from typing import Any, Literal, NamedTuple

import numpy as np

from metrics_edu.language import N_, _, number
from metrics_edu.metrics import CONVENTIONS, Run
from metrics_edu.mistakes.diagnosis import Verdict
from metrics_edu.mistakes.known_mistakes import JOINED, KNOWN_MISTAKES, MISCONCEPTIONS
from metrics_edu.mistakes.made_values import working_made
from metrics_edu.mistakes.own_metrics.call_words import OPTIONS, Argument
from metrics_edu.mistakes.own_metrics.called_metric import LATE, OwnMetric, Remark
from metrics_edu.mistakes.own_metrics.trial_sets import ListSet, TrialSet, UserSet
from metrics_edu.mistakes.own_metrics.trials import AnyTrial
from metrics_edu.mistakes.trial_lists import KINDS, Trial, shrink
from metrics_edu.mistakes.written_numbers import near
from metrics_edu.working import Derivation
from metrics_edu.working.labels import spoken
from metrics_edu.working.text_style import TEXT

DECIMALS = 9
"""The number of decimals to which two values are the same."""
SINGLE_PRECISION = 1e-5
"""So much of a value may be lost to single precision, and to a small number that keeps a divisor from being 0."""
FEW_TRIALS = 20
"""The number of lists that are compared before all are."""
SECONDS, OF_KIND = 3.0, 10
"""How long trying may take, about, and the number of lists of each kind that are tried at least."""
TICK = 1e-6
"""The seconds that a call takes at least: the clock of a browser may stand still during one."""
OF_PERCENT = 4
"""The number of decimals to which a percentage with two decimals is right."""
UNNAMED = {"right": N_("they agree."), "wrong": N_("no known mistake and no convention gives these values.")}
Outcome = Literal["right", "other", "none"]


@dataclass(frozen=True)
class Cause:
    """What gives the values of a metric: on all lists, or on those with |R| between two numbers."""

    verdict: Verdict
    fewest: int = 0
    most: float = math.inf
    given: str = ""  # what the metric gives for every user with no relevant item, or wherever the measure has no value
    of_no_value: bool = False  # whether it is about the lists for which the measure has none

    @property
    def is_open(self) -> bool:
        """Whether nothing is known of what gives the values."""
        return self.verdict.kind == "wrong" and not self.given

    @property
    def text(self) -> str:
        kind = self.verdict.kind
        text = self.verdict.text if kind not in UNNAMED else self.given if kind == "wrong" else ""
        return f"{self._where} {text or _(UNNAMED[kind])}"

    @property
    def _where(self) -> str:
        if self.of_no_value:
            return _("Where there is no value:")
        if self.most == 0:
            return _("Where |R| is 0:")
        if self.most < math.inf:
            text = N_("Where |R| is from 1 to {n}:") if self.fewest else N_("Where |R| is at most {n}:")
            return _(text, n=self.most)
        return _("Where |R| is above {n}:", n=self.fewest - 1) if self.fewest else _("One cause gives all its values.")


@dataclass(frozen=True)
class Difference:
    """What a metric and a measure differ on, as it is given to the metric and as it is here.

    Then what the metric gives, or why it gives nothing; the working of the right value; and that of the metric's value, where
    it is that of one known mistake.
    """

    trial: AnyTrial
    arguments: dict[Argument, Any]
    ranking: Any  # or Ratings, or of a run what the measure reads
    own: float | Remark
    derivation: Derivation
    working: Derivation | None = None

    @property
    def ratings(self) -> Any:
        """The grade of each judged item; of several users, by user."""
        return self._of_users("ratings")

    @property
    def recommendations(self) -> Any:
        """The items shown, best first; of several users, by user."""
        return self._of_users("recommendations")

    def _of_users(self, key: str) -> Any:
        users = {name: getattr(user, key) for name, user in self.trial.by_user.items()}
        return users[1] if isinstance(self.trial, Trial) else users

    @property
    def written(self) -> str:
        """The arguments, a line each, and the list."""
        shown = {argument.word: value for argument, value in self.arguments.items() if argument.word not in OPTIONS}
        return "\n".join([*(f"{word} = {value!r}" for word, value in shown.items()), repr(self.ranking)])

    @property
    def values(self) -> tuple[str, str]:
        """What the metric gives, and the right value, as they are read: with more decimals where four tell nothing."""
        right = self.derivation.value
        if isinstance(self.own, Remark):
            return self.own.text, number(right)
        fixed = DECIMALS if number(self.own) == number(right) else None
        return number(self.own, fixed=fixed), number(right, fixed=fixed)

    def lines(self, name: str) -> list[str]:
        """Write both values, each with its working on one line where that is known."""
        workings = (name, self.working), (self.derivation.symbol, self.derivation)
        return [
            " = ".join([symbol, *(working.result.forms(TEXT)[:-1] if working else ()), value])
            for (symbol, working), value in zip(workings, self.values, strict=True)
        ]


class Tried(NamedTuple):
    trial: Any
    own: float | Remark
    right: float
    outcome: Outcome


class MetricSearch:
    """The trials of a metric (the small ones first, then the drawn ones), and what is read from its values."""

    def __init__(self, metric: OwnMetric, among: TrialSet, decimals: int = DECIMALS) -> None:
        self.metric, self.among, self.decimals = metric, among, decimals
        self.measure, self.threshold = among.measure, among.threshold
        self.known, took = dict[Any, float | Remark](), []
        for trial in among.trials[:: 1 + len(among.trials) // FEW_TRIALS]:
            start = perf_counter()
            self.known[trial] = metric.of(trial, self.threshold)
            took.append(perf_counter() - start)
        most = int(min(SECONDS, max(metric.limit.left, 0) / 2) / max(median(took), TICK))
        self.trials = among.trials if most >= len(among.trials) else self._fewer(most)
        self.tried = self._try(self.trials)
        self.failed = [tried for tried in self.tried if tried.outcome == "none"]
        self.differing = [tried for tried in self.tried if tried.outcome == "other"]
        self.compared = [tried for tried in self.tried if tried.outcome != "none"]

    def _fewer(self, most: int) -> tuple[Any, ...]:
        """Return trials of every kind for a slow metric, about so many."""
        trials, n = self.among.trials, self.measure.depth() or 0
        kept = {*self.known, *trials[:: 1 + len(trials) // (most + 1)], *trials[-FEW_TRIALS:]}
        for holds in KINDS.values() if isinstance(self.among, ListSet) else ():
            kept |= {*[trial for trial in trials if holds(trial, self.threshold, n)][:OF_KIND]}
        return tuple(trial for trial in trials if trial in kept)

    def _try(self, trials: Sequence[Any]) -> list[Tried]:
        """Return what the metric gives for each trial for which there was time."""
        tried = [self._judge(trial, right) for trial, right in zip(trials, self.among.right(trials), strict=True)]
        return [each for each in tried if each.own != LATE]

    def _judge(self, trial: Any, right: float) -> Tried:
        own = self.known[trial] if trial in self.known else self.metric.of(trial, self.threshold)
        if isinstance(own, Remark):
            return Tried(trial, own, right, "none")
        if near(own, right, self.decimals):
            return Tried(trial, own, right, "right")
        return (
            Tried(trial, own, right, "other")
            if math.isfinite(own)
            else Tried(trial, Remark("nan", repr(own)), right, "none")
        )

    def smallest(self, outcome: Outcome) -> Difference | None:
        of_outcome = [tried for tried in self.tried if tried.outcome == outcome]
        if not of_outcome:
            return None
        smallest = min(of_outcome, key=lambda tried: tried.trial.size)

        def still(trial: Any) -> bool:
            nonlocal smallest
            tried = self._try([trial]) if self.among.has_value(trial) else []
            smallest = next((each for each in tried if each.outcome == outcome), smallest)
            return smallest.trial is trial

        shrink(smallest.trial, self.among.scale, still)
        return Difference(
            smallest.trial,
            self.metric.call.made(self.metric.given(smallest.trial, self.threshold)),
            self.among.shown(smallest.trial),
            smallest.own,
            self.among.derivation(smallest.trial),
        )

    @property
    def is_steady(self) -> bool:
        return not any(isinstance(tried.own, Remark) and tried.own.key == "again" for tried in self.failed)

    def inexact(self) -> Remark | None:
        """Say whether the values are right but for what was rounded."""
        pairs = [(float(tried.own), tried.right) for tried in self.differing if isinstance(tried.own, float)]
        for decimals in range(2, DECIMALS):
            unit = 10.0**-decimals
            if all(abs(own - right) < unit and near(own, round(own, decimals), 12) for own, right in pairs):
                return Remark("rounded", str(decimals))
        if all(near(own / 100, right, OF_PERCENT) for own, right in pairs):
            return Remark("percent")
        close = all(abs(own - right) <= SINGLE_PRECISION * max(1, abs(right)) for own, right in pairs)
        return Remark("single") if close else None

    def causes(self) -> tuple[Cause, ...]:
        """Return what gives all the values: one mistake or convention, or one for each group of lists.

        The users with no relevant item are a separate group, and so are lists that have no value. The others are parted by
        whether |R| is above the cut-off if no one cause gives all their values.
        """
        verdict, n = self._verdict(self.compared), self.measure.depth()
        if verdict.kind != "wrong":
            return (Cause(verdict),)
        if not isinstance(self.among, ListSet):
            return ()
        of_empty = self._about_empty()
        causes = self._causes((1, math.inf))
        if n and causes and causes[0].is_open:
            first, *others = self._causes((1, n), (n + 1, math.inf))
            if first.most == n and all(
                cause.verdict.kind == "right" or (cause.is_open and first.is_open) for cause in of_empty
            ):
                first, of_empty = replace(first, fewest=0), []
            causes = [first, *others]
        of_empty += self._about_no_value()
        return (*causes, *of_empty) if any(cause.verdict.kind != "wrong" for cause in causes) else ()

    def _causes(self, *groups: tuple[int, float]) -> list[Cause]:
        """Return what gives the values where |R| is between two numbers, of each group with lists that were compared."""
        return [Cause(self._verdict(among), *ends) for ends in groups if (among := self._among(*ends))]

    def _among(self, fewest: int, most: float = math.inf) -> list[Tried]:
        """Return the lists that were compared with |R| between two numbers."""
        among = [tried for tried in self.compared if fewest <= tried.trial.relevant(self.threshold) <= most]
        return among if most == 0 else [tried for tried in among if not math.isnan(tried.right)]

    def _about_empty(self) -> list[Cause]:
        """Return what is done with the users that have no relevant item, if there are such lists."""
        empty = self._among(0, 0)
        if not empty:
            return []
        verdict, given = self._verdict(empty), ""
        own = {number(tried.own) for tried in empty if isinstance(tried.own, float)}
        right = {number(tried.right) for tried in empty}
        if len(own) == len(right) == 1:
            text = N_("it gives {own}, and {measure} gives {right}.")
            if self.measure.settings.get("empty") == "skip":
                text = N_("it gives {own}, and {measure} leaves out such a user.")
            given = _(text, own=own.pop(), right=right.pop(), measure=spoken(self.measure.name))
        return [Cause(verdict.only(verdict.codes, ()), 0, 0, given)]

    def _about_no_value(self) -> list[Cause]:
        """Return what is done with lists that have a relevant item and yet no value, if it is wrong on some of them."""
        has_none = [
            tried for tried in self.compared if math.isnan(tried.right) and tried.trial.relevant(self.threshold)
        ]
        own = {tried.own for tried in has_none if isinstance(tried.own, float)}
        if all(tried.outcome == "right" for tried in has_none):
            return []
        text = N_("it gives {own}, and {measure} has no value.")
        given = _(text, own=number(own.pop()), measure=spoken(self.measure.name)) if len(own) == 1 else ""
        return [Cause(Verdict("wrong", math.nan, self.measure), given=given, of_no_value=True)]

    def _verdict(self, compared: Sequence[Tried]) -> Verdict:
        verdict = Verdict("right", math.nan, self.measure)
        if all(tried.outcome == "right" for tried in compared):
            return verdict
        names = self._giving((*MISCONCEPTIONS, *CONVENTIONS), compared)
        if not names and self.threshold > 1:
            names = self._giving(JOINED, compared)
        codes = tuple(name for name in names if name in KNOWN_MISTAKES)
        return verdict.named(codes, tuple(name for name in names if name in CONVENTIONS))

    def _giving(self, names: Collection[str], compared: Sequence[Tried]) -> Collection[str]:
        differing = [tried for tried in compared if tried.outcome == "other"]
        few = [*differing[:: 1 + len(differing) // FEW_TRIALS], *compared[-FEW_TRIALS:]]  # the last have all grades
        for group in (few, compared):  # the few rule out nearly all
            trials = [tried.trial for tried in group]
            names = [name for name in names if self._gives_all(self.among.made(name, trials), group)]
        return names

    def reads_beyond_cutoff(self) -> Remark | None:
        """Say whether the values are right where no rank is after the cut-off."""
        n = self.measure.depth()
        if n is None or self.measure.parameters.get("n") != n or not isinstance(self.among, ListSet):
            return None
        return Remark("longer", n) if all(len(tried.trial.shown) > n for tried in self.differing) else None

    def working(self, difference: Difference, causes: Sequence[Cause]) -> Derivation | None:
        """Return how the metric's value comes about, if one mistake gives it."""
        data: Any = difference.ranking
        about_this = () if isinstance(self.among, UserSet) else causes
        if isinstance(self.among, ListSet):
            about_this = [cause for cause in causes if cause.fewest <= data.relevant <= cause.most]
            data = Run({"u": difference.recommendations}, {"u": difference.ratings}, threshold=self.threshold)
        codes = [code for cause in about_this for code in cause.verdict.codes]
        return working_made(codes[0], self.measure, data, "u") if len(codes) == 1 else None

    def _gives_all(self, values: Any, compared: Sequence[Tried]) -> bool:
        return np.shape(values) == (len(compared),) and all(
            isinstance(tried.own, float) and near(tried.own, value, self.decimals)
            for tried, value in zip(compared, np.asarray(values).tolist(), strict=True)
        )
