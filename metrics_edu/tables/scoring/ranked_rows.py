"""Ranked rows: tables with users and items as whole numbers, and in what order their rows count."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from metrics_edu.tables.reading.cell_values import Numbers, Whole
from metrics_edu.tables.reading.id_columns import Column, distinct
from metrics_edu.tables.reading.table import Table

MAX_BITS = 62
"""Of a number that holds a user, digits of a rank and a row."""
SIGNS = {"id_ascending": 1, "id_descending": -1, "worst": 1, "best": -1}
"""The rules that sort items of equal score, by their ids as text or by their grades: the lowest first, or the highest."""
MAX_DIGITS = 48
"""Bits of a rank, which a float holds exactly."""


@dataclass(eq=False)
class CodedSide:
    """A table with users and items as codes, and its rows in the order that counts: by user, recommendations then by rank.

    `ties` says what sorts items of equal score beside the order of their rows.
    """

    table: Table
    user: Whole  # one a row, as the table has them; item likewise
    item: Whole
    ties: str = "order"
    levels: Callable[[CodedSide, Whole], Whole] = field(init=False)  # of rows: which of the grades their users gave
    users: Whole = field(init=False)
    counts: Whole = field(init=False)  # how many rows each of the users has

    def __post_init__(self) -> None:
        self.users, self.counts = distinct(self.user)

    @cached_property
    def order(self) -> Whole | None:
        """The rows in the order that counts; None if they are in that order."""
        user, numbers = self.user, self.table.numbers
        if not self.is_ranked:
            return None if self.is_by_user else self._by_rank(np.zeros(len(user)))
        is_rank = self.table.number == "rank"
        if self.is_by_user and self.ties not in SIGNS:
            follows = numbers[1:] >= numbers[:-1] if is_rank else numbers[1:] <= numbers[:-1]
            if np.all(follows | (user[1:] > user[:-1])):
                return None
        return self._by_rank(numbers if is_rank else -numbers)

    @cached_property
    def is_by_user(self) -> bool:
        """Whether the table has its rows sorted by user."""
        return bool(np.all(self.user[1:] >= self.user[:-1]))

    def _by_rank(self, down: Numbers) -> Whole:
        """Sort the rows by user and rank: by as many digits as fit into one number, then again for users whom they do not tell."""
        packed, row_bits, digit_bits = _sorted_rows(self.user, down)
        key = packed >> row_bits
        order = (packed & ((1 << row_bits) - 1)).astype(np.intp, copy=False)
        unclear = key[1:] == key[:-1]
        user = key >> digit_bits
        again = np.isin(user, user[1:][unclear]) if unclear.any() else np.zeros(len(user), dtype=bool)
        rows, user, down = order[again], user[again], down[order[again]]
        if not (self.is_ranked and self.ties in SIGNS) and np.all((down[1:] >= down[:-1]) | (user[1:] > user[:-1])):
            return order
        order[again] = rows[np.lexsort((rows, *self._keys(rows), down, user))]
        return order

    def _keys(self, rows: Whole) -> list[Whole]:
        """Return by what rows of equal score are sorted, if not by their order."""
        if not self.is_ranked or self.ties not in SIGNS:
            return []
        items = self.table.item
        is_by_id = self.ties.startswith("id_")
        keys = Column(items.codes[rows], items.names).text_ranks() if is_by_id else self.levels(self, rows)
        return [SIGNS[self.ties] * keys]

    def sorted_anew(self, users: Whole, ties: str) -> CodedSide:
        """Return the rows of some users with their equal scores sorted by another rule."""
        rows = self.all_rows(self.positions(users)[0])
        other = self.of_rows(rows, ties)
        other.order = rows[np.lexsort((*other._keys(rows), -self.scores(rows), self.user[rows]))]
        return other

    def of_rows(self, rows: Whole, ties: str = "") -> CodedSide:
        """Return some of the rows, in the order that counts; by another rule, if one is passed."""
        other = CodedSide(self.table, self.user, self.item, ties or self.ties)
        other.levels, other.order = self.levels, rows
        other.users, other.counts = distinct(self.user[rows])
        return other

    def all_rows(self, positions: slice | Whole = slice(None)) -> Whole:
        """Return the rows at these positions of the order, as numbers."""
        return np.arange(len(self.user))[self.rows(positions)]

    @cached_property
    def copies(self) -> Whole:
        """The rows in which a user has an item again, after the first one in the order that counts."""
        rows = self.all_rows()
        rows = rows[np.lexsort((self.item[rows], self.user[rows]))]  # which is stable
        is_again = (np.diff(self.user[rows]) == 0) & (np.diff(self.item[rows]) == 0)
        return np.asarray(rows[1:][is_again])

    def remove_copies(self) -> None:
        """Take the copies out of the order that counts; what is below them moves up."""
        rows = self.all_rows()
        self.order = rows[np.isin(rows, self.copies, invert=True)]
        self.users, self.counts = distinct(self.user[self.order])

    def scores(self, rows: Any) -> Numbers:
        """Return the scores of rows, or their ranks as negative numbers."""
        numbers: Numbers = self.table.numbers[rows]
        return -numbers if self.table.number == "rank" else numbers

    @property
    def is_ranked(self) -> bool:
        return self.table.kind == "recommendations" and bool(self.table.number)

    @cached_property
    def starts(self) -> Whole:
        """Where in the order each user's rows begin."""
        return np.cumsum(self.counts) - self.counts

    @cached_property
    def tied(self) -> Whole:
        """The users that have items of equal rank or score."""
        if not self.is_ranked:
            return self.users[:0]
        rows = self.rows(slice(None))
        numbers, by_user = self.table.numbers[rows], self.user[rows]
        equal = (numbers[1:] == numbers[:-1]) & (by_user[1:] == by_user[:-1])
        return np.unique(by_user[1:][equal])

    @cached_property
    def disagreeing(self) -> int:
        """For how many users the other one of rank and score gives another list than the one that decides."""
        if self.table.others is None:
            return 0
        sign = 1 if self.table.number == "rank" else -1
        falls, others = sign * self.table.numbers, -sign * self.table.others
        rows = self.rows(slice(None))
        user, other = self.user[rows], others[rows]
        if not np.any((user[1:] == user[:-1]) & (other[1:] < other[:-1])):
            return 0
        rows = np.lexsort((others, falls, self.user))  # of equal ones, the order of the other one is right
        user, first, other = self.user[rows], falls[rows], others[rows]
        differs = (user[1:] == user[:-1]) & (first[1:] > first[:-1]) & (other[1:] < other[:-1])
        return len(np.unique(user[1:][differs]))

    def rows(self, positions: slice | Whole) -> slice | Whole:
        """Return which rows of the table are at these places of the order."""
        return positions if self.order is None else self.order[positions]

    def rows_of(self, user: int) -> slice | Whole:
        """Return the rows of one user; none if there is no such user."""
        return self.rows(self.positions(np.array([user], dtype=np.int64))[0])

    def positions(self, users: Whole) -> tuple[slice | Whole, Whole]:
        """Return where in the order the rows of some users are, and how many each of them has."""
        first, last = np.searchsorted(self.users, [users[0], users[-1] + 1])
        lengths = self.spread(users, self.counts)
        begin = int(self.starts[first]) if first < len(self.starts) else 0
        between = self.counts[first:last]
        if lengths.sum() == between.sum():
            return slice(begin, begin + int(between.sum())), lengths
        return begin + np.flatnonzero(np.repeat(np.isin(self.users[first:last], users), between)), lengths

    def spread(self, users: Whole, values: Whole) -> Whole:
        """Return the values of other users, of which this side has one for each user; 0 where it has none."""
        if not len(self.users):
            return np.zeros(len(users), dtype=values.dtype)
        nearest = np.minimum(np.searchsorted(self.users, users), len(self.users) - 1)
        return np.where(self.users[nearest] == users, values[nearest], 0)


