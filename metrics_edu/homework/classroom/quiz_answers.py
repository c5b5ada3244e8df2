"""The answers of a quiz question: which numbers are right, and which sentence any other number gets."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
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

    def takes(self, value: float) -> bool:
        return abs(value - self.value) <= self.tolerance


def quiz_answers(exercise: Exercise) -> list[QuizAnswer]:
    """Return the answers to the last question of an exercise. The first one that takes a number decides about it.

    Mistakes whose values differ by a unit of the last decimal or less share an answer. Those within a unit of the right value
    are not named. A right value with fewer decimals that may also be a mistake gets no points.
    """
    measure, part, unit = exercise.measure, exercise.parts[-1], 10.0**-exercise.decimals
    made = {name: value_made(name, measure, part) for name in (*KNOWN_MISTAKES, *CONVENTIONS)}
    verdict = diagnose(measure, part, None, decimals=exercise.decimals)
    required = Claim(verdict.exact, exercise.decimals)
    verdict = replace(verdict, chance=chance_of_cause(made.values(), verdict, required, exercise.decimals))
    shortened, wrong = _shortened(verdict), []
    for group in _near_values(made, unit):
        low, high = min(group.values()), max(group.values())
        if max(high - verdict.exact, verdict.exact - low) <= unit * (1 + SLACK):
            continue
        one = QuizAnswer((low + high) / 2, (high - low + unit) / 2, 0, "")
        also = [shortened.pop(value).text for value in [*shortened] if one.takes(value)]
        wrong.append(one._replace(text=_wrong_text(verdict, [*group], also)))
    right = QuizAnswer(verdict.exact, unit / 2, 100, replace(verdict, kind="right").text)
    rounded = [QuizAnswer(value, SLACK, 100, short.text) for value, short in shortened.items()]
    nearly = QuizAnswer(verdict.exact, 1.5 * unit, 0, _(NEARLY, decimals=exercise.decimals))
    return [right, *rounded, *wrong, nearly]


def _wrong_text(verdict: Verdict, names: Sequence[str], also: Sequence[str]) -> str:
    """Return what the mistakes and conventions do; `also` is what else the number may be."""
    codes = tuple(code for code in KNOWN_MISTAKES if code in names)
    named = verdict.named(codes, tuple(name for name in CONVENTIONS if name in names))
    return either_or([*also, *named.ways]) if also else named.text


def _near_values(values: Mapping[str, float], unit: float) -> list[dict[str, float]]:
    """Return the values in groups: in a group, each differs from the next one by at most a unit."""
    groups: list[dict[str, float]] = []
    last = -math.inf
    finite = [(value, name) for name, value in values.items() if math.isfinite(value)]
    for value, name in sorted(finite):
        if value - last > unit * (1 + SLACK):
            groups.append({})
        groups[-1][name] = last = value
    return groups


def _shortened(verdict: Verdict) -> dict[float, Verdict]:
    """Return the right value with fewer decimals, or cut off, each with the verdict on it."""
    exact, decimals = verdict.exact, verdict.decimals
    found = {}
    for places in range(decimals + 1):
        cut = math.floor(exact * 10**places + 1e-9) / 10**places
        for text in (f"{exact:.{places}f}", f"{cut:.{places}f}"):
            claim = read_claim(text)
            if claim and claim.matches(exact, decimals) and not near(claim.value, exact, decimals):
                found[claim.value] = replace(verdict, kind="rounded", claim=claim)
    return found
