"""Frames: tables from a frame of pandas, polars, pyarrow or another library that narwhals knows, and from lists of records."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import chain
from typing import Any

import numpy as np

from metrics_edu.files.table_error import unreadable
from metrics_edu.language import SPREADSHEET, _, quoted, read_number
from metrics_edu.tables.reading.cell_values import Numbers, lists_of, split_cells
from metrics_edu.tables.reading.column_roles import PAIR, SAMPLE_ROWS, columns_of
from metrics_edu.tables.reading.file_format import MAX_COLUMNS
from metrics_edu.tables.reading.mappings import of_rows
from metrics_edu.tables.reading.plain_rows import plain_positions, rank_or_score
from metrics_edu.tables.reading.read_ids import ids_of, is_immutable
from metrics_edu.tables.reading.table import Table

SURPRISE = ("uid", "iid", "r_ui", "est", "details")
"""The fields of a prediction of Surprise, which JSON writes as a list."""


def of_frame(frame: Any, kind: str, name: str, names: Mapping[str, str]) -> Table:
    """Read a frame of narwhals that is in memory; `name` is what errors call it."""
    head = [str(column) for column in frame.columns]
    table = _of_columns(head, lambda position: frame[frame.columns[position]], kind, name, names)
    return replace(table, library=frame.implementation)


def of_records(rows: Sequence[Any], kind: str, name: str, names: Mapping[str, str]) -> Table:
    """Read a list of mappings, of named tuples such as Surprise's predictions, or of plain rows."""
    are_mappings = isinstance(rows[0], Mapping)
    is_surprise = len(rows[0]) == len(SURPRISE) and not are_mappings and isinstance(rows[0][-1], Mapping)
    head = [*dict.fromkeys(chain.from_iterable(rows))] if are_mappings else [*getattr(rows[0], "_fields", ())]
    head = [*SURPRISE] if is_surprise else head
    is_regular = are_mappings or {*map(len, rows)} == {len(rows[0])}
    is_narrow = max(len(head), len(rows[0])) <= MAX_COLUMNS
    texts = [[str(cell).strip() for cell in row] for row in rows[: SAMPLE_ROWS + 1] if is_narrow and not head]
    positions = plain_positions(texts, kind) if texts else {}
    if not (is_regular and is_narrow and (head or positions)):
        raise unreadable(
            "{name}: rows such as {value} have no names; write a list of records such as {example}",
            name=name,
            value=quoted(rows[0], 40),
            example='[{"user": 7, "item": 9, "score": 0.5}]',
        )

    def column(position: int) -> list[Any]:
        return [row.get(head[position]) if are_mappings else row[position] for row in rows]

    if head:
        return _of_columns([*map(str, head)], column, kind, name, names)
    chosen = [*positions.values()]
    table = _of_columns([*positions], lambda place: column(chosen[place]), kind, name, {})
    return named_number(replace(table, columns=(), unnamed=positions))


def named_number(table: Table) -> Table:
    """Return a table of a run whose numbers had no name, as scores or ranks."""
    if table.kind != "recommendations" or table.number != "score" or table.values is None:
        return table
    return replace(table, number=rank_or_score(table.user.codes, table.values, table.name))


def _of_columns(
    head: Sequence[str], column: Callable[[int], Any], kind: str, name: str, names: Mapping[str, str]
) -> Table:
    """Read a table by the names of its columns, which are lists or of narwhals."""
    positions, wide = columns_of(head, names, kind, name, lambda position: [*column(position)[:SAMPLE_ROWS]])
    if wide is not None or "items" in positions:
        read = [column(position) for position in (positions["user"], *(wide or [positions["items"]]))]
        rows = zip(*read, strict=True)
        split, lists = split_cells(rows, name) if wide is None else ("", lists_of(rows, 0, range(1, len(read))))
        return replace(of_rows(lists, kind, name), columns=tuple(head), split=split)
    check_columns(positions, head, name)
    columns = {role: column(position) for role, position in positions.items()}
    user, item = (ids_of(columns.pop(role), name, role) for role in PAIR)
    number, *other = columns or [""]
    return Table(
        user,
        item,
        kind,
        name,
        number,
        _numbers(columns[number], name, number) if number else None,
        np.array([read_number(str(value), SPREADSHEET) for value in columns[other[0]]], dtype=np.float64)
        if other
        else None,
        columns=tuple(head),
        guessed=guessed_score(kind, head, positions),
    )


def check_columns(positions: Mapping[str, int], head: Sequence[str], name: str) -> None:
    if missing := [column for column in ("user", "item") if column not in positions]:
        raise unreadable(
            "{kind} need a column {column}; the columns are {value}",
            kind=name,
            column=missing[0],
            value=", ".join(head)[:200],
            hint=_("; to name it, pass {example}", example=f"columns={{{missing[0]!r}: ...}}"),
        )


def guessed_score(kind: str, head: Sequence[str], positions: Mapping[str, int]) -> str:
    """Return the column of recommendations that is read as their score, though it is called a rating."""
    return head[positions["grade"]] if kind == "recommendations" and "grade" in positions else ""


def _numbers(values: Any, name: str, column: str) -> Numbers:
    if not isinstance(values, list) and values.dtype.is_numeric():
        return np.array(values.to_numpy(), dtype=np.float64, copy=None if is_immutable(values.implementation) else True)
    # cached, as a million ratings have ten values
    numbers = [*map(cache(partial(read_number, dialect=SPREADSHEET)), map(str, values))]
    if None in numbers:
        position = numbers.index(None)
        raise unreadable(
            "{name}: the {column} must be a finite number; got {value} at row {row}",
            name=name,
            column=column,
            value=repr(values[position])[:40],
            row=position + 1,
        )
    return np.array(numbers, dtype=np.float64)
