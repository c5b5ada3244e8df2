"""Ranking and ratings: the lists and the predicted ratings that were handed in, read and looked at; ids of another numbering."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from metrics_edu.homework.course import PAIR, Course
from metrics_edu.homework.findings import Finding, Unusable, finding
from metrics_edu.language import N_, _, number, quoted
from metrics_edu.metrics import Lists, Run, TableError, as_id
from metrics_edu.tables import Table, TooManyRowsError, first_twice, in_words, read_table
from metrics_edu.working import one_line

if TYPE_CHECKING:
    import polars as pl

    from metrics_edu.homework.policy import RankingPart

FORMATS = {"json": "JSON {user: [items]}", "wide": "CSV user, 1, 2, 3, ...", "long": "CSV user, item, rank"}
STRANGE_SHARE = 0.5  # from this share on, columns look swapped or ids strange
MIN_UNKNOWN = 0.05  # from this share on, items that are in no data are worth a word
CONSEQUENCES = {
    "refused": N_("RMSE and MAE are not computed."),
    "mean": N_("The mean of the train data stands in their place."),
    "number": N_("{n} stands in their place."),
}
Read = Callable[[str], str]
BY_CHANCE = (0, 2, -2, 3, -3)  # ids that are moved by so much meet the train data by chance
MIN_BY_CHANCE, TIMES_FEWER = 10, 10
"""Ids are others' where so many items are in the train data by chance, and read in another way so many times fewer."""


@dataclass(frozen=True)
class SubmittedLists:
    """The lists of a submission: with ids as text, with numbers and text as they were written, and those with an item twice."""

    lists: Lists
    written: dict[Any, list[Any]]
    twice: Lists = field(default_factory=dict)

    def against(self, run: Run) -> Run:
        return run.of(self.written, self.lists)

    def with_repeats(self, run: Run) -> Run | None:
        """Return a run in which an item that stands twice in a list counts at both ranks; None where there is none."""
        return run.of(self.lists | self.twice).counting_repeats if self.twice else None


def read_rows(path: Path, name: str, kind: str, course: Course) -> Table:
    """Read a file of a submission; errors call it by its name in the submission."""
    most = course.policy.limits.rows
    try:
        table = read_table(path, kind, most_rows=most)
    except TooManyRowsError as error:
        raise Unusable("TOO_MANY_ROWS", name=name, given=error.count, most=most) from None
    except (TableError, OSError) as error:
        why = in_words(error) if isinstance(error, OSError) else error.plain
        raise Unusable("UNREADABLE", why=one_line(why.replace(quoted(path, written=str), name))) from None
    if len(table) > most:
        raise Unusable("TOO_MANY_ROWS", name=name, given=len(table), most=most)
    return table


def read_lists(path: Path, name: str, part: RankingPart, course: Course) -> tuple[SubmittedLists, list[Finding]]:
    """Read the lists of the users that were asked for, without repeats and cut to length, and say what there is to say."""
    table = read_rows(path, name, "recommendations", course)
    form = "json" if table.format is None else "long" if table.format.wide is None else "wide"
    if part.format not in ("any", form):
        raise Unusable("FORMAT", name=name, given=FORMATS[form], wanted=FORMATS[part.format])
    raw = _lists_of(table, name, course)
    if _is_transposed(raw, course):
        return SubmittedLists({}, {}), [finding("TRANSPOSED")]
    findings = [*_whose(raw, table, name, course)]
    asked = raw if raw.keys() <= course.users.keys() else {user: raw[user] for user in raw if user in course.users}
    twice = [user for user, items in asked.items() if len(set(items)) < len(items)]
    tidy = asked | {user: list(dict.fromkeys(asked[user])) for user in twice} if twice else asked
    findings += _places(asked, twice, part.length, table)
    findings += _items(tidy, [*raw], course, table, kept=part.seen == "kept")
    long = any(len(items) > part.length for items in tidy.values())
    lists = {user: items[: part.length] for user, items in tidy.items()} if long else tidy
    written = dict(table.lists) if table.lists is not None and lists is raw else _as_written(lists, table)
    repeated = {user: asked[user][: part.length] for user in twice}
    return SubmittedLists(lists, written, repeated), [*findings, *_hits(lists, course)]


def _as_written(lists: Lists, table: Table) -> dict[Any, list[Any]]:
    user: Any = int if table.format is not None and table.user.names is None else str
    if table.from_text or table.item.names is not None:
        return {user(id_): items for id_, items in lists.items()}
    return {user(id_): list(map(int, items)) for id_, items in lists.items()}


