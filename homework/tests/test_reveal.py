"""The values and workings that a finished sheet shows: when, and what is left of it in the file."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from homework.tests.homework_cases import RIGHT, answers, hand_in, make_course
from metrics_edu import set_language
from metrics_homework import ClassExercise, check_submission, read_policy
from metrics_homework.classroom.class_exercise import minutes_needed
from metrics_homework.classroom.exercise_file import checksum, pairs_of
from metrics_homework.classroom.worksheets import answer_key
from metrics_homework.reveal import read_reveal
from metrics_homework.widgets import ExerciseSheet

MEASURES = ["AP@5", "nDCG@5"]
PAST, FUTURE = "2020-01-01T10:00+00:00", "2090-01-01T10:00+00:00"
NOON, AFTER_NOON = "2026-11-26T12:00Z", 1_795_694_460
"""A time, and a minute after it in seconds since 1970."""


@pytest.fixture
def finished() -> Callable[..., ExerciseSheet]:
    def open_and_finish(**options: Any) -> ExerciseSheet:
        sheet = ExerciseSheet(MEASURES, class_code="iic3633", student="ana", **({"folder": None} | options))
        do(sheet, "finish")
        do(sheet, "finish", sure=True)
        return sheet

    return open_and_finish


def do(sheet: ExerciseSheet, action: str, **message: Any) -> dict[str, Any]:
    sheet.act({"do": action, **message})
    return sheet.view


def reveal(sheet: ExerciseSheet) -> dict[str, Any]:
    """Press the button for the values, and then the one that asks once more."""
    do(sheet, "reveal")
    return do(sheet, "reveal", sure=True)


def buttons(view: dict[str, Any]) -> list[str]:
    return [button["do"] for button in view["buttons"]]


def test_a_sheet_reveals_values_and_workings_and_the_file_records_it(finished: Callable[..., ExerciseSheet]) -> None:
    sheet = finished(reveal=PAST)
    assert buttons(sheet.view) == ["download", "reveal"]
    assert json.loads(sheet.view["file"]["text"])["shown"] == 0
    view = reveal(sheet)
    values = [working["result"] for working in view["workings"]]
    right = [answer.value for answer in answer_key("iic3633", ["ana"], MEASURES, reveal=PAST)]
    assert [float(value) for value in values] == pytest.approx(right, abs=1e-4)
    assert buttons(view) == ["download"]
    assert json.loads(view["file"]["text"])["shown"] > 0
    assert "A file that you download now records this" in view["summary"]


def test_a_sheet_reveals_nothing_before_its_time(finished: Callable[..., ExerciseSheet]) -> None:
    view = reveal(finished(reveal=FUTURE))
    assert view["workings"] == []
    assert "the values of this exercise can be shown from 2090-01-01" in view["notice"]
    assert json.loads(view["file"]["text"])["shown"] == 0


def test_a_double_click_on_reveal_reveals_nothing(finished: Callable[..., ExerciseSheet]) -> None:
    sheet = finished(reveal=PAST)
    do(sheet, "reveal")
    view = do(sheet, "reveal")
    assert view["workings"] == []
    assert [button["label"] for button in view["buttons"]][-1] == "Yes, show them now"
    assert "Did you hand in the file?" in view["notice"]


def test_replayed_actions_restore_the_revealed_values() -> None:
    sheet = ExerciseSheet(MEASURES, class_code="iic3633", student="ana", folder=None, reveal=PAST)
    do(sheet, "write", key="0", text="0.5", token="1")
    do(sheet, "finish")
    do(sheet, "finish", sure=True)  # without a pause, as when they are replayed
    assert len(reveal(sheet)["workings"]) == 4


def test_values_stay_hidden_without_a_finished_sheet_and_a_time() -> None:
    sheet = ExerciseSheet(MEASURES, class_code="iic3633", student="ana", folder=None, reveal=PAST)
    assert reveal(sheet)["workings"] == []
    own = ClassExercise("iic3633", "ana", MEASURES)
    with pytest.raises(ValueError, match="this exercise does not show its values"):
        own.show_values()


def test_a_sheet_without_a_time_has_no_reveal_button(finished: Callable[..., ExerciseSheet]) -> None:
    sheet = finished()
    assert buttons(sheet.view) == ["download"]
    assert reveal(sheet)["workings"] == []


def test_an_immediate_feedback_sheet_offers_reveal_once_finished(
    finished: Callable[..., ExerciseSheet],
) -> None:
    assert buttons(finished(reveal=PAST, feedback="now").view) == ["download", "reveal"]


def test_a_time_reveals_values_from_that_time_on() -> None:
    clock = [AFTER_NOON - 120]
    own = ClassExercise("iic3633", "ana", MEASURES, reveal=NOON, now=lambda: clock[0])
    with pytest.raises(ValueError, match=r"the values of this exercise can be shown from 2026-11-2\d \d\d:\d\d on"):
        own.show_values()
    clock[0] = AFTER_NOON
    own.show_values()
    assert own.shown == AFTER_NOON


def test_another_reveal_time_gives_other_lists() -> None:
    def pairs(**options: str) -> str:
        return repr(ClassExercise("iic3633", "ana", ["nDCG@10"], **options).pairs)

    times = ["", PAST, "2026-11-26T12:30", "2026-11-26T12:31"]
    assert len({pairs(reveal=time) for time in times}) == len(times)
    assert pairs(reveal="") == pairs()


@pytest.mark.parametrize("text", ["2026-11-26T12:30", "2026-11-26T12:30:59", " 2026-11-26 12:30"])
def test_reveal_times_are_normalized_to_one_form(text: str) -> None:
    assert read_reveal(text) == "2026-11-26T12:30"


@pytest.mark.parametrize(
    "text",
    [
        "2026-13-40T12:30",
        "26-11-2026 12:30",
        "12:30",
        "manzana",
        "2026-11-26",
        "0001-01-01T00:00",
        "9999-12-31T23:59-03:00",
    ],
)
def test_what_is_no_time_is_rejected(text: str) -> None:
    with pytest.raises(ValueError, match="a time from 2000 to 2099"):
        read_reveal(text)
    with pytest.raises(ValueError, match="a time from 2000 to 2099"):
        ExerciseSheet(MEASURES, reveal=text)


def test_adding_a_measure_changes_the_lists_of_a_reveal_exercise() -> None:
    def lists(*measures: str, **options: str) -> str:
        return repr(ClassExercise("c", "ana", measures, **options).pairs["AP@5"])

    assert lists("AP@5", reveal=PAST) != lists("AP@5", "P@5", reveal=PAST)
    assert lists("AP@5") == lists("AP@5", "P@5")


def test_a_second_sheet_cannot_undo_a_reveal(tmp_path: Path) -> None:
    shown, other = (ClassExercise("c", "ana", ["AP@5"], reveal=PAST, file=tmp_path / "a.json") for _sheet in range(2))
    shown.answer("AP@5", 1, "0.5")
    shown.show_values()
    other.answer("AP@5", 1, "0.9")
    assert other.shown == shown.shown
    kept = json.loads((tmp_path / "a.json").read_text("utf-8"))
    assert (kept["shown"], kept["answers"]["AP@5"]) == (shown.shown, ["0.5", ""])


def test_a_truncated_answers_file_is_rewritten_on_the_next_answer(tmp_path: Path) -> None:
    own = ClassExercise("c", "ana", ["AP@5"], reveal=PAST, file=tmp_path / "a.json")
    (tmp_path / "a.json").write_text("")
    sheet = ExerciseSheet(own)
    do(sheet, "write", key="0", text="0.5", token="1")
    assert json.loads((tmp_path / "a.json").read_text("utf-8"))["answers"]["AP@5"] == ["0.5", ""]


@pytest.mark.parametrize("action", ["save", "finish"])
def test_a_sheet_closes_when_another_one_reveals_the_values(tmp_path: Path, action: str) -> None:
    other, own = (ClassExercise("c", "ana", ["AP@5"], reveal=PAST, file=tmp_path / "a.json") for _sheet in range(2))
    sheet = ExerciseSheet(own)
    other.show_values()
    view = do(sheet, action, sure=True)
    assert all(field["closed"] for field in view["fields"])
    assert "The values and workings are shown" in view["summary"]


def test_a_repeated_measure_counts_once(tmp_path: Path) -> None:
    own = ClassExercise("small", "ana", ["AP@5", "ap@5"], reveal=PAST)
    for place, working in enumerate(own.workings(), start=1):
        own.answer("AP@5", place, f"{working.value:.3f}")
    policy = make_course(tmp_path / "course")
    policy.write_text(policy.read_text().replace("measures: [AP@5]}", f"measures: [AP@5, AP@5], reveal: '{PAST}'}}"))
    folder = hand_in(tmp_path / "in", "ana", ranking=RIGHT, exercise=json.loads(own.contents()))
    assert [answer.code for answer in check_submission(folder, policy).answers] == ["right", "right"]


def test_a_sheet_uses_the_clock_of_its_exercise() -> None:
    sheet = ExerciseSheet(ClassExercise("c", "ana", ["AP@5"], reveal="2090-01-01T00:00Z", now=lambda: 4e9))
    for action in ({"do": "finish"}, {"do": "finish", "sure": True}, {"do": "reveal"}, {"do": "reveal", "sure": True}):
        sheet.act(action)
    assert len(sheet.view["workings"]) == 2


def test_a_page_closes_when_another_page_reveals_the_values(finished: Callable[..., ExerciseSheet]) -> None:
    here = ExerciseSheet(MEASURES, class_code="iic3633", student="ana", folder=None, reveal=PAST)
    do(here, "write", key="0", text="0.77", token="1")
    do(here, "shown", text="no JSON")
    do(here, "shown", text=finished(reveal=PAST).view["file"]["text"])
    assert here.view["fields"][0]["value"] == "0.77", "what has shown nothing takes no place"
    assert not any(field["closed"] for field in here.view["fields"])
    view = do(here, "shown", text=reveal(finished(reveal=PAST))["file"]["text"])
    assert all(field["closed"] for field in view["fields"])
    assert len(view["workings"]) == 4


def test_different_ids_have_different_browser_storage_names() -> None:
    own, other = (ClassExercise("c", student, ["AP@5"], reveal=PAST) for student in ("ana_k", "ana-k"))
    assert own.file_name == other.file_name
    assert own.distinct_name != other.distinct_name


def test_an_exercise_accepts_no_answer_after_revealing_values(
    finished: Callable[..., ExerciseSheet], tmp_path: Path
) -> None:
    reveal(finished(reveal=PAST, folder=tmp_path))
    again = ExerciseSheet(MEASURES, class_code="iic3633", student="Ana", folder=tmp_path, reveal=PAST)
    assert all(field["closed"] for field in again.view["fields"])
    assert len(again.view["workings"]) == 4
    assert buttons(again.view) == ["download"]
    do(again, "write", key="0", text="0.5", token="1")
    do(again, "finish", sure=True)
    assert again.exercise is not None
    assert again.exercise.answers["AP@5"] == ["", ""]
    with pytest.raises(ValueError, match="so its answers cannot be changed"):
        again.exercise.answer("AP@5", 1, "0.5")


def test_a_page_restores_revealed_values_from_the_browser(
    finished: Callable[..., ExerciseSheet],
) -> None:
    sheet = finished(reveal=PAST)
    before = sheet.view["file"]
    after = reveal(sheet)["file"]
    assert (before["keep"], after["keep"]) == ("tab", "good")
    for kept in ([before["text"], after["text"]], [after["text"], before["text"], "no JSON"]):
        again = ExerciseSheet(MEASURES, folder=None, reveal=PAST)
        do(again, "begin", answers={"class_code": "iic3633", "student": "ana"}, kept=kept)
        assert all(field["closed"] for field in again.view["fields"])
    other = ExerciseSheet(MEASURES, folder=None)
    do(other, "begin", answers={"class_code": "iic3633", "student": "ana"}, kept=[after["text"]])
    assert not any(field["closed"] for field in other.view["fields"]), "it is another exercise"
    assert other.view["file"]["key"] != after["key"]


def test_a_full_disk_prevents_the_reveal(
    finished: Callable[..., ExerciseSheet], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = finished(reveal=PAST, folder=tmp_path)

    def full(*_parts: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(ClassExercise, "save", full)
    view = reveal(sheet)
    assert (view["workings"], "disk is full" in view["notice"]) == ([], True)
    assert json.loads(view["file"]["text"])["shown"] == 0


def test_the_grader_draws_the_lists_of_a_time_and_reports_reveals(tmp_path: Path) -> None:
    policy = make_course(tmp_path / "course")
    policy.write_text(policy.read_text().replace("measures: [AP@5]}", f"measures: [AP@5], reveal: '{PAST}'}}"))
    own = ClassExercise("small", "ana", ["AP@5"], reveal=PAST)
    for place, working in enumerate(own.workings(), start=1):
        own.answer("AP@5", place, f"{working.value:.3f}")
    own.show_values()
    folder = hand_in(tmp_path / "in", "ana", ranking=RIGHT, exercise=json.loads(own.contents()))
    report = check_submission(folder, policy)
    assert [answer.code for answer in report.answers] == ["right", "right"]
    assert [(found.code, found.level) for found in report.findings if "SHOWN" in found.code] == [
        ("VALUES_SHOWN", "note")
    ]
    other = hand_in(tmp_path / "in", "eva", ranking=RIGHT, exercise=answers(student="eva"))
    assert "OTHER_EXERCISE" in [found.code for found in check_submission(other, policy).findings]


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ("manzana", "reveal takes a time"),
        ("2026-11-26T12:30:00", "put the time in quotes"),
        ("2026-11-26T12:30:00-03:00", "put the time in quotes"),
        ('"2026-11-26T12:30-03:00"', ""),
        ("2026-11-26T12:30", ""),
    ],
)
def test_a_policy_accepts_the_same_reveal_times_as_a_link(tmp_path: Path, written: str, says: str) -> None:
    policy = make_course(tmp_path / "course")
    policy.write_text(policy.read_text().replace("measures: [AP@5]}", f"measures: [AP@5], reveal: {written}}}"))
    if says:
        with pytest.raises(ValueError, match=says):
            read_policy(policy)
    else:
        exercise = read_policy(policy).submissions.exercise
        assert exercise is not None
        assert exercise.reveal == written.strip('"')


@pytest.mark.parametrize("measures", [["P@5"], ["nDCG@10"]])
def test_a_sheet_shows_the_estimated_minutes(measures: list[str]) -> None:
    sheet = ExerciseSheet(measures, folder=None)
    needed = minutes_needed(tuple(measures))
    assert sheet.view["about"].endswith(f"The lists take about {needed}\xa0min.")
    view = do(sheet, "begin", answers={"class_code": "iic3633", "student": "ana"})
    assert f"The lists take about {needed}\xa0min." in view["about"], "as many as before Begin"


def test_longer_workings_get_more_estimated_minutes() -> None:
    needed = [minutes_needed((name,)) for name in ("P@5", "AP@10", "nDCG@10")]
    assert needed == sorted(needed)
    assert needed[0] < needed[-1]


def test_the_revealed_sheet_is_translated_to_spanish(finished: Callable[..., ExerciseSheet]) -> None:
    set_language("es")
    try:
        view = reveal(finished(reveal=PAST))
        assert "Los valores y los desarrollos están a la vista" in view["summary"]
    finally:
        set_language("en")


SPELLINGS = [
    ("AP@5", "nDCG@5"),
    (" ap@05 ", "NDCG@5"),
    ("Map@5", "ndcg@5"),
    ("nDCG@5", "AP@5"),
    ("AP@5", "MAP@5", "nDCG@5"),
]


@pytest.mark.parametrize("reveal", ["", PAST])
@pytest.mark.parametrize("code", ["iic3633", " IIC 3633", "Iic3633"])
def test_the_spelling_of_an_exercise_does_not_change_its_lists(code: str, reveal: str) -> None:
    def drawn(code: str, names: tuple[str, ...]) -> dict[str, str]:
        own = ClassExercise(code, "Ana ", names, reveal=reveal)
        assert own.pairs.keys() == pairs_of(code, "ANA", names, 3, reveal=reveal).keys()
        key = {
            (one.measure, one.position): repr(one.ranking) for one in answer_key(code, ["ana"], names, reveal=reveal)
        }
        assert key == {(name, k): repr(pair[k - 1]) for name, pair in own.pairs.items() for k in (1, 2)}
        return {name: repr(pair) for name, pair in own.pairs.items()}

    assert [drawn(code, names) for names in SPELLINGS] == [drawn("iic3633", ("AP@5", "nDCG@5"))] * len(SPELLINGS)


@pytest.mark.parametrize("reveal", ["", NOON])
@pytest.mark.parametrize("fits", [False, True])
def test_an_edited_file_shows_no_values(reveal: str, fits: bool, tmp_path: Path) -> None:
    """It shows them with the right checksum, and once its time has come."""
    clock = [AFTER_NOON - 120.0]
    options: dict[str, Any] = {"reveal": reveal, "now": lambda: clock[0]}
    own = ClassExercise("iic3633", "ana", MEASURES, file=tmp_path / "own.json", **options)
    own.answer("AP@5", 1, "0.5")
    edited = json.loads(own.contents()) | {"shown": 1}
    text = json.dumps(edited | ({"checksum": checksum(edited)} if fits else {}))
    own.file.write_text(text)  # type: ignore[union-attr]

    def shown() -> list[bool]:
        again = ClassExercise("iic3633", "ana", MEASURES, file=tmp_path / "own.json", **options)
        other = ClassExercise("iic3633", "ana", MEASURES, **options)
        other.follow(text)
        third = ClassExercise("iic3633", "ana", MEASURES, **options)
        third.go_on(text)
        assert again.answers["AP@5"][0] == third.answers["AP@5"][0] == "0.5"
        return [bool(one.shown) for one in (again, other, third)]

    assert shown() == [False] * 3
    own.file.write_text(text)  # type: ignore[union-attr]
    clock[0] = AFTER_NOON
    assert shown() == [bool(reveal) and fits] * 3


def test_a_sheet_is_a_file_that_only_its_owner_reads(tmp_path: Path) -> None:
    file = tmp_path / "exercise.json"
    ClassExercise("iic3633", "ana", MEASURES, file=file)
    file.chmod(0o644)
    ClassExercise("iic3633", "ana", MEASURES, file=file).answer("AP@5", 1, "0.5")
    assert os.name == "nt" or stat.S_IMODE(file.stat().st_mode) == 0o600
