"""The files around the package agree with each other, and `make lab` and `make app` say clearly what is missing."""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import tomllib
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

PROJECT = Path(__file__).parents[2]
PYPROJECT = tomllib.loads((PROJECT / "pyproject.toml").read_text())
HOMEWORK = tomllib.loads((PROJECT / "homework" / "pyproject.toml").read_text())
CONDA_NAMES = {"matplotlib": "matplotlib-base"}  # where conda's name is another: this one comes without Qt
MADE_BY_MAKE = ("Makefile", "pyproject.toml", "requirements", "tools", "homework")
SET_BY_USERS = re.findall(r"^(\w+) [:?]?=", (PROJECT / "Makefile").read_text(), re.MULTILINE)
"""The variables of the Makefile: `make NAME=...` hands them on to everything that it starts."""


def requirements(*groups: str) -> list[Requirement]:
    lists = {"run": PYPROJECT["project"]["dependencies"], "build": PYPROJECT["build-system"]["requires"]}
    lists |= PYPROJECT["project"]["optional-dependencies"] | {"homework": HOMEWORK["project"]["dependencies"]}
    found = [Requirement(line) for group in groups for line in lists[group]]
    ours = [need for need in found if need.name == PYPROJECT["project"]["name"]]
    return [need for need in found if need not in ours] + [more for need in ours for more in requirements(*need.extras)]


def test_environment_yml_lists_the_dependencies_of_pyproject():
    environment = yaml.safe_load((PROJECT / "environment.yml").read_text())
    python, *conda, pip = environment["dependencies"]
    wanted = {"pip"}
    wanted |= {
        CONDA_NAMES.get(need.name, need.name) + str(need.specifier) for need in requirements("run", "all", "homework")
    }
    assert environment["name"] == PYPROJECT["project"]["name"]
    assert environment["channels"] == ["conda-forge"]
    assert pip == {"pip": ["-e .", "-e ./homework"]}
    assert re.fullmatch(r"python=\d\.\d+", python)
    assert python.removeprefix("python=") + ".0" in SpecifierSet(PYPROJECT["project"]["requires-python"])
    assert sorted(conda) == sorted(wanted)


def test_every_dependency_has_a_lower_bound():
    for need in requirements("run", "all", "homework", "test", "build"):
        assert [specifier.operator for specifier in need.specifier] == [">="], need


def test_make_lists_its_commands():
    commands = re.findall(r"^\.PHONY: (.*)", (PROJECT / "Makefile").read_text(), re.MULTILINE)[0].split()
    listed = re.findall(r"^  make ([\w-]+)", make(PROJECT).stdout, re.MULTILINE)
    assert sorted(listed) == sorted(commands)


def make(folder: Path, *arguments: str, path: str = os.environ["PATH"]) -> subprocess.CompletedProcess[str]:
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith("MAKE") and name not in SET_BY_USERS
    }
    return subprocess.run(
        ["make", "--no-print-directory", *arguments],
        cwd=folder,
        env={**kept, "PATH": path},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )


@pytest.fixture
def fresh(tmp_path):
    """Copy what `make` reads to a folder that has no .venv."""
    folder = tmp_path / "a fresh copy"
    folder.mkdir()
    for name in MADE_BY_MAKE:
        source = PROJECT / name
        (shutil.copytree if source.is_dir() else shutil.copy)(source, folder / name)
    return folder


def fake_python(folder: Path, first: str) -> Path:
    """Write a python3 that runs `first` before every `-c` script, and can do nothing else."""
    folder.mkdir()
    python = folder / "python3"
    python.write_text(f"""#!/bin/sh\n[ "$1" = -c ] && exec "{sys.executable}" -c "import sys; {first}; $2"\nexit 1\n""")
    python.chmod(0o755)
    return python


def only_sentence(run: subprocess.CompletedProcess[str]) -> str:
    """Give the one sentence of a `make` that failed, beside make's own last line."""
    assert run.returncode != 0
    assert run.stdout == ""
    sentence, makes_own = run.stderr.splitlines()
    assert sentence.startswith("metrics_edu: ")
    assert makes_own.startswith("make: ***")
    return sentence


def test_make_variables_do_not_leak_into_nested_make(monkeypatch, fresh, tmp_path):
    monkeypatch.setenv("PYTHON", sys.executable)
    monkeypatch.setenv("MAKEFLAGS", "-- PYTHON=" + sys.executable)
    python = fake_python(tmp_path / "bin", "sys.version_info = (3, 9, 2)")
    assert "'python3' is Python 3.9.2" in make(fresh, "lab", path=f"{python.parent}:{os.environ['PATH']}").stderr


@pytest.mark.parametrize("target", ["lab", "app"])
def test_make_without_python_explains_what_to_install(fresh, target):
    sentence = only_sentence(make(fresh, target, "PYTHON=/nonexistent"))
    assert "'/nonexistent' was not found: install Python 3.11 or newer" in sentence
    assert "apt-get install python3 python3-venv" in sentence


def test_lab_with_an_old_python_shows_the_needed_version(fresh, tmp_path):
    python = fake_python(tmp_path / "bin", "sys.version_info = (3, 9, 2)")
    sentence = only_sentence(make(fresh, "lab", path=f"{python.parent}:{os.environ['PATH']}"))
    assert "'python3' is Python 3.9.2, and 3.11 or newer is needed" in sentence


