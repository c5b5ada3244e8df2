"""Files of lines: CSV, TSV, TREC runs and qrels. polars reads them; what it cannot read is read again line by line, to say where.

Both ways give the same table. The second is only slower, and knows the number of each line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from metrics_edu.language import _
from metrics_edu.metrics import TableError
from metrics_edu.tables.cell_values import as_numbers, first_twice, number_of
from metrics_edu.tables.file_format import Layout

if TYPE_CHECKING:
    import polars as pl


def read(found: Layout, wanted: Sequence[str]) -> pl.DataFrame:
    """Read the wanted columns of a file.

    Parameters
    ----------
    found : Layout
    wanted : sequence of str
        Of "user", "item", "rank", "score" and "grade"; numbers but for the first two.

    Raises
    ------
    TableError
        If a line lacks a field or a number cannot be read; file, line and field are named.
    """
    import polars as pl

    if found.wide is not None:
        return _read_slowly(found, wanted)
    try:
        frame = pl.read_csv(
            found.path,
            separator=found.mark,
            has_header=found.head,
            skip_rows=found.skip,
            quote_char=None if found.mark == " " else '"',
            comment_prefix="#" if found.mark == " " else None,
            infer_schema=found.head and not found.zeros,
            infer_schema_length=1000,
            schema_overrides={found.names[found.places[name]]: pl.Float64 for name in wanted[2:]}
            if found.head
            else None,
        )
    except (pl.exceptions.PolarsError, OSError):
        return _read_slowly(found, wanted)
    if frame.width != found.width:
        return _read_slowly(found, wanted)
    parts = [frame.to_series(found.places[name]).alias(name) for name in wanted]
    del frame
    parts = [part.cast(pl.Float64, strict=False) if k > 1 else as_numbers(part) for k, part in enumerate(parts)]
    if not all(map(_is_clean_id, parts[:2])) or any(
        part.null_count() or not part.is_finite().all() for part in parts[2:]
    ):
        return _read_slowly(found, wanted)
    return pl.DataFrame([parts.pop(0).rechunk() for _name in wanted])  # whole columns; never two copies of all


def _is_clean_id(column: pl.Series) -> bool:
    import polars as pl

    if column.null_count() or column.dtype not in (pl.Int64, pl.String):
        return False
    return column.dtype == pl.Int64 or bool(((column.str.strip_chars() == column) & (column != "")).all())


def _read_slowly(found: Layout, wanted: Sequence[str]) -> pl.DataFrame:
    import polars as pl

    columns: dict[str, list[Any]] = {name: [] for name in wanted}
    users = []
    for line, fields in found.lines():
        if found.wide is not None and len(fields) > found.places["user"]:
            users.append(fields[found.places["user"]].strip())
        for row in _rows_of(found, line, fields, wanted):
            for name, value in zip(wanted, row, strict=True):
                columns[name].append(value)
    types = {name: pl.String if name in ("user", "item") else pl.Float64 for name in wanted}
    if found.wide is not None and (twice := first_twice(users)):
        raise TableError(_("{path}: user {user!r} has two lines; expected one", path=found.path, user=twice))
    frame = pl.DataFrame(columns, schema=types)
    return frame.with_columns(*(as_numbers(frame[name]) for name in ("user", "item")))


def _rows_of(found: Layout, line: int, fields: list[str], wanted: Sequence[str]) -> Iterator[list[Any]]:
    where = _("{path}, line {line}", path=found.path, line=line)
    most = max(found.places.values()) + 1 if found.wide is None else found.places["user"] + 1
    if len(fields) < most:
        raise TableError(
            _("{where}: expected at least {most} fields; got {given}", where=where, most=most, given=len(fields))
        )
    if len(fields) > found.width and any(cell.strip() for cell in fields[found.width :]):
        raise TableError(
            _(
                "{where}: expected at most {most} fields; got {given} (decimal commas among commas?)",
                where=where,
                most=found.width,
                given=len(fields),
            )
        )
    if found.wide is not None:
        user, items = fields[found.places["user"]].strip(), [cell.strip() for cell in fields[found.wide.start :]]
        while items and not items[-1]:
            items.pop()
        cells = [[user, item] for item in items]
    else:
        cells = [[fields[found.places[name]].strip() for name in wanted]]
    for row in cells:
        for name, cell in zip(wanted, row, strict=True):
            if not cell:
                raise TableError(_("{where}: the {name} is missing", where=where, name=name))
        yield [
            *row[:2],
            *(
                _number(cell, found.called(name), found.mark, where)
                for name, cell in zip(wanted[2:], row[2:], strict=True)
            ),
        ]


def _number(cell: str, name: str, mark: str, where: str) -> float:
    value = number_of(cell, mark)
    if value is None:
        raise TableError(
            _("{where}: the {name} must be a finite number; got {given!r}", where=where, name=name, given=cell[:40])
        )
    return value
