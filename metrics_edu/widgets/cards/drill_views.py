"""What a Drill shows beside its exercise: a worked step with a blank, and the lists of a contrast."""

from __future__ import annotations

from metrics_edu.exercises.contrast import Contrast
from metrics_edu.exercises.worked_step import BlankStep, working_of
from metrics_edu.language import _, number
from metrics_edu.metrics import Measure, Ranking
from metrics_edu.widgets.cards.card import MARKS, field_view
from metrics_edu.widgets.cards.question_views import views_of
from metrics_edu.widgets.core.list_views import View


def step_field(worked: BlankStep, asked: BlankStep, text: str) -> View:
    """Show a step on two lists: worked on the first one, and blank on the second one."""
    blanks, position = asked
    name, entry = blanks.name(position), blanks.judge(position, text)
    first = views_of(worked[0].data, _("Worked: {step}", step=worked[0].name(worked[1])), revealed=True)
    first[-1]["notes"].append(working_of(*worked))
    second = views_of(blanks.data, _("Your turn: {step}", step=name), revealed=False)
    state = "" if not text else "right" if entry.right else "wrong"
    heading = {"title": _("One step on new lists"), "about": _("The first is worked. Fill in the second and check.")}
    about = {"state": state, "word": _(MARKS[state]) if text else "", "verdict": entry.text if text else ""}
    field = field_view("step", _("{step} of the second list", step=name), text, symbol=name)
    return field | about | {"heading": heading, "questions": first + second, "submits": "check"}


def contrast_views(contrast: Contrast, measure: Measure) -> list[View]:
    """Show the lists of a contrast, each with its right value and that of the mistake."""
    found = []
    is_mean = any(isinstance(one, Ranking) and one.is_batch for one in contrast.lists)
    name = measure.mean_name if is_mean else measure.name
    for title, data, *values in zip("AB", contrast.lists, contrast.right, contrast.wrong, strict=False):
        views = views_of(data, title, revealed=True)
        right, wrong = (number(value, fixed=3) for value in values)
        note = _("{measure} = {right}; with the mistake: {wrong}.", measure=name, right=right, wrong=wrong)
        views[-1]["notes"].append(note)
        found += views
    return found
