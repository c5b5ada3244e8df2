"""What the programs of a class compute, right and wrong, in plain loops that share nothing with the package.

The mistakes are those of 32 submissions of a made-up class. Two of them cannot be seen in the files that are handed in, so they
are left out: predictions that were rounded before RMSE, and a longer list that was not handed in.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

Grades = Mapping[str, Mapping[str, float]]
"""The ratings of each user, by item, in the order of the file."""
DEPTH, THRESHOLD = 10, 4
OF_LISTS = ("MAP@10", "nDCG@10", "Recall@10", "P@10", "MRR@10")
OF_RATINGS = ("RMSE", "MAE")
TITLES = (*OF_LISTS, *OF_RATINGS, "Item coverage")


@dataclass
class Work:
    """What a student has: the validation data, the train data, the lists and the predicted ratings."""

    judged: Grades
    train: Grades
    lists: Mapping[str, list[str]]
    predicted: Mapping[tuple[str, str], float]


@dataclass
class Program:
    """The choices of a program; those of a right one by default."""

    relevant: Callable[[float], bool] = lambda grade: grade >= THRESHOLD
    divide_ap: str = "reachable"
    ap_every_rank: bool = False
    ap_shift: int = 0
    swapped: bool = False
    users: str = "all"
    gain: Callable[[float], float] = lambda grade: 2**grade - 1
    gain_below: bool = False
    ideal: str = "cut"
    discount: Callable[[int], float] = lambda rank: math.log2(rank + 1)
    ideal_discount: Callable[[int], float] | None = None
    normalize: bool = True
    rr: str = "first"
    on_train: bool = False
    factor: float = 1
    after: Callable[[dict[str, float], Work], dict[str, float]] = field(default=lambda values, _work: values)

    def values(self, work: Work) -> dict[str, float]:
        """Return the number for each title."""
        judged = work.train if self.on_train else work.judged
        found = [self._user(work.lists.get(user, [])[:DEPTH], grades) for user, grades in judged.items()]
        rows = [row for row in found if row is not None]
        values = {title: sum(row[title] for row in rows) / len(rows) for title in OF_LISTS}
        errors = [
            work.predicted[user, item] - grade for user, grades in work.judged.items() for item, grade in grades.items()
        ]
        shown = {item for items in work.lists.values() for item in items[:DEPTH]}
        values["RMSE"] = math.sqrt(sum(error**2 for error in errors) / len(errors))
        values["MAE"] = sum(map(abs, errors)) / len(errors)
        values["Item coverage"] = len(shown) / len(items_of(work.train, work.judged))
        return {title: self.factor * value for title, value in self.after(values, work).items()}

    def _user(self, items: list[str], grades: Mapping[str, float]) -> dict[str, float] | None:
        """Return the values of a user; None for one that is left out of the mean."""
        liked = [item for item in grades if self.relevant(grades[item])]
        hits = [item in liked for item in items]
        if (self.users == "relevant" and not liked) or (self.users == "hit" and not any(hits)):
            return None
        if not liked:
            return dict.fromkeys(OF_LISTS, 0.0) | {"nDCG@10": self._ndcg(items, grades, liked)}
        vector = [item in items for item in liked][:DEPTH] if self.swapped else hits
        return {
            "MAP@10": self._ap(vector, len(liked)),
            "nDCG@10": self._ndcg(items, grades, liked),
            "Recall@10": sum(hits) / len(liked),
            "P@10": sum(hits) / DEPTH,
            "MRR@10": self._rr(hits),
        }

    def _ap(self, hits: list[bool], relevant: int) -> float:
        total, found = 0.0, 0
        for rank, hit in enumerate(hits, start=1):
            found += hit
            if hit or self.ap_every_rank:
                total += found / (rank + self.ap_shift)
        divisors = {"reachable": min(relevant, DEPTH), "R": relevant, "n": DEPTH, "hits": max(found, 1)}
        return total / (DEPTH if self.ap_every_rank else divisors[self.divide_ap])

    def _ndcg(self, items: list[str], grades: Mapping[str, float], liked: list[str]) -> float:
        counted = grades if self.gain_below else {item: grades[item] for item in liked}
        gains = [self.gain(counted[item]) if item in counted else 0.0 for item in items]
        every = sorted((self.gain(grade) for grade in counted.values()), reverse=True)
        ideals = {"cut": every[:DEPTH], "uncut": every, "retrieved": sorted(gains, reverse=True)}
        total = sum(gain / self.discount(rank) for rank, gain in enumerate(gains, start=1))
        discount = self.ideal_discount or self.discount
        best = sum(gain / discount(rank) for rank, gain in enumerate(ideals[self.ideal], start=1))
        return total if not self.normalize else total / best if best else 0.0

    def _rr(self, hits: list[bool]) -> float:
        ranks = [rank for rank, hit in enumerate(hits, start=1) if hit]
        if not ranks:
            return 0.0
        return {"first": 1 / ranks[0], "sum": sum(1 / rank for rank in ranks), "later": 1 / (ranks[0] + 1)}[self.rr]


def items_of(*parts: Grades) -> set[str]:
    return {item for part in parts for grades in part.values() for item in grades}


def _errors(work: Work) -> dict[str, list[float]]:
    """Return the errors of each user."""
    return {
        user: [work.predicted[user, item] - grade for item, grade in grades.items()]
        for user, grades in work.judged.items()
    }


def _rmse_of_users(values: dict[str, float], work: Work) -> dict[str, float]:
    means = [math.sqrt(sum(error**2 for error in own) / len(own)) for own in _errors(work).values()]
    return values | {"RMSE": sum(means) / len(means)}


def _signed(values: dict[str, float], work: Work) -> dict[str, float]:
    errors = [error for own in _errors(work).values() for error in own]
    root = math.sqrt(sum(error**2 for error in errors)) / len(errors)
    return values | {"MAE": sum(errors) / len(errors), "RMSE": root}


def _pooled(values: dict[str, float], work: Work) -> dict[str, float]:
    hits = relevant = 0
    for user, grades in work.judged.items():
        liked = {item for item, grade in grades.items() if grade >= THRESHOLD}
        hits += len(liked & {*work.lists[user][:DEPTH]})
        relevant += len(liked)
    return values | {"Recall@10": hits / relevant}


def _exchanged(one: str, other: str) -> Callable[[dict[str, float], Work], dict[str, float]]:
    return lambda values, _work: values | {one: values[other], other: values[one]}


def _of_judged(values: dict[str, float], work: Work) -> dict[str, float]:
    shown, known = {item for items in work.lists.values() for item in items}, items_of(work.judged)
    return values | {"Item coverage": len(shown & known) / len(known)}


class Mistake(NamedTuple):
    """A wrong program, and the code that names each of its wrong numbers."""

    what: str
    program: Program
    codes: Mapping[str, str]


def _lists(code: str) -> dict[str, str]:
    return dict.fromkeys(OF_LISTS, code)


RIGHT = Program()
MISTAKES = (
    Mistake("AP divided by the hits", Program(divide_ap="hits"), {"MAP@10": "AP_DIV_HITS"}),
    Mistake("AP without rel(i)", Program(ap_every_rank=True), {"MAP@10": "AP_NO_REL"}),
    Mistake("AP divided by n", Program(divide_ap="n"), {"MAP@10": "AP_DIV_N"}),
    Mistake("AP divided by all of |R|", Program(divide_ap="R"), {"MAP@10": "AP_DIV_R"}),
    Mistake("hits/(i + 1)", Program(ap_shift=1), {"MAP@10": "AP_RANK0"}),
    Mistake("hits and list exchanged", Program(swapped=True), {"MAP@10": "VEC_SWAPPED"}),
    Mistake("users without a relevant item left out", Program(users="relevant"), _lists("MAP_SKIP_EMPTY")),
    Mistake("mean over users with a hit only", Program(users="hit"), _lists("MAP_SKIP_MISSED")),
    Mistake("> for >=", Program(relevant=lambda grade: grade > THRESHOLD), _lists("THRESH_GT")),
    Mistake("no threshold", Program(relevant=lambda _grade: True), _lists("THRESH_NONE") | {"nDCG@10": "GAIN_BELOW"}),
    Mistake("linear gain", Program(gain=lambda grade: grade), {"nDCG@10": "GAIN_LINEAR"}),
    Mistake("binary gain", Program(gain=lambda _grade: 1.0), {"nDCG@10": "GAIN_BINARY"}),
    Mistake("ideal of the shown list", Program(ideal="retrieved"), {"nDCG@10": "IDCG_RETRIEVED"}),
    Mistake("ideal not cut", Program(ideal="uncut"), {"nDCG@10": "IDCG_UNCUT"}),
    Mistake("gain kept below the threshold", Program(gain_below=True), {"nDCG@10": "GAIN_BELOW"}),
    Mistake("log2(i + 2)", Program(discount=lambda rank: math.log2(rank + 2)), {"nDCG@10": "DISC_PLUS2"}),
    Mistake("not normalized", Program(normalize=False), {"nDCG@10": "NO_NORM"}),
    Mistake("RR: sum of 1/rank", Program(rr="sum"), {"MRR@10": "RR_SUM"}),
    Mistake("RR: 1/(rank + 1)", Program(rr="later"), {"MRR@10": "RR_RANK0"}),
    Mistake(
        "P and Recall exchanged",
        Program(after=_exchanged("P@10", "Recall@10")),
        {"P@10": "P_IS_RECALL", "Recall@10": "RECALL_DIV_N"},
    ),
    Mistake(
        "RMSE without root",
        Program(after=lambda values, _work: values | {"RMSE": values["RMSE"] ** 2}),
        {"RMSE": "RMSE_NO_ROOT"},
    ),
    Mistake("RMSE per user", Program(after=_rmse_of_users), {"RMSE": "RMSE_PER_USER"}),
    Mistake(
        "RMSE and MAE exchanged",
        Program(after=_exchanged("RMSE", "MAE")),
        {"RMSE": "RMSE_IS_MAE", "MAE": "MAE_IS_RMSE"},
    ),
    Mistake(
        "> and division by the hits at once",
        Program(relevant=lambda grade: grade > THRESHOLD, divide_ap="hits"),
        _lists("THRESH_GT") | {"MAP@10": "THRESH_GT+AP_DIV_HITS"},
    ),
    Mistake("MAE signed, RMSE = sqrt(sum)/n", Program(after=_signed), {"RMSE": "RMSE_ROOT_FIRST", "MAE": "MAE_SIGNED"}),
    Mistake("all numbers times 100", Program(factor=100), dict.fromkeys(TITLES, "percentage")),
    Mistake(
        "natural logarithm above log2",
        Program(discount=math.log1p, ideal_discount=lambda rank: math.log2(rank + 1)),
        {"nDCG@10": "DCG_LOG_NATURAL"},
    ),
    Mistake("judged on the training data", Program(on_train=True), _lists("TRAIN_AS_TRUTH")),
    Mistake("Recall pooled over users", Program(after=_pooled), {"Recall@10": "RECALL_POOLED"}),
    Mistake("coverage over another catalogue", Program(after=_of_judged), {"Item coverage": "COV_TEST_ONLY"}),
)
