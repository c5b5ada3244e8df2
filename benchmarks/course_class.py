"""A made-up class: its people, and what each hands in, as eight systems and many programs write it."""

from __future__ import annotations

import csv
import io
import json
import random
import tarfile
import unicodedata
import zipfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape

from benchmarks.plain_programs import DEPTH, MISTAKES, RIGHT, Grades, Mistake, Work

FIRST = ("Eva", "José", "María Jesús", "Ñusta", "Zoë", "Iñaki", "Ana", "Beto", "Úrsula", "Jean-Luc")
LAST = ("Ríos", "Ñandú Peña", "O'Higgins", "Muñoz Sáez", "de la Fuente", "Ibáñez")
PEOPLE = len(FIRST) * len(LAST)
RIGHT_PEOPLE = 29
"""The first people, whose numbers are right; the others make one mistake each."""
GROUP = (26, 27)
GROUP_NAME = "Grupo 7"
ON_TIME, TIMES = "2026-11-26-18-30-00", {18: "2026-11-29-05-00-00"}
LATE_POINTS = {24: 0.5, 18: 1.0, 25: 0.5, 19: 2.0, 22: 3.0}
"""What lateness costs: Canvas's mark is a day; 29 hours are two days; 21 minutes a day; 3.5 days four; at most 3 points."""
JUST_LATE = 20
"""Ten minutes late, within the grace."""
FORMATS = {
    8: "zip in zip",
    9: "xlsx",
    10: "tar.gz",
    11: "cp1252",
    12: "utf-16",
    13: "copy",
    14: "mac",
    15: "tar.gz",
    16: "xlsx",
    17: "semicolons",
    21: "xlsx",
    23: "xlsx",
}
"""What some people hand in instead of JSON and CSV."""
SHOWN_ITEMS = 300
Files = dict[str, bytes]


@dataclass(frozen=True)
class Student:
    number: int
    name: str

    @property
    def id(self) -> str:
        return f"{20_600_000 + 137 * self.number}-{'0123456789K'[self.number % 11]}"

    @property
    def email(self) -> str:
        return f"{self.login}@uc.example"

    @property
    def login(self) -> str:
        plain = unicodedata.normalize("NFKD", self.name).encode("ascii", "ignore").decode()
        return f"{''.join(filter(str.isalnum, plain)).lower()}-{self.number}"

    @property
    def canvas(self) -> int:
        return 4000 + self.number

    @property
    def participant(self) -> int:
        return 700 + self.number

    @property
    def sortable(self) -> str:
        """The surname first, in small letters, with accents, without anything else: as Canvas names files."""
        first, last = next((one, self.name[len(one) + 1 :]) for one in FIRST if self.name.startswith(f"{one} "))
        return "".join(filter(str.isalnum, last + first)).lower()

    @property
    def group(self) -> str:
        return GROUP_NAME if self.number in GROUP else ""


def people(count: int) -> list[Student]:
    names = [f"{first} {last}" for last in LAST for first in FIRST]
    return [Student(number, name) for number, name in enumerate(names[:count])]


def roster_text(students: Iterable[Student]) -> str:
    head = ("id", "name", "email", "group", "canvas", "moodle", "github")
    rows = [(one.id, one.name, one.email, one.group, one.canvas, one.participant, one.login) for one in students]
    return csv_text([head, *rows])


def csv_text(rows: Iterable[Sequence[object]], mark: str = ",", end: str = "\n") -> str:
    text = io.StringIO()
    csv.writer(text, delimiter=mark, lineterminator=end).writerows(rows)
    return text.getvalue()


def mistake_of(student: Student) -> Mistake | None:
    return MISTAKES[student.number - RIGHT_PEOPLE] if student.number >= RIGHT_PEOPLE else None


def work_of(student: Student, judged: Grades, train: Grades, popular: Sequence[str]) -> Work:
    """Return the lists and predictions of a student: popular items, in an order that is only the student's."""
    rng = random.Random(100 + student.number)
    noise = 5 + student.number % 3
    seen = student_sees_train(student)
    order = {item: rank for rank, item in enumerate(popular[:SHOWN_ITEMS])}
    lists = {}
    for user in judged:
        known = {} if seen else train.get(user, {})
        ranked = sorted((rank + rng.gauss(0, noise), item) for item, rank in order.items() if item not in known)
        lists[user] = [item for _rank, item in ranked[:DEPTH]]
    predicted = {(user, item): round(3.5 + rng.gauss(0, 0.5), 2) for user, grades in judged.items() for item in grades}
    return Work(judged, train, lists, predicted)


def student_sees_train(student: Student) -> bool:
    """Return whether a student judges on the training data, and so keeps its items in the lists."""
    mistake = mistake_of(student)
    return mistake is not None and mistake.program.on_train


