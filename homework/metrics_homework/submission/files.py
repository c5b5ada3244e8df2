"""The files of a submission, also those in folders and archives.

Nothing is run, changed or unpacked elsewhere. Links are not followed, names that lead out of a submission are not read, and no file
over the policy's limits is opened.
"""

from __future__ import annotations

import bz2
import gzip
import io
import re
import stat
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import chain, islice
from pathlib import Path, PurePosixPath
from typing import IO, TYPE_CHECKING, Any, cast
from unicodedata import normalize

from metrics_edu.language import _
from metrics_edu.working.labels import one_line
from metrics_homework.findings import MEGABYTE, Finding, Unusable, finding
from metrics_homework.submission.file_owners import (
    ARCHIVES,
    TAR_ENDINGS,
    Owner,
    as_csv,
    fits,
    forms_of,
    is_clutter,
    is_wanted,
    loose_owner,
    owner_of,
    owners_in,
    shown,
    visible_paths,
)
from metrics_homework.submission.next_step import HEAD_BYTES, next_step, not_what_it_is_called
from metrics_homework.submission.roster import LETTERS
from metrics_homework.submission.submissions import Submission

if TYPE_CHECKING:
    from metrics_homework.limits import Limits
    from metrics_homework.submission.layout import People
    from metrics_homework.submission.roster import Person
    from metrics_homework.wanted_file import WantedFile

MAX_DEPTH = 5
UTF_8 = 0x800
"""The flag of a name in a zip that is UTF-8."""
MAX_NAME = 300
"""The characters that are kept of a name in an archive, those at its end: a folder can hold no longer one, an archive can."""
MAX_WORDS, MAX_WORDS_OF_NAME, MIN_LOGIN = 12, 3, 4
"""The words of a folder's name that are looked at, those in a row of a person's name, and the characters of a login."""
UNPACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""Of these no more is unpacked than is read. Of others a block may unpack to gigabytes, whatever size the archive names."""
BEFORE = "*[_-]"
"""The pattern of a student's name that a loose file may have before its name."""
WAYS: tuple[tuple[Callable[[str], Iterable[str]], str], ...] = (
    (lambda name: [name], ""),
    (forms_of, ""),
    (lambda name: [name], BEFORE),
    (as_csv, ""),
    (as_csv, BEFORE),
)
"""The forms of a file's name by which it may be a part, and what may be before it; the first way that finds a file counts."""
PACKED: dict[bytes, Callable[[Path, str], Any]] = {b"\x1f\x8b": gzip.open, b"BZ": bz2.open}
"""How an archive is unpacked, by its first bytes."""
BROKEN = (
    zipfile.BadZipFile,
    tarfile.TarError,
    zlib.error,
    struct.error,
    RuntimeError,
    EOFError,
    ValueError,
    ArithmeticError,
    OSError,
)
"""The errors that zipfile and tarfile raise on an archive that was not made by a packer."""


@dataclass(frozen=True)
class SubmittedFile:
    """A file of a submission: its name in it, its size, and where it is or how it is opened; or what is wrong with it."""

    name: str
    size: int = 0
    open: Callable[[], AbstractContextManager[IO[bytes]]] = io.BytesIO
    wrong: Finding | None = None
    path: Path | None = None
    archive: str = ""  # which archive it is in, if the submission has something else

    @cached_property
    def base(self) -> str:
        return PurePosixPath(self.name).name

    @property
    def whole_name(self) -> str:
        return f"{self.archive}/{self.name}" if self.archive else self.name

    def read(self, limits: Limits) -> bytes:
        """Return its bytes; raise Unusable where they are over the limit or cannot be unpacked."""
        most = round(limits.file_mb * MEGABYTE)
        try:
            with self.path.open("rb") if self.path else self.open() as source:
                data = source.read(most + 1)
        except BROKEN as error:
            raise Unusable("BAD_ZIP", name=self.name, why=one_line(error)) from None
        if len(data) > most:  # whatever its head says
            raise Unusable("TOO_LARGE", name=self.name, value=len(data), most=most)
        return data


