"""Points: what grading keeps of one submission, its Result, with points in decimals; and bonus, lateness and grade."""

from __future__ import annotations

import csv
import hashlib
import math
import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from pydantic import ConfigDict, TypeAdapter

from metrics_edu.exercises import numbers_right
from metrics_edu.homework.claims import Judged, Number, numbers
from metrics_edu.homework.findings import Finding
from metrics_edu.homework.policy import Bonus, Policy, Scale
from metrics_edu.homework.report import Block, Report, blocks
from metrics_edu.homework.submission_files import shown
from metrics_edu.language import _, decimal_mark, ngettext
from metrics_edu.metrics import mean_over_users, value_of
from metrics_edu.mistakes import RIGHT
from metrics_edu.tables import bootstrap_interval, rows_of

CENT, ZERO = Decimal("0.01"), Decimal(0)
MAX_DAYS = 1000
RESAMPLES = 1000


def share_of(judged: Judged, policy: Policy) -> Decimal:
    """Return the share of its points that a number keeps: of several names that give it, the one that keeps most counts."""
    verdict = judged.verdict
    if verdict is None or verdict.fewer:  # a code that is no more than possible
        return ZERO
    return share_of_codes((verdict.kind,) if verdict.kind in RIGHT else (*verdict.codes, *verdict.conventions), policy)


def share_of_codes(codes: Iterable[str], policy: Policy) -> Decimal:
    """Return what `variants` says; else right and rounded numbers keep all, and named variants nothing."""
    return max((policy.variants.get(code, Decimal(code in RIGHT)) for code in codes), default=ZERO)


def parts_of(report: Report) -> dict[str, Decimal]:
    """Return the points of each part: "format", each claimed measure, "exercise"; all 0 where the submission is rejected."""
    policy, answers = report.course.policy, report.answers
    findings = [finding for finding in report.findings if finding.code != "FAILED" or not report.read]
    points = {"format": ZERO if any(finding.level == "error" for finding in findings) else policy.points.format}
    shares = {judged.title: share_of(judged, policy) for judged in report.claims}
    for title, most in policy.claims.items():
        points[title] = cents(most * shares.get(title, ZERO))
    if policy.submissions.exercise is not None:
        right = sum((share_of(judged, policy) for judged in answers), ZERO)
        points["exercise"] = cents(policy.points.exercise * right / len(answers)) if answers else ZERO
    return dict.fromkeys(points, ZERO) if any(finding.code in policy.reject for finding in findings) else points


def read_days(policy: Policy, names: Collection[str]) -> dict[str, Decimal]:
    if policy.late is None or policy.late.days is None:
        return {}
    path = policy.path(policy.late.days)
    try:
        head, *rows = rows_of(path.read_bytes())
        columns = [cell.casefold() for cell in head]
        name, late = columns.index("submission"), columns.index("days")
        days = {shown(row[name]): Decimal(row[late].replace(",", ".")) for row in rows}
    except (OSError, IndexError, RuntimeError, ValueError, ArithmeticError, csv.Error):
        raise ValueError(_("{path}: expected a CSV with columns submission and days", path=path)) from None
    if any(not count.is_finite() or not 0 <= count <= MAX_DAYS for count in days.values()):
        raise ValueError(_("{path}: days must be numbers from 0 to {most}", path=path, most=MAX_DAYS))
    if strange := [name for name in days if name not in names]:
        raise ValueError(_("{path}: there is no submission {given!r}", path=path, given=strange[0]))
    return days


def deduction(days: Decimal, policy: Policy) -> Decimal:
    if policy.late is None:
        return ZERO
    whole = policy.late.per_day * days
    return cents(whole if policy.late.at_most is None else min(whole, policy.late.at_most))


def bonuses(scores: Mapping[str, float], bonus: Bonus | None) -> dict[str, Decimal]:
    """Return the bonus of each submission by its place; those of equal scores share the better place."""
    places = {name: sum(other > score for other in scores.values()) for name, score in scores.items()}
    points = dict(enumerate(bonus.points if bonus else ()))
    return {name: points.get(place, ZERO) for name, place in places.items()}


def grade_of(points: Decimal, full: Decimal, scale: Scale) -> Decimal:
    """Return the grade: straight lines from `lowest` to `passing` at the demanded share, and on to `highest`."""
    reached = max(ZERO, min(points / full, Decimal(1))) if full else Decimal(1)
    if reached < scale.demand:
        grade = scale.lowest + (scale.passing - scale.lowest) * reached / scale.demand
    else:
        grade = scale.passing + (scale.highest - scale.passing) * (reached - scale.demand) / (1 - scale.demand)
    return grade.quantize(Decimal("0.1"), ROUND_HALF_UP)


def cents(points: Decimal) -> Decimal:
    return points.quantize(CENT, ROUND_HALF_UP)


def points_text(points: Decimal) -> str:
    """Write points for a file: 2, 1.5, 0.25."""
    return f"{cents(points):f}".rstrip("0").rstrip(".")


