"""Print the size of both packages: Python statements of each subpackage, and the functions over 40 lines.

python -m tools.sizes
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

PROJECT = Path(__file__).parents[1]
PACKAGES = (PROJECT / "metrics_edu", PROJECT / "homework" / "metrics_homework")
MAX_FUNCTION_LINES = 40


def is_text(node: ast.AST) -> bool:
    """Return whether a node is an expression that is only a string, as a docstring is."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def statements(tree: ast.AST) -> int:
    """Count the statements; strings that stand alone are documentation."""
    return sum(isinstance(node, ast.stmt) and not is_text(node) for node in ast.walk(tree))


def lines_of(node: ast.stmt) -> range:
    """Return the line numbers of a statement, from 1."""
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)


def function_lines(source: str, tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Yield the name of each function and its number of non-blank lines without the docstring."""
    lines = source.splitlines()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            documentation = {line for text in node.body[:1] if is_text(text) for line in lines_of(text)}
            yield node.name, sum(bool(lines[line - 1].strip()) for line in {*lines_of(node)} - documentation)


def measure(package: Path) -> tuple[Counter[str], list[str]]:
    """Return the statements of each subpackage, and a line for each function that is too long."""
    sizes = Counter[str]()
    long = []
    for path in sorted(package.rglob("*.py")):
        source = path.read_text("utf-8")
        tree = ast.parse(source)
        name = path.relative_to(package)
        subpackage = name.parts[0] if len(name.parts) > 1 else "(top level)"
        sizes[subpackage] += statements(tree)
        found = function_lines(source, tree)
        long += [f"{name}: {function}, {lines} lines" for function, lines in found if lines > MAX_FUNCTION_LINES]
    return sizes, long


def main() -> None:
    """Print a table for each package."""
    for package in PACKAGES:
        sizes, long = measure(package)
        rows = [*sizes.items(), (f"in {package.name}", sizes.total())]
        print("\n".join(f"{count:6,} {name}" for name, count in rows), *long, sep="\n")


if __name__ == "__main__":
    main()
