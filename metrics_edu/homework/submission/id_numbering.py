"""Whether the ids of submitted lists seem to be of another numbering than the course's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from itertools import chain
from typing import Any

from metrics_edu.homework.course import Course
from metrics_edu.language import N_, _
from metrics_edu.metrics.run import Lists, as_id

MIN_UNKNOWN = 0.05  # from this share on, items that are in no data are worth a word
ReadId = Callable[[str], str]
BY_CHANCE = (0, 2, -2, 3, -3)  # ids that are moved by so much meet the train data by chance
MIN_BY_CHANCE, TIMES_FEWER = 10, 10
"""Ids are others' if at least this number of items meets the train data by chance, and this many times fewer in another reading."""


def _seen(lists: Lists, course: Course, read: ReadId, *, of_users: bool = False) -> int:
    train, (user, item) = course.validation.train, (read, str) if of_users else (str, read)
    return sum(item(item_id) in train.get(user(name), ()) for name, items in lists.items() for item_id in items)


def other_ids(lists: Lists, course: Course) -> dict[str, Any] | None:
    """Return the code and the facts of the numbering that the ids of some lists seem to be of; None if the course's."""
    ways: list[tuple[dict[str, Any], bool, ReadId]] = [
        ({"code": "SHIFTED_IDS", "what": _(what), "by": f"{by:+d}".replace("-", "−")}, users, moved(by))
        for what, users in ((N_("items"), False), (N_("users"), True)) if course.numbers[not users] for by in (1, -1)
    ]  # fmt: skip
    orders = _orders(course, "item")
    why = _("almost none are if an id is read as a position in the list of all items")
    ways += [({"code": "INNER_IDS", "what": _("items"), "why": why}, False, placed(order)) for order in orders]
    for facts, of_users, read in ways:
        readings = (read, *map(moved, BY_CHANCE))
        right, *chance = (_seen(lists, course, by, of_users=of_users) for by in readings)
        if min(chance) >= MIN_BY_CHANCE and TIMES_FEWER * right <= min(chance):
            return facts
    return None


def _orders(course: Course, kind: str) -> list[list[str]]:
    """Return the orders in which libraries number all users or all items: sorted, as they come, or the most frequent first."""
    seen = course.validation.seen
    known = Counter(map(as_id, seen if kind == "user" else chain.from_iterable(seen.values())))
    ids = course.validation.users if kind == "user" else course.items
    by_value = [sorted(ids, key=int)] if course.numbers[kind == "item"] else []
    orders = [*by_value, list(known), sorted(ids), [name for name, _count in known.most_common()]]
    return [list(order) for order in dict.fromkeys(map(tuple, orders))]


def id_orders(course: Course, lists: Lists, kind: str) -> Iterator[list[str]]:
    """Give the orders in which ids may be positions, first the order that leaves each id as it is (no positions)."""
    yield []
    ids = {*lists} if kind == "user" else set(chain.from_iterable(lists.values()))
    if ids and all(map(_is_short, ids)):
        last = max(map(int, ids))
        yield from (order for order in _orders(course, kind) if last < len(order))


def by_number(lists: Lists) -> bool:
    """Return whether all ids of lists are whole numbers."""
    return all(map(_is_short, chain(lists, chain.from_iterable(lists.values()))))


def inner_ids(lists: Lists, users: list[str], course: Course) -> dict[str, Any] | None:
    items = set(chain.from_iterable(lists.values()))
    for what, ids, known, count in (
        (N_("users"), set(users), course.users, max(len(course.users), len(course.validation.train))),
        (N_("items"), items, course.items, len(course.items)),
    ):
        if not all(map(_is_short, ids)) or (last := max(map(int, ids))) >= count:
            continue
        if _is_gapless(ids, known):
            why = _("the ids go from 0 to {last} without large gaps, and those of the course do not", last=last)
        elif ids is items and _are_by_chance(lists, course):
            why = _(
                "many ids are not in the data of the course, though all are from 0 to {last}, like positions in "
                "its list of items",
                last=last,
            )
        else:
            continue
        return {"code": "INNER_IDS", "what": _(what), "why": why}
    return None


def _are_by_chance(lists: Lists, course: Course) -> bool:
    unknown = [item not in course.items for items in lists.values() for item in items]
    seen, *chance = (_seen(lists, course, read) for read in map(moved, BY_CHANCE))
    return sum(unknown) >= MIN_UNKNOWN * len(unknown) and min(chance) >= MIN_BY_CHANCE and seen < 2 * max(chance)


def _is_gapless(ids: set[str], known: Collection[str]) -> bool:
    last = max(map(int, ids))
    return len(ids) >= MIN_BY_CHANCE and "0" in ids and "0" not in known and len(ids) > 0.5 * (last + 1)


def _is_short(name: str) -> bool:
    return len(name) < 19 and name.isdecimal()


def moved(by: int) -> ReadId:
    return lambda name: str(int(name) + by) if _is_short(name) else name


def placed(order: list[str]) -> ReadId:
    return lambda name: order[int(name)] if _is_short(name) and int(name) < len(order) else name
