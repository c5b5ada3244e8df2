"""Roster: the people of a course, by whom a file is given to one of them, or to none of them."""

from __future__ import annotations

import csv
import difflib
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, takewhile
from pathlib import Path
from typing import Any

import numpy as np

from metrics_edu.language import _, refused
from metrics_edu.tables.reading.column_roles import plain_title
from metrics_edu.tables.reading.file_format import encoding_of, mark_of, numbered_rows
from metrics_edu.working.labels import without_accents
from metrics_homework.limits import Limits
from metrics_homework.submission.file_owners import folded_name
from metrics_homework.submission.plain_text import MAGIC, spreadsheet_text

COLUMNS = {
    "id": (
        "id",
        "id_number",
        "numero_de_id",
        "identificador",
        "identifier",
        "student_id",
        "sis_user_id",
        "sis_id",
        "sid",
        "numero_de_alumno",
        "matricula",
        "numero_de_matricula",
        "rut",
        "run",
        "user_id",
        "orgdefinedid",
        "org_defined_id",
    ),
    "name": (
        "name",
        "full_name",
        "nombre_completo",
        "student_name",
        "nombre_del_alumno",
        "apellidos_y_nombres",
        "student",
        "estudiante",
        "alumno",
        "first_name",
        "firstname",
        "nombre",
        "nombres",
        "nombre(s)",
    ),
    "surname": (
        "surname",
        "last_name",
        "lastname",
        "apellido",
        "apellidos",
        "apellido(s)",
        "apellido_paterno",
        "paterno",
        "ap_paterno",
        "ap._paterno",
        "primer_apellido",
        "apellido_materno",
        "materno",
        "ap_materno",
        "ap._materno",
        "segundo_apellido",
    ),
    "email": (
        "email",
        "e-mail",
        "mail",
        "email_address",
        "correo",
        "correo_electronico",
        "correo_institucional",
        "direccion_de_correo",
    ),
    "group": ("group", "groups", "team", "grupo", "grupos", "equipo"),
}
"""How the columns may be called, in any case and with or without accents; the first that is there counts."""
FILLER = re.compile(
    r"[a-z]{0,12}\d{1,8}|v|t|hw|json|csv|zip"
    r"|tareas?|entregas?|homeworks?|assignments?|submissions?|deberes?|trabajos?|informes?|proyectos?|projects?"
    r"|ranking|rankings|ratings?|claims?|exercises?|ejercicios?|recsys|sistemas?|recomendadores"
    r"|final(?:es)?|definitiv[ao]|corregid[ao]|nuev[ao]|new|old|versions?|copias?|copy|fixed|ok|ultim[ao]|last|parte|part"
    r"|main|master"
)
"""The words of a homework that may be before or after a person's name; any other one may be another surname."""
LETTERS = re.compile(r"[^\W\d_]|\d{6}")
"""A name, a login or a long id has one; the number of a homework, of a list or of a group has none."""
MARKS = " _-.,()[]"
MAX_PIECES = 24
"""The words of a name, and the marks between them, up to which a person is looked for between words of a homework."""
MAX_NEAR_CHARACTERS = 100
NEAR = 0.75
"""How much a text has to be like a name to be near it, of 1."""
CHARACTER_COUNTS = 64
"""The counts of characters of a name; characters that share one make two names no less alike."""
CANVAS = ({"student", "lastname", "estudiante"}, {"id"}, {"section", "seccion"})
"""The columns of the gradebook that Canvas exports, of each one title."""
NO_PERSON = re.compile(r"\s*(muted|manual posting.*|\(read only\))?\s*", flags=re.I)
"""What every cell of a row of that gradebook says that is no person's."""
POINTS = re.compile(
    r"\(\d+\)\s*$|(?:Current|Final|Unposted|Override) (?:Score|Points|Grade|Status)|(?:Score|Points)$"
    r"|(?:Calificación|Puntaje|Puntos|Puntuación) (?:actual|final)",
    flags=re.I,
)
"""The titles of its columns of points."""
MAXIMA = re.compile(r".*(?:Points Possible|Puntos posibles).*", flags=re.I)
TEST_STUDENT = re.compile(
    r"Student, Test|Test Student|Estudiante,? de prueba|(?:de )?prueba, Estudiante(?: de)?", flags=re.I
)
TOTAL = re.compile(
    r"(?:overall )?(?:totale?s?|promedio|media|average|mean)(?: general| (?:de )?(?:alumnos|estudiantes|students))?:? ?\d*",
    flags=re.I,
)
"""What a row under the last person says that has their number or the means of their points."""
NO_GROUP = re.compile(
    r"[\W_0]*|n/?a|nan|none|null|ningun[oa]?|individual|sin asignar|no asignado|unassigned"
    r"|(?:sin|no|default|not in a) (?:grupo|group|equipo|team)",
    flags=re.I,
)
"""The cells of a column of groups that name none."""
SPOILT = re.compile(r"\d+([.,]\d+)?E\+\d+|\d+[.,]\d+E\d+", flags=re.I | re.A)
"""What a spreadsheet makes of a long id: the digits that are lost do not come back."""
NO_CELL = re.compile(r"#+|#?(?:n/a|(?:ref|value|name|null|num)[!?])", flags=re.I)
"""What it shows where a formula fails, or a column is narrow."""
UNSEEN = re.compile(r"[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\ufeff]")
"""What is in a cell that was copied from a page, and has no width."""
RUTS, DIGITS = ("rut", "run"), ("dv", "d.v.", "digito_verificador")
"""The titles of a column with RUTs, and of one with the last character of each."""
MAX_TITLE_LINES, MAX_TITLE_CHARACTERS = 20, 100_000
"""The lines within which the titles of the columns are, and the characters of each that are read."""
Row = tuple[int, list[str]]
RUT = r"^(\d{1,2})(\.?)(\d{3})\2(\d{3})-?([\dk])$"
"""An identity number of Chile, which may lack its marks."""


