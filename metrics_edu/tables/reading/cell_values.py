"""Cells: numbers, names and lists, as tables of any kind hold them. None needs a library of tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from metrics_edu.language import _

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


def short(value: object) -> str:
    """Return the beginning of a value as text; a whole number of thousands of digits has none."""
    try:
        return str(value)[:40]
    except ValueError:
        return _("a number with thousands of digits")
