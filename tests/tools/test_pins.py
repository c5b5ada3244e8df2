"""The pin files hold exact versions with hashes, for every Python that the project takes; `make pins` writes and tests them."""

from __future__ import annotations

import json
import re
from importlib.metadata import PackageNotFoundError, distribution

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

from tests.tools.test_tooling import requirements
from tools.environments import pins

PROJECT = pins.PROJECT
NAMES = pins.names()
each_file = pytest.mark.parametrize("name", NAMES)


def text(name: str) -> str:
    return (PROJECT / f"{name}.txt").read_text("utf-8")


def pinned(name: str) -> list[pins.Pin]:
    return pins.read_pins(text(name))


def versions(name: str) -> dict[str, str]:
    """Return the version of each package that the file has one pin of."""
    return {canonicalize_name(pin.name): pin.version for pin in pinned(name)}


def wanted(name: str) -> list[Requirement]:
    """Return what the source of a pin file lists."""
    lines = (PROJECT / f"{name}.in").read_text("utf-8").splitlines()
    return [Requirement(line.partition("#")[0]) for line in lines if re.match(r"\w", line)]


def holes(roots: list[Requirement], file: str) -> list[str]:
    """Name what is installed here below the roots, and is not pinned or not within the bounds of what needs it."""
    found = []
    waiting = [(root, extra) for root in roots for extra in ("", *root.extras)]
    seen = set()
    while waiting:
        need, extra = waiting.pop()
        name = canonicalize_name(need.name)
        if versions(file).get(name, "") not in need.specifier:
            found.append(f"{need}: pinned is {versions(file).get(name)}")
        if (name, extra) in seen:
            continue
        seen.add((name, extra))
        for more in map(Requirement, distribution(name).requires or []):
            if more.marker is None or more.marker.evaluate({**default_environment(), "extra": extra}):
                waiting += [(more, other) for other in ("", *more.extras)]
    return found


def test_make_pins_generates_every_pin_file() -> None:
    folders = (PROJECT / folder for folder in ("requirements", "website", "tools", "tests", "notebooks"))
    files = [*PROJECT.glob("*.txt"), *(file for folder in folders for file in folder.rglob("*.txt"))]
    with_pins = [file for file in files if re.search(r"^[\w.-]+==\d", file.read_text("utf-8", "replace"), re.MULTILINE)]
    assert sorted(file.relative_to(PROJECT).with_suffix("").as_posix() for file in with_pins) == sorted(NAMES)


@each_file
def test_every_pin_has_hashes_and_supports_the_oldest_python(name: str) -> None:
    assert pinned(name)
    for pin in pinned(name):
        assert pin.hashes, pin.name
        assert pin.requires_python, pin.name
        assert pins.OLDEST_PYTHON in SpecifierSet(pin.requires_python.replace(pins.WITHOUT_BOUND, "")), pin.name


@each_file
def test_a_package_has_one_version_on_each_python(name: str) -> None:
    for minor in range(11, 20):
        python = {"python_version": f"3.{minor}", "python_full_version": f"3.{minor}.0"}
        here = [
            pin.name
            for pin in pinned(name)
            if not pin.marker or Requirement(f"{pin.name} ; {pin.marker}").marker.evaluate(python)  # type: ignore[union-attr]
        ]
        assert len(here) == len({*here})


@each_file
def test_a_pin_file_contains_no_url(name: str) -> None:
    for suffix in (".txt", ".in"):
        content = (PROJECT / name).with_suffix(suffix).read_text("utf-8")
        assert not re.search(r"://| @ |^ *(-i|-f|--index|--extra-index|--find-links)", content, re.MULTILINE)


@each_file
def test_the_pins_match_their_source(name: str) -> None:
    listed = {canonicalize_name(need.name) for need in wanted(name)}
    assert listed <= {*versions(name)}
    for need in wanted(name):
        versions_of_it = [
            pin.version for pin in pinned(name) if canonicalize_name(pin.name) == canonicalize_name(need.name)
        ]
        assert all(need.specifier.contains(version, prereleases=True) for version in versions_of_it), need


