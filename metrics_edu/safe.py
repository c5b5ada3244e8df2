"""Safe files: written whole or not at all, and tables that a spreadsheet takes for text."""

from __future__ import annotations

import csv
import io
import os
import re
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

FORMULA = re.compile(r"[\s\x00-\x1f\x7f-\x9f\u200b-\u200f\ufeff]*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]")
"""Also after what is not seen, and as wide letters, which some spreadsheets read as narrow ones."""
PLAIN_NUMBER = re.compile(r"[+-]?\d+([.,]\d+)?(e[+-]?\d+)?", flags=re.I | re.A)
MARK = "\ufeff"
MASK = os.umask(0o077)
os.umask(MASK)  # it can only be read by setting it


def write_file(path: Path, text: str | bytes, *, sync: bool = True) -> None:
    """Write a file under another name, then rename it: a full disk or a killed kernel leaves the old one as it was.

    With `sync` it is on the disk before this returns.

    Raises
    ------
    OSError
        If it cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    number, name = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".part")
    try:
        with os.fdopen(number, "wb") as file:
            file.write(text.encode("utf-8", "replace") if isinstance(text, str) else text)
            file.flush()
            if sync:
                os.fsync(file.fileno())
        Path(name).chmod(0o666 & ~MASK)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
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
