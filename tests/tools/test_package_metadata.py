"""The built metadata have absolute links only: a package index shows the README far from its repository."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from email import message_from_bytes
from email.message import Message

import pytest

from tools import repository
from tools.release.package_metadata import for_package_index, urls

README = (repository.PROJECT / "README.md").read_text("utf-8")
TARGET = re.compile(r'\]\(([^)]*)\)|(?:href|src|srcset)="([^"]*)"')


def targets(page: str) -> list[str]:
    return [link or picture for link, picture in TARGET.findall(page)]


def relative(page: str) -> list[str]:
    return [target for target in targets(page) if not target.startswith("https://")]


@pytest.fixture(scope="module")
def metadata(tmp_path_factory: pytest.TempPathFactory) -> Message:
    """Return the metadata of the wheel that a repository on GitHub builds."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    environment = os.environ | {"GITHUB_REPOSITORY": "ana/course"}
    subprocess.run(command, cwd=repository.PROJECT, env=environment, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        (name,) = (name for name in packed.namelist() if name.endswith(".dist-info/METADATA"))
        return message_from_bytes(packed.read(name))


def test_the_long_description_has_no_relative_link(metadata: Message) -> None:
    description = metadata.get_payload(decode=True).decode()
    assert metadata["Description-Content-Type"] == "text/markdown"
    assert relative(description) == []
    assert len(targets(description)) == len(targets(README)) > 20


def test_the_metadata_name_the_addresses_of_the_repository(metadata: Message) -> None:
    assert metadata.get_all("Project-URL") == [f"{label}, {url}" for label, url in urls("ana/course").items()]


def test_every_address_of_the_repository_is_a_file_of_it() -> None:
    page = for_package_index(README, "ana/course")
    blob, raw = "https://github.com/ana/course/blob/HEAD/", "https://raw.githubusercontent.com/ana/course/HEAD/"
    paths = [re.sub(f"^({re.escape(blob)}|{re.escape(raw)})", "", target).partition("#")[0] for target in targets(page)]
    inside = [path for path in paths if not path.startswith("https://")]
    assert len(inside) > 20
    assert [path for path in inside if not (repository.PROJECT / path).exists()] == []


def test_without_a_repository_the_description_has_no_link_and_no_picture() -> None:
    page = for_package_index(README, "")
    assert relative(page) == []
    assert "<img" not in page
    assert "<source" not in page
    assert len(page.split()) > 0.7 * len(README.split())
    assert urls("") == {}


def test_a_machine_without_git_has_no_repository(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("GITHUB_REPOSITORY", raising=False)
    assert repository.repository() == ""
