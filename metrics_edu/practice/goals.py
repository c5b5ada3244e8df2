"""Goals: what a list has to be, such as "AP = 0.5" or "RR same", each checked by the metric itself, and lists that meet them."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice, product
from typing import Any

import numpy as np

from metrics_edu.language import ANSWER, _, number, plain_number, read_number, refused
from metrics_edu.metrics import Measure, Ranking
from metrics_edu.metrics.value_and_derivation import ranking_measure

TOLERANCE = 1e-9
MAX_CHARACTERS = 60
MAX_TRIED = 5_000
"""The number of lists that a search tries."""


def same(value: float, other: float) -> bool:
    """Return whether two values are the same: also two that are not defined, such as the rank of what is not there."""
    return value == other or abs(value - other) <= TOLERANCE or (math.isnan(value) and math.isnan(other))


RELATIONS: dict[str, Callable[[float, float], bool]] = {
    "=": same,
    ">=": lambda value, target: value >= target - TOLERANCE,
    "<=": lambda value, target: value <= target + TOLERANCE,
    ">": lambda value, target: value > target + TOLERANCE,
    "<": lambda value, target: value < target - TOLERANCE,
    "same": same,
    "other": lambda value, target: not same(value, target),
}
"""What a goal may ask for; the words compare with the list at the start."""
SIGNS = {">=": "≥", "<=": "≤"}
OTHER_SIGNS = {"≥": ">=", "≤": "<=", "==": "="}
WRITTEN_GOAL = re.compile(
    r"([^\s=<>≤≥!≠]+)\s*(?:(same|other)|(==|<=|>=|[=<>≤≥])\s*(\d{1,5}(?:[.,]\d{1,10})?|[.,]\d{1,10})(?:\s*/\s*(\d{1,5}))?)",
    re.ASCII,
)
"""A measure, and a word or a sign with a number of no more digits than a float holds."""


@dataclass(frozen=True, repr=False)
class Goal:
    """A measure, what it must be, and, but for "same" and "other", the number it is compared with."""

    measure: Measure  # of the definitions on the slides ("parra")
    relation: str  # one of RELATIONS
    written: str = ""  # the number as it was written, with a decimal point: "0.5" or "1/2"
    target: float | None = field(default=None, compare=False)

    def __str__(self) -> str:
        return " ".join(filter(None, [self.measure.name, self.relation, self.written]))

    def __repr__(self) -> str:
        return f"Goal({str(self)!r})"

    def met(self, ranking: Ranking, start: Ranking) -> bool:
        """Return whether a list meets the goal, to 1e-9; "same" and "other" compare with the list at the start."""
        return RELATIONS[self.relation](self.measure(ranking), self._against(start))

    def _against(self, start: Ranking) -> float:
        return float(self.measure(start)) if self.target is None else self.target

    def text(self, start: Ranking) -> str:
        name = self.measure.name
        if self.target is None:
            value = number(self._against(start), fixed=4)
            if self.relation == "same":
                return _("{name} stays {value}", name=name, value=value)
            return _("{name} other than {value}", name=name, value=value)
        parts = self.written.split("/")
        least = 4 if len(parts) == 1 else 0  # a fraction is shown as it was written
        numbers = [number(float(part), fixed=max(least, len(part.partition(".")[2]))) for part in parts]
        return f"{name} {SIGNS.get(self.relation, self.relation)} {'/'.join(numbers)}"

    def now(self, ranking: Ranking, start: Ranking) -> str:
        """Return the value for a list, with enough decimals that it differs from the goal's value on the screen."""
        value, against = self.measure(ranking), self._against(start)
        decimals = (4, 6) if abs(value - against) > TOLERANCE else ()
        differs = (fixed for fixed in decimals if number(value, fixed=fixed) != number(against, fixed=fixed))
        return number(value, fixed=next(differs, 9 if decimals else 4))


def read_goal(text: str) -> Goal:
    """Read a goal: a measure, and a sign with a number, or the word "same" or "other", as "P@5 >= 3/5" or "RR same"."""
    value: Any = text  # a caller's value may be anything
    short = value[:MAX_CHARACTERS] if isinstance(value, str) else value
    written = WRITTEN_GOAL.fullmatch(" ".join(value.split())) if isinstance(value, str) and value == short else None
    if not written:
        raise refused(
            "a goal must be a measure with =, <, <=, > or >= and a number, such as 'AP = 0.5', or "
            "with 'same' or 'other', such as 'RR same'; got {value!r}",
            value=short,
        )
    spelling, word, sign, dividend, divisor = written.groups()
    measure = ranking_measure(spelling)
    if word:
        return Goal(measure, word)
    relation, text = OTHER_SIGNS.get(sign, sign), plain_number(dividend, ANSWER) + (f"/{divisor}" if divisor else "")
    target = read_number(text, ANSWER)
    (low, high), meets = measure.metric.bounds, RELATIONS[relation]
    if target is None or not low <= target <= high or not any(meets(value, target) for value in (low, target, high)):
        raise refused(
            "{name} ranges from {low} to {high}; got the goal {value!r}",
            name=measure.name,
            low=number(low),
            high=number(high),
            value=value,
        )
    return Goal(measure, relation, text, target)


def read_goals(goals: str | Sequence[str]) -> tuple[Goal, ...]:
    """Read one goal or several; refuse none, and one that no list can meet."""
    texts: Any = [goals] if isinstance(goals, str) else goals  # a caller's value may be anything
    if not isinstance(texts, (list, tuple)) or not texts:
        raise refused("goals must be a list of texts such as ['AP = 0.5']; got {value!r}", value=goals)
    return tuple(dict.fromkeys(map(read_goal, texts)))


def lists_that_meet(goals: Sequence[Goal], start: Ranking) -> Iterator[Ranking]:
    """Give the lists of the relevant items of another list, and of as many ranks, that meet all goals.

    >>> next(lists_that_meet(read_goals("AP = 0.5"), Ranking.parse("RN")))
    Ranking('NR', relevant=1)
    """
    pool = Counter(start.pool().tolist())
    grades = np.unique([*start.pool(), *start.shown, 0.0])
    for shown in islice(product(grades, repeat=len(start.shown)), MAX_TRIED):
        if Counter(grade for grade in shown if grade > 0) - pool:
            continue  # there are not items enough of each grade
        ranking = Ranking(list(shown[::-1]), start.pool(), threshold=start.threshold)  # the first ranks change fastest
        if all(goal.met(ranking, start) for goal in goals):
            yield ranking
