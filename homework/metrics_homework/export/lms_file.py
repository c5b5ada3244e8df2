"""LMS file: the teacher's own file, which an LMS wrote and takes back with one column filled.

What differs between the systems is data, in `SYSTEMS`. The rules for Canvas are those of its gradebook_importer.rb, and for
Moodle those of assignfeedback_offline.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from metrics_edu.language import N_, SPREADSHEET, _, plain_number, refused
from metrics_edu.tables.reading.file_format import encoding_of
from metrics_edu.working.labels import one_line
from metrics_homework.submission.roster import MAXIMA, NO_PERSON, SPOILT, TEST_STUDENT

CAN_CHANGE = ("yes", "sí", "si", "")
MARKS = ",;\t"
EXCUSED = ("ex", "excused")
NOT_ASSIGNED = "n/a"
CHANGED = re.compile(rf'{SPOILT.pattern}|\d+[.,]00?|=".*"', flags=re.I | re.A)
"""What a spreadsheet makes of an id: 5.35E+04, 11111111.0 or ="0012345"."""
DECIMAL_MARK = re.compile(r"[.,](?=\d+%?$)", flags=re.A)


@dataclass(frozen=True)
class Lms:
    """How a system writes its file."""

    columns: Mapping[str, str]  # the use of each column by its title, in the languages of the sites
    fills: re.Pattern[str]  # the titles of the columns that can be filled; the group is the column's number
    feedback: str  # the name of the file that a person reads, in a zip
    what: str = ""  # the file is, for a sentence that else names its columns


SYSTEMS = {
    "canvas": Lms(
        what=N_("the gradebook that Canvas exports, with the columns Student, ID, Section and those of assignments"),
        columns={
            "student": "name",
            "lastname": "name",
            "firstname": "first name",
            "id": "number",
            "sis user id": "person",
            "sis login id": "login",
            "section": "required",
        },
        fills=re.compile(r"(?!.*(?:Current|Final|Override) (?:Score|Points|Grade|Status)).*\((\d+)\)", flags=re.A),
        feedback="{letters}_{number}_{attachment}_feedback.html",
    ),
    "moodle": Lms(
        what=N_(
            "the grading worksheet of Moodle in English or Spanish, with the columns Identifier, Grade and Last "
            "modified (grade)"
        ),
        columns={
            "identifier": "number",
            "identificador": "number",
            "full name": "name",
            "nombre completo": "name",
            "id number": "person",
            "número de id": "person",
            "username": "login",
            "nombre de usuario": "login",
            "email address": "email",
            "dirección de correo": "email",
            "dirección email": "email",
            "maximum grade": "maximum",
            "calificación máxima": "maximum",
            "grade can be changed": "can change",
            "la calificación puede ser cambiada": "can change",
            "last modified (grade)": "required",
            "última modificación (calificación)": "required",
        },
        fills=re.compile(r"(?:Grade|Calificación)()"),
        feedback="{words}_{number}_assignsubmission_file_/feedback.html",  # versions before 4.1 need the last _
    ),
}
"""The systems by the name of the command."""


@dataclass(frozen=True)
class Place:
    """A person's row of a file."""

    name: str
    texts: tuple[str, ...]  # that say who it is, but for a bare number of the system
    number: str  # of the person in the system
    row: int = 0
    maximum: str = ""
    is_locked: bool = False
    is_excused: bool = False
    ids: tuple[str, ...] = ()  # the cells of columns with an id or an e-mail address, also empty ones


class CsvCells:
    """The cells of a file: `rows` has what each says, as the module csv reads it; an empty line has one empty cell."""

    def __init__(self, data: bytes) -> None:
        self._encoding = encoding_of(data).removesuffix("-sig")
        if self._encoding == "utf-16":  # then a byte order mark would not stay in the text
            self._encoding = "utf-16-le" if data[:1] == b"\xff" else "utf-16-be"
        text = data.decode(self._encoding)
        self.mark = max(MARKS, key=lambda mark: len(_written(text.partition("\n")[0], mark)[0]))
        self._written = _written(text, self.mark)
        self.rows = [[_said(cell) for cell, _after in row] for row in self._written]

    def replace(self, row: int, column: int, value: str) -> None:
        """Write another value into a cell, in quotes if it needs them or had them."""
        before, after = self._written[row][column]
        quote = '"' if self.mark in value or before.startswith('"') else ""
        self._written[row][column] = (f"{quote}{value}{quote}", after)

    def line(self, row: int) -> int:
        """Return the number of the line of the file at which a row begins."""
        before = "".join(cell + after for cells in self._written[:row] for cell, after in cells)
        return 1 + len(re.findall(r"\r\n|\r|\n", before))

    def data(self) -> bytes:
        text = "".join(cell + after for row in self._written for cell, after in row)
        return text.encode(self._encoding)


def _written(text: str, mark: str) -> list[list[tuple[str, str]]]:
    """Return the cells of each line as they are written, and what follows each: together they are the text."""
    cell = rf'(\ufeff?(?:"[^"]*(?:""[^"]*)*(?:"|\Z))?[^{mark}\r\n]*)({mark}|\r\n|\r|\n|\Z)'
    rows: list[list[tuple[str, str]]] = [[]]
    for written, after in re.findall(cell, text):
        rows[-1].append((written, after))
        if after != mark:
            rows.append([])
    return rows[:-1]


