"""A course from start to end: a class of 60 at real data, from the worksheet to the grades in the LMS's files.

    python -m benchmarks.course PATH_TO_ml-latest-small [--against REVISION]

Eight systems name the submissions. Students hand in many formats, some are late, two are a group, one hands in nothing, and
thirty make a known mistake each. The teacher grades, writes points by hand, grades again, and exports. Plain code that
shares nothing with the package says what must come out. The script prints what held, and exits with 1 if something did not.
"""

from __future__ import annotations

import argparse
import csv
import io
import os
import re
import resource
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from statistics import median
from typing import NamedTuple

import metrics_edu.data as data_sets
from benchmarks import course_class as made
from benchmarks.paper_answers import sheets_of
from benchmarks.plain_programs import TITLES
from metrics_homework.classroom.class_exercise import ClassExercise

PROJECT = Path(__file__).parents[1]
MEASURES = "AP@5,nDCG@5"
POLICY = """\
name: Tarea 1
submissions:
  roster: roster.csv
  slug: tarea1
  ranking: {file: [ranking.json, ranking.csv], length: 10}
  ratings: {file: ratings.csv}
  claims: {file: [claims.json, claims.csv]}
  exercise: {file: exercise*.json, class_code: iic3633, measures: [AP@5, nDCG@5], required: false}
data: {train: data/train.csv, validation: data/validation.csv, test: hidden/test.csv}
measures: [MAP@10, nDCG@10, Recall@10, P@10, RR@10, RMSE, MAE, Item coverage]
relevance_threshold: 4
points:
  format: 1
  claims: {MAP@10: 1, nDCG@10: 1, Recall@10: 1, P@10: 1, RR@10: 1, RMSE: 1, MAE: 1, Item coverage: 1}
  exercise: 2
late:
  per_day: 0.5
  at_most: 3
  deadline: 2026-11-27 23:59 America/Santiago
  grace: 15
  times: [worksheet.csv, times.csv]
hand: hand.csv
limits: {seconds: 60}
"""
HAND_HEAD = "id,part,points,comment"
EXTENDED, BY_HAND, EXCUSED, BONUS, VOIDED = 18, 29, 3, 5, 4
"""Who gets a later deadline, points by hand, an excuse and a bonus; and who answered the void question wrong."""
VOID = "nDCG@5 #2"
NEEDS_A_HUMAN = 1
"""The exit code of a class in which two people handed in no exercise."""
GOOD = 40
MOST_RATIO = 1.3
SPEED_ROUNDS = 3
MOST_UNNAMED = 2
MOST_LETTERS = 600
Run = Callable[..., tuple[int, str]]
"""Runs metrics-edu with some words; returns its exit code and what it printed."""


class Check(NamedTuple):
    """Something that must hold: what was wanted, and what was found."""

    what: str
    wanted: object
    found: object
    holds: bool


@dataclass
class Course:
    """The files of a course in a folder, and what was found out about them."""

    folder: Path
    run: Run
    ratings: data_sets.SplitRatings
    students: list[made.Student]
    checks: list[Check] = field(default_factory=list)
    wrong: dict[str, set[str]] = field(default_factory=dict)  # the titles of the wrong numbers of each student

    def check(self, what: str, wanted: object, found: object) -> None:
        self.checks.append(Check(what, wanted, found, wanted == found))

    def command(self, *words: object, code: int = 0) -> str:
        """Run a command that must end with this code."""
        found, text = self.run(*map(str, words))
        if found != code:
            self.check(f"exit code of {words[0]}: {text.strip()[-200:]}", code, found)
        return text

    @property
    def policy(self) -> Path:
        return self.folder / "tarea1.yaml"

    @property
    def graded(self) -> Path:
        return self.folder / "graded"

    @property
    def handed_in(self) -> list[made.Student]:
        return self.students[:-1]


