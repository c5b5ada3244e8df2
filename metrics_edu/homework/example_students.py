"""The ten students of the example, as rows: who hands in what, and with which of the typical mistakes."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from metrics_edu.homework.class_exercise import ClassExercise
from metrics_edu.homework.exercise_file import LISTS
from metrics_edu.homework.policy_keys import ExercisePart
from metrics_edu.metrics import Given, Ratings, Run, asked_of, measure, value_of
from metrics_edu.mistakes import MISCONCEPTIONS
from metrics_edu.tables import write_file

OF_LISTS = ("MAP@10", "nDCG@10", "Recall@10")
CLAIMED = (*OF_LISTS, "Item coverage", "RMSE", "MAE")
NOON = 1_700_000_000.0
"""What the clock of the exercises says: no file depends on the day it is made."""
PACKED = (2026, 1, 1, 0, 0, 0)
Rows = Iterable[Sequence[object]]
Predicted = dict[tuple[str, str], float]


@dataclass(frozen=True)
class Student:
    """What one student hands in, and how."""

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


def hand_in(
    student: Student, folder: Path, run: Run, ratings: Predicted, true: Ratings, asked: ExercisePart | None
) -> None:
    """Write what a student hands in: the lists of a run, the predicted ratings, what is claimed of both, the exercise."""
    own, mark = folder / student.name, ";" if student.spanish else ","
    _write_ranking(own, run.lists, student.ranking, mark)
    if ratings:
        rows = [(*pair, str(rating).replace(".", "," if student.spanish else ".")) for pair, rating in ratings.items()]
        if student.not_a_number:
            rows[3] = (*rows[3][:2], "nan")
        write_csv(own / "ratings.csv", [("user", "item", "rating"), *rows], mark)
    claimed = CLAIMED if ratings else OF_LISTS
    claims = {title: _claimed(title, student.mistakes.get(title, ""), run, true) for title in claimed}
    if student.spanish:
        shown = [(name, f"{value:.3f}".replace(".", ",")) for name, value in claims.items()]
        write_csv(own / "claims.csv", [("métrica", "valor"), *shown], mark)
    else:
        _write_json(own / "claims.json", claims)
    if student.exercise and asked is not None:
        _do_exercise(own / f"exercise_{student.name}.json", student, asked)
    if student.archive is not None:
        name, inner = student.archive
        _pack(own, folder / name, inner)


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
        write_csv(folder / "Ranking.csv", [("user_id", *range(1, 11)), *((user, *lists[user]) for user in lists)], mark)
    elif form in ("long", "swapped"):
        rows = [(item, user, rank) if form == "swapped" else (user, item, rank) for user, item, rank in ranked]
        write_csv(folder / "ranking.csv", [("user", "item", "rank"), *rows])
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
    own = ClassExercise(
        asked.class_code, student.name, asked.measures, file=path, decimals=asked.decimals, now=lambda: NOON
    )
    made = MISCONCEPTIONS.get(str(student.mistakes.get("MAP@10")))
    for name, pair in own.pairs.items():
        mistake = made if name.startswith("AP") else None
        for which in range(LISTS):
            value = value_of(name, pair[which]) if mistake is None else mistake.value(pair[which], measure(name))
            own.answer(name, which + 1, f"{value:.3f}")


def write_csv(path: Path, rows: Rows, mark: str = ",") -> None:
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
