"""The kept answers of the front page's list: the page shows them while Python starts in the browser."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from metrics_edu.examples import apples
from metrics_edu.widgets import Explorer
from website.build.kept_answers import Action, kept_answers
from website.build.kept_files import Answers, kept_file
from website.build.sources import PAGE_FOLDER


def first_move(view: Any) -> Action:
    """Return the move that the page plays by itself: the first thing to try on `index.html`."""
    label = re.findall('data-item="(.+?)" data-do="move"', (PAGE_FOLDER / "index.html").read_text("utf-8"))[0]
    return {"do": "move", "id": next(row["id"] for row in view["list"]["shown"] if row["label"] == label), "by": -1}


def front_answers() -> Answers:
    """Return the answers to the first edits of the list, and to those after the move that the page plays by itself."""
    explorer: Any = Explorer(apples())
    return kept_answers(Explorer(apples())) | kept_answers(explorer, first_move(explorer.view))


def front_file(language_code: str) -> Path:
    """Return the compressed answers in a language."""
    explorer: Any = Explorer(apples())
    return kept_file("kept", language_code, [explorer.state, first_move(explorer.view)], front_answers)
