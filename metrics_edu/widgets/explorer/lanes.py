"""Lanes: one user's items in two lanes, shown and missed. Pure values; no widget here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from metrics_edu.language import _, ngettext
from metrics_edu.metrics import Ranking
from metrics_edu.working import isolated, one_line

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
class Lanes:
    """The items of one user: `shown` in order, rank 1 first, and `missed`, the rest of the pool."""

    name: str
    shown: tuple[Item, ...]
    missed: tuple[Item, ...] = ()
    _rankings: dict[tuple[float, bool], Ranking] = field(default_factory=dict, init=False, repr=False, compare=False)
    """What was made of these items already, by threshold."""

    def __iter__(self) -> Iterator[Item]:
        yield from self.shown
        yield from self.missed

    def ranking(self, threshold: float, *, binary: bool = False) -> Ranking:
        """Return the Ranking of the lanes, always the same one; `binary` makes 1 and 0 of the grades."""
        if (threshold, binary) not in self._rankings:
            self._rankings[threshold, binary] = self._ranking(threshold, binary)
        return self._rankings[threshold, binary]

    def _ranking(self, threshold: float, binary: bool) -> Ranking:
        grades = [item.grade for item in self]
        if binary:
            grades, threshold = [float(grade >= threshold) for grade in grades], 1
        pool = [grade for grade in grades if grade > 0]
        labels = [item.label for item in self.shown]
        ranking = Ranking(grades[: len(labels)], pool, threshold=threshold, items=labels)
        missed = zip(grades[len(labels) :], self.missed, strict=True)
        ranking.missed_items = [item.label for grade, item in sorted(missed, key=lambda pair: -pair[0]) if grade > 0]
        return ranking

    def find(self, id: str | None) -> Item | None:
        return next((item for item in self if item.id == id), None)

    def rank(self, id: str | None) -> int:
        return next((rank for rank, item in enumerate(self.shown, start=1) if item.id == id), 0)

    def put(self, item: Item) -> Lanes:
        shown, missed = ([item if old.id == item.id else old for old in lane] for lane in (self.shown, self.missed))
        return replace(self, shown=tuple(shown), missed=tuple(missed))

    def without(self, id: str) -> Lanes:
        shown, missed = ([item for item in lane if item.id != id] for lane in (self.shown, self.missed))
        return replace(self, shown=tuple(shown), missed=tuple(missed))


def lanes_of(ranking: Ranking, name: str, labels: Iterable[object] | None = None) -> Lanes:
    """Return the lanes of a ranking of one list; what its pool holds beyond the shown grades is missed, the best first.

    Labels become one line of text each.
    """
    grades, missed = [float(grade) for grade in ranking.shown], _missed_grades(ranking)
    names = _labels(labels, len(grades), len(missed))
    if not names and ranking.items:
        names = [one_line(item) for item in [*ranking.items, *ranking.missed_items]]
    names = names or [_("Item {k}", k=k) for k in range(1, len(grades) + 1)]
    names += [_("Missed {k}", k=k) for k in range(len(names) - len(grades) + 1, len(missed) + 1)]
    shown = [Item(f"i{k}", label, grade) for k, (label, grade) in enumerate(zip(names, grades, strict=False))]
    pairs = zip(names[len(grades) :], missed, strict=False)
    return Lanes(name, tuple(shown), tuple(Item(f"m{k}", label, grade) for k, (label, grade) in enumerate(pairs)))


def _missed_grades(ranking: Ranking) -> list[float]:
    rest = sorted((float(grade) for grade in ranking.pool() if grade > 0), reverse=True)
    for grade in ranking.shown.tolist():
        if grade in rest:
            rest.remove(grade)
    return rest


def _labels(labels: Any, shown: int, missed: int) -> list[str]:
    names = [one_line(label) for label in labels] if isinstance(labels, Iterable) else []
    if labels is None or (isinstance(labels, Iterable) and shown <= len(names) <= shown + missed):
        return names
    sentence = ngettext(
        "labels must name the {shown} shown item, or all {most} with the missed ones; got {given}",
        "labels must name the {shown} shown items, or all {most} with the missed ones; got {given}",
        shown,
        shown=shown,
        most=shown + missed,
        given=len(names) if isinstance(labels, Iterable) else type(labels).__name__,
    )
    raise ValueError(sentence)
