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
BUILT_FROM = re.compile(r"^ *// (website/page/src/\S+)$", re.MULTILINE)
"""The comment before each module of a script."""


def sources_of(script: Path) -> list[str]:
    return BUILT_FROM.findall(script.read_text("utf-8"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_a_script_is_built_from_its_sources(script: Path) -> None:
    sources = sources_of(script)
    assert sources
    digest = hashlib.sha256(b"".join((PROJECT / name).read_bytes() for name in sources)).hexdigest()
    first_line = script.read_text("utf-8").split("\n", 1)[0]
    assert f"sha256:{digest}" in first_line, "the sources have changed: run `make js`"


def test_every_source_is_built_into_a_script() -> None:
    written = {path.relative_to(PROJECT).as_posix() for path in (PAGE_FOLDER / "src").rglob("*.ts")}
    only_types = {name for name in written if name.endswith((".d.ts", "/worker_messages.ts"))}
    assert {name for script in SCRIPTS for name in sources_of(script)} == written - only_types


def test_every_script_is_part_of_the_site() -> None:
    names = {
        name
        for name in (*OWN_FILES, *lesson_pages.OWN_FILES, *START, *IN_PAGES, "lessons.js", "lessons-sw.js")
        if name.endswith(".js")
    }
    assert names == {path.name for path in SCRIPTS}
    assert all(own_file(name).parent == SCRIPTS_FOLDER for name in names)
