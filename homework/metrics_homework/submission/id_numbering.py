"""Id numbering: how the ids of submitted lists may be meant, where they seem to be of another numbering than the course's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from itertools import chain, islice, product
from typing import NamedTuple

from metrics_edu.language import _
from metrics_edu.metrics.judgments import Lists, as_id
from metrics_homework.course import Course

MIN_UNKNOWN = 0.05  # from this share on, items that are in no data are worth a word
ReadId = Callable[[str], str]
BY_CHANCE = (0, 2, -2, 3, -3)  # ids that are moved by so much meet the train data by chance
MIN_BY_CHANCE, TIMES_FEWER = 10, 10
"""Ids are others' if at least this number of items meets the train data by chance, and this many times fewer in another reading."""


class Reading(NamedTuple):
    """How ids may be meant: the code of the mistake, what its sentences name, and what a user's and an item's id is then."""

    code: str
    facts: dict[str, str]
    user: ReadId = str
    item: ReadId = str

    def of(self, lists: Lists) -> Lists:
        return {self.user(user): [*map(self.item, items)] for user, items in lists.items()}


def readings(lists: Lists, course: Course) -> Iterator[Reading]:
    """Give the other ways in which the ids of some lists may be meant, the most likely ones first."""
    if all(map(_is_short, chain(lists, *lists.values()))):
        yield from _shifted()
    orders = product(_orders_of(lists, course, "user"), _orders_of(lists, course, "item"))
    for users, items in islice(orders, 1, None):  # the first one leaves the ids as they are
        yield Reading("INNER_IDS", {}, placed(users), placed(items))


def other_ids(lists: Lists, users: list[str], course: Course) -> Reading | None:
    """Return the numbering that the ids of some lists seem to be of, by the items of the train data; None if the course's."""
    of_users = [_seen(lists, course, user=moved(by)) for by in BY_CHANCE]
    of_items = [_seen(lists, course, item=moved(by)) for by in BY_CHANCE]
    why = _("almost none are if an id is read as a position in the list of all items")
    inner = (
        Reading("INNER_IDS", {"what": _("items"), "why": why}, item=placed(order)) for order in _orders(course, "item")
    )
    for reading in chain(_shifted(), inner):
        by_chance = min(of_users if reading.item is str else of_items)
        is_chance = by_chance >= MIN_BY_CHANCE
        if is_chance and TIMES_FEWER * _seen(lists, course, reading.user, reading.item) <= by_chance:
            return reading
    return _inner_ids(lists, users, course, of_items)


def _shifted() -> Iterator[Reading]:
    for by in (1, -1):
        written = f"{by:+d}".replace("-", "−")
        yield Reading("SHIFTED_IDS", {"what": _("items"), "by": written}, item=moved(by))
        yield Reading("SHIFTED_IDS", {"what": _("users"), "by": written}, user=moved(by))


def _seen(lists: Lists, course: Course, user: ReadId = str, item: ReadId = str) -> int:
    """Return the number of items of lists that are in their user's train data, if the ids are read in some way."""
    train = course.validation.train
    known = ((train.get(user(name), ()), items) for name, items in lists.items())
    return sum(item(item_id) in seen for seen, items in known for item_id in items)


def _inner_ids(lists: Lists, users: list[str], course: Course, seen: list[int]) -> Reading | None:
    """Return a numbering from 0 on; `seen` is how many items are in the train data, as they are and moved."""
    items, why = set(chain.from_iterable(lists.values())), ""
    for what, ids, known, count in (
        (_("users"), set(users), course.users, max(len(course.users), len(course.validation.train))),
        (_("items"), items, course.items, len(course.items)),
    ):
        if not all(map(_is_short, ids)) or (last := max(map(int, ids))) >= count:
            continue
        if _is_gapless(ids, known):
            why = _("the ids go from 0 to {last} without large gaps, and those of the course do not", last=last)
        elif ids is items and _are_by_chance(lists, course, *seen):
            why = _(
                "many ids are not in the data of the course, though all are from 0 to {last}, like positions in "
                "its list of items",
                last=last,
            )
        if why:
            return Reading("INNER_IDS", {"what": what, "why": why})
    return None


def _are_by_chance(lists: Lists, course: Course, seen: int, *by_chance: int) -> bool:
    unknown = [item not in course.items for items in lists.values() for item in items]
    is_chance = min(by_chance) >= MIN_BY_CHANCE and seen < 2 * max(by_chance)
    return is_chance and sum(unknown) >= MIN_UNKNOWN * len(unknown)


def _orders(course: Course, kind: str) -> list[list[str]]:
    """Return the orders in which libraries number all users or all items: sorted, as they come, or the most frequent first."""
    seen = course.validation.seen
    known = Counter(map(as_id, seen if kind == "user" else chain.from_iterable(seen.values())))
    ids = course.validation.users if kind == "user" else course.items
    by_value = [sorted(ids, key=int)] if course.numbers[kind == "item"] else []
    orders = [*by_value, list(known), sorted(ids), [name for name, _count in known.most_common()]]
    return [list(order) for order in dict.fromkeys(map(tuple, orders))]


def _orders_of(lists: Lists, course: Course, kind: str) -> Iterator[list[str]]:
    """Give the orders in which ids may be positions, first the one that leaves each id as it is (no positions)."""
    yield []
    ids = {*lists} if kind == "user" else set(chain.from_iterable(lists.values()))
    if ids and all(map(_is_short, ids)):
        last = max(map(int, ids))
        yield from (order for order in _orders(course, kind) if last < len(order))


def _is_gapless(ids: set[str], known: Collection[str]) -> bool:
    last = max(map(int, ids))
    return len(ids) >= MIN_BY_CHANCE and "0" in ids and "0" not in known and len(ids) > 0.5 * (last + 1)


def _is_short(name: str) -> bool:
    return len(name) < 19 and name.isdecimal()


def moved(by: int) -> ReadId:
    return lambda name: str(int(name) + by) if _is_short(name) else name


def placed(order: list[str]) -> ReadId:
    return lambda name: order[int(name)] if _is_short(name) and int(name) < len(order) else name
