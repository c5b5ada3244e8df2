"""How late submissions are, and the points that this costs.

The time of a submission is the one that a system wrote. A file's own time is never read: students can change it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import TypeVar

from metrics_edu.language import SPREADSHEET, read_number
from metrics_edu.tables.reading.column_roles import plain_title
from metrics_homework.findings import Finding, finding
from metrics_homework.grading.points import ZERO, cents
from metrics_homework.grading.teacher_table import Find, read_teacher_table
from metrics_homework.moments import read_moment
from metrics_homework.policy import Late, Policy
from metrics_homework.submission.file_owners import without_address
from metrics_homework.submission.roster import COLUMNS
from metrics_homework.submission.submissions import Submission

Value = TypeVar("Value", Decimal, datetime)
MAX_DAYS = 1000
HOURS_A_DAY, NO_TIME = 24, "-"
DAYS = {"submission": ("submission",), "days": ("days",)}
TIMES = {
    "time": (
        "last modified (submission)",
        "última modificación (entrega)",
        "última modificación (envío)",
        "handed_in",
    )
}
"""The columns of a time: of Moodle's worksheet, and of a table that you write."""
WHO = (
    *COLUMNS["id"],
    "rut",
    *COLUMNS["email"],
    "username",
    "submission",
    *COLUMNS["name"],
    "identifier",
)
"""The columns that say whose a time is; the first one that names a person decides."""


def lateness_of_class(
    policy: Policy, submissions: Sequence[Submission], find: Find, extensions: Mapping[str, datetime]
) -> tuple[dict[str, Decimal], list[Finding]]:
    """Return the days or started hours that each submission is late, by its name, and what is wrong with the tables."""
    late, found = policy.late, {}
    if late is None:
        return {}, []
    findings: list[Finding] = []
    days = _with_mates(_days(policy, late, find, findings), submissions)
    times = _with_mates(_times(policy, late, find, findings), submissions)
    for submission in submissions:
        name, count = submission.name, Decimal(submission.late)
        due = extensions.get(name, late.deadline)
        handed_in = times.get(name) or submission.handed_in
        if due is not None and handed_in is not None:
            handed_in = handed_in if handed_in.tzinfo else handed_in.replace(tzinfo=due.tzinfo)
            count = _started(handed_in, due, late)
        elif name in extensions and submission.late:
            findings.append(finding("EXTENSION", who=name))
        found[name] = days.get(name, count)
    return found, findings


def _with_mates(values: Mapping[str, Value], submissions: Sequence[Submission]) -> dict[str, Value]:
    """Return also the values of those that share the files of another submission: the largest one of those files."""
    known = sorted(
        (submission for submission in submissions if submission.name in values),
        key=lambda submission: values[submission.name],
    )
    of_files = {tuple(submission.paths): values[submission.name] for submission in known if submission.paths}
    shared = {
        submission.name: of_files[tuple(submission.paths)]
        for submission in submissions
        if tuple(submission.paths) in of_files
    }
    return shared | {**values}


def _started(handed_in: datetime, due: datetime, late: Late) -> Decimal:
    """Return the started days or hours since the deadline; clocks that go back or forward do not matter."""
    minutes = (handed_in.astimezone(UTC) - due.astimezone(UTC)).total_seconds() / 60
    hours = minutes / 60 / (1 if late.per_day is None else HOURS_A_DAY)
    return Decimal(math.ceil(hours)) if minutes > late.grace else ZERO


def _days(policy: Policy, late: Late, find: Find, findings: list[Finding]) -> dict[str, Decimal]:
    days: dict[str, Decimal] = {}
    path = policy.path(late.days or "")
    for line, row, name in _rows(path, DAYS, find) if late.days else ():
        count = read_number(row.get("days", ""), SPREADSHEET)
        text = without_address(row.get("submission", ""))
        if name is None:
            findings.append(finding("UNKNOWN_ID", name=path.name, line=line, value=text))
        elif count is None or not 0 <= count <= MAX_DAYS:
            findings.append(finding("DAYS", name=path.name, line=line, value=row.get("days", ""), most=MAX_DAYS))
        else:
            days[name] = Decimal(str(count)) * (HOURS_A_DAY if late.per_day is None else 1)
    return days


def _times(policy: Policy, late: Late, find: Find, findings: list[Finding]) -> dict[str, datetime]:
    """Return the last time of each submission in the tables of the policy; rows of other people are counted."""
    times: dict[str, datetime] = {}
    for path in map(policy.path, late.times):
        others = []
        for line, row, name in _rows(path, TIMES, find):
            text = row.get("time", "").removeprefix(NO_TIME)
            moment = read_moment(text, late.zone)
            if name is not None and moment is not None:
                times[name] = max(moment, times.get(name, moment))
            elif name is not None and text:
                findings.append(finding("TIME_UNREAD", name=path.name, line=line, value=text))
            elif moment is not None:
                others.append(line)
        if others:
            lines = ", ".join(map(str, others))
            findings.append(finding("TIME_OWNER", name=path.name, value=lines))
    return times


def _rows(
    path: Path, columns: Mapping[str, tuple[str, ...]], find: Find
) -> Iterator[tuple[int, dict[str, str], str | None]]:
    """Give the rows of a table with their line numbers, and the submission that each is about; None for other people."""
    for line, row, _is_longer in read_teacher_table(path, columns):
        cells = {plain_title(title): text for title, text in row.items()}
        yield line, row, next(filter(None, (find(cells[title]) for title in WHO if cells.get(title))), None)


def deduction(count: Decimal, policy: Policy) -> Decimal:
    if policy.late is None:
        return ZERO
    whole = (policy.late.per_day or policy.late.per_hour or ZERO) * count
    return cents(whole if policy.late.at_most is None else min(whole, policy.late.at_most))
