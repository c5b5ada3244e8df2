"""What the teacher's own files say about a class: points by hand, new deadlines, and times."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from metrics_edu.homework.findings import Finding
from metrics_edu.homework.grading.hand import HandFile, Marks
from metrics_edu.homework.grading.lateness import Find, Lateness, lateness_of_class
from metrics_edu.homework.policy import Policy
from metrics_edu.homework.submission.submissions import Submission


@dataclass(frozen=True)
class TeacherFiles:
    marks: Mapping[str, Marks]  # by the name of the submission, as the lateness is
    lateness: Mapping[str, Lateness]
    groups: Mapping[str, str]
    findings: Sequence[Finding]


def read_teacher_files(policy: Policy, submissions: Sequence[Submission], find: Find) -> TeacherFiles:
    """Read hand.csv, late.csv and the tables of times of a policy.

    Raises
    ------
    ValueError
        If a file is missing or has other columns. A wrong line is a finding.
    """
    hand = HandFile(policy)
    marks = hand.of([submission.name for submission in submissions], find)
    deadlines = {name: lines["deadline"].value for name, lines in marks.items() if "deadline" in lines}
    extensions = {name: value for name, value in deadlines.items() if isinstance(value, datetime)}
    lateness, findings = lateness_of_class(policy, submissions, find, extensions)
    groups: dict[str, str] = {}
    return TeacherFiles(marks, lateness, groups, [*hand.findings, *findings])
