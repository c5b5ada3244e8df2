"""What is known of a submission where its examination does not end."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from pathlib import Path
from typing import Any

import pytest

import metrics_homework.check as check_module
from homework.tests.homework_cases import RIGHT, hand_in, make_course
from metrics_homework import read_policy
from metrics_homework.check import Examination
from metrics_homework.course import read_course
from metrics_homework.submission.submissions import Submission, submissions_in


def stopped_at(name: str, folder: Path, monkeypatch: pytest.MonkeyPatch, *, after: int = 0) -> Examination:
    """Examine a submission whose step of this name fails, after it succeeded some times."""
    original, calls = getattr(check_module, name), []

    def fail(*given: Any, **more: Any) -> Any:
        calls.append(given)
        if len(calls) > after:
            raise MemoryError
        return original(*given, **more)

    course = read_course(read_policy(make_course(folder / "course")))
    own = hand_in(folder / "in", "ana", ranking=RIGHT, claims={"MAP@3": 0.5, "nDCG@3": 0.25})
    monkeypatch.setattr(check_module, name, fail)
    examination = Examination(Submission("ana", [own]), course)
    with pytest.raises(MemoryError):
        examination.run()
    return examination


def test_the_hash_of_a_file_is_known_before_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read = stopped_at("read_lists", tmp_path, monkeypatch).report.read
    assert [*read.digests] == ["ranking"]
    assert "ranking.json" not in [name for _part, name, _findings in read.files]
    assert (read.run, read.is_whole) == (None, False)


def test_each_value_is_known_before_the_next_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    report = stopped_at("value_of", tmp_path, monkeypatch, after=1).report
    assert [*report.values] == ["MAP@3"]
    assert report.claims == ()
    assert report.read.is_whole
    assert "MAP@3" in report.text()


def test_reports_and_submissions_are_frozen(tmp_path: Path) -> None:
    course = read_course(read_policy(make_course(tmp_path / "course")))
    hand_in(tmp_path / "in", "ana", ranking=RIGHT)
    (submission,) = submissions_in(tmp_path / "in", course.policy.parts).submissions
    report = Examination(submission, course).run()
    for whole, name in ((submission, "name"), (report, "claims"), (report.read, "run")):
        with pytest.raises(FrozenInstanceError):
            setattr(whole, name, None)
