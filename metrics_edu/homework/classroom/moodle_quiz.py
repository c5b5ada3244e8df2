"""A quiz for Moodle: drawn lists as numerical questions, in Moodle's XML."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterable, Sequence

from markupsafe import Markup

from metrics_edu.exercises.question import Exercise
from metrics_edu.homework.classroom.class_exercise import ClassExercise
from metrics_edu.homework.classroom.list_table import list_table
from metrics_edu.homework.classroom.quiz_answers import QuizAnswer, quiz_answers
from metrics_edu.language import _, language, number
from metrics_edu.metrics import Ranking
from metrics_edu.metrics.measures import DEFAULT
from metrics_edu.mistakes.diagnosis import TEXTS
from metrics_edu.working.markup import element

MAX_CODE_LETTERS = 40
"""Of the class code in the id of a question: Moodle takes ids of at most 100 characters."""
SETTINGS = {
    "defaultgrade": "1",
    "penalty": "0.3333333",
    "hidden": "0",
    "unitgradingtype": "0",
    "unitpenalty": "0.1",
    "showunits": "3",
    "unitsleft": "0",
}
"""One point, and no units."""


def quiz_xml(
    class_code: str, measures: Sequence[str], count: int, *, decimals: int = 3, convention: str = DEFAULT
) -> tuple[str, int]:
    """Return the questions and their number: of each measure on `count` pairs of lists, with one on each list and one on the mean.

    Each measure has three categories of questions, from which Moodle draws one for each student. Pair 7 has the lists that an
    exercise in class gives to the student ``7``.

    Raises
    ------
    ValueError
        As `ClassExercise`.
    """
    quiz = ET.Element("quiz")
    students = map(str, range(1, count + 1))
    sheets = [ClassExercise(class_code, name, measures, decimals=decimals, convention=convention) for name in students]
    for name in sheets[0].pairs:
        pairs = [sheet.pairs[name] for sheet in sheets]
        kinds: dict[str, list[tuple[Ranking, ...]]] = {
            _("list 1"): [(first,) for first, _second in pairs],
            _("list 2"): [(second,) for _first, second in pairs],
            _("mean of both lists"): [*pairs],
        }
        for kind, drawn in kinds.items():
            category = [sheets[0].class_code, name, kind]
            _add_category(quiz, category)
            for draw, lists in enumerate(drawn, start=1):
                exercise = Exercise(
                    str(draw), name, lists, decimals=decimals, convention=convention, mean=len(lists) > 1
                )
                _add_question(quiz, category, exercise)
    ET.indent(quiz)
    return ET.tostring(quiz, "unicode", xml_declaration=True) + "\n", len(quiz.findall("question[name]"))


def _add_category(quiz: ET.Element, names: Iterable[str]) -> None:
    question = ET.SubElement(quiz, "question", type="category")
    path = "/".join(["$course$", "top", *(name.replace("/", "//") for name in names)])
    _add_text(question, "category", path)


def _add_question(quiz: ET.Element, category: Sequence[str], exercise: Exercise) -> None:
    code, name, kind = category
    question = ET.SubElement(quiz, "question", type="numerical")
    _add_text(question, "name", f"{name}, {kind}, {exercise.name}")
    _add_text(question, "questiontext", _question_html(exercise), format="html")
    _add_text(question, "generalfeedback", element("pre", exercise.solution()[-1].text()), format="html")
    for tag, text in SETTINGS.items():
        ET.SubElement(question, tag).text = text
    settings = [name, kind, exercise.name, exercise.decimals, exercise.convention, language()]
    ET.SubElement(question, "idnumber").text = "-".join([code[:MAX_CODE_LETTERS], *map(str, settings)])
    for answer in quiz_answers(exercise):
        _add_answer(question, f"{answer.value:.10f}", answer)
    _add_answer(question, "*", QuizAnswer(0, 0, 0, _(TEXTS["wrong"])))


def _add_answer(question: ET.Element, value: str, answer: QuizAnswer) -> None:
    one = ET.SubElement(question, "answer", fraction=str(answer.percent), format="moodle_auto_format")
    ET.SubElement(one, "text").text = value
    _add_text(one, "feedback", element("p", answer.text), format="html")
    ET.SubElement(one, "tolerance").text = f"{answer.tolerance:.10f}"


def _add_text(parent: ET.Element, tag: str, text: str, **attributes: str) -> None:
    ET.SubElement(ET.SubElement(parent, tag, attributes), "text").text = str(
        text
    )  # Markup would escape what it escaped before


def _question_html(exercise: Exercise) -> Markup:
    lists = [list_table(one) for one in exercise.data if isinstance(one, Ranking)]
    form = _("Write {measure} with {decimals} decimals, such as {example}. Moodle takes no fraction and no %.",
             measure=exercise.labels[-1], decimals=exercise.decimals, example=number(0.5, fixed=exercise.decimals))  # fmt: skip
    return Markup().join([element("p", exercise.ask()), *lists, element("p", form)])
