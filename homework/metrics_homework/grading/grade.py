"""Grade: a folder of submissions to a gradebook, a leaderboard, the mistakes of the class, and a feedback file each.

All submissions are graded each time, and all files are written at the end: an interrupted run changes none of an earlier one.
Workers read the submissions, a few as well as many: one that dies costs one row. Where none can start, the submissions are
graded here.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from metrics_edu.files.safe_files import remove_parts
from metrics_edu.language import _, refused
from metrics_edu.working.labels import one_line
from metrics_homework.check import Examination
from metrics_homework.course import Course, read_course
from metrics_homework.findings import MEGABYTE, Finding, finding
from metrics_homework.grading.functions_file import FunctionsFile
from metrics_homework.grading.gradebook import RESULTS, Gradebook, TeacherFiles, write_all
from metrics_homework.grading.hand import HandFile, decisions_in
from metrics_homework.grading.lateness import lateness_of_class
from metrics_homework.grading.result import Result, result_of
from metrics_homework.grading.worker_pool import Death, Workers, too_long
from metrics_homework.judging.report import Report
from metrics_homework.policy import Policy
from metrics_homework.policy_file import read_policy
from metrics_homework.submission.class_folder import class_of, opened
from metrics_homework.submission.file_owners import visible_paths
from metrics_homework.submission.files import is_archive
from metrics_homework.submission.submissions import Submission, finder

SUBMISSIONS_A_WORKER = 8  # for fewer, another worker takes longer to start than it saves
MAX_FAILURE_LETTERS = 200


def grade_folder(
    folder: str | Path,
    policy: str | Path | Policy,
    out: str | Path,
    *,
    roster: str | Path | None = None,
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
        If the policy or its data cannot be read, there are no submissions, or another process is grading into `out`. What is
        wrong with a submission is its row, and never raised.
    OSError
        If a file cannot be written; then none is.
    """
    policy = read_policy(policy)
    policy.speak(language)
    folder, out = Path(folder).expanduser(), Path(out).expanduser()
    path = Path(roster).expanduser() if roster is not None else None
    course = read_course(policy)
    _check_is_for_results(out, [*policy.files, *([path] if path else [])])
    with _alone_in(out) as temporary, opened(folder, policy.limits, temporary) as inside:
        submissions, findings = class_of(inside, policy, roster=path, but=out.resolve())
        files = read_teacher_files(policy, submissions, findings)
        decided = [replace(one, decisions=decisions_in(files.marks[one.name])) for one in submissions]
        results = _graded_all(decided, course, temporary, processes, progress)
        return write_all(results, course, files, out, submissions, figures=figures)


def _check_is_for_results(out: Path, inputs: Sequence[Path]) -> None:
    """Raise ValueError if results would be written among other files, and could replace one."""
    others = {file.resolve().parent for file in inputs} & {out.resolve(), out.resolve() / "feedback"}
    if others or (out.is_dir() and visible_paths(out) and not (out / RESULTS).is_dir()):
        raise refused("{path} contains other files; write the results to a new folder", path=out)


def read_teacher_files(policy: Policy, submissions: Sequence[Submission], findings: list[Finding]) -> TeacherFiles:
    """Read all tables of the teacher, and add to the findings; ValueError if a file has other columns."""
    find, names = finder(submissions), [submission.name for submission in submissions]
    hand = HandFile(policy, policy.hand)
    table = FunctionsFile(policy, policy.functions.file if policy.functions else None)
    marks, functions = hand.of(names, find), table.of(names, find)
    deadlines = {name: lines["deadline"].value for name, lines in marks.items() if "deadline" in lines}
    extensions = {name: value for name, value in deadlines.items() if isinstance(value, datetime)}
    days, of_times = lateness_of_class(policy, submissions, find, extensions)
    return TeacherFiles(marks, days, functions, [*findings, *hand.findings, *table.findings, *of_times])


@contextmanager
def _alone_in(out: Path) -> Iterator[Path]:
    """Give a folder for what is temporary, as the only grader there; what a killed one left is removed first.

    If nothing is written, nothing is left.
    """
    from filelock import FileLock, Timeout

    results = (out / RESULTS).absolute()
    new = [folder for folder in (results, *results.parents) if not folder.exists()]
    results.mkdir(parents=True, exist_ok=True)
    lock, temporary = FileLock(results / "lock", timeout=0), results / "temporary"
    try:
        lock.acquire()
    except Timeout:
        raise refused("another process is grading into {path}; wait, or choose another folder", path=out) from None
    try:
        shutil.rmtree(temporary, ignore_errors=True)
        remove_parts(out)
        remove_parts(out / "feedback")
        temporary.mkdir(mode=0o700)
        yield temporary
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
        if not visible_paths(out):
            _remove_empty(results / "lock", new)
        lock.release()


def _remove_empty(lock: Path, folders: Sequence[Path]) -> None:
    with suppress(OSError):  # another file is there, or the system keeps a file that is open
        lock.unlink()
        for folder in folders:
            folder.rmdir()


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
        done = (_result(*pair, course) for pair in zip(submissions, outcomes, strict=True))
        # one that refreshes itself would take a thread
        return list(
            track(done, _("submissions"), total, auto_refresh=False, console=console, transient=True, disable=hidden)
        )


def _result(submission: Submission, outcome: Result | Death | None, course: Course) -> Result:
    if outcome is None:
        return graded(submission, course)
    return failed(Report(submission.name, course), outcome.why) if isinstance(outcome, Death) else outcome


def graded(submission: Submission, course: Course) -> Result:
    examination = Examination(submission, course)
    try:
        with _at_most(course.policy.limits.seconds):
            result = result_of(examination.run())
            result.archives = _hashes_of_archives(submission, course.policy.limits.unpacked_mb * MEGABYTE)
            return result
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # whatever it is, it is this submission's row, and the batch goes on
        return failed(
            examination.report, str(error) if isinstance(error, _TooLong) else f"{type(error).__name__}: {error}"
        )


def failed(report: Report, why: str) -> Result:
    failure = finding("FAILED", why=one_line(why)[:MAX_FAILURE_LETTERS])
    try:
        return result_of(replace(report, findings=(*report.findings, failure)), scored=False)
    except Exception:  # what was finished is not whole
        return result_of(Report(report.name, report.course, findings=(failure,)), scored=False)


def _hashes_of_archives(submission: Submission, most: float) -> list[str]:
    """Return the hashes of the archives that were handed in, but of those with more bytes than are unpacked."""
    hashes = []
    for path in submission.paths:
        for inner in [path] if path.is_symlink() or not path.is_dir() else sorted(path.rglob("*"), key=os.fsencode):
            is_read = is_archive(inner.name) and inner.is_file() and not inner.is_symlink()
            if is_read and inner.stat().st_size <= most:
                with inner.open("rb") as file:
                    hashes.append(hashlib.file_digest(file, "sha256").hexdigest())
    return hashes


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
