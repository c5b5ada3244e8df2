"""Run: the recommendation lists of users, with the test data and the train data."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import chain, pairwise
from typing import Any, TypeVar

import numpy as np

from metrics_edu.language import _, refused
from metrics_edu.metrics.judgments import JudgedGrades, grades_of
from metrics_edu.metrics.ranking import Ranking

Lists = dict[str, list[str]]
Result = TypeVar("Result")


class _read_once(cached_property[Result]):  # noqa: N801 - a decorator
    """What `Run.of` reads once for all lists."""


@dataclass(frozen=True, eq=False)
class Run:
    """The lists of items that users got, the test data they are judged by, and the train data.

    Ids are compared as text: 7 and "7" are one id. Items that a user has in train are taken out of the list, unless
    `removed` is False.

    Attributes
    ----------
    recommendations : mapping user -> sequence of items
        Rank 1 first.
    judged : mapping user -> mapping item -> grade, or iterable of the relevant items
        The test data, in the order of their file.
    threshold : float
        A grade that reaches it is relevant.
    seen : mapping user -> iterable of items
        The train data.
    removed : bool
        Whether what a user has in train is taken out of the list.
    scores : mapping user -> mapping item -> score
        By what each list was sorted, if that is known: equal scores could be in another order.
    known_items : iterable of items
        The catalogue; without one it is all items of train and test.
    known_categories : mapping item -> iterable of categories
        An item without an entry has no category.

    Raises
    ------
    ValueError
        As ``Ranking.from_lists``, or if an id is given twice, as a number and as text.

    Examples
    --------
    >>> from metrics_edu import reciprocal_rank
    >>> run = Run({7: [1, 2, 3]}, judged={"7": ["3"]}, seen={7: [1]})
    >>> run.lists, reciprocal_rank(run.ranking).tolist()
    ({'7': ['2', '3']}, [0.5])
    """

    recommendations: Mapping[Any, Sequence[Hashable]]
    judged: Mapping[Any, Mapping[Any, float] | Iterable[Hashable]]
    threshold: float = 1
    seen: Mapping[Any, Iterable[Hashable]] = field(default_factory=dict)
    removed: bool = True
    scores: Mapping[Any, Mapping[Any, float]] = field(default_factory=dict)
    known_items: Iterable[Hashable] = ()
    known_categories: Mapping[Any, Iterable[Hashable]] = field(default_factory=dict)

    @cached_property
    def raw_lists(self) -> dict[str, list[Hashable]]:  # with the ids of the items as they were given
        return {
            user: [item for item in items if not self.removed or as_id(item) not in self.train.get(user, ())]
            for user, items in by_id(self.recommendations).items()
        }

    @_read_once
    def raw_grades(self) -> dict[str, dict[Any, float]]:
        return {user: grades_of(items, self.threshold) for user, items in by_id(self.judged).items()}

    @cached_property
    def lists(self) -> Lists:
        """The lists without what the users have in train."""
        return self._unseen({user: list(map(as_id, items)) for user, items in by_id(self.recommendations).items()})

    @_read_once
    def grades(self) -> dict[str, dict[str, float]]:
        """The grades of each user's test items, in the order of the file."""
        return {user: by_id(items) for user, items in self.raw_grades.items()}

    @_read_once
    def train(self) -> dict[str, frozenset[str]]:
        """The train items of each user."""
        return {user: frozenset(map(as_id, items)) for user, items in by_id(self.seen).items()}

    @_read_once
    def test(self) -> JudgedGrades:
        return JudgedGrades(self.grades, self.threshold)

    @cached_property
    def ranking(self) -> Ranking:
        """The lists of the users with judgments, as a batch in the order of the test data; the means are over them."""
        return Ranking.of_judged(self.test, [self.lists.get(user, []) for user in self.grades])

    @_read_once
    def users(self) -> set[str]:
        """All users of train and test."""
        return {*self.train, *self.grades}

    @_read_once
    def catalogue(self) -> set[str]:
        """The known items, or all items of train and test."""
        return {*map(as_id, self.known_items)} or set().union(*self.train.values(), *self.grades.values())

    @_read_once
    def popularity(self) -> Counter[str]:
        """The number of users that have each item in train."""
        return Counter(chain.from_iterable(self.train.values()))

    @_read_once
    def categories_of(self) -> dict[str, Iterable[Hashable]]:
        return by_id(self.known_categories)

    @cached_property
    def categories(self) -> dict[str, Iterable[Hashable]]:
        """The categories of each item in the lists."""
        return {item: self.categories_of.get(item, ()) for items in self.lists.values() for item in items}

    def of(self, recommendations: Mapping[Any, Sequence[Hashable]], texts: Lists | None = None) -> Run:
        """Return the same run with other lists; the test and train data, once read, are read no more.

        `texts` are the lists with their ids as text, where they are known.
        """
        run = self._keeping(replace(self, recommendations=recommendations, scores={}), *self._read)
        if texts is not None:
            run.__dict__["lists"] = run._unseen(texts)
        return run

    @property
    def _read(self) -> Iterator[str]:
        """The names of what is read once for all lists."""
        return (name for name, made in vars(Run).items() if isinstance(made, _read_once))

    def _keeping(self, other: Run, *names: str) -> Run:
        other.__dict__.update({name: getattr(self, name) for name in names})
        return other

    def _unseen(self, lists: Lists) -> Lists:
        if not self.removed:
            return lists
        met = {user: items for user, items in self.train.items() if not items.isdisjoint(lists.get(user, ()))}
        return lists | {user: [item for item in lists[user] if item not in items] for user, items in met.items()}

    @cached_property
    def has_repeats(self) -> bool:
        """Whether an item is listed twice for a user; the values of such a run raise ValueError."""
        return any(len(set(items)) < len(items) for items in self.lists.values())

    @cached_property
    def first_copies(self) -> Run:
        """The same run, in which an item that is listed twice has its first rank only, and the others close up."""
        once = {
            user: [*{as_id(item): item for item in reversed(items)}.values()][::-1]
            for user, items in by_id(self.recommendations).items()
        }
        return self._keeping(replace(self, recommendations=once), *self._read)

    @cached_property
    def counting_repeats(self) -> Run:
        """The same run, in which an item that is listed twice counts at both ranks."""
        repeats = {user: items for user, items in self.lists.items() if len(set(items)) < len(items)}
        renamed = {user: _distinct(items) for user, items in repeats.items()}
        counting = self.of(self.lists | renamed)
        ranking = copy(counting.ranking)
        ranking.shown = ranking.shown.copy()
        for k, (user, grades) in enumerate(counting.grades.items()):
            items = repeats.get(user, [])
            ranking.shown[k, : len(items)] = [grades.get(item, 0.0) for item in items]
        counting.__dict__["ranking"] = ranking
        return counting

    # The same run as it is misread: mistakes compute of these, and a class has them read once.

    @cached_property
    def without_train(self) -> Run:  # this run itself where that changes no list
        if all(len(items) == len(self.lists[user]) for user, items in by_id(self.recommendations).items()):
            return self
        return self._keeping(replace(self, seen={}), "raw_grades", "grades")

    @cached_property
    def tied(self) -> dict[str, dict[str, float]]:
        """The scores of the lists that are sorted by them and in which some are equal, by user and item."""
        scores = {user: by_id(items) for user, items in by_id(self.scores).items() if user in self.lists}
        return {user: items for user, items in scores.items() if _are_tied([*map(items.get, self.lists[user])])}

    @_read_once
    def relevant(self) -> dict[str, dict[str, float]]:
        """The relevant items of each user, in the order of the file."""
        least = self.threshold
        return {
            user: {item: grade for item, grade in grades.items() if grade >= least}
            for user, grades in self.grades.items()
        }

    @_read_once
    def unshown(self) -> dict[str, str]:
        items = {item for of_user in self.relevant.values() for item in of_user}
        return {item: _("{item}, not shown", item=item) for item in items}

    @_read_once
    def only_relevant(self) -> JudgedGrades:
        return JudgedGrades(self.relevant, self.threshold)

    def swapped(self, depth: int | None) -> Ranking:
        """Return, of each user, the relevant items of the test data in its order; those not among the first shown are misses."""
        rankings: dict[int | None, Ranking] = self.__dict__.setdefault("_swapped", {})
        if depth not in rankings:
            lists = []
            for user, items in self.relevant.items():
                read = set(self.lists.get(user, ())[:depth])
                lists.append([item if item in read else self.unshown[item] for item in items])
            rankings[depth] = Ranking.of_judged(self.only_relevant, lists)
        return rankings[depth]

    @_read_once
    def unmet(self) -> Ranking:
        return Ranking.of_judged(self.test, [()] * len(self.grades))

    @cached_property
    def with_ids_as_written(self) -> Ranking:
        """The lists as if ids were compared as they were given: 7 and "7" do not meet."""
        met = {as_id(user) for user in self.judged if user in self.recommendations}
        if not met:
            return self.unmet
        lists = {user: self.raw_lists[user] if user in met else [] for user in self.raw_grades}
        return Ranking.from_lists(lists, self.raw_grades, threshold=self.threshold)


def _distinct(items: Sequence[str]) -> list[str]:
    """Return ids in which a repeated one also has its rank."""
    first = {item: rank for rank, item in reversed([*enumerate(items, start=1)])}
    return [item if first[item] == rank else f"{item}\0{rank}" for rank, item in enumerate(items, start=1)]


def _are_tied(scores: Sequence[Any]) -> bool:
    """Return whether these are numbers, the highest first, and some are equal."""
    if not all(isinstance(score, (int, float, np.number)) and math.isfinite(score) for score in scores):
        return False
    pairs = [*pairwise(scores)]
    return all(one >= other for one, other in pairs) and any(one == other for one, other in pairs)


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
