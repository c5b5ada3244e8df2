"""Grade: a folder of submissions to a gradebook, a leaderboard, the mistakes of the class, and a feedback file each.

What one submission gives is on the disk as soon as it is known (``.results``), so that an interrupted run goes on where it
was; the tables are made of those at the end, each written whole or not at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from metrics_edu.homework.course import read_course
from metrics_edu.homework.grading.gradebook import Gradebook, read_days, write_all
from metrics_edu.homework.grading.result import Result, load_result, slug
from metrics_edu.homework.grading.workers import graded_all
from metrics_edu.homework.policy import Policy, read_policy
from metrics_edu.homework.submission.students import shown, submissions_in
from metrics_edu.language import _, needs

RESULTS = ".results"


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
    from filelock import FileLock, Timeout

    read = policy if isinstance(policy, Policy) else read_policy(policy)
    read.speak(spoken)
    folder, out = Path(folder).expanduser(), Path(out).expanduser()
    course = read_course(read)
    if out.resolve() == folder.resolve():
        raise ValueError(_("{path} holds the submissions; write the results to another folder", path=out))
    found = submissions_in(folder, read.parts, but=out.resolve())
    only = [shown(name) for name in only]
    if strange := [name for name in only if name not in {one.name for one in found}]:
        raise ValueError(
            _(
                "there is no submission {given!r}; there are {some}",
                given=strange[0],
                some=", ".join(one.name for one in found[:5]),
            )
        )
    days = read_days(read, [one.name for one in found])
    results = out / RESULTS
    results.mkdir(parents=True, exist_ok=True)
    try:
        with FileLock(results / "lock", timeout=0):
            wanted = [one for one in found if not only or one.name in only]
            for one in wanted if only else ():
                (results / f"{slug(one.name)}.json").unlink(missing_ok=True)
            done = graded_all(wanted, course, results, processes, progress=progress)
            rows = {one.name: result for one, (result, _kept) in zip(wanted, done, strict=True)}
            others = [one.name for one in found if one.name not in rows]
            rows |= {name: kept for name in others if (kept := _kept_result(results, name)) is not None}
            ordered = [rows[one.name] for one in found if one.name in rows]
            book = write_all(ordered, course, out, days, bom=bom, anonymous=anonymous, figures=figures)
    except Timeout:
        raise ValueError(_("somebody else is grading into {path}; wait, or choose another folder", path=out)) from None
    book.kept = sum(kept for _result, kept in done)
    book.graded = len(done) - book.kept
    return book


def _kept_result(folder: Path, name: str) -> Result | None:
    return load_result(folder / f"{slug(name)}.json")
