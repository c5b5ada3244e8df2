"""The scripts of the site are built from `website/page/src`, and committed."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest

from website.build import lesson_pages
from website.build.front_page import OWN_FILES
from website.build.jupyterlite import IN_PAGES
from website.build.pyodide import START
from website.build.sources import PAGE_FOLDER, PROJECT, SCRIPTS_FOLDER, own_file

SCRIPTS = sorted(SCRIPTS_FOLDER.glob("*.js"))
SOURCES_FOLDER = PAGE_FOLDER / "src"
FIRST_LINE = re.compile(r"/\* metrics_edu; built by .+ from (.+); sha256:(\w+)(?:; widgets sha256:\w+)? \*/\n")


def first_line(script: Path) -> tuple[list[str], str]:
    """Return the sources that a script names in its first line, and their hash there."""
    found = FIRST_LINE.match(script.read_text("utf-8"))
    assert found
    return found[1].split(), found[2]


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_a_script_is_built_from_its_sources(script: Path) -> None:
    sources, digest = first_line(script)
    built = hashlib.sha256(b"".join((SOURCES_FOLDER / name).read_bytes() for name in sources)).hexdigest()
    assert digest == built, "the sources have changed: run `make js`"


def test_the_explorers_styles_are_built_from_those_of_the_widgets() -> None:
    bundle = PROJECT / "metrics_edu" / "widgets" / "static" / "widgets.css"
    first_lines = [path.read_text("utf-8").split("\n", 1)[0] for path in (own_file("explorer.css"), bundle)]
    assert first_lines[0] == first_lines[1]


def test_a_script_with_widgets_in_it_is_built_from_their_sources() -> None:
    bundle = PROJECT / "metrics_edu" / "widgets" / "static" / "widgets.js"
    of_explorer, of_all = (path.read_text("utf-8").partition("\n")[0] for path in (own_file("explorer.js"), bundle))
    assert of_explorer.rpartition("sha256:")[2] == of_all.rpartition("sha256:")[2]


def test_every_source_is_built_into_a_script() -> None:
    written = {path.relative_to(SOURCES_FOLDER).as_posix() for path in SOURCES_FOLDER.rglob("*.ts")}
    only_types = {name for name in written if name.endswith((".d.ts", "/worker_messages.ts"))}
    assert {name for script in SCRIPTS for name in first_line(script)[0]} == written - only_types


def test_every_script_is_part_of_the_site() -> None:
    names = {
        name
        for name in (*OWN_FILES, *lesson_pages.OWN_FILES, *START, *IN_PAGES, "lessons.js", "lessons-sw.js")
        if name.endswith(".js")
    }
    assert names == {path.name for path in SCRIPTS}
    assert all(own_file(name).parent == SCRIPTS_FOLDER for name in names)
