"""Safe files: written whole or not at all, and tables that a spreadsheet takes for text."""

from __future__ import annotations

import csv
import io
import os
import re
import secrets
from collections.abc import Iterable, Sequence
from pathlib import Path

FORMULA = re.compile(r"[\s\x00-\x1f\x7f-\x9f\u200b-\u200f\ufeff]*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]")
"""Also after what is not seen, and as wide letters, which some spreadsheets read as narrow ones."""
PLAIN_NUMBER = re.compile(r"[+-]?\d+([.,]\d+)?(e[+-]?\d+)?", flags=re.I | re.A)
MARK = "\ufeff"


def write_file(path: Path, text: str | bytes, *, sync: bool = True) -> None:
    """Write a file under another name, then rename it: a full disk or a killed kernel leaves the old one as it was.

    With `sync` it is on the disk before this returns.

    Raises
    ------
    OSError
        If it cannot be written.
    """
    data = text.encode("utf-8", "replace") if isinstance(text, str) else text
    path = path.resolve()  # a link stays one
    if path.exists() and not path.is_file():
        path.write_bytes(data)  # a device
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{secrets.token_hex(8)}.part")
    try:
        with part.open("xb") as file:
            file.write(data)
            file.flush()
            if sync:
                os.fsync(file.fileno())
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def cell(value: object) -> str:
    r"""Return a cell as text that no spreadsheet takes for a formula.

    Examples
    --------
    >>> cell("=1+1"), cell(-0.5), cell("-0.5"), cell("a\nb")
    ("'=1+1", '-0.5', '-0.5', 'a b')
    """
    text = "" if value is None else str(value)
    if FORMULA.match(text) and not PLAIN_NUMBER.fullmatch(text):
        text = "'" + text
    return " ".join(re.split(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+", text))


def table_text(head: Sequence[str], rows: Iterable[Sequence[object]], *, bom: bool = False) -> str:
    """Return a CSV with a head; with a byte order mark for spreadsheets that ask for one."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(head)
    writer.writerows([cell(value) for value in row] for row in rows)
    return (MARK if bom else "") + text.getvalue()
