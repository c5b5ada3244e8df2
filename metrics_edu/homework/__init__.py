"""Homework: check a submission before it is handed in, and grade a class.

What a student or a lecturer calls: `check_submission`, `read_policy`, `grade_folder`, `ClassExercise`.
"""

from __future__ import annotations

from metrics_edu.homework.check import Report, check_submission
from metrics_edu.homework.example import init_tarea
from metrics_edu.homework.exercise import ClassExercise
from metrics_edu.homework.grade import grade_folder
from metrics_edu.homework.policy import Policy, read_policy

__all__ = ["ClassExercise", "Policy", "Report", "check_submission", "grade_folder", "init_tarea", "read_policy"]