def test_lab_without_ensurepip_explains_what_to_install(fresh, tmp_path):
    python = fake_python(tmp_path / "bin", "sys.modules['ensurepip'] = None")
    sentence = only_sentence(make(fresh, "lab", path=f"{python.parent}:{os.environ['PATH']}"))
    assert "install its venv package (Debian: apt-get install python3-venv)" in sentence


def test_a_failed_venv_leaves_no_folder(fresh, tmp_path):
    (fresh / ".venv").mkdir()
    (fresh / ".venv" / "half-made").touch()
    python = fake_python(tmp_path / "bin", "pass")  # -m venv fails
    run = make(fresh, "lab", f"PYTHON={python}")
    assert run.returncode != 0
    assert "apt-get install python3-venv" in run.stderr
    assert not (fresh / ".venv").exists()


@pytest.mark.parametrize(
    ("port", "sentence"),
    [
        ("", "port {busy} is busy: give another, or no PORT and a free one is taken."),
        ("http", "PORT must be a number from 1 to 65535; got 'http'."),
    ],
)
@pytest.mark.parametrize("module", ["tools.servers.lab", "website.serve"])
def test_an_unusable_port_is_reported(module, port, sentence):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        busy = str(other.getsockname()[1])
        command = [sys.executable, "-m", module, "a.ipynb", "--port", port or busy]
        run = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, timeout=600, check=False)
    assert run.returncode != 0
    assert run.stderr == "metrics_edu: " + sentence.format(busy=busy) + "\n"
    assert run.stdout == ""


def until_it_listens(port: int) -> None:
    """Wait for a server that has printed its address: the first connections may come before it listens."""
    end = time.monotonic() + 60
    with socket.socket() as probe:
        while probe.connect_ex(("127.0.0.1", port)) and time.monotonic() < end:
            time.sleep(0.05)


def put(address: str, token: str, content: object) -> tuple[int, str]:
    """Save a notebook through a Jupyter server; return the status and the message."""
    until_it_listens(urlsplit(address).port)
    body = json.dumps({"type": "notebook", "format": "json", "content": content}).encode()
    request = Request(f"{address}?token={token}", body, {"Content-Type": "application/json"}, method="PUT")
    try:
        with urlopen(request, timeout=60) as answer:
            return answer.status, ""
    except HTTPError as refused:
        return refused.code, json.load(refused)["message"]


@pytest.fixture
def course(tmp_path):
    """Make a git repository with two lessons."""
    folder = tmp_path / "course"
    for name in ("index", "00_lists"):
        lesson = folder / "notebooks" / "es" / f"{name}.ipynb"
        lesson.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(PROJECT / "notebooks" / "es" / lesson.name, lesson)
    shutil.copy(PROJECT / ".gitignore", folder)
    identity = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    for words in (["init", "-q"], ["add", "."], [*identity, "commit", "-q", "-m", "All"]):
        subprocess.run(["git", *words], cwd=folder, check=True)
    return folder


def test_lab_opens_a_copy_of_the_start_page_and_saves_no_lesson(course, tmp_path):
    opened = make(PROJECT, "--dry-run", "lab", "LANGUAGE=es", "PYTHON=python3").stdout
    page = re.findall(r'-m tools\.servers\.lab "(\S+)"', opened)[-1]
    assert (course / page).is_file()
    command = [sys.executable, "-m", "tools.servers.lab", page, "--no-browser", "--ServerApp.port=0"]
    environment = os.environ | {"HOME": str(tmp_path), "JUPYTER_RUNTIME_DIR": str(tmp_path), "PYTHONPATH": str(PROJECT)}
    with subprocess.Popen(
        command, cwd=course, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as lab:
        said = []
        while "http://" not in "".join(said):
            said.append(lab.stdout.readline())
            assert said[-1], "".join(said)
        try:
            assert "/lab/tree/my_lessons/es/index.ipynb?token=" in said[-1]
            (running,) = map(json.loads, (file.read_text() for file in tmp_path.glob("jpserver-*.json")))
            base, token = running["url"].rstrip("/"), running["token"]
            lesson = json.loads((course / "notebooks/es/00_lists.ipynb").read_text())
            lesson["cells"][0]["source"] = "Mine"
            saved = put(f"{base}/api/contents/my_lessons/es/00_lists.ipynb", token, lesson)
            refused = put(f"{base}/api/contents/notebooks/es/00_lists.ipynb", token, lesson)
        finally:
            lab.kill()  # a server that is asked to end while it begins may go on
        lab.stdout.read()
    assert "".join(said).split()[3:5] == ["ServerApp]", "To"], said
    assert saved[0] == 200
    assert '"Mine"' in (course / "my_lessons/es/00_lists.ipynb").read_text()
    assert refused[0] == 403
    assert "open my_lessons/es/00_lists.ipynb, or use File, Save Notebook As" in refused[1]
    status = subprocess.run(["git", "status", "--porcelain"], cwd=course, capture_output=True, text=True, check=True)
    assert status.stdout == ""


def test_both_packages_have_one_version_and_one_license():
    ours, homework = PYPROJECT["project"], HOMEWORK["project"]
    assert homework["version"] == ours["version"]
    assert homework["requires-python"] == ours["requires-python"]
    assert homework["dependencies"][0] == f"{ours['name']}[tables]=={ours['version']}"
    assert (PROJECT / "homework" / "LICENSE").read_bytes() == (PROJECT / "LICENSE").read_bytes()


def test_metrics_edu_takes_nothing_that_only_homework_needs():
    ours = {need.name for group in PYPROJECT["project"]["optional-dependencies"] for need in requirements("run", group)}
    assert not ours & {"filelock", "pydantic", "python-calamine", "rich", "typer"}
