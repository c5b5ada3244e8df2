"""A course from the worksheet to the grades in the LMS's files, with a small class and made ratings."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

import metrics_edu.data as data_sets
from benchmarks import course_class as made
from benchmarks.course import Course, give
from metrics_edu import set_language
from metrics_homework.cli import app

CLASS = made.RIGHT_PEOPLE + 3
"""Those with right numbers, two with a mistake, and one who hands in nothing."""


def run(*words: str) -> tuple[int, str]:
    found = CliRunner().invoke(app, words, env={"COLUMNS": "1000"})
    return found.exit_code, found.stderr or found.stdout


@pytest.mark.usefixtures("in_turn")
def test_a_course_goes_from_the_worksheet_to_the_lms(tmp_path: Path) -> None:
    course = Course(tmp_path, run, data_sets.made_ratings(7, users=12, items=60), made.people(CLASS))
    try:
        give(course)
    finally:
        set_language("en")
    assert len(course.checks) >= 20
    assert [one for one in course.checks if not one.holds] == []
