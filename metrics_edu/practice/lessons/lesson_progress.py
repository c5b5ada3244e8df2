"""How far a learner has come: by the parts and sections of a lesson, and by metric."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

from markupsafe import Markup

from metrics_edu.language import N_, _, language
from metrics_edu.metrics.validation import check_word
from metrics_edu.practice.lessons.lesson_exercises import EXERCISES, exercise
from metrics_edu.practice.lessons.lesson_quizzes import QUIZZES
from metrics_edu.practice.record import learner_record
from metrics_edu.practice.record.learner_record import DRILL, PREDICTION
from metrics_edu.practice.record.record_lines import Record
from metrics_edu.practice.tutor import my_mistakes
from metrics_edu.practice.tutor.drill import RIGHT_IN_TASK, first_answers, mastery, without_steps
from metrics_edu.working.labels import one_line
from metrics_edu.working.markup import element
from metrics_edu.working.printing import Displayed

LESSONS: dict[str, dict[str, Any]] = json.loads(Path(__file__).with_name("lesson_tasks.json").read_text("utf-8"))
"""The file of each lesson, and the sections of its parts: titles, and tasks with their cells. `make notebooks` writes it."""
PARTS = {
    "main": N_("main part {done} of {count}"),
    "practice": N_("practice {done} of {count}"),
    "more": N_("more {done} of {count}"),
}
"""The parts of a lesson, in their order."""
KINDS = {
    "predict": N_("Predict {measure}"),
    "stepper": N_("Steps of {measure}"),
    "fadedstepper": N_("Fill in {measure}"),
    "inverse": N_("Goal for {measure}"),
    "drill": N_("Drill ({done} of {count} right)"),
    "sheet": N_("The exercise in class"),
}
"""What is done in a task, by the first word of its name."""
HASH = re.compile(" [0-9a-f]{8}$")
"""The end of a name that `learner_record.name_of` made."""


def lesson_progress(lesson: str) -> LessonProgress:
    """Show how many exercises of a lesson are done, by part, and link to the open ones.

    In a notebook the output follows each answer.

    Parameters
    ----------
    lesson : str
        Its number, such as "04".

    Raises
    ------
    ValueError
        If there is no lesson of that number.
    """
    check_word("lesson", lesson, LESSONS)
    return LessonProgress(lesson)


@dataclass(frozen=True, repr=False)
class LessonProgress(Displayed):
    """What is done and open in a lesson; it reads the learner's record whenever it is shown."""

    lesson: str

    def text(self) -> str:
        return _line(self.lesson, learner_record.progress())

    def html(self) -> str:
        records, sections = learner_record.progress(), LESSONS[self.lesson]
        rows, links = [], _links(self.lesson, records)
        for part, text in _counts(self.lesson, records).items():
            left = [row for section in sections[part] if (row := _open_tasks(section, links))]
            rows.append(element("li", text, *([", ", _("open:"), element("ul", *left)] if left else [])))
        return str(element("b", _("Lesson {lesson}", lesson=self.lesson)) + element("ul", *rows))

    def _ipython_display_(self, **update: bool) -> None:
        """Show it, and show it again in the same output after each answer."""
        from IPython import display  # which a page without Jupyter does not have

        options = {"raw": True, "display_id": f"lesson {self.lesson}", **update}
        display.display(self._repr_mimebundle_(), **options)  # type: ignore[no-untyped-call]
        learner_record.FOLLOWERS[self.lesson] = partial(self._ipython_display_, update=True)


def report() -> str:
    """Return the lessons that were begun, the named mistakes, what was practised of each metric, and each task.

    Raises OSError as `learner_record.read`.
    """
    kept = learner_record.read()
    begun = [lesson for lesson in LESSONS if not kept.records.keys().isdisjoint(tasks_of(lesson, *PARTS))]
    answers = first_answers(kept.events)
    practised = [
        mastery(answers, metric) for metric in dict.fromkeys(answer.metric for answer in without_steps(answers))
    ]
    tasks: dict[str, list[Record]] = {}
    for name, record in kept.records.items():
        if not name.startswith(DRILL):
            tasks.setdefault(HASH.sub("", name), []).append(record)
    names = [_outcome(name, records) for name, records in tasks.items()]
    nothing = "" if kept.notice or kept.records else _("You have not tried an exercise yet.")
    lessons = [_line(lesson, kept.records) for lesson in begun]
    mistakes = my_mistakes.lines(kept.events, date.today())
    return "\n".join(filter(None, [*lessons, *mistakes, *practised, kept.notice, *names, nothing]))


