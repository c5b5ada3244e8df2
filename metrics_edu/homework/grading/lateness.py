"""How late submissions are, and the points that this costs.

The time of a submission is the one that a system wrote. A file's own time is never read: students can change it.
"""

from __future__ import annotations

import csv
import math
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from decimal import Decimal

from metrics_edu.homework.findings import Finding, finding
from metrics_edu.homework.grading.points import ZERO, cents
from metrics_edu.homework.moments import read_moment
from metrics_edu.homework.policy import Late, Policy
from metrics_edu.homework.submission.submissions import Submission
from metrics_edu.language import _
from metrics_edu.tables.file_format import numbered_rows, rows_of

MAX_DAYS = 1000
MAX_STAMP_BYTES = 200
STAMPS = ("timestamp.txt", "*/timestamp.txt")
HOURS_A_DAY = 24
NBGRADER = "nbgrader"
"""In `times` of a policy: each submission has a file timestamp.txt, which nbgrader wrote."""
TIMES = (
    "last modified (submission)",
    "última modificación (entrega)",
    "última modificación (envío)",
    "submission_timestamp",
    "timestamp",
    "handed_in",
)
"""The columns of a time: of Moodle's worksheet, of GitHub Classroom, of nbgrader, and of a table that you write."""
WHO = (
    "id",
    "id number",
    "número de id",
    "email address",
    "dirección de correo",
    "username",
    "student_id",
    "roster_identifier",
    "github_username",
    "submission",
    "email",
    "full name",
    "nombre completo",
    "name",
    "identifier",
    "identificador",
)
"""The columns that say whose a time is; the first one that names a person decides."""
Find = Callable[[str], str | None]
"""Returns the name of the submission that a text means, by an id or a name of its person; None if there is none."""


def lateness_of_class(
    policy: Policy, submissions: Iterable[Submission], find: Find, extensions: Mapping[str, datetime]
) -> tuple[dict[str, Decimal], list[Finding]]:
    """Return the days or started hours that each submission is late, by its name, and what is wrong with the tables."""
    late, found = policy.late, {}
    if late is None:
        return {}, []
    (days, findings), times = _days(policy, late, find), _times(policy, late, find)
    for submission in submissions:
        name, count = submission.name, Decimal(submission.late)
        due = extensions.get(name, late.deadline)
        handed_in = times.get(name) or _nbgrader_stamp(submission, late) or submission.handed_in
        if due is not None and handed_in is not None:
            handed_in = handed_in if handed_in.tzinfo else handed_in.replace(tzinfo=due.tzinfo)
            count = _started(handed_in, due, late)
        elif name in extensions and submission.late:
            findings.append(finding("EXTENSION", who=name))
        found[name] = days.get(name, count)
    return found, findings


def _started(handed_in: datetime, due: datetime, late: Late) -> Decimal:
    """Return the started days or hours since the deadline; clocks that go back or forward do not matter."""
    minutes = (handed_in.astimezone(UTC) - due.astimezone(UTC)).total_seconds() / 60
    hours = minutes / 60 / (1 if late.per_day is None else HOURS_A_DAY)
    return Decimal(math.ceil(hours)) if minutes > late.grace else ZERO


def _days(policy: Policy, late: Late, find: Find) -> tuple[dict[str, Decimal], list[Finding]]:
    if late.days is None:
        return {}, []
    path, unit = policy.path(late.days), HOURS_A_DAY if late.per_day is None else 1
    try:
        (_first, head), *rows = numbered_rows(path.read_bytes())
        columns = [cell.casefold() for cell in head]
        who, count = columns.index("submission"), columns.index("days")
        read = [(line, row[who], Decimal(row[count].replace(",", "."))) for line, row in rows]
    except (OSError, IndexError, RuntimeError, ValueError, ArithmeticError, csv.Error):
        raise ValueError(_("{path}: expected a CSV with columns submission and days", path=path)) from None
    if any(not value.is_finite() or not 0 <= value <= MAX_DAYS for _line, _who, value in read):
        raise ValueError(_("{path}: days must be numbers from 0 to {most}", path=path, most=MAX_DAYS))
    unknown = [(line, text) for line, text, _value in read if find(text) is None]
    findings = [finding("UNKNOWN_ID", name=path.name, line=line, value=text) for line, text in unknown]
    return {name: value * unit for _line, text, value in read if (name := find(text))}, findings


def _times(policy: Policy, late: Late, find: Find) -> dict[str, datetime]:
    """Return the last time of each submission in the tables of the policy; other rows are of other people."""
    times: dict[str, datetime] = {}
    for path in (policy.path(table) for table in late.times if table != NBGRADER):
        try:
            head, *rows = rows_of(path.read_bytes())
            columns = [cell.casefold() for cell in head]
            time = next(at for at, column in enumerate(columns) if column in TIMES)
            who = [columns.index(column) for column in WHO if column in columns]
        except (OSError, ValueError, StopIteration, csv.Error):
            allowed = ", ".join(TIMES)
            text = _("{path}: expected a CSV with one of the columns {allowed}", path=path, allowed=allowed)
            raise ValueError(text) from None
        for row in (row for row in rows if len(row) == len(head)):
            moment = read_moment(row[time], late.zone)
            name = next(filter(None, (find(row[at]) for at in who if row[at])), None)
            if name is not None and moment is not None:
                times[name] = max(moment, times.get(name, moment))
    return times


def _nbgrader_stamp(submission: Submission, late: Late) -> datetime | None:
    """Return the time that nbgrader wrote into the folder of a submission; links are not followed."""
    folders = [path for path in submission.paths if NBGRADER in late.times and not path.is_symlink()]
    files = [file for folder in folders for pattern in STAMPS for file in folder.glob(pattern)]
    files = [file for file in files if file.is_file() and not file.is_symlink() and not file.parent.is_symlink()]
    texts = (file.read_bytes()[:MAX_STAMP_BYTES].decode("utf-8", "replace") for file in files)
    return max(filter(None, (read_moment(text, late.zone) for text in texts)), default=None)


def deduction(count: Decimal, policy: Policy) -> Decimal:
    if policy.late is None:
        return ZERO
    whole = (policy.late.per_day or policy.late.per_hour or ZERO) * count
    return cents(whole if policy.late.at_most is None else min(whole, policy.late.at_most))
