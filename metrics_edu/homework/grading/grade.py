"""Grade: a folder of submissions to a gradebook, a leaderboard, the mistakes of the class, and a feedback file each.

What one submission gives is on the disk as soon as it is known (``.results``), so that an interrupted run
resumes; the tables are made of those at the end, each written whole or not at all. Workers read the submissions, a few as
well as many: one that dies costs one row. Where none can start, the submissions are graded here.
"""

from __future__ import annotations

import difflib
import hashlib
import os
import signal
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from metrics_edu.homework.check import examine
from metrics_edu.homework.course import Course, read_course
from metrics_edu.homework.findings import MEGABYTE, Finding, finding
from metrics_edu.homework.grading.gradebook import Gradebook, TeacherFiles, write_all
from metrics_edu.homework.grading.hand import HandFile, decisions_in
from metrics_edu.homework.grading.lateness import lateness_of_class
from metrics_edu.homework.grading.result import RESULT, Result, load_result, result_file, result_of
from metrics_edu.homework.grading.worker_pool import Death, Workers, too_long
from metrics_edu.homework.judging.judged_claims import Judged
from metrics_edu.homework.judging.report import Report
from metrics_edu.homework.policy import Policy, read_policy
from metrics_edu.homework.submission.class_folder import class_of, opened
from metrics_edu.homework.submission.files import is_archive
from metrics_edu.homework.submission.names import shown, visible_paths
from metrics_edu.homework.submission.submissions import Submission, finder
from metrics_edu.language import _, language, needs
from metrics_edu.tables.safe_files import PRIVATE, write_file
from metrics_edu.working.labels import one_line

RESULTS = ".results"
PROGRAM = version("metrics-edu")
SUBMISSIONS_A_WORKER = 8  # for fewer, another worker takes longer to start than it saves
MAX_FAILURE_LETTERS = 200


def grade_folder(
    folder: str | Path,
    policy: str | Path | Policy,
    out: str | Path,
    *,
    roster: str | Path | None = None,
    only: Sequence[str] = (),
    anonymous: bool = False,
    bom: bool = False,
    figures: bool = True,
    language: str | None = None,
    processes: int | None = None,
    progress: bool = True,
) -> Gradebook:
    """Grade all submissions of a folder, and write what a course needs of it.

    Parameters
    ----------
    folder : path
        A folder of folders, files and zips, or the zip that an LMS gives out. It is only read. Names that Canvas, Moodle,
        Blackboard, Gradescope, GitHub Classroom, Google Drive and nbgrader give say whose each is.
    policy : path or Policy
    out : path
        Where gradebook.csv, details.csv, leaderboard.csv, mistakes.csv and .svg, similar.csv, class.html, and feedback/
        are written.
    roster : path, optional
        A CSV of the people with id, name, email and group, by which each has one row; by default the policy's.
    only : sequence of str
        Grade just these submissions again, each by its name or by an id of its person; the other rows stay.
    anonymous : bool
        Replace each name by a pseudonym; names.csv has both.
    bom : bool
        Begin the tables with a byte order mark, as some versions of Excel want.
    figures : bool
        Whether the figure of the mistakes is drawn.
    language : str, optional
        "en" or "es", the language of the feedback; by default the policy's, else that of `set_language`.
    processes : int, optional
        At most how many workers read submissions; by default one for each processor, and one for a few submissions.
    progress : bool
        Whether a bar is shown in a terminal.

    Returns
    -------
    Gradebook

    Raises
    ------
    ValueError
        If the policy or its data cannot be read, there are no submissions, `only` names none, or another process is
        grading into `out`. What is wrong with a submission is its row, and never raised.
    OSError
        If nothing can be written.
    """
    needs("filelock", extra="homework")
    policy = read_policy(policy)
    policy.speak(language)
    folder, out = Path(folder).expanduser(), Path(out).expanduser()
    path = Path(roster).expanduser() if roster is not None else None
    with opened(folder, policy.limits) as inside:
        course = read_course(policy)
        _check_is_for_results(out, [*policy.files, *([path] if path else [])])
        submissions, findings = class_of(inside, policy, roster=path, but=out.resolve())
        wanted = _wanted(submissions, [shown(name) for name in only])
        files = read_teacher_files(policy, submissions, findings)
        for one in submissions:
            one.decisions = decisions_in(files.marks[one.name])
        with _alone_in(out) as results:
            wanted = _anew(wanted, submissions, results) if only else wanted
            done = {result.name: result for result in _graded_all(wanted, course, results, processes, progress)}
            rows = [done.get(one.name) or load_result(result_file(results, one.name)) for one in submissions]
            people = {one.name: one for one in submissions if one.person is not None}
            book = write_all([row for row in rows if row], course, files, out, people, bom=bom, anonymous=anonymous)
            if figures:
                book.draw_mistakes()
    kept = sum(result.kept for result in done.values())
    return replace(book, kept=kept, graded=len(done) - kept)