def wrong_titles(student: Student, work: Work) -> set[str]:
    """Return which numbers of a student differ from the right ones."""
    mistake = mistake_of(student)
    if mistake is None:
        return set()
    right, claimed = RIGHT.values(work), mistake.program.values(work)
    return {title for title in right if abs(round(claimed[title], 6) - right[title]) > 0.5e-4 * (1 + 1e-9)}


def files_of(student: Student, work: Work, exercise: str) -> Files:
    """Return what a student hands in, by the names of the files."""
    mistake = mistake_of(student)
    claims = (mistake.program if mistake else RIGHT).values(work)
    claims = {title.replace("MRR", "RR"): round(value, 6) for title, value in claims.items()}
    form = FORMATS.get(student.number, "json")
    ranked = [(user, item, rank) for user, items in work.lists.items() for rank, item in enumerate(items, start=1)]
    rated = [(user, item, rating) for (user, item), rating in work.predicted.items()]
    numbers = {user: [int(item) for item in items] for user, items in work.lists.items()}
    done = {f"exercise_iic3633_{student.id}.json": exercise.encode()}
    if form in ("json", "copy"):
        again = " (1)" if form == "copy" else ""
        return done | {
            f"ranking{again}.json": json.dumps(numbers).encode(),
            f"ratings{again}.csv": csv_text([("user", "item", "rating"), *rated]).encode(),
            f"claims{again}.json": json.dumps(claims).encode(),
        }
    tables: dict[str, list[Sequence[object]]] = {
        "ranking": [("usuario", "ítem", "posición"), *ranked],
        "ratings": [("usuario", "película", "rating"), *rated],
        "claims": [("métrica", "valor"), *claims.items()],
    }
    if form == "xlsx":
        return done | {f"{name}.xlsx": xlsx(rows) for name, rows in tables.items()}
    encoding = {"cp1252": "cp1252", "utf-16": "utf-16"}.get(form, "utf-8")
    end = "\r" if form == "mac" else "\r\n"
    return done | {f"{name}.csv": csv_text(rows, ";", end).encode(encoding) for name, rows in tables.items()}


def xlsx(rows: Iterable[Sequence[object]]) -> bytes:
    """Return the smallest workbook with these rows."""
    lines = []
    for row in rows:
        cells = (
            f"<c><v>{cell}</v></c>"
            if isinstance(cell, (int, float))
            else f'<c t="inlineStr"><is><t>{escape(str(cell))}</t></is></c>'
            for cell in row
        )
        lines.append(f"<row>{''.join(cells)}</row>")
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    relations = "http://schemas.openxmlformats.org/package/2006/relationships"
    kinds = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    relation = '<Relationships xmlns="{}"><Relationship Id="r1" Type="{}/{}" Target="{}"/></Relationships>'
    return zipped(
        {
            "_rels/.rels": relation.format(relations, kinds, "officeDocument", "xl/workbook.xml"),
            "xl/workbook.xml": f'<workbook xmlns="{main}" xmlns:r="{kinds}"><sheets><sheet name="Hoja1" sheetId="1" r:id="r1"/>'
            "</sheets></workbook>",
            "xl/_rels/workbook.xml.rels": relation.format(relations, kinds, "worksheet", "worksheets/sheet1.xml"),
            "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{main}"><sheetData>{"".join(lines)}</sheetData></worksheet>',
        }
    )