def _lists_of(table: Table, name: str, course: Course) -> Lists:
    user_id, item_id = (_whole_id if whole else as_id for whole in course.numbers)
    lists: Lists = {}
    given = table.by_user()
    for user, items in given.items():
        lists.setdefault(user_id(user), []).extend(map(item_id, items))
    if table.lists is not None and len(lists) < len(given):
        raise Unusable("UNREADABLE", why=_("{name}: two users have one id, such as 7 and 7.0", name=name))
    return lists


@lru_cache(maxsize=1 << 17)
def _whole_id(value: Hashable) -> str:
    return re.sub(r"\.0+$", "", as_id(value))


def _is_transposed(lists: Lists, course: Course) -> bool:
    if _share(lists, course.users) >= STRANGE_SHARE or _share(course.users, lists) >= STRANGE_SHARE:
        return False
    return _share(course.users, set().union(*lists.values())) >= STRANGE_SHARE


def _share(ids: Collection[str], known: Collection[str]) -> float:
    return sum(id_ in known for id_ in ids) / len(ids) if ids else 0.0


def _whose(lists: Lists, table: Table, name: str, course: Course) -> Iterator[Finding]:
    if table.from_text and course.numbers[1] and table.item.names is None:
        yield finding("ID_TYPE", name=name, given=table.item.at(0))
    if missing := [user for user in course.users if not lists.get(user)]:
        yield finding("MISSING_USERS", count=len(missing), whole=len(course.users), some=first_few(missing))
    if extra := [user for user in lists if user not in course.users]:
        yield finding("EXTRA_USERS", count=len(extra), some=first_few(extra))


def _places(lists: Lists, twice: list[str], length: int, table: Table) -> Iterator[Finding]:
    if twice:
        user, items = twice[0], lists[twice[0]]
        item = first_twice(items)
        first, second = [rank for rank, other in enumerate(items, start=1) if other == item][:2]
        place = table.where(user, item)
        yield finding("DUPLICATES", count=len(twice), user=user, item=item, first=first, second=second, place=place)
    if wrong := [user for user in lists if len(lists[user]) != length]:
        user, given = wrong[0], len(lists[wrong[0]])
        yield finding("LENGTH", count=len(wrong), n=length, user=user, given=given, place=table.where(user))
    ranked = table.rows.select("user", table.number or "item")
    if table.number and (tied := ranked.filter(ranked.is_duplicated())).height:
        yield finding("TIED_RANKS", count=tied["user"].n_unique())


def _items(lists: Lists, users: list[str], course: Course, table: Table, *, kept: bool) -> Iterator[Finding]:
    train, whole = course.validation.train, sum(map(len, lists.values()))
    seen = [(user, item) for user, items in lists.items() for item in items if item in train.get(user, ())]
    if seen and not kept and (other := _other_ids(lists, course) or _inner_ids(lists, users, course)):
        yield finding(**other, count=len(seen), whole=whole)
    elif seen and not kept:
        user, item = seen[0]
        yield finding("SEEN_KEPT", count=len(seen), whole=whole, user=user, item=item, place=table.where(user, item))
    unknown = [item for items in lists.values() for item in items if item not in course.items]
    if whole and (share := len(unknown) / whole) >= MIN_UNKNOWN:
        some, known = first_few(dict.fromkeys(unknown)), first_few(sorted(course.items))
        yield finding("UNKNOWN_ITEMS", share=math.floor(100 * share), some=some, known=known)


def _hits(lists: Lists, course: Course) -> Iterator[Finding]:
    relevant, train = course.validation.relevant, course.validation.train
    unseen = ((user, set(items).difference(train.get(user, ()))) for user, items in lists.items())
    if any(not items.isdisjoint(relevant.get(user, ())) for user, items in unseen):
        return
    if not lists:
        why = _("No list belongs to a user that was asked for.")
    elif _share(set().union(*lists.values()), course.items) < STRANGE_SHARE:
        why = _("Most recommended items are in no data of the course: inner numbers of a library in the place of ids?")
    else:
        why = _("The ids fit; are these the lists of the right users, best item first?")
    yield finding("ZERO_HITS", why=why)


def first_few(ids: Iterable[str]) -> str:
    return ", ".join(one_line(name)[:40] for name in islice(ids, 3))


