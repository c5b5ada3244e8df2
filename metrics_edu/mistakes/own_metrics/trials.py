"""What a user's metric is tried on beside one list: the lists of several users, ratings, or a whole run."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol

from metrics_edu.metrics import Ratings, Run
from metrics_edu.mistakes.trial_lists import Trial, TrialGrades


class AnyTrial(Hashable, Protocol):
    """One thing that a metric is tried on."""

    @property
    def size(self) -> tuple[Any, ...]: ...
    @property
    def longest(self) -> int: ...
    @property
    def by_user(self) -> dict[int, Any]: ...
    def data(self, threshold: float) -> Any: ...
    def simpler(self, scale: TrialGrades, step: int) -> Iterator[AnyTrial]: ...


class UsersTrial(NamedTuple):
    """The lists of several users."""

    users: tuple[Trial, ...]

    @property
    def size(self) -> tuple[Any, ...]:
        return len(self.users), tuple(user.size for user in self.users)

    @property
    def longest(self) -> int:
        return max(len(self.users), *(user.longest for user in self.users))

    @property
    def by_user(self) -> dict[int, Trial]:
        return dict(enumerate(self.users, start=1))

    def data(self, threshold: float) -> Run:
        users = self.by_user.items()
        lists = {name: user.recommendations for name, user in users}
        return Run(lists, {name: user.ratings for name, user in users}, threshold=threshold)

    def simpler(self, scale: TrialGrades, step: int) -> Iterator[UsersTrial]:
        for k, user in enumerate(self.users):
            before, after = self.users[:k], self.users[k + 1 :]
            if before or after:
                yield UsersTrial((*before, *after))
            for smaller in user.simpler(scale, step):
                yield UsersTrial((*before, smaller, *after))


class RatingTrial(NamedTuple):
    """True and predicted ratings, and whose they are."""

    actual: tuple[float, ...]
    predicted: tuple[float, ...]
    users: tuple[str, ...]

    @property
    def size(self) -> tuple[Any, ...]:
        return len(self.users), len({*self.users}), sum(self.actual) + sum(self.predicted)

    @property
    def longest(self) -> int:
        return len(self.users)

    @property
    def by_user(self) -> dict[int, Any]:
        return {}

    def data(self, _threshold: float) -> Ratings:
        return Ratings(self.predicted, self.actual, users=self.users)

    def simpler(self, _scale: TrialGrades, _step: int) -> Iterator[RatingTrial]:
        rows = [*zip(*self, strict=True)]
        for k, (actual, predicted, user) in enumerate(rows):
            if len(rows) > 1:
                yield self._of(rows[:k] + rows[k + 1 :])
            for row in ((actual - 1, predicted - 1, user), (actual, predicted - 0.5, user), (actual, predicted, "u1")):
                if min(row[:2]) >= 1:
                    yield self._of([*rows[:k], row, *rows[k + 1 :]])

    @classmethod
    def _of(cls, rows: Sequence[tuple[Any, ...]]) -> RatingTrial:
        return cls(*zip(*rows, strict=True))


class ItemList(NamedTuple):
    """What one user was shown."""

    recommendations: list[str]


class RunTrial(NamedTuple):
    """The lists of a system, and the items that each user has in train."""

    lists: tuple[tuple[str, ...], ...]
    train: tuple[tuple[str, ...], ...]

    @property
    def size(self) -> tuple[Any, ...]:
        return sum(map(len, self.lists)), sum(map(len, self.train)), self.lists

    @property
    def longest(self) -> int:
        return 1

    @property
    def by_user(self) -> dict[int, ItemList]:
        return {k: ItemList([*items]) for k, items in enumerate(self.lists, start=1) if items}

    def data(self, threshold: float) -> Run:
        lists = {name: user.recommendations for name, user in self.by_user.items()}
        seen = dict(enumerate(self.train, start=1))
        categories = {
            item: sorted({"xyz"[ord(item) % 3], "xyz"[ord(item) % 2]}) for items in self.train for item in items
        }
        return Run(lists, {}, threshold, seen, removed=False, known_categories=categories)

    def simpler(self, _scale: TrialGrades, _step: int) -> Iterator[RunTrial]:
        for k, items in enumerate(self.lists):
            before, after = self.lists[:k], self.lists[k + 1 :]
            yield from (
                self._replace(lists=(*before, (*items[:i], *items[i + 1 :]), *after)) for i in range(len(items))
            )
