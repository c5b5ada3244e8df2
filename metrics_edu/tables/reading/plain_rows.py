"""Plain rows: what the columns of rows without names are, as in MS MARCO, MovieLens and lists of tuples."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from metrics_edu.files.table_error import unreadable
from metrics_edu.language import EXACT, SPREADSHEET, read_number
from metrics_edu.tables.reading.cell_values import Numbers, Whole

LEAST_TIME = 1e8
"""A fourth number from here on is a time, in seconds or milliseconds."""
DATE = re.compile(r"\d{4}-\d\d-\d\d.*")
ITERATION = ("0", "Q0")
"""What trec_eval's files have in their second column."""


def plain_positions(rows: Sequence[Sequence[str]], kind: str, mark: str = "\t") -> dict[str, int]:
    """Return the place of user, item and the number by the first rows; nothing where they do not show it surely.

    Rows of 0 and 1 may be a matrix of grades.

    A run may have a rank in the place of its score: `rank_or_score` says which it is.
    """
    first, width, is_run = rows[0], len(rows[0]), kind == "recommendations"
    is_number = [_number(cell, mark) is not None for cell in first]
    is_regular = all(first) and all(len(row) == width for row in rows)
    if not is_regular or all({*row} <= {"0", "1"} for row in rows) or _are_counted(first, is_number):
        return {}
    has_time = width == 4 and not is_run and all(is_time(row[3], mark) for row in rows)
    if width > 2 and not has_time and all(row[1] in ITERATION for row in rows):
        places = {"user": 0, "item": 2, "score": 4, "rank": 3} if is_run else {"user": 0, "item": 2, "grade": 3}
        return places if width == (6 if is_run else 4) and is_number[4 if is_run else 3] else {}
    number = {"recommendations": "score", "judgments": "grade"}.get(kind, "score")
    if (width == 3 or has_time) and is_number[2]:
        return {"user": 0, "item": 1, number: 2}
    is_pair = width == 2 and any(is_number) and not any(" " in row[1] for row in rows)
    return {"user": 0, "item": 1} if is_pair else {}


def _are_counted(cells: Sequence[str], is_number: Sequence[bool]) -> bool:
    """Return whether cells are names: the columns that pandas counts, or the ranks of a wide table."""
    counts = [str(count) for count in range(len(cells) + 1)]
    return [*cells] == counts[:-1] or (not is_number[0] and [*cells[1:]] in (counts[1:-1], counts[:-2]))


def is_time(cell: str, mark: str = "\t") -> bool:
    """Return whether a cell is a date or a number of seconds or milliseconds since 1970."""
    return (_number(cell, mark) or 0) >= LEAST_TIME or DATE.fullmatch(cell) is not None


def _number(cell: str, mark: str) -> float | None:
    return read_number(cell, EXACT if mark == "," else SPREADSHEET)


def rank_or_score(users: Whole, values: Numbers, name: str) -> str:
    """Return what the numbers of a run are that have no name: ranks if they count the items of each user in order.

    Raises
    ------
    TableError
        If they could be both: whole numbers that count the items, but not in order, or that rise.
    """
    by_user = np.lexsort((values, users))
    same = users[by_user][1:] == users[by_user][:-1]
    gaps = np.diff(values[by_user])[same]
    starts = values[by_user][np.append(True, ~same)]
    in_order = np.argsort(users, kind="stable")
    steps = np.diff(values[in_order])[same]
    if (values % 1).any() or not len(steps):
        return "score"
    are_counted = (gaps == 1).all() and np.isin(starts, (0, 1)).all()
    if are_counted and (steps > 0).all():
        return "rank"
    if not are_counted and (not (steps > 0).any() or ((gaps == 0).any() and (steps < 0).any())):
        return "score"
    raise unreadable(
        "{name}: are the numbers without a name ranks or scores? Write user,item,rank or user,item,score as the first line",
        name=name,
    )
