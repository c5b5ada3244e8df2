"""Cuts: two scans as blocks of whole users: files that are cut alike, in pairs, or else parts by a hash of the user's id."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple, TypeAlias

import polars as pl

from metrics_edu.files.safe_files import writing
from metrics_edu.tables.reading.id_columns import MAX_ID
from metrics_edu.tables.reading.scans import ROW, Scan, id_text, reading_files

ROWS_OF_A_PART = 4_000_000
"""Rows of both tables in a part, about: 120,000 users with 20 recommendations and 13 judgments."""
PARTS_OF_A_PASS = 64
"""Parts that are written at once, at most: each takes memory."""
BYTES_OF_A_ROW = 9
"""What a row takes on the disk, about."""
Sides: TypeAlias = tuple[Scan, Scan]
"""Recommendations and judgments."""


class Block(NamedTuple):
    """The rows of some users, with all rows of each."""

    name: str
    sides: Sides

    @property
    def rows(self) -> int:
        return sum(map(len, self.sides))

    def id_type(self, column: str) -> pl.DataType | None:
        """Return the type of ids of both sides if it depends on the values: one side has unsigned numbers of 64 bits.

        None if every block has the same type without this.
        """
        types = [side.frame.collect_schema()[column] for side in self.sides]
        if pl.UInt64 not in types or not all(of.is_integer() for of in types) or types[0] == types[1]:
            return None
        low = min(_extreme(side, pl.col(column).min()) for side in self.sides)
        high = max(_extreme(side, pl.col(column).max()) for side in self.sides)
        return pl.UInt64() if low >= 0 else pl.Int64() if high < MAX_ID else pl.String()


def _extreme(side: Scan, value: pl.Expr) -> int:
    with reading_files(side.files):
        return int(side.frame.select(value).collect(engine="streaming").item() or 0)


def pair_files(sides: Sides) -> list[Block]:
    """Return the pairs of files with the same names, which should have the same users; none if the names differ."""
    ours, theirs = (_names(side.files) for side in sides)
    if len(ours) < 2 or [*ours] != [*theirs]:
        return []
    return [Block(name, (sides[0].of_files([ours[name]]), sides[1].of_files([theirs[name]]))) for name in ours]


def _names(files: Sequence[Path]) -> dict[str, Path]:
    root = os.path.commonpath([file.parent for file in files]) if files else ""
    return {file.relative_to(root).as_posix(): file for file in files}


def cut_by_user(sides: Sides, folder: Path, *, keeps_order: bool) -> Iterator[Block]:
    """Write both tables in parts by a hash of the user's id; with `keeps_order`, recommendations keep their order."""
    run, judged = sides
    if keeps_order:
        run = replace(run, frame=run.frame.with_row_index(ROW))
    yield from _cut((run, judged), folder, -(-Block("", sides).rows // ROWS_OF_A_PART), seed=0)


def _cut(sides: Sides, folder: Path, parts: int, seed: int) -> Iterator[Block]:
    """Cut in one pass, or first into coarse parts, each of which is cut again."""
    finer, count = -(-parts // PARTS_OF_A_PASS), min(parts, PARTS_OF_A_PASS)
    for side in sides:
        _write(side, _user(sides, side).hash(seed) % count, folder / side.kind)
    for k in range(count):
        first, second = (_part(side, folder / side.kind / str(k)) for side in sides)
        if finer > 1:
            yield from _cut((first, second), folder / f"part-{k}", finer, seed + 1)
        else:
            yield Block(f"{folder.name}-{k}", (first, second))
        for side in (first, second):
            shutil.rmtree(folder / side.kind / str(k), ignore_errors=True)


def _user(sides: Sides, side: Scan) -> pl.Expr:
    """Return the user's id, the same in both tables: as text, so that 7 and "7" meet, unless all are whole numbers."""
    types = [of.frame.collect_schema()["user"] for of in sides]
    return pl.col("user").cast(pl.Int64) if all(of.is_signed_integer() for of in types) else id_text("user", side.frame)


def _write(side: Scan, part: pl.Expr, folder: Path) -> None:
    parts = pl.PartitionBy(folder, key={"part": part}, include_key=False, file_path_provider=_path_of)
    with reading_files(side.files), writing(folder):
        side.frame.sink_parquet(parts, compression="lz4", mkdir=True, statistics=False)


def _path_of(part: pl.io.partition.FileProviderArgs) -> str:
    return f"{part.partition_keys.item()}/{part.index_in_partition:05}.parquet"


def _part(side: Scan, folder: Path) -> Scan:
    """Return one part of a table that was cut; it may have no rows."""
    files = sorted(folder.glob("*.parquet"))
    return side.of_files(files, are_parts=True) if files else replace(side, frame=side.frame.clear(), files=(), rows=0)
