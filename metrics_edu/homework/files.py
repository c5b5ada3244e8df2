"""Files: what each student handed in, as folders, files and archives hold it. Nothing is run, changed or unpacked elsewhere.

Links are not followed, names that lead out of a submission are not read, and no file over the policy's limits is opened.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from fnmatch import fnmatch
from itertools import chain
from pathlib import Path, PurePosixPath
from typing import IO

from metrics_edu.homework.findings import Finding, finding
from metrics_edu.homework.policy import MEGABYTE, Limits, Part
from metrics_edu.language import _
from metrics_edu.writing import one_line

CANVAS = re.compile(r"(?P<name>[^_]+)(?P<late>_LATE)?_(?P<user>\d{3,})_\d{4,}_(?P<file>.+)", flags=re.S)
"""How Canvas names what it exports: doejane_LATE_12345_678901_ranking.json."""
AGAIN = re.compile(r"-\d{1,9}(?=(\.\w+)?$)")
"""What Canvas adds when a file is handed in again."""
CLUTTER = ("__macosx", "thumbs.db", "desktop.ini")
DEEPEST = 5
LONGEST = 300
"""So many letters of a name in an archive are kept, those at its end: a folder can hold no longer one, an archive can."""
BLOCK = 1 << 20
UNPACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""These are read block by block. Of others a block may unpack to gigabytes, whatever size the archive names."""
BROKEN = (zipfile.BadZipFile, zlib.error, struct.error, RuntimeError, EOFError, ValueError, ArithmeticError, OSError)
"""What zipfile raises on an archive that was not made by a packer."""


@dataclass
class Submission:
    """What one student, or group, handed in.

    Attributes
    ----------
    name : str
        What it is called in tables: the folder, the archive, or the student as Canvas names them.
    paths : list of Path
        Folders, archives and files.
    late : bool
        Whether Canvas marked it.
    """

    name: str
    paths: list[Path] = field(default_factory=list)
    late: bool = False


@dataclass(frozen=True)
class Entry:
    """A file of a submission: its name in it, its size, and how it is opened; or what is wrong with it."""

    name: str
    size: int = 0
    open: Callable[[], AbstractContextManager[IO[bytes]]] | None = None
    wrong: Finding | None = None
    path: Path | None = None

    @property
    def plain(self) -> str:
        """The file's own name, without the student's that Canvas adds."""
        name = PurePosixPath(self.name).name
        found = CANVAS.fullmatch(name)
        return found["file"] if found else name

    @property
    def names(self) -> set[str]:
        """What the file may be called: also without the number of a file that was handed in again."""
        return {self.plain, AGAIN.sub("", self.plain)} if self.plain != PurePosixPath(self.name).name else {self.plain}

    @property
    def shown(self) -> str:
        """What the file is called to its student: without the name that Canvas adds."""
        return self.plain if CANVAS.fullmatch(PurePosixPath(self.name).name) else self.name


def submissions_in(folder: Path, parts: list[Part], *, but: Path | None = None) -> list[Submission]:
    """Return the submissions of a folder, in the order of their names; `but` is a folder that is none.

    Raises
    ------
    ValueError
        If there is no such folder, or nothing in it.
    """
    if not folder.is_dir():
        raise ValueError(_("{path} is no folder of submissions").format(path=folder))
    found: dict[str, Submission] = {}
    base = folder.resolve()
    for path in sorted(folder.iterdir(), key=lambda path: os.fsencode(path.name)):
        if (
            path.name.startswith(".")
            or path.name.casefold() in CLUTTER
            or (but is not None and base / path.name == but)
        ):
            continue
        name, late = _called(path, parts)
        own = found.setdefault(name, Submission(name))
        if not any(_is_older(path, one) for one in own.paths):
            own.paths = [*(one for one in own.paths if not _is_older(one, path)), path]
        own.late |= late
    if not found:
        raise ValueError(_("{path} holds no submissions").format(path=folder))
    return _named(list(found.values()))


