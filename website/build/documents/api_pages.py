"""The public API as pages: the signature and the docstring of every name, one page for each subpackage."""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Iterator
from typing import Any

from metrics_edu.metrics.registry import REGISTRY
from tools.pages import api_page
from website.build.documents.hand_made import in_english
from website.build.documents.tree import Tree, link, table

SECTION = re.compile(r"^(\w[\w ]*)\n-{3,}\n", re.MULTILINE)
ENTRY = re.compile(r"^(\S.*)\n((?:(?: {4}.*)?\n?)*)", re.MULTILINE)
ROLE = re.compile(r":\w+:`~?([^`]+)`|``([^`]+)``")


def add_api(tree: Tree) -> None:
    """Add a page for each public module, and the index of all names."""
    index = [api_page.TOP.replace("Made by `make docs` from the docstrings; a test compares. ", "")]
    seen = set[tuple[str, str]]()
    for module in api_page.MODULES:
        rows = [row for row in api_page.names(module) if row not in seen]
        seen |= {*rows}
        if not rows:
            continue
        page = f"api/{module}"
        links = [[link(f"`{name}`", f"{page}.md#{name}"), plain(sentence)] for name, sentence in rows]
        index += [f"## {module}", table(["Name", "What it is"], links)]
        text = f"# {module}\n\n" + "\n\n".join(_entry(module, name, sentence) for name, sentence in rows) + "\n"
        tree.pages[page] = text if tree.language == "en" else in_english(text)
    text = "\n\n".join(index) + "\n"
    tree.pages["api"] = text if tree.language == "en" else in_english(text)


def plain(text: str) -> str:
    """Return the text of a docstring as Markdown.

    >>> plain("a :class:`Ranking`, ``n`` ranks")
    'a `Ranking`, `n` ranks'
    """
    return ROLE.sub(lambda found: f"`{found[1] or found[2]}`", text)


def _entry(module: str, name: str, sentence: str) -> str:
    value = getattr(importlib.import_module(module), name)
    is_metric = name in REGISTRY  # which has a page
    parts = [f"## `{name}` {{#{name}{' data-search-exclude' * is_metric}}}"]
    if callable(value):
        parts += [_signature(name, value), documented(inspect.getdoc(value) or sentence)]
    else:
        parts.append(plain(sentence))
    if inspect.isclass(value):
        parts += _methods(name, value)
    return "\n\n".join(parts)


def _signature(name: str, value: Any) -> str:
    try:
        shown = inspect.signature(value)
    except ValueError:
        return ""
    text = re.sub(r" at 0x\w+", "", str(shown.replace(return_annotation=shown.empty)))
    return f"```python\n{name}{text}\n```"


def _methods(name: str, value: type) -> Iterator[str]:
    """Yield the public methods and properties of a class that have a docstring."""
    for key, member in vars(value).items():
        found = member.__func__ if isinstance(member, classmethod | staticmethod) else member
        text = inspect.getdoc(found) if callable(found) or isinstance(found, property) else None
        if text and not key.startswith("_") and not inspect.isclass(found):
            yield f"### `{name}.{key}` {{#{name}.{key}}}"
            yield documented(text)


def documented(text: str) -> str:
    """Return a docstring in the style of NumPy as Markdown: tables of parameters, and examples as code."""
    head, *sections = SECTION.split(text)
    parts = [paragraphs(head)]
    for title, body in zip(sections[::2], sections[1::2], strict=True):
        if title in ("Parameters", "Attributes", "Returns", "Raises", "Yields"):
            parts.append(f"**{title}**\n\n{_entries(body)}")
        else:
            parts.append(f"**{title}**\n\n{paragraphs(body)}")
    return "\n\n".join(part for part in parts if part)


def _entries(body: str) -> str:
    rows = []
    for found in ENTRY.finditer(body):
        name, _colon, kind = found[1].partition(" : ")
        meaning = " ".join(inspect.cleandoc(found[2]).replace("\n* ", "<br>• ").split())
        rows.append([f"`{name}`", plain(kind).replace("{", "&#123;").replace("}", "&#125;"), plain(meaning)])
    return table(["Name", "Type", "Meaning"], rows)


def paragraphs(text: str) -> str:
    """Return the paragraphs of a docstring; those with a prompt or an indent are code."""
    parts = []
    for part in re.split(r"\n\s*\n", text.strip("\n")):
        if part.lstrip().startswith(">>>"):
            parts.append(f"```pycon\n{inspect.cleandoc(part)}\n```")
        elif part.startswith("    "):
            parts.append(f"```text\n{inspect.cleandoc(part)}\n```")
        elif part.strip():
            parts.append(plain(" ".join(part.split())))
    return "\n\n".join(parts)
