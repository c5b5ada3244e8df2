"""The answer key of an exercise in class: each student's lists, the right values and their workings, as a table or a page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from markupsafe import Markup

from metrics_edu.homework.classroom.class_exercise import ClassExercise
from metrics_edu.homework.judging.page import page_html
from metrics_edu.language import _, number, refused
from metrics_edu.metrics import Ranking
from metrics_edu.metrics.measures import DEFAULT
from metrics_edu.metrics.values import ranking_measure
from metrics_edu.tables.safe_files import write_file
from metrics_edu.tables.spreadsheet_cells import table_text
from metrics_edu.working import Derivation
from metrics_edu.working.labels import letters, one_line
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
    for student in dict.fromkeys(one_line(name).casefold() for name in students):
        exercise = ClassExercise(class_code, student, measures, decimals=decimals, convention=convention, reveal=reveal)
        for name, pair in exercise.pairs.items():
            measure = ranking_measure(name, convention=convention)
            for position, ranking in enumerate(pair, start=1):
                yield Answer(student, name, position, ranking, measure.explain(ranking))


def read_ids(path: Path) -> list[str]:
    """Return the ids in a text file, one on each line.

    Raises
    ------
    ValueError
        If the file is not UTF-8, or a line has several columns.
    """
    try:
        lines = path.read_bytes().decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise refused("{path} is not UTF-8; save it as UTF-8", path=path) from None
    for position, line in enumerate(lines, start=1):
        if re.search("[,;\t]", line):
            raise refused(
                "{path}, line {line} has several columns; write one id on each line", path=path, line=position
            )
    return [*filter(None, map(str.strip, lines))]


def write_key(path: Path, answers: Iterable[Answer], title: str) -> int:
    """Write an answer key, as a table (.csv) or as a page with the workings (.html); return the number of students."""
    if path.suffix.lower() not in KINDS:
        raise refused("{path}: an answer key must be a .csv or an .html file", path=path)
    found = [*answers]
    if not found:
        raise refused("the file has no ids: write the id of one student on each line")
    if path.suffix.lower() == ".csv":
        _write_table(path, found)
    else:
        write_file(path, page_html(title, element("h1", title), *_sections(found)))
    return len({answer.student for answer in found})


def _write_table(path: Path, answers: Sequence[Answer]) -> None:
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
        for one in answers
    ]
    write_file(path, table_text(head, rows))


def _sections(answers: Sequence[Answer]) -> Iterator[Markup]:
    for student in dict.fromkeys(answer.student for answer in answers):
        yield element("h2", student)
        for one in answers:
            if one.student == student:
                text = _("{measure}, list {number}: {value}", measure=one.measure, number=one.position,
                         value=number(one.derivation.value, fixed=MOST_DECIMALS))  # fmt: skip
                yield element("h3", text)
                yield element("pre", one.derivation.text())
