"""The answer key of an exercise in class, and sheets of paper: each student's own lists, and the right values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from markupsafe import Markup

from metrics_edu.files.safe_files import PRIVATE, write_file
from metrics_edu.files.spreadsheet_cells import table_text
from metrics_edu.language import _, refused
from metrics_edu.metrics import Ranking
from metrics_edu.metrics.measures import DEFAULT
from metrics_edu.metrics.value_and_derivation import ranking_measure
from metrics_edu.tables.reading.column_roles import plain_title
from metrics_edu.tables.reading.file_format import rows_of
from metrics_edu.working.labels import isolated, letters, one_line
from metrics_edu.working.markup import element
from metrics_homework.classroom.class_exercise import ClassExercise
from metrics_homework.judging.page import list_html, page_html
from metrics_homework.submission.plain_text import MAGIC
from metrics_homework.submission.roster import COLUMNS, read_roster


class Answer(NamedTuple):
    """The right answer to one list of one student."""

    student: str
    measure: str
    position: int
    ranking: Ranking
    value: float


def answer_key(
    class_code: str,
    students: Iterable[str],
    measures: Sequence[str],
    *,
    decimals: int = 3,
    convention: str = DEFAULT,
    reveal: str = "",
) -> Iterator[Answer]:
    """Return the right answers of each student to an exercise in class.

    Parameters
    ----------
    class_code, measures, decimals, convention, reveal
        Those of the exercise, as of `ClassExercise`: with other ones the lists differ.
    students : iterable of str
        Their ids.

    Raises
    ------
    ValueError
        As `ClassExercise`.

    Examples
    --------
    >>> first, second = answer_key("iic3633", ["Ana"], ["AP@5"])
    >>> first.student, first.ranking, round(first.value, 4)
    ('ana', Ranking('NNNRR', relevant=4), 0.1625)
    """
    for student in dict.fromkeys(one_line(name).casefold() for name in students):
        exercise = ClassExercise(class_code, student, measures, decimals=decimals, convention=convention, reveal=reveal)
        for name, pair in exercise.pairs.items():
            measure = ranking_measure(name, convention=convention)
            for position, ranking in enumerate(pair, start=1):
                yield Answer(student, name, position, ranking, measure(ranking))


def read_students(path: Path) -> dict[str, str]:
    """Return the ids of students with their names, of a roster; or without, of a text file with an id on each line.

    Raises
    ------
    ValueError
        If the file has no student, or has several columns and is no roster.
    """
    data = path.read_bytes()
    is_spreadsheet = data.startswith(MAGIC)
    rows = [] if is_spreadsheet else rows_of(data)
    names = {row[0]: "" for row in rows}
    if rows and plain_title(rows[0][0]) in COLUMNS["id"]:
        del names[rows[0][0]]
    if is_spreadsheet or any(len(row) > 1 for row in rows):
        names = {person.id: person.name for person in read_roster(path).people}
    if not names:
        raise refused("the file has no ids: write the id of one student on each line")
    return {one_line(student).casefold(): name for student, name in names.items()}


def write_key(path: Path, answers: Iterable[Answer], decimals: int) -> None:
    """Write an answer key as a table, with a row for each list and its value with the decimals of the exercise."""
    if path.suffix.lower() != ".csv":
        raise refused("{path}: the key must be a .csv file", path=path)
    head = ["student", "measure", "list", "shown", "relevant", "grades", "value"]
    rows = [
        [
            answer.student,
            answer.measure,
            answer.position,
            " ".join(answer.ranking.marks()),
            int(answer.ranking.relevant),
            " ".join(letters(answer.ranking.pool(), graded=True)),
            f"{answer.value:.{decimals}f}",
        ]
        for answer in answers
    ]
    write_file(path, table_text(head, rows), mode=PRIVATE)


def write_sheets(
    path: Path, answers: Iterable[Answer], names: Mapping[str, str], title: str, about: str, rule: str
) -> None:
    """Write a page to print, with a sheet for every student.

    Parameters
    ----------
    path : Path
    answers : iterable of Answer
        Those of a student are one after the other.
    names : mapping
        The name of each student; an id without a name is printed alone.
    title : str
        Of the page.
    about : str
        The course, the class code and the measures. In print it is at the head of every page, with whose page it is.
    rule : str
        What each sheet says first.
    """
    if path.suffix.lower() != ".html":
        raise refused("{path}: sheets to print must be an .html file", path=path)
    parts, kind = [element("h1", title)], element("p", _("Worksheet"), f" · {about}")
    for student, own in groupby(answers, key=lambda answer: answer.student):
        name, tasks = one_line(names[student]), [*map(_task, own)]
        whose = element("h2", f"{isolated(name)} ({isolated(student)})" if name else student)
        day = element("p", _("Date:"), " ", element("span", class_="blank"))
        head = element("header", kind, day, whose)
        lists = element("div", element("p", rule), *tasks)
        parts.append(element("section", head, lists, class_="task", style=f"--lists:{len(tasks)}"))
    write_file(path, page_html(title, element("main", *parts, class_="sheets")), mode=PRIVATE)


def _task(answer: Answer) -> Markup:
    heading = _("{measure}, list {number}", measure=answer.measure, number=answer.position)
    blank = element("p", f"{answer.measure} = ", element("span", class_="blank"))
    return element("section", element("h3", heading), list_html(answer.ranking), element("div", class_="work"), blank)
