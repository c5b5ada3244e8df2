"""Scoring: tables of recommendations and judgments as Rankings, a block of users at a time.

Every value comes from the metrics themselves; here rows only become arrays. Users and items are coded as whole numbers, a
row of judgments is one number (user, item, grade side by side), and a sorted array of them is searched for what was shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from metrics_edu.measures import Measure
from metrics_edu.ranking import Ranking
from metrics_edu.tables import Table

if TYPE_CHECKING:
    import numpy.typing as npt
    import polars as pl

    Whole = npt.NDArray[np.int64]
    Numbers = npt.NDArray[np.float64]

MOST_USERS = 8192
"""Users in a block, at most."""
MOST_CODES = 2**31
"""Ids that are whole numbers are their own codes if they lie no further apart."""
MOST_CELLS = 4_000_000
"""Ranks times users in a block, at most."""


@dataclass(frozen=True)
class Ids:
    """The ids behind codes: whole numbers counted from `low`, or names."""

    low: int = 0
    names: pl.Series | None = None

    def of(self, codes: Whole) -> pl.Series:
        """Return the ids of codes."""
        import polars as pl

        return pl.Series(codes + self.low) if self.names is None else self.names.gather(pl.Series(codes))


@dataclass(frozen=True)
class Side:
    """Rows sorted by user: the codes of users and items, the number of each row, and where the rows of each user begin."""

    table: Table
    user: Whole
    item: Whole
    number: Numbers
    starts: Whole

    @classmethod
    def of(cls, table: Table, user: Whole, item: Whole, number: Numbers) -> Side:
        """Make a Side of rows that are sorted by user."""
        first = np.ones(len(user), dtype=bool)
        first[1:] = user[1:] != user[:-1]
        return cls(table, user, item, number, np.flatnonzero(first))

    @property
    def users(self) -> Whole:
        """The code of each user, once."""
        return self.user[self.starts]

    @property
    def counts(self) -> Whole:
        """How many rows each user has."""
        return np.diff(np.append(self.starts, len(self.user)))

    def only(self, users: Whole) -> Side:
        """Keep the rows of some users."""
        keep = np.isin(self.users, users)
        if keep.all():
            return self
        rows = np.repeat(keep, self.counts)
        return Side.of(self.table, self.user[rows], self.item[rows], self.number[rows])


def coded(recommendations: Table, judgments: Table, ties: str) -> tuple[Side, Side, Ids, Ids]:
    """Code the ids of two tables alike and sort their rows: by user, the recommendations then by rank.

    `ties` is the order of equal scores: "order" of appearance, or "trec_eval" (the item's id as text, the last first).
    Returns both sides, and the ids of the users and of the items.
    """
    tables = (recommendations, judgments)
    users, user_ids = _codes(*(table.rows["user"] for table in tables))
    items, item_ids = _codes(*(table.rows["item"] for table in tables))
    sides = []
    for table, user, item in zip(tables, users, items, strict=True):
        number = table.rows[table.number].to_numpy() if table.number else np.ones(len(user))
        order = _order(user, number, table, ties)
        sides.append(
            Side.of(table, *((user, item, number) if order is None else (user[order], item[order], number[order])))
        )
    return sides[0], sides[1], user_ids, item_ids


def _codes(a: pl.Series, b: pl.Series) -> tuple[tuple[Whole, Whole], Ids]:
    """Return whole numbers from 0 on, not too large, that are equal where two ids are."""
    import polars as pl

    if a.dtype == b.dtype == pl.Int64:
        first, second = a.to_numpy(), b.to_numpy()
        low, high = int(min(first.min(), second.min())), int(max(first.max(), second.max()))
        if high - low < MOST_CODES:
            return (first - low, second - low) if low else (first, second), Ids(low)
    whole = pl.concat([a.cast(pl.String), b.cast(pl.String)])
    names = whole.unique(maintain_order=True)
    physical = names.cast(pl.Categorical).to_physical().to_numpy()
    dense = np.zeros(int(physical.max()) + 1, dtype=np.int64)
    dense[physical] = np.arange(len(names))
    codes = dense[whole.cast(pl.Categorical).to_physical().to_numpy()]
    return (codes[: len(a)], codes[len(a) :]), Ids(names=names)


def _order(user: Whole, number: Numbers, table: Table, ties: str) -> Whole | None:
    """Return the order that sorts rows by user, and by rank or score where they have one; None if they are in it."""
    in_order = bool(np.all(user[1:] >= user[:-1]))
    if table.kind == "judgments" or not table.number:
        return None if in_order else _stable(user)
    down = number if table.number == "rank" else -number
    if ties == "trec_eval":
        text = table.rows["item"].cast(str).rank("dense").to_numpy()
        return np.lexsort((-text.astype(np.int64), down, user))
    in_order = in_order and not np.any((down[1:] < down[:-1]) & (user[1:] == user[:-1]))
    return None if in_order else np.lexsort((down, user))


def _stable(keys: Whole) -> Whole:
    """Return the order that sorts keys, equal ones as they come. Side by side with their places they sort fastest."""
    bits = len(keys).bit_length()
    if int(keys.max()).bit_length() + bits > 62:
        return np.argsort(keys, kind="stable")
    return np.sort((keys << bits) | np.arange(len(keys))) & ((1 << bits) - 1)


@dataclass(frozen=True)
class Run:
    """What was recommended to each user and what they judged, as sorted arrays; `users` are codes.

    Attributes
    ----------
    shown, judged : Side
    users : array of int
        The users that count, in the order of their codes.
    levels, level : arrays
        The grades there are, and which of them each row of `judged` has.
    threshold : float
    """

    shown: Side
    judged: Side
    users: Whole
    levels: Numbers
    level: Whole
    threshold: float

    @classmethod
    def of(cls, shown: Side, judged: Side, users: Whole, threshold: float) -> Run:
        """Join two sides for the users that count."""
        shown, judged = shown.only(users), judged.only(users)
        judged = replace(judged, number=np.maximum(judged.number, 0.0))
        whole = judged.number.astype(np.int64)
        if np.array_equal(whole, judged.number):
            levels, level = np.arange(int(whole.max(initial=0)) + 1, dtype=np.float64), whole
        else:
            levels, level = np.unique(judged.number, return_inverse=True)
        return cls(shown, judged, users, levels, level, threshold)

    def counts(self, of: Side) -> Whole:
        """Return how many rows each user has on a side."""
        found = np.zeros(len(self.users), dtype=np.int64)
        found[np.searchsorted(self.users, of.users)] = of.counts
        return found

    @property
    def relevant(self) -> Whole:
        """|R| of each user."""
        rows = np.searchsorted(self.users, self.judged.user[self.judged.number >= self.threshold])
        return np.bincount(rows, minlength=len(self.users))

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
        shown, judged = (
            slice(*np.searchsorted(of.user, [users[0], users[-1] + 1])) for of in (self.shown, self.judged)
        )
        row, column, lengths = _places(self.shown.user[shown], users)
        item, level = self.shown.item[shown], self.level[judged]
        user, judged_item = np.searchsorted(users, self.judged.user[judged]), self.judged.item[judged]
        span = int(max(item.max(initial=0), judged_item.max(initial=0))) + 1
        known = np.sort(((user * span + judged_item) << self._bits) | level)
        asked = row * span + item
        _refuse_repeats(self.shown, shown, np.sort(asked))
        _refuse_repeats(self.judged, judged, known >> self._bits)
        depth = _deepest(measures, "list", int(lengths.max(initial=0)))
        top = column < depth
        grades = np.zeros((count, depth))
        grades[row[top], column[top]] = self._look_up(known, asked[top])
        some = self.judged.number[judged] > 0
        pool = self._pool(user[some], level[some], count, measures)
        relevant = np.bincount(user[self.judged.number[judged] >= self.threshold], minlength=count)
        return Ranking(grades, pool, threshold=self.threshold, relevant=relevant, lengths=np.minimum(lengths, depth))

    def _look_up(self, known: Whole, asked: Whole) -> Numbers:
        """Return the grade of each user and item, 0 where there is none."""
        if not len(known):
            return np.zeros(len(asked))
        place = np.minimum(np.searchsorted(known, asked << self._bits), len(known) - 1)
        found = known[place]
        grade = self.levels[found & ((1 << self._bits) - 1)]
        return np.where(found >> self._bits == asked, grade, 0.0)

    def _pool(self, user: Whole, level: Whole, count: int, measures: Sequence[Measure]) -> Numbers:
        """Return the best grades of each user's pool, as many as the measures read."""
        worst_last = np.sort((user << self._bits) | (len(self.levels) - 1 - level))
        user, level = worst_last >> self._bits, len(self.levels) - 1 - (worst_last & ((1 << self._bits) - 1))
        row, column, lengths = _places(user, np.arange(count))
        depth = _deepest(measures, "pool", int(lengths.max(initial=0)))
        top = column < depth
        pool = np.zeros((count, depth))
        pool[row[top], column[top]] = self.levels[level[top]]
        return pool


class RepeatedError(ValueError):
    """A user and an item stand together twice; `first` and `second` are ranks from 1."""

    def __init__(self, of: Side, user: int, item: int, first: int, second: int) -> None:
        super().__init__("a user and an item stand together twice")
        self.of, self.user, self.item, self.first, self.second = of, user, item, first, second


def _refuse_repeats(of: Side, where: slice, pairs: Whole) -> None:
    """Refuse rows whose sorted pairs of user and item are not all different."""
    if not np.any(pairs[1:] == pairs[:-1]):
        return
    seen: dict[tuple[int, int], int] = {}
    for row in range(where.start, where.stop):
        pair = int(of.user[row]), int(of.item[row])
        begin = int(np.searchsorted(of.user, pair[0]))
        if pair in seen:
            raise RepeatedError(of, *pair, seen[pair] - begin + 1, row - begin + 1)
        seen[pair] = row


def _places(user: Whole, users: Whole) -> tuple[Whole, Whole, Whole]:
    """Of sorted rows, return each row's place among the users, its rank from 0, and how many rows each user has."""
    starts = np.searchsorted(user, users)
    counts = np.diff(np.append(starts, len(user)))
    row = np.repeat(np.arange(len(users)), counts)
    return row, np.arange(len(user)) - starts[row] if len(user) else row, counts


def _deepest(measures: Sequence[Measure], of: str, longest: int) -> int:
    """Return how many columns the measures need, at most as many as there are."""
    depths = [one.depth(of) for one in measures]
    return longest if None in depths else min(longest, max((depth for depth in depths if depth), default=0))


def score(run: Run, start: int, stop: int, measures: Sequence[Measure]) -> Numbers:
    """Return the value of each measure (columns) for the users from `start` to `stop` (rows)."""
    batch = run.ranking(start, stop, measures)
    return np.stack([np.asarray(one(batch)) for one in measures], axis=-1)
