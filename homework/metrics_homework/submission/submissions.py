"""Submissions: what each person handed in, from a folder of submissions, as folders, files and archives hold it.

No file is given to two people, and none to the wrong one. Nothing is run or changed; links are not followed. The names that
an LMS gives say whose a file is; with a roster, only its people have rows, and any other file is a finding.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cache, partial
from itertools import chain, takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from metrics_edu.files.yaml_file import read_yaml
from metrics_edu.language import _, quoted, refused
from metrics_edu.working.labels import one_line
from metrics_homework.findings import Finding, finding
from metrics_homework.moments import YEARS
from metrics_homework.submission.file_owners import (
    AGAIN,
    Owner,
    alphabetical,
    endings,
    folded_name,
    shown,
    without_address,
)
from metrics_homework.submission.layout import GRADESCOPE, Entry, Layout, People, Shape
from metrics_homework.submission.roster import MAX_NEAR_CHARACTERS, Person, Roster, folded

if TYPE_CHECKING:
    from metrics_homework.policy import Part

SUBMITTERS = ":submitters"
MAX_GRADESCOPE_CHARACTERS = 2_000_000
"""More than the file of any class needs that is graded here."""
DEFAULT_GROUPS = ("default group", "grupo por defecto")
"""The name in Moodle of the group of a person who is in none."""
PARTICIPANT = ("Participant", "Participante")
"""The word of Moodle for a person, before a number."""
DATED = ("Blackboard", "Brightspace")
"""The systems that give all attempts of a person, each with its time."""
SHAPES: tuple[Shape, ...] = ("of a person", "unsure", "of several")

LARGEST_GROUP = 4
"""The people of a group up to which it is not likely to be a section of the course."""


@dataclass(frozen=True)
class Submission:
    """The folders, archives and files of one student or group; none where a person of the roster handed in nothing."""

    name: str  # in tables: the id of the roster, else as the system or the file names them
    paths: Sequence[Path] = ()
    key: str = ""  # the id in the system, or the name in lower case
    late: bool = False  # as Canvas marks it
    older: tuple[str, ...] = ()  # the files that were handed in again
    own_names: Mapping[Path, str] = field(default_factory=dict)  # of files that a system named, the student's own names
    person: Person | None = None
    members: tuple[Person, ...] = ()  # who handed it in together
    owners: tuple[Person, ...] = ()  # the people whom the names of its paths name
    people: People | None = field(default=None, repr=False, compare=False)  # of the roster, by what names them
    handed_in: datetime | None = None  # where the system says it; without a zone it is the clock of the system
    decisions: Mapping[str, str] = field(default_factory=dict)  # excused or void, by the part that is then not judged
    shape: Shape = "of a person"  # unsure: only if its files have the names of no others
    findings: tuple[Finding, ...] = ()  # on the person


def finder(submissions: Iterable[Submission]) -> Callable[[str], str | None]:
    """Return a function that returns the name of the submission that a text means; None if there is none, or two.

    The text names a person of the roster; without one it is the name of a submission, or an id in its system.
    """
    found = [*submissions]
    roster = Roster(submission.person or Person("", "", more=_names_of(submission)) for submission in found)

    def find(text: str) -> str | None:
        numbers = roster.fitting(shown(text))
        return found[numbers.pop()].name if len(numbers) == 1 else None

    return find


def _names_of(submission: Submission) -> dict[str, str]:
    return {"name": submission.name, "key": submission.key} | {word: f"{word} {submission.key}" for word in PARTICIPANT}


class HandedIn(NamedTuple):
    """The submissions of a class, and findings on the files that have no owner."""

    submissions: list[Submission]
    findings: list[Finding]


class _Texts(NamedTuple):
    """A name and ids, which may name a person of the roster, and must not be those of two people."""

    name: str
    ids: tuple[str, ...]  # from the likely one on
    system: str = ""

    def may_have_words_around(self, roster: Roster) -> bool:
        """Return whether a person chose the name, and the roster does not have it as it is."""
        is_chosen = self.system in ("", "GitHub") and not any(self.ids)
        return is_chosen and not roster.named(self.name) and not roster.members(self.name)

    def has_id_in(self, cells: set[str]) -> bool:
        """Return whether some cells of a person have the id, or a loose name that is one."""
        return not cells.isdisjoint(folded((self.name, *self.ids)))


Identity = tuple[str, str]


@dataclass(frozen=True)
class _File:
    path: Path
    owner: Owner
    members: tuple[_Texts, ...] = ()
    shape: Shape = "of a person"


def submissions_in(
    folder: Path, parts: Sequence[Part], *, roster: Roster | None = None, slug: str = "", but: Path | None = None
) -> HandedIn:
    """Return the submissions of a folder, in the order of their names.

    With a roster each of its people has one, and no other person. `slug` is what the names of repositories begin with, and
    `but` a folder that is no submission.
    """
    if not folder.is_dir():
        raise refused("{path} is not a folder of submissions; check the path", path=folder)
    people = cache(partial(_people_of, roster=roster)) if roster is not None else None
    findings: list[Finding] = []
    files = _with_logins([*_files(Layout(parts, slug, people, but).entries(folder), findings)])
    if not files:
        raise refused("{path} has no submissions", path=folder)
    findings += _without_owner((file for file in files if not file.owner.key), roster)
    groups: dict[Identity, list[_File]] = defaultdict(list)
    folders = {(file.owner.key, file.owner.name) for file in files if file.path.is_dir()}
    spellings = Counter(key for key, _name in folders)  # two folders are two people's, and other files of one of them
    for file in files:
        if key := file.owner.key:
            is_name = not file.owner.id and spellings[key] < 2
            groups[("", key) if is_name else file.owner.identity].append(file)
    if roster is not None:
        return HandedIn(_Matching(groups, roster, findings).submissions(), findings)
    own = sorted(groups.values(), key=lambda files: alphabetical(files[0].owner.label))
    names = _names([files[0].owner.label for files in own])
    return HandedIn([_submission(name, files) for name, files in zip(names, own, strict=True)], findings)


def _with_logins(files: list[_File]) -> list[_File]:
    """Return files with all of each login in Blackboard: it may have the mark after the title with which the names begin."""
    wholes = [file.owner.whole.split("_") for file in files if file.owner.whole]
    title = len([*takewhile(lambda pieces: len({*pieces}) == 1, zip(*wholes, strict=False))])
    for number, file in enumerate(files if title else []):
        login = (*endings(file.owner.whole, "_")[title:], file.owner.id)[0]
        files[number] = replace(file, owner=replace(file.owner, id=login))
    return files


def _without_owner(files: Iterable[_File], roster: Roster | None) -> list[Finding]:
    return [_no_owner(file, roster) for file in files]


def _no_owner(file: _File, roster: Roster | None) -> Finding:
    near = roster.near(file.owner.name) if roster is not None else None
    perhaps = _("Is it {id} of the roster?", id=near.id) if near is not None else ""
    return finding("NO_OWNER", name=without_address(shown(file.path.name)), near=perhaps)


def _files(entries: Iterable[Entry], findings: list[Finding]) -> Iterator[_File]:
    """Give the files and folders of people; those of Gradescope with the people of its file."""
    read: dict[Path, dict[str, Any]] = {}
    for entry in entries:
        folder, owner = entry.path.parent, entry.owner
        about: Mapping[str, Any] = {}
        if owner.system == "Gradescope":
            if folder not in read:
                read[folder] = _submitters(folder / GRADESCOPE, findings)
            about = read[folder].get(entry.path.name, {})
        if about:
            yield _from_gradescope(entry, about)
        else:
            yield _File(entry.path, owner, (_texts(owner),), entry.shape)


def _texts(owner: Owner) -> _Texts:
    if owner.system == "Gradescope":  # whose number is of no person
        return _Texts("", ())
    if owner.system == "Moodle":  # which numbers its participants, and has no name but that where it is blind
        name = "" if owner.name in PARTICIPANT else owner.name
        return _Texts(name, tuple(f"{word} {owner.id}" for word in PARTICIPANT), owner.system)
    return _Texts(owner.name, (*endings(owner.whole, "_"), owner.id), owner.system)


def _submitters(path: Path, findings: list[Finding]) -> dict[str, dict[Any, Any]]:
    """Return what Gradescope says of each folder, by its name; nothing of a folder of which it cannot be read."""
    if not path.is_file():
        return {}
    try:
        found = read_yaml(path, MAX_GRADESCOPE_CHARACTERS)
        why = "" if isinstance(found, dict) else _("{path}: no folder is named in it", path=path.name)
    except (ValueError, ImportError) as error:  # a browser may lack the package for YAML
        found, why = None, one_line(error).replace(quoted(path, written=str), path.name)
    if why:
        findings.append(finding("GRADESCOPE", why=why))
        return {}
    return {name: about for name, about in found.items() if isinstance(about, dict)}


def _from_gradescope(entry: Entry, about: Mapping[str, Any]) -> _File:
    listed = about.get(SUBMITTERS)
    people = (person for person in (listed if isinstance(listed, list) else ()) if isinstance(person, dict))
    texts = ([_text(person.get(key)) for key in (":name", ":sid", ":email")] for person in people)
    members = tuple(_Texts(name, tuple(ids)) for name, *ids in texts)
    time = about.get(":created_at")
    is_time = isinstance(time, datetime) and time.year in YEARS
    names = ", ".join(member.name for member in members)
    return _File(entry.path, replace(entry.owner, name=names, handed_in=time if is_time else None), members)


def _text(value: Any) -> str:
    """Return a name, an id or an address; "" for a longer text: its beginning could name another person."""
    text = str(value) if isinstance(value, str | int) else ""
    return text if len(text) <= MAX_NEAR_CHARACTERS else ""


def _submission(name: str, files: Sequence[_File], **of_person: Any) -> Submission:
    """Return what is handed in by some files: of several attempts the last one."""
    dated = [(file.owner.system, file.owner.handed_in) for file in files if file.owner.handed_in]
    times = sorted(dated, key=lambda pair: pair[1].timestamp())
    names = sorted((file.owner.file for file in files), key=_version)
    versions = {AGAIN.sub("", name): _version(name) for name in names}  # the last one of each name
    older = {file.path for file in files if _is_older(file.owner, dict(times), versions)}
    return Submission(
        name,
        [file.path for file in files if file.path not in older],
        key=files[0].owner.key if files else "",
        late=any(file.owner.late for file in files),
        older=tuple(shown(file.owner.file or file.path.name) for file in files if file.path in older),
        own_names={file.path: file.owner.file for file in files if file.owner.file},
        shape=max((file.shape for file in files), key=SHAPES.index, default="of a person"),
        handed_in=times[-1][-1] if times else None,
        **of_person,
    )


def _is_older(owner: Owner, last: Mapping[str, datetime], versions: Mapping[str, int]) -> bool:
    if owner.system in DATED:
        return owner.handed_in != last.get(owner.system)
    return owner.system == "Canvas" and _version(owner.file) < versions[AGAIN.sub("", owner.file)]


def _version(file: str) -> int:
    number = AGAIN.search(file)
    return int(number[0][1:]) if number else 0


class _Matching:
    """Whose each group of files is, by the roster; what is unclear is taken from everyone, and gets a finding.

    Attributes
    ----------
    people : the people whom each group of files names
    own : the groups of files of each person who has some
    """

    def __init__(self, groups: Mapping[Identity, list[_File]], roster: Roster, findings: list[Finding]) -> None:
        self.groups, self.roster, self.findings = groups, roster, findings
        self.people = {
            identity: tuple(dict.fromkeys(chain.from_iterable(_people(member, roster) for member in files[0].members)))
            for identity, files in groups.items()
        }
        self.own: dict[Person, list[Identity]] = {}

    def submissions(self) -> list[Submission]:
        """Return a submission of each person; who has none shares the only one of the own group."""
        self._take_from_namesakes()
        self._give_to_people()
        self._take_with_words_around()
        self._take_of_two_people()
        self._take_with_names_alike()
        people = sorted(self.roster.people, key=lambda person: alphabetical(person.name))
        names = _names([shown(person.id) for person in people])
        found = [self._submission(name, person) for name, person in zip(names, people, strict=True)]
        self.findings += self._on_separate_files()
        return found

    def _take_from_namesakes(self) -> None:
        for identity in self._namesakes():
            (person,), self.people[identity] = self.people[identity], ()
            self.findings.append(finding("NAMESAKE", name=self._label(identity), student=person.id))

    def _namesakes(self) -> list[Identity]:
        """Return what has a person's name, and another number of its system than the roster has for that person.

        A column of the roster has the numbers of a system if it fits at least half of the system's submissions.
        """
        fitting: dict[tuple[str, str], dict[Identity, bool]] = defaultdict(dict)
        for identity, found in self.people.items():
            system = identity[0]
            if not system or len(found) != 1:
                continue
            person, texts = found[0], self.groups[identity][0].members[0]
            if texts.name and person.agrees_with(texts.name):
                filled = {title: cells for title, cells in person.cells.items() if cells}
                for title, cells in filled.items():
                    fitting[system, title][identity] = texts.has_id_in(cells)
        columns = [column for column in fitting.values() if 2 * sum(column.values()) >= len(column)]
        known = {identity for column in columns for identity, fits in column.items() if fits}
        return [identity for identity in dict.fromkeys(chain.from_iterable(columns)) if identity not in known]

    def _label(self, identity: Identity) -> str:
        return without_address(shown(self.groups[identity][0].owner.label))

    def _give_to_people(self) -> None:
        for identity, people in self.people.items():
            self.findings += [] if people else _without_owner(self.groups[identity], self.roster)
            for person in people:
                self.own.setdefault(person, []).append(identity)

    def _take_with_words_around(self) -> None:
        """Take files whose names have words around a person's from who has others: they may be anyone's."""
        for person, several in self.own.items():
            named = ((identity, self.groups[identity][0].members[0]) for identity in several)
            guessed = [identity for identity, texts in named if texts.may_have_words_around(self.roster)]
            if len(several) > 1 and guessed:
                self.own[person] = [identity for identity in several if identity not in guessed]
                self._leave_without_owner(guessed)

    def _leave_without_owner(self, identities: Iterable[Identity]) -> None:
        files = (file for identity in identities for file in self.groups[identity])
        self.findings += _without_owner(files, self.roster)

    def _take_of_two_people(self) -> None:
        """Take the files from a person whose name has two numbers of a system; loose files may be of either person."""
        for person, several in self.own.items():
            if len(several) < 2:
                continue
            systems = [identity[0] for identity in several if identity[0] and len(self.people[identity]) == 1]
            is_of_two = len({*systems}) < len(systems)
            code, labels = "TWO_PEOPLE" if is_of_two else "TWO_KEYS", ", ".join(map(self._label, several))
            self.findings.append(finding(code, student=person.id, value=labels))
            self.own[person] = [] if is_of_two else several

    def _take_with_names_alike(self) -> None:
        """Take from people with names alike what may be another's who handed in nothing."""
        pairs = {person: alike for person in self.roster.people if (alike := self.roster.alike(person))}
        ids = dict.fromkeys(tuple(sorted((person.id, other.id))) for person, alike in pairs.items() for other in alike)
        self.findings += [finding("ALIKE", student=first, other=second) for first, second in ids]
        for person, alike in pairs.items():
            identities, cells = self.own.get(person, []), set().union(*person.cells.values())
            by_name = [
                identity
                for identity in identities
                if len(self.people[identity]) == 1 and not self.groups[identity][0].members[0].has_id_in(cells)
            ]
            if identities and by_name == identities and not all(other in self.own for other in alike):
                self.own[person] = []
                self._leave_without_owner(identities)

    def _submission(self, name: str, person: Person) -> Submission:
        identities = self.own[person] if person in self.own else self._of_mates(person)
        on_mates = self._on_mates(person, identities)
        self.findings += on_mates
        files = [file for identity in identities for file in self.groups[identity]]
        owners = tuple(person for identity in identities for person in self.people[identity])
        return _submission(
            name,
            files,
            person=person,
            members=tuple(map(self.roster.with_own_cells, dict.fromkeys([person, *owners]))),
            owners=owners,
            people=partial(_people_of, roster=self.roster),
            findings=() if files else on_mates,
        )

    def _of_mates(self, person: Person) -> list[Identity]:
        """Return whose files the group of a person shares: all that handed something in have the same."""
        shared = {tuple(self.own[mate]) for mate in self.roster.mates(person) if self.own.get(mate)}
        return list(*shared) if len(shared) == 1 else []

    def _on_mates(self, person: Person, shared: list[Identity]) -> tuple[Finding, ...]:
        """Return a finding on a person without separate files: the mates' are shared, or it is not known which count."""
        sections = [identity for identity in shared if not identity[0] and len(self.people[identity]) > LARGEST_GROUP]
        if person in self.own and not sections == shared != []:
            return ()
        mates = self.roster.mates(person)
        is_large = len(mates) > LARGEST_GROUP  # it may be a section
        others = ", ".join(mate.id for mate in mates if self.own.get(mate))
        facts = {"student": person.id, "group": person.group}
        if shared:
            return (finding("LARGE_GROUP" if is_large else "SHARED", count=len(mates), **facts),)
        return (finding("MATES", others=others, **facts),) if others and not is_large else ()

    def _on_separate_files(self) -> list[Finding]:
        """Return a finding for each group whose members have no file in common."""
        findings = []
        for mates in dict.fromkeys(tuple(self.roster.mates(person)) for person in self.own if person.group):
            files = {mate.id: {*self.own[mate]} for mate in mates if self.own.get(mate)}
            if 1 < len(files) <= LARGEST_GROUP >= len(mates) and not set.intersection(*files.values()):
                findings.append(finding("SEPARATE", group=mates[0].group, value=", ".join(files)))
        return findings


