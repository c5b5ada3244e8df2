"""A table that the teacher writes or downloads: its rows by column, each with its line number."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from metrics_edu.language import refused
from metrics_edu.tables.reading.file_format import numbered_rows

Find = Callable[[str], str | None]
"""Returns the name of the submission that a text means, by an id or a name of its person; None if there is none."""


def read_teacher_table(path: Path, columns: Mapping[str, tuple[str, ...]]) -> list[tuple[int, dict[str, str], bool]]:
    """Return the rows; `columns` are required, each with the names that it may have in the file, in any case.

    Of two columns of one name, the first cell that is not empty counts. Other columns keep their names in small letters. Cells
    beyond the last column are part of it, for a comment may have commas; the last value of a row is whether it has such cells.
    """
    (_first, head), *rows = [*numbered_rows(path.read_bytes())] or [(0, [])]
    called = {name: column for column, names in columns.items() for name in names}
    found = [called.get(cell.casefold(), cell.casefold()) for cell in head]
    if not columns.keys() <= {*found}:
        allowed = ", ".join(" / ".join(names) for names in columns.values())
        raise refused("{path}: expected a CSV with the columns {allowed}", path=path, allowed=allowed)
    last = len(found) - 1
    whole = ((line, [*row[:last], ",".join(filter(None, row[last:]))], len(row) > len(found)) for line, row in rows)
    titled = (
        (line, [pair for pair in zip(found, row, strict=False) if pair[1]], is_longer) for line, row, is_longer in whole
    )
    return [(line, dict.fromkeys(found, "") | dict(reversed(pairs)), is_longer) for line, pairs, is_longer in titled]
