"""A quiz for Moodle: drawn lists as numerical questions, in Moodle's XML."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from metrics_edu.exercises.question import Exercise
from metrics_edu.homework.classroom.class_exercise import ClassExercise
from metrics_edu.homework.classroom.quiz_answers import quiz_answers
from metrics_edu.homework.judging.page import list_html
from metrics_edu.language import N_, _, language, number
from metrics_edu.metrics import Ranking
from metrics_edu.mistakes.diagnosis import TEXTS
from metrics_edu.working.markup import element

KINDS = {N_("list 1"): slice(0, 1), N_("list 2"): slice(1, 2), N_("mean of both lists"): slice(0, 2)}
"""What is asked of a pair of lists."""
MAX_CODE_LETTERS = 40
"""Of the class code in the id of a question: Moodle takes ids of at most 100 characters."""
SETTINGS = Markup(
    "<defaultgrade>1</defaultgrade><penalty>0.3333333</penalty><hidden>0</hidden>"
    "<unitgradingtype>0</unitgradingtype><unitpenalty>0.1</unitpenalty><showunits>3</showunits><unitsleft>0</unitsleft>"
)
"""One point, and no units."""


def quiz_xml(class_code: str, measures: Sequence[str], count: int, *, decimals: int, convention: str) -> str:
    """Return the questions of each measure on `count` pairs of lists, with one on each list and one on the mean.

    Each measure has three categories of questions, from which Moodle draws one for each student. Pair 7 has the lists that an
    exercise in class gives to the student ``7``.

    Raises
    ------
    ValueError
        As `ClassExercise`.
    """
    students = map(str, range(1, count + 1))
    sheets = [ClassExercise(class_code, name, measures, decimals=decimals, convention=convention) for name in students]
    questions = []
    for name in sheets[0].pairs:
        for kind, chosen in KINDS.items():
            path = (part.replace("/", "//") for part in (sheets[0].class_code, name, _(kind)))
            questions.append(element("question", _text("category", "/".join(["$course$/top", *path])), type="category"))
            questions += [_question(sheet, name, _(kind), [*sheet.pairs[name]][chosen]) for sheet in sheets]
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{element("quiz", *questions)}\n'


def _question(sheet: ClassExercise, name: str, kind: str, lists: Sequence[Ranking]) -> Markup:
    """Return a question on a list, or on the mean of two."""
    mean, decimals, convention = len(lists) > 1, sheet.decimals, sheet.convention
    exercise = Exercise(sheet.student, name, tuple(lists), decimals=decimals, convention=convention, mean=mean)
    form = _("Write {measure} as in {example} (decimals required: {decimals}). Moodle takes no fraction and no %.",
             measure=exercise.labels[-1], decimals=decimals, example=number(0.5, fixed=decimals))  # fmt: skip
    html = element("p", exercise.ask()) + Markup().join(map(list_html, lists)) + element("p", form)
    working = element("pre", exercise.solution()[-1].text())
    code = sheet.class_code[:MAX_CODE_LETTERS]
    answers = [
        _answer(answer.percent, f"{answer.value:.10f}", answer.text, answer.tolerance)
        for answer in quiz_answers(exercise)
    ]
    return element(
        "question",
        _text("name", f"{name}, {kind}, {sheet.student}"),
        _text("questiontext", html, format="html"),
        _text("generalfeedback", working, format="html"),
        SETTINGS,
        element("idnumber", f"{code}-{name}-{kind}-{sheet.student}-{decimals}-{convention}-{language()}"),
        *answers,
        _answer(0, "*", _(TEXTS["wrong"])),
        type="numerical",
    )


def _answer(percent: int, value: str, feedback: str, tolerance: float = 0) -> Markup:
    said = _text("feedback", element("p", feedback), format="html")
    bounds = element("tolerance", f"{tolerance:.10f}")
    return element("answer", element("text", value), said, bounds, fraction=percent, format="moodle_auto_format")


def _text(tag: str, text: str, **attributes: str) -> Markup:
    return element(tag, element("text", str(text)), **attributes)  # HTML is escaped again: in XML it is text
