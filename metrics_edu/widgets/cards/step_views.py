"""What is shown beside the value of an exercise: fields for its steps, a step on new lists, and the lists of a contrast."""

from __future__ import annotations

from collections.abc import Sequence

from metrics_edu.language import _, number
from metrics_edu.practice import Exercise
from metrics_edu.practice.record.record_lines import Event
from metrics_edu.practice.steps.blanks import EntryState, JudgedEntry
from metrics_edu.practice.tutor.contrast import Contrast
from metrics_edu.practice.tutor.worked_step import BlankStep
from metrics_edu.widgets.cards.card import MARKS, field_view
from metrics_edu.widgets.cards.question_views import views_of
from metrics_edu.widgets.contract.cards import AnswerField, FieldMark, QuestionView
from metrics_edu.widgets.contract.shared import Heading, MarkState

STATES: dict[EntryState, MarkState] = {
    "": "",
    "right": "right",
    "wrong": "wrong",
    "follows": "convention",
    "unreadable": "wrong",
}
"""The mark of what an entry is."""


def step_key(k: int, j: int) -> str:
    """Return the key of the field of a step of a list."""
    return f"{k}s{j}"


def no_entries(exercise: Exercise) -> tuple[tuple[str, ...], ...]:
    return tuple(("",) * len(exercise.steps) for _fields in exercise.step_fields)


def kept_entries(exercise: Exercise, seed: int, events: Sequence[Event]) -> tuple[tuple[str, ...], ...]:
    """Return the entries that were checked last, on the lists of a seed; none where nothing is recorded."""
    kept = next((event.answers for event in reversed(events) if event.what in ("stepped", "begun")), ())
    count = len(exercise.steps)
    if not kept or len(kept) != count * len(exercise.step_fields) or events[-1].seed != seed:
        return no_entries(exercise)
    return tuple(kept[k : k + count] for k in range(0, len(kept), count))


def separation(exercise: Exercise) -> str:
    """Say how several numbers are written in one field; "" where no step has several."""
    has_several = any(step.term.ndim for fields in exercise.step_fields for step in fields.steps)
    return _("Separate several numbers by spaces.") if has_several else ""


def with_steps(
    exercise: Exercise,
    k: int,
    value: AnswerField,
    texts: Sequence[Sequence[str]],
    judged: Sequence[Sequence[JudgedEntry]],
) -> list[AnswerField]:
    """Return the fields of the steps of a list, below the list itself, and the field of its value."""
    if k >= len(exercise.step_fields):
        return [value]
    fields = exercise.step_fields[k]
    *steps, last = judged[k] if judged else [JudgedEntry()] * len(fields.names)
    views: list[AnswerField] = [
        {
            **field_view(step_key(k, j), _label(exercise, k, j), texts[k][j], symbol=fields.names[j]),
            **_marked(step),
            "text": fields.steps[j].term.ndim > 0,
            "step": True,
        }
        for j, step in enumerate(steps)
    ]
    views[0]["questions"] = value.pop("questions")
    if last.state == "follows" or (last.state == "right" and last.text):
        value = {**value, **_marked(last), "sides": []}
    return [*views, value]


def _label(exercise: Exercise, k: int, j: int) -> str:
    """Name a step for a reader who does not see its symbol: "IDCG@3 of list 2: the DCG of the ideal list"."""
    fields = exercise.step_fields[k]
    name = fields.names[j]
    name = _("{measure} of list {number}", measure=name, number=k + 1) if len(exercise.data) > 1 else name
    return _named_in_words(name, fields.in_words(j))


def _named_in_words(name: str, words: str) -> str:
    return f"{name}: {words}" if words else name


def _marked(step: JudgedEntry) -> FieldMark:
    """Return the mark of a step, its word, and the sentence about it."""
    return {
        "state": STATES[step.state],
        "word": _(MARKS[step.state]) if step.state else "",
        "verdict": step.text,
    }


def step_field(worked: BlankStep, asked: BlankStep, text: str, code: str) -> AnswerField:
    """Show the step of a mistake on two lists: worked on the first one, and blank on the second one."""
    blanks, position = asked
    title, entry = blanks.title(position), blanks.judge(position, text, believed=code) if text else JudgedEntry()
    first = views_of(worked[0].data, _("Worked: {step}", step=worked[0].title(worked[1])), revealed=True)
    first[-1]["notes"].append(worked[0].working(worked[1]))
    second = views_of(blanks.data, _("Your turn: {step}", step=title), revealed=False)
    heading: Heading = {
        "title": _("One step on new lists"),
        "about": _("The first is worked. Fill in the second and check."),
    }
    label = _named_in_words(_("{step} of the second list", step=title), blanks.in_words(position))
    field = field_view("step", label, text, symbol=blanks.name(position))
    return {**field, **_marked(entry), "heading": heading, "questions": first + second, "submits": "check"}


def contrast_views(contrast: Contrast) -> list[QuestionView]:
    """Show the lists of a contrast, each with its right value and that of the mistake."""
    found = []
    for title, data, *values in zip("AB", contrast.lists, contrast.right, contrast.wrong, strict=False):
        views = views_of(data, title, revealed=True)
        right, wrong = (number(value, fixed=3) for value in values)
        note = _("{measure} = {right}; with the mistake: {wrong}.", measure=contrast.name, right=right, wrong=wrong)
        views[-1]["notes"].append(note)
        found += views
    return found
