"""Scoring: coded tables as Rankings, a block of users at a time.

Every value comes from the metrics themselves; here rows only become arrays. A row of judgments is one whole number (user,
item, grade side by side), and a sorted array of them is searched for what was shown. How ids become codes: ``row_numbers.py``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from metrics_edu.metrics import Measure, Ranking
from metrics_edu.tables.row_numbers import Side, relevant_of

if TYPE_CHECKING:
    import numpy.typing as npt

    Whole = npt.NDArray[np.int64]
    Numbers = npt.NDArray[np.float64]

MOST_USERS = 8192
"""Users in a block, at most."""
MOST_CELLS = 4_000_000
"""Ranks times users in a block, at most."""


@dataclass(frozen=True)
class Joined:
    """What was recommended to each user and what they judged, as sorted arrays; `users` are codes.

    Attributes
    ----------
    shown, judged : Side
    users : array of int
        The users that count, in the order of their codes.
    levels : array
        The grades there are: 0, 1, 2, ... if all are whole.
    level : array or None
        Which of them each row of `judged` has; None if the grade itself says.
    threshold : float
    below : int
        How many grades were below 0, and count as 0.
    """

    shown: Side
    judged: Side
    users: Whole
    levels: Numbers
    level: Whole | None
    threshold: float
    below: int = 0

    @classmethod
    def of(cls, shown: Side, judged: Side, users: Whole, threshold: float) -> Joined:
        """Join two sides for the users that count."""
        shown, judged = shown.only(users), judged.only(users)
        below, highest = int(np.sum(judged.number < 0)), max(0, int(judged.number.max(initial=0)))
        level: Whole | None = None
        if np.array_equal(judged.number.astype(np.int16), judged.number):
            levels = np.arange(highest + 1, dtype=np.float64)
        else:
            levels, level = np.unique(np.maximum(judged.number, 0), return_inverse=True)
        return cls(shown, judged, users, levels, level, threshold, below)

    def counts(self, of: Side) -> Whole:
        """Return how many rows each user has on a side."""
        return _spread(self.users, of.users, of.counts)

    @property
    def relevant(self) -> Whole:
        """|R| of each user."""
        return _spread(self.users, self.judged.users, relevant_of(self.judged, self.threshold))

    def blocks(self, measures: Sequence[Measure]) -> Iterator[tuple[int, int]]:
        """Cut the users into blocks, so that no block needs much memory."""
        depths = [depth(of) for depth in (one.depth for one in measures) for of in ("list", "pool")]
        room = 62 - int(self.shown.item.max(initial=0) | self.judged.item.max(initial=0)).bit_length() - self._bits
        most = min(MOST_USERS, 2**room)
        widest = max((depth for depth in depths if depth is not None), default=1)
        widths = np.full(len(self.users), widest)
        if None in depths:
            widths = np.maximum(widths, np.maximum(self.counts(self.shown), self.counts(self.judged)))
        start = 0
        while start < len(widths):
            high = np.maximum.accumulate(widths[start : start + most])
            fits = high * np.arange(1, len(high) + 1) <= MOST_CELLS
            stop = start + max(1, int(fits.sum()))
            yield start, stop
            start = stop

    @property
    def _bits(self) -> int:
        return len(self.levels).bit_length()

    def ranking(self, start: int, stop: int, measures: Sequence[Measure]) -> Ranking:
        """Return the users from `start` to `stop` as a batch, cut to what the measures read."""
        count, users = stop - start, self.users[start:stop]
        row, column, shown, lengths = _part(self.shown, users)
        user, _column, judged, _lengths = _part(self.judged, users)
        item, known_item, number = self.shown.item[shown], self.judged.item[judged], self.judged.number[judged]
        number = np.maximum(number, 0)
        level = number.astype(np.int64) if self.level is None else self.level[judged]
        span = int(max(item.max(initial=0), known_item.max(initial=0))) + 1
        asked, known = row * span + item, np.sort(((user * span + known_item) << self._bits) | level)
        _refuse_repeats(self.shown, users, row, item, np.sort(asked))
        _refuse_repeats(self.judged, users, user, known_item, known >> self._bits)
        depth = _deepest(measures, "list", int(lengths.max(initial=0)))
        grades = np.zeros((count, depth))
        top = np.flatnonzero(column < depth)
        grades[row[top], column[top]] = self._look_up(known, asked[top])
        pool = self._pool(user[number > 0], level[number > 0], count, measures)
        relevant = np.bincount(user[number >= self.threshold], minlength=count)
        return Ranking(grades, pool, threshold=self.threshold, relevant=relevant, lengths=np.minimum(lengths, depth))

    def _look_up(self, known: Whole, asked: Whole) -> Numbers:
        if not len(known):
            return np.zeros(len(asked))
        place = np.minimum(np.searchsorted(known, asked << self._bits), len(known) - 1)
        found = known[place]
        grade = self.levels[found & ((1 << self._bits) - 1)]
        return np.where(found >> self._bits == asked, grade, 0.0)

    def _pool(self, user: Whole, level: Whole, count: int, measures: Sequence[Measure]) -> Numbers:
        worst_last = np.sort((user << self._bits) | (len(self.levels) - 1 - level))
        user, level = worst_last >> self._bits, len(self.levels) - 1 - (worst_last & ((1 << self._bits) - 1))
        lengths = np.bincount(user, minlength=count)
        column = _ranks_from_0(lengths)
        depth = _deepest(measures, "pool", int(lengths.max(initial=0)))
        top = np.flatnonzero(column < depth)
        pool = np.zeros((count, depth))
        pool[user[top], column[top]] = self.levels[level[top]]
        return pool


class RepeatedError(ValueError):
    """A user and an item, by their codes, stand together twice; `first` and `second` are ranks from 1."""

    def __init__(self, of: Side, user: int, item: int, first: int, second: int) -> None:
        super().__init__("a user and an item stand together twice")
        self.of, self.user, self.item, self.first, self.second = of, user, item, first, second


def _refuse_repeats(of: Side, users: Whole, row: Whole, item: Whole, pairs: Whole) -> None:
    if not np.any(pairs[1:] == pairs[:-1]):
        return
    ranks: dict[tuple[int, int], int] = {}
    for rank, pair in zip(
        _ranks_from_0(np.bincount(row)) + 1, zip(row.tolist(), item.tolist(), strict=True), strict=True
    ):
        if pair in ranks:
            raise RepeatedError(of, int(users[pair[0]]), pair[1], ranks[pair], int(rank))
        ranks[pair] = int(rank)


def _part(of: Side, users: Whole) -> tuple[Whole, Whole, slice | Whole, Whole]:
    first, last = np.searchsorted(of.users, [users[0], users[-1] + 1])
    begins = np.append(of.starts[first:last], of.starts[last] if last < len(of.starts) else of.total)
    lengths = _spread(users, of.users[first:last], np.diff(begins))
    return np.repeat(np.arange(len(users)), lengths), _ranks_from_0(lengths), of.rows(first, last), lengths


def _ranks_from_0(lengths: Whole) -> Whole:
    starts = np.cumsum(lengths) - lengths
    return np.arange(int(lengths.sum())) - np.repeat(starts, lengths)


def _spread(users: Whole, some: Whole, values: Whole) -> Whole:
    found = np.zeros(len(users), dtype=np.int64)
    found[np.searchsorted(users, some)] = values
    return found


def _deepest(measures: Sequence[Measure], of: str, longest: int) -> int:
    depths = [one.depth(of) for one in measures]
    return longest if None in depths else min(longest, max((depth for depth in depths if depth), default=0))


def score(run: Joined, start: int, stop: int, measures: Sequence[Measure]) -> Numbers:
    """Return the value of each measure (columns) for the users from `start` to `stop` (rows)."""
    batch = run.ranking(start, stop, measures)
    return np.stack([np.asarray(one(batch)) for one in measures], axis=-1)
