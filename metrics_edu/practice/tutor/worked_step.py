"""A worked step: the step at which a mistake begins, worked on one new list and left blank on another."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from itertools import product

from metrics_edu.mistakes.known_mistakes import KNOWN_MISTAKES
from metrics_edu.practice.exercises import Exercise
from metrics_edu.practice.steps.blanks import Blanks, Position
from metrics_edu.practice.tutor.drill_draws import FIRST_SEED, are_apart, drawn, level_in
from metrics_edu.working.recorded_array import uncut

STEP_SEED, SEEDS_PER_STEP = 2 * FIRST_SEED, 50
"""The lists of steps are drawn as those of exercises that are never asked."""
TRIES = 12
LEAST_DIFFERENCE = 0.001
"""The number that is asked for differs by more from the one that is worked."""


BlankStep = tuple[Blanks, Position]
"""The working of a list, and the position in it that is shown or asked for."""


@lru_cache(maxsize=64)
def step_of(exercise: Exercise, code: str, times: int) -> tuple[BlankStep, BlankStep] | None:
    """Return the step at which a mistake begins, if possible, on two new lists: to be worked, and to be filled in."""
    found: list[BlankStep] = []
    later = None
    metric, level, start = exercise.measure.metric.label(), level_in(exercise.name), STEP_SEED + SEEDS_PER_STEP * times
    for new in (drawn(metric, level, seed) for seed in range(start, start + TRIES)):
        changed = [*_changed(new, code)] if are_apart(new, code) else []
        for (worked, first), (blanks, position) in product(found, changed):
            is_same_step = uncut(first[0]) == uncut(position[0])
            if is_same_step and abs(worked.values[first] - blanks.values[position]) > LEAST_DIFFERENCE:
                later = later or ((worked, first), (blanks, position))
                if position[0] == changed[0][1][0]:
                    return (worked, first), (blanks, position)
        found += changed
    return later


def _changed(exercise: Exercise, code: str) -> Iterator[BlankStep]:
    """Give the numbers that a mistake changes, in the order of the workings; none of a list that is too long.

    Which items are relevant, and how many, is said beside the list.
    """
    for part in exercise.parts if KNOWN_MISTAKES[code].takes == "batch" else exercise.data:
        with suppress(ValueError):
            blanks = Blanks(exercise.measure, part)
            made = blanks.wrong_numbers.get(code, {})
            yield from (
                (blanks, position)
                for position in blanks.values
                if math.isfinite(made.get(position, math.nan)) and uncut(position[0]) not in ("rel_i", "|R|")
            )