@dataclass(frozen=True)
class Person:
    id: str
    name: str
    email: str = ""
    group: str = ""
    more: Mapping[str, str] = field(default_factory=dict, compare=False)  # the other columns

    def forms(self) -> tuple[set[str], ...]:
        """Return the texts that name this person, from the surest on: id and address, the name, and what others may have, too."""
        sure, names = {self.id, self.email}, {self.name, " ".join(reversed(self.name.split(",")))}
        return folded(sure), folded(names), set().union(*self.cells.values()) | _name_forms(self.name)

    @cached_property
    def cells(self) -> dict[str, set[str]]:
        """What names this person and is no name, by the title of each column: the id, the address and its user, other cells."""
        own = {"id": {self.id}, "email": {self.email, self.email.partition("@")[0]}}
        return {
            title: folded(texts)
            for title, texts in ({title: {cell} for title, cell in self.more.items()} | own).items()
        }

    def agrees_with(self, name: str) -> bool:
        """Return whether a name in an LMS has all words of this person's, or no others: one may leave out a word."""
        rest = letters = _letters(name)
        words = sorted(map(_letters, self.name.split()), key=len, reverse=True)
        for word in words:
            rest = rest.replace(word, "", 1)
        return not rest or all(word in letters for word in words)


class Roster:
    """The people of a course. One is found by an id, an e-mail address, a name or any other cell; two never are."""

    def __init__(self, people: Iterable[Person]) -> None:
        self.people = tuple(people)
        self._levels = [defaultdict[str, set[int]](set) for _level in range(6)]
        self._words = [_words(person.name) for person in self.people]
        self._near = {
            without_accents(form): person
            for person in self.people
            for forms in person.forms()
            for form in forms
            if len(form) > 2
        }
        self._groups = defaultdict[str, dict[str, list[Person]]](dict)  # by the letters, then as they are written
        for number, person in enumerate(self.people):
            groups = self._groups[_letters(person.group)]
            groups.setdefault(folded_name(person.group), []).append(person)
            for level, forms in enumerate(person.forms()):
                for form in forms:
                    self._levels[level][form].add(number)
                    self._levels[level + 3][without_accents(form)].add(number)

    def fitting(self, text: str) -> set[int]:
        """Return the numbers of the people whom a text may name, by the surest way that names anybody."""
        return next(filter(None, self._by_level(text)), set())

    def named(self, text: str) -> set[int]:
        """Return the numbers of the people whom the name of a file or folder may mean: a short number is nothing but an id."""
        return self.fitting(text) if LETTERS.search(text) else next(self._by_level(text))

    def within(self, text: str) -> set[int]:
        """Return the people whom a text names between words of a homework, such as Tarea1_Ana Pérez_final."""
        pieces = re.findall(r"[^\W_]+|[\W_]+", text)
        if len(pieces) > MAX_PIECES:
            return set()
        words = [at for at, piece in enumerate(pieces) if piece[0].isalnum()]
        is_filler = {at: bool(FILLER.fullmatch(without_accents(pieces[at].casefold()))) for at in words}
        firsts = [*takewhile(lambda at: is_filler[at], words)]
        lasts = [*takewhile(lambda at: is_filler[at], reversed(words))]
        starts = [0, *(at + 1 for at in firsts)]
        ends = [len(pieces), *lasts]
        inner = {"".join(pieces[start:end]).strip(MARKS) for start in starts for end in ends}
        inner |= {pieces[at] for at in (*firsts, *lasts)}  # an id or a login of another person is no word of a homework
        return set().union(*(self.fitting(part) for part in inner if LETTERS.search(part)))

    def near(self, text: str) -> Person | None:
        """Return the person whose name or login is most like a text; None where none is like it."""
        plain = without_accents(folded_name(text.replace("_", " ")))[:MAX_NEAR_CHARACTERS]
        forms, counts, lengths = self._near_counts
        most = 2 * np.minimum(counts, _character_counts(plain)).sum(axis=1) / (lengths + len(plain))
        best, matcher = (NEAR, ""), difflib.SequenceMatcher(b=plain)
        for at in np.argsort(-most).tolist():
            if most[at] < best[0]:  # no order of the characters makes the others more alike
                break
            matcher.set_seq1(forms[at])
            best = max(best, (matcher.ratio(), forms[at]))
        return self._near.get(best[1])

    @cached_property
    def _near_counts(self) -> tuple[list[str], Any, Any]:
        """Return the names and logins, how often each character is in them, and their lengths."""
        forms = [*self._near]
        counts = np.array([_character_counts(form) for form in forms]).reshape(-1, CHARACTER_COUNTS)
        return forms, counts, np.array([*map(len, forms)])

    def all_with(self, text: str) -> set[int]:
        """Return the numbers of the people whom a text may name in any way."""
        return set().union(*self._by_level(text))

    def _by_level(self, text: str) -> Iterator[set[int]]:
        plain, forms = folded({text}), _name_forms(text)
        exact = plain | folded({" ".join(reversed(text.split(",")))})
        for level, wanted in enumerate((plain, exact, plain | forms) * 2):
            accented = wanted if level < 3 else set(map(without_accents, wanted))
            yield set().union(*(self._levels[level].get(form, ()) for form in accented))

    def person(self, text: str) -> Person | None:
        """Return the person whom a text names; None if it names none of them, or could name two."""
        found = self.fitting(text)
        return self.people[found.pop()] if len(found) == 1 else None

    def alike(self, person: Person) -> list[Person]:
        """Return the others whose names have all the words of this person's, in their order, and perhaps more."""
        if not person.name:
            return []
        words, others = _words(person.name), zip(self.people, map(iter, self._words), strict=True)
        return [
            candidate for candidate, theirs in others if all(word in theirs for word in words) and candidate != person
        ]

    def with_own_cells(self, person: Person) -> Person:
        """Return a person without the cells by which the roster does not find only them, such as a section."""
        return replace(person, more={title: cell for title, cell in person.more.items() if self.person(cell) == person})

    def mates(self, person: Person) -> list[Person]:
        """Return the people whose group is the person's, none without one."""
        return self._groups[_letters(person.group)][folded_name(person.group)] if person.group else []

    def members(self, group: str) -> list[Person]:
        """Return the people of a group; its name may lack blanks and marks, as in Canvas, if no other group has its letters."""
        name, letters = folded_name(group), _letters(group)
        alike = self._groups[letters] if letters else {}
        exact = [] if name == letters else alike.get(name, [])
        return exact or (next(iter(alike.values())) if len(alike) == 1 else [])


