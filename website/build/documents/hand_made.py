"""The pages that are written by hand: those of docs/, homework/docs/ and notebooks/, with the addresses that the site has."""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import nbformat

from metrics_edu.language import LANGUAGES
from tools.pages.links import heading_anchors
from website.build.documents.tree import FOLDERS, Tree
from website.build.lesson_addresses import lesson_address
from website.build.sources import PROJECT, WORDS

SOURCES = ("docs/*.md", "homework/docs/*.md", "notebooks/README.md", "website/page/documents/**/*.md")
FOLDER = re.compile(r"^(homework/docs|docs|website/page/documents)/")
"""The folders of pages; the pages of the last one exist in the site only, and have links as if they were in docs/."""
NAMES = {"notebooks/README.md": "lessons", "figures/README.md": "figures"}
"""The names of pages that are not those of their files."""
OTHER_LANGUAGE = re.compile(r"^\[(En español|In English)\]\(\S+\)\n\n", re.MULTILINE)
LINK = re.compile(r'(\[(?:[^][]|\[[^]]*\])*\])\(([^)\s]+)\)|(\b(?:src|srcset|href)=")([^"]+)(?=")')
FENCED = re.compile(r"(^ *```.*?^ *```$)", re.DOTALL | re.MULTILINE)
LIST_AFTER_TEXT = re.compile(r"^(?! *(?:[-*]|\d+\.) |\||#|$)(.+)\n(?=(?:[-*]|\d+\.) )", re.MULTILINE)
IN_ENGLISH = "*Esta página está en inglés.*"


@cache
def sources() -> dict[str, dict[str, Path]]:
    """Return the file of each page in each language that it has, by its name."""
    found: dict[str, dict[str, Path]] = {}
    for path in (path for pattern in SOURCES for path in sorted(PROJECT.glob(pattern))):
        name, language = name_of(path.relative_to(PROJECT).as_posix())
        found.setdefault(name, {})[language] = path
    return found


def name_of(path: str) -> tuple[str, str]:
    """Return the name of the page of a file of the repository, and its language.

    >>> name_of("website/page/documents/start/student.es.md")
    ('start/student', 'es')
    """
    name = NAMES.get(path) or FOLDER.sub("", path).removesuffix(".md")
    language = next((code for code in LANGUAGES if name.endswith(f".{code}")), "en")
    return name.removesuffix(f".{language}"), language


def add_hand_made(tree: Tree) -> None:
    """Add the pages of a language; a page that it lacks is in English, and says so."""
    for name, files in sources().items():
        path = files.get(tree.language, files["en"])
        source = re.sub("^website/page/documents/", "docs/", path.relative_to(PROJECT).as_posix())
        text = with_addresses(path.read_text("utf-8"), source, name, tree)
        tree.pages[name] = text if tree.language in files else in_english(text)
    tree.pages["words"] = glossary(tree)


def in_english(text: str) -> str:
    """Return an English page for a reader of another language."""
    title, _line, rest = text.partition("\n")
    return f"{title}\n\n{IN_ENGLISH}\n{rest}"


def with_addresses(text: str, path: str, name: str, tree: Tree) -> str:
    """Return the text of a file of the repository as a page: its links lead somewhere in the site, or to the repository."""

    def address(found: re.Match[str]) -> str:
        label, target, attribute, value = found.groups()
        new = site_address(target or value, path, name, tree)
        if attribute:
            return f"{attribute}{new}"
        return f"{label}({new})" if new else label[1:-1]

    parts = FENCED.split(OTHER_LANGUAGE.sub("", text))
    parts[::2] = [LIST_AFTER_TEXT.sub(r"\1\n\n", LINK.sub(address, part)) for part in parts[::2]]
    return "".join(parts)


def site_address(target: str, path: str, name: str, tree: Tree) -> str:
    """Return where a link of a file leads, from the page of that file; "" if it leads nowhere."""
    address, mark, place = target.partition("#")
    if re.match(r"[a-z]+:", address) or not address:
        return target
    there = posixpath.normpath(posixpath.join(posixpath.dirname(path), address))
    return _in_site(there, mark + place, name, tree)


def _in_site(there: str, place: str, name: str, tree: Tree) -> str:
    other, language = name_of(there)
    if language in sources().get(other, {}) or there in NAMES:
        return _of_page(other, language, place, name, tree)
    if target := _of_course(there, tree.language):
        return tree.address(name, target + place)
    if there.endswith("/glossary.ipynb"):
        return tree.page_address(name, f"words{place}")
    if there.startswith("docs/") and there.endswith(".md"):  # a generated page
        return tree.page_address(name, other + place)
    return f"https://github.com/{tree.repository}/blob/HEAD/{there}{place}" if tree.repository else ""


def _of_page(other: str, language: str, place: str, name: str, tree: Tree) -> str:
    """Return the address of another page: that of the reader's language, where an English page names the English one."""
    files = sources().get(other, {})
    if tree.language in files and language != tree.language:
        place = same_place(place, files[language], files[tree.language])
    if language in ("en", tree.language):
        return tree.page_address(name, other + place)
    return tree.address(name, f"{FOLDERS[language]}/{other}.html{place}")


def _of_course(there: str, language: str) -> str:
    """Return the address in the site of a file that is no page of the documents; "" if the site has it not."""
    if there == "website/page/index.html":
        return WORDS["home"][language]
    notebook = re.fullmatch(r"notebooks/((?:lectures/)?\w+/(\w+)\.ipynb)", there)
    if notebook and notebook[2] != "glossary":
        return lesson_address(notebook[1])
    if card := re.fullmatch(r"notebooks/(\w+)/formulas\.pdf", there):
        return f"docs/{WORDS['formula_card'][card[1]]}"
    return there if there.startswith("figures/") or there.endswith(".html") else ""


def same_place(place: str, file: Path, other: Path) -> str:
    """Return the anchor of the heading that is at the same position in the file of another language."""
    places, others = (heading_anchors(path.read_text("utf-8")) for path in (file, other))
    return f"#{others[places.index(place[1:])]}" if place else ""


def glossary(tree: Tree) -> str:
    """Return the students' glossary, a lesson without code, as a page."""
    path = f"notebooks/{tree.language}/glossary.ipynb"
    cells = nbformat.read(PROJECT / path, as_version=4).cells
    text = re.sub(r"\[[^]]*\]\(index\.ipynb[^)]*\) · ", "", "\n\n".join(cell.source for cell in cells))
    text = re.sub(r"\$(\w+)\^(\w) - (\w+)\$", r"\1<sup>\2</sup> − \3", text)
    return with_addresses(re.sub(r"\$(\w)\$", r"*\1*", text), path, "words", tree)


def used_figures(tree: Tree) -> Iterator[str]:
    """Yield the path of each picture of figures/ that a page shows."""
    for name, text in tree.pages.items():
        for found in re.findall(r'"((?:\.\./)+figures/[^"]+)"', text):
            yield os.path.normpath(Path(FOLDERS[tree.language], name).parent / found)
