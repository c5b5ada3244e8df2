"""Tables: recommendations and judgments from files, mappings and frames, as one kind of table with user, item and a number.

Ids are whole numbers or text. Where one side has numbers and the other text, both are read as text, so that 7 and "7" meet.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from metrics_edu.language import N_, _, needs, quoted
from metrics_edu.metrics import HIGHEST_GRADE, TableError, not_utf8, unreadable
from metrics_edu.tables.cell_values import MAX_NUMBER, Column, Numbers, first_twice, ids_of, lists_of, number_of, short
from metrics_edu.tables.file_format import FileFormat, columns_of, format_of
from metrics_edu.tables.json_text import not_json, parse_json

if TYPE_CHECKING:
    import polars as pl


LEAST_BYTES_OF_A_ROW = 4
"""A user, a mark, an item and the end of the line."""


@dataclass(frozen=True)
class Table:
    """Rows of user, item and at most one number, and where they come from."""

    user: Column
    item: Column
    kind: str  # recommendations, judgments or ratings
    name: str  # what errors call it
    number: str = ""  # which number the rows have: rank, score or grade
    values: Numbers | None = None  # that number
    library: Any = None  # of the frame that was given, as narwhals calls it
    format: FileFormat | None = None  # of a file of lines
    columns: tuple[str, ...] = ()  # the names of all in the file or frame
    guessed: str = ""  # the column of recommendations that is taken as a score, though it is called a rating
    from_text: bool = False  # whether a JSON file has the items as text, though they are whole numbers
    lists: Mapping[Any, list[Any]] | None = None  # as a mapping or a JSON file holds them

    def __len__(self) -> int:
        return len(self.user.codes)

    @cached_property
    def numbers(self) -> Numbers:
        """The number of each row; 1 where there is none."""
        return np.ones(len(self)) if self.values is None else self.values

    @cached_property
    def rows(self) -> pl.DataFrame:
        """The rows as a frame: user and item, and the number by its name, if there is one."""
        import polars as pl

        columns = {}
        for name, ids in (("user", self.user), ("item", self.item)):
            codes = pl.Series(ids.codes)
            columns[name] = codes if ids.names is None else pl.Series(ids.names, dtype=pl.String).gather(codes)
        return pl.DataFrame(columns | ({self.number: self.numbers} if self.number else {}))

    def by_user(self) -> Mapping[Any, list[Any]]:
        """Return the items of each user, rank 1 first."""
        if self.lists is not None:
            return self.lists
        rows = self.rows
        if self.number:
            rows = rows.sort(self.number, descending=self.number != "rank", maintain_order=True)
        lists = rows.group_by("user", maintain_order=True).agg("item")
        return dict(zip(lists["user"].to_list(), lists["item"].to_list(), strict=True))

    def where(self, user: object, item: object = "") -> str:
        """Say on which lines of its file a user and an item stand, as in " (lines 3, 7)", or else where the user does first."""
        if (file := self.format) is None:
            return ""
        listed: list[tuple[int, str]] = []
        with suppress(TableError):  # of a cell that only polars can read
            listed += (
                (n, file.cell(cells, "item")) for n, cells in file.lines() if file.cell(cells, "user") == str(user)
            )
        lines = [line for line, known in listed if known == str(item)] or [line for line, _item in listed[:1]]
        if len(lines) == 1:
            return _(" (line {line})", line=lines[0])
        return _(" (lines {lines})", lines=", ".join(map(str, lines[:5]))) if lines else ""


class TooManyRowsError(TableError):
    """A file has more rows than were allowed; `count` is the number of rows, or of lines, that were found."""

    def __init__(self, name: str, count: int, most: int) -> None:
        super().__init__(_("{name} has {given} rows; the limit is {most}.", name=name, given=count, most=most))
        self.count = count


def read_table(
    source: Any, kind: str, columns: Mapping[str, str] | None = None, *, most_rows: int | None = None
) -> Table:
    """Read recommendations, judgments or ratings, of whatever `evaluate` takes; `columns` are the names of those called otherwise.

    What cannot be read is a TableError: the sentence names the file or frame, the place, what was found and what is allowed.
    A file with more than `most_rows` rows is a TooManyRowsError, before a table is made of it.
    """
    names = dict(columns or {})
    if isinstance(source, Mapping):
        table = _of_mapping(source, kind, kind)
    elif isinstance(source, (str, Path)):
        table = _of_file(_path(source), kind, names, most_rows or math.inf)
    else:
        table = _of_frame(source, kind, names)
    if not len(table):
        raise unreadable("{name}: there are no rows", name=table.name)
    _check_numbers(table)
    return table


def _path(source: str | Path) -> Path:
    try:
        path = Path(source).expanduser()
        if path.is_file():
            return path
        reason = _("a folder, and a file is needed") if path.is_dir() else _("no such file")
    except (OSError, RuntimeError, ValueError) as error:
        raise unreadable(
            "{path} is no path: {error}", path=str(source)[:60], error=getattr(error, "strerror", None) or error
        ) from None
    raise TableError(f"{path}: {reason}")


def _of_file(path: Path, kind: str, names: Mapping[str, str], most_rows: float) -> Table:
    with path.open("rb") as file:
        start = file.read(100)
    encoding = json.detect_encoding(start)
    text = start.decode(encoding, "ignore").lstrip("\ufeff").strip()
    if not text:
        raise unreadable("{path} is empty", path=path)
    if text[0] in "{[" and not encoding.startswith("utf-8"):
        raise TableError(not_utf8(path))
    if text[0] in "{[":
        data = _read_json(path)
        _check_count(path, sum(len(listed) for listed in data.values() if isinstance(listed, (list, dict))), most_rows)
        table = _of_mapping(data, kind, str(path))
        return replace(_as_numbers(table), from_text=table.item.names is not None)
    form = format_of(path, kind, names)
    _check_count(path, _lines_of(path, most_rows) - form.head - form.skip, most_rows)
    needs("polars", extra="tables")
    import metrics_edu.tables.csv_and_trec as csv_and_trec  # which stands on polars

    if form.wide is not None:
        lists = csv_and_trec.read_lists(form, form.wide)
        _check_count(path, sum(len(items) for _user, items in lists), most_rows)
        table = _of_rows(lists, kind, str(path))
        return replace(_as_numbers(table), format=form, columns=form.names)
    user, item, numbers = csv_and_trec.read_columns(form)
    guessed = _guessed(kind, form.names, form.places)
    return Table(user, item, kind, str(path), "".join([*form.places][2:]), numbers,
                 format=form, columns=form.names, guessed=guessed)  # fmt: skip


def _check_count(path: Path, count: int, most: float) -> None:
    if count > most:
        raise TooManyRowsError(str(path), count, int(most))


def _lines_of(path: Path, most: float) -> int:
    """Return the number of lines that hold something, of all lines if most are empty; 0 for a file too short for `most` rows."""
    if path.stat().st_size <= LEAST_BYTES_OF_A_ROW * most:
        return 0
    full, every = 0, 0
    with path.open("rb") as file:
        for line in file:
            count = 1 + line.rstrip().count(b"\r")  # where the csv module sees lines, too
            every += count
            full += count if line.strip() else 0
    return every if every > 2 * (most + 1) else full


def _guessed(kind: str, head: Sequence[str], places: Mapping[str, int]) -> str:
    return head[places["grade"]] if kind == "recommendations" and "grade" in places else ""


def _as_numbers(table: Table) -> Table:
    """Ids that a file had to write as text (JSON's keys always are)."""
    return replace(table, user=table.user.as_numbers(), item=table.item.as_numbers())


JSON_KINDS = {list: N_("list"), str: N_("text"), int: N_("number"), float: N_("number"), bool: N_("true or false")}


def _read_json(path: Path) -> Mapping[str, Any]:
    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        keys = dict(pairs)
        if len(keys) < len(pairs):
            twice = first_twice(key for key, _value in pairs)
            raise unreadable("{path}: the key {key!r} stands twice in one object", path=path, key=twice)
        return keys

    def refuse(word: str) -> float:
        raise unreadable("{path}: numbers must be finite; got {word}", path=path, word=word)

    try:
        data = parse_json(path.read_text("utf-8-sig"), object_pairs_hook=once, parse_constant=refuse)
    except TableError:
        raise
    except (ValueError, RecursionError) as error:
        raise TableError(not_json(path, error)) from None
    if not isinstance(data, dict):
        given = _(JSON_KINDS.get(type(data), "null"))
        raise unreadable("{path}: expected an object {{user: [items]}}; got {given}", path=path, given=given)
    return data


def _of_mapping(data: Mapping[Any, Any], kind: str, name: str) -> Table:
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
    item = ids_of([*chain.from_iterable(lists.values())], name, "item")
    known = data if {*map(type, data.values())} == {list} else None
    number = "" if not numbers else "score" if kind == "recommendations" else "grade"
    return Table(users, item, kind, name, number, np.array(numbers) if number else None, lists=known)


def _items(listed: Any, user: Any, kind: str, name: str) -> list[Any]:
    if kind == "recommendations" and isinstance(listed, (set, frozenset)):
        raise unreadable("{name}, user {user!r}: a set has no order; expected a list", name=name, user=user)
    if not hasattr(listed, "__iter__") or isinstance(listed, (str, bytes)):
        where = _("{name}, user {user!r}", name=name, user=user)
        raise unreadable("{where}: expected a list of items; got {given}", where=where, given=quoted(listed, 40))
    return listed if type(listed) is list else list(listed)


def _number(value: Any, item: Any, user: Any, name: str) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not abs(value) < MAX_NUMBER:
        raise unreadable("{where}, item {item!r}: expected a finite number; got {given}",
                         where=_("{name}, user {user!r}", name=name, user=user), item=item,
                         given=short(value) if isinstance(value, int) else repr(value)[:40])  # fmt: skip
    return float(value)


def _of_rows(lists: Iterable[tuple[Any, list[Any]]], kind: str, name: str) -> Table:
    by_user: dict[Any, list[Any]] = {}
    for user, items in lists:
        if user in by_user:
            raise unreadable("{name}: user {user!r} has two rows; expected one", name=name, user=user)
        by_user[user] = items
    return replace(_of_mapping(by_user, kind, name), lists=None)


def _of_frame(source: Any, kind: str, names: Mapping[str, str]) -> Table:
    frame, head = _opened(source, kind)
    places, wide = columns_of(head, names, kind, kind)
    if wide is not None:
        table = _of_rows(lists_of(frame.iter_rows(), places["user"], wide), kind, kind)
        return replace(table, library=frame.implementation, columns=tuple(frame.columns))
    if missing := [column for column in ("user", "item") if column not in places]:
        raise unreadable("{kind} need a column {column}; the columns are {given}",
                         kind=kind, column=missing[0], given=", ".join(head)[:200],
                         hint=_("; name it, as in {example}", example=f"columns={{{missing[0]!r}: ...}}"))  # fmt: skip
    columns = {column: frame[frame.columns[place]] for column, place in places.items()}
    user, item = (ids_of(columns.pop(column), kind, column) for column in ("user", "item"))
    number = "".join(columns)
    return Table(user, item, kind, kind, number, _frame_numbers(columns[number], kind, number) if number else None,
                 library=frame.implementation, columns=tuple(head), guessed=_guessed(kind, head, places))  # fmt: skip


def _opened(source: Any, kind: str) -> tuple[Any, list[str]]:
    needs("narwhals", extra="tables")
    import narwhals as nw

    try:
        frame = nw.from_native(source)
        head = [str(column) for column in frame.collect_schema().names()]
    except TypeError:
        raise unreadable(
            "{kind} must be a path, a mapping or a frame; got {given}", kind=kind, given=type(source).__name__
        ) from None
    except nw.exceptions.DuplicateError:
        raise unreadable("{kind}: two columns have one name", kind=kind) from None
    return frame.collect() if isinstance(frame, nw.LazyFrame) else frame, head


def _frame_numbers(values: Any, name: str, column: str) -> Numbers:
    if values.dtype.is_numeric():
        return np.array(values.to_numpy(), dtype=np.float64)
    numbers = [number_of(str(value)) for value in values]
    if None in numbers:
        place = numbers.index(None)
        raise unreadable("{name}: the {column} must be a finite number; got {given} at row {place}",
                         name=name, column=column, given=repr(values[place])[:40], place=place + 1)  # fmt: skip
    return np.array(numbers, dtype=np.float64)


def _check_numbers(table: Table) -> None:
    if table.values is None:
        return
    graded = table.kind != "recommendations"
    allowed = np.isfinite(table.values)
    if graded:
        allowed &= table.values <= HIGHEST_GRADE
    if not allowed.all():
        place = int(np.argmin(allowed))
        raise unreadable("{name}: the {column} of user {user!r} and item {item!r} must be {allowed}; got {given}",
                         name=table.name, column=table.number, user=table.user.at(place), item=table.item.at(place),
                         allowed=_("a number up to {most}", most=HIGHEST_GRADE) if graded else _("a finite number"),
                         given=table.values[place].item())  # fmt: skip
