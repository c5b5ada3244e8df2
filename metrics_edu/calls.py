"""Calling a metric that somebody else wrote: what it gives for a list, or why that is no value."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from numbers import Real
from typing import Any

from metrics_edu.language import N_, _, number
from metrics_edu.writing import one_line

Metric = Callable[[dict[Any, float], list[Any]], Any]
LONGEST = 120
"""So many letters of what a function returned or raised are shown."""

PROBLEMS = {
    "raised": N_("it raised {given}"),
    "none": N_("it returned nothing (None): does it end with return?"),
    "type": N_("it returned {given}, which is not a number"),
    "nan": N_("it returned {given}, which is no value"),
    "ratings": N_("it changed the ratings that it was given"),
    "recommendations": N_("it changed the recommendations that it was given"),
    "again": N_("asked again about the same list, it returned another value ({given})"),
}


@dataclass(frozen=True)
class Problem:
    """Why a function has no value for a list: the key of a sentence, and what it tells.

    Examples
    --------
    >>> Problem("type", "'0.5'").text
    "it returned '0.5', which is not a number"
    """

    key: str
    given: str = ""

    @property
    def text(self) -> str:
        """The sentence, in the reader's language."""
        return _(PROBLEMS[self.key]).format(given=self.given)


def named_metric(own: Any) -> tuple[str, str, Metric]:
    """Return what a function is called, the measure that it names itself ("" for none), and how it is called.

    Raises
    ------
    ValueError
        If it is neither a function nor an object with name() and eval(ratings, recommendations).

    Examples
    --------
    >>> named_metric(max)[:2]
    ('max', '')
    """
    if not isinstance(own, type):
        if callable(getattr(own, "eval", None)) and callable(getattr(own, "name", None)):
            return type(own).__name__, str(own.name()), own.eval
        if callable(own):
            return one_line(getattr(own, "__name__", type(own).__name__)).strip("<>")[:LONGEST], "", own
    raise ValueError(
        _(
            "a metric is a function of (ratings, recommendations), or an object with name() and "
            "eval(ratings, recommendations); got {given}"
        ).format(given=_shown(own))
    )


def call(metric: Metric, ratings: dict[str, float], recommendations: list[str]) -> float | Problem:
    """Return the value of a metric for a list, or why there is none.

    It is asked twice, and gets copies of its own: a value must not depend on what was asked before.

    Examples
    --------
    >>> call(lambda ratings, recommendations: len(recommendations), {}, ["a"])
    1.0
    >>> call(lambda ratings, recommendations: recommendations.pop(), {}, ["a"]).key
    'recommendations'
    """
    found = _once(metric, ratings, recommendations)
    if isinstance(found, Problem):
        return found
    again = _once(metric, ratings, recommendations)
    if isinstance(again, Problem) or not (again == found or (math.isnan(again) and math.isnan(found))):
        texts = (number(one) if isinstance(one, float) else one.text for one in (found, again))
        return Problem("again", "; ".join(texts))
    return found


def _once(metric: Metric, ratings: dict[str, float], recommendations: list[str]) -> float | Problem:
    given, listed = dict(ratings), list(recommendations)
    try:
        value = metric(given, listed)
        changed = listed != recommendations, list(given.items()) != list(ratings.items())
    except Exception as error:
        return Problem("raised", one_line(f"{type(error).__name__}: {error}")[:LONGEST].removesuffix(": "))
    if any(changed):
        return Problem("recommendations" if changed[0] else "ratings")
    if value is None:
        return Problem("none")
    if type(value) is bool or not isinstance(value, Real):
        return Problem("type", _shown(value))
    return float(value)


def _shown(value: Any) -> str:
    try:
        return one_line(repr(value))[:LONGEST]
    except Exception:
        return type(value).__name__