def read_ratings(path: Path, name: str, course: Course) -> tuple[pl.DataFrame, list[Finding]]:
    """Read the pairs of the course with what is predicted: null where it is missing and nothing stands in its place."""
    import polars as pl

    table = read_rows(path, name, "ratings", course)
    if not table.number:
        why = _("{name}: no column holds the predicted ratings; expected user, item, rating", name=name)
        raise Unusable("UNREADABLE", why=why)
    rows = table.rows.select(pl.col("user", "item").cast(pl.String), pl.col(table.number).alias("predicted"))
    once = rows.unique(PAIR, keep="first", maintain_order=True)
    pairs = course.pairs.join(once, on=PAIR, how="left", maintain_order="left")
    again = rows.filter(~pl.struct(PAIR).is_first_distinct())
    missing = pairs.filter(pairs["predicted"].is_null())
    extra = once.join(course.pairs, on=PAIR, how="anti", maintain_order="left")
    findings = [finding("TWICE", **_first(again, table))] if again.height else []
    if missing.height:
        fallback = course.policy.fallbacks.ratings
        consequence = _(CONSEQUENCES[fallback if isinstance(fallback, str) else "number"], n=fallback)
        findings.append(finding("MISSING_PAIRS", whole=pairs.height, consequence=consequence, **_first(missing)))
    findings += [finding("EXTRA_PAIRS", **_first(extra))] if extra.height else []
    findings += _values(pairs.drop_nulls("predicted"), table, course.policy.data.scale)
    return pairs.with_columns(pl.coalesce("predicted", pl.lit(course.fallback))), findings


def _values(rated: pl.DataFrame, table: Table, scale: tuple[float, float] | None) -> Iterator[Finding]:
    off = rated.filter(~rated["predicted"].is_between(*scale)) if scale is not None else rated.clear()
    if scale is not None and off.height:
        low, high, given = map(number, (*scale, off["predicted"][0]))
        yield finding("OFF_SCALE", low=low, high=high, given=given, **_first(off, table))
    if rated.height > 1 and rated["predicted"].n_unique() == 1:
        yield finding("CONSTANT", given=number(rated["predicted"][0]))


def _first(rows: pl.DataFrame, table: Table | None = None) -> dict[str, Any]:
    user, item = rows.select(PAIR).row(0)
    place = table.where(user, item) if table is not None else ""
    return {"count": rows.height, "user": user, "item": item, "place": place}


def _seen(lists: Lists, course: Course, read: Read, *, of_users: bool = False) -> int:
    train, (user, item) = course.validation.train, (read, str) if of_users else (str, read)
    return sum(item(item_id) in train.get(user(name), ()) for name, items in lists.items() for item_id in items)


def _other_ids(lists: Lists, course: Course) -> dict[str, Any] | None:
    """Return the code and the facts of the numbering that the ids of some lists seem to be of; None if the course's."""
    ways: list[tuple[dict[str, Any], bool, Read]] = [
        ({"code": "SHIFTED_IDS", "what": _(what), "by": f"{by:+d}".replace("-", "−")}, users, _moved(by))
        for what, users in ((N_("items"), False), (N_("users"), True)) if course.numbers[not users] for by in (1, -1)
    ]  # fmt: skip
    known = Counter(map(as_id, chain.from_iterable(course.validation.seen.values())))
    orders = [sorted(course.items), list(known), [item for item, _count in known.most_common()]]
    orders += [sorted(course.items, key=int)] if course.numbers[1] else []
    why = _("hardly any are if an id is read as a place in the list of all items")
    ways += [({"code": "INNER_IDS", "what": _("items"), "why": why}, False, _placed(order)) for order in orders]
    for facts, of_users, read in ways:
        moved = (read, *map(_moved, BY_CHANCE))
        right, *chance = (_seen(lists, course, by, of_users=of_users) for by in moved)
        if min(chance) >= MIN_BY_CHANCE and TIMES_FEWER * right <= min(chance):
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
            why = _("the ids lie from 0 to {last} without large gaps, and those of the course do not", last=last)
        elif given is items and _are_by_chance(lists, course):
            why = _(
                "many ids are in no data of the course, though all lie from 0 to {last}, as places in its list of items do",
                last=last,
            )
        else:
            continue
        return {"code": "INNER_IDS", "what": _(what), "why": why}
    return None


def _are_by_chance(lists: Lists, course: Course) -> bool:
    unknown = [item not in course.items for items in lists.values() for item in items]
    seen, *chance = (_seen(lists, course, read) for read in map(_moved, BY_CHANCE))
    return sum(unknown) >= MIN_UNKNOWN * len(unknown) and min(chance) >= MIN_BY_CHANCE and seen < 2 * max(chance)


def _is_gapless(given: set[str], known: Collection[str]) -> bool:
    last = max(map(int, given))
    return len(given) >= MIN_BY_CHANCE and "0" in given and "0" not in known and len(given) > 0.5 * (last + 1)


def _is_short(name: str) -> bool:
    return len(name) < 19 and name.isdecimal()


def _moved(by: int) -> Read:
    return lambda name: str(int(name) + by) if _is_short(name) else name


def _placed(order: list[str]) -> Read:
    return lambda name: order[int(name)] if _is_short(name) and int(name) < len(order) else name
