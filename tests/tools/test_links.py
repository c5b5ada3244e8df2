"""No page of the repository has a broken link."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.pages.links import PROJECT, REPOSITORY, SITE, anchors, broken, pages, targets

PAGES = pages(PROJECT, REPOSITORY)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(PROJECT)))
def test_no_link_of_a_page_is_broken(page: Path) -> None:
    assert broken(page) == []


def test_every_page_of_the_repository_is_checked() -> None:
    assert {"README.md", "DECISIONS.md", "hosting.md", "formulas.es.html", "latency.md"} <= {
        page.name for page in PAGES
    }
    assert len([target for page in PAGES for target in targets(page)]) > 300


def test_a_missing_file_and_a_missing_heading_are_reported(tmp_path: Path) -> None:
    here, other = tmp_path / "index.md", tmp_path / "other.html"
    here.write_text(
        "# Two words\n\n[a](#two-words) [b](#three) [c](lost.md#x) [d](other.html#id) [e](#stepper=AP) [i](#stop=AP)\n"
        '`[f](code.md)` <img src="lost.png"> [g](https://example.org/)\n\n```\n# Three\n[h](code.md)\n```\n'
    )
    other.write_text('<p id="id"><a href="index.md?path=1#two-words">x</a> <a href="#lost">y</a></p>')
    assert pages(tmp_path, SITE) == [here, other]
    assert "two-words" in anchors(here)
    assert anchors(other) == {"id"}
    assert [line.partition(": ")[2] for line in broken(here) + broken(other)] == [
        "#three: index.md has no heading three",
        "lost.md#x: no file lost.md",
        "#stop=AP: index.md has no heading stop",
        "lost.png: no file lost.png",
        "#lost: other.html has no heading lost",
    ]