def local_points(points: Decimal) -> str:
    return points_text(points).replace(".", decimal_mark())


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

    __pydantic_config__ = ConfigDict(ser_json_inf_nan="constants", extra="forbid")

    name: str
    fingerprint: str  # of what was handed in, the policy, its data and this program
    course: str  # the fingerprint of the policy and its data alone
    late: bool = False  # as Canvas marks it
    findings: list[Finding] = field(default_factory=list)
    points: dict[str, Decimal] = field(default_factory=dict)  # by part
    details: list[Detail] = field(default_factory=list)
    hidden: dict[str, float] = field(default_factory=dict)  # the mean on the test data, by measure
    scores: list[float] = field(default_factory=list)  # of each user, the mean of the measures that rank submissions
    interval: list[float] = field(default_factory=list)  # of the mean of the scores
    feedback: list[Block] = field(default_factory=list)  # what the student reads: the table of the points first
    student: str = ""  # whose exercise was handed in
    kept: bool = False  # it was there already

    @property
    def score(self) -> float:
        """The mean by which submissions are ranked; NaN without one."""
        return round(math.fsum(self.scores) / len(self.scores), 12) if self.scores else math.nan

    @property
    def sum(self) -> Decimal:
        return sum(self.points.values(), ZERO)

    @property
    def codes(self) -> list[str]:
        return list(dict.fromkeys(found.code for found in self.findings if found.level == "error"))


RESULT = TypeAdapter(Result)


def result_file(folder: Path, name: str) -> Path:
    return folder / f"{slug(name)}.json"


def load_result(path: Path) -> Result | None:
    try:
        return RESULT.validate_json(path.read_bytes())
    except (OSError, ValueError):  # there is none, or it was cut
        return None


def slug(name: str) -> str:
    """Return a name for files: letters, digits, - and _; a name that loses something keeps a mark of its own."""
    plain = re.sub(r"[^\w-]+", "-", unicodedata.normalize("NFC", name)).strip("-")[:60]
    if plain == name and not re.search(r"-[0-9a-f]{8}$", name):
        return plain
    return f"{plain or 'x'}-{hashlib.sha256(name.encode()).hexdigest()[:8]}"


def result_of(report: Report, *, scored: bool = True) -> Result:
    policy = report.course.policy
    parts = parts_of(report)
    each = policy.points.exercise / max(len(report.answers), 1) if parts.get("exercise") else ZERO
    details = [_detail("claims", judged, parts.get(judged.title, ZERO)) for judged in report.claims]
    details += [_detail("exercise", judged, each * share_of(judged, policy)) for judged in report.answers]
    result = Result(
        report.name,
        fingerprint="",
        course=report.course.fingerprint,
        findings=report.findings,
        points=parts,
        details=details,  # of the exercise only the sum is rounded
        feedback=[_points_table(report, parts), *blocks(report, values=policy.feedback.recomputed, graded=True)],
        student=report.student,
    )
    if scored:
        _score(result, report)
    return result


def _detail(part: str, judged: Judged, points: Decimal) -> Detail:
    exact = judged.verdict.exact if judged.verdict else None
    return Detail(part, judged.title, judged.claimed, exact, judged.code, points)


def _points_table(report: Report, points: Mapping[str, Decimal]) -> Block:
    policy, errors = report.course.policy, report.errors
    told = numbers([*report.claims, *report.answers], asked=policy.feedback.recomputed)
    claims, answers = told[: len(report.claims)], told[len(report.claims) :]
    full = {"format": policy.points.format, "exercise": policy.points.exercise} | policy.claims
    of_files = ", ".join(dict.fromkeys(found.in_short for found in errors)) or _("As asked for")
    row_of = {judged.title: number for judged, number in zip(report.claims, claims, strict=True)}
    unpaid = [number for title, number in row_of.items() if title not in points]
    row_of["format"] = Number(_("Format"), what=of_files, mark="wrong" if errors else "right")
    row_of["exercise"] = Number(_("Exercise in class"), **({} if answers else {"what": _("No file"), "mark": "open"}))
    rows = [(row_of.get(part, Number(part)), local_points(points[part]), local_points(full[part])) for part in points]
    rows += [(number, "", "") for number in (*answers, *unpaid)]
    head = [_("part"), _("yours"), _("what it is"), _("asked for"), _("points"), _("of")]
    lines = ([*number[:4], count, most] for number, count, most in rows)
    return Block(text=_said(told), table=(head, *lines), marks=tuple(number.mark for number, *_counts in rows))


def _said(told: Sequence[Number]) -> str:
    if not told:
        return ""
    others = Counter(number.what for number in told if number.mark in ("wrong", "convention"))
    explained = [ngettext("{what} explains {count} number.", "{what} explains {count} numbers.", count, what=what)
                 for what, count in others.items() if count > 1]  # fmt: skip
    return " ".join([numbers_right(sum(number.mark == "right" for number in told), len(told)), *explained])


def _score(result: Result, report: Report) -> None:
    course, run, policy = report.course, report.run, report.course.policy
    if run is not None and report.handed is not None and course.test is not None:
        run = report.handed.against(course.test)
    values: dict[str, Any] = {}
    if run is not None:
        ranked = policy.of_kind("ranking").items()
        values = {title: np.asarray(asked(run.ranking), dtype=np.float64) for title, asked in ranked}
    if course.test is not None:
        result.hidden |= {title: float(mean_over_users(each)) for title, each in values.items()}
        if ratings := report.ratings("hidden"):
            result.hidden |= {title: value_of(asked, ratings) for title, asked in policy.of_kind("rating").items()}
    if names := [name for name in policy.ranked_by if name in values]:
        means = np.stack([values[name] for name in names]).mean(axis=0)
        means = means[~np.isnan(means)]
        if len(means) > 1:
            result.scores = means.tolist()
            result.interval = list(bootstrap_interval(means, resamples=RESAMPLES, seed=policy.seed))
