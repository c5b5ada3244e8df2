"""Widgets: the sheet of an exercise in class, the poll of its answers, and the check of a homework before it is handed in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from metrics_edu.language import later

if TYPE_CHECKING:
    from metrics_homework.widgets.exercise_sheet import ExerciseSheet
    from metrics_homework.widgets.poll_upload import PollUpload
    from metrics_homework.widgets.submission_upload import SubmissionUpload

__all__ = ["ExerciseSheet", "PollUpload", "SubmissionUpload"]

_WHERE = {
    "exercise_sheet": ["ExerciseSheet"],
    "poll_upload": ["PollUpload"],
    "submission_upload": ["SubmissionUpload"],
}
"""What is imported when it is first used, by its module."""


def __getattr__(name: str) -> Any:
    return later(__name__, _WHERE, name)
