"""Example: a homework to try everything on: a policy, data made from a seed, and ten submissions, right and typically wrong."""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from metrics_edu.data import Rating, Ratings, made_ratings, read_ratings, split_newest
from metrics_edu.homework.class_exercise import LISTS, ClassExercise
from metrics_edu.homework.policy import Policy, read_policy
from metrics_edu.language import _, language
from metrics_edu.metrics import Ratings as Rated
from metrics_edu.metrics import Run, measure, value_of
from metrics_edu.mistakes import MISCONCEPTIONS
from metrics_edu.tables import write_file

TEMPLATE = Path(__file__).parent / "tarea1.yaml"
COMMENT = re.compile(r"(?<=# )(?!\w+: {)[^#\n]+$", re.MULTILINE)
"""What is translated in the template: not the keys that a # only switches off."""
SEED = 7
USERS, ITEMS, LENGTH = 80, 120, 10
FIRST_USER = 1000
"""Users are counted from here on, so that no id is both a user's and an item's."""
MOST_POPULAR = 1000
"""Only among so many items are lists made."""
WHEN = 1_700_000_000.0
"""What the clock of the exercises says: no file depends on the day it is made."""

Rows = Iterable[Sequence[object]]


@dataclass(frozen=True)
class _Data:
    train: list[Rating]
    validation: list[Rating]
    test: list[Rating]

    def seen(self) -> dict[str, set[str]]:
        found: dict[str, set[str]] = {}
        for rating in self.train:
            found.setdefault(rating.user, set()).add(rating.item)
        return found

    def run(self, lists: dict[str, list[str]], seen: dict[str, set[str]] | None = None) -> Run:
        judged: dict[str, dict[str, float]] = {}
        for rating in self.validation:
            judged.setdefault(rating.user, {})[rating.item] = rating.grade
        return Run(lists, judged, 4, self.seen() if seen is None else seen)


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
        raise ValueError(_("{path} is not empty; choose a new folder", path=folder))
    data = made_data(seed) if ratings is None else _split(read_ratings(ratings))
    for name, part in (
        ("data/train.csv", data.train),
        ("data/validation.csv", data.validation),
        ("hidden/test.csv", data.test),
    ):
        rows = [(rating.user, rating.item, f"{rating.grade:g}") for rating in part]
        _write_csv(folder / name, [("user", "item", "rating"), *rows])
    path = folder / "tarea1.yaml"
    grades = [rating.grade for rating in data.train]
    scale = f"[{min(grades):g}, {max(grades):g}]"
    template = COMMENT.sub(lambda found: _(found[0]), TEMPLATE.read_text("utf-8"))
    write_file(path, template.format(seed=seed, scale=scale, language=language()))
    policy = read_policy(path)
    for number, submit in enumerate(SUBMISSIONS):
        submit(folder / "submissions", data, np.random.default_rng([seed, number]), policy)
    return path


def made_data(seed: int) -> _Data:
    """Make ratings and split them twice: each user's newest for the test, the newest of the rest for validation."""
    made = made_ratings(seed, users=USERS, items=ITEMS)

    def moved(ratings: list[Rating]) -> list[Rating]:
        return [rating._replace(user=str(FIRST_USER + int(rating.user))) for rating in ratings]

    return _split(Ratings(moved(made.train), moved(made.test)))


def _split(ratings: Ratings) -> _Data:
    rest = split_newest(ratings.train)
    return _Data(rest.train, rest.test, ratings.test)


def popular_lists(
    data: _Data, rng: np.random.Generator, *, noise: float = 0.0, fresh: bool = True
) -> dict[str, list[str]]:
    """List for each user the items with most ratings in train, those with noise in another order; `fresh` leaves out the known."""
    counts: dict[str, int] = {}
    for rating in data.train:
        counts[rating.item] = counts.get(rating.item, 0) + 1
    known = sorted(counts, key=lambda item: (-counts[item], int(item)))[:MOST_POPULAR]
    weight, seen = np.log([counts[item] for item in known]), data.seen()
    lists = {}
    for user in dict.fromkeys(rating.user for rating in data.validation):
        order = np.argsort(-(weight + noise * rng.normal(size=len(known))), kind="stable")
        own = seen.get(user, set()) if fresh else set()
        lists[user] = [known[k] for k in order if known[k] not in own][:LENGTH]
    return lists


def mean_ratings(data: _Data, *, weight: float) -> dict[tuple[str, str], float]:
    """Predict each validation rating as the item's mean in train, drawn to the mean of all."""
    own: dict[str, list[float]] = {}
    for rating in data.train:
        own.setdefault(rating.item, []).append(rating.grade)
    mean = float(np.mean([rating.grade for rating in data.train]))
    guess = {item: (sum(grades) + weight * mean) / (len(grades) + weight) for item, grades in own.items()}
    return {(rating.user, rating.item): round(guess.get(rating.item, mean), 3) for rating in data.validation}


