"""Submission files: what each person handed in, from a folder of submissions, as folders, files and archives hold it.

No file is given to two persons, and none to the wrong one. Nothing is run, changed or unpacked elsewhere; links are not followed,
names that lead out of a submission are not read, and no file over the policy's limits is opened.

A folder, an archive and a file that Canvas named say whose they are. Of any other file, what the policy's pattern leaves open
is the person's: of ana_perez_ranking.json under ``ranking.json`` or ``*ranking*.json`` it is ana_perez, and of ana_perez.json
under ``*.json``, too. Files of one name are one submission. Where files of two names could still be one person's (ana_perez.json
and ana_soto.csv, under ``*.json`` and ``*.csv``), none of them is read.
"""

from __future__ import annotations

import hashlib
import io
import os
import re
import stat
import struct
import unicodedata
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from fnmatch import fnmatch, translate
from functools import cached_property
from itertools import chain, permutations
from pathlib import Path, PurePosixPath
from typing import IO, TYPE_CHECKING

from metrics_edu.homework.findings import MEGABYTE, Finding, Unusable, finding
from metrics_edu.language import _
from metrics_edu.working import one_line

if TYPE_CHECKING:
    from metrics_edu.homework.policy import Limits, Part

CANVAS = re.compile(r"(?P<name>[^_]+)(?P<late>_LATE)?_(?P<user>\d{3,})_(?P<attached>\d{4,})_(?P<file>.+)", flags=re.S)
"""How Canvas names what it exports: doejane_LATE_12345_678901_ranking.json."""
AGAIN = re.compile(r"-\d{1,9}(?=(\.\w+)?$)")  # what Canvas adds when a file is handed in again
CLUTTER = ("__macosx", "thumbs.db", "desktop.ini")
MAX_DEPTH = 5
MAX_NAME = 300
"""So many letters of a name in an archive are kept, those at its end: a folder can hold no longer one, an archive can."""
UNPACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""Of these no more is unpacked than is read. Of others a block may unpack to gigabytes, whatever size the archive names."""
BROKEN = (zipfile.BadZipFile, zlib.error, struct.error, RuntimeError, EOFError, ValueError, ArithmeticError, OSError)
"""What zipfile raises on an archive that was not made by a packer."""


@dataclass
class Submission:
    """What one student, or group, handed in: folders, archives and files."""

    name: str  # in tables: the folder, the archive, or the student as Canvas or the file names them
    paths: list[Path] = field(default_factory=list)
    late: bool = False  # as Canvas marks it
    unclear: tuple[str, ...] = ()  # the files, others' too, that may or may not be one person's; then none is read
    older: tuple[str, ...] = ()  # the files that Canvas says were handed in again


@dataclass(frozen=True)
class _File:
    path: Path
    owner: tuple[str, ...]  # the pieces of a name
    others: frozenset[str] = frozenset()  # whose it may be, too
    parts: frozenset[int] = frozenset()
    late: bool = False


def submissions_in(folder: Path, parts: list[Part], *, but: Path | None = None) -> list[Submission]:
    """Return the submissions of a folder, in the order of their names; `but` is a folder that is none."""
    if not folder.is_dir():
        raise ValueError(_("{path} is no folder of submissions", path=folder))
    paths = [path for path in _visible(folder) if but is None or folder.resolve() / path.name != but]
    if not paths:
        raise ValueError(_("{path} holds no submissions", path=folder))
    exported = _exported([path.name for path in paths], parts)
    groups: dict[tuple[str, ...], list[_File]] = {}
    for path in paths:
        file = _file(path, parts, exported)
        groups.setdefault(file.owner, []).append(file)
    unclear = _unclear(groups)
    return _named([_submission(files, (*unclear.get(owner, ()),)) for owner, files in groups.items()])


def _visible(folder: Path) -> list[Path]:
    paths = sorted(folder.iterdir(), key=lambda path: os.fsencode(path.name))
    return [path for path in paths if not path.name.startswith(".") and path.name.casefold() not in CLUTTER]


def _submission(files: list[_File], unclear: tuple[str, ...]) -> Submission:
    paths = [file.path for file in files]
    exported = {path: canvas["file"] for path in paths if (canvas := CANVAS.fullmatch(path.name))}
    versions: dict[str, list[int]] = {}
    for name in exported.values():
        versions.setdefault(AGAIN.sub("", name), []).append(_version(name))
    older = {path: name for path, name in exported.items() if _version(name) < max(versions[AGAIN.sub("", name)])}
    newest, late = [path for path in paths if path not in older], any(file.late for file in files)
    return Submission("_".join(files[0].owner), newest, late, unclear, tuple(map(shown, older.values())))


def _version(file: str) -> int:
    number = AGAIN.search(file)
    return int(number[0][1:]) if number else 0


def _exported(names: list[str], parts: list[Part]) -> set[str]:
    canvases = [canvas for name in names if (canvas := CANVAS.fullmatch(name))]
    count = Counter(canvas["attached"] for canvas in canvases)
    patterns = [pattern for part in parts for pattern in part.file]
    plain = [(canvas["attached"], AGAIN.sub("", canvas["file"])) for canvas in canvases]
    for number, name in plain:
        if any(fits(name, pattern) and not left_open(name, pattern) for pattern in patterns):
            count[number] = 1
    return {number for number in count if count[number] == 1}


def _file(path: Path, parts: list[Part], exported: set[str]) -> _File:
    name = path.name
    if path.is_dir() and not path.is_symlink():
        return _File(path, (name,))
    canvas = CANVAS.fullmatch(name)
    if canvas and canvas["attached"] in exported:
        return _File(path, (f"{canvas['name']}_{canvas['user']}",), late=canvas["late"] is not None)
    meant = [(at, pattern) for at, part in enumerate(parts) for pattern in part.file if _is_for(name, pattern)]
    if not meant:
        return _File(path, (name.removesuffix(".zip").removesuffix(".ZIP"),))
    pattern = max((pattern for _at, pattern in meant), key=lambda pattern: len(re.sub(r"\W|_", "", pattern)))
    pieces = left_open(name, pattern) or (name,)
    words = pieces if len(pieces) > 1 or _has_words(pattern) else re.split("[_-]", pieces[0])
    others = frozenset(_alike("_".join(words[:most])) for most in range(1, len(words) + 1))
    return _File(path, pieces, others | {_alike("_".join(pieces))}, frozenset(at for at, _pattern in meant))


def fits(name: str, pattern: str) -> bool:
    """Return whether a file's name is meant by a pattern, in any case of letters."""
    return fnmatch(name.casefold(), pattern.casefold())


