"""What a Drill shows beside its exercise: a worked step with a blank, and the lists of a contrast."""

from __future__ import annotations

from metrics_edu.exercises.blanks import JudgedEntry
from metrics_edu.exercises.contrast import Contrast
from metrics_edu.exercises.worked_step import BlankStep, title_of, working_of
from metrics_edu.language import _, number
from metrics_edu.widgets.cards.card import field_view
from metrics_edu.widgets.cards.question_views import views_of
from metrics_edu.widgets.cards.step_views import marked, named_in_words
from metrics_edu.widgets.core.list_views import View


def step_field(worked: BlankStep, asked: BlankStep, text: str, code: str) -> View:
    """Show the step of a mistake on two lists: worked on the first one, and blank on the second one."""
    blanks, position = asked
    title, entry = title_of(*asked), blanks.judge(position, text, believed=code) if text else JudgedEntry()
    first = views_of(worked[0].data, _("Worked: {step}", step=title_of(*worked)), revealed=True)
    first[-1]["notes"].append(working_of(*worked))
    second = views_of(blanks.data, _("Your turn: {step}", step=title), revealed=False)
    heading = {"title": _("One step on new lists"), "about": _("The first is worked. Fill in the second and check.")}
    label = named_in_words(_("{step} of the second list", step=title), blanks.in_words(position))
    field = field_view("step", label, text, symbol=blanks.name(position))
    return field | marked(entry) | {"heading": heading, "questions": first + second, "submits": "check"}


def contrast_views(contrast: Contrast) -> list[View]:
    """Show the lists of a contrast, each with its right value and that of the mistake."""
    found = []
    for title, data, *values in zip("AB", contrast.lists, contrast.right, contrast.wrong, strict=False):
        views = views_of(data, title, revealed=True)
        right, wrong = (number(value, fixed=3) for value in values)
        note = _("{measure} = {right}; with the mistake: {wrong}.", measure=contrast.name, right=right, wrong=wrong)
        views[-1]["notes"].append(note)
        found += views
    return found
