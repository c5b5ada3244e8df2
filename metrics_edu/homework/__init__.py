"""Homework: check a submission before it is handed in, grade a class, give an exercise in class.

How a file or a table is read is in `tables`; the sheets and the upload are in `widgets`.
May import: language, working, metrics, mistakes, data, plots, tables, exercises.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from metrics_edu.homework.check import check_submission
from metrics_edu.homework.classroom.class_exercise import ClassExercise
from metrics_edu.homework.example_class import init_tarea
from metrics_edu.language import later, needs

if TYPE_CHECKING:
    from metrics_edu.homework.grading.grade import grade_folder
    from metrics_edu.homework.policy import read_policy

_WHERE = {"grading.grade": ["grade_folder"], "policy": ["read_policy"]}
"""Names that are imported when they are first used, by their modules: they need an extra."""


def __getattr__(name: str) -> Any:
    try:
        return later(__name__, _WHERE, name)
    except ModuleNotFoundError as error:
        needs(str(error.name), extra="homework")
        raise


__all__ = [
    "ClassExercise",
    "check_submission",
    "grade_folder",
    "init_tarea",
    "read_policy",
]
