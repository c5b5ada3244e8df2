"""Exercises: what is asked of lists, the exercises of the lessons, goals for a list, and the learner's record.

How they look is in `widgets`; the exercise in class, whose file is handed in, in `homework`.
May import: language, working, metrics, mistakes, examples, tables.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from metrics_edu.exercises.lesson_progress import lesson_progress
from metrics_edu.exercises.question import Exercise
from metrics_edu.language import later

if TYPE_CHECKING:
    from metrics_edu.exercises.lesson_exercises import exercise

__all__ = [
    "Exercise",
    "exercise",
    "lesson_progress",
]

_WHERE = {"lesson_exercises": ["exercise"]}
"""What is imported when it is first used, by its module: homework does not need it."""


def __getattr__(name: str) -> Any:
    return later(__name__, _WHERE, name)
