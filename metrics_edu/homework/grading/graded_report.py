"""The result of a checked submission: its points, its details, and the feedback for its student."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from decimal import Decimal

from metrics_edu.exercises.question import numbers_right
from metrics_edu.homework.grading.leaderboard import score_hidden
from metrics_edu.homework.grading.points import ZERO, local_points, parts_of, shares_of
from metrics_edu.homework.grading.result import Detail, Result
from metrics_edu.homework.grading.similar import hashes_of
from metrics_edu.homework.judging.judged_claims import Judged
from metrics_edu.homework.judging.report import Report, blocks
from metrics_edu.homework.judging.report_blocks import ReportBlock
from metrics_edu.homework.judging.shared_mistakes import CountedNumber, numbers
from metrics_edu.language import _, ngettext


def result_of(report: Report, *, scored: bool = True) -> Result:
    policy = report.course.policy
    parts = parts_of(report)
    points_each = policy.points.exercise / max(len(report.answers), 1) if parts.get("exercise") else ZERO
    details = [_detail("claims", judged, parts.get(judged.title, ZERO)) for judged in report.claims]
    shares = zip(report.answers, shares_of(report.answers, policy), strict=True)
    details += [_detail("exercise", judged, points_each * share) for judged, share in shares]
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
    if report.handed is not None:
        result.lists, result.user_lists = hashes_of(report.handed.lists)
    if scored:
        score_hidden(result, report)
    return result


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
    if not shown:
        return ""
    others = Counter(number.what for number in shown if number.mark in ("wrong", "convention"))
    explained = [ngettext("{what} explains {count} number.", "{what} explains {count} numbers.", count, what=what)
                 for what, count in others.items() if count > 1]  # fmt: skip
    return " ".join([numbers_right(sum(number.mark == "right" for number in shown), len(shown)), *explained])
