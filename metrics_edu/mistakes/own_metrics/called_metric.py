"""Calling a user's own metric: what it gives for a trial, or why that is no value."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, is_dataclass
from decimal import Decimal
from functools import cached_property
from numbers import Real
from typing import Any

import numpy as np

from metrics_edu.language import N_, Counted, number, refused, translated
from metrics_edu.metrics import Measure
from metrics_edu.mistakes.own_metrics.call_words import Argument, Call, Given
from metrics_edu.mistakes.own_metrics.time_limit import TimeLimit, TooSlow
from metrics_edu.mistakes.own_metrics.trials import AnyTrial
from metrics_edu.mistakes.trial_lists import reads_grades
from metrics_edu.working.labels import one_line

FAULTS = Exception, SystemExit
"""What a user's code may raise; only an interrupt is not its own."""
MAX_QUOTED_LETTERS = 120
"""The number of characters of what a function returned or raised that are shown."""

REMARKS = {
    "raised": N_("it raised {value}"),
    "exit": N_("it called exit(), which ends the program and returns nothing"),
    "none": N_("it returned nothing (None): does it end with return?"),
    "type": N_("it returned {value}, which is not a number"),
    "large": N_("it returned {value}, which is too large"),
    "nan": N_("it returned {value}, which is not a value"),
    "which": N_("it returned {value}: which one? Say value=0, value=1 or the key"),
    "key": N_("value={value} is not in what it returned"),
    "slow": N_("it had not returned after {value} s: does a loop have no end?"),
    "changed": N_("it changed the {value} that it received"),
    "again": N_("called again with the same list, it returned another value ({value})"),
    "percent": N_("Its values are right, but in percent."),
    "rounded": N_("Its values are right, but rounded or cut off after {value} decimals."),
    "single": N_(
        "Its values are right to five digits, as in single precision (float32) or with 1e-8 added to a divisor."
    ),
    "longer": Counted(
        "It is right for all lists of at most {value} rank: does it leave out the ranks after the cut-off?",
        "It is right for all lists of at most {value} ranks: does it leave out the ranks after the cut-off?",
        "value",
    ),
}
"""Why there is no value for a list, and what is seen from the values where no mistake gives them."""


@dataclass(frozen=True)
class Remark:
    """What is reported of a metric: the key of a sentence, and what it quotes."""

    key: str
    value: str | int = ""

    @property
    def text(self) -> str:
        return translated(REMARKS[self.key], value=self.value)


LATE = Remark("late")
"""Why there is no value of a call that was not made any more, for the time was over."""


def named_metric(value: Any) -> tuple[str, Any]:
    """Return what a function, or an object with name() and eval(), is called, and how it is called; refuse anything else."""
    with suppress(*FAULTS):  # what is read of it may raise
        is_value = not isinstance(value, type)
        if is_value and callable(getattr(value, "eval", None)) and callable(getattr(value, "name", None)):
            return type(value).__name__, value.eval
        if is_value and callable(value):
            name = one_line(getattr(value, "__name__", type(value).__name__))
            return name.strip("<>")[:MAX_QUOTED_LETTERS], value
    raise refused(
        "a metric is a function of (ratings, recommendations), or an object with name() and eval(ratings, "
        "recommendations); got {value}",
        value=_shown(value),
    )


def measure_named_by(metric: Any) -> str:
    try:
        return str(metric.name())
    except FAULTS as error:
        raise refused(
            "name() must return the measure, such as 'AP@10'; it raised {value}", value=_raised(error)
        ) from None