def _character_counts(text: str) -> Any:
    return np.bincount([ord(character) % CHARACTER_COUNTS for character in text] or [0], minlength=CHARACTER_COUNTS)


def folded(texts: Iterable[str]) -> set[str]:
    """Return ids and names as they are compared."""
    return {re.sub(RUT, r"\1\3\4\5", folded_name(text)) for text in texts} - {""}


def _name_forms(name: str) -> set[str]:
    """Return a name in one word, as Canvas writes it, with any word first; in another order it is another name."""
    words = re.findall(r"[^\W_]+", folded_name(name))
    return {"".join(words[first:] + words[:first]) for first in range(len(words))}


def _words(name: str) -> list[str]:
    """Return the words of a name without accents, also where the surname is first, before a comma."""
    return re.findall(r"\w+", without_accents(folded_name(" ".join(reversed(name.split(","))))))


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, without_accents(folded_name(text))))


def read_roster(path: Path) -> Roster:
    """Read a table with the columns id and name, and email and group if there are any; other columns are kept.

    It is a CSV or TSV file, a spreadsheet, or the gradebook that Canvas exports.

    Raises
    ------
    ValueError
        If a column is missing, a row has no id or more cells than there are titles, or two rows have one id.
    """
    (_line, head), *rows = _rows(path)
    if all(not titles.isdisjoint(map(plain_title, head)) for titles in CANVAS):
        head, rows = _of_canvas(head, rows)
    columns = [plain_title(title) for title in head]
    places = {name: [columns.index(title) for title in titles if title in columns] for name, titles in COLUMNS.items()}
    if not places["id"] or not places["name"]:
        raise refused(
            "{path}: expected a CSV with the columns id and name; found {value}. Rename the columns of the ids "
            "and of the names.",
            path=path,
            value=", ".join(filter(str.isprintable, head)) or _("nothing"),
        )
    for _line, row in rows:
        _join_check_digit(row, columns)
    while rows and _is_total(_person(rows[-1][1], head, places), len(rows) - 1):
        rows.pop()
    people = _people(path, [(line, row, _person(row, head, places)) for line, row in rows])
    ids = [head[at] for at in places["id"]]
    if columns[places["id"][0]] != "id" and _has_id_of_another(people, ids[1:]):
        raise refused(
            "{path}: one id is of two people in the columns {value}; rename the column that has the ids to id",
            path=path,
            value=", ".join(ids),
        )
    return Roster(people.values())