def right_claims(data: _Data, lists: dict[str, list[str]], ratings: dict[tuple[str, str], float]) -> dict[str, float]:
    """Compute what a student reports who computes as the course does."""
    run, errors = data.run(lists), _errors(data, ratings)
    names = ("MAP@10", "nDCG@10", "Recall@10", "Item coverage")
    found = {name: value_of(name, run) for name in names}
    return {
        name: round(value, 4)
        for name, value in (found | {name: value_of(name, errors) for name in ("RMSE", "MAE")}).items()
    }


def _errors(data: _Data, ratings: dict[tuple[str, str], float]) -> Rated:
    return Rated(
        [ratings[rating.user, rating.item] for rating in data.validation], [rating.grade for rating in data.validation]
    )


def _mistaken(code: str, spelling: str, run: Run) -> float:
    return round(MISCONCEPTIONS[code].value(run, measure(spelling)), 4)


def _write_csv(path: Path, rows: Rows, mark: str = ",") -> None:
    text = io.StringIO()
    csv.writer(text, delimiter=mark, lineterminator="\n").writerows(rows)
    write_file(path, text.getvalue(), sync=False)


def _write_json(path: Path, data: object) -> None:
    write_file(path, json.dumps(data, indent=1) + "\n", sync=False)


def _as_items(lists: dict[str, list[str]]) -> dict[str, list[int]]:
    return {user: [int(item) for item in items] for user, items in lists.items()}


def _write_ratings(path: Path, ratings: dict[tuple[str, str], float], *, mark: str = ",", comma: bool = False) -> None:
    rows = [
        (user, item, str(rating).replace(".", ",") if comma else rating) for (user, item), rating in ratings.items()
    ]
    _write_csv(path, [("user", "item", "rating"), *rows], mark)


def _write_exercise(path: Path, student: str, policy: Policy, code: str = "") -> None:
    asked = policy.submissions.exercise
    if asked is None:
        return
    own = ClassExercise(asked.class_code, student, asked.measures, file=path, decimals=asked.decimals, now=lambda: WHEN)
    for name, pair in own.pairs.items():
        for which in range(LISTS):
            mistake = MISCONCEPTIONS.get(code) if name.startswith("AP") else None
            value = value_of(name, pair[which]) if mistake is None else mistake.value(pair[which], measure(name))
            own.answer(name, which + 1, f"{value:.3f}")


def _ana(folder: Path, data: _Data, rng: np.random.Generator, policy: Policy) -> None:
    lists, ratings = popular_lists(data, rng), mean_ratings(data, weight=5)
    _write_json(folder / "ana" / "ranking.json", _as_items(lists))
    _write_ratings(folder / "ana" / "ratings.csv", ratings)
    _write_json(folder / "ana" / "claims.json", right_claims(data, lists, ratings))
    _write_exercise(folder / "ana" / "exercise_ana.json", "ana", policy)


def _beto(folder: Path, data: _Data, rng: np.random.Generator, policy: Policy) -> None:
    lists, ratings = popular_lists(data, rng, noise=0.3), mean_ratings(data, weight=2)
    _write_csv(
        folder / "beto" / "Ranking.csv",
        [("user_id", *range(1, 11)), *((user, *items) for user, items in lists.items())],
        ";",
    )
    _write_ratings(folder / "beto" / "ratings.csv", ratings, mark=";", comma=True)
    rows = [(name, f"{value:.3f}".replace(".", ",")) for name, value in right_claims(data, lists, ratings).items()]
    _write_csv(folder / "beto" / "claims.csv", [("métrica", "valor"), *rows], ";")
    _write_exercise(folder / "beto" / "exercise_beto.json", "beto", policy)


def _carla(folder: Path, data: _Data, rng: np.random.Generator, policy: Policy) -> None:
    lists, ratings = popular_lists(data, rng, noise=0.1), mean_ratings(data, weight=10)
    claims = right_claims(data, lists, ratings)
    run = data.run(lists)
    claims |= {"MAP@10": _mistaken("AP_DIV_HITS", "AP@10", run), "nDCG@10": _mistaken("IDCG_RETRIEVED", "nDCG@10", run)}
    _write_json(folder / "carla" / "ranking.json", _as_items(lists))
    _write_ratings(folder / "carla" / "ratings.csv", ratings)
    _write_json(folder / "carla" / "claims.json", claims)
    _write_exercise(folder / "carla" / "exercise_carla.json", "carla", policy, "AP_DIV_HITS")


def _diego(folder: Path, data: _Data, rng: np.random.Generator, policy: Policy) -> None:
    lists, ratings = popular_lists(data, rng, noise=0.2), mean_ratings(data, weight=0)
    run, errors = data.run(lists), _errors(data, ratings)
    claims = right_claims(data, lists, ratings)
    signed = np.subtract(errors.predicted, errors.actual)
    claims |= {
        "MAP@10": _mistaken("AP_NO_REL", "AP@10", run),
        "Recall@10": _mistaken("RECALL_DIV_N", "Recall@10", run),
        "RMSE": round(float(np.mean(signed**2)), 4),
        "MAE": round(float(np.mean(signed)), 4),
    }
    _write_json(folder / "diego" / "ranking.json", _as_items(lists))
    _write_ratings(folder / "diego" / "ratings.csv", ratings)
    _write_json(folder / "diego" / "claims.json", claims)


