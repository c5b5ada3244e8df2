"""`import metrics_edu` is as light as NumPy: what is heavier loads when it is first used."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import metrics_edu
import metrics_homework

LATER = {
    "anywidget",
    "filelock",
    "platformdirs",
    "ipywidgets",
    "IPython",
    "jupyter_client",
    "matplotlib",
    "narwhals",
    "pandas",
    "polars",
    "pydantic",
    "rich",
    "scipy",
    "traitlets",
    "typer",
    "yaml",
}
CODE = """
import json, sys
import numpy
before = set(sys.modules)
import metrics_edu
print(json.dumps(sorted({name.partition(".")[0] for name in set(sys.modules) - before})))
"""

EXPLORER = """
import sys
from pathlib import Path

import metrics_edu
from metrics_edu import Ranking
from metrics_edu.widgets import Explorer
explorer = Explorer(Ranking.parse("NRR"))
explorer.act({"do": "toggle", "id": "i0"})
print([name for name in ("matplotlib", "pandas", "polars", "scipy") if name in sys.modules])
"""


def test_the_package_imports_nothing_heavier_than_numpy() -> None:
    ran = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, check=True)
    loaded = set(json.loads(ran.stdout))
    assert "metrics_edu" in loaded
    assert not loaded & LATER
    assert loaded - set(sys.stdlib_module_names) == {
        "markupsafe",
        "metrics_edu",
        "numpy",
    }  # numpy.typing, which is half a millisecond


def test_a_class_exercise_imports_no_policy_or_table_libraries() -> None:
    code = "import sys; from metrics_homework import ClassExercise; ClassExercise('c', 'ana', ['AP@5']); print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"pydantic", "polars", "yaml", "matplotlib", "multiprocessing"} & set(ran.stdout.split())


def test_editing_an_explorer_imports_no_matplotlib() -> None:
    ran = subprocess.run([sys.executable, "-c", EXPLORER], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"


def test_a_widget_needs_only_anywidget_and_traitlets_from_jupyter() -> None:
    """A page without Jupyter shows parts with a small host for these two."""
    packages = Path(metrics_edu.__file__).parent, Path(metrics_homework.__file__).parent
    sources = [path.read_text("utf-8") for package in packages for path in sorted(package.rglob("*.py"))]
    assert sum("import anywidget" in source for source in sources) == 1
    needing = [source for source in sources if re.search(r"^\s*(from|import) (ipywidgets|IPython)\b", source, re.M)]
    display = "    def _ipython_display_(self"  # which only IPython calls: of the progress of a lesson, and of a widget
    assert [source.count(display) for source in needing] == [1, 1]
    assert not any(re.search(r"^(from|import) (ipywidgets|IPython)\b", source, re.M) for source in needing)
