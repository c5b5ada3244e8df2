"""Write docs/api.md: every name that can be imported from the two packages, and what it is.

python -m tools.pages.api_page
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from metrics_edu.files.safe_files import write_file

PAGE = Path(__file__).parents[2] / "docs" / "api.md"
MODULES = (
    "metrics_edu",
    "metrics_edu.metrics",
    "metrics_edu.mistakes",
    "metrics_edu.plots",
    "metrics_edu.tables",
    "metrics_edu.practice",
    "metrics_edu.widgets",
    "metrics_edu.working",
    "metrics_edu.data",
    "metrics_edu.examples",
    "metrics_homework",
    "metrics_homework.widgets",
)
"""Metrics_edu, its subpackages, from what most users need to what few do, its two modules of data, and homework."""
CONSTANTS = {
    "CONVENTIONS": "The conventions by their names: whose parameters a measure takes.",
    "METRICS": "The ranking metrics by the names of their functions.",
    "MISCONCEPTIONS": "The mistakes that `diagnose` names, by their codes.",
    "PARAMETERS": "The parameters of the metrics, with their words and ranges.",
}
"""Names that have no docstring."""
TOP = """\
# The public API

Made by `make docs` from the docstrings; a test compares. These names can be imported, and `help(name)` shows parameters, errors and
examples; [the guide](guide.md) shows them in use. Everything else is private to its module and can change.
"""


def sentence(name: str, value: Any) -> str:
    """Return the first paragraph of a docstring as one line."""
    text = CONSTANTS.get(name) or (inspect.getdoc(value) or "").split("\n\n")[0]
    return " ".join(text.replace("|", r"\|").split())


def names(module_name: str) -> Iterator[tuple[str, str]]:
    """Give the public names of the package, or of a subpackage, each with its sentence."""
    module = importlib.import_module(module_name)
    for name in sorted(module.__all__, key=str.casefold):
        yield name, sentence(name, getattr(module, name))


def page() -> str:
    """Return the page; a name is listed where it is imported from first."""
    lines = [TOP]
    seen = set[tuple[str, str]]()
    for module_name in MODULES:
        rows = [row for row in names(module_name) if row not in seen]
        if not rows:
            continue
        seen |= {*rows}
        lines += [f"## {module_name}", "", "| name | what it is |", "| --- | --- |"]
        lines += [*(f"| `{name}` | {text} |" for name, text in rows), ""]
    return "\n".join(lines)


def main() -> None:
    """Write the page."""
    write_file(PAGE, page())


if __name__ == "__main__":
    main()
