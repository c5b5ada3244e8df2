"""The command line: ``metrics-homework check`` for students; for teachers to grade, to export, and for exercises in class.

The help is in the language of the environment: it is made before ``--language`` is read.
"""

# ruff: noqa: E402 - the language and what Ctrl+C does are set before the slow imports, which make the help

from __future__ import annotations

import sys

from metrics_edu.language import (
    N_,
    SPREADSHEET,
    STOPPED,
    _,
    ngettext,
    number,
    read_number,
    refused,
    set_language,
    set_language_of,
    stop_in_words,
    stopped,
)

sys.excepthook = stop_in_words
set_language_of("METRICS_EDU_LANG", "LC_ALL", "LC_MESSAGES", "LANG")

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from rich.console import Console
from rich.text import Text
from typer import Argument, Exit, Option, Typer

from metrics_edu.files.safe_files import PRIVATE, in_words, write_file, write_files
from metrics_edu.files.spreadsheet_cells import table_text
from metrics_edu.metrics.conventions import convention_of
from metrics_edu.metrics.measures import DEFAULT
from metrics_edu.working.labels import one_line, spoken
from metrics_edu.working.printing import columns
from metrics_homework.check import check_submission
from metrics_homework.classroom.moodle_quiz import quiz_xml
from metrics_homework.classroom.poll import poll_files
from metrics_homework.classroom.worksheets import answer_key, read_students, write_key, write_sheets
from metrics_homework.course import read_course
from metrics_homework.example_class import SEED, init_tarea
from metrics_homework.export.class_marks import Row, listed, matched, numbers_of, packed_feedback, read_marks
from metrics_homework.export.lms_file import SYSTEMS, LmsFile, Place
from metrics_homework.grading.grade import grade_folder, read_teacher_files
from metrics_homework.grading.gradebook import Gradebook
from metrics_homework.judging.code_lookup import meaning
from metrics_homework.judging.judged_claims import EXCUSED
from metrics_homework.judging.report import NothingToExplainError, Report
from metrics_homework.policy import Policy
from metrics_homework.policy_file import read_policy
from metrics_homework.statement import statement
from metrics_homework.submission.class_folder import class_of, opened, roster_of
from metrics_homework.submission.roster import Roster, read_roster
from metrics_homework.submission.submissions import HandedIn

MAX_ROWS_SHOWN = 30
LANGUAGE = Annotated[str | None, Option(help=_("en or es."))]
POLICY = Annotated[Path, Option("--policy", "-p", help=_("The homework's YAML file, such as tarea1.yaml."))]
if TYPE_CHECKING:
    System = str
else:
    System = Literal[(*SYSTEMS, "csv")]
FOLDER = Annotated[Path | None, Argument(help=_("A folder of folders, files or zips, one for each submission."))]
MAX_DRAWS = 1000
CODE = Annotated[str, Argument(help=_("The class code of the exercise."))]
STUDENTS = Annotated[
    Path, Argument(help=_("A roster (CSV with the columns id and name), or a text file with an id on each line."))
]
MEASURES = Annotated[list[str], Option("--measure", "-m", help=_("Such as AP@5; repeat for more."))]
DECIMALS = Annotated[int, Option(help=_("The decimals of an answer."))]
CONVENTION = Annotated[str, Option(help=_("The convention of the right values."))]
REVEAL = Annotated[str, Option(help=_("As in the exercise; the lists depend on it."))]
ROUNDED = {
    "points": N_("Points are rounded to 2 decimals, and halves up."),
    "mark": N_("Marks are rounded to 1 decimal, and halves up."),
}
app = Typer(
    help=_("Check and grade homework, and give exercises in class."), no_args_is_help=True, add_completion=False
)


@contextmanager
def refusing(language: str | None) -> Iterator[None]:
    """Print the sentence about what is rejected, and end with 2; after Ctrl+C, end with 130."""
    try:
        if language:
            set_language(language)
        yield
        return
    except KeyboardInterrupt:
        code, sentence = STOPPED, stopped()
    except (ValueError, OSError, ModuleNotFoundError) as error:
        code, sentence = 2, in_words(error)
    Console(stderr=True, soft_wrap=True).print(Text(sentence, style="bold"))
    raise Exit(code)


