"""`grade_function` and `metrics-edu check-metric --for`: points that follow the named mistake, and no fault that raises."""

from __future__ import annotations

import json
import multiprocessing
import os
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from metrics_edu import cli, testing
from metrics_edu.testing import Grade, grade_function
from tests.mistakes.found_signatures import ap
from tests.mistakes.student_functions import ap_from_zero, ap_over_hits, ap_right

pytestmark = pytest.mark.usefixtures("few_lists")


def dies(_relevant: Any, _shown: Any, _k: int) -> float:
    os._exit(3)


def never_ends(_relevant: Any, _shown: Any, _k: int) -> float:
    while True:
        try:
            while True:
                pass
        except BaseException:
            pass


def swallows(relevant: Any, shown: Any, k: int) -> float:
    raise KeyboardInterrupt


def raises(_relevant: Any, _shown: Any, _k: int) -> float:
    raise BaseException("none of the usual ones")


def sleeps(relevant: Any, shown: Any, k: int) -> float:
    time.sleep(0.06)
    return ap(relevant, shown, k) if len(shown) < 7 else 0.0


def writes(relevant: Any, shown: Any, k: int) -> float:
    os.write(1, b"out")
    os.write(2, b"error")
    return ap(relevant, shown, k)


EARNED: list[tuple[Any, dict[str, Any], float, str]] = [
    (ap_right, {}, 5, "ap_right agrees with AP@5"),
    (ap_over_hits, {}, 2.5, "divided by the hits"),
    (ap_over_hits, {"points": 4, "mistake": 0.25}, 1, "divided by the hits"),
    (ap_over_hits, {"mistake": {"AP_DIV_HITS": 0.8}}, 4, "divided by the hits"),
    (ap_from_zero, {"mistake": {"AP_DIV_HITS": 0.8}}, 0, "ap_from_zero is not AP@5"),
    (lambda relevant, shown, k: len(shown), {}, 0, "No known mistake"),
    (lambda relevant, shown, k: ap(relevant, shown, k) / bool(shown), {}, 0, "ZeroDivisionError"),
    (lambda a, b, k: 0, {}, 0, "say call="),
    (ap, {"call": "shown, relevant, k"}, 0, "ap is not AP@5"),
    (None, {}, 0, "a metric is a function of"),
    (dies, {}, 0, "It ended the program"),
    (raises, {}, 0, "it raised BaseException: none of the usual ones"),
    (sleeps, {"seconds": 0.5}, 0, "sleeps(relevant, shown, k). It is too slow to be judged"),
    (writes, {}, 5, "writes agrees with AP@5"),
    (lambda relevant, shown, k: ap(relevant, sorted(shown), k), {}, 0, "lambda is not AP@5"),
    (swallows, {}, 0, "It ended the program"),
]


@pytest.mark.parametrize(("function", "options", "points", "sentence"), EARNED)
def test_points_follow_the_named_mistake(
    capfd: pytest.CaptureFixture[str], function: Any, options: dict[str, Any], points: float, sentence: str
) -> None:
    grade = grade_function("AP@5", function, **options)
    assert (grade.points, type(grade.points), type(grade.of)) == (points, float, float)
    assert grade.of == options.get("points", 5)
    assert grade.agrees == (points == grade.of)
    assert sentence in grade.text
    assert capfd.readouterr() == ("", "")


def test_what_catches_every_exception_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(testing, "GRACE", 1.0)
    start = time.perf_counter()
    grade = grade_function("AP@5", never_ends, seconds=0.2)
    assert grade.points == 0
    assert not grade.agrees
    assert time.perf_counter() - start < 30


def test_the_text_holds_the_working_only_if_it_is_asked_for() -> None:
    working = "Σ_i P@i·rel_i/D"
    assert working not in grade_function("AP@5", ap_over_hits).text
    assert working in grade_function("AP@5", ap_over_hits, working=True).text


def test_a_grade_is_made_in_a_thread() -> None:
    found: list[Grade] = []
    thread = threading.Thread(target=lambda: found.append(grade_function("AP@5", ap_right)))
    thread.start()
    thread.join()
    assert found[0].points == 5


