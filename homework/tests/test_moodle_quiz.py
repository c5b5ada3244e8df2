"""The quiz for Moodle, read back by Moodle's rules: the marks and the feedback of every number that a student may type."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import ROUND_DOWN, ROUND_HALF_EVEN, Decimal
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from homework.tests.moodle_reader import MoodleQuestion, read_moodle, tags_of, words_of
from metrics_edu import Ranking, measure, set_language
from metrics_edu.language import _
from metrics_edu.metrics import CONVENTIONS, Measure
from metrics_edu.metrics.value_and_derivation import value_of
from metrics_edu.mistakes import diagnose
from metrics_edu.mistakes.diagnosis import TEXTS
from metrics_edu.mistakes.known_mistakes import KNOWN_MISTAKES
from metrics_edu.mistakes.made_values import value_made
from metrics_homework import ClassExercise
from metrics_homework.classroom.moodle_quiz import quiz_xml
from metrics_homework.cli import app

HOSTILE = '<b>]]> & "x" \'\x00$ / Ñandú 👩‍🔬'
UNIT = 0.001
SLACK = 1e-9


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    yield
    set_language("en")


@dataclass
class Case:
    """A list of a draw, or both at once, with the numbers to type."""

    measure: Measure
    part: Ranking
    exact: float
    mistakes: dict[str, float]  # more than a unit from the right value
    near: list[float]  # those that are not
    wrong: list[str]  # numbers that nothing gives

    @classmethod
    def of(cls, one: Measure, part: Ranking, rng: np.random.Generator) -> Case:
        exact = value_of(one, part)
        made = {name: value_made(name, one, part) for name in (*KNOWN_MISTAKES, *CONVENTIONS)}
        made = {name: value for name, value in made.items() if math.isfinite(value)}
        far = {name: value for name, value in made.items() if abs(value - exact) > UNIT * (1 + SLACK)}
        drawn = [f"{value:g}" for value in np.round(rng.uniform(0, 1, 20), 3)]
        apart = [
            text for text in drawn if all(abs(float(text) - value) > 2 * UNIT for value in (exact, *made.values()))
        ]
        wrong = [text for text in apart[:2] if diagnose(one, part, text, decimals=3).kind == "wrong"]
        return cls(
            one,
            part,
            exact,
            {name: value for name, value in far.items() if name in KNOWN_MISTAKES},
            [value for name, value in made.items() if name not in far],
            [*wrong, "9.99"],
        )

    def shortened(self) -> set[str]:
        """Return the right value rounded and cut off at each number of decimals, as a student writes it."""
        exact, places = Decimal(repr(round(self.exact, 9))), [Decimal(1).scaleb(-count) for count in range(4)]
        return {str(exact.quantize(place, rounding)) for place in places for rounding in (ROUND_HALF_EVEN, ROUND_DOWN)}

    def may_be_a_mistake(self, value: float) -> bool:
        made = (value_made(name, self.measure, self.part) for name in (*KNOWN_MISTAKES, *CONVENTIONS))
        return any(abs(value - other) <= 2 * UNIT and abs(other - self.exact) > UNIT for other in made)

    def check_shortened(self, question: MoodleQuestion) -> None:
        for text in self.shortened():
            forms = {text, *(f"{float(text):.{places}f}" for places in (1, 2, 3))}  # one number for Moodle
            verdicts = [diagnose(self.measure, self.part, form, decimals=3) for form in forms]
            kinds = {verdict.kind for verdict in verdicts}
            fraction, feedback = question.mark(text)
            if "rounded" in kinds - {"right"} == kinds and not self.may_be_a_mistake(float(text)):
                assert fraction == 1, text
                assert feedback in [verdict.text for verdict in verdicts if verdict.kind == "rounded"], text
            elif kinds == {"wrong"}:
                assert fraction == 0, text

    def check(self, question: MoodleQuestion) -> None:
        for text in (f"{self.exact:.3f}", f"{self.exact:.7f}", f"{self.exact + UNIT / 2 - 1e-7:.7f}"):
            assert question.mark(text) == (1.0, _(TEXTS["right"])), text
        self.check_shortened(question)
        for text in self.wrong:
            assert question.mark(text) == (0.0, _(TEXTS["wrong"])), text
        for code, value in self.mistakes.items():
            fraction, feedback = question.mark(f"{value:.3f}")
            sentence = KNOWN_MISTAKES[code].sentence(self.measure, mean=self.part.is_batch)
            assert fraction == 0, (code, value, feedback)
            assert sentence in feedback, (code, value, feedback)
        for value in self.near:
            text = f"{value:.3f}"
            fraction, feedback = question.mark(text)
            if abs(float(text) - self.exact) <= UNIT / 2 * (1 + SLACK):
                assert (fraction, feedback) == (1.0, _(TEXTS["right"])), text
            elif fraction == 1:
                forms = [f"{float(text):.{places}f}" for places in (1, 2, 3)]
                verdicts = [diagnose(self.measure, self.part, form, decimals=3) for form in forms]
                assert "rounded" in [verdict.kind for verdict in verdicts], text
            else:
                assert abs(float(text) - self.exact) > UNIT / 2, text


def check_quiz(name: str, draws: int) -> None:
    rng = np.random.default_rng(1)
    pairs = [ClassExercise("iic3633", str(draw), [name]).pairs[name] for draw in range(1, draws + 1)]
    parts = [*(pair[0] for pair in pairs), *(pair[1] for pair in pairs), *(Ranking.batch([*pair]) for pair in pairs)]
    cases = [Case.of(measure(name), part, rng) for part in parts]
    for language in ("en", "es"):
        set_language(language)
        questions = read_moodle(quiz_xml("iic3633", [name], draws, decimals=3, convention="parra"))
        assert len(questions) == len(cases)
        for case, question in zip(cases, questions, strict=True):
            case.check(question)


@pytest.mark.parametrize("name", ["AP@5", "nDCG@5"])
def test_every_typed_number_gets_its_mark_and_its_sentence(name: str) -> None:
    check_quiz(name, draws=4)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["AP@5", "nDCG@5", "RR", "Rankscore"])
def test_every_number_typed_into_200_draws_gets_its_mark(name: str) -> None:
    check_quiz(name, draws=200)


def run(*words: object) -> tuple[int, str]:
    done = CliRunner().invoke(app, ["quiz", *map(str, words)])
    return done.exit_code, done.stderr or done.stdout


def test_the_command_writes_lists_mean_and_both_languages(tmp_path: Path) -> None:
    out = tmp_path / "quiz.xml"
    done = run("iic3633", "--count", 2, "-m", "AP@5,RR@4", "--out", out, "--language", "es")
    assert done == (0, f"{out}: 12 preguntas\n")
    assert out.stat().st_mode & 0o777 == 0o600, "it has all right values"
    questions = read_moodle(out.read_text("utf-8"))
    assert [question.category[2:] for question in questions[::2]] == [
        ["iic3633", name, kind]
        for name in ("AP@5", "RR@4")
        for kind in ("lista 1", "lista 2", "media de las dos listas")
    ]
    assert len({question.idnumber for question in questions}) == len(questions)
    assert "Calcula AP@5" in words_of(questions[0].html)
    assert "0,500" in words_of(questions[0].html)
    run("iic3633", "-m", "AP@5", "--out", out, "--language", "en")


def test_a_question_shows_its_lists_and_feedback_hides_the_right_value() -> None:
    few, many, mean = read_moodle(quiz_xml("iic3633", ["nDCG@4"], 1, decimals=4, convention="trec_eval"))
    pair = ClassExercise("iic3633", "1", ["nDCG@4"], decimals=4, convention="trec_eval").pairs["nDCG@4"]
    for question, ranking in zip((few, many), pair, strict=True):
        exact = value_of(measure("nDCG@4", convention="trec_eval"), ranking)
        assert f"Item{''.join(ranking.marks())}" in words_of(question.html)
        assert f"|R| = {int(ranking.relevant)}:" in words_of(question.html)
        assert "trec_eval" in words_of(question.html)
        assert tags_of(question.html) == {"p", "table", "tr", "th", "td"}
        shown = [words_of(feedback) for _value, _tolerance, _fraction, feedback in question.answers]
        assert not any(f"{exact:.3f}" in text for text in shown)
        assert f"{exact:.4f}".rstrip("0") in words_of(question.general_feedback)
    assert all(f"Item{''.join(ranking.marks())}" in words_of(mean.html) for ranking in pair)


def test_a_hostile_class_code_is_written_as_it_is() -> None:
    first, *_others = read_moodle(quiz_xml(HOSTILE, ["RR@4"], 1, decimals=3, convention="parra"))
    assert first.category == ["$course$", "top", HOSTILE.replace("\x00", " "), "RR@4", "list 1"]
    assert len(first.idnumber) <= 100


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((" ", "-m", "AP@5"), "needs a class code"),
        (("iic3633", "-m", "AP@5", "--count", 0), "greater than or equal to 1"),
        (("iic3633", "-m", "RMSE"), "RMSE"),
        (("iic3633", "-m", "AP@200"), "at most 100 items"),
    ],
)
def test_a_quiz_that_cannot_be_drawn_is_rejected(words: tuple[object, ...], said: str, tmp_path: Path) -> None:
    code, message = run(*words, "--out", tmp_path / "quiz.xml")
    assert (code, said in message) == (2, True), message
    assert not (tmp_path / "quiz.xml").exists()
