"""The value mistakes of a class: 32 wrong programs, written here from scratch, and what the checker says of their numbers.

30 of them are named. The other two cannot be seen in the files, and must not be named falsely.
"""

from __future__ import annotations

import csv
import json
import math
import random
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from metrics_homework.check import Examination
from metrics_homework.course import Course, read_course
from metrics_homework.policy_file import read_policy
from metrics_homework.submission.submissions import Submission

pytestmark = pytest.mark.usefixtures("in_turn")

N, THRESHOLD, USERS, ITEMS = 10, 4, 30, 300
POLICY = """\
submissions:
  ranking: {file: ranking.json, seen: kept}
  ratings: {file: ratings.csv}
  claims: {file: claims.json}
data: {train: train.csv, validation: validation.csv}
measures: [MAP@10, nDCG@10, MRR@10, P@10, Recall@10, RMSE, MAE, Item coverage]
relevance_threshold: 4
"""
Grades = dict[str, dict[str, float]]
Lists = dict[str, list[str]]
Claims = dict[str, float]


class Class:
    """The data of a course, the lists and ratings that are handed in, and the program that computes the numbers."""

    def __init__(self, folder: Path) -> None:
        draw = random.Random(11)
        self.train: Grades = defaultdict(dict)
        self.truth: Grades = defaultdict(dict)
        for k in range(USERS):
            user = str(k + 1)
            for place, item in enumerate(draw.sample(range(ITEMS), 70)):
                is_low = place >= 30 and (
                    k == 0 or (k == 1 and place >= 36)
                )  # one user likes nothing, another few items
                grade = draw.choice([0.5, 1, 2, 3, 3, 3.5] if is_low else [1, 2, 3, 3.5, 4, 4, 4.5, 5])
                (self.train if place < 30 else self.truth)[user][f"m{item}"] = grade
        self.lists: Lists = {}
        for user in self.truth:
            unseen = [f"m{item}" for item in range(ITEMS) if f"m{item}" not in self.train[user]]
            liked = draw.sample(sorted(self.truth[user]), 5 if int(user) % 7 else 0)
            if user == "2":  # who likes fewer than ten, and is shown some
                liked = sorted(self.truth[user], key=lambda item: -self.truth[user][item])[:5]
            others = [item for item in unseen if item not in liked]
            if not liked:
                others = [item for item in others if self.truth[user].get(item, 0) < THRESHOLD]
            self.lists[user] = draw.sample(liked + draw.sample(others, N - len(liked)), N)
        self.pairs = [(user, item, grade) for user, items in self.truth.items() for item, grade in items.items()]
        self.predicted = [round(draw.uniform(1, 5), 2) for _pair in self.pairs]
        self.catalogue = {item for part in (self.train, self.truth) for items in part.values() for item in items}
        for name, part in (("train", self.train), ("validation", self.truth)):
            rows = [(user, item, grade) for user, items in part.items() for item, grade in items.items()]
            with (folder / f"{name}.csv").open("w", newline="") as file:
                csv.writer(file).writerows([("user", "item", "rating"), *rows])
        (folder / "policy.yaml").write_text(POLICY)
        self.folder = folder

    def hand_in(self, claims: Claims, lists: Lists | None = None) -> Path:
        own = self.folder / "submission"
        own.mkdir(exist_ok=True)
        (own / "ranking.json").write_text(json.dumps(lists or self.lists))
        rows = [(user, item, value) for (user, item, _grade), value in zip(self.pairs, self.predicted, strict=True)]
        with (own / "ratings.csv").open("w", newline="") as file:
            csv.writer(file).writerows([("user", "item", "rating"), *rows])
        (own / "claims.json").write_text(json.dumps({name: f"{value:.4f}" for name, value in claims.items()}))
        return own

    def claims(self, **changed: Any) -> Claims:
        """The numbers of a program, some of whose choices are changed."""
        return Program(self, **changed).numbers()


