"""Worksheets to print: a sheet of paper for each student, with the student's own lists and space for the working."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from markupsafe import Markup

from metrics_edu.homework.classroom.answer_key import Answer, by_student, key_html, whose
from metrics_edu.homework.classroom.list_table import list_table
from metrics_edu.homework.judging.page import page_html
from metrics_edu.language import _, number, refused
from metrics_edu.metrics import CONVENTIONS
from metrics_edu.tables.safe_files import write_file
from metrics_edu.working.markup import element


def write_worksheets(
    path: Path,
    answers: Iterable[Answer],
    title: str,
    names: Mapping[str, str],
    *,
    decimals: int,
    convention: str,
    key: bool = False,
) -> int:
    """Write a page with a sheet for each student, and with `key` the answers after them; return the number of students.

    Raises
    ------
    ValueError
        If the file is no .html, or there is no student.
    """
    if path.suffix.lower() != ".html":
        raise refused("{path}: worksheets must be an .html file", path=path)
    sheets = by_student(answers)
    rule = _("Write each value with {decimals} decimals, such as {example}. Convention: {convention}.",
             decimals=decimals, example=number(0.5, fixed=decimals), convention=_(CONVENTIONS[convention].title))  # fmt: skip
    parts = [
        element("section", element("h2", whose(student, names)), element("p", rule), *_tasks(own),
                class_="sheet", style=f"--lists:{len(own)}")
        for student, own in sheets.items()
    ]  # fmt: skip
    if key:
        parts += [element("h1", _("Answer key")), *key_html(sheets, names)]
    write_file(path, page_html(title, element("main", element("h1", title), *parts, class_="sheets")))
    return len(sheets)


def _tasks(answers: Sequence[Answer]) -> Iterator[Markup]:
    for one in answers:
        heading = _("{measure}, list {number}", measure=one.measure, number=one.position)
        blank = element("p", f"{one.measure} = ", element("span", class_="blank"))
        yield element("section", element("h3", heading), list_table(one.ranking), element("div", class_="work"), blank)
