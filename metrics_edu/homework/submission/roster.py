"""Roster: the people of a course, by whom a file is given to one of them, or to none of them."""

from __future__ import annotations

import difflib
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import takewhile
from pathlib import Path

from metrics_edu.homework.submission.names import folded_name, without_accents
from metrics_edu.homework.submission.plain_text import MAGIC, spreadsheet_text
from metrics_edu.language import _
from metrics_edu.tables.column_roles import plain_title
from metrics_edu.tables.file_format import numbered_rows

COLUMNS = {
    "id": (
        "id",
        "id_number",
        "numero_de_id",
        "identificador",
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
        "nombre",
        "nombres",
        "nombre(s)",
    ),
    "surname": (
        "surname",
        "last_name",
        "apellido",
        "apellidos",
        "apellido(s)",
        "apellido_paterno",
        "primer_apellido",
        "apellido_materno",
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
    "group": ("group", "team", "grupo", "equipo"),
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
CANVAS = {"student", "id", "section"}
"""The columns of the gradebook that Canvas exports."""
NOBODY = re.compile(r"\s*(muted|manual posting.*|\(read only\))?\s*", flags=re.I)
"""What every cell of a row of that gradebook says that is no person's."""
POINTS = re.compile(r"\(\d+\)\s*$|(?:Current|Final|Unposted|Override) (?:Score|Points|Grade|Status)|(?:Score|Points)$")
"""The titles of its columns of points."""
MAXIMA = re.compile(r".*Points Possible.*")
TEST_STUDENT = re.compile(r"Student, Test|Test Student")
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
        self._words = [_words(one.name) for one in self.people]
        self._near = {
            without_accents(form): one
            for one in self.people
            for forms in one.forms()
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
        found = difflib.get_close_matches(plain, self._near, n=1, cutoff=0.75)
        return self._near[found[0]] if found else None

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
        words, others = _words(person.name), zip(self.people, map(iter, self._words), strict=True)
        return [one for one, theirs in others if all(word in theirs for word in words) and one != person]

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
        If a column is missing, a row has no id, or two rows have one id.
    """
    rows = [*numbered_rows(_text_bytes(path), path)]
    (_line, head), *rows = rows or [(1, [])]
    if {*map(plain_title, head)} >= CANVAS:
        head, rows = _of_canvas(head, rows)
    columns = [plain_title(title) for title in head]
    places = {name: [columns.index(title) for title in titles if title in columns] for name, titles in COLUMNS.items()}
    if not places["id"] or not places["name"]:
        raise ValueError(_("{path}: expected a CSV with the columns id and name; found {value}. Rename the columns of the ids "
                           "and of the names.",
                           path=path, value=", ".join(filter(str.isprintable, head)) or _("nothing")))  # fmt: skip
    people: dict[str, Person] = {}
    lines: dict[str, list[str]] = {}
    for number, row in rows:
        person = _person(row, head, places)
        key = "".join(folded({person.id}))
        if key and lines.setdefault(key, row) == row and key in people:
            continue
        if not key or key in people:
            raise ValueError(_("{path}, row {row}: each person needs a separate id; got {value!r}",
                               path=path, row=number, value=person.id))  # fmt: skip
        people[key] = person
    ids = [head[at] for at in places["id"]]
    others = [(people.get(cell, one), one) for one in people.values() for title in ids[1:] for cell in one.cells[title]]
    if columns[places["id"][0]] != "id" and any(other is not one for other, one in others):
        raise ValueError(_("{path}: one id is of two people in the columns {value}; rename the column that has the ids to id",
                           path=path, value=", ".join(ids)))  # fmt: skip
    return Roster(people.values())


def _person(row: Sequence[str], head: Sequence[str], places: Mapping[str, list[int]]) -> Person:
    names = {*places["name"], *places["surname"]}
    cells = {at: cell if at in names else _as_typed(cell) for at, cell in enumerate(row)}
    surname = " ".join(filter(None, (cells.pop(at, "") for at in places["surname"])))
    known = {name: cells.pop(places[name][0], "") if places[name] else "" for name in ("id", "name", "email", "group")}
    if not {*re.findall(r"\w+", surname)} <= {*re.findall(r"\w+", known["name"])}:
        known["name"] = f"{known['name']} {surname}".strip()
    return Person(**known, more={head[at]: cell for at, cell in cells.items() if at < len(head)})


def _as_typed(cell: str) -> str:
    """Return an id as it was before a spreadsheet wrote it as a formula or as a number with decimals."""
    text = re.sub(r'^="(.*)"$', r"\1", cell)
    return re.sub(r"^(\d+)\.0+$", r"\1", text)


def _of_canvas(head: Sequence[str], rows: Sequence[Row]) -> tuple[list[str], list[Row]]:
    """Return Canvas's gradebook without its columns of points, and without the rows of no person: points name nobody."""
    kept = [at for at, title in enumerate(head) if not POINTS.search(title)]
    people = [
        (number, [row[at] for at in kept if at < len(row)])
        for number, row in rows
        if not MAXIMA.fullmatch(row[0]) and not TEST_STUDENT.fullmatch(row[0]) and not all(map(NOBODY.fullmatch, row))
    ]
    return [head[at] for at in kept], people


def _text_bytes(path: Path) -> bytes:
    """Return a table as text; a spreadsheet is read in another process."""
    data = path.read_bytes()
    if not data.startswith(MAGIC):
        return data
    from metrics_edu.homework.policy import Limits

    return spreadsheet_text(path, path.name, Limits(), _is_roster).encode()


def _is_roster(text: str) -> bool:
    head = {plain_title(title) for title in text.partition("\n")[0].split("\t")}
    return all(not head.isdisjoint(COLUMNS[name]) for name in ("id", "name"))
