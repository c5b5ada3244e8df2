"""Print how large the package is: non-blank lines by room, and what is over the aims (300 lines a file, 30 a function)."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "metrics_edu"
FILE, FUNCTION = 300, 30


def lines(text: str) -> int:
    """Count the lines that are not blank."""
    return sum(bool(line.strip()) for line in text.splitlines())


def functions(path: Path) -> Iterator[tuple[str, int]]:
    """Give the functions of a file, each with its lines without docstring."""
    source = path.read_text("utf-8")
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef):
            docstring = ast.get_docstring(node, clean=False) is not None
            body = source.splitlines()[node.lineno - 1 : node.end_lineno]
            told = node.body[0]
            said = source.splitlines()[told.lineno - 1 : told.end_lineno] if docstring else []
            yield node.name, lines("\n".join(body)) - lines("\n".join(said))


def count() -> tuple[Counter[str], list[str]]:
    """Give the lines of each room, and what is over the aims."""
    rooms, long = Counter[str](), []
    for path in sorted(PACKAGE.rglob("*.py")):
        name, size = path.relative_to(PACKAGE), lines(path.read_text("utf-8"))
        rooms[name.parts[0] if len(name.parts) > 1 else "(top level)"] += size
        long += [f"{name}: {size} lines"] * (size > FILE)
        long += [f"{name}: {function}, {size} lines" for function, size in functions(path) if size > FUNCTION]
    return rooms, long


def main() -> None:
    """Print the table."""
    rooms, long = count()
    print("\n".join(f"{size:6,} {room}" for room, size in rooms.items()), f"{rooms.total():6,} in all", *long, sep="\n")


if __name__ == "__main__":
    main()
