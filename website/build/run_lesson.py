"""Run lessons as their pages do, without a browser: what each cell shows, and its widgets, as JSON.

python -m website.build.run_lesson LANGUAGE LESSON.ipynb ... > FILE
"""

from __future__ import annotations

import json
import os
import random
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from typing import Any

import nbformat

from metrics_edu.language import set_language
from website.build.sources import PAGE_FOLDER


def shown_by(sources: dict[str, str], language: str) -> dict[str, Any]:
    """Return the outputs of each code cell by its id, and by the id of a widget its traits and its still."""
    anywidget, cells = import_module("anywidget"), import_module("cells")
    traits: dict[str, dict[str, Any]] = {}
    anywidget.AnyWidget._host_send = staticmethod(
        lambda name, _kind, sent: traits.setdefault(name, {}).update(json.loads(sent))
    )
    set_language(language)
    random.seed(0)
    anywidget.begin(0)
    lesson = cells.Cells()
    outputs = {}
    for name, source in sources.items():
        anywidget.begin_cell(name)
        outputs[name] = json.loads(lesson.run(source))
    stills = {name: widget._still() for name, widget in anywidget.WIDGETS.items()}
    return {"outputs": outputs, "traits": traits, "stills": stills}


def main() -> None:
    """Print what lessons show to a learner without a record."""
    language, *paths = sys.argv[1:]
    sys.path[:0] = [str(PAGE_FOLDER)]  # its anywidget stands for the real one
    shown = {}
    for path in map(Path, paths):
        cells = nbformat.read(path, as_version=4).cells
        with tempfile.TemporaryDirectory() as folder:
            os.environ["METRICS_EDU_PROGRESS"] = str(Path(folder) / "progress.json")
            shown[path.stem] = shown_by({cell.id: cell.source for cell in cells if cell.cell_type == "code"}, language)
    print(json.dumps(shown, ensure_ascii=False))


if __name__ == "__main__":
    main()
