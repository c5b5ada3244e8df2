"""Edits of one user's two lanes, each from lanes to new lanes and the sentence that names it. Pure functions; no widget here.

An edit takes the lanes, the order of the front end, and the grade from which an item is relevant.
"""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from metrics_edu.language import _, ngettext, number
from metrics_edu.widgets.explorer.lanes import MAX_ITEMS, Item, Lanes
from metrics_edu.widgets.explorer.pasted import MAX_GRADE, MAX_LABEL_LETTERS, has_titles, read_list
from metrics_edu.widgets.part import refused
from metrics_edu.working import isolated, one_line


@dataclass(frozen=True)
class Edited:
    """What an edit gives: the new lanes, the sentence that names it, and the item chosen then."""

    lanes: Lanes
    said: str
    chosen: str | None


def _item(lanes: Lanes, order: dict[str, Any]) -> Item:
    item = lanes.find(order.get("id"))
    if item is None:
        raise refused("that item is not in the list any more")
    return item


def _whole(value: Any, name: str = "") -> int:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or value != value // 1:
        raise refused("{name} must be a whole number; got {given}", name=name or _("a rank"), given=str(value)[:20])
    return int(value)


def toggle(lanes: Lanes, order: dict[str, Any], threshold: float) -> Edited:
    item = _item(lanes, order)
    if item.grade < threshold:
        relevant = replace(item, grade=float(max(threshold, 1)))
        return Edited(lanes.put(relevant), _("{label} is now relevant", label=item.called), item.id)
    if not lanes.rank(item.id):
        raise refused("{label} is missed, so it is relevant; remove it instead", label=item.called)
    return Edited(lanes.put(replace(item, grade=0.0)), _("{label} is now not relevant", label=item.called), item.id)


def grade(lanes: Lanes, order: dict[str, Any], threshold: float) -> Edited:
    item, value = _item(lanes, order), order.get("grade")
    if not isinstance(value, (int, float)) or not 0 <= value <= MAX_GRADE:
        raise refused("a grade must be from 0 to {most}; got {given}", most=MAX_GRADE, given=str(value)[:20])
    if not value and not lanes.rank(item.id):
        raise refused("{label} is missed, so its grade must be above 0; remove it instead", label=item.called)
    said = _("{label}, grade {old} → {new}", label=item.called, old=number(item.grade), new=number(value))
    return Edited(lanes.put(replace(item, grade=float(value))), said, item.id)


def move(lanes: Lanes, order: dict[str, Any], threshold: float) -> Edited:
    """Move an item to a rank (`rank`) or by ranks (`by`); a missed item is shown there."""
    item = _item(lanes, order)
    old, rest = lanes.rank(item.id), lanes.without(item.id)
    wanted = old + _whole(order["by"]) if "by" in order else _whole(order.get("rank"))
    new = min(max(wanted, 1), len(rest.shown) + 1)
    if old == new:
        return Edited(lanes, "", item.id)
    said = _("{label} is now shown at rank {new}", label=item.called, new=new)
    if old:
        said = _("{label}, rank {old} → {new}", label=item.called, old=old, new=new)
    return Edited(replace(rest, shown=(*rest.shown[: new - 1], item, *rest.shown[new - 1 :])), said, item.id)


def miss(lanes: Lanes, order: dict[str, Any], threshold: float) -> Edited:
    item = _item(lanes, order)
    if item.grade <= 0:
        raise refused("{label} is not relevant, so it cannot be missed; remove it instead", label=item.called)
    rest = lanes.without(item.id)
    return Edited(replace(rest, missed=(*rest.missed, item)), _("{label} is now missed", label=item.called), item.id)


def show(lanes: Lanes, order: dict[str, Any], threshold: float) -> Edited:
    return move(lanes, {"id": order.get("id"), "rank": len(lanes.shown) + 1}, threshold)


def rename(lanes: Lanes, order: dict[str, Any], threshold: float) -> Edited:
    item, label = _item(lanes, order), one_line(order.get("label", ""))[:MAX_LABEL_LETTERS]
    if not label:
        raise refused("a name must hold at least one letter")
    said = _("{old} is now called {new}", old=item.called, new=isolated(label))
    return Edited(lanes.put(replace(item, label=label)), said, item.id)


def remove(lanes: Lanes, order: dict[str, Any], threshold: float) -> Edited:
    item = _item(lanes, order)
    rank, rest = lanes.rank(item.id), lanes.without(item.id)
    near = rest.shown[min(rank, len(rest.shown)) - 1].id if rank and rest.shown else None
    return Edited(rest, _("{label} is removed", label=item.called), near)


