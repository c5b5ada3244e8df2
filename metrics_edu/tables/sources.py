"""Tables: recommendations and judgments from files, mappings and frames, as one kind of table with user, item and a number.

Ids are whole numbers or text. Where one side has numbers and the other text, both are read as text, so that 7 and "7" meet.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

import metrics_edu.tables.csv_and_trec as csv_and_trec
from metrics_edu.language import N_, _, needs, quoted
from metrics_edu.metrics import HIGHEST_GRADE, TableError, not_utf8
from metrics_edu.tables.cell_values import LARGEST, as_numbers, first_twice, ids_of, numbers_of, short
from metrics_edu.tables.file_format import NUMBER_OF, Layout, columns_of, layout_of, refuse_unknown, wide_columns

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True)
class Table:
    """Rows of user, item and at most one number, and where they come from.

    Attributes
    ----------
    rows : polars DataFrame
        Columns user and item (Int64 or String), and rank, score or grade (Float64) if there is one.
    kind : str
        "recommendations" or "judgments".
    name : str
        What errors call it.
    frame : narwhals DataFrame or None
        The frame that was given.
    layout : Layout or None
        Of a file of lines.
    columns : tuple of str
        The names of the columns of a file or frame.
    guessed : str
        The column of recommendations that is taken as a score, though it is called a rating.
    from_text : bool
        Whether the items of a JSON file were written as text, though they are whole numbers.
    lists : mapping or None
        The lists themselves, where a mapping or a JSON file holds such.
    """

    rows: pl.DataFrame
    kind: str
    name: str
    frame: Any = None
    layout: Layout | None = None
    columns: tuple[str, ...] = ()
    guessed: str = ""
    from_text: bool = False
    lists: Mapping[Any, list[Any]] | None = None

    @property
    def number(self) -> str:
        """Which number the rows have: "rank", "score", "grade" or ""."""
        return self.rows.columns[2] if self.rows.width > 2 else ""

    def line_of(self, user: str) -> int | None:
        """Return the first line of a file on which a user stands; None where there are no lines."""
        return next(self._lines_of(user=user), None)

    def places(self, user: object, item: object) -> str:
        """Say on which lines of a file a user and an item stand together; "" where there are no such lines."""
        wide = self.layout is not None and self.layout.wide is not None
        found = [] if wide else [str(line) for line in self._lines_of(user=user, item=item)]
        if len(found) == 1:
            return _("line {line}", line=found[0])
        return _("lines {lines}", lines=", ".join(found[:5])) if found else ""

    def _lines_of(self, **wanted: object) -> Iterator[int]:
        if self.layout is not None:
            cells = [(self.layout.places[column], str(value)) for column, value in wanted.items()]
            for line, fields in self.layout.lines():
                if all(fields[at : at + 1] and fields[at].strip() == text for at, text in cells):
                    yield line


def read_table(source: Any, kind: str, columns: Mapping[str, str] | None = None) -> Table:
    """Read recommendations or judgments.

    Parameters
    ----------
    source : path, mapping or frame
        A CSV, TSV, TREC or JSON file; ``{user: [items]}`` or ``{user: {item: number}}``; a frame of pandas, polars or
        whatever narwhals knows.
    kind : {"recommendations", "judgments"}
    columns : mapping, optional
        The names of the columns "user", "item", "rank", "score", "grade" where they are not the usual ones.

    Raises
    ------
    TableError
        If it cannot be read; the sentence names the file or frame, the place, what was found and what is allowed.
    ModuleNotFoundError
        Without the packages of the extra "tables".

    Examples
    --------
    >>> read_table({"u": ["a", "b"]}, "recommendations").rows.rows()
    [('u', 'a'), ('u', 'b')]
    """
    needs("polars", extra="tables")
    names = dict(columns or {})
    if isinstance(source, Mapping):
        found = _of_mapping(source, kind, kind)
    elif isinstance(source, (str, Path)):
        found = _of_file(_path(source), kind, names)
    else:
        found = _of_frame(source, kind, names)
    if not found.rows.height:
        raise TableError(_("{name}: there are no rows", name=found.name))
    _check_numbers(found)
    return found


def _path(source: str | Path) -> Path:
    try:
        path = Path(source).expanduser()
        path.exists()
    except (OSError, RuntimeError, ValueError) as error:
        what = getattr(error, "strerror", None) or error
        raise TableError(_("{path} is no path: {error}", path=str(source)[:60], error=what)) from None
    return path


def _number_of(kind: str, found: Mapping[str, int], names: Mapping[str, str]) -> str | None:
    fitting = [name for name in NUMBER_OF[kind] if name in found]
    return next((name for name in fitting if name in names), next(iter(fitting), None))


def _of_file(path: Path, kind: str, names: Mapping[str, str]) -> Table:
    if not path.is_file():
        what = _("a folder, and a file is needed") if path.is_dir() else _("no such file")
        raise TableError(f"{path}: {what}")
    with path.open("rb") as file:
        start = file.read(100).removeprefix(b"\xef\xbb\xbf").lstrip()
    if not start:
        raise TableError(_("{path} is empty", path=path))
    if _is_wide_json(start):
        raise TableError(not_utf8(path))
    if start[:1] in b"{[":
        read = _of_mapping(_read_json(path), kind, str(path), text=True)
        items = as_numbers(read.rows["item"])  # JSON's keys are always text, and items may be
        return replace(read, rows=read.rows.with_columns(items), from_text=not read.rows["item"].dtype.is_integer())
    found = layout_of(path, kind, names)
    if found.wide is None:
        refuse_unknown(found.names, found.places, kind, str(path))
    number = _number_of(kind, found.places, names) if found.wide is None else None
    wanted = ["user", "item", *([number] if number else [])]
    rows = csv_and_trec.read(found, wanted)
    guessed = found.names[found.places["grade"]] if kind == "recommendations" and number == "grade" else ""
    return Table(rows, kind, str(path), layout=found, columns=found.names, guessed=guessed)


def _is_wide_json(start: bytes) -> bool:
    marked = start[:2] in (b"\xff\xfe", b"\xfe\xff")
    text = start[2 * marked :]
    return (marked or b"\0" in text[:2]) and text.translate(None, b"\0 \t\r\n")[:1] in (b"{", b"[")


JSON_KINDS = {list: N_("list"), str: N_("text"), int: N_("number"), float: N_("number"), bool: N_("true or false")}


def _read_json(path: Path) -> Mapping[str, Any]:
    def pairs(found: list[tuple[str, Any]]) -> dict[str, Any]:
        read = dict(found)
        if len(read) < len(found):
            twice = first_twice(name for name, _value in found)
            raise TableError(_("{path}: the key {key!r} stands twice in one object", path=path, key=twice))
        return read

    def refuse(word: str) -> float:
        raise TableError(_("{path}: numbers must be finite; got {word}", path=path, word=word))

    try:
        data = json.loads(path.read_text("utf-8-sig"), object_pairs_hook=pairs, parse_constant=refuse)
    except TableError:
        raise
    except (ValueError, RecursionError) as error:
        raise TableError(not_json(path, error)) from None
    if not isinstance(data, dict):
        given = _(JSON_KINDS.get(type(data), "null"))
        raise TableError(_("{path}: expected an object {{user: [items]}}; got {given}", path=path, given=given))
    return data


def not_json(path: object, error: ValueError | RecursionError) -> str:
    """Say where a file is no JSON, or that it was cut."""
    if isinstance(error, json.JSONDecodeError):
        cut = error.pos >= len(error.doc.rstrip()) or error.msg.startswith("Unterminated")
        text = (
            _("{path} ends in the middle, in line {line}: was it cut while it was saved?")
            if cut
            else _(
                "{path} is not JSON: see line {line}, column {column} (texts stand in double quotes, and commas between entries)"
            )
        )
        return text.format(path=path, line=error.lineno, column=error.colno)
    if isinstance(error, UnicodeDecodeError):
        return not_utf8(path)
    if isinstance(error, RecursionError):
        return _("{path}: JSON nested too deeply; expected {{user: [items]}}", path=path)
    return _("{path} holds a number of thousands of digits", path=path)


def _of_mapping(data: Mapping[Any, Any], kind: str, name: str, *, text: bool = False) -> Table:
    import polars as pl

    number = "grade" if kind != "recommendations" else "score"
    counts: list[int] = []
    items: list[Any] = []
    numbers: list[float] = []
    rated = {isinstance(given, Mapping) for given in data.values()}
    if len(rated) > 1:
        raise TableError(_("{name}: some users have lists, others have objects; expected one kind", name=name))
    if len({short(user).strip() if isinstance(user, int) else str(user).strip() for user in data}) < len(data):
        raise TableError(_("{name}: two users are the same once their ids are read as text", name=name))
    for user, given in data.items():
        if kind == "recommendations" and isinstance(given, (set, frozenset)):
            raise TableError(_("{name}, user {user!r}: a set has no order; expected a list", name=name, user=user))
        before = len(items)
        if type(given) is list:
            items += given
        else:
            for item, value in _entries(given, user, name):
                items.append(item)
                numbers.append(value)
        counts.append(len(items) - before)
    users = ids_of([user for user, count in zip(data, counts, strict=True) if count], name, "user")
    users = as_numbers(users) if text else users
    places = [count for count in counts if count]
    rows = {"user": users.gather(np.repeat(np.arange(len(places)), places)), "item": ids_of(items, name, "item")}
    if rated == {True}:
        rows[number] = pl.Series(numbers, dtype=pl.Float64)
    lists = data if all(type(given) is list for given in data.values()) else None
    return Table(pl.DataFrame(rows), kind, name, lists=lists)


def _entries(given: Any, user: Any, name: str) -> Iterator[tuple[Any, float]]:
    where = _("{name}, user {user!r}", name=name, user=user)
    if isinstance(given, Mapping):
        for item, value in given.items():
            if isinstance(value, bool) or not isinstance(value, (int, float)) or not abs(value) < LARGEST:
                raise TableError(
                    _(
                        "{where}, item {item!r}: expected a finite number; got {given}",
                        where=where,
                        item=item,
                        given=short(value) if isinstance(value, int) else repr(value)[:40],
                    )
                )
            yield item, float(value)
    elif hasattr(given, "__iter__") and not isinstance(given, (str, bytes)):
        yield from ((item, 1.0) for item in given)
    else:
        raise TableError(_("{where}: expected a list of items; got {given}", where=where, given=quoted(given, 40)))


def _of_frame(source: Any, kind: str, names: Mapping[str, str]) -> Table:
    needs("narwhals", extra="tables")
    import narwhals as nw
    import polars as pl

    try:
        frame = nw.from_native(source)
        head = [str(column) for column in frame.collect_schema().names()]
    except TypeError:
        raise TableError(
            _("{kind} must be a path, a mapping or a frame; got {given}", kind=kind, given=type(source).__name__)
        ) from None
    except nw.exceptions.DuplicateError:
        raise TableError(_("{kind}: two columns have one name", kind=kind)) from None
    frame = frame.collect() if isinstance(frame, nw.LazyFrame) else frame
    found = columns_of(head, names, kind)
    wide = wide_columns(head, found["user"]) if "user" in found and "item" not in found else None
    if missing := [column for column in ("user", "item") if column not in found and not (wide and column == "item")]:
        raise TableError(
            _(
                "{kind} need a column {column}; the columns are {given}",
                kind=kind,
                column=missing[0],
                given=", ".join(head)[:200],
            ),
            _("; name it, as in {example}", example=f"columns={{{missing[0]!r}: ...}}"),
        )
    if wide is not None and kind == "recommendations":
        return _of_wide_frame(frame, kind, found["user"], wide)
    refuse_unknown(head, found, kind, kind)
    number = _number_of(kind, found, names)
    rows = {name: ids_of(frame[frame.columns[found[name]]], kind, name) for name in ("user", "item")}
    if number:
        rows[number] = numbers_of(frame[frame.columns[found[number]]], kind, number)
    guessed = head[found["grade"]] if kind == "recommendations" and number == "grade" else ""
    return Table(pl.DataFrame(rows), kind, kind, frame=frame, columns=tuple(head), guessed=guessed)


def _of_wide_frame(frame: Any, kind: str, user: int, wide: range) -> Table:
    names = frame.columns
    lists: dict[Any, list[Any]] = {}
    for row in frame.iter_rows():
        items = [row[place] for place in wide]
        while items and (items[-1] is None or items[-1] != items[-1] or str(items[-1]).strip() == ""):
            items.pop()
        if row[user] in lists:
            text = _("{kind}: user {user!r} has two rows; expected one", kind=kind, user=row[user])
            raise TableError(text)
        lists[row[user]] = items
    return replace(_of_mapping(lists, kind, kind), frame=frame, columns=tuple(names))


def _check_numbers(found: Table) -> None:
    if not found.number:
        return
    column = found.rows[found.number]
    bad = ~column.is_finite().fill_null(False)
    if found.kind != "recommendations":
        bad |= column > HIGHEST_GRADE
    if bad.any():
        place = int(bad.arg_max() or 0)
        user, item = found.rows.row(place)[:2]
        most = (
            _("a number up to {most}", most=HIGHEST_GRADE) if found.kind != "recommendations" else _("a finite number")
        )
        raise TableError(
            _(
                "{name}: the {column} of user {user!r} and item {item!r} must be {allowed}; got {given}",
                name=found.name,
                column=found.number,
                user=user,
                item=item,
                allowed=most,
                given=column[place],
            )
        )
