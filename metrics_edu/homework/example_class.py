"""Example: a homework to try everything on: a policy, data made from a seed, and ten submissions, right and typically wrong."""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import numpy as np

import metrics_edu.data as data_sets
from metrics_edu.homework.class_exercise import LISTS_OF_A_MEASURE, ClassExercise
from metrics_edu.homework.policy import ExercisePart, read_policy
from metrics_edu.language import _, language, needs
from metrics_edu.metrics import Given, Lists, Ratings, Run, asked_of, measure, value_of
from metrics_edu.mistakes import MISCONCEPTIONS
from metrics_edu.tables import write_file

TEMPLATE = Path(__file__).parent / "tarea1.yaml"
COMMENT = re.compile(r"(?<=# )(?!\w+: {)[^#\n]+$", re.MULTILINE)
"""What is translated in the template: not the keys that a # only switches off."""
SEED = 7
USERS, ITEMS, LENGTH = 80, 120, 10
FIRST_USER = 1000
"""Users are counted from here on, so that no id is both a user's and an item's."""
MAX_POPULAR = 1000
"""Only among so many items are lists made."""
OF_LISTS = ("MAP@10", "nDCG@10", "Recall@10")
CLAIMED = (*OF_LISTS, "Item coverage", "RMSE", "MAE")
NOON = 1_700_000_000.0
"""What the clock of the exercises says: no file depends on the day it is made."""
PACKED = (2026, 1, 1, 0, 0, 0)
Grades = dict[str, dict[str, float]]
Predicted = dict[tuple[str, str], float]


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
    Student("carla", noise=0.1, weight=10, exercise=True, mistakes={"MAP@10": "AP_DIV_HITS", "nDCG@10": "IDCG_RETRIEVED"}),
    Student("diego", noise=0.2, weight=0,
            mistakes={"MAP@10": "AP_NO_REL", "Recall@10": "RECALL_DIV_N", "RMSE": "RMSE_NO_ROOT", "MAE": "MAE_SIGNED"}),
    Student("elena", noise=0.5, ranking="long", exercise=True, mistakes={"nDCG@10": "trec_eval"},
            archive=("elena.zip", "tarea1/")),
    Student("felipe", noise=0.8, weight=8, exercise=True, archive=("perezfelipe_LATE_1006_70006_tarea1.zip", "")),
    Student("gabi", noise=0, weight=None, seen=True),
    Student("hugo", ranking="swapped", mistakes={"MAP@10": 0.0, "nDCG@10": 0.0}),
    Student("ines", ranking="cut"),
    Student("jose", ranking="incomplete", not_a_number=True),
)  # fmt: skip


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
    needs("yaml", extra="homework")
    folder = Path(folder).expanduser()
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ValueError(_("{path} is not empty; choose a new folder", path=folder))
    whole = _made_ratings(seed) if ratings is None else data_sets.read_ratings(ratings)
    known = data_sets.split_newest(whole.train)  # the test part of the train data is the validation data
    files = {"data/train.csv": known.train, "data/validation.csv": known.test, "hidden/test.csv": whole.test}
    for name, part in files.items():
        rows = [(rating.user, rating.item, f"{rating.grade:g}") for rating in part]
        _write_csv(folder / name, [("user", "item", "rating"), *rows])
    path = folder / "tarea1.yaml"
    grades = [rating.grade for rating in known.train]
    scale = f"[{min(grades):g}, {max(grades):g}]"
    template = COMMENT.sub(lambda comment: _(comment[0]), TEMPLATE.read_text("utf-8"))
    write_file(path, template.format(seed=seed, scale=scale, language=language()))
    exercise = read_policy(path).submissions.exercise
    for number, student in enumerate(STUDENTS):
        _hand_in(student, folder / "submissions", known, np.random.default_rng([seed, number]), exercise)
    return path


def _made_ratings(seed: int) -> data_sets.Ratings:
    made = data_sets.made_ratings(seed, users=USERS, items=ITEMS)
    train, test = (
        [rating._replace(user=f"{FIRST_USER + int(rating.user)}") for rating in part]
        for part in (made.train, made.test)
    )
    return data_sets.Ratings(train, test)


def _by_user(ratings: list[data_sets.Rating]) -> Grades:
    grades: Grades = {}
    for rating in ratings:
        grades.setdefault(rating.user, {})[rating.item] = rating.grade
    return grades


def _hand_in(
    student: Student,
    submissions: Path,
    known: data_sets.Ratings,
    rng: np.random.Generator,
    exercise: ExercisePart | None,
) -> None:
    folder, mark = submissions / student.name, ";" if student.spanish else ","
    seen = {} if student.seen else _by_user(known.train)
    run = Run(_popular_lists(known, rng, student.noise, seen), _by_user(known.test), 4, seen)
    predicted = {} if student.weight is None else _mean_ratings(known, student.weight)
    _write_ranking(folder, run.lists, student.ranking, mark)
    if predicted:
        point = "," if student.spanish else "."
        rows = [(*pair, str(rating).replace(".", point)) for pair, rating in predicted.items()]
        if student.not_a_number:
            rows[3] = (*rows[3][:2], "nan")
        _write_csv(folder / "ratings.csv", [("user", "item", "rating"), *rows], mark)
    true = Ratings([*predicted.values()], [rating.grade for rating in known.test if predicted])
    claimed = CLAIMED if predicted else OF_LISTS
    claims = {title: _claimed(title, student.mistakes.get(title, ""), run, true) for title in claimed}
    _write_claims(folder, claims, spanish=student.spanish)
    if student.exercise and exercise is not None:
        _do_exercise(folder / f"exercise_{student.name}.json", student, exercise)
    if student.archive is not None:
        name, inner = student.archive
        _pack(folder, submissions / name, inner)


