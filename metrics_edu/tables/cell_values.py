"""Cells: ids and numbers, as tables of any kind hold them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from metrics_edu.language import _
from metrics_edu.metrics import TableError

if TYPE_CHECKING:
    import polars as pl

WHOLE_ID = r"^(0|-?[1-9][0-9]{0,17})(\.0+)?$"
MAX_ID = 2**63
NO_IDS = (bool, dict, list, set, tuple, bytes, float, type(None))
MAX_NUMBER = 1e300
"""Beyond, a number is as good as infinite."""


def first_twice(names: Iterable[str]) -> str:
    """Return the first name that comes again, "" if none does."""
    seen: set[str] = set()
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


def numbers_of(texts: pl.Series, mark: str = "\t") -> pl.Series:
    """Read numbers; what is none is null."""
    import polars as pl

    numbers = {text: number_of(text, mark) for text in texts.unique().drop_nulls()}
    return texts.replace_strict(numbers, default=None, return_dtype=pl.Float64).cast(pl.Float64)


def as_numbers(ids: pl.Series) -> pl.Series:
    """Return ids as whole numbers if all of them are written as such: "7" or "7.0", and not "07"."""
    import polars as pl

    if ids.dtype == pl.String and ids.str.contains(WHOLE_ID).all():
        return ids.str.replace(r"\.0+$", "").cast(pl.Int64)
    if ids.dtype == pl.Float64 and (ids.is_finite() & (ids == ids.round()) & (ids.abs() < 2**53)).all():
        return ids.cast(pl.Int64)
    return ids


def ids_of(values: Any, name: str, column: str) -> pl.Series:
    """Return ids as whole numbers, or as text where one of them is no number."""
    import polars as pl

    dtype = getattr(values, "dtype", None)
    if dtype is not None and dtype.is_integer() and not values.is_null().any():
        whole = values.to_numpy()
        return (
            pl.Series(whole.astype("int64")) if not len(whole) or whole.max() < MAX_ID else pl.Series(map(str, whole))
        )
    listed = values if dtype is None else values.to_list()
    if any(isinstance(value, float) for value in listed):
        listed = [int(value) if isinstance(value, float) and value.is_integer() else value for value in listed]
    kinds = {*map(type, listed)}
    if bool not in kinds and all(issubclass(kind, int) for kind in kinds) and max(map(abs, listed), default=0) < MAX_ID:
        return pl.Series(listed, dtype=pl.Int64)
    refused = [] if kinds <= {int, str} else [value for value in listed if isinstance(value, NO_IDS)]
    if not refused:
        try:
            ids = pl.Series(listed if kinds == {str} else [*map(str, listed)], dtype=pl.String).str.strip_chars()
        except ValueError as error:  # half a letter of UTF-16, or a whole number of thousands of digits
            _refuse_id(getattr(error, "object", _("a number of thousands of digits")), name, column)
        refused = [listed[place] for place in (ids == "").arg_true()[:1]]
    if refused:
        _refuse_id(refused[0], name, column, 1 + next(k for k, value in enumerate(listed) if value is refused[0]))
    return ids


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
    raise TableError(
        _(
            "{name}: the {column} must be a whole number or text; got {given}{where}",
            name=name,
            column=column,
            given=_("nothing") if value is None else ascii(value)[:40],
            where=where,
        )
    )
