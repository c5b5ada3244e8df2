"""What a user's metric is tried on beside one list: the lists of several users, ratings, or a whole run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Self

from metrics_edu.metrics import Ratings, Run
from metrics_edu.mistakes.trial_lists import Trial, TrialGrades


@dataclass(frozen=True)
class PartsTrial:
    """A trial of parts, of which one is left: it gets smaller without one of them, or with a simpler one."""

    parts: tuple[Any, ...]

    @property
    def by_user(self) -> dict[int, Any]:
        return {}

    def simpler(self, scale: TrialGrades, step: int) -> Iterator[Self]:
        for k, part in enumerate(self.parts):
            before, after = self.parts[:k], self.parts[k + 1 :]
            if before or after:
                yield replace(self, parts=(*before, *after))
            for smaller in self._simpler_parts(part, scale, step):
                yield replace(self, parts=(*before, smaller, *after))

    def _simpler_parts(self, _part: Any, _scale: TrialGrades, _step: int) -> Iterable[Any]:
        return ()


class UsersTrial(PartsTrial):
    """The lists of several users: each part is a Trial."""

    @property
    def size(self) -> tuple[Any, ...]:
        return len(self.parts), tuple(user.size for user in self.parts)

    @property
    def by_user(self) -> dict[int, Any]:
        return dict(enumerate(self.parts, start=1))

    def data(self, threshold: float) -> Run:
        lists = {name: user.recommendations for name, user in self.by_user.items()}
        return Run(lists, {name: user.ratings for name, user in self.by_user.items()}, threshold=threshold)

    def _simpler_parts(self, part: Trial, scale: TrialGrades, step: int) -> Iterable[Trial]:
        return part.simpler(scale, step)


class RatingTrial(PartsTrial):
    """Ratings; each part is a true one, a predicted one, and whose they are."""

    @property
    def size(self) -> tuple[Any, ...]:
        actual, predicted, users = zip(*self.parts, strict=True)
        return len(users), len({*users}), sum(actual) + sum(predicted)

    def data(self, _threshold: float) -> Ratings:
        actual, predicted, users = zip(*self.parts, strict=True)
        return Ratings(predicted, actual, users=users)

    def _simpler_parts(self, part: tuple[float, float, str], _scale: TrialGrades, _step: int) -> Iterable[Any]:
        actual, predicted, user = part
        rows = (actual - 1, predicted - 1, user), (actual, predicted - 0.5, user), (actual, predicted, "u1")
        return [row for row in rows if min(row[:2]) >= 1]


class ItemList(NamedTuple):
    """What one user was shown."""

    recommendations: list[str]


@dataclass(frozen=True)
class RunTrial(PartsTrial):
    """The lists of a system, each part a user and an item that is shown, and the items that each user has in train."""

    train: tuple[tuple[str, ...], ...]

    @property
    def size(self) -> tuple[Any, ...]:
        return len(self.parts), self.parts

    @property
    def by_user(self) -> dict[int, Any]:
        users = dict.fromkeys(user for user, _item in self.parts)
        return {user: ItemList([item for of, item in self.parts if of == user]) for user in users}

    def data(self, threshold: float) -> Run:
        lists = {name: user.recommendations for name, user in self.by_user.items()}
        seen = dict(enumerate(self.train, start=1))
        categories = {
            item: sorted({"xyz"[ord(item) % 3], "xyz"[ord(item) % 2]}) for items in self.train for item in items
        }
        return Run(lists, {}, threshold, seen, removed=False, known_categories=categories)


AnyTrial = Trial | UsersTrial | RatingTrial | RunTrial
"""One thing that a metric is tried on."""