def tasks_of(lesson: str, *parts: str) -> list[str]:
    """Return the names under which the tasks of parts of a lesson are recorded."""
    return [name for part in parts for section in LESSONS[lesson][part] for name in section["tasks"]]


def section_about(metric: str) -> str:
    """Return the lesson and the title of the section in which a metric is first predicted; "" if there is none."""
    for lesson, parts in LESSONS.items():
        for section in parts["main"]:
            of = [
                name.removeprefix(PREDICTION).split("@")[0].split()[0]
                for name in section["tasks"]
                if name.startswith(PREDICTION)
            ]
            if metric in of:
                return _("lesson {lesson}, “{title}”", lesson=lesson, title=section["titles"][language()])
    return ""


def _outcome(name: str, records: Sequence[Record]) -> str:
    """Return how a task went, on all lists on which it was done."""
    tried, kind = sum(record.tried for record in records), name.split(" ")[0]
    is_right = all(record.right for record in records)
    outcome = _("right") if is_right else _("not right yet") if tried else _("not tried")
    outcome += _(", solution shown") if any(record.shown for record in records) else ""
    title = title_of(name, {}) if kind in KINDS and name != kind else name
    return _("{name}: {status} (tried: {tried})", name=one_line(title), status=outcome, tried=tried)


def _line(lesson: str, records: Mapping[str, Record]) -> str:
    return _("Lesson {lesson}: {parts}", lesson=lesson, parts=", ".join(_counts(lesson, records).values()))


def _counts(lesson: str, records: Mapping[str, Record]) -> dict[str, str]:
    """Return how many tasks are done of each part that has some."""
    tasks = {part: tasks_of(lesson, part) for part in PARTS}
    return {
        part: _(PARTS[part], done=sum(_is_done(name, records) for name in names), count=len(names))
        for part, names in tasks.items()
        if names
    }


def _links(lesson: str, records: Mapping[str, Record]) -> dict[str, Markup]:
    """Return a link to the cell of each open task, as Jupyter writes it; tasks with the same title are numbered.

    The widget of the task takes the focus by its name.
    """
    file, sections = LESSONS[lesson]["file"], (section for part in PARTS for section in LESSONS[lesson][part])
    cells = {name: cell for section in sections for name, cell in section["tasks"].items()}
    titles = [title_of(name, records) for name in cells]
    numbered = [
        f"{title} ({titles[: k + 1].count(title)})" if titles.count(title) > 1 else title
        for k, title in enumerate(titles)
    ]
    return {
        name: element("a", title, data_task=name, href=f"{file}#cell-id={cell}")
        for (name, cell), title in zip(cells.items(), numbered, strict=True)
        if not _is_done(name, records)
    }


def _open_tasks(section: Mapping[str, Any], links: Mapping[str, Markup]) -> Markup:
    """Return the title of a section and the links to its open tasks; "" if all are done."""
    left = [links[name] for name in section["tasks"] if name in links]
    return element("li", section["titles"][language()], " (", Markup("; ").join(left), ")") if left else Markup()


def title_of(task: str, records: Mapping[str, Record]) -> str:
    """Return what a learner sees of a task: its question, or what is done with which measure, and how far it is."""
    if task in QUIZZES:
        return _(QUIZZES[task].text)
    if task in EXERCISES:
        return _("Exercise {measure}", measure=exercise(task).spelling)
    kind, *measures = task.split()
    done = records.get(task, Record()).tried
    return _(KINDS[kind], measure=measures[0] if measures else "", done=done, count=RIGHT_IN_TASK)


def _is_done(name: str, records: Mapping[str, Record]) -> bool:
    """Return whether a task was right once; a prediction is done after the first try."""
    return (record := records.get(name, Record())).right or (name.startswith(PREDICTION) and record.tried > 0)
