"""Edits of one user's two lanes, each from lanes to new lanes and the sentence that names it. Pure functions; no widget here."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from metrics_edu.language import _, ngettext, number
from metrics_edu.widgets.explorer.lanes import MOST_ITEMS, Item, Lanes
from metrics_edu.widgets.explorer.pasted import MOST_GRADE, MOST_LETTERS, Refused, has_titles, read_list
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
        raise Refused(_("that item is not in the list any more"))
    return item


def _whole(value: Any, name: str = "") -> int:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or value != value // 1:
        name = name or _("a rank")
        raise Refused(_("{name} must be a whole number; got {given}", name=name, given=str(value)[:20]))
    return int(value)


def toggle(lanes: Lanes, order: dict[str, Any], threshold: float) -> Edited:
    """Make an item relevant or not relevant."""
    item = _item(lanes, order)
    relevant = item.grade < threshold
    if not relevant and not lanes.rank(item.id):
        raise Refused(_("{label} is missed, so it is relevant; remove it instead", label=item.called))
    said = _("{label} is now relevant") if relevant else _("{label} is now not relevant")
    return Edited(
        lanes.put(replace(item, grade=float(max(threshold, 1)) if relevant else 0.0)),
        said.format(label=item.called),
        item.id,
    )


def grade(lanes: Lanes, order: dict[str, Any], threshold: float) -> Edited:
    """Give an item a grade."""
    item = _item(lanes, order)
    value = order.get("grade")
    if not isinstance(value, (int, float)) or not 0 <= value <= MOST_GRADE:
        raise Refused(_("a grade must be from 0 to {most}; got {given}", most=MOST_GRADE, given=str(value)[:20]))
    if not value and not lanes.rank(item.id):
        raise Refused(_("{label} is missed, so its grade must be above 0; remove it instead", label=item.called))
    said = _("{label}, grade {old} → {new}", label=item.called, old=number(item.grade), new=number(value))
    return Edited(lanes.put(replace(item, grade=float(value))), said, item.id)


def move(lanes: Lanes, order: dict[str, Any], threshold: float) -> Edited:
    """Move an item to a rank (`rank`) or by ranks (`by`); a missed item is shown there."""
    item = _item(lanes, order)
    old = lanes.rank(item.id)
    wanted = old + _whole(order["by"]) if "by" in order else _whole(order.get("rank"))
    rest = lanes.without(item.id)
    new = min(max(wanted, 1), len(rest.shown) + 1)
    said = (
        _("{label}, rank {old} → {new}", label=item.called, old=old, new=new)
        if old
        else _("{label} is now shown at rank {new}", label=item.called, new=new)
    )
    if old == new:
        return Edited(lanes, "", item.id)
    return Edited(replace(rest, shown=(*rest.shown[: new - 1], item, *rest.shown[new - 1 :])), said, item.id)


def miss(lanes: Lanes, order: dict[str, Any], threshold: float) -> Edited:
    """Take a relevant item out of the shown list."""
    item = _item(lanes, order)
    if item.grade <= 0:
        raise Refused(_("{label} is not relevant, so it cannot be missed; remove it instead", label=item.called))
    rest = lanes.without(item.id)
    return Edited(replace(rest, missed=(*rest.missed, item)), _("{label} is now missed", label=item.called), item.id)


def show(lanes: Lanes, order: dict[str, Any], threshold: float) -> Edited:
    """Show a missed item, at the end."""
    return move(lanes, {"id": order.get("id"), "rank": len(lanes.shown) + 1}, threshold)


def rename(lanes: Lanes, order: dict[str, Any], threshold: float) -> Edited:
    """Call an item something else."""
    item = _item(lanes, order)
    label = one_line(order.get("label", ""))[:MOST_LETTERS]
    if not label:
        raise Refused(_("a name must hold at least one letter"))
    said = _("{old} is now called {new}", old=item.called, new=isolated(label))
    return Edited(lanes.put(replace(item, label=label)), said, item.id)


def remove(lanes: Lanes, order: dict[str, Any], threshold: float) -> Edited:
    """Remove an item; its neighbour is chosen then."""
    item = _item(lanes, order)
    rank = lanes.rank(item.id)
    rest = lanes.without(item.id)
    near = rest.shown[min(rank, len(rest.shown)) - 1].id if rank and rest.shown else None
    return Edited(rest, _("{label} is removed", label=item.called), near)


def add(lanes: Lanes, order: dict[str, Any], threshold: float) -> Edited:
    """Add an item that is not relevant, after the chosen one or at the end."""
    if len(lanes.shown) >= MOST_ITEMS:
        raise Refused(_("a list can hold {most} items here", most=MOST_ITEMS))
    rank = lanes.rank(order.get("after")) or len(lanes.shown)
    label = _("Item {k}", k=len(lanes.shown) + len(lanes.missed) + 1)
    item = Item(lanes.new_id(), label, 0.0)
    shown = (*lanes.shown[:rank], item, *lanes.shown[rank:])
    return Edited(replace(lanes, shown=shown), _("{label} is added", label=item.called), item.id)


def ideal(lanes: Lanes, order: dict[str, Any], threshold: float) -> Edited:
    """Sort the shown items, the best first."""
    shown = tuple(sorted(lanes.shown, key=lambda item: -item.grade))
    return Edited(replace(lanes, shown=shown), _("sorted, best first"), order.get("chosen"))


def shuffle(lanes: Lanes, order: dict[str, Any], threshold: float) -> Edited:
    """Bring the shown items into a random order."""
    shown = tuple(random.sample(lanes.shown, len(lanes.shown)))
    return Edited(replace(lanes, shown=shown), _("shuffled"), order.get("chosen"))


def set_relevant(lanes: Lanes, order: dict[str, Any], threshold: float) -> Edited:
    """Bring |R| to a number (`to`) or change it (`by`): missed items are added, or the last ones taken away."""
    hits = sum(item.grade >= threshold for item in lanes.shown)
    known = [item.id for item in lanes.missed if item.grade >= threshold]
    if "by" in order:
        wanted = min(max(hits + len(known) + _whole(order["by"], "|R|"), hits), MOST_ITEMS)
    else:
        wanted = _whole(order.get("to"), "|R|")
    if not hits <= wanted <= MOST_ITEMS:
        raise Refused(
            _(
                "|R| must be from {hits}, the relevant items that are shown, to {most}; got {given}",
                hits=hits,
                most=MOST_ITEMS,
                given=wanted,
            )
        )
    gone = set(known[wanted - hits :])
    kept = tuple(item for item in lanes.missed if item.id not in gone)
    done = replace(lanes, missed=(*kept, *_more_missed(lanes, wanted - hits - len(known), max(threshold, 1))))
    said = _("missed items {old} → {new}", old=len(lanes.missed), new=len(done.missed))
    return Edited(done, said, None if order.get("chosen") in gone else order.get("chosen"))


def _more_missed(lanes: Lanes, count: int, grade: float) -> list[Item]:
    items = (*lanes.shown, *lanes.missed)
    ids, labels = {item.id for item in items}, {item.label for item in items}
    fresh_ids = (id for k in itertools.count() if (id := f"n{k}") not in ids)
    names = (label for k in itertools.count(1) if (label := _("Missed {k}", k=k)) not in labels)
    return [Item(next(fresh_ids), next(names), float(grade)) for _k in range(count)]


def paste(lanes: Lanes, order: dict[str, Any], threshold: float) -> Edited:
    """Replace the list by a pasted one, which has its own |R|: what was missed before is left behind."""
    text, mark = str(order.get("text", "")), max(threshold, 1)
    if re.match(r"\s*v=\d+&", text):
        raise Refused(_("this is a state: in a cell, Explorer.from_state('...') shows it"))
    items = read_list(text, mark)
    if not items:
        raise Refused(_("nothing to read: paste R and N, or one item a line"))
    if len(items) > MOST_ITEMS:
        raise Refused(_("a list can hold {most} items here; got {given}", most=MOST_ITEMS, given=len(items)))
    if not order.get("graded") and {grade for _label, grade in items} <= {0, 1, None}:
        items = [(label, mark if grade else grade) for label, grade in items]  # 1 and 0 are R and N
    shown = tuple(Item(f"p{k}", label, grade or 0.0) for k, (label, grade) in enumerate(items))
    if not lanes.missed and [(i.label, i.grade) for i in shown] == [(i.label, i.grade) for i in lanes.shown]:
        raise Refused(_("this list is shown already"))
    hits, unmarked = sum(item.grade >= threshold for item in shown), sum(grade is None for _label, grade in items)
    said = ngettext(
        "pasted {count} item, {hits} relevant",
        "pasted {count} items, {hits} relevant",
        len(shown),
        hits=hits,
    )
    if has_titles(text):
        said += _(" (the first line read as titles)")
    if unmarked:
        said += _(" ({count} without a mark: not relevant)", count=unmarked)
    if lanes.missed:
        said += _(" (missed items left behind: {count})", count=len(lanes.missed))
    return Edited(replace(lanes, shown=shown, missed=()), said, None)


EDITS: dict[str, Callable[[Lanes, dict[str, Any], float], Edited]] = {
    edit.__name__: edit
    for edit in (toggle, grade, move, miss, show, rename, remove, add, ideal, shuffle, set_relevant, paste)
}
"""The edits by the names that the front end sends."""
