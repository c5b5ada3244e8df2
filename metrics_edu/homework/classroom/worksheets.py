"""Sheets of paper for each student: the own lists with space for the working, and the answer key."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby
from pathlib import Path

from markupsafe import Markup

from metrics_edu.homework.classroom.answer_key import Answer
from metrics_edu.homework.judging.page import list_html, page_html
from metrics_edu.language import _, number, refused
from metrics_edu.tables.safe_files import write_file
from metrics_edu.working.labels import isolated, one_line
from metrics_edu.working.markup import element

MOST_DECIMALS = 6
"""As many as an exercise can ask for."""


def write_sheets(
    path: Path,
    answers: Iterable[Answer],
    names: Mapping[str, str],
    kinds: Mapping[str, str],
    rule: str = "",
) -> None:
    """Write a page to print, with one sheet of each kind for every student.

    Parameters
    ----------
    path : Path
    answers : iterable of Answer
        Those of a student are one after the other.
    names : mapping
        The name of each student; an id without a name is printed alone.
    kinds : mapping
        The titles, each with the kind of its sheets: "task" has space to write, "key" has the values and workings.
    rule : str
        What each sheet of tasks says first.
    """
    if path.suffix.lower() != ".html":
        raise refused("{path}: sheets to print must be an .html file", path=path)
    sheets = {student: [*own] for student, own in groupby(answers, key=lambda answer: answer.student)}
    parts = []
    for title, kind in kinds.items():
        parts.append(element("h1", title))
        for student, own in sheets.items():
            name = one_line(names[student])
            whose = element("h2", f"{isolated(name)} ({isolated(student)})" if name else student)
            tasks = map(_working, own) if kind == "key" else [element("p", rule), *map(_task, own)]
            parts.append(element("section", whose, *tasks, class_=kind, style=f"--lists:{len(own)}"))
    write_file(path, page_html(next(iter(kinds)), element("main", *parts, class_="sheets")))


def _task(answer: Answer) -> Markup:
    heading = _("{measure}, list {number}", measure=answer.measure, number=answer.position)
    blank = element("p", f"{answer.measure} = ", element("span", class_="blank"))
    return element("section", element("h3", heading), list_html(answer.ranking), element("div", class_="work"), blank)


def _working(answer: Answer) -> Markup:
    heading = _("{measure}, list {number}: {value}", measure=answer.measure, number=answer.position,
                value=number(answer.derivation.value, fixed=MOST_DECIMALS))  # fmt: skip
    working = element("pre", answer.derivation.text())
    return element("section", element("h3", heading), list_html(answer.ranking), working)
