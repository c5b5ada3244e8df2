"""Mappings: tables from ``{user: [items]}`` or ``{user: {item: number}}``, in memory or as JSON, and from a row per user."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from metrics_edu.files.gzip_files import open_text
from metrics_edu.files.json_text import not_json, parse_json_values
from metrics_edu.files.table_error import TableError, unreadable
from metrics_edu.language import N_, _, quoted
from metrics_edu.metrics.validation import is_number
from metrics_edu.tables.reading.cell_values import MAX_NUMBER, first_twice, short
from metrics_edu.tables.reading.plain_rows import rank_or_score
from metrics_edu.tables.reading.read_ids import ids_of
from metrics_edu.tables.reading.table import Table


def as_numbers(table: Table) -> Table:
    """Ids that a file had to write as text (JSON's keys always are)."""
    return replace(table, user=table.user.as_numbers(), item=table.item.as_numbers())


JSON_KINDS = {list: N_("list"), str: N_("text"), int: N_("number"), float: N_("number"), bool: N_("true or false")}


def read_json(path: Path, most_rows: float, *, is_packed: bool, encoding: str) -> Any:
    """Return a mapping or a list of rows: of the whole file, or of JSON Lines, which has a value a line."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        keys = dict(pairs)
        if len(keys) < len(pairs):
            twice = first_twice(key for key, _value in pairs)
            raise unreadable(
                "{path}: the key {key!r} occurs twice in one object; keep one of the two", path=path, key=twice
            )
        return keys

    def refuse(word: str) -> float:
        raise unreadable("{path}: numbers must be finite; got {word}", path=path, word=word)

    try:
        with open_text(path, is_packed=is_packed, encoding=encoding) as file:
            text = file.read()
        data = parse_json_values(text, most_rows, object_pairs_hook=once, parse_constant=refuse)
    except (TableError, UnicodeDecodeError):
        raise
    except (ValueError, RecursionError) as error:
        raise TableError(not_json(path, error)) from None
    value = data[0] if len(data) == 1 else data
    if not isinstance(value, dict) and not are_rows(value):
        kind = _(JSON_KINDS.get(type(value), "null"))
        raise unreadable("{path}: expected an object {{user: [items]}}; got {value}", path=path, value=kind)
    return value


def are_rows(value: Any) -> bool:
    """Return whether a value is a list of records, all mappings, or of rows, all lists or tuples."""
    is_list = isinstance(value, (list, tuple)) and len(value) > 0
    return is_list and any(all(isinstance(row, kind) for row in value) for kind in (Mapping, (list, tuple)))


def of_mapping(data: Mapping[Any, Any], kind: str, name: str) -> Table:
    if len({isinstance(listed, Mapping) for listed in data.values()}) > 1:
        raise unreadable("{name}: some users have lists, others have objects; expected one kind", name=name)
    if len({short(user).strip() if isinstance(user, int) else str(user).strip() for user in data}) < len(data):
        raise unreadable("{name}: two users are the same once their ids are read as text", name=name)
    numbers = [
        _number(value, item, user, name)
        for user, graded in data.items()
        if isinstance(graded, Mapping)
        for item, value in graded.items()
    ]
    lists = {user: items for user, listed in data.items() if (items := _items(listed, user, kind, name))}
    users = ids_of([*lists], name, "user").repeated([*map(len, lists.values())])
    items = [*chain.from_iterable(lists.values())]
    number = "score" if kind == "recommendations" else "grade"
    are_pairs = bool(items) and all(isinstance(entry, (list, tuple)) and len(entry) == 2 for entry in items)
    if are_pairs:
        owners = [user for user, listed in lists.items() for _entry in listed]
        items, values = map(list, zip(*items, strict=True))
        numbers = [_number(value, item, user, name) for user, item, value in zip(owners, items, values, strict=True)]
        if {*numbers} <= {0, 1} and {*map(str, items)} <= {"0", "1"}:
            raise unreadable(
                "{name}: rows of 0 and 1 are no items with scores; for grades, write {call}",
                name=name,
                call="AP([[1, 0], [0, 1]])",
            )
    item = ids_of(items, name, "item")
    known = data if {*map(type, data.values())} == {list} and not are_pairs else None
    are_ordered = len(items) > len(lists) and all(
        isinstance(graded, Mapping) and [*graded.values()] == [*range(1, len(graded) + 1)] for graded in data.values()
    )
    unnamed = {"item": 0, "score": 1} if kind == "recommendations" and are_ordered else {}  # they may be ranks
    if kind == "recommendations" and are_pairs and all(isinstance(value, int) for value in values):
        number = rank_or_score(users.codes, np.array(numbers), name)
        unnamed = {"item": 0, "rank": 1} if number == "rank" else {}
    number = number if numbers else ""
    return Table(users, item, kind, name, number, np.array(numbers) if number else None, lists=known, unnamed=unnamed)


def _items(listed: Any, user: Any, kind: str, name: str) -> list[Any]:
    if kind == "recommendations" and isinstance(listed, (set, frozenset)):
        raise unreadable("{name}, user {user!r}: a set has no order; expected a list", name=name, user=user)
    if not hasattr(listed, "__iter__") or isinstance(listed, (str, bytes)):
        where = _("{name}, user {user!r}", name=name, user=user)
        raise unreadable("{where}: expected a list of items; got {value}", where=where, value=quoted(listed, 40))
    return listed if type(listed) is list else list(listed)


def _number(value: Any, item: Any, user: Any, name: str) -> float:
    if not is_number(value) or not abs(float(value)) < MAX_NUMBER:
        raise unreadable(
            "{where}, item {item!r}: expected a finite number; got {value}",
            where=_("{name}, user {user!r}", name=name, user=user),
            item=item,
            value=short(value) if isinstance(value, int) else repr(value)[:40],
        )
    return float(value)


def of_rows(lists: Iterable[tuple[Any, list[Any]]], kind: str, name: str) -> Table:
    by_user: dict[Any, list[Any]] = {}
    for user, items in lists:
        if user in by_user:
            raise unreadable("{name}: user {user!r} has two rows; expected one", name=name, user=user)
        by_user[user] = items
    return replace(of_mapping(by_user, kind, name), lists=None)
