"""Graders run the templates of the page "Mark a function" on three submissions, in an environment of their own."""

from __future__ import annotations

import csv
import html
import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import nbformat
import pytest
from client import FOLDER, HERE, Peers
from nbformat.v4 import new_code_cell, new_notebook

from tests.marking_page import PAGES, SUBMISSIONS, blocks

PROGRAMS = FOLDER / "graders" / "bin"
KERNEL = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
SAYS = {"right": "agrees with AP@5", "hits": "divided by the hits", "endless": "does a loop have no end?"}
"""What a student reads."""
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not Peers.installed("graders"), reason="the graders are not installed: `make peers` installs them"
    ),
]


def run(folder: Path, program: str, *words: object, code: int | None = 0) -> str:
    """Run a program of the graders' environment in a folder; return what it prints."""
    environment = os.environ | {
        "PYTHONPATH": str(HERE.parents[1]),
        "PATH": f"{PROGRAMS}{os.pathsep}{os.environ['PATH']}",
        "METRICS_EDU_LANG": "en",
        "JUPYTER_PATH": str(FOLDER / "graders" / "share" / "jupyter"),
    }
    command = [PROGRAMS / program, *map(str, words)]
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=300, check=False
    )
    assert code is None or done.returncode == code, done.stdout + done.stderr
    return done.stdout


def template(section: str) -> str:
    ((_word, code),) = blocks(section)
    return code


def write_notebook(path: Path, *cells: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(new_notebook(cells=[*cells], metadata=KERNEL), path)


def nbgrader_cells(solution: str) -> list[Any]:
    """Return the cell of a solution, and the page's test cell of 4 points, as nbgrader writes them."""
    kinds = ("ap", {"solution": True, "grade": False, "locked": False}), ("ap-test", {"solution": False, "grade": True})
    texts = solution, template("nbgrader")
    cells = [new_code_cell(text, id=name) for text, (name, _kind) in zip(texts, kinds, strict=True)]
    for cell, (name, kind) in zip(cells, kinds, strict=True):
        cell.metadata["nbgrader"] = {"grade_id": name, "schema_version": 3, "task": False, "locked": True, **kind}
    cells[1].metadata["nbgrader"]["points"] = 4
    return cells


def test_nbgrader_gives_points_and_text(tmp_path: Path) -> None:
    write_notebook(tmp_path / "source" / "hw" / "hw.ipynb", *nbgrader_cells("### BEGIN SOLUTION\n### END SOLUTION"))
    for name, solution in SUBMISSIONS.items():
        write_notebook(tmp_path / "submitted" / name / "hw" / "hw.ipynb", *nbgrader_cells(solution))
    for command in ("generate_assignment", "autograde", "generate_feedback"):
        run(tmp_path, "nbgrader", command, "hw")
    run(tmp_path, "nbgrader", "export")
    with (tmp_path / "grades.csv").open() as file:
        assert {row["student_id"]: float(row["score"]) for row in csv.DictReader(file)} == {
            "right": 4,
            "hits": 2,
            "endless": 0,
        }
    for name, text in SAYS.items():
        assert text in html.unescape((tmp_path / "feedback" / name / "hw" / "hw.html").read_text("utf-8"))


SOLVED = {"precision_at_k": 2, "recall_at_k": 1}
"""Two functions of the assignment that divide the hits by k, and what they earn."""


def test_nbgrader_marks_the_ready_assignment(tmp_path: Path) -> None:
    """The other four functions stay as nbgrader hands them out."""
    (tmp_path / "source" / "hw").mkdir(parents=True)
    shutil.copy(HERE.parents[1] / "notebooks" / "es" / "assignment.ipynb", tmp_path / "source" / "hw")
    run(tmp_path, "nbgrader", "generate_assignment", "hw")
    notebook = nbformat.read(tmp_path / "release" / "hw" / "assignment.ipynb", as_version=4)
    for cell in notebook.cells:
        if name := re.match(r"def (\w+)", cell.source):
            assert re.search(r"\n    # YOUR CODE HERE\n    raise NotImplementedError\(\)$", cell.source)
            if name[1] in SOLVED:
                cell.source = f"def {name[1]}(relevant, shown, k):\n    return len({{*shown[:k]}} & {{*relevant}}) / k"
    write_notebook(tmp_path / "submitted" / "ana" / "hw" / "assignment.ipynb", *notebook.cells)
    run(tmp_path, "nbgrader", "autograde", "hw")
    run(tmp_path, "nbgrader", "export")
    (row,) = csv.DictReader((tmp_path / "grades.csv").read_text("utf-8").splitlines())
    assert (float(row["score"]), float(row["max_score"])) == (sum(SOLVED.values()), 12)


def test_otter_gives_points_and_text(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "q1.py").write_text(template("otter"), "utf-8")
    run(tmp_path, "otter", "generate", "--no-environment", "-o", "grader.zip")
    for name, solution in SUBMISSIONS.items():
        write_notebook(tmp_path / name / "hw.ipynb", new_code_cell(solution))
        run(tmp_path, "otter", "run", "-a", "grader.zip", "-o", name, f"{name}/hw.ipynb")
        results = json.loads((tmp_path / name / "results.json").read_text("utf-8"))
        tests = [test for test in results["tests"] if "max_score" in test]
        assert (sum(test["score"] for test in tests), sum(test["max_score"] for test in tests)) == (
            {"right": 4, "hits": 2, "endless": 0}[name],
            4,
        )
        assert name == "right" or SAYS[name] in json.dumps(tests)


@pytest.mark.parametrize("name", SUBMISSIONS)
def test_pytest_writes_points_and_text(name: str, tmp_path: Path) -> None:
    (tmp_path / "student.py").write_text(SUBMISSIONS[name], "utf-8")
    (tmp_path / "test_metrics.py").write_text(template("pytest and ipytest"), "utf-8")
    (command,) = re.findall(r"`pytest (.*?)`", PAGES["en"])
    printed = run(tmp_path, "pytest", *command.split(), code=int(name != "right"))
    (case,) = ET.parse(tmp_path / "points.xml").iter("testcase")
    points = {one.get("name"): one.get("value") for one in case.iter("property")}
    assert points == {"points": {"right": "4.0", "hits": "2.0", "endless": "0.0"}[name]}
    assert (SAYS[name] in printed) == (name != "right")
    assert "Traceback" not in printed
    assert "Warning" not in printed


def test_ipytest_shows_the_text_in_the_notebook(tmp_path: Path) -> None:
    (line,) = re.findall(r"^from student import .*\n", template("pytest and ipytest"), re.MULTILINE)
    test = "%%ipytest\n" + template("pytest and ipytest").replace(line, "")
    start = new_code_cell("import ipytest\nipytest.autoconfig()")
    cells = [new_code_cell(text) for solution in SUBMISSIONS.values() for text in (solution, test)]
    write_notebook(tmp_path / "hw.ipynb", start, *cells)
    run(tmp_path, "jupyter", "nbconvert", "--to", "notebook", "--execute", "--inplace", "hw.ipynb")
    shown = [json.dumps(cell.outputs) for cell in nbformat.read(tmp_path / "hw.ipynb", as_version=4).cells[2::2]]
    assert ["1 passed" in text for text in shown] == [True, False, False]
    assert [SAYS[name] in text for name, text in zip(SUBMISSIONS, shown, strict=True)] == [False, True, True]
