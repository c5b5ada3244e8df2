"""Sources: recommendations and judgments from files, mappings, frames and streams, as tables or as scans."""

from __future__ import annotations

import codecs
import json
import math
import re
from collections.abc import Mapping
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from metrics_edu.files.gzip_files import is_gzip, open_bytes, unpacking
from metrics_edu.files.table_error import TableError, not_utf8, unreadable
from metrics_edu.files.workspace import Workspace
from metrics_edu.language import _, needs
from metrics_edu.metrics.validation import HIGHEST_GRADE
from metrics_edu.tables.reading.column_roles import role_of
from metrics_edu.tables.reading.file_format import UTF8, encoding_of, format_of
from metrics_edu.tables.reading.frames import guessed_score, named_number, of_frame, of_records
from metrics_edu.tables.reading.good_lines import read_lists
from metrics_edu.tables.reading.mappings import are_rows, as_numbers, of_mapping, of_rows, read_json
from metrics_edu.tables.reading.parquet_files import matches, parquet_files
from metrics_edu.tables.reading.table import Table, TooManyRowsError

if TYPE_CHECKING:
    from metrics_edu.tables.reading.scans import Scan

LEAST_BYTES_OF_A_ROW = 4
"""A user, a mark, an item and the end of the line."""
ADDRESS = re.compile(r"[a-z][a-z0-9+.-]+:/", flags=re.I)
"""Of something that is not on this machine; one character would be a drive of Windows."""
RECIPE = "docs/many_users.md"
"""Where the project says how an engine scores blocks of users."""
COLUMNS = {"user": ("user", "user_id", "userid"), "item": ("item", "item_id", "itemid")}
"""Keys by which a mapping is taken for the columns of a table."""


def read_table(
    source: Any, kind: str, columns: Mapping[str, str] | None = None, *, most_rows: int | None = None
) -> Table:
    """Read recommendations, judgments or ratings into memory; `columns` are the names of those called otherwise.

    What cannot be read is a TableError: the sentence names the file or frame, the place, what was found and what is allowed.
    With `most_rows`, only files of plain text are read, and one with more rows is a TooManyRowsError, before a table is made
    of it.
    """
    names = dict(columns or {})
    if most_rows:
        table = collected(_of_file(_path(source), kind, names, most_rows))
    else:
        with Workspace() as workspace:
            table = collected(open_source(source, kind, names, workspace))
    if not len(table):
        raise unreadable("{name}: there are no rows; write one for each user and item", name=table.name)
    return table


def open_source(source: Any, kind: str, columns: Mapping[str, str], workspace: Workspace) -> Table | Scan:
    """Return what `evaluate` takes: a scan of Parquet files, a lazy frame or a stream, and a table of all else."""
    if isinstance(source, (str, Path)):
        path = _path(source)
        files = parquet_files(path)
        if not files:
            return _of_file(path, kind, columns, math.inf)
        needs("polars")
        from metrics_edu.tables.reading.scans import scan_of_files  # which needs polars

        return scan_of_files(files, kind, str(path), columns)
    if isinstance(source, Mapping) or are_rows(source):
        return _of_data(source, kind, kind, columns)
    return _of_object(source, kind, columns, workspace)


def collected(opened: Table | Scan) -> Table:
    """Return a table in memory whose numbers are allowed."""
    table = opened if isinstance(opened, Table) else opened.collect()
    _check_numbers(table)
    return table


