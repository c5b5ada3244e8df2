"""Scans: tables that are not in memory yet: Parquet files, lazy frames of polars, and streams of Arrow batches."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import narwhals as nw
import polars as pl

from metrics_edu.files.safe_files import in_words, writing
from metrics_edu.files.table_error import TableError, unreadable
from metrics_edu.language import _, refused
from metrics_edu.tables.reading.column_roles import ALIASES, SAMPLE_ROWS, columns_of
from metrics_edu.tables.reading.frames import check_columns, guessed_score, of_frame
from metrics_edu.tables.reading.table import Table

WHOLE = re.compile(r"0|-?[1-9]\d{0,19}", flags=re.A)
COLUMNS = {name for names in ALIASES.values() for name in names}
UNREADABLE = (pl.exceptions.PolarsError, pl.exceptions.PanicException)
"""The errors of polars about a file; it panics at some damaged ones, which is no Exception."""
OTHER = {"rank": "score", "score": "rank"}
ROW = "row of the table"
"""A column that keeps the order of rows, where they are cut."""


@dataclass(frozen=True, eq=False)
class Scan:
    """Rows that a lazy frame of polars gives when they are needed: user, item and at most one number, by these names.

    If there are a rank and a score, the other one follows the one that decides.
    """

    frame: pl.LazyFrame
    rows: int
    kind: str  # recommendations or judgments
    name: str  # what errors call it
    columns: tuple[str, ...]  # the names of all that was there
    picks: Mapping[str, str] = field(default_factory=dict)  # the columns, by the names that they had
    guessed: str = ""  # the column of recommendations that is taken as a score, though it is called a rating
    files: tuple[Path, ...] = ()  # of Parquet, if they are the source
    is_lazy: bool = False  # whether a lazy frame was passed, which is read without its owner's word
    can_repeat: bool = True  # whether it may be read again later

    def __len__(self) -> int:
        return self.rows

    @property
    def number(self) -> str:
        """Which number the rows have: rank, score or grade."""
        return "".join(self.frame.collect_schema().names()[2:3])

    def collect(self, user: object = None) -> Table:
        """Read the rows into memory: all, or those of one user.

        Raises
        ------
        ValueError
            If the source was a stream, and one user is wanted.
        """
        if user is not None and not self.can_repeat:
            raise refused(
                "{name} is a stream, which cannot be read again: to explain a user, pass a Parquet file",
                name=self.name,
            )
        with reading_files(self.files):
            rows = (self.frame if user is None else self.frame.filter(is_user(user, self.frame))).collect()
        if ROW in rows.columns:
            rows = (rows if rows[ROW].is_sorted() else rows.sort(ROW)).drop(ROW)
        read = nw.from_native(rows, eager_only=True)
        return replace(of_frame(read, self.kind, self.name, {}), columns=self.columns, guessed=self.guessed)

    def of_files(self, files: Sequence[Path], *, are_parts: bool = False) -> Scan:
        """Return the rows of some files of this table, or of parts of it that have its columns already."""
        name = _("a part of {name}", name=self.name) if are_parts else ", ".join(map(str, files))
        with reading_files(files):
            frame = scan_files(files) if are_parts else picked(scan_files(files), self.picks)
            return replace(self, frame=frame, files=tuple(files), rows=count(frame), name=name)


def scan_of_files(files: Sequence[Path], kind: str, name: str, names: Mapping[str, str]) -> Scan | Table:
    """Return the rows of Parquet files; a table if they have a row per user."""
    for file in files:
        keys = {part.partition("=")[0].lower() for part in file.parts if "=" in part}
        if keys & COLUMNS:
            raise unreadable(
                "{path}: the column {column} is in the name of a folder; write it into the files",
                path=file,
                column=min(keys & COLUMNS),
            )
    with reading_files(files):
        found = scan_of_frame(scan_files(files), kind, name, names, is_lazy=False)
        if isinstance(found, Table):
            return found
        _check_types(files, [*found.picks.values()])
    return replace(found, files=tuple(files))


def _check_types(files: Sequence[Path], columns: Sequence[str]) -> None:
    """Refuse files whose columns have other types than those of the first file."""
    first = pl.read_parquet_schema(files[0])
    for file in files[1:]:
        schema = pl.read_parquet_schema(file)
        for column in columns:
            if schema.get(column) != first.get(column):
                raise unreadable(
                    "{path}: the column {column} is {value} here and {expected} in {first}",
                    path=file,
                    column=column,
                    value=schema.get(column),
                    expected=first.get(column),
                    first=files[0],
                )


def scan_of_frame(
    frame: pl.LazyFrame, kind: str, name: str, names: Mapping[str, str], *, is_lazy: bool = True
) -> Scan | Table:
    """Return the rows of a lazy frame, their columns named as `Scan` has them; of files a table if it has a row per user."""
    head = frame.collect_schema().names()
    positions, wide = columns_of(
        head, names, kind, name, lambda position: frame.select(head[position]).head(SAMPLE_ROWS).collect().to_series()
    )
    is_by_user = wide is not None or "items" in positions
    if is_by_user and is_lazy:
        raise unreadable(
            "{name}: a lazy frame with one column per rank cannot be read; call .collect() on it", name=name
        )
    if is_by_user:
        return of_frame(nw.from_native(frame.collect(), eager_only=True), kind, name, names)
    check_columns(positions, head, name)
    picks = {column: head[position] for column, position in positions.items()}
    chosen, guessed = picked(frame, picks), guessed_score(kind, head, positions)
    return Scan(chosen, count(chosen), kind, name, tuple(head), picks, guessed, is_lazy=is_lazy)


def scan_of_stream(source: Any, kind: str, names: Mapping[str, str], folder: Path) -> Scan | Table:
    """Return the rows of a stream of Arrow batches, written to a file first: it can be read only once, and its end is not known."""
    file = folder / f"{kind}.parquet"
    try:
        rows = pl.scan_arrow_c_stream(source) if hasattr(source, "__arrow_c_stream__") else pl.LazyFrame(source)
        with writing(file):
            rows.sink_parquet(file, compression="lz4")
    except (TypeError, ValueError, pl.exceptions.PolarsError) as error:
        raise unreadable("{kind} cannot be read: {error}", kind=kind, error=_first_line(error)) from None
    scan = scan_of_files([file], kind, kind, names)
    return replace(scan, can_repeat=False) if isinstance(scan, Scan) else scan


def scan_of_table(table: Table) -> Scan:
    """Return a table that is in memory, to be cut beside one that is not."""
    other = {} if table.others is None else {OTHER[table.number]: table.others}
    rows = table.rows.with_columns(**{name: pl.Series(numbers) for name, numbers in other.items()})
    return Scan(rows.lazy(), len(table), table.kind, table.name, table.columns, guessed=table.guessed)


def picked(frame: pl.LazyFrame, picks: Mapping[str, str]) -> pl.LazyFrame:
    return frame.select(pl.col(column).alias(name) for name, column in picks.items())


def count(frame: pl.LazyFrame) -> int:
    """Return the number of rows: the footers of Parquet files say it, and nothing is kept of other frames."""
    return int(frame.select(pl.len()).collect(engine="streaming").item())


def id_text(column: str, frame: pl.LazyFrame) -> pl.Expr:
    """Return ids as text, so that 7, "7" and 7.0 are one."""
    ids, dtype = pl.col(column), frame.collect_schema()[column]
    if dtype.is_integer():
        return ids.cast(pl.String)
    if dtype.is_numeric():
        return ids.cast(pl.Int64, strict=False).cast(pl.String)  # what is none is rejected where it is scored
    return ids.cast(pl.String).str.strip_chars()


def is_user(user: object, frame: pl.LazyFrame) -> pl.Expr:
    """Select the rows of one user; whole numbers are compared as such, so that files can be skipped by their footers."""
    dtype = frame.collect_schema()["user"]
    if dtype.is_integer():
        number = int(str(user)) if WHOLE.fullmatch(str(user)) else None
        return pl.col("user") == pl.lit(number).cast(dtype, strict=False)
    return id_text("user", frame) == str(user)


def scan_files(files: Sequence[Path], *, path_column: str | None = None) -> pl.LazyFrame:
    """Return the rows of some files, in their order; the names of their folders are no columns, the file may be one."""
    paths = [file.absolute() for file in files]  # so that they can be read later from another folder
    return pl.scan_parquet(paths, glob=False, hive_partitioning=False, include_file_paths=path_column)


@contextmanager
def reading_files(files: Sequence[Path]) -> Iterator[None]:
    """Say which file cannot be read, and why."""
    try:
        yield
    except (*UNREADABLE, OSError) as error:
        if getattr(error, "filename", None):  # of what was written meanwhile
            raise
        if not files:
            raise unreadable("a lazy frame cannot be read: {error}", error=_first_line(error)) from None
        path, why = next(_broken(files), ("", error))
        if isinstance(why, OSError) and why.errno:
            raise TableError(in_words(why)) from None
        names = str(path) or ", ".join(map(str, files[:3]))
        raise TableError(_("{path} cannot be read as Parquet: {error}", path=names, error=_first_line(why))) from None


def _first_line(error: BaseException) -> str:
    return next(iter(str(error).splitlines()), "")[:200]


def _broken(files: Sequence[Path]) -> Iterator[tuple[Path, BaseException]]:
    """Give the files that cannot be read alone, or whose columns differ from the first one's."""
    first = None
    for path in files:
        try:
            schema = pl.read_parquet_schema(path)
            for batch in scan_files([path]).collect_batches():
                del batch
        except (*UNREADABLE, OSError) as error:
            yield path, error
            continue
        first = first or schema
        if schema != first:
            yield path, ValueError(_("its columns are not those of {path}", path=files[0]))
