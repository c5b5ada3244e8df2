"""Grade: a folder of submissions to a gradebook, a leaderboard, the mistakes of the class, and a feedback file each.

What one submission gives is on the disk as soon as it is known (``.results``), so that an interrupted run goes on where it
was; the tables are made of those at the end, each written whole or not at all.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from metrics_edu.homework.course import Course, read_course
from metrics_edu.homework.grading.gradebook import Gradebook, write_all
from metrics_edu.homework.grading.points import read_days
from metrics_edu.homework.grading.result import Result, graded, load_result, result_file
from metrics_edu.homework.policy import Policy, read_policy
from metrics_edu.homework.submission.students import Submission, shown, submissions_in
from metrics_edu.language import _, needs

RESULTS = ".results"
SUBMISSIONS_A_PROCESS = 8
"""So many submissions are graded sooner than a process starts."""


def grade_folder(
    folder: str | Path,
    policy: str | Path | Policy,
    out: str | Path,
    *,
    only: Sequence[str] = (),
    anonymous: bool = False,
    bom: bool = False,
    figures: bool = True,
    spoken: str | None = None,
    processes: int | None = None,
    progress: bool = True,
) -> Gradebook:
    """Grade all submissions of a folder, and write what a course needs of it.

    Parameters
    ----------
    folder : path
        A folder of folders, files and zips, named as Canvas exports them or otherwise. It is only read.
    policy : path or Policy
    out : path
        Where gradebook.csv, details.csv, leaderboard.csv, mistakes.csv and .svg, and feedback/ are written.
    only : sequence of str
        Grade just these submissions again; the other rows stay.
    anonymous : bool
        Put a pseudonym in the place of each name; names.csv tells whose it is.
    bom : bool
        Begin the tables with a byte order mark, as some versions of Excel want.
    figures : bool
        Whether the figure of the mistakes is drawn.
    spoken : str, optional
        "en" or "es", the language of the feedback; by default the policy's.
    processes : int, optional
        By default one for each processor, and one alone for a few submissions.
    progress : bool
        Whether a bar is shown in a terminal.

    Returns
    -------
    Gradebook

    Raises
    ------
    ValueError
        If the policy or its data cannot be read, there are no submissions, `only` names none, or somebody else is
        grading into `out`. What is wrong with a submission is its row, and never raised.
    OSError
        If nothing can be written.
    """
    needs("filelock", extra="homework")
    policy = policy if isinstance(policy, Policy) else read_policy(policy)
    policy.speak(spoken)
    folder, out = Path(folder).expanduser(), Path(out).expanduser()
    course = read_course(policy)
    submissions = _submissions(folder, out, policy)
    names = [submission.name for submission in submissions]
    wanted, days = _wanted(submissions, [shown(name) for name in only]), read_days(policy, names)
    with _alone_in(out) as results:
        done = _graded_all(wanted, course, results, processes, again=bool(only), progress=progress)
        fresh = {result.name: result for result, _kept in done}
        rows = [fresh.get(name) or load_result(result_file(results, name)) for name in names]
        book = write_all([row for row in rows if row], course, days, out, bom=bom, anonymous=anonymous)
        if figures:
            book.draw_mistakes()
    kept = sum(kept for _result, kept in done)
    return replace(book, kept=kept, graded=len(done) - kept)


def _submissions(folder: Path, out: Path, policy: Policy) -> list[Submission]:
    if out.resolve() == folder.resolve():
        raise ValueError(_("{path} holds the submissions; write the results to another folder", path=out))
    return submissions_in(folder, policy.parts, but=out.resolve())


@contextmanager
def _alone_in(out: Path) -> Iterator[Path]:
    from filelock import FileLock, Timeout

    results = out / RESULTS
    results.mkdir(parents=True, exist_ok=True)
    try:
        with FileLock(results / "lock", timeout=0):
            yield results
    except Timeout:
        raise ValueError(_("somebody else is grading into {path}; wait, or choose another folder", path=out)) from None


def _wanted(submissions: list[Submission], only: list[str]) -> list[Submission]:
    names = [submission.name for submission in submissions]
    if strange := [name for name in only if name not in names]:
        some = ", ".join(names[:5])
        raise ValueError(_("there is no submission {given!r}; there are {some}", given=strange[0], some=some))
    return [submission for submission in submissions if not only or submission.name in only]


def _graded_all(
    submissions: Sequence[Submission],
    course: Course,
    folder: Path,
    processes: int | None,
    *,
    again: bool,
    progress: bool,
) -> list[tuple[Result, bool]]:
    from rich.console import Console
    from rich.progress import track

    for submission in submissions if again else ():
        result_file(folder, submission.name).unlink(missing_ok=True)
    count = processes or min(os.cpu_count() or 1, -(-len(submissions) // SUBMISSIONS_A_PROCESS))
    done: Iterable[tuple[Result, bool]] = (graded(submission, course, folder) for submission in submissions)
    if count > 1 and sys.platform != "emscripten":  # a browser has no processes
        from metrics_edu.homework.grading.workers import graded_in_processes

        done = graded_in_processes(submissions, course, folder, count)
    console, total = Console(stderr=True), len(submissions)
    hidden = not (progress and console.is_terminal)
    bar = track(done, _("submissions"), total, auto_refresh=False, console=console, transient=True, disable=hidden)
    return [*bar]  # one that refreshes itself would take a thread