def _of_object(source: Any, kind: str, columns: Mapping[str, str], workspace: Workspace) -> Table | Scan:
    needs("narwhals")
    import narwhals as nw

    is_stream = hasattr(source, "__arrow_c_stream__") or hasattr(source, "__arrow_c_array__")
    try:
        frame = nw.from_native(source)
        frame.collect_schema()
    except TypeError:
        frame = None
    except nw.exceptions.DuplicateError:
        raise unreadable("{kind}: two columns have the same name", kind=kind) from None
    except nw.exceptions.ColumnNotFoundError as error:
        raise unreadable("{kind}: {error}", kind=kind, error=str(error).partition("\n")[0]) from None
    if isinstance(frame, nw.DataFrame):
        return of_frame(frame, kind, kind, columns)
    if frame is None and not is_stream:
        raise unreadable(
            "{kind} must be a path, a mapping or a frame; got {value}", kind=kind, value=type(source).__name__
        )
    needs("polars")
    from metrics_edu.tables.reading.scans import scan_of_frame, scan_of_stream

    if frame is not None and frame.implementation.is_polars():
        return scan_of_frame(frame.to_native(), kind, kind, columns)
    if frame is not None and (_is_distributed(frame.implementation) or not is_stream):
        raise unreadable(
            "{kind}: a frame of {library} is not collected here; evaluate it in blocks, as in {recipe}, or collect "
            "it first",
            kind=kind,
            library=frame.implementation.value,
            recipe=RECIPE,
        )
    return scan_of_stream(source, kind, columns, workspace.folder("streams"))


def _is_distributed(library: Any) -> bool:
    return bool(library.is_spark_like() or library.is_dask())


def _check_lists(source: Mapping[Any, Any], kind: str) -> None:
    """Refuse a mapping of columns: read as lists, its users would be called user and item."""
    columns = {str(key).lower(): value for key, value in source.items()}
    names = {next((name for name in names if name in columns), "") for names in COLUMNS.values()}
    if "" in names or any(
        not hasattr(value, "__len__") or isinstance(value, (str, bytes)) for value in source.values()
    ):
        return
    rows = {tuple(value) if isinstance(value, Mapping) else len(value) for value in source.values()}
    if len(rows) == 1:
        raise unreadable(
            "{kind}: a mapping must be {{user: [items]}}, and this one has the columns {value}: make a frame of it, "
            "as in polars.DataFrame(...)",
            kind=kind,
            value=", ".join(map(str, source))[:200],
        )


def _path(source: str | Path) -> Path:
    """Return the path of a file, a folder or a pattern that matches some."""
    if ADDRESS.match(str(source)):
        raise unreadable(
            "{address}: web addresses are not read; save the file on this machine, or open it with "
            "polars or pandas and pass the frame",
            address=str(source),
        )
    try:
        path = Path(source).expanduser()
        if path.exists() or any(matches(path)):
            return path
        reason = _("no such file")
    except (OSError, RuntimeError, ValueError) as error:
        raise unreadable(
            "{path} is not a path: {error}", path=str(source)[:60], error=getattr(error, "strerror", None) or error
        ) from None
    raise TableError(f"{path}: {reason}")


def _of_file(path: Path, kind: str, names: Mapping[str, str], most_rows: float) -> Table:
    if not path.is_file():
        reason = _("this is a folder; a file is needed") if path.is_dir() else _("no such file")
        raise TableError(f"{path}: {reason}")
    is_packed = most_rows == math.inf and is_gzip(path)  # with a limit, nothing is unpacked that may have no end
    with unpacking(path), open_bytes(path, is_packed=is_packed) as file:
        marked = "utf-16" if file.read(2) in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE) else UTF8
        try:
            return _of_text(path, kind, names, most_rows, is_packed, marked)
        except UnicodeDecodeError:
            file.seek(0)
            encoding = encoding_of(file.read())
        return replace(_of_text(path, kind, names, most_rows, is_packed, encoding), encoding=encoding)


