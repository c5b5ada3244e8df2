"""Lesson 09, the exercise in class: what its text says of the sheet and of the file comes true."""

import json

import pytest

from metrics_edu import measure, set_language
from metrics_homework import ClassExercise, read_policy
from metrics_homework.classroom.exercise_file import checksum, read_answers
from metrics_homework.example_class import init_tarea
from metrics_homework.widgets import ExerciseSheet
from notebooks.build import lessons
from tests.lesson_runner import Student, lesson_fixture

lesson = lesson_fixture("09_in_class")
CLASS, STUDENT, MINUTES = "iic3633-2026-2", "12345678", 30


@pytest.fixture(autouse=True)
def _own_folder(lesson, tmp_path, monkeypatch):
    """A sheet saves in the folder of its notebook."""
    monkeypatch.chdir(tmp_path)


def answers(file):
    return json.loads(file.read_text("utf-8"))


def own(lesson, tmp_path, **other):
    tmp_path.mkdir(exist_ok=True)
    return ClassExercise(
        CLASS,
        other.get("student", STUDENT),
        lesson.names["MEASURES"],
        file=tmp_path / "exercise.json",
        minutes=MINUTES,
        now=lambda: other.get("now", 0.0),
    )


def test_every_student_gets_own_and_reproducible_lists(lesson, tmp_path):
    mine, other = own(lesson, tmp_path), own(lesson, tmp_path / "other", student="87654321")
    assert lesson.printed("plain") == mine.text().splitlines()
    assert not set(mine.text().splitlines()) & set(other.text().splitlines())
    assert len(mine.text().splitlines()) == 4


def test_the_exercise_text_contains_all_needed_data(lesson, tmp_path):
    for line, one in zip(
        own(lesson, tmp_path).text().splitlines(), sum(own(lesson, tmp_path).pairs.values(), ()), strict=True
    ):
        title, count, *pool = line.split("; ")
        assert count == f"|R| = {one.relevant:g}"
        assert title.startswith("AP@10") == (not pool)
        assert len(title.partition(": ")[2].split()) == len(one.shown)
        if pool:
            assert len(pool[0].partition(": ")[2].split()) == one.relevant


def test_an_answer_is_saved_at_once_and_restored(lesson, tmp_path):
    first = own(lesson, tmp_path)
    first.answer("AP@10", 1, "0.5")
    assert answers(first.file)["answers"]["AP@10"] == ["0.5", ""]
    again = own(lesson, tmp_path, now=60.0)
    assert (again.answers, again.left) == (first.answers, first.left - 60)


def test_numbers_are_read_with_point_comma_or_fraction(lesson, tmp_path):
    exercise = own(lesson, tmp_path)
    found = []
    for text in ("0.5", "0,5", "1/2"):
        exercise.answer("AP@10", 1, text)
        found.append(exercise.judged()[0].verdict.claim.value)
    assert found == [0.5] * 3


def test_a_right_answer_is_confirmed_and_never_revealed(lesson, tmp_path):
    exercise = own(lesson, tmp_path)
    for name, pair in exercise.pairs.items():
        exercise.answer(name, 1, f"{measure(name)(pair[0]):.3f}")
        exercise.answer(name, 2, "0.987")
    said = [one.verdict.text for one in exercise.judged()]
    assert said[0] == said[2] == "Right."
    values = [f"{measure(name)(pair[1]):.3f}" for name, pair in exercise.pairs.items()]
    assert not [text for text in said for value in values if value in text]


def test_the_sheet_requires_code_and_id_and_confirms_finishing(lesson, tmp_path):
    sheet: ExerciseSheet = lesson["sheet"]
    student = Student(sheet)
    student.do("begin", answers={"class_code": CLASS, "student": STUDENT})
    student.do("write", key="0", text="0.5")
    assert sheet.exercise.text() == own(lesson, tmp_path).text()
    assert [path.name for path in tmp_path.glob(f"exercise_{CLASS}_{STUDENT}.json")] == [sheet.view["file"]["name"]]
    assert sheet.view["end"] - sheet.exercise.started == 60 * MINUTES
    sheet.act({"do": "finish"})
    assert "Yes, finish now" in [button["label"] for button in sheet.view["buttons"]]
    assert not sheet.view["fields"][0]["closed"]


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_text_uses_current_button_labels_and_no_stale_words(lesson, language):
    cells = lessons.read(lessons.Job("09_in_class", language).built).cells
    text = "".join(cell.source for cell in cells if cell.cell_type == "markdown")
    set_language(language)
    try:
        sheet = lesson["sheet"]
        buttons = [*sheet.view["buttons"]]
        sheet.act({"do": "begin", "answers": {"class_code": CLASS, "student": STUDENT}})
        buttons += sheet.view["buttons"][:2]
    finally:
        set_language("en")
    called = [one["label"].removesuffix(sheet.view["file"]["name"]).strip() for one in buttons]
    assert len(called) == 3
    assert [label for label in called if f"*{label}*" not in text] == []
    for stale in ("list of files", "lista de archivos", "FOLDER", "Right-click"):
        assert stale not in text


def test_the_grader_redraws_the_lists_and_detects_edited_files(lesson, tmp_path):
    part = read_policy(init_tarea(tmp_path / "t")).submissions.exercise
    exercise = own(lesson, tmp_path)
    exercise.answer("AP@10", 1, f"{measure('AP@10')(exercise.pairs['AP@10'][0]):.3f}")
    student, judged, found = read_answers(exercise.file, "exercise.json", part)
    assert (student, judged[0].code, found) == (STUDENT, "right", [])
    data = answers(exercise.file)
    exercise.file.write_text(json.dumps(data | {"student": "87654321"}))
    assert [one.code for one in read_answers(exercise.file, "exercise.json", part)[2]] == ["CHECKSUM"]
    late = {name: [1e9, 1e9] for name in data["times"]}
    late_data = data | {"times": late}
    exercise.file.write_text(json.dumps(late_data | {"checksum": checksum(late_data)}))
    assert [one.code for one in read_answers(exercise.file, "exercise.json", part)[2]] == ["TIME_OVER"]
