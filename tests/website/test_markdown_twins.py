"""Each page of the site has a Markdown twin that says the same, and llms.txt lists the twins."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from metrics_edu.language import LANGUAGES, set_language
from website.build import closed_pages, front_page
from website.build.handouts import write_handouts
from website.build.markdown_twins import PAGES, write_twins
from website.build.sources import PROJECT

LINK = re.compile(r"\[[^]]*\]\(([^)\s]*)\)")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Return a site with all its pages and without what runs in them."""
    folder = tmp_path_factory.mktemp("site")
    (folder / "pyodide").mkdir()
    (folder / "pyodide" / "metrics_edu-0.1.0-py3-none-any.whl").touch()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GITHUB_REPOSITORY", "ana/course")
        (folder / "docs").mkdir()
        shutil.copy(PROJECT / "docs" / "formulas.html", folder / "docs")
        write_handouts(folder / "handouts")
        patch.setattr(closed_pages, "closed_file", lambda name, code: _empty(folder / f"{name}-{code}.bin"))
        for language in LANGUAGES:
            closed_pages.write_closed_lists(folder, language)
            front_page.write_page(folder, language)
        write_twins(folder)
    yield folder
    set_language("en")


def _empty(path: Path) -> Path:
    path.touch()
    return path


def twins(site: Path) -> list[Path]:
    return [path.with_suffix(".md") for pattern in PAGES for path in site.glob(pattern)]


def test_every_page_has_a_twin_with_its_heading(site: Path) -> None:
    assert len(twins(site)) > 40
    for twin in twins(site):
        page = BeautifulSoup(twin.with_suffix(".html").read_text("utf-8"), "html.parser")
        assert page.h1, twin
        assert page.h1.get_text().split()[-1] in twin.read_text("utf-8").partition("\n\n")[0], twin


def test_every_link_of_a_twin_resolves(site: Path) -> None:
    for twin in twins(site):
        for target in LINK.findall(twin.read_text("utf-8")):
            address = target.partition("#")[0].partition("?")[0]
            has_no_twin = "/lite/" in f"/{address}" or "/lessons/" in f"/{address}"
            has_no_twin |= "docs/" in address  # which tests/website/test_documents_site.py builds
            is_elsewhere = address.startswith("https://") or has_no_twin
            assert is_elsewhere or not address or (twin.parent / address).exists(), (twin.name, target)


def test_a_twin_says_what_its_page_says(site: Path) -> None:
    assert "(2 · P · R)/(P+R) = (2 · 3/5 · 3/4)/(3/5+3/4)" in (site / "docs" / "formulas.md").read_text("utf-8")
    assert "AP = **0.4167**" in (site / "handouts" / "en" / "03_average_precision.key.md").read_text("utf-8")
    front = (site / "es" / "index.md").read_text("utf-8")
    assert front.startswith("# Mueve un ítem")
    assert "](../lessons/es/04_average_precision.html#continue)" in front
    assert "Python" not in front.partition("\n## ")[0]  # no state of the page


def test_llms_txt_lists_every_twin_once(site: Path) -> None:
    text = (site / "llms.txt").read_text("utf-8")
    assert text.startswith("# metrics_edu\n\n> ")
    listed = LINK.findall(text)
    prefix = "https://ana.github.io/course/"
    assert sorted(listed) == sorted(prefix + twin.relative_to(site).as_posix() for twin in twins(site))
