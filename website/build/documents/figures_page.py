"""The page of the figures: small pictures with their files, the code of each folded."""

from __future__ import annotations

import re
from collections.abc import Iterator

from notebooks.build.lecture_types import Text
from website.build.documents.hand_made import with_addresses
from website.build.documents.tree import Tree
from website.build.sources import PROJECT

README = "figures/README.md"
SECTION = re.compile(
    r'## (?P<title>.+)\n\n(?P<image><img src="[^"]+" alt="[^"]+") width="640">\n\n(?P<text>.+)\n\n'
    r"(?P<files>.+)\n\n(?P<code>```python\n(?:.*\n)*?```)"
)
CODE = Text("Code", "Código")
IMPORTS = Text("What each line of code needs", "Lo que necesita cada línea de código")
DESCRIPTION = Text("In words", "En palabras")


def add_figures(tree: Tree) -> None:
    """Add the page of the figures of a language."""
    tree.pages["figures"] = with_addresses("\n\n".join(_parts(tree.language)), README, "figures", tree)


def _parts(language: str) -> Iterator[str]:
    own = next(part for part in halves() if f'src="{language}/' in part)
    head, _mark, rest = own.partition("```python\n")
    yield head.strip()
    imports, _mark, sections = rest.partition("```\n")
    yield folded(IMPORTS[language == "es"], f"```python\n{imports}```")
    yield '<div class="figures" markdown>'
    for found in SECTION.finditer(sections):
        picture = re.sub(r'.*src="([^"]+)".*', r"\1", found["image"])
        yield f'<section markdown>\n\n## {found["title"]}\n\n<a href="{picture}">{found["image"]} loading="lazy"></a>'
        yield found["files"]
        yield folded(DESCRIPTION[language == "es"], found["text"])
        yield folded(CODE[language == "es"], found["code"])
        yield "</section>"
    yield "</div>"


def halves() -> list[str]:
    """Return the part of figures/README.md in each language."""
    return re.split(r"(?m)^(?=# )", (PROJECT / README).read_text("utf-8"))[1:]


def folded(summary: str, text: str) -> str:
    """Return Markdown that is hidden until the reader opens it."""
    return f"<details markdown>\n<summary>{summary}</summary>\n\n{text}\n\n</details>"
