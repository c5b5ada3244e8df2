"""`make dist` runs the README's example, refuses a tag of another version, and reports the command that failed."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

import pytest

from tools.release import distributions

VERSION = tomllib.loads((distributions.PROJECT / "pyproject.toml").read_text("utf-8"))["project"]["version"]


@pytest.mark.parametrize(
    "variables",
    [
        {},
        {"GITHUB_REF_TYPE": "branch", "GITHUB_REF_NAME": "main"},
        {"GITHUB_REF_TYPE": "tag", "GITHUB_REF_NAME": f"v{VERSION}"},
    ],
    ids=["no workflow", "branch", "tag"],
)
def test_a_branch_or_the_tag_of_the_version_is_accepted(variables: dict[str, str]) -> None:
    distributions.check_tag(VERSION, variables)


@pytest.mark.parametrize("tag", ["v9.9.9", VERSION, f"v{VERSION}rc1"])
def test_a_tag_of_another_version_is_rejected(tag: str) -> None:
    with pytest.raises(SystemExit, match=f"The tag is {tag}, but pyproject.toml has version {VERSION}"):
        distributions.check_tag(VERSION, {"GITHUB_REF_TYPE": "tag", "GITHUB_REF_NAME": tag})


def test_the_example_of_the_readme_is_python() -> None:
    example = distributions.readme_example()
    assert "from metrics_edu" in example
    compile(example, "README.md", "exec")


def test_a_failed_command_is_reported() -> None:
    with pytest.raises(SystemExit, match=r"This command failed with 3: .* raise SystemExit\(3\)"):
        distributions.run(sys.executable, "-c", "raise SystemExit(3)")


def test_a_command_does_not_see_this_project(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(distributions.PROJECT))
    distributions.run(sys.executable, "-c", "import os; assert 'PYTHONPATH' not in os.environ")


def test_each_file_is_tried_and_homework_beside_its_own_kind() -> None:
    names = ["metrics_edu-1.tar.gz", "metrics_edu-1.whl", "metrics_homework-1.tar.gz", "metrics_homework-1.whl"]
    tried = [[file.name for file in together] for together, _example in distributions.tries([*map(Path, names)])]
    assert tried == [[names[0]], [names[1]], [names[0], names[2]], [names[1], names[3]]]
