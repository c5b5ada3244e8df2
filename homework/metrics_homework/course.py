"""Course: the data of a homework, read once: train, validation and hidden test, and who and what is asked for."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from statistics import fmean
from typing import TYPE_CHECKING, Any, NamedTuple

from metrics_edu.files.safe_files import in_words
from metrics_edu.language import refused
from metrics_edu.metrics.split import Split
from metrics_edu.tables.reading.column_roles import ALIASES, plain_title
from metrics_edu.tables.reading.file_format import rows_of
from metrics_edu.tables.reading.sources import read_table
from metrics_edu.tables.reading.table import Table

if TYPE_CHECKING:
    from metrics_homework.policy import Policy

PAIR = ["user", "item"]
Pair = tuple[str, str]
"""A user and an item."""
CATEGORY = {"category": ("category", "categories", "genre", "genres", "categoria", "categorias", "genero", "generos")}
"""How the column of an item's categories may be called, in any case and with or without accents."""
GradesByUser = dict[int | str, dict[int | str, float]]


class TrueRatings(NamedTuple):
    """The rating of a pair in the validation data, and in the test data; None where there is none."""

    actual: float | None
    hidden: float | None


@dataclass(frozen=True)
class Course:
    """The data of a homework; ids are text."""

    policy: Policy
    validation: Split
    test: Split | None  # None where the test data are not there
    users: dict[str, None]  # who must have a list, in the order of the data
    pairs: dict[Pair, TrueRatings]  # to be predicted
    fallback: float | None  # what a rating that was not predicted counts as; None where RMSE is rejected then
    numbers: tuple[bool, ...]  # whether the ids of the users, and of the items, are whole numbers in the data
    items: frozenset[str] = field(repr=False)  # of the train and validation data, and of the catalogue
    rated: dict[Pair, float] = field(repr=False)  # the grades in the train data

    @cached_property
    def by_train(self) -> Split:
        """The data of those who take the train data as the truth."""
        grades = _judged(self.rated, self.users, self.policy, self.numbers)
        return _TrainAsTruth(grades, self.policy.relevance_threshold, removed=False, validation=self.validation)


@dataclass(frozen=True, eq=False, kw_only=True)
class _TrainAsTruth(Split):
    """The train data taken as the truth; users and items are still those of the validation data."""

    validation: Split

    @cached_property
    def users(self) -> set[str]:
        return self.validation.users

    @cached_property
    def catalogue(self) -> set[str]:
        return self.validation.catalogue


def read_course(policy: Policy, *, hidden: bool = True) -> Course:
    open_parts = ("train", "validation")  # a student must not see of what kind the hidden ids are
    files = {part: getattr(policy.data, part) for part in (*open_parts, *(["test"] if hidden else []))}
    tables = {part: read_table(policy.path(name), "judgments") for part, name in files.items() if name is not None}
    rated = {part: _rated(table, policy) for part, table in tables.items()}
    numbers = tuple(all(getattr(tables[part], name).names is None for part in open_parts) for name in PAIR)
    users = _users(policy, rated["validation"])
    path, threshold = policy.path(policy.data.validation), policy.relevance_threshold
    if not any(grade >= threshold for grade in rated["validation"].values()):
        raise refused(
            "no grade in {path} reaches relevance_threshold {n}: lower the threshold or check the grades",
            path=path,
            n=threshold,
        )
    seen = items_by_user(rated["train"])
    removed = policy.submissions.ranking is None or policy.submissions.ranking.seen == "removed"
    catalogue = frozenset(item for (item,) in _columns_of(policy, policy.data.catalogue, "item"))
    known: dict[str, Any] = {
        "removed": removed,
        "known_items": catalogue,
        "known_categories": _categories(policy),
    }
    splits = {
        part: Split(_judged(grades, users, policy, numbers), threshold, seen, **known)
        for part, grades in rated.items()
        if part != "train"
    }
    seen_rated = {part: without_unrated(grades, policy) for part, grades in rated.items()}
    pairs, rating = _pairs(policy, seen_rated), policy.fallbacks.ratings
    mean = fmean(seen_rated["train"].values() or [0.0])
    fallback = {"refused": None, "mean": mean}[rating] if isinstance(rating, str) else rating
    items = catalogue.union(item for part in open_parts for _user, item in rated[part])
    validation, test = splits["validation"], splits.get("test")
    return Course(policy, validation, test, users, pairs, fallback, numbers, items, rated["train"])


