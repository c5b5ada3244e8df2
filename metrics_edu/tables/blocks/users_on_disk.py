"""Users on disk: the values of an evaluation in Parquet files, one row per user, whatever wrote them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import add
from pathlib import Path
from typing import Any, NoReturn, Protocol

import narwhals as nw
import polars as pl

from metrics_edu.files.table_error import unreadable
from metrics_edu.language import refused
from metrics_edu.metrics import METRICS, Measure, Run
from metrics_edu.metrics.conventions import convention_of
from metrics_edu.metrics.value_and_derivation import ranking_measure
from metrics_edu.tables.blocks.block_types import COUNTS
from metrics_edu.tables.reading.cell_values import Numbers
from metrics_edu.tables.reading.parquet_files import parquet_files
from metrics_edu.tables.reading.scans import count, reading_files, scan_files
from metrics_edu.tables.scoring.joined_rankings import Joined
from metrics_edu.tables.scoring.summary import Moments, Summary, summary_of

BLOCK = "block"
USERS_AT_ONCE = 1_000_000
"""Users that are looked up in memory; more are looked up in several passes."""


class ScoredTables(Protocol):
    """The tables that were scored, of which the rows of one user can be read again."""

    def of_user(self, user: object) -> Joined | None: ...


@dataclass(eq=False)
class UsersOnDisk:
    """Users with their values in `written`: a lazy frame with user, listed, judged, relevant and a column per measure."""

    written: pl.LazyFrame
    measures: Mapping[str, Measure]
    summary: Summary
    threshold: float | None = None
    lists: ScoredTables | None = None  # None where only the values are known

    @property
    def moments(self) -> dict[str, Moments]:
        return self.summary.moments

    @property
    def covered(self) -> dict[str, tuple[int, int]]:
        summary, items = self.summary, self.summary.items
        if items is None:
            raise refused("coverage needs the lists, but only the values of the users are known here")
        return {"users": (summary.served_users, summary.judged_users), "items": (items.shown, items.known)}

    @property
    def per_user(self) -> pl.LazyFrame:
        return self.written.select("user", *self.measures)

    @cached_property
    def names(self) -> list[int | str]:
        return self.written.select("user").sort("user").collect()["user"].to_list()

    @cached_property
    def values(self) -> Mapping[str, Numbers]:
        columns = self.written.select("user", *self.measures).sort("user").collect()  # whatever the blocks are
        return {name: columns[name].to_numpy() for name in self.measures}

    @property
    def users(self) -> NoReturn:
        raise refused(
            "users in files are not listed in memory: see per_user for those in the means, "
            "user_counts for the size of each group"
        )

    def find(self, user: object) -> tuple[Joined, int] | None:
        if self.lists is None:
            raise refused("the lists of the users are not known here, only their values")
        run = self.lists.of_user(user)
        return (run, int(run.users[0])) if run is not None and len(run.users) else None

    def as_run(self) -> Run:
        raise refused(
            "diagnose needs all lists in memory, but this evaluation has its users in files: evaluate fewer users"
        )


def read_values(per_user: Any, convention: str | None) -> UsersOnDisk:
    """Return the users of rows that `score_block` made, in a file, a folder or a frame."""
    rows, files = _opened(per_user)
    with reading_files(files):
        facts = pl.read_parquet_metadata(files[0]) if files else {}
        schema = rows.collect_schema()
    if missing := [name for name in ("user", *COUNTS) if name not in schema]:
        raise unreadable(
            "per_user: there is no column {column}, which score_block returns; the columns are {value}",
            column=repr(missing[0]),
            value=", ".join(schema)[:200],
        )
    for name in (*COUNTS, *(name for name in schema if name != "user")):
        if not schema[name].is_numeric():
            raise unreadable(
                "per_user: the column {column!r} must have numbers; its type is {value}",
                column=name,
                value=schema[name],
            )
    names = [name for name in schema if name not in ("user", *COUNTS)]
    measures = {name: _of_text(facts.get(name, "")) or _measure(name, convention) for name in names}
    if not measures:
        raise unreadable("per_user: no column names a measure; the columns are {value}", value=", ".join(schema)[:200])
    with reading_files(files):
        summaries = [_summary(batch, measures) for batch in rows.collect_batches(maintain_order=True) if len(batch)]
    if not summaries:
        raise unreadable("{name}: there are no rows", name="per_user")
    parts = [scan_files([file]) for file in files] or [rows]
    blocks = [part.select("user", pl.lit(k).alias(BLOCK)) for k, part in enumerate(parts)]
    check_users_once(pl.concat(blocks), [str(file) for file in files] or ["per_user"])
    return UsersOnDisk(
        rows, measures, reduce(add, summaries), float(facts["threshold"]) if "threshold" in facts else None
    )


def as_text(of: Measure) -> str:
    """Return a measure as text, for the metadata of a file: its name alone does not have all parameters."""
    return json.dumps({"metric": of.metric.name, "parameters": dict(of.parameters), "convention": of.convention})


def _of_text(text: str) -> Measure | None:
    """Return the measure of such a text; None if it is none."""
    try:
        facts = json.loads(text)
        metric, convention = METRICS[facts["metric"]], convention_of(facts["convention"]).name
        differing = {key: tuple(value) if type(value) is list else value for key, value in facts["parameters"].items()}
        metric.check({**metric.parameters, **differing})
        return Measure(metric, differing, convention)
    except (ValueError, TypeError, KeyError, AttributeError):
        return None


def _measure(name: str, convention: str | None) -> Measure:
    """Read the name of a column: "AP@10", or "AP@10 (ranx)" where several conventions were scored."""
    spelling, _space, own = name.removesuffix(")").partition(" (")
    try:
        return ranking_measure(spelling, convention=own or convention)
    except ValueError as error:
        raise unreadable(
            "per_user: the column {column!r} names no measure: {error}", column=name, error=error
        ) from None


def _opened(per_user: Any) -> tuple[pl.LazyFrame, list[Path]]:
    if isinstance(per_user, (str, Path)):
        files = parquet_files(per_user)
        if not files:
            raise unreadable("{path} has no Parquet file", path=per_user)
        return scan_files(files), files
    if isinstance(per_user, pl.LazyFrame):
        return per_user, []
    try:
        frame = pl.DataFrame(per_user) if isinstance(per_user, Mapping) else per_user
        return nw.from_native(frame, eager_only=True).lazy("polars").to_native(), []
    except TypeError:
        raise unreadable(
            "per_user must be a path or a frame of rows that score_block returned; got {value}",
            value=type(per_user).__name__,
        ) from None


def _summary(rows: pl.DataFrame, measures: Mapping[str, Measure]) -> Summary:
    counts = [rows[name].to_numpy() for name in COUNTS]
    moments = {name: Moments.of(rows[name].to_numpy()) for name in measures}
    return summary_of(measures, moments, counts, lambda positions: rows["user"].gather(positions).to_list())


def check_users_once(users: pl.LazyFrame, blocks: Sequence[str]) -> None:
    """Refuse a user whose rows are in two blocks: it has two rows of values, and all means are wrong.

    `users` has a user and the number of its block per row; `blocks` are the names of the blocks.

    Raises
    ------
    TableError
        It names the user and both blocks.
    """
    if users.select(pl.col("user").is_null().any()).collect(engine="streaming").item():
        raise unreadable("{name}: a user is missing", name=blocks[0])
    passes = -(-count(users) // USERS_AT_ONCE)
    for k in range(passes):
        first, last = (getattr(pl.col(BLOCK), pick)().alias(pick) for pick in ("min", "max"))
        of_users = users.filter(pl.col("user").hash() % passes == k).group_by("user").agg(pl.len(), first, last)
        for user, _rows, a, b in (
            of_users.filter(pl.col("len") > 1).sort("user").head(1).collect(engine="streaming").rows()
        ):
            if a == b:
                raise unreadable("{name}: user {user!r} has two rows; expected one", name=blocks[a], user=user)
            raise unreadable(
                "user {user!r} is in blocks {first} and {last}, but all rows of a user must be in one: cut both "
                "tables by user, or pass them as lazy frames, polars.scan_parquet(...), which are cut here",
                user=user,
                first=blocks[a],
                last=blocks[b],
            )
