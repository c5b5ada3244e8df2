"""The pages of the closed lists: a list to edit, which needs no Python."""

from __future__ import annotations

import html
import json
import os
import shutil
import string
from functools import cache
from pathlib import Path

from metrics_edu.language import language, set_language
from metrics_edu.widgets import Explorer
from website.build.kept_closed_lists import CLOSED_LISTS, NAMES, START, STATES, closed_file, ranking_of
from website.build.page_policy import CLOSED_LIST, with_policy
from website.build.pyodide import pins
from website.build.sources import PAGE_FOLDER, WORDS

FOLDER = "lists"
"""The folder of the tables and the English pages."""


def first_explorer(name: str) -> Explorer:
    """Return the Explorer of a closed list at the start, with all measures: one for all pages of a language."""
    return _explorer_in(name, language())


@cache
def _explorer_in(name: str, _language: str) -> Explorer:
    return Explorer(ranking_of(*STATES[START]), [*NAMES], **CLOSED_LISTS[name])


def closed_element(name: str, language_code: str, page: Path, site: Path, inside: str = "") -> str:
    """Return the element of a closed list for a page of a site that has its table.

    The page loads the script `closed_lists.js` once, and has the policy `CLOSED_LIST`. Without the script, the element is a link
    that opens the list in the Explorer. What is `inside` follows the list.
    """
    file = pins([site / FOLDER / f"{name}-{language_code}.bin"], page.parent)
    refusal, link = (WORDS[key][language_code] for key in ("closed_refusal", "closed_explorer"))
    home = os.path.relpath(site / WORDS["home"][language_code], page.parent)
    return (
        f'<div class="closed-list" data-file="{html.escape(json.dumps(file))}" data-refusal="{html.escape(refusal)}">'
        f'<p class="note"><a href="{home}#{html.escape(first_explorer(name).state)}">{html.escape(link)}</a></p>{inside}</div>'
    )


def closed_links(language_code: str, folder: str) -> str:
    """Return links to the closed lists, which are in a folder."""
    titles = {name: first_explorer(name).view["derivation"]["name"] for name in CLOSED_LISTS}
    return " ·\n".join(f'<a href="{folder}{name}.html">{title}</a>' for name, title in titles.items())


def write_closed_lists(site: Path, language_code: str) -> None:
    """Write the tables and the pages of the closed lists in a language."""
    before = language()
    set_language(language_code)
    home = site / WORDS["home"][language_code]
    template = string.Template((PAGE_FOLDER / "closed_list.html").read_text("utf-8"))
    for folder in (site / FOLDER, home.parent / FOLDER):
        folder.mkdir(parents=True, exist_ok=True)
    for name in CLOSED_LISTS:
        shutil.copy(closed_file(name, language_code), site / FOLDER)
        page, derivation = home.parent / FOLDER / f"{name}.html", first_explorer(name).view["derivation"]
        fills = {key: html.escape(texts[language_code]) for key, texts in WORDS.items()} | {
            "lang": language_code,
            "name": name,
            "root": os.path.relpath(site, page.parent),
            "title": html.escape(f"{derivation['name']}: {derivation['long']}"),
            "list": closed_element(name, language_code, page, site),
            "links": closed_links(language_code, ""),
        }
        page.write_text(with_policy(template.substitute(fills), CLOSED_LIST), "utf-8")
    set_language(before)