def pairs_in(table: Table) -> list[Pair]:
    """Return the user and the item of each row of a table, as text."""
    return [*zip(map(str, table.user.values()), map(str, table.item.values()), strict=True)]


def items_by_user(pairs: Iterable[Pair]) -> dict[str, list[str]]:
    """Return the items of each user, in their order."""
    items: dict[str, list[str]] = {}
    for user, item in pairs:
        items.setdefault(user, []).append(item)
    return items


def without_unrated(grades: dict[Pair, float], policy: Policy) -> dict[Pair, float]:
    """Return the grades without those that mean seen and not rated."""
    return {pair: grade for pair, grade in grades.items() if grade not in policy.data.unrated}


def _rated(table: Table, policy: Policy) -> dict[Pair, float]:
    grades: dict[Pair, float] = {}
    values = table.numbers.tolist() if table.number else [policy.relevance_threshold] * len(table)
    for (user, item), grade in zip(pairs_in(table), values, strict=True):
        if (user, item) in grades:
            raise refused(
                "{name}: user {user!r} rated item {item!r} twice; keep one of the two ratings",
                name=table.name,
                user=user,
                item=item,
            )
        grades[user, item] = grade
    return grades


def _users(policy: Policy, validation: dict[Pair, float]) -> dict[str, None]:
    part, known = policy.submissions.ranking, dict.fromkeys(user for user, _item in validation)
    if part is None or part.users == "validation":
        return known
    users = dict.fromkeys(user for (user,) in _columns_of(policy, part.users, "user"))
    if not users.keys() & known.keys():
        raise refused("{path} has none of the users that must have a list", path=policy.path(part.users))
    return users


def _categories(policy: Policy) -> dict[str, set[str]]:
    """Return the categories of each item: one in each line, or several with | between."""
    categories: dict[str, set[str]] = {}
    for item, names in _columns_of(policy, policy.data.categories, "item", "category"):
        categories.setdefault(item, set()).update(map(str.strip, names.split("|")))
    return categories


def _columns_of(policy: Policy, name: str | None, *wanted: str) -> list[list[str]]:
    """Return the cells of some columns of a file, without the lines in which one is empty; nothing if there is no file."""
    if name is None:
        return []
    path = policy.path(name)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ValueError(in_words(error)) from None
    head, *rows = rows_of(data, path) or [[]]
    known = {
        column: [title for title in head if plain_title(title) in (ALIASES | CATEGORY)[column]] for column in wanted
    }
    if missing := [column for column, titles in known.items() if not titles]:
        got = ", ".join(head)[:80]
        raise refused("{path}: expected a column {column}; got {value}", path=path, column=missing[0], value=got)
    columns = [head.index(titles[0]) for titles in known.values()]
    filled = (row for row in rows if len(row) > max(columns) and all(row[at] for at in columns))
    return [[re.sub(r"\.0+$", "", row[at]) for at in columns] for row in filled]


def _judged(
    rated: dict[Pair, float], users: dict[str, None], policy: Policy, numbers: tuple[bool, ...]
) -> GradesByUser:
    user_id, item_id = (_as_number if whole else str for whole in numbers)
    judged: GradesByUser = {}
    for (user, item), grade in rated.items():
        if user in users:
            grades = judged.setdefault(user_id(user), {})
            grades[item_id(item)] = 0.0 if grade in policy.data.unrated else max(grade, 0.0)
    return judged


def _as_number(name: str) -> int | str:
    return int(name) if name.removeprefix("-").isdecimal() else name


def _pairs(policy: Policy, known: dict[str, dict[Pair, float]]) -> dict[Pair, TrueRatings]:
    part, validation, hidden = policy.submissions.ratings, known["validation"], known.get("test", {})
    pairs = [*validation]
    if part is not None and part.pairs != "validation":
        pairs = pairs_in(read_table(policy.path(part.pairs), "judgments"))
    return {pair: TrueRatings(validation.get(pair), hidden.get(pair)) for pair in pairs}
