"""The items of one user in two lists: the shown ones in order, and the missed ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from metrics_edu.language import _, ngettext
from metrics_edu.metrics import Ranking
from metrics_edu.working.labels import isolated, one_line

MAX_ITEMS = 1000


@dataclass(frozen=True, slots=True)
class Item:
    id: str
    label: str
    grade: float

    @property
    def called(self) -> str:
        return isolated(self.label)


@dataclass(frozen=True, slots=True)
class UserLists:
    """The items of one user: `shown` in order, rank 1 first, and `missed`, the rest of the pool."""

    name: str
    shown: tuple[Item, ...]
    missed: tuple[Item, ...] = ()
    _rankings: dict[tuple[float, bool, int], Ranking] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    """What was made of these items already, by threshold and catalogue."""

    def __iter__(self) -> Iterator[Item]:
        yield from self.shown
        yield from self.missed

    def ranking(self, threshold: float, *, binary: bool = False, catalogue: int = 0) -> Ranking:
        """Return the Ranking of these lists, always the same one; `binary` makes 1 and 0 of the grades."""
        if (threshold, binary, catalogue) not in self._rankings:
            self._rankings[threshold, binary, catalogue] = self._ranking(threshold, binary, catalogue)
        return self._rankings[threshold, binary, catalogue]

    def _ranking(self, threshold: float, binary: bool, catalogue: int) -> Ranking:
        grades = [item.grade for item in self]
        if binary:
            grades, threshold = [float(grade >= threshold) for grade in grades], 1
        pool = [grade for grade in grades if grade > 0]
        labels = [item.label for item in self.shown]
        ranking = Ranking(grades[: len(labels)], pool, threshold=threshold, items=labels)
        if catalogue:
            ranking = ranking.with_catalogue(max(catalogue, int(ranking.catalogue)))
        missed = zip(grades[len(labels) :], self.missed, strict=True)
        ranking.missed_items = [item.label for grade, item in sorted(missed, key=lambda pair: -pair[0]) if grade > 0]
        return ranking

    def find(self, id: object) -> Item | None:
        return next((item for item in self if item.id == id), None)

    def rank(self, id: object) -> int:
        return next((rank for rank, item in enumerate(self.shown, start=1) if item.id == id), 0)

    def put(self, item: Item) -> UserLists:
        shown, missed = ([item if old.id == item.id else old for old in items] for items in (self.shown, self.missed))
        return replace(self, shown=tuple(shown), missed=tuple(missed))

    def without(self, id: str) -> UserLists:
        shown, missed = ([item for item in items if item.id != id] for items in (self.shown, self.missed))
        return replace(self, shown=tuple(shown), missed=tuple(missed))


def user_lists_of(ranking: Ranking, name: str, labels: Iterable[object] | None = None) -> UserLists:
    """Return the lists of a ranking; what its pool holds beyond the shown grades is missed, the best first.

    Labels become one line of text each.
    """
    grades = ranking.shown.tolist()
    missed = sorted((Counter(filter(None, ranking.pool().tolist())) - Counter(grades)).elements(), reverse=True)
    names = _labels(labels, len(grades), len(missed))
    if not names and ranking.items:
        names = [one_line(item) for item in [*ranking.items, *ranking.missed_items]]
    names = names or [_("Item {k}", k=k) for k in range(1, len(grades) + 1)]
    names += [_("Missed {k}", k=k) for k in range(len(names) - len(grades) + 1, len(missed) + 1)]
    return UserLists(name, make_items("i", names, grades), make_items("m", names[len(grades) :], missed))


def make_items(letter: str, labels: Iterable[str], grades: Iterable[float]) -> tuple[Item, ...]:
    return tuple(Item(f"{letter}{k}", *pair) for k, pair in enumerate(zip(labels, grades, strict=False)))


def _labels(labels: Any, shown: int, missed: int) -> list[str]:
    if labels is None:
        return []
    names = [one_line(label) for label in labels] if isinstance(labels, Iterable) else None
    if names is not None and shown <= len(names) <= shown + missed:
        return names
    got = type(labels).__name__ if names is None else len(names)
    raise ValueError(
        ngettext(
            "labels must name the {shown} shown item, or all {most} with the missed ones; got {value}",
            "labels must name the {shown} shown items, or all {most} with the missed ones; got {value}",
            shown,
            shown=shown,
            most=shown + missed,
            value=got,
        )
    )
