"""Cells: ids and numbers, as tables of any kind hold them."""

from __future__ import annotations

import math
from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from metrics_edu.language import _
from metrics_edu.metrics import TableError

if TYPE_CHECKING:
    import polars as pl

WHOLE_ID = r"^(0|-?[1-9][0-9]{0,17})(\.0+)?$"
LARGEST = 1e300
"""Beyond, a number is as good as infinite."""


def first_twice(names: Iterable[str]) -> str:
    """Return the first name that comes again, "" if none does."""
    seen: set[str] = set()
    return next((name for name in names if name in seen or seen.add(name)), "")  # type: ignore[func-returns-value]


def number_of(text: str, mark: str) -> float | None:
    """Read a finite number; a comma is a decimal comma where it does not part the fields."""
    if mark != ",":
        text = text.replace(",", ".")
    try:
        value = float(text.strip()) if "_" not in text else math.nan
    except ValueError:
        return None
    return value if math.isfinite(value) else None


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
        return pl.Series(whole.astype("int64")) if not len(whole) or whole.max() < 2**63 else pl.Series(map(str, whole))
    listed = values.to_list() if dtype is not None else values
    if (quick := _quickly(listed)) is not None:
        return quick
    listed = [int(value) if isinstance(value, float) and value.is_integer() else value for value in listed]
    for place, value in enumerate(listed, start=1):
        if isinstance(value, (bool, dict, list, set, tuple, bytes, float, type(None))) or not short(value).strip():
            _refuse_id(value, name, column, place)
    if all(isinstance(value, int) and abs(value) < 2**63 for value in listed):
        return pl.Series(listed, dtype=pl.Int64)
    try:
        return pl.Series([str(value).strip() for value in listed], dtype=pl.String)
    except ValueError as error:  # half a letter of UTF-16, or a whole number of thousands of digits
        return _refuse_id(getattr(error, "object", _("a number of thousands of digits")), name, column)  # type: ignore[no-any-return]


def _quickly(listed: list[Any]) -> pl.Series | None:
    import polars as pl

    kinds = {*map(type, listed)}
    if kinds == {int} and max(listed) < 2**63 and min(listed) > -(2**63):
        return pl.Series(listed, dtype=pl.Int64)
    if kinds == {str}:
        with suppress(ValueError):  # half a letter of UTF-16
            texts = pl.Series(listed, dtype=pl.String).str.strip_chars()
            return None if (texts == "").any() else texts
    return None


def short(value: object) -> str:
    """Return the beginning of a value as text; a whole number of thousands of digits has none."""
    try:
        return str(value)[:40]
    except ValueError:
        return _("a number of thousands of digits")


def _refuse_id(value: Any, name: str, column: str, place: int = 0) -> Any:
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


def numbers_of(values: Any, name: str, column: str) -> pl.Series:
    """Return numbers, written as such or as text; refuse what is none."""
    import polars as pl

    read = [number_of(str(value), "\t") for value in values] if not values.dtype.is_numeric() else None
    if read is None:
        return pl.Series(values.to_numpy().astype("float64"))
    if None in read:
        place = read.index(None)
        raise TableError(
            _(
                "{name}: the {column} must be a finite number; got {given} at row {place}",
                name=name,
                column=column,
                given=repr(values[place])[:40],
                place=place + 1,
            )
        )
    return pl.Series(read, dtype=pl.Float64)
