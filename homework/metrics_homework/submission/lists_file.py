"""Submitted recommendation lists: read, and compared with the data of the course."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from metrics_edu.language import N_, _
from metrics_edu.metrics import Run
from metrics_edu.metrics.judgments import Lists, as_id
from metrics_edu.metrics.split import Split
from metrics_edu.mistakes.misread_runs import counting_repeats
from metrics_edu.tables.reading.cell_values import first_twice
from metrics_edu.tables.reading.table import Table
from metrics_edu.tables.scoring.ranked_rows import CodedSide
from metrics_edu.working.labels import one_line
from metrics_homework.course import Course, pairs_in
from metrics_homework.findings import Finding, Unusable, finding
from metrics_homework.submission.id_numbering import MIN_UNKNOWN, other_ids
from metrics_homework.submission.plain_text import read_rows
from metrics_homework.submission.ratings_file import equal_to_truth

if TYPE_CHECKING:
    from metrics_homework.policy import RankingPart

FORMATS = {"json": "JSON {user: [items]}", "wide": "CSV user, 1, 2, 3, ...", "long": "CSV user, item, rank"}
NO_HIT = {
    "users": N_("No list belongs to a requested user."),
    "items": N_(
        "Most recommended items are not in the data of the course. Are they internal numbers of a library, not ids?"
    ),
    "order": N_("The ids match. Are these the lists of the right users, best item first?"),
}
STRANGE_SHARE = 0.5  # from this share on, columns look swapped or ids strange


@dataclass(frozen=True)
class SubmittedLists:
    """The lists of a submission: with ids as text, with numbers and text as they were written, and those with an item twice."""

    lists: Lists
    written: dict[Any, list[Any]]
    twice: Lists
    raw: Lists  # of all users, uncut
    table: Table  # the rows of the file

    def against(self, data: Split) -> Run:
        return Run.of(data, self.written, texts=self.lists)

    def with_repeats(self, data: Split) -> Run | None:
        """Return a run in which an item that is twice in a list counts at both ranks; None where there is none."""
        return counting_repeats(Run.of(data, self.lists | self.twice)) if self.twice else None


def read_lists(path: Path, name: str, part: RankingPart, course: Course) -> tuple[SubmittedLists, list[Finding]]:
    """Read the lists of the users that were asked for, without repeats and cut to length, and say what there is to say."""
    table = read_rows(path, name, "recommendations", course.policy.limits)
    form = "json" if table.format is None else "long" if table.format.wide is None else "wide"
    if part.format not in ("any", form):
        raise Unusable("FORMAT", name=name, value=FORMATS[form], wanted=FORMATS[part.format])
    raw = lists_of_table(table, name, course)
    if _is_transposed(raw, course):
        return SubmittedLists({}, {}, {}, raw, table), [finding("TRANSPOSED")]
    findings = [finding("READ_AS", why=note) for note in table.notes(name)]
    findings += [*_whose(raw, table, name, course)]
    requested = raw if raw.keys() <= course.users.keys() else {user: raw[user] for user in raw if user in course.users}
    twice = [user for user, items in requested.items() if len(set(items)) < len(items)]
    tidy = requested | {user: list(dict.fromkeys(requested[user])) for user in twice} if twice else requested
    findings += _positions(requested, twice, part.length, table)
    findings += _items(tidy, [*raw], course, table, kept=part.seen == "kept")
    long = any(len(items) > part.length for items in tidy.values())
    lists = {user: items[: part.length] for user, items in tidy.items()} if long else tidy
    written = dict(table.lists) if table.lists is not None and lists is raw else _as_written(lists, table)
    repeated = {user: requested[user][: part.length] for user in twice}
    findings += _truth(table, name, course)
    return SubmittedLists(lists, written, repeated, raw, table), [*findings, *_hits(lists, course)]


def _truth(table: Table, name: str, course: Course) -> Iterator[Finding]:
    """Give a finding if lists of the validation data are ordered by their true ratings."""
    if table.number in ("score", "grade"):
        rows = zip(pairs_in(table), table.numbers.tolist(), strict=True)
        known = [(value, course.pairs[pair].actual) for pair, value in rows if pair in course.pairs]
        yield from equal_to_truth(known, name, least=max(len(table) // 2, 2))


def _as_written(lists: Lists, table: Table) -> dict[Any, list[Any]]:
    user: Any = int if table.format is not None and table.user.names is None else str
    if table.from_text or table.item.names is not None:
        return {user(id_): items for id_, items in lists.items()}
    return {user(id_): list(map(int, items)) for id_, items in lists.items()}


def lists_of_table(table: Table, name: str, course: Course) -> Lists:
    user_id, item_id = (_whole_id if whole else as_id for whole in course.numbers)
    lists: Lists = {}
    by_user = _by_user(table)
    for user, items in by_user.items():
        lists.setdefault(user_id(user), []).extend(map(item_id, items))
    if table.lists is not None and len(lists) < len(by_user):
        raise Unusable("UNREADABLE", why=_("{name}: two users have the same id, such as 7 and 7.0", name=name))
    return lists


def _by_user(table: Table) -> Mapping[Any, list[Any]]:
    """Return the items of each user, rank 1 first."""
    if table.lists is not None:
        return table.lists
    users, items = table.user.values(), table.item.values()
    order = np.argsort(table.numbers, kind="stable")
    if table.number not in ("", "rank"):  # the highest first, and equal ones in their order
        order = len(table) - 1 - np.argsort(table.numbers[::-1], kind="stable")[::-1]
    lists: dict[Any, list[Any]] = {}
    for row in order.tolist():
        lists.setdefault(users[row], []).append(items[row])
    return lists


@lru_cache(maxsize=1 << 17)
def _whole_id(value: Hashable) -> str:
    return re.sub(r"\.0+$", "", as_id(value))


def _is_transposed(lists: Lists, course: Course) -> bool:
    as_users = max(_share(lists, course.users), _share(course.users, lists))
    return as_users < STRANGE_SHARE <= _share(course.users, set().union(*lists.values()))


def _share(ids: Collection[str], known: Collection[str]) -> float:
    return sum(id_ in known for id_ in ids) / len(ids) if ids else 0.0


def _whose(lists: Lists, table: Table, name: str, course: Course) -> Iterator[Finding]:
    if table.from_text and course.numbers[1] and table.item.names is None:
        yield finding("ID_TYPE", name=name, value=table.item.at(0))
    if missing := [user for user in course.users if not lists.get(user)]:
        yield finding("MISSING_USERS", count=len(missing), whole=len(course.users), some=first_few(missing))
    if extra := [user for user in lists if user not in course.users]:
        yield finding("EXTRA_USERS", count=len(extra), some=first_few(extra))


def _positions(lists: Lists, twice: list[str], length: int, table: Table) -> Iterator[Finding]:
    if twice:
        user, items = twice[0], lists[twice[0]]
        item = first_twice(items)
        first, second = [rank for rank, other in enumerate(items, start=1) if other == item][:2]
        position = table.where(user, item)
        yield finding("DUPLICATES", count=len(twice), user=user, item=item, first=first, second=second, where=position)
    if wrong := [user for user in lists if len(lists[user]) != length]:
        user, listed = wrong[0], len(lists[wrong[0]])
        yield finding("LENGTH", count=len(wrong), n=length, user=user, value=listed, where=table.where(user))
    ranked = Counter(zip(table.user.codes.tolist(), table.numbers.tolist(), strict=True) if table.number else ())
    if tied := {user for (user, _number), count in ranked.items() if count > 1}:
        yield finding("TIED_RANKS", count=len(tied))
    if disagreeing := CodedSide(table, table.user.codes, table.item.codes).disagreeing:
        yield finding("RANK_SCORE", count=disagreeing, column=table.number)


def _items(lists: Lists, users: list[str], course: Course, table: Table, *, kept: bool) -> Iterator[Finding]:
    train, whole = course.validation.train, sum(map(len, lists.values()))
    seen = [(user, item) for user, items in lists.items() for item in items if item in train.get(user, ())]
    if seen and not kept and (other := other_ids(lists, users, course)):
        yield finding(other.code, **other.facts, count=len(seen), whole=whole)
    elif seen and not kept:
        user, item = seen[0]
        yield finding("SEEN_KEPT", count=len(seen), whole=whole, user=user, item=item, where=table.where(user, item))
    unknown = [item for items in lists.values() for item in items if item not in course.items]
    if whole and (share := len(unknown) / whole) >= MIN_UNKNOWN:
        some, known = first_few(dict.fromkeys(unknown)), first_few(sorted(course.items))
        yield finding("UNKNOWN_ITEMS", share=math.floor(100 * share), some=some, known=known)


def _hits(lists: Lists, course: Course) -> Iterator[Finding]:
    relevant, train = course.validation.relevant, course.validation.train
    unseen = ((user, set(items).difference(train.get(user, ()))) for user, items in lists.items())
    if any(not items.isdisjoint(relevant.get(user, ())) for user, items in unseen):
        return
    are_known = _share(set().union(*lists.values()), course.items) >= STRANGE_SHARE
    cause = "order" if are_known else "items" if lists else "users"
    yield finding("ZERO_HITS", why=_(NO_HIT[cause]))


def first_few(ids: Iterable[str]) -> str:
    return ", ".join(one_line(name)[:40] for name in islice(ids, 3))
