"""Whose a submitted file is: which system gave its name, and the person in it, by one table of rules."""

from __future__ import annotations

import os
import re
import unicodedata
from dataclasses import dataclass, replace
from datetime import datetime
from fnmatch import fnmatch
from itertools import pairwise, takewhile
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, NamedTuple

from metrics_edu.working.labels import one_line, without_accents
from metrics_homework.moments import MOMENT_IN_WORDS, read_moment

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from metrics_homework.wanted_file import WantedFile


class NamingRule(NamedTuple):
    """How a system names what it exports; the first rule that fits a name decides.

    The groups of the pattern: `name` of the person or group (else the text before the match), `id` in the system, `late`,
    `time`, `whole`, all before what the system adds, and `file`, the student's own name of it.
    """

    system: str
    pattern: str
    of: str = "any"  # or file, or folder
    is_sure: bool = True  # else `file` must be one of the wanted files


RULES = (
    NamingRule("Moodle", r"^(?P<name>.+?)(?:_(?P<id>\d+))?_assignsubmission_[a-z]+(?:_(?P<file>.*))?$"),
    NamingRule(
        "Blackboard",
        r"^(?P<whole>.+?_(?P<id>[^_]+))_attempt_(?P<time>20\d\d(?:-\d\d){5})(?:_(?P<file>.+)|\.txt)$",
        "file",
    ),
    NamingRule(
        "Brightspace", rf"^(?P<id>\d+)-\d+ ?- ?(?P<name>.+?) ?- ?(?P<time>{MOMENT_IN_WORDS})(?: ?- ?(?P<file>.+))?$"
    ),
    NamingRule("Gradescope", r"^submission_(?P<id>\d+)$", "folder"),
    NamingRule(
        "Canvas",
        r"(?=(?:^|_)(?P<late>LATE_)?(?P<id>\d+|anon_\w{5})_(?:(?P<attached>\d+)_|(?=(?:text|link)\.html$))(?P<file>.+)$)",
        "file",
    ),
    NamingRule("Google Drive", r"^(?:(?i:copia de|copy of) )?(?P<name>.+) - (?P<file>.+)$", "file", is_sure=False),
)
AGAIN = re.compile(r"-\d{1,9}(?=(\.\w+)?$)")
"""The number that Canvas adds when a file is handed in again."""
COPY = re.compile(r"^(?:copia de|copy of) | ?\(\d{1,9}\)(?=(\.\w+)?$)", re.I)
"""The words and numbers that Google Drive and browsers add to a copy."""
CLUTTER = ("__macosx", "thumbs.db", "desktop.ini")
SPREADSHEETS = (".xlsx", ".xls", ".ods", ".xlsm", ".xlsb")
TABLES = (".tsv", *SPREADSHEETS)
"""The endings of tables that are read where a CSV is wanted."""
TAR_ENDINGS = (".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar")
ARCHIVES = (".zip", *TAR_ENDINGS)


@dataclass(frozen=True)
class Owner:
    """The person that a file's name says: an `id` in a system, or a name; neither where it names no person."""

    system: str = ""
    id: str = ""
    name: str = ""
    file: str = ""
    attached: str = ""  # the number of the file in Canvas, which no other file has
    late: bool = False
    handed_in: datetime | None = None
    whole: str = ""  # all before what a system adds: a login may have the mark that separates it from a title
    others: tuple[Owner, ...] = ()  # of a name with three numbers or more, the other ways to read it

    @property
    def key(self) -> str:
        """The id or name that no other person of the system has."""
        return self.id or folded_name(self.name) or self.name

    @property
    def label(self) -> str:
        return "_".join(filter(None, [self.name, self.id]))

    @property
    def identity(self) -> tuple[str, str]:
        """The same for all files of a person: a number is one person's in its system only, and a name as it is written."""
        if self.system == "Brightspace":  # whose first number may be that of the homework
            return self.system, f"{self.id} {folded_name(self.name)}"
        return (self.system, self.whole or self.id) if self.id else ("", self.name)


def owner_of(name: str, parts: Sequence[WantedFile] = (), *, is_folder: bool = False) -> Owner:
    """Return whose a file or folder is, as its name says.

    Canvas writes its two numbers before the student's name of the file, which may begin with numbers; a group's name can end with
    one. So of three numbers the two before a wanted file count, and of more the first two; `others` are the other ways.
    """
    raw, name = name, unicodedata.normalize("NFC", name)
    for rule in RULES:
        if rule.of == ("file" if is_folder else "folder"):
            continue
        found = [
            match for match in re.finditer(rule.pattern, name, re.S) if rule.is_sure or is_wanted(match["file"], parts)
        ]
        if found:
            first, *others = [_owner(rule.system, match) for match in _in_a_row(found)]
            if len(others) == 1 and not is_wanted(first.file, parts) and is_wanted(others[0].file, parts):
                first, others = others[0], [first]
            return replace(first, others=tuple(others))
    if is_folder:
        return Owner(name=raw)
    if ending := next((ending for ending in ARCHIVES if name.casefold().endswith(ending)), ""):
        return Owner(name=name[: -len(ending)])
    return loose_owner(name, parts)


