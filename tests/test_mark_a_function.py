"""The page "Mark a function": what it prints, and the files that it writes for Gradescope and Classroom 50."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from metrics_edu import MISCONCEPTIONS, cli, set_language
from tests.marking_page import PAGES, SUBMISSIONS, blocks

ADDRESSES = {"COMMIT_URL", "RELEASE_URL", "REVIEW_URL"}
CLASSROOM50 = {"CLASSROOM": "iir", "ASSIGNMENT": "ap", "SUBMISSION_TAG": "submit/2026-11-29T12-00-00Z-a1b2c3d"}
CLASSROOM50 |= {name: f"https://example.org/{name}" for name in ADDRESSES}
POINTS = {"right": 4, "hits": 2, "endless": 0}
SHORT = "--seconds", "0.3"
"""So that the endless one takes no ten seconds."""


@pytest.fixture(params=POINTS)
def submission(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Make one of the three submissions the folder in which a command runs."""
    (tmp_path / "student.py").write_text(SUBMISSIONS[request.param], "utf-8")
    monkeypatch.chdir(tmp_path)
    yield request.param
    set_language("en")


def printed(*words: str) -> tuple[int, str]:
    with redirect_stdout(StringIO()) as out:
        code = cli.main([*words])
    return code, out.getvalue()


@pytest.mark.parametrize("language", PAGES)
def test_the_page_prints_what_a_student_sees(language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ((_word, student), (_text, wanted)) = blocks("What a student sees", language)
    assert student == SUBMISSIONS["hits"]
    (tmp_path / "student.py").write_text(student, "utf-8")
    monkeypatch.chdir(tmp_path)
    (command,) = re.findall(r"^    metrics-edu (.*)$", PAGES[language], re.MULTILINE)
    try:
        code, text = printed(*command.split(), "--language", language)
    finally:
        set_language("en")
    assert (code, text.rstrip()) == (1, wanted.rstrip())


def test_the_page_names_mistakes_that_exist() -> None:
    named = re.findall(r"\b[A-Z]+(?:_[A-Z]+)+\b", PAGES["en"].replace("OK_FORMAT", ""))
    assert named
    assert {*named} <= {*MISCONCEPTIONS}


def test_gradescope_reads_the_file_that_the_page_writes(submission: str) -> None:
    *_setup, (_word, script) = blocks("Gradescope")
    (line,) = re.findall(r"^metrics-edu (.*) > /autograder/results/results\.json$", script, re.MULTILINE)
    code, text = printed(*shlex.split(line), *SHORT)
    result = json.loads(text)
    (test,) = result["tests"]
    assert code == 0
    assert {*result} <= {"score", "tests", "output", "visibility", "stdout_visibility", "execution_time"}
    assert {*test} <= {"name", "score", "max_score", "status", "output", "output_format", "visibility", "tags"}
    assert test["visibility"] in ("visible", "hidden", "after_due_date", "after_published")
    assert (result["score"], test["score"], test["max_score"]) == (POINTS[submission], POINTS[submission], 4)
    assert ("divided by the hits" in test["output"]) == (submission == "hits")


@pytest.fixture
def classroom50(submission: str, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Run the page's autograder.py on a submission, without the installation; return the result."""
    for name, value in CLASSROOM50.items():
        monkeypatch.setenv(name, value)

    def run(command: list[Any], *, check: bool, stdout: Any = None) -> None:
        assert check
        if command[0] != "pip":
            program, *words = command
            code, text = printed(*words, *SHORT)
            assert (program, code) == ("metrics-edu", 0)
            stdout.write(text)

    monkeypatch.setattr(subprocess, "run", run)
    ((_word, script),) = blocks("Classroom 50")
    exec(compile(script, "autograder.py", "exec"), {"__file__": str(Path("autograder.py").resolve())})
    result: dict[str, Any] = json.loads(Path("result.json").read_text("utf-8"))
    return result


IN_A_RESULT = {"schema", "classroom", "assignment", "submission", "commit", "release", "review", "datetime", "score"}
IN_A_RESULT |= {"max-score", "tests"}
"""All but `owner` and `assignment_type`, which the runner adds."""


def test_classroom50_reads_the_file_that_the_page_writes(classroom50: dict[str, Any], submission: str) -> None:
    """The form is that of schemas/result-v1.schema.json in foundation50/classroom50, which allows no other name."""
    (test,) = classroom50["tests"]
    assert {*classroom50} == IN_A_RESULT
    assert classroom50["schema"] == "classroom50/result/v1"
    assert classroom50["submission"].startswith("submit/")
    assert all(
        isinstance(classroom50[name], str) and classroom50[name]
        for name in IN_A_RESULT - {"score", "max-score", "tests"}
    )
    assert {"test-name", "passed", "score", "max-score"} <= {*test}
    assert [type(of[name]) for of in (classroom50, test) for name in ("score", "max-score")] == [int] * 4
    assert (
        (classroom50["score"], classroom50["max-score"])
        == (test["score"], test["max-score"])
        == (POINTS[submission], 4)
    )
    assert test["passed"] == (submission == "right")
    assert ("divided by the hits" in test["message"]) == (submission == "hits")


@pytest.mark.parametrize("submission", ["right"], indirect=True)
def test_classroom50_reads_the_date(classroom50: dict[str, Any]) -> None:
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", classroom50["datetime"])
