"""Class folder: the submissions of a class as an LMS gives them out, a folder or a zip, and whose each is by the roster."""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
import zipfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import islice, takewhile
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, NamedTuple

from metrics_edu.language import _, refused
from metrics_edu.working.labels import one_line
from metrics_homework.findings import MEGABYTE, Unusable
from metrics_homework.submission.file_owners import ARCHIVES, owner_of, shown, visible_paths, without_address
from metrics_homework.submission.files import (
    BROKEN,
    is_hidden,
    is_link,
    is_outside,
    packed_name,
    why_locked,
)
from metrics_homework.submission.layout import MAX_FILES_SEEN
from metrics_homework.submission.roster import Roster, read_roster
from metrics_homework.submission.submissions import HandedIn, submissions_in

if TYPE_CHECKING:
    from metrics_homework.limits import Limits
    from metrics_homework.policy import Policy

BLOCK = 1 << 20
MOST_BYTES = 240
"""The bytes that are kept of a name, half at each end: an archive can hold a longer one than a folder."""
WINDOWS = re.compile(r'[<>:"|?*\x00-\x1f]')
DEVICES = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)", re.I)
MOST_PARTS = 6
"""The names that are kept of a path: an archive can hold a longer one than a system opens."""
MOST_ZIPS = 3
"""The zips in each other that are opened to find a class."""
MARK_BYTES = 8
"""Of a hash, in the middle of a name that was cut: two names stay two."""
MOST_SUBMISSIONS = 50
"""As many submissions of the largest size an LMS's zip may hold."""
MOST_OF_ONE = 10
"""As many of them one file or folder at its top may hold: a section, or all attempts of a person."""


@contextmanager
def opened(path: Path, limits: Limits, temporary: Path | None = None, depth: int = MOST_ZIPS) -> Iterator[Path]:
    """Give a folder of submissions: a folder as it is, and what is in a zip, or in a folder's only zip, as long as it is needed.

    It is unpacked in `temporary`, if there is one, and so are at most `depth` zips that are the only thing in another.
    """
    zipped = path if path.is_file() else _class_in(path) if depth else None
    if zipped is None:
        yield path
        return
    with tempfile.TemporaryDirectory(dir=temporary) as folder:
        inside = Path(folder) if zipped == path else Path(folder, zipped.relative_to(path).with_suffix(""))
        try:
            with zipfile.ZipFile(zipped) as archive:
                _unpack(archive, inside, limits)
        except BROKEN as error:
            raise refused(
                "{path} cannot be unpacked ({why}); give a folder, or the zip of the LMS as it was downloaded",
                path=zipped,
                why=one_line(error),
            ) from None
        with opened(Path(folder), limits, temporary, depth - 1) as inner:
            yield inner


def _class_in(folder: Path) -> Path | None:
    """Return the only file in a folder, if it is a zip of several things, or of a zip, that no system gives to a person."""
    path = folder
    for _depth in range(MOST_PARTS):
        paths = visible_paths(path) if path.is_dir() and not path.is_symlink() else []
        path = paths[0] if len(paths) == 1 else path
    if path.suffix.casefold() != ".zip" or path.is_symlink() or not path.is_file() or owner_of(path.name).system:
        return None
    with suppress(*BROKEN), zipfile.ZipFile(path) as archive:
        members = _members(archive)
        tops = {member.parts[: _outer(members) + 1] for member in members}
        is_around_zip = len(members) == 1 and members[0].parts[-1].casefold().endswith(".zip")
        if (len(tops) > 1 or is_around_zip) and not all(why_locked(member.info) for member in members):
            return path
    return None


class _Member(NamedTuple):
    """A file of an archive, and the names of its folders and its own."""

    info: zipfile.ZipInfo
    parts: tuple[str, ...]


def _unpack(archive: zipfile.ZipFile, folder: Path, limits: Limits) -> None:
    """Write the files of an archive, of two with one name both, and of a damaged one none of its bytes.

    A folder comes before a file of its name, which is renamed then. Of what is over a limit there is just enough for its row to
    say so: a file beyond has a size, and takes no space.
    """
    largest = round(limits.unpacked_mb * MEGABYTE)
    members = _members(archive)
    if members and all(why_locked(member.info) for member in members):
        raise ValueError(why_locked(members[0].info))
    outer = _outer(members)
    counts, sizes, again = Counter[tuple[str, ...]](), Counter[tuple[str, ...]](), Counter[Path]()
    for member in members:
        whose = member.parts[: outer + 1]
        counts[whose] += 1
        if counts[whose] > MOST_OF_ONE * limits.files:
            continue
        path = _free(folder.joinpath(*member.parts), again)
        path.parent.mkdir(parents=True, exist_ok=True)
        if sizes[whose] > MOST_OF_ONE * largest:
            with path.open("wb") as file:
                file.truncate(largest + 1)
        else:
            sizes[whose] += _write(archive, member.info, path, largest + 1)
        if sizes.total() > MOST_SUBMISSIONS * largest:
            raise refused(
                "unpacked, it has more bytes than {most}, the limit of a class (limits.unpacked_mb times {n})",
                most=MOST_SUBMISSIONS * largest,
                n=MOST_SUBMISSIONS,
            )