def _write_claims(folder: Path, claims: dict[str, float], *, spanish: bool) -> None:
    if spanish:
        shown = [(name, f"{value:.3f}".replace(".", ",")) for name, value in claims.items()]
        _write_csv(folder / "claims.csv", [("métrica", "valor"), *shown], ";")
    else:
        _write_json(folder / "claims.json", claims)


def _popular_lists(known: data_sets.Ratings, rng: np.random.Generator, noise: float, seen: Grades) -> Lists:
    counts = Counter(rating.item for rating in known.train)
    popular = sorted(counts, key=lambda item: (-counts[item], int(item)))[:MAX_POPULAR]
    weight = np.log([counts[item] for item in popular])
    lists = {}
    for user in _by_user(known.test):
        order = np.argsort(-(weight + noise * rng.normal(size=len(popular))), kind="stable")
        lists[user] = [popular[k] for k in order if popular[k] not in seen.get(user, {})][:LENGTH]
    return lists


def _mean_ratings(known: data_sets.Ratings, weight: float) -> Predicted:
    grades: dict[str, list[float]] = {}
    for rating in known.train:
        grades.setdefault(rating.item, []).append(rating.grade)
    mean = float(np.mean([rating.grade for rating in known.train]))
    means = {item: (sum(given) + weight * mean) / (len(given) + weight) for item, given in grades.items()}
    return {(rating.user, rating.item): round(means.get(rating.item, mean), 3) for rating in known.test}


def _claimed(title: str, mistake: str | float, run: Run, true: Ratings) -> float:
    asked = asked_of(title)
    given: Given = true if asked.metric.kind == "rating" else run
    if isinstance(mistake, float):
        return mistake
    if mistake in MISCONCEPTIONS:
        return round(MISCONCEPTIONS[mistake].value(given, asked), 4)
    return round(value_of(measure(title, convention=mistake) if mistake else asked, given), 4)


def _write_ranking(folder: Path, lists: dict[str, list[str]], form: str, mark: str) -> None:
    numbers = {user: [int(item) for item in items] for user, items in lists.items()}
    ranked = [(user, item, rank) for user, items in lists.items() for rank, item in enumerate(items, start=1)]
    if form == "wide":
        rows_wide = [(user, *items) for user, items in lists.items()]
        _write_csv(folder / "Ranking.csv", [("user_id", *range(1, 11)), *rows_wide], mark)
    elif form in ("long", "swapped"):
        rows = [(item, user, rank) if form == "swapped" else (user, item, rank) for user, item, rank in ranked]
        _write_csv(folder / "ranking.csv", [("user", "item", "rank"), *rows])
    elif form == "cut":
        text = json.dumps(numbers)
        write_file(folder / "ranking.json", text[: len(text) // 2], sync=False)
    else:
        _write_json(folder / "ranking.json", _without_some(numbers) if form == "incomplete" else numbers)


def _without_some(lists: dict[str, list[int]]) -> dict[str, list[int]]:
    short, repeating = list(lists)[10:12]
    first = lists[repeating]
    changed = {short: lists[short][:7], repeating: [*first[:9], first[0]]}
    return {user: changed.get(user, lists[user]) for user in list(lists)[5:]}


def _do_exercise(path: Path, student: Student, asked: ExercisePart) -> None:
    code, decimals = asked.class_code, asked.decimals
    exercise = ClassExercise(code, student.name, asked.measures, file=path, decimals=decimals, now=lambda: NOON)
    made = MISCONCEPTIONS.get(str(student.mistakes.get("MAP@10")))
    for name, pair in exercise.pairs.items():
        mistake = made if name.startswith("AP") else None
        for which in range(LISTS_OF_A_MEASURE):
            value = value_of(name, pair[which]) if mistake is None else mistake.value(pair[which], measure(name))
            exercise.answer(name, which + 1, f"{value:.3f}")


def _write_csv(path: Path, rows: Iterable[Sequence[object]], mark: str = ",") -> None:
    text = io.StringIO()
    csv.writer(text, delimiter=mark, lineterminator="\n").writerows(rows)
    write_file(path, text.getvalue(), sync=False)


def _write_json(path: Path, data: object) -> None:
    write_file(path, json.dumps(data, indent=1) + "\n", sync=False)


def _pack(folder: Path, archive: Path, prefix: str) -> None:
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for path in sorted(folder.iterdir()):
            packed.writestr(zipfile.ZipInfo(prefix + path.name, PACKED), path.read_bytes(), zipfile.ZIP_DEFLATED)
            path.unlink()
    folder.rmdir()
