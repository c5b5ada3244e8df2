"""Misread runs: the lists or the data of a run as people misread them, each read once for all mistakes that are made of it."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import replace
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Any

import numpy as np

from metrics_edu.language import _
from metrics_edu.metrics import Ranking, Run
from metrics_edu.metrics.judgments import JudgedGrades, Lists, as_id, by_id, grades_of
from metrics_edu.metrics.split import Split

RUNS = 4
"""The last runs of which a misreading is kept in memory, with their data."""


def has_repeats(run: Run) -> bool:
    """Return whether an item is listed twice for a user; the values of such a run raise ValueError."""
    return any(len(set(items)) < len(items) for items in run.lists.values())


@lru_cache(maxsize=RUNS)
def first_copies(run: Run) -> Run:
    """Return a run in which an item that is listed twice has its first rank only, and the others close up."""
    once = {
        user: [*{as_id(item): item for item in reversed(items)}.values()][::-1]
        for user, items in by_id(run.recommendations).items()
    }
    return run.like(run.data, once)


@lru_cache(maxsize=RUNS)
def counting_repeats(run: Run) -> Run:
    """Return a run in which an item that is listed twice counts at both ranks."""
    return RepeatsCounted.of(run.data, _distinct_lists(run))


@lru_cache(maxsize=RUNS)
def copies_judged(run: Run) -> Run:
    """Return a run in which a later copy of an item is another item with the same grade."""
    lists = _distinct_lists(run)
    copies = {
        user: {item: grades.get(item.partition("\0")[0], 0) for item in lists.get(user, ())} | grades
        for user, grades in run.data.grades.items()
    }
    return Run.of(replace(run.data, judged=copies), lists)


COPIES: dict[str, Callable[[Run], Run]] = {
    "removed": first_copies,
    "counted": counting_repeats,
    "first": lambda run: Run.of(run.data, _distinct_lists(run)),  # a later copy keeps its rank, and is not relevant
    "expanded": copies_judged,
}
"""How a run is read in which an item is listed twice, by the words of `repeats` in `evaluate`."""


class RepeatsCounted(Run):
    """A run in which the id of a repeated item also has its rank, but not its grade."""

    @cached_property
    def ranking(self) -> Ranking:
        ranking = copy(super().ranking)
        lists = [[item.partition("\0")[0] for item in self.lists.get(user, [])] for user in self.data.grades]
        ranking.shown = self.data.test.rows(lists, ranking.lengths)
        return ranking


def _distinct_lists(run: Run) -> Lists:
    return {user: _distinct(items) for user, items in run.lists.items()}


def _distinct(items: Sequence[str]) -> list[str]:
    """Return ids in which a repeated one also has its rank."""
    first = {item: rank for rank, item in reversed([*enumerate(items, start=1)])}
    return [item if first[item] == rank else f"{item}\0{rank}" for rank, item in enumerate(items, start=1)]


@lru_cache(maxsize=RUNS)
def stricter(run: Run) -> Run:
    """Return a run in which a grade must be above the threshold, and not only reach it."""
    data = _changed(run.data, threshold=math.nextafter(run.data.threshold, math.inf))
    return run.like(data, run.recommendations, run.lists)


@lru_cache(maxsize=RUNS)
def _changed(data: Split, **changes: Any) -> Split:
    """Return other data, which are read once for all runs on the same data."""
    return replace(data, **changes)


@lru_cache(maxsize=RUNS)
def of_everyone(run: Run) -> Ranking:
    """Return the lists of all users with a list or judgments."""
    return Ranking.from_lists(run.lists, run.data.grades, threshold=run.data.threshold)


@lru_cache(maxsize=RUNS)
def without_train(run: Run) -> Run | None:
    """Return a run in which nothing is taken out of the lists; None where nothing is."""
    if all(len(items) == len(run.lists[user]) for user, items in by_id(run.recommendations).items()):
        return None
    return run.like(_changed(run.data, removed=False), run.recommendations)


@lru_cache(maxsize=RUNS)
def tied_scores(run: Run) -> dict[str, dict[str, float]]:
    """Return the scores of the lists that are sorted by them and in which some are equal, by user and item."""
    scores = {user: by_id(items) for user, items in by_id(run.scores).items() if user in run.lists}
    return {user: items for user, items in scores.items() if _are_tied([*map(items.get, run.lists[user])])}


def shown_scores(run: Run) -> Any:
    """Return the scores of the shown items of the users with judgments, one user after the other; NaN for an unknown one."""
    scores = {user: by_id(items) for user, items in by_id(run.scores).items()}
    return np.array(
        [scores.get(user, {}).get(item, np.nan) for user in run.data.grades for item in run.lists.get(user, ())],
        dtype=np.float64,
    )


def _are_tied(scores: Sequence[Any]) -> bool:
    """Return whether these are numbers, the highest first, and some are equal."""
    if not all(isinstance(score, (int, float, np.number)) and math.isfinite(score) for score in scores):
        return False
    pairs = [*pairwise(scores)]
    return all(one >= other for one, other in pairs) and any(one == other for one, other in pairs)


@lru_cache(maxsize=4 * RUNS)
def swapped(run: Run, depth: int | None) -> Ranking:
    """Return, of each user, the relevant items of the test data in its order; those not among the first shown are misses."""
    unshown, judged = _relevant(run.data)
    shown = [set(run.lists.get(user, ())[:depth]) for user in judged.users]
    lists = [
        [item if item in of_user else unshown[item] for item in grades]
        for of_user, grades in zip(shown, run.data.relevant.values(), strict=True)
    ]
    return Ranking.of_judged(judged, lists)


@lru_cache(maxsize=RUNS)
def _relevant(data: Split) -> tuple[dict[str, str], JudgedGrades]:
    """Return other ids of the relevant items, and the judgments of these alone."""
    items = {item for of_user in data.relevant.values() for item in of_user}
    return {item: _("{item}, not shown", item=item) for item in items}, JudgedGrades(data.relevant, data.threshold)


@lru_cache(maxsize=RUNS)
def ids_as_written(run: Run) -> Ranking:
    """Return the lists as if ids were compared as they were given: 7 and "7" do not meet."""
    judged, train = _judged_as_written(run.data), run.data.train if run.data.removed else {}
    met = by_id({user: items for user, items in run.recommendations.items() if user in run.data.judged})
    lists = [[item for item in met.get(user, ()) if as_id(item) not in train.get(user, ())] for user in judged.users]
    return Ranking.of_judged(judged, lists)


@lru_cache(maxsize=RUNS)
def _judged_as_written(data: Split) -> JudgedGrades:
    grades = {user: grades_of(items, data.threshold) for user, items in by_id(data.judged).items()}
    return JudgedGrades(grades, data.threshold)


@lru_cache(maxsize=RUNS)
def encoded(run: Run) -> Ranking:
    """Return the lists with their ids read as positions among the sorted train items."""
    items = run.data.popularity.keys()
    ordered = sorted(items, key=int if all(map(str.isdecimal, items)) else None)
    codes = {item: str(code) for code, item in enumerate(ordered)}
    lists = [[codes.get(item, f"{item}\0") for item in run.lists.get(user, ())] for user in run.data.grades]
    return Ranking.of_judged(run.data.test, lists)