def check_new(new: Sequence[Path | None], kept: Sequence[Path | None]) -> None:
    """Raise ValueError if a file to write is one of those that a command keeps, is in one of them, or is a folder."""
    written, read = ([path.resolve() for path in paths if path] for paths in (new, kept))
    for at, path in enumerate(written):
        if path.is_dir() or path in written[:at] or {path, *path.parents} & {*read}:
            raise refused("{path} is a folder, or a file that the command reads or writes; name a new file", path=path)


def show(text: str, style: str = "") -> None:
    """Print text as it is: nothing in it is markup."""
    Console(soft_wrap=True).print(Text(text, style=style))


@app.command(
    help=_("Check your homework before you hand it in: format, plausibility, measures and your numbers."),
    epilog=_(
        "Exit code: 0 if the files have no error; 1 if they have one, as the report says; 2 if nothing was checked, "
        "because of the command, the policy or the disk."
    ),
)
def check(
    submission: Annotated[Path, Argument(help=_("Your folder, zip or ranking file."))],
    policy: POLICY,
    explained: Annotated[str | None, Option("--explain", help=_("Also print the working for this user."))] = None,
    measure: Annotated[
        str | None, Option("--measure", "-m", help=_("The measure to explain (default: the first)."))
    ] = None,
    html: Annotated[Path | None, Option(help=_("Also write the report as a web page."))] = None,
    language: LANGUAGE = None,
) -> None:
    with refusing(language):
        rules = read_policy(policy)
        rules.speak(language)
        check_new([html], [*rules.files, submission if submission.is_file() else None])
        report = check_submission(submission, rules)
        lines = [report.text()]
        if explained is not None:
            lines += ["", _explained(report, explained, measure)]
        if html is not None:
            write_file(html, report.page())
    show("\n".join(lines))
    raise Exit(1 if report.errors else 0)


def _explained(report: Report, user: str, measure: str | None) -> str:
    """Return the working of a user's value, or why an error of the files left nothing to explain."""
    try:
        return report.explain(user, measure).text()
    except NothingToExplainError as error:
        if report.errors:
            return str(error)
        raise


@app.command(
    help=_("Grade a class: gradebook, details, leaderboard, mistakes, and feedback on each submission."),
    epilog=_(
        "Exit code: 0 if every row is graded; 1 if some rows need manual review or a file has no owner, as the last "
        "line says; 2 if nothing was done, because of the command, the policy or the disk."
    ),
)
def grade(
    folder: FOLDER = None,
    policy: POLICY = Path("tarea1.yaml"),
    out: Annotated[Path | None, Option(help=_("The folder for the results."))] = None,
    roster: Annotated[
        Path | None,
        Option(help=_("A CSV of the people: id, name, email, group; else the policy's submissions.roster.")),
    ] = None,
    processes: Annotated[
        int | None, Option(min=1, help=_("The number of processes (default: one for each processor)."))
    ] = None,
    dry_run: Annotated[bool, Option("--dry-run", help=_("Only check the policy against its data."))] = False,
    language: LANGUAGE = None,
) -> None:
    with refusing(language):
        if dry_run:
            lines, code = _dry_run(policy, folder, roster, language), 0
        elif folder is None or out is None:
            raise refused("grade needs a folder of submissions and --out, or --dry-run")
        else:
            book = grade_folder(folder, policy, out, roster=roster, language=language, processes=processes)
            lines, code = _summary(book), 1 if book.not_graded or book.unowned else 0
    show("\n".join(lines))
    raise Exit(code)


def _dry_run(path: Path, folder: Path | None, roster: Path | None, language: str | None) -> list[str]:
    policy = read_policy(path)
    policy.speak(language)
    course = read_course(policy)
    submissions, findings = HandedIn([], [])
    if folder is not None:
        with opened(folder, policy.limits) as inside:
            submissions, findings = class_of(inside, policy, roster=roster)
            findings = list(read_teacher_files(policy, submissions, findings).findings)
    names = [submission.name for submission in submissions]
    relevant, threshold = course.validation.relevant.values(), number(policy.relevance_threshold)
    count, none = sum(map(len, relevant)), sum(not items for items in relevant)
    users, pairs = len(course.users), len(course.pairs)
    lines = [
        _("{name}: the policy and its data match.", name=policy.name),
        _("Users that must have a list: {count}. Ratings to predict: {pairs}.", count=users, pairs=pairs),
        _(
            "Relevant items in the validation data: {count} (grade {grade} or higher); users without one: {none}.",
            count=count,
            grade=threshold,
            none=none,
        ),
        *(f"{spoken(title)}: {spoken(measure.label)}" for title, measure in policy.by_title.items()),
        _("Points: {full}.", full=policy.full),
    ]
    if course.test is None:
        lines.append(_("There is no hidden test data."))
    if names:
        some = ", ".join(names[:5]) + (", ..." if len(names) > 5 else "")
        lines.append(_("Submissions: {count} ({some}).", count=len(names), some=some))
    return [*lines, *map(str, findings)]


