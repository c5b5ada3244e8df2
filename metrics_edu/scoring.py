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
"""Ids that are whole numbers below this are their own codes."""
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
    """The rows of a table, the order that sorts them by user, and where in it each user's rows begin.

    Attributes
    ----------
    table : Table
    item : array of int
        A code a row, as the table has them; `number` likewise.
    number : array
    order : array of int or None
        The rows by user, and those of a user by rank; None if they are in that order.
    users, starts : arrays of int
        The codes of the users, in order, and where the rows of each begin.
    """

    table: Table
    item: Whole
    number: Numbers
    order: Whole | None
    users: Whole
    starts: Whole

    @property
    def total(self) -> int:
        """How many rows count."""
        return len(self.item if self.order is None else self.order)

    @property
    def counts(self) -> Whole:
        """How many rows each user has."""
        return np.diff(np.append(self.starts, self.total))

    def rows(self, first: int, last: int) -> slice | Whole:
        """Return the rows of the users from place `first` up to place `last`."""
        begin, end = (self.starts[place] if place < len(self.starts) else self.total for place in (first, last))
        return slice(begin, end) if self.order is None else self.order[begin:end]

    def rows_of(self, user: int) -> slice | Whole:
        """Return the rows of one user; none if there is no such user."""
        return self.rows(*np.searchsorted(self.users, [user, user + 1]))

    def only(self, users: Whole) -> Side:
        """Keep the rows of some users."""
        keep = np.isin(self.users, users)
        if keep.all():
            return self
        counts = self.counts
        kept = np.flatnonzero(np.repeat(keep, counts))
        order = kept if self.order is None else self.order[kept]
        return replace(self, order=order, users=self.users[keep], starts=np.cumsum(counts[keep]) - counts[keep])


@dataclass(frozen=True)
class Population:
    """Who there is: the users that got recommendations, and those that judged; by their codes, in order."""

    shown: Side
    judged: Side
    threshold: float

    @property
    def with_relevant(self) -> Whole:
        """The users with a relevant item."""
        return self.judged.users[_relevant(self.judged, self.threshold) > 0]

    def counted(self, policy: str) -> Whole:
        """Return the users of a policy of `evaluate`."""
        if policy == "judged":
            return self.judged.users
        if policy == "with_relevant":
            return self.with_relevant
        together = np.union1d if policy == "all" else np.intersect1d
        return together(self.shown.users, self.judged.users)

    def lacking(self) -> dict[str, Whole]:
        """Return the users that lack something, by what they lack."""
        shown, judged = self.shown.users, self.judged.users
        return {
            "without recommendations": _less(judged, shown),
            "without judgments": _less(shown, judged),
            "without relevant items": _less(np.union1d(shown, judged), self.with_relevant),
        }


def _relevant(judged: Side, threshold: float) -> Whole:
    """Return how many relevant items each user has."""
    hits = judged.number >= threshold
    return np.add.reduceat(hits if judged.order is None else hits[judged.order], judged.starts, dtype=np.int64)


def _less(users: Whole, others: Whole) -> Whole:
    return users[~np.isin(users, others)]


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
        sides.append(_side(table, user, item, number, ties))
    return sides[0], sides[1], user_ids, item_ids


def _codes(a: pl.Series, b: pl.Series) -> tuple[tuple[Whole, Whole], Ids]:
    """Return whole numbers from 0 on, not too large, that are equal where two ids are."""
    import polars as pl

    if a.dtype == b.dtype == pl.Int64:
        first, second = a.to_numpy(), b.to_numpy()
        low, high = min(0, int(first.min()), int(second.min())), int(max(first.max(), second.max()))
        if high - low < MOST_CODES:
            return ((first - low, second - low) if low else (first, second)), Ids(low)
    whole = pl.concat([a.cast(pl.String), b.cast(pl.String)])
    names = whole.unique(maintain_order=True)
    physical = names.cast(pl.Categorical).to_physical().to_numpy()
    dense = np.zeros(int(physical.max()) + 1, dtype=np.int64)
    dense[physical] = np.arange(len(names))
    codes = dense[whole.cast(pl.Categorical).to_physical().to_numpy()]
    return (codes[: len(a)], codes[len(a) :]), Ids(names=names)


