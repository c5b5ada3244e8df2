"""How far a learner has come, in words: by lesson, and by metric."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from metrics_edu.exercises import learner_record
from metrics_edu.exercises.drill import first_answers, mastery
from metrics_edu.exercises.learner_record import DRILL, PREDICTION
from metrics_edu.exercises.record_lines import Record
from metrics_edu.language import _, ngettext
from metrics_edu.working.labels import one_line

LESSON_TASKS: dict[str, list[str]] = json.loads(Path(__file__).with_name("lesson_tasks.json").read_text("utf-8"))
"""The names under which the exercises, predictions and tasks of each lesson are kept: `make notebooks` writes them."""


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
        raise ValueError(_("a lesson must be one of {allowed}; got {value!r}", allowed=allowed, value=lesson))
    print(_line(lesson, learner_record.progress()))


def report() -> str:
    """Tell the lessons that were begun, what was practised of each metric, and each name; OSError as `learner_record.read`."""
    kept = learner_record.read()
    begun = [lesson for lesson, names in LESSON_TASKS.items() if not kept.records.keys().isdisjoint(names)]
    answers = first_answers(kept.events)
    practised = [mastery(answers, metric) for metric in dict.fromkeys(answer.metric for answer in answers)]
    names = [_outcome(name, record) for name, record in kept.records.items() if not name.startswith(DRILL)]
    nothing = "" if kept.notice or kept.records else _("You have not tried an exercise yet.")
    lessons = [_line(lesson, kept.records) for lesson in begun]
    return "\n".join(filter(None, [*lessons, *practised, kept.notice, *names, nothing]))


def _outcome(name: str, record: Record) -> str:
    outcome = _("right") if record.right else _("not right yet") if record.tried else _("not tried")
    outcome += _(", solution shown") if record.shown else ""
    return _("{name}: {status} (tried: {tried})", name=one_line(name), status=outcome, tried=record.tried)


def _line(lesson: str, records: Mapping[str, Record]) -> str:
    names = LESSON_TASKS[lesson]
    done = sum(_is_done(name, records.get(name, Record())) for name in names)
    return ngettext("Lesson {lesson}: {done} of {count} exercise", "Lesson {lesson}: {done} of {count} exercises",
                    len(names), lesson=lesson, done=done)  # fmt: skip


def _is_done(name: str, record: Record) -> bool:
    """Return whether it was right once; a prediction is done as soon as it is made."""
    return record.right or (name.startswith(PREDICTION) and record.tried > 0)
