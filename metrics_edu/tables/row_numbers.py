"""Row numbers: tables with users and items as whole numbers, and in what order their rows count."""

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

MAX_CODES = 2**31
"""Ids that are whole numbers below this are their own codes."""


@dataclass(frozen=True)
class Ids:
    """The ids behind codes: whole numbers counted from `low`, or names."""

    low: int = 0
    names: pl.Series | None = None

    def of(self, codes: Whole) -> pl.Series:
        import polars as pl

        return pl.Series(codes + self.low) if self.names is None else self.names.gather(pl.Series(codes))


@dataclass(frozen=True)
class Side:
    """The rows of a table, the order that sorts them by user, and where in it each user's rows begin."""

    table: Table
    item: Whole  # one a row, as the table has them; number likewise
    number: Numbers
    order: Whole | None  # the rows by user, and those of a user by rank; None if they are in that order
    users: Whole
    starts: Whole
    tied: int = 0  # so many users have items of equal rank or score

    @cached_property
    def counts(self) -> Whole:
        return np.diff(np.append(self.starts, len(self.item if self.order is None else self.order)))

    def rows(self, first: int, last: int) -> slice | Whole:
        """Return the rows of the users from place `first` up to place `last`."""
        begin = int(self.starts[first]) if first < len(self.starts) else 0
        end = begin + int(self.counts[first:last].sum())
        return slice(begin, end) if self.order is None else self.order[begin:end]

    def rows_of(self, user: int) -> slice | Whole:
        """Return the rows of one user; none if there is no such user."""
        return self.rows(*np.searchsorted(self.users, [user, user + 1]))

    def only(self, users: Whole) -> Side:
        keep = np.isin(self.users, users)
        if keep.all():
            return self
        kept, counts = np.flatnonzero(np.repeat(keep, self.counts)), self.counts[keep]
        order = kept if self.order is None else self.order[kept]
        return replace(self, order=order, users=self.users[keep], starts=np.cumsum(counts) - counts)


def numbered(recommendations: Table, judgments: Table, ties: str) -> tuple[Side, Side, Ids, Ids]:
    """Number the ids of two tables alike and sort their rows: by user, the recommendations then by rank.

    `ties` is the order of equal scores: "order" of appearance, or "trec_eval" (the item's id as text, the last first).
    Returns both sides, and the ids of the users and of the items.
    """
    users, user_ids = _codes(recommendations.rows["user"], judgments.rows["user"])
    items, item_ids = _codes(recommendations.rows["item"], judgments.rows["item"])
    shown = _side(recommendations, users[0], items[0], ties)
    return shown, _side(judgments, users[1], items[1], ties), user_ids, item_ids


def _codes(a: pl.Series, b: pl.Series) -> tuple[tuple[Whole, Whole], Ids]:
    import polars as pl

    if a.dtype == b.dtype == pl.Int64:
        first, second = a.to_numpy(), b.to_numpy()
        low, high = min(0, int(first.min()), int(second.min())), int(max(first.max(), second.max()))
        if high - low < MAX_CODES:
            return ((first - low, second - low) if low else (first, second)), Ids(low)
    whole = pl.concat([a.cast(pl.String), b.cast(pl.String)])
    names = whole.unique(maintain_order=True)
    physical = names.cast(pl.Categorical).to_physical().to_numpy()
    dense = np.zeros(int(physical.max()) + 1, dtype=np.int64)
    dense[physical] = np.arange(len(names))
    codes = dense[whole.cast(pl.Categorical).to_physical().to_numpy()]
    return (codes[: len(a)], codes[len(a) :]), Ids(names=names)


def _side(table: Table, user: Whole, item: Whole, ties: str) -> Side:
    number = table.rows[table.number].to_numpy() if table.number else np.ones(len(user))
    order, by_user = None, user
    ranked = table.kind == "recommendations" and table.number
    if ranked and not (ties == "order" and _in_rank_order(user, number, falls=table.number != "rank")):
        down = number if table.number == "rank" else -number
        text = [-table.rows["item"].cast(str).rank("dense").to_numpy().astype(np.int64)] if ties == "trec_eval" else []
        order = np.lexsort((*text, down, user))
        by_user = user[order]
    elif not np.all(user[1:] >= user[:-1]):
        order, by_user = _stable(user)
    first = np.append(True, by_user[1:] != by_user[:-1])
    starts, tied = np.flatnonzero(first), 0
    if ranked:
        numbers = number if order is None else number[order]
        tied = len(np.unique(by_user[1:][(numbers[1:] == numbers[:-1]) & ~first[1:]]))
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