def _side(table: Table, user: Whole, item: Whole, number: Numbers, ties: str) -> Side:
    """Sort rows by user, and recommendations by rank or score where they have one, as equal ones come."""
    order, by_user = None, user
    ranked = table.kind == "recommendations" and table.number
    if ranked and not (ties == "order" and _in_rank_order(user, number, falls=table.number != "rank")):
        down = number if table.number == "rank" else -number
        text = [-table.rows["item"].cast(str).rank("dense").to_numpy().astype(np.int64)] if ties == "trec_eval" else []
        order = np.lexsort((*text, down, user))
        by_user = user[order]
    elif not np.all(user[1:] >= user[:-1]):
        order, by_user = _stable(user)
    first = np.ones(len(user), dtype=bool)
    first[1:] = by_user[1:] != by_user[:-1]
    starts = np.flatnonzero(first)
    return Side(table, item, number, order, by_user[starts], starts)


def _in_rank_order(user: Whole, number: Numbers, *, falls: bool) -> bool:
    wrong = number[1:] > number[:-1] if falls else number[1:] < number[:-1]
    return bool(np.all(user[1:] >= user[:-1])) and not np.any(wrong & (user[1:] == user[:-1]))


def _stable(keys: Whole) -> tuple[Whole, Whole]:
    """Return the order that sorts keys, equal ones as they come, and the sorted keys.

    Side by side with their places, as one number each, they sort fastest, and in little memory.
    """
    bits = len(keys).bit_length()
    if int(keys.max()).bit_length() + bits > 62:
        order = np.argsort(keys, kind="stable")
        return order, keys[order]
    packed = keys << bits
    packed |= np.arange(len(keys))
    packed.sort()
    order = (packed & ((1 << bits) - 1)).astype(np.int32 if bits < 32 else np.int64)
    packed >>= bits
    return order, packed


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
        return _spread(self.users, self.judged.users, _relevant(self.judged, self.threshold))

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
    """Refuse rows whose sorted pairs of user and item are not all different."""
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
    """Of the rows of some users, return each row's place among the users, its rank from 0, the rows, and the lengths."""
    first, last = np.searchsorted(of.users, [users[0], users[-1] + 1])
    begins = np.append(of.starts[first:last], of.starts[last] if last < len(of.starts) else of.total)
    lengths = _spread(users, of.users[first:last], np.diff(begins))
    return np.repeat(np.arange(len(users)), lengths), _ranks_from_0(lengths), of.rows(first, last), lengths


def _ranks_from_0(lengths: Whole) -> Whole:
    """Return 0, 1, 2, ... for lists of these lengths, end to end."""
    starts = np.cumsum(lengths) - lengths
    return np.arange(int(lengths.sum())) - np.repeat(starts, lengths)


def _spread(users: Whole, some: Whole, values: Whole) -> Whole:
    """Return a value a user: that of `some`, 0 for the others."""
    found = np.zeros(len(users), dtype=np.int64)
    found[np.searchsorted(users, some)] = values
    return found


def _deepest(measures: Sequence[Measure], of: str, longest: int) -> int:
    """Return how many columns the measures need, at most as many as there are."""
    depths = [one.depth(of) for one in measures]
    return longest if None in depths else min(longest, max((depth for depth in depths if depth), default=0))


def score(run: Joined, start: int, stop: int, measures: Sequence[Measure]) -> Numbers:
    """Return the value of each measure (columns) for the users from `start` to `stop` (rows)."""
    batch = run.ranking(start, stop, measures)
    return np.stack([np.asarray(one(batch)) for one in measures], axis=-1)
