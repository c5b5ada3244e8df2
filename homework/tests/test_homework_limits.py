"""Submissions at the limits of a policy: each gets a row, with less than a gigabyte and 30 seconds."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from homework.tests.homework_cases import codes, make_course
from tests.limit_files import ARCHIVE, FILE, LIMIT_FILES

GRADED = """
import resource, sys
from metrics_homework import grade_folder

grade_folder(*sys.argv[1:], figures=False, progress=False)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""
"""Grade in workers, and print the kilobytes that the largest of them had at most."""
MOST_KILOBYTES = 1_000_000
QUICK = (
    "a million empty columns",
    "one cell of 20 MB",
)
"""Of those which took the most memory or time before they were rejected, and are rejected fast."""


def hand_in_and_grade(name: str, folder: Path) -> None:
    policy = make_course(folder / "course", "limits: {seconds: 30}")
    own = folder / "in" / "mallory"
    own.mkdir(parents=True)
    for file, data in LIMIT_FILES[name]().items():
        assert len(data) <= (ARCHIVE if file.endswith(".zip") else FILE)
        (own / file).write_bytes(data)
    command = [sys.executable, "-c", GRADED, str(folder / "in"), str(policy), str(folder / "out")]
    graded = subprocess.run(command, capture_output=True, text=True, check=False, env=os.environ)
    assert (graded.returncode, graded.stderr) == (0, "")
    found = codes(folder / "out", "mallory")
    assert found
    page = (folder / "out" / "feedback" / "mallory.html").read_text("utf-8")
    assert "FAILED" not in found, page.partition("itself failed")[2][:300]
    assert 50_000 < int(graded.stdout) < MOST_KILOBYTES


@pytest.mark.parametrize("name", QUICK)
def test_a_selection_of_limit_files_gets_a_row(name: str, tmp_path: Path) -> None:
    hand_in_and_grade(name, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in LIMIT_FILES if name not in QUICK])
def test_every_file_at_a_limit_gets_a_row(name: str, tmp_path: Path) -> None:
    hand_in_and_grade(name, tmp_path)
