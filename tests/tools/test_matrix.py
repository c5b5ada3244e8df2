"""`make matrix` finds the Pythons of a machine, distinguishes a pass from a failure, and leaves no server behind."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from tools.checks import matrix

HERE = matrix.Python("3.11.0", Path(sys.executable).resolve())
SERVER = """\
import functools, http.server, os, pathlib, sys
pathlib.Path("index.html").write_text("<html>")
server = http.server.HTTPServer(("127.0.0.1", 0), http.server.SimpleHTTPRequestHandler)
pathlib.Path(os.environ["PIDS"]).open("a").write(f"{os.getpid()}\\n")
print(f"The page is at http://127.0.0.1:{server.server_port}/index.html", flush=True)
server.serve_forever()
"""
MAKEFILE = """\
lab:
\t@$(PYTHON) server.py & $(PYTHON) -c "import time; time.sleep(600)"
app:
\t@echo no address
test:
\t@! env | grep METRICS_EDU
site:
\t@echo what was wrong; exit 3
"""


@pytest.fixture
def project(tmp_path, monkeypatch):
    """Make a repository whose commands pass or fail by their name, and let the matrix try it."""
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "Makefile").write_text(f"PYTHON ?= {sys.executable}\n{MAKEFILE}")
    (folder / "server.py").write_text(SERVER)
    identity = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    for words in (["init", "-q"], ["add", "."], [*identity, "commit", "-q", "-m", "All"]):
        subprocess.run(["git", *words], cwd=folder, check=True)
    monkeypatch.setattr(matrix, "PROJECT", folder)
    monkeypatch.setattr(matrix, "LOGS", tmp_path / "logs")
    return folder


def is_running(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_a_server_that_answers_passes_and_is_stopped(project, tmp_path, monkeypatch):
    monkeypatch.setenv("PIDS", str(tmp_path / "pids"))
    result = matrix.run(HERE, "lab", ["PIDS"])
    assert result.has_passed
    (pid,) = (tmp_path / "pids").read_text().split()
    until = time.monotonic() + 60
    while is_running(pid) and time.monotonic() < until:  # a killed process may take a moment to end
        time.sleep(0.01)
    assert not is_running(pid)
    assert list(matrix.LOGS.iterdir()) == []


@pytest.mark.parametrize(("command", "printed"), [("site", "what was wrong"), ("app", "no address")])
def test_a_failure_keeps_its_log(project, command, printed):
    assert not matrix.run(HERE, command, []).has_passed
    assert printed in next(matrix.LOGS.glob(f"3.11.0-{command}-*.log")).read_text()


def test_a_command_receives_only_home_and_path(project, tmp_path, monkeypatch):
    monkeypatch.setenv("METRICS_EDU_LANG", "es")
    home = tmp_path / "home"
    variables = matrix.environment(HERE, home, ["HTTPS_PROXY_THAT_IS_NOT_SET"])
    assert variables == {"HOME": str(home), "PATH": f"{HERE.executable.parent}:/usr/local/bin:/usr/bin:/bin"}
    assert matrix.run(HERE, "test", []).has_passed


def test_uncommitted_changes_are_detected(project):
    assert matrix.is_committed()
    (project / "server.py").write_text("")
    assert not matrix.is_committed()


def python_in(folder: Path, name: str, version: str) -> Path:
    """Write a file that answers as a Python of a version."""
    folder.mkdir(exist_ok=True)
    file = folder / name
    file.write_text(f"#!/bin/sh\necho {version}\necho {file}\n")
    file.chmod(0o755)
    return file


def test_each_python_is_found_once(tmp_path):
    new = python_in(tmp_path / "a", "python3.13", "3.13.0")
    python_in(tmp_path / "a", "python3-config", "3.13.0")
    python_in(tmp_path / "a", "python3.9", "3.9.1")
    (tmp_path / "a" / "python3.12").write_text("not a program")
    older = python_in(tmp_path / "b", "python3", "3.11.2")
    (tmp_path / "c").mkdir()
    (tmp_path / "c" / "python3").symlink_to(new)
    found = matrix.find_pythons([tmp_path / name for name in ("a", "b", "c", "nowhere")])
    assert found == [matrix.Python("3.11.2", older), matrix.Python("3.13.0", new)]


def test_pythons_are_chosen_by_version_or_path():
    pythons = [matrix.Python(version, Path("/", version)) for version in ("3.11.2", "3.11.7", "3.12.1")]
    assert matrix.chosen(pythons, []) == pythons
    assert matrix.chosen(pythons, ["3.11"]) == pythons[:2]
    assert [python.executable for python in matrix.chosen(pythons, [sys.executable])] == [
        Path(getattr(sys, "_base_executable", sys.executable)).resolve()
    ]
    with pytest.raises(
        SystemExit, match=r"There is no Python '3\.1' here; name a version \(3\.11\.2, 3\.11\.7, 3\.12\.1\)"
    ):
        matrix.chosen(pythons, ["3.1"])


def test_the_command_names_python_if_another_is_first(tmp_path):
    variables = {"PATH": str(tmp_path)}
    other = python_in(tmp_path, "python3", "3.11.2")
    assert matrix.command_line(matrix.Python("3.11.2", other), "test", variables) == ["make", "test"]
    assert matrix.command_line(HERE, "test", variables) == ["make", "test", f"PYTHON={HERE.executable}"]


def test_the_table_has_a_row_for_each_command():
    old, new = (matrix.Python(version, Path("/", version)) for version in ("3.11.2", "3.13.0"))
    passed = {(old, "lab"): True, (old, "site"): True, (new, "lab"): True, (new, "site"): False}
    results = [matrix.Result(python, command, has_passed, 12.3) for (python, command), has_passed in passed.items()]
    assert matrix.table(results).splitlines() == [
        "Command  3.11.2     3.13.0",
        "lab      pass 12 s  pass 12 s",
        "site     pass 12 s  FAIL 12 s",
    ]


PAGE = """\
Type `make lab LANGUAGE=es`, `makes` or `python -m tools.one`; `metrics-homework grade` needs a policy.

    .venv/bin/metrics-homework grade tarea --out graded   # writes the folder `graded`
    .venv/bin/metrics-homework grade my_folder
    tools/    what `python -m tools.one REVISION` reads

