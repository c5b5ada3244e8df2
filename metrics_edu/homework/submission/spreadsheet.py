"""Spreadsheet: an xlsx, xls or ods file of a submission as text, read by another process within limits of size, width and memory.

A small file may ask for a gigabyte. The process ends alone then, and the submission gets a sentence.
"""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from metrics_edu.homework.findings import MEGABYTE, Unusable
from metrics_edu.homework.submission.spreadsheet_rows import MAX_COLUMNS, NO_CELLS, TOO_LARGE, TOO_LONG, TOO_WIDE
from metrics_edu.language import N_, _

if TYPE_CHECKING:
    from metrics_edu.homework.policy import Limits

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
BEYOND = N_(
    "{name} cannot be read within the limits of memory and time, or it is damaged: save the sheet as CSV UTF-8 and "
    "hand in that file"
)


def spreadsheet_text(path: Path, name: str, limits: Limits) -> bytes:
    """Return the first sheet with cells as lines, separated by tabs; `name` is what errors call the file."""
    if sys.platform == "emscripten" or find_spec("python_calamine") is None:
        raise Unusable("UNREADABLE", why=_(NOT_READ, name=name))
    unpacked = round(limits.unpacked_mb * MEGABYTE)
    numbers = (round(limits.file_mb * MEGABYTE), unpacked, MAX_MEMORY, max(round(limits.seconds), 1))
    command = [sys.executable, "-P", str(PROGRAM), str(path.resolve()), *map(str, numbers)]
    try:
        done = subprocess.run(command, capture_output=True, timeout=WALL_SECONDS * numbers[-1], check=False)
    except subprocess.TimeoutExpired:
        raise Unusable("UNREADABLE", why=_(BEYOND, name=name)) from None
    except OSError:  # no process can be started
        raise Unusable("UNREADABLE", why=_(NOT_READ, name=name)) from None
    if done.returncode == TOO_LARGE:
        raise Unusable("TOO_LARGE", name=name, value=int(done.stdout), most=unpacked)
    if done.returncode:
        why = REASONS.get(done.returncode, BEYOND)
        raise Unusable("UNREADABLE", why=_(why, name=name, most=MAX_COLUMNS))
    return done.stdout
