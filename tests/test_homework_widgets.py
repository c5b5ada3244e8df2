"""The sheet of the exercise in class, and the upload of a submission: what a student does, without a browser."""

from __future__ import annotations

import datetime as dt
import io
import json
import re
import subprocess
import sys
import threading
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from metrics_edu.homework import ClassExercise, Policy, read_policy
from metrics_edu.homework.example import init_tarea
from metrics_edu.homework.policy import Limits
from metrics_edu.widgets import ExerciseSheet, SubmissionUpload, class_exercise
from metrics_edu.widgets.upload import base_name, store

HOSTILE = '<img src=x onerror=alert(1)> & "$x$"'
MINUTE = 60.0


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.time = 1_800_000_000.0

    def __call__(self) -> float:
        return self.time


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def open_sheet(tmp_path: Path, clock: Clock) -> Iterator[Callable[..., ExerciseSheet]]:
    """Give a function that opens the sheet of a student; no thread may be left when they are closed."""
    opened = []

    def open_sheet(*, student: str = "ana", feedback: Any = "end", file: str = "exercise.json") -> ExerciseSheet:
        own = ClassExercise("iic3633", student, ["AP@5", "nDCG@5"], file=tmp_path / file, now=clock)
        opened.append(ExerciseSheet(own, feedback=feedback))
        return opened[-1]

    yield open_sheet
    for sheet in opened:
        sheet.close()
    until(lambda: not tickers())


def tickers() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "metrics_edu ticker"]


def until(found: Callable[[], object], seconds: float = 5) -> None:
    end = time.monotonic() + seconds
    while not found():
        assert time.monotonic() < end
        time.sleep(0.005)


def saved(sheet: ExerciseSheet) -> dict[str, list[str]]:
    return json.loads(sheet.exercise.file.read_text("utf-8"))["answers"]


def inputs(sheet: ExerciseSheet) -> list[Any]:
    return [answer.text for answer in sheet._answers]


def texts(widget: Any) -> str:
    """What is shown in HTML, anywhere in a widget."""
    own = str(widget.value) if type(widget).__name__ == "HTML" else ""
    return own + "\n".join(texts(child) for child in getattr(widget, "children", ()))


