"""Builds the documents of the site: writes the pages as Markdown, lets Zensical make HTML of them, and fits them into the site."""

from __future__ import annotations

import json
import os
import re
import shutil
import string
import subprocess
from pathlib import Path

from metrics_edu.language import LANGUAGES, language, set_language
from website.build.documents.api_pages import add_api
from website.build.documents.figures_page import add_figures
from website.build.documents.gallery_page import add_gallery
from website.build.documents.hand_made import add_hand_made, sources, used_figures
from website.build.documents.metric_pages import add_metrics
from website.build.documents.navigation import navigation
from website.build.documents.quarrel_pages import add_quarrels
from website.build.documents.reference_pages import add_reference
from website.build.documents.slides_page import add_slides
from website.build.documents.tree import FOLDERS, Tree
from website.build.environments import tools_of
from website.build.page_policy import FRAME, with_policy
from website.build.sources import PAGE_FOLDER, PROJECT, WORDS

REDIRECT = string.Template("""\
<!doctype html>
<html lang="$language">
<meta charset="utf-8">
<title>$title · metrics_edu</title>
<link rel="canonical" href="$there">
<script>location.replace("$there" + location.hash);</script>
<h1>$title</h1>
<p><a href="$there">$title</a></p>
""")
BUILD = PROJECT / "build" / "docs"
"""What Zensical reads and writes: it takes no folder outside the project."""
CONFIG = Path(__file__).with_name("mkdocs.yml")
LEFT_OUT = ("404.html", "sitemap.xml")
"""What Zensical writes for a site of its own."""
COLOUR = re.compile(r"\x1b\[\d*(?:;\d+)*m")
SWITCH = re.compile(r'href="/docs/(?:es/)?" hreflang="(\w+)" class')
OTHER_LANGUAGES = re.compile(r'<link rel="alternate" href="[^"]*" hreflang="\w+">')
"""The frame's script would look for a list of pages beside each."""
LOGO = re.compile(r'(<a )href="[^"]*"( title="metrics_edu" class="md-(?:header|nav)__button md-logo")')
NO_ADDRESS = re.compile(r'<link rel="canonical" href="/[^"]*">')
"""What Zensical writes where the address of the course is not known."""
HIDDEN_INPUT = re.compile(r'(<input class="md-option" [^>]*?) aria-hidden="true"')
TABLE = re.compile(r"<table>(.*?)</table>", re.DOTALL)
EMPTY_HEADER = re.compile(r"<th(?: class=\"\w+\")?></th>")
BOX = {"en": "Table", "es": "Tabla"}
"""The name of the box of a wide table, which is scrolled by keys also."""
ALIGNED = re.compile(r' style="text-align: (\w+);"')


def write_documents(site: Path) -> None:
    """Write the documents of both languages, and redirects from the addresses that they had."""
    shutil.rmtree(BUILD, ignore_errors=True)
    started = []
    for language_code in LANGUAGES:  # Zensical works on one language while the other is written
        tree = made_tree(language_code, site)
        started.append((tree, start_zensical(tree)))
    for tree, process in started:
        finish(tree, process)
    trees = [tree for tree, _process in started]
    write_redirects(site, trees)
    for path in sorted((PROJECT / "docs").glob("*.html")):
        (site / "docs" / path.name).write_text(with_policy(path.read_text("utf-8")), "utf-8")


def made_tree(language_code: str, site: Path) -> Tree:
    """Return the pages of a language, and write them where Zensical reads them."""
    before = language()
    set_language(language_code)
    tree = Tree(language_code, site)
    try:
        for add in (
            add_hand_made,
            add_figures,
            add_gallery,
            add_metrics,
            add_quarrels,
            add_reference,
            add_api,
            add_slides,
        ):
            add(tree)
    finally:
        set_language(before)
    for name, text in tree.pages.items():
        path = BUILD / language_code / f"{name}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    shutil.copy(PAGE_FOLDER / "documents" / "documents.css", BUILD / language_code)
    shutil.copytree(PROJECT / "figures" / language_code, site / "figures" / language_code, dirs_exist_ok=True)
    for figure in used_figures(tree):
        shutil.copy(PROJECT / figure, site / figure)
    return tree


