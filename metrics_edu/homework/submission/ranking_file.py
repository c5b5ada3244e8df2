"""Lists: the ranking that was handed in, read and looked at: whose lists, how long, of which items."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterator
from copy import copy
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from metrics_edu.homework.submission.findings import Finding, finding
from metrics_edu.language import N_, _, quoted
from metrics_edu.metrics import Lists, Run, TableError, as_id
from metrics_edu.tables import Table, first_twice, in_words, read_table
from metrics_edu.working import one_line

if TYPE_CHECKING:
    from metrics_edu.homework.course import Course
    from metrics_edu.homework.policy import RankingPart

FORMATS = {"json": "JSON {user: [items]}", "wide": "CSV user, 1, 2, 3, ...", "long": "CSV user, item, rank"}
HALF = 0.5
"""From this share on, columns look swapped or ids strange."""
LEAST_STRANGE = 0.05
LEAST_SEEN, RARE = 10, 10
"""Ids are taken for others' where at least so many items are known by chance, and read in another way so many times fewer."""


class Unusable(Exception):  # noqa: N818 - it is no error of the program
    """What was handed in cannot be used; `finding` says why."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.text)
        self.finding = finding


@dataclass(frozen=True)
class Handed:
    """The lists of a submission: with ids as text, with numbers and text as they were written, and those with an item twice."""

    lists: Lists
    written: dict[Any, list[Any]]
    twice: Lists = field(default_factory=dict)

    def against(self, run: Run) -> Run:
        """Return a run of the course with these lists."""
        return run.of(self.written, self.lists)

    def with_repeats(self, run: Run) -> Run | None:
        """Return a run in which an item that stands twice in a list counts at both ranks; None where there is none."""
        if not self.twice:
            return None
        known = run.train if run.removed else {}
        own = {user: [item for item in items if item not in known.get(user, ())] for user, items in self.twice.items()}
        again = {user: [item if items.index(item) == at else f"{item} ({at + 1})" for at, item in enumerate(items)]
                 for user, items in own.items()}  # fmt: skip
        found = run.of(self.lists | again, self.lists | again)
        ranking = copy(found.ranking)
        ranking.shown = ranking.shown.copy()
        for k, (user, grades) in enumerate(found.grades.items()):
            if items := own.get(user):
                ranking.shown[k, : len(items)] = [grades.get(item, 0.0) for item in items]
        found.__dict__["ranking"] = ranking
        return found


def read_rows(path: Path, name: str, kind: str, course: Course, columns: dict[str, str] | None = None) -> Table:
    """Read a file of a submission; errors call it by its name in the submission.

    Raises
    ------
    Unusable
        If it cannot be read, or has too many rows.
    """
    try:
        table = read_table(path, kind, columns)
    except (TableError, OSError) as error:
        why = in_words(error) if isinstance(error, OSError) else error.plain
        raise Unusable(finding("UNREADABLE", why=one_line(why.replace(quoted(path, written=str), name)))) from None
    if table.rows.height > (most := course.policy.limits.rows):
        raise Unusable(finding("TOO_MANY_ROWS", name=name, given=table.rows.height, most=most))
    return table


def read_lists(path: Path, name: str, part: RankingPart, course: Course) -> tuple[Handed, list[Finding]]:
    """Read the ranking of a submission.

    Returns the lists of the users that were asked for, without repeated items and cut to the length that was asked for,
    and what there is to say.

    Raises
    ------
    Unusable
        If nothing can be computed from it.
    """
    table = read_rows(path, name, "recommendations", course)
    form = "json" if table.layout is None else "long" if table.layout.wide is None else "wide"
    if part.format not in ("any", form):
        raise Unusable(finding("FORMAT", name=name, given=FORMATS[form], wanted=FORMATS[part.format]))
    raw = _lists_of(table, name, course)
    if _is_transposed(raw, course):
        return Handed({}, {}), [finding("TRANSPOSED")]
    found = [*_id_type(table, name, course), *_users(raw, course)]
    own = raw if raw.keys() <= course.users.keys() else {user: raw[user] for user in raw if user in course.users}
    twice = [user for user, items in own.items() if len(set(items)) < len(items)]
    tidy = own | {user: list(dict.fromkeys(own[user])) for user in twice} if twice else own
    found += [*_repeats(own, twice, table), *_lengths(own, part.length, table), *_ties(table)]
    found += _items(tidy, [*raw], course, table, kept=part.seen == "kept")
    long = any(len(items) > part.length for items in tidy.values())
    lists = {user: items[: part.length] for user, items in tidy.items()} if long else tidy
    untouched = table.lists is not None and lists is raw
    written = dict(table.lists or {}) if untouched else _as_written(lists, table)
    return Handed(lists, written, {user: own[user][: part.length] for user in twice}), [*found, *_hits(lists, course)]


def _as_written(lists: Lists, table: Table) -> dict[Any, list[Any]]:
    whole = [table.rows[name].dtype.is_integer() for name in ("user", "item")]
    user: Any = int if table.layout is not None and whole[0] else str
    if table.from_text or not whole[1]:
        return {user(one): items for one, items in lists.items()}
    return {user(one): list(map(int, items)) for one, items in lists.items()}


def _lists_of(table: Table, name: str, course: Course) -> Lists:
    user_id, item_id = (_whole_id if whole else as_id for whole in course.numbers)
    if table.lists is not None:
        found = {user_id(user): list(map(item_id, items)) for user, items in table.lists.items()}
        if len(found) < len(table.lists):
            raise Unusable(finding("UNREADABLE", why=_("{name}: two users have one id, such as 7 and 7.0", name=name)))
        return found
    rows = table.rows
    if table.number:
        rows = rows.sort(table.number, descending=table.number != "rank", maintain_order=True)
    lists: Lists = {}
    items, start = list(map(item_id, rows["item"].to_list())), 0
    for length, user in rows["user"].rle().struct.unnest().iter_rows():
        lists.setdefault(user_id(user), []).extend(items[start : start + length])
        start += length
    return lists


@lru_cache(maxsize=1 << 17)
def _whole_id(value: Hashable) -> str:
    return re.sub(r"\.0+$", "", as_id(value))


def _is_transposed(lists: Lists, course: Course) -> bool:
    if _share(lists, course.users) >= HALF or _share(course.users, lists) >= HALF:
        return False
    items = {item for listed in lists.values() for item in listed}
    return _share(course.users, items) >= HALF


def _share(some: object, known: object) -> float:
    one, other = set(some), set(known)  # type: ignore[call-overload]
    return len(one & other) / len(one) if one else 0.0


def _id_type(table: Table, name: str, course: Course) -> Iterator[Finding]:
    if table.from_text and course.numbers[1] and table.rows["item"].dtype.is_integer():
        yield finding("ID_TYPE", name=name, given=table.rows["item"][0])


def _users(lists: Lists, course: Course) -> Iterator[Finding]:
    missing = [user for user in course.users if not lists.get(user)]
    if missing:
        yield finding("MISSING_USERS", count=len(missing), whole=len(course.users), some=some(missing))
    if extra := [user for user in lists if user not in course.users]:
        yield finding("EXTRA_USERS", count=len(extra), some=some(extra))


def _repeats(lists: Lists, twice: list[str], table: Table) -> Iterator[Finding]:
    if twice:
        user, items = twice[0], lists[twice[0]]
        item = first_twice(items)
        second = items.index(item, items.index(item) + 1)
        yield finding("DUPLICATES", count=len(twice), user=one_line(user), item=one_line(item),
                      first=items.index(item) + 1, second=second + 1, place=_place(table, user, item))  # fmt: skip


def _lengths(lists: Lists, length: int, table: Table) -> Iterator[Finding]:
    if wrong := [user for user in lists if len(lists[user]) != length]:
        user = wrong[0]
        yield finding(
            "LENGTH", count=len(wrong), n=length, user=one_line(user), given=len(lists[user]), place=_place(table, user)
        )


def _ties(table: Table) -> Iterator[Finding]:
    if table.number:
        tied = table.rows.select("user", table.number).filter(table.rows.select("user", table.number).is_duplicated())
        if tied.height:
            yield finding("TIED_RANKS", count=tied["user"].n_unique())


def _items(lists: Lists, users: list[str], course: Course, table: Table, *, kept: bool) -> Iterator[Finding]:
    train, whole = course.validation.train, sum(map(len, lists.values()))
    seen = [
        (user, item)
        for user, items in lists.items()
        if (own := train.get(user)) and not own.isdisjoint(items)
        for item in items
        if item in own
    ]
    if seen and not kept and (other := _other_ids(lists, course) or _inner_ids(lists, users, course)):
        yield finding(**other, count=len(seen), whole=whole)
    elif seen and not kept:
        user, item = seen[0]
        yield finding("SEEN_KEPT", count=len(seen), whole=whole, user=one_line(user), item=one_line(item),
                      place=_place(table, user, item))  # fmt: skip
    unknown = [
        item
        for items in lists.values()
        if not course.items.issuperset(items)
        for item in items
        if item not in course.items
    ]
    share = len(unknown) / whole if whole else 0
    if share >= LEAST_STRANGE:
        yield finding(
            "UNKNOWN_ITEMS",
            share=math.floor(100 * share),
            some=some(dict.fromkeys(unknown)),
            known=some(sorted(course.items)),
        )


def _other_ids(lists: Lists, course: Course) -> dict[str, Any] | None:
    train, own = course.validation.train, (lambda name: name)

    def seen(user: Callable[[str], str], item: Callable[[str], str]) -> int:
        return sum(item(one) in train.get(user(name), ()) for name, items in lists.items() for one in items)

    ways: list[tuple[dict[str, Any], bool, Callable[[str], str]]] = [
        ({"code": "SHIFTED_IDS", "what": _(what), "by": f"{by:+d}".replace("-", "−")}, users, _moved(by))
        for what, users in ((N_("items"), False), (N_("users"), True)) if course.numbers[not users] for by in (1, -1)
    ]  # fmt: skip
    known = Counter(map(as_id, chain.from_iterable(course.validation.seen.values())))
    orders = [sorted(course.items), list(known), [item for item, _count in known.most_common()]]
    orders += [sorted(course.items, key=int)] if course.numbers[1] else []
    why = _("hardly any are if an id is read as a place in the list of all items")
    ways += [({"code": "INNER_IDS", "what": _("items"), "why": why}, False, _placed(order)) for order in orders]
    for facts, of_users, read in ways:
        chance = [seen(_moved(by) if of_users else own, own if of_users else _moved(by)) for by in (0, 2, -2, 3, -3)]
        if min(chance) >= LEAST_SEEN and RARE * seen(read if of_users else own, own if of_users else read) <= min(
            chance
        ):
            return facts
    return None


def _inner_ids(lists: Lists, users: list[str], course: Course) -> dict[str, Any] | None:
    items = set(chain.from_iterable(lists.values()))
    for what, given, known, count in (
        (N_("users"), set(users), course.users, max(len(course.users), len(course.validation.train))),
        (N_("items"), items, course.items, len(course.items)),
    ):
        if not all(map(_is_short, given)) or (last := max(map(int, given))) >= count:
            continue
        if _is_gapless(given, known):
            why = _("the ids lie from 0 to {last} without large gaps, and those of the course do not")
        elif given is items and _are_by_chance(lists, course):
            why = _(
                "many ids are in no data of the course, though all lie from 0 to {last}, as places in its list of items do"
            )
        else:
            continue
        return {"code": "INNER_IDS", "what": _(what), "why": why.format(last=last)}
    return None


def _are_by_chance(lists: Lists, course: Course) -> bool:
    train = course.validation.train
    listed = [(train.get(user, ()), item) for user, items in lists.items() for item in items]
    seen, *chance = (sum(read(item) in own for own, item in listed) for read in map(_moved, (0, 2, -2, 3, -3)))
    unknown = sum(item not in course.items for _own, item in listed)
    return unknown >= LEAST_STRANGE * len(listed) and min(chance) >= LEAST_SEEN and seen < 2 * max(chance)


def _is_gapless(given: set[str], known: Collection[str]) -> bool:
    last = max(map(int, given))
    return len(given) >= LEAST_SEEN and "0" in given and "0" not in known and len(given) > HALF * (last + 1)


def _is_short(name: str) -> bool:
    return len(name) < 19 and name.isdecimal()


def _moved(by: int) -> Callable[[str], str]:
    return lambda name: str(int(name) + by) if _is_short(name) else name


def _placed(order: list[str]) -> Callable[[str], str]:
    return lambda name: order[int(name)] if _is_short(name) and int(name) < len(order) else name


def _hits(lists: Lists, course: Course) -> Iterator[Finding]:
    judged, threshold, train = course.validation.grades, course.validation.threshold, course.validation.train
    for user, items in lists.items():
        grades, own = judged.get(user, {}), train.get(user, ())
        if any(grades.get(item, 0) >= threshold and item not in own for item in items):
            return
    if not lists:
        why = _("No list belongs to a user that was asked for.")
    elif _share({item for items in lists.values() for item in items}, course.items) < HALF:
        why = _("Most recommended items are in no data of the course: inner numbers of a library in the place of ids?")
    else:
        why = _("The ids fit; are these the lists of the right users, best item first?")
    yield finding("ZERO_HITS", why=why)


def some(names: object, most: int = 3) -> str:
    """Name the first few of some ids, on one line."""
    return ", ".join(one_line(name)[:40] for name in list(names)[:most])  # type: ignore[call-overload]


def _place(table: Table, user: str, item: str | None = None) -> str:
    if item is not None and (lines := table.places(user, item)):
        return f" ({lines})"
    line = table.line_of(user)
    return f" ({_('line {line}', line=line)})" if line else ""
