"""Spreadsheet rows: the visible sheets with cells as lines of text, separated by tabs. Run as a program, within limits.

It prints the names of the sheets with their lines, as JSON. `plain_text.py` starts it with a path and four limits: bytes of
text, bytes once it is unpacked, bytes of memory, seconds of processor time. It imports nothing of the package, so that it
starts at once.
"""

from __future__ import annotations

import csv
import io
import json
import re
import sys
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

MAX_COLUMNS = 1000
TOO_WIDE, TOO_LONG, NO_CELLS, TOO_LARGE = 3, 4, 5, 6
"""The exit codes that name a reason."""
WIDE = re.compile(rb"\br\s*=\s*[\"']([A-Z]{3})\d")
"""The address of a cell beyond the column ZZ, the 702nd."""
LAST_COLUMN = b"ALL"
"""The letters of the 1,000th column."""


def limit(memory: int, seconds: int) -> None:
    """Let the system refuse more memory and more time, where it can."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        bounds = {resource.RLIMIT_CORE: 0, resource.RLIMIT_AS: memory, resource.RLIMIT_CPU: seconds}
        for kind, most in bounds.items():
            soft, hard = resource.getrlimit(kind)
            resource.setrlimit(kind, (most if soft == resource.RLIM_INFINITY else min(most, soft), hard))


def check_parts(path: str, most: int) -> None:
    """End the process at an xlsx or ods file with too large parts, or a cell before which the library takes memory for all."""
    if not zipfile.is_zipfile(path):
        return
    with zipfile.ZipFile(path) as archive:
        size = sum(info.file_size for info in archive.infolist())
        if size > most:
            print(size)
            sys.exit(TOO_LARGE)
        sheets = (archive.read(name) for name in archive.namelist() if "worksheets/" in name)
        if any(letters > LAST_COLUMN for sheet in sheets for letters in WIDE.findall(sheet)):
            sys.exit(TOO_WIDE)


def sheets_of(path: str) -> Iterator[tuple[str, str]]:
    """Give the name and the lines of each visible sheet with cells."""
    from python_calamine import CalamineWorkbook, SheetVisibleEnum

    with open(path, "rb") as file:  # noqa: PTH123 - only what a file holds says of what kind it is
        workbook = CalamineWorkbook.from_filelike(file)
    for sheet in workbook.sheets_metadata:
        cells = workbook.get_sheet_by_name(sheet.name) if sheet.visible == SheetVisibleEnum.Visible else None
        if cells is not None and cells.width:
            if cells.width > MAX_COLUMNS:
                sys.exit(TOO_WIDE)
            text = io.StringIO()
            rows = ([text_of(value) for value in row] for row in cells.to_python())
            csv.writer(text, delimiter="\t", lineterminator="\n").writerows(rows)
            yield sheet.name, text.getvalue().encode("utf-8", "replace").decode()


def text_of(value: Any) -> str:
    """Return a cell as text: a whole number without decimals, as an id is written."""
    is_whole = isinstance(value, float) and value.is_integer() and abs(value) < 2**53
    return str(int(value) if is_whole else value)


def main(path: str, most: str, unpacked: str, memory: str, seconds: str) -> None:
    limit(int(memory), int(seconds))
    check_parts(path, int(unpacked))
    sheets = [*sheets_of(path)]
    if not sheets:
        sys.exit(NO_CELLS)
    if sum(len(text.encode()) for _name, text in sheets) > int(most):
        sys.exit(TOO_LONG)
    json.dump(sheets, sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
