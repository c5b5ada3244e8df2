"""File mistakes: numbers that a right program computes, and a file that is not what it computed them from."""

from __future__ import annotations

import csv
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from homework.tests.homework_cases import hand_in, table
from metrics_homework.check import Examination
from metrics_homework.course import Course, read_course
from metrics_homework.grading.points import parts_of, points_text
from metrics_homework.judging.report import Report
from metrics_homework.judging.reported_numbers import judge_in_steps
from metrics_homework.judging.shared_mistakes import mistakes
from metrics_homework.policy_file import read_policy
from metrics_homework.submission.submissions import Submission
from metrics_homework.widgets import SubmissionUpload

pytestmark = pytest.mark.usefixtures("in_turn")

USERS = [str(2 * k + 101) for k in range(20)]
ITEMS = [str(3 * k + 5) for k in range(60)]
POLICY = """\
submissions:
  ranking: {file: [ranking.json, ranking.csv], length: 5}
  ratings: {file: ratings.csv, required: false}
  claims: {file: claims.json}
data: {train: train.csv, validation: validation.csv}
measures: [MAP@5, nDCG@5, Recall@5, Item coverage, RMSE, MAE]
relevance_threshold: 4
points: {format: 1, claims: {MAP@5: 1, nDCG@5: 2, Recall@5: 1, Item coverage: 1}}
"""
Lists = dict[str, list[str]]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A course whose ids are numbers with gaps, so that each numbering gives other values."""
    folder = tmp_path_factory.mktemp("course")
    draw = random.Random(5)
    rows: dict[str, list[tuple[str, str, int]]] = {"train": [], "validation": []}
    for user in USERS:
        for k, item in enumerate(draw.sample(ITEMS, 36)):
            rows["train" if k < 18 else "validation"].append((user, item, draw.randint(1, 5)))
    for part, rated in rows.items():
        with (folder / f"{part}.csv").open("w", newline="") as file:
            csv.writer(file).writerows([("user", "item", "rating"), *rated])
    (folder / "policy.yaml").write_text(POLICY)
    return folder


@pytest.fixture(scope="module")
def course(folder: Path) -> Course:
    return read_course(read_policy(folder / "policy.yaml"), hidden=False)


@pytest.fixture(scope="module")
def lists(course: Course) -> Lists:
    draw = random.Random(6)
    unseen = {user: [item for item in ITEMS if item not in course.validation.train[user]] for user in USERS}
    return {user: draw.sample(unseen[user], 5) for user in USERS}


def check(folder: Path, course: Course, lists: Any, claims: dict[str, Any], name: str = "ranking") -> Report:
    path = hand_in(folder, "ana", **{name: lists, "claims": claims})
    return Examination(Submission("ana", [path]), course).run()


@pytest.fixture(scope="module")
def right(course: Course, lists: Lists, tmp_path_factory: pytest.TempPathFactory) -> dict[str, float]:
    values = check(tmp_path_factory.mktemp("right"), course, lists, {}).values
    return {title: round(value, 4) for title, value in values.items()}


def moved(lists: Lists, users: int, items: int) -> Lists:
    return {str(int(user) + users): [str(int(item) + items) for item in listed] for user, listed in lists.items()}


def inner(lists: Lists, users: list[str], items: list[str]) -> Lists:
    return {str(users.index(user)): [str(items.index(item)) for item in listed] for user, listed in lists.items()}


def swapped(lists: Lists) -> str:
    rows = [f"{item},{user},{rank}" for user, items in lists.items() for rank, item in enumerate(items, start=1)]
    return "\n".join(["user,item,rank", *rows]) + "\n"


FILES: dict[str, tuple[str, Callable[[Lists, Course], Any], str, str]] = {
    "reversed": (
        "LISTS_REVERSED",
        lambda lists, _: {user: items[::-1] for user, items in lists.items()},
        "ranking",
        "worst item first",
    ),
    "items shifted": ("SHIFTED_IDS", lambda lists, _: moved(lists, 0, 1), "ranking", "items are shifted by one"),
    "users shifted": ("SHIFTED_IDS", lambda lists, _: moved(lists, -1, 0), "ranking", "with +1 added"),
    "inner items": (
        "INNER_IDS",
        lambda lists, course: (
            inner(lists, USERS, sorted(course.items))
            and {user: [str(sorted(course.items).index(item)) for item in items] for user, items in lists.items()}
        ),
        "ranking",
        "internal numbers",
    ),
    "both inner": (
        "INNER_IDS",
        lambda lists, course: inner(lists, USERS, sorted(course.items, key=int)),
        "ranking",
        "internal numbers",
    ),
    "swapped": ("TRANSPOSED", lambda lists, _: swapped(lists), "ranking.csv", "Users and items are swapped"),
}


@pytest.mark.parametrize("case", FILES)
def test_right_numbers_of_a_changed_file_are_one_mistake(
    tmp_path: Path, course: Course, lists: Lists, right: dict[str, float], case: str
) -> None:
    code, change, name, words = FILES[case]
    report = check(tmp_path, course, change(lists, course), right, name)
    wrong = [one for one in report.claims if one.code != "right"]
    assert len(wrong) >= 2
    assert {one.code for one in wrong} == {code}
    assert len(mistakes(report.claims)) == 1
    assert words in wrong[0].explanation
    assert report.text().count(words) == 1


def test_the_train_data_taken_as_the_truth_are_named(tmp_path: Path, course: Course, folder: Path) -> None:
    liked = {row["user"]: [] for row in table(folder / "train.csv")}
    for row in table(folder / "train.csv"):
        liked[row["user"]] += [row["item"]] if int(row["rating"]) >= 3 else []
    lists = {user: (items + [item for item in ITEMS if item not in items])[:5] for user, items in liked.items()}
    by_train = {
        user: {row["item"]: int(row["rating"]) for row in table(folder / "train.csv") if row["user"] == user}
        for user in USERS
    }
    hits = {user: [by_train[user].get(item, 0) >= 4 for item in items] for user, items in lists.items()}
    relevant = {user: sum(grade >= 4 for grade in grades.values()) for user, grades in by_train.items()}
    recall = sum(sum(hits[user]) / relevant[user] for user in USERS) / len(USERS)
    ap = sum(
        sum(sum(hits[user][:k]) / k for k in range(1, 6) if hits[user][k - 1]) / min(5, relevant[user])
        for user in USERS
    ) / len(USERS)
    report = check(tmp_path, course, lists, {"MAP@5": f"{ap:.4f}", "Recall@5": f"{recall:.4f}"})
    assert {one.code for one in report.claims if one.claimed} == {"TRAIN_AS_TRUTH"}


Rows = list[tuple[str, str, float]]


def ratings_of(folder: Path, part: str = "validation") -> Rows:
    draw = random.Random(7)
    rows = table(folder / f"{part}.csv")
    return [(row["user"], row["item"], round(draw.uniform(1, 5), 2)) for row in rows]


RATINGS: dict[str, tuple[str, Callable[[Rows, Course], Rows], str]] = {
    "swapped": (
        "TRANSPOSED",
        lambda rows, _: [(item, user, rating) for user, item, rating in rows],
        "Users and items are swapped",
    ),
    "items shifted": (
        "SHIFTED_IDS",
        lambda rows, _: [(user, str(int(item) + 1), rating) for user, item, rating in rows],
        "items are shifted by one",
    ),
    "users shifted": (
        "SHIFTED_IDS",
        lambda rows, _: [(str(int(user) - 1), item, rating) for user, item, rating in rows],
        "with +1 added",
    ),
    "inner items": (
        "INNER_IDS",
        lambda rows, course: [(user, str(sorted(course.items).index(item)), rating) for user, item, rating in rows],
        "internal numbers",
    ),
    "both inner": (
        "INNER_IDS",
        lambda rows, course: [
            (str(USERS.index(user)), str(sorted(course.items, key=int).index(item)), rating)
            for user, item, rating in rows
        ],
        "internal numbers",
    ),
}


def check_ratings(
    folder: Path, course: Course, rows: Rows, claims: dict[str, Any], lists: Lists | None = None
) -> Report:
    text = "\n".join(["user,item,rating", *(f"{user},{item},{rating}" for user, item, rating in rows)])
    path = hand_in(folder, "ana", **{"ratings.csv": text, "claims": claims} | ({"ranking": lists} if lists else {}))
    return Examination(Submission("ana", [path]), course).run()


def errors_of(rows: Rows, truth: Rows) -> dict[str, float]:
    known = {(user, item): float(rating) for user, item, rating in truth}
    errors = [rating - known[user, item] for user, item, rating in rows]
    squares = sum(error**2 for error in errors) / len(errors)
    return {"RMSE": round(squares**0.5, 4), "MAE": round(sum(map(abs, errors)) / len(errors), 4)}


def truth_of(folder: Path, part: str) -> Rows:
    return [(row["user"], row["item"], float(row["rating"])) for row in table(folder / f"{part}.csv")]


@pytest.mark.parametrize("fallback", ["refused", "mean"])
@pytest.mark.parametrize("case", RATINGS)
def test_right_errors_of_changed_ratings_are_one_mistake(
    tmp_path: Path, folder: Path, lists: Lists, right: dict[str, float], case: str, fallback: str
) -> None:
    code, change, words = RATINGS[case]
    (folder / "ratings.yaml").write_text(f"{POLICY}fallbacks: {{ratings: {fallback}}}\n")
    course = read_course(read_policy(folder / "ratings.yaml"), hidden=False)
    rows = ratings_of(folder)
    numbers = errors_of(rows, truth_of(folder, "validation"))
    report = check_ratings(tmp_path, course, change(rows, course), right | numbers, lists)
    assert {one.title: one.code for one in report.claims} == dict.fromkeys(right, "right") | dict.fromkeys(
        numbers, code
    )
    assert report.text().count(words) == 1
    alone = check_ratings(tmp_path / "alone", course, change(rows, course), {"RMSE": numbers["RMSE"]})
    assert [one.code for one in alone.claims if one.claimed] == [code]


def test_ratings_of_the_train_data_are_named(tmp_path: Path, folder: Path, course: Course) -> None:
    rows = ratings_of(folder, "train")
    report = check_ratings(tmp_path, course, rows, errors_of(rows, truth_of(folder, "train")))
    assert {one.code for one in report.claims if one.claimed} == {"TRAIN_AS_TRUTH"}


def test_wrong_errors_are_no_mistake_in_the_ratings(
    tmp_path: Path, folder: Path, course: Course, lists: Lists, right: dict[str, float]
) -> None:
    draw, rows = random.Random(8), ratings_of(folder)
    numbers = errors_of(rows, truth_of(folder, "validation"))
    files = [("right", rows), *((case, change(rows, course)) for case, (_code, change, _words) in RATINGS.items())]
    reports = [check_ratings(tmp_path / case, course, changed, numbers, lists) for case, changed in files]
    for report in reports * 20:
        claims = {title: f"{value + draw.uniform(-0.5, 0.5):.4f}" for title, value in numbers.items()}
        *_, judged = judge_in_steps(report, claims)
        assert not any(one.file_mistake for one in judged), claims
    one_right = {"RMSE": str(numbers["RMSE"]), "MAE": "1.0123"}
    *_, judged = judge_in_steps(reports[0], one_right)
    assert not any(one.file_mistake for one in judged)


def test_another_mistake_is_named_on_the_lists_as_they_were_meant(
    tmp_path: Path, course: Course, lists: Lists, right: dict[str, float]
) -> None:
    claims = right | {"MAP@5": round(right["MAP@5"] * 2, 4)}
    codes = {one.title: one.code for one in check(tmp_path, course, moved(lists, 0, 1), claims).claims}
    assert codes["MAP@5"] == "wrong"
    assert codes["nDCG@5"] == codes["Recall@5"] == "SHIFTED_IDS"


@pytest.mark.parametrize("change", [{"MAP@5": 0.9}, {"MAP@5": 0.8, "nDCG@5": 0.7}, {"MAP@5": 0.0, "nDCG@5": 0.0}])
def test_wrong_numbers_of_a_right_file_are_no_file_mistake(
    tmp_path: Path, course: Course, lists: Lists, right: dict[str, float], change: dict[str, float]
) -> None:
    report = check(tmp_path, course, lists, right | change)
    assert not any(one.file_mistake for one in report.claims)
    assert report.claims[2].code == "right"


def test_a_repair_that_makes_a_right_number_wrong_is_none(
    tmp_path: Path, course: Course, lists: Lists, right: dict[str, float]
) -> None:
    backwards = {user: items[::-1] for user, items in lists.items()}
    coverage = {"Item coverage": right["Item coverage"]}
    two = {title: right[title] for title in ("MAP@5", "nDCG@5")}
    assert {one.code for one in check(tmp_path / "a", course, backwards, two | coverage).claims} >= {"LISTS_REVERSED"}
    shifted = moved(lists, 0, 1)
    values = check(tmp_path / "b", course, shifted, {}).values
    claims = two | {"Recall@5": round(values["Recall@5"], 4)}
    assert not any(one.file_mistake for one in check(tmp_path / "c", course, shifted, claims).claims)


@pytest.mark.parametrize(
    ("more", "points"),
    [
        ("", "0"),
        ("variants: {LISTS_REVERSED: 0.5}", "0.5"),
        ("charge: once", "1"),
        ("charge: once\nvariants: {LISTS_REVERSED: 0.5}", "1"),
    ],
)
def test_the_policy_says_what_a_file_mistake_costs(
    tmp_path: Path, folder: Path, lists: Lists, right: dict[str, float], more: str, points: str
) -> None:
    (folder / "other.yaml").write_text(POLICY + more)
    course = read_course(read_policy(folder / "other.yaml"), hidden=False)
    report = check(tmp_path, course, {user: items[::-1] for user, items in lists.items()}, right)
    parts = {part: points_text(most) for part, most in parts_of(report).items()}
    cost = {"0": "0", "0.5": "1", "1": "0"}[points] if "0.5" not in more else "1"
    assert (parts["MAP@5"], parts["nDCG@5"], parts["Recall@5"]) == (points, cost, "1")


@pytest.mark.parametrize(
    ("more", "expected"),
    [("", ("0", "0")), ("variants: {percentage: 0.5}", ("0.5", "1")), ("charge: once", ("1", "0"))],
)
def test_percentages_keep_a_share(
    tmp_path: Path, folder: Path, lists: Lists, right: dict[str, float], more: str, expected: tuple[str, str]
) -> None:
    (folder / "other.yaml").write_text(POLICY + more)
    course = read_course(read_policy(folder / "other.yaml"), hidden=False)
    claims = right | {title: f"{100 * right[title]:.2f}" for title in ("MAP@5", "nDCG@5")}
    report = check(tmp_path, course, lists, claims)
    assert [one.code for one in report.claims] == ["percentage", "percentage", "right", "right"]
    parts = {part: points_text(most) for part, most in parts_of(report).items()}
    assert (parts["MAP@5"], parts["nDCG@5"]) == expected


@pytest.mark.parametrize(("more", "points"), [("", "0"), ("variants: {nearly: 0.75}", "1.5")])
def test_a_number_off_by_a_unit_of_the_last_decimal_keeps_a_share(
    tmp_path: Path, folder: Path, lists: Lists, right: dict[str, float], more: str, points: str
) -> None:
    (folder / "other.yaml").write_text(POLICY + more)
    course = read_course(read_policy(folder / "other.yaml"), hidden=False)
    nearly = (
        f"{round(right['nDCG@5'], course.policy.decimals) + 10.0**-course.policy.decimals:.{course.policy.decimals}f}"
    )
    report = check(tmp_path, course, lists, right | {"nDCG@5": nearly})
    judged = next(one for one in report.claims if one.title == "nDCG@5")
    assert (judged.code, judged.mark) == ("nearly", "wrong")
    assert points_text(parts_of(report)["nDCG@5"]) == points


def test_unknown_mistakes_are_charged_each(tmp_path: Path, folder: Path, lists: Lists, right: dict[str, float]) -> None:
    (folder / "other.yaml").write_text(POLICY + "charge: once")
    course = read_course(read_policy(folder / "other.yaml"), hidden=False)
    report = check(tmp_path, course, lists, right | {"MAP@5": 0.8123, "nDCG@5": 0.7123})
    assert [points_text(points) for points in parts_of(report).values()] == ["1", "0", "0", "1", "1"]


def test_the_upload_names_a_file_mistake(folder: Path, lists: Lists, right: dict[str, float]) -> None:
    upload = SubmissionUpload(folder / "policy.yaml")
    rows = [f"{user},{','.join(items[::-1])}" for user, items in lists.items()]
    content = "\n".join(["user,1,2,3,4,5", *rows]).encode()
    upload._do_upload({"names": ["ranking.csv"], "buffers": [content]})
    upload._do_check({"answers": {"MAP@5": str(right["MAP@5"]), "nDCG@5": str(right["nDCG@5"])}})
    assert upload.report
    assert {one.code for one in upload.report.claims if one.claimed} == {"LISTS_REVERSED"}
