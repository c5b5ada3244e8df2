"""The answers of a quiz question: which numbers are right, and which sentence any other number gets."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from metrics_edu.exercises.question import Exercise
from metrics_edu.language import N_, _
from metrics_edu.metrics import CONVENTIONS
from metrics_edu.mistakes import Verdict, diagnose
from metrics_edu.mistakes.diagnosis import chance_of_cause, either_or, value_made
from metrics_edu.mistakes.known_mistakes import KNOWN_MISTAKES
from metrics_edu.mistakes.written_numbers import Claim, near, read_claim

SLACK = 1e-9
"""The share of a unit by which two values may differ and be equal; the tolerance of a number with fewer decimals."""
NEARLY = N_("Nearly right. Round only the last result (decimals required: {decimals}).")


class QuizAnswer(NamedTuple):
    """A range of numbers, the percentage of the points that they get, and what is said about them."""

    value: float
    tolerance: float
    percent: int
    text: str


def quiz_answers(exercise: Exercise) -> list[QuizAnswer]:
    """Return the answers to the last question of an exercise. The first one that takes a number decides about it.

    Mistakes whose values differ by a unit of the last decimal or less share an answer. Those within a unit of the right value
    are not named. A right value with fewer decimals that may also be a mistake gets no points.
    """
    measure, part, unit = exercise.measure, exercise.parts[-1], 10.0**-exercise.decimals
    made = {name: value_made(name, measure, part) for name in (*KNOWN_MISTAKES, *CONVENTIONS)}
    verdict = diagnose(measure, part, None, decimals=exercise.decimals)
    exact, required = verdict.exact, Claim(verdict.exact, exercise.decimals)
    verdict = replace(verdict, chance=chance_of_cause(made.values(), verdict, required, exercise.decimals))
    shortened, wrong = _shortened(verdict), []
    for group in _near_values(made, unit):
        low, high = min(group.values()), max(group.values())
        if max(high - exact, exact - low) > unit * (1 + SLACK):
            middle, reach = (low + high) / 2, (high - low + unit) / 2
            also = [shortened.pop(value) for value in [*shortened] if abs(value - middle) <= reach]
            named = verdict.named(
                *(tuple(name for name in names if name in group) for names in (KNOWN_MISTAKES, CONVENTIONS))
            )
            text = either_or([*also, *named.ways]) if also else named.text
            wrong.append(QuizAnswer(middle, reach, 0, text))
    right = QuizAnswer(exact, unit / 2, 100, replace(verdict, kind="right").text)
    rounded = [QuizAnswer(value, SLACK, 100, text) for value, text in shortened.items()]
    return [right, *rounded, *wrong, QuizAnswer(exact, 1.5 * unit, 0, _(NEARLY, decimals=exercise.decimals))]


def _near_values(values: Mapping[str, float], unit: float) -> list[dict[str, float]]:
    """Return the values in groups: in a group, each differs from the next one by at most a unit."""
    groups: list[dict[str, float]] = []
    last = -math.inf
    for value, name in sorted((value, name) for name, value in values.items() if math.isfinite(value)):
        if value - last > unit * (1 + SLACK):
            groups.append({})
        groups[-1][name] = last = value
    return groups


def _shortened(verdict: Verdict) -> dict[float, str]:
    """Return the right value with fewer decimals, or cut off, each with what is said about it."""
    exact, found = verdict.exact, {}
    for scale in (10**places for places in range(verdict.decimals + 1)):
        for value in (round(exact * scale) / scale, math.floor(exact * scale + SLACK) / scale):
            claim = read_claim(f"{value:.{len(str(scale)) - 1}f}")
            if claim and claim.matches(exact, verdict.decimals) and not near(value, exact, verdict.decimals):
                found[value] = replace(verdict, kind="rounded", claim=claim).text
    return found
