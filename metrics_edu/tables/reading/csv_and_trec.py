"""Files of lines: CSV, TSV, TREC runs and qrels. polars reads them; only what it refuses is looked up, to name the line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import chain
from typing import Any

import polars as pl

from metrics_edu.language import Dialect, read_number
from metrics_edu.tables.reading.cell_values import Numbers
from metrics_edu.tables.reading.file_format import FileFormat
from metrics_edu.tables.reading.good_lines import good_lines, unreadable_lines
from metrics_edu.tables.reading.id_columns import MAX_CODES, WHOLE_ID, Column, number_texts

CELLS_AT_ONCE = 1_000_000
"""A file may hold twenty cells for each that is needed; their blanks are cut off without a copy of them all."""


def read_columns(file: FileFormat) -> tuple[Column, Column, Numbers | None, Numbers | None]:
    """Read user, item and the numbers of each line: the one that decides and, if the file has both, the other of rank and score."""
    columns: list[pl.Series] = []
    with suppress(pl.exceptions.PolarsError):
        columns = _quickly(file)
    user, item, *number = columns or _slowly(file)
    first, other, *_none = [*(column.to_numpy() for column in number), None, None]
    return _column(user), _column(item), first, other


def rows_of(file: FileFormat) -> Iterator[Sequence[str | None]]:
    """Give the cells of each line, None where one is empty."""
    return chain.from_iterable(cells.iter_rows() for cells in _cells(file))


def _column(ids: pl.Series) -> Column:
    if ids.dtype == pl.Int64:
        fits = ids.is_between(-MAX_CODES, MAX_CODES - 1).all()
        return Column(ids.cast(pl.Int32 if fits else pl.Int64).to_numpy())
    return Column(*number_texts(ids))


def _slowly(file: FileFormat) -> list[pl.Series]:
    positions = [*file.positions.values()]
    cells = pl.concat([part.select(pl.nth(positions)) for part in _cells(file)])
    columns = cells.get_columns()
    columns[2:] = [_numbers(column, file.dialect) for column in columns[2:]]
    if any(column.null_count() for column in columns[:3]):
        raise unreadable_lines(file)
    return [*map(_as_numbers, columns[:2]), *columns[2:]]


def _numbers(texts: pl.Series, dialect: Dialect) -> pl.Series:
    """Read numbers; what is none is null."""
    numbers = texts.str.replace("," if dialect.has_comma else ".", ".", literal=True).cast(pl.Float64, strict=False)
    is_read = numbers.is_finite().fill_null(value=False)
    others = {text: read_number(text, dialect) for text in texts.filter(~is_read).unique().drop_nulls()}
    return numbers.zip_with(is_read, texts.replace_strict(others, default=None, return_dtype=pl.Float64))


def _as_numbers(ids: pl.Series) -> pl.Series:
    """As `Column.as_numbers`, and far faster than to name the rows first."""
    if ids.dtype == pl.String and ids.str.contains(WHOLE_ID).all():
        return ids.str.replace(r"\.0+$", "").cast(pl.Int64)
    if ids.dtype == pl.Float64 and (ids.is_finite() & (ids == ids.round()) & (ids.abs() < 2**53)).all():
        return ids.cast(pl.Int64)
    return ids


def _quickly(file: FileFormat) -> list[pl.Series]:
    """Read a file whose columns are clean as they are; nothing of another one."""
    numbers = {file.names[file.positions[name]]: pl.Float64 for name in [*file.positions][2:]} if file.head else None
    frame = _read(file, infer_schema=file.head and not file.zeros, infer_schema_length=1000, schema_overrides=numbers)
    if frame.width != file.width or not frame.height:
        return []
    columns = [frame.to_series(position) for position in file.positions.values()]
    del frame
    columns = [_as_numbers(part) if k < 2 else part.cast(pl.Float64, strict=False) for k, part in enumerate(columns)]
    if not all(map(_is_clean, columns[:3])) or any(part.dtype not in (pl.Int64, pl.String) for part in columns[:2]):
        return []
    return [columns.pop(0).rechunk() for _name in file.positions]  # whole columns; never two copies of all


def _is_clean(column: pl.Series) -> bool:
    if column.null_count() or not (column.dtype == pl.String or column.dtype.is_numeric()):
        return False
    clean = (column.str.strip_chars() == column) & (column != "") if column.dtype == pl.String else column.is_finite()
    return bool(clean.all())


def _read(file: FileFormat, **options: Any) -> pl.DataFrame:
    if not file.for_polars:
        return pl.DataFrame()
    if not file.head:  # else the first line, whatever it holds, would say how many columns there are
        options["schema"] = {f"column {position}": pl.String for position in range(file.width)}
    options = ({"quote_char": None, "comment_prefix": "#"} if file.mark == " " else {}) | options
    return pl.read_csv(file.source, separator=file.mark, has_header=file.head, skip_rows=file.skip, **options)


def _cells(file: FileFormat) -> Iterator[pl.DataFrame]:
    """Give every cell as text, some lines at a time, without the blanks around it; lines without any are left out."""
    try:
        cells = _words(file) if file.mark == " " else _fields(file)
    except pl.exceptions.PolarsError:
        raise unreadable_lines(file) from None
    if not cells.height:
        yield cells
    for part in cells.iter_slices(max(CELLS_AT_ONCE // max(cells.width, 1), 1)):
        tidy = part.with_columns(pl.all().str.strip_chars().replace("", None))
        tidy = tidy.filter(~pl.all_horizontal(pl.all().is_null()))
        if any(tidy.to_series(position).count() for position in range(file.width, tidy.width)):
            raise unreadable_lines(file)
        yield tidy


def _fields(file: FileFormat) -> pl.DataFrame:
    try:
        cells = _read(file, infer_schema=False)
    except pl.exceptions.PolarsError:
        cells = pl.DataFrame()
    if not cells.height:  # a quote within a cell, or in the head: polars takes it for the beginning of one
        rows = [(fields + [""] * file.width)[: file.width] for fields in good_lines(file)]
        cells = pl.DataFrame(rows, {f"column {position}": pl.String for position in range(file.width)}, orient="row")
    return cells


def _words(file: FileFormat) -> pl.DataFrame:
    schema = {"line": pl.String}
    whole = pl.read_csv(
        file.source, separator="\x01", has_header=False, quote_char=None, infer_schema=False, schema=schema
    )
    lines = whole.to_series().str.split("\r").explode().str.strip_chars()
    lines = lines.filter(~lines.str.starts_with("#") & (lines != "")).str.replace_all(r"\s+", " ")
    lines = lines.str.replace(rf"^((?:\S+ ){{{file.width}}}){'.' if file.is_run else '#'}.*", "$1").str.strip_chars()
    return lines.str.splitn(" ", file.width + 1).struct.unnest()
