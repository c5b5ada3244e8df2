"""Widgets for lists, workings, questions and exercises, and a Lecture of them.

No metric is computed and no answer is judged here; the front end, in `src`, only shows.
May import: language, files, working, metrics, mistakes, plots, tables, practice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from metrics_edu.language import later
from metrics_edu.widgets.lists.explorer import Explorer
from metrics_edu.widgets.lists.ideal_list import IdealList
from metrics_edu.widgets.lists.ranked_list import RankedList

if TYPE_CHECKING:
    from metrics_edu.widgets.cards.drill import Drill
    from metrics_edu.widgets.cards.file_diagnosis import FileDiagnosis
    from metrics_edu.widgets.cards.practice import Practice
    from metrics_edu.widgets.cards.predict import Predict
    from metrics_edu.widgets.cards.quiz import Quiz
    from metrics_edu.widgets.lecture import Lecture
    from metrics_edu.widgets.lists.compare import Compare
    from metrics_edu.widgets.lists.inverse import Inverse
    from metrics_edu.widgets.lists.judges import Judges
    from metrics_edu.widgets.paired.paired_test import PairedTest
    from metrics_edu.widgets.steps.faded_stepper import FadedStepper
    from metrics_edu.widgets.steps.stepper import Stepper

__all__ = [
    "Compare",
    "Drill",
    "Explorer",
    "FadedStepper",
    "FileDiagnosis",
    "IdealList",
    "Inverse",
    "Judges",
    "Lecture",
    "PairedTest",
    "Practice",
    "Predict",
    "Quiz",
    "RankedList",
    "Stepper",
]

_WHERE = {
    "cards.drill": ["Drill"],
    "cards.file_diagnosis": ["FileDiagnosis"],
    "cards.practice": ["Practice"],
    "cards.predict": ["Predict"],
    "cards.quiz": ["Quiz"],
    "lecture": ["Lecture"],
    "lists.compare": ["Compare"],
    "lists.inverse": ["Inverse"],
    "lists.judges": ["Judges"],
    "paired.paired_test": ["PairedTest"],
    "steps.faded_stepper": ["FadedStepper"],
    "steps.stepper": ["Stepper"],
}
"""What is imported when it is first used, by its module: an Explorer needs none of it."""


def __getattr__(name: str) -> Any:
    return later(__name__, _WHERE, name)