def click_finish(sheet: ExerciseSheet, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(class_exercise, "TOO_SOON", 0)
    sheet._button.click()
    sheet._button.click()


# --- the sheet ----------------------------------------------------------------------------------------------


def test_every_change_is_in_the_file_at_once(open_sheet: Callable[..., ExerciseSheet]) -> None:
    sheet = open_sheet()
    first, second, third, _fourth = inputs(sheet)
    for text in ("0", "0,", "0,5"):
        first.value = text
        assert saved(sheet) == {"AP@5": [text, ""], "nDCG@5": ["", ""]}
    third.value = "1/2"
    second.value = "0.25"
    assert saved(sheet) == {"AP@5": ["0,5", "0.25"], "nDCG@5": ["1/2", ""]}
    assert [re.findall(r"Saved, \d\d:\d\d:\d\d<", answer.saved.value) != [] for answer in sheet._answers] == [
        True, True, True, False,
    ]  # fmt: skip


def test_a_killed_kernel_loses_nothing(open_sheet: Callable[..., ExerciseSheet], clock: Clock) -> None:
    inputs(open_sheet())[1].value = "0,123"
    clock.time += 5 * MINUTE
    again = open_sheet()
    assert [text.value for text in inputs(again)] == ["", "0,123", "", ""]
    assert "Saved" in again._answers[1].saved.value
    assert "25 min 0 s" in again._time.value, "the time has gone on"


def test_a_newer_sheet_of_a_file_takes_the_place_of_the_older(open_sheet: Callable[..., ExerciseSheet]) -> None:
    older = open_sheet()
    inputs(older)[0].value = "0.5"
    newer = open_sheet()
    assert "newer sheet" in older._time.value
    assert all(text.disabled for text in inputs(older))
    inputs(newer)[1].value = "0.7"
    inputs(older)[0].value = "9"  # what was on its way
    older._button.click()
    assert saved(newer) == {"AP@5": ["0.5", "0.7"], "nDCG@5": ["", ""]}
    other = open_sheet(file="other.json")
    assert not any(text.disabled for text in inputs(newer) + inputs(other))


def test_the_lists_show_all_that_a_value_is_computed_from(open_sheet: Callable[..., ExerciseSheet]) -> None:
    sheet = open_sheet()
    shown = texts(sheet)
    for name, pair in sheet.exercise.pairs.items():
        assert f"<h3>{name} " in shown
        for one in pair:
            letters = [f"{grade:g}" if name == "nDCG@5" else "NR"[int(grade)] for grade in one.shown]
            tiles = "".join(f"<small>{rank}</small><b>{x}</b>" for rank, x in enumerate(letters, start=1))
            assert tiles in re.sub(r"</?li[^>]*>", "", shown)
            assert f"|R| = {one.relevant}:" in shown
            assert name == "AP@5" or f">{' '.join(f'{grade:g}' for grade in one.pool())}<" in shown
    assert "3 decimals" in shown
    assert "exercise.json</code>" in shown
    assert "no determined cheat" in shown
    assert len({text.description for text in inputs(sheet)}) == 4, "each input has a name of its own"


def test_a_student_s_name_is_text(open_sheet: Callable[..., ExerciseSheet]) -> None:
    sheet = open_sheet(student=HOSTILE)
    inputs(sheet)[0].value = HOSTILE
    assert "&lt;img src=x onerror=alert(1)&gt; &amp; &quot;$x$&quot;" in texts(sheet)
    assert "<img" not in texts(sheet)
    assert repr(sheet) == "ExerciseSheet(2 measures)"


def test_after_the_end_answers_count_as_late(open_sheet: Callable[..., ExerciseSheet], clock: Clock) -> None:
    sheet = open_sheet()
    inputs(sheet)[0].value = "0.5"
    clock.time += 29 * MINUTE
    assert sheet._tick()
    assert "Time left: 1 min 0 s." in sheet._time.value
    assert re.search(r"It ends at [-\d ]*\d\d:\d\d:\d\d \(", sheet._time.value)
    clock.time += 2 * MINUTE
    assert not sheet._tick(), "no more to be told"
    assert "counts as late" in sheet._time.value
    assert not inputs(sheet)[1].disabled
    inputs(sheet)[1].value = "0.6"
    assert saved(sheet)["AP@5"] == ["0.5", "0.6"]
    assert ["late" in answer.saved.value for answer in sheet._answers[:2]] == [False, True]


def test_feedback_is_held_back_until_the_end(
    open_sheet: Callable[..., ExerciseSheet], monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = open_sheet()
    for text in inputs(sheet)[:3]:
        text.value = "7"
    sheet._say()
    assert [answer.verdict.value for answer in sheet._answers] == [""] * 4
    sheet._button.click()
    sheet._button.click()  # a double click confirms nothing
    assert "no answer can be changed" in sheet._note.value
    inputs(sheet)[2].value = "8"
    assert sheet._note.value == "", "whoever writes on does not want to finish"
    assert sheet._button.description == "Finish and show feedback"
    assert "between" not in texts(sheet)
    click_finish(sheet, monkeypatch)
    assert ["between 0 and 1" in answer.verdict.value for answer in sheet._answers] == [True, True, True, False]
    assert "No answer was given." in sheet._answers[3].verdict.value
    assert all(text.disabled for text in inputs(sheet))
    assert "exercise.json" in sheet._note.value
    inputs(sheet)[0].value = "0.5"
    assert saved(sheet)["AP@5"] == ["7", "7"]


def test_feedback_comes_after_each_answer_where_it_is_wanted(
    open_sheet: Callable[..., ExerciseSheet], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(class_exercise, "PAUSE", 0.01)
    sheet = open_sheet(feedback="now")
    assert sheet._button not in [child for box in sheet.children for child in getattr(box, "children", ())]
    inputs(sheet)[0].value = "7"
    until(lambda: "between 0 and 1" in sheet._answers[0].verdict.value)
    assert [answer.verdict.value for answer in sheet._answers[1:]] == [""] * 3
    inputs(sheet)[0].value = ""
    until(lambda: not tickers()[1:])
    assert sheet._answers[0].verdict.value == ""
    inputs(sheet)[1].value = "x"
    assert "not a number" in open_sheet(feedback="now")._answers[1].verdict.value, "at once, of what was written before"


def test_what_cannot_be_saved_is_said_and_tried_again(
    open_sheet: Callable[..., ExerciseSheet], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = open_sheet()
    inputs(sheet)[0].value = "0.5"
    with monkeypatch.context() as full:

        def fail(*_arguments: object, **_options: object) -> None:
            raise OSError(28, "No space left on device")

        full.setattr("metrics_edu.homework.exercise.write_file", fail)
        inputs(sheet)[1].value = "0.6"
        inputs(sheet)[2].value = "0.7"
        clock.time += 60 * MINUTE
        assert sheet._tick(), "it is tried again after the end, too"
        said = [answer.saved.value for answer in sheet._answers]
        assert ["Not saved: No space left on device." in text for text in said] == [False, True, True, False]
        assert "role=alert" in said[1]
        click_finish(sheet, monkeypatch)
        assert not inputs(sheet)[0].disabled, "not finished: something is not saved"
        assert saved(sheet)["AP@5"] == ["0.5", ""]
    sheet._tick()
    assert saved(sheet) == {"AP@5": ["0.5", "0.6"], "nDCG@5": ["0.7", ""]}
    assert "Not saved" not in texts(sheet)
    assert "late" not in sheet._answers[1].saved.value, "it was given in time"


def test_the_time_goes_on_by_itself_without_an_event_loop(
    open_sheet: Callable[..., ExerciseSheet], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(class_exercise, "TICK", 0.01)
    sheet = open_sheet()
    clock.time += MINUTE
    until(lambda: "29 min 0 s" in sheet._time.value)
    clock.time += 30 * MINUTE
    until(lambda: "The time is over." in sheet._time.value)
    until(lambda: not tickers())


def test_another_word_for_the_feedback_is_refused(tmp_path: Path) -> None:
    own = ClassExercise("iic3633", "ana", ["AP@5"], file=tmp_path / "exercise.json")
    with pytest.raises(ValueError, match="feedback must be one of 'now', 'end'; got 'later'"):
        ExerciseSheet(own, feedback="later")  # type: ignore[arg-type]


def test_the_widgets_of_a_class_are_imported_when_they_are_asked_for() -> None:
    code = "import sys, metrics_edu.widgets as w; print('pydantic' in sys.modules, w.ExerciseSheet.__name__)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "False ExerciseSheet\n"
    with pytest.raises(ImportError, match="Sheet"):
        from metrics_edu.widgets import Sheet  # noqa: F401


def test_the_notebook_holds_no_state_of_widgets_and_writes_beside_nothing() -> None:
    text = (Path(__file__).parents[1] / "notebooks" / "en" / "09_in_class.ipynb").read_text("utf-8")
    notebook = json.loads(text)
    assert "widgets" not in notebook["metadata"]
    assert all(
        cell["outputs"]
        for cell in notebook["cells"]
        if cell["cell_type"] == "code" and cell["id"] not in ("imports", "setup")
    )
    assert "ExerciseSheet(2 measures)" in text
    assert not re.search("/home/|/root/|/tmp/", text)
    assert "tempfile.mkdtemp()" in text


# --- the upload ---------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def tarea(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return init_tarea(tmp_path_factory.mktemp("tarea") / "own")


@pytest.fixture
def upload(tarea: Path) -> SubmissionUpload:
    return SubmissionUpload(tarea)


def file_of(name: str, content: bytes) -> dict[str, Any]:
    when = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
    return {"name": name, "type": "", "size": len(content), "content": memoryview(content), "last_modified": when}


def files_of(folder: Path) -> tuple[dict[str, Any], ...]:
    return tuple(file_of(path.name, path.read_bytes()) for path in sorted(folder.iterdir()))


def students(tarea: Path) -> Path:
    return tarea.parent / "submissions"


def test_several_files_are_checked_together(upload: SubmissionUpload, tarea: Path) -> None:
    assert repr(upload) == "SubmissionUpload(6 measures)"
    upload._files.value = files_of(students(tarea) / "ana")
    assert upload.report is not None
    assert upload.report.errors == []
    assert {one.code for one in upload.report.claims} == {"right"}, "the claims file is used"
    assert "The format is as asked for." in upload._shown.value
    assert "Checked: <code>claims.json, exercise_ana.json, ranking.json, ratings.csv</code>" in upload._said.value


def test_a_zip_is_checked(upload: SubmissionUpload, tarea: Path) -> None:
    upload._files.value = (file_of("elena.zip", (students(tarea) / "elena.zip").read_bytes()),)
    assert upload.report is not None
    assert upload.report.errors == []
    assert len(upload.report.answers) == 4


def test_a_file_alone_misses_no_others(upload: SubmissionUpload, tarea: Path) -> None:
    upload._files.value = (file_of("ranking.json", (students(tarea) / "ana" / "ranking.json").read_bytes()),)
    assert upload.report is not None
    assert upload.report.errors == []
    assert upload.report.run is not None
    assert upload.report.predicted is None


def test_claims_that_are_typed_take_the_place_of_the_file(upload: SubmissionUpload, tarea: Path) -> None:
    upload._files.value = files_of(students(tarea) / "carla")
    codes = {one.title: one.code for one in upload.report.claims}
    assert "AP_DIV_HITS" in codes["MAP@10"]
    upload._claims["MAP@10"].value = " 7 "
    upload._claims["RMSE"].value = "0,9281"
    upload._again.click()
    codes = {one.title: one.code for one in upload.report.claims}
    assert (codes["MAP@10"], codes["RMSE"], codes["MAE"]) == ("out_of_range", "right", "not_attempted")
    for text in upload._claims.values():
        text.value = ""
    upload._again.click()
    assert "AP_DIV_HITS" in {one.title: one.code for one in upload.report.claims}["MAP@10"]


def test_the_working_of_a_user_is_shown(upload: SubmissionUpload, tarea: Path) -> None:
    assert upload._explained.layout.display == "none"
    upload._user.value = "1001"
    assert upload._working.value == ""
    upload._files.value = files_of(students(tarea) / "ana")
    assert upload._explained.layout.display == ""
    first = upload._working.value
    upload._user.value = "1002"
    assert "AP@10 = " in first != upload._working.value
    assert "AP@10 = " in upload._working.value
    upload._measure.value = "nDCG@10"
    assert "nDCG@10 = " in upload._working.value
    upload._user.value = HOSTILE
    assert "role=alert" in upload._working.value
    assert "<img" not in upload._working.value
    assert upload._measure.options == ("MAP@10", "nDCG@10", "Recall@10")


def test_what_cannot_be_read_is_said(upload: SubmissionUpload, tarea: Path) -> None:
    upload._files.value = (file_of("ranking.json", b'{"1001": [1, 2'), file_of("<b>x", b""))
    assert upload.report is not None
    assert [one.code for one in upload.report.errors][:1] == ["UNREADABLE"]
    assert "<b>x" not in texts(upload)
    assert upload._explained.layout.display == "none"
    upload._files.value = (file_of("homework.zip", b"PK no zip"),)
    assert "BAD_ZIP" in [one.code for one in upload.report.errors]
    upload._files.value = ()
    assert (upload.report, upload._shown.value, upload._again.disabled) == (None, "", True)


def test_a_checker_that_fails_says_so(upload: SubmissionUpload, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_arguments: object, **_options: object) -> None:
        raise RecursionError("<too deep>")

    monkeypatch.setattr("metrics_edu.widgets.upload.check_submission", fail)
    upload._files.value = (file_of("ranking.json", b"{}"),)
    assert "The checker itself failed: RecursionError(&#x27;&lt;too deep&gt;&#x27;)" in upload._said.value


def test_data_that_are_missing_are_said(tmp_path: Path) -> None:
    data = {"train": "train.csv", "validation": "validation.csv"}
    policy = Policy(
        submissions={"ranking": {"file": "ranking.json"}}, data=data, measures=["MAP@10"], name=HOSTILE, folder=tmp_path
    )
    upload = SubmissionUpload(policy)
    upload._files.value = (file_of("ranking.json", b"{}"),)
    assert "role=alert" in upload._said.value
    assert "train.csv" in upload._said.value
    assert "<img" not in texts(upload)


NAMES = {
    "../../etc/passwd": "passwd", "/tmp/ranking.json": "ranking.json", r"..\..\ranking.json": "ranking.json",
    "C:ranking.json": "C_ranking.json", "..": "file", ".": "file", "": "file", "a/..": "file", ".hidden.csv": "hidden.csv",
    "a\x00b\n.json": "a b .json", "é" * 300 + ".json": "é" * 97 + ".json", "\ud800.json": "json",
}  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_a_file_is_written_under_its_own_name_only(name: str, tmp_path: Path) -> None:
    found = store([file_of(name, b"1"), file_of("other.csv", b"2")], tmp_path, Limits())
    assert base_name(name) == NAMES[name]
    assert {path.relative_to(found).as_posix(): path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == {
        NAMES[name]: b"1", "other.csv": b"2",
    }  # fmt: skip


REFUSED = {
    "large": ([("ranking.json", 2100)], "ranking.json has 0.0021 MB; at most 0.002 MB are read."),
    "large zip": ([("a.ZIP", 3100)], "a.ZIP has 0.0031 MB; at most 0.003 MB are read."),
    "many": ([("a", 1), ("b", 1), ("c", 1), ("d", 1)], "4 files are too many; at most 3 are read."),
    "twice": ([("x/a.csv", 1), ("y/A.csv", 1)], "Two files are called A.csv; choose one of them."),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_refused_is_refused_in_one_sentence(case: str, tarea: Path) -> None:
    files, sentence = REFUSED[case]
    limits = Limits(file_mb=0.002, unpacked_mb=0.003, files=3)
    upload = SubmissionUpload(read_policy(tarea).model_copy(update={"limits": limits}))
    upload._files.value = tuple(file_of(name, b"x" * size) for name, size in files)
    assert upload._said.value == f"<p role=alert>{sentence}</p>"
    assert upload.report is None
    assert upload._shown.value == ""


def test_nothing_stays_on_the_disk(
    upload: SubmissionUpload, tarea: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("../../out.json", "{}")
        archive.write(students(tarea) / "ana" / "ranking.json", "ranking.json")
    upload._files.value = (file_of("hostile.zip", packed.getvalue()),)
    assert "BAD_PATH" in [one.code for one in upload.report.findings]
    assert upload.report.run is not None
    assert list(tmp_path.rglob("*")) == []
