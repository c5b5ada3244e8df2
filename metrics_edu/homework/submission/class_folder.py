"""Class folder: the submissions of a class as an LMS gives them out, a folder or a zip, and whose each is by the roster."""

from __future__ import annotations

import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from metrics_edu.homework.findings import MEGABYTE
from metrics_edu.homework.submission.files import BROKEN, is_hidden, is_link, is_outside, packed_name, why_locked
from metrics_edu.homework.submission.names import shown, visible_paths, without_address
from metrics_edu.homework.submission.roster import Roster, read_roster
from metrics_edu.homework.submission.submissions import HandedIn, submissions_in
from metrics_edu.language import _
from metrics_edu.working.labels import one_line

if TYPE_CHECKING:
    from metrics_edu.homework.policy import Limits, Policy

BLOCK = 1 << 20
MOST_BYTES = 240
"""The bytes that are kept of a name, half at each end: an archive can hold a longer one than a folder."""
DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError)
"""What zipfile raises on one damaged file; the others can be read."""
MOST_SUBMISSIONS = 50
"""As many submissions of the largest size an LMS's zip may hold."""


@contextmanager
def opened(path: Path, limits: Limits) -> Iterator[Path]:
    """Give a folder of submissions: a folder as it is, and what is in a zip for as long as it is needed."""
    if not path.is_file():
        yield path
        return
    with tempfile.TemporaryDirectory() as folder:
        try:
            with zipfile.ZipFile(path) as archive:
                _unpack(archive, Path(folder), round(MOST_SUBMISSIONS * limits.unpacked_mb * MEGABYTE))
        except BROKEN as error:
            raise ValueError(_("{path} cannot be unpacked ({why}); give a folder, or the zip of the LMS as it was "
                               "downloaded", path=path, why=one_line(error))) from None  # fmt: skip
        yield Path(folder)


def _unpack(archive: zipfile.ZipFile, folder: Path, most: int) -> None:
    """Write the files of an archive, of two with one name both, and of a damaged one none of its bytes.

    A folder comes before a file of its name, which is renamed then.

    Of one over the limit of a submission there is just enough for its row to say so.
    """
    largest, written = most // MOST_SUBMISSIONS + 1, 0
    for info in sorted(archive.infolist(), key=lambda info: -info.filename.count("/")):
        inner = PurePosixPath(packed_name(info).replace("\\", "/"))
        if info.is_dir() or is_outside(inner) or is_link(info) or is_hidden(str(inner)):
            continue
        if why := why_locked(info):
            raise ValueError(why)
        path = folder.joinpath(*map(_shortened, inner.parts))
        while path.exists():
            path = path.with_stem(f"{path.stem} (1)")
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with archive.open(info) as packed, path.open("wb") as file:
                size = 0
                while size < largest and (block := packed.read(min(BLOCK, largest - size))):
                    size += file.write(block)
        except DAMAGED:
            path.write_bytes(b"")
        written += path.stat().st_size
        if written > most:
            raise ValueError(_("unpacked, it has more bytes than {most}, the limit of a class (limits.unpacked_mb times {n})",
                               most=most, n=MOST_SUBMISSIONS))  # fmt: skip


def _shortened(name: str) -> str:
    """Return a name with its owner and its ending, which are at its ends."""
    data, half = name.encode(), MOST_BYTES // 2
    return name if len(data) <= MOST_BYTES else (data[:half] + data[-half:]).decode(errors="ignore")


def class_of(folder: Path, policy: Policy, *, roster: Path | None = None, but: Path | None = None) -> HandedIn:
    """Return the submissions of a class; by the roster, if there is one.

    Raises
    ------
    ValueError
        If the roster or the folder cannot be read, or no file is of a person of the roster.
    """
    people, slug = roster_of(policy, roster), policy.submissions.slug
    found = submissions_in(folder, policy.parts, roster=people, slug=slug, but=but)
    if people is not None and not any(one.paths for one in found.submissions):
        files = (shown(path.name) for path in visible_paths(folder))
        raise ValueError(_("none of the files is of a person of the roster (files without an owner: {count}); are both of the "
                           "same course? A file is {name}, and an id of the roster is {id}",
                           count=len(found.findings), name=without_address(next(files, "")),
                           id=next((one.id for one in people.people), "")))  # fmt: skip
    return found


def roster_of(policy: Policy, roster: Path | None = None) -> Roster | None:
    """Return the roster of a path, else the policy's; None if there is none."""
    named = policy.submissions.roster
    path = roster or (policy.path(named) if named is not None else None)
    return read_roster(path) if path is not None else None
