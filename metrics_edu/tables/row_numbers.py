"""Row numbers: tables with users and items as whole numbers, and in what order their rows count."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from metrics_edu.tables.cell_values import Column, Whole, numbered
from metrics_edu.tables.sources import Table

MAX_CODES = 2**31
"""Ids that are whole numbers below this may be their own codes."""


Ids = npt.NDArray[Any] | None
"""The ids behind codes; None where they are their own codes."""


def ids_at(codes: Whole, ids: Ids) -> list[Any]:
    return [*(codes if ids is None else ids[codes]).tolist()]


def number_ids(a: Column, b: Column, *, dense: bool) -> tuple[Whole, Whole, Ids]:
    """Number the ids of two tables alike; `dense` leaves no number out."""
    if a.names is None and b.names is None:
        first, second = a.codes, b.codes
        if not dense and min(first.min(), second.min()) >= 0 and max(first.max(), second.max()) < MAX_CODES:
            return first, second, None
        known, codes = np.unique(np.concatenate((first, second)), return_inverse=True)
        first, second = np.split(codes.astype(np.int64), [len(first)])
        return first, second, known
    (first, names), (second, others) = a.as_text(), b.as_text()
    places, names = numbered([*names, *others])
    return first, places[-len(others) :][second], np.array(names, dtype=object)


@dataclass(eq=False)
class Side:
    """A table with users and items as codes, and its rows in the order that counts: by user, recommendations then by rank.

    Equal scores keep the "order" in which they come, or, if `ties` is "trec_eval", the item's id as text decides, the last
    first.
    """

    table: Table
    user: Whole  # one a row, as the table has them; item likewise
    item: Whole
    ties: str = "order"
    users: Whole = field(init=False)
    counts: Whole = field(init=False)  # how many rows each of the users has

    def __post_init__(self) -> None:
        if int(self.user.max()) > 4 * len(self.user):
            self.users, self.counts = np.unique(self.user, return_counts=True)
        else:  # sooner
            counts = np.bincount(self.user.astype(np.intp, copy=False))  # which has 32 bits in a browser
            self.users = np.flatnonzero(counts).astype(np.int64, copy=False)
            self.counts = counts[self.users]

    @cached_property
    def order(self) -> Whole | None:
        """The rows in the order that counts; None if they are in that order."""
        user, numbers = self.user, self.table.numbers
        down = numbers if self.table.number == "rank" else -numbers
        in_order = user[1:] == user[:-1]
        if self._is_ranked:
            in_order &= (down[1:] >= down[:-1]) & (self.ties == "order")
        in_order |= user[1:] > user[:-1]
        if in_order.all():
            return None
        if not self._is_ranked:
            return _stable(user)
        text = [-self.table.item.text_ranks()] if self.ties == "trec_eval" else []
        by_rank = np.lexsort((*text, down))
        return by_rank[_stable(user[by_rank])]

    @property
    def _is_ranked(self) -> bool:
        return self.table.kind == "recommendations" and bool(self.table.number)

    @cached_property
    def starts(self) -> Whole:
        """Where in the order each user's rows begin."""
        return np.cumsum(self.counts) - self.counts

    @cached_property
    def tied(self) -> int:
        """How many users have items of equal rank or score."""
        if not self._is_ranked:
            return 0
        rows = self.rows(slice(None))
        numbers, by_user = self.table.numbers[rows], self.user[rows]
        equal = (numbers[1:] == numbers[:-1]) & (by_user[1:] == by_user[:-1])
        return len(np.unique(by_user[1:][equal]))

    def rows(self, places: slice | Whole) -> slice | Whole:
        """Return which rows of the table stand at these places of the order."""
        return places if self.order is None else self.order[places]

    def rows_of(self, user: int) -> slice | Whole:
        """Return the rows of one user; none if there is no such user."""
        return self.rows(self.places(np.array([user]))[0])

    def places(self, users: Whole) -> tuple[slice | Whole, Whole]:
        """Return where in the order the rows of some users stand, and how many each of them has."""
        first, last = np.searchsorted(self.users, [users[0], users[-1] + 1])
        lengths = self.spread(users, self.counts)
        begin = int(self.starts[first]) if first < len(self.starts) else 0
        between = self.counts[first:last]
        if lengths.sum() == between.sum():
            return slice(begin, begin + int(between.sum())), lengths
        return begin + np.flatnonzero(np.repeat(np.isin(self.users[first:last], users), between)), lengths

    def spread(self, users: Whole, values: Whole) -> Whole:
        """Return the values of other users, of which this side has one for each of its own; 0 where it has none."""
        nearest = np.minimum(np.searchsorted(self.users, users), len(self.users) - 1)
        return np.where(self.users[nearest] == users, values[nearest], 0)


def _stable(users: Whole) -> Whole:
    """Return the order that sorts users and keeps their rows as they come: far sooner than np.argsort."""
    bits = len(users).bit_length()
    packed = users << bits
    packed |= np.arange(len(users), dtype=np.int64)
    packed.sort()
    return packed & ((1 << bits) - 1)
