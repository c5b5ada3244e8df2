"""What a mistake or a convention gives of data: its value, one value a user, and its working."""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import numpy as np

from metrics_edu.metrics import Measure
from metrics_edu.metrics.value_and_derivation import Data, ranking_measure, ranking_of, value_of
from metrics_edu.mistakes.known_mistakes import KNOWN_MISTAKES
from metrics_edu.working import Derivation


@cache
def under(measure: Measure, convention: str) -> Measure | None:
    """Return the same measure under a convention, or None where the convention does not define it."""
    numbers = {key: value for key, value in measure.parameters.items() if key in measure.metric.numbers}
    try:
        return ranking_measure(measure.name, convention=convention, **numbers)
    except ValueError:
        return None


def value_or_nan(measure: Measure | None, data: Data) -> float:
    """Return a value; NaN where the measure refuses what it would have to read, such as a pool that was cut."""
    try:
        return math.nan if measure is None else value_of(measure, data)
    except ValueError:
        return math.nan


def value_made(name: str, measure: Measure, data: Data) -> float:
    """Return what a mistake or a convention gives; NaN where it gives nothing."""
    mistake = KNOWN_MISTAKES.get(name)
    return mistake.value(measure, data) if mistake else value_or_nan(under(measure, name), data)


def values_made(name: str, measure: Measure, data: Data) -> Any:
    """Return what a mistake or a convention gives, one value a user."""
    if name in KNOWN_MISTAKES:
        return KNOWN_MISTAKES[name].values(measure, data)
    other, ranking = under(measure, name), ranking_of(data)
    return other(ranking) if other and ranking else np.nan


def working_made(name: str, measure: Measure, data: Data, user: str = "") -> Derivation | None:
    """Return how a mistake or a convention comes to its value of a list, a user or ratings; None where that is not recorded."""
    if name in KNOWN_MISTAKES:
        return KNOWN_MISTAKES[name].working(measure, data, user)
    other, ranking = under(measure, name), ranking_of(data)
    return other.explain(ranking.user(user) if user else ranking) if other and ranking else None