def _summary(book: Gradebook) -> list[str]:
    rows = [book.head, *book.rows[:MAX_ROWS_SHOWN]]
    lines = [columns([[cell[:48] for cell in row] for row in rows])]
    if len(book.rows) > MAX_ROWS_SHOWN:
        lines.append(_("... ({count} more)", count=len(book.rows) - MAX_ROWS_SHOWN))
    if book.mistakes:
        lines += ["", _("Mistakes, by the submissions that make them:")]
        lines.append(columns([[str(len(makers)), code, what] for code, what, makers in book.mistakes[:MAX_ROWS_SHOWN]]))
    if book.changes:
        lines += ["", _("Changed since the last gradebook (changes.csv):")]
        changes = [[name, column, f"{then} -> {now}"] for name, column, then, now in book.changes[:MAX_ROWS_SHOWN]]
        lines.append(columns(changes))
        if len(book.changes) > MAX_ROWS_SHOWN:
            lines.append(_("... ({count} more)", count=len(book.changes) - MAX_ROWS_SHOWN))
    if book.findings:
        lines += ["", _("Files and people (findings.csv):"), *map(str, book.findings[:MAX_ROWS_SHOWN])]
    return [
        *lines,
        "",
        ngettext("{path}: {count} row.", "{path}: {count} rows.", len(book.rows), path=book.out),
        last_line(book),
    ]


def last_line(book: Gradebook) -> str:
    """Return what grade says last: how many rows need a human, and why."""
    unowned = ""
    if book.unowned:
        unowned = ngettext(
            "{count} file has no owner and was not read (findings.csv). ",
            "{count} files have no owner and were not read (findings.csv). ",
            book.unowned,
        )
    if not book.not_graded:
        return unowned + _("No row needs manual review.")
    why = ", ".join(f"{count} {code} ({meaning(code)})" for code, count in book.not_graded.items())
    return unowned + ngettext(
        "{bad} of {count} row cannot be graded in full and needs manual review: {why}.",
        "{bad} of {count} rows cannot be graded in full and need manual review: {why}.",
        len(book.rows),
        bad=sum(book.not_graded.values()),
        why=why,
    )


@app.command(
    "init",
    help=_(
        "Write an example homework: a policy with comments, data, and ten submissions, some right, some with "
        "typical mistakes."
    ),
)
def init(
    folder: Annotated[Path, Argument(help=_("A new folder."))],
    seed: Annotated[int, Option(min=0, help=_("Another seed gives other data."))] = SEED,
    ratings: Annotated[
        Path | None, Option(help=_("ratings.csv or u.data of MovieLens, instead of generated data."))
    ] = None,
    language: LANGUAGE = None,
) -> None:
    with refusing(language):
        path = init_tarea(folder, seed=seed, ratings=ratings)
    show(
        _(
            "Written. Next:\n\n    metrics-homework grade {folder}/submissions --policy {policy} --out {folder}/graded",
            folder=folder,
            policy=path,
        )
    )


@app.command(
    "statement",
    help=_("Write the text of the homework from its policy: what to hand in, how it is measured, its points."),
)
def write_statement(
    policy: Annotated[Path, Argument(help=_("The homework's YAML file, such as tarea1.yaml."))] = Path("tarea1.yaml"),
    out: Annotated[Path | None, Option("--out", "-o", help=_("Write a Markdown file (.md) instead."))] = None,
    language: LANGUAGE = None,
) -> None:
    with refusing(language):
        rules = read_policy(policy)
        rules.speak(language)
        check_new([out], rules.files)
        text = statement(rules)
        if out is not None:
            write_file(out, text)
    show(_("Written: {path}", path=out) if out else text.rstrip("\n"))


