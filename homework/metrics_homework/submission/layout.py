"""Layout: which files and folders are those of people, in what a teacher or an LMS gives.

A folder around those of people is opened only at the top, where nothing of a person is beside it. A folder that a system, the
roster or the slug gives to a person is not: its student chose the names in it.
"""

from __future__ import annotations

import os
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from metrics_homework.submission.file_owners import (
    ARCHIVES,
    Owner,
    folded_name,
    is_fixed,
    is_wanted,
    loose_owner,
    owner_of,
    visible_paths,
)

if TYPE_CHECKING:
    from metrics_homework.policy import Part
    from metrics_homework.submission.roster import Person

GRADESCOPE = "submission_metadata.yml"
CONTAINER = "submitted"
"""The folder of nbgrader that holds the people's folders."""
REPOSITORIES = "-submissions"
"""How the name of the folder of GitHub Classroom ends; before it is what each repository's name begins with."""
DATE = re.compile(r"\d+(-\d+){2,}")
"""The end of the name of the folder in which GitHub Classroom gives all repositories: when it was downloaded."""
INDEX = "index.html"
"""The file that Brightspace puts beside the people's folders."""
MAX_OUTER = 8
MAX_FILES_SEEN = 10_000
"""The number of files of a folder that are looked at, to know what it holds."""
People = Callable[[Owner], "Collection[Person]"]
Shape = Literal["of a person", "of several", "unsure"]


@dataclass(frozen=True)
class Entry:
    """A file or folder, whose it is, and whether what is in it may be of several people."""

    path: Path
    owner: Owner
    is_folder: bool
    shape: Shape = "of a person"

    @property
    def is_archive(self) -> bool:
        return not self.is_folder and self.path.name.casefold().endswith(ARCHIVES)

    @property
    def is_container(self) -> bool:
        """Whether a system gives the name to the folder around those of people."""
        is_named = self.path.name == CONTAINER or self.path.name.endswith(REPOSITORIES)
        return is_named and self.is_folder and not self.owner.system


