"""The page of feedback of each student."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from pathlib import Path

from metrics_edu.homework.grading.points import ZERO, grade_of, local_points, points_text
from metrics_edu.homework.grading.result import Result, slug
from metrics_edu.homework.judging.page import as_html
from metrics_edu.homework.judging.report_blocks import ReportBlock
from metrics_edu.homework.policy import Policy
from metrics_edu.language import _
from metrics_edu.tables.safe_files import write_file


@dataclass(frozen=True)
class GradedSubmission:
    result: Result  # with the name that is shown
    days: Decimal
    late: Decimal
    bonus: Decimal

    @property
    def sum(self) -> Decimal:
        return max(self.result.sum - self.late, ZERO) + self.bonus


def write_pages(rows: Sequence[GradedSubmission], policy: Policy, folder: Path) -> None:
    pages = {folder / f"{slug(row.result.name)}.html": row for row in rows}
    for path, row in pages.items():
        sum_of = _("Points: {points} of {full}", points=local_points(row.sum), full=local_points(policy.full))
        if policy.scale:
            sum_of += " · " + _("grade {grade}", grade=local_points(grade_of(row.sum, policy.full, policy.scale)))
        write_file(path, as_html(row.result.name, _blocks(row), policy.name, sum_of), sync=False)
    for path in folder.glob("*.html"):
        if path not in pages:
            path.unlink()


def _blocks(row: GradedSubmission) -> list[ReportBlock]:
    points, *others = row.result.feedback
    more = []
    if row.late:
        more.append([_("Lateness"), "", _("Days: {days}", days=points_text(row.days)), "", local_points(-row.late), ""])
    if row.bonus:
        more.append([_("Bonus"), "", _("By the hidden test data"), "", local_points(row.bonus), ""])
    return [replace(points, table=(*points.table, *more)), *others]