def _elena(folder: Path, data: _Data, rng: np.random.Generator, policy: Policy) -> None:
    lists, ratings = popular_lists(data, rng, noise=0.5), mean_ratings(data, weight=5)
    claims = right_claims(data, lists, ratings)
    claims["nDCG@10"] = round(value_of(measure("nDCG@10", convention="trec_eval"), data.run(lists)), 4)
    inner = folder / "elena"
    rows = [(user, item, rank) for user, items in lists.items() for rank, item in enumerate(items, start=1)]
    _write_csv(inner / "ranking.csv", [("user", "item", "rank"), *rows])
    _write_ratings(inner / "ratings.csv", ratings)
    _write_json(inner / "claims.json", claims)
    _write_exercise(inner / "exercise_elena.json", "elena", policy)
    _pack(inner, folder / "elena.zip", "tarea1/")


def _felipe(folder: Path, data: _Data, rng: np.random.Generator, policy: Policy) -> None:
    lists, ratings = popular_lists(data, rng, noise=0.8), mean_ratings(data, weight=8)
    inner = folder / "felipe"
    _write_json(inner / "ranking.json", _as_items(lists))
    _write_ratings(inner / "ratings.csv", ratings)
    _write_json(inner / "claims.json", right_claims(data, lists, ratings))
    _write_exercise(inner / "exercise_felipe.json", "felipe", policy)
    _pack(inner, folder / "perezfelipe_LATE_1006_70006_tarea1.zip", "")


def _gabi(folder: Path, data: _Data, rng: np.random.Generator, policy: Policy) -> None:
    lists = popular_lists(data, rng, fresh=False)
    run = data.run(lists, {})
    _write_json(folder / "gabi" / "ranking.json", _as_items(lists))
    _write_json(
        folder / "gabi" / "claims.json",
        {name: round(value_of(name, run), 4) for name in ("MAP@10", "nDCG@10", "Recall@10")},
    )


def _hugo(folder: Path, data: _Data, rng: np.random.Generator, policy: Policy) -> None:
    lists, ratings = popular_lists(data, rng, noise=0.3), mean_ratings(data, weight=5)
    rows = [(item, user, rank) for user, items in lists.items() for rank, item in enumerate(items, start=1)]
    _write_csv(folder / "hugo" / "ranking.csv", [("user", "item", "rank"), *rows])
    _write_ratings(folder / "hugo" / "ratings.csv", ratings)
    _write_json(folder / "hugo" / "claims.json", right_claims(data, lists, ratings) | {"MAP@10": 0.0, "nDCG@10": 0.0})


def _ines(folder: Path, data: _Data, rng: np.random.Generator, policy: Policy) -> None:
    lists, ratings = popular_lists(data, rng, noise=0.3), mean_ratings(data, weight=5)
    text = json.dumps(_as_items(lists))
    write_file(folder / "ines" / "ranking.json", text[: len(text) // 2], sync=False)
    _write_ratings(folder / "ines" / "ratings.csv", ratings)
    _write_json(folder / "ines" / "claims.json", right_claims(data, lists, ratings))


def _jose(folder: Path, data: _Data, rng: np.random.Generator, policy: Policy) -> None:
    lists, ratings = popular_lists(data, rng, noise=0.3), mean_ratings(data, weight=5)
    users = list(lists)
    kept = {user: lists[user] for user in users[5:]}
    kept[users[10]] = kept[users[10]][:7]
    kept[users[11]] = [*kept[users[11]][:9], kept[users[11]][0]]
    _write_json(folder / "jose" / "ranking.json", _as_items(kept))
    rows = [(user, item, rating if k != 3 else "nan") for k, ((user, item), rating) in enumerate(ratings.items())]
    _write_csv(folder / "jose" / "ratings.csv", [("user", "item", "rating"), *rows])
    claims = right_claims(data, lists, ratings)
    _write_json(folder / "jose" / "claims.json", claims)


SUBMISSIONS: tuple[Callable[[Path, _Data, np.random.Generator, Policy], None], ...] = (
    _ana, _beto, _carla, _diego, _elena, _felipe, _gabi, _hugo, _ines, _jose,
)  # fmt: skip


def _pack(folder: Path, archive: Path, prefix: str) -> None:
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for path in sorted(folder.iterdir()):
            info = zipfile.ZipInfo(prefix + path.name, (2026, 1, 1, 0, 0, 0))
            packed.writestr(info, path.read_bytes(), zipfile.ZIP_DEFLATED)
            path.unlink()
    folder.rmdir()
