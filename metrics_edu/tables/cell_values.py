"""Cells: ids and numbers, as tables of any kind hold them. Neither needs a library of tables."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NoReturn

import numpy as np
import numpy.typing as npt

from metrics_edu.language import _
from metrics_edu.metrics import unreadable

Whole = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.float64]

WHOLE_ID = r"^(0|-?[1-9][0-9]{0,17})(\.0+)?$"
MAX_ID = 2**63
NO_IDS = (bool, dict, list, set, tuple, bytes, float, type(None))
MAX_NUMBER = 1e300
"""Beyond, a number is as good as infinite."""


def first_twice(names: Iterable[Any]) -> Any:
    """Return the first name that comes again, "" if none does."""
    seen: set[Any] = set()
    return next((name for name in names if name in seen or seen.add(name)), "")  # type: ignore[func-returns-value]


def number_of(text: str, mark: str = "\t") -> float | None:
    """Read a finite number; a comma is a decimal comma where it does not part the fields."""
    if mark != ",":
        text = text.replace(",", ".")
    try:
        value = float(text.strip()) if "_" not in text else math.nan
    except ValueError:
        return None
    return value if math.isfinite(value) else None


@dataclass(frozen=True, eq=False)
class Column:
    """Ids, one a row: whole numbers, or names and the place of each row's; they stand in the order in which they first come."""

    codes: Whole
    names: list[str] | None = None

    def at(self, row: int) -> int | str:
        code = int(self.codes[row])
        return code if self.names is None else self.names[code]

    def repeated(self, times: Sequence[int]) -> Column:
        return Column(np.repeat(self.codes, times), self.names)

    def as_text(self) -> tuple[Whole, list[str]]:
        if self.names is not None:
            return self.codes, self.names
        codes, numbers = numbered(self.codes.tolist())
        return codes, [*map(str, numbers)]

    def as_numbers(self) -> Column:
        """Return ids as whole numbers if all of them are written as such: "7" or "7.0", and not "07"."""
        if self.names is None or not all(re.match(WHOLE_ID, name) for name in self.names):
            return self
        return Column(np.array([int(name.partition(".")[0]) for name in self.names], dtype=np.int64)[self.codes])

    def text_ranks(self) -> Whole:
        """Return which place each id has as text, of all in the order of the alphabet."""
        codes, names = self.as_text()
        return np.argsort(sorted(range(len(names)), key=names.__getitem__))[codes]


def numbered(values: Sequence[Any]) -> tuple[Whole, list[Any]]:
    """Number values as they first come; return the number of each, and the values in their order."""
    places: defaultdict[Any, int] = defaultdict()
    places.default_factory = places.__len__
    return np.fromiter(map(places.__getitem__, values), np.int64, len(values)), [*places]


def ids_of(values: Any, name: str, column: str) -> Column:
    """Return ids as whole numbers, or as text where one of them is no number; `values` are a list or a column of a frame."""
    if isinstance(values, list):
        return _listed_ids(values, name, column)
    import narwhals as nw

    is_known = not values.is_null().any()
    if is_known and values.dtype.is_integer():
        whole = values.to_numpy()
        if not len(whole) or whole.max() < MAX_ID:
            return Column(whole.astype(np.int64))  # a copy: the frame may change
    if is_known and values.dtype == nw.String and values.implementation.is_polars():  # sooner than as a list
        texts = values.unique(maintain_order=True).to_list()
        codes = values.replace_strict(texts, range(len(texts)))
        return _text_ids(codes.to_numpy().astype(np.int64), texts, name, column)
    return _listed_ids(values.to_list(), name, column)


def _listed_ids(values: list[Any], name: str, column: str) -> Column:
    kinds = {*map(type, values)}
    if any(issubclass(kind, float) for kind in kinds):
        values = [int(value) if isinstance(value, float) and value.is_integer() else value for value in values]
        kinds = {*map(type, values)}
    if bool not in kinds and all(issubclass(kind, int) for kind in kinds):
        with suppress(OverflowError):  # of so many digits it is a name
            return Column(np.array(values, dtype=np.int64))
    if kinds <= {int, str}:
        return _text_ids(*numbered(values), name, column)
    for row, value in enumerate(values, start=1):
        if isinstance(value, NO_IDS):
            _refuse_id(value, name, column, row)
    return _text_ids(np.arange(len(values)), values, name, column)


def _text_ids(codes: Whole, texts: list[Any], name: str, column: str) -> Column:
    try:
        places, names = numbered([*map(_stripped, texts)])
    except ValueError as error:  # half a letter of UTF-16, or a whole number of thousands of digits
        _refuse_id(getattr(error, "object", _("a number of thousands of digits")), name, column)
    ids = Column(places[codes], names)
    if "" in names:
        row = int(np.argmax(ids.codes == names.index("")))
        _refuse_id(texts[codes[row]], name, column, row + 1)
    return ids


def _stripped(value: object) -> str:
    text = str(value).strip()
    text.encode()  # refuses half a letter
    return text


def lists_of(rows: Iterable[Sequence[Any]], user: int, wide: range) -> Iterator[tuple[Any, list[Any]]]:
    """Give each user of a table with a row a user, and their items, without the empty cells at the end of the row."""
    for row in rows:
        items = [row[place] for place in wide]
        while items and (items[-1] is None or items[-1] != items[-1] or str(items[-1]).strip() == ""):
            items.pop()
        yield row[user], items


def short(value: object) -> str:
    """Return the beginning of a value as text; a whole number of thousands of digits has none."""
    try:
        return str(value)[:40]
    except ValueError:
        return _("a number of thousands of digits")


def _refuse_id(value: Any, name: str, column: str, place: int = 0) -> NoReturn:
    where = _(" at row {place}", place=place) if place else ""
    raise unreadable("{name}: the {column} must be a whole number or text; got {given}{where}",
                     name=name, column=column, given=_("nothing") if value is None else ascii(value)[:40],
                     where=where)  # fmt: skip
