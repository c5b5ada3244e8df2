"""Check the links and pictures of every page: the file exists, and it has the heading that the link names.

python -m tools.pages.links              the Markdown pages and the formula cards of the repository
python -m tools.pages.links dist/site    the pages of a built site, without those of JupyterLite

Addresses of other hosts are not requested.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import cache
from html import unescape
from pathlib import Path
from urllib.parse import unquote

from bs4 import BeautifulSoup

PROJECT = Path(__file__).parents[2]
REPOSITORY = (
    "*.md",
    "docs/*",
    "homework/*.md",
    "homework/docs/*",
    "benchmarks/*.md",
    "figures/README.md",
    "notebooks/README.md",
)
SITE = ("*.html", "es/*.html", "docs/**/*", "handouts/**/*", "*.md", "es/*.md")
FENCED = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
CODE = re.compile(r"(`+)[^`].*?\1")
LINK = re.compile(r'\]\(<?([^)\s>]+)>?[^)]*\)|\b(?:src|srcset|href)="([^" ]+)')
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
ADDRESSES = (PROJECT / "website" / "page" / "addresses.py").read_text("utf-8")
WIDGETS = {"v", "stage", *re.findall(r'^    "(\w+)": \(', ADDRESSES, re.MULTILINE)}
"""What the front page opens at an address such as #stepper=AP, or as #v=1 and a list, or on the stage."""
OTHER_HOST = re.compile(r"[a-z]+:", re.IGNORECASE)


def pages(folder: Path, patterns: tuple[str, ...]) -> list[Path]:
    """Return the pages of a folder that match, sorted."""
    found = {path for pattern in patterns for path in folder.glob(pattern)}
    return sorted(path for path in found if path.suffix in (".md", ".html"))


def targets(page: Path) -> Iterator[str]:
    """Yield the links and pictures of a page that lead to no other host."""
    text = page.read_text("utf-8")
    if page.suffix == ".md":
        found = [unescape(link or other) for link, other in LINK.findall(CODE.sub("", FENCED.sub("", text)))]
    else:
        parsed = BeautifulSoup(text, "html.parser")
        found = [str(tag.get("href") or tag.get("src")) for tag in parsed.select("[href], [src]")]
    yield from (target for target in found if not OTHER_HOST.match(target))


def heading_anchors(markdown: str) -> list[str]:
    """Return the anchor of each heading, as GitHub and the site write it."""
    headings = HEADING.findall(FENCED.sub("", markdown))
    return [re.sub(r"[^\w-]", "", heading.lower().replace(" ", "-")) for heading in headings]


@cache
def anchors(page: Path) -> set[str]:
    """Return the anchors of a page: its ids, the headings of Markdown, and the widgets of a front page.

    The Markdown twin of a page of the site has the anchors of that page.
    """
    beside = page.with_suffix(".html")
    if page.suffix == ".md" and beside.exists():
        return anchors(beside)
    text = page.read_text("utf-8")
    found = {*re.findall(r'\bid="([^"]+)"', text)}
    if page.suffix == ".md":
        found |= {*heading_anchors(text)}
    return found | WIDGETS if page.stem == "index" else found


def broken(page: Path) -> list[str]:
    """Return one line for each link of a page whose file or heading does not exist."""
    found = []
    for target in targets(page):
        address, _, anchor = target.partition("#")
        file = unquote(address.partition("?")[0])
        path = page.parent / file if file else page
        name = re.split("[=&]", unquote(anchor))[0]
        if not path.exists():
            found.append(f"{page}: {target}: no file {path.name}")
        elif name and path.suffix in (".md", ".html") and name not in anchors(path):
            found.append(f"{page}: {target}: {path.name} has no heading {name}")
    return found


def main() -> None:
    """Print each broken link and the number of pages and links; exit with 1 if a link is broken."""
    checked = pages(Path(sys.argv[1]), SITE) if sys.argv[1:] else pages(PROJECT, REPOSITORY)
    problems = [line for page in checked for line in broken(page)]
    print(*problems, sep="\n", end="\n" * bool(problems))
    print(f"{len(checked)} pages, {sum(1 for page in checked for _ in targets(page))} links, {len(problems)} broken.")
    sys.exit(bool(problems) or not checked)


if __name__ == "__main__":
    main()