def _sorted_rows(users: Whole, numbers: Numbers) -> tuple[Whole, int, int]:
    """Return the rows sorted by user and then, as far as its digits fit, by a number; equal ones stay in their order.

    A row is one whole number: the user, the digits and, in its last bits, the row. It returns these, the bits of the row and
    the bits of the digits. To sort them is far faster than np.argsort or np.lexsort.
    """
    row_bits = len(users).bit_length()
    digit_bits = min(MAX_DIGITS, MAX_BITS - row_bits - int(users.max(initial=0)).bit_length())
    packed = users.astype(np.int64) << digit_bits
    packed |= _digits(numbers, digit_bits)
    packed <<= row_bits
    packed |= np.arange(len(users), dtype=np.int64)
    packed.sort()
    return packed, row_bits, digit_bits


def _digits(numbers: Numbers, bits: int) -> Whole:
    """Return numbers on a scale from 0 to 2^bits - 1 that keeps their order."""
    low, most = numbers.min(), 2.0**bits - 1
    with np.errstate(over="ignore", divide="ignore", invalid="ignore"):
        scale = most / (numbers.max() - low)
    if not np.isfinite(scale):
        return np.zeros(len(numbers), dtype=np.int64)
    digits: Whole = ((numbers - low) * scale).astype(np.int64)
    return digits
