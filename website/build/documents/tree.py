"""The pages of the documents in one language, as Markdown, and the addresses between them and the rest of the site."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from notebooks.build.lecture_types import Text
from tools.repository import repository
from website.build.links import course_page

FOLDERS = {"en": "docs", "es": "docs/es"}
"""The folder of the site that has the pages of a language."""


@dataclass
class Tree:
    """The pages of a language, by their names: a path in the folder of the language, without its suffix."""

    language: str
    site: Path
    pages: dict[str, str] = field(default_factory=dict)
    repository: str = field(default_factory=repository)
    course: str = field(default_factory=course_page)
    """The address of the course on GitHub Pages; nothing if this project is not on GitHub."""

    def address(self, page: str, target: str) -> str:
        """Return the relative address of a file of the site, such as `index.html#stepper=AP`, in a page.

        >>> Tree("es", Path()).address("metrics/ap", "es/index.html#stepper=AP")
        '../../../es/index.html#stepper=AP'
        """
        path, mark, place = target.partition("#")
        folder = PurePosixPath(FOLDERS[self.language], page).parent
        return os.path.relpath(path, folder) + mark + place

    def page_address(self, page: str, other: str) -> str:
        """Return the relative address of another page in Markdown.

        >>> Tree("en", Path()).page_address("metrics/ap", "mistakes#AP_DIV_N")
        '../mistakes.md#AP_DIV_N'
        """
        name, mark, place = other.partition("#")
        return os.path.relpath(name + ".md", PurePosixPath(page).parent) + mark + place

    def file(self, page: str) -> Path:
        """Return the file of a page in the site."""
        return self.site / FOLDERS[self.language] / f"{page}.html"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    r"""Return a Markdown table.

    >>> print(table(["a"], [["|R|"]]))
    | a |
    | --- |
    | \|R\| |
    """
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(re.sub(r"(?<!\\)\|", r"\|", cell) for cell in line) + " |" for line in lines)


def link(text: str, address: str) -> str:
    return f"[{text}]({address})"


def word_of(words: Mapping[str, Text], key: str, tree: Tree, **values: str) -> str:
    """Return a text of the generated pages in the language of a tree."""
    text: str = getattr(words[key], tree.language)
    return text.format(**values) if values else text
