"""A quiz for Moodle: drawn lists as numerical questions in Moodle's XML, with a sentence for the number of each mistake."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from markupsafe import Markup

from metrics_edu.language import N_, _, language, number
from metrics_edu.metrics import CONVENTIONS, Ranking
from metrics_edu.mistakes import Verdict, diagnose
from metrics_edu.mistakes.diagnosis import NEAR_UNITS, TEXTS, chance_of_causes, either_or
from metrics_edu.mistakes.known_mistakes import KNOWN_MISTAKES
from metrics_edu.mistakes.made_values import value_made
from metrics_edu.mistakes.written_numbers import Claim, near, read_claim
from metrics_edu.practice.exercises import Exercise
from metrics_edu.working.markup import element
from metrics_homework.classroom.class_exercise import ClassExercise
from metrics_homework.judging.page import list_html

KINDS = {N_("list 1"): slice(0, 1), N_("list 2"): slice(1, 2), N_("mean of both lists"): slice(0, 2)}
"""What is asked of a pair of lists."""
MAX_CODE_LETTERS = 40
"""Of the class code in the id of a question: Moodle takes ids of at most 100 characters."""
SETTINGS = Markup(
    "<defaultgrade>1</defaultgrade><penalty>0.3333333</penalty><hidden>0</hidden>"
    "<unitgradingtype>0</unitgradingtype><unitpenalty>0.1</unitpenalty><showunits>3</showunits><unitsleft>0</unitsleft>"
)
"""One point, and no units."""
SLACK = 1e-9
"""The share of a unit by which two values may differ and be equal; the tolerance of a number with fewer decimals."""


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
    form = _(
        "Write {measure} as in {example} (decimals required: {decimals}). Moodle takes no fraction and no %.",
        measure=exercise.labels[-1],
        decimals=decimals,
        example=number(0.5, fixed=decimals),
    )
    html = element("p", exercise.ask()) + Markup().join(map(list_html, lists)) + element("p", form)
    working = element("pre", exercise.solution()[-1].text())
    code = sheet.class_code[:MAX_CODE_LETTERS]
    return element(
        "question",
        _text("name", f"{name}, {kind}, {sheet.student}"),
        _text("questiontext", html, format="html"),
        _text("generalfeedback", working, format="html"),
        SETTINGS,
        element("idnumber", f"{code}-{name}-{kind}-{sheet.student}-{decimals}-{convention}-{language()}"),
        *_answers(exercise),
        _answer("*", 0, 0, _(TEXTS["wrong"])),
        type="numerical",
    )


def _answer(value: float | str, tolerance: float, percent: int, feedback: str) -> Markup:
    """Return a range of numbers, the percentage of the points that they get, and what is said about them."""
    said = _text("feedback", element("p", feedback), format="html")
    text = value if isinstance(value, str) else f"{value:.10f}"
    bounds = element("tolerance", f"{tolerance:.10f}")
    return element("answer", element("text", text), said, bounds, fraction=percent, format="moodle_auto_format")


def _text(tag: str, text: str, **attributes: str) -> Markup:
    return element(tag, element("text", str(text)), **attributes)  # HTML is escaped again: in XML it is text


def _answers(exercise: Exercise) -> list[Markup]:
    """Return the answers to the last question of an exercise. The first one that takes a number decides about it.

    Mistakes whose values differ by a unit of the last decimal or less share an answer. Those within a unit of the right value
    are not named. A right value with fewer decimals that may also be a mistake gets no points.
    """
    measure, part, unit = exercise.measure, exercise.parts[-1], 10.0**-exercise.decimals
    made = {name: value_made(name, measure, part) for name in (*KNOWN_MISTAKES, *CONVENTIONS)}
    verdict = diagnose(measure, part, None, decimals=exercise.decimals)
    exact, required = verdict.exact, Claim(verdict.exact, exercise.decimals)
    chance, _shares = chance_of_causes(made, verdict, required, exercise.decimals, part)
    verdict = replace(verdict, chance=chance)
    shortened, wrong = _shortened(verdict), []
    for group in _near_values(made, unit):
        low, high = min(group.values()), max(group.values())
        if max(high - exact, exact - low) > unit * (1 + SLACK):
            middle, reach = (low + high) / 2, (high - low + unit) / 2
            also = [shortened.pop(value) for value in [*shortened] if abs(value - middle) <= reach]
            named = verdict.named(
                *(tuple(name for name in names if name in group) for names in (KNOWN_MISTAKES, CONVENTIONS))
            )
            text = either_or([*also, *named.ways]) if also else named.text
            wrong.append(_answer(middle, reach, 0, text))
    right = _answer(exact, unit / 2, 100, replace(verdict, kind="right").text)
    rounded = [_answer(value, SLACK, 100, text) for value, text in shortened.items()]
    return [right, *rounded, *wrong, _answer(exact, NEAR_UNITS * unit, 0, replace(verdict, kind="nearly").text)]


def _near_values(values: Mapping[str, float], unit: float) -> list[dict[str, float]]:
    """Return the values in groups: in a group, each differs from the next one by at most a unit."""
    groups: list[dict[str, float]] = []
    last = -math.inf
    for value, name in sorted((value, name) for name, value in values.items() if math.isfinite(value)):
        if value - last > unit * (1 + SLACK):
            groups.append({})
        groups[-1][name] = last = value
    return groups


def _shortened(verdict: Verdict) -> dict[float, str]:
    """Return the right value with fewer decimals, or cut off, each with what is said about it."""
    exact, found = verdict.exact, {}
    for scale in (10**places for places in range(verdict.decimals + 1)):
        floors = (math.floor(exact * scale + more) / scale for more in (0.5 + SLACK, SLACK))
        for value in (round(exact * scale) / scale, *floors):  # 0.575 is also 0.58 where it is stored as less
            claim = read_claim(f"{value:.{len(str(scale)) - 1}f}")
            if claim and claim.matches(exact, verdict.decimals) and not near(value, exact, verdict.decimals):
                found[value] = replace(verdict, kind="rounded", claim=claim).text
    return found
