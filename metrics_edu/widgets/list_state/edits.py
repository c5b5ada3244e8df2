"""Edits of one user's items: each returns the new lists and the sentence that names the edit."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from metrics_edu.language import _, ngettext, number, refused
from metrics_edu.widgets.contract.shared import Message
from metrics_edu.widgets.list_state.pasted_lists import (
    MAX_GRADE,
    MAX_LABEL_LETTERS,
    has_titles,
    read_list,
    read_missed,
    split_missed,
)
from metrics_edu.widgets.list_state.user_lists import MAX_ITEMS, Item, UserLists
from metrics_edu.working.labels import isolated, one_line


@dataclass(frozen=True)
class Edited:
    """The result of an edit: the new lists, the sentence that names the edit, and the item that is chosen now."""

    user_lists: UserLists
    description: str
    chosen: str | None


def id_in(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _item(user_lists: UserLists, action: Message) -> Item:
    item = user_lists.find(action.get("id"))
    if item is None:
        raise refused("that item is no longer in the list")
    return item


def _whole(value: object, name: str = "") -> int:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or value != value // 1:
        raise refused("{name} must be a whole number; got {value}", name=name or _("a rank"), value=str(value)[:20])
    return int(value)


def toggle(user_lists: UserLists, action: Message, threshold: float) -> Edited:
    item = _item(user_lists, action)
    if item.grade < threshold:
        relevant = replace(item, grade=float(max(threshold, 1)))
        return Edited(user_lists.put(relevant), _("{label} is now relevant", label=item.called), item.id)
    if not user_lists.rank(item.id):
        raise refused("{label} is missed, so it is relevant; remove it instead", label=item.called)
    return Edited(
        user_lists.put(replace(item, grade=0.0)), _("{label} is now not relevant", label=item.called), item.id
    )


def grade(user_lists: UserLists, action: Message, threshold: float) -> Edited:
    item, value = _item(user_lists, action), action.get("grade")
    if not isinstance(value, (int, float)) or not 0 <= value <= MAX_GRADE:
        raise refused("a grade must be from 0 to {most}; got {value}", most=MAX_GRADE, value=str(value)[:20])
    if not value and not user_lists.rank(item.id):
        raise refused("{label} is missed, so its grade must be above 0; remove it instead", label=item.called)
    description = _("{label}, grade {old} → {new}", label=item.called, old=number(item.grade), new=number(value))
    return Edited(user_lists.put(replace(item, grade=float(value))), description, item.id)


def move(user_lists: UserLists, action: Message, threshold: float) -> Edited:
    """Move an item to a rank (`rank`) or by ranks (`by`); a missed item is shown there."""
    item = _item(user_lists, action)
    old, rest = user_lists.rank(item.id), user_lists.without(item.id)
    wanted = old + _whole(action["by"]) if "by" in action else _whole(action.get("rank"))
    new = min(max(wanted, 1), len(rest.shown) + 1)
    description = _("{label} is now shown at rank {new}", label=item.called, new=new)
    if old:
        description = _("{label}, rank {old} → {new}", label=item.called, old=old, new=new)
    return Edited(replace(rest, shown=(*rest.shown[: new - 1], item, *rest.shown[new - 1 :])), description, item.id)


def miss(user_lists: UserLists, action: Message, threshold: float) -> Edited:
    item = _item(user_lists, action)
    if item.grade <= 0:
        raise refused("{label} is not relevant, so it cannot be missed; remove it instead", label=item.called)
    rest = user_lists.without(item.id)
    return Edited(replace(rest, missed=(*rest.missed, item)), _("{label} is now missed", label=item.called), item.id)


def show(user_lists: UserLists, action: Message, threshold: float) -> Edited:
    return move(user_lists, {"id": action.get("id"), "rank": len(user_lists.shown) + 1}, threshold)


def rename(user_lists: UserLists, action: Message, threshold: float) -> Edited:
    item, label = _item(user_lists, action), one_line(action.get("label", ""))[:MAX_LABEL_LETTERS]
    if not label:
        raise refused("a name must have at least one character")
    description = _("{old} is now called {new}", old=item.called, new=isolated(label))
    return Edited(user_lists.put(replace(item, label=label)), description, item.id)


def remove(user_lists: UserLists, action: Message, threshold: float) -> Edited:
    item = _item(user_lists, action)
    rank, rest = user_lists.rank(item.id), user_lists.without(item.id)
    near = rest.shown[min(rank, len(rest.shown)) - 1].id if rank and rest.shown else None
    return Edited(rest, _("{label} is removed", label=item.called), near)


def add(user_lists: UserLists, action: Message, threshold: float) -> Edited:
    if len(user_lists.shown) >= MAX_ITEMS:
        raise refused("a list can have {most} items here", most=MAX_ITEMS)
    rank = user_lists.rank(action.get("after")) or len(user_lists.shown)
    item = Item(next(_new_ids(user_lists)), _("Item {k}", k=len(list(user_lists)) + 1), 0.0)
    shown = (*user_lists.shown[:rank], item, *user_lists.shown[rank:])
    return Edited(replace(user_lists, shown=shown), _("{label} is added", label=item.called), item.id)


def ideal(user_lists: UserLists, action: Message, threshold: float) -> Edited:
    shown = tuple(sorted(user_lists.shown, key=lambda item: -item.grade))
    return Edited(replace(user_lists, shown=shown), _("sorted, best first"), id_in(action.get("chosen")))


def shuffle(user_lists: UserLists, action: Message, threshold: float) -> Edited:
    shown = tuple(random.sample(user_lists.shown, len(user_lists.shown)))
    return Edited(replace(user_lists, shown=shown), _("shuffled"), id_in(action.get("chosen")))


def set_relevant(user_lists: UserLists, action: Message, threshold: float) -> Edited:
    """Bring |R| to a number (`to`) or change it (`by`): missed items are added, or the last ones taken away."""
    hits = sum(item.grade >= threshold for item in user_lists.shown)
    relevant = [item.id for item in user_lists.missed if item.grade >= threshold]
    wanted = _whole(action.get("by", action.get("to")), "|R|")
    if "by" in action:
        wanted = min(max(hits + len(relevant) + wanted, hits), MAX_ITEMS)
    if not hits <= wanted <= MAX_ITEMS:
        raise refused(
            "|R| must be from {hits}, the relevant items that are shown, to {most}; got {value}",
            hits=hits,
            most=MAX_ITEMS,
            value=wanted,
        )
    gone = set(relevant[wanted - hits :])
    kept = [item for item in user_lists.missed if item.id not in gone]
    labels = {item.label for item in user_lists}
    names = (label for k in itertools.count(1) if (label := _("Missed {k}", k=k)) not in labels)
    lacking, ids = wanted - hits - len(relevant), _new_ids(user_lists)
    more = [Item(next(ids), next(names), float(max(threshold, 1))) for _k in range(lacking)]
    description = _("missed items {old} → {new}", old=len(user_lists.missed), new=len(kept) + len(more))
    chosen = id_in(action.get("chosen"))
    return Edited(replace(user_lists, missed=(*kept, *more)), description, None if chosen in gone else chosen)


def _new_ids(user_lists: UserLists) -> Iterator[str]:
    ids = {item.id for item in user_lists}
    return (id for k in itertools.count() if (id := f"n{k}") not in ids)


def paste(user_lists: UserLists, action: Message, threshold: float) -> Edited:
    """Replace the list by a pasted one and the missed items that it names; what was missed before is left behind."""
    text, mark = str(action.get("text", "")), max(threshold, 1)
    if re.match(r"\s*v=\d+&", text):
        raise refused("this is a state: in a cell, Explorer.from_state('...') shows it")
    text, rest = split_missed(text)
    items, others = read_list(text, mark), read_missed(rest, mark)
    if not items:
        raise refused("nothing to read: paste R and N, or one item per line")
    if (length := len(items) + len(others)) > MAX_ITEMS:
        raise refused("a list can have {most} items here; got {value}", most=MAX_ITEMS, value=length)
    if not action.get("graded") and {grade for _label, grade in (*items, *others)} <= {0, 1, None}:
        items = [(label, mark if grade else grade) for label, grade in items]  # 1 and 0 are R and N
        others = [(label, mark) for label, _grade in others]
    shown = tuple(Item(f"p{k}", label, grade or 0.0) for k, (label, grade) in enumerate(items))
    missed = tuple(Item(f"p{k}", label, grade) for k, (label, grade) in enumerate(others, start=len(shown)))
    if _content(shown, missed) == _content(user_lists.shown, user_lists.missed):
        raise refused("this list is already shown")
    hits, unmarked = sum(item.grade >= threshold for item in shown), sum(grade is None for _label, grade in items)
    count = len(shown)
    description = ngettext(
        "pasted {count} item, {hits} relevant", "pasted {count} items, {hits} relevant", count, hits=hits
    )
    description += _(" (the first line was read as titles)") if has_titles(text) else ""
    description += _(" ({count} without a mark: not relevant)", count=unmarked) if unmarked else ""
    description += _(" ({count} more missed)", count=len(missed)) if missed else ""
    description += (
        _(" (missed items removed: {count})", count=len(user_lists.missed)) if user_lists.missed and not missed else ""
    )
    return Edited(replace(user_lists, shown=shown, missed=missed), description, None)


def _content(shown: Iterable[Item], missed: Iterable[Item]) -> list[list[tuple[str, float]]]:
    return [[(item.label, item.grade) for item in items] for items in (shown, missed)]


EDITS: dict[str, Callable[[UserLists, Message, float], Edited]] = {
    edit.__name__: edit
    for edit in (toggle, grade, move, miss, show, rename, remove, add, ideal, shuffle, set_relevant, paste)
}
"""The edits by the names that the front end sends."""
