"""How fast a class is graded: 200 submissions of 1,953 users, made here, on as many processes as there are processors.

    python -m benchmarks.grading [--write benchmarks/grading.md]

Each submission is a ranking as JSON (ten items a user) and predicted ratings as CSV, five measures and five claims, half of them
wrong and diagnosed; feedback is written, figures are not. How much of it is reading files is measured in one process on 30 of
them: the time inside the functions that read, as a share of the whole.
"""

from __future__ import annotations

import argparse
import cProfile
import csv
import itertools
import json
import os
import platform
import pstats
import shutil
import tempfile
import time
from pathlib import Path

import numpy as np

from metrics_edu.metrics.measures import measure
from metrics_edu.metrics.ratings import Ratings
from metrics_edu.metrics.run import Run
from metrics_edu.metrics.value_and_derivation import value_of
from metrics_edu.mistakes.known_mistakes import MISCONCEPTIONS
from metrics_homework.course import read_course
from metrics_homework.grading.grade import grade_folder, graded
from metrics_homework.policy_file import read_policy
from metrics_homework.submission.submissions import submissions_in

SUBMISSIONS, USERS, ITEMS, LENGTH, PROFILED = 200, 1953, 3000, 10, 30
LEAST = 20.0
"""Submissions a second that are to be reached on two cores."""
NAMES = ("MAP@10", "nDCG@10", "Recall@10", "RMSE", "Item coverage")
POLICY = """
submissions:
  ranking: {file: ranking.json}
  ratings: {file: ratings.csv}
  claims: {file: claims.json, required: true}
data: {train: train.csv, validation: validation.csv, test: test.csv, scale: [1, 5]}
measures: [MAP@10, nDCG@10, Recall@10, RMSE, Item coverage]
relevance_threshold: 4
points: {format: 1, claims: {MAP@10: 1, nDCG@10: 1, Recall@10: 1, RMSE: 1, Item coverage: 1}}
bonus: {measures: [MAP@10, nDCG@10], points: [1, 0.5]}
"""
READING = ("read_rows", "read_claims")


def make(folder: Path) -> Path:
    rng = np.random.default_rng(1)
    weight = 1 / np.arange(10, ITEMS + 10)
    users = range(1, USERS + 1)
    drawn = {user: rng.choice(ITEMS, 60, replace=False, p=weight / weight.sum()) + 1 for user in users}
    rows = {"train": slice(0, 18), "validation": slice(18, 23), "test": slice(23, 28)}
    for name, part in rows.items():
        lines = [f"{user},{item},{rng.integers(1, 6)}" for user in users for item in drawn[user][part]]
        (folder / f"{name}.csv").write_text("user,item,rating\n" + "\n".join(lines) + "\n")
    (folder / "tarea1.yaml").write_text(POLICY)
    course = read_course(read_policy(folder / "tarea1.yaml"))
    pairs = course.pairs.select("user", "item", "actual").rows()
    for number in range(SUBMISSIONS):
        own = folder / "submissions" / f"student{number:03d}"
        own.mkdir(parents=True)
        lists = {str(user): rng.permutation(drawn[user][18:60])[:LENGTH].tolist() for user in users}
        ratings = np.round(rng.normal(3.2, 0.8, len(pairs)).clip(1, 5), 2)
        (own / "ranking.json").write_text(json.dumps(lists))
        lines = [f"{user},{item},{rating}" for (user, item, _true), rating in zip(pairs, ratings, strict=True)]
        (own / "ratings.csv").write_text("user,item,rating\n" + "\n".join(lines) + "\n")
        run, errors = Run.of(course.validation, lists), Ratings(ratings, [true for _user, _item, true in pairs])
        (own / "claims.json").write_text(json.dumps(claims(number, run, errors)))
    return folder / "tarea1.yaml"