def table(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def gradebook(folder: Path) -> dict[str, dict[str, str]]:
    return {row["submission"]: row for row in table(folder / "gradebook.csv")}


def write_course(course: Course) -> Mapping[str, made.Files]:
    """Write policy, data, roster and the LMS's files; return what each student hands in."""
    known = data_sets.split_newest(course.ratings.train)
    parts = {"data/train": known.train, "data/validation": known.test, "hidden/test": course.ratings.test}
    for name, part in parts.items():
        rows = [(one.user, one.item, f"{one.grade:g}") for one in part]
        made.write(course.folder / f"{name}.csv", made.csv_text([("user", "item", "rating"), *rows]))
    texts = {
        "tarea1.yaml": POLICY,
        "roster.csv": made.roster_text(course.students),
        "worksheet.csv": made.moodle_worksheet(course.students),
        "canvas.csv": made.canvas_gradebook(course.students),
        "times.csv": made.teacher_times(course.students),
        "hand.csv": f"{HAND_HEAD}\n",
    }
    for name, text in texts.items():
        made.write(course.folder / name, text)
    judged, train, popular = data_sets.by_user(known.test), data_sets.by_user(known.train), data_sets.most_rated(known)
    exercises = exercises_done(course)
    files = {}
    for student in course.handed_in:
        work = made.work_of(student, judged, train, popular)
        files[student.id] = made.files_of(student, work, exercises[student.id])
        course.wrong[student.id] = made.wrong_titles(student, work)
    return files


def exercises_done(course: Course) -> dict[str, str]:
    """Print worksheets, let each student compute the values on paper, and return the files of their answers."""
    page = course.folder / "sheets.html"
    course.command("worksheets", "iic3633", course.folder / "roster.csv", "-m", MEASURES, "-o", page)
    html = page.read_text("utf-8")
    sheets = sheets_of(html)
    course.check("worksheet: a sheet for each student", len(course.students), html.count('class="task"'))
    course.check("worksheet: no e-mail", 0, html.count("@uc.example"))
    exercises = {}
    for student in course.handed_in:
        exercise = ClassExercise("iic3633", student.id, MEASURES.split(","), now=lambda: 1_795_000_000.0)
        for paper in sheets[f"{student.name} ({student.id.casefold()})"]:
            name, position = paper.question.split(", list ")
            is_wrong = student.number == VOIDED and f"{name} #{position}" == VOID
            exercise.answer(name, int(position), "0.999" if is_wrong else f"{paper.value():.3f}")
        exercises[student.id] = exercise.contents()
    return exercises


def count_submissions(course: Course, folder: Path, policy: Path) -> int:
    text = course.command("grade", folder, "--policy", policy, "--dry-run")
    return int((re.search(r"Submissions: (\d+)", text) or ["", "0"])[1])


def check_names(course: Course, files: Mapping[str, made.Files]) -> Path:
    """Write the mixed folder, count its submissions with and without the roster, and return the folder with the group."""
    mixed, grouped = course.folder / "mixed", course.folder / "submissions"
    without = course.folder / "without.yaml"
    without.write_text(POLICY.replace("  roster: roster.csv\n", ""), "utf-8")
    for student in course.handed_in:
        made.hand_in(mixed, student, files[student.id])
        if student.number not in made.GROUP:
            made.hand_in(grouped, student, files[student.id])
    group = files[course.students[made.GROUP[0]].id]
    made.hand_in_as_group(grouped, {name: data for name, data in group.items() if not name.startswith("exercise")})
    count = len(course.students)
    course.check("mixed folder, with the roster: submissions", count, count_submissions(course, mixed, course.policy))
    course.check("mixed folder, without it: submissions", count - 1, count_submissions(course, mixed, without))
    return grouped


def check_grading(course: Course, submissions: Path) -> None:
    """Grade the class, and check rows, points, lateness and the mistakes that are named."""
    course.command("grade", submissions, "--policy", course.policy, "--out", course.graded, code=NEEDS_A_HUMAN)
    rows = gradebook(course.graded)
    course.check("graded: one row for each person of the roster", [one.id for one in course.students], sorted(rows))
    last = course.students[-1].id
    course.check(
        "graded: nothing handed in, so a row without points", ["0"], [rows[last]["points"] if last in rows else ""]
    )
    expected = {student.id: points_at_first(course, student) for student in course.handed_in}
    check_points(course, "graded: the points of each person", expected, rows)
    late = {one.id: -Decimal(str(made.LATE_POINTS.get(one.number, 0))) for one in course.handed_in}
    found = {name: Decimal(rows[name]["late"]) for name in late if name in rows}
    course.check(
        "graded: points for lateness",
        {},
        {name: (late[name], found.get(name)) for name in late if late[name] != found.get(name)},
    )
    check_mistakes(course)


def points_at_first(course: Course, student: made.Student) -> Decimal:
    """Return the points of the format, the right numbers and the exercise, less what lateness costs."""
    exercise = Decimal("1.5") if student.number == VOIDED else Decimal(0 if student.number in made.GROUP else 2)
    late = Decimal(str(made.LATE_POINTS.get(student.number, 0)))
    return 1 + len(TITLES) - len(course.wrong[student.id]) + exercise - late


def points_by_hand(course: Course, student: made.Student) -> Decimal:
    """Return what the teacher's lines make of the points."""
    points = points_at_first(course, student)
    if student.number == EXTENDED:
        points += Decimal(str(made.LATE_POINTS[EXTENDED]))
    if student.number == EXCUSED:  # the share of the other parts, all of which are right
        assert points == 11
    more = {BY_HAND: Decimal("0.5"), BONUS: Decimal("0.25"), VOIDED: Decimal("0.5")}
    if student.number in made.GROUP:  # the void question is one of four of the exercise, which a group does not hand in
        points += Decimal("0.5")
    return points + more.get(student.number, Decimal(0))


def check_points(
    course: Course, what: str, expected: Mapping[str, Decimal], rows: Mapping[str, Mapping[str, str]]
) -> None:
    found = {name: Decimal(rows[name]["points"] or "NaN") for name in expected if name in rows}
    wrong = {
        name: f"{found.get(name)}, not {points} ({rows.get(name, {}).get('codes')})"
        for name, points in expected.items()
        if found.get(name) != points
    }
    course.check(what, {}, wrong)


def check_mistakes(course: Course) -> None:
    """Check that no number is named falsely, and count the mistakes of which every number is named."""
    named: dict[str, list[bool]] = {}
    falsely = []
    for row in table(course.graded / "details.csv"):
        student = next((one for one in course.handed_in if one.id == row["submission"]), None)
        title = row["measure"]
        if student is None or row["part"] != "claims" or not row["claimed"]:
            continue
        mistake = made.mistake_of(student)
        code = mistake.codes.get(title, "") if mistake and title in course.wrong[student.id] else "right"
        codes = row["code"].split("|")
        if code != "right":
            named.setdefault(student.id, []).append(any(code in one for one in codes))
        if code not in codes and codes[0] not in ("wrong", "out_of_range"):
            falsely.append(f"{student.id} {title}: {row['code']}, not {code}")
    course.check("mistakes: none named falsely", [], falsely)
    unnamed = [made.mistake_of(one).what for one in course.handed_in if not all(named.get(one.id, [True]))]  # type: ignore[union-attr]
    course.checks.append(
        Check(
            f"mistakes: named, all but {unnamed}",
            f"at least {len(named) - MOST_UNNAMED}",
            len(named) - len(unnamed),
            len(unnamed) <= MOST_UNNAMED,
        )
    )


def check_hand(course: Course, submissions: Path) -> None:
    """Write points by hand, an extension, a void question, an excuse and a bonus; grade again, twice."""
    by_number = {student.number: student for student in course.students}
    lines = [
        HAND_HEAD,
        f"{by_number[EXTENDED].email},deadline,2026-11-30 12:00,Estuvo enfermo",
        f"{by_number[BY_HAND].id},MAP@10,0.5,El resto del desarrollo está bien",
        f"{by_number[EXCUSED].name},exercise,excused,",
        f'{by_number[BONUS].id},bonus,"0,25",Encontró un error',
        f"*,{VOID},void,La lista tenía un error",
        "nobody-9,MAP@10,1,",
    ]
    hand = course.folder / "hand.csv"
    hand.write_text("\n".join(lines) + "\n", "utf-8")
    before, first = hand.read_bytes(), gradebook(course.graded)
    course.command("grade", submissions, "--policy", course.policy, "--out", course.graded, code=NEEDS_A_HUMAN)
    rows = gradebook(course.graded)
    expected = {student.id: points_by_hand(course, student) for student in course.handed_in}
    check_points(course, "by hand: the points of each person", expected, rows)
    changed = {row["submission"] for row in table(course.graded / "changes.csv") if row["column"] == "points"}
    course.check(
        "by hand: changes.csv has whose points changed",
        changed,
        {name for name in rows if rows[name]["points"] != first[name]["points"]},
    )
    codes = [
        row["code"] for row in table(course.graded / "findings.csv") if row["code"].startswith(("HAND", "UNKNOWN"))
    ]
    course.check("by hand: wrong lines are reported", ["HAND_COMMA", "UNKNOWN_ID"], sorted(codes))
    course.command("grade", submissions, "--policy", course.policy, "--out", course.graded, code=NEEDS_A_HUMAN)
    same = not (course.graded / "changes.csv").exists() and gradebook(course.graded) == rows
    course.check("by hand: another run changes nothing", True, same)
    course.check("by hand: no command wrote hand.csv", True, hand.read_bytes() == before)


def check_exports(course: Course) -> None:
    """Fill Canvas's and Moodle's files, and read them back cell by cell."""
    points = {name: row["points"] for name, row in gradebook(course.graded).items()}
    keys = {student.id: student for student in course.students}
    systems = {
        "canvas": ("canvas.csv", 6, 2, "."),
        "moodle": ("worksheet.csv", 5, 2, ","),
    }
    for system, (name, column, who, mark) in systems.items():
        out = course.folder / f"filled_{name}"
        course.command(
            "export", system, course.folder / name, "--graded", course.graded, "--out", out, "--policy", course.policy
        )
        if not out.exists():
            continue
        old, new = raw_rows((course.folder / name).read_bytes()), raw_rows(out.read_bytes())
        same = len(old) == len(new) and all(
            len(one) == len(other) and one[:column] + one[column + 1 :] == other[:column] + other[column + 1 :]
            for one, other in zip(old, new, strict=True)
        )
        course.check(f"{system}: every other cell is as it was, byte by byte", True, same)
        filled = {row[who]: row[column].strip('"').replace(mark, ".") for row in new if row[who:] and row[who] in keys}
        wanted = {name: str(Decimal(value)) for name, value in points.items()}
        different = {
            name: (filled.get(name), value)
            for name, value in wanted.items()
            if Decimal(filled.get(name) or "NaN") != Decimal(value)
        }
        course.check(f"{system}: the points of {len(wanted)} people", {}, different)


def raw_rows(data: bytes) -> list[list[str]]:
    """Split a CSV into cells as they are written, with quotes and line ends."""
    rows, cell, is_quoted = [list[str]()], "", False
    for character in data.decode():
        is_quoted ^= character == '"'
        if is_quoted or character not in ",\n":
            cell += character
            continue
        rows[-1].append(cell)
        cell = ""
        if character == "\n":
            rows.append([])
    rows[-1].append(cell)
    return rows


def check_privacy(course: Course) -> None:
    """Check that no output has an e-mail, and that only the teacher can read the tables."""
    outputs = [path for path in course.graded.rglob("*") if path.is_file()]
    course.check(
        "outputs: no e-mail in them", [], [path.name for path in outputs if b"@uc.example" in path.read_bytes()]
    )
    tables = [path for path in outputs if path.suffix == ".csv" or path.name == "class.html"]
    course.check(
        "outputs: the teacher's files have mode 0600", [], [path.name for path in tables if path.stat().st_mode & 0o077]
    )


def give(course: Course) -> Mapping[str, made.Files]:
    """Give a course from the worksheet to the export; return what each student handed in."""
    files = write_course(course)
    submissions = check_names(course, files)
    check_grading(course, submissions)
    check_hand(course, submissions)
    check_exports(course)
    check_privacy(course)
    return files


def environment(package: Path = PROJECT) -> dict[str, str]:
    places = [package, package / "homework", PROJECT]
    return os.environ | {"PYTHONPATH": os.pathsep.join(map(str, places)), "COLUMNS": "1000"}


def run_command(*words: str, package: Path = PROJECT) -> tuple[int, str]:
    """Run metrics-homework as a process; an older version has its commands in metrics_edu."""
    program = "metrics_homework" if (package / "homework").is_dir() else "metrics_edu"
    command = [sys.executable, "-c", f"from {program}.cli import app; app()", *words]
    done = subprocess.run(command, cwd=package, env=environment(package), text=True, capture_output=True, check=False)
    return done.returncode, done.stderr or done.stdout


def check_bad_workers(course: Course, files: Mapping[str, made.Files]) -> None:
    """Grade good submissions with one that hangs, one that crashes, and one that asks for a row of 3 GB."""
    folder, out = course.folder / "bad", course.folder / "bad_graded"
    good = [files[student.id] for student in course.handed_in[:GOOD]]
    names = [*(f"good{number}" for number in range(GOOD)), "hang", "crash", "memory"]
    for name, own in zip(names, [*good, *good[:3]], strict=True):
        for file, data in own.items():
            if not file.startswith("exercise"):
                made.write(folder / name / file, data)
    policy = course.folder / "bad.yaml"
    policy.write_text(plain_policy().replace("seconds: 60", "seconds: 5"), "utf-8")
    command = [sys.executable, "-m", "benchmarks.bad_workers", str(folder), str(policy), str(out)]
    subprocess.run(command, cwd=PROJECT, env=environment(), check=False)
    rows = gradebook(out)
    course.check(
        "bad submissions: only their rows are lost",
        ["crash", "hang", "memory"],
        sorted(name for name, row in rows.items() if "FAILED" in row["codes"]),
    )
    course.check("bad submissions: rows of the others", GOOD, sum(row["status"] == "ok" for row in rows.values()))


def plain_policy() -> str:
    """Return the policy of a class of folders, which earlier versions read also."""
    lines = ("  roster:", "  slug:", "hand:")
    text = POLICY[: POLICY.index("late:")] + POLICY[POLICY.index("hand:") :]
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith(lines))


