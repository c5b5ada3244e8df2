"""Scoring: what was recommended and what was judged, joined as Rankings, a block of users at a time.

Every value comes from the metrics themselves; here rows only become arrays. A row is one whole number (user, item, and grade
or rank, side by side), for NumPy sorts those fastest. How ids become numbers: ``row_numbers.py``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from metrics_edu.language import _
from metrics_edu.metrics import Measure, Ranking, TableError
from metrics_edu.tables.row_numbers import Ids, Side, bits_of, numbered

if TYPE_CHECKING:
    import numpy.typing as npt

    from metrics_edu.tables.sources import Table

    Whole = npt.NDArray[np.int64]
    Numbers = npt.NDArray[np.float64]

MAX_USERS = 8192
"""Users in a block, at most."""
MAX_CELLS = 4_000_000
"""Ranks times users in a block, at most."""
MAX_BITS = 62
"""Of a row that is one number."""


@dataclass(frozen=True)
class Joined:
    """What was recommended to each user and what they judged; users and items are numbers."""

    shown: Side
    judged: Side
    user_ids: Ids
    item_ids: Ids
    threshold: float
    levels: Numbers  # the grades there are, 0 and the lowest first
    known: Whole  # the rows of judgments, sorted: user, item and which of the levels the grade is, side by side
    item_bits: int
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
        levels, level = _levels(np.maximum(judgments.numbers, 0))
        room = MAX_BITS - _bits(levels)
        (asked_user, user, user_ids), (asked_item, item, item_ids) = numbered(recommendations, judgments, room)
        shown, judged = Side(recommendations, asked_user, asked_item, ties), Side(judgments, user, item)
        item_bits = bits_of(asked_item, item)
        known = user << item_bits
        known |= item
        known <<= _bits(levels)
        known |= level
        known.sort()
        users = np.sort(np.concatenate((shown.users, judged.users)))  # far sooner than np.union1d
        users = users[np.append(True, users[1:] != users[:-1])]
        return cls(shown, judged, user_ids, item_ids, threshold, levels, known, item_bits, users)

    def only(self, policy: str) -> Joined:
        kept = {"judged": [self.judged], "common": [self.judged, self.shown]}.get(policy, [])
        counted = self.relevant > 0 if policy == "with_relevant" else np.ones(len(self.users), dtype=bool)
        for side in kept:
            counted &= self.counts(side) > 0
        return replace(self, users=self.users[counted])

    @cached_property
    def lacking(self) -> dict[str, Whole]:
        shown, judged = self.counts(self.shown) > 0, self.counts(self.judged) > 0
        return {
            "without recommendations": self.users[judged & ~shown],
            "without judgments": self.users[shown & ~judged],
            "without relevant items": self.users[judged & (self.relevant == 0)],
        }

    def counts(self, side: Side) -> Whole:
        return side.spread(self.users, side.counts)

    @cached_property
    def relevant(self) -> Whole:  # |R|
        hits = self._is_relevant[self.known & self._level]
        return self.judged.spread(self.users, np.add.reduceat(hits, self.judged.starts, dtype=np.int64))

    @cached_property
    def _is_relevant(self) -> npt.NDArray[np.bool_]:  # of each level
        return self.levels >= self.threshold

    @property
    def _level(self) -> int:  # the bits of a row that say it
        return (1 << _bits(self.levels)) - 1

    def items(self, side: Side, user: int) -> Any:
        return self.item_ids.of(side.item[side.rows_of(user)])

    def grades(self, user: int) -> list[float]:
        graded: list[float] = np.maximum(self.judged.number[self.judged.rows_of(user)], 0).tolist()
        return graded

    @cached_property
    def _rank_bits(self) -> int:
        return max(_bits(self.levels), int(self.shown.counts.max()).bit_length())

    def blocks(self, measures: Sequence[Measure]) -> Iterator[tuple[int, int]]:
        """Cut the users into blocks, so that no block needs much memory."""
        depths = [measure.depth(of) for measure in measures for of in ("list", "pool")]
        most = min(MAX_USERS, 2 ** max(0, MAX_BITS - self.item_bits - 1 - self._rank_bits))
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
        users = self.users[start:stop]
        asked, lengths = self.shown.places(users)
        judged, counts = self.judged.places(users)
        row, known = np.repeat(np.arange(len(users)), counts), self.known[judged]
        known_level = known & self._level
        user, rank, level = self._met(users, row, known, self.shown.item[self.shown.rows(asked)], lengths)
        depth = _deepest(measures, "list", int(lengths.max(initial=0)))
        grades, top = np.zeros((len(users), depth)), np.flatnonzero(rank < depth)
        grades[user[top], rank[top]] = self.levels[level[top]]
        pool = self._pool(row, known_level, len(users), measures)
        relevant = np.bincount(row[self._is_relevant[known_level]], minlength=len(users))
        return Ranking(grades, pool, threshold=self.threshold, relevant=relevant, lengths=np.minimum(lengths, depth))

    def _met(self, users: Whole, row: Whole, known: Whole, asked: Whole, lengths: Whole) -> tuple[Whole, Whole, Whole]:
        """Return, of the items that were shown and judged, whose they are, their ranks from 0, and their levels.

        Sorted together, what was shown follows what was judged of the same user and item.
        """
        shift, is_shown = self._rank_bits + 1, 1 << self._rank_bits
        known_item = (known >> _bits(self.levels)) & ((1 << self.item_bits) - 1)
        judged = (row << self.item_bits | known_item) << shift | (known & self._level)
        shown = np.repeat(np.arange(len(users)), lengths) << self.item_bits
        shown = (shown | asked) << shift | is_shown | _ranks_from_0(lengths)
        both = np.concatenate((judged, shown))
        both.sort()
        pairs = both >> shift
        met = np.flatnonzero(pairs[1:] == pairs[:-1])
        level, rank = both[met], both[met + 1]
        if np.any(level ^ rank < is_shown):
            self._refuse_repeats(users)
        return pairs[met] >> self.item_bits, rank & (is_shown - 1), level & (is_shown - 1)

    def _pool(self, user: Whole, level: Whole, count: int, measures: Sequence[Measure]) -> Numbers:
        user, level = user[level > 0], level[level > 0]
        best_first = np.append(np.sort(user << _bits(self.levels) | (self._level - level)), self._level)  # and a 0
        lengths = np.bincount(user, minlength=count)
        columns = np.arange(_deepest(measures, "pool", int(lengths.max(initial=0))))
        places = np.where(columns < lengths[:, None], (np.cumsum(lengths) - lengths)[:, None] + columns, len(user))
        pool: Numbers = self.levels[self._level - (best_first[places] & self._level)]
        return pool

    def _refuse_repeats(self, users: Whole) -> None:
        for side in (self.shown, self.judged):
            for user in users.tolist():
                ranks: dict[int, int] = {}
                for rank, item in enumerate(side.item[side.rows_of(user)].tolist(), start=1):
                    if ranks.setdefault(item, rank) != rank:
                        raise self._repeated(side, user, item, ranks[item], rank)

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


def _levels(grades: Numbers) -> tuple[Numbers, Whole]:
    """Return the grades there are, 0 among them, and which of them each row has."""
    level = grades.astype(np.int64)
    if np.array_equal(level, grades):
        return np.arange(max(1, int(level.max())) + 1, dtype=np.float64), level
    levels, places = np.unique(np.append(grades, 0), return_inverse=True)
    return levels, places[:-1]


def _bits(levels: Numbers) -> int:
    return (len(levels) - 1).bit_length()


def _ranks_from_0(lengths: Whole) -> Whole:
    starts = np.cumsum(lengths) - lengths
    return np.arange(int(lengths.sum())) - np.repeat(starts, lengths)


def _deepest(measures: Sequence[Measure], of: str, longest: int) -> int:
    depths = [measure.depth(of) for measure in measures]
    return longest if None in depths else min(longest, max((depth for depth in depths if depth), default=0))


def score(run: Joined, start: int, stop: int, measures: Sequence[Measure]) -> Numbers:
    """Return the value of each measure (columns) for the users from `start` to `stop` (rows)."""
    batch = run.ranking(start, stop, measures)
    return np.stack([np.asarray(measure(batch)) for measure in measures], axis=-1)
