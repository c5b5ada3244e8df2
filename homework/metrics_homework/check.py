"""Check: one submission, read, looked at and computed on the validation data.

`check_submission` never reads the hidden test data; grading makes an `Examination` with a course that has it.
"""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from metrics_edu.language import _, needs, refused
from metrics_edu.metrics.value_and_derivation import value_of
from metrics_homework.classroom.exercise_file import read_answers
from metrics_homework.course import Course, read_course
from metrics_homework.findings import Finding, Unusable, finding
from metrics_homework.judging.judged_claims import Judged
from metrics_homework.judging.report import Report
from metrics_homework.judging.reported_numbers import judge_in_steps
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

File = SubmittedFile | Finding | None
"""A file that was chosen, what is wrong with it, or nothing where it may be missing."""


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
    from metrics_homework.policy_file import read_policy

    policy = read_policy(policy)
    path = Path(submission).expanduser()
    if not path.exists():
        raise refused("{path}: no such file or folder; check the path of your submission", path=path)
    alone = path.is_file() and not is_archive(path.name)
    handed_in, course = Submission(shown(path.resolve().name), [path]), read_course(policy, hidden=False)
    return replace(Examination(handed_in, course).run(claims=claims, alone=alone), path=str(path))


class Examination:
    """The steps from the files of a submission to its report, which has what is known also where a step does not end."""

    def __init__(self, submission: Submission, course: Course) -> None:
        self.submission, self.policy = submission, course.policy
        self.report = Report(submission.name, course)

    def run(self, *, claims: Any = None, alone: bool = False) -> Report:
        """Read what was handed in, look at it, and judge the claims; where a file is given alone, no other one is missing."""
        found = list(entries(self.submission, self.policy.limits))
        self._add(*self.submission.findings)
        if not self.submission.paths:
            self._add(finding("NOTHING"))
        elif may_be_of_several(self.submission, found, self.policy.parts):
            self._add(finding("WHOSE", value=", ".join(entry.whole_name for entry in found)))
        else:
            self._add(*(entry.wrong for entry in found if entry.wrong is not None))
            self._read(found, claims, alone)
            self._judge()
        self.report = _decided(self.report, self.submission.decisions)
        return self.report

    def _add(self, *findings: Finding, **contents: Any) -> None:
        """Add findings to the report, and contents to what was read."""
        read = replace(self.report.read, **contents)
        self.report = replace(self.report, read=read, findings=[*self.report.findings, *findings])

    def _read(self, found: list[SubmittedFile], claims: Any, alone: bool) -> None:
        files = [(part, chosen(found, part, self.policy.limits)) for part in self.policy.parts]
        if alone:
            files = [(part, file) for part, file in files if isinstance(file, SubmittedFile)] or files
        if claims is not None:
            files = [(part, file) for part, file in files if part is not self.policy.submissions.claims]
            self._add(claimed=claims_of(claims))
        files = [(part, file or self._other_file(part, found, files)) for part, file in files]
        files.sort(key=lambda pair: pair[0] is not self.policy.submissions.exercise)  # which needs nothing else
        with tempfile.TemporaryDirectory() as folder:
            for part, file in files:
                self._read_file(part, file, Path(folder))
        student, members = self.report.read.student, self.submission.members
        if members and student and not Roster(members).fitting(student):
            self._add(finding("OTHER_STUDENT", student=student))
        chosen_ones = [id(file) for _part, file in files]
        unread = (entry.whole_name for entry in found if entry.wrong is None and id(entry) not in chosen_ones)
        self._add(unread=(*self.submission.older, *unread), is_whole=True)

    def _other_file(
        self, part: Part, found: list[SubmittedFile], files: list[tuple[Part, File]]
    ) -> SubmittedFile | None:
        """Return the one file of another name that has the numbers, where no file has the name that is wanted.

        A file whose name has that of another person is not taken.
        """
        taken = [id(file) for _part, file in files]
        if part is not self.policy.submissions.claims:
            return None
        likely = other_claims_files([file for file in found if id(file) not in taken], part, self.policy)
        others = [file for file in likely if not names_another(self.submission, file)]
        if len(others) != 1:
            return None
        self._add(finding("CLAIMS_FILE", wanted=_(" or ").join(part.file), name=others[0].name))
        return others[0]

    def _read_file(self, part: Part, file: File, folder: Path) -> None:
        wanted, name = self.policy.submissions, file.name if isinstance(file, SubmittedFile) else ""
        findings: list[Finding] = [file] if isinstance(file, Finding) else []
        try:
            if isinstance(file, SubmittedFile):
                path = on_disk(file, folder, self.policy.limits)
                digest = hashlib.sha256(path.read_bytes()).hexdigest()
                digests = {key: digest for key, other in wanted if other is part}
                self._add(digests={**self.report.read.digests, **digests})
                if part is not wanted.exercise:
                    kind = "ratings" if part is wanted.ratings else "recommendations"
                    is_of_claims = partial(is_claims, policy=self.policy)
                    fits = is_of_claims if part is wanted.claims else partial(is_table, kind=kind)
                    path, findings = plain_text(path, name, folder, self.policy.limits, fits)
                findings += self._read_contents(part, path, name)
        except Unusable as unusable:
            findings = [*findings, unusable.finding]
        self._add(*findings, files=(*self.report.read.files, (part, name, findings)))

    def _read_contents(self, part: Part, path: Path, name: str) -> list[Finding]:
        wanted, course, findings = self.policy.submissions, self.report.course, list[Finding]()
        if part is wanted.exercise:
            student, answers, findings = read_answers(path, name, part)
            self._add(student=student)
            self.report = replace(self.report, answers=answers)
        elif part is wanted.ranking:
            handed, findings = read_lists(path, name, part, course)
            self._add(handed=handed, run=handed.against(course.validation) if handed.lists else None)
        elif part is wanted.ratings:
            rated, predicted, findings = read_ratings(path, name, course)
            self._add(rated=rated, predicted=predicted)
        else:
            self._add(claimed=read_claims(path, name))
        return findings

    def _judge(self) -> None:
        policy = self.policy
        if policy.fallbacks.users == "refused" and "MISSING_USERS" in [found.code for found in self.report.findings]:
            self._add(run=None)
        named, findings = named_claims(self.report.read.claimed, policy)
        self._add(*findings)
        for title, measure in policy.by_title.items():
            if (data := self.report.data_of(title)) is not None:
                self.report = replace(self.report, values={**self.report.values, title: value_of(measure, data)})
        wanted = [title for title in policy.by_title if title in policy.claims or title in named]
        for claims in judge_in_steps(self.report, {title: named.get(title, "") for title in wanted}):
            self.report = replace(self.report, claims=claims)
        known = {claim.code for claim in claims if claim.file_mistake}  # the numbers say it, so the file need not
        needed = [found for found in self.report.findings if found.code not in known or found.level == "error"]
        self.report = replace(self.report, findings=needed)


def _decided(report: Report, decisions: Mapping[str, str]) -> Report:
    """Return a report in which the decisions of the teacher replace the verdicts about their numbers."""

    def left_out(judged: Judged, *parts: str) -> Judged:
        decision = next((decisions[part] for part in (judged.title, *parts) if part in decisions), "")
        return Judged(judged.title, judged.claimed, None, decision=decision) if decision else judged

    claims = [left_out(claim, "points") for claim in report.claims]
    answers = [left_out(answer, "exercise", "points") for answer in report.answers]
    return replace(report, claims=claims, answers=answers)
