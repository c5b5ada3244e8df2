"""Ratings: the predicted ratings that were handed in, read and looked at: which pairs, and whether they are on the scale."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

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
    again = rows.filter(~pl.struct(PAIR).is_first_distinct())
    missing = pairs.filter(pairs["predicted"].is_null())
    extra = once.join(course.pairs, on=PAIR, how="anti", maintain_order="left")
    fallback, findings = course.policy.fallbacks.ratings, []
    if again.height:
        findings.append(finding("TWICE", **_first(again, table)))
    if missing.height:
        facts = {"whole": pairs.height, "consequence": _consequence(fallback)}
        findings.append(finding("MISSING_PAIRS", **facts, **_first(missing)))
    if extra.height:
        findings.append(finding("EXTRA_PAIRS", **_first(extra)))
    findings += _values(pairs.drop_nulls("predicted"), table, course.policy.data.scale)
    return PredictedRatings(pairs, not missing.height or fallback != "refused"), findings


def _consequence(fallback: str | float) -> str:
    if fallback == "refused":
        return _("RMSE and MAE are not computed.")
    if fallback == "mean":
        return _("The mean of the train data stands in their place.")
    return _("{n} stands in their place.", n=fallback)


def _values(rated: pl.DataFrame, table: Table, scale: tuple[float, float] | None) -> Iterator[Finding]:
    off = rated.filter(~rated["predicted"].is_between(*scale)) if scale is not None else rated.clear()
    if scale is not None and off.height:
        low, high, given = map(number, (*scale, off["predicted"][0]))
        yield finding("OFF_SCALE", low=low, high=high, given=given, **_first(off, table))
    if rated.height > 1 and rated["predicted"].n_unique() == 1:
        yield finding("CONSTANT", given=number(rated["predicted"][0]))


def _first(rows: pl.DataFrame, table: Table | None = None) -> dict[str, Any]:
    user, item = rows.select(PAIR).row(0)
    place = table.where(user, item) if table is not None else ""
    return {"count": rows.height, "user": one_line(user), "item": one_line(item), "place": place}
