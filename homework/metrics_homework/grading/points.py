"""Points of the parts of a submission, bonuses and grades."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal

from metrics_edu.language import decimal_mark
from metrics_edu.mistakes.diagnosis import RIGHT, UNNAMED
from metrics_homework.judging.judged_claims import Judged
from metrics_homework.judging.report import Report
from metrics_homework.judging.shared_mistakes import mistakes
from metrics_homework.policy import Bonus, Policy, Scale

CENT, ZERO = Decimal("0.01"), Decimal(0)


def share_of(judged: Judged, policy: Policy) -> Decimal:
    """Return the share of its points that a number keeps: of several names that give it, the one that keeps most counts."""
    verdict = judged.verdict
    if judged.file_mistake or judged.is_percentage:
        return share_of_codes([judged.code], policy)
    if verdict is None or verdict.fewer:  # a code that is no more than possible
        return ZERO
    is_known = verdict.kind in (*RIGHT, "nearly", "coincidence")
    return share_of_codes((verdict.kind,) if is_known else (*verdict.codes, *verdict.conventions), policy)


def shares_of(judged: Sequence[Judged], policy: Policy) -> list[Decimal]:
    """Return the share of its points that each number keeps; where a mistake is charged once, only the dearest number pays."""
    shares = {id(claim): share_of(claim, policy) for claim in judged}
    for mistake in mistakes(judged) if policy.charge == "once" else ():
        named = [
            claim
            for claim in mistake.explains
            if not (claim.code in UNNAMED or (claim.verdict and claim.verdict.fewer))
        ]
        cost = {id(claim): policy.claims.get(claim.title, Decimal(1)) * (1 - shares[id(claim)]) for claim in named}
        dearest = max(cost, key=cost.__getitem__, default=None)
        shares |= {number: Decimal(1) for number in cost if number != dearest}
    return list(shares.values())


def share_of_codes(codes: Iterable[str], policy: Policy) -> Decimal:
    """Return what `variants` says; else right and rounded numbers keep all, also by chance, and named variants nothing."""
    kept = (*RIGHT, "coincidence")
    return max((policy.variants.get(code, Decimal(code in kept)) for code in codes), default=ZERO)


def parts_of(report: Report) -> dict[str, Decimal]:
    """Return the points of each part: "format", each claimed measure, "exercise"; all 0 where the submission is rejected."""
    policy, answers = report.course.policy, report.answers
    findings = [finding for finding in report.findings if finding.code != "FAILED" or not report.read.is_whole]
    points = {"format": ZERO if any(finding.level == "error" for finding in findings) else policy.points.format}
    shares = {
        judged.title: share for judged, share in zip(report.claims, shares_of(report.claims, policy), strict=True)
    }
    for title, most in policy.claims.items():
        points[title] = cents(most * shares.get(title, ZERO))
    if policy.submissions.exercise is not None:
        right = sum(shares_of(answers, policy), ZERO)
        points["exercise"] = cents(policy.points.exercise * right / len(answers)) if answers else ZERO
    return dict.fromkeys(points, ZERO) if any(finding.code in policy.reject for finding in findings) else points


def bonuses(places: Mapping[str, int], bonus: Bonus | None) -> dict[str, Decimal]:
    """Return the bonus of each submission by its place, from 1."""
    points = dict(enumerate(bonus.points if bonus else (), start=1))
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
