"""The pages of docs/ and homework/docs/, the figures, the glossary and the handouts of the lectures as pages of the site."""

from __future__ import annotations

import re
import shutil
import string
from pathlib import Path
from typing import Any

import mistune
import nbformat
from mistune.toc import add_toc_hook

from metrics_edu.language import LANGUAGES
from notebooks.build import lectures
from notebooks.build.lecture_texts import LECTURES
from tools.repository import repository
from website.build.lesson_addresses import lesson_address
from website.build.page_policy import with_policy
from website.build.slides_page import write_slides
from website.build.sources import PAGE_FOLDER, PROJECT, WORDS

DOCUMENTS = ("docs", "homework/docs")
"""The folders of the documents."""


def write_handouts(folder: Path) -> None:
    """Write the handout of each ready lecture, and its answer key, in each language."""
    for language_code in LANGUAGES:
        (folder / language_code).mkdir(parents=True)
        for text in LECTURES:
            names: dict[str, Any] = {}
            code = lectures.imports(text, language_code), text.lists, lectures.stage(text, language_code)
            exec("\n".join(lectures.in_words(text, part, language_code) for part in code), names)
            for key, ending in ((False, "html"), (True, "key.html")):
                path = folder / language_code / f"{text.name}.{ending}"
                names["lecture"].handout(path, getattr(text.title, language_code), key=key)
                page = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", path.read_text("utf-8"))
                path.write_text(
                    with_policy(page), "utf-8"
                )  # that of the site, which allows its style sheet by its hash


def write_documents(folder: Path) -> None:
    """Write the documents as pages, so that links to them need no other server; what the site has not is on GitHub."""
    folder.mkdir()
    template = string.Template((PAGE_FOLDER / "document.html").read_text("utf-8"))
    markdown = mistune.create_markdown(escape=False, plugins=["table"])
    add_toc_hook(
        markdown, heading_id=lambda token, _position: re.sub(r"[^\w-]", "", token["text"].lower().replace(" ", "-"))
    )
    for path in (PROJECT / "docs").glob("*.html"):
        (folder / path.name).write_text(with_policy(path.read_text("utf-8")), "utf-8")
    pages = {path.name: beside(path) for place in DOCUMENTS for path in sorted((PROJECT / place).glob("*.md"))}
    pages["figures.md"] = in_figures((PROJECT / "figures" / "README.md").read_text("utf-8"))
    for language_code in LANGUAGES:
        shutil.copytree(PROJECT / "figures" / language_code, folder.parent / "figures" / language_code)
    for name, source in (
        pages | {f"words.{language_code}.md": glossary(language_code) for language_code in LANGUAGES}
    ).items():
        text = str(markdown(source))
        for figure in re.findall(r'"\.\./(figures/[^"]+)"', text):
            shutil.copy(PROJECT / figure, folder.parent / figure)
        text = re.sub(r'href="([^"]+)"', lambda link: document_link(link[1]), text)
        text = re.sub(
            r' style="text-align:(\w+)"', r' class="\1"', text
        )  # of a column: its page's policy forbids styles
        title, language = source.partition("\n")[0].lstrip("# "), "es" if ".es." in name else "en"
        fills = {
            "lang": language,
            "title": title,
            "name": Path(name).stem,
            "home": WORDS["home"][language],
            "text": text,
        }
        (folder / name).write_text(on_site(source), "utf-8")
        (folder / name).with_suffix(".html").write_text(with_policy(template.substitute(fills)), "utf-8")
    write_slides(folder)


def beside(path: Path) -> str:
    """Return a document with the addresses that it has in the site, where all of them are in one folder."""
    text = path.read_text("utf-8").replace("](../homework/docs/", "](")
    inner = path.parent.relative_to(PROJECT).as_posix().count("/")
    return text.replace("](../../docs/", "](").replace("](" + "../" * (inner + 1), "](../") if inner else text


def in_figures(page: str) -> str:
    """Return the page of the figures with addresses as a document has them."""
    return re.sub(rf"(?<=[(\"])(?=({'|'.join(LANGUAGES)})/)", "../figures/", page)


def glossary(language: str) -> str:
    """Return the students' glossary, a lesson without code, as a document of the site."""
    cells = nbformat.read(PROJECT / "notebooks" / language / "glossary.ipynb", as_version=4).cells
    text = re.sub(r"\[[^]]*\]\(index\.ipynb[^)]*\) · ", "", "\n\n".join(cell.source for cell in cells))
    text = re.sub(r"\((\w+\.ipynb)\)", rf"(../notebooks/{language}/\1)", text)
    text = re.sub(r"\$(\w+)\^(\w) - (\w+)\$", r"\1<sup>\2</sup> − \3", text)
    return re.sub(r"\$(\w)\$", r"*\1*", text).replace("(formulas.pdf)", f"({WORDS['formula_card'][language]})")


def on_site(source: str) -> str:
    """Return a document with links that lead somewhere in the site, and without those that do not."""

    def link(found: re.Match[str]) -> str:
        address = site_address(found[2])
        return f"[{found[1]}]({address})" if address else found[1]

    return re.sub(r"\[([^]]*)\]\(([^)\s]+)\)", link, source)


def document_link(target: str) -> str:
    """Return the attribute of a link in a page of the site; "" if it leads nowhere."""
    address = site_address(target)
    if "/" not in target:
        address = re.sub(r"[.]md(?=#|$)", ".html", address)
    return f'href="{address}"' if address else ""


def site_address(target: str) -> str:
    """Return where a link of a document leads in the site: to a document, a lesson, on GitHub, or nowhere."""
    if lesson := re.fullmatch(r"\.\./notebooks/((?:lectures/)?\w+/\w+\.ipynb)", target):
        return f"../{lesson_address(lesson[1])}"
    if target.startswith("../") and not target.startswith("../figures/"):
        return f"https://github.com/{repository()}/blob/HEAD/{target[3:]}" if repository() else ""
    return target
