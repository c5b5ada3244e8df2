"""Read ids: a column of users or items from a list of cells or a column of a frame."""

from __future__ import annotations

from contextlib import suppress
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from metrics_edu.files.table_error import unreadable
from metrics_edu.language import _
from metrics_edu.tables.reading.cell_values import Whole
from metrics_edu.tables.reading.id_columns import MAX_CODES, Column, number_texts, numbered

if TYPE_CHECKING:
    import polars as pl

NO_IDS = (bool, dict, list, set, tuple, bytes, float, np.ndarray, type(None))


def ids_of(values: Any, name: str, column: str) -> Column:
    """Return ids as whole numbers, or as text where one of them is no number; `values` are a list or a column of a frame."""
    if isinstance(values, list):
        return _listed_ids(values, name, column)
    import narwhals as nw

    is_known = not (missing := values.is_null()).any()
    if not is_known and not values.dtype.is_float():  # a float names itself: nan
        _refuse_id(None, name, column, missing.to_list().index(True) + 1)
    if is_known and values.dtype.is_integer() and values.dtype not in (nw.Int128, nw.UInt128):
        return Column(_whole(values))
    if is_known and values.dtype in (nw.String, nw.Categorical, nw.Enum) and _reads_texts(values.implementation):
        import polars as pl

        return _text_column(pl.Series("", values.cast(nw.String).to_native(), dtype=pl.String), name, column)
    return _listed_ids(values.to_list(), name, column)


def _whole(values: Any) -> Whole:
    """Return whole numbers without a copy where nothing can change them; a copy has 32 bits if these suffice."""
    import narwhals as nw

    is_view = values.implementation.is_polars() and values.to_native().n_chunks() == 1
    is_long = values.dtype in (nw.Int64, nw.UInt32)
    if is_long and not is_view and len(values) and values.min() >= -MAX_CODES and values.max() < MAX_CODES:
        values, is_long = values.cast(nw.Int32), False
    kept = np.uint64 if values.dtype == nw.UInt64 else np.int64 if is_long else np.int32
    return np.array(values.to_numpy(), dtype=kept, copy=None if is_immutable(values.implementation) else True)


def is_immutable(library: Any) -> bool:
    """Whether nothing can change a column of this library in place, so that no copy is needed."""
    return bool(library.is_polars() or library.is_pyarrow())


def _reads_texts(library: Any) -> bool:
    return bool(library.is_polars() or (library.is_pyarrow() and find_spec("polars") is not None))


def _text_column(texts: pl.Series, name: str, column: str) -> Column:
    codes, names = number_texts(texts)
    stripped = names.str.strip_chars()
    if (stripped == "").any():
        row = int(np.argmax((stripped == "").to_numpy()[codes]))
        _refuse_id(texts[row], name, column, row + 1)
    if stripped.n_unique() == len(stripped):
        return Column(codes, stripped)
    positions, names = number_texts(stripped)
    return Column(positions[codes], names)


def _listed_ids(values: list[Any], name: str, column: str) -> Column:
    kinds = {*map(type, values)}
    if any(issubclass(kind, float) for kind in kinds):
        values = [int(value) if isinstance(value, float) and value.is_integer() else value for value in values]
        kinds = {*map(type, values)}
    if bool not in kinds and all(issubclass(kind, int) for kind in kinds):
        with suppress(OverflowError):  # of this number of digits it is a name
            return Column(np.array(values, dtype=np.int64))
    if kinds <= {int, str}:
        return _text_ids(*numbered(values), name, column)
    for row, value in enumerate(values, start=1):
        if isinstance(value, NO_IDS):
            _refuse_id(value, name, column, row)
    return _text_ids(np.arange(len(values)), values, name, column)


def _text_ids(codes: Whole, texts: list[Any], name: str, column: str) -> Column:
    try:
        positions, names = numbered([*map(_stripped, texts)])
    except ValueError as error:  # half a character of UTF-16, or a whole number of thousands of digits
        _refuse_id(getattr(error, "object", _("a number with thousands of digits")), name, column)
    ids = Column(positions[codes], names)
    if "" in names:
        row = int(np.argmax(ids.codes == names.index("")))
        _refuse_id(texts[codes[row]], name, column, row + 1)
    return ids


def _stripped(value: object) -> str:
    text = str(value).strip()
    text.encode()  # rejects half a character
    return text


def _refuse_id(value: Any, name: str, column: str, position: int = 0) -> NoReturn:
    where = _(" at row {row}", row=position) if position else ""
    raise unreadable(
        "{name}: the {column} must be a whole number or text; got {value}{where}",
        name=name,
        column=column,
        value=_("nothing") if value is None else ascii(value)[:40],
        where=where,
    )
