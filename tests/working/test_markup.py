"""HTML is made of elements, which escape what goes into them; formulas, which hold numbers and symbols, are the exception."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from markupsafe import Markup

import metrics_edu
import metrics_homework
from metrics_edu.working.markup import element

PACKAGES = (Path(metrics_edu.__file__).parent, Path(metrics_homework.__file__).parent)
FORMULAS = {
    "working/html_style.py",
    "working/labels.py",
    "practice/steps/walkthrough.py",
    "widgets/core/derivation_views.py",
}
"""Modules that put HTML together from formulas: numbers, and symbols that `html_symbol` escaped."""
ALREADY_HTML = {
    "working/markup.py": "element itself, after it has escaped",
    "working/derivation.py": "cells and steps are formulas",
    "judging/page.py": "our style sheet, and what report.py wrote, read from a stored result",
    "judging/report.py": "steps are formulas",
    "widgets/handout.py": "true indices, put into a text after it is escaped",
}
"""Modules that call `Markup` with something that is no constant, and why it is HTML already."""
TAG = re.compile(r"(?<!\?P)</?[a-z][a-z0-9]*[ />]|<!(doctype|--)")


def modules() -> Iterator[tuple[str, ast.Module]]:
    for package in PACKAGES:
        for path in package.rglob("*.py"):
            yield path.relative_to(package).as_posix(), ast.parse(path.read_text("utf-8"))


def is_call_of_markup(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Markup"


def written_tags(tree: ast.Module) -> Iterator[int]:
    """Give the lines in which a tag is in an f-string, or in a string that is formatted or added to another."""
    for node in ast.walk(tree):
        texts: list[ast.AST] = []
        if isinstance(node, ast.JoinedStr):
            texts = [*node.values]
        elif isinstance(node, ast.BinOp):
            texts = [node.left, node.right]
        elif isinstance(node, ast.Attribute) and node.attr in ("format", "join", "replace"):
            texts = [node.value]
        if any(isinstance(text, ast.Constant) and TAG.search(str(text.value)) for text in texts):
            yield node.lineno


def test_no_module_writes_html_tags_by_hand() -> None:
    found = {name for name, tree in modules() if [*written_tags(tree)]}
    assert found - FORMULAS - {"working/markup.py"} == set()
    assert found >= FORMULAS - {"working/labels.py"}


def test_every_use_of_unescaped_markup_has_a_reason() -> None:
    found = {
        name
        for name, tree in modules()
        for node in ast.walk(tree)
        if is_call_of_markup(node) and any(not isinstance(one, ast.Constant) for one in getattr(node, "args", ()))
    }
    passed_on = {name for name, tree in modules() if "map(Markup" in ast.unparse(tree)}
    assert found | passed_on == ALREADY_HTML.keys()


@pytest.mark.parametrize("hostile", ["<script>alert(1)</script>", "\" onload='x'", "&lt;b&gt;"])
def test_an_element_escapes_its_content_and_its_attributes(hostile: str) -> None:
    made = element("p", hostile, element("b", hostile), title=hostile)
    assert hostile not in made
    assert "<b>" in made
    assert made.unescape() == f'<p title="{hostile}">{hostile}<b>{hostile}</b></p>'
    assert element("p", Markup("<b>kept</b>")) == "<p><b>kept</b></p>"
