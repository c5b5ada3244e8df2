"""Id columns: the users or items of a table, one per row, as whole numbers or as text; and two of them numbered alike."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from metrics_edu.tables.reading.cell_values import Whole

if TYPE_CHECKING:
    import polars as pl

Texts: TypeAlias = "list[str] | pl.Series"
"""Names, each once: a list, or a Series where polars read them."""

WHOLE_ID = r"^(0|-?[1-9][0-9]{0,17})(\.0+)?$"
MAX_CODES = 2**31
"""Ids that are whole numbers below this may be their own codes."""
SAMPLE = 1000
"""Rows that tell whether equal texts follow each other."""
ROWS_AT_ONCE = 250_000
"""Rows that are counted at a time: a copy of them stays in the cache of the processor."""
MAX_ID = 2**63
"""Whole numbers from here on need all 64 bits."""


@dataclass(frozen=True, eq=False)
class Column:
    """Ids, one per row: whole numbers of 32 or 64 bits, or the position of each in `names`."""

    codes: Whole
    names: Texts | None = None

    def __len__(self) -> int:
        return len(self.codes)

    def at(self, row: int) -> int | str:
        code = int(self.codes[row])
        return code if self.names is None else self.names[code]

    def values(self) -> list[Any]:
        """Return the id of each row."""
        codes = self.codes.tolist()
        return codes if self.names is None else [*map([*self.names].__getitem__, codes)]

    def repeated(self, times: Sequence[int]) -> Column:
        return Column(np.repeat(self.codes, times), self.names)

    def as_text(self) -> tuple[Whole, Texts]:
        if self.names is not None:
            return self.codes, self.names
        numbers, codes = ranked(self.codes)
        return codes, [*map(str, numbers.tolist())]

    def as_numbers(self) -> Column:
        """Return ids as whole numbers if all of them are written as such: "7" or "7.0", and not "07"."""
        if self.names is None or not all(re.match(WHOLE_ID, name) for name in self.names):
            return self
        return Column(np.array([int(name.partition(".")[0]) for name in self.names], dtype=np.int64)[self.codes])

    def text_ranks(self) -> Whole:
        """Return the position of each id among all ids, sorted as text."""
        codes, names = self.as_text()
        order = sorted(range(len(names)), key=names.__getitem__) if isinstance(names, list) else names.arg_sort()
        ranks = np.empty(len(names), dtype=np.int64)
        ranks[np.asarray(order, dtype=np.intp)] = np.arange(len(names))
        return ranks[codes]


@dataclass(frozen=True, eq=False)
class Ids:
    """The ids behind codes: `known` holds one per code, in an array or a Series; without it, each code is its id."""

    known: Any = None
    dtype: Any = np.int64

    def column(self, codes: Whole) -> Any:
        """Return ids as an array, or a Series where polars reads names."""
        if self.known is None:
            return codes.astype(self.dtype, copy=False)
        return self.known[codes] if isinstance(self.known, np.ndarray) else self.known.gather(codes)

    def of(self, codes: Whole) -> list[Any]:
        """Return ids as Python's numbers or strings."""
        return [*self.column(codes).to_list()] if hasattr(self.known, "to_list") else [*self.column(codes).tolist()]


def number_ids(a: Column, b: Column, *, dense: bool) -> tuple[Whole, Whole, Ids]:
    """Number the ids of two tables alike; `dense` leaves no number out."""
    if a.names is None and b.names is None and (both := _one_type(a.codes, b.codes)):
        first, second = both
        low = min(first.min(initial=0), second.min(initial=0))
        if not dense and low >= 0 and max(first.max(initial=0), second.max(initial=0)) < MAX_CODES:
            unsigned = first.dtype == np.uint64
            return *(both if not unsigned else map(_signed, both)), Ids(dtype=np.uint64 if unsigned else np.int64)
        known, codes = np.unique(np.concatenate((first, second)), return_inverse=True)
        first, second = np.split(codes.astype(np.int64), [len(first)])
        return first, second, Ids(known if known.dtype == np.uint64 else _signed(known))  # of one type in all blocks
    (first, names), (second, others) = a.as_text(), b.as_text()
    positions, known = _continued(names, others)
    return first, positions[second], Ids(known)