@app.command(help=_("Show how many students of a class are right, and which mistakes the others made."))
def poll(
    files: Annotated[list[Path], Argument(help=_("Exercise files, or folders of them."))],
    slides: Annotated[Path | None, Option(help=_("Also write the results as slides (.html)."))] = None,
    roster: Annotated[Path | None, Option(help=_("A CSV of the people: id and name. Other ids are listed."))] = None,
    language: LANGUAGE = None,
) -> None:
    with refusing(language):
        answers = poll_files(files, read_roster(roster) if roster else None)
        if slides is not None and answers.students:
            answers.save(slides)
    show(answers.text())
    raise Exit(0 if answers.students else 1)


def _names(measures: Sequence[str]) -> list[str]:
    return [name.strip() for spelled in measures for name in spelled.split(",")]


@app.command(help=_("Write the answer key of an exercise in class: each student's lists and the right values."))
def key(
    class_code: CODE,
    students: STUDENTS,
    out: Annotated[Path, Option("--out", "-o", help=_("The key, a table (.csv)."))],
    measures: MEASURES,
    decimals: DECIMALS = 3,
    convention: CONVENTION = DEFAULT,
    reveal: REVEAL = "",
    language: LANGUAGE = None,
) -> None:
    with refusing(language):
        names, people = _names(measures), read_students(students)
        check_new([out], [students])
        answers = answer_key(class_code, people, names, decimals=decimals, convention=convention, reveal=reveal)
        write_key(out, answers, decimals)
    show(ngettext("{out}: the key of {count} student", "{out}: the key of {count} students", len(people), out=out))


@app.command(
    help=_("Write worksheets to print: each student's own lists, with space for the working, each on its own pages.")
)
def worksheets(
    class_code: CODE,
    students: STUDENTS,
    out: Annotated[Path, Option("--out", "-o", help=_("The page to print (.html)."))],
    measures: MEASURES,
    decimals: DECIMALS = 3,
    convention: CONVENTION = DEFAULT,
    reveal: REVEAL = "",
    course: Annotated[str, Option(help=_("The course or the title, for the head of each printed page."))] = "",
    language: LANGUAGE = None,
) -> None:
    with refusing(language):
        names, people = _names(measures), read_students(students)
        answers = answer_key(class_code, people, names, decimals=decimals, convention=convention, reveal=reveal)
        title = _("Worksheets: class {class_code}, {measures}", class_code=class_code, measures=", ".join(names))
        rule = _(
            "Write each value as in {example} (decimals required: {decimals}). Convention: {convention}.",
            decimals=decimals,
            example=number(0.5, fixed=decimals),
            convention=_(convention_of(convention).title),
        )
        class_and_measures = _("class {class_code}, {measures}", class_code=class_code, measures=", ".join(names))
        about = " · ".join(filter(None, [one_line(course), class_and_measures]))
        write_sheets(out, answers, people, title, about, rule)
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
        write_file(out, xml, mode=PRIVATE)
    show(ngettext("{out}: {count} question", "{out}: {count} questions", xml.count("<name>"), out=out))


@app.command(
    help=_("Write the points of a graded class into the file that Canvas or Moodle takes back, or into a table."),
    epilog=_(
        "Exit code: 0 if every person but the excused has a number; 1 if the file is written and some people have none; "
        "2 if nothing is written."
    ),
)
def export(
    system: Annotated[System, Argument(help=_("Where the points go."))],
    graded: Annotated[Path, Option(help=_("The folder that grade wrote."))],
    out: Annotated[Path, Option(help=_("The new file."))],
    file: Annotated[Path | None, Argument(help=_("Canvas's gradebook or Moodle's worksheet; none for csv."))] = None,
    policy: POLICY = Path("tarea1.yaml"),
    roster: Annotated[Path | None, Option(help=_("The roster (default: the policy's)."))] = None,
    column: Annotated[str | None, Option(help=_("The title or number of the column to fill."))] = None,
    what: Annotated[Literal["points", "mark"], Option(help=_("The points, or the student's mark."))] = "points",
    over: Annotated[Literal["refuse", "cut"], Option(help=_("What to do with a number above the maximum."))] = "refuse",
    partial: Annotated[bool, Option("--partial", help=_("Write the file if some people have no number."))] = False,
    feedback: Annotated[Path | None, Option(help=_("Also write a zip of the feedback for the LMS."))] = None,
    submissions: Annotated[Path | None, Option(help=_("The submissions from Canvas, for --feedback."))] = None,
    language: LANGUAGE = None,
) -> None:
    with refusing(language):
        rules = read_policy(policy)
        rules.speak(language)
        check_new([out, feedback], [*rules.files, roster, file, submissions, graded])
        people, marks = _people(rules, roster), read_marks(graded, what, rules)
        source = _lms_file(system, file, column, rules.name, feedback)
        places = source.places if source else _rows_of_table(people, "" if over == "cut" else "Infinity")
        pairs, problems = matched(marks, places, people, file.name if file else _("the roster"))
        numbers, lines = _numbers(marks, pairs, problems, what, cut=over == "cut", partial=partial)
        lines += _excused_in(file, places)
        title = source.title if source else column or rules.name
        rows = [[place.number, place.name, number] for place, number in numbers.items()]
        files: dict[Path, str | bytes] = {
            out: source.filled(numbers) if source else table_text(["id", "name", title], rows)
        }
        if feedback is not None:
            files[feedback], about = packed_feedback(graded, pairs, SYSTEMS[system].feedback, submissions, rules)
            lines += about
        write_files(files, mode=PRIVATE)
    show("\n".join([*lines, _how_many(len(numbers), out, title), _(ROUNDED[what])]))
    raise Exit(1 if problems else 0)


