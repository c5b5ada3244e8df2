"""The hook for commit messages accepts an imperative that names its place, and says what is wrong with another subject."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tools.release.commit_subject import problems

HOOK = Path(__file__).parents[2] / "tools" / "release" / "hooks" / "commit-msg"


@pytest.mark.parametrize(
    "subject",
    ["Upload: read xlsx files", "Lists, cards: focus the chosen row", "Docs: process each page", "Merge branch 'x'"],
)
def test_a_good_subject_has_no_problem(subject: str) -> None:
    assert problems(subject) == []


@pytest.mark.parametrize(
    ("subject", "problem"),
    [
        ("Upload: added xlsx files", '"added" is not an imperative'),
        ("Upload: adding xlsx files", '"adding" is not an imperative'),
        ("Upload: reads xlsx files", '"reads" is not an imperative'),
        ("Read xlsx files", "it names no place"),
        ("Upload: read xlsx files.", "it ends with a full stop"),
        ("Upload: read " + 60 * "x", "it has 73 characters"),
        ("", "it names no place"),
    ],
)
def test_a_bad_subject_is_explained(subject: str, problem: str) -> None:
    (found,) = problems(subject)
    assert found.startswith(problem)


def test_the_hook_refuses_a_bad_message(tmp_path: Path) -> None:
    message = tmp_path / "message"
    message.write_text("Upload: reads xlsx files\n\nThe body is not checked.\n")
    run = subprocess.run([HOOK, message], cwd=HOOK.parents[3], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout) == (1, "")
    assert run.stderr == 'The subject of this commit: "reads" is not an imperative: write, for example, "read".\n'
