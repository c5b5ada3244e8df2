"""The files of a submission, also those in folders and archives.

Nothing is run, changed or unpacked elsewhere. Links are not followed, names that lead out of a submission are not read, and no file
over the policy's limits is opened.
"""

from __future__ import annotations

import io
import re
import stat
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from pathlib import Path, PurePosixPath
from typing import IO, TYPE_CHECKING

from metrics_edu.homework.findings import MEGABYTE, Finding, Unusable, finding
from metrics_edu.homework.submission.names import CLUTTER, fits, forms_of, shown, visible_paths
from metrics_edu.homework.submission.submissions import Submission
from metrics_edu.language import _
from metrics_edu.working.labels import one_line

if TYPE_CHECKING:
    from metrics_edu.homework.policy import Limits, Part

MAX_DEPTH = 5
UTF_8 = 0x800
"""The flag of a name in a zip that is UTF-8."""
MAX_NAME = 300
"""The characters that are kept of a name in an archive, those at its end: a folder can hold no longer one, an archive can."""
UNPACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""Of these no more is unpacked than is read. Of others a block may unpack to gigabytes, whatever size the archive names."""
BROKEN = (zipfile.BadZipFile, zlib.error, struct.error, RuntimeError, EOFError, ValueError, ArithmeticError, OSError)
"""What zipfile raises on an archive that was not made by a packer."""


@dataclass(frozen=True)
class SubmittedFile:
    """A file of a submission: its name in it, its size, and where it is or how it is opened; or what is wrong with it."""

    name: str
    size: int = 0
    open: Callable[[], AbstractContextManager[IO[bytes]]] = io.BytesIO
    wrong: Finding | None = None
    path: Path | None = None

    @cached_property
    def base(self) -> str:
        return PurePosixPath(self.name).name


def entries(submission: Submission, limits: Limits) -> Iterator[SubmittedFile]:
    """Give the files of a submission, also those in archives; what must not be read comes as what is wrong with it."""
    everything = chain.from_iterable(
        _within(path, shown(submission.own_names.get(path, path.name)), limits) for path in submission.paths
    )
    for count, entry in enumerate(everything, start=1):
        if count > limits.files:
            yield SubmittedFile(
                submission.name, wrong=finding("TOO_MANY_FILES", name=submission.name, most=limits.files)
            )
            return
        yield entry


def _within(path: Path, name: str, limits: Limits, depth: int = 0) -> Iterator[SubmittedFile]:
    status = path.lstat()
    if stat.S_ISLNK(status.st_mode):
        yield SubmittedFile(name, wrong=finding("LINK", name=name))
    elif stat.S_ISDIR(status.st_mode):
        for inner in visible_paths(path) if depth < MAX_DEPTH else ():
            below = shown(inner.name)
            yield from _within(inner, f"{name}/{below}" if depth else below, limits, depth + 1)
    elif stat.S_ISREG(status.st_mode) and path.suffix.casefold() == ".zip":
        yield from _unpacked(path, name, limits)
    elif stat.S_ISREG(status.st_mode):
        yield SubmittedFile(name, status.st_size, path=path)


def _unpacked(path: Path, name: str, limits: Limits) -> Iterator[SubmittedFile]:
    try:
        if path.stat().st_size > limits.unpacked_mb * MEGABYTE:
            yield SubmittedFile(name, wrong=_too_large(name, path.stat().st_size, limits.unpacked_mb))
            return
        with zipfile.ZipFile(path) as archive:
            infos = [info for info in archive.infolist() if not info.is_dir()]
    except BROKEN as error:
        yield SubmittedFile(name, wrong=finding("BAD_ZIP", name=name, why=one_line(error)))
        return
    if len(infos) > limits.files:
        yield SubmittedFile(name, wrong=finding("TOO_MANY_FILES", name=name, most=limits.files))
    elif (whole := sum(info.file_size for info in infos)) > limits.unpacked_mb * MEGABYTE:
        yield SubmittedFile(name, wrong=_too_large(name, whole, limits.unpacked_mb))
    else:
        yield from (_member(path, info) for info in infos if not _is_clutter(info.filename))


def _member(path: Path, info: zipfile.ZipInfo) -> SubmittedFile:
    inner = packed_name(info)
    name, parts = shown(inner)[-MAX_NAME:], PurePosixPath(inner.replace("\\", "/"))
    if is_outside(parts):
        return SubmittedFile(name, wrong=finding("BAD_PATH", name=name))
    if is_link(info):
        return SubmittedFile(name, wrong=finding("LINK", name=name))
    if info.flag_bits & 1:
        return SubmittedFile(name, wrong=finding("BAD_ZIP", name=name, why=_("it has a password")))
    if info.compress_type not in UNPACKED:
        return SubmittedFile(name, wrong=finding("BAD_ZIP", name=name, why=_("it is compressed in an unusual way")))
    return SubmittedFile(shown(str(parts))[-MAX_NAME:], info.file_size, lambda: zipfile.ZipFile(path).open(info))


def is_outside(path: PurePosixPath) -> bool:
    return path.is_absolute() or ".." in path.parts or re.match(r"[A-Za-z]:", str(path)) is not None


def is_link(info: zipfile.ZipInfo) -> bool:
    return stat.S_ISLNK(info.external_attr >> 16)


def packed_name(info: zipfile.ZipInfo) -> str:
    """Return the name of a member: without the flag of UTF-8 it is often UTF-8 all the same, or as Windows packs in the West."""
    if info.flag_bits & UTF_8:
        return info.filename
    data = info.filename.encode("cp437", "replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp850", "replace")


def _is_clutter(name: str) -> bool:
    return any(part.casefold() in CLUTTER or part.startswith("._") for part in PurePosixPath(name).parts)


def _too_large(name: str, size: int, most: float) -> Finding:
    return finding("TOO_LARGE", name=name, value=size, most=round(most * MEGABYTE))


def chosen(files: list[SubmittedFile], part: Part, limits: Limits) -> SubmittedFile | Finding | None:
    """Return the file that is a part of the homework, or what is wrong; None where it may be missing."""
    readable = [entry for entry in files if entry.wrong is None]
    wanted = _(" or ").join(part.file)
    fitting = _fitting(readable, part, lambda name: {name}) or _fitting(readable, part, forms_of)
    if not fitting:  # of a loose file with a student's name before it
        fitting = [entry for entry in readable if any(fits(entry.base, f"*[_-]{pattern}") for pattern in part.file)]
    if not fitting:
        names = ", ".join(entry.name for entry in readable[:10]) or _("nothing")
        return finding("NO_FILE", wanted=wanted, value=names) if part.required else None
    depth = min(entry.name.count("/") for entry in fitting)
    nearest = [entry for entry in fitting if entry.name.count("/") == depth]
    if len(nearest) > 1:
        return finding("TWO_FILES", wanted=wanted, value=", ".join(entry.name for entry in nearest[:5]))
    if nearest[0].size > limits.file_mb * MEGABYTE:
        return _too_large(nearest[0].name, nearest[0].size, limits.file_mb)
    return nearest[0]


def _fitting(
    files: Iterable[SubmittedFile], part: Part, names_of: Callable[[str], Iterable[str]]
) -> list[SubmittedFile]:
    return [file for file in files if any(fits(name, pattern) for pattern in part.file for name in names_of(file.base))]


def on_disk(entry: SubmittedFile, folder: Path, limits: Limits) -> Path:
    """Return a path at which a file can be read: its own, or of an archive's a copy in a temporary folder."""
    if entry.path is not None:
        return entry.path
    most = round(limits.file_mb * MEGABYTE)
    try:
        with entry.open() as source:
            data = source.read(most + 1)
    except BROKEN as error:
        raise Unusable("BAD_ZIP", name=entry.name, why=one_line(error)) from None
    if len(data) > most:  # whatever its head says
        raise Unusable("TOO_LARGE", name=entry.name, value=len(data), most=most)
    copy = folder / f"{len(list(folder.iterdir()))}{PurePosixPath(entry.base).suffix[:8]}"
    copy.write_bytes(data)
    return copy