def entries(submission: Submission, limits: Limits) -> Iterator[SubmittedFile]:
    """Give the files of a submission, also those in archives; what must not be read comes as what is wrong with it."""
    several = len(submission.paths) > 1
    everything = chain.from_iterable(
        _within(path, shown(submission.own_names.get(path, path.name)), limits, several) for path in submission.paths
    )
    yield from islice(everything, limits.files)
    if next(everything, None) is not None:
        yield SubmittedFile(submission.name, wrong=finding("TOO_MANY_FILES", name=submission.name, most=limits.files))


def _within(path: Path, name: str, limits: Limits, is_one: bool, depth: int = 0) -> Iterator[SubmittedFile]:
    status = path.lstat()
    if stat.S_ISLNK(status.st_mode):
        yield SubmittedFile(name, wrong=finding("LINK", name=name))
    elif stat.S_ISDIR(status.st_mode):
        for inner in visible_paths(path) if depth < MAX_DEPTH else ():
            below = shown(inner.name)
            yield from _within(inner, f"{name}/{below}" if depth else below, limits, True, depth + 1)
    elif stat.S_ISREG(status.st_mode) and is_archive(name) and status.st_size > limits.unpacked_mb * MEGABYTE:
        yield SubmittedFile(name, wrong=_too_large(name, status.st_size, limits.unpacked_mb))
    elif stat.S_ISREG(status.st_mode) and is_archive(name):
        inside = _unpacked(SubmittedFile(name, status.st_size, path=path), _Unpacked(limits))
        yield from (replace(file, archive=name) if is_one and file.name != name else file for file in inside)
    elif stat.S_ISREG(status.st_mode):
        yield SubmittedFile(name, status.st_size, path=path)


def is_archive(name: str) -> bool:
    return name.casefold().endswith(ARCHIVES)


@dataclass
class _Unpacked:
    """How many files an archive has, and what size they have, with those of the archives in it."""

    limits: Limits
    files: int = 0
    size: int = 0

    def add(self, name: str, sizes: Sequence[int]) -> None:
        """Count files; raise Unusable where they are over a limit."""
        self.files += len(sizes)
        self.size += sum(sizes)
        if self.files > self.limits.files:
            raise Unusable("TOO_MANY_FILES", name=name, most=self.limits.files)
        if self.size > self.limits.unpacked_mb * MEGABYTE:
            raise Unusable("TOO_LARGE", name=name, value=self.size, most=round(self.limits.unpacked_mb * MEGABYTE))


def _unpacked(file: SubmittedFile, whole: _Unpacked, folder: str = "") -> list[SubmittedFile]:
    """Return the files of an archive, or what is wrong with it; `folder` is before the names of those in an inner zip."""
    try:
        if file.path is not None and file.name.casefold().endswith(TAR_ENDINGS):
            return [*_in_tar(file.path, file.name, whole)]
        return [*_in_zip(file.path or io.BytesIO(file.read(whole.limits)), file.name, whole, folder)]
    except Unusable as unusable:
        return [SubmittedFile(file.name, wrong=unusable.finding)]
    except BROKEN as error:
        code = "BAD_ZIP" if file.size else "EMPTY"
        return [SubmittedFile(file.name, wrong=finding(code, name=file.name, why=one_line(error)))]


def _in_zip(source: Path | IO[bytes], name: str, whole: _Unpacked, folder: str) -> Iterator[SubmittedFile]:
    with zipfile.ZipFile(source) as archive:
        infos = [info for info in archive.infolist() if not info.is_dir()]
    whole.add(name, [info.file_size for info in infos])
    for info in infos:
        inner = packed_name(info).replace("\\", "/")
        if is_hidden(inner):
            continue
        file = f"{folder}{shown(inner)}"[-MAX_NAME:]
        why = why_locked(info)
        locked = finding("BAD_ZIP", name=file, why=why) if why else None
        wrong = _misplaced(inner, is_link=is_link(info)) or locked
        entry = SubmittedFile(file, info.file_size, partial(_open_in_zip, source, info), wrong)
        if folder or wrong or not file.casefold().endswith(".zip"):
            yield entry
        else:
            yield from _unpacked(entry, whole, f"{file}/")


