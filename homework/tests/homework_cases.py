"""A small course and submissions to it, for the tests of the homework."""

from __future__ import annotations

import csv
import ctypes
import itertools
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from typer.testing import CliRunner, Result

from metrics_homework.classroom.exercise_file import EXERCISE_FILE_KIND, checksum
from metrics_homework.cli import app
from metrics_homework.course import Course
from metrics_homework.grading import result
from metrics_homework.grading.grade import graded
from metrics_homework.submission.submissions import Submission

USERS = [f"u{k}" for k in range(1, 7)]
LENGTH = 3
PARTS = {"train": range(6), "validation": range(6, 12), "test": range(12, 18)}
"""Which items each user rated in which part of the data."""
POLICY = """\
name: Small
submissions:
  ranking: {file: [ranking.json, ranking.csv], length: 3}
  ratings: {file: ratings.csv, required: false}
  claims: {file: [claims.json, claims.csv]}
  exercise: {file: exercise*.json, class_code: small, measures: [AP@5]}
data: {train: train.csv, validation: validation.csv, test: hidden/test.csv}
measures: [MAP@3, nDCG@3, RMSE, Item coverage]
relevance_threshold: 4
points: {format: 1, claims: {MAP@3: 1, nDCG@3: 1}, exercise: 1}
late: {per_day: 0.5}
"""
RIGHT = {user: [f"i{6 + (k + place) % 6}" for place in range(LENGTH)] for k, user in enumerate(USERS)}
"""Lists without anything to find fault with."""
ANSWERS = {
    "kind": EXERCISE_FILE_KIND,
    "class_code": "small",
    "student": "ana",
    "minutes": 30,
    "decimals": 3,
    "convention": "parra",
    "reveal": "",
    "started": 1_700_000_000,
    "shown": 0,
    "answers": {"AP@5": ["", ""]},
    "times": {"AP@5": [1_700_000_001, 1_700_000_002]},
}


def grade_of(user: int, item: int) -> int:
    return 1 + (3 * user + 5 * item + user * item) % 5


def rows_of(part: str, users: list[str]) -> list[tuple[str, str, int]]:
    return [(user, f"i{item}", grade_of(k, item)) for k, user in enumerate(users) for item in PARTS[part]]


def make_course(folder: Path, *more: str, users: list[str] = USERS) -> Path:
    """Write a policy, with more lines at its end, and its data; return the policy's path."""
    (folder / "hidden").mkdir(parents=True)
    for part, name in (("train", "train"), ("validation", "validation"), ("test", "hidden/test")):
        with (folder / f"{name}.csv").open("w", newline="") as file:
            csv.writer(file).writerows([("user", "item", "rating"), *rows_of(part, users)])
    policy = folder / "small.yaml"
    policy.write_text("\n".join([POLICY, *more]))
    return policy


def hand_in(folder: Path, name: str | bytes, **files: Any) -> Path:
    """Write a submission: text and bytes as they are, anything else as JSON; by default a right ranking."""
    own = Path(os.fsdecode(os.path.join(os.fsencode(folder), os.fsencode(name))))  # noqa: PTH118 - a name may be no UTF-8
    own.mkdir(parents=True)
    for part, given in (files or {"ranking": RIGHT}).items():
        path = own / part.replace("__", ".")
        path = path if path.suffix else path.with_suffix(".json")
        text = given if isinstance(given, (str, bytes)) else json.dumps(given)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return own


def answers(**changed: Any) -> dict[str, Any]:
    """The file of an exercise, with the right checksum."""
    data = ANSWERS | changed
    return data | {"checksum": checksum(data)}


def grade(submissions: Path, policy: Path, out: Path, *more: str) -> Result:
    arguments = ["grade", str(submissions), "--policy", str(policy), "--out", str(out), "--processes", "1", *more]
    return CliRunner().invoke(app, arguments)


def table(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def gradebook(out: Path) -> dict[str, dict[str, str]]:
    """The rows by their submissions, each of which has one."""
    rows = table(out / "gradebook.csv")
    found = {row["submission"]: row for row in rows}
    assert len(found) == len(rows)
    return found


def codes(out: Path, name: str) -> list[str]:
    return gradebook(out)[name]["codes"].split()


def snapshot(folder: Path) -> dict[bytes, tuple[Any, ...]]:
    """All there is below a folder: what kind, when it was changed, and its bytes."""
    found = {}
    for path in sorted(folder.rglob("*"), key=os.fsencode):
        stat = path.lstat()
        what = path.readlink() if path.is_symlink() else path.read_bytes() if path.is_file() else None
        found[os.fsencode(path.relative_to(folder))] = (stat.st_mode, stat.st_mtime_ns, what)
    return found


def loop_in_c() -> None:
    """Run for ever, in a call that neither lets another thread run nor sees a signal."""
    sum(itertools.repeat(0))


def read_nothing() -> None:
    """Read from the address 0, as a fault in a library would: the system ends the process."""
    ctypes.string_at(0)


WAITS = "import os, pathlib, time; pathlib.Path('pid').write_text(str(os.getpid())); time.sleep(100_000)"
MISBEHAVIOURS: dict[str, Callable[[], object]] = {
    "ends": lambda: os._exit(0),
    "is killed": lambda: os.kill(os.getpid(), signal.SIGKILL),
    "crashes": read_nothing,
    "aborts": os.abort,
    "asks for too much memory": lambda: bytes(8 * 2**30),
    "loops in C": loop_in_c,
    "waits": lambda: time.sleep(100_000),
    "starts a process": lambda: subprocess.run([sys.executable, "-c", WAITS], cwd=tempfile.gettempdir(), check=False),
    "prints": lambda: os.write(1, b"x" * 100_000),
}
"""What can happen to a worker while it reads a submission."""


def misbehave(submission: Submission, course: Course) -> result.Result:
    """Grade in a worker; while it reads mallory's, what the environment names happens.

    A file in the temporary folder of the run shows which submission is being read.
    """
    assert os.getpid() != int(os.environ["GRADER"])
    Path(tempfile.gettempdir(), submission.name).touch()
    if submission.name.startswith("mallory"):
        MISBEHAVIOURS[os.environ["MISBEHAVIOUR"]]()
    return graded(submission, course)