@dataclass(frozen=True)
class Layout:
    """The rules by which the files of a class are given to people."""

    parts: Sequence[Part]
    slug: str = ""  # what the names of repositories begin with
    people: People | None = None  # the people of the roster that an owner names
    but: Path | None = None  # a folder that is no submission

    def entries(self, top: Path) -> list[Entry]:
        """Return the files and folders of people: those at the top, or those in the folders around them."""
        found, is_unsure = (self._found(top), False) if self.people is not None else self._found_by_shape(top)
        folders = defaultdict[object, set[Path]](set)
        for entry in found:
            for person in self._people(entry):
                folders[person].add(entry.path.parent)
        repeated = {person for person, several in folders.items() if len(several) > 1}
        return [replace(entry, shape=self._shape_of_row(entry, is_unsure, repeated)) for entry in found]

    def _people(self, entry: Entry) -> Collection[Person]:
        return self.people(entry.owner) if self.people is not None else ()

    def _found(self, folder: Path, slug: str | None = None, depth: int = MAX_OUTER) -> list[Entry]:
        """Return what is in a folder, and instead of each folder around those of people of the roster what is in it.

        Beside what is a person's, or may be a stranger's, only those of groups are opened, in which all names are of members.
        """
        found = self._entries_in(folder, slug)
        around = [entry for entry in found if entry.is_folder and not entry.owner.system and depth]
        opened = {entry: self._opened(entry, depth) for entry in around if len(self._people(entry)) > 1}
        if not any(self._is_of_person(entry) and not opened.get(entry) for entry in found):
            others = {entry: self._opened(entry, depth) for entry in around if not self._people(entry)}
            unknown = chain.from_iterable(self._inside(entry) for entry, inner in others.items() if not inner)
            if not any(map(self._is_file_of_homework, unknown)):
                opened |= others
        return [*chain.from_iterable(opened.get(entry) or [entry] for entry in found)]

    def _opened(self, entry: Entry, depth: int) -> list[Entry]:
        """Return what is in a folder around those of people; nothing of another, which may be the submission of one."""
        inner: list[Entry] = []
        with suppress(OSError):  # its row says that it cannot be read
            inner = self._found(entry.path, self._slug_in(entry), depth - 1)
        group = {*self._people(entry)}
        if group and not group.issuperset(chain.from_iterable(map(self._people, inner))):
            return []
        packed = [entry for entry in inner if entry.is_folder or entry.is_archive]
        named = {tuple(self._people(entry)) for entry in (packed if group else inner)} - {()}
        is_bare = any(not entry.owner.key for entry in inner) or (bool(group) and not all(map(self._people, packed)))
        is_of_system = _people_of_system(inner) > 1 or (inner and (entry.path / GRADESCOPE).is_file())
        return inner if len(named) > is_bare or (is_of_system and not group) else []

    def _found_by_shape(self, top: Path) -> tuple[list[Entry], bool]:
        """Return the files and folders of people, and whether the only folder may be around others."""
        folder, beside = top, list[Entry]()
        for _depth in range(MAX_OUTER):
            inner = self._entries_in(folder)
            folders = [entry for entry in inner if entry.is_folder]
            beside += [entry for entry in inner if not entry.is_folder]
            if not folders or any(map(self._is_of_person, inner)):
                break
            is_alone = len(folders) == 1
            if is_alone and (slug := self._slug_in(folders[0])) is not None:
                return [*beside, *self._entries_in(folders[0].path, slug)], False
            shapes = [self._shape(entry, is_alone) for entry in folders]
            if {*shapes} == {"of several"}:
                return [*beside, *chain.from_iterable(self._entries_in(entry.path) for entry in folders)], False
            if not is_alone or shapes == ["unsure"]:
                return self._entries_in(top), is_alone
            folder = folders[0].path
        return self._entries_in(top), False

    def _shape_of_row(self, entry: Entry, is_unsure: bool, repeated: Collection[object]) -> Shape:
        """Return whether what is in a file or folder may be of others; what a system gives to a person is theirs."""
        if not {*self._people(entry)}.isdisjoint(repeated):
            return "of several"
        if entry.owner.system or not (entry.is_folder or entry.is_archive):
            return "of a person"
        is_around = entry.is_container or (is_unsure and entry.is_folder)
        return "of several" if is_around and self.people is None else "unsure"

    def _entries_in(self, folder: Path, slug: str | None = None) -> list[Entry]:
        slug, real = self.slug if slug is None else slug, folder.resolve()
        paths = [path for path in visible_paths(folder) if path.name != GRADESCOPE and real / path.name != self.but]
        entries = [self._entry(path, slug) for path in paths]
        repeated = self._repeated(entries)
        entries = [
            replace(entry, owner=loose_owner(entry.path.name, self.parts))
            if entry.owner.attached in repeated
            else entry
            for entry in entries
        ]
        has_index = any(entry.owner.system == "Brightspace" for entry in entries)
        return [
            entry
            for entry in self._with_own_names(entries)
            if (entry.owner.system != "Blackboard" or entry.owner.file)  # else it is a receipt
            and not (has_index and entry.path.name == INDEX)
        ]

    def _entry(self, path: Path, slug: str) -> Entry:
        is_folder = path.is_dir() and not path.is_symlink()
        owner = owner_of(path.name, self.parts, is_folder=is_folder)
        is_repository = is_folder and not owner.system and slug and path.name.startswith(f"{slug}-")
        login = path.name[len(slug) + 1 :]
        if is_repository and path.name != slug + REPOSITORIES and not DATE.fullmatch(login):
            owner = replace(owner, system="GitHub", name=login)
        return Entry(path, owner, is_folder)

    def _with_own_names(self, entries: Sequence[Entry]) -> list[Entry]:
        """Return entries whose numbers are read in the likeliest way: as a person of the roster, or as other files of a person."""
        attached = defaultdict[tuple[str, str], list[str]](list)
        names = defaultdict[str, set[str]](set)
        for owner in (entry.owner for entry in entries if entry.owner.attached):
            names[owner.id].add(owner.name)
            for way in (owner, *owner.others):
                attached[way.id, way.name].append(way.attached)

        def likelihood(way: Owner) -> tuple[bool, bool, bool]:
            numbers = attached[way.id, way.name]
            is_in_roster = self.people is not None and bool(self.people(way))
            return is_in_roster, 1 < len(numbers) == len({*numbers}), names[way.id] <= {way.name}

        return [
            replace(entry, owner=max((entry.owner, *entry.owner.others), key=likelihood))
            if entry.owner.others
            else entry
            for entry in entries
        ]

    def _repeated(self, entries: Sequence[Entry]) -> set[str]:
        """Return the numbers that cannot be Canvas's, which gives each file one of its own."""
        owners = [entry.owner for entry in entries if entry.owner.attached]
        counts = Counter(owner.attached for owner in owners)
        wanted = {owner.attached for owner in owners if is_fixed(owner.file, self.parts)}
        return {number for number, count in counts.items() if count > 1 and number not in wanted}

    def _is_of_person(self, entry: Entry) -> bool:
        if entry.owner.system or self._people(entry) or (entry.is_archive and self.people is None):
            return True
        return self._is_file_of_homework(entry)

    def _is_file_of_homework(self, entry: Entry) -> bool:
        return not entry.is_folder and is_wanted(self._own_name(entry), self.parts)

    def _own_name(self, entry: Entry) -> str:
        """Return the name of a loose file without that of a person before it."""
        return loose_owner(entry.path.name, self.parts).file

    def _slug_in(self, entry: Entry) -> str | None:
        """Return what the repositories begin with in the folder that a system made around those of people; else None."""
        name = entry.path.name
        if name == CONTAINER:
            return self.slug
        slug = name.removesuffix(REPOSITORIES)
        names = [inner.path.name for inner in self._inside(entry)]
        return slug if slug != name and any(inner.startswith(f"{slug}-") for inner in names) else None

    def _inside(self, entry: Entry) -> list[Entry]:
        with suppress(OSError):  # its row says that it cannot be read
            return self._entries_in(entry.path)
        return []

    def _shape(self, entry: Entry, is_alone: bool) -> Shape:
        """Return whose a folder is that no name gives to a person; only one that is alone may be around plain folders."""
        inner = self._inside(entry)
        if (inner and (entry.path / GRADESCOPE).is_file()) or _people_of_system(inner) > 1:
            return "of several"
        if not is_alone:
            return "of a person"
        units = defaultdict[str, set[int]](set)
        for unit in inner:
            owner = unit.owner if unit.is_folder or unit.is_archive else loose_owner(unit.path.name, self.parts)
            if found := self._parts_in(unit):
                units[folded_name(owner.name)] |= found
        is_bare = bool(units.pop("", None))
        most = max(Counter(chain.from_iterable(units.values())).values(), default=0)
        if most > 1:
            return "unsure" if is_bare else "of several"
        filled = sum(1 for unit in inner if unit.is_archive or (unit.is_folder and any(_files_below(unit.path))))
        return "unsure" if not is_bare and units and max(filled, len(units)) > 1 else "of a person"

    def _parts_in(self, entry: Entry) -> set[int]:
        """Return which parts of the homework a file is, or a folder has; an archive may have any."""
        numbers = range(len(self.parts))
        if entry.is_archive:
            return {*numbers}
        names = _files_below(entry.path) if entry.is_folder else [self._own_name(entry)]
        return {number for number in numbers if any(is_wanted(name, [self.parts[number]]) for name in names)}


def _files_below(folder: Path) -> list[str]:
    walked = (name for _folder, _folders, names in os.walk(folder) for name in names)
    return [*islice(walked, MAX_FILES_SEEN)]


def _people_of_system(entries: Sequence[Entry]) -> int:
    return len({entry.owner.identity for entry in entries if entry.owner.system and entry.owner.key})
