"""A page for each lesson: its text, its widgets as they are at first, and the cells that the page's Python runs.

The page is made from the notebook that `make notebooks` builds; what its cells show is what the page's own runner gives.
"""

from __future__ import annotations

import hashlib
import html
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nbformat

from metrics_edu.practice.lessons.lesson_progress import LESSONS, PARTS
from website.build.front_page import filled, script_json
from website.build.kept_lessons import lesson_file
from website.build.lesson_addresses import ON_PAGES
from website.build.lesson_text import html_of
from website.build.page_policy import FRONT_PAGE, with_policy
from website.build.pyodide import pins
from website.build.sources import BUILD_FOLDER, PAGE_FOLDER, PROJECT, WORDS

LESSON_WORDS: dict[str, dict[str, str]] = json.loads((PAGE_FOLDER / "lesson_words.json").read_text("utf-8"))
OWN_FILES = ("editor.js", "lesson.css", "lesson.js")
"""Our own files of the lessons' pages, beside those of the front page."""
KEPT = PROJECT / "build" / "lessons"
"""What the cells of the lessons show, by the hash of what it was made from."""
STILL_NOTE = re.compile(r"<p><em>[^<]*</em></p></div>$")
"""The line of a still that says how to run the notebook."""
NOT_ON_PAGE = "notebook"
"""The tag of the cells that only a notebook shows."""
EDITED = "edited"
"""The tag of the cells whose code the reader writes or changes."""


@dataclass(frozen=True)
class Section:
    """A heading of the second level, and the cells below it."""

    heading: str
    cells: Sequence[Any]

    @property
    def name(self) -> str:
        """The id of the section: that of its first cell."""
        return f"section-{self.cells[0].id}"


def notebooks(language: str) -> list[Path]:
    """Return the notebooks that have a page."""
    return [
        path for path in sorted((PROJECT / "notebooks" / language).glob("*.ipynb")) if ON_PAGES.fullmatch(path.name)
    ]


def write_lesson_pages(folder: Path, language: str) -> None:
    """Write the pages of the lessons in a language."""
    (folder / "lessons" / language).mkdir(parents=True)
    shown = what_cells_show(language)
    for path in notebooks(language):
        kept = Path(shutil.copy(lesson_file(path, language, widgets_of(shown[path.stem])), folder))
        page = lesson_page(path, language, shown[path.stem], pins([kept], folder))
        (folder / "lessons" / language / path.name).with_suffix(".html").write_text(page, "utf-8")


def what_cells_show(language: str) -> dict[str, Any]:
    """Return what `run_lesson` prints of the lessons; they are run only if something has changed since."""
    path = KEPT / made_from() / f"{language}.json"
    if not path.exists():
        command = [sys.executable, "-m", "website.build.run_lesson", language, *map(str, notebooks(language))]
        done = subprocess.run(command, check=True, capture_output=True, cwd=PROJECT)
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_name(f"{path.name}.{os.getpid()}")  # another process may make it too
        unfinished.write_bytes(done.stdout)
        unfinished.rename(path)
    shown: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return shown


def made_from() -> str:
    """Return the hash of what the lessons are run from: both packages, the notebooks, and the page's Python."""
    packages = [PROJECT / "metrics_edu", PROJECT / "homework" / "metrics_homework", PROJECT / "notebooks"]
    files = [path for package in packages for path in sorted(package.rglob("*"))]
    sources = [path for path in files if path.suffix in {".py", ".json", ".mo", ".css", ".ipynb"}]
    own = [PAGE_FOLDER / "cells.py", PAGE_FOLDER / "anywidget.py", BUILD_FOLDER / "run_lesson.py"]
    return hashlib.sha256(b"".join(path.read_bytes() for path in (*sources, *own))).hexdigest()


def lesson_page(path: Path, language: str, shown: dict[str, Any], kept: dict[str, Any]) -> str:
    """Return the page of a lesson; `kept` is where its kept answers are."""
    cells = [cell for cell in nbformat.read(path, as_version=4).cells if NOT_ON_PAGE not in tags(cell)]
    words = {key: texts[language] for key, texts in (WORDS | LESSON_WORDS).items()}
    number = path.stem[:2]
    fills = {key: html.escape(text) for key, text in words.items()} | {
        "lang": language,
        "title": html.escape(cells[0].source.partition("\n")[0].lstrip("# ")),
        "file": f"{path.stem}.html",
        "number": number,
        "notebook": f"../../lite/lab/index.html?path={language}/{path.name}",
        "loading": words["starting"],
        "sections": "\n".join(section_html(one, language, shown, words) for one in sections(cells)),
        "words": script_json({key: words[key] for key in (*LESSON_WORDS, "record_damaged")}),
        "kept": script_json(kept),
        "lesson": script_json(lesson_data(cells, path, shown)),
    }
    fills["notices"] = filled("notices.html", fills)
    return with_policy(filled("lesson.html", fills), FRONT_PAGE)


