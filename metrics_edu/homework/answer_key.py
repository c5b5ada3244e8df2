"""The answer key of an exercise in class: each student's lists, the right values and their workings, as a table or a page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from metrics_edu.homework.class_exercise import pairs_of
from metrics_edu.homework.report import page_html
from metrics_edu.homework.reveal import read_reveal
from metrics_edu.language import _, number, refused
from metrics_edu.metrics import DEFAULT, Ranking, measure
from metrics_edu.tables import table_text, write_file
from metrics_edu.working import Derivation, escape, one_line

KINDS = (".csv", ".html")


class Answer(NamedTuple):
    """The right answer to one list of one student."""

    student: str
    measure: str
    place: int
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
    code, drawn_from = one_line(class_code), (decimals, convention, read_reveal(reveal))
    for student in dict.fromkeys(one_line(name).casefold() for name in students):
        for name, pair in pairs_of(code, student, measures, *drawn_from).items():
            asked = measure(name, convention=convention)
            for place, ranking in enumerate(pair, start=1):
                yield Answer(student, name, place, ranking, asked.explain(ranking))


def write_key(path: Path, answers: Iterable[Answer]) -> int:
    """Write an answer key, as a table (.csv) or as a page with the workings (.html); return the number of students."""
    if path.suffix.lower() not in KINDS:
        raise refused("{path}: an answer key is a .csv or an .html file", path=path)
    found = [*answers]
    if not found:
        raise refused("an answer key needs the id of a student; the file has none")
    if path.suffix.lower() == ".csv":
        _write_table(path, found)
    else:
        write_file(path, page_html(_("Answer key"), "".join(_sections(found))))
    return len({answer.student for answer in found})


def _write_table(path: Path, answers: Sequence[Answer]) -> None:
    head = ["student", "measure", "list", "shown", "relevant", "value"]
    rows = [
        [
            one.student,
            one.measure,
            one.place,
            " ".join(one.ranking.marks()),
            int(one.ranking.relevant),
            one.derivation.value,
        ]
        for one in answers
    ]
    write_file(path, table_text(head, rows))


def _sections(answers: Sequence[Answer]) -> Iterator[str]:
    for student in dict.fromkeys(answer.student for answer in answers):
        yield f"<h2>{escape(student)}</h2>"
        for one in answers:
            if one.student == student:
                text = _("{measure}, list {place}: {value}", measure=one.measure, place=one.place,
                         value=number(one.derivation.value, fixed=4))  # fmt: skip
                yield f"<h3>{escape(text)}</h3><pre>{escape(one.derivation.text())}</pre>"