def _is_older(one: Path, other: Path) -> bool:
    """Whether Canvas says that a file was handed in again as the other one."""
    first, second = (CANVAS.fullmatch(path.name) for path in (one, other))
    if first is None or second is None or AGAIN.sub("", first["file"]) != AGAIN.sub("", second["file"]):
        return False
    return _version(one.name) < _version(other.name)


def _version(name: str) -> int:
    found = AGAIN.search(name)
    return int(found[0][1:]) if found else 0


def _called(path: Path, parts: list[Part]) -> tuple[str, bool]:
    """Return whose a folder, an archive or a loose file is, and whether Canvas marked it as late."""
    name = path.name
    canvas = CANVAS.fullmatch(name)
    if canvas and not path.is_dir():
        return f"{canvas['name']}_{canvas['user']}", canvas["late"] is not None
    if path.is_dir() and not path.is_symlink():
        return name, False
    for pattern in (pattern for part in parts for pattern in part.file):
        cut = next((at for at, letter in enumerate(name) if letter in "_-" and fits(name[at + 1 :], pattern)), 0)
        if cut:
            return name[:cut], False
    return name.removesuffix(".zip").removesuffix(".ZIP"), False


def _named(submissions: list[Submission]) -> list[Submission]:
    """Name submissions on one line, and each its own way: a name that another one has gets a mark."""
    used = {own.name for own in submissions if _shown(own.name) == own.name}
    for own in submissions:
        if own.name in used:
            continue
        mark, name = hashlib.sha256(os.fsencode(own.name)).hexdigest()[:8], _shown(own.name) or "?"
        while name in used:
            name = f"{name}-{mark}"
        own.name = name
        used.add(name)
    return submissions


def fits(name: str, pattern: str) -> bool:
    """Return whether a file's name is meant by a pattern, in any case of letters."""
    return fnmatch(name.casefold(), pattern.casefold())


def entries(submission: Submission, limits: Limits) -> Iterator[Entry]:
    """Give the files of a submission, those in archives too; what must not be read comes as what is wrong with it."""
    everything = chain.from_iterable(_within(path, _shown(path.name), limits) for path in submission.paths)
    for count, entry in enumerate(everything, start=1):
        if count > limits.files:
            yield Entry(submission.name, wrong=finding("TOO_MANY_FILES", name=submission.name, most=limits.files))
            return
        yield entry


def _within(path: Path, name: str, limits: Limits, depth: int = 0) -> Iterator[Entry]:
    found = path.lstat()
    if stat.S_ISLNK(found.st_mode):
        yield Entry(name, wrong=finding("LINK", name=name))
    elif stat.S_ISDIR(found.st_mode):
        for inner in sorted(path.iterdir(), key=lambda inner: os.fsencode(inner.name)):
            if depth < DEEPEST and not inner.name.startswith(".") and inner.name.casefold() not in CLUTTER:
                below = _shown(inner.name)
                yield from _within(inner, f"{name}/{below}" if depth else below, limits, depth + 1)
    elif stat.S_ISREG(found.st_mode) and path.suffix.casefold() == ".zip":
        yield from _unpacked(path, name, limits)
    elif stat.S_ISREG(found.st_mode):
        yield Entry(name, found.st_size, lambda: path.open("rb"), path=path)


def _unpacked(path: Path, name: str, limits: Limits) -> Iterator[Entry]:
    """Give the files of an archive; they are only read when they are asked for."""
    try:
        if path.stat().st_size > limits.unpacked_mb * MEGABYTE:
            yield Entry(name, wrong=_too_large(name, path.stat().st_size, limits.unpacked_mb))
            return
        with zipfile.ZipFile(path) as archive:
            infos = [info for info in archive.infolist() if not info.is_dir()]
    except BROKEN as error:
        yield Entry(name, wrong=finding("BAD_ZIP", name=name, why=one_line(error)))
        return
    if len(infos) > limits.files:
        yield Entry(name, wrong=finding("TOO_MANY_FILES", name=name, most=limits.files))
    elif (whole := sum(info.file_size for info in infos)) > limits.unpacked_mb * MEGABYTE:
        yield Entry(name, wrong=_too_large(name, whole, limits.unpacked_mb))
    else:
        yield from (_member(path, info) for info in infos if not _is_clutter(info.filename))