def add(lanes: Lanes, order: dict[str, Any], threshold: float) -> Edited:
    if len(lanes.shown) >= MAX_ITEMS:
        raise refused("a list can hold {most} items here", most=MAX_ITEMS)
    rank = lanes.rank(order.get("after")) or len(lanes.shown)
    item = Item(next(_new_ids(lanes)), _("Item {k}", k=len(list(lanes)) + 1), 0.0)
    shown = (*lanes.shown[:rank], item, *lanes.shown[rank:])
    return Edited(replace(lanes, shown=shown), _("{label} is added", label=item.called), item.id)


def ideal(lanes: Lanes, order: dict[str, Any], threshold: float) -> Edited:
    shown = tuple(sorted(lanes.shown, key=lambda item: -item.grade))
    return Edited(replace(lanes, shown=shown), _("sorted, best first"), order.get("chosen"))


def shuffle(lanes: Lanes, order: dict[str, Any], threshold: float) -> Edited:
    shown = tuple(random.sample(lanes.shown, len(lanes.shown)))
    return Edited(replace(lanes, shown=shown), _("shuffled"), order.get("chosen"))


def set_relevant(lanes: Lanes, order: dict[str, Any], threshold: float) -> Edited:
    """Bring |R| to a number (`to`) or change it (`by`): missed items are added, or the last ones taken away."""
    hits = sum(item.grade >= threshold for item in lanes.shown)
    relevant = [item.id for item in lanes.missed if item.grade >= threshold]
    if "by" in order:
        wanted = min(max(hits + len(relevant) + _whole(order["by"], "|R|"), hits), MAX_ITEMS)
    else:
        wanted = _whole(order.get("to"), "|R|")
    if not hits <= wanted <= MAX_ITEMS:
        raise refused(
            "|R| must be from {hits}, the relevant items that are shown, to {most}; got {given}",
            hits=hits,
            most=MAX_ITEMS,
            given=wanted,
        )
    gone = set(relevant[wanted - hits :])
    kept = [item for item in lanes.missed if item.id not in gone]
    labels = {item.label for item in lanes}
    names = (label for k in itertools.count(1) if (label := _("Missed {k}", k=k)) not in labels)
    lacking, ids = wanted - hits - len(relevant), _new_ids(lanes)
    more = [Item(next(ids), next(names), float(max(threshold, 1))) for _k in range(lacking)]
    said = _("missed items {old} → {new}", old=len(lanes.missed), new=len(kept) + len(more))
    chosen = None if order.get("chosen") in gone else order.get("chosen")
    return Edited(replace(lanes, missed=(*kept, *more)), said, chosen)


def _new_ids(lanes: Lanes) -> Iterator[str]:
    ids = {item.id for item in lanes}
    return (id for k in itertools.count() if (id := f"n{k}") not in ids)


def paste(lanes: Lanes, order: dict[str, Any], threshold: float) -> Edited:
    """Replace the list by a pasted one, which has its own |R|: what was missed before is left behind."""
    text, mark = str(order.get("text", "")), max(threshold, 1)
    if re.match(r"\s*v=\d+&", text):
        raise refused("this is a state: in a cell, Explorer.from_state('...') shows it")
    items = read_list(text, mark)
    if not items:
        raise refused("nothing to read: paste R and N, or one item a line")
    if len(items) > MAX_ITEMS:
        raise refused("a list can hold {most} items here; got {given}", most=MAX_ITEMS, given=len(items))
    if not order.get("graded") and {grade for _label, grade in items} <= {0, 1, None}:
        items = [(label, mark if grade else grade) for label, grade in items]  # 1 and 0 are R and N
    shown = tuple(Item(f"p{k}", label, grade or 0.0) for k, (label, grade) in enumerate(items))
    if not lanes.missed and [(i.label, i.grade) for i in shown] == [(i.label, i.grade) for i in lanes.shown]:
        raise refused("this list is shown already")
    hits, unmarked = sum(item.grade >= threshold for item in shown), sum(grade is None for _label, grade in items)
    said = ngettext(
        "pasted {count} item, {hits} relevant", "pasted {count} items, {hits} relevant", len(shown), hits=hits
    )
    said += _(" (the first line read as titles)") if has_titles(text) else ""
    said += _(" ({count} without a mark: not relevant)", count=unmarked) if unmarked else ""
    said += _(" (missed items left behind: {count})", count=len(lanes.missed)) if lanes.missed else ""
    return Edited(replace(lanes, shown=shown, missed=()), said, None)


EDITS: dict[str, Callable[[Lanes, dict[str, Any], float], Edited]] = {
    edit.__name__: edit
    for edit in (toggle, grade, move, miss, show, rename, remove, add, ideal, shuffle, set_relevant, paste)
}
"""The edits by the names that the front end sends."""
