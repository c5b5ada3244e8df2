"""The commands of drawn exercises: ``worksheets`` and ``key`` for paper, ``quiz`` for Moodle."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from typer import Argument, Option, Typer

from metrics_edu.homework.classroom.answer_key import answer_key, read_students, write_table
from metrics_edu.homework.classroom.moodle_quiz import quiz_xml
from metrics_edu.homework.classroom.worksheets import write_sheets
from metrics_edu.homework.commands import LANGUAGE, refusing, show
from metrics_edu.language import _, ngettext, number
from metrics_edu.metrics import CONVENTIONS
from metrics_edu.metrics.measures import DEFAULT
from metrics_edu.tables.safe_files import write_file

MAX_DRAWS = 1000
CODE = Annotated[str, Argument(help=_("The class code of the exercise."))]
STUDENTS = Annotated[
    Path, Argument(help=_("A roster (CSV with the columns id and name), or a text file with an id on each line."))
]
MEASURES = Annotated[list[str], Option("--measure", "-m", help=_("Such as AP@5; repeat for more."))]
DECIMALS = Annotated[int, Option(help=_("The decimals of an answer."))]
CONVENTION = Annotated[str, Option(help=_("The convention of the right values."))]
REVEAL = Annotated[str, Option(help=_("As in the exercise; the lists depend on it."))]
app = Typer()


def _names(measures: Sequence[str]) -> list[str]:
    return [name.strip() for spelled in measures for name in spelled.split(",")]


@app.command(
    help=_("Write the answer key of an exercise in class: each student's lists, the right values, the workings.")
)
def key(
    class_code: CODE,
    students: STUDENTS,
    out: Annotated[
        Path, Option("--out", "-o", help=_("The key: a table (.csv), or a page with the workings (.html)."))
    ],
    measures: MEASURES,
    decimals: DECIMALS = 3,
    convention: CONVENTION = DEFAULT,
    reveal: REVEAL = "",
    language: LANGUAGE = None,
) -> None:
    with refusing(language):
        names, people = _names(measures), read_students(students)
        answers = answer_key(class_code, people, names, decimals=decimals, convention=convention, reveal=reveal)
        title = _("Answer key: class {class_code}, {measures}", class_code=class_code, measures=", ".join(names))
        if out.suffix.lower() == ".csv":
            write_table(out, answers)
        else:
            write_sheets(out, answers, people, {title: "key"})
    show(ngettext("{out}: the key of {count} student", "{out}: the key of {count} students", len(people), out=out))


@app.command(
    help=_("Write worksheets to print: each student's own lists, with space for the working, on one page each.")
)
def worksheets(
    class_code: CODE,
    students: STUDENTS,
    out: Annotated[Path, Option("--out", "-o", help=_("The page to print (.html)."))],
    measures: MEASURES,
    decimals: DECIMALS = 3,
    convention: CONVENTION = DEFAULT,
    reveal: REVEAL = "",
    with_key: Annotated[bool, Option("--key", help=_("Also print the answer key, after the last sheet."))] = False,
    language: LANGUAGE = None,
) -> None:
    with refusing(language):
        names, people = _names(measures), read_students(students)
        answers = answer_key(class_code, people, names, decimals=decimals, convention=convention, reveal=reveal)
        title = _("Worksheets: class {class_code}, {measures}", class_code=class_code, measures=", ".join(names))
        rule = _("Write each value as in {example} (decimals required: {decimals}). Convention: {convention}.",
                 decimals=decimals, example=number(0.5, fixed=decimals), convention=_(CONVENTIONS[convention].title))  # fmt: skip
        kinds = {title: "task"} | ({_("Answer key"): "key"} if with_key else {})
        write_sheets(out, answers, people, kinds, rule)
    show(ngettext("{out}: {count} worksheet", "{out}: {count} worksheets", len(people), out=out))


@app.command(help=_("Write questions for Moodle: drawn lists, with a sentence on each known mistake as feedback."))
def quiz(
    class_code: CODE,
    out: Annotated[Path, Option("--out", "-o", help=_("The questions, in Moodle's XML (.xml)."))],
    measures: MEASURES,
    count: Annotated[int, Option(min=1, max=MAX_DRAWS, help=_("The pairs of lists of each measure."))] = 20,
    decimals: DECIMALS = 3,
    convention: CONVENTION = DEFAULT,
    language: LANGUAGE = None,
) -> None:
    with refusing(language):
        xml = quiz_xml(class_code, _names(measures), count, decimals=decimals, convention=convention)
        write_file(out, xml)
    show(ngettext("{out}: {count} question", "{out}: {count} questions", xml.count("<name>"), out=out))