@dataclass
class OwnMetric:
    """A user's function, how it is called, and which of the values that it returns is meant.

    It is asked twice, and gets arguments of its own each time: a value must not depend on what was asked before.
    """

    function: Any
    call: Call
    measure: Measure
    limit: TimeLimit
    key: Any = None

    @cached_property
    def is_graded(self) -> bool:
        return self.measure.metric.kind == "ranking" and reads_grades(self.measure)

    def of(self, trial: AnyTrial, threshold: float) -> float | Remark:
        """Return the value for a trial, or why there is none."""
        given = self.given(trial, threshold)
        made, again = self.call.made(given), self.call.made(given)
        first = self._call_once(made, again, given)
        if isinstance(first, Remark):
            return first
        second = self._call_once(again, made, given)
        if second == first or (isinstance(second, float) and math.isnan(first) and math.isnan(second)):
            return first
        if isinstance(second, Remark) and second.key in ("slow", "late"):
            return second
        return Remark("again", f"{number(first)}; {second.text if isinstance(second, Remark) else number(second)}")

    def given(self, trial: AnyTrial, threshold: float) -> Given:
        """Return what the arguments are made of."""
        n = self.measure.parameters.get("n")
        cuts = self.call.has_one_item and "k" not in self.call.words  # the function gets no cut-off
        return Given(trial, threshold, n, self.is_graded, n if cuts else None)

    def _call_once(
        self, made: Mapping[Argument, Any], unchanged: Mapping[Argument, Any], given: Given
    ) -> float | Remark:
        left = self.limit.left
        if left <= 0:
            return LATE
        try:
            value = self.limit.call(lambda: self._read(self._returned(made), given, self.key))
            changed = [argument for argument in made if not _is_same(unchanged[argument], made[argument])]
        except TooSlow:
            is_endless = left > self.limit.seconds / 2
            return Remark("slow", number(self.limit.seconds)) if is_endless else LATE
        except SystemExit:
            return Remark("exit")
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            return Remark("raised", _raised(error))
        return Remark("changed", changed[0].word) if changed else value

    def _returned(self, made: Mapping[Argument, Any]) -> Any:
        if self.call.way_out:
            return self.call.way_out(self.function, *made.values())
        keywords = {argument.keyword: value for argument, value in made.items() if argument.keyword}
        return self.function(*(value for argument, value in made.items() if not argument.keyword), **keywords)

    def _read(self, value: Any, given: Given, key: Any) -> float | Remark:
        """Return the number that was returned: of several, the one that is meant; of one for each user, their mean."""
        if key is not None:
            try:
                is_named = isinstance(key, str) and (isinstance(value, tuple) or is_dataclass(value))
                return self._read(getattr(value, key) if is_named else value[key], given, None)
            except FAULTS:
                return Remark("key", _shown(key))
        if value is None:
            return Remark("none")
        if isinstance(value, Real | Decimal):
            return _float(value)
        values = [] if isinstance(value, str) else _values_in(value)
        if len(values) == 1:
            return self._read(values[0], given, None)
        is_by_user = self.call.has_users and not isinstance(value, tuple) and len(values) == len(given.trial.by_user)
        if is_by_user and all(isinstance(one, Real) for one in values):
            return float(np.mean(values))
        is_some = len(values) > 1 and all(isinstance(one, Real | Mapping | list | np.ndarray) for one in values)
        return Remark("which" if is_some else "type", _shown(value))


def _float(value: Any) -> float | Remark:
    try:
        return float(value)
    except FAULTS as error:
        return Remark("large" if isinstance(error, OverflowError) else "type", _shown(value))


def _values_in(value: Any) -> list[Any]:
    """Return the numbers in a collection, an array or a table; none of anything else."""
    with suppress(*FAULTS):
        if isinstance(value, Mapping):
            return [*value.values()]
        if isinstance(value, list | tuple):
            return [*value]
        return [value.item()] if np.size(value) == 1 else [*value]
    return []


def _is_same(one: Any, other: Any) -> bool:
    """Return whether an argument is still what it was; of a series, a frame or a tensor nothing is said."""
    if type(one) is not type(other):
        return False
    if isinstance(one, np.ndarray):
        return np.array_equal(one, other)
    if isinstance(one, dict):
        return _is_same([*one], [*other]) and _is_same([*one.values()], [*other.values()])
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(a is b or _is_same(a, b) for a, b in zip(one, other, strict=True))
    return not isinstance(one, str | float | int | set) or bool(one == other)


def _raised(error: BaseException) -> str:
    name = type(error).__name__
    return f"{name}: {_shown(error, str)}".removesuffix(": ").removesuffix(f": {name}")


def _shown(value: Any, write: Callable[[Any], str] = repr) -> str:
    try:
        text = one_line(write(value)[: 2 * MAX_QUOTED_LETTERS])
    except FAULTS:
        return type(value).__name__
    return text if len(text) <= MAX_QUOTED_LETTERS else f"{text[:MAX_QUOTED_LETTERS]}…"
