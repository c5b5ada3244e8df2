"""Cells: numbers, names and lists, as tables of any kind hold them. None needs a library of tables."""

from __future__ import annotations

import math
import re
from ast import literal_eval
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any

import numpy as np
import numpy.typing as npt

from metrics_edu.files.table_error import unreadable
from metrics_edu.language import _, quoted

Whole = npt.NDArray[np.integer[Any]]
Numbers = npt.NDArray[np.float64]

MAX_NUMBER = 1e300
"""Beyond, a number is as good as infinite."""


def first_twice(names: Iterable[Any]) -> Any:
    """Return the first name that comes again, "" if none does."""
    seen: set[Any] = set()
    return next((name for name in names if name in seen or seen.add(name)), "")  # type: ignore[func-returns-value]


def lists_of(rows: Iterable[Sequence[Any]], user: int, wide: range) -> Iterator[tuple[Any, list[Any]]]:
    """Give each user of a table with a row a user, and their items, without the empty cells at the end of the row."""
    for row in rows:
        items = [row[position] for position in wide]
        while items and (items[-1] is None or items[-1] != items[-1] or str(items[-1]).strip() == ""):
            items.pop()
        yield row[user], items


PRINTED = re.compile(r"[\w.]*[\[({].*[\])}]", flags=re.DOTALL)
"""A list, or something else that Python prints with brackets, such as a set, which has no order."""
TOKEN = re.compile(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[^\s,'"\[\](){}]+""")
"""An item of a list that Python, NumPy or JSON printed."""
MAX_CELL = 1 << 20
"""The characters of a printed list, at most: a hundred thousand items. Longer ones need a row for each item."""
NUMPY_2 = re.compile(r"np\.\w+\(([^()]*)\)")
NO_ITEM = ("...", "None", "null", "nan", "NaN")
"""What stands in a printed list for items that are missing or were left out."""


TITLES = {",": re.compile(r"[^\s,] +[^\s,]"), None: re.compile(r"[^\W\d_]{2,} [^\W\d_]{2,}")}
"""Words apart by blanks, by what parts the items: they may be of one title."""


def is_list(cell: str) -> bool:
    """Return whether a cell is a list as Python prints it."""
    return cell[:1] in ("[", "(") and cell[-1:] in ("]", ")")


def split_cells(rows: Iterable[tuple[Any, Any]], name: str) -> tuple[str, Iterator[tuple[Any, list[Any]]]]:
    """Return each user with the items of a cell: a list, or a text of one; all texts have bars, semicolons, commas or blanks.

    Before them comes a cell whose items may be titles that were split, such as "Toy Story", or "".

    Raises
    ------
    TableError
        If a text is no plain list.
    """
    listed = [(user, cell.strip() if isinstance(cell, str) else cell) for user, cell in rows]
    plain = [cell for _user, cell in listed if isinstance(cell, str) and not PRINTED.fullmatch(cell)]
    mark = next((mark for mark in "|;," if any(mark in cell for cell in plain)), None)
    titles = (cell for cell in plain if mark in TITLES and TITLES[mark].search(cell))
    return next(titles, ""), ((user, _items(cell, user, name, mark)) for user, cell in listed)


def _items(cell: Any, user: Any, name: str, mark: str | None) -> list[Any]:
    if cell is None or (isinstance(cell, float) and math.isnan(cell)):
        return []
    if not isinstance(cell, str):
        return list(cell) if isinstance(cell, Iterable) else [cell]
    if PRINTED.fullmatch(cell):
        return _printed(cell, user, name)
    return [item.strip() for item in cell.rstrip(mark).split(mark)] if cell else []


def _printed(cell: str, user: Any, name: str) -> list[str]:
    """Return the items of a list that Python, NumPy or JSON printed."""
    text = NUMPY_2.sub(r"\1", cell[1:-1])
    tokens = TOKEN.findall(text[:MAX_CELL])
    is_plain = (
        is_list(cell)
        and len(cell) <= MAX_CELL
        and not TOKEN.sub("", text).strip(" ,\n\r\t")
        and not {*tokens} & {*NO_ITEM}
    )
    with suppress(SyntaxError):
        if is_plain:
            return [literal_eval(token) if token[0] in "'\"" else token for token in tokens]
    raise unreadable(
        "{name}, user {user!r}: expected a list of items such as [7, 9] or 7 9; got {value}",
        name=name,
        user=user,
        value=quoted(cell, 40),
    )


def short(value: object) -> str:
    """Return the beginning of a value as text; a whole number of thousands of digits has none."""
    try:
        return str(value)[:40]
    except ValueError:
        return _("a number with thousands of digits")
