"""The tree is the architecture: who imports whom, read from the code, types included."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import metrics_edu
from tools import sizes

PACKAGE = Path(metrics_edu.__file__).parent
PROJECT = PACKAGE.parent
ROOMS = ("working", "metrics", "mistakes", "plots", "tables", "exercises", "homework", "widgets", "locale")
ORDER = (
    "language", "working", "metrics", "mistakes", "data", "examples", "plots", "tables", "exercises", "homework", "widgets", "cli",
)  # fmt: skip
"""From the ground up: each imports only what stands before it."""
FILES = {".".join(path.relative_to(PROJECT).with_suffix("").parts): path for path in sorted(PACKAGE.rglob("*.py"))}
MODULES = {name.removesuffix(".__init__"): path for name, path in FILES.items()}
BUILDERS = ("tools", "notebooks.build", "figures.build", "website")
"""What makes the lessons, the pictures and the site, from the ground up; the page's own modules run in the browser."""
BUILDER_MODULES = {
    ".".join(path.relative_to(PROJECT).with_suffix("").parts): path
    for builder in BUILDERS
    for path in sorted((PROJECT / builder.replace(".", "/")).rglob("*.py"))
    if "page" not in path.parts
}
INSIDE = [module for module in MODULES if module != "metrics_edu"]


def imported(path: Path) -> Iterator[str]:
    """The modules of this project that a file imports, under TYPE_CHECKING and in functions, too."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{one.name}" for one in node.names]
            yield from (name if name in MODULES or name in BUILDER_MODULES else str(node.module) for name in names)
        elif isinstance(node, ast.Import):
            yield from (one.name for one in node.names)


def place(module: str) -> str:
    """The room of a module, or its own name at the top level."""
    return module.split(".")[1] if "." in module else ""


@cache
def imports() -> dict[str, set[str]]:
    """What each module of a room imports of the package: read by whoever runs these tests, not by all who collect them."""
    return {module: {*imported(MODULES[module])} & {*MODULES} - {module} for module in INSIDE}


def arrows(one: str) -> list[str]:
    """The places that a place imports, from the ground up."""
    found = {place(to) for module, targets in imports().items() if place(module) == one for to in targets} - {one}
    return [to for to in ORDER if to in found]


def drawing() -> str:
    """Each place and the places it imports."""
    return "\n".join(f"{one:<10} {' '.join(arrows(one))}".rstrip() for one in ORDER)


def test_the_package_has_only_the_subpackages_that_are_listed() -> None:
    assert {path.relative_to(PACKAGE).parts[0] for path in PACKAGE.glob("*/**/*.[mp][oy]")} == {*ROOMS}
    assert {path.stem for path in PACKAGE.glob("*.py")} == {"__init__", *ORDER} - {*ROOMS}


def test_no_function_is_long() -> None:
    assert sizes.measure()[1] == []


def test_sizes_counts_statements_and_finds_long_functions(tmp_path: Path) -> None:
    short = 'def short():\n    """Text."""\n    a = 1; b = 2\n    return a\n'
    body = "    a = 1\n\n" * sizes.MAX_FUNCTION_LINES
    (tmp_path / "inner").mkdir()
    (tmp_path / "one.py").write_text(f'"""Text."""\n{short}', "utf-8")
    (tmp_path / "inner" / "two.py").write_text(f"def long():\n{body}", "utf-8")
    counts, long = sizes.measure(tmp_path)
    assert counts == {"(top level)": 4, "inner": sizes.MAX_FUNCTION_LINES + 1}
    assert long == ["inner/two.py: long, 41 lines"]


@pytest.mark.parametrize("module", INSIDE)
def test_a_module_imports_only_from_subpackages_below_its_own(module: str) -> None:
    own = place(module)
    for to in imports()[module]:
        assert place(to) in ORDER[: ORDER.index(own) + 1], f"{module} imports {to}, which is above it"


def test_there_is_no_circle() -> None:
    doors = {f"metrics_edu.{room}" for room in ROOMS}
    assert circles({module: found - doors for module, found in imports().items()}) == {}


def circles(left: dict[str, set[str]]) -> dict[str, set[str]]:
    """Return what is left when all modules that import nothing of the rest are taken away, again and again."""
    while free := [module for module, found in left.items() if not found & left.keys()]:
        for module in free:
            del left[module]
    return left


@pytest.mark.parametrize("module", BUILDER_MODULES)
def test_a_builder_imports_the_package_and_the_builders_below_it(module: str) -> None:
    layer = next(k for k, builder in enumerate(BUILDERS) if module.startswith(builder))
    for to in imported(BUILDER_MODULES[module]):
        above = [builder for builder in BUILDERS[layer + 1 :] if to.startswith(builder)]
        assert not above, f"{module} imports {to}, which is above it"


def test_there_is_no_circle_among_the_builders() -> None:
    found = {module: {*imported(path)} & {*BUILDER_MODULES} - {module} for module, path in BUILDER_MODULES.items()}
    assert any(found.values())
    assert circles(found) == {}


def test_no_builder_is_on_the_path_of_the_tests() -> None:
    """A module such as `lessons` or `build` would hide another of its name."""
    folders = {Path(folder).resolve() for folder in sys.path}
    assert not folders & {path.parent for path in BUILDER_MODULES.values()}


@pytest.mark.parametrize("room", [room for room in ROOMS if room != "locale"])
def test_a_room_says_what_lives_in_it_what_does_not_and_what_it_imports(room: str) -> None:
    text = ast.get_docstring(ast.parse(MODULES[f"metrics_edu.{room}"].read_text("utf-8"))) or ""
    said = text.split("\n")
    assert len([line for line in said if line]) == 3
    assert said[-1] == f"May import: {', '.join(arrows(room))}."


@pytest.mark.parametrize("page", ["CONTRIBUTING.md", "CONTRIBUTING.es.md"])
def test_the_drawing_is_what_the_code_imports(page: str) -> None:
    assert f"```text\n{drawing()}\n```" in (PROJECT / page).read_text("utf-8")