def zipped(members: Mapping[str, str | bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return packed.getvalue()


def tarred(members: Mapping[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        for name, data in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return packed.getvalue()


def packed_files(student: Student, files: Files) -> Files:
    """Return the files of a student as they are handed in: in an archive, or as they are."""
    form = FORMATS.get(student.number)
    if form == "tar.gz":
        return {"tarea.tar.gz": tarred(files)}
    if form == "zip in zip":
        return {"tarea.zip": zipped({"entrega/tarea.zip": zipped(files)})}
    return files


def write(path: Path, data: str | bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data.encode() if isinstance(data, str) else data)


def by_canvas(folder: Path, student: Student, files: Files) -> None:
    late = "LATE_" if student.number in LATE_POINTS else ""
    for attached, (name, data) in enumerate(files.items(), start=100 * student.canvas):
        write(folder / f"{student.sortable}_{late}{student.canvas}_{attached}_{name}", data)


def by_moodle(folder: Path, student: Student, files: Files) -> None:
    prefix = f"{student.name}_{student.participant}_assignsubmission"
    write(folder / f"{prefix}_onlinetext" / "onlinetext.html", "<p>Mi tarea va adjunta.</p>")
    for name, data in files.items():
        write(folder / f"{prefix}_file" / name, data)


def by_blackboard(folder: Path, student: Student, files: Files) -> None:
    """Write an attempt with its receipt, and an earlier attempt with an empty file, which does not count."""
    prefix = f"Tarea 1_{student.login}_attempt"
    write(folder / f"{prefix}_2026-11-20-10-00-00_ranking.json", "{}")
    write(folder / f"{prefix}_2026-11-20-10-00-00.txt", f"Name: {student.name} ({student.login})\n")
    time = TIMES.get(student.number, ON_TIME)
    write(folder / f"{prefix}_{time}.txt", f"Name: {student.name} ({student.login})\n")
    for name, data in files.items():
        write(folder / f"{prefix}_{time}_{name}", data)


def by_gradescope(folder: Path, student: Student, files: Files) -> None:
    for name, data in files.items():
        write(folder / f"submission_{9000 + student.number}" / name, data)
    time = "2026-12-01 12:00:00" if student.number in LATE_POINTS else "2026-11-26 18:30:00"
    entry = (
        f'submission_{9000 + student.number}:\n  :submitters:\n  - :name: "{student.name}"\n    :sid: "{student.id}"\n'
        f'    :email: "{student.email}"\n  :created_at: {time} -03:00\n  :score: 0.0\n'
    )
    path = folder / "submission_metadata.yml"
    write(path, (path.read_text("utf-8") if path.exists() else "") + entry)


def by_github(folder: Path, student: Student, files: Files) -> None:
    for name, data in files.items():
        write(folder / f"tarea1-{student.login}" / name, data)


def by_drive(folder: Path, student: Student, files: Files) -> None:
    for name, data in files.items():
        write(folder / f"{student.name} - {name}", data)


def by_nbgrader(folder: Path, student: Student, files: Files) -> None:
    own = (
        folder / student.id / "tarea1"
    )  # what is in its folder submitted, which beside other people's files is not opened
    for name, data in files.items():
        write(own / name, data)


def loosely(folder: Path, student: Student, files: Files) -> None:
    for name, data in files.items():
        write(folder / (f"{student.id}.tar.gz" if name.endswith(".tar.gz") else f"{student.id}_{name}"), data)


SYSTEMS: tuple[Callable[[Path, Student, Files], None], ...] = (
    by_canvas,
    by_moodle,
    by_blackboard,
    by_gradescope,
    by_github,
    by_drive,
    by_nbgrader,
    loosely,
)
"""Each student is in one of these systems."""
WITHOUT_TIMES = (by_github, by_nbgrader)


def hand_in(folder: Path, student: Student, files: Files) -> None:
    SYSTEMS[student.number % len(SYSTEMS)](folder, student, packed_files(student, files))


def hand_in_as_group(folder: Path, files: Files) -> None:
    """Write the submission of a group as Canvas names it: with the name and the number of the group."""
    for attached, (name, data) in enumerate(files.items(), start=90001):
        write(folder / f"grupo7_5512_{attached}_{name}", data)


def moodle_worksheet(students: Iterable[Student]) -> str:
    """Return the grading worksheet of a site in Spanish: the times are those of the students who are in Moodle."""
    head = (
        "Identificador",
        "Nombre completo",
        "Número de ID",
        "Dirección de correo",
        "Estado",
        "Calificación",
        "Calificación máxima",
        "La calificación puede ser cambiada",
        "Última modificación (entrega)",
        "Última modificación (calificación)",
        "Comentarios de retroalimentación",
    )
    rows = []
    for one in students:
        day, hour = ("sábado, 28", "00:20") if one.number in LATE_POINTS else ("jueves, 26", "18:30")
        time = f"{day} de noviembre de 2026, {hour}" if one.number % len(SYSTEMS) == 1 else "-"
        rows.append(
            (
                f"Participante {one.participant}",
                one.name,
                one.id,
                one.email,
                "Enviado",
                "",
                "20,00",
                "Sí",
                time,
                "-",
                "",
            )
        )
    return "\ufeff" + csv_text([head, *rows])


def canvas_gradebook(students: Iterable[Student]) -> str:
    head = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Notas", "Tarea 1 (9001)", "Final Score")
    most = ("    Points Possible", "", "", "", "", "", "20.00", "(read only)")
    rows = []
    for one in students:
        first, last = next((word, one.name[len(word) + 1 :]) for word in FIRST if one.name.startswith(f"{word} "))
        rows.append((f"{last}, {first}", one.canvas, one.id, one.login, "IIC3633", " =1+1 ", "", ""))
    rows.append(("Student, Test", 999, "", "", "IIC3633", "", "", ""))
    return csv_text([head, most, *rows], end="\r\n")


def teacher_times(students: Iterable[Student]) -> str:
    """Return the lecturer's own table of times: of the students in the systems that show none."""
    rows = [(one.id, _teacher_time(one)) for one in students if SYSTEMS[one.number % len(SYSTEMS)] in WITHOUT_TIMES]
    return csv_text([("id", "handed_in"), *rows])


def _teacher_time(student: Student) -> str:
    late = "2026-12-05 18:30" if student.number in LATE_POINTS else "2026-11-26 18:30"
    return "2026-11-28T03:09:00Z" if student.number == JUST_LATE else late
