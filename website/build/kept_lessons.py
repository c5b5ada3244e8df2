"""The kept answers of the lessons: the first edits of the widgets that show their values from the start."""

from __future__ import annotations

import os
from contextlib import redirect_stdout
from functools import partial
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import nbformat

from metrics_edu.widgets import Explorer, Inverse
from notebooks.build.lessons import run_cell
from website.build.kept_answers import kept_answers
from website.build.kept_files import Answers, kept_file

KEPT = Explorer, Inverse
"""The widgets with a list and its values; others ask for a value, so that no answer may be in the page."""


def lesson_file(path: Path, language_code: str, widgets: dict[str, str]) -> Path:
    """Return the compressed answers of a lesson in a language; `widgets` are the ids on the page by cell."""
    cells = [cell for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]
    make = partial(lesson_answers, cells, widgets)
    return kept_file(f"lesson-{path.stem[:2]}", language_code, [[cell.source for cell in cells], widgets], make)


def lesson_answers(cells: list[Any], widgets: dict[str, str]) -> Answers:
    """Return the answers to the first edits of the widgets of a lesson; the id of the widget is before each key."""
    kept: Answers = {}
    names: dict[str, Any] = {}
    with TemporaryDirectory() as folder, patch.dict(os.environ, METRICS_EDU_PROGRESS=f"{folder}/progress.json"):
        for cell in cells:
            with redirect_stdout(StringIO()):
                shown = run_cell(cell, names)
            if isinstance(shown, KEPT):
                kept |= {widgets[cell.id] + key: traits for key, traits in kept_answers(shown).items()}
    return kept
