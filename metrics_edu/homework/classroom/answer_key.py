"""The answer key of an exercise in class: each student's lists, the right values and their workings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from metrics_edu.homework.classroom.class_exercise import ClassExercise
from metrics_edu.homework.submission.roster import read_roster
from metrics_edu.language import refused
from metrics_edu.metrics import Ranking
from metrics_edu.metrics.measures import DEFAULT
from metrics_edu.metrics.values import ranking_measure
from metrics_edu.tables.safe_files import write_file
from metrics_edu.tables.spreadsheet_cells import table_text
from metrics_edu.working import Derivation
from metrics_edu.working.labels import letters, one_line


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


def read_students(path: Path) -> dict[str, str]:
    """Return the ids of students with their names, of a roster; or without, of a text file with an id on each line.

    Raises
    ------
    ValueError
        If the file is not UTF-8, has no student, or has several columns and is no roster.
    """
    try:
        lines = path.read_bytes().decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise refused("{path} is not UTF-8; save it as UTF-8", path=path) from None
    names = {line: "" for line in lines if line.strip()}
    if any(re.search("[,;\t]", line) for line in names):
        names = {person.id: person.name for person in read_roster(path).people}
    if not names:
        raise refused("the file has no ids: write the id of one student on each line")
    return {one_line(student).casefold(): name for student, name in names.items()}


def write_table(path: Path, answers: Iterable[Answer]) -> None:
    """Write an answer key as a table, with a row for each list."""
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
