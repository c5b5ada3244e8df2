"""The fields of the steps of an exercise, before the field of its value."""

from __future__ import annotations

from collections.abc import Sequence

from metrics_edu.exercises import Exercise
from metrics_edu.exercises.blanks import JudgedEntry
from metrics_edu.exercises.record_lines import Event
from metrics_edu.language import _
from metrics_edu.widgets.cards.card import MARKS, field_view
from metrics_edu.widgets.core.list_views import View

STATES = {"follows": "convention", "unreadable": "wrong"}
"""The mark of what an entry is, where it is another word."""


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
    exercise: Exercise, k: int, value: View, texts: Sequence[str], judged: Sequence[JudgedEntry]
) -> list[View]:
    """Return the fields of the steps of a list, below the list itself, and the field of its value."""
    fields = exercise.step_fields[k]
    *steps, last = judged or [JudgedEntry()] * len(fields.names)
    views = [
        field_view(step_key(k, j), _label(exercise, k, j), texts[j], symbol=fields.names[j])
        | marked(step)
        | {"text": fields.steps[j].term.ndim > 0, "step": True}
        for j, step in enumerate(steps)
    ]
    views[0]["questions"] = value["questions"]
    if last.state == "follows" or (last.state == "right" and last.text):
        value = value | marked(last) | {"sides": []}
    return [*views, {key: part for key, part in value.items() if key != "questions"}]


def _label(exercise: Exercise, k: int, j: int) -> str:
    """Name a step for a reader who does not see its symbol: "IDCG@3 of list 2: the DCG of the ideal list"."""
    fields = exercise.step_fields[k]
    name = fields.names[j]
    name = _("{measure} of list {number}", measure=name, number=k + 1) if len(exercise.data) > 1 else name
    return named_in_words(name, fields.in_words(j))


def named_in_words(name: str, words: str) -> str:
    return f"{name}: {words}" if words else name


def marked(step: JudgedEntry) -> View:
    """Return the mark of a step, its word, and the sentence about it."""
    return {
        "state": STATES.get(step.state, step.state),
        "word": _(MARKS[step.state]) if step.state else "",
        "verdict": step.text,
    }
