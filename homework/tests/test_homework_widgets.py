"""The sheet of the exercise in class, and the upload of a submission: what a student does, without a browser."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
import zipfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from homework.tests.homework_cases import answers, hand_in
from metrics_edu.language import set_language
from metrics_edu.metrics import measure
from metrics_edu.metrics.value_and_derivation import value_of
from metrics_edu.mistakes import MISCONCEPTIONS
from metrics_edu.widgets.core.sent_files import base_name
from metrics_edu.working.style import show
from metrics_edu.working.text_style import TEXT
from metrics_homework import ClassExercise, read_policy
from metrics_homework.classroom.poll import Poll, poll_files
from metrics_homework.cli import app
from metrics_homework.example_class import init_tarea
from metrics_homework.judging.judged_claims import Judged
from metrics_homework.policy import Limits, Policy
from metrics_homework.widgets import ExerciseSheet, SubmissionUpload
from metrics_homework.widgets.submission_upload import store

HOSTILE = '<img src=x onerror=alert(1)> & "$x$"'
MINUTE = 60.0
MEASURES = ["AP@5", "nDCG@5"]
OpenSheet = Callable[..., ExerciseSheet]


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.time = 1_800_000_000.0

    def __call__(self) -> float:
        return self.time


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    set_language("en")


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def open_sheet(tmp_path: Path, clock: Clock) -> OpenSheet:
    """Give a function that opens the sheet of a student."""

    def open_sheet(*, student: str = "ana", feedback: Any = "end", file: str = "exercise.json") -> ExerciseSheet:
        own = ClassExercise("iic3633", student, MEASURES, file=tmp_path / file, now=clock)
        return ExerciseSheet(own, feedback=feedback)

    return open_sheet


def do(part: Any, name: str, buffers: Any = (), **action: Any) -> dict[str, Any]:
    """Send an order as the front end does; give the view that follows."""
    part.act({"do": name, **action}, list(buffers))
    return part.view


def write(sheet: ExerciseSheet, place: int, text: str) -> dict[str, Any]:
    return do(sheet, "write", key=str(place), text=text, token=f"turn {place}")


def of_fields(part: Any, key: str) -> list[Any]:
    return [field[key] for field in part.view["fields"]]


def labels(part: Any) -> dict[str, str]:
    return {button["do"]: button["label"] for button in part.view["buttons"]}


def saved(sheet: ExerciseSheet) -> dict[str, list[str]]:
    return json.loads(sheet.exercise.file.read_text("utf-8"))["answers"]


def finish(sheet: ExerciseSheet) -> dict[str, Any]:
    do(sheet, "finish")
    return do(sheet, "finish", sure=True)


# --- the sheet ----------------------------------------------------------------------------------------------


def test_every_change_is_saved_to_the_file_at_once(open_sheet: OpenSheet) -> None:
    sheet = open_sheet()
    for text in ("0", "0,", "0,5"):
        write(sheet, 0, text)
        assert saved(sheet) == {"AP@5": [text, ""], "nDCG@5": ["", ""]}
    write(sheet, 2, " 1/2 ")
    write(sheet, 1, "0.25")
    assert saved(sheet) == {"AP@5": ["0,5", "0.25"], "nDCG@5": ["1/2", ""]}
    assert [bool(time) for time in of_fields(sheet, "saved")] == [True, True, True, False]
    assert of_fields(sheet, "token")[2] == "turn 2", "the browser learns that what it sent is saved"
    assert sheet.view["summary"] == "3 of 4 answered."


def test_a_killed_kernel_loses_no_answer(open_sheet: OpenSheet, clock: Clock) -> None:
    write(open_sheet(), 1, "0,123")
    clock.time += 5 * MINUTE
    again = open_sheet()
    assert of_fields(again, "value") == ["", "0,123", "", ""]
    assert of_fields(again, "saved")[1] == clock.time - 5 * MINUTE
    assert again.view["left"] == 25 * MINUTE, "the time has gone on"


def test_a_newer_sheet_of_a_file_closes_the_older(open_sheet: OpenSheet) -> None:
    older = open_sheet()
    write(older, 0, "0.5")
    newer = open_sheet()
    assert "newer sheet" in older.view["summary"]
    assert all(of_fields(older, "closed"))
    write(newer, 1, "0.7")
    write(older, 0, "9")  # what was on its way
    do(older, "finish")
    assert saved(newer) == {"AP@5": ["0.5", "0.7"], "nDCG@5": ["", ""]}
    other = open_sheet(file="other.json")
    assert not any(of_fields(newer, "closed") + of_fields(other, "closed"))


def test_the_sheet_s_lists_show_every_input_of_a_value(open_sheet: OpenSheet, monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = open_sheet()
    fields = iter(sheet.view["fields"])
    for name, pair in sheet.exercise.pairs.items():
        for place, one in enumerate(pair, start=1):
            field = next(fields)
            assert (field["heading"] or {"title": name})["title"] == name
            (shown,) = field["questions"]
            letters = [f"{grade:g}" if name == "nDCG@5" and grade else "NR"[int(grade)] for grade in one.shown]
            assert [tile["badge"] for tile in shown["tiles"]] == letters
            assert f"|R| = {one.relevant} relevant item" in shown["notes"][0]
            pool = "\xa0".join(f"{grade:g}" for grade in one.pool())
            assert name == "AP@5" or pool not in str(shown["notes"])
            assert name == "AP@5" or len(one.pool()) == sum(one.shown > 0) + len(
                re.findall(r"\xa0\d", shown["notes"][1])
            )
            assert field["label"] == f"{name} of list {place}", "each input has a name of its own"
    assert "Write\xa03\xa0decimals." in sheet.view["about"]
    assert "exercise.json." in sheet.view["foot"]
    finish(sheet)
    for field, one in zip(sheet.view["fields"][2:], sheet.exercise.pairs["nDCG@5"], strict=True):
        assert "\xa0".join(f"{grade:g}" for grade in one.pool()) in field["questions"][0]["notes"][1]


def test_a_hostile_student_name_is_shown_as_text(open_sheet: OpenSheet) -> None:
    sheet = open_sheet(student=HOSTILE)
    assert HOSTILE in sheet.view["about"]
    assert repr(sheet) == "ExerciseSheet(2 measures)"


def test_answers_after_the_end_count_as_late(open_sheet: OpenSheet, clock: Clock) -> None:
    sheet = open_sheet()
    write(sheet, 0, "0.5")
    clock.time += 29 * MINUTE
    assert do(sheet, "look")["left"] == MINUTE
    clock.time += 2 * MINUTE
    write(sheet, 1, "0.6")
    assert saved(sheet)["AP@5"] == ["0.5", "0.6"]
    assert [time > sheet.view["end"] for time in of_fields(sheet, "saved")[:2]] == [False, True]


def test_feedback_is_hidden_until_the_end(open_sheet: OpenSheet) -> None:
    sheet = open_sheet()
    for place in range(3):
        write(sheet, place, "7")
    do(sheet, "judge")
    assert of_fields(sheet, "verdict") == [""] * 4
    do(sheet, "finish")
    do(sheet, "finish")  # a double click confirms nothing
    assert "you can then change no answer" in sheet.view["notice"]
    assert labels(sheet)["finish"] == "Yes, finish now"
    write(sheet, 2, "8")
    assert sheet.view["notice"] == "", "whoever writes on does not want to finish"
    assert labels(sheet)["finish"] == "Finish and show feedback"
    assert "between" not in json.dumps(sheet.view)
    finish(sheet)
    assert ["between 0 and 1" in text for text in of_fields(sheet, "verdict")] == [True, True, True, False]
    assert of_fields(sheet, "verdict")[3] == "", "the mark says it"
    assert of_fields(sheet, "state") == ["wrong"] * 3 + ["open"]
    assert of_fields(sheet, "word") == ["wrong"] * 3 + ["no answer"]
    assert all(of_fields(sheet, "closed"))
    assert "you can change" not in sheet.view["foot"]
    assert [*labels(sheet)] == ["download"]
    write(sheet, 0, "0.5")
    assert saved(sheet)["AP@5"] == ["7", "7"]


def test_feedback_follows_each_answer_if_requested(open_sheet: OpenSheet) -> None:
    sheet = open_sheet(feedback="now")
    assert "finish" not in labels(sheet)
    assert sheet.view["pause"] > 0
    write(sheet, 0, "7")
    assert of_fields(sheet, "verdict") == [""] * 4, "not while it is typed"
    do(sheet, "judge")
    assert "between 0 and 1" in of_fields(sheet, "verdict")[0]
    assert of_fields(sheet, "verdict")[1:] == [""] * 3
    write(sheet, 0, "")
    assert of_fields(sheet, "verdict")[0] == ""
    do(sheet, "judge")
    assert of_fields(sheet, "verdict")[0] == ""
    write(sheet, 1, "x")
    assert of_fields(open_sheet(feedback="now"), "word")[1] == "not a number", "at once, of what was written before"


def test_an_invalid_number_is_reported_and_does_not_count_as_answer(open_sheet: OpenSheet) -> None:
    sheet = open_sheet()
    write(sheet, 0, "0.5")
    write(sheet, 1, "abc")
    do(sheet, "judge")
    assert of_fields(sheet, "word") == ["", "not a number", "", ""], "and nothing of what is one"
    assert of_fields(sheet, "state") == ["", "wrong", "", ""]
    assert (of_fields(sheet, "value")[1], sheet.view["summary"]) == ("abc", "1 of 4 answered.")


def test_a_failed_save_is_reported_and_retried(
    open_sheet: OpenSheet, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = open_sheet()
    write(sheet, 0, "0.5")
    with monkeypatch.context() as full:

        def fail(*_arguments: object, **_options: object) -> None:
            raise OSError(28, "No space left on device", "answers.json")

        full.setattr("metrics_homework.classroom.class_exercise.write_file", fail)
        write(sheet, 1, "0.6")
        write(sheet, 2, "0.7")
        clock.time += 60 * MINUTE
        assert do(sheet, "save")["retry"], "it is tried again after the end, too"
        assert [time is None for time in of_fields(sheet, "saved")] == [False, True, True, False]
        assert "Not saved: answers.json: the disk is full." in sheet.view["notice"]
        assert '"0.7"' in sheet.view["file"]["text"], "what is downloaded has it all the same"
        finish(sheet)
        assert not any(of_fields(sheet, "closed")), "not finished: something is not saved"
        assert saved(sheet)["AP@5"] == ["0.5", ""]
    do(sheet, "save")
    assert saved(sheet) == {"AP@5": ["0.5", "0.6"], "nDCG@5": ["0.7", ""]}
    assert (sheet.view["notice"], sheet.view["retry"]) == ("", 0)
    assert of_fields(sheet, "saved")[1] < sheet.view["end"], "it was given in time"


def test_sheet_attributes_are_read_only_and_a_rejected_start_changes_nothing(open_sheet: OpenSheet) -> None:
    sheet = open_sheet()
    with pytest.raises(
        AttributeError, match=r"^exercise of ExerciseSheet cannot be set; it has nothing that can be set"
    ):
        sheet.exercise = None
    asked = ExerciseSheet(MEASURES)
    before = asked._session
    assert begin(asked, "iic3633", " ")["notice"]
    assert asked._session == before


def test_an_unknown_feedback_setting_or_measure_is_rejected() -> None:
    with pytest.raises(ValueError, match="feedback must be one of 'now', 'end'; got 'later'"):
        ExerciseSheet(["AP@5"], feedback="later")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="WAP"):
        ExerciseSheet(["WAP@5"])


def begin(sheet: ExerciseSheet, code: str, student: str, **action: Any) -> dict[str, Any]:
    return do(sheet, "begin", answers={"class_code": code, "student": student}, **action)


def test_a_sheet_requests_the_student_id_for_its_file_name(tmp_path: Path) -> None:
    sheet = ExerciseSheet(MEASURES, minutes=20, folder=tmp_path)
    assert of_fields(sheet, "label") == ["Class code, from the board", "Your id"]
    assert list(tmp_path.iterdir()) == []
    assert "class code and the student's id" in begin(sheet, "iic3633", " ")["notice"]
    assert "20641180" in begin(sheet, "iic3633", "20641180")["about"]
    assert sheet.view["end"] == sheet.exercise.started + 20 * MINUTE
    write(sheet, 0, "0.5")
    do(sheet, "leave")
    begin(sheet, "iic3633", "../<b>\u202e")
    assert of_fields(sheet, "value")[0] == ""
    assert {path.name for path in tmp_path.iterdir()} == {
        "exercise_iic3633_20641180.json",
        sheet.view["file"]["name"],
    }
    assert of_fields(ExerciseSheet(MEASURES, class_code="iic3633", folder=tmp_path), "key") == ["student"]
    again = ExerciseSheet(MEASURES, class_code="iic3633", student="20641180", folder=tmp_path)
    assert of_fields(again, "value")[0] == "0.5"
    assert "leave" not in labels(again)


@pytest.mark.parametrize(
    ("language", "why"), [("en", "a file is where a folder must be"), ("es", "hay un archivo en el lugar")]
)
def test_an_unwritable_folder_is_reported_in_the_reader_s_language(tmp_path: Path, language: str, why: str) -> None:
    (taken := tmp_path / "taken").write_text("no folder")
    set_language(language)
    notice = begin(ExerciseSheet(MEASURES, folder=taken), "iic3633", "ana")["notice"]
    assert notice.removeprefix("⚠ ").startswith(f"{taken}")
    assert why in notice


def test_system_errors_are_reported_in_the_reader_s_language(
    open_sheet: OpenSheet, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_arguments: object, **_options: object) -> None:
        raise OSError(13, "Permission denied", "answers.json")

    set_language("es")
    sheet = open_sheet()
    monkeypatch.setattr("metrics_homework.classroom.class_exercise.write_file", fail)
    write(sheet, 1, "0.6")
    assert "Permission" not in sheet.view["notice"]
    assert "answers.json: no hay permiso" in sheet.view["notice"]


def test_web_page_answers_stay_in_the_visitor_s_browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    mine, other = ExerciseSheet(MEASURES, folder=None), ExerciseSheet(MEASURES, folder=None)
    begin(mine, "iic3633", "ana")
    write(mine, 0, "0.5")
    begin(other, "iic3633", "ana")  # the same id, in another page
    assert of_fields(other, "value")[0] == ""
    assert list(tmp_path.iterdir()) == []
    kept = mine.view["file"]
    assert kept["keep"], "the visitor's browser keeps it"
    again = ExerciseSheet(MEASURES, folder=None)
    begin(again, "iic3633", "ana", kept=["no JSON", other.view["file"]["text"].replace("ana", "eva"), kept["text"]])
    assert of_fields(again, "value")[0] == "0.5"
    begin(eva := ExerciseSheet(MEASURES, folder=None), "iic3633", "eva", kept=[kept["text"], 7])
    assert of_fields(eva, "value")[0] == ""


def test_a_downloaded_answers_file_can_be_polled(tmp_path: Path) -> None:
    sheet = ExerciseSheet(MEASURES, class_code="iic3633", folder=tmp_path)
    begin(sheet, "", "ana")
    write(sheet, 0, "7")
    name, text = sheet.view["file"]["name"], sheet.view["file"]["text"]
    (folder := tmp_path / "downloads").mkdir()
    (folder / name).write_text(text, "utf-8")
    assert text == sheet.exercise.file.read_text("utf-8")
    found = poll_files([folder])
    assert (found.students, found.refused) == (1, [])
    assert found.counts["AP@5"]["out_of_range"] == 1


def test_a_poll_counts_each_student_once_by_result(tmp_path: Path) -> None:
    for name, values in {"ana": "rr", "beto": "hh", "cata": "hh", "<b>": "9r", "eva": "", "flor": "r"}.items():
        own = ClassExercise(
            "iic3633", name, ["AP@5"], file=tmp_path / f"exercise_{len(name)}{name[0]}.json".replace("<", "x")
        )
        for place, (kind, ranking) in enumerate(zip(values, own.pairs["AP@5"], strict=False), start=1):
            wrong = MISCONCEPTIONS["AP_DIV_HITS"].value(measure("AP@5"), ranking)
            own.answer(
                "AP@5", place, "9" if kind == "9" else f"{value_of('AP@5', ranking) if kind == 'r' else wrong:.3f}"
            )
    poll = poll_files([tmp_path])
    assert [(bar.look, bar.mark, bar.students) for bar in poll.bars("AP@5")] == [
        ("right", "right", 1),
        ("wrong", "wrong", 2),
        ("unknown", "wrong", 1),
        ("unknown", "open", 2),
    ]
    assert [line.split()[:2] for line in poll.text().splitlines()[3:5]] == [["1", "17"], ["2", "33"]]
    set_language("es")
    poll.save(tmp_path / "poll.html")
    page = (tmp_path / "poll.html").read_text("utf-8")
    assert "<h1>AP@5: 1 de 6 estudiantes la tienen correcta</h1>" in page
    assert (
        '<li class="wrong"><span class="me-mark" data-kind="wrong">La suma de P@i se dividió por los aciertos</span>'
        in page
    )
    assert re.findall(r"width:([\d.]+)%", page) == ["34.0", "68.0", "34.0", "68.0"], "68 is the longest of all slides"
    assert "<footer>33 %: La suma de P@i se dividió por los aciertos; AP@5 la divide por min(|R|, 5)." in page
    assert not re.search("AP_DIV|<b>AP", page)
    with pytest.raises(ValueError, match=r"poll\.svg: las diapositivas deben ser un archivo \.html"):
        poll.save(tmp_path / "poll.svg")


def test_a_poll_reports_a_file_that_it_cannot_open_and_counts_the_others(tmp_path: Path) -> None:
    hand_in(tmp_path, "in", exercise=answers())
    (tmp_path / "cut.zip").write_bytes(b"PK\3\4")
    with zipfile.ZipFile(tmp_path / "locked.zip", "w") as archive:
        archive.writestr("exercise.json", "{}")
    locked = bytearray((tmp_path / "locked.zip").read_bytes())
    locked[6] |= 1  # what says that a password is needed, twice
    locked[locked.find(b"PK\1\2") + 8] |= 1
    (tmp_path / "locked.zip").write_bytes(locked)
    bad = [str(tmp_path / name) for name in ("cut.zip", "locked.zip", "none.zip")]
    slides = ["--slides", str(tmp_path / "poll.html")]
    for files, code, count in ((bad, 1, "0 students"), ([*bad, str(tmp_path / "in")], 0, "1 student")):
        found = CliRunner().invoke(app, ["poll", *files, *slides])
        assert (found.exit_code, found.stderr, found.stdout.splitlines()[0]) == (code, "", count)
        assert [
            line.partition(".zip")[0] + ".zip" for line in found.stdout.split("Not counted:\n")[1].splitlines()
        ] == bad
        assert (tmp_path / "poll.html").exists() == (code == 0)


def test_a_poll_slide_limits_its_number_of_bars(tmp_path: Path) -> None:
    codes = (
        {"right": 3, "not_attempted": 4, "not_computed": 1} | dict.fromkeys([*MISCONCEPTIONS][:12], 2) | {"rounded": 1}
    )
    poll = Poll({"AP@5": Counter(codes)}, defaultdict(lambda: Judged("AP@5", "9", None)), students=33)
    poll.save(tmp_path / "poll.html")
    rows = re.findall(r'<li class="(\w+)">.*?<small>(\d+)</small>', (tmp_path / "poll.html").read_text("utf-8"))
    assert [*map(int, next(zip(*[row[::-1] for row in rows], strict=True)))] == [3, 1, 2, 2, 20, 4, 1]
    assert len(poll.text().splitlines()) == 3 + len(codes), "the text has all"


def test_class_widgets_are_imported_lazily() -> None:
    code = "import sys, metrics_homework.widgets as w; print('pydantic' in sys.modules, w.ExerciseSheet.__name__)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "False ExerciseSheet\n"
    with pytest.raises(ImportError, match="Sheet"):
        from metrics_edu.widgets import Sheet  # noqa: F401


def test_the_class_notebook_stores_no_widget_state_and_leaves_no_files() -> None:
    folder = Path(__file__).parents[2] / "notebooks" / "en"
    text = (folder / "09_in_class.ipynb").read_text("utf-8")
    notebook = json.loads(text)
    assert "widgets" not in notebook["metadata"]
    assert all(cell["outputs"] for cell in notebook["cells"] if cell["cell_type"] == "code" and cell["id"] != "imports")
    assert "ExerciseSheet(2 measures)" in text
    assert not re.search("/home/|/root/|/tmp/", text)
    assert not list(folder.glob("exercise*.json"))


# --- the upload ---------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def tarea(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return init_tarea(tmp_path_factory.mktemp("tarea") / "own")


@pytest.fixture
def upload(tarea: Path) -> SubmissionUpload:
    return SubmissionUpload(tarea)


def send(part: SubmissionUpload, *files: Path | tuple[str, bytes]) -> dict[str, Any]:
    """Send files as the browser does."""
    pairs = [(file.name, file.read_bytes()) if isinstance(file, Path) else file for file in files]
    return do(
        part, "upload", [memoryview(content) for _name, content in pairs], names=[name for name, _content in pairs]
    )


def codes(part: SubmissionUpload) -> dict[str, str]:
    return {one.title: one.code for one in part.report.claims}


def fields(part: SubmissionUpload) -> dict[str, dict[str, Any]]:
    return {field["key"]: field for field in part.view["fields"]}


def students(tarea: Path) -> Path:
    return tarea.parent / "submissions"


def test_several_files_are_checked_together(upload: SubmissionUpload, tarea: Path) -> None:
    assert repr(upload) == "SubmissionUpload(6 measures)"
    view = send(upload, *sorted((students(tarea) / "ana").iterdir()))
    assert upload.report is not None
    assert upload.report.errors == []
    assert {one.code for one in upload.report.claims} == {"right"}, "the claims file is used"
    assert "The format is correct." in view["report"]
    assert (view["zone"]["status"], view["zone"]["main"]) == ("", False), "each file is named in its row"
    assert [row["name"] for row in view["zone"]["files"]] == [
        "ranking.json",
        "ratings.csv",
        "claims.json",
        "exercise_ana.json",
    ]
    assert {field["state"] for title, field in fields(upload).items() if title in codes(upload)} == {"right"}


def test_a_zip_is_checked(upload: SubmissionUpload, tarea: Path) -> None:
    send(upload, students(tarea) / "elena.zip")
    assert upload.report is not None
    assert upload.report.errors == []
    assert len(upload.report.answers) == 4


def test_uploading_one_file_reports_no_missing_files(upload: SubmissionUpload, tarea: Path) -> None:
    send(upload, students(tarea) / "ana" / "ranking.json")
    assert upload.report is not None
    assert upload.report.errors == []
    assert upload.report.read.run is not None
    assert upload.report.read.predicted is None


def test_typed_claims_replace_the_claims_of_the_file(upload: SubmissionUpload, tarea: Path) -> None:
    files = sorted((students(tarea) / "carla").iterdir())
    send(upload, *files)
    assert "AP_DIV_HITS" in codes(upload)["MAP@10"]
    of_file = {title: field["value"] for title, field in fields(upload).items() if title in codes(upload)}
    assert of_file["RMSE"] == "0.9281"
    do(upload, "check", answers=of_file | {"MAP@10": " 7 ", "RMSE": "0,9281"})
    assert (codes(upload)["MAP@10"], codes(upload)["RMSE"], codes(upload)["MAE"]) == ("out_of_range", "right", "right")
    assert fields(upload)["MAP@10"]["state"] == "wrong"
    send(upload, *files)
    assert codes(upload)["MAP@10"] == "out_of_range", "what was typed is not lost by other files"
    do(upload, "check", answers=dict.fromkeys(of_file, ""))
    assert "AP_DIV_HITS" in codes(upload)["MAP@10"]
    assert re.findall(r"<b>([^<]*)</b><p>", upload.view["report"])[:2] == [
        "Right, for user 1001",
        "With the mistake: The sum of P@i was divided by the hits",
    ]


def test_the_working_of_a_user_is_shown(upload: SubmissionUpload, tarea: Path) -> None:
    assert "user" not in fields(upload)
    send(upload, *sorted((students(tarea) / "ana").iterdir()))
    assert fields(upload)["measure"]["options"] == ["MAP@10", "nDCG@10", "Recall@10"]
    shown = [
        do(upload, "check", answers={"user": user, "measure": measure})["workings"][0]
        for user, measure in (("1001", "MAP@10"), (" 1002 ", ""), ("1002", "nDCG@10"))
    ]
    assert [one["name"] for one in shown] == ["AP@10", "AP@10", "nDCG@10"]
    assert shown[0]["title"] == "User 1001, for MAP@10"
    assert shown[0]["result"] != shown[1]["result"]
    do(upload, "check", answers={"user": HOSTILE, "measure": HOSTILE})
    assert (upload.view["workings"], fields(upload)["user"]["state"]) == ([], "wrong")
    assert "is not one of the measures" in fields(upload)["user"]["verdict"]


def test_each_expected_file_shows_its_state(upload: SubmissionUpload, tarea: Path) -> None:
    assert upload.view["zone"]["main"], "there is nothing to check yet"
    rows = upload.view["zone"]["files"]
    assert [(row["name"], row["state"], row["word"], row["finding"]) for row in rows] == [
        ("ranking.json or ranking.csv", "open", "not read yet", ""),
        ("ratings.csv", "open", "not read yet", ""),
        ("claims.json or claims.csv", "open", "optional", ""),
        ("exercise*.json", "open", "optional", ""),
    ]
    held = [
        file
        for file in sorted((students(tarea) / "carla").iterdir())
        if file.name not in ("ratings.csv", "exercise_carla.json")
    ]
    rows = send(upload, *held, ("ratings.csv", b"user,item,rating\n1001,2,nan\n"), ("../x.json", b"1"))["zone"]["files"]
    assert [(row["state"], row["word"]) for row in rows] == [
        ("right", "read"),
        ("wrong", "error"),
        ("right", "read"),
        ("open", "not there"),
    ]
    assert [row["finding"] for row in rows[::2]] == ["80 users.", "6 numbers."]
    assert "line 2" in rows[1]["finding"]
    *_, claims, _exercise, row = send(upload, ("claims.csv", b"MAP@10,0.1\nXAP@3,0.5\nRMSE,\n"))["zone"]["files"]
    assert claims["finding"] == "1 number."
    assert (row["name"], row["word"], "XAP@3" in row["finding"]) == ("", "warning", True), (
        "what is about no file is not lost"
    )


def test_unexpected_files_are_named_and_duplicate_files_are_an_error(upload: SubmissionUpload, tarea: Path) -> None:
    held = [file for file in sorted((students(tarea) / "carla").iterdir()) if file.name.startswith("ra")]
    more = [("claims.csv", b""), ("Claims.json", b"{}"), (HOSTILE, b""), *((f"z{k}.txt", b"") for k in range(20))]
    zone = send(upload, *held, *more)["zone"]
    assert HOSTILE in zone["status"]
    assert zone["status"].endswith("... (13 more).")
    assert (zone["files"][2]["name"], zone["files"][2]["word"]) == ("claims.json or claims.csv", "error")
    assert "claims.csv" in zone["files"][2]["finding"]
    with zipfile.ZipFile(tarea.parent / "mine.zip", "w") as archive:
        archive.writestr("final/Ranking.json", held[0].read_bytes())
        archive.writestr("final/code.py", "")
    zone = send(upload, tarea.parent / "mine.zip")["zone"]
    assert (zone["files"][0]["name"], zone["status"]) == (
        "final/Ranking.json",
        "Files that were not read: final/code.py.",
    )


def test_a_claim_with_a_bad_file_is_unchecked_not_wrong(upload: SubmissionUpload, tarea: Path) -> None:
    send(upload, *sorted((students(tarea) / "jose").iterdir()))
    assert codes(upload)["MAP@10"] == "wrong", "of the lists as they are"
    states = {
        title: (field["state"], field["word"]) for title, field in fields(upload).items() if title in codes(upload)
    }
    assert states.pop("Item coverage") == ("right", "right")
    assert set(states.values()) == {("open", "not checked")}
    assert fields(upload)["RMSE"]["verdict"] == "This depends on ratings.csv."
    assert "Mistake" not in upload.view["report"]
    assert upload.view["summary"] == "Numbers right: 1\xa0of\xa06. Not checked: 5."
    send(upload, students(tarea) / "elena.zip")
    assert (fields(upload)["nDCG@10"]["state"], fields(upload)["MAP@10"]["verdict"]) == ("convention", "")
    send(upload, *sorted((students(tarea) / "beto").iterdir()))
    assert upload.view["summary"] == "Numbers right: 6\xa0of\xa06. Rounded or cut off (decimals required: 4).", (
        "said once"
    )
    assert [title for title, field in fields(upload).items() if not field.get("once")] == ["user", "measure"]


@pytest.mark.parametrize("right", [[], ["RMSE"]], ids=["all", "some"])
def test_percentages_without_the_sign_are_reported_once(
    upload: SubmissionUpload, tarea: Path, right: list[str]
) -> None:
    send(upload, *sorted((students(tarea) / "ana").iterdir()))
    values = upload.report.values
    names = ["MAP@10", "nDCG@10", "Recall@10"]
    numbers = {name: f"{100 * values[name]:.2f}" for name in names} | {name: str(values[name]) for name in right}
    upload._now(claimed={})
    do(upload, "check", answers=numbers)
    share, given = f"{values['MAP@10']:.4f}", numbers["MAP@10"]
    sentence = f"3 numbers are percentages without the sign %: write {share}, not {given}."
    assert upload.view["summary"].endswith(sentence)
    assert upload.view["report"].count(sentence) == 1
    assert {fields(upload)[name]["verdict"] for name in names} == {"Missing %."}
    assert all(fields(upload)[name]["once"] for name in names) == (not right)


def test_unreadable_uploads_are_reported(upload: SubmissionUpload) -> None:
    view = send(upload, ("ranking.json", b'{"1001": [1, 2'), ("<b>x", b""))
    assert upload.report is not None
    assert [one.code for one in upload.report.errors][:1] == ["UNREADABLE"]
    assert "<b>" not in view["report"].replace("<b>Error:</b>", "").replace("<b>Warning:</b>", "").replace(
        "<b>Note:</b>", ""
    )
    assert "user" not in fields(upload)
    send(upload, ("homework.zip", b"PK no zip"))
    assert "BAD_ZIP" in [one.code for one in upload.report.errors]


@pytest.mark.parametrize(("buffers", "names"), [([], None), ([b""], "a"), ([], ["a"]), ([b""], ["a", "b"])])
def test_an_invalid_upload_changes_nothing(upload: SubmissionUpload, buffers: list[bytes], names: object) -> None:
    assert do(upload, "upload", buffers, names=names)["notice"] == ""
    assert upload.report is None


def test_a_crash_of_the_checker_is_reported(upload: SubmissionUpload, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_arguments: object, **_options: object) -> None:
        raise RecursionError("<too deep>")

    monkeypatch.setattr("metrics_homework.widgets.submission_upload.check_submission", fail)
    view = send(upload, ("ranking.json", b"{}"))
    assert view["notice"] == "The checker itself failed: RecursionError('<too deep>')"


def test_missing_data_files_are_reported(tmp_path: Path) -> None:
    data = {"train": "train.csv", "validation": "validation.csv"}
    policy = Policy(
        submissions={"ranking": {"file": "ranking.json"}},
        data=data,
        measures=["MAP@10"],
        name=HOSTILE,
        source=tmp_path / "tarea1.yaml",
    )
    view = send(upload := SubmissionUpload(policy), ("ranking.json", b"{}"))
    assert "train.csv" in view["notice"]
    assert (view["title"], view["report"], upload.report) == (HOSTILE, "", None)


NAMES = {
    "../../etc/passwd": "passwd",
    "/tmp/ranking.json": "ranking.json",
    r"..\..\ranking.json": "ranking.json",
    "C:ranking.json": "C_ranking.json",
    "..": "file",
    ".": "file",
    "": "file",
    "a/..": "file",
    ".hidden.csv": "hidden.csv",
    "a\x00b\n.json": "a b .json",
    "é" * 300 + ".json": "é" * 97 + ".json",
    "\ud800.json": "json",
}


@pytest.mark.parametrize("name", NAMES)
def test_an_uploaded_file_is_stored_under_its_base_name_only(name: str, tmp_path: Path) -> None:
    files = [{"name": name, "content": b"1"}, {"name": "other.csv", "content": b"2"}]
    found = store(files, tmp_path, Limits())
    assert base_name(name) == NAMES[name]
    assert {
        path.relative_to(found).as_posix(): path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()
    } == {
        NAMES[name]: b"1",
        "other.csv": b"2",
    }


REFUSED = {
    "large": (
        [("ranking.json", 2100)],
        "ranking.json has 0.0021 MB; the limit is 0.002 MB. Choose only the files that the homework asks for.",
    ),
    "large zip": (
        [("a.ZIP", 3100)],
        "a.ZIP has 0.0031 MB; the limit is 0.003 MB. Choose only the files that the homework asks for.",
    ),
    "many": (
        [("a", 1), ("b", 1), ("c", 1), ("d", 1)],
        "4 files are too many; the limit is 3. Choose only the files that the homework asks for.",
    ),
    "twice": ([("x/a.csv", 1), ("y/A.csv", 1)], "Two files are called A.csv; choose one of them."),
}


@pytest.mark.parametrize("case", REFUSED)
def test_an_upload_over_a_limit_is_rejected_in_one_sentence(case: str, tarea: Path) -> None:
    files, sentence = REFUSED[case]
    limits = Limits(file_mb=0.002, unpacked_mb=0.003, files=3)
    upload = SubmissionUpload(read_policy(tarea).model_copy(update={"limits": limits}))
    view = send(upload, *((name, b"x" * size) for name, size in files))
    assert view["notice"] == sentence
    assert upload.report is None
    assert view["report"] == ""


def test_an_upload_the_browser_cannot_send_is_reported_with_the_limit(upload: SubmissionUpload) -> None:
    assert upload.view["zone"]["max_bytes"] == 10_000_000
    notice = do(upload, "refuse", size=10_500_000)["notice"]
    assert "have 10.5 MB, and a browser can send 10 MB" in notice
    assert "no folder" in do(upload, "refuse")["notice"]
    before = upload.view
    again = do(upload, "refuse")
    assert (again["notice"], again == before) == (before["notice"], False)  # so that the page is answered
    for size in (10**400, float("nan")):
        assert "no folder" in do(upload, "refuse", size=size)["notice"]


def test_the_upload_judges_a_claim_as_the_check_command(upload: SubmissionUpload, tarea: Path) -> None:
    lists = json.loads((students(tarea) / "ana" / "ranking.json").read_text())
    lists = {user: [items[0], *items[:-1]] for user, items in lists.items()}
    send(upload, ("ranking.json", json.dumps(lists).encode()))
    counted = upload.report.read.handed.with_repeats(upload.report.course.validation)
    do(upload, "check", answers={"MAP@10": f"{value_of(upload.policy.by_title['MAP@10'], counted):.4f}"})
    assert fields(upload)["MAP@10"]["verdict"] == "With the repeated items counted: Right."
    do(upload, "check", answers={"MAP@10": f"{value_of(upload.policy.by_title['MAP@10'], counted):.3f}"})
    assert fields(upload)["MAP@10"]["verdict"].startswith("With the repeated items counted: Right, but rounded")


def test_an_upload_leaves_no_file_on_the_disk(
    upload: SubmissionUpload, tarea: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("../../out.json", "{}")
        archive.write(students(tarea) / "ana" / "ranking.json", "ranking.json")
    send(upload, ("hostile.zip", packed.getvalue()))
    assert "BAD_PATH" in [one.code for one in upload.report.findings]
    assert upload.report.read.run is not None
    assert list(tmp_path.rglob("*")) == []


def test_the_name_of_a_file_has_a_limit(tmp_path: Path) -> None:
    name = ClassExercise("c" * 300, "s" * 300, ["AP@5"]).file_name
    (tmp_path / name).write_text("")
    assert len(name) == len("exercise__.json") + 2 * 60


def test_the_class_exercise_takes_computations_and_the_poll_shows_where_they_go_wrong(tmp_path: Path) -> None:
    for name in ("ana", "beto", "cata"):
        own = ClassExercise("iic3633", name, ["AP@5"], file=tmp_path / f"exercise_{name}.json")
        for position, working in enumerate(own.workings(), start=1):
            terms, _divisor = working.result.working.parts
            own.answer("AP@5", position, f"({' + '.join(show(term.at(None), TEXT) for term in terms.parts)})/17")
    poll = poll_files([tmp_path])
    assert poll.where("AP@5") == "Where computations go wrong: the divisor (3)."
    assert poll.where("AP@5") in poll.text()
    poll.save(tmp_path / "poll.html")
    assert poll.where("AP@5") in (tmp_path / "poll.html").read_text("utf-8").replace("-&NoBreak;", "-")
    long = " + ".join(["1/100"] * 25)
    own.answer("AP@5", 1, long)
    assert json.loads(own.file.read_text("utf-8"))["answers"]["AP@5"][0] == long
