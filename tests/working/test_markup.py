"""HTML is made of elements, which escape what goes into them; formulas, which hold numbers and symbols, are the exception."""

from __future__ import annotations

import ast
import re
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
    "comparing_command.py": "ids of which every mark is an entity",
    "working/markup.py": "element itself, after it has escaped",
    "working/derivation.py": "cells and steps are formulas",
    "judging/page.py": "our style sheet, and what report.py wrote, read from a stored result",
    "judging/report.py": "steps are formulas",
    "widgets/handout.py": "true indices, put into a text after it is escaped",
}
"""Modules that call `Markup` with something that is no constant, and why it is HTML already."""
KINDS = (ast.Call, ast.JoinedStr, ast.BinOp, ast.Attribute)
"""The nodes that the tests read."""
TAG = re.compile(r"(?<!\?P)</?[a-z][a-z0-9]*[ />]|<!(doctype|--)")


@pytest.fixture(scope="module")
def nodes() -> list[tuple[str, ast.AST]]:
    """Return every node of both packages with the name of its module."""
    return [
        (path.relative_to(package).as_posix(), node)
        for package in PACKAGES
        for path in package.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, KINDS)
    ]


def is_markup_of_text(node: ast.AST) -> bool:
    """Return whether a node calls Markup with something that is no constant."""
    is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Markup"
    return is_call and any(not isinstance(one, ast.Constant) for one in node.args)


def is_given_markup(node: ast.AST) -> bool:
    """Return whether a node calls something with Markup as the first argument, as in map(Markup, texts)."""
    first = node.args[:1] if isinstance(node, ast.Call) else []
    return any(isinstance(one, ast.Name | ast.Attribute) and ast.unparse(one).startswith("Markup") for one in first)


def is_written_tag(node: ast.AST) -> bool:
    """Return whether a tag is in an f-string, or in a string that is formatted or added to another."""
    texts: list[ast.AST] = []
    if isinstance(node, ast.JoinedStr):
        texts = [*node.values]
    elif isinstance(node, ast.BinOp):
        texts = [node.left, node.right]
    elif isinstance(node, ast.Attribute) and node.attr in ("format", "join", "replace"):
        texts = [node.value]
    return any(isinstance(text, ast.Constant) and TAG.search(str(text.value)) for text in texts)


def test_no_module_writes_html_tags_by_hand(nodes: list[tuple[str, ast.AST]]) -> None:
    found = {name for name, node in nodes if is_written_tag(node)}
    assert found - FORMULAS - {"working/markup.py"} == set()
    assert found >= FORMULAS - {"working/labels.py"}


def test_every_use_of_unescaped_markup_has_a_reason(nodes: list[tuple[str, ast.AST]]) -> None:
    found = {name for name, node in nodes if is_markup_of_text(node) or is_given_markup(node)}
    assert found == ALREADY_HTML.keys()


@pytest.mark.parametrize("hostile", ["<script>alert(1)</script>", "\" onload='x'", "&lt;b&gt;"])
def test_an_element_escapes_its_content_and_its_attributes(hostile: str) -> None:
    made = element("p", hostile, element("b", hostile), title=hostile)
    assert hostile not in made
    assert "<b>" in made
    assert made.unescape() == f'<p title="{hostile}">{hostile}<b>{hostile}</b></p>'
    assert element("p", Markup("<b>kept</b>")) == "<p><b>kept</b></p>"
