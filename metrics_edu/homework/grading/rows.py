"""Rows: what a submission gets beside the others of its class: lateness, the bonus, a word on copies."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from metrics_edu.homework.grading.points import bonuses, deduction
from metrics_edu.homework.grading.result import Result
from metrics_edu.homework.policy import Policy
from metrics_edu.homework.submission.findings import finding
from metrics_edu.homework.submission.students import shown
from metrics_edu.language import _
from metrics_edu.tables import rows_of

MAX_DAYS = 1000


@dataclass
class Row:
    result: Result
    name: str
    days: Decimal = Decimal(0)
    late: Decimal = Decimal(0)
    bonus: Decimal = Decimal(0)

    @property
    def sum(self) -> Decimal:
        return max(self.result.sum - self.late, Decimal(0)) + self.bonus


def rows_of_class(
    results: Sequence[Result], policy: Policy, names: Mapping[str, str], days: Mapping[str, Decimal]
) -> list[Row]:
    """Return the row of each submission, in the order of the names it is shown by."""
    scores = {found.name: found.score for found in results if found.scores and not is_rejected(found, policy)}
    won = bonuses(scores, policy)
    rows = []
    for found in _told_of_copies(results, names):
        late = days.get(found.name, Decimal(1 if found.late else 0))
        rows.append(Row(found, names[found.name], late, deduction(late, policy), won.get(found.name, Decimal(0))))
    return sorted(rows, key=lambda row: row.name) if any(row.name != row.result.name for row in rows) else rows


def is_rejected(found: Result, policy: Policy) -> bool:
    return any(code in policy.reject for code, _text in found.findings)


def _told_of_copies(results: Sequence[Result], names: Mapping[str, str]) -> list[Result]:
    whose = Counter(found.student for found in results if found.student)
    told = []
    for found in results:
        if whose[found.student] > 1:
            others = ", ".join(names[one.name] for one in results if one.student == found.student and one is not found)
            said = finding("SAME_STUDENT", student=found.student, others=others)
            found = replace(found, findings=[*found.findings, [said.code, said.text]])
        told.append(found)
    return told


def read_days(policy: Policy, names: Collection[str]) -> dict[str, Decimal]:
    """Read how many days each submission was late; `names` are those that there are."""
    if policy.late is None or policy.late.days is None:
        return {}
    path = policy.path(policy.late.days)
    try:
        head, *rows = rows_of(path.read_bytes())
        name, late = (
            next(at for at, cell in enumerate(head) if cell.casefold() == title) for title in ("submission", "days")
        )
        found = {shown(row[name]): Decimal(row[late].replace(",", ".")) for row in rows}
    except (OSError, IndexError, RuntimeError, ValueError, ArithmeticError, StopIteration, csv.Error):
        raise ValueError(_("{path}: expected a CSV with columns submission and days", path=path)) from None
    if any(not days.is_finite() or not 0 <= days <= MAX_DAYS for days in found.values()):
        raise ValueError(_("{path}: days must be numbers from 0 to {most}", path=path, most=MAX_DAYS))
    if strange := [name for name in found if name not in names]:
        raise ValueError(_("{path}: there is no submission {given!r}", path=path, given=strange[0]))
    return found
