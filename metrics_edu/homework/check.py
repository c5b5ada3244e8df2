"""Check: one submission, read, looked at and computed on the validation data. Nothing here knows the hidden test data."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from metrics_edu.homework.course import Course, read_course
from metrics_edu.homework.exercise_file import read_answers
from metrics_edu.homework.policy import Policy, read_policy
from metrics_edu.homework.policy_keys import ExercisePart, Part
from metrics_edu.homework.report import Report
from metrics_edu.homework.submission.claims_file import claims_of, named_claims, read_claims
from metrics_edu.homework.submission.findings import Finding, Unusable, finding
from metrics_edu.homework.submission.handed_in import Entry, chosen, entries, on_disk
from metrics_edu.homework.submission.ranking_file import read_lists
from metrics_edu.homework.submission.ratings_file import read_ratings
from metrics_edu.homework.submission.students import Submission, several_of
from metrics_edu.language import _
from metrics_edu.metrics import value_of
from metrics_edu.working import one_line


def check_submission(submission: str | Path, policy: str | Path | Policy, *, claims: Any = None) -> Report:
    """Check a submission before it is handed in, on the validation data.

    Parameters
    ----------
    submission : path
        A folder, a zip, or the ranking alone.
    policy : path or Policy
    claims : mapping, pairs or frame, optional
        The numbers you report, as ``{"MAP@10": 0.0575}``; by default those of the submission's claims file.

    Returns
    -------
    Report
        It displays itself; ``.explain(user, "MAP@10")`` gives the working of a user's value.

    Raises
    ------
    ValueError
        If there is no such submission, or the policy or its data cannot be read. What is wrong in a submission is reported,
        never raised.
    """
    read = policy if isinstance(policy, Policy) else read_policy(policy)
    path = Path(submission).expanduser()
    if not path.exists():
        raise ValueError(_("{path}: there is no such submission", path=path))
    alone = path.is_file() and path.suffix.casefold() != ".zip"
    name = one_line(os.fsencode(path.resolve().name).decode("utf-8", "replace"))
    return examine(Submission(name, [path]), read_course(read, hidden=False), claims=claims, alone=alone)


def examine(
    submission: Submission, course: Course, report: Report | None = None, *, claims: Any = None, alone: bool = False
) -> Report:
    """Read what was handed in, look at it, and judge the claims; where a file is given alone, no other one is missing.

    What is known stands in the report at once, so that it is there, too, if this does not come to its end.
    """
    report, policy = Report(submission.name, course) if report is None else report, course.policy
    found = list(entries(submission, policy.limits))
    if unclear := submission.unclear or several_of((PurePosixPath(one.name).name for one in found), policy.parts):
        report.findings.append(finding("WHOSE", given=", ".join(unclear)))
        return report
    report.findings += [entry.wrong for entry in found if entry.wrong is not None]
    files = [(part, chosen(found, part, policy.limits)) for part in policy.parts]
    if alone:
        files = [(part, file) for part, file in files if isinstance(file, Entry)] or files
    if claims is not None:
        files = [(part, file) for part, file in files if part is not policy.submissions.claims]
    claimed = {} if claims is None else claims_of(claims)
    with tempfile.TemporaryDirectory() as folder:
        files.sort(key=lambda one: one[0] is not policy.submissions.exercise)  # which needs nothing else
        for part, file in files:
            claimed |= _read_file(report, part, file, Path(folder))
    read = [id(file) for _part, file in files]
    unread = [entry.shown for entry in found if entry.wrong is None and id(entry) not in read]
    report.unread, report.read = [*submission.older, *unread], True
    _compute(report, claimed)
    return report


def _read_file(report: Report, part: Part, file: Entry | Finding | None, folder: Path) -> dict[str, str]:
    path = on_disk(file, folder, report.course.policy.limits) if isinstance(file, Entry) else file
    try:
        if isinstance(path, Finding):
            raise Unusable(path)
        return _read_part(report, part, path, file.shown) if isinstance(file, Entry) and path is not None else {}
    except Unusable as unusable:
        report.findings.append(unusable.finding)
        return {}


def _read_part(report: Report, part: Part, path: Path, name: str) -> dict[str, str]:
    course, asked = report.course, report.course.policy.submissions
    if isinstance(part, ExercisePart):
        report.student, report.answers, found = read_answers(path, name, part)
        report.findings += found
    elif part is asked.ranking:
        report.handed, found = read_lists(path, name, asked.ranking, course)
        report.findings += found
        report.run = report.handed.against(course.validation) if report.handed.lists else None
    elif part is asked.ratings:
        report.predicted, found = read_ratings(path, name, course)
        report.findings += found
    else:
        return read_claims(path, name)
    return {}


def _compute(report: Report, claimed: Mapping[str, str]) -> None:
    policy = report.course.policy
    if policy.fallbacks.users == "refused" and any(one.code == "MISSING_USERS" for one in report.findings):
        report.run = None
    named, found = named_claims(claimed, policy)
    report.findings += found
    for title, asked in policy.asked.items():
        given = report.given_for(title)
        if given is not None:
            report.values[title] = value_of(asked, given)
        if title in policy.claims or title in named:
            report.claims.append(report.judged(title, named.get(title, "")))
