"""Submitted rating predictions: read, and compared with the data of the course."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from metrics_edu.language import N_, _, number
from metrics_edu.tables.reading.table import Table
from metrics_homework.course import Course, Pair, pairs_in
from metrics_homework.findings import Finding, Unusable, finding
from metrics_homework.submission.plain_text import read_rows

Ratings = dict[Pair, float]
Predicted = dict[Pair, float | None]
LEAST_EQUAL = 0.9
"""From this share on, numbers that equal the true ratings look like a copy of them."""
CONSEQUENCES = {
    "refused": N_("RMSE and MAE are not computed."),
    "mean": N_("The mean of the train data replaces them."),
    "number": N_("{n} replaces them."),
}


def read_ratings(path: Path, name: str, course: Course) -> tuple[Ratings, Predicted, list[Finding]]:
    """Read the ratings of a file, and those of the course's pairs; None where one is missing and not replaced."""
    table = read_rows(path, name, "ratings", course.policy.limits)
    if not table.number:
        why = _("{name}: no column has the predicted ratings; expected user, item, rating", name=name)
        raise Unusable("UNREADABLE", why=why)
    rows = [*zip(pairs_in(table), table.numbers.tolist(), strict=True)]
    once = dict(reversed(rows))  # the first rating of a pair
    once = {pair: once[pair] for pair, _value in rows}
    counts = Counter(pair for pair, _value in rows)
    again = [pair for pair, count in counts.items() for _row in range(count - 1)]
    missing = [pair for pair in course.pairs if pair not in once]
    extra = [pair for pair in once if pair not in course.pairs]
    findings = [finding("READ_AS", why=note) for note in table.notes(name)]
    findings += [finding("TWICE", **_first(again, table))] if again else []
    if missing:
        fallback = course.policy.fallbacks.ratings
        consequence = _(CONSEQUENCES[fallback if isinstance(fallback, str) else "number"], n=fallback)
        findings.append(finding("MISSING_PAIRS", whole=len(course.pairs), consequence=consequence, **_first(missing)))
    findings += [finding("EXTRA_PAIRS", **_first(extra))] if extra else []
    known = {pair: once[pair] for pair in course.pairs if pair in once}
    findings += _values(known, table, course.policy.data.scale)
    findings += equal_to_truth([(known[pair], course.pairs[pair].actual) for pair in known], name)
    return once, {pair: once.get(pair, course.fallback) for pair in course.pairs}, findings


def equal_to_truth(predicted: Iterable[tuple[float, float | None]], name: str, least: int = 2) -> Iterator[Finding]:
    """Give a finding if nearly all predicted ratings, at least some, are the true ones: another column was read or copied."""
    known = [(value, true) for value, true in predicted if true is not None]
    equal = sum(value == true for value, true in known)
    if len(known) >= least and len({true for _value, true in known}) > 1 and equal >= LEAST_EQUAL * len(known):
        yield finding("EQUALS_TRUTH", name=name, count=equal, whole=len(known))


def _values(known: Ratings, table: Table, scale: tuple[float, float] | None) -> Iterator[Finding]:
    off = [pair for pair, value in known.items() if scale is not None and not scale[0] <= value <= scale[1]]
    if scale is not None and off:
        low, high, first = map(number, (*scale, known[off[0]]))
        yield finding("OFF_SCALE", low=low, high=high, value=first, **_first(off, table))
    if len(known) > 1 and len({*known.values()}) == 1:
        yield finding("CONSTANT", value=number(next(iter(known.values()))))


def _first(pairs: list[Pair], table: Table | None = None) -> dict[str, Any]:
    user, item = pairs[0]
    position = table.where(user, item) if table is not None else ""
    return {"count": len(pairs), "user": user, "item": item, "where": position}
