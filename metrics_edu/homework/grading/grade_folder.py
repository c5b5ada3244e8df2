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
from metrics_edu.homework.grading.gradebook import Gradebook, Output, write_all
from metrics_edu.homework.grading.result import Result, graded, load_result, result_file
from metrics_edu.homework.grading.rows import read_days
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
    found = _submissions(folder, out, policy)
    wanted, days = _wanted(found, [shown(name) for name in only]), read_days(policy, [one.name for one in found])
    with _alone_in(out) as results:
        for one in wanted if only else ():
            result_file(results, one.name).unlink(missing_ok=True)
        done = _graded_all(wanted, course, results, processes, progress=progress)
        output = Output(out, bom, anonymous, figures)
        book = write_all(_in_order(found, done, results), course, days, output)
    kept = sum(kept for _result, kept in done)
    return replace(book, kept=kept, graded=len(done) - kept)


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


def _in_order(found: list[Submission], done: list[tuple[Result, bool]], folder: Path) -> list[Result]:
    rows = {result.name: result for result, _kept in done}
    ordered = (rows.get(one.name) or load_result(result_file(folder, one.name)) for one in found)
    return [result for result in ordered if result]


def _submissions(folder: Path, out: Path, policy: Policy) -> list[Submission]:
    if out.resolve() == folder.resolve():
        raise ValueError(_("{path} holds the submissions; write the results to another folder", path=out))
    return submissions_in(folder, policy.parts, but=out.resolve())


def _wanted(found: list[Submission], only: Sequence[str]) -> list[Submission]:
    names = [one.name for one in found]
    if strange := [name for name in only if name not in names]:
        raise ValueError(
            _("there is no submission {given!r}; there are {some}", given=strange[0], some=", ".join(names[:5]))
        )
    return [one for one in found if not only or one.name in only]


def _graded_all(
    submissions: Sequence[Submission], course: Course, folder: Path, processes: int | None, *, progress: bool
) -> list[tuple[Result, bool]]:
    from rich.console import Console
    from rich.progress import track

    count = processes or min(os.cpu_count() or 1, -(-len(submissions) // SUBMISSIONS_A_PROCESS))
    done: Iterable[tuple[Result, bool]] = (graded(one, course, folder) for one in submissions)
    if count > 1 and sys.platform != "emscripten":  # a browser has no processes
        from metrics_edu.homework.grading.workers import graded_in_processes

        done = graded_in_processes(submissions, course, folder, count)
    console, total = Console(stderr=True), len(submissions)
    hidden = not (progress and console.is_terminal)
    told = track(done, _("submissions"), total, auto_refresh=False, console=console, transient=True, disable=hidden)
    return [*told]  # a bar that refreshes itself would take a thread