def _open_in_zip(source: Path | IO[bytes], info: zipfile.ZipInfo) -> IO[bytes]:
    return zipfile.ZipFile(source).open(info)


def why_locked(info: zipfile.ZipInfo) -> str:
    """Return why a file in a zip cannot be unpacked, or ""."""
    if info.flag_bits & 1:
        return _("it has a password")
    return "" if info.compress_type in UNPACKED else _("it is compressed in an unusual way")


def _in_tar(path: Path, name: str, whole: _Unpacked) -> Iterator[SubmittedFile]:
    """Give the files of a tar archive, which is read up to the first file over a limit, and no further."""
    most = round(whole.limits.unpacked_mb * MEGABYTE)
    with open_tar(path, name, most) as archive:
        for position, info in enumerate(archive):
            whole.add(name, [info.size])
            if not info.isdir() and not is_hidden(info.name):
                wrong = _misplaced(info.name, is_link=not info.isreg())
                opened = partial(open_member, path, name, most, position)
                yield SubmittedFile(shown(info.name)[-MAX_NAME:], info.size, opened, wrong)


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
    """Open an archive of which at most `most` unpacked bytes are read; `name` is its name in errors."""
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


def is_hidden(name: str) -> bool:
    return any(map(is_clutter, PurePosixPath(name).parts))


def _misplaced(name: str, *, is_link: bool) -> Finding | None:
    """Return what is wrong with the path of a file in an archive."""
    code = "BAD_PATH" if is_outside(PurePosixPath(name)) else "LINK" if is_link else ""
    return finding(code, name=shown(name)[-MAX_NAME:]) if code else None


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


def _too_large(name: str, size: int, most: float) -> Finding:
    return finding("TOO_LARGE", name=name, value=size, most=round(most * MEGABYTE))


def chosen(files: list[SubmittedFile], part: WantedFile, limits: Limits) -> SubmittedFile | Finding | None:
    """Return the file that is a part of the homework, or what is wrong; None where it may be missing."""
    readable = [entry for entry in files if entry.wrong is None]
    wanted = _(" or ").join(part.file)
    fitting = _wanted_by(part, readable)
    if not fitting:
        names = ", ".join(entry.whole_name for entry in readable[:10]) or _("nothing")
        why = next((entry.wrong.text for entry in files if entry.wrong is not None), "")
        advice = why or next_step([(entry.name, partial(entry.read, limits)) for entry in readable], wanted)
        return finding("NO_FILE", wanted=wanted, value=names, advice=advice) if part.required else None
    depth = min(entry.name.count("/") for entry in fitting)
    nearest = [entry for entry in fitting if entry.name.count("/") == depth]
    if len(nearest) > 1:
        return finding("TWO_FILES", wanted=wanted, value=", ".join(entry.whole_name for entry in nearest[:5]))
    if nearest[0].size > limits.file_mb * MEGABYTE:
        return _too_large(nearest[0].name, nearest[0].size, limits.file_mb)
    return nearest[0] if nearest[0].size else finding("EMPTY", name=nearest[0].name)


def may_be_of_several(submission: Submission, files: Sequence[SubmittedFile], parts: Sequence[WantedFile]) -> bool:
    """Return whether the files of a submission may be those of several people.

    With a roster, no two people may be named by the paths of files of the homework, and by those that no system gave to a person
    no other one. Without it, where only a folder's own name says whose it is, files of the homework must be in folders of which
    each holds the next one, and no two may have different names before their own: one file of each of three people is no
    submission.
    """
    if submission.shape == "of several" or len(owners_in((file.base for file in files), parts)) > 1:
        return True
    readable = [file for file in files if file.wrong is None]
    if submission.people is not None:
        own = {(person,) for person in submission.owners}
        named = {
            people
            for people in _named_in(readable, parts, submission.people)
            if len(people) == 1 or not {*people} & {*submission.owners}
        }
        return len(named) > 1 or (submission.shape != "of a person" and not named <= own)
    if submission.shape == "of a person":
        return False
    wanted = chain.from_iterable(_wanted_by(part, readable) for part in parts)
    folders = [(*PurePosixPath(file.whole_name).parts[:-1], *_before(file.base, parts)) for file in wanted]
    deepest = max(folders, key=len, default=())
    return any(folder != deepest[: len(folder)] for folder in folders)


