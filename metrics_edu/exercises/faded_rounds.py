"""The rounds of a working with blanks: each has a list of the same kind, and more steps are blank from round to round."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from statistics import fmean

import numpy as np

from metrics_edu.exercises.blanks import ROUNDS, Blanks, Position
from metrics_edu.exercises.same_kind import draw_alike
from metrics_edu.language import refused
from metrics_edu.metrics import Measure, Ranking, Ratings
from metrics_edu.mistakes.written_numbers import near

MOST_ROWS = 14  # ranks, users or ratings: more would be a hundred blanks
DRAWS = 40
"""The number of lists from which those of the later rounds are chosen."""
NEW_PER_KNOWN = 3
"""For this number of blanks that no earlier round has, one that an earlier round has is allowed."""
DECIMALS = 3
"""To this number of decimals two numbers are the same."""
SHARE_OF_ZEROS = 0.3
"""The weight of a number that is 0 beside one that an earlier round has at the same position."""


class FadedRounds:
    """The blanks of each round: the first is about the given list, each other one about a drawn list of its kind.

    Raises ValueError without a value, or with too many rows.
    """

    def __init__(self, measure: Measure, data: Ranking | Ratings) -> None:
        first = Blanks(measure, data)
        if (count := _rows(first)) > MOST_ROWS:
            raise refused(
                "a FadedStepper takes lists of at most {most} items; got {count}. Pass a shorter list, or a "
                "measure with a cut-off such as AP@10",
                most=MOST_ROWS, count=count)  # fmt: skip
        is_empty = isinstance(data, Ranking) and not np.any(data.pool(0))
        draws = [] if is_empty else _drawn(first)
        self.fixed = _fixed([first, *draws]) - {first.result}
        chosen = [first]
        for _round in range(1, ROUNDS):
            left = [one for one in draws if one not in chosen]
            chosen.append(min(left, key=lambda one: self._cost(one, chosen), default=first))
        self.blanks = tuple(chosen)

    def positions(self, k: int) -> list[Position]:
        """Return the blanks of a round, from 1: no number that is the same on every list, and few that an earlier list has.

        At most a quarter of them has the number that an earlier list has at the same position: those of the last steps. They
        are more where the round would have fewer blanks than the one before: RR, Rank and HR have little but relevant or not,
        and two of three lists agree at each rank.
        """
        new = self.blanks[k - 1]
        asked = [position for position in new.round(k) if position not in self.fixed]
        known = _known(new, self.blanks[: k - 1]) - {new.result}
        shared = [position for position in asked if position in known]
        count = len(asked) - len(shared)
        missing = len(self.positions(k - 1)) - count if k > 1 else 0
        kept = shared[max(0, len(shared) - max(count // NEW_PER_KNOWN, missing)) :]
        return [position for position in asked if position not in shared or position in kept]

    def _cost(self, new: Blanks, earlier: Sequence[Blanks]) -> float:
        """Return how much of a list is known from earlier rounds, or trivial; the lower, the better."""
        known = len(_known(new, earlier) - self.fixed) / len(new.values)
        zeros = fmean(near(value, 0, DECIMALS) for value in new.values.values())
        value, low_high = new.derivation.value, new.measure.metric.bounds
        ends = sum(near(value, other, DECIMALS) for other in (*low_high, *(old.derivation.value for old in earlier)))
        return known + SHARE_OF_ZEROS * zeros + ends


def _known(new: Blanks, earlier: Sequence[Blanks]) -> set[Position]:
    """Return the positions of a list at which an earlier list has the same number."""
    both = ((position, old.values[position]) for old in earlier for position in old.values.keys() & new.values.keys())
    return {position for position, value in both if near(value, new.values[position], DECIMALS)}


def _rows(blanks: Blanks) -> int:
    return max((len(step.value) for step in blanks.derivation.steps if step.term.ndim), default=0)


def _drawn(first: Blanks) -> list[Blanks]:
    """Draw lists with the same steps; always the same ones of a list."""
    rng, found, symbols = np.random.default_rng(1), list[Blanks](), {symbol for symbol, _k in first.values}
    for _draw in range(DRAWS):
        with suppress(ValueError):  # a list without a value
            new = Blanks(first.measure, draw_alike(first.measure, first.data, rng))
            found += [new] * ({symbol for symbol, _k in new.values} == symbols and _rows(new) <= MOST_ROWS)
    return found


def _fixed(lists: list[Blanks]) -> set[Position]:
    """Return the positions at which all lists have the same number."""
    values = defaultdict[Position, list[float]](list)
    for one in lists:
        for position, value in one.values.items():
            values[position].append(value)
    return {position for position, found in values.items() if near(min(found), max(found), DECIMALS)}