class Program:
    """What a student writes; each choice is an attribute that a mistake changes."""

    def __init__(self, data: Class, **changed: Any) -> None:
        self.data = data
        self.truth: Grades = data.truth
        self.lists: Lists = data.lists
        self.n = N
        self.is_relevant: Callable[[float], bool] = lambda grade: grade >= THRESHOLD
        self.ap: Callable[[Sequence[bool], int], float] = average_precision
        self.rr: Callable[[Sequence[bool]], float] = lambda hits: 1 / (hits.index(True) + 1) if any(hits) else 0.0
        self.gain: Callable[[float], float] = lambda grade: 2**grade - 1
        self.discount: Callable[[int], float] = lambda rank: math.log2(rank + 1)
        self.ideal_discount: Callable[[int], float] | None = None
        self.ideal: Callable[[list[float], list[float]], list[float]] = lambda known, _shown: known[:N]
        self.keeps_below = False
        self.kept: Callable[[Sequence[float]], bool] = lambda _hits_and_relevant: True
        self.coverage: set[str] = data.catalogue
        self.final: Callable[[Claims], Claims] = lambda numbers: numbers
        vars(self).update(changed)

    def numbers(self) -> Claims:
        values: dict[str, list[float]] = defaultdict(list)
        for user, grades in self.truth.items():
            hits = [self.is_relevant(grades.get(item, 0)) for item in self.lists[user][: self.n]]
            relevant = sum(map(self.is_relevant, grades.values()))
            if not self.kept((sum(hits), relevant)):
                continue
            values["MAP@10"].append(self.ap(hits, relevant))
            values["MRR@10"].append(self.rr(hits))
            values["P@10"].append(sum(hits) / self.n)
            values["Recall@10"].append(sum(hits) / relevant if relevant else 0)
            values["nDCG@10"].append(self.ndcg(user))
        means = {title: sum(each) / len(each) for title, each in values.items()}
        errors = [value - grade for value, (_u, _i, grade) in zip(self.data.predicted, self.data.pairs, strict=True)]
        means["RMSE"] = math.sqrt(sum(error**2 for error in errors) / len(errors))
        means["MAE"] = sum(map(abs, errors)) / len(errors)
        shown = {item for items in self.lists.values() for item in items}
        means["Item coverage"] = len(shown & self.coverage) / len(self.coverage)
        return self.final(means)

    def gains(self, grades: Sequence[float]) -> list[float]:
        kept = [grade if self.keeps_below or self.is_relevant(grade) else 0 for grade in grades]
        return [self.gain(grade) if grade else 0.0 for grade in kept]

    def ndcg(self, user: str) -> float:
        grades = self.truth[user]
        shown = self.gains([grades.get(item, 0) for item in self.lists[user][: self.n]])
        best = self.ideal(sorted(self.gains([*grades.values()]), reverse=True), sorted(shown, reverse=True))
        top = dcg(best, self.ideal_discount or self.discount)
        return dcg(shown, self.discount) / top if top else 0.0


def dcg(gains: Sequence[float], discount: Callable[[int], float]) -> float:
    return sum(gain / discount(rank) for rank, gain in enumerate(gains, start=1))


def average_precision(hits: Sequence[bool], relevant: int, divisor: int | None = None, more: int = 0) -> float:
    total = sum(sum(hits[:k]) / (k + more) for k in range(1, len(hits) + 1) if hits[k - 1])
    divisor = min(len(hits), relevant) if divisor is None else divisor
    return total / divisor if divisor else 0.0


def in_order_of_the_truth(program: Class) -> Callable[..., float]:
    """AP of the relevant items in the order of the file, a hit where one is in the list (np.isin, its arguments exchanged)."""
    users = iter([*program.truth])

    def ap(_hits: Sequence[bool], relevant: int) -> float:
        user = next(users)
        liked = [item for item, grade in program.truth[user].items() if grade >= THRESHOLD]
        found = [item in program.lists[user] for item in liked][:N]
        total = sum(sum(found[:k]) / k for k in range(1, len(found) + 1) if found[k - 1])
        return total / min(N, relevant) if relevant else 0.0

    return ap


def exchanged(one: str, other: str) -> Callable[[Claims], Claims]:
    return lambda numbers: numbers | {one: numbers[other], other: numbers[one]}


def rmse_of(data: Class, value: Callable[[list[tuple[str, float]]], float]) -> Callable[[Claims], Claims]:
    errors = [(user, p - grade) for p, (user, _item, grade) in zip(data.predicted, data.pairs, strict=True)]
    return lambda numbers: numbers | {"RMSE": value(errors)}