def _named_in(files: Iterable[SubmittedFile], parts: Sequence[WantedFile], people: People) -> set[tuple[Person, ...]]:
    """Return the people whom the paths of files of the homework name.

    A short number may be an id in the name of a folder, or before that of a file, and in no other position: `exercise_2.json`.
    """
    wanted = [PurePosixPath(file.whole_name) for file in files if is_wanted(loose_owner(file.base, parts).file, parts)]
    folders = {folder.name for path in wanted for folder in path.parents}
    owners = {(name, owner_of(name, parts, is_folder=not is_archive(name))) for name in folders}
    owners |= {(path.name, owner_of(path.name, parts)) for path in wanted}
    named = set()
    for name, owner in owners:
        found = tuple(people(owner))
        is_id = [person.id for person in found] == [owner.name] and owner.file != name
        if found and (owner.system or LETTERS.search(owner.name) or is_id):
            named.add(found)
        elif not owner.system:
            named |= {
                named_people
                for text in _texts_within(owner.name)
                if len(named_people := tuple(people(Owner(name=text)))) == 1
            }
    return named


def names_another(submission: Submission, file: SubmittedFile) -> bool:
    """Return whether the name of a file has that of another person of the roster between its words."""
    if submission.people is None:
        return False
    found = (tuple(submission.people(Owner(name=text))) for text in _texts_within(PurePosixPath(file.base).stem))
    return any(len(people) == 1 and people[0] not in submission.owners for people in found)


def _texts_within(name: str) -> Iterator[str]:
    """Give the words of a name that may be an id, a login or a person's name: up to three in a row."""
    words = re.findall(r"[^\W\d_]+|\d+", re.sub(r"(?<=\d)\.(?=\d{3})", "", normalize("NFC", name)))[:MAX_WORDS]
    for first in range(len(words)):
        for count in range(1, MAX_WORDS_OF_NAME + 1):
            text = " ".join(words[first : first + count])
            if len(text) >= MIN_LOGIN and LETTERS.search(text):
                yield text


def _before(name: str, parts: Sequence[WantedFile]) -> tuple[str, ...]:
    owner = loose_owner(name, parts)
    return (owner.name,) if owner.name and owner.file != name else ()


def _wanted_by(part: WantedFile, files: Sequence[SubmittedFile]) -> list[SubmittedFile]:
    return next(filter(None, (_fitting(files, part, *way) for way in WAYS)), [])


def _fitting(
    files: Iterable[SubmittedFile], part: WantedFile, names_of: Callable[[str], Iterable[str]], before: str
) -> list[SubmittedFile]:
    patterns = [f"{before}{pattern}" for pattern in part.file]
    return [file for file in files if any(fits(name, pattern) for pattern in patterns for name in names_of(file.base))]


def on_disk(entry: SubmittedFile, folder: Path, limits: Limits) -> Path:
    """Return a path at which a file can be read: its own, or of an archive's a copy in a temporary folder.

    Raises
    ------
    Unusable
        If it is over the limit, cannot be unpacked, or begins as a file of another kind.
    """
    if entry.path is not None:
        with suppress(OSError), entry.path.open("rb") as file:  # else its reader says that it cannot be read
            _check_kind(entry.name, file.read(HEAD_BYTES))
        return entry.path
    data = entry.read(limits)
    _check_kind(entry.name, data)
    copy = folder / f"{len(list(folder.iterdir()))}{PurePosixPath(entry.base).suffix[:8]}"
    copy.write_bytes(data)
    return copy


def _check_kind(name: str, data: bytes) -> None:
    if why := not_what_it_is_called(name, data):
        raise Unusable("UNREADABLE", why=why)
