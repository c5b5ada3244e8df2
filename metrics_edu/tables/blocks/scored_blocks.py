"""Blocks: runs that are larger than memory, scored some users at a time, and what was written of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import reduce
from operator import add
from pathlib import Path

import numpy as np
import polars as pl

from metrics_edu.files.safe_files import writing
from metrics_edu.files.workspace import Workspace
from metrics_edu.language import _
from metrics_edu.tables.blocks.cut_by_user import Block
from metrics_edu.tables.blocks.users_on_disk import BLOCK, UsersOnDisk, as_text, check_users_once
from metrics_edu.tables.reading.id_columns import distinct
from metrics_edu.tables.reading.scans import is_user, scan_files
from metrics_edu.tables.reading.sources import collected
from metrics_edu.tables.scoring.joined_rankings import Joined
from metrics_edu.tables.scoring.progress_bar import bar
from metrics_edu.tables.scoring.score_users import Options, score_tables
from metrics_edu.tables.scoring.summary import ItemCounts, Summary
from metrics_edu.tables.scoring.users_in_memory import UsersInMemory

FILE = "file of the block"


def score_blocks(
    blocks: Iterable[Block], lists: BlockTables, workspace: Workspace, folder: Path, *, shown: bool
) -> UsersOnDisk:
    """Score blocks one after the other; their values are in `folder` when all are done, and nowhere before."""
    values, users = workspace.folder("values"), workspace.folder("users")
    names, summaries, items = list[str](), list[Summary](), pl.DataFrame()
    user_type, item_type = (lists.whole.id_type(column) for column in ("user", "item"))
    with bar(lists.whole.rows, unit=_("rows"), shown=shown, delay=0) as advance:
        for block in blocks:
            left, right = map(collected, block.sides)
            scored = score_tables(left, right, lists.options)
            file = f"part-{len(names):05}.parquet"
            write(_of_type(scored.polars_rows, "user", user_type), values / file, lists.options)
            write(_of_type(_users(scored.everyone, len(names)), "user", user_type), users / file, lists.options)
            items = _merged(items, scored.everyone, item_type)
            summaries.append(scored.summary)
            names.append(block.name)
            advance(block.rows)
    summary = replace(reduce(add, summaries), items=_counts(items))
    if lists.pairs and not _are_apart(found := scan_files(sorted(users.iterdir()))):
        check_users_once(found, names)
    lists = replace(lists, files=put(values, folder))
    return UsersOnDisk(scan_files(lists.files), lists.options.measures, summary, lists.options.threshold, lists)


def write_values(store: UsersInMemory, options: Options, workspace: Workspace, folder: Path) -> pl.LazyFrame:
    """Write the values of users that are in memory, as one block."""
    values = workspace.folder("values")
    write(store.polars_rows, values / "part-00000.parquet", options)
    return scan_files(put(values, folder))


def write(rows: pl.DataFrame, file: Path, options: Options) -> None:
    """Write rows with what their values were computed under, which `read_values` reads."""
    facts = {"threshold": str(options.threshold), **{name: as_text(of) for name, of in options.measures.items()}}
    with writing(file):
        rows.write_parquet(file, compression="lz4", metadata=facts)


def put(made: Path, folder: Path) -> list[Path]:
    """Move a finished folder to its place, where nothing is or an empty one; return its files."""
    with writing(folder):
        if folder.exists():
            folder.rmdir()
        made.rename(folder)
    return sorted(folder.iterdir())


def _of_type(rows: pl.DataFrame, column: str, dtype: pl.DataType | None) -> pl.DataFrame:
    return rows if dtype is None else rows.with_columns(pl.col(column).cast(dtype))


def _users(everyone: Joined, block: int) -> pl.DataFrame:
    users = pl.DataFrame({"user": everyone.user_ids.column(everyone.users)})
    return users.with_columns(pl.lit(block, dtype=pl.UInt32).alias(BLOCK))


def _are_apart(users: pl.LazyFrame) -> bool:
    """Tell whether each block has the users between two ids and no other block has any of these, as after sorting."""
    ranges = users.group_by(BLOCK).agg(pl.col("user").min().alias("low"), pl.col("user").max().alias("high"))
    sorted_ranges = ranges.sort("low").collect(engine="streaming")
    return bool((sorted_ranges["high"] < sorted_ranges["low"].shift(-1)).head(-1).all())


def _merged(items: pl.DataFrame, everyone: Joined, dtype: pl.DataType | None) -> pl.DataFrame:
    """Add the items of a block to those before: the recommended rows of each, and whether a user judged it."""
    (shown, rows), (judged, _rows) = distinct(everyone.shown.item), distinct(everyone.judged.item)
    ids, none = everyone.item_ids.column, np.zeros(len(judged), dtype=rows.dtype)
    sides = [
        pl.DataFrame({"item": ids(shown), "rows": rows}).with_columns(judged=pl.lit(value=False)),
        pl.DataFrame({"item": ids(judged), "rows": none}).with_columns(judged=pl.lit(value=True)),
    ]
    before = [items] if len(items) else []
    return (
        pl.concat([*before, *(_of_type(side, "item", dtype) for side in sides)])
        .group_by("item")
        .agg(pl.col("rows").sum(), pl.col("judged").any())
    )


def _counts(items: pl.DataFrame) -> ItemCounts:
    rows, unjudged = items["rows"].sum(), items.filter(~pl.col("judged"))["rows"].sum()
    return ItemCounts(int((items["rows"] > 0).sum()), len(items), int(rows), int(unjudged))


@dataclass(frozen=True)
class BlockTables:
    """The tables that are scored in blocks, to read the lists of one user again."""

    whole: Block
    pairs: list[Block]  # if the tables are cut alike; then each file of values has the users of one pair
    options: Options
    files: tuple[Path, ...] | list[Path] = ()

    def of_user(self, user: object) -> Joined | None:
        """Return the rows of one user, if it is in the means."""
        written = scan_files(self.files, path_column=FILE)
        found = written.filter(is_user(user, written)).select(FILE).collect()
        if not len(found):
            return None
        block = self.pairs[self.files.index(Path(found.item()))] if self.pairs else self.whole
        left, right = (side.collect(user) for side in block.sides)
        options = self.options
        joined = Joined.of(left, right, options.threshold, options.ties, options.repeats, options.catalogue)
        return joined.only(options.users, options.unjudged)
