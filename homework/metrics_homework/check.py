"""Check: one submission, read, looked at and computed on the validation data.

`check_submission` never reads the hidden test data; grading calls `examine` with a course that has it.
"""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from metrics_edu.language import _, needs, refused
from metrics_edu.metrics.value_and_derivation import value_of
from metrics_homework.classroom.exercise_file import read_answers
from metrics_homework.course import Course, read_course
from metrics_homework.findings import Finding, Unusable, finding
from metrics_homework.judging.report import Report
from metrics_homework.judging.reported_numbers import judge_numbers
from metrics_homework.submission.claims_file import (
    claims_of,
    is_claims,
    named_claims,
    other_claims_files,
    read_claims,
)
from metrics_homework.submission.file_owners import shown
from metrics_homework.submission.files import (
    SubmittedFile,
    chosen,
    entries,
    is_archive,
    may_be_of_several,
    names_another,
    on_disk,
)
from metrics_homework.submission.lists_file import read_lists
from metrics_homework.submission.plain_text import is_table, plain_text
from metrics_homework.submission.ratings_file import read_ratings
from metrics_homework.submission.roster import Roster
from metrics_homework.submission.submissions import Submission

if TYPE_CHECKING:
    from metrics_homework.policy import Part, Policy


def check_submission(submission: str | Path, policy: str | Path | Policy, *, claims: Any = None) -> Report:
    """Check a submission before it is handed in, on the validation data.

    Parameters
    ----------
    submission : path
        A folder, an archive, or the ranking alone.
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
    needs("pydantic", of="metrics-homework")
    from metrics_homework.policy import read_policy

    policy = read_policy(policy)
    path = Path(submission).expanduser()
    if not path.exists():
        raise refused("{path}: no such file or folder; check the path of your submission", path=path)
    alone = path.is_file() and not is_archive(path.name)
    handed_in, course = Submission(shown(path.resolve().name), [path]), read_course(policy, hidden=False)
    return examine(handed_in, course, Report(handed_in.name, course, path=str(path)), claims=claims, alone=alone)


def examine(
    submission: Submission, course: Course, report: Report | None = None, *, claims: Any = None, alone: bool = False
) -> Report:
    """Read what was handed in, look at it, and judge the claims; where a file is given alone, no other one is missing.

    What is known is put into the report at once, so that it is there even if this does not come to its end.
    """
    report, policy = Report(submission.name, course) if report is None else report, course.policy
    found = list(entries(submission, policy.limits))
    report.findings += submission.findings
    if not submission.paths:
        report.findings.append(finding("NOTHING"))
        return report
    if may_be_of_several(submission, found, policy.parts):
        report.findings.append(finding("WHOSE", value=", ".join(entry.whole_name for entry in found)))
        return report
    report.findings += [entry.wrong for entry in found if entry.wrong is not None]
    files = [(part, chosen(found, part, policy.limits)) for part in policy.parts]
    if alone:
        files = [(part, file) for part, file in files if isinstance(file, SubmittedFile)] or files
    if claims is not None:
        files = [(part, file) for part, file in files if part is not policy.submissions.claims]
    files = [(part, file or _other_file(report, part, submission, found, files)) for part, file in files]
    claimed = {} if claims is None else claims_of(claims)
    files.sort(key=lambda pair: pair[0] is not policy.submissions.exercise)  # which needs nothing else
    with tempfile.TemporaryDirectory() as folder:
        for part, file in files:
            claimed |= _read_file(report, part, file, Path(folder))
    if submission.members and report.student and not Roster(submission.members).fitting(report.student):
        report.findings.append(finding("OTHER_STUDENT", student=report.student))
    chosen_ones = [id(file) for _part, file in files]
    unread = [entry.whole_name for entry in found if entry.wrong is None and id(entry) not in chosen_ones]
    report.unread, report.read = [*submission.older, *unread], True
    _compute(report, claimed)
    return report


def _other_file(
    report: Report,
    part: Part,
    submission: Submission,
    found: list[SubmittedFile],
    files: list[tuple[Part, SubmittedFile | Finding | None]],
) -> SubmittedFile | None:
    """Return the one file of another name that has the numbers, where no file has the name that is wanted.

    A file whose name has that of another person is not taken.
    """
    policy, taken = report.course.policy, [id(file) for _part, file in files]
    if part is not policy.submissions.claims:
        return None
    likely = other_claims_files([file for file in found if id(file) not in taken], part, policy)
    others = [file for file in likely if not names_another(submission, file)]
    if len(others) != 1:
        return None
    report.findings.append(finding("CLAIMS_FILE", wanted=_(" or ").join(part.file), name=others[0].name))
    return others[0]


def _read_file(report: Report, part: Part, file: SubmittedFile | Finding | None, folder: Path) -> dict[str, str]:
    course, wanted = report.course, report.course.policy.submissions
    findings: list[Finding] = [file] if isinstance(file, Finding) else []
    claims: dict[str, str] = {}
    try:
        if isinstance(file, SubmittedFile):
            path, name = on_disk(file, folder, course.policy.limits), file.name
            digest = hashlib.sha256(path.read_bytes()).hexdigest()
            report.digests |= {key: digest for key, wanted_part in wanted if wanted_part is part}
            if part is not wanted.exercise:
                kind = "ratings" if part is wanted.ratings else "recommendations"
                fits = (
                    partial(is_claims, policy=course.policy) if part is wanted.claims else partial(is_table, kind=kind)
                )
                path, findings = plain_text(path, name, folder, course.policy.limits, fits)
            if part is wanted.exercise:
                report.student, report.answers, more = read_answers(path, name, part)
            elif part is wanted.ranking:
                report.handed, more = read_lists(path, name, part, course)
                report.run = report.handed.against(course.validation) if report.handed.lists else None
            elif part is wanted.ratings:
                report.rated, report.predicted, more = read_ratings(path, name, course)
            else:
                claims, more = read_claims(path, name), []
            findings += more
    except Unusable as unusable:
        findings = [*findings, unusable.finding]
    report.findings += findings
    report.files.append((part, file.name if isinstance(file, SubmittedFile) else "", findings))
    return claims


def _compute(report: Report, claimed: Mapping[str, str]) -> None:
    policy = report.course.policy
    if policy.fallbacks.users == "refused" and "MISSING_USERS" in [found.code for found in report.findings]:
        report.run = None
    named, findings = named_claims(claimed, policy)
    report.findings += findings
    for title, measure in policy.by_title.items():
        if (data := report.data_of(title)) is not None:
            report.values[title] = value_of(measure, data)
    wanted = [title for title in policy.by_title if title in policy.claims or title in named]
    judge_numbers(report, {title: named.get(title, "") for title in wanted})
    known = {claim.code for claim in report.claims if claim.file_mistake}  # the numbers say it, so the file need not
    report.findings = [finding for finding in report.findings if finding.code not in known or finding.level == "error"]
