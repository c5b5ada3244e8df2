"""The front page in each language, from `index.html`, `words.json` and the tables of lessons in docs/use.md and docs/use.es.md."""

from __future__ import annotations

import html
import json
import re
import string
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from metrics_edu.examples import apples
from metrics_edu.language import set_language
from metrics_edu.practice.lessons.lesson_progress import PARTS, tasks_of
from metrics_edu.widgets import Explorer
from notebooks.build.lecture_texts import LECTURES
from tools.repository import repository
from website.build.closed_pages import closed_links
from website.build.kept_answers import page_traits
from website.build.kept_front_list import front_file
from website.build.lesson_addresses import lesson_address
from website.build.links import links
from website.build.page_policy import FRONT_PAGE, OWN_SCRIPTS, with_policy
from website.build.pyodide import PYODIDE, pins
from website.build.sources import PAGE_FOLDER, PROJECT, WORDS, own_file

OWN_FILES = (
    "cannot_run.js",
    "closed_lists.js",
    "explorer.css",
    "explorer.js",
    "host.js",
    "language.js",
    "lecturer.css",
    "lecturer.js",
    "lessons_record.js",
    "page.js",
    "site.css",
    "slides.js",
    "sw.js",
)
"""Our own files of the front page."""


def lesson_cards(language: str) -> str:
    """Return the cards of the lessons: number, title, what it is about, and how many exercises there are."""
    cards = []
    page = "use.md" if language == "en" else f"use.{language}.md"
    lessons = (PROJECT / "docs" / page).read_text("utf-8")
    for number, title, name, about in re.findall(
        rf"^\| (\d\d) \| \[(.+?)\]\(\.\./notebooks/{language}/(.+?)\) \| .+ \| (.+) \|$", lessons, re.M
    ):
        tasks = {part: tasks_of(number, part) for part in PARTS}
        cards.append(
            f'<li><a href="$root/{lesson_address(f"{language}/{name}")}{"#continue" * (number != "09")}" data-lesson="{number}"'
            f' data-tasks="{html.escape(json.dumps(tasks))}"><i>{number}</i><b>{html.escape(title)}</b>'
            f"<span>{html.escape(about)}</span>"
            f'<small><progress max="{len(tasks["main"])}" value="0" aria-hidden="true"></progress><em></em>'
            "<strong>$here</strong></small></a></li>"
        )
    return "\n".join(cards)


def lecture_links(language: str) -> str:
    """Return a link to each ready lecture, to its handout and to the handout's answer key."""
    return "\n".join(
        f'<li><a href="$root/lite/lab/index.html?path=lectures/{language}/{text.name}.ipynb">'
        f"{html.escape(getattr(text.title, language))}</a> · "
        f'<a href="$root/handouts/{language}/{text.name}.html">$handout</a> · '
        f'<a href="$root/handouts/{language}/{text.name}.key.html">$key</a></li>'
        for text in LECTURES
    )


def first_state() -> dict[str, Any]:
    """Return what the Explorer shows first, so that the page shows it before Python is there."""
    return page_traits(Explorer(apples())) | {"_css": own_file("explorer.css").read_text("utf-8")}


def python_server(language: str, *, offline: bool) -> str:
    """Return the sentence that names the server of Python's files; none if they are in the site."""
    return "" if offline else WORDS["python_server"][language].format(server=urlsplit(PYODIDE["cdn"]).netloc)


def write_page(folder: Path, language: str, *, offline: bool = True) -> None:
    """Write the front page in a language; English is at the root."""
    set_language(language)
    root = "." if language == "en" else ".."
    target = folder if language == "en" else folder / language
    target.mkdir(exist_ok=True)
    words = {key: texts[language] for key, texts in WORDS.items()} | {
        "python_server": python_server(language, offline=offline)
    }
    wheel, kept = next((folder / "pyodide").glob("metrics_edu-*.whl")), front_file(language)
    fills = {key: html.escape(text) for key, text in words.items()} | {
        "lang": language,
        "root": root,
        "elsewhere": "".join(
            f'<li><a href="{html.escape(address)}">{title}</a></li>' for title, address in links(language).items()
        ),
        "url": f",\n  url = {{https://github.com/{repository()}}}" if repository() else "",
        "source": html.escape(links(language).get("GitHub", f"{root}/pyodide/{wheel.name}")),
        "version": wheel.name.split("-")[1],
        "cards": string.Template(lesson_cards(language)).substitute(root=root, here=words["here"]),
        "lecture_links": string.Template(lecture_links(language)).substitute(
            root=root, handout=html.escape(words["handout"]), key=html.escape(words["key"])
        ),
        "closed_links": closed_links(language, "lists/"),
        "words": script_json(words),
        "first": script_json(first_state()),
        "kept": script_json(pins([kept], kept.parent)),
    }
    fills["notices"] = filled("notices.html", fills)
    for name, sources in (("index.html", FRONT_PAGE), ("lecturer.html", OWN_SCRIPTS)):
        (target / name).write_text(with_policy(filled(name, fills), sources), "utf-8")


def filled(name: str, fills: Mapping[str, str]) -> str:
    """Return a template of the page with its texts."""
    return string.Template((PAGE_FOLDER / name).read_text("utf-8")).substitute(fills)


def script_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False).replace("<", "\\u003c")  # no "</script>" in it