def _has_id_of_another(people: Mapping[str, Person], titles: Sequence[str]) -> bool:
    """Return whether a cell of some columns is the id of another person."""
    for person in people.values():
        cells = chain.from_iterable(person.cells.get(title, ()) for title in titles)
        if any(people.get(cell, person) is not person for cell in cells):
            return True
    return False


def _people(path: Path, rows: Iterable[tuple[int, list[str], Person]]) -> dict[str, Person]:
    """Return the people by their ids; of lines that are the same, the first one's."""
    people: dict[str, Person] = {}
    first: dict[str, list[str]] = {}
    for line, row, person in rows:
        key = "".join(folded({person.id}))
        if not key:
            raise refused(
                "{path}, line {line}: the person {value!r} has no id; write one, or delete the line",
                path=path,
                line=line,
                value=person.name,
            )
        if SPOILT.fullmatch(key) or NO_CELL.fullmatch(key):
            raise refused(
                "{path}, line {line}: a spreadsheet spoilt the id {value}; write all its digits, in cells that "
                "have the format of text",
                path=path,
                line=line,
                value=person.id,
            )
        if first.setdefault(key, row) != row:
            raise refused(
                "{path}, row {row}: each person needs a separate id; got {value!r}",
                path=path,
                row=line,
                value=person.id,
            )
        people.setdefault(key, person)
    return people


def _rows(path: Path) -> list[Row]:
    """Return the titles of the columns and the rows below them, each with the number of its line.

    Raises
    ------
    ValueError
        If a line above the titles has several cells, or a row has more cells than there are titles.
    """
    data = _text_bytes(path)
    lines = data.decode(encoding_of(data)).splitlines(keepends=True)
    first = next((at for at, line in enumerate(lines[:MAX_TITLE_LINES]) if _has_titles(line)), 0)
    mark = mark_of(lines[first]) if lines else ","
    if any(sum(map(bool, _split(line, mark))) > 1 for line in lines[:first]):
        raise refused(
            "{path}: the titles of the columns are in line {line}; delete the lines above it",
            path=path,
            line=first + 1,
        )
    below = "".join(lines[first:]).encode()
    rows = [(number + first, [*map(_plain, row)]) for number, row in numbered_rows(below, path)] or [(1, [])]
    head = rows[0][1]
    width = max((at for at, title in enumerate(head, start=1) if title), default=0)
    emails = [at for at, title in enumerate(head) if plain_title(title) in COLUMNS["email"]]
    for number, row in rows[1:]:
        if any(row[width:]) or (emails and _is_shifted(row, emails, len(head))):
            raise refused(
                "{path}, line {line} has more cells than there are titles: {value!r}. Put a name with a comma in "
                "quotes, and give each column a title.",
                path=path,
                line=number,
                value=mark.join(row),
            )
    return [rows[0], *((number, row) for number, row in rows[1:] if row != head)]


