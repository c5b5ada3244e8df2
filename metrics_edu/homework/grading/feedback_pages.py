"""The page of feedback of each student."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from metrics_edu.homework.grading.graded_submission import GradedSubmission
from metrics_edu.homework.grading.hand import PART_NAMES
from metrics_edu.homework.grading.points import ZERO, grade_of, local_points, points_text
from metrics_edu.homework.grading.result import slug
from metrics_edu.homework.judging.page import as_html
from metrics_edu.homework.judging.report_blocks import ReportBlock
from metrics_edu.homework.policy import Policy
from metrics_edu.language import _
from metrics_edu.tables.safe_files import write_file


def write_pages(rows: Sequence[GradedSubmission], policy: Policy, folder: Path) -> None:
    pages = {folder / f"{slug(row.result.name)}.html": row for row in rows}
    for path, row in pages.items():
        write_file(path, as_html(row.result.name, _blocks(row, policy), policy.name, _sum(row, policy)), sync=False)
    for path in folder.glob("*.html"):
        if path not in pages:
            path.unlink()


def _sum(row: GradedSubmission, policy: Policy) -> str:
    if row.is_excused:
        return _("Excused")
    text = _("Points: {points} of {full}", points=local_points(row.sum), full=local_points(policy.full))
    if policy.scale:
        text += " · " + _("grade {grade}", grade=local_points(grade_of(row.sum, policy.full, policy.scale)))
    return text


def _blocks(row: GradedSubmission, policy: Policy) -> list[ReportBlock]:
    points, *others = row.result.feedback
    table = [*map(list, points.table)]
    for line, part in zip(table[1:], row.computed, strict=False):  # the parts come first
        line[4] = local_points(row.result.points.get(part, ZERO))
    if row.late:
        hours = policy.late is not None and policy.late.per_day is None
        count = points_text(row.days)
        text = _("Started hours: {hours}", hours=count) if hours else _("Days: {days}", days=count)
        table.append([_("Lateness"), "", text, "", local_points(-row.late), ""])
    if row.bonus:
        source = _("By hand") if "bonus" in row.marks else _("By the hidden test data")
        table.append([_("Bonus"), "", source, "", local_points(row.bonus), ""])
    blocks = [replace(points, table=tuple(table))]
    if row.by_hand:
        head = [_("part"), _("before"), _("comment"), _("points")]
        lines = ([_(PART_NAMES.get(part, part)), *cells] for part, *cells in row.by_hand)
        blocks.append(ReportBlock(_("By hand"), table=(head, *lines)))
    return [*blocks, *others]
