"""Scoring: numbered rows as Rankings, a block of users at a time.

Every value comes from the metrics themselves; here rows only become arrays. A row of judgments is one whole number (user,
item, grade side by side), and a sorted array of them is searched for what was shown. How ids become numbers: ``row_numbers.py``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from metrics_edu.language import _
from metrics_edu.metrics import Measure, Ranking, TableError
from metrics_edu.tables.row_numbers import Ids, Side, numbered

if TYPE_CHECKING:
    import numpy.typing as npt

    from metrics_edu.tables.sources import Table

    Whole = npt.NDArray[np.int64]
    Numbers = npt.NDArray[np.float64]

MAX_USERS = 8192
"""Users in a block, at most."""
MAX_CELLS = 4_000_000
"""Ranks times users in a block, at most."""


@dataclass(frozen=True)
class Joined:
    """What was recommended to each user and what they judged, as sorted arrays; users and items are numbers."""

    shown: Side
    judged: Side
    user_ids: Ids
    item_ids: Ids
    threshold: float
    users: Whole  # those that count, in order

    @classmethod
    def of(cls, recommendations: Table, judgments: Table, threshold: float, ties: str) -> Joined:
        if not judgments.number and threshold > 1:
            raise TableError(
                _(
                    "{name}: there are no grades, so each is 1, and threshold must be at most 1; got {given:g}",
                    name=judgments.name,
                    given=threshold,
                )
            )
        shown, judged, user_ids, item_ids = numbered(recommendations, judgments, ties)
        users = np.sort(np.concatenate((shown.users, judged.users)), kind="stable")  # far sooner than np.union1d
        users = users[np.append(True, users[1:] != users[:-1])]
        return cls(shown, judged, user_ids, item_ids, threshold, users)

    def only(self, policy: str) -> Joined:
        users = self.users
        if policy == "common":
            users = np.intersect1d(self.shown.users, self.judged.users)
        elif policy != "all":
            users = self.judged.users if policy == "judged" else users[self.relevant > 0]
        return replace(self, shown=self.shown.only(users), judged=self.judged.only(users), users=users)

    @cached_property
    def lacking(self) -> dict[str, Whole]:
        shown, judged = (np.isin(self.users, side.users) for side in (self.shown, self.judged))
        return {
            "without recommendations": self.users[judged & ~shown],
            "without judgments": self.users[shown & ~judged],
            "without relevant items": self.users[judged & (self.relevant == 0)],
        }

    def counts(self, side: Side) -> Whole:
        return _spread(self.users, side.users, side.counts)

    @cached_property
    def relevant(self) -> Whole:  # |R|
        hits, order = self.judged.number >= self.threshold, self.judged.order
        counts = np.add.reduceat(hits if order is None else hits[order], self.judged.starts, dtype=np.int64)
        return _spread(self.users, self.judged.users, counts)

    def items(self, side: Side, user: int) -> Any:
        return self.item_ids.of(side.item[side.rows_of(user)])

    def grades(self, user: int) -> list[float]:
        graded: list[float] = np.maximum(self.judged.number[self.judged.rows_of(user)], 0).tolist()
        return graded

    @cached_property
    def _levels(self) -> tuple[Numbers, Whole | None]:
        """The grades there are, and which of them each row has; None if all are whole, and the grade itself says."""
        grades = self.judged.number
        if np.array_equal(grades.astype(np.int16), grades):
            return np.arange(max(0, int(grades.max(initial=0))) + 1, dtype=np.float64), None
        return np.unique(np.maximum(grades, 0), return_inverse=True)

    @property
    def _bits(self) -> int:
        return len(self._levels[0]).bit_length()

    def blocks(self, measures: Sequence[Measure]) -> Iterator[tuple[int, int]]:
        """Cut the users into blocks, so that no block needs much memory."""
        depths = [measure.depth(of) for measure in measures for of in ("list", "pool")]
        room = 62 - int(self.shown.item.max(initial=0) | self.judged.item.max(initial=0)).bit_length() - self._bits
        most = min(MAX_USERS, 2**room)
        widths = np.full(len(self.users), max((depth for depth in depths if depth is not None), default=1))
        if None in depths:
            widths = np.maximum(widths, np.maximum(self.counts(self.shown), self.counts(self.judged)))
        start = 0
        while start < len(widths):
            high = np.maximum.accumulate(widths[start : start + most])
            stop = start + max(1, int(np.sum(high * np.arange(1, len(high) + 1) <= MAX_CELLS)))
            yield start, stop
            start = stop

    def ranking(self, start: int, stop: int, measures: Sequence[Measure]) -> Ranking:
        """Return the users from `start` to `stop` as a batch, cut to what the measures read."""
        users, level_of = self.users[start:stop], self._levels[1]
        row, column, shown, lengths = _part(self.shown, users)
        user, _column, judged, _lengths = _part(self.judged, users)
        item, known_item, number = self.shown.item[shown], self.judged.item[judged], self.judged.number[judged]
        number = np.maximum(number, 0)
        level = number.astype(np.int64) if level_of is None else level_of[judged]
        span = int(max(item.max(initial=0), known_item.max(initial=0))) + 1
        asked, known = row * span + item, np.sort(((user * span + known_item) << self._bits) | level)
        self._refuse_repeats(self.shown, users, row, item, np.sort(asked))
        self._refuse_repeats(self.judged, users, user, known_item, known >> self._bits)
        depth = _deepest(measures, "list", int(lengths.max(initial=0)))
        grades = np.zeros((len(users), depth))
        top = np.flatnonzero(column < depth)
        grades[row[top], column[top]] = self._look_up(known, asked[top])
        pool = self._pool(user[number > 0], level[number > 0], len(users), measures)
        relevant = np.bincount(user[number >= self.threshold], minlength=len(users))
        return Ranking(grades, pool, threshold=self.threshold, relevant=relevant, lengths=np.minimum(lengths, depth))

    def _look_up(self, known: Whole, asked: Whole) -> Numbers:
        if not len(known):
            return np.zeros(len(asked))
        nearest = known[np.minimum(np.searchsorted(known, asked << self._bits), len(known) - 1)]
        grade = self._levels[0][nearest & ((1 << self._bits) - 1)]
        return np.where(nearest >> self._bits == asked, grade, 0.0)

    def _pool(self, user: Whole, level: Whole, count: int, measures: Sequence[Measure]) -> Numbers:
        levels = self._levels[0]
        worst_last = np.sort((user << self._bits) | (len(levels) - 1 - level))
        user, level = worst_last >> self._bits, len(levels) - 1 - (worst_last & ((1 << self._bits) - 1))
        lengths = np.bincount(user, minlength=count)
        column = _ranks_from_0(lengths)
        depth = _deepest(measures, "pool", int(lengths.max(initial=0)))
        top = np.flatnonzero(column < depth)
        pool = np.zeros((count, depth))
        pool[user[top], column[top]] = levels[level[top]]
        return pool

    def _refuse_repeats(self, side: Side, users: Whole, row: Whole, item: Whole, pairs: Whole) -> None:
        if not np.any(pairs[1:] == pairs[:-1]):
            return
        ranks: dict[tuple[int, int], int] = {}
        for rank, *pair in zip(_ranks_from_0(np.bincount(row)) + 1, row.tolist(), item.tolist(), strict=True):
            first = ranks.setdefault((pair[0], pair[1]), int(rank))
            if first != rank:
                raise self._repeated(side, int(users[pair[0]]), pair[1], first, int(rank))

    def _repeated(self, side: Side, user: int, item: int, first: int, second: int) -> TableError:
        facts = {
            "name": side.table.name,
            "user": self.user_ids.of(np.array([user]))[0],
            "item": self.item_ids.of(np.array([item]))[0],
        }
        if side.table.kind == "judgments":
            text = _("{name}: user {user!r} judged item {item!r} twice; expected once", **facts)
        else:
            text = _(
                "{name}: user {user!r} has item {item!r} at ranks {first} and {second}; an item may be listed once",
                **facts,
                first=first,
                second=second,
            )
        return TableError(text + side.table.where(facts["user"], facts["item"]))


def _part(side: Side, users: Whole) -> tuple[Whole, Whole, slice | Whole, Whole]:
    first, last = np.searchsorted(side.users, [users[0], users[-1] + 1])
    lengths = _spread(users, side.users[first:last], side.counts[first:last])
    return np.repeat(np.arange(len(users)), lengths), _ranks_from_0(lengths), side.rows(first, last), lengths


def _ranks_from_0(lengths: Whole) -> Whole:
    starts = np.cumsum(lengths) - lengths
    return np.arange(int(lengths.sum())) - np.repeat(starts, lengths)


def _spread(users: Whole, some: Whole, values: Whole) -> Whole:
    spread = np.zeros(len(users), dtype=np.int64)
    spread[np.searchsorted(users, some)] = values
    return spread


def _deepest(measures: Sequence[Measure], of: str, longest: int) -> int:
    depths = [measure.depth(of) for measure in measures]
    return longest if None in depths else min(longest, max((depth for depth in depths if depth), default=0))


def score(run: Joined, start: int, stop: int, measures: Sequence[Measure]) -> Numbers:
    """Return the value of each measure (columns) for the users from `start` to `stop` (rows)."""
    batch = run.ranking(start, stop, measures)
    return np.stack([np.asarray(measure(batch)) for measure in measures], axis=-1)
