"""Each target of the Makefile, and each page for users, installs every distribution that its commands import."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from functools import cache
from importlib.metadata import entry_points, packages_distributions
from pathlib import Path

import pytest

from tools.checks import matrix
from tools.environments.pins import normal, read_pins

PROJECT = Path(__file__).parents[2]
BROUGHT = {"pyarrow"}
"""Who hands over a block of pyarrow has it: metrics_edu imports it only then."""
COMES_WITH_PYTHON = {"pip"}
DISTRIBUTIONS = packages_distributions()
SCRIPTS = {script.name: script.dist.name for script in entry_points(group="console_scripts") if script.dist}


class Imports(ast.NodeVisitor):
    """Collects the imports of a file, in functions also. What only mypy imports may be any of our own modules."""

    def __init__(self) -> None:
        self.names: set[str] = set()
        self.for_types: set[str] = set()

    def visit_If(self, node: ast.If) -> None:
        if ast.unparse(node.test) != "TYPE_CHECKING":
            return self.generic_visit(node)
        inner = Imports()
        inner.generic_visit(node)
        self.for_types |= inner.names
        return None

    def visit_Import(self, node: ast.Import) -> None:
        self.names |= {one.name for one in node.names}

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        self.names |= {str(node.module)} | {f"{node.module}.{one.name}" for one in node.names}


def place_of(name: str) -> Path:
    """Return the folder that a module of ours is imported from."""
    return PROJECT / "homework" if name.startswith("metrics_homework") else PROJECT


def is_ours(name: str) -> bool:
    return (place_of(name) / name.partition(".")[0]).is_dir()


def files_of(module: str) -> list[Path]:
    """Return the files that an import of one of our modules runs; of a folder with `python -m`, its program also."""
    parts = module.split(".")
    folders = [place_of(module).joinpath(*parts[:count]) for count in range(1, len(parts) + 1)]
    files = [
        folders[-1].with_suffix(".py"),
        folders[-1] / "__main__.py",
        *(folder / "__init__.py" for folder in folders),
    ]
    return [file for file in files if file.is_file()]


@cache
def imports_of(file: Path) -> tuple[frozenset[str], frozenset[str]]:
    """Return our own modules that a file imports, and the names of others outside the standard library."""
    found = Imports()
    found.visit(ast.parse(file.read_text("utf-8")))
    own = {name for name in found.names | found.for_types if is_ours(name)}
    others = {name.partition(".")[0] for name in found.names - own} - sys.stdlib_module_names
    return frozenset(own), frozenset(others)


def needed(modules: set[str]) -> dict[str, Path]:
    """Return the distributions that some modules need, each with a file that imports it."""
    found: dict[str, Path] = {}
    seen: set[Path] = set()
    waiting = [*modules]
    while waiting:
        for file in {*files_of(waiting.pop())} - seen:
            seen.add(file)
            own, others = imports_of(file)
            waiting += own
            found |= {normal(DISTRIBUTIONS.get(name, [name])[0]): file for name in others - BROUGHT}
    return found


def run_modules(commands: str) -> set[str]:
    """Return our own modules that some commands run. What tests import, their own run shows."""
    return {name for name in re.findall(r"python3? -m ([\w.]+)", commands) if is_ours(name)}


def run_distributions(commands: str) -> set[str]:
    """Return the distributions whose programs some commands run from an environment."""
    programs = {*re.findall(r"\.venv[\w-]*/bin/([\w-]+)", commands)} - {"python", "python3"}
    modules = {name for name in re.findall(r"/bin/python -m ([\w]+)", commands) if not is_ours(name)}
    named = {SCRIPTS.get(program, program) for program in programs - COMES_WITH_PYTHON}
    return {normal(name) for name in named | modules} - sys.stdlib_module_names


def pinned(name: str) -> set[str]:
    return {normal(pin.name) for pin in read_pins((PROJECT / "requirements" / f"{name}.txt").read_text("utf-8"))}


def installed(commands: str) -> set[str]:
    """Return the distributions that some commands install."""
    files = {
        *re.findall(r"tools/environments/venv\.sh \S+ (\w+)", commands),
        *re.findall(r"--requirement requirements/(\w+)\.txt", commands),
    }
    if '--editable ".[all,test]"' in commands:
        files.add("test")  # its pins are of these two extras
    return {"metrics-edu", "metrics-homework"}.union(*map(pinned, files))


def missing(commands: str) -> set[str]:
    """Describe each distribution that some commands need and do not install."""
    needs = dict.fromkeys(run_distributions(commands), Path("a command")) | needed(run_modules(commands))
    return {f"{name}: {needs[name].name}" for name in needs.keys() - installed(commands)}


@pytest.mark.parametrize("target", matrix.targets())
def test_a_target_installs_all_that_its_modules_import(target: str) -> None:
    command = ["make", "--dry-run", "--no-print-directory", target, "PYTHON=python3"]
    commands = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=True).stdout
    assert missing(commands) == set()


def test_a_command_of_a_page_finds_all_that_it_imports() -> None:
    """Test the programs and modules that a page names in what its readers have installed."""
    for name, lines in matrix.named_commands().items():
        if name not in matrix.targets():
            commands = "\n".join(matrix.command_line(matrix.Python("3.11.2", Path("python3")), name, {"PATH": ""}))
            assert missing(commands) == set(), list(lines)


def test_a_missing_distribution_is_noticed() -> None:
    install = 'sh tools/environments/venv.sh "python3" {}\n.venv/bin/{}'
    assert missing(install.format("lab", "python -m tools.translations")) == set()
    assert missing(install.format("lab", "mypy")) == {"mypy: a command"}
    assert missing(install.format("uv", "python -m website.serve")) >= {"markdownify: markdown_twins.py"}
    assert "matplotlib: __main__.py" in missing("python3 -m tools.checks.look")
