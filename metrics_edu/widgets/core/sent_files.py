"""Sent files: what a browser sends of the files that are dropped on a widget or chosen."""

from __future__ import annotations

from pathlib import PurePosixPath

from metrics_edu.language import N_
from metrics_edu.working.labels import one_line

MAX_SENT = 10
"""Megabytes that Jupyter takes from a browser at once."""
MAX_NAME_BYTES = 200
"""The bytes of a file's name that are kept: its end."""


NO_ROOM = N_(
    "This does not fit into the memory of this page, where about four million rows do. A computer with Python takes more."
)
"""What a browser's tab says when its memory is full; benchmarks/tab.py measures it."""


def base_name(name: object) -> str:
    """Return a file's own name, whatever folders are before it."""
    base = one_line(PurePosixPath(str(name).replace("\\", "/")).name).replace(":", "_")
    return base.encode()[-MAX_NAME_BYTES:].decode(errors="ignore").lstrip(". ") or "file"
