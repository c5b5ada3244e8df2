"""A number that a student reports, judged with all that was found in the submission."""

from __future__ import annotations

from collections.abc import Mapping

from metrics_edu.homework.judging.file_mistakes import judged_as_meant
from metrics_edu.homework.judging.judged_claims import Judged, judge_claim
from metrics_edu.homework.judging.report import Report


def judge_numbers(report: Report, claimed: Mapping[str, str]) -> None:
    """Judge the claimed numbers of a report, each of which is there at once; a mistake in the file may explain several."""
    report.claims = []
    for title, number in claimed.items():
        report.claims.append(judge_number(report, title, number))
    report.claims = judged_as_meant(report, report.claims)


def judge_number(report: Report, title: str, claimed: str) -> Judged:
    """Return what a claimed number is; repeated items and ids of another numbering are considered."""
    policy = report.course.policy
    judged = judge_claim(title, claimed, report.data_of(title), policy)
    if report.run_with_repeats is not None and policy.by_title[title].metric.kind == "ranking":
        judged = judged.or_else(judge_claim(title, claimed, report.run_with_repeats, policy))
    has_other_ids = any(finding.code in ("SHIFTED_IDS", "INNER_IDS") for finding in report.findings)
    return judged.without("SEEN_KEPT") if has_other_ids else judged  # such ids are in the train data by chance