def processor_seconds(course: Course, files: Mapping[str, made.Files], package: Path, name: str) -> float:
    """Return the seconds of the processor that a submission takes, graded by a version of the package."""
    folder, policy = course.folder / "plain", course.folder / "plain.yaml"
    if not folder.exists():
        policy.write_text(plain_policy(), "utf-8")
        students = [one for one in course.handed_in if one.number not in made.FORMATS]
        for student in students:
            for file, data in files[student.id].items():
                made.write(folder / student.login / file, data)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    code, text = run_command(
        "grade", str(folder), "--policy", str(policy), "--out", str(course.folder / name), package=package
    )
    assert code in (0, 1), text
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds / len([*folder.iterdir()])


def check_speed(course: Course, files: Mapping[str, made.Files], revision: str | None) -> None:
    """Measure the processor's seconds, and compare them with those of another version: medians of rounds in turns."""
    packages = {"ours": PROJECT}
    if revision is not None:
        command = ["git", "archive", "--format=zip", revision]
        archive = subprocess.run(command, cwd=PROJECT, check=True, capture_output=True).stdout
        packages["theirs"] = course.folder / "package"
        with zipfile.ZipFile(io.BytesIO(archive)) as packed:
            packed.extractall(packages["theirs"])
    seconds: dict[str, list[float]] = {name: [] for name in packages}
    for round_ in range(SPEED_ROUNDS):
        for name, package in packages.items():
            seconds[name].append(processor_seconds(course, files, package, f"plain_{name}_{round_}"))
    ours, *theirs = map(median, seconds.values())
    course.checks.append(Check("processor seconds a submission", "measured", f"{ours:.3f}", True))
    for other in theirs:
        ratio = ours / other
        course.checks.append(
            Check(
                f"processor seconds over those of {revision} ({other:.3f})",
                f"at most {MOST_RATIO}",
                f"{ratio:.2f}",
                ratio <= MOST_RATIO,
            )
        )


