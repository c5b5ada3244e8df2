"""The questions of the lessons: the right answer is accepted, a wrong one is explained, and both are recorded."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from metrics_edu import diversity, item_coverage, measure, novelty, user_coverage
from metrics_edu.examples import apples
from metrics_edu.language import number, set_language
from metrics_edu.practice.lessons.lesson_progress import LESSONS, PARTS, tasks_of
from metrics_edu.practice.lessons.lesson_quizzes import QUIZZES
from metrics_edu.practice.record import learner_record
from metrics_edu.widgets import Lecture, Quiz
from tests.lesson_runner import Student

FOUR = {"A": ["c"], "D": ["a", "c", "d"]}
SEEN = {"a": 8, "b": 4, "c": 2, "d": 1, "e": 1}


@pytest.fixture(autouse=True)
def own_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("METRICS_EDU_PROGRESS", str(tmp_path / "progress.json"))
    yield
    set_language("en")


def answer(quiz: Quiz, text: str) -> str:
    Student(quiz).do("check", answers={"0": text})
    return str(quiz.view["summary"])


@pytest.mark.parametrize("name", QUIZZES)
def test_each_answer_of_a_question_gets_its_sentence(name: str) -> None:
    question = QUIZZES[name]
    right = question.right if isinstance(question.right, str) else number(question.right)
    others = [option for option in question.options if option != right] or [*map(str, question.wrong), "0.123"]
    quiz = Quiz(name)
    for wrong in others:
        known = next((text for value, text in question.wrong.items() if str(value) == wrong), question.hint)
        assert answer(quiz, wrong) == f"Not yet. {known}"
        assert quiz.view["mark"] == "wrong"
    assert answer(quiz, right) == f"That is right. {question.why}"
    assert quiz.view["mark"] == "right"
    record = learner_record.recorded(name)
    assert (record.tried, record.right) == (len(others) + 1, True)
    assert Quiz(name).view == quiz.view, "it comes back as it was left"


@pytest.mark.parametrize("name", QUIZZES)
def test_show_the_answer_is_recorded_as_shown(name: str) -> None:
    quiz = Student(Quiz(name)).do("solution").widget
    assert (quiz.view["summary"], quiz.view["mark"]) == (f"Answer shown. {QUIZZES[name].why}", "")
    assert (learner_record.recorded(name).shown, learner_record.recorded(name).right) == (True, False)
    assert Quiz(name).view == quiz.view, "it comes back as it was left"


def test_each_question_is_a_task_of_its_lesson_and_no_other_is() -> None:
    asked = [name for lesson in LESSONS for name in tasks_of(lesson, *PARTS) if name in QUIZZES]
    assert asked == [*QUIZZES]
    assert all(name.startswith(lesson) for lesson in LESSONS for name in tasks_of(lesson, "main") if name in QUIZZES)


def test_a_quiz_is_a_slide_of_a_lecture_and_its_answer_is_not_printed(tmp_path: Path) -> None:
    lecture = Lecture("Divided by what?", Quiz("04-divisor"), Quiz("05-gain"))
    first, second = lecture.view["slides"]
    assert (first["title"], first["about"]) == ("Divided by what?", QUIZZES["04-divisor"].text)
    assert second["about"] == QUIZZES["05-gain"].text
    lecture.slides[0].act({"do": "check", "answers": {"0": "5"}})
    assert lecture.slides[0].view["mark"] == "wrong"
    pages = [tmp_path / "handout.html", tmp_path / "key.html"]
    for file, is_key in zip(pages, (False, True), strict=True):
        lecture.handout(file, key=is_key)
        page = file.read_text("utf-8")
        assert all(f">{text}</" in page for text in (QUIZZES["04-divisor"].text, "○ both the same"))
        assert f"2. {QUIZZES['05-gain'].text}</h2>" in page
        assert [f"<b>{answer}</b>" in page for answer in ("6", "A")] == [is_key, is_key]


def test_the_values_of_four_users_are_those_of_the_package() -> None:
    categories = {"a": ["x"], "b": ["x"], "c": ["x", "y"], "d": ["y", "z"], "e": ["z"]}
    values = (
        user_coverage(FOUR, "ABCD"),
        item_coverage(FOUR, SEEN),
        novelty(FOUR, SEEN, base="2"),
        diversity(FOUR, categories),
    )
    assert values == (1 / 2, 3 / 5, 5.5, 2.5)
    names = [name for name in QUIZZES if QUIZZES[name].tables and name.startswith("06")]
    assert tuple(QUIZZES[name].right for name in names) == values
    rows = Quiz("06-novelty").view["questions"][0]["rows"]
    assert rows == [["user", "A", "B", "C", "D"], ["list", "c", "–", "–", "a, c, d"]]
    assert QUIZZES["06-half-life"].right == measure("Rankscore", half_life=10)(apples())


def test_numbers_are_read_in_every_form_and_shown_with_the_mark_of_the_language() -> None:
    quiz = Quiz("00-missed-apple")
    for text in ("2/6", "1/3", "0.33", "0,333", "33.3 %"):
        assert answer(quiz, text).startswith("That is right.")
    assert answer(quiz, "0.34") == f"Not yet. {QUIZZES['00-missed-apple'].hint}"
    assert answer(quiz, "0.3") == "Not yet. Too few decimals to judge (decimals required: 2)."
    set_language("es")
    quiz.act({"do": "solution"})
    assert quiz.view["fields"][0]["value"] == "0,3333"
    assert quiz.view["summary"].startswith("Respuesta mostrada. 2 aciertos de 6 manzanas")


@pytest.mark.parametrize(
    ("name", "texts", "said"),
    [
        ("00-three-moves", ("", "4"), "Choose an option first."),
        (
            "04-divisor",
            ("", "six", "1e999", "nan", "inf"),
            "This is not a number. Write it as 0.5, 0,5, 1/2 or 50 %.",
        ),
        ("04-divisor", ("1/0",), "1/0 has no value."),
    ],
)
def test_an_unreadable_answer_is_not_recorded_and_clears_the_earlier_verdict(
    name: str, texts: tuple[str, ...], said: str
) -> None:
    for text in texts:
        quiz = Quiz(name)
        answer(quiz, "3")
        before = learner_record.events()
        assert (quiz.view["mark"], quiz.view["summary"][:8]) == ("wrong", "Not yet.")
        quiz.act({"do": "check", "answers": {"0": text}})
        assert (quiz.view["notice"], quiz.view["mark"], quiz.view["summary"]) == (said, "", "")
        assert [field["value"] for field in quiz.view["fields"]] == [text] * len(quiz.view["fields"])
        assert learner_record.events() == before
        answer(quiz, "3")
        assert (quiz.view["notice"], quiz.view["mark"]) == ("", "wrong")


def test_an_unknown_question_is_rejected() -> None:
    with pytest.raises(ValueError, match=r"question must be one of '00-three-moves', .*; got '00'"):
        Quiz("00")