def _outer(members: Sequence[_Member]) -> int:
    """Return the number of folders around all folders."""
    folders = [member.parts[:-1] for member in members if len(member.parts) > 1]
    return len([*takewhile(lambda names: len({*names}) == 1, zip(*folders, strict=False))])


def _members(archive: zipfile.ZipFile) -> list[_Member]:
    """Return the files of an archive that may be written, the deepest first and of those the smallest."""
    members = []
    for info in archive.infolist():
        inner = PurePosixPath(packed_name(info).replace("\\", "/"))
        is_skipped = info.is_dir() or is_outside(inner) or is_link(info) or is_hidden(str(inner))
        if inner.parts and not is_skipped:
            members.append(_Member(info, _shortened_path(inner.parts)))
    return sorted(members, key=lambda member: (-len(member.parts), member.info.file_size))


def _free(path: Path, again: Counter[Path]) -> Path:
    """Return a path at which there is nothing: that of a copy, if there is."""
    free = path
    while free.exists():
        again[path] += 1
        free = path.with_name(_shortened(f"{path.stem} ({again[path]}){path.suffix}"))
    return free


def _write(archive: zipfile.ZipFile, info: zipfile.ZipInfo, path: Path, most: int) -> int:
    """Write a file, of one that is too large the first bytes and of a damaged one none; return how many."""
    with path.open("wb") as file:
        try:
            for block in _blocks(archive, info, most):
                file.write(block)
        except Unusable:
            file.seek(0)
            file.truncate()
        return file.tell()


def _blocks(archive: zipfile.ZipFile, info: zipfile.ZipInfo, most: int) -> Iterator[bytes]:
    if why := why_locked(info):
        raise Unusable("BAD_ZIP", name=info.filename, why=why)
    size = 0
    try:
        with archive.open(info) as packed:
            while size < most and (block := packed.read(min(BLOCK, most - size))):
                size += len(block)
                yield block
    except BROKEN as error:
        raise Unusable("BAD_ZIP", name=info.filename, why=one_line(error)) from None


def _shortened_path(parts: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of a path that a system opens: those of the outer folders and the last one."""
    names = tuple(map(_shortened, parts))
    if len(names) <= MOST_PARTS:
        return names
    inner = "/".join(names[MOST_PARTS - 2 : -1])
    return (*names[: MOST_PARTS - 2], _mark(inner), names[-1])


def allowed(name: str, *, is_windows: bool = os.name == "nt") -> str:
    """Return a name without the characters that the system does not allow in it."""
    if not is_windows:
        return name
    plain = WINDOWS.sub("_", name).rstrip(". ")
    return f"_{plain}" if not plain or DEVICES.match(plain) else plain


def _shortened(name: str) -> str:
    """Return a name with its owner and its ending, which are at its ends."""
    name = allowed(name)
    data, half = name.encode(), (MOST_BYTES - MARK_BYTES) // 2
    if len(data) <= MOST_BYTES:
        return name
    return data[:half].decode(errors="ignore") + _mark(name) + data[-half:].decode(errors="ignore")


def _mark(name: str) -> str:
    return hashlib.sha256(name.encode()).hexdigest()[:MARK_BYTES]


def class_of(folder: Path, policy: Policy, *, roster: Path | None = None, but: Path | None = None) -> HandedIn:
    """Return the submissions of a class; by the roster, if there is one.

    Raises
    ------
    ValueError
        If the roster or the folder cannot be read, or no file is of a person of the roster.
    """
    people, slug = roster_of(policy, roster), policy.submissions.slug
    found = submissions_in(folder, policy.parts, roster=people, slug=slug, but=but)
    if people is not None and not any(submission.paths for submission in found.submissions):
        why = max(found.findings, key=lambda finding: finding.code == "NO_OWNER").text
        files = islice(folder.rglob("*"), MAX_FILES_SEEN)
        archive = next((shown(path.name) for path in files if path.name.casefold().endswith(ARCHIVES)), "")
        advice = _("If {name} has the files of several people, unpack it.", name=without_address(archive))
        if not archive:
            advice = _("Check that the roster is of the same course: an id of it is {id}.", id=people.people[0].id)
        raise refused("no file was given to a person of the roster. {why} {advice}", why=why, advice=advice)
    return found


def roster_of(policy: Policy, roster: Path | None = None) -> Roster | None:
    """Return the roster of a path, else the policy's; None if there is none."""
    named = policy.submissions.roster
    path = roster or (policy.path(named) if named is not None else None)
    people = read_roster(path) if path is not None else None
    if people is not None and not people.people:
        raise refused("{path}: the roster has no people; add a row for each person", path=path)
    return people
