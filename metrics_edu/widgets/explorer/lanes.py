"""Lanes: one user's items in two lanes, shown and missed. Pure values; no widget here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from metrics_edu.language import _, ngettext
from metrics_edu.metrics import Ranking
from metrics_edu.working import isolated, one_line

MOST_ITEMS = 1000


@dataclass(frozen=True, slots=True)
class Item:
    """An item: an id of its own, what it is called, its grade."""

    id: str
    label: str
    grade: float

    @property
    def called(self) -> str:
        """The label, as a sentence takes it."""
        return isolated(self.label)


@dataclass(frozen=True, slots=True)
class Lanes:
    """The items of one user: `shown` in order, rank 1 first, and `missed`, the rest of the pool."""

    name: str
    shown: tuple[Item, ...]
    missed: tuple[Item, ...] = ()
    _rankings: dict[tuple[float, bool], Ranking] = field(default_factory=dict, init=False, repr=False, compare=False)
    """What was made of these items already, by threshold."""

    @classmethod
    def of(cls, ranking: Ranking, name: str, labels: list[str] | None = None) -> Lanes:
        """Make lanes of a ranking of one list; what the pool holds beyond the shown grades is missed."""
        grades = [float(grade) for grade in ranking.shown]
        known = [*map(one_line, [*ranking.items, *ranking.missed_items])] if ranking.items else None
        names = labels or known or [_("Item {k}", k=k) for k in range(1, len(grades) + 1)]
        rest = sorted(float(grade) for grade in ranking.pool() if grade > 0)
        for grade in grades:
            if grade in rest:
                rest.remove(grade)
        shown = [Item(f"i{k}", label, grade) for k, (label, grade) in enumerate(zip(names, grades, strict=False))]
        extra = names_of_missed(rest, names[len(grades) :])
        missed = [Item(f"m{k}", label, grade) for k, (label, grade) in enumerate(extra)]
        return cls(name, tuple(shown), tuple(missed))

    def ranking(self, threshold: float, *, binary: bool = False) -> Ranking:
        """Return the Ranking of the lanes, always the same one; `binary` makes 1 and 0 of the grades."""
        if (threshold, binary) not in self._rankings:
            self._rankings[threshold, binary] = self._ranking(threshold, binary)
        return self._rankings[threshold, binary]

    def _ranking(self, threshold: float, binary: bool) -> Ranking:
        grades = [item.grade for item in (*self.shown, *self.missed)]
        if binary:
            grades, threshold = [float(grade >= threshold) for grade in grades], 1
        pool = [grade for grade in grades if grade > 0]
        labels = [item.label for item in self.shown]
        made = Ranking(grades[: len(labels)], pool, threshold=threshold, items=labels)
        missed = zip(grades[len(labels) :], self.missed, strict=True)
        made.missed_items = [item.label for grade, item in sorted(missed, key=lambda pair: -pair[0]) if grade > 0]
        return made

    def find(self, id: str | None) -> Item | None:
        """Return the item of that id."""
        return next((item for item in (*self.shown, *self.missed) if item.id == id), None)

    def rank(self, id: str | None) -> int:
        """Return the rank of the item of that id, 0 if it is not shown."""
        return next((rank for rank, item in enumerate(self.shown, start=1) if item.id == id), 0)

    def put(self, item: Item) -> Lanes:
        """Return the lanes with an item changed."""
        return replace(
            self,
            shown=tuple(item if old.id == item.id else old for old in self.shown),
            missed=tuple(item if old.id == item.id else old for old in self.missed),
        )

    def without(self, id: str) -> Lanes:
        """Return the lanes without an item."""
        return replace(
            self, shown=tuple(i for i in self.shown if i.id != id), missed=tuple(i for i in self.missed if i.id != id)
        )

    def new_id(self) -> str:
        """Return an id that no item has."""
        used = {item.id for item in (*self.shown, *self.missed)}
        return next(f"n{k}" for k in range(len(used) + 1) if f"n{k}" not in used)


def lanes_of(ranking: Ranking, name: str, labels: Iterable[object] | None = None) -> Lanes:
    """Return the lanes of a ranking, with labels as one line of text each.

    Raises
    ------
    ValueError
        If the labels are no sequence, or too few or too many.
    """
    given: Any = labels  # a caller's value may be anything
    names = [one_line(label) for label in given] if isinstance(given, Iterable) else None
    lanes = Lanes.of(ranking, name, names)
    shown = ranking.shown.shape[-1]
    most = shown + len(lanes.missed)
    if given is not None and (names is None or not shown <= len(names) <= most):
        raise ValueError(
            ngettext(
                "labels must name the {shown} shown item, or all {most} with the missed ones; got {given}",
                "labels must name the {shown} shown items, or all {most} with the missed ones; got {given}",
                shown,
                shown=shown,
                most=most,
                given=type(given).__name__ if names is None else len(names),
            )
        )
    return lanes


def names_of_missed(grades: list[float], given: list[str] | None = None) -> list[tuple[str, float]]:
    """Name the missed items, the best first."""
    best = sorted(grades, reverse=True)
    names = (given or []) + [_("Missed {k}", k=k) for k in range(1, len(best) + 1)][len(given or []) :]
    return list(zip(names, best, strict=False))
