"""A worked step: the step at which a mistake begins, worked on one new list and left blank on another."""

from __future__ import annotations

import math
from contextlib import suppress
from functools import lru_cache

from metrics_edu.exercises.blanks import Blanks, Position
from metrics_edu.exercises.drill_draws import FIRST_SEED, are_apart, drawn, level_in
from metrics_edu.exercises.question import Exercise
from metrics_edu.mistakes.known_mistakes import KNOWN_MISTAKES
from metrics_edu.working.labels import in_line
from metrics_edu.working.text_style import TEXT

STEP_SEED, SEEDS_PER_STEP = 2 * FIRST_SEED, 50
"""The lists of steps are drawn as those of exercises that are never asked."""
TRIES = 12
LEAST_DIFFERENCE = 0.001
"""The number that is asked for differs by more from the one that is worked."""


BlankStep = tuple[Blanks, Position]
"""The working of a list, and the position in it that is shown or asked for."""


def working_of(blanks: Blanks, position: Position) -> str:
    """Return a step as one line of text: "D = min(|R|, n) = min(3, 5) = 3"."""
    symbol, k = position
    step = next(step for step in blanks.derivation.steps if step.symbol == symbol)
    return in_line(" = ".join([blanks.name(position), *([step.cell(k - 1, TEXT)] if k else step.written(TEXT))]))


@lru_cache(maxsize=64)
def step_of(exercise: Exercise, code: str, times: int) -> tuple[BlankStep, BlankStep] | None:
    """Return a step on two new lists, to be worked and to be filled in: the first one that a mistake changes, if possible."""
    return _step(exercise, code, times, is_first=True) or _step(exercise, code, times, is_first=False)


def _step(exercise: Exercise, code: str, times: int, *, is_first: bool) -> tuple[BlankStep, BlankStep] | None:
    found: dict[str, BlankStep] = {}
    metric, level, start = exercise.measure.metric.label(), level_in(exercise.name), STEP_SEED + SEEDS_PER_STEP * times
    for new in (drawn(metric, level, seed) for seed in range(start, start + TRIES)):
        for blanks, position in _changed(new, code) if are_apart(new, code) else ():
            symbol = position[0].partition("@")[0]
            if is_first and found and symbol not in found:
                continue
            worked, first = found.setdefault(symbol, (blanks, position))
            if worked is not blanks and abs(worked.values[first] - blanks.values[position]) > LEAST_DIFFERENCE:
                return (worked, first), (blanks, position)
    return None


def _changed(exercise: Exercise, code: str) -> list[BlankStep]:
    """Return the computed numbers that a mistake changes, in the order of their workings; none of a list that is too long."""
    found: list[BlankStep] = []
    for part in exercise.parts if KNOWN_MISTAKES[code].takes == "batch" else exercise.data:
        with suppress(ValueError):
            blanks = Blanks(exercise.measure, part)
            made = blanks.wrong_numbers.get(code, {})
            computed = {step.symbol for step in blanks.derivation.steps if step.formula}
            found += [(blanks, position) for position in blanks.values
                      if position[0] in computed and math.isfinite(made.get(position, math.nan))]  # fmt: skip
    return found