def _people_of(owner: Owner, roster: Roster) -> tuple[Person, ...]:
    return tuple(_people(_texts(owner), roster))


def _people(texts: _Texts, roster: Roster) -> list[Person]:
    """Return the person whom some texts name, or the members of a group; none where a name and an id are of two people."""
    named = roster.named(texts.name)
    # most numbers of an LMS are in no roster
    known = [people for text in texts.ids if (people := roster.all_with(text))]
    names = (texts.name, *texts.ids) if texts.system == "Blackboard" else (texts.name,)
    if group := next(filter(None, map(roster.members, names)), []):
        numbers = [*known, *([named] if named else [])]
        if not all({*group} & {roster.people[number] for number in people} for people in numbers):
            return []
        if not named:
            return group
    if texts.system == "Moodle":
        named = named or roster.fitting(_after_group(texts.name, roster))
    if texts.may_have_words_around(roster):
        named = roster.within(texts.name)
    if named:
        found = named.intersection(*known)
    else:
        by_id: set[int] = next(filter(None, map(roster.fitting, texts.ids)), set())
        found = {number for number in by_id if not texts.name or roster.people[number].agrees_with(texts.name)}
    return [roster.people[number] for number in found] if len(found) == 1 else []


def _after_group(name: str, roster: Roster) -> str:
    """Return the name of a person after that of a group, as Moodle writes both: "Group 1-Eva Ríos"; "" if there is none."""
    halves = [(name[: mark.start()], name[mark.end() :]) for mark in re.finditer("-", name)]
    groups = [
        group
        for group, _person in halves
        if roster.members(group) or folded_name(group) in DEFAULT_GROUPS or re.search(r"\d", group)
    ]
    return next((person for group, person in halves if group in groups and roster.fitting(person)), "")


def _names(labels: Sequence[str]) -> list[str]:
    """Return a name for each label that can be shown and that no other one has; labels that are one keep theirs."""
    positions: dict[str, int] = {}
    for position, label in sorted(enumerate(labels), key=lambda pair: shown(pair[1]) != pair[1]):
        mark, name = hashlib.sha256(os.fsencode(label)).hexdigest()[:8], shown(label) or "?"
        while name in positions:
            name = f"{name}-{mark}"
        positions[name] = position
    return sorted(positions, key=positions.__getitem__)
