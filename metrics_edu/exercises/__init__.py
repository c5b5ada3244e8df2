"""Exercises: what is asked of lists, the exercises of the lessons, goals for a list, and the learner's record.

How they look is in `widgets`; the exercise in class, whose file is handed in, in `homework`.
May import: language, working, metrics, mistakes, examples, tables.
"""

from __future__ import annotations

from metrics_edu.exercises.lesson_exercises import exercise
from metrics_edu.exercises.lesson_progress import lesson_progress
from metrics_edu.exercises.question import Exercise

__all__ = [
    "Exercise",
    "exercise",
    "lesson_progress",
]