def _in_a_row(found: Sequence[re.Match[str]]) -> list[re.Match[str]]:
    """Return the first ways to read a name, each of which begins with the second number of the one before."""
    pairs = pairwise(found)
    return [
        found[0],
        *(later for _one, later in takewhile(lambda pair: pair[0].start("attached") == pair[1].start("id"), pairs)),
    ]


def _owner(system: str, match: re.Match[str]) -> Owner:
    groups = {name: text or "" for name, text in match.groupdict().items()}
    time = re.sub(r"^(.{10})-(\d\d)-(\d\d)-", r"\1 \2:\3:", groups.get("time", ""))
    return Owner(
        system,
        id=groups.get("id", ""),
        name=groups["name"].replace("_", " ") if "name" in groups else match.string[: match.start()],
        file=groups.get("file", ""),
        attached=groups.get("attached", ""),
        late=bool(groups.get("late")),
        handed_in=read_moment(time, None),  # None of digits that are no time
        whole=groups.get("whole", ""),
    )


def loose_owner(name: str, parts: Sequence[WantedFile]) -> Owner:
    """Return what a name has before a file that is wanted, or in the place of a last star; else all of it."""
    if is_wanted(name, parts) and not any(pattern.startswith("*") for pattern in _fitting(name, parts)):
        last = [re.fullmatch(r"([^*?\[]+)\*(\.\w+)", pattern) for pattern in _fitting(name, parts)]
        stars = [COPY.sub("", name)[len(star[1]) : -len(star[2])].strip("-_. ") for star in last if star]
        return Owner(name=max(stars, key=len, default=""), file=name)
    fixed = [at.start() for at in re.finditer("[_-]", name) if at.start() and is_fixed(name[at.end() :], parts)]
    if fixed:
        return Owner(name=name[: fixed[-1]], file=name[fixed[-1] + 1 :])
    return Owner(name=PurePath(COPY.sub("", name)).stem, file=name)


def is_fixed(name: str, parts: Sequence[WantedFile]) -> bool:
    """Return whether a file is wanted by a name that does not begin with just anything."""
    return any(not pattern.startswith("*") for pattern in _fitting(name, parts))


def is_wanted(name: str | None, parts: Sequence[WantedFile]) -> bool:
    return bool(name and _fitting(name, parts))


def _fitting(name: str, parts: Sequence[WantedFile]) -> list[str]:
    names = (*forms_of(name), *as_csv(name))
    return [pattern for part in parts for pattern in part.file if any(fits(name, pattern) for name in names)]


def forms_of(name: str) -> list[str]:
    """Return the name of a file, then without what Canvas, Google Drive and browsers add to a copy."""
    return list(dict.fromkeys([name, AGAIN.sub("", name), COPY.sub("", name), COPY.sub("", COPY.sub("", name))]))


def as_csv(name: str) -> list[str]:
    """Return the name that a table of another kind has once it is saved as CSV; nothing of another file."""
    stem, dot, ending = forms_of(name)[-1].rpartition(".")
    return [f"{stem}.csv"] if f"{dot}{ending.casefold()}" in TABLES else []


def owners_in(names: Iterable[str], parts: Sequence[WantedFile]) -> dict[tuple[str, str], Owner]:
    """Return the people whom a system named some files after; of other names nothing is known."""
    owners = [owner_of(name, parts) for name in names]
    return {owner.identity: owner for owner in owners if owner.system and owner.key}


def endings(text: str, mark: str) -> list[str]:
    """Return a text, then what follows each mark in it, the longest first."""
    pieces = text.split(mark)
    return [mark.join(pieces[first:]) for first in range(len(pieces))]


def fits(name: str, pattern: str) -> bool:
    """Return whether a file's name is meant by a pattern, in upper or lower case."""
    return fnmatch(name.casefold(), pattern.casefold())


def folded_name(name: str) -> str:
    return " ".join(unicodedata.normalize("NFC", name).casefold().split())


def alphabetical(name: str) -> tuple[str, str]:
    """Order names as a dictionary does: Á is beside A, and Ñ after N."""
    folded = folded_name(name)
    return without_accents(folded.replace("ñ", "n\uffff")), folded


def shown(name: str) -> str:
    """Return the name of a file or folder as text on one line, each accented character as one."""
    return unicodedata.normalize("NFC", one_line(os.fsencode(name).decode("utf-8", "replace")))


def without_address(text: str) -> str:
    """Return a name for a report, in which no e-mail address is whole."""
    return re.sub(r"@\S*", "@...", text)


def is_clutter(name: str) -> bool:
    """Return whether a file or folder is hidden, or what a system leaves beside files; . and .. are paths."""
    return name.casefold() in CLUTTER or (name.startswith(".") and name not in (".", ".."))


def visible_paths(folder: Path) -> list[Path]:
    return sorted(
        (path for path in folder.iterdir() if not is_clutter(path.name)), key=lambda path: os.fsencode(path.name)
    )
