"""Result: what grading keeps of a checked submission: points, details, scores and feedback."""

from __future__ import annotations

import hashlib
import math
import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, NamedTuple

import numpy as np

from metrics_edu.language import _, ngettext
from metrics_edu.metrics.registry import mean_over_users
from metrics_edu.metrics.value_and_derivation import value_of
from metrics_edu.practice.exercises import numbers_right
from metrics_edu.tables.scoring.intervals import bootstrap_interval
from metrics_homework.findings import Finding
from metrics_homework.grading.points import ZERO, local_points, parts_of, shares_of
from metrics_homework.judging.judged_claims import Judged
from metrics_homework.judging.report import Report, blocks
from metrics_homework.judging.report_blocks import ReportBlock
from metrics_homework.judging.shared_mistakes import CountedNumber, numbers

RESAMPLES = 1000


class Detail(NamedTuple):
    part: str  # "claims" or "exercise"
    title: str
    claimed: str
    recomputed: float | None
    code: str
    points: Decimal


@dataclass
class Result:
    """One submission, graded but for what depends on the others."""

    name: str
    findings: list[Finding] = field(default_factory=list)
    points: dict[str, Decimal] = field(default_factory=dict)  # by part
    details: list[Detail] = field(default_factory=list)
    hidden: dict[str, float] = field(default_factory=dict)  # the mean on the test data, by measure
    score: float = math.nan  # the mean over the users of the measures that rank submissions; NaN without one
    interval: list[float] = field(default_factory=list)  # of the score
    feedback: list[ReportBlock] = field(default_factory=list)  # what the student reads: the table of the points first
    student: str = ""  # whose exercise was handed in
    lists: str = ""  # the hash of all lists, by which equal ones are found
    ratings: str = ""  # the same of the predicted ratings
    digests: dict[str, str] = field(
        default_factory=dict
    )  # the hash of each file that was read, by its part of the homework
    archives: list[str] = field(default_factory=list)  # the hashes of the archives that were handed in

    @property
    def sum(self) -> Decimal:
        return sum(self.points.values(), ZERO)

    @property
    def codes(self) -> list[str]:
        return list(dict.fromkeys(found.code for found in self.findings if found.level == "error"))


def slug(name: str, *, is_marked: bool = False) -> str:
    """Return a name for files: characters a to z, digits, - and _; a name that loses something keeps a separate mark."""
    plain = re.sub(r"[^\w-]+", "-", unicodedata.normalize("NFC", name)).strip("-")[:60]
    if plain == name and not is_marked and not re.search(r"-[0-9a-f]{8}$", name):
        return plain
    return f"{plain or 'x'}-{hashlib.sha256(name.encode()).hexdigest()[:8]}"


def result_of(report: Report, *, scored: bool = True) -> Result:
    policy = report.course.policy
    parts = parts_of(report)
    points_each = policy.points.exercise / max(len(report.answers), 1) if parts.get("exercise") else ZERO
    details = [_detail("claims", judged, parts.get(judged.title, ZERO)) for judged in report.claims]
    shares = zip(report.answers, shares_of(report.answers, policy), strict=True)
    details += [_detail("exercise", judged, points_each * share) for judged, share in shares]
    result = Result(
        report.name,
        findings=[*report.findings],
        points=parts,
        details=details,  # of the exercise only the sum is rounded
        feedback=[_points_table(report, parts), *blocks(report, values=policy.feedback.recomputed, graded=True)],
        student=report.read.student,
        digests=dict(report.read.digests),
    )
    read = report.read
    if read.handed is not None:
        lists = sorted((user, *items) for user, items in read.handed.lists.items())
        result.lists = _hash_of_text(repr(lists)) if lists else ""
    if read.rated:
        result.ratings = _hash_of_text(repr(sorted(read.rated.items())))
    if scored:
        score_hidden(result, report)
    return result


def _hash_of_text(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "backslashreplace")).hexdigest()


def _detail(part: str, judged: Judged, points: Decimal) -> Detail:
    exact = judged.verdict.exact if judged.verdict else None
    return Detail(part, judged.title, judged.claimed, exact, judged.code, points)


def _points_table(report: Report, points: Mapping[str, Decimal]) -> ReportBlock:
    policy, errors = report.course.policy, report.errors
    shown = numbers([*report.claims, *report.answers], with_exact=policy.feedback.recomputed)
    claims, answers = shown[: len(report.claims)], shown[len(report.claims) :]
    full = {"format": policy.points.format, "exercise": policy.points.exercise} | policy.claims
    of_files = ", ".join(dict.fromkeys(found.in_short for found in errors)) or _("As required")
    row_of = {judged.title: number for judged, number in zip(report.claims, claims, strict=True)}
    unpaid = [number for title, number in row_of.items() if title not in points]
    row_of["format"] = CountedNumber(_("Format"), what=of_files, mark="wrong" if errors else "right")
    row_of["exercise"] = CountedNumber(
        _("Exercise in class"), **({} if answers else {"what": _("No file"), "mark": "open"})
    )
    rows = [
        (row_of.get(part, CountedNumber(part)), local_points(points[part]), local_points(full[part])) for part in points
    ]
    rows += [(number, "", "") for number in (*answers, *unpaid)]
    head = [_("part"), _("yours"), _("result"), _("right value"), _("points"), _("of")]
    lines = ([*number[:4], count, most] for number, count, most in rows)
    return ReportBlock(
        text=_summary(shown), table=(head, *lines), marks=tuple(number.mark for number, *_counts in rows)
    )


def _summary(shown: Sequence[CountedNumber]) -> str:
    shown = [number for number in shown if number.mark]
    if not shown:
        return ""
    others = Counter(number.what for number in shown if number.mark in ("wrong", "convention"))
    explained = [
        ngettext("{what} explains {count} number.", "{what} explains {count} numbers.", count, what=what)
        for what, count in others.items()
        if count > 1
    ]
    return " ".join([numbers_right(sum(number.mark == "right" for number in shown), len(shown)), *explained])


def score_hidden(result: Result, report: Report) -> None:
    course, read, run, policy = report.course, report.read, report.read.run, report.course.policy
    if run is not None and read.handed is not None and course.test is not None:
        run = read.handed.against(course.test)
    values: dict[str, Any] = {}
    if run is not None:
        ranked = policy.of_kind("ranking").items()
        values = {title: np.asarray(measure(run.ranking), dtype=np.float64) for title, measure in ranked}
    if course.test is not None:
        result.hidden |= {title: float(mean_over_users(per_user)) for title, per_user in values.items()}
        if ratings := report.ratings("hidden"):
            result.hidden |= {title: value_of(measure, ratings) for title, measure in policy.of_kind("rating").items()}
    if names := [name for name in policy.ranked_by if name in values]:
        means = np.stack([values[name] for name in names]).mean(axis=0)
        means = means[~np.isnan(means)]
        if len(means) > 1:
            result.score = round(math.fsum(means) / len(means), 12)
            result.interval = list(bootstrap_interval(means, resamples=RESAMPLES, seed=policy.seed))
