"""The rounds of a working with blanks: each has a list of the same kind, and more steps are blank from round to round."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from itertools import chain
from statistics import fmean

import numpy as np

from metrics_edu.language import refused
from metrics_edu.metrics import Measure, Ranking, Ratings
from metrics_edu.mistakes.written_numbers import near
from metrics_edu.practice.steps.blanks import ROUNDS, Blanks, Position
from metrics_edu.practice.steps.similar_lists import draw_alike

MOST_ROWS = 14  # ranks, users or ratings: more would be a hundred blanks
DRAWS = 60
"""The number of lists from which those of the later rounds are chosen."""
NEW_PER_SHARED = 3
"""For this number of blanks that no earlier round reveals, one that an earlier round has is allowed."""
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
                most=MOST_ROWS,
                count=count,
            )
        is_empty = isinstance(data, Ranking) and not np.any(data.pool(0))
        draws = [] if is_empty else _drawn(first)
        self.possible = _possible([first, *draws])
        chosen = [first]
        for _round in range(1, ROUNDS):
            left = [draw for draw in draws if draw not in chosen]
            chosen.append(min(left, key=lambda draw: self._cost(draw, chosen), default=first))
        self.blanks = tuple(chosen)

    def can_differ(self, position: Position) -> bool:
        """Return whether the lists of the kind have different numbers at a position."""
        return len(self.possible[position]) > 1

    def shared(self, k: int) -> set[Position]:
        """Return the positions of a round, from 1, whose number can be read off an earlier round."""
        return self._shared(self.blanks[k - 1], self.blanks[: k - 1])

    def positions(self, k: int) -> list[Position]:
        """Return the blanks of a round, from 1: no number that is the same on every list, and few that an earlier list has.

        At most a quarter of them has the number of an earlier list: those of the last steps. A round that would have fewer blanks
        than the one before also has the positions at which the earlier lists show all numbers that are possible. The value is
        always a blank, and a new number as long as the lists of the kind have another one.
        """
        return self._positions(self.blanks[:k])

    def _positions(self, lists: Sequence[Blanks]) -> list[Position]:
        """Return the blanks of the last one of several lists."""
        *earlier, new = lists
        asked = [position for position in new.round(len(lists)) if position == new.result or self.can_differ(position)]
        few = self._with_few_of(_known(new, earlier), asked)
        if not earlier or len(few) >= len(self._positions(earlier)):
            return few
        return self._with_few_of(self._shared(new, earlier), asked)

    def _with_few_of(self, known: set[Position], asked: list[Position]) -> list[Position]:
        """Leave out what is known, the first first, until it is at most a quarter of what can differ."""
        left = [position for position in asked if position in known]
        most = (sum(map(self.can_differ, asked)) - len(left)) // NEW_PER_SHARED
        dropped = [position for position in left if position != asked[-1]][: max(0, len(left) - most)]
        return [position for position in asked if position not in dropped]

    def _shared(self, new: Blanks, earlier: Sequence[Blanks]) -> set[Position]:
        """Return the positions of a list at which an earlier list has the same number, unless they show all that are possible.

        A rank is relevant or not, so RR, Rank and HR have two numbers at it. The third list has one of the earlier ones at each
        rank. If these had both, they do not reveal which.
        """
        known = _known(new, earlier)
        return {position for position in known if _shown(position, earlier) < self.possible[position]}

    def _cost(self, new: Blanks, earlier: Sequence[Blanks]) -> tuple[bool, bool, float]:
        """Return whether the value of a list is shared, whether its round is shorter, and how much is shared or trivial."""
        known = _known(new, earlier)
        is_shorter = len(self._positions([*earlier, new])) < len(self._positions(earlier))
        zeros = fmean(near(value, 0, DECIMALS) for value in new.values.values())
        ends = sum(near(new.derivation.value, end, DECIMALS) for end in new.measure.metric.bounds)
        single = sum(not k for _symbol, k in known)
        cost = len(known) / len(new.values) + SHARE_OF_ZEROS * zeros + ends + single
        return new.result in self._shared(new, earlier), is_shorter, cost


def _known(new: Blanks, earlier: Sequence[Blanks]) -> set[Position]:
    """Return the positions of a list at which an earlier list has the same number."""
    return {position for position, value in new.values.items() if _rounded(value) in _shown(position, earlier)}


def _shown(position: Position, earlier: Sequence[Blanks]) -> set[float]:
    """Return the numbers that earlier lists have at a position."""
    return {_rounded(old.values[position]) for old in earlier if position in old.values}


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


def _possible(lists: list[Blanks]) -> dict[Position, set[float]]:
    """Return the numbers that the lists have at each position."""
    found = defaultdict[Position, set[float]](set)
    for position, value in chain.from_iterable(blanks.values.items() for blanks in lists):
        found[position].add(_rounded(value))
    return found


def _rounded(value: float) -> float:
    """Return a number as it is shown: with three decimals, and 0 without a sign."""
    return round(value, DECIMALS) + 0.0
