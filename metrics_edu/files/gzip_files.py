"""Gzip files: opened as what is packed in them."""

from __future__ import annotations

import gzip
import io
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

from metrics_edu.files.table_error import unreadable

GZIP = b"\x1f\x8b"


def is_gzip(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(GZIP)) == GZIP


def open_bytes(path: Path, *, is_packed: bool) -> BinaryIO:
    return cast(BinaryIO, gzip.open(path)) if is_packed else path.open("rb")


def open_text(path: Path, *, is_packed: bool, encoding: str = "utf-8-sig") -> io.TextIOWrapper:
    return io.TextIOWrapper(open_bytes(path, is_packed=is_packed), encoding=encoding, newline="")


@contextmanager
def unpacking(path: Path) -> Iterator[None]:
    """Refuse a file that cannot be unpacked."""
    try:
        yield
    except (EOFError, gzip.BadGzipFile, zlib.error):
        raise unreadable("{path} cannot be unpacked: its gzip data are damaged or end early", path=path) from None
