"""Example: a homework to try everything on: a policy, data made from a seed, and ten submissions, right and typically wrong."""

from __future__ import annotations

import json
import re
import shutil
import zipfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import numpy as np

import metrics_edu.data as data_sets
from metrics_edu.files.safe_files import write_file
from metrics_edu.files.spreadsheet_cells import csv_text
from metrics_edu.language import _, language, refused
from metrics_edu.metrics import Ratings, Run
from metrics_edu.metrics.judgments import Lists
from metrics_edu.metrics.value_and_derivation import Data, as_measure, ranking_measure, value_of
from metrics_edu.mistakes.made_values import value_made
from metrics_homework.classroom.class_exercise import ClassExercise

TEMPLATE = Path(__file__).parent / "tarea1.yaml"
COMMENT = re.compile(r"(?<=# )(?!\w+: {)[^#\n]+$", re.MULTILINE)
"""What is translated in the template: not the keys that a # only switches off."""
SEED = 7
USERS, ITEMS, LENGTH = 80, 120, 10
FIRST_USER = 1000  # users are counted from here on, so that no id is both a user's and an item's
MAX_POPULAR = 1000  # lists are made only from this number of items
OF_LISTS = ("MAP@10", "nDCG@10", "Recall@10")
CLAIMED = (*OF_LISTS, "Item coverage", "RMSE", "MAE")
EXERCISE = {"class_code": "iic3633-2026-2", "measures": "AP@10, nDCG@10"}
"""Of the exercise in class, what the policy says."""
NOON = 1_700_000_000.0  # what the clock of the exercises says: no file depends on the day it is made
PACKED = (2026, 1, 1, 0, 0, 0)


@dataclass(frozen=True)
class Student:
    name: str
    noise: float = 0.3  # how far the lists are from the most popular items
    weight: float | None = 5  # how far predicted ratings are drawn to the mean of all; None: none are handed in
    ranking: Literal["json", "cut", "wide", "long", "swapped", "incomplete"] = "json"
    mistakes: dict[str, str | float] = field(default_factory=dict)  # by what is claimed: a code, a convention, a number
    spanish: bool = False  # the files of a spreadsheet that speaks Spanish
    not_a_number: bool = False  # one of the ratings
    seen: bool = False  # items of the train data are recommended, and counted
    exercise: bool = False
    archive: tuple[str, str] | None = None  # its name, and the folder in it


STUDENTS = (
    Student("ana", noise=0, exercise=True),
    Student("beto", weight=2, ranking="wide", spanish=True, exercise=True),
    Student(
        "carla", noise=0.1, weight=10, exercise=True, mistakes={"MAP@10": "AP_DIV_HITS", "nDCG@10": "IDCG_RETRIEVED"}
    ),
    Student(
        "diego",
        noise=0.2,
        weight=0,
        mistakes={"MAP@10": "AP_NO_REL", "Recall@10": "RECALL_DIV_N", "RMSE": "RMSE_NO_ROOT", "MAE": "MAE_SIGNED"},
    ),
    Student(
        "elena",
        noise=0.45,
        ranking="long",
        exercise=True,
        mistakes={"nDCG@10": "trec_eval"},
        archive=("elena.zip", "tarea1/"),
    ),
    Student("felipe", noise=0.8, weight=8, exercise=True, archive=("perezfelipe_LATE_1006_70006_tarea1.zip", "")),
    Student("gabi", noise=0, weight=None, seen=True),
    Student("hugo", ranking="swapped", mistakes={"MAP@10": 0.0, "nDCG@10": 0.0}),
    Student("ines", ranking="cut"),
    Student("jose", ranking="incomplete", not_a_number=True),
)


def init_tarea(folder: str | Path, *, seed: int = SEED, ratings: str | Path | None = None) -> Path:
    """Write a homework to try: the policy, with comments in the reader's language, its data, and ten submissions.

    Parameters
    ----------
    folder : path
        A new or empty folder.
    seed : int
        The same seed writes the same bytes.
    ratings : path, optional
        A file of MovieLens, as ``read_ratings`` takes it, in the place of made ratings.

    Returns
    -------
    Path
        That of the policy, ``tarea1.yaml``.

    Raises
    ------
    ValueError
        If there is something in the folder, or the ratings cannot be read.
    """
    folder = Path(folder).expanduser()
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise refused("{path} is not empty; choose a new folder", path=folder)
    whole = _made_ratings(seed) if ratings is None else data_sets.read_ratings(ratings)
    known = data_sets.split_newest(whole.train)  # the test part of the train data is the validation data
    try:
        return _write_example(folder, whole, known, seed)
    except BaseException:  # after Ctrl+C or on a full disk: the same command can run again
        shutil.rmtree(folder, ignore_errors=True)
        raise


def _write_example(folder: Path, whole: data_sets.SplitRatings, known: data_sets.SplitRatings, seed: int) -> Path:
    path = folder / "tarea1.yaml"
    files = {"data/train.csv": known.train, "data/validation.csv": known.test, "hidden/test.csv": whole.test}
    for name, part in files.items():
        rows = [(rating.user, rating.item, f"{rating.grade:g}") for rating in part]
        write_file(folder / name, csv_text([("user", "item", "rating"), *rows]), sync=False)
    grades = [rating.grade for rating in known.train]
    scale = f"[{min(grades):g}, {max(grades):g}]"
    template = COMMENT.sub(lambda comment: _(comment[0]), TEMPLATE.read_text("utf-8"))
    write_file(path, template.format(seed=seed, scale=scale, language=language(), **EXERCISE))
    for number, student in enumerate(STUDENTS):
        _hand_in(_files(student, known, np.random.default_rng([seed, number])), student, folder / "submissions")
    return path


