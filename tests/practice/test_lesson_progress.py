"""The progress of a lesson: its parts, links to what is open, and an output that follows each answer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output

from metrics_edu import Ranking
from metrics_edu.language import LANGUAGES, set_language
from metrics_edu.practice import lesson_progress
from metrics_edu.practice.lessons.lesson_progress import LESSONS, PARTS, tasks_of
from metrics_edu.practice.record import learner_record
from metrics_edu.practice.record.learner_record import note
from metrics_edu.widgets import Drill, FadedStepper, Quiz, RankedList, Stepper
from metrics_homework.widgets import ExerciseSheet
from notebooks.build import lessons
from tests.command import run

LINK = re.compile(r'href="([\w.]+)#cell-id=([\w-]+)">([^<]+)<')


@pytest.fixture(autouse=True)
def own_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("METRICS_EDU_PROGRESS", str(tmp_path / "progress.json"))
    monkeypatch.setattr(learner_record, "FOLLOWERS", {})
    yield
    set_language("en")


def counts(lesson: str) -> list[str]:
    return re.findall(r"(\w+) (\d+) of \d+", str(lesson_progress(lesson)))


def test_progress_counts_each_part_of_a_lesson() -> None:
    sizes = {part: len(tasks_of("04", part)) for part in PARTS}
    main, practice, more = sizes.values()
    assert str(lesson_progress("04")) == f"Lesson 04: main part 0 of {main}, practice 0 of {practice}, more 0 of {more}"
    guess = next(name for name in tasks_of("04", "main") if name.startswith("predict "))
    for name in (guess, "04-pair", "04-few"):
        note(name, "tried", answers=("0.1",), metric="AP")
    note("04-few", "right", answers=("0.2",), metric="AP")
    line = f"Lesson 04: main part 1 of {main}, practice 0 of {practice}, more 1 of {more}"
    assert str(lesson_progress("04")) == line
    printed = run("progress").stdout.splitlines()
    assert printed[:2] == [line, "AP: 0 of the last 2 right without a hint"]
    assert "04-pair: not right yet (tried: 1)" in printed
    spoken = run("progress", "--language", "es").stdout
    assert f"Lección 04: parte principal 1 de {main}, práctica 0 de {practice}, para saber más 1 de {more}" in spoken


def test_every_lesson_has_progress_and_a_main_part() -> None:
    assert [*LESSONS] == sorted(path.stem[:2] for path in (lessons.NOTEBOOKS / "source").glob("[0-9]*.ipynb"))
    for lesson in LESSONS:
        assert tasks_of(lesson, "main"), lesson


def solve(drill: Drill) -> None:
    right = [f"{working.value:.6f}" for working in drill.exercise.solution()]
    drill.act({"do": "check", "answers": {str(k): text for k, text in enumerate(right)}})
    drill.act({"do": "check"})
    drill.act({"do": "next"})


def test_a_drill_is_a_task_of_its_lesson_alone_and_done_after_three_right_exercises() -> None:
    for done in (0, 0, 1):
        solve(Drill("AP"))
        assert ("practice", str(done)) in counts("04")
    assert ("practice", "0") in counts("07")
    assert run("progress").stdout.splitlines()[-1] == "AP: 3 of the last 3 right without a hint"


def test_an_exercise_after_its_solution_is_none_of_the_three() -> None:
    drill = Drill("AP")
    drill.act({"do": "solution"})
    solve(drill)
    assert learner_record.recorded(drill.recorded_as).tried == 0


def test_each_task_is_named_once_in_all_lessons() -> None:
    names = [name for lesson in LESSONS for name in tasks_of(lesson, *PARTS)]
    assert sorted({*names}) == sorted(names)


@pytest.mark.long
def test_steps_blanks_and_the_sheet_are_recorded_once(tmp_path: Path) -> None:
    stepper = Stepper("AP", Ranking.parse("NR"))
    stepper.at = 1
    assert learner_record.events() == []
    for at in (len(stepper.view["frames"]) - 1, 0, len(stepper.view["frames"]) - 1):
        stepper.at = at
    assert [(event.name, event.what) for event in learner_record.events()] == [(stepper.recorded_as, "right")]
    assert Stepper("AP", Ranking.parse("NR"), convention="sklearn").recorded_as != stepper.recorded_as
    faded = FadedStepper("P@2", Ranking.parse("RN"))
    for k in (1, 3):
        faded.act({"do": "round", "round": k})
        for at, text in ((at, text) for at in range(6) for text in ("0", "1", "2", "0.5")):
            faded.act({"do": "fill", "at": at, "text": text})
        assert faded.done
        assert learner_record.recorded(faded.recorded_as).right == (k == 3)
    sheet = ExerciseSheet(["AP@5"], folder=None, class_code="x", student="y")
    sheet.act({"do": "finish"})
    sheet.act({"do": "finish", "sure": True})
    assert learner_record.recorded(sheet.recorded_as).right
    assert {*tasks_of("09", "main")} == {sheet.recorded_as}
    assert Drill("P", "Recall", "F1").recorded_as in tasks_of("02", "practice")


TITLES = {
    "en": ["Predict P@5 (1)", "Goal for P@5", "Which of the three moves changes P@5?"],
    "es": ["Predice P@5 (1)", "Meta para P@5", "¿Cuál de los tres movimientos cambia P@5?"],
}


def titles(lesson: str) -> list[str]:
    return [title for _file, _cell, title in LINK.findall(lesson_progress(lesson).html())]


def test_no_two_links_of_a_lesson_have_the_same_title() -> None:
    repeated = [title for lesson in LESSONS for title in titles(lesson) if titles(lesson).count(title) > 1]
    assert repeated == []
    assert [title for title in titles("04") if title.startswith("Predict AP")] == [
        "Predict AP (1)",
        "Predict AP (2)",
        "Predict AP (3)",
        "Predict AP@5",
        "Predict AP (4)",
    ]
    first = next(name for name in tasks_of("04", "main") if name.startswith("predict AP"))
    note(first, "tried")
    assert next(title for title in titles("04") if title.startswith("Predict AP")) == "Predict AP (2)"


def test_the_link_to_a_drill_says_how_far_it_is() -> None:
    assert "Drill (0 of 3 right)" in titles("04")
    solve(Drill("AP"))
    assert "Drill (1 of 3 right)" in titles("04")
    set_language("es")
    assert "Entrena (1 de 3 bien)" in titles("04")


def test_a_link_names_the_task_of_its_widget() -> None:
    assert f'data-task="{Drill("AP").task}"' in lesson_progress("04").html()
    assert {Drill("AP").task, Quiz("04-divisor").task, Stepper("AP", Ranking.parse("NR")).task} >= {
        "04-divisor",
        "drill AP",
    }
    assert RankedList(Ranking.parse("NR")).task == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_open_task_is_linked_by_its_name_to_its_cell(language: str) -> None:
    set_language(language)
    assert [title for _file, _cell, title in LINK.findall(lesson_progress("00").html())][:3] == TITLES[language]
    for job in (job for job in lessons.jobs() if job.language == language and job.number in LESSONS):
        cells = {cell.id: cell.source for cell in lessons.read(job.built).cells}
        links = LINK.findall(lesson_progress(job.number).html())
        assert {file for file, _cell, _title in links} == {job.built.name}
        assert len(links) == len(tasks_of(job.number, *PARTS))
        assert all(re.search(r"^[A-Z]\w+\(", cells[cell], re.M) for _file, cell, _title in links)
        titles = [section["titles"][language] for part in PARTS for section in LESSONS[job.number][part]]
        assert [title for title in titles if f"# {title}" not in "".join(cells.values())] == []


def test_a_task_that_is_done_is_not_linked() -> None:
    before = [title for _file, _cell, title in LINK.findall(lesson_progress("09").html())]
    note("sheet", "right")
    assert (before, LINK.findall(lesson_progress("09").html())) == (["The exercise in class"], [])


def test_the_output_in_a_notebook_follows_each_answer() -> None:
    InteractiveShell.instance()
    with capture_output() as shown:
        lesson_progress("00")._ipython_display_()
        quiz = Quiz("00-three-moves")
        quiz.act({"do": "check", "answers": {"0": "1"}})
        quiz.act({"do": "check", "answers": {"0": "2"}})
    texts = [output.data["text/plain"] for output in shown.outputs]
    assert [re.findall(r"\d+ of", text)[0] for text in texts] == ["0 of", "0 of", "1 of"]
    assert [output.transient for output in shown.outputs] == [{"display_id": "lesson 00"}] * 3
    assert [output.update for output in shown.outputs] == [False, True, True]
    InteractiveShell.clear_instance()


def test_an_unknown_lesson_is_rejected() -> None:
    with pytest.raises(ValueError, match=r"lesson must be one of '00', '01', .*; got '4'"):
        lesson_progress("4")
