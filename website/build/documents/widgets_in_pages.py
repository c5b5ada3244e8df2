"""Widgets in the pages of the documents, which need no Python: a closed list, and a Stepper with all its steps."""

from __future__ import annotations

import html
import json
from typing import Any

from metrics_edu.metrics import Measure
from metrics_edu.widgets import Stepper
from website.build.closed_pages import closed_element
from website.build.documents.tree import Tree
from website.build.kept_answers import page_traits


def live_list(name: str, page: str, tree: Tree, inside: str = "") -> str:
    """Return a closed list, and the script that shows the lists of its page."""
    return closed_element(name, tree.language, tree.file(page), tree.site, inside) + script(page, tree)


def still_stepper(measure: str | Measure, data: Any, page: str, tree: Tree) -> str:
    """Return a Stepper of some data; its steps are in the page."""
    traits = json.dumps(page_traits(Stepper(measure, data)), ensure_ascii=False)
    return f'<div class="still-widget" data-traits="{html.escape(traits)}"></div>{script(page, tree)}'


def script(page: str, tree: Tree) -> str:
    return f'\n<script type="module" src="{tree.address(page, "closed_lists.js")}"></script>'