def _made_ratings(seed: int) -> data_sets.SplitRatings:
    made = data_sets.made_ratings(seed, users=USERS, items=ITEMS)
    both = (made.train, made.test)
    train, test = ([rating._replace(user=f"{FIRST_USER + int(rating.user)}") for rating in part] for part in both)
    return data_sets.SplitRatings(train, test)


def _files(student: Student, known: data_sets.SplitRatings, rng: np.random.Generator) -> dict[str, str]:
    mark, point = (";", ",") if student.spanish else (",", ".")
    seen = {} if student.seen else data_sets.by_user(known.train)
    run = Run(_popular_lists(known, rng, student.noise, seen), data_sets.by_user(known.test), 4, seen)
    predicted = {} if student.weight is None else _mean_ratings(known, student.weight)
    true = Ratings([*predicted.values()], [rating.grade for rating in known.test if predicted])
    titles = CLAIMED if predicted else OF_LISTS
    claims = {title: _claimed(title, student.mistakes.get(title, ""), run, true) for title in titles}
    files = dict([_ranking_file(run.lists, student.ranking, mark)])
    if predicted:
        rows = [(*pair, str(rating).replace(".", point)) for pair, rating in predicted.items()]
        if student.not_a_number:
            rows[3] = (*rows[3][:2], "nan")
        files["ratings.csv"] = csv_text([("user", "item", "rating"), *rows], mark)
    if student.spanish:
        written = [(name, f"{value:.3f}".replace(".", point)) for name, value in claims.items()]
        files["claims.csv"] = csv_text([("métrica", "valor"), *written], mark)
    else:
        files["claims.json"] = _json(claims)
    if student.exercise:
        files[f"exercise_{student.name}.json"] = _exercise_done(student)
    return files


def _popular_lists(
    known: data_sets.SplitRatings, rng: np.random.Generator, noise: float, seen: dict[str, dict[str, float]]
) -> Lists:
    counts = Counter(rating.item for rating in known.train)
    popular = data_sets.most_rated(known)[:MAX_POPULAR]
    weight = np.log([counts[item] for item in popular])
    lists = {}
    for user in data_sets.by_user(known.test):
        order = np.argsort(-(weight + noise * rng.normal(size=len(popular))), kind="stable")
        lists[user] = [popular[k] for k in order if popular[k] not in seen.get(user, {})][:LENGTH]
    return lists


def _mean_ratings(known: data_sets.SplitRatings, weight: float) -> dict[tuple[str, str], float]:
    grades: dict[str, list[float]] = {}
    for rating in known.train:
        grades.setdefault(rating.item, []).append(rating.grade)
    mean = float(np.mean([rating.grade for rating in known.train]))
    means = {item: (sum(of_item) + weight * mean) / (len(of_item) + weight) for item, of_item in grades.items()}
    return {(rating.user, rating.item): round(means.get(rating.item, mean), 3) for rating in known.test}


def _claimed(title: str, mistake: str | float, run: Run, true: Ratings) -> float:
    measure = as_measure(title)
    data: Data = true if measure.metric.kind == "rating" else run
    if isinstance(mistake, float):
        return mistake
    return round(value_made(mistake, measure, data) if mistake else value_of(measure, data), 4)


def _ranking_file(lists: Lists, form: str, mark: str) -> tuple[str, str]:
    if form == "wide":
        return "Ranking.csv", csv_text([("user_id", *range(1, 11)), *((user, *lists[user]) for user in lists)], mark)
    if form in ("long", "swapped"):
        ranked = [(user, item, rank) for user, items in lists.items() for rank, item in enumerate(items, start=1)]
        rows = [(item, user, rank) for user, item, rank in ranked] if form == "swapped" else ranked
        return "ranking.csv", csv_text([("user", "item", "rank"), *rows])
    numbers = {user: [int(item) for item in items] for user, items in lists.items()}
    if form == "incomplete":
        short, repeating = list(lists)[10:12]
        numbers |= {short: numbers[short][:7], repeating: [*numbers[repeating][:9], numbers[repeating][0]]}
        numbers = {user: numbers[user] for user in list(lists)[5:]}
    text = json.dumps(numbers)
    return "ranking.json", text[: len(text) // 2] if form == "cut" else _json(numbers)


def _exercise_done(student: Student) -> str:
    measures = EXERCISE["measures"].split(", ")
    exercise = ClassExercise(EXERCISE["class_code"], student.name, measures, decimals=3, now=lambda: NOON)
    for name, pair in exercise.pairs.items():
        mistake = str(student.mistakes.get("MAP@10", "")) if name.startswith("AP") else ""
        for position, ranking in enumerate(pair, start=1):
            value = value_made(mistake, ranking_measure(name), ranking) if mistake else value_of(name, ranking)
            exercise.answer(name, position, f"{value:.3f}")
    return exercise.contents()


def _json(data: object) -> str:
    return json.dumps(data, indent=1) + "\n"


def _hand_in(files: dict[str, str], student: Student, submissions: Path) -> None:
    if student.archive is None:
        for name, text in files.items():
            write_file(submissions / student.name / name, text, sync=False)
        return
    archive, folder = student.archive
    submissions.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(submissions / archive, "w") as packed:
        for name in sorted(files):
            packed.writestr(zipfile.ZipInfo(folder + name, PACKED), files[name], zipfile.ZIP_DEFLATED)