def configuration(tree: Tree) -> str:
    """Return mkdocs.yml for a language."""
    url = json.dumps(f"{tree.course}{FOLDERS[tree.language]}/" if tree.course else "")
    nav = json.dumps(navigation(tree), ensure_ascii=False)
    return string.Template(CONFIG.read_text("utf-8")).substitute(language=tree.language, url=url, nav=nav)


def start_zensical(tree: Tree) -> subprocess.Popen[str]:
    """Let Zensical make HTML of the pages of a language."""
    config = BUILD / f"mkdocs.{tree.language}.yml"
    config.write_text(configuration(tree), "utf-8")
    command = [str(tools_of("documents") / "zensical"), "build", "--strict", "-f", str(config)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def finish(tree: Tree, process: subprocess.Popen[str]) -> None:
    """Put what Zensical has made into the site, with a Markdown twin of each page.

    Raises
    ------
    SystemExit
        If a link between the pages leads nowhere, or Zensical fails for another reason.
    """
    printed, _errors = process.communicate()
    if process.returncode:
        raise SystemExit(f"The documents were not built:\n{COLOUR.sub('', printed)}")
    built = BUILD / f"built-{tree.language}"
    for name in LEFT_OUT:
        (built / name).unlink(missing_ok=True)
    shutil.copytree(built, tree.site / FOLDERS[tree.language], dirs_exist_ok=True)
    for name, text in tree.pages.items():
        page = tree.file(name)
        page.write_text(finished(page.read_text("utf-8"), name, tree), "utf-8")
        page.with_suffix(".md").write_text(text, "utf-8")


def write_redirects(site: Path, trees: list[Tree]) -> None:
    """Write a page at each address that a Spanish page or a glossary had beside the English pages."""
    moved = {f"words.{tree.language}": ("words", tree) for tree in trees}
    for name in (*(name for name, files in sources().items() if "es" in files and "/" not in name), "slides"):
        moved |= {f"{name}.{tree.language}": (name, tree) for tree in trees if tree.language != "en"}
    for before, (name, tree) in moved.items():
        there = os.path.relpath(tree.file(name), site / "docs")
        title = tree.pages[name].partition("\n")[0].lstrip("# ")
        page = REDIRECT.substitute(language=tree.language, title=title, there=there)
        (site / "docs" / f"{before}.html").write_text(with_policy(page), "utf-8")
        (site / "docs" / f"{before}.md").write_text(
            f"# {title}\n\n[{title}]({Path(there).with_suffix('.md')})\n", "utf-8"
        )


def finished(page: str, name: str, tree: Tree) -> str:
    """Return a page of Zensical as a page of the site: its links to the other language, its policy, its Markdown twin."""

    def switch(found: re.Match[str]) -> str:
        there = tree.address(name, f"{FOLDERS[found[1]]}/{name}.html")
        return f'href="{there}" hreflang="{found[1]}" lang="{found[1]}" class'

    home = tree.address(name, WORDS["home"][tree.language])
    twin = f'<link rel="alternate" type="text/markdown" href="{Path(name).name}.md">'
    page = LOGO.sub(rf'\1href="{home}"\2', SWITCH.sub(switch, OTHER_LANGUAGES.sub("", NO_ADDRESS.sub("", page))))
    page = HIDDEN_INPUT.sub(r'\1 aria-hidden="true" tabindex="-1"', page)
    page = EMPTY_HEADER.sub("<td></td>", ALIGNED.sub(r' class="\1"', page))
    box = f'<div class="table-box" role="group" tabindex="0" aria-label="{BOX[tree.language]}">'
    page = TABLE.sub(rf'{box}<table class="plain">\1</table></div>', page).replace("</title>", f"</title>\n{twin}", 1)
    return with_policy(page, FRAME)
