"""Files of lines where polars is missing, as in a browser: the standard library reads them, as `csv_and_trec` does with polars.

What parts the fields, where each column is and what is refused is decided elsewhere, for both alike.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterator, Sequence
from operator import itemgetter

import numpy as np

from metrics_edu.tables.reading.cell_values import Numbers
from metrics_edu.tables.reading.file_format import FileFormat
from metrics_edu.tables.reading.good_lines import fault_of, good_lines, unreadable_lines
from metrics_edu.tables.reading.id_columns import Column


def rows_of(file: FileFormat) -> Iterator[Sequence[str | None]]:
    """Give the cells of each line, None where one is empty."""
    for fields in good_lines(file):
        cells = [cell.strip() or None for cell in fields[: file.width]]
        yield cells + [None] * (file.width - len(cells))


def read_columns(file: FileFormat) -> tuple[Column, Column, Numbers | None, Numbers | None]:
    """Read user, item and the numbers of each line: the one that decides and, if the file has both, the other of rank and score."""
    pick = itemgetter(*file.positions.values())
    known: tuple[dict[str, int], dict[str, int]] = {}, {}
    codes = array("q"), array("q")
    numbers = [array("d") for _position in [*file.positions][2:]]
    for line, fields in file.lines():
        if len(fields) != file.width:
            if fault_of(file, line, fields):
                raise unreadable_lines(file)
            fields += [""] * (file.width - len(fields))
        user, item, *cells = map(str.strip, pick(fields))
        codes[0].append(known[0].setdefault(user, len(known[0])))
        codes[1].append(known[1].setdefault(item, len(known[1])))
        for column, cell in zip(numbers, cells, strict=True):
            number = file.read(cell)
            column.append(math.nan if number is None else number)
    if any("" in names for names in known) or any(np.isnan(column).any() for column in numbers[:1]):
        raise unreadable_lines(file)
    left, right = (Column(np.array(column), [*names]).as_numbers() for names, column in zip(known, codes, strict=True))
    first, other, *_none = [*map(np.array, numbers), None, None]
    return left, right, first, other