def test_a_worker_that_may_not_start_a_process_grades(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(multiprocessing.current_process()._config, "daemon", True)  # type: ignore[attr-defined]
    assert grade_function("AP@5", ap_over_hits).codes == ("AP_DIV_HITS",)


REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("APP@5", {}, "unknown measure 'APP@5'"),
    ("AP@5", {"points": -1}, "points must be"),
    ("AP@5", {"mistake": 2}, "mistake must be"),
    ("AP@5", {"mistake": {"AP_DIV": 0.5}}, "a code of mistake="),
    ("AP@5", {"convention": "nobody"}, "convention"),
    ("AP@5", {"call": "relevant, listed, k"}, "a word of call="),
    ("AP", {"call": "relevant, shown, k"}, "AP has no cut-off"),
    ("AP@5", {"seconds": 0}, "seconds must be"),
]


@pytest.mark.parametrize(("asked", "options", "sentence"), REFUSED)
def test_a_fault_of_the_teacher_is_refused(asked: str, options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        grade_function(asked, ap_right, **options)


# --- the command ---------------------------------------------------------------------------------------------------


STUDENT = """
def ap(actual, predicted, k):
    hits = total = 0
    for rank, item in enumerate(predicted[:k], start=1):
        if item in actual:
            hits += 1
            total += hits / rank
    return total / hits if hits else 0

def precision(recommended, relevant, k):
    return len(set(recommended[:k]) & set(relevant)) / k

print("printed", precision(["a"], ["a"], 1))
"""


@pytest.fixture
def student(tmp_path: Path) -> Path:
    path = tmp_path / "student.py"
    path.write_text(STUDENT, "utf-8")
    return path


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str]:
    code = cli.main(["check-metric", *map(str, arguments)])
    return code, capsys.readouterr().out


def test_several_functions_are_checked(capsys: pytest.CaptureFixture[str], student: Path) -> None:
    code, text = run(capsys, f"AP@5={student}:ap", f"P@5={student}:precision")
    assert code == 1
    assert "printed" not in text
    assert "divided by the hits" in text
    assert "precision agrees with P@5" in text
    assert run(capsys, f"P@5={student}:precision")[0] == 0
    assert run(capsys, f"AP@5(denominator=retrieved)={student}:ap")[0] == 0
    assert run(capsys, "AP@5(denominator=retrieved)", f"{student}:ap")[0] == 0
    assert run(capsys, "P@5", f"{student}:precision", "--call", "relevant, shown, k")[0] == 1


def test_points_are_printed_and_written_for_graders(capsys: pytest.CaptureFixture[str], student: Path) -> None:
    given = f"AP@5={student}:ap", f"P@5={student}:precision", "--points", 4
    code, text = run(capsys, *given)
    assert code == 1
    assert "AP@5: 2/4" in text
    written = {grader: run(capsys, *given, "--for", grader) for grader in ("gradescope", "classroom50", "json")}
    assert {code for code, _text in written.values()} == {0}
    found = {grader: json.loads(text) for grader, (_code, text) in written.items()}
    assert found["gradescope"]["score"] == 6
    assert [test["score"] for test in found["gradescope"]["tests"]] == [2, 4]
    assert (found["classroom50"]["score"], found["classroom50"]["max-score"]) == (6, 8)
    assert [type(test["score"]) for test in found["classroom50"]["tests"]] == [int, int]
    assert found["json"]["AP@5"]["codes"] == ["AP_DIV_HITS"]


def test_a_file_that_cannot_be_run_earns_nothing(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(testing, "GRACE", 1.0)
    for name, source in (("broken", "def ap(:"), ("endless", "while True: pass"), ("gone", "import os; os._exit(1)")):
        (tmp_path / f"{name}.py").write_text(source, "utf-8")
        code, text = run(capsys, f"AP@5={tmp_path}/{name}.py:ap", "--for", "json", "--seconds", 0.2)
        (grade,) = json.loads(text).values()
        assert code == 0
        assert grade["points"] == 0
        assert grade["text"]


@pytest.mark.parametrize("given", [("AP@5",), ("AP@5", "a.py:ap", "P@5"), ("AP@5=a.py:ap", "P@5"), ("APP@5=a.py:ap",)])
def test_what_is_no_command_is_refused(capsys: pytest.CaptureFixture[str], given: tuple[str, ...]) -> None:
    assert run(capsys, *given)[0] == 2
