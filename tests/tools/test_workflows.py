"""The workflows run pinned actions, test every Python that the package takes, and publish only what was tested."""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest
import yaml

PROJECT = Path(__file__).parents[2]
WORKFLOWS = PROJECT / ".github" / "workflows"
PINNED = re.compile(r"[\w.-]+/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+")
OUR_OWN = re.compile(r"\./\.github/workflows/\w+\.yml")
PYTHONS = ["3.11", "3.12", "3.13", "3.14"]


def jobs(name):
    return yaml.safe_load((WORKFLOWS / f"{name}.yml").read_text("utf-8"))["jobs"]


def commands(job):
    return [step["run"] for step in job["steps"] if "run" in step]


def actions(text):
    return re.findall(r"^ *-? *uses: *(.*)", text, re.MULTILINE)


def step_with(job, action):
    (step,) = (step for step in job["steps"] if step.get("uses", "").startswith(f"{action}@"))
    return step


def pythons(job):
    version = step_with(job, "actions/setup-python")["with"]["python-version"]
    return job["strategy"]["matrix"]["python"] if "matrix" in version else [version]


def test_the_actions_of_a_workflow_are_pinned_by_commit():
    files = sorted(WORKFLOWS.iterdir())
    assert files
    for file in files:
        used = actions(file.read_text("utf-8"))
        assert used
        for action in used:
            assert PINNED.fullmatch(action) or OUR_OWN.fullmatch(action), action


def test_every_workflow_pins_an_action_to_the_same_commit():
    used = {action for file in WORKFLOWS.iterdir() for action in actions(file.read_text("utf-8")) if "@" in action}
    assert len({action.partition("@")[0] for action in used}) == len(used)


def test_a_workflow_may_only_read_unless_a_job_says_more():
    for file in WORKFLOWS.iterdir():
        workflow = yaml.safe_load(file.read_text("utf-8"))
        assert workflow["permissions"] == {"contents": "read"}, file.name
    writers = {
        (file.stem, name)
        for file in WORKFLOWS.iterdir()
        for name, job in jobs(file.stem).items()
        if "permissions" in job
    }
    assert writers == {("pages", "deploy"), ("release", "publish")}


def test_no_checkout_keeps_its_credentials():
    steps = [step for file in WORKFLOWS.iterdir() for job in jobs(file.stem).values() for step in job.get("steps", [])]
    checkouts = [step for step in steps if step.get("uses", "").startswith("actions/checkout@")]
    assert len(checkouts) >= 5
    assert [step.get("with", {}).get("persist-credentials") for step in checkouts] == [False] * len(checkouts)


def test_npm_runs_no_script_of_a_package_that_it_installs():
    listed = subprocess.run(["git", "ls-files"], cwd=PROJECT, capture_output=True, text=True, check=True).stdout
    found = {}
    for name in listed.splitlines():
        is_data = name.endswith((".ipynb", ".mo", ".pdf", ".png", ".svg", ".webp")) or "/static/" in name
        if is_data or not (PROJECT / name).is_file() or name == "tests/tools/test_workflows.py":
            continue
        text = (PROJECT / name).read_bytes().decode(errors="ignore")
        for line in re.findall(r"\b(?:npm (?:ci|i|install|add|update|exec)|npx|yarn|pnpm)\b.*", text):
            found[name, line] = "--ignore-scripts" in line
    assert {name for name, _line in found} >= {"Makefile", "tools/front_end/front_end.sh"}
    assert [key for key, is_safe in found.items() if not is_safe] == []


def test_linux_tests_every_python():
    tests = jobs("tests")
    assert commands(tests["everything"]) == ["bash .ci/run"]
    assert sorted(pythons(tests["everything"]) + pythons(tests["unit"])) == PYTHONS
    assert "pytest tests homework metrics_edu " in commands(tests["unit"])[-1]
    oldest = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]["requires-python"]
    assert oldest == f">={PYTHONS[0]}"


def test_windows_and_macos_install_the_wheel_that_linux_built():
    tests = jobs("tests")
    install = tests["install"]
    assert install["needs"] == "package"
    assert install["strategy"]["matrix"]["system"] == ["windows-latest", "macos-latest"]
    assert [pythons(install)[0], pythons(install)[-1]] == [PYTHONS[0], PYTHONS[-1]]
    uploaded = step_with(tests["package"], "actions/upload-artifact")["with"]
    assert uploaded["path"] == "dist/package"
    assert step_with(install, "actions/download-artifact")["with"] == {"name": uploaded["name"], "path": "dist/package"}
    assert commands(install) == ["python -m tools.release.distributions dist/package/*.whl"]


def test_a_release_publishes_what_the_tests_built_and_nothing_else():
    workflow = yaml.safe_load((WORKFLOWS / "release.yml").read_text("utf-8"))
    assert workflow[True] == {"push": {"tags": ["v*"]}}  # YAML reads the key "on" as true
    tests, publish = workflow["jobs"]["tests"], workflow["jobs"]["publish"]
    assert tests == {"uses": "./.github/workflows/tests.yml"}
    assert commands(jobs("tests")["package"]) == ["make dist"]
    assert publish["needs"] == "tests"
    assert publish["permissions"] == {"id-token": "write"}
    folder = step_with(publish, "actions/download-artifact")["with"]["path"]
    assert step_with(publish, "pypa/gh-action-pypi-publish")["with"] == {"packages-dir": folder}
    assert commands(publish) == []


@pytest.mark.parametrize("name", ["tests", "release", "pages"])
def test_every_run_ends_in_time(name):
    assert all("timeout-minutes" in job for job in jobs(name).values() if "steps" in job and "environment" not in job)
