"""Submitted rating predictions: read, and compared with the data of the course."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from metrics_edu.language import N_, _, number
from metrics_edu.tables.reading.table import Table
from metrics_homework.course import PAIR, Course
from metrics_homework.findings import Finding, Unusable, finding
from metrics_homework.submission.plain_text import read_rows

if TYPE_CHECKING:
    import polars as pl


LEAST_EQUAL = 0.9
"""From this share on, numbers that equal the true ratings look like a copy of them."""
CONSEQUENCES = {
    "refused": N_("RMSE and MAE are not computed."),
    "mean": N_("The mean of the train data replaces them."),
    "number": N_("{n} replaces them."),
}


def read_ratings(path: Path, name: str, course: Course) -> tuple[pl.DataFrame, pl.DataFrame, list[Finding]]:
    """Read the rows of a file, and the pairs of the course with them; null where a rating is missing and not replaced."""
    import polars as pl

    table = read_rows(path, name, "ratings", course.policy.limits)
    if not table.number:
        why = _("{name}: no column has the predicted ratings; expected user, item, rating", name=name)
        raise Unusable("UNREADABLE", why=why)
    rows = table.rows.select(pl.col("user", "item").cast(pl.String), pl.col(table.number).alias("predicted"))
    once = rows.unique(PAIR, keep="first", maintain_order=True)
    pairs = course.pairs.join(once, on=PAIR, how="left", maintain_order="left")
    again = rows.filter(~pl.struct(PAIR).is_first_distinct())
    missing = pairs.filter(pairs["predicted"].is_null())
    extra = once.join(course.pairs, on=PAIR, how="anti", maintain_order="left")
    findings = [finding("READ_AS", why=note) for note in table.notes(name)]
    findings += [finding("TWICE", **_first(again, table))] if again.height else []
    if missing.height:
        fallback = course.policy.fallbacks.ratings
        consequence = _(CONSEQUENCES[fallback if isinstance(fallback, str) else "number"], n=fallback)
        findings.append(finding("MISSING_PAIRS", whole=pairs.height, consequence=consequence, **_first(missing)))
    findings += [finding("EXTRA_PAIRS", **_first(extra))] if extra.height else []
    findings += _values(pairs.drop_nulls("predicted"), table, course.policy.data.scale)
    findings += equal_to_truth(pairs, name)
    return once, pairs.with_columns(pl.coalesce("predicted", pl.lit(course.fallback))), findings


def equal_to_truth(rated: pl.DataFrame, name: str, least: int = 2) -> Iterator[Finding]:
    """Give a finding if nearly all predicted ratings, at least some, are the true ones: another column was read or copied."""
    rated = rated.drop_nulls(["predicted", "actual"])
    equal = rated.filter(rated["predicted"] == rated["actual"]).height
    if rated.height >= least and rated["actual"].n_unique() > 1 and equal >= LEAST_EQUAL * rated.height:
        yield finding("EQUALS_TRUTH", name=name, count=equal, whole=rated.height)


def _values(rated: pl.DataFrame, table: Table, scale: tuple[float, float] | None) -> Iterator[Finding]:
    off = rated.filter(~rated["predicted"].is_between(*scale)) if scale is not None else rated.clear()
    if scale is not None and off.height:
        low, high, first = map(number, (*scale, off["predicted"][0]))
        yield finding("OFF_SCALE", low=low, high=high, value=first, **_first(off, table))
    if rated.height > 1 and rated["predicted"].n_unique() == 1:
        yield finding("CONSTANT", value=number(rated["predicted"][0]))


def _first(rows: pl.DataFrame, table: Table | None = None) -> dict[str, Any]:
    user, item = rows.select(PAIR).row(0)
    position = table.where(user, item) if table is not None else ""
    return {"count": rows.height, "user": user, "item": item, "where": position}
