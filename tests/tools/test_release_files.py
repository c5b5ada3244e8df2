"""The citation, the licences, the issue forms and the policies agree with pyproject.toml and invent no address."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
import yaml

PROJECT = Path(__file__).parents[2]
METADATA = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]
CITATION = yaml.safe_load((PROJECT / "CITATION.cff").read_text("utf-8"))
POLICIES = ["CITATION.cff", "SECURITY.md", "CODE_OF_CONDUCT.md"]
FORMS = sorted((PROJECT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))
CREATIVE_COMMONS = "LICENSE-CC-BY-4.0"


def test_the_citation_agrees_with_pyproject() -> None:
    assert CITATION["version"] == METADATA["version"]
    assert CITATION["authors"] == METADATA["authors"]
    assert CITATION["title"].startswith("metrics_edu: ")
    assert CITATION["license"] in METADATA["license"].split(" AND ")


def test_the_page_gives_the_title_and_authors_of_the_citation() -> None:
    page = (PROJECT / "website" / "page" / "index.html").read_text("utf-8")
    assert f"title = {{{CITATION['title']}}}" in page
    assert f"author = {{{{{CITATION['authors'][0]['name']}}}}}" in page


def test_the_licence_files_hold_the_licences_of_pyproject() -> None:
    first_lines = [(PROJECT / name).read_text("utf-8").partition("\n")[0] for name in METADATA["license-files"]]
    assert METADATA["license"] == "MIT AND CC-BY-4.0"
    assert first_lines == ["MIT License", "Attribution 4.0 International"]


@pytest.mark.parametrize("name", ["README.md", "README.es.md", "notebooks/README.md", "figures/README.md"])
def test_a_page_on_lessons_or_figures_names_their_licence(name: str) -> None:
    assert f"{CREATIVE_COMMONS})" in (PROJECT / name).read_text("utf-8")


@pytest.mark.parametrize("path", [*map(PROJECT.joinpath, POLICIES), *FORMS], ids=lambda path: path.name)
def test_a_policy_or_form_contains_no_address_to_fill_in(path: Path) -> None:
    assert re.findall(r"[\w.]+@\w+\.\w+|https?://\S+|OWNER|YOUR", path.read_text("utf-8")) == []


def test_there_is_a_form_for_each_kind_of_issue() -> None:
    assert [path.stem for path in FORMS] == ["new_convention", "unclear_lesson", "wrong_value"]
    for path in FORMS:
        fields = [field for field in yaml.safe_load(path.read_text("utf-8"))["body"] if "id" in field]
        assert len({field["id"] for field in fields}) == len(fields) >= 4
