"""The assignment: what a student hands in earns its points, and nbgrader knows its cells."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import redirect_stdout
from io import StringIO
from typing import Any

import pytest

from metrics_edu.testing import Grade
from notebooks.build import lessons
from tests.assignment_functions import RIGHT, WRONG

CELLS = {cell.id: cell for cell in lessons.read(lessons.Job("assignment", "en").source).cells}
TASKS = [name.removesuffix("-test") for name in CELLS if name.endswith("-test")]
POINTS = 2


def handed_in(task: str, function: Callable[..., Any] | None) -> tuple[float, Grade, str]:
    """Run the cells of a task with a function in the place of the student's; return the last value, the grade, the text."""
    names: dict[str, Any] = {}
    for name in ("imports", f"{task}-function"):
        lessons.run_cell(CELLS[name], names)
    (defined,) = re.findall(r"^def (\w+)", CELLS[f"{task}-function"].source)
    names[defined] = function or names[defined]
    with redirect_stdout(StringIO()) as out:
        value = lessons.run_cell(CELLS[f"{task}-test"], names)
    return value, names["grade"], out.getvalue()


@pytest.mark.parametrize(("task", "function"), RIGHT)
def test_a_right_function_earns_all_points(task: str, function: Callable[..., Any]) -> None:
    value, grade, text = handed_in(task, function)
    assert (value, grade.of, grade.codes) == (POINTS, POINTS, ()), text


@pytest.mark.parametrize(("task", "code", "function"), WRONG)
def test_a_wrong_function_gets_its_code_and_half_the_points(task: str, code: str, function: Callable[..., Any]) -> None:
    value, grade, text = handed_in(task, function)
    assert code in grade.codes, text
    assert (value, grade.agrees) == (POINTS / 2, False)


@pytest.mark.parametrize("task", TASKS)
def test_an_unsolved_function_earns_nothing_and_a_sentence(task: str) -> None:
    value, grade, text = handed_in(task, None)
    assert (value, type(value), grade.of) == (0, float, POINTS)
    assert "it raised NotImplementedError" in text
    assert "Traceback" not in text


def test_twenty_wrong_functions_of_all_tasks_are_tried() -> None:
    assert len(WRONG) == len({(task, code) for task, code, _function in WRONG}) == 20
    assert {task for task, *_rest in WRONG} == {task for task, _function in RIGHT} == {*TASKS}


def test_nbgrader_knows_the_cells_of_each_language() -> None:
    for language in ("en", "es"):
        cells = lessons.read(lessons.Job("assignment", language).built).cells
        marked = {cell.id: cell.metadata["nbgrader"] for cell in cells if cell.cell_type == "code"}
        assert all((kind["grade_id"], kind["schema_version"]) == (name, 3) for name, kind in marked.items())
        assert {name for name, kind in marked.items() if kind["solution"]} == {f"{task}-function" for task in TASKS}
        assert {name: kind.get("points") for name, kind in marked.items() if kind["grade"]} == {
            f"{task}-test": POINTS for task in TASKS
        }
        assert all(kind["locked"] != kind["solution"] for kind in marked.values())
