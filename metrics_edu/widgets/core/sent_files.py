"""Sent files: what a browser sends of the files that are dropped on a widget or chosen."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Any

from metrics_edu.language import N_, _, number
from metrics_edu.working.labels import one_line

MEGABYTE = 10**6
MAX_SENT = 10
"""Megabytes that Jupyter takes from a browser at once."""
MOST_IN_A_TAB = 200
"""Megabytes of files that a tab of a browser reads: see `benchmarks/tab.md`."""
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


def most_megabytes() -> int:
    """Return how many megabytes a widget takes at once."""
    return MOST_IN_A_TAB if sys.platform == "emscripten" else MAX_SENT


def files_in(message: Mapping[str, Any]) -> list[tuple[str, bytes]]:
    """Return the names and contents of the files that the page sends; none if they do not fit together."""
    names, contents = message.get("names"), message.get("buffers")
    if not (isinstance(names, list) and isinstance(contents, list) and len(names) == len(contents)):
        return []
    return [(base_name(name), bytes(content)) for name, content in zip(names, contents, strict=True)]


def why_not_sent(message: Mapping[str, Any], unreadable: str, large: str, most: int) -> str:
    """Return which of two sentences says why the page sent no files: `large`, with both sizes, if it knows theirs."""
    size = message.get("size")
    return (
        _(large, value=number(size / MEGABYTE), most=most)
        if isinstance(size, (int, float)) and 0 <= size < 1e15
        else _(unreadable)
    )
