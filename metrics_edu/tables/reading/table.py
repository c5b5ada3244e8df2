"""Table: recommendations, judgments or ratings in memory, as rows of user, item and at most one number.

Ids are whole numbers or text. Where one side has numbers and the other text, both are read as text, so that 7 and "7" meet.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from operator import itemgetter
from typing import TYPE_CHECKING, Any

import numpy as np

from metrics_edu.files.table_error import TableError
from metrics_edu.language import _, quoted
from metrics_edu.tables.reading.cell_values import Numbers
from metrics_edu.tables.reading.file_format import FileFormat
from metrics_edu.tables.reading.id_columns import Column

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True)
class Table:
    """Rows of user, item and at most one number, and where they come from."""

    user: Column
    item: Column
    kind: str  # recommendations, judgments or ratings
    name: str  # what errors call it
    number: str = ""  # which number the rows have: rank, score or grade
    values: Numbers | None = None  # that number
    others: Numbers | None = None  # of rank and score the other one, if the rows have both
    library: Any = None  # of the frame that was given, as narwhals calls it
    format: FileFormat | None = None  # of a file of lines
    columns: tuple[str, ...] = ()  # the names of all in the file or frame
    guessed: str = ""  # the column of recommendations that is taken as a score, though it is called a rating
    from_text: bool = False  # whether a JSON file has the items as text, though they are whole numbers
    lists: Mapping[Any, list[Any]] | None = None  # as a mapping or a JSON file holds them
    unnamed: Mapping[str, int] = field(
        default_factory=dict
    )  # what the columns were taken for, where they have no names
    split: str = ""  # a cell with a list whose items may be titles that were split
    encoding: str = ""  # of a text file that is not in UTF-8

    def __len__(self) -> int:
        return len(self.user.codes)

    @cached_property
    def numbers(self) -> Numbers:
        """The number of each row; 1 where there is none."""
        return np.ones(len(self)) if self.values is None else self.values

    @cached_property
    def rows(self) -> pl.DataFrame:
        """The rows as a frame: user and item, and the number by its name, if there is one."""
        import polars as pl

        columns = {}
        for name, ids in (("user", self.user), ("item", self.item)):
            codes = pl.Series(ids.codes)
            columns[name] = codes if ids.names is None else pl.Series(ids.names, dtype=pl.String).gather(codes)
        return pl.DataFrame(columns | ({self.number: self.numbers} if self.number else {}))

    def notes(self, name: str) -> Iterator[str]:
        """Say what was taken for what in a table whose rows have no names, what may be split, and what its encoding is."""
        if self.unnamed:
            taken = ", ".join(
                f"{position + 1} {self.number if role == 'score' else role}"
                for role, position in sorted(self.unnamed.items(), key=itemgetter(1))
            )
            yield _("{name} has no header. Its columns were read as: {value}.", name=name, value=taken)
        if self.split:
            yield _(
                "{name}: was a title such as {value} split? Separate titles by a bar (|), or write a row for each item.",
                name=name,
                value=quoted(self.split, 60),
            )
        if self.encoding:
            yield _(
                "{name} is not UTF-8 text and was read as text of Windows ({value}).", name=name, value=self.encoding
            )

    def where(self, user: object, item: object = "") -> str:
        """Say on which lines of its file a user and an item are, as in " (lines 3, 7)", or else where the user does first."""
        if (file := self.format) is None:
            return ""
        listed: list[tuple[int, str]] = []
        with suppress(TableError):  # of a cell that only polars can read
            listed += (
                (n, file.cell(cells, "item")) for n, cells in file.lines() if file.cell(cells, "user") == str(user)
            )
        lines = [line for line, known in listed if known == str(item)] or [line for line, _item in listed[:1]]
        if len(lines) == 1:
            return _(" (line {line})", line=lines[0])
        return _(" (lines {lines})", lines=", ".join(map(str, lines[:5]))) if lines else ""


class TooManyRowsError(TableError):
    """A file has more rows than were allowed; `count` is the number of rows, or of lines, that were found."""

    def __init__(self, name: str, count: int, most: int) -> None:
        super().__init__(_("{name} has {value} rows; the limit is {most}.", name=name, value=count, most=most))
        self.count = count