def _check_is_for_results(out: Path, inputs: Sequence[Path]) -> None:
    """Raise ValueError if results would be written among other files, and could replace one."""
    others = {file.resolve().parent for file in inputs} & {out.resolve(), out.resolve() / "feedback"}
    if others or (out.is_dir() and visible_paths(out) and not (out / RESULTS).is_dir()):
        raise ValueError(_("{path} contains other files; write the results to a new folder", path=out))


def read_teacher_files(policy: Policy, submissions: Sequence[Submission], findings: list[Finding]) -> TeacherFiles:
    """Read hand.csv, late.csv and the tables of times, and add to the findings; ValueError if a file has other columns."""
    hand, find = HandFile(policy), finder(submissions)
    marks = hand.of([submission.name for submission in submissions], find)
    deadlines = {name: lines["deadline"].value for name, lines in marks.items() if "deadline" in lines}
    extensions = {name: value for name, value in deadlines.items() if isinstance(value, datetime)}
    days, of_times = lateness_of_class(policy, submissions, find, extensions)
    return TeacherFiles(marks, days, [*findings, *hand.findings, *of_times])


def _wanted(submissions: list[Submission], only: list[str]) -> list[Submission]:
    find, names = finder(submissions), [submission.name for submission in submissions]
    chosen = {text: find(text) for text in only}
    if strange := [text for text, name in chosen.items() if name is None]:
        people = [one.person.name for one in submissions if one.person]
        near = ", ".join(difflib.get_close_matches(strange[0], [*names, *people]) or names[:5])
        raise ValueError(_("there is no submission {value!r}; did you mean {some}?", value=strange[0], some=near))
    return [one for one in submissions if not only or one.name in chosen.values()]


def _anew(wanted: list[Submission], submissions: list[Submission], results: Path) -> list[Submission]:
    """Empty the results of those wanted, and return all whose result cannot be read.

    An older version may have written one in another form, and an interrupted run may have emptied one.
    """
    for submission in wanted:
        write_file(result_file(results, submission.name), "", mode=PRIVATE)
    kept = [one for one in submissions if result_file(results, one.name).exists()]
    return [one for one in kept if load_result(result_file(results, one.name)) is None]


@contextmanager
def _alone_in(out: Path) -> Iterator[Path]:
    from filelock import FileLock, Timeout

    results = out / RESULTS
    results.mkdir(parents=True, exist_ok=True)
    try:
        with FileLock(results / "lock", timeout=0):
            yield results
    except Timeout:
        raise ValueError(
            _("another process is grading into {path}; wait, or choose another folder", path=out)
        ) from None