def _continued(names: Texts, others: Texts) -> tuple[Whole, Any]:
    """Number other names after some that are numbered by their positions; return their numbers, and all names."""
    if isinstance(names, list) and isinstance(others, list):
        positions, known = numbered([*names, *others])
        return positions[len(names) :], np.array(known, dtype=object)
    import polars as pl

    ours, theirs = (pl.DataFrame({"name": pl.Series("", side, dtype=pl.String)}) for side in (names, others))
    found = theirs.join(ours.with_row_index(), on="name", how="left", maintain_order="left")["index"]
    new = found.is_null()
    numbers = found.fill_null(0).to_numpy().astype(np.int32)
    numbers[new.to_numpy()] = np.arange(len(names), len(names) + int(new.sum()))
    return numbers, pl.concat([ours["name"], theirs["name"].filter(new)])


def _one_type(a: Whole, b: Whole) -> tuple[Whole, Whole] | None:
    """Return whole numbers of types that compare without rounding; none if a negative one would meet one of 2^63."""
    if (a.dtype == np.uint64) == (b.dtype == np.uint64):
        return a, b
    if min(a.min(initial=0), b.min(initial=0)) >= 0:
        return a.astype(np.uint64), b.astype(np.uint64)
    return (_signed(a), _signed(b)) if max(a.max(initial=0), b.max(initial=0)) < MAX_ID else None


def _signed(codes: Whole) -> Whole:
    return codes.astype(np.int64, copy=False)


def numbered(values: list[Any]) -> tuple[Whole, list[Any]]:
    """Number values as they first come; return the number of each, and the values in their order."""
    positions: defaultdict[Any, int] = defaultdict()
    positions.default_factory = positions.__len__
    return np.fromiter(map(positions.__getitem__, values), np.int64, len(values)), [*positions]


def number_texts(texts: pl.Series) -> tuple[Whole, pl.Series]:
    """Number texts as they first come; return the number of each row, and the texts in their order."""
    import polars as pl

    if 2 * _begins(texts.head(SAMPLE)).sum() < min(len(texts), SAMPLE):  # as the users of a sorted table
        begins = _begins(texts)
        codes, names = number_texts(texts.filter(begins))  # a name is read once per run
        return codes[np.cumsum(begins.to_numpy(), dtype=np.int32) - 1], names
    names = texts.unique(maintain_order=True)
    if len(names) == len(texts):
        return np.arange(len(names), dtype=np.int32), names
    return texts.cast(pl.Enum(names)).to_physical().to_numpy().astype(np.int32), names


def _begins(texts: pl.Series) -> pl.Series:
    """Tell which rows have another text than the row before."""
    return texts.ne_missing(texts.shift())


def count_distinct(codes: Whole, others: Whole) -> tuple[int, int]:
    """Return the number of distinct codes, and that of both columns together."""
    first, second = distinct(codes)[0], distinct(others)[0]
    return len(first), len(first) + len(second) - int(np.sum(np.isin(first, second, assume_unique=True)))


def distinct(codes: Whole) -> tuple[Whole, Whole]:
    """Return each code once, in order, and the number of rows that have it."""
    if _is_compact(codes):  # then faster than to sort
        size = int(codes.max(initial=-1)) + 1
        counts, step = np.zeros(size, dtype=np.intp), max(size, ROWS_AT_ONCE)
        for start in range(0, len(codes), step):  # the type that bincount takes is a copy
            counts += np.bincount(codes[start : start + step].astype(np.intp, copy=False), minlength=size)
        values = np.flatnonzero(counts).astype(np.int64, copy=False)
        return values, counts[values]
    return np.unique(codes, return_counts=True)


def ranked(codes: Whole) -> tuple[Whole, Whole]:
    """Return each code once, in order, and the position of every row's among them."""
    values, _counts = distinct(codes)
    if not _is_compact(codes):
        return values, np.searchsorted(values, codes)
    positions = np.empty(int(values.max(initial=0)) + 1, dtype=np.int32)
    positions[values] = np.arange(len(values))
    return values, positions[codes]


def _is_compact(codes: Whole) -> bool:
    return bool(codes.min(initial=0) >= 0 and codes.max(initial=0) <= 4 * len(codes))
