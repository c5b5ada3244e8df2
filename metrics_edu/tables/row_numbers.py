"""Coding: tables with users and items as whole numbers, and in what order their rows count."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from metrics_edu.tables.sources import Table

if TYPE_CHECKING:
    import numpy.typing as npt
    import polars as pl

    Whole = npt.NDArray[np.int64]
    Numbers = npt.NDArray[np.float64]

MOST_CODES = 2**31
"""Ids that are whole numbers below this are their own codes."""


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
    tied : int
        How many users have items of equal rank or score.
    """

    table: Table
    item: Whole
    number: Numbers
    order: Whole | None
    users: Whole
    starts: Whole
    tied: int = 0

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
        return self.judged.users[relevant_of(self.judged, self.threshold) > 0]

    def counted(self, policy: str) -> Whole:
        """Return the users of a policy of `evaluate`."""
        if policy == "judged":
            return self.judged.users
        if policy == "with_relevant":
            return self.with_relevant
        together = np.union1d if policy == "all" else np.intersect1d
        return together(self.shown.users, self.judged.users)

    @cached_property
    def lacking(self) -> dict[str, Whole]:
        """The users that lack something, by what they lack."""
        shown, judged = self.shown.users, self.judged.users
        return {
            "without recommendations": _less(judged, shown),
            "without judgments": _less(shown, judged),
            "without relevant items": _less(judged, self.with_relevant),
        }


def relevant_of(judged: Side, threshold: float) -> Whole:
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
    tied = 0
    if ranked:
        numbers = number if order is None else number[order]
        places = np.flatnonzero((numbers[1:] == numbers[:-1]) & ~first[1:])
        tied = len(np.unique(by_user[places]))
    return Side(table, item, number, order, by_user[starts], starts, tied)


def _in_rank_order(user: Whole, number: Numbers, *, falls: bool) -> bool:
    wrong = number[1:] > number[:-1] if falls else number[1:] < number[:-1]
    return bool(np.all(user[1:] >= user[:-1])) and not np.any(wrong & (user[1:] == user[:-1]))


def _stable(keys: Whole) -> tuple[Whole, Whole]:
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