@each_file
def test_excluded_packages_are_not_pinned(name: str) -> None:
    file = PROJECT / f"{name}.exclude"
    lines = file.read_text("utf-8").splitlines() if file.exists() else []
    left_out = {canonicalize_name(line) for line in lines if not line.startswith("#")}
    assert not left_out & {*versions(name)}


@pytest.mark.parametrize(
    ("name", "groups"),
    [
        ("requirements/lab", ("run", "all", "build", "homework")),
        ("requirements/test", ("run", "all", "test", "build", "homework")),
    ],
)
def test_every_installed_package_is_pinned_within_its_bounds(name: str, groups: tuple[str, ...]) -> None:
    tools = [Requirement(tool) for tool in ("editables", "uv")]
    assert holes([*requirements(*groups), *tools], name) == []


@pytest.mark.parametrize("name", ["requirements/lab", "requirements/uv", "website/build/lessons-wheels"])
def test_pin_files_agree_on_versions(name: str) -> None:
    assert versions(name).items() <= versions("requirements/test").items()


def test_the_shipped_versions_match_the_site() -> None:
    packages = json.loads(pins.LESSON_PACKAGES.read_text("utf-8")).values()
    site = {canonicalize_name(entry["name"]): entry["version"] for entry in packages}
    site |= versions("website/build/lessons-wheels")
    shipped = versions("requirements/shipped")
    assert {"numpy", "matplotlib", "ipywidgets", "anywidget"} <= {*site} & {*shipped}
    for name in {*site} & {*shipped}:
        assert shipped[name] == site[name], name


def test_pins_state_the_python_versions_their_packages_require() -> None:
    compared = 0
    for pin in pinned("requirements/test"):
        try:
            metadata = distribution(pin.name).metadata
        except PackageNotFoundError:  # another system's
            continue
        named = metadata.get("Requires-Python") or pins.WITHOUT_BOUND
        assert named.replace(" ", "") == pin.requires_python.replace(" ", ""), pin.name
        compared += 1
    assert compared > 100


def test_a_pin_round_trips_through_text() -> None:
    written = "# Requires-Python: >=3.9\na-b==1.2 ; sys_platform == 'win32' \\\n    --hash=sha256:" + "0" * 64 + "\n"
    (pin,) = pins.read_pins(written)
    assert (pin.name, pin.version, pin.marker, pin.requires_python) == (
        "a-b",
        "1.2",
        "sys_platform == 'win32'",
        ">=3.9",
    )
    assert str(pin) == written
    with pytest.raises(SystemExit, match="this line is neither"):
        pins.read_pins("--index-url https://example.org")


def test_a_hash_stays_while_its_version_does() -> None:
    before = [pins.Pin("torch", "2.0", hashes={"cpu"}), pins.Pin("numpy", "1.0", hashes={"old"})]
    now = [pins.Pin("torch", "2.0", hashes={"gpu"}), pins.Pin("numpy", "2.0", hashes={"new"})]
    assert [pin.hashes for pin in pins.keep_hashes(now, before)] == [{"cpu", "gpu"}, {"new"}]


@pytest.mark.parametrize(
    "installer",
    [
        "tools/environments/venv.sh",
        "tools/environments/peers.sh",
        "website/build/shipped.py",
        "website/build/pyodide.py",
        "website/build/environments.py",
    ],
)
def test_every_installer_requires_hashes(installer: str) -> None:
    script = (PROJECT / installer).read_text("utf-8")
    lines = re.sub(r"\\\n", "", script)
    assert "--require-hashes" in lines
    assert "--constraint" not in lines


def test_every_makefile_install_except_lowest_requires_hashes() -> None:
    commands = re.findall(r"pip install .*", (PROJECT / "Makefile").read_text("utf-8"))
    assert [command for command in commands if "--require-hashes" not in command] == [
        'pip install -q --python .venv-lowest --resolution lowest-direct --editable ".[all,test]" --editable ./homework'
    ]
