"""Widgets: Explorer, RankedList, Predict, Stepper, Compare, IdealList, Inverse, Practice, Lecture, and the sheets of a class.

No metric is computed and no answer is judged here; the front end, in `src`, only shows.
May import: language, working, metrics, mistakes, plots, tables, exercises, homework.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from metrics_edu.widgets.explorer.explorer import Explorer
from metrics_edu.widgets.explorer.ranked_list import RankedList

if TYPE_CHECKING:
    from metrics_edu.widgets.cards.exercise_sheet import ExerciseSheet
    from metrics_edu.widgets.cards.practice import Practice
    from metrics_edu.widgets.cards.predict import Predict
    from metrics_edu.widgets.cards.submission_upload import SubmissionUpload
    from metrics_edu.widgets.compare.compare import Compare
    from metrics_edu.widgets.explorer.ideal_list import IdealList
    from metrics_edu.widgets.explorer.inverse import Inverse
    from metrics_edu.widgets.lecture import Lecture
    from metrics_edu.widgets.stepper.stepper import Stepper

__all__ = [
    "Compare",
    "ExerciseSheet",
    "Explorer",
    "IdealList",
    "Inverse",
    "Lecture",
    "Practice",
    "Predict",
    "RankedList",
    "Stepper",
    "SubmissionUpload",
]

_LATER = {
    "Compare": "compare.compare",
    "ExerciseSheet": "cards.exercise_sheet",
    "IdealList": "explorer.ideal_list",
    "Inverse": "explorer.inverse",
    "Lecture": "lecture",
    "Practice": "cards.practice",
    "Predict": "cards.predict",
    "Stepper": "stepper.stepper",
    "SubmissionUpload": "cards.submission_upload",
}
"""What is imported when it is first asked for, and its module: an Explorer needs none of it."""


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_LATER[name]}"), name)
