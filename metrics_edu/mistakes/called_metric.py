"""Calling a user's own metric: what it gives for a list, or why that is no value."""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from numbers import Real
from typing import Any

from metrics_edu.language import N_, Counted, number, refused, translated
from metrics_edu.working.labels import one_line

OwnMetric = Callable[[dict[Any, float], list[Any]], Any]
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
    "ratings": N_("it changed the ratings that it received"),
    "recommendations": N_("it changed the recommendations that it received"),
    "again": N_("called again with the same list, it returned another value ({value})"),
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


def named_metric(value: Any) -> tuple[str, OwnMetric]:
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


def call(metric: OwnMetric, ratings: dict[str, float], recommendations: list[str]) -> float | Remark:
    """Return the value of a metric for a list, or why there is none.

    It is asked twice, and gets separate copies: a value must not depend on what was asked before.

    >>> call(lambda ratings, recommendations: len(recommendations), {}, ["a"])
    1.0
    >>> call(lambda ratings, recommendations: recommendations.pop(), {}, ["a"]).key
    'recommendations'
    """
    first = _call_once(metric, ratings, recommendations)
    if isinstance(first, Remark):
        return first
    second = _call_once(metric, ratings, recommendations)
    if isinstance(second, float) and (first == second or (math.isnan(first) and math.isnan(second))):
        return first
    return Remark("again", f"{number(first)}; {second.text if isinstance(second, Remark) else number(second)}")


def _call_once(metric: OwnMetric, ratings: dict[str, float], recommendations: list[str]) -> float | Remark:
    own_ratings, own_list = dict(ratings), list(recommendations)
    try:
        value = metric(own_ratings, own_list)
        changed = own_list != recommendations, list(own_ratings.items()) != list(ratings.items())
    except SystemExit:
        return Remark("exit")
    except Exception as error:
        return Remark("raised", _raised(error))
    if any(changed):
        return Remark("recommendations" if changed[0] else "ratings")
    if value is None:
        return Remark("none")
    if type(value) is bool or not isinstance(value, Real):
        return Remark("type", _shown(value))
    try:
        return float(value)
    except FAULTS as error:
        return Remark("large" if isinstance(error, OverflowError) else "type", _shown(value))


def _raised(error: BaseException) -> str:
    name = type(error).__name__
    return f"{name}: {_shown(error, str)}".removesuffix(": ").removesuffix(f": {name}")


def _shown(value: Any, write: Callable[[Any], str] = repr) -> str:
    try:
        text = one_line(write(value))
    except FAULTS:
        return type(value).__name__
    return text if len(text) <= MAX_QUOTED_LETTERS else f"{text[:MAX_QUOTED_LETTERS]}…"
