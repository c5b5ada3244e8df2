"""CSV cells: the text of a file cell by cell, so that one is replaced and every other byte stays."""

from __future__ import annotations

import re

MARKS = ",;\t"


class CsvCells:
    """The cells of a file: `rows` has what each says, as the module csv reads it; an empty line has one empty cell."""

    def __init__(self, data: bytes) -> None:
        try:
            text, self.encoding = data.decode("utf-8"), "utf-8"
        except UnicodeDecodeError:
            text, self.encoding = data.decode("latin-1"), "latin-1"
        self.mark = max(MARKS, key=lambda mark: len(_written(text.partition("\n")[0], mark)[0]))
        self._written = _written(text, self.mark)
        self.rows = [[_said(cell) for cell, _after in row] for row in self._written]

    def replace(self, row: int, column: int, value: str) -> None:
        """Write another value into a cell, in quotes if it needs them or had them."""
        before, after = self._written[row][column]
        quote = '"' if self.mark in value or before.startswith('"') else ""
        self._written[row][column] = (f"{quote}{value}{quote}", after)

    def data(self) -> bytes:
        return "".join(cell + after for row in self._written for cell, after in row).encode(self.encoding)


def _written(text: str, mark: str) -> list[list[tuple[str, str]]]:
    """Return the cells of each line as they are written, and what follows each: together they are the text."""
    cell = rf'(\ufeff?(?:"[^"]*(?:""[^"]*)*(?:"|\Z))?[^{mark}\r\n]*)({mark}|\r\n|\r|\n|\Z)'
    rows: list[list[tuple[str, str]]] = [[]]
    for written, after in re.findall(cell, text):
        rows[-1].append((written, after))
        if after != mark:
            rows.append([])
    return rows[:-1]


def _said(written: str) -> str:
    plain = written.removeprefix("\ufeff")
    found = re.fullmatch(r'"([^"]*(?:""[^"]*)*)"?(.*)', plain, flags=re.S)
    return found[1].replace('""', '"') + found[2] if found else plain
