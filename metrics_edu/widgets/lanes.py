"""Lanes: one user's items in two lanes, shown and missed, and the edits of them. Pure values; no widget here."""

from __future__ import annotations

import csv
import random
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from metrics_edu.checks import parse_grades
from metrics_edu.language import _, ngettext, number
from metrics_edu.ranking import Ranking
from metrics_edu.writing import one_line

MOST_ITEMS = 1000
MOST_LETTERS = 200
MOST_LINE = 10_000
MOST_GRADE = 5
TITLES = {
    "grade", "label", "mark", "r/n", "rating", "ratings", "rel", "relevance", "relevant", "score", "relevante", "nota",
}  # fmt: skip
"""What a line of column titles may end with."""


@dataclass(frozen=True, slots=True)
class Item:
    """An item: an id of its own, what it is called, its grade."""

    id: str
    label: str
    grade: float


@dataclass(frozen=True, slots=True)
class Lanes:
    """The items of one user: `shown` in order, rank 1 first, and `missed`, the rest of the pool."""

    name: str
    shown: tuple[Item, ...]
    missed: tuple[Item, ...] = ()

    @classmethod
    def of(cls, ranking: Ranking, name: str, labels: list[str] | None = None) -> Lanes:
        """Make lanes of a ranking of one list; what the pool holds beyond the shown grades is missed."""
        grades = [float(grade) for grade in ranking.shown]
        known = [*ranking.items, *ranking.missed_items] if ranking.items else None
        names = labels or known or [_("Item {k}").format(k=k) for k in range(1, len(grades) + 1)]
        rest = sorted(float(grade) for grade in ranking.pool() if grade > 0)
        for grade in grades:
            if grade in rest:
                rest.remove(grade)
        shown = [Item(f"i{k}", label, grade) for k, (label, grade) in enumerate(zip(names, grades, strict=False))]
        extra = names_of_missed(rest, names[len(grades) :])
        missed = [Item(f"m{k}", label, grade) for k, (label, grade) in enumerate(extra)]
        return cls(name, tuple(shown), tuple(missed))

    def ranking(self, threshold: float, *, binary: bool = False) -> Ranking:
        """Return the Ranking of the lanes; `binary` makes 1 and 0 of the grades."""
        grades = [item.grade for item in (*self.shown, *self.missed)]
        if binary:
            grades, threshold = [float(grade >= threshold) for grade in grades], 1
        pool = [grade for grade in grades if grade > 0]
        labels = [item.label for item in self.shown]
        return Ranking(grades[: len(labels)], pool, threshold=threshold, items=labels)

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
            _("labels must name the {shown} shown items, or all {most} with the missed ones; got {given}").format(
                shown=shown, most=most, given=type(given).__name__ if names is None else len(names)
            )
        )
    return lanes


def names_of_missed(grades: list[float], given: list[str] | None = None) -> list[tuple[str, float]]:
    """Name the missed items, the best first."""
    best = sorted(grades, reverse=True)
    names = (given or []) + [_("Missed {k}").format(k=k) for k in range(1, len(best) + 1)][len(given or []) :]
    return list(zip(names, best, strict=False))


class Refused(ValueError):  # noqa: N818 - it is a refusal, not a fault
    """An edit that cannot be made; the sentence says why."""


@dataclass(frozen=True)
class Edited:
    """What an edit gives: the new lanes, the sentence that names it, and the item chosen then."""

    lanes: Lanes
    said: str
    chosen: str | None


def _item(lanes: Lanes, order: dict[str, Any]) -> Item:
    item = lanes.find(order.get("id"))
    if item is None:
        raise Refused(_("that item is not in the list any more"))
    return item


