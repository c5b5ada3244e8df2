"""How far a learner has come, in words: by lesson, and by metric."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from warnings import catch_warnings

from metrics_edu.exercises import learner_record
from metrics_edu.exercises.drill import first_answers, mastery
from metrics_edu.exercises.learner_record import PREDICTION, Record
from metrics_edu.language import _, ngettext

LESSON_TASKS: dict[str, list[str]] = json.loads(Path(__file__).with_name("lesson_tasks.json").read_text("utf-8"))
"""The names under which the exercises, predictions and tasks of each lesson are kept: `scripts/lessons.py build` writes them."""


def lesson_progress(lesson: str) -> None:
    """Print how many exercises of a lesson are done.

    Parameters
    ----------
    lesson : str
        Its number, "00" to "09".

    Raises
    ------
    ValueError
        If there is no lesson of that number.
    """
    if lesson not in LESSON_TASKS:
        allowed = ", ".join(LESSON_TASKS)
        raise ValueError(_("a lesson must be one of {allowed}; got {given!r}", allowed=allowed, given=lesson))
    print(_line(lesson, learner_record.progress()))


def report() -> str:
    """Return the lessons that were begun, what was practised of each metric, and a line for each name.

    Raises
    ------
    OSError
        If the file cannot be read, or is another's.
    """
    kept = learner_record.report()  # which says what is wrong with the file, or raises it
    with catch_warnings(action="ignore"):
        records, answers = learner_record.progress(), first_answers(learner_record.events())
    practised = [mastery(answers, metric) for metric in dict.fromkeys(answer.metric for answer in answers)]
    begun = [lesson for lesson, names in LESSON_TASKS.items() if not records.keys().isdisjoint(names)]
    return "\n".join(filter(None, [*(_line(lesson, records) for lesson in begun), *practised, kept]))


def _line(lesson: str, records: Mapping[str, Record]) -> str:
    names = LESSON_TASKS[lesson]
    done = sum(_is_done(name, records.get(name, Record())) for name in names)
    return ngettext("Lesson {lesson}: {done} of {count} exercise", "Lesson {lesson}: {done} of {count} exercises",
                    len(names), lesson=lesson, done=done)  # fmt: skip


def _is_done(name: str, record: Record) -> bool:
    """Return whether it was right once; a prediction is done as soon as it is made."""
    return record.right or (name.startswith(PREDICTION) and record.tried > 0)
