"""Preference: which of two lists a measure prefers, and which measures are asked. Pure functions; no widget here."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from metrics_edu.language import _
from metrics_edu.metrics import CONVENTIONS, DEFAULT, METRICS, Measure, Ranking, measure
from metrics_edu.widgets.explorer.settings import DEFAULTS, EXPLORED, MAY_READ_ALL

SAME = 1e-9
"""Values that differ by no more are equal."""
EQUAL, NEITHER = 2, 3
"""What a measure prefers, if neither list 0 nor list 1: they are equal, or cannot be compared."""


def preferred(one: Measure, a: float, b: float) -> int:
    """Return which of two values a measure prefers: 0, 1, EQUAL or (a value is 0/0) NEITHER."""
    if math.isnan(a) or math.isnan(b):
        return NEITHER
    if abs(a - b) <= SAME:
        return EQUAL
    return int((b > a) != one.metric.falls)


def value_of(one: Measure, ranking: Ranking) -> float:
    """Return a value; NaN where it is 0/0 and the measure does not say what that counts as."""
    skip = {"empty": "skip"} if one.metric.has_empty else {}
    return float(one.metric(ranking, **(skip | dict(one.parameters))))


def measures_of(names: Any, longest: int, settings: Mapping[str, Any]) -> list[Measure]:
    """Return the measures: those of the names, or those that an Explorer shows and the convention defines."""
    given = dict(settings)
    convention = given.pop("convention", DEFAULT)
    n = given.pop("n", None) if names is None else None
    if names is None:
        n = n if n is not None else max(1, min(longest, DEFAULTS["n"]))
        known = isinstance(convention, str) and convention in CONVENTIONS  # another is refused below
        defined = CONVENTIONS[convention].metrics if known else EXPLORED
        shown = [METRICS[name] for name in EXPLORED if name in defined]
        names = [m.label(n=n) if m.takes_n and m.name not in MAY_READ_ALL else m.label() for m in shown]
    if isinstance(names, str) or not isinstance(names, Iterable) or not (spelled := list(names)):
        raise ValueError(_("measures are a list of spellings such as ['RR', 'AP@5']; got {given!r}", given=names))
    taken = {key: _takers(key, value, spelled) for key, value in given.items()}
    own = [{key: given[key] for key, takers in taken.items() if name in takers} for name in spelled]
    found = [measure(name, convention=convention, **fits) for name, fits in zip(spelled, own, strict=True)]
    return list(dict.fromkeys(found))


def _takers(key: str, value: Any, names: Sequence[str]) -> list[str]:
    have = [name for name in names if key in measure(name).metric.parameters]
    if not have:
        known = dict.fromkeys(["convention", *(key for name in names for key in measure(name).metric.parameters)])
        raise ValueError(_("unknown setting {given!r}; allowed are {allowed}", given=key, allowed=", ".join(known)))
    fit = [name for name in have if value in measure(name).metric.choices.get(key, (value,))]
    return fit or have  # which refuse it