def _how_many(numbers: int, out: Path, title: str) -> str:
    return ngettext(
        "{out}: {count} number in the column {name}.",
        "{out}: {count} numbers in the column {name}.",
        numbers,
        out=out,
        name=title,
    )


def _rows_of_table(people: Roster, maximum: str) -> list[Place]:
    return [Place(person.name, (person.id,), person.id, maximum=maximum) for person in people.people]


def _people(policy: Policy, path: Path | None) -> Roster:
    if (people := roster_of(policy, path)) is None:
        raise refused("the class needs a roster: add --roster, or the key submissions.roster to the policy")
    return people


def _numbers(
    marks: Mapping[str, Row],
    pairs: Mapping[Place, Row],
    problems: Mapping[str, Sequence[str]],
    what: str,
    *,
    cut: bool,
    partial: bool,
) -> tuple[dict[Place, str], list[str]]:
    """Return the numbers to write, and a line for each problem; ValueError with all of them if nothing may be written."""
    lines = [f"{why} ({len(names)}): {listed(names)}" for why, names in problems.items()]
    if excused := [key for key, mark in marks.items() if mark["status"] == EXCUSED]:
        lines.append(
            _("Excused, so no number is written ({count}): {names}", count=len(excused), names=listed(excused))
        )
    numbers, above = numbers_of(pairs, what)
    if above and not cut:
        lines.append(
            ngettext(
                "{count} number is above the maximum: {some}. To write the maximum, add --over cut.",
                "{count} numbers are above the maximum: {some}. To write the maximum, add --over cut.",
                len(above),
                some=listed(above),
            )
        )
    if problems and not partial:
        lines.append(_("To write the other numbers, add --partial."))
    if not pairs or (problems and not partial) or (above and not cut):
        raise ValueError("\n".join([*lines, _("Nothing is written.")]))
    return numbers, [*lines, *_other_maxima(pairs, what)]


def _excused_in(file: Path | None, places: Sequence[Place]) -> list[str]:
    excused = [place.name for place in places if place.is_excused]
    if not file or not excused:
        return []
    return [
        _(
            "Excused in {file}, so the cell stays ({count}): {names}",
            file=file.name,
            count=len(excused),
            names=listed(excused),
        )
    ]


def _other_maxima(pairs: Mapping[Place, Row], what: str) -> list[str]:
    """Say that a column has another maximum than the homework: its points are written as they are."""
    texts = ((place.maximum, mark.get("of", "")) for place, mark in pairs.items())
    maxima = {(read_number(maximum, SPREADSHEET), read_number(full, SPREADSHEET)) for maximum, full in texts}
    return [
        _(
            "The maximum of the column is {maximum}, and that of the homework {full}: the points are written as they are.",
            maximum=number(maximum),
            full=number(full),
        )
        for maximum, full in maxima
        if what == "points" and maximum and full and maximum != full
    ]


def _lms_file(system: str, file: Path | None, column: str | None, usual: str, feedback: Path | None) -> LmsFile | None:
    """Return the file to fill; None for a new table."""
    if system == "csv":
        if file or feedback:
            raise refused("export csv reads no file and packs no feedback; leave out both")
        return None
    if file is None:
        raise refused("name the file that {system} wrote", system=system.title())
    return LmsFile(file, SYSTEMS[system], column, usual)
