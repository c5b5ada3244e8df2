"""Print the layers of both packages: their folders, the imports between them, and how deep they go.

python -m tools.layers [REVISION]: without a REVISION the files as they are; with one, as they were in that commit.
"""

from __future__ import annotations

import ast
import io
import subprocess
import sys
import tempfile
import zipfile
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path

PROJECT = Path(__file__).parents[1]
PACKAGES = {"metrics_edu": ".", "metrics_homework": "homework"}
"""The folders of the packages."""
Graph = Mapping[str, set[str]]
"""The modules that each module imports, types included."""


def module_names(folder: Path, package: str) -> dict[str, Path]:
    """Return the modules of a package that is in a folder, by their full names."""
    files = sorted((folder / package).rglob("*.py"))
    return {".".join(path.relative_to(folder).with_suffix("").parts).removesuffix(".__init__"): path for path in files}


def imported(path: Path, modules: Mapping[str, Path]) -> Iterator[str]:
    """Give the modules that a file imports, under TYPE_CHECKING and also in functions."""
    for node in import_statements(path):
        if isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{one.name}" for one in node.names]
            yield from (name if name in modules else str(node.module) for name in names)
        else:
            yield from (one.name for one in node.names)


@cache
def import_statements(path: Path) -> list[ast.Import | ast.ImportFrom]:
    """Return the import statements of a file, which is parsed once."""
    nodes = ast.walk(ast.parse(path.read_text("utf-8")))
    return [node for node in nodes if isinstance(node, ast.Import | ast.ImportFrom)]


def graph_of(modules: Mapping[str, Path]) -> Graph:
    """Return the imports between some modules."""
    return {name: {*imported(path, modules)} & modules.keys() - {name} for name, path in modules.items()}


def circles(graph: Graph) -> Graph:
    """Return what is left when all modules that import nothing of the rest are taken away, again and again."""
    left = dict(graph)
    while free := [module for module, found in left.items() if not found & left.keys()]:
        for module in free:
            del left[module]
    return left


def levels(graph: Graph) -> int:
    """Return the number of levels: a module is one level above the highest that it imports; 0 if there is a circle."""
    height: dict[str, int] = {}
    while len(height) < len(graph):
        ready = {
            name for name, found in graph.items() if name not in height and not (found & graph.keys()) - height.keys()
        }
        if not ready:
            return 0
        height |= {name: 1 + max((height[one] for one in graph[name] & graph.keys()), default=0) for name in ready}
    return max(height.values(), default=0)


def groups_of(modules: Mapping[str, Path]) -> dict[str, str]:
    """Return the group of each module: its folder; a module beside folders, as in widgets, is a separate group."""
    folders = {name for name, path in modules.items() if path.name == "__init__.py"}
    parents = {name.rpartition(".")[0] for name in folders}
    groups = {}
    for name in modules:
        home = name if name in folders or name.rpartition(".")[0] in parents else name.rpartition(".")[0]
        groups[name] = "/".join(home.split(".")[1:])
    return groups


def between(graph: Graph, groups: Mapping[str, str]) -> dict[str, set[str]]:
    """Return the groups that each group imports."""
    found: dict[str, set[str]] = defaultdict(set)
    for module, targets in graph.items():
        found[groups[module]] |= {groups[target] for target in targets} - {groups[module], ""}
    return dict(found)


@contextmanager
def files_of(revision: str) -> Iterator[Path]:
    """Give a folder with the files of a commit, or the project's own."""
    if not revision:
        yield PROJECT
        return
    archive = subprocess.run(["git", "archive", "--format=zip", revision], cwd=PROJECT, check=True, capture_output=True)
    with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(io.BytesIO(archive.stdout)) as packed:
        packed.extractall(folder)
        yield Path(folder)


def table(modules: Mapping[str, Path]) -> Iterator[str]:
    """Give a line for each group of modules: how many, the imports between them, their levels, what the group imports."""
    graph = graph_of(modules)
    groups = groups_of(modules)
    inner = {name: found for name, found in graph.items() if modules[name].name != "__init__.py"}
    outer = between(inner, groups)
    yield f"{'group':<24} {'modules':>7} {'imports':>7} {'levels':>6}  imports from"
    for name in sorted(outer):
        own = {module: found for module, found in inner.items() if groups[module] == name}
        yield f"{name:<24} {len(own):>7} {imports_in(own):>7} {levels(own):>6}  {' '.join(sorted(outer[name]))}"
    yield ""
    for name in sorted({one.split("/")[0] for one in outer}):
        own = {module: found for module, found in inner.items() if module.split(".")[1] == name}
        folders = between(own, groups)
        yield (
            f"{name:<10} {imports_in(own):>4} imports between modules, {levels(own):>2} levels; "
            f"{imports_in(folders):>3} between groups, {levels(folders):>2} levels"
        )
    yield f"circles: {', '.join(circles(inner)) or 'none'}"


def imports_in(graph: Graph) -> int:
    """Return the number of imports between the modules, or groups, of a graph."""
    return sum(len(found & graph.keys()) for found in graph.values())


def main() -> None:
    """Print the tables of the files as they are, or of a commit."""
    with files_of("".join(sys.argv[1:2])) as folder:
        for package, place in PACKAGES.items():
            print("\n".join([f"# {package}", *table(module_names(folder / place, package)), ""]))


if __name__ == "__main__":
    main()
