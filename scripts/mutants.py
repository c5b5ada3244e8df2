"""Change one thing at a time in working, metrics and mistakes, and print each change that no test of the room notices.

The changes are cosmic-ray's: another operator or number, a condition turned round, a decorator gone. Run by
`make mutants MUTANTS="120 15"` (how many are drawn, and the seed), after `make test` is green.
"""

import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

PROJECT = Path(__file__).parents[1]
TESTS = {  # of each room, the quick ones first
    "working": "writing derivation worked_values measures stepper law",
    "metrics": "worked_values ranking measures derivation data misconceptions diagnosis oracle law",
    "mistakes": "misconceptions diagnosis exercises checking",
}
OPERATORS = {name: get_operator(name)() for name in operator_names() if not get_operator(name).arguments()}


def places(source: str) -> Iterator[list[tuple[str, int]]]:
    nodes, by_place = list(ast_nodes(get_ast(source))), defaultdict(list)
    for name, operator in OPERATORS.items():
        starts = [start for node in nodes for start, _end in operator.mutation_positions(node)]
        for number, start in enumerate(starts):
            by_place[start, name.split("_")[0]].append((name, number))
    yield from by_place.values()


def meaning(source: str) -> str:
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return ""  # the star of a signature is no product
    for node in ast.walk(tree):
        for annotation in {"annotation", "returns"} & set(node._fields):
            setattr(node, annotation, None)
    return ast.dump(tree)


def passes(folder: Path, path: Path) -> bool:
    options = ["-xq", "-m", "not slow", "-ofaulthandler_timeout=600", "-ofaulthandler_exit_on_timeout=true"]
    tests = [str(path), *(f"tests/test_{name}.py" for name in TESTS[path.parts[1]].split())]
    command = [str(PROJECT / ".venv/bin/python"), "-m", "pytest", *options, *tests]
    environment = {**os.environ, "PYTHONPATH": str(folder), "CI": "1"}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False).returncode == 0


def main(folder: Path, count: int = 40, seed: int = 0) -> None:
    rng, noticed = random.Random(seed), []
    shutil.copytree(PROJECT, folder, ignore=shutil.ignore_patterns(".*", "node_modules"), dirs_exist_ok=True)
    paths = sorted(path for room in TESTS for path in folder.glob(f"metrics_edu/{room}/**/*.py"))
    drawn = [(path, rng.choice(operators)) for path in paths for operators in places(path.read_text("utf-8"))]
    rng.shuffle(drawn)
    for path, (name, number) in drawn:
        source, where = path.read_text("utf-8"), path.relative_to(folder)
        mutant = mutate_code(source, OPERATORS[name], number)
        if meaning(mutant) in ("", meaning(source)):
            continue
        path.write_text(mutant, "utf-8")
        noticed.append(not passes(folder, where))
        path.write_text(source, "utf-8")
        if not noticed[-1]:
            before, after = source.splitlines(), mutant.splitlines()
            print(*unified_diff(before, after, str(where), "changed", n=0, lineterm=""), sep="\n", flush=True)
        if len(noticed) == count:
            break
    print(f"{sum(noticed)} of {len(noticed)} changes were noticed")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        main(Path(name), *map(int, sys.argv[1:]))
