"""Widgets: the sheet of an exercise in class, and the check of a homework before it is handed in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from metrics_edu.language import later

if TYPE_CHECKING:
    from metrics_homework.widgets.exercise_sheet import ExerciseSheet
    from metrics_homework.widgets.submission_upload import SubmissionUpload

__all__ = ["ExerciseSheet", "SubmissionUpload"]

_WHERE = {"exercise_sheet": ["ExerciseSheet"], "submission_upload": ["SubmissionUpload"]}
"""What is imported when it is first used, by its module."""


def __getattr__(name: str) -> Any:
    return later(__name__, _WHERE, name)
