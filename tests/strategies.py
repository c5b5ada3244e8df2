"""What the tests draw: plain cases, the Rankings built from them, and the parameters of any metric.

A `Case` is one user's list as plain numbers, so that the oracle can read it without asking the package.
`arguments_of(metric)` reads the registry: a new metric, or a new choice of an old one, enters every law
without a test being edited.
"""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from operator import itemgetter
from typing import Any

from hypothesis import strategies as st

from metrics_edu import Ranking

LONGEST = 40


def examples(count: int) -> int:
    """The examples in `make test-all`, and a fifth of them in `make test`, which has to be fast."""
    return count if "FUZZ_CASES" in os.environ else count // 5


SCALES: dict[tuple[float, ...], tuple[float, ...]] = {  # the grades of a user, and thresholds for them
    (0, 1): (1, 1, 1, 1, 2),
    (0, 1, 2, 3, 4, 5): (1, 2, 3, 4),
    (0, 0, 0, 1, 5): (1, 2, 4),
    (0, 0.5, 1, 2, 2.5, 3, 4.5, 5): (1, 2.5, 3, 4),
}


@dataclass(frozen=True)
class Case:
    """One list: the shown grades, the grades of the judged items that were not shown, and the threshold."""

    shown: tuple[float, ...]
    missed: tuple[float, ...] = ()
    threshold: float = 1

    @property
    def pool(self) -> list[float]:
        return sorted((grade for grade in self.shown + self.missed if grade > 0), reverse=True)

    @property
    def relevant(self) -> int:
        return sum(1 for grade in self.pool if grade >= self.threshold)

    @property
    def plain(self) -> tuple[list[float], list[float], float, int]:
        """What an oracle function takes first: shown, pool, threshold, |R|."""
        return list(self.shown), self.pool, self.threshold, self.relevant

    def ranking(self) -> Ranking:
        return Ranking(list(self.shown), pool=self.pool, threshold=self.threshold)

    def swapped(self, i: int) -> Case:
        """The items at places i and i + 1 (from 0) change places."""
        shown = list(self.shown)
        shown[i], shown[i + 1] = shown[i + 1], shown[i]
        return Case(tuple(shown), self.missed, self.threshold)


def batch_of(cases: Sequence[Case], *, zeros: bool = True) -> Ranking:
    """Return the cases as a batch of named items; every second grade of 0 is left unjudged, which is the same.

    Without `zeros` all of them are: a judged 0 widens the pool, and from 8 numbers on a sum may round in another way.
    """
    lists: dict[str, list[str]] = {}
    judged: dict[str, dict[str, float]] = {}
    for u, case in enumerate(cases):
        items = [f"item {u}.{i}" for i in range(len(case.shown) + len(case.missed))]
        grades = zip(items, case.shown + case.missed, strict=True)
        lists[f"user {u}"] = items[: len(case.shown)]
        judged[f"user {u}"] = {item: g for i, (item, g) in enumerate(grades) if g > 0 or (zeros and i % 2)}
    return Ranking.from_lists(lists, judged=judged, threshold=cases[0].threshold)


@cache
def _grades(scale: tuple[float, ...], low: int, high: int) -> st.SearchStrategy[tuple[float, ...]]:
    """Grades of a scale: a byte each, which draws several times faster than a list of sampled grades."""
    return st.binary(min_size=low, max_size=high).map(lambda drawn: tuple(scale[byte % len(scale)] for byte in drawn))


@st.composite
def cases(draw: st.DrawFn, longest: int = LONGEST, shortest: int = 0) -> Case:
    """Binary and graded lists, empty and single ones, ties, missed items on both sides of the threshold."""
    scale = draw(st.sampled_from(list(SCALES)))
    length = draw(st.integers(shortest, shortest + 2) | st.integers(shortest, longest))
    shown = draw(_grades(scale, length, length))
    missed = draw(_grades(scale, 0, longest // 3))
    return Case(shown, missed, draw(st.sampled_from(SCALES[scale])))


@st.composite
def case_batches(draw: st.DrawFn, users: int = 4, longest: int = LONGEST // 2) -> list[Case]:
    """Users of one batch: lists and pools of differing lengths."""
    scale = draw(st.sampled_from(list(SCALES)))
    threshold = draw(st.sampled_from(SCALES[scale]))
    shown = draw(st.lists(_grades(scale, 0, longest), min_size=1, max_size=users))
    return [Case(grades, draw(_grades(scale, 0, 6)), threshold) for grades in shown]


@st.composite
def even_case_batches(draw: st.DrawFn, users: int = 4, longest: int = LONGEST // 2) -> list[Case]:
    """Users of one batch with one length and one pool, each with its order: nothing is padded."""
    scale = draw(st.sampled_from(list(SCALES)))
    threshold = draw(st.sampled_from(SCALES[scale]))
    grades = draw(_grades(scale, 0, longest))
    length = draw(st.integers(0, len(grades)))
    order = st.binary(min_size=len(grades), max_size=len(grades))
    lists = []
    for keys in draw(st.lists(order, min_size=1, max_size=users)):
        mixed = tuple(grade for _, grade in sorted(zip(keys, grades, strict=True), key=itemgetter(0)))
        lists.append(Case(mixed[:length], mixed[length:], threshold))
    return lists


def rankings(longest: int = LONGEST) -> st.SearchStrategy[Ranking]:
    return cases(longest).map(Case.ranking)


def batches(users: int = 4, longest: int = LONGEST // 2) -> st.SearchStrategy[Ranking]:
    return case_batches(users, longest).map(batch_of)


CUTOFFS = st.lists(st.integers(1, LONGEST + 5), min_size=1, max_size=4, unique=True).map(sorted).map(tuple)


def _number(default: float, low: float, high: float) -> st.SearchStrategy[float]:
    """Numbers of a range; of one without an end, those around the default."""
    if high == math.inf:
        return st.floats(0.3, 4).map(lambda factor: low + (default - low) * factor)
    return st.floats(0.05, 0.95).map(lambda share: low + (high - low) * share)


@cache
def arguments_of(metric: Any) -> st.SearchStrategy[dict[str, Any]]:
    """Keyword arguments a metric takes, all or some of them ("error" is a separate test)."""
    drawn: dict[str, st.SearchStrategy[Any]] = {}
    for name, choices in metric.choices.items():
        drawn[name] = st.sampled_from(choices)
    for name, default in metric.numbers.items():
        drawn[name] = _number(default, *metric.parameter(name).range) if name != "cutoffs" else CUTOFFS
    if metric.takes_n:
        drawn["n"] = st.one_of(st.none(), st.integers(1, 12), st.integers(1, LONGEST + 5))
    if metric.takes_empty:
        drawn["empty"] = st.sampled_from([0.0, 0.5, 1.0, "skip"])
    if "no_negative" in metric.parameters:
        drawn["no_negative"] = st.sampled_from([0.0, 0.5, 1.0, "skip"])
    return st.fixed_dictionaries(drawn) | st.fixed_dictionaries({}, optional=drawn)
