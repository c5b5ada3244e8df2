"""The days that submissions are late, and the points that these cost."""

from __future__ import annotations

import csv
from collections.abc import Collection
from decimal import Decimal

from metrics_edu.homework.grading.points import ZERO, cents
from metrics_edu.homework.policy import Policy
from metrics_edu.homework.submission.names import shown
from metrics_edu.language import _
from metrics_edu.tables.file_format import rows_of

MAX_DAYS = 1000


def read_days(policy: Policy, names: Collection[str]) -> dict[str, Decimal]:
    if policy.late is None or policy.late.days is None:
        return {}
    path = policy.path(policy.late.days)
    try:
        head, *rows = rows_of(path.read_bytes())
        columns = [cell.casefold() for cell in head]
        name, late = columns.index("submission"), columns.index("days")
        days = {shown(row[name]): Decimal(row[late].replace(",", ".")) for row in rows}
    except (OSError, IndexError, RuntimeError, ValueError, ArithmeticError, csv.Error):
        raise ValueError(_("{path}: expected a CSV with columns submission and days", path=path)) from None
    if any(not count.is_finite() or not 0 <= count <= MAX_DAYS for count in days.values()):
        raise ValueError(_("{path}: days must be numbers from 0 to {most}", path=path, most=MAX_DAYS))
    if strange := [name for name in days if name not in names]:
        raise ValueError(_("{path}: no submission is called {value!r}", path=path, value=strange[0]))
    return days


def deduction(days: Decimal, policy: Policy) -> Decimal:
    if policy.late is None:
        return ZERO
    whole = policy.late.per_day * days
    return cents(whole if policy.late.at_most is None else min(whole, policy.late.at_most))
