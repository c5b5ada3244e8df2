"""Homework: check a submission before it is handed in, grade a class, give an exercise in class.

How a file or a table is read is in `tables`; the sheets and the upload are in `widgets`.
May import: language, working, metrics, mistakes, data, plots, tables, exercises.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from metrics_edu.homework.check import check_submission
from metrics_edu.homework.classroom.class_exercise import ClassExercise, minutes_needed
from metrics_edu.homework.classroom.drawn_pairs import LISTS_OF_A_MEASURE
from metrics_edu.homework.classroom.exercise_file import MAX_ANSWER_LETTERS
from metrics_edu.homework.example_class import init_tarea
from metrics_edu.homework.findings import MEGABYTE, Finding, finding
from metrics_edu.homework.judging.judged_claims import Judged
from metrics_edu.homework.judging.page import CSS
from metrics_edu.homework.judging.report import Report, report_body
from metrics_edu.homework.judging.shared_mistakes import shared_percentages
from metrics_edu.homework.reveal import needs_word, shown_time
from metrics_edu.language import later, needs

if TYPE_CHECKING:
    from metrics_edu.homework import commands
    from metrics_edu.homework.grading.grade import grade_folder
    from metrics_edu.homework.policy import Limits, Part, Policy, read_policy

_WHERE = {"commands": [], "grading.grade": ["grade_folder"], "policy": ["Limits", "Part", "Policy", "read_policy"]}
"""What loads when it is first asked for, by its file: it needs what an extra brings."""


def __getattr__(name: str) -> Any:
    try:
        return later(__name__, _WHERE, name)
    except ModuleNotFoundError as error:
        needs(str(error.name), extra="homework")
        raise


__all__ = [
    "CSS",
    "LISTS_OF_A_MEASURE",
    "MAX_ANSWER_LETTERS",
    "MEGABYTE",
    "ClassExercise",
    "Finding",
    "Judged",
    "Limits",
    "Part",
    "Policy",
    "Report",
    "check_submission",
    "commands",
    "finding",
    "grade_folder",
    "init_tarea",
    "minutes_needed",
    "needs_word",
    "read_policy",
    "report_body",
    "shared_percentages",
    "shown_time",
]
