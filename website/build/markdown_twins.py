"""A Markdown twin beside each page of the site, and llms.txt, which lists them for programs that read text.

The lessons have none: they are an application. Their notebooks are in the repository.
"""

from __future__ import annotations

import re
from pathlib import Path

from bs4 import BeautifulSoup, Tag
from markdownify import MarkdownConverter

from website.build.links import course_page
from website.build.sources import WORDS

PAGES = ("index.html", "es/index.html", "lists/*.html", "es/lists/*.html", "docs/**/*.html", "handouts/*/*.html")
NO_TEXT = (
    "script, style, template, svg, canvas, iframe, button, input, select, textarea, dialog, "
    "[hidden], [role=status], [role=alert]"
)
"""What a twin leaves out: the controls, and the state of the page in a browser."""


def write_twins(folder: Path) -> None:
    """Write the twin of each page of a built site, and llms.txt."""
    pages = [path for pattern in PAGES for path in sorted(folder.glob(pattern))]
    twins = {path.resolve() for path in pages}
    titles = {}
    for path in pages:
        twin = path.with_suffix(".md")
        name = twin.relative_to(folder).as_posix()
        if twin.exists():  # a document is its own twin
            titles[name] = heading_of(twin.read_text("utf-8"))
            continue
        page = BeautifulSoup(path.read_text("utf-8"), "html.parser")
        titles[name] = title_of(page)
        link_twins(page, path.parent, twins)
        twin.write_text(markdown_of(page), "utf-8")
    home = BeautifulSoup((folder / "index.html").read_text("utf-8"), "html.parser")
    about = home.select_one("meta[name=description]")
    (folder / "llms.txt").write_text(llms_text(titles, str(about["content"] if about else "").strip()), "utf-8")


def markdown_of(page: BeautifulSoup) -> str:
    """Return the text of a page as Markdown.

    A fraction becomes one line, so a numerator or denominator of several signs gets parentheses.

    Examples
    --------
    >>> print(markdown_of(BeautifulSoup("<main><h1>AP</h1><p>Sum of <b>P@i</b><button>Go</button></main>", "html.parser")))
    # AP
    <BLANKLINE>
    Sum of **P@i**
    """
    content = page.main or page.body or page
    for element in content.select(NO_TEXT):
        element.decompose()
    for part in content.select(".me-nu, .me-de"):
        if re.search(r"[^\w.]", part.get_text().strip()):
            part.insert(0, "(")
            part.append(")")
    text = MarkdownConverter(heading_style="atx", bullets="-", sub_symbol="<sub>", sup_symbol="<sup>").convert_soup(
        content
    )
    return re.sub(r"\n{3,}", "\n\n", text.replace("\u00a0", " ")).strip() + "\n"


def link_twins(page: BeautifulSoup, folder: Path, twins: set[Path]) -> None:
    """Make the links of a page in a folder lead to the twins of their pages."""
    for link in page.select("a[href]"):
        address, mark, place = str(link["href"]).partition("#")
        if address and (folder / address).resolve() in twins:
            link["href"] = f"{address.removesuffix('.html')}.md{mark}{place}"


def heading_of(markdown: str) -> str:
    r"""Return the first heading of Markdown.

    >>> heading_of("---\ndescription: x\n---\n# AP: average precision\n")
    'AP: average precision'
    """
    found = re.search(r"^# (.+)$", markdown, re.MULTILINE)
    return found[1] if found else ""


def title_of(page: BeautifulSoup) -> str:
    """Return the first heading of a page; without one, its title."""
    heading = page.h1 or page.title
    return " ".join(heading.get_text(" ").split()) if isinstance(heading, Tag) else ""


def llms_text(titles: dict[str, str], about: str) -> str:
    """Return llms.txt (https://llmstxt.org) for twins with their titles: what the site is, and its pages by kind."""
    parts = {
        "Start": [name for name in titles if name.removeprefix("es/") == "index.md"],
        "Lists to edit": [name for name in titles if name.removeprefix("es/").startswith("lists/")],
        "Documents": [name for name in titles if name.startswith("docs/")],
        "Handouts of the lectures": [name for name in titles if name.startswith("handouts/")],
    }
    course = course_page()
    lines = ["# metrics_edu", "", f"> {WORDS['title']['en']} {about}"]
    for heading, names in parts.items():
        lines += ["", f"## {heading}", "", *(f"- [{titles[name]}]({course}{name})" for name in names)]
    return "\n".join(lines) + "\n"