def report(checks: Sequence[Check]) -> Iterator[str]:
    yield "| what | wanted | found | holds |"
    yield "|---|---|---|---|"
    for one in checks:
        wanted = in_short(one.wanted)
        found = wanted if one.holds and one.wanted == one.found else str(one.found)[:MOST_LETTERS]
        yield f"| {one.what} | {wanted} | {found} | {'yes' if one.holds else 'NO'} |"


def in_short(wanted: object) -> str:
    """Return what was wanted: where it is long, only its size."""
    if wanted in ({}, []):
        return "none wrong"
    return str(wanted) if isinstance(wanted, (str, int)) else f"{len(wanted)} expected"  # type: ignore[arg-type]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("movielens", type=Path)
    parser.add_argument("--against", help="a commit, of which the speed is compared")
    options = parser.parse_args()
    ratings = data_sets.read_ratings(options.movielens / "ratings.csv")
    with tempfile.TemporaryDirectory() as name:
        course = Course(Path(name), run_command, ratings, made.people(made.PEOPLE))
        files = give(course)
        check_bad_workers(course, files)
        check_speed(course, files, options.against)
    print("\n".join(report(course.checks)))
    missed = sum(not one.holds for one in course.checks)
    if missed:
        sys.exit(f"{missed} of {len(course.checks)} did not hold")


if __name__ == "__main__":
    main()
