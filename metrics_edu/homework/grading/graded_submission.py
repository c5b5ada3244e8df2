"""A graded submission: its result, with lateness, bonus and points by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from metrics_edu.homework.grading.hand import EXCUSED, Marks, line_text, points_by_hand, set_by_hand
from metrics_edu.homework.grading.lateness import Lateness, deduction
from metrics_edu.homework.grading.points import ZERO, local_points
from metrics_edu.homework.grading.result import Result
from metrics_edu.homework.policy import Policy


@dataclass(frozen=True)
class GradedSubmission:
    result: Result  # with the name that is shown, and the points set by hand
    computed: Mapping[str, Decimal]  # the points of the parts before
    lateness: Lateness
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


def graded_submission(
    result: Result, marks: Marks, lateness: Lateness, won: Decimal, policy: Policy
) -> GradedSubmission:
    """Return a submission with what the teacher's lines change; `won` is the bonus by its place."""
    points, rows = points_by_hand(result, marks, policy)
    computed_late = deduction(lateness, policy)
    late = set_by_hand(marks.get("late"), computed_late, ZERO)
    bonus = won + set_by_hand(marks.get("bonus"), ZERO, ZERO)
    counted = max(sum(points.values(), ZERO) - late, ZERO) + bonus
    total = set_by_hand(marks.get("points"), counted, policy.full)
    sums = {"late": (-computed_late, -late), "bonus": (won, bonus), "points": (counted, total)}
    for part, (before, after) in sums.items():
        if part in marks:
            rows.append([part, local_points(before), line_text(marks[part]), local_points(after)])
    if "deadline" in marks:
        rows.append(["deadline", "", line_text(marks["deadline"]), ""])
    changed = replace(result, points=points)
    return GradedSubmission(changed, result.points, lateness, late, bonus, total, marks, rows)
