"""The commands of homework: ``check`` for students; ``init-tarea``, ``grade``, ``poll`` and ``mistakes`` for those who teach."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from metrics_edu.homework.check import check_submission
from metrics_edu.homework.course import Course, read_course
from metrics_edu.homework.example_class import SEED, init_tarea
from metrics_edu.homework.grading.grade_folder import grade_folder
from metrics_edu.homework.grading.gradebook import Gradebook
from metrics_edu.homework.grading.rows import read_days
from metrics_edu.homework.policy import read_policy
from metrics_edu.homework.poll import poll_files
from metrics_edu.homework.submission.students import submissions_in
from metrics_edu.homework.terminal import LANGUAGE, refusing, show
from metrics_edu.language import _, ngettext, number
from metrics_edu.mistakes import MISCONCEPTIONS
from metrics_edu.tables import write_file
from metrics_edu.working import columns

POLICY = Annotated[Path, typer.Option("--policy", "-p", help=_("The homework's YAML file, such as tarea1.yaml."))]
MAX_ROWS_SHOWN = 30


def check(
    submission: Annotated[Path, typer.Argument(help=_("Your folder, zip or ranking."))],
    policy: POLICY,
    explained: Annotated[str | None, typer.Option("--explain", help=_("Print the working for this user, too."))] = None,
    measure: Annotated[
        str | None, typer.Option("--measure", "-m", help=_("Of which measure; by default the first."))
    ] = None,
    html: Annotated[Path | None, typer.Option(help=_("Write the report as a page, too."))] = None,
    language: LANGUAGE = None,
) -> None:
    """Check your homework before you hand it in: format, sanity, the measures on the validation data, your numbers."""
    with refusing(None):
        read = read_policy(policy)
        read.speak(language)
        report = check_submission(submission, read)
        lines = [report.text()]
        if explained is not None:
            lines += ["", report.explain(explained, measure).text()]
        if html is not None:
            write_file(html, report.page())
    show("\n".join(lines))
    raise typer.Exit(1 if report.errors else 0)


def grade(
    folder: Annotated[
        Path | None, typer.Argument(help=_("A folder of folders, files or zips, one for each submission."))
    ] = None,
    policy: POLICY = Path("tarea1.yaml"),
    out: Annotated[Path | None, typer.Option(help=_("Where the results are written."))] = None,
    only: Annotated[list[str] | None, typer.Option(help=_("Grade just this submission again; again for more."))] = None,
    anonymous: Annotated[
        bool, typer.Option("--anonymous", help=_("Pseudonyms; names.csv tells whose they are."))
    ] = False,
    bom: Annotated[bool, typer.Option("--bom", help=_("Begin the tables with a mark that old Excels want."))] = False,
    processes: Annotated[int | None, typer.Option(min=1, help=_("By default one for each processor."))] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help=_("Only check the policy against its data."))] = False,
    language: LANGUAGE = None,
) -> None:
    """Grade a class: gradebook, details, leaderboard, mistakes, and a feedback file for each submission."""
    with refusing(None):
        if dry_run:
            lines = _dry_run(folder, policy, language)
        elif folder is None or out is None:
            raise ValueError(_("grade needs a folder of submissions and --out, or --dry-run"))
        else:
            book = grade_folder(folder, policy, out, only=only or (), anonymous=anonymous, bom=bom,
                                spoken=language, processes=processes)  # fmt: skip
            lines = _summary(book)
    show("\n".join(lines))


def _dry_run(folder: Path | None, policy: Path, language: str | None) -> list[str]:
    read = read_policy(policy)
    read.speak(language)
    course = read_course(read)
    names = [one.name for one in submissions_in(folder, read.parts)] if folder is not None else []
    if names:
        read_days(read, names)
    return _facts(course, names)


def _facts(course: Course, names: list[str]) -> list[str]:
    policy = course.policy
    relevant, users, pairs = course.validation.of({}).ranking.relevant, len(course.users), course.pairs.height
    grades = (grade for items in course.validation.grades.values() for grade in items.values())
    count, grade = sum(one >= policy.relevance_threshold for one in grades), number(policy.relevance_threshold)
    lines = [
        _("{name}: the policy and its data fit.", name=policy.name),
        _("Users that must have a list: {count}. Ratings to predict: {pairs}.", count=users, pairs=pairs),
        _(
            "Relevant items in the validation data: {count} (from grade {grade} on); users without one: {none}.",
            count=count,
            grade=grade,
            none=int((relevant == 0).sum()),
        ),
        *(f"{title}: {one.label}" for title, one in policy.asked.items()),
        _("Points: {full}.", full=policy.full),
    ]
    if course.test is None:
        lines.append(_("There is no hidden test data."))
    if names:
        some = ", ".join(names[:5]) + (", ..." if len(names) > 5 else "")
        lines.append(_("Submissions: {count} ({some}).", count=len(names), some=some))
    return lines


def _summary(book: Gradebook) -> list[str]:
    rows = [book.head, *book.rows[:MAX_ROWS_SHOWN]]
    lines = [columns([[cell[:48] for cell in row] for row in rows])]
    if len(book.rows) > MAX_ROWS_SHOWN:
        lines.append(_("... ({count} more)", count=len(book.rows) - MAX_ROWS_SHOWN))
    if book.mistakes:
        lines += ["", _("Mistakes, by the submissions that make them:")]
        lines.append(columns([[str(len(who)), code, what] for code, what, who in book.mistakes[:MAX_ROWS_SHOWN]]))
    if book.changes:
        lines += ["", _("Changed since the last gradebook (changes.csv):")]
        changes = [[name, column, f"{then} -> {now}"] for name, column, then, now in book.changes[:MAX_ROWS_SHOWN]]
        lines.append(columns(changes))
    return [*lines, "", ngettext("{count} submission in {path}: {graded} read now, {kept} as before.",
                                 "{count} submissions in {path}: {graded} read now, {kept} as they were.",
                                 len(book.rows), path=book.out, graded=book.graded, kept=book.kept)]  # fmt: skip


def init(
    folder: Annotated[Path, typer.Argument(help=_("A new folder."))],
    seed: Annotated[int, typer.Option(min=0, help=_("Another seed makes other data."))] = SEED,
    ratings: Annotated[
        Path | None, typer.Option(help=_("ratings.csv or u.data of MovieLens, in the place of made data."))
    ] = None,
    language: LANGUAGE = None,
) -> None:
    """Write a homework to try: a policy with comments, data, and ten submissions, right and typically wrong."""
    with refusing(language):
        path = init_tarea(folder, seed=seed, ratings=ratings)
    next_command = _("Written. Next:\n\n    metrics-edu grade {folder}/submissions --policy {policy} --out {folder}/graded",
                     folder=folder, policy=path)  # fmt: skip
    show(next_command)


def poll(
    files: Annotated[list[Path], typer.Argument(help=_("Exercise files, or folders of them."))],
    figure: Annotated[Path | None, typer.Option(help=_("Draw them, too: an .svg or .png file."))] = None,
    language: LANGUAGE = None,
) -> None:
    """Show the answers of a class as a histogram, by what they are: right, or which mistake."""
    with refusing(language):
        found = poll_files(files)
        if figure is not None:
            found.save(figure)
    show(found.text())
    raise typer.Exit(0 if found.students else 1)


def mistakes(language: LANGUAGE = None) -> None:
    """List the codes of the mistakes, what they are, and the measures that they are taken for."""
    with refusing(language):
        rows = [[code, found.plainly, ", ".join(found.measures[:3])] for code, found in MISCONCEPTIONS.items()]
    show(columns(rows))
