"""Frames: tables from a frame of pandas, polars, pyarrow or another library that narwhals knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Any

import numpy as np

from metrics_edu.files.table_error import unreadable
from metrics_edu.language import SPREADSHEET, _, read_number
from metrics_edu.tables.reading.cell_values import Numbers, lists_of
from metrics_edu.tables.reading.column_roles import SAMPLE_ROWS, columns_of
from metrics_edu.tables.reading.mappings import of_rows
from metrics_edu.tables.reading.read_ids import ids_of, is_immutable
from metrics_edu.tables.reading.table import Table


def of_frame(frame: Any, kind: str, name: str, names: Mapping[str, str]) -> Table:
    """Read a frame of narwhals that is in memory; `name` is what errors call it."""
    head = [str(column) for column in frame.columns]
    positions, wide = columns_of(
        head, names, kind, name, lambda position: frame[frame.columns[position]].head(SAMPLE_ROWS).to_list()
    )
    if wide is not None:
        table = of_rows(lists_of(frame.iter_rows(), positions["user"], wide), kind, name)
        return replace(table, library=frame.implementation, columns=tuple(head))
    check_columns(positions, head, name)
    columns = {column: frame[frame.columns[position]] for column, position in positions.items()}
    user, item = (ids_of(columns.pop(column), name, column) for column in ("user", "item"))
    number = "".join(columns)
    return Table(
        user,
        item,
        kind,
        name,
        number,
        _numbers(columns[number], name, number) if number else None,
        library=frame.implementation,
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
    if values.dtype.is_numeric():
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