def _whole(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or value != value // 1:
        raise Refused(_("a rank must be a whole number; got {given}").format(given=str(value)[:20]))
    return int(value)


def toggle(lanes: Lanes, order: dict[str, Any], threshold: float) -> Edited:
    """Make an item relevant or not relevant."""
    item = _item(lanes, order)
    relevant = item.grade < threshold
    if not relevant and not lanes.rank(item.id):
        raise Refused(_("{label} is missed, so it is relevant; remove it instead").format(label=item.label))
    said = _("{label} is now relevant") if relevant else _("{label} is now not relevant")
    return Edited(
        lanes.put(replace(item, grade=threshold if relevant else 0.0)), said.format(label=item.label), item.id
    )


def grade(lanes: Lanes, order: dict[str, Any], threshold: float) -> Edited:
    """Give an item a grade."""
    item = _item(lanes, order)
    value = order.get("grade")
    if not isinstance(value, (int, float)) or not 0 <= value <= MOST_GRADE:
        raise Refused(_("a grade must be from 0 to {most}; got {given}").format(most=MOST_GRADE, given=str(value)[:20]))
    if not value and not lanes.rank(item.id):
        raise Refused(_("{label} is missed, so its grade must be above 0; remove it instead").format(label=item.label))
    said = _("{label}, grade {old} → {new}").format(label=item.label, old=number(item.grade), new=number(value))
    return Edited(lanes.put(replace(item, grade=float(value))), said, item.id)


def move(lanes: Lanes, order: dict[str, Any], threshold: float) -> Edited:
    """Move an item to a rank (`rank`) or by ranks (`by`); a missed item is shown there."""
    item = _item(lanes, order)
    old = lanes.rank(item.id)
    wanted = old + _whole(order["by"]) if "by" in order else _whole(order.get("rank"))
    rest = lanes.without(item.id)
    new = min(max(wanted, 1), len(rest.shown) + 1)
    said = (
        _("{label}, rank {old} → {new}").format(label=item.label, old=old, new=new)
        if old
        else _("{label} is now shown at rank {new}").format(label=item.label, new=new)
    )
    if old == new:
        return Edited(lanes, "", item.id)
    return Edited(replace(rest, shown=(*rest.shown[: new - 1], item, *rest.shown[new - 1 :])), said, item.id)


def miss(lanes: Lanes, order: dict[str, Any], threshold: float) -> Edited:
    """Take a relevant item out of the shown list."""
    item = _item(lanes, order)
    if item.grade <= 0:
        raise Refused(_("{label} is not relevant, so it cannot be missed; remove it instead").format(label=item.label))
    rest = lanes.without(item.id)
    return Edited(
        replace(rest, missed=(*rest.missed, item)), _("{label} is now missed").format(label=item.label), item.id
    )


def show(lanes: Lanes, order: dict[str, Any], threshold: float) -> Edited:
    """Show a missed item, at the end."""
    return move(lanes, {"id": order.get("id"), "rank": len(lanes.shown) + 1}, threshold)


def rename(lanes: Lanes, order: dict[str, Any], threshold: float) -> Edited:
    """Call an item something else."""
    item = _item(lanes, order)
    label = one_line(order.get("label", ""))[:MOST_LETTERS]
    if not label:
        raise Refused(_("a name must hold at least one letter"))
    said = _("{old} is now called {new}").format(old=item.label, new=label)
    return Edited(lanes.put(replace(item, label=label)), said, item.id)


def remove(lanes: Lanes, order: dict[str, Any], threshold: float) -> Edited:
    """Remove an item; its neighbour is chosen then."""
    item = _item(lanes, order)
    rank = lanes.rank(item.id)
    rest = lanes.without(item.id)
    near = rest.shown[min(rank, len(rest.shown)) - 1].id if rank and rest.shown else None
    return Edited(rest, _("{label} is removed").format(label=item.label), near)


def add(lanes: Lanes, order: dict[str, Any], threshold: float) -> Edited:
    """Add an item that is not relevant, after the chosen one or at the end."""
    if len(lanes.shown) >= MOST_ITEMS:
        raise Refused(_("a list can hold {most} items here").format(most=MOST_ITEMS))
    rank = lanes.rank(order.get("after")) or len(lanes.shown)
    label = _("Item {k}").format(k=len(lanes.shown) + len(lanes.missed) + 1)
    item = Item(lanes.new_id(), label, 0.0)
    shown = (*lanes.shown[:rank], item, *lanes.shown[rank:])
    return Edited(replace(lanes, shown=shown), _("{label} is added").format(label=item.label), item.id)


def ideal(lanes: Lanes, order: dict[str, Any], threshold: float) -> Edited:
    """Sort the shown items, the best first."""
    shown = tuple(sorted(lanes.shown, key=lambda item: -item.grade))
    return Edited(replace(lanes, shown=shown), _("sorted, best first"), order.get("chosen"))


def shuffle(lanes: Lanes, order: dict[str, Any], threshold: float) -> Edited:
    """Bring the shown items into a random order."""
    shown = tuple(random.sample(lanes.shown, len(lanes.shown)))
    return Edited(replace(lanes, shown=shown), _("shuffled"), order.get("chosen"))


def paste(lanes: Lanes, order: dict[str, Any], threshold: float) -> Edited:
    """Replace the shown items by a pasted list; the missed ones stay."""
    if re.match(r"\s*v=\d+&", str(order.get("text", ""))):
        raise Refused(_("this is a state: in a cell, Explorer.from_state('...') shows it"))
    items = read_list(str(order.get("text", "")), threshold)
    if not items:
        raise Refused(_("nothing to read: paste R and N, or one item a line"))
    if len(items) > MOST_ITEMS:
        raise Refused(_("a list can hold {most} items here; got {given}").format(most=MOST_ITEMS, given=len(items)))
    shown = tuple(Item(f"p{k}", label, grade or 0.0) for k, (label, grade) in enumerate(items))
    if [(item.label, item.grade) for item in shown] == [(item.label, item.grade) for item in lanes.shown]:
        raise Refused(_("this list is shown already"))
    missed = tuple(replace(item, id=f"q{k}") for k, item in enumerate(lanes.missed))
    hits, unmarked = sum(item.grade >= threshold for item in shown), sum(grade is None for _label, grade in items)
    said = ngettext("pasted {count} item, {hits} relevant", "pasted {count} items, {hits} relevant", len(shown)).format(
        count=len(shown), hits=hits
    )
    if has_titles([line for line in str(order.get("text", "")).splitlines() if line.strip()]):
        said += _(" (the first line read as titles)")
    if unmarked:
        said += _(" ({count} without a mark: not relevant)").format(count=unmarked)
    return Edited(replace(lanes, shown=shown, missed=missed), said, None)


def read_list(text: str, threshold: float) -> list[tuple[str, float | None]]:
    r"""Read a pasted list into labels and grades: ``NRRN``, grades, or lines of ``label`` or ``label, R|N|grade``.

    A line without a mark has no grade (None). Columns may begin with a line of titles.

    Examples
    --------
    >>> read_list("NR", 1)
    [('Item 1', 0.0), ('Item 2', 1.0)]
    >>> read_list("Gala, R\nPear\nFuji;3", 1)
    [('Gala', 1.0), ('Pear', None), ('Fuji', 3.0)]
    """
    lines = [line.strip(" ") for line in text.lstrip("\ufeff").splitlines() if line.strip()]
    if len(lines) <= 1 or all(re.fullmatch(r"[RrNn]|\d+([.,]\d+)?", line) for line in lines):
        try:
            marks = lines if len(lines) <= 1 else [line.replace(",", ".") for line in lines]
            grades = parse_grades(" ".join(marks), threshold)
        except ValueError:
            if len(lines) == 1 and re.fullmatch(r"[\d\s.,;]+", lines[0]):
                raise
        else:
            _check_grades(grades)
            return [(_("Item {k}").format(k=k), value) for k, value in enumerate(grades, start=1)]
    titles = has_titles(lines)
    return [_read_line(line, k, threshold) for k, line in enumerate(lines[titles:], start=1 + titles)]


def has_titles(lines: Sequence[str]) -> bool:
    """Whether the first of several lines holds the titles of columns."""
    return (
        len(lines) > 1
        and re.split("[\t;,]", lines[0])[-1].strip(' "').lower() in TITLES
        and bool(re.search("[\t;,]", lines[0]))
    )


def _check_grades(grades: list[float]) -> None:
    for place, value in enumerate(grades, start=1):
        if not 0 <= value <= MOST_GRADE:
            raise Refused(_("line {line}: a grade must be from 0 to {most}; got {given}").format(
                line=place, most=MOST_GRADE, given=number(value)))  # fmt: skip


def _mark_of(line: str) -> tuple[list[str], str | None]:
    """Part a line into its label's cells and its mark: "" if it has none, None if its last column holds something else."""
    line = line[:MOST_LINE]
    delimiter = next((letter for letter in "\t;," if letter in line), "")
    cells = next(csv.reader([line], delimiter=delimiter)) if delimiter else [line]
    while len(cells) > 2 and not cells[-1].strip():
        cells.pop()
    mark = cells[-1].strip().lower()
    if delimiter == "," and re.search(r",\s*\d+,\d+$", line):
        return cells, None  # a grade of 2,5, or an item "Gala, 2" with a grade of 5?
    if not delimiter or mark in ("r", "n", "") or re.fullmatch(r"\d+([.,]\d+)?", mark):
        return (cells[:-1], mark) if delimiter else (cells, "")
    return ([line], "") if delimiter == "," else (cells, None)  # a comma may be a part of the label


def _read_line(line: str, k: int, threshold: float) -> tuple[str, float | None]:
    cells, mark = _mark_of(line)
    label = one_line(", ".join(filter(str.strip, cells)))[:MOST_LETTERS] or _("Item {k}").format(k=k)
    if mark == "":
        return label, None
    value = {"r": float(threshold), "n": 0.0}.get(mark or "", -1.0)
    if mark is not None and mark not in "rn":
        value = float(mark.replace(",", "."))
    if mark is None and not re.search("[\t;]", line):
        raise Refused(_("line {line}: {given} could be one grade or two columns: write 2.5, or ; between columns").format(
            line=k, given=line[-40:].split(",", 1)[-1].strip()))  # fmt: skip
    if not 0 <= value <= MOST_GRADE:
        given = line.replace("\t", ";").rpartition(";")[2].strip() if mark is None else mark
        raise Refused(_("line {line}: the last column must be R, N or a grade from 0 to {most}; got {given}").format(
            line=k, most=MOST_GRADE, given=given[:40]))  # fmt: skip
    return label, value


EDITS: dict[str, Callable[[Lanes, dict[str, Any], float], Edited]] = {
    edit.__name__: edit for edit in (toggle, grade, move, miss, show, rename, remove, add, ideal, shuffle, paste)
}
"""The edits by the names that the front end sends."""