def _is_for(name: str, pattern: str) -> bool:
    return fits(name, pattern) or fits(name, f"*[_-]{pattern}")


def _has_words(pattern: str) -> bool:
    return re.search(r"[^\W_]", pattern.rpartition(".")[0] or pattern) is not None


def left_open(name: str, pattern: str) -> tuple[str, ...]:
    """Return what stands before a pattern, and what its stars stand for, without what parts it from the pattern's words."""
    tokens = re.split(r"\*+", pattern)
    stars = "(.*)".join(translate(token)[len("(?s:") : -len(")\\Z")] for token in tokens)
    match = re.fullmatch(f"(.*?){stars}", name, flags=re.I | re.S)
    texts = list(match.groups()) if match else [name]
    if pattern.endswith("*"):
        texts[-1] = re.sub(r"\.\w{1,5}$", "", texts[-1])
    worded = [_has_words(token) for token in tokens]
    for at in range(len(texts)):
        texts[at] = re.sub(r"^[-_. ]", "", texts[at]) if any(worded[:at]) else texts[at]
        texts[at] = re.sub(r"[-_. ]$", "", texts[at]) if any(worded[at:]) else texts[at]
    return tuple(filter(None, texts))


def _alike(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()


def _unclear(groups: dict[tuple[str, ...], list[_File]]) -> dict[tuple[str, ...], dict[str, None]]:
    parts = {owner: set().union(*(file.parts for file in files)) for owner, files in groups.items()}
    names = {owner: dict.fromkeys(shown(file.path.name) for file in files) for owner, files in groups.items()}
    sharing: dict[str, set[tuple[str, ...]]] = {}
    for owner, files in groups.items():
        for other in set().union(*(file.others for file in files)):
            sharing.setdefault(other, set()).add(owner)
    unclear: dict[tuple[str, ...], dict[str, None]] = {}
    for one, two in chain.from_iterable(permutations(owners, 2) for owners in sharing.values()):
        if parts[one].isdisjoint(parts[two]):
            unclear.setdefault(one, {**names[one]}).update(names[two])
    return unclear


def several_of(names: Iterable[str], parts: list[Part]) -> tuple[str, ...]:
    """Return those of some files' names that are a part of the homework by Canvas's names of several people; else none."""
    users = {
        name: canvas["user"]
        for name in names
        if (canvas := CANVAS.fullmatch(name))
        and any(_is_for(canvas["file"], pattern) for part in parts for pattern in part.file)
    }
    return tuple(users) if len({*users.values()}) > 1 else ()


def _named(submissions: list[Submission]) -> list[Submission]:
    used: set[str] = set()
    for submission in sorted(submissions, key=lambda submission: shown(submission.name) != submission.name):
        mark, name = hashlib.sha256(os.fsencode(submission.name)).hexdigest()[:8], shown(submission.name) or "?"
        while name in used:
            name = f"{name}-{mark}"
        submission.name = name
        used.add(name)
    return submissions


def shown(name: str) -> str:
    """Return the name of a file or folder as text on one line, its accents as one letter each."""
    return unicodedata.normalize("NFC", one_line(os.fsencode(name).decode("utf-8", "replace")))


@dataclass(frozen=True)
class Entry:
    """A file of a submission: its name in it, its size, and where it is or how it is opened; or what is wrong with it."""

    name: str
    size: int = 0
    open: Callable[[], AbstractContextManager[IO[bytes]]] = io.BytesIO
    wrong: Finding | None = None
    path: Path | None = None

    @cached_property
    def base(self) -> str:
        return PurePosixPath(self.name).name

    @cached_property
    def plain(self) -> str:  # without the student's name that Canvas adds
        canvas = CANVAS.fullmatch(self.base)
        return canvas["file"] if canvas else self.base

    @property
    def names(self) -> set[str]:  # also without the number of a file that was handed in again
        return {self.plain} if self.plain == self.base else {self.plain, AGAIN.sub("", self.plain)}

    @property
    def shown(self) -> str:
        return self.name if self.plain == self.base else self.plain


def entries(submission: Submission, limits: Limits) -> Iterator[Entry]:
    """Give the files of a submission, those in archives too; what must not be read comes as what is wrong with it."""
    everything = chain.from_iterable(_within(path, shown(path.name), limits) for path in submission.paths)
    for count, entry in enumerate(everything, start=1):
        if count > limits.files:
            yield Entry(submission.name, wrong=finding("TOO_MANY_FILES", name=submission.name, most=limits.files))
            return
        yield entry


def _within(path: Path, name: str, limits: Limits, depth: int = 0) -> Iterator[Entry]:
    status = path.lstat()
    if stat.S_ISLNK(status.st_mode):
        yield Entry(name, wrong=finding("LINK", name=name))
    elif stat.S_ISDIR(status.st_mode):
        for inner in _visible(path) if depth < MAX_DEPTH else ():
            below = shown(inner.name)
            yield from _within(inner, f"{name}/{below}" if depth else below, limits, depth + 1)
    elif stat.S_ISREG(status.st_mode) and path.suffix.casefold() == ".zip":
        yield from _unpacked(path, name, limits)
    elif stat.S_ISREG(status.st_mode):
        yield Entry(name, status.st_size, path=path)


def _unpacked(path: Path, name: str, limits: Limits) -> Iterator[Entry]:
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
    name, parts = shown(info.filename)[-MAX_NAME:], PurePosixPath(info.filename.replace("\\", "/"))
    if parts.is_absolute() or ".." in parts.parts or re.match(r"[A-Za-z]:", info.filename):
        return Entry(name, wrong=finding("BAD_PATH", name=name))
    if stat.S_ISLNK(info.external_attr >> 16):
        return Entry(name, wrong=finding("LINK", name=name))
    if info.flag_bits & 1:
        return Entry(name, wrong=finding("BAD_ZIP", name=name, why=_("it has a password")))
    if info.compress_type not in UNPACKED:
        return Entry(name, wrong=finding("BAD_ZIP", name=name, why=_("it is compressed in an unusual way")))
    return Entry(shown(str(parts))[-MAX_NAME:], info.file_size, lambda: zipfile.ZipFile(path).open(info))


def _is_clutter(name: str) -> bool:
    return any(part.casefold() in CLUTTER or part.startswith("._") for part in PurePosixPath(name).parts)


def _too_large(name: str, size: int, most: float) -> Finding:
    return finding("TOO_LARGE", name=name, given=size, most=round(most * MEGABYTE))


def chosen(files: list[Entry], part: Part, limits: Limits) -> Entry | Finding | None:
    """Return the file that is a part of the homework, or what is wrong; None where it may be missing."""
    readable = [entry for entry in files if entry.wrong is None]
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


def on_disk(entry: Entry, folder: Path, limits: Limits) -> Path:
    """Return a path at which a file can be read: its own, or of an archive's a copy in a temporary folder."""
    if entry.path is not None:
        return entry.path
    most = round(limits.file_mb * MEGABYTE)
    try:
        with entry.open() as source:
            data = source.read(most + 1)
    except BROKEN as error:
        raise Unusable("BAD_ZIP", name=entry.shown, why=one_line(error)) from None
    if len(data) > most:  # whatever its head says
        raise Unusable("TOO_LARGE", name=entry.shown, given=len(data), most=most)
    copy = folder / f"{len(list(folder.iterdir()))}{PurePosixPath(entry.plain).suffix[:8]}"
    copy.write_bytes(data)
    return copy
