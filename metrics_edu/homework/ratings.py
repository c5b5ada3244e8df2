"""Ratings: the predicted ratings that were handed in, read and looked at: which pairs, and whether they are on the scale."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from metrics_edu.homework.course import Course, Pair
from metrics_edu.homework.findings import Finding, finding
from metrics_edu.homework.lists import Unusable, read_rows
from metrics_edu.language import _, number
from metrics_edu.run import Ratings
from metrics_edu.tables import Table
from metrics_edu.writing import one_line


@dataclass(frozen=True)
class Predicted:
    """The ratings of the pairs that were asked for; `whole` is whether none is missing, or what is missing counts as the mean."""

    ratings: dict[Pair, float]
    whole: bool

    def against(self, actual: Mapping[Pair, float | None], fallback: float | None) -> Ratings | None:
        """Return predicted and true ratings side by side, in the order of the true ones; None where there is no pair."""
        known = [(pair, rating) for pair, rating in actual.items() if rating is not None]
        rows = [(self.ratings.get(pair, fallback), rating, pair[0]) for pair, rating in known]
        both = [row for row in rows if row[0] is not None]
        if not both:
            return None
        predicted, true, users = zip(*both, strict=True)
        return Ratings(predicted, true, users)


def read_ratings(path: Path, name: str, course: Course) -> tuple[Predicted, list[Finding]]:
    """Read the predicted ratings of a submission, and say what there is to say.

    Raises
    ------
    Unusable
        If nothing can be computed from them.
    """
    table = read_rows(path, name, "judgments", course)
    if not table.number:
        why = _("{name}: no column holds the predicted ratings; expected user, item, rating").format(name=name)
        raise Unusable(finding("UNREADABLE", why=why))
    rows = _rows_of(table)
    ratings: dict[Pair, float] = {}
    twice = []
    for pair, rating in rows:
        if pair in ratings:
            twice.append(pair)
        ratings.setdefault(pair, rating)
    own = {pair: ratings[pair] for pair in course.pairs if pair in ratings}
    missing = [pair for pair in course.pairs if pair not in own]
    found = [*_twice(twice, table), *_pairs(missing, ratings, course), *_values(own, table, course)]
    return Predicted(own, not missing or course.policy.fallbacks.ratings != "refused"), found


def _rows_of(table: Table) -> Iterator[tuple[Pair, float]]:
    import polars as pl

    rows = table.rows.with_columns(pl.col("user", "item").cast(pl.String))
    for user, item, rating in rows.iter_rows():
        yield (user, item), rating


def _twice(twice: list[Pair], table: Table) -> Iterator[Finding]:
    if twice:
        user, item = twice[0]
        yield finding(
            "TWICE", count=len(twice), user=one_line(user), item=one_line(item), place=_lines(table, twice[0])
        )


def _pairs(missing: list[Pair], given: Mapping[Pair, float], course: Course) -> Iterator[Finding]:
    if missing:
        fallback = course.policy.fallbacks.ratings
        consequence = {
            "refused": _("RMSE and MAE are not computed."),
            "mean": _("The mean of the train data stands in their place."),
        }
        user, item = missing[0]
        yield finding("MISSING_PAIRS", count=len(missing), whole=len(course.pairs), user=one_line(user), item=one_line(item),
                      consequence=consequence.get(str(fallback), _("{n} stands in their place.").format(n=fallback)))  # fmt: skip
    if extra := [pair for pair in given if pair not in course.pairs]:
        user, item = extra[0]
        yield finding("EXTRA_PAIRS", count=len(extra), user=one_line(user), item=one_line(item))


def _values(ratings: Mapping[Pair, float], table: Table, course: Course) -> Iterator[Finding]:
    if course.policy.data.scale is not None:
        low, high = course.policy.data.scale
        off = [pair for pair, rating in ratings.items() if not low <= rating <= high]
        if off:
            user, item = off[0]
            yield finding("OFF_SCALE", count=len(off), low=number(low), high=number(high), given=number(ratings[off[0]]),
                          user=one_line(user), item=one_line(item), place=_lines(table, off[0]))  # fmt: skip
    if len(ratings) > 1 and len(set(ratings.values())) == 1:
        yield finding("CONSTANT", given=number(next(iter(ratings.values()))))


def _lines(table: Table, pair: Pair) -> str:
    found = table.places(*pair)
    return f" ({found})" if found else ""
