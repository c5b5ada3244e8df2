"""Homework: check a submission before it is handed in, grade a class, give an exercise in class."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from metrics_edu.language import add_texts, later, needs
from metrics_homework.check import check_submission
from metrics_homework.classroom.class_exercise import ClassExercise
from metrics_homework.example_class import init_tarea

if TYPE_CHECKING:
    from metrics_homework.grading.grade import grade_folder
    from metrics_homework.policy_file import read_policy

add_texts("metrics_homework", str(Path(__file__).parent / "locale"))

_WHERE = {"grading.grade": ["grade_folder"], "policy_file": ["read_policy"]}
"""Names that are imported when they are first used, by their modules: a browser does not have what they need."""


def __getattr__(name: str) -> Any:
    try:
        return later(__name__, _WHERE, name)
    except ModuleNotFoundError as error:
        needs(str(error.name), of="metrics-homework")
        raise


__all__ = [
    "ClassExercise",
    "check_submission",
    "grade_folder",
    "init_tarea",
    "read_policy",
]