def _member(path: Path, info: zipfile.ZipInfo) -> Entry:
    name, parts = _shown(info.filename)[-LONGEST:], PurePosixPath(info.filename.replace("\\", "/"))
    if parts.is_absolute() or ".." in parts.parts or re.match(r"[A-Za-z]:", info.filename):
        return Entry(name, wrong=finding("BAD_PATH", name=name))
    if stat.S_ISLNK(info.external_attr >> 16):
        return Entry(name, wrong=finding("LINK", name=name))
    if info.flag_bits & 1:
        return Entry(name, wrong=finding("BAD_ZIP", name=name, why=_("it has a password")))
    if info.compress_type not in UNPACKED:
        return Entry(name, wrong=finding("BAD_ZIP", name=name, why=_("it is compressed in an unusual way")))
    return Entry(_shown(str(parts))[-LONGEST:], info.file_size, lambda: zipfile.ZipFile(path).open(info))


def _is_clutter(name: str) -> bool:
    parts = PurePosixPath(name).parts
    return any(part.casefold() in CLUTTER or part.startswith("._") for part in parts)


def _shown(name: str) -> str:
    return one_line(os.fsencode(name).decode("utf-8", "replace"))


def _too_large(name: str, size: int, most: float) -> Finding:
    return finding("TOO_LARGE", name=name, given=size, most=round(most * MEGABYTE))


def chosen(found: list[Entry], part: Part, limits: Limits) -> Entry | Finding | None:
    """Return the file that is a part of the homework, or what is wrong; None where it may be missing."""
    readable = [entry for entry in found if entry.wrong is None]
    wanted = _(" or ").join(part.file)
    fitting = [entry for entry in readable if any(fits(name, pattern) for pattern in part.file for name in entry.names)]
    if not fitting:  # of a loose file with a student's name before it
        fitting = [entry for entry in readable if any(fits(entry.plain, f"*[_-]{pattern}") for pattern in part.file)]
    if not fitting:
        given = ", ".join(entry.shown for entry in readable[:10]) or _("nothing")
        return finding("NO_FILE", wanted=wanted, given=given) if part.required else None
    depth = min(entry.name.count("/") for entry in fitting)
    nearest = [entry for entry in fitting if entry.name.count("/") == depth]
    if len(nearest) > 1:
        return finding("TWO_FILES", wanted=wanted, given=", ".join(entry.shown for entry in nearest[:5]))
    if nearest[0].size > limits.file_mb * MEGABYTE:
        return _too_large(nearest[0].shown, nearest[0].size, limits.file_mb)
    return nearest[0]


def on_disk(entry: Entry, folder: Path, limits: Limits) -> Path | Finding:
    """Return a path at which a file can be read: its own, or of an archive's a copy in a temporary folder."""
    if entry.path is not None or entry.open is None:
        return entry.path or folder
    most, size = round(limits.file_mb * MEGABYTE), 0
    copy = folder / f"{len(list(folder.iterdir()))}{PurePosixPath(entry.plain).suffix[:8]}"
    with copy.open("wb") as target:
        for block in _blocks(entry.open):
            if isinstance(block, BaseException):
                return finding("BAD_ZIP", name=entry.shown, why=one_line(block))
            size += len(block)
            if size > most:  # whatever its head says
                return _too_large(entry.shown, size, limits.file_mb)
            target.write(block)
    return copy


def _blocks(opened: Callable[[], AbstractContextManager[IO[bytes]]]) -> Iterator[bytes | Exception]:
    """Give a file's bytes in blocks, and last what makes it unreadable."""
    try:
        with opened() as source:
            while block := source.read(BLOCK):
                yield block
    except BROKEN as error:
        yield error
