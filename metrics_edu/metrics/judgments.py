"""The items that were shown and the judgments that they are judged by: what is rejected of them, and how they are read."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import chain, repeat
from typing import Any

import numpy as np
import numpy.typing as npt

from metrics_edu.language import refused
from metrics_edu.metrics.validation import HIGHEST_GRADE, Counts, Numbers, rows_of, spread

Item = Hashable
Judgments = Mapping[Item, float] | Iterable[Item]
"""Of one user: items with their grades, or the relevant items alone."""
Lists = dict[str, list[str]]
"""The items of each user's list, rank 1 first, with ids as text."""


@lru_cache(maxsize=1 << 17, typed=True)
def as_id(value: Hashable) -> str:
    """Return an id as text: 7, 7.0 and "7 " are one id."""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value).strip()


def by_id(mapping: Mapping[Any, Any]) -> dict[str, Any]:
    """Return a mapping with its keys as text; refuse a key that is given twice, as a number and as text."""
    texts: dict[str, Any] = {}
    for key, value in mapping.items():
        if as_id(key) in texts:
            raise refused("id {key!r} occurs twice, as a number and as text: keep one of the two", key=as_id(key))
        texts[as_id(key)] = value
    return texts


def grades_of(judged: Judgments, threshold: float) -> dict[Item, float]:
    """Return what a user judged as item -> grade; of relevant items alone, each has the threshold as its grade."""
    if isinstance(judged, dict):
        return judged
    return dict(judged) if isinstance(judged, Mapping) else dict.fromkeys(judged, float(threshold))


def refuse_repeats(items: Sequence[Item]) -> None:
    ranks: dict[Item, int] = {}
    for rank, item in enumerate(items, start=1):
        if item in ranks:
            raise refused(
                "an item can be in a list only once; {item!r} is at ranks {first} and {second}",
                item=item,
                first=ranks[item],
                second=rank,
            )
        ranks[item] = rank


def refuse_judged(grades: Mapping[Item, Any]) -> None:
    for item, grade in grades.items():
        if not (isinstance(grade, (int, float, np.number)) and 0 <= grade <= HIGHEST_GRADE):
            raise refused(
                "a grade must be a number from 0 to {most}; got {value!r} for item {item!r}",
                most=HIGHEST_GRADE,
                value=grade,
                item=item,
            )


def _are_plain_grades(values: Iterable[Any]) -> bool:
    """Return whether all values are grades, decided fast for Python's own numbers; False may be wrong."""
    listed = list(values)
    if not {*map(type, listed)} <= {int, float}:
        return False
    return not listed or (min(listed) >= 0 and max(listed) <= HIGHEST_GRADE and not any(map(math.isnan, listed)))


class JudgedGrades:
    """The judgments of many users, read once, for the lists of many recommenders."""

    def __init__(self, judged: Mapping[Any, Judgments], threshold: float) -> None:
        self.users, self.threshold = list(judged), threshold
        self.grades = [grades_of(items, threshold) for items in judged.values()]
        self._are_plain = _are_plain_grades(chain.from_iterable(grades.values() for grades in self.grades))

    @cached_property
    def pools(self) -> Numbers:
        return rows_of([list(grades.values()) for grades in self.grades])

    @cached_property
    def zeros(self) -> Counts:
        """How many items each user judged with grade 0."""
        return np.array([sum(not grade for grade in grades.values()) for grades in self.grades], dtype=np.int64)

    def judged(self, lists: Sequence[Sequence[Item]], lengths: Counts) -> npt.NDArray[np.bool_]:
        """Return whether the items of the lists have a judgment, as rows."""
        known = [item in grades for items, grades in zip(lists, self.grades, strict=True) for item in items]
        return spread(np.array(known, dtype=np.float64), lengths) > 0

    def refuse(self, lists: Sequence[Sequence[Item]]) -> None:
        """Refuse a list that repeats an item, and judgments that are no grades; say whose."""
        if self._are_plain and all(len(set(items)) == len(items) for items in lists):
            return
        for user, items, grades in zip(self.users, lists, self.grades, strict=True):
            try:
                refuse_repeats(items)
                refuse_judged(grades)
            except ValueError as error:
                raise refused("user {user!r}: {error}", user=user, error=error) from None

    def rows(self, lists: Sequence[Sequence[Item]], lengths: Counts) -> Numbers:
        """Return the grades of the lists as rows, with zeros at their ends; what was not judged has 0."""
        grade_of = chain.from_iterable(map(repeat, (grades.get for grades in self.grades), lengths.tolist()))
        shown = [grade(item, 0.0) for grade, item in zip(grade_of, chain.from_iterable(lists), strict=True)]
        return spread(np.array(shown, dtype=np.float64), lengths)