def per_user(errors: list[tuple[str, float]]) -> float:
    squares: dict[str, list[float]] = defaultdict(list)
    for user, error in errors:
        squares[user].append(error**2)
    return sum(math.sqrt(sum(each) / len(each)) for each in squares.values()) / len(squares)


def signed(data: Class) -> Callable[[Claims], Claims]:
    errors = [p - grade for p, (_user, _item, grade) in zip(data.predicted, data.pairs, strict=True)]
    rmse = math.sqrt(sum(error**2 for error in errors)) / len(errors)
    return lambda numbers: numbers | {"MAE": sum(errors) / len(errors), "RMSE": rmse}


def pooled(data: Class) -> Callable[[Claims], Claims]:
    liked = {user: {item for item, grade in items.items() if grade >= THRESHOLD} for user, items in data.truth.items()}
    hits = sum(len(liked[user] & {*items}) for user, items in data.lists.items())
    return lambda numbers: numbers | {"Recall@10": hits / sum(map(len, liked.values()))}


def times_100(numbers: Claims) -> Claims:
    return {name: value * 100 if name not in ("RMSE", "MAE") else value for name, value in numbers.items()}


OF_HITS = ("MAP@10", "MRR@10", "P@10", "Recall@10")
MISTAKES: dict[int, tuple[Callable[[Class], dict[str, Any]], dict[str, str]]] = {
    1: (lambda _: {"ap": lambda hits, _r: average_precision(hits, 0, sum(hits))}, {"MAP@10": "AP_DIV_HITS"}),
    2: (
        lambda _: {"ap": lambda hits, _r: sum(sum(hits[:k]) / k for k in range(1, N + 1)) / N},
        {"MAP@10": "AP_NO_REL"},
    ),
    3: (lambda _: {"ap": lambda hits, _r: average_precision(hits, 0, N)}, {"MAP@10": "AP_DIV_N"}),
    4: (lambda _: {"ap": lambda hits, r: average_precision(hits, 0, r)}, {"MAP@10": "AP_DIV_R"}),
    5: (lambda _: {"ap": lambda hits, r: average_precision(hits, r, more=1)}, {"MAP@10": "AP_RANK0"}),
    6: (lambda data: {"ap": in_order_of_the_truth(data)}, {"MAP@10": "VEC_SWAPPED"}),
    7: (lambda _: {"kept": lambda counts: counts[1] > 0}, dict.fromkeys((*OF_HITS, "nDCG@10"), "MAP_SKIP_EMPTY")),
    8: (lambda _: {"kept": lambda counts: counts[0] > 0}, dict.fromkeys((*OF_HITS, "nDCG@10"), "MAP_SKIP_MISSED")),
    9: (lambda _: {"is_relevant": lambda grade: grade > THRESHOLD}, dict.fromkeys((*OF_HITS, "nDCG@10"), "THRESH_GT")),
    10: (
        lambda _: {"is_relevant": lambda grade: grade > 0},
        dict.fromkeys(OF_HITS, "THRESH_NONE") | {"nDCG@10": "GAIN_BELOW"},
    ),
    11: (lambda _: {"gain": lambda grade: grade}, {"nDCG@10": "GAIN_LINEAR"}),
    12: (lambda _: {"gain": lambda _grade: 1}, {"nDCG@10": "GAIN_BINARY"}),
    13: (lambda _: {"ideal": lambda _known, shown: shown}, {"nDCG@10": "IDCG_RETRIEVED"}),
    14: (lambda _: {"ideal": lambda known, _shown: known}, {"nDCG@10": "IDCG_UNCUT"}),
    15: (lambda _: {"keeps_below": True}, {"nDCG@10": "GAIN_BELOW"}),
    16: (lambda _: {"discount": lambda rank: math.log2(rank + 2)}, {"nDCG@10": "DISC_PLUS2"}),
    17: (lambda _: {"ideal": lambda _known, _shown: [1.0]}, {"nDCG@10": "NO_NORM"}),
    18: (lambda _: {"rr": lambda hits: sum(hit / k for k, hit in enumerate(hits, start=1))}, {"MRR@10": "RR_SUM"}),
    19: (lambda _: {"rr": lambda hits: 1 / (hits.index(True) + 2) if any(hits) else 0}, {"MRR@10": "RR_RANK0"}),
    20: (lambda _: {"final": exchanged("P@10", "Recall@10")}, {"P@10": "P_IS_RECALL", "Recall@10": "RECALL_DIV_N"}),
    21: (
        lambda data: {"final": rmse_of(data, lambda errors: sum(e**2 for _u, e in errors) / len(errors))},
        {"RMSE": "RMSE_NO_ROOT"},
    ),
    22: (lambda data: {"final": rmse_of(data, per_user)}, {"RMSE": "RMSE_PER_USER"}),
    23: (lambda _: {"final": exchanged("RMSE", "MAE")}, {"RMSE": "RMSE_IS_MAE", "MAE": "MAE_IS_RMSE"}),
    24: (
        lambda _: {
            "is_relevant": lambda grade: grade > THRESHOLD,
            "ap": lambda hits, _r: average_precision(hits, 0, sum(hits)),
        },
        dict.fromkeys((*OF_HITS, "nDCG@10"), "THRESH_GT") | {"MAP@10": "THRESH_GT+AP_DIV_HITS"},
    ),
    25: (lambda data: {"final": signed(data)}, {"MAE": "MAE_SIGNED", "RMSE": "RMSE_ROOT_FIRST"}),
    26: (lambda _: {"final": times_100}, dict.fromkeys((*OF_HITS, "nDCG@10", "Item coverage"), "percentage")),
    27: (
        lambda _: {"discount": lambda rank: math.log(rank + 1), "ideal_discount": lambda rank: math.log2(rank + 1)},
        {"nDCG@10": "DCG_LOG_NATURAL"},
    ),
    31: (lambda data: {"final": pooled(data)}, {"Recall@10": "RECALL_POOLED"}),
    32: (
        lambda data: {"coverage": {item for items in data.train.values() for item in items}},
        {"Item coverage": "COV_TRAIN_ONLY"},
    ),
}
"""Of each mistake what the program does otherwise, and the code of each number that it changes."""


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Class:
    return Class(tmp_path_factory.mktemp("class"))


