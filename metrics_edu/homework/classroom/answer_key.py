"""The answer key of an exercise in class: each student's lists, the right values and their workings, as a table or a page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from markupsafe import Markup

from metrics_edu.homework.classroom.class_exercise import ClassExercise
from metrics_edu.homework.classroom.list_table import list_table
from metrics_edu.homework.judging.page import page_html
from metrics_edu.homework.submission.roster import read_roster
from metrics_edu.language import _, number, refused
from metrics_edu.metrics import Ranking
from metrics_edu.metrics.measures import DEFAULT
from metrics_edu.metrics.values import ranking_measure
from metrics_edu.tables.safe_files import write_file
from metrics_edu.tables.spreadsheet_cells import table_text
from metrics_edu.working import Derivation
from metrics_edu.working.labels import isolated, letters, one_line
from metrics_edu.working.markup import element

KINDS = (".csv", ".html")
MOST_DECIMALS = 6
"""As many as an exercise can ask for."""


class Answer(NamedTuple):
    """The right answer to one list of one student."""

    student: str
    measure: str
    position: int
    ranking: Ranking
    derivation: Derivation


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
    >>> first.student, first.ranking, round(first.derivation.value, 4)
    ('ana', Ranking('NNNRR', relevant=4), 0.1625)
    """
    for student in dict.fromkeys(drawn_id(name) for name in students):
        exercise = ClassExercise(class_code, student, measures, decimals=decimals, convention=convention, reveal=reveal)
        for name, pair in exercise.pairs.items():
            measure = ranking_measure(name, convention=convention)
            for position, ranking in enumerate(pair, start=1):
                yield Answer(student, name, position, ranking, measure.explain(ranking))


def read_students(path: Path) -> dict[str, str]:
    """Return the ids of students with their names, of a roster; or without, of a text file with an id on each line.

    Raises
    ------
    ValueError
        If the file is not UTF-8, or has several columns and is no roster.
    """
    try:
        lines = path.read_bytes().decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise refused("{path} is not UTF-8; save it as UTF-8", path=path) from None
    if any(re.search("[,;\t]", line) for line in lines):
        return {drawn_id(person.id): person.name for person in read_roster(path).people}
    return {drawn_id(line): "" for line in lines if line.strip()}


def drawn_id(text: str) -> str:
    """Return an id as the lists are drawn from it."""
    return one_line(text).casefold()


def write_key(path: Path, answers: Iterable[Answer], title: str, names: Mapping[str, str]) -> int:
    """Write an answer key, as a table (.csv) or as a page with the workings (.html); return the number of students."""
    if path.suffix.lower() not in KINDS:
        raise refused("{path}: an answer key must be a .csv or an .html file", path=path)
    sheets = by_student(answers)
    if path.suffix.lower() == ".csv":
        _write_table(path, sheets)
    else:
        write_file(
            path, page_html(title, element("main", element("h1", title), *key_html(sheets, names), class_="sheets"))
        )
    return len(sheets)


def by_student(answers: Iterable[Answer]) -> dict[str, list[Answer]]:
    found: dict[str, list[Answer]] = {}
    for answer in answers:
        found.setdefault(answer.student, []).append(answer)
    if not found:
        raise refused("the file has no ids: write the id of one student on each line")
    return found


def _write_table(path: Path, sheets: Mapping[str, Sequence[Answer]]) -> None:
    head = ["student", "measure", "list", "shown", "relevant", "grades", "value"]
    rows = [
        [
            one.student,
            one.measure,
            one.position,
            " ".join(one.ranking.marks()),
            int(one.ranking.relevant),
            " ".join(letters(one.ranking.pool(), graded=True)),
            one.derivation.value,
        ]
        for answers in sheets.values()
        for one in answers
    ]
    write_file(path, table_text(head, rows))


def key_html(sheets: Mapping[str, Sequence[Answer]], names: Mapping[str, str]) -> Iterator[Markup]:
    """Give a table of the right values, then the workings of each student on a separate page."""
    first = next(iter(sheets.values()))
    head = element("tr", *(element("th", title, scope="col") for title in [_("Student"), *map(_heading, first)]))
    rows = [[element("th", whose(student, names), scope="row"), *map(_cell, own)] for student, own in sheets.items()]
    yield element("table", element("thead", head), *(element("tr", *row) for row in rows))
    for student, own in sheets.items():
        yield element("section", element("h2", whose(student, names)), *map(_working, own), class_="key")


def _heading(answer: Answer) -> str:
    return _("{measure}, list {number}", measure=answer.measure, number=answer.position)


def _cell(answer: Answer) -> Markup:
    return element("td", number(answer.derivation.value, fixed=MOST_DECIMALS))


def _working(answer: Answer) -> Markup:
    text = _("{measure}, list {number}: {value}", measure=answer.measure, number=answer.position,
             value=number(answer.derivation.value, fixed=MOST_DECIMALS))  # fmt: skip
    return element("section", element("h3", text), list_table(answer.ranking), element("pre", answer.derivation.text()))


def whose(student: str, names: Mapping[str, str]) -> str:
    """Return the name of a student with the id, or the id alone."""
    name = one_line(names.get(student, ""))
    return f"{isolated(name)} ({isolated(student)})" if name else student