def _is_shifted(row: Sequence[str], emails: Sequence[int], count: int) -> bool:
    """Return whether the column of the addresses has another text, and a later cell an address, or the row too many cells."""
    text, later = "".join(row[emails[0] : emails[0] + 1]), range(emails[0] + 1, len(row))
    is_later = any("@" in row[at] for at in later if at not in emails)
    return text != "" and "@" not in text and (is_later or len(row) > count)


def _has_titles(line: str) -> bool:
    titles = {*map(plain_title, _split(line, mark_of(line)))}
    return all(not titles.isdisjoint(COLUMNS[name]) for name in ("id", "name"))


def _split(line: str, mark: str) -> list[str]:
    return [_plain(cell) for row in csv.reader([line[:MAX_TITLE_CHARACTERS]], delimiter=mark) for cell in row]


def _plain(cell: str) -> str:
    """Return a cell without what is not seen, and with plain blanks."""
    return " ".join(UNSEEN.sub("", cell).split())


def _join_check_digit(row: list[str], columns: Sequence[str]) -> None:
    """Write a RUT with its check digit, and the bare number in the place of the digit, which alone names no person."""
    ruts, digits = (
        [at for at, title in enumerate(columns[: len(row)]) if title in titles] for titles in (RUTS, DIGITS)
    )
    for rut, digit in zip(ruts, digits, strict=False):
        number = row[rut].replace(".", "")
        is_bare = re.fullmatch(r"\d{6,8}", number, flags=re.A) and row[digit].casefold() == check_digit(number)
        row[rut], row[digit] = (f"{number}-{row[digit]}", number) if is_bare else (row[rut], "")


def check_digit(number: str) -> str:
    """Return the last character of a RUT.

    Examples
    --------
    >>> check_digit("12345678"), check_digit("20301239")
    ('5', 'k')
    """
    total = sum(int(digit) * (2 + at % 6) for at, digit in enumerate(reversed(number)))
    return "0123456789k"[-total % 11]


def _is_total(person: Person, count: int) -> bool:
    """Return whether the last row is of no person, but says something of the `count` rows above it."""
    is_no_name = person.id in ("", str(count)) and TOTAL.fullmatch(person.name)
    return not person.email and bool(TOTAL.fullmatch(person.id) or is_no_name)


def _person(row: Sequence[str], head: Sequence[str], places: Mapping[str, list[int]]) -> Person:
    names = {*places["name"], *places["surname"]}
    cells = {at: cell if at in names else _as_typed(cell) for at, cell in enumerate(row)}
    surname = " ".join(filter(None, (cells.pop(at, "") for at in places["surname"])))
    known = {name: cells.pop(places[name][0], "") if places[name] else "" for name in ("id", "name", "email", "group")}
    if not {*re.findall(r"\w+", surname)} <= {*re.findall(r"\w+", known["name"])}:
        known["name"] = f"{known['name']} {surname}".strip()
    known["group"] = "" if NO_GROUP.fullmatch(known["group"]) else known["group"]
    return Person(**known, more={head[at]: cell for at, cell in cells.items() if at < len(head)})


def _as_typed(cell: str) -> str:
    """Return an id as it was before a spreadsheet wrote it as a formula, a number with decimals or a text with a mark."""
    text = re.sub(r'^="(.*)"$|^[\'#](?=\w)', r"\1", cell)
    return re.sub(r"^(\d+)[.,]00?$", r"\1", text)


def _of_canvas(head: Sequence[str], rows: Sequence[Row]) -> tuple[list[str], list[Row]]:
    """Return Canvas's gradebook without its columns of points, and without the rows of no person: points name no person."""
    kept = [at for at, title in enumerate(head) if not POINTS.search(title)]
    people = [
        (number, [row[at] for at in kept if at < len(row)])
        for number, row in rows
        if not MAXIMA.fullmatch(row[0])
        and not TEST_STUDENT.fullmatch(row[0])
        and not all(map(NO_PERSON.fullmatch, row))
    ]
    return [head[at] for at in kept], people


def _text_bytes(path: Path) -> bytes:
    """Return a table as text; a spreadsheet is read in another process."""
    data = path.read_bytes()
    if not data.startswith(MAGIC):
        return data
    return spreadsheet_text(
        path, path.name, Limits(), lambda text: any(map(_has_titles, text.splitlines()[:MAX_TITLE_LINES]))
    ).encode()
