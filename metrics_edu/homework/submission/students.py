"""Whose: a folder of submissions, divided into what each person handed in. No file is given to two, and none to the wrong one.

A folder, an archive and a file that Canvas named say whose they are. Of any other file, what the policy's pattern leaves open
is the person's: of ana_perez_ranking.json under ``ranking.json`` or ``*ranking*.json`` it is ana_perez, and of ana_perez.json
under ``*.json``, too. Files of one name are one submission. Where files of two names could still be one person's (ana_perez.json
and ana_soto.csv, under ``*.json`` and ``*.csv``), none of them is read.
"""

from __future__ import annotations

import hashlib
import os
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from fnmatch import fnmatch, translate
from itertools import permutations
from pathlib import Path

from metrics_edu.homework.policy import Part
from metrics_edu.language import _
from metrics_edu.working import one_line

CANVAS = re.compile(r"(?P<name>[^_]+)(?P<late>_LATE)?_(?P<user>\d{3,})_(?P<attached>\d{4,})_(?P<file>.+)", flags=re.S)
"""How Canvas names what it exports: doejane_LATE_12345_678901_ranking.json."""
AGAIN = re.compile(r"-\d{1,9}(?=(\.\w+)?$)")
"""What Canvas adds when a file is handed in again."""
CLUTTER = ("__macosx", "thumbs.db", "desktop.ini")


@dataclass
class Submission:
    """What one student, or group, handed in: folders, archives and files."""

    name: str  # in tables: the folder, the archive, or the student as Canvas or the file names them
    paths: list[Path] = field(default_factory=list)
    late: bool = False  # as Canvas marks it
    unclear: tuple[str, ...] = ()  # the files, others' too, that may or may not be one person's; then none is read
    older: tuple[str, ...] = ()  # the files that Canvas says were handed in again


@dataclass(frozen=True)
class _Owner:
    name: tuple[str, ...]
    others: frozenset[str] = frozenset()
    parts: frozenset[int] = frozenset()
    late: bool = False


def submissions_in(folder: Path, parts: list[Part], *, but: Path | None = None) -> list[Submission]:
    """Return the submissions of a folder, in the order of their names; `but` is a folder that is none."""
    if not folder.is_dir():
        raise ValueError(_("{path} is no folder of submissions", path=folder))
    base = folder.resolve()
    paths = [
        path
        for path in sorted(folder.iterdir(), key=lambda path: os.fsencode(path.name))
        if not path.name.startswith(".")
        and path.name.casefold() not in CLUTTER
        and (but is None or base / path.name != but)
    ]
    if not paths:
        raise ValueError(_("{path} holds no submissions", path=folder))
    exported = _exported([path.name for path in paths], parts)
    groups: dict[tuple[str, ...], list[tuple[_Owner, Path]]] = {}
    for path in paths:
        owner = _owner(path, parts, exported)
        groups.setdefault(owner.name, []).append((owner, path))
    submissions = {name: _submission("_".join(name), files) for name, files in groups.items()}
    for name, unclear in _unclear(groups).items():
        submissions[name].unclear = tuple(unclear)
    return _named(list(submissions.values()))


def _submission(name: str, files: list[tuple[_Owner, Path]]) -> Submission:
    paths = [path for _owner, path in files]
    older = [path for path in paths if any(_is_older(path, other) for other in paths)]
    names = tuple(shown(canvas["file"]) for path in older if (canvas := CANVAS.fullmatch(path.name)))
    newest = [path for path in paths if path not in older]
    return Submission(name, newest, any(owner.late for owner, _path in files), older=names)


def _is_older(one: Path, other: Path) -> bool:
    first, second = (CANVAS.fullmatch(path.name) for path in (one, other))
    if first is None or second is None or AGAIN.sub("", first["file"]) != AGAIN.sub("", second["file"]):
        return False
    return _version(one.name) < _version(other.name)


def _version(name: str) -> int:
    number = AGAIN.search(name)
    return int(number[0][1:]) if number else 0


def _exported(names: list[str], parts: list[Part]) -> set[str]:
    canvases = [canvas for name in names if (canvas := CANVAS.fullmatch(name))]
    count = Counter(canvas["attached"] for canvas in canvases)
    patterns = [pattern for part in parts for pattern in part.file]
    plain = [(canvas["attached"], AGAIN.sub("", canvas["file"])) for canvas in canvases]
    named = {
        number
        for number, name in plain
        for pattern in patterns
        if fits(name, pattern) and not _left_open(name, pattern)
    }
    return named | {number for number in count if count[number] == 1}


def _owner(path: Path, parts: list[Part], exported: set[str]) -> _Owner:
    name = path.name
    if path.is_dir() and not path.is_symlink():
        return _Owner((name,))
    canvas = CANVAS.fullmatch(name)
    if canvas and canvas["attached"] in exported:
        return _Owner((f"{canvas['name']}_{canvas['user']}",), late=canvas["late"] is not None)
    meant = [(at, pattern) for at, part in enumerate(parts) for pattern in part.file if _is_for(name, pattern)]
    if not meant:
        return _Owner((name.removesuffix(".zip").removesuffix(".ZIP"),))
    pattern = max((pattern for _at, pattern in meant), key=lambda pattern: len(re.sub(r"\W|_", "", pattern)))
    pieces = _left_open(name, pattern) or (name,)
    words = pieces if len(pieces) > 1 or _has_words(pattern) else re.split("[_-]", pieces[0])
    others = frozenset(_alike("_".join(words[:most])) for most in range(1, len(words) + 1))
    return _Owner(pieces, others | {_alike("_".join(pieces))}, frozenset(at for at, _pattern in meant))


def fits(name: str, pattern: str) -> bool:
    """Return whether a file's name is meant by a pattern, in any case of letters."""
    return fnmatch(name.casefold(), pattern.casefold())


def _is_for(name: str, pattern: str) -> bool:
    return fits(name, pattern) or fits(name, f"*[_-]{pattern}")


def _has_words(pattern: str) -> bool:
    return re.search(r"[^\W_]", pattern.rpartition(".")[0] or pattern) is not None


def _left_open(name: str, pattern: str) -> tuple[str, ...]:
    """Return what stands before a pattern, and what its stars stand for, without what parts it from the pattern's words.

    Examples
    --------
    >>> _left_open("ana_perez_ranking.json", "ranking.json"), _left_open("t1_claims_ana.csv", "*claims*.csv")
    (('ana_perez',), ('t1', 'ana'))
    """
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


def _unclear(groups: dict[tuple[str, ...], list[tuple[_Owner, Path]]]) -> dict[tuple[str, ...], list[str]]:
    parts = {name: set().union(*(owner.parts for owner, _path in files)) for name, files in groups.items()}
    sharing: dict[str, set[tuple[str, ...]]] = {}
    for name, files in groups.items():
        for other in set().union(*(owner.others for owner, _path in files)):
            sharing.setdefault(other, set()).add(name)
    unclear: dict[tuple[str, ...], list[Path]] = {}
    for names in sharing.values():
        for one, two in permutations(names, 2):
            if parts[one].isdisjoint(parts[two]):
                unclear.setdefault(one, [path for _owner, path in groups[one]]).extend(
                    path for _owner, path in groups[two]
                )
    return {name: [shown(path.name) for path in dict.fromkeys(paths)] for name, paths in unclear.items()}


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
