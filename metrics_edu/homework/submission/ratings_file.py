"""Ratings: the predicted ratings that were handed in, read and looked at: which pairs, and whether they are on the scale."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from metrics_edu.homework.course import PAIR, Course
from metrics_edu.homework.submission.findings import Finding, Unusable, finding
from metrics_edu.homework.submission.ranking_file import read_rows
from metrics_edu.language import _, number
from metrics_edu.metrics import Ratings
from metrics_edu.tables import Table
from metrics_edu.working import one_line

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True)
class PredictedRatings:
    """The ratings of the pairs that were asked for."""

    pairs: pl.DataFrame  # those of the course, and predicted: null where it is missing
    whole: bool  # none is missing, or what is missing counts as something

    def against(self, column: str, fallback: float | None) -> Ratings | None:
        """Return predicted and true ratings side by side; None where no true one is known."""
        known = self.pairs.filter(self.pairs[column].is_not_null())
        predicted = known["predicted"] if fallback is None else known["predicted"].fill_null(fallback)
        if not known.height or predicted.null_count():
            return None
        return Ratings(predicted.to_numpy(), known[column].to_numpy(), known["user"].to_list())


def read_ratings(path: Path, name: str, course: Course) -> tuple[PredictedRatings, list[Finding]]:
    """Read the predicted ratings of a submission, and say what there is to say."""
    import polars as pl

    table = read_rows(path, name, "ratings", course)
    if not table.number:
        why = _("{name}: no column holds the predicted ratings; expected user, item, rating", name=name)
        raise Unusable(finding("UNREADABLE", why=why))
    rows = table.rows.select(pl.col("user", "item").cast(pl.String), pl.col(table.number).alias("predicted"))
    once = rows.unique(PAIR, keep="first", maintain_order=True)
    pairs = course.pairs.join(once, on=PAIR, how="left", maintain_order="left")
    missing = pairs.filter(pairs["predicted"].is_null())
    found = [
        *(_twice(rows, table) if once.height < rows.height else ()),
        *_missing(missing, pairs.height, course.policy.fallbacks.ratings),
        *_extra(once, pairs.height - missing.height, course.pairs),
        *_values(pairs.drop_nulls("predicted"), table, course.policy.data.scale),
    ]
    return PredictedRatings(pairs, not missing.height or course.policy.fallbacks.ratings != "refused"), found


def _twice(rows: pl.DataFrame, table: Table) -> Iterator[Finding]:
    import polars as pl

    again = rows.filter(~pl.struct(PAIR).is_first_distinct())
    yield finding("TWICE", count=again.height, place=table.where(*again.select(PAIR).row(0)), **_first(again))


def _missing(missing: pl.DataFrame, whole: int, fallback: str | float) -> Iterator[Finding]:
    if missing.height:
        consequences = {
            "refused": _("RMSE and MAE are not computed."),
            "mean": _("The mean of the train data stands in their place."),
        }
        consequence = consequences.get(str(fallback), _("{n} stands in their place.", n=fallback))
        yield finding("MISSING_PAIRS", count=missing.height, whole=whole, consequence=consequence, **_first(missing))


def _extra(rows: pl.DataFrame, known: int, pairs: pl.DataFrame) -> Iterator[Finding]:
    if rows.height > known:
        extra = rows.join(pairs, on=PAIR, how="anti", maintain_order="left")
        yield finding("EXTRA_PAIRS", count=extra.height, **_first(extra))


def _values(rated: pl.DataFrame, table: Table, scale: tuple[float, float] | None) -> Iterator[Finding]:
    if scale is not None:
        off = rated.filter(~rated["predicted"].is_between(*scale))
        if off.height:
            low, high, given = map(number, (*scale, off["predicted"][0]))
            facts = {"low": low, "high": high, "given": given, "place": table.where(*off.select(PAIR).row(0))}
            yield finding("OFF_SCALE", count=off.height, **facts, **_first(off))
    if rated.height > 1 and rated["predicted"].n_unique() == 1:
        yield finding("CONSTANT", given=number(rated["predicted"][0]))


def _first(rows: pl.DataFrame) -> dict[str, str]:
    user, item = rows.select(PAIR).row(0)
    return {"user": one_line(user), "item": one_line(item)}
