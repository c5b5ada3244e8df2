"""Grading in which some submissions do what a fault in a library would do: hang, crash, or ask for 3 GB and more."""

from __future__ import annotations

import ctypes
import itertools
import sys
from pathlib import Path

from metrics_homework.course import Course
from metrics_homework.grading import grade, worker_pool
from metrics_homework.grading.result import Result
from metrics_homework.submission.submissions import Submission

RIGHT_GRADED = grade.graded
ROWS = 3 * 2**30
"""The bytes of a row of 3 GB: as text it needs as much again, which is more than a worker has."""


def bad_graded(submission: Submission, course: Course) -> Result:
    """Grade as usual, but for the submissions of three people."""
    if submission.name == "hang":
        sum(itertools.repeat(0))
    if submission.name == "crash":
        ctypes.string_at(0)
    if submission.name == "memory":
        bytes(ROWS).decode()
    return RIGHT_GRADED(submission, course)


def main() -> None:
    folder, policy, out = map(Path, sys.argv[1:])
    grade.graded = bad_graded
    worker_pool.SPARE_SECONDS = 1.0
    grade.grade_folder(folder, policy, out, figures=False, progress=False)


if __name__ == "__main__":
    from benchmarks.bad_workers import main as importable_main  # a worker finds its task by the name of its module

    importable_main()
