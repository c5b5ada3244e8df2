"""Practice: what is asked of lists, the exercises of the lessons, goals for a list, and the learner's record.

How they look is in `widgets`.
May import: language, files, working, metrics, mistakes, examples.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from metrics_edu.language import later
from metrics_edu.practice.exercises import Exercise
from metrics_edu.practice.lessons.lesson_progress import lesson_progress

if TYPE_CHECKING:
    from metrics_edu.practice.lessons.lesson_exercises import exercise

__all__ = [
    "Exercise",
    "exercise",
    "lesson_progress",
]

_WHERE = {"lessons.lesson_exercises": ["exercise"]}
"""What is imported when it is first used, by its module."""


def __getattr__(name: str) -> Any:
    return later(__name__, _WHERE, name)
