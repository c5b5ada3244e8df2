"""Tar archives, packed or not: read as a stream, never unpacked to the disk, and no further than a limit."""

from __future__ import annotations

import bz2
import gzip
import io
import tarfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import IO, Any, cast

from metrics_edu.homework.findings import Unusable

PACKED: dict[bytes, Callable[[Path, str], Any]] = {b"\x1f\x8b": gzip.open, b"BZ": bz2.open}
"""How an archive is unpacked, by its first bytes."""


class _Limited(io.RawIOBase):
    """A stream that raises Unusable once more of it is read than a limit."""

    def __init__(self, stream: IO[bytes], name: str, most: int) -> None:
        self.stream, self.name, self.most = stream, name, most
        self.count = 0

    def read(self, size: int = -1) -> bytes:
        data = self.stream.read(size)
        self.count += len(data)
        if self.count > self.most:
            raise Unusable("TOO_LARGE", name=self.name, value=self.count, most=self.most)
        return data


@contextmanager
def open_tar(path: Path, name: str, most: int) -> Iterator[tarfile.TarFile]:
    """Open an archive of which at most so many bytes are read, once they are unpacked; `name` is what errors call it."""
    with path.open("rb") as file:
        unpack = PACKED.get(file.read(2), open)
    with unpack(path, "rb") as stream:
        limited = cast("IO[bytes]", _Limited(stream, name, most))
        with tarfile.open(fileobj=limited, mode="r|") as archive:
            yield archive


@contextmanager
def open_member(path: Path, name: str, most: int, position: int) -> Iterator[IO[bytes]]:
    """Open the file at a position of an archive."""
    with open_tar(path, name, most) as archive:
        info = next(islice(archive, position, None))
        yield cast("IO[bytes]", archive.extractfile(info))
