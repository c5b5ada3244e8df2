"""Plain text: a file of a submission as UTF-8 text, whatever program saved it, and the rows of a table in it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from metrics_edu.homework.findings import Finding, Unusable, finding
from metrics_edu.homework.submission.spreadsheet import MAGIC, spreadsheet_text
from metrics_edu.language import quoted
from metrics_edu.metrics.validation import TableError
from metrics_edu.tables.file_format import encoding_of
from metrics_edu.tables.safe_files import in_words
from metrics_edu.tables.sources import read_table
from metrics_edu.tables.table import Table, TooManyRowsError
from metrics_edu.working.labels import one_line

if TYPE_CHECKING:
    from metrics_edu.homework.policy import Limits


def plain_text(path: Path, name: str, folder: Path, limits: Limits) -> tuple[Path, list[Finding]]:
    """Return a file of UTF-8 text, and what there is to say about its encoding: the file itself, or a copy in a folder.

    What is no text stays as it is; its reader refuses it.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise Unusable("UNREADABLE", why=in_words(error).replace(quoted(path, written=str), name)) from None
    if data.startswith(MAGIC):
        return _copy(spreadsheet_text(path, name, limits), folder), []
    encoding = encoding_of(data)
    is_read = encoding == "utf-8-sig" or (b"\0" in data and encoding != "utf-16")
    text = data if is_read else data.decode(encoding).encode()
    if b"\n" not in text:  # the first Macs ended lines with a carriage return alone
        text = text.replace(b"\r", b"\n")
    if text == data:
        return path, []
    is_known = encoding in ("utf-8-sig", "utf-16")
    return _copy(text, folder), [] if is_known else [finding("ENCODING", name=name)]


def _copy(data: bytes, folder: Path) -> Path:
    copy = folder / f"{len(list(folder.iterdir()))}.txt"
    copy.write_bytes(data)
    return copy


def read_rows(path: Path, name: str, kind: str, limits: Limits) -> Table:
    """Read a table of a submission; errors call it by its name in the submission."""
    try:
        return read_table(path, kind, most_rows=limits.rows)
    except TooManyRowsError as error:
        raise Unusable("TOO_MANY_ROWS", name=name, value=error.count, most=limits.rows) from None
    except TableError as error:
        raise Unusable("UNREADABLE", why=one_line(error.plain.replace(quoted(path, written=str), name))) from None
