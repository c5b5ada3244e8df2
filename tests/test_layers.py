"""The tree is the architecture: who imports whom, read from the code, types included."""

from __future__ import annotations

import ast
import sys
from functools import cache
from pathlib import Path

import pytest

import metrics_edu
from tools import layers, sizes

PACKAGE = Path(metrics_edu.__file__).parent
PROJECT = PACKAGE.parent
SUBPACKAGES = ("files", "working", "metrics", "mistakes", "plots", "tables", "practice", "widgets", "locale")
ORDER = (
    "language",
    "files",
    "working",
    "metrics",
    "mistakes",
    "testing",
    "data",
    "examples",
    "plots",
    "tables",
    "practice",
    "widgets",
    "judging_commands",
    "table_options",
    "comparing_command",
    "cli",
)
"""From the ground up: each imports only what is before it."""
MODULES = layers.module_names(PROJECT, "metrics_edu")
BUILDERS = ("tools", "notebooks.build", "figures.build", "website")
"""What makes the lessons, the pictures and the site, from the ground up; the page's own modules run in the browser."""
BUILDER_MODULES = {
    ".".join(path.relative_to(PROJECT).with_suffix("").parts): path
    for builder in BUILDERS
    for path in sorted((PROJECT / builder.replace(".", "/")).rglob("*.py"))
    if "page" not in path.parts
}
MOST_STATEMENTS = 18_570
HOMEWORK = layers.module_names(PROJECT / "homework", "metrics_homework")
KNOWN = MODULES | HOMEWORK | BUILDER_MODULES
INSIDE = [module for module in MODULES if module != "metrics_edu"]


def subpackage_of(module: str) -> str:
    """Return the subpackage of a module, or its own name at the top level."""
    return module.split(".")[1] if "." in module else ""


measured = cache(sizes.measure)


@cache
def imports() -> dict[str, set[str]]:
    """Return the imports of each module: read when a test runs, not when tests are collected."""
    graph = layers.graph_of(MODULES)
    return {module: graph[module] for module in INSIDE}


def arrows(one: str) -> list[str]:
    """Return the subpackages that one imports, from the ground up."""
    found = {
        subpackage_of(to) for module, targets in imports().items() if subpackage_of(module) == one for to in targets
    } - {one}
    return [to for to in ORDER if to in found]


def test_the_package_has_only_the_listed_subpackages() -> None:
    assert {path.relative_to(PACKAGE).parts[0] for path in PACKAGE.glob("*/**/*.[mp][oy]")} == {*SUBPACKAGES}
    assert {path.stem for path in PACKAGE.glob("*.py")} == {"__init__", *ORDER} - {*SUBPACKAGES}


def test_metrics_edu_grows_only_on_purpose() -> None:
    """A commit that raises the number says what was removed in return."""
    assert measured(PACKAGE)[0].total() <= MOST_STATEMENTS


@pytest.mark.parametrize("package", sizes.PACKAGES, ids=lambda package: package.name)
def test_no_function_is_long(package: Path) -> None:
    assert measured(package)[1] == []


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
    own = subpackage_of(module)
    for to in imports()[module]:
        assert subpackage_of(to) in ORDER[: ORDER.index(own) + 1], f"{module} imports {to}, which is above it"


@pytest.mark.parametrize("module", MODULES)
def test_metrics_edu_does_not_know_homework(module: str) -> None:
    assert not [to for to in layers.imported(MODULES[module], KNOWN) if to.startswith("metrics_homework")]


def test_modules_have_no_import_cycle() -> None:
    doors = {f"metrics_edu.{subpackage}" for subpackage in SUBPACKAGES}
    assert layers.circles({module: found - doors for module, found in imports().items()}) == {}
    homework = layers.graph_of(HOMEWORK)
    doors = {module for module, path in HOMEWORK.items() if path.name == "__init__.py"}
    assert layers.circles({module: found - doors for module, found in homework.items() if module not in doors}) == {}


@pytest.mark.parametrize("modules", [{one: path for one, path in MODULES.items() if ".widgets." in one}, HOMEWORK])
def test_the_folders_of_a_package_are_layers(modules: dict[str, Path]) -> None:
    """None of them imports another that imports it."""
    graph = layers.graph_of(modules)
    own = {module: found for module, found in graph.items() if modules[module].name != "__init__.py"}
    assert layers.levels(layers.between(own, layers.groups_of(modules))) > 1


def test_layers_finds_circles_and_counts_levels(tmp_path: Path) -> None:
    texts = {
        "metrics_edu/__init__": "",
        "metrics_edu/one": "",
        "metrics_edu/two": "from metrics_edu.one import a\n",
        "metrics_edu/three": "from metrics_edu import two\n",
    }
    (tmp_path / "metrics_edu").mkdir()
    for name, text in texts.items():
        (tmp_path / f"{name}.py").write_text(text, "utf-8")
    graph = {name: {*found} for name, found in layers.graph_of(layers.module_names(tmp_path, "metrics_edu")).items()}
    assert graph["metrics_edu.three"] == {"metrics_edu.two"}
    assert (layers.levels(graph), layers.circles(graph)) == (3, {})
    graph["metrics_edu.one"].add("metrics_edu.three")
    assert layers.levels(graph) == 0
    assert layers.circles(graph).keys() == {"metrics_edu.one", "metrics_edu.two", "metrics_edu.three"}


@pytest.mark.long
def test_the_layers_of_an_older_commit_are_printed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["layers", "HEAD"])
    layers.main()
    printed = capsys.readouterr().out
    assert printed.startswith("# metrics_edu\ngroup")
    assert "circles: none" in printed


@pytest.mark.parametrize("module", BUILDER_MODULES)
def test_a_builder_imports_the_package_and_the_builders_below_it(module: str) -> None:
    layer = next(k for k, builder in enumerate(BUILDERS) if module.startswith(builder))
    for to in layers.imported(BUILDER_MODULES[module], KNOWN):
        above = [builder for builder in BUILDERS[layer + 1 :] if to.startswith(builder)]
        assert not above, f"{module} imports {to}, which is above it"


def test_builders_have_no_import_cycle() -> None:
    found = {
        module: {*layers.imported(path, KNOWN)} & {*BUILDER_MODULES} - {module}
        for module, path in BUILDER_MODULES.items()
    }
    assert any(found.values())
    assert layers.circles(found) == {}


def test_no_builder_folder_is_on_sys_path() -> None:
    """A module such as `lessons` or `build` would hide another of its name."""
    folders = {Path(folder).resolve() for folder in sys.path}
    assert not folders & {path.parent for path in BUILDER_MODULES.values()}


@pytest.mark.parametrize("subpackage", [subpackage for subpackage in SUBPACKAGES if subpackage != "locale"])
def test_a_subpackage_says_what_it_holds_and_what_it_imports(subpackage: str) -> None:
    text = ast.get_docstring(ast.parse(MODULES[f"metrics_edu.{subpackage}"].read_text("utf-8"))) or ""
    said = text.split("\n")
    assert len([line for line in said if line]) == 3
    assert said[-1] == f"May import: {', '.join(arrows(subpackage))}."