```
make site OFFLINE=1
python3 -m http.server -d dist/site
```
"""


def test_the_commands_of_a_page_are_found(project, monkeypatch):
    (project / "docs").mkdir()
    (project / "docs" / "use.md").write_text(PAGE)
    (project / "CHANGELOG.md").write_text("`make old` was left out.")
    subprocess.run(["git", "add", "."], cwd=project, check=True)
    found = matrix.named_commands()
    assert {name: list(lines) for name, lines in found.items()} == {
        "lab": ["make lab LANGUAGE=es"],
        "tools.one": ["python -m tools.one", "python -m tools.one REVISION"],
        "docs/use.md": ["metrics-homework grade", ".venv/bin/metrics-homework grade tarea --out graded"],
        "site": ["make site OFFLINE=1"],
        "http.server": ["python3 -m http.server -d dist/site"],
    }
    assert matrix.tried(heavy=False) == ["lab", "app", "test", "site", "tools.one", "docs/use.md"]
    path = {"PATH": str(project)}
    assert matrix.command_line(HERE, "docs/use.md", path)[-1].splitlines() == [
        f"sh tools/environments/venv.sh {HERE.executable} lab",
        f".venv/bin/metrics-homework grade --help{matrix.NEEDS_A_HUMAN}",
        f".venv/bin/metrics-homework grade tarea --out graded{matrix.NEEDS_A_HUMAN}",
    ]
    assert matrix.runnable("python -m tools.one REVISION") == ".venv/bin/python -m tools.one HEAD"
    assert matrix.runnable("python -m tools.pages.links dist/site").startswith("make site && .venv/bin/python -m")


def test_every_command_that_is_left_out_is_named_somewhere():
    known = {*matrix.targets(), *matrix.named_commands()}
    assert matrix.HEAVY.keys() | matrix.NEVER.keys() <= known
    assert {"lab", "app", "site", "test", "benchmarks.site", "homework/docs/tarea1.md"} <= {*matrix.tried(heavy=False)}


def test_a_failure_fails_the_matrix(project, monkeypatch, capsys):
    monkeypatch.setattr(matrix, "LOGS", project / "logs")
    monkeypatch.setattr(matrix, "find_pythons", lambda _places: [HERE])
    monkeypatch.setattr(sys, "argv", ["matrix.py", "--command", "test", "--command", "site"])
    with pytest.raises(SystemExit, match="1 failed; the logs are in logs"):
        matrix.main()
    assert "test     pass" in capsys.readouterr().out
    (log,) = (project / "logs").iterdir()
    assert log.name.startswith("3.11.0-site-")


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("pass", 0),
        ("raise SystemExit(1)", 0),
        ("raise SystemExit(2)", 1),
        ("1 / 0", 1),
    ],
)
def test_a_command_of_a_page_must_not_end_in_a_traceback(line, code, tmp_path):
    (tmp_path / "metrics_edu" / ".venv" / "bin").mkdir(parents=True)
    command = tmp_path / "metrics_edu" / ".venv" / "bin" / "metrics-homework"
    command.write_text(f"#!{sys.executable}\n{line}\n")
    command.chmod(0o755)
    lines = f"{matrix.runnable('.venv/bin/metrics-homework grade')}\ntrue"
    done = subprocess.run(["sh", "-exc", lines], cwd=command.parents[2], capture_output=True, text=True, check=False)
    assert (done.returncode, "ZeroDivisionError" in done.stdout) == (code, line == "1 / 0")
