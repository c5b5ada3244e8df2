"""Calling a metric that somebody else wrote: what it gives for a list, or why that is no value."""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from numbers import Real
from typing import Any

from metrics_edu.language import N_, Counted, _, number, said
from metrics_edu.working import one_line

Metric = Callable[[dict[Any, float], list[Any]], Any]
FAULTS = Exception, SystemExit
"""What somebody else's code may raise; only an interrupt is not its own."""
LONGEST = 120
"""So many letters of what a function returned or raised are shown."""

SENTENCES = {
    "raised": N_("it raised {given}"),
    "exit": N_("it called exit(), which ends the program and returns nothing"),
    "none": N_("it returned nothing (None): does it end with return?"),
    "type": N_("it returned {given}, which is not a number"),
    "large": N_("it returned {given}, which is too large"),
    "nan": N_("it returned {given}, which is no value"),
    "ratings": N_("it changed the ratings that it was given"),
    "recommendations": N_("it changed the recommendations that it was given"),
    "again": N_("asked again about the same list, it returned another value ({given})"),
    "rounded": N_("Its values are right, but rounded or cut off after {given} decimals."),
    "single": N_(
        "Its values are right to five digits, as in single precision (float32) or with 1e-8 added to a divisor."
    ),
    "cutoff": N_("These are the values of {given}: it reads another number of ranks."),
    "longer": Counted(
        "It is right for all lists of at most {given} rank: does it leave out the ranks after the cut-off?",
        "It is right for all lists of at most {given} ranks: does it leave out the ranks after the cut-off?",
        "given",
    ),
}
"""Why there is no value for a list, and what is seen from the values where no mistake gives them."""


@dataclass(frozen=True)
class Said:
    """What is told of a metric: the key of a sentence, and what was given."""

    key: str
    given: str | int = ""

    @property
    def text(self) -> str:
        """The sentence, in the reader's language."""
        return said(SENTENCES[self.key], given=self.given)


def named_metric(own: Any) -> tuple[str, Metric]:
    """Return what a function, or an object with name() and eval(), is called, and how it is called; refuse anything else."""
    with suppress(*FAULTS):  # what is read of it may raise
        if not isinstance(own, type) and callable(getattr(own, "eval", None)) and callable(getattr(own, "name", None)):
            return type(own).__name__, own.eval
        if not isinstance(own, type) and callable(own):
            return one_line(getattr(own, "__name__", type(own).__name__)).strip("<>")[:LONGEST], own
    raise ValueError(
        _(
            "a metric is a function of (ratings, recommendations), or an object with name() and eval(ratings, "
            "recommendations); got {given}",
            given=_shown(own),
        )
    )


def said_name(own: Any) -> str:
    """Return the measure that an object with name() is meant to be."""
    try:
        return str(own.name())
    except FAULTS as error:
        raise ValueError(
            _("name() must return the measure, such as 'AP@10'; it raised {given}", given=_raised(error))
        ) from None


def call(metric: Metric, ratings: dict[str, float], recommendations: list[str]) -> float | Said:
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
    if isinstance(found, Said):
        return found
    again = _once(metric, ratings, recommendations)
    if isinstance(again, Said) or not (again == found or (math.isnan(again) and math.isnan(found))):
        texts = (number(one) if isinstance(one, float) else one.text for one in (found, again))
        return Said("again", "; ".join(texts))
    return found


def _once(metric: Metric, ratings: dict[str, float], recommendations: list[str]) -> float | Said:
    given, listed = dict(ratings), list(recommendations)
    try:
        value = metric(given, listed)
        changed = listed != recommendations, list(given.items()) != list(ratings.items())
    except SystemExit:
        return Said("exit")
    except Exception as error:
        return Said("raised", _raised(error))
    if any(changed):
        return Said("recommendations" if changed[0] else "ratings")
    if value is None:
        return Said("none")
    if type(value) is bool or not isinstance(value, Real):
        return Said("type", _shown(value))
    try:
        return float(value)
    except FAULTS as error:
        return Said("large" if isinstance(error, OverflowError) else "type", _shown(value))


def _raised(error: BaseException) -> str:
    name = type(error).__name__
    return f"{name}: {_shown(error, str)}".removesuffix(": ").removesuffix(f": {name}")


def _shown(value: Any, write: Callable[[Any], str] = repr) -> str:
    try:
        text = one_line(write(value))
    except FAULTS:
        return type(value).__name__
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
