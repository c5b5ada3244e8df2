"""What a lesson says of itself: how long it takes, and where the lessons before and after it are.

A lesson writes `{minutes}`, `{more}` and `{links}`, the index `{minutes 04}` and `{lectures}`; the build puts them in.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping
from math import ceil
from typing import Any

from notebooks.build.lecture_texts import LECTURES

WORDS_A_MINUTE = 180
PARTS = {
    "Predict": 2.5,
    "Compare": 2.0,
    "Stepper": 2.0,
    "Explorer": 3.0,
    "Inverse": 3.0,
    "Practice": 6.0,
    "IdealList": 4.0,
    "PairedTest": 3.0,
    "Judges": 3.0,
    "FadedStepper": 4.0,
    "Drill": 4.0,
    "check_metric": 4.0,
    "Quiz": 1.0,
    "SubmissionUpload": 3.0,
    "ExerciseSheet": 30.0,
    "explain": 0.5,
    "compare": 0.5,
    "check_submission": 1.5,
}
"""Minutes for each part of a lesson, and for reading a working or a table.

They are set so that lessons 04, 05 and 07 take the 45 minutes that a reader needed; no part was timed alone.
"""
TASK = 2.0
"""Minutes for what is done on paper, or in the code of a cell: a task that has no part."""
TASKS = re.compile(r"^\*\*(?:Predict|Try|Exercise|Predice|Prueba|Ejercita)\b", re.M)
MARKS = re.compile(r"<[^>]*>|\]\([^)]*\)|\\[a-zA-Z]+|[^\w\s]")
"""What is not read as words: tags, where links lead, the commands of formulas, signs."""
HEADING = re.compile(r"^## (.+)$", re.M)
ANY_HEADING = re.compile(r"^#{1,4} (.+)$", re.M)


def minutes(cells: Iterable[Any]) -> float:
    """Count how long cells take: their words, their parts, and the tasks that have none."""
    total, tasks = 0.0, 0
    for cell in cells:
        if cell.cell_type == "markdown":
            total += tasks * TASK + len(MARKS.sub(" ", cell.source).split()) / WORDS_A_MINUTE
            tasks = len(TASKS.findall(cell.source))
        else:
            times = [PARTS[name] for name in called(cell.source) if name in PARTS]
            total += sum(times)
            tasks = max(0, tasks - sum(time > PARTS["explain"] for time in times))
    return total + tasks * TASK


def called(source: str) -> list[str]:
    """Name the functions that a cell calls."""
    calls = [node.func for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    return [str(getattr(one, "id", getattr(one, "attr", ""))) for one in calls]


def ends(notebook: Any) -> tuple[int, int]:
    """Find where the main line of a lesson ends, and where its last section begins, More; what is between is Practice."""
    cells = notebook.cells
    practice, more = (
        next((k for k, cell in enumerate(cells) if cell.source.startswith(heading)), len(cells))
        for heading in ("## Practice", "## More")
    )
    return min(practice, more), more


def part_at(position: int, end: int, more: int) -> str:
    """Return the part of a lesson in which a cell is: "main", "practice" or "more"."""
    return "main" if position < end else "practice" if position < more else "more"


def headings(cells: Iterable[Any]) -> list[str]:
    """Return the headings of all levels, in their order."""
    texts = [cell.source for cell in cells if cell.cell_type == "markdown"]
    return [title for text in texts for title in ANY_HEADING.findall(text)]


def times(notebook: Any, end: int, more: int) -> tuple[int, int]:
    """Say how long the main line of a lesson takes, and More: in steps of five minutes, never less."""
    main, rest = (5 * ceil(minutes(part) / 5) for part in (notebook.cells[:end], notebook.cells[more:]))
    return main, rest


def title(notebook: Any) -> str:
    """Give a lesson's short title: what is before the colon."""
    return str(notebook.cells[0].source).partition("\n")[0].lstrip("# ").partition(":")[0]


def links(before: str, after: str, index: Any, titles: Mapping[str, str]) -> str:
    """Write the links to the lesson before, to the list of the lessons, and to the lesson after."""
    heading = HEADING.findall("\n".join(cell.source for cell in index.cells))[0]
    middle = [f"[{heading}](index.ipynb#{heading.replace(' ', '-')})"]
    named = {stem: f"[{stem[:2]} {titles[stem]}]({stem}.ipynb)" for stem in (before, after) if stem}
    ends = [f"← {named[before]}"] if before else [], [f"{named[after]} →"] if after else []
    return " · ".join([*ends[0], *middle, *ends[1]])


def lectures(language: str) -> str:
    """Write the list of links to the ready lectures."""
    return "\n".join(
        f"- [{getattr(text.title, language)}](../lectures/{language}/{text.name}.ipynb)" for text in LECTURES
    )
