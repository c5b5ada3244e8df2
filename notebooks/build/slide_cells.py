"""The worked examples of the sources as cells of a notebook, and what a page needs of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import nbformat

from notebooks.build.lecture_types import Text
from notebooks.build.slide_examples import EXAMPLES, Example, Printed

PLACE = re.compile(r"\n\n\{examples (?P<document>[\w-]+)\}$")
"""Where a cell names a document, its examples follow."""
LINE = Text("Line {line} of the document.", "Línea {line} del documento.")
OURS = Text("our numbers", "nuestros números")
HEADS = Text("| measure | printed there |\n|---|---|\n", "| métrica | impreso allí |\n|---|---|\n")


def expanded(cell: Any, language: str) -> Iterator[Any]:
    """Yield a cell and the cells of the examples that it names."""
    document = PLACE.search(cell.source)
    cell.source = PLACE.sub("", cell.source)
    yield cell
    for example in EXAMPLES[document["document"]] if document else ():
        yield from cells(example, language)


def cells(example: Example, language: str) -> Iterator[Any]:
    """Yield what the document prints, the values that the package computes, and the widget."""
    make: Any = nbformat.v4  # untyped
    title, about, line = (getattr(text, language) for text in (example.title, example.about, LINE))
    rows = "\n".join(f"| {one.measure}{one.list_name} | {there(one, language, '`{}`')} |" for one in example.numbers)
    text = "\n\n".join(
        filter(None, [f"### {title}", line.format(line=example.line), getattr(HEADS, language) + rows, about])
    )
    yield make.new_markdown_cell(text, id=example.name)
    calls = "".join(f"    {printed.call},\n" for printed in example.numbers)
    values = f"data = {example.data}\nfor working in [\n{calls}]:\n    print(working.text().splitlines()[0])"
    yield make.new_code_cell(values, id=f"{example.name}-values")
    yield make.new_code_cell(
        example.numbers[0].call if example.is_coverage else example.widget, id=f"{example.name}-widget"
    )


def there(printed: Printed, language: str, quoted: str) -> str:
    """Return what a document prints, quoted, with TeX's fractions on one line; or that the number is ours."""
    text = re.sub(r"\\frac\{(\w+)\}\{(\w+)\}", r"\1/\2", printed.text)
    plain = re.sub(r"\\(?:left|right)|[$]", "", text)
    return quoted.format(plain) if printed.line else str(getattr(OURS, language))


def names_of(example: Example) -> dict[str, Any]:
    """Return the names that the Python of an example needs, and its data."""
    names: dict[str, Any] = {}
    imports = (f"from metrics_edu{module} import *" for module in ("", ".examples", ".widgets"))
    exec("\n".join([*imports, f"data = {example.data}"]), names)
    return names
