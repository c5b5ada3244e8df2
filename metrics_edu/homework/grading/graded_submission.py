"""A graded submission: its result, with lateness, bonus and points by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal

from metrics_edu.homework.grading.hand import EXCUSED, VOID, HandLine, Marks, maxima, questions_of
from metrics_edu.homework.grading.lateness import deduction
from metrics_edu.homework.grading.points import ZERO, cents, local_points
from metrics_edu.homework.grading.result import Result
from metrics_edu.homework.policy import Policy
from metrics_edu.language import _


@dataclass(frozen=True)
class GradedSubmission:
    result: Result  # with the name that is shown, and the points set by hand
    computed: Mapping[str, Decimal]  # the points of the parts before
    days: Decimal  # late, or started hours
    late: Decimal
    bonus: Decimal
    sum: Decimal
    marks: Marks
    by_hand: Sequence[list[str]]  # of each line: part, points before, words, points after

    @property
    def is_excused(self) -> bool:
        return "points" in self.marks and self.marks["points"].value == EXCUSED

    @property
    def has_sum_by_hand(self) -> bool:
        return "points" in self.marks and self.marks["points"].value != ""


def graded_submission(result: Result, marks: Marks, days: Decimal, won: Decimal, policy: Policy) -> GradedSubmission:
    """Return a submission with what the teacher's lines change; `won` is the bonus by its place."""
    points, rows = _points_by_hand(result, marks, policy)
    computed_late = deduction(days, policy)
    late = _set(marks.get("late"), computed_late, ZERO)
    bonus = won + _set(marks.get("bonus"), ZERO, ZERO)
    counted = max(max(sum(points.values(), ZERO) - late, ZERO) + bonus, ZERO)
    total = _set(marks.get("points"), counted, policy.full)
    sums = {"late": (-computed_late, -late), "bonus": (won, bonus), "points": (counted, total)}
    rows += [_row(marks[part], before, after) for part, (before, after) in sums.items() if part in marks]
    if "deadline" in marks:
        rows.append(["deadline", "", _row(marks["deadline"], ZERO, ZERO)[2], ""])
    changed = replace(result, points=points)
    return GradedSubmission(changed, result.points, days, late, bonus, total, marks, rows)


def _points_by_hand(result: Result, marks: Marks, policy: Policy) -> tuple[dict[str, Decimal], list[list[str]]]:
    """Return the points of the parts with the lines by hand, and rows for a table of the changes.

    An excused part gets the share of its points that the other parts have.
    """
    most, questions = maxima(policy), questions_of(policy)
    answered = {detail.title: detail.points for detail in result.details if detail.part == "exercise"}
    before = dict.fromkeys(most | questions, ZERO) | result.points | answered
    lines = {part: line for part, line in marks.items() if part in most | questions}
    after = before | {part: _set(line, before[part], (most | questions)[part]) for part, line in lines.items()}
    if questions.keys() & marks.keys() and "exercise" not in marks:
        after["exercise"] = cents(sum((after[title] for title in questions), ZERO))
    excused = [part for part, line in lines.items() if line.value == EXCUSED]
    whole = sum((most[part] for part in most if part not in excused), ZERO)
    earned = sum((after[part] for part in most if part not in excused), ZERO)
    after |= {part: cents(most[part] * earned / whole) if whole else most[part] for part in excused}
    rows = [_row(line, before[part], after[part]) for part, line in lines.items()]
    return result.points | {part: after[part] for part in most}, rows


def _set(line: HandLine | None, before: Decimal, most: Decimal) -> Decimal:
    """Return the points of a part: those of its line, if it has one with points."""
    value = line.value if line else ""
    return value if isinstance(value, Decimal) else most if value == VOID else before


def _row(line: HandLine, before: Decimal, after: Decimal) -> list[str]:
    words = {EXCUSED: _("Excused."), VOID: _("Void: all points.")}.get(str(line.value), "")
    if isinstance(line.value, datetime):
        words = f"{line.value:%Y-%m-%d %H:%M}"
    return [line.part, local_points(before), f"{words} {line.comment}".strip(), local_points(after)]
