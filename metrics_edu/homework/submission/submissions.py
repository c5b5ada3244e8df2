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
import os
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import chain, permutations
from pathlib import Path
from typing import TYPE_CHECKING

from metrics_edu.homework.submission.names import (
    AGAIN,
    CANVAS,
    fits,
    fits_with_prefix,
    folded_name,
    has_words,
    left_open,
    shown,
    visible_paths,
)
from metrics_edu.language import _

if TYPE_CHECKING:
    from metrics_edu.homework.policy import Part


@dataclass
class Submission:
    """What one student, or group, handed in: folders, archives and files."""

    name: str  # in tables: the folder, the archive, or the student as Canvas or the file names them
    paths: list[Path] = field(default_factory=list)
    late: bool = False  # as Canvas marks it
    unclear: tuple[str, ...] = ()  # the files, also others', that may or may not be one person's; then none is read
    older: tuple[str, ...] = ()  # the files that Canvas says were handed in again
    handed_in: datetime | None = None  # as a system writes it, with its time zone where it is known


@dataclass(frozen=True)
class _File:
    path: Path
    owner: tuple[str, ...]  # the pieces of a name
    others: frozenset[str] = frozenset()  # whose it may also be
    parts: frozenset[int] = frozenset()
    late: bool = False


def finder(submissions: Sequence[Submission]) -> Callable[[str], str | None]:
    """Return a function that returns the name of the submission of a person; None if there is no such person."""
    names = {folded_name(submission.name): submission.name for submission in submissions}
    return lambda text: names.get(folded_name(shown(text)))


def submissions_in(folder: Path, parts: list[Part], *, but: Path | None = None) -> list[Submission]:
    """Return the submissions of a folder, in the order of their names; `but` is a folder that is none."""
    if not folder.is_dir():
        raise ValueError(_("{path} is not a folder of submissions", path=folder))
    paths = [path for path in visible_paths(folder) if but is None or folder.resolve() / path.name != but]
    if not paths:
        raise ValueError(_("{path} has no submissions", path=folder))
    exported = _exported([path.name for path in paths], parts)
    groups: dict[tuple[str, ...], list[_File]] = {}
    for path in paths:
        file = _file(path, parts, exported)
        groups.setdefault(file.owner, []).append(file)
    unclear = _unclear(groups)
    return _named([_submission(files, (*unclear.get(owner, ()),)) for owner, files in groups.items()])


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
    meant = [(at, pattern) for at, part in enumerate(parts) for pattern in part.file if fits_with_prefix(name, pattern)]
    if not meant:
        return _File(path, (name.removesuffix(".zip").removesuffix(".ZIP"),))
    pattern = max((pattern for _at, pattern in meant), key=lambda pattern: len(re.sub(r"\W|_", "", pattern)))
    pieces = left_open(name, pattern) or (name,)
    words = pieces if len(pieces) > 1 or has_words(pattern) else re.split("[_-]", pieces[0])
    others = frozenset(folded_name("_".join(words[:most])) for most in range(1, len(words) + 1))
    return _File(path, pieces, others | {folded_name("_".join(pieces))}, frozenset(at for at, _pattern in meant))


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


def _named(submissions: list[Submission]) -> list[Submission]:
    used: set[str] = set()
    for submission in sorted(submissions, key=lambda submission: shown(submission.name) != submission.name):
        mark, name = hashlib.sha256(os.fsencode(submission.name)).hexdigest()[:8], shown(submission.name) or "?"
        while name in used:
            name = f"{name}-{mark}"
        submission.name = name
        used.add(name)
    return submissions