def _of_text(
    path: Path, kind: str, names: Mapping[str, str], most_rows: float, is_packed: bool, encoding: str
) -> Table:
    with open_bytes(path, is_packed=is_packed) as file:
        start = file.read(100)
    written = json.detect_encoding(start) if encoding == UTF8 else encoding
    text = start.decode(written, "ignore").lstrip("\ufeff").strip()
    if not text:
        raise unreadable("{path} is empty; save the file again", path=path)
    if text[0] in "{[" and encoding == UTF8 and not written.startswith("utf-8"):
        raise TableError(not_utf8(path))
    if text[0] in "{[":
        data = read_json(path, most_rows, is_packed=is_packed, encoding=encoding)
        _check_count(path, _rows_in(data), most_rows)
        table = _of_data(data, kind, str(path), names)
        return replace(as_numbers(table), from_text=table.item.names is not None)
    form = format_of(path, kind, names, is_packed=is_packed, encoding=encoding)
    _check_count(path, _lines_of(path, most_rows) - form.head - form.skip, most_rows)
    reader = import_module(f"metrics_edu.tables.reading.{'csv_and_trec' if find_spec('polars') else 'plain_lines'}")
    if form.wide is not None:
        split, lists = read_lists(form, reader.rows_of(form), form.wide, most_rows)
        _check_count(path, sum(len(items) for _user, items in lists), most_rows)
        table = of_rows(lists, kind, str(path))
        return replace(as_numbers(table), format=form, columns=form.names, split=split)
    user, item, numbers, others = reader.read_columns(form)
    table = Table(
        user,
        item,
        kind,
        str(path),
        "".join([*form.positions][2:3]),
        numbers,
        others,
        format=form,
        columns=form.names,
        guessed=guessed_score(kind, form.names, form.positions),
        unnamed=form.positions if form.has_no_names else {},
    )
    return named_number(table) if form.has_no_names and others is None else table


def _of_data(data: Any, kind: str, name: str, names: Mapping[str, str]) -> Table:
    """Read a mapping by user, a single record, or a list of records or rows."""
    if not isinstance(data, Mapping):
        return of_records(data, kind, name, names)
    cells = [str(key) for key, value in data.items() if isinstance(value, (str, int))]
    if len(data) > 1 and any(len(key) > 1 and role_of(key) == "user" for key in cells):
        return of_records([data], kind, name, names)
    first = next(chain.from_iterable(value for value in data.values() if isinstance(value, (list, tuple))), None)
    if isinstance(first, Mapping) and all(
        are_rows(listed) and isinstance(listed[0], Mapping) for listed in data.values()
    ):
        return of_records(
            [{**record, "user": user} for user, listed in data.items() for record in listed], kind, name, names
        )
    _check_lists(data, name)
    return of_mapping(data, kind, name)


def _rows_in(data: Any) -> int:
    """Return how many rows a mapping by user or a list of records has, at most."""
    records = [data] if isinstance(data, dict) else [row for row in data if isinstance(row, dict)]
    lists = [value for record in records for value in record.values() if isinstance(value, (list, dict))]
    return sum(map(len, lists)) + (0 if isinstance(data, dict) else len(data))


def _check_count(path: Path, count: int, most: float) -> None:
    if count > most:
        raise TooManyRowsError(str(path), count, int(most))


def _lines_of(path: Path, most: float) -> int:
    """Return the number of lines that hold something, of all lines if most are empty; 0 for a file too short for `most` rows."""
    if path.stat().st_size <= LEAST_BYTES_OF_A_ROW * most:
        return 0
    full, every = 0, 0
    with path.open("rb") as file:
        for line in file:
            count = 1 + line.rstrip().count(b"\r")  # where the csv module also sees lines
            every += count
            full += count if line.strip() else 0
    return every if every > 2 * (most + 1) else full


def _check_numbers(table: Table) -> None:
    if table.values is None:
        return
    graded = table.kind != "recommendations"
    allowed = np.isfinite(table.values)
    if graded:
        allowed &= table.values <= HIGHEST_GRADE
    if not allowed.all():
        position = int(np.argmin(allowed))
        raise unreadable(
            "{name}: the {column} of user {user!r} and item {item!r} must be {allowed}; got {value}",
            name=table.name,
            column=table.number,
            user=table.user.at(position),
            item=table.item.at(position),
            allowed=_("a number up to {most}", most=HIGHEST_GRADE) if graded else _("a finite number"),
            value=table.values[position].item(),
        )
