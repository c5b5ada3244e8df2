"""The page of feedback that each student gets: the points of each part and why, and the report."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from pathlib import Path

from metrics_edu.homework.feedback import Block, as_html
from metrics_edu.homework.grading.class_statistics import meaning
from metrics_edu.homework.grading.points import grade_of, points_text
from metrics_edu.homework.grading.result import Result, block_of, slug
from metrics_edu.homework.grading.rows import Row
from metrics_edu.homework.policy import Policy
from metrics_edu.language import N_, _, decimal_mark
from metrics_edu.tables import write_file

LABELS = {"format": N_("format"), "exercise": N_("exercise")}


def write_feedback(row: Row, policy: Policy, folder: Path) -> None:
    found = row.result
    lines: list[tuple[str, Decimal, Decimal | None, str]] = [
        (_(LABELS.get(part, part)), Decimal(points), _full(part, policy), _why(part, found))
        for part, points in found.points.items()
    ]
    lines += [(_("lateness"), -row.late, None, _("days: {days}", days=points_text(row.days)))] if row.late else []
    lines += [(_("bonus"), row.bonus, None, _("by the hidden test data"))] if row.bonus else []
    lines.append((_("points"), row.sum, policy.full, ""))
    if policy.scale:
        lines.append((_("grade"), grade_of(row.sum, policy.full, policy.scale), policy.scale.highest, ""))
    table = [[label, _said(points), _said(most), why] for label, points, most, why in lines]
    blocks = [Block(table=((_("part"), _("points"), _("of"), _("because of")), table)), *map(block_of, found.blocks)]
    title = f"{policy.name}: {row.name}"
    write_file(folder / f"{slug(row.name)}.html", as_html(title, iter(blocks)), sync=False)


def _why(part: str, found: Result) -> str:
    if part == "format":
        return ", ".join(map(meaning, found.codes))
    own = [str(row[4]) for row in found.details if part in (row[0], row[1])]
    if part == "exercise" and not own:
        return _("no file")
    counts = Counter(own)
    said = ((meaning(code), count) for code, count in counts.items())
    return "; ".join(words if len(own) == 1 else f"{words} ({count})" for words, count in said)


def _said(points: Decimal | None) -> str:
    return "" if points is None else points_text(points).replace(".", decimal_mark())


def _full(part: str, policy: Policy) -> Decimal:
    own = {"format": policy.points.format, "exercise": policy.points.exercise}
    return (own | policy.claims).get(part, Decimal(0))
