"""Homework: check a submission before it is handed in, grade a class, give an exercise in class.

How a file or a table is read is in `tables`; the sheets and the upload are in `widgets`.
May import: language, working, metrics, mistakes, data, plots, tables, exercises.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from metrics_edu.language import later

if TYPE_CHECKING:
    from metrics_edu.homework import commands
    from metrics_edu.homework.check import check_submission
    from metrics_edu.homework.class_exercise import ClassExercise
    from metrics_edu.homework.example_class import init_tarea
    from metrics_edu.homework.exercise_file import LISTS, LONGEST_ANSWER
    from metrics_edu.homework.feedback import CSS
    from metrics_edu.homework.grading.grade_folder import grade_folder
    from metrics_edu.homework.policy import Policy, read_policy
    from metrics_edu.homework.policy_keys import MEGABYTE, Limits
    from metrics_edu.homework.report import Report, report_body
    from metrics_edu.homework.submission.claimed_numbers import Judged
    from metrics_edu.homework.submission.findings import finding
    from metrics_edu.homework.terminal import LANGUAGE, refusing, show

_WHERE = {
    "check": ["check_submission"],
    "class_exercise": ["ClassExercise"],
    "commands": [],
    "example_class": ["init_tarea"],
    "exercise_file": ["LISTS", "LONGEST_ANSWER"],
    "feedback": ["CSS"],
    "grading.grade_folder": ["grade_folder"],
    "policy": ["Policy", "read_policy"],
    "policy_keys": ["Limits", "MEGABYTE"],
    "report": ["Report", "report_body"],
    "submission.claimed_numbers": ["Judged"],
    "submission.findings": ["finding"],
    "terminal": ["LANGUAGE", "refusing", "show"],
}
"""What each file gives: it loads when it is first asked for, and with it what it needs."""


def __getattr__(name: str) -> Any:
    return later(__name__, _WHERE, name)


__all__ = [
    "CSS",
    "LANGUAGE",
    "LISTS",
    "LONGEST_ANSWER",
    "MEGABYTE",
    "ClassExercise",
    "Judged",
    "Limits",
    "Policy",
    "Report",
    "check_submission",
    "commands",
    "finding",
    "grade_folder",
    "init_tarea",
    "read_policy",
    "refusing",
    "report_body",
    "show",
]