@pytest.fixture(scope="module")
def course(data: Class) -> Course:
    return read_course(read_policy(data.folder / "policy.yaml"), hidden=False)


def codes(data: Class, course: Course, claims: Claims, lists: Lists | None = None) -> dict[str, list[str]]:
    """The codes of each number that is not right."""
    report = Examination(Submission("ana", [data.hand_in(claims, lists)]), course).run()
    assert all(one.claimed for one in report.claims)
    return {one.title: one.code.split("|") for one in report.claims if one.code != "right"}


def test_a_right_program_has_right_numbers(data: Class, course: Course) -> None:
    assert codes(data, course, data.claims()) == {}


@pytest.mark.parametrize("number", MISTAKES)
def test_a_mistake_of_the_class_is_named(data: Class, course: Course, number: int) -> None:
    changes, expected = MISTAKES[number]
    found = codes(data, course, data.claims(**changes(data)))
    assert found.keys() == expected.keys()
    for title, code in expected.items():
        assert code in found[title], (title, found[title])


def test_the_train_data_taken_as_the_truth_are_named(data: Class, course: Course) -> None:
    draw = random.Random(3)
    lists = {user: draw.sample([*items], 5) + data.lists[user][:5] for user, items in data.train.items()}
    right = data.claims(lists=lists)
    wrong = data.claims(lists=lists, truth=data.train)
    found = codes(data, course, wrong | {"Item coverage": right["Item coverage"]}, lists)
    assert found == {title: ["TRAIN_AS_TRUTH"] for title in (*OF_HITS, "nDCG@10")}


def test_what_the_files_do_not_show_is_not_named(data: Class, course: Course) -> None:
    halves = [round(2 * value) / 2 for value in data.predicted]
    errors = [value - grade for value, (_user, _item, grade) in zip(halves, data.pairs, strict=True)]
    rmse = math.sqrt(sum(error**2 for error in errors) / len(errors))
    longer = {user: [*items, *list(data.truth[user])[:10]] for user, items in data.lists.items()}
    cut = {"MAP@10", "nDCG@10", "MRR@10", "P@10", "Recall@10"}
    numbers = data.claims(lists=longer, n=20)
    for claims in ({"RMSE": rmse}, {title: numbers[title] for title in cut}):
        found = codes(data, course, data.claims() | claims)
        assert {code for each in found.values() for code in each} <= {"wrong"}
        assert found
