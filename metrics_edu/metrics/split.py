"""Split: the train and test data of recommenders, which are read once for the lists of many runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import Any

from metrics_edu.metrics.judgments import JudgedGrades, Lists, as_id, by_id, grades_of


@dataclass(frozen=True, eq=False)
class Split:
    """The train and test data, as they were given and, read at the first use, with ids as text.

    Attributes
    ----------
    judged, threshold, seen, removed, known_items, known_categories
        As for `Run`.
    catalogue_size : int, optional
        How many items could be shown to each user, where only their number is known.
    """

    judged: Mapping[Any, Mapping[Any, float] | Iterable[Hashable]]
    threshold: float = 1
    seen: Mapping[Any, Iterable[Hashable]] = field(default_factory=dict)
    removed: bool = True
    known_items: Iterable[Hashable] = ()
    known_categories: Mapping[Any, Iterable[Hashable]] = field(default_factory=dict)
    catalogue_size: int | None = None

    @cached_property
    def grades(self) -> dict[str, dict[str, float]]:
        """The grades of each user's test items, in the order of the file."""
        return {user: by_id(grades_of(items, self.threshold)) for user, items in by_id(self.judged).items()}

    @cached_property
    def relevant(self) -> dict[str, dict[str, float]]:
        """The relevant items of each user, in the order of the file."""
        return {
            user: {item: grade for item, grade in grades.items() if grade >= self.threshold}
            for user, grades in self.grades.items()
        }

    @cached_property
    def test(self) -> JudgedGrades:
        return JudgedGrades(self.grades, self.threshold)

    @cached_property
    def train(self) -> dict[str, frozenset[str]]:
        """The train items of each user."""
        return {user: frozenset(map(as_id, items)) for user, items in by_id(self.seen).items()}

    @cached_property
    def users(self) -> set[str]:
        """All users of train and test."""
        return {*self.train, *self.grades}

    @cached_property
    def catalogue(self) -> set[str]:
        """The known items, or all items of train and test."""
        return {*map(as_id, self.known_items)} or set().union(*self.train.values(), *self.grades.values())

    @cached_property
    def catalogue_sizes(self) -> list[int] | None:
        """How many items could be shown to each user with test data; None where neither a catalogue nor train data say it."""
        if self.catalogue_size is not None:
            return [self.catalogue_size] * len(self.grades)
        if not (self.known_items or self.seen):
            return None
        train = self.train if self.removed else {}
        return [len(self.catalogue) - len(self.catalogue & train.get(user, set())) for user in self.grades]

    @cached_property
    def popularity(self) -> Counter[str]:
        """The number of users that have each item in train."""
        return Counter(chain.from_iterable(self.train.values()))

    @cached_property
    def categories(self) -> dict[str, Iterable[Hashable]]:
        """The categories of each item that has some."""
        return by_id(self.known_categories)

    def unseen(self, lists: Lists) -> Lists:
        """Return lists without what their users have in train, unless that is kept."""
        train = self.train if self.removed else {}
        met = {user: items for user, items in train.items() if not items.isdisjoint(lists.get(user, ()))}
        return lists | {user: [item for item in lists[user] if item not in items] for user, items in met.items()}