def _said(written: str) -> str:
    plain = written.removeprefix("\ufeff")
    found = re.fullmatch(r'"([^"]*(?:""[^"]*)*)"?(.*)', plain, flags=re.S)
    return found[1].replace('""', '"') + found[2] if found else plain


class LmsFile:
    """A file with one column to fill, and the place of each person.

    `column` is the title of the column, with the system's number or without, or the number alone. By default it is the column
    that is called `usual`, or the only one that can be filled.
    """

    def __init__(self, path: Path, lms: Lms, column: str | None, usual: str) -> None:
        self.path, self.cells = path, CsvCells(path.read_bytes())
        head = [one_line(title) for title in self.cells.rows[0]]
        uses = {lms.columns.get(title.casefold(), ""): at for at, title in reversed([*enumerate(head)])}
        fillable = {at: found for at, title in enumerate(head) if (found := lms.fills.fullmatch(title))}
        if not uses.keys() >= {"number", "required"} or not fillable:
            raise refused(
                "{path}: expected {what}; the first line is {value!r}",
                path=path,
                what=_(lms.what) or ", ".join(lms.columns),
                value=self.cells.mark.join(head),
            )
        self.at = _column(path, fillable, column, usual)
        self.title = head[self.at]
        self.places = [*self._places(uses)]

    def _places(self, uses: Mapping[str, int]) -> Iterator[Place]:
        maximum = ""
        for at, row in enumerate(self.cells.rows[1:], start=1):
            if all(NO_PERSON.fullmatch(text) for text in row):
                continue
            self._check_cells(row)
            said = {use: one_line(row[column]) for use, column in uses.items()}
            name = ", ".join(filter(None, (said.get("name"), said.get("first name"))))
            is_maxima = MAXIMA.fullmatch(name)
            maximum = row[self.at].strip() if is_maxima else said.get("maximum", maximum)
            self._check_maximum(maximum)
            if not is_maxima and not TEST_STUDENT.fullmatch(name):
                number = said["number"].rpartition(" ")[2]
                ids = (
                    said.get("person", ""),
                    said.get("email", ""),
                    "" if number == said["number"] else said["number"],
                )
                can_change = said.get("can change", "").casefold() in CAN_CHANGE
                word = row[self.at].strip().casefold()
                texts = (*filter(None, (name, said.get("login", ""), *ids)),)
                self._refuse_changed(at, (number, said.get("login", ""), *ids))
                yield Place(
                    name, texts, number, at, maximum, not can_change or word == NOT_ASSIGNED, word in EXCUSED, ids
                )

    def _check_cells(self, row: Sequence[str]) -> None:
        if len(row) != len(self.cells.rows[0]):
            raise refused(
                "{path}: the first line has more or fewer cells than the line {value!r}. Download the file again",
                path=self.path,
                value=self.cells.mark.join(row),
            )

    def _check_maximum(self, maximum: str) -> None:
        if maximum and maximum_of(maximum) is None:  # Canvas writes "(read only)", and Moodle a scale as -3
            raise refused(
                "{path}: the column {value!r} takes no points: its maximum is {text}",
                path=self.path,
                value=self.title,
                text=maximum,
            )

    def _refuse_changed(self, at: int, texts: Iterable[str]) -> None:
        if changed := next(filter(CHANGED.fullmatch, texts), ""):
            raise refused(
                "{path}, line {line}: a spreadsheet changed the id {value}. Download the file again, and do not "
                "open it before the export.",
                path=self.path,
                line=self.cells.line(at),
                value=changed,
            )

    def filled(self, numbers: Mapping[Place, str]) -> bytes:
        """Return the bytes of the file with numbers in some places; no other byte differs."""
        samples = [
            text for place in self.places for text in (place.maximum, self.cells.rows[place.row][self.at].strip())
        ]
        points = [sign for text in samples for sign in DECIMAL_MARK.findall(text)]
        for place, number in numbers.items():
            self.cells.replace(place.row, self.at, number.replace(".", points[0] if points else "."))
        return self.cells.data()


def maximum_of(text: str) -> Decimal | None:
    """Return a maximum; None of one that takes no points."""
    plain = text if text == "Infinity" else plain_number(text, SPREADSHEET)
    return Decimal(plain) if plain and not plain.startswith("-") else None


def _column(path: Path, fillable: Mapping[int, re.Match[str]], column: str | None, usual: str) -> int:
    name = usual if column is None else column
    called = [
        at
        for at, title in fillable.items()
        if name in (title[0], title[1], title[0].removesuffix(f"({title[1]})").strip())
    ]
    chosen = called or ([*fillable] if column is None else [])
    if len(chosen) != 1:
        allowed = ", ".join(title[0] for title in fillable.values())
        raise refused(
            "{path}: --column must name one of the columns {allowed}; got {value!r}",
            path=path,
            allowed=allowed,
            value=name,
        )
    return chosen[0]
