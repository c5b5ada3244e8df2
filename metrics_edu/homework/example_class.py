"""Example: a homework to try everything on: a policy, data made from a seed, and ten submissions, right and typically wrong."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import metrics_edu.data as data_sets
from metrics_edu.data import Rating, made_ratings, read_ratings, split_newest
from metrics_edu.homework.example_students import STUDENTS, Predicted, hand_in, write_csv
from metrics_edu.homework.policy import read_policy
from metrics_edu.language import _, language, needs
from metrics_edu.metrics import Ratings, Run
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


@dataclass(frozen=True)
class _Data:
    train: list[Rating]
    validation: list[Rating]
    test: list[Rating]

    def seen(self) -> dict[str, set[str]]:
        return {user: set(items) for user, items in _by_user(self.train).items()}

    def with_lists(self, lists: dict[str, list[str]], *, seen: bool) -> Run:
        return Run(lists, _by_user(self.validation), 4, {} if seen else self.seen())

    def with_ratings(self, predicted: Predicted) -> Ratings:
        known = [rating for rating in self.validation if predicted]
        return Ratings([predicted[rating.user, rating.item] for rating in known], [rating.grade for rating in known])


def _by_user(ratings: list[Rating]) -> dict[str, dict[str, float]]:
    found: dict[str, dict[str, float]] = {}
    for rating in ratings:
        found.setdefault(rating.user, {})[rating.item] = rating.grade
    return found


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
    data = _made_data(seed) if ratings is None else _split(read_ratings(ratings))
    files = {"data/train.csv": data.train, "data/validation.csv": data.validation, "hidden/test.csv": data.test}
    for name, part in files.items():
        rows = [(rating.user, rating.item, f"{rating.grade:g}") for rating in part]
        write_csv(folder / name, [("user", "item", "rating"), *rows])
    path = folder / "tarea1.yaml"
    grades = [rating.grade for rating in data.train]
    scale = f"[{min(grades):g}, {max(grades):g}]"
    template = COMMENT.sub(lambda found: _(found[0]), TEMPLATE.read_text("utf-8"))
    write_file(path, template.format(seed=seed, scale=scale, language=language()))
    asked = read_policy(path).submissions.exercise
    for number, student in enumerate(STUDENTS):
        rng = np.random.default_rng([seed, number])
        run = data.with_lists(_popular_lists(data, rng, student.noise, seen=student.seen), seen=student.seen)
        predicted = {} if student.weight is None else _mean_ratings(data, student.weight)
        hand_in(student, folder / "submissions", run, predicted, data.with_ratings(predicted), asked)
    return path


def _made_data(seed: int) -> _Data:
    made = made_ratings(seed, users=USERS, items=ITEMS)
    train, test = (
        [one._replace(user=str(FIRST_USER + int(one.user))) for one in part] for part in (made.train, made.test)
    )
    return _split(data_sets.Ratings(train, test))


def _split(ratings: data_sets.Ratings) -> _Data:
    rest = split_newest(ratings.train)
    return _Data(rest.train, rest.test, ratings.test)


def _popular_lists(data: _Data, rng: np.random.Generator, noise: float, *, seen: bool) -> dict[str, list[str]]:
    counts = Counter(rating.item for rating in data.train)
    popular = sorted(counts, key=lambda item: (-counts[item], int(item)))[:MAX_POPULAR]
    weight, known = np.log([counts[item] for item in popular]), data.seen()
    lists = {}
    for user in _by_user(data.validation):
        order = np.argsort(-(weight + noise * rng.normal(size=len(popular))), kind="stable")
        own = set() if seen else known.get(user, set())
        lists[user] = [popular[k] for k in order if popular[k] not in own][:LENGTH]
    return lists


def _mean_ratings(data: _Data, weight: float) -> Predicted:
    own: dict[str, list[float]] = {}
    for rating in data.train:
        own.setdefault(rating.item, []).append(rating.grade)
    mean = float(np.mean([rating.grade for rating in data.train]))
    guess = {item: (sum(grades) + weight * mean) / (len(grades) + weight) for item, grades in own.items()}
    return {(rating.user, rating.item): round(guess.get(rating.item, mean), 3) for rating in data.validation}