def claims(number: int, run: Run, errors: Ratings) -> dict[str, float]:
    """Every other submission makes two of the common mistakes."""
    found = {name: value_of(name, errors if name == "RMSE" else run) for name in NAMES}
    if number % 2:
        code = ("AP_DIV_HITS", "AP_NO_REL", "AP_DIV_R")[number // 2 % 3]
        found["MAP@10"] = MISCONCEPTIONS[code].value(measure("AP@10"), run)
        found["nDCG@10"] = MISCONCEPTIONS["IDCG_RETRIEVED"].value(measure("nDCG@10"), run)
    return {name: round(value, 4) for name, value in found.items()}


def share_reading(folder: Path, policy: Path) -> float:
    """The share of one process's time that goes into reading what was handed in."""
    course = read_course(read_policy(policy))
    found = submissions_in(folder / "submissions", course.policy.parts).submissions[:PROFILED]
    graded(found[0], course)  # imports and what is computed once
    profile = cProfile.Profile()
    begun = time.perf_counter()
    profile.enable()
    for one in found:
        graded(one, course)
    profile.disable()
    whole = time.perf_counter() - begun
    stats = pstats.Stats(profile).stats  # type: ignore[attr-defined]
    reading = sum(row[3] for (_file, _line, name), row in stats.items() if name in READING)
    return reading / whole


def plainly(folder: Path) -> float:
    """The seconds that the standard library's json and csv take for the same files, in one process."""
    begun = time.perf_counter()
    for own in (folder / "submissions").iterdir():
        json.loads((own / "ranking.json").read_text())
        json.loads((own / "claims.json").read_text())
        with (own / "ratings.csv").open(newline="") as file:
            list(csv.reader(file))
    return time.perf_counter() - begun


def wrong_in_times_of_right(folder: Path, policy: Path) -> list[float]:
    """How much longer right submissions take, in one process, with one claim and with all claims wrong in no known way."""
    course = read_course(read_policy(policy))
    found = submissions_in(folder / "submissions", course.policy.parts).submissions[:PROFILED:2]
    took = []
    for wrong in ((), NAMES[:1], NAMES):
        for name, one in itertools.product(wrong, found):
            claims_of = folder / "submissions" / one.name / "claims.json"
            claimed = json.loads(claims_of.read_text())
            claims_of.write_text(json.dumps(claimed | {name: claimed[name] * 1.137 + 0.013}))
        graded(found[0], course)  # imports and what is computed once
        begun = time.process_time()
        for one in found:
            graded(one, course)
        took.append(time.process_time() - begun)
    return [seconds / took[0] for seconds in took[1:]]


def loop() -> float:
    """The seconds that this machine takes, just now, for ten million additions in Python."""
    begun, total = time.perf_counter(), 0
    for number in range(10_000_000):
        total += number
    return time.perf_counter() - begun


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--write", type=Path)
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp())
    try:
        policy = make(folder)
        begun = time.perf_counter()
        book = grade_folder(folder / "submissions", policy, folder / "out", figures=False, progress=False)
        seconds = time.perf_counter() - begun
        share, plain = share_reading(folder, policy), plainly(folder)
        one_wrong, all_wrong = wrong_in_times_of_right(folder, policy)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    rate = SUBMISSIONS / seconds
    wrong = sum(len(row[-1].split()) for row in book.rows)
    text = "\n".join(
        [
            f"Here {SUBMISSIONS} submissions of {USERS:,} users x {LENGTH} are graded, with a ranking as JSON and ratings as CSV.",
            f"Each has five measures and five claims; {wrong} claims in all are wrong and named. "
            "Feedback is written, figures are not.",
            "",
            f"Python {platform.python_version()}, {os.cpu_count()} cores, made by `python -m benchmarks.grading` (`make bench`).",
            "",
            "| what | measured |",
            "|---|---|",
            f"| submissions a second | {rate:.1f} |",
            f"| all of them, with starting the processes and writing the tables | {seconds:.1f} s |",
            f"| of one process's time: reading files | {100 * share:.0f} % |",
            f"| the same in times of what json and csv take for the files, in one process ({plain:.1f} s) "
            f"| {seconds / plain:.1f} |",
            f"| one submission with one claim wrong in no known way, in times of a right one | {one_wrong:.1f} |",
            f"| the same with all five claims wrong | {all_wrong:.1f} |",
            f"| ten million additions in Python, as a measure of the machine | {loop():.2f} s |",
            "",
        ]
    )
    print(text)
    if rate < LEAST:
        print(f"missed: {rate:.1f} submissions a second; {LEAST:g} are to be reached on two cores")
    if options.write:
        options.write.write_text(text)


if __name__ == "__main__":
    main()
