"""The command ``export``: the points of a graded class, back into Canvas, Moodle or a table."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

from typer import Argument, Exit, Option, Typer

from metrics_edu.homework.commands import LANGUAGE, refusing, show
from metrics_edu.homework.export.class_marks import Row, keys_of, listed, matched, numbers_of, read_marks
from metrics_edu.homework.export.feedback_zip import write_feedback
from metrics_edu.homework.export.lms_file import SYSTEMS, LmsFile, Place
from metrics_edu.homework.policy import read_policy
from metrics_edu.homework.submission.class_folder import roster_of
from metrics_edu.homework.submission.roster import Person, Roster, read_roster
from metrics_edu.language import N_, _, ngettext
from metrics_edu.tables.safe_files import PRIVATE, write_file
from metrics_edu.tables.spreadsheet_cells import table_text

NOTHING_WRITTEN = N_("Nothing is written. Correct the files, or add --partial to write the others.")
app = Typer()


@app.command(
    help=_("Write the points of a graded class into the file that Canvas or Moodle takes back, or into a table."),
    epilog=_(
        "Exit code: 0 if every person has a number; 1 if the file is written and some people have none; 2 if nothing is "
        "written."
    ),
)
def export(
    system: Annotated[Literal["canvas", "moodle", "csv"], Argument(help=_("Where the points go."))],
    graded: Annotated[Path, Option(help=_("The folder that grade wrote."))],
    out: Annotated[Path, Option(help=_("The new file."))],
    file: Annotated[Path | None, Argument(help=_("Canvas's gradebook or Moodle's worksheet; none for csv."))] = None,
    roster: Annotated[Path | None, Option(help=_("The roster (default: the policy's)."))] = None,
    policy: Annotated[Path | None, Option("--policy", "-p", help=_("The homework's YAML file."))] = None,
    column: Annotated[str | None, Option(help=_("The title or number of the column to fill."))] = None,
    what: Annotated[Literal["points", "mark"], Option(help=_("The points, or the student's mark."))] = "points",
    over: Annotated[Literal["refuse", "cut"], Option(help=_("What to do with a number above the maximum."))] = "refuse",
    partial: Annotated[bool, Option("--partial", help=_("Write the file if some people have no number."))] = False,
    feedback: Annotated[Path | None, Option(help=_("Also write a zip of the feedback for the LMS."))] = None,
    submissions: Annotated[Path | None, Option(help=_("The submissions from Canvas, for --feedback."))] = None,
    language: LANGUAGE = None,
) -> None:
    with refusing(language):
        if system == "csv" and (file or feedback):
            raise ValueError(_("export csv reads no file and packs no feedback; leave out both"))
        rules = read_policy(policy) if policy else None
        if rules is not None:
            rules.speak(language)
        usual = rules.name if rules else ""
        marks = read_marks(graded, what)
        source = _lms_file(system, file, column, usual, [out, *([feedback] if feedback else [])])
        people = read_roster(roster) if roster else roster_of(rules) if rules else None
        keys = keys_of(source.places, marks, people) if source else _of_class(marks, people)
        pairs, problems = matched(marks, keys, file.name if file else _("the roster"))
        lines = [f"{why} ({len(names)}): {listed(names)}" for why, names in problems.items()]
        if not pairs or (problems and not partial):
            raise ValueError("\n".join([*lines, _(NOTHING_WRITTEN)]))
        numbers = numbers_of(pairs, what, over)
        if feedback is not None:
            pages = {place: graded / "feedback" / Path(mark["feedback"]).name for place, mark in pairs.items()}
            lines += write_feedback(feedback, pages, SYSTEMS[system].feedback, submissions)
        title = source.title if source else column or usual or what
        rows = [[place.number, place.name, number] for place, number in numbers.items()]
        write_file(out, source.filled(numbers) if source else table_text(["id", "name", title], rows), mode=PRIVATE)
        lines += _summary(out, title, len(numbers), what)
    show("\n".join(lines))
    raise Exit(1 if problems else 0)


def _lms_file(system: str, file: Path | None, column: str | None, usual: str, new: Sequence[Path]) -> LmsFile | None:
    if system == "csv":
        return None
    if file is None or file.resolve() in [path.resolve() for path in new]:
        raise ValueError(_("name the file that {system} wrote, and other files to write", system=system.title()))
    return LmsFile(file, SYSTEMS[system], column, usual)


def _of_class(marks: Sequence[Row], roster: Roster | None) -> dict[Place, set[str]]:
    """Return a row for each person of the roster, or of the gradebook if there is none."""
    people = roster.people if roster else [Person(mark["submission"], "") for mark in marks]
    return {Place(person.name, (), person.id): {person.id} for person in people}


def _summary(out: Path, title: str, count: int, what: str) -> list[str]:
    written = ngettext("{out}: {count} number in the column {name}.", "{out}: {count} numbers in the column {name}.",
                       count, out=out, name=title)  # fmt: skip
    if what == "points":
        return [written, _("Points are rounded to 2 decimals, and halves up.")]
    return [written, _("Marks are rounded to 1 decimal, and halves up.")]