def sections(cells: Sequence[Any]) -> Iterator[Section]:
    """Yield the sections of a lesson; the first one has its title."""
    starts = [k for k, cell in enumerate(cells) if k == 0 or cell.source.startswith("## ")]
    for start, end in zip(starts, [*starts[1:], len(cells)], strict=True):
        yield Section(cells[start].source.partition("\n")[0], cells[start:end])


def section_html(section: Section, language: str, shown: dict[str, Any], words: dict[str, str]) -> str:
    first, *rest = section.cells
    head, _line, text = first.source.partition("\n")
    texts = [text_html(text, language), *(cell_html(cell, language, shown, words) for cell in rest)]
    return (
        f'<section id="{section.name}">{html_of(head, language)}'
        f'<button class="show" type="button" hidden>{html.escape(words["show_section"])}</button>'
        f"<div>{''.join(texts)}</div></section>"
    )


def cell_html(cell: Any, language: str, shown: dict[str, Any], words: dict[str, str]) -> str:
    """Return a cell of text, or the folded code of a cell and what it shows."""
    if cell.cell_type == "markdown":
        return text_html(cell.source, language)
    code = f"<pre><code>{html.escape(cell.source, quote=False)}</code></pre>"
    is_edited = EDITED in tags(cell)
    summary = html.escape(words["show_code"])
    source = (
        f'<div class="code">{code}</div>' if is_edited else f"<details><summary>{summary}</summary>{code}</details>"
    )
    outputs = "".join(output_html(output, shown["stills"]) for output in shown["outputs"][cell.id])
    return f'<div class="cell" id="cell-{cell.id}">{source}<div class="shown">{outputs}</div></div>'


def text_html(markdown: str, language: str) -> str:
    return f'<div class="document">{html_of(markdown, language)}</div>' if markdown.strip() else ""


def output_html(output: dict[str, str], stills: dict[str, str]) -> str:
    """Return what a cell shows, as lesson.ts shows it; of a widget its still."""
    if "widget" in output:
        return f'<div data-widget="{output["widget"]}">{STILL_NOTE.sub("</div>", stills[output["widget"]])}</div>'
    if "html" in output:
        return f'<div class="document">{output["html"]}</div>'
    kind = "error" if "error" in output else "text"
    return f'<pre class="{kind}">{html.escape(output[kind], quote=False)}</pre>'


def lesson_data(cells: Sequence[Any], path: Path, shown: dict[str, Any]) -> dict[str, Any]:
    """Return what the page's script needs: the cells, the tasks, and the traits of the widgets."""
    number = path.stem[:2]
    pages = [page.with_suffix(".html").name for page in notebooks(path.parent.name)]
    code = [cell for cell in cells if cell.cell_type == "code"]
    tasks = [
        {"name": name, "cell": cell, "part": part}
        for part in PARTS
        for section in LESSONS[number][part]
        for name, cell in section["tasks"].items()
    ]
    style = (PROJECT / "metrics_edu" / "widgets" / "static" / "widgets.css").read_text("utf-8")
    traits = shown["traits"].values()
    shared: dict[str, Any] = {"text": next((one["text"] for one in traits), {}), "_css": style}
    return {
        "number": number,
        "following": next((page for page in pages if page > path.with_suffix(".html").name), ""),
        "cells": [{"id": cell.id, "source": cell.source, "edited": EDITED in tags(cell)} for cell in code],
        "widgets": widgets_of(shown),
        "tasks": tasks,
        "text": shared["text"],
        "traits": {
            name: {key: value for key, value in one.items() if shared.get(key) != value}
            for name, one in shown["traits"].items()
        },
    }


def widgets_of(shown: dict[str, Any]) -> dict[str, str]:
    """Return the id of the widget of each cell that shows one."""
    return {
        cell: output["widget"] for cell, outputs in shown["outputs"].items() for output in outputs if "widget" in output
    }


def tags(cell: Any) -> Sequence[str]:
    """Return the tags of a cell."""
    found: Sequence[str] = cell.metadata.get("tags", ())
    return found
