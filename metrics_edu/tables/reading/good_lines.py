"""Good lines: the fields of each line of a file, up to the first line that cannot be read; and the lists of users in rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from metrics_edu.files.table_error import TableError, unreadable
from metrics_edu.language import N_, _
from metrics_edu.tables.reading.cell_values import lists_of, split_cells
from metrics_edu.tables.reading.column_roles import PAIR
from metrics_edu.tables.reading.file_format import FileFormat


def good_lines(file: FileFormat) -> Iterator[list[str]]:
    """Give the fields of each line up to the first bad one, which a TableError names."""
    for line, fields in file.lines():
        if error := fault_of(file, line, fields):
            raise error
        yield fields


def unreadable_lines(file: FileFormat) -> TableError:
    """Return the error of a file that cannot be read: of its first bad line, if there is one."""
    try:
        for _fields in good_lines(file):
            pass
    except TableError as error:
        return error
    text = N_("{path} cannot be read: save it as CSV UTF-8, and check its lines, cells and quotes")
    return unreadable(text, path=file.path)


def read_lists(
    file: FileFormat, rows: Iterable[Sequence[str | None]], wide: range, most: float
) -> tuple[str, list[tuple[str, list[str]]]]:
    """Read each user and their items, of a file with a line a user, until there are more than `most` items.

    Before them comes a cell whose items may be titles that were split, or "".
    """
    user = file.positions["user"]
    split, given = "", lists_of(rows, user, wide)
    if file.has_lists:
        split, given = split_cells(((row[user], row[wide.start]) for row in rows), str(file.path))
    lists, count = [], 0
    while count <= most and (pair := next(given, None)):
        lists.append(pair)
        count += len(pair[1])
    if any(not user or not all(items) for user, items in lists):
        raise unreadable_lines(file)
    return split, lists


def fault_of(file: FileFormat, line: int, fields: Sequence[str]) -> TableError | None:
    """Return the error of a line; None of a good one."""
    least = max([*file.positions.values()][:3]) + 1
    if len(fields) < least:
        text = N_("{where}: expected at least {most} fields; got {value}")
        return _fault(file, line, text, most=least, value=len(fields))
    if any(cell.strip() for cell in fields[file.width :]):
        text = N_("{where}: expected at most {most} fields; got {value} (are commas used as decimal marks?)")
        return _fault(file, line, text, most=file.width, value=len(fields))
    cells = [(name, file.cell(fields, name)) for name in [*file.positions][:3]]
    if file.wide is not None and not file.has_lists:
        for _user, items in lists_of([fields], 0, range(file.wide.start, len(fields))):
            cells += [("item", item.strip()) for item in items]
    for name, cell in cells:
        if not cell:
            return _fault(file, line, N_("{where}: the {name} is missing"), name=name)
        if name not in PAIR and file.read(cell) is None:
            called = file.names[file.positions[name]] if file.names else name
            text = N_("{where}: the {name} must be a finite number; got {value!r}")
            return _fault(file, line, text, value=cell[:40], name=called)
    return None


def _fault(file: FileFormat, line: int, text: str, **facts: Any) -> TableError:
    return unreadable(text, where=_("{path}, line {line}", path=file.path, line=line), **facts)
