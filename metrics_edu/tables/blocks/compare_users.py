"""Compare users: the values of two evaluations of which one has its users in files."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from metrics_edu.tables.blocks.users_on_disk import UsersOnDisk
from metrics_edu.tables.scoring.users_in_memory import UsersInMemory

OTHER = " (other)"
USERS_AT_ONCE = 2_000_000
"""Users that are joined in memory; more are joined in several passes over the files."""


def shared_users(
    ours: UsersInMemory | UsersOnDisk, theirs: UsersInMemory | UsersOnDisk, names: list[str]
) -> pl.DataFrame:
    """Return the users that both have: the values of some measures, the other's with `OTHER`, and whether |R| differs."""
    return pl.concat(_joined(ours, theirs, names))


def _joined(
    ours: UsersInMemory | UsersOnDisk, theirs: UsersInMemory | UsersOnDisk, names: list[str]
) -> Iterator[pl.DataFrame]:
    sides = [store.written.select("user", "relevant", *names) for store in (ours, theirs)]
    if len({side.collect_schema()["user"] for side in sides}) > 1:
        sides = [side.with_columns(pl.col("user").cast(pl.String)) for side in sides]
    passes = max(1, -(-max(store.summary.users for store in (ours, theirs)) // USERS_AT_ONCE))
    for k in range(passes):
        left, right = (side.filter(pl.col("user").hash() % passes == k).collect() for side in sides)
        joined = left.join(right, on="user", suffix=OTHER).sort("user")
        differs = (pl.col("relevant") != pl.col("relevant" + OTHER)).alias("differs")
        yield joined.select(differs, *names, *(name + OTHER for name in names))