def _graded_all(
    submissions: Sequence[Submission], course: Course, folder: Path, count: int | None, progress: bool
) -> list[Result]:
    from rich.console import Console
    from rich.progress import track

    count = count or min(os.cpu_count() or 1, -(-len(submissions) // SUBMISSIONS_A_WORKER)) or 1
    console, total = Console(stderr=True), len(submissions)
    hidden = not (progress and console.is_terminal)
    with Workers(course.policy.limits.seconds) as workers:
        outcomes = workers.outcomes(graded, submissions, course, folder, count)
        done = (_result(*pair, course, folder) for pair in zip(submissions, outcomes, strict=True))
        # one that refreshes itself would take a thread
        return list(
            track(done, _("submissions"), total, auto_refresh=False, console=console, transient=True, disable=hidden)
        )


def _result(submission: Submission, outcome: Result | Death | None, course: Course, folder: Path) -> Result:
    if outcome is None:
        return graded(submission, course, folder)
    if isinstance(outcome, Death):
        result = failed(Report(submission.name, course), outcome.why)
        return _written(result, submission, folder)
    return outcome


def graded(submission: Submission, course: Course, folder: Path) -> Result:
    """Return the result of a submission; a new one is on the disk before this returns."""
    path, fingerprint = result_file(folder, submission.name), ""
    report = Report(submission.name, course)
    try:
        with _at_most(course.policy.limits.seconds):
            fingerprint, archives = _fingerprint(submission, course)
            kept = load_result(path)
            if kept is not None and kept.fingerprint == fingerprint and "FAILED" not in kept.codes:
                return replace(kept, kept=True)
            examine(submission, course, report)
            _leave_out(submission.decisions, report)
            result = result_of(report)
            result.archives = archives
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # whatever it is, it is this submission's row, and the batch goes on
        result = failed(report, str(error) if isinstance(error, _TooLong) else f"{type(error).__name__}: {error}")
    result.fingerprint = fingerprint
    return _written(result, submission, folder)


def _leave_out(decisions: Mapping[str, str], report: Report) -> None:
    """Let the decisions of the teacher replace the verdicts about the numbers that they are about."""

    def left_out(judged: Judged, *parts: str) -> Judged:
        decision = next((decisions[part] for part in (judged.title, *parts) if part in decisions), "")
        return Judged(judged.title, judged.claimed, None, decision=decision) if decision else judged

    report.claims = [left_out(one, "points") for one in report.claims]
    report.answers = [left_out(one, "exercise", "points") for one in report.answers]


def _written(result: Result, submission: Submission, folder: Path) -> Result:
    write_file(result_file(folder, submission.name), RESULT.dump_json(result), sync=False, mode=PRIVATE)
    return result


def failed(report: Report, why: str) -> Result:
    failure = finding("FAILED", why=one_line(why)[:MAX_FAILURE_LETTERS])
    try:
        report.findings.append(failure)
        return result_of(report, scored=False)
    except Exception:  # what was finished is not whole
        return result_of(Report(report.name, report.course, [failure]), scored=False)


def _fingerprint(submission: Submission, course: Course) -> tuple[str, list[str]]:
    """Return the fingerprint of a submission, and the hashes of its archives."""
    program = f"{course.fingerprint}{PROGRAM}{language()}"
    own = f"{submission.late}{[one.id for one in submission.members]}{sorted(submission.decisions.items())}"
    digest = hashlib.sha256(f"{program}{own}".encode())
    most, archives = course.policy.limits.unpacked_mb * MEGABYTE, []
    for path in submission.paths:
        for inner in [path] if path.is_symlink() or not path.is_dir() else sorted(path.rglob("*"), key=os.fsencode):
            digest.update(os.fsencode(inner.relative_to(path.parent)) + b"\0")
            if inner.is_file() and not inner.is_symlink():
                size = inner.stat().st_size
                digest.update(f"{size}\0".encode())
                if size <= most:
                    with inner.open("rb") as file:
                        of_file = hashlib.file_digest(file, "sha256")
                    digest.update(of_file.digest())
                    if is_archive(inner.name):
                        archives.append(of_file.hexdigest())
    return digest.hexdigest(), archives


class _TooLong(Exception):  # noqa: N818 - and no TimeoutError, which counts as one of the system
    pass


@contextmanager
def _at_most(seconds: float) -> Iterator[None]:
    def over(_number: int, _frame: Any) -> None:
        raise _TooLong(too_long(seconds))

    try:
        before = signal.signal(signal.SIGPROF, over)
    except (ValueError, AttributeError):  # not the main thread, or another system
        yield
        return
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
