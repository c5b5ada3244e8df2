"""Check: one submission, read, looked at and computed on the validation data. Nothing here knows the hidden test data."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import Any

from metrics_edu.homework.class_exercise import read_answers
from metrics_edu.homework.course import Course, read_course
from metrics_edu.homework.policy import ExercisePart, Part, Policy, read_policy
from metrics_edu.homework.submission.claims_file import Judged, claims_of, judge, named_claims, read_claims
from metrics_edu.homework.submission.findings import Finding, finding
from metrics_edu.homework.submission.handed_in import Entry, chosen, entries, on_disk
from metrics_edu.homework.submission.ranking_file import Handed, Unusable, read_lists
from metrics_edu.homework.submission.ratings_file import Predicted, read_ratings
from metrics_edu.homework.submission.students import Submission, several_of
from metrics_edu.language import _
from metrics_edu.metrics import WHOLE, Given, Run, as_id, explain, value_of
from metrics_edu.working import Derivation, one_line


@dataclass
class Report:
    """What a checker has to say about one submission; it displays itself.

    Attributes
    ----------
    name : str
    findings : list of Finding
    run : Run or None
        The lists against the validation data; None where there is no readable ranking.
    predicted : Predicted or None
    values : dict of str -> float
        The measures on the validation data, by the policy's names.
    claims : list of Judged
    answers : list of Judged
        To the exercise that was done in class.
    student : str
        Whose exercise it is.
    handed : Handed or None
        The lists as they were read.
    """

    name: str
    course: Course
    findings: list[Finding] = field(default_factory=list)
    run: Run | None = None
    predicted: Predicted | None = None
    values: dict[str, float] = field(default_factory=dict)
    claims: list[Judged] = field(default_factory=list)
    answers: list[Judged] = field(default_factory=list)
    student: str = ""
    handed: Handed | None = None
    unread: list[str] = field(default_factory=list)
    read: bool = False

    @property
    def errors(self) -> list[Finding]:
        """The findings that cost the points of the format."""
        return [one for one in self.findings if one.level == "error"]

    @property
    def of_other_ids(self) -> bool:
        """Whether the lists seem to hold others' ids, so that what they seem to hold of the train data tells nothing."""
        return any(one.code in ("SHIFTED_IDS", "INNER_IDS") for one in self.findings)

    def given_for(self, title: str) -> Given | None:
        """Return what a measure is computed from; None where that is missing."""
        if self.course.policy.asked[title].metric.kind != "rating":
            return self.run
        if self.predicted is None or not self.predicted.whole:
            return None
        return self.predicted.against("actual", self.course.fallback)

    @cached_property
    def _repeats(self) -> Run | None:
        """The lists with what stands in them twice; None where nothing does."""
        return self.handed.with_repeats(self.course.validation) if self.run and self.handed else None

    def judged(self, title: str, claimed: str) -> Judged:
        """Say what a number that was reported is."""
        policy = self.course.policy
        found = judge(title, claimed, self.given_for(title), policy)
        if self._repeats is not None and policy.asked[title].metric.kind == "ranking":
            found = found.or_else(judge(title, claimed, self._repeats, policy))
        return found.without("SEEN_KEPT") if self.of_other_ids else found

    def explain(self, user: object, title: str | None = None) -> Derivation:
        """Return the derivation of a user's value on the validation data.

        Raises
        ------
        ValueError
            If there is no ranking, no such user, or no such measure of rankings.
        """
        policy = self.course.policy
        names = [name for name, one in policy.asked.items() if one.metric.kind == "ranking"]
        if self.run is None or not names:
            raise ValueError(_("there is no ranking to explain"))
        asked = policy.asked[policy.measure_called(title) if title else names[0]]
        users = self.run.ranking.users or []
        if as_id(user) not in users:
            raise ValueError(
                _(
                    "no user {user!r} is in the validation data; the first ones are {some}",
                    user=as_id(user),
                    some=", ".join(users[:3]),
                )
            )
        if asked.metric.name in WHOLE:
            return explain(asked.metric, self.run.lists, getattr(self.run, WHOLE[asked.metric.name]))
        if asked.metric.kind != "ranking":
            raise ValueError(_("{measure} is no measure of a user's list", measure=asked.name))
        return asked.explain(self.run.ranking.user(as_id(user)))

    def text(self) -> str:
        """Return the report as text."""
        from metrics_edu.homework.feedback import report_text

        return report_text(self)

    def html(self) -> str:
        """Return the report as HTML."""
        from metrics_edu.homework.feedback import report_html

        return report_html(self)

    def page(self) -> str:
        """Return the report as a page of its own."""
        from metrics_edu.homework.feedback import as_html, blocks

        return as_html(self.name, blocks(self))

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return {"text/plain": self.text(), "text/html": self.html()}

    def __repr__(self) -> str:
        return self.text()


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
    report, asked = Report(submission.name, course) if report is None else report, course.policy.submissions
    found = list(entries(submission, course.policy.limits))
    if unclear := submission.unclear or several_of(
        (PurePosixPath(entry.name).name for entry in found), course.policy.parts
    ):
        report.findings.append(finding("WHOSE", given=", ".join(unclear)))
        return report
    unread = {id(entry): entry.shown for entry in found if entry.wrong is None}
    report.findings += [entry.wrong for entry in found if entry.wrong is not None]
    claimed = {} if claims is None else claims_of(claims)
    parts = course.policy.parts
    optional = [part for part in parts if isinstance(chosen(found, part, course.policy.limits), Entry)] if alone else []
    with tempfile.TemporaryDirectory() as folder:
        for part in sorted(optional or parts, key=lambda part: part is not asked.exercise):  # which needs nothing else
            if part is asked.claims and claims is not None:
                continue
            entry = chosen(found, part, course.policy.limits)
            if entry is None:
                continue
            unread.pop(id(entry), None)
            try:
                if isinstance(entry, Finding):
                    raise Unusable(entry)
                path = on_disk(entry, Path(folder), course.policy.limits)
                if isinstance(path, Finding):
                    raise Unusable(path)
                claimed |= _read_part(report, part, path, entry.shown)
            except Unusable as unusable:
                report.findings.append(unusable.finding)
    report.unread, report.read = [*submission.older, *unread.values()], True
    _compute(report, claimed)
    return report


def _read_part(report: Report, part: Part, path: Path, name: str) -> dict[str, str]:
    """Read one file into the report; return the claims that it holds."""
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
    """Compute the measures, and judge what was claimed."""
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
