"""Exercises: what is asked of lists, the exercises of the lessons, goals for a list, and the learner's record.

How they look is in `widgets`; the exercise in class, whose file is handed in, in `homework`.
May import: language, working, metrics, mistakes, examples, tables.
"""

from __future__ import annotations

from metrics_edu.exercises import drill, learner_record, record_lines
from metrics_edu.exercises.blanks import ROUNDS, Blanks, Position
from metrics_edu.exercises.goals import Goal, read_goals
from metrics_edu.exercises.lesson_exercises import EXERCISES, exercise
from metrics_edu.exercises.lesson_progress import LESSON_TASKS, lesson_progress, report
from metrics_edu.exercises.question import Exercise, judge, numbers_right
from metrics_edu.exercises.walkthrough import STAGE_HTML, Frames, Narration, upper
from metrics_edu.exercises.why import WhyQuestion, why_question

__all__ = [
    "EXERCISES",
    "LESSON_TASKS",
    "ROUNDS",
    "STAGE_HTML",
    "Blanks",
    "Exercise",
    "Frames",
    "Goal",
    "Narration",
    "Position",
    "WhyQuestion",
    "drill",
    "exercise",
    "judge",
    "learner_record",
    "lesson_progress",
    "numbers_right",
    "read_goals",
    "record_lines",
    "report",
    "upper",
    "why_question",
]
