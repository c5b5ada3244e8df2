"""Points, in decimals: what a number and each part of a submission get, the bonus, lateness, the grade."""

from __future__ import annotations

import csv
from collections.abc import Collection, Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal
from itertools import pairwise

from metrics_edu.homework.policy import Policy, Scale
from metrics_edu.homework.report import Report
from metrics_edu.homework.submission.claimed_numbers import Judged
from metrics_edu.homework.submission.students import shown
from metrics_edu.language import _
from metrics_edu.tables import rows_of

CENT, ZERO = Decimal("0.01"), Decimal(0)
MAX_DAYS = 1000


def share_of(judged: Judged, policy: Policy) -> Decimal:
    """Return the share of its points that a number keeps.

    Right keeps all; a rounded one what `variants` says, else all; a named variant what it says, else nothing. Where several
    names give the number, the one that keeps most counts.
    """
    if judged.verdict is None or judged.verdict.fewer:  # a code that is no more than possible
        return ZERO
    if judged.verdict.kind in ("right", "rounded"):
        return policy.variants.get("rounded", Decimal(1)) if judged.verdict.kind == "rounded" else Decimal(1)
    names = (*judged.verdict.codes, *judged.verdict.conventions)
    return max((policy.variants.get(name, ZERO) for name in names), default=ZERO)


def keeps_all(code: str, policy: Policy) -> bool:
    """Return whether a number with such a code, or several with | between, keeps all its points."""
    return any(policy.variants.get(name, Decimal(name in ("right", "rounded"))) >= 1 for name in code.split("|"))


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
    rejected = any(finding.code in policy.reject for finding in findings)
    return dict.fromkeys(points, ZERO) if rejected else points


def points_of(answers: Sequence[Judged], whole: Decimal, policy: Policy) -> list[Decimal]:
    """Return the points of each answer to the exercise, in cents that add up to what all of them get."""
    shares = [share_of(judged, policy) for judged in answers]
    right = sum(shares, ZERO)
    upto = [cents(whole * sum(shares[:count], ZERO) / right) if right else ZERO for count in range(len(shares) + 1)]
    return [after - before for before, after in pairwise(upto)]


def read_days(policy: Policy, names: Collection[str]) -> dict[str, Decimal]:
    """Read how many days each submission was late; `names` are those that there are."""
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


def bonuses(scores: Mapping[str, float], policy: Policy) -> dict[str, Decimal]:
    """Return the bonus of each submission by its place; those of equal scores share the better place.

    Examples
    --------
    >>> from types import SimpleNamespace as Given
    >>> policy = Given(bonus=Given(points=[Decimal(2), Decimal(1)]))
    >>> {name: str(points) for name, points in bonuses({"a": 0.5, "b": 0.5, "c": 0.4}, policy).items()}
    {'a': '2', 'b': '2', 'c': '0'}
    """
    if policy.bonus is None:
        return {}
    places = {name: sum(other > score for other in scores.values()) for name, score in scores.items()}
    return {name: policy.bonus.points[at] if at < len(policy.bonus.points) else ZERO for name, at in places.items()}


def grade_of(points: Decimal, full: Decimal, scale: Scale) -> Decimal:
    """Return the grade of points: straight lines from `lowest` to `passing` at the demanded share, and on to `highest`.

    Examples
    --------
    >>> [str(grade_of(Decimal(points), Decimal(10), Scale())) for points in (0, 3, 6, 8, 10, 12)]
    ['1.0', '2.5', '4.0', '5.5', '7.0', '7.0']
    """
    reached = max(ZERO, min(points / full, Decimal(1))) if full else Decimal(1)
    if reached < scale.demand:
        grade = scale.lowest + (scale.passing - scale.lowest) * reached / scale.demand
    else:
        grade = scale.passing + (scale.highest - scale.passing) * (reached - scale.demand) / (1 - scale.demand)
    return grade.quantize(Decimal("0.1"), ROUND_HALF_UP)


def cents(points: Decimal) -> Decimal:
    return points.quantize(CENT, ROUND_HALF_UP)


def points_text(points: Decimal) -> str:
    """Write points: 2, 1.5, 0.25.

    Examples
    --------
    >>> points_text(Decimal("1.50")), points_text(Decimal("10")), points_text(Decimal("0.00"))
    ('1.5', '10', '0')
    """
    return f"{cents(points):f}".rstrip("0").rstrip(".")
