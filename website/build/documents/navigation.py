"""The navigation of the documents: its tabs, and the pages of each."""

from __future__ import annotations

from typing import Any

from notebooks.build.lecture_types import Text
from website.build.documents.tree import Tree

START = "index", "start/student", "start/lecturer", "start/assistant", "start/engineer"
HOW_TO = (
    *("use", "gallery", "figures", "lessons", "hosting", "check", "tarea1", "mark_a_function"),
    *("guide", "compare_runs", "many_users"),
)
REFERENCE = "reference", "conventions", "mistakes", "policy", "commands", "api"
BACKGROUND = "slides", "words", "glossary", "protocol"
TABS = {
    Text("Start", "Inicio"): START,
    Text("How to", "Cómo se hace"): HOW_TO,
    Text("Metrics", "Métricas"): ("metrics/",),
    Text("Why values differ", "Por qué difieren"): ("quarrels/",),
    Text("Reference", "Referencia"): (*REFERENCE, "api/"),
    Text("Background", "Trasfondo"): BACKGROUND,
}
"""The pages of each tab; a name that ends in "/" is all pages of a folder, in the order in which they were added."""


def navigation(tree: Tree) -> list[dict[str, Any]]:
    """Return the `nav` of mkdocs.yml: every page of a tree, once."""
    tabs = []
    for title, names in TABS.items():
        pages = [page for name in names for page in _pages(tree, name)]
        tabs.append({getattr(title, tree.language): [f"{page}.md" for page in pages]})
    return tabs


def _pages(tree: Tree, name: str) -> list[str]:
    return [page for page in tree.pages if page.startswith(name)] if name.endswith("/") else [name]
