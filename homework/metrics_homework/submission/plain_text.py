"""Plain text: a file of a submission as UTF-8 text, whatever program saved it, and the rows of a table in it.

An xlsx, xls or ods file is read by another process within limits of size, width and memory: a small one may ask for a gigabyte.
The process ends alone then, and the submission gets a sentence.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from metrics_edu.files.safe_files import in_words
from metrics_edu.files.table_error import TableError
from metrics_edu.language import N_, _, quoted
from metrics_edu.tables.reading.column_roles import columns_of
from metrics_edu.tables.reading.file_format import encoding_of
from metrics_edu.tables.reading.sources import read_table
from metrics_edu.tables.reading.table import Table, TooManyRowsError
from metrics_edu.working.labels import one_line
from metrics_homework.course import PAIR
from metrics_homework.findings import MEGABYTE, Finding, Unusable, finding
from metrics_homework.submission.spreadsheet_rows import MAX_COLUMNS, NO_CELLS, TOO_LARGE, TOO_LONG, TOO_WIDE

if TYPE_CHECKING:
    from metrics_homework.limits import Limits

MAGIC = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
"""How an xlsx or ods file begins, and an xls file."""
PROGRAM = Path(__file__).with_name("spreadsheet_rows.py")
MAX_MEMORY = 2**30
WALL_SECONDS = 10
"""The number of seconds on the clock for each second of processor time."""
NOT_READ = N_("{name} is a spreadsheet that is not read here: save it as CSV UTF-8 and hand in that file")
REASONS = {
    TOO_WIDE: N_(
        "{name} has cells beyond column {most}: delete the cells far to the right, or save the sheet as CSV UTF-8"
    ),
    TOO_LONG: N_("{name} has more text than the limit: keep only the columns that the homework asks for"),
    NO_CELLS: N_("{name} has no visible sheet with cells: put the table into the first sheet"),
}
SEVERAL = N_("{name} has several sheets that could be meant ({sheets}): hand in the file with only one of them")
BEYOND = N_(
    "{name} cannot be read within the limits of memory and time, or it is damaged: save the sheet as CSV UTF-8 and "
    "hand in that file"
)


def plain_text(
    path: Path, name: str, folder: Path, limits: Limits, fits: Callable[[str], object]
) -> tuple[Path, list[Finding]]:
    """Return a file of UTF-8 text, and what there is to say about its encoding: the file itself, or a copy in a folder.

    Of several sheets, that one is read whose text fits. What is no text stays as it is; its reader refuses it.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise Unusable("UNREADABLE", why=in_words(error).replace(quoted(path, written=str), name)) from None
    if data.startswith(MAGIC):
        return _copy(spreadsheet_text(path, name, limits, fits).encode(), folder), []
    encoding = encoding_of(data)
    is_read = encoding == "utf-8-sig" or (b"\0" in data and encoding != "utf-16")
    text = data if is_read else data.decode(encoding).encode()
    if b"\n" not in text:  # the first Macs ended lines with a carriage return alone
        text = text.replace(b"\r", b"\n")
    if text == data:
        return path, []
    return _copy(text, folder), [] if encoding in ("utf-8-sig", "utf-16") else [finding("ENCODING", name=name)]


def spreadsheet_text(path: Path, name: str, limits: Limits, fits: Callable[[str], object] = bool) -> str:
    """Return the sheet that fits, else the first, as lines separated by tabs; `name` is what errors call the file."""
    if sys.platform == "emscripten" or find_spec("python_calamine") is None:
        raise Unusable("UNREADABLE", why=_(NOT_READ, name=name))
    unpacked = round(limits.unpacked_mb * MEGABYTE)
    numbers = (round(limits.file_mb * MEGABYTE), unpacked, MAX_MEMORY, max(round(limits.seconds), 1))
    command = [sys.executable, "-P", str(PROGRAM), str(path.resolve()), *map(str, numbers)]
    try:
        done = subprocess.run(command, capture_output=True, timeout=WALL_SECONDS * numbers[-1], check=False)
    except (subprocess.TimeoutExpired, OSError):  # or no process can be started
        raise Unusable("UNREADABLE", why=_(BEYOND, name=name)) from None
    if done.returncode == TOO_LARGE:
        raise Unusable("TOO_LARGE", name=name, value=int(done.stdout), most=unpacked)
    if done.returncode:
        why = REASONS.get(done.returncode, BEYOND)
        raise Unusable("UNREADABLE", why=_(why, name=name, most=MAX_COLUMNS))
    sheets = json.loads(done.stdout)
    fitting = [sheet for sheet in sheets if fits(sheet[1])] or sheets[:1]
    if len(fitting) > 1:
        names = ", ".join(sheet[0] for sheet in fitting)
        raise Unusable("UNREADABLE", why=_(SEVERAL, name=name, sheets=names))
    return str(fitting[0][1])


def is_table(text: str, kind: str) -> bool:
    """Return whether a sheet begins with the titles of recommendations or ratings, with a number of each pair."""
    with suppress(TableError):
        columns, wide = columns_of(text.partition("\n")[0].split("\t"), {}, kind, "")
        return len(columns) > len(PAIR) or wide is not None or "items" in columns
    return False


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
