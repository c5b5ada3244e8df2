"""Widgets: Explorer, RankedList, Predict, Stepper, FadedStepper, Compare, IdealList, Inverse, Practice, Drill, Lecture, sheets.

No metric is computed and no answer is judged here; the front end, in `src`, only shows.
May import: language, working, metrics, mistakes, plots, tables, exercises, homework.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from metrics_edu.language import later
from metrics_edu.widgets.explorer import Explorer
from metrics_edu.widgets.ranked_list import IdealList, RankedList

if TYPE_CHECKING:
    from metrics_edu.widgets.cards import Practice
    from metrics_edu.widgets.compare import Compare
    from metrics_edu.widgets.exercise_sheet import ExerciseSheet
    from metrics_edu.widgets.lecture import Lecture
    from metrics_edu.widgets.predict import Predict
    from metrics_edu.widgets.stepper import FadedStepper, Stepper
    from metrics_edu.widgets.submission_upload import SubmissionUpload
    from metrics_edu.widgets.tasks import Drill, Inverse

__all__ = [
    "Compare",
    "Drill",
    "ExerciseSheet",
    "Explorer",
    "FadedStepper",
    "IdealList",
    "Inverse",
    "Lecture",
    "Practice",
    "Predict",
    "RankedList",
    "Stepper",
    "SubmissionUpload",
]

_WHERE = {
    "cards": ["Practice"],
    "compare": ["Compare"],
    "exercise_sheet": ["ExerciseSheet"],
    "lecture": ["Lecture"],
    "predict": ["Predict"],
    "stepper": ["FadedStepper", "Stepper"],
    "submission_upload": ["SubmissionUpload"],
    "tasks": ["Drill", "Inverse"],
}
"""What is imported when it is first asked for, by its file: an Explorer needs none of it."""


def __getattr__(name: str) -> Any:
    return later(__name__, _WHERE, name)
