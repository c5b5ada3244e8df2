"""Change one thing at a time in SUBPACKAGES, and print each change that no quick unit test notices.

The changes are cosmic-ray's: another operator or number, a condition turned round, a decorator gone. Run by
`make mutants MUTANTS="120 15"` (how many are drawn, and the seed), after `make test` is green; MUTANTS="20 0 tables" draws in
one subpackage and runs its own tests alone. Coverage notes once which tests reach which line; each change is tried by those,
the quick files first, in a fork that has imported the libraries.
"""

import ast
import os
import pickle
import random
import shutil
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from importlib import import_module
from itertools import islice
from multiprocessing import get_context
from pathlib import Path

import pytest
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names
from coverage import Coverage, CoverageData

PROJECT = Path(__file__).parents[2]
SUBPACKAGES = ("working", "metrics", "mistakes", "tables", "homework")
"""Those of metrics_edu, and metrics_homework."""
LIBRARIES = ("IPython", "hypothesis", "ipywidgets", "matplotlib.pyplot", "nbval", "pytest_playwright", "scipy.stats")
ELSEWHERE = (
    "browser",
    "peers",
    "notebooks",
    "website",
    "tools",
    "tables/test_fuzz.py",
    "test_homework_fuzz.py",
    "test_homework_workers.py",
    "test_whole_course.py",
)
"""What runs mostly in browsers, kernels and other processes, where coverage sees no line."""
OPERATORS = {name: get_operator(name)() for name in operator_names() if not get_operator(name).arguments()}
IMPORTED = "-Wignore:Module already imported:pytest.PytestAssertRewriteWarning"
COLLECTING, SOON = 0.5, 5  # seconds a file takes, and the first batch may take


class Recorder:
    """Notes the tests that reach each line, and how long each test takes."""

    def __init__(self, files: list[Path]) -> None:
        self.coverage = Coverage("reached", config_file=False, include=[*map(str, files)])
        self.seconds = defaultdict[str, float](float)

    def pytest_configure(self) -> None:
        self.coverage.start()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> None:
        self.coverage.switch_context(item.nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid] += report.duration

    def pytest_unconfigure(self) -> None:
        self.coverage.stop()
        self.coverage.save()
        Path("seconds").write_bytes(pickle.dumps(self.seconds))


class Chosen:
    """Runs these tests, in this order."""

    def __init__(self, tests: list[str]) -> None:
        self.tests = tests

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        by_test = {item.nodeid: item for item in items}
        items[:] = [by_test[test] for test in self.tests if test in by_test]


def run(arguments: list[str], plugin: Recorder | Chosen) -> None:
    with Path("log").open("w") as log, redirect_stdout(log), redirect_stderr(log):
        sys.exit(pytest.main(["-q", "-mnot slow", "-pno:cacheprovider", IMPORTED, *arguments], [plugin]))


def passes(seconds: float, *arguments: object) -> bool:
    process = get_context("fork").Process(target=run, args=arguments)
    process.start()
    process.join(seconds)
    process.kill()
    process.join()
    return process.exitcode in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)


def batches(reached: dict[int, list[str]], seconds: dict[str, float], line: int) -> Iterator[list[str]]:
    """The tests of a line by file, the quick ones first. What is run when imported may show elsewhere, in any test."""
    near = {*reached.get(max((known for known in reached if known <= line), default=0), [""])}
    files = defaultdict[str, list[str]](list)
    elsewhere = seconds if near == {""} else set[str]().union(*reached.values()) if "" in near else near
    for test in near.union(elsewhere) - {""}:
        files[test.partition("::")[0]].append(test)
    costs = {file: COLLECTING + sum(seconds[test] for test in tests) for file, tests in files.items()}
    batch, most, cost = list[str](), SOON, 0.0
    for file in sorted(files, key=lambda file: (near.isdisjoint(files[file]), costs[file])):
        if batch and cost + costs[file] > most:
            yield batch
            batch, most, cost = [], 2 * most, 0.0
        batch += sorted(files[file], key=seconds.__getitem__)
        cost += costs[file]
    if batch:
        yield batch


def positions(source: str) -> Iterator[tuple[int, list[tuple[str, int]]]]:
    nodes, by_position = list(ast_nodes(get_ast(source))), defaultdict(list)
    for name, operator in OPERATORS.items():
        starts = [start for node in nodes for start, _end in operator.mutation_positions(node)]
        for number, start in enumerate(starts):
            by_position[start, name.split("_")[0]].append((name, number))
    yield from ((line, operators) for ((line, _), _), operators in by_position.items())


def meaning(source: str) -> str:
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return ""  # the star of a signature is no product
    for node in ast.walk(tree):
        for annotation in {"annotation", "returns"} & set(node._fields):
            setattr(node, annotation, None)
    return ast.dump(tree)


def changes(rng: random.Random, files: list[Path]) -> Iterator[tuple[Path, int, str]]:
    drawn = [
        (path, line, rng.choice(several)) for path in files for line, several in positions(path.read_text("utf-8"))
    ]
    rng.shuffle(drawn)
    for path, line, (name, number) in drawn:
        source = path.read_text("utf-8")
        changed = mutate_code(source, OPERATORS[name], number)
        if meaning(changed) not in ("", meaning(source)):
            yield path, line, changed


def files_of(subpackages: tuple[str, ...]) -> list[Path]:
    """Return the modules of some subpackages, from the project's folder, also those in folders."""
    homework = PROJECT / "homework" / "metrics_homework"
    folders = [homework if name == "homework" else PROJECT / "metrics_edu" / name for name in subpackages]
    return [path.relative_to(PROJECT) for folder in folders for path in sorted(folder.rglob("*.py"))]


def suite(subpackages: tuple[str, ...]) -> list[str]:
    """Return what pytest runs: all quick tests, or those of one subpackage."""
    tests = {"homework": "homework/tests"}.get(subpackages[0], f"tests/{subpackages[0]}")
    named = [tests] if len(subpackages) == 1 else ["tests", "homework", "metrics_edu"]
    return [*named, *(f"--ignore-glob=*tests/{name}" for name in ELSEWHERE)]


def main(count: str = "40", seed: str = "0", *subpackages: str) -> None:
    files_to_change = files_of(subpackages or SUBPACKAGES)
    if not passes(7200, suite(subpackages or SUBPACKAGES), Recorder(files_to_change)):
        sys.exit(Path("log").read_text("utf-8"))
    seconds, reached, noticed = pickle.loads(Path("seconds").read_bytes()), CoverageData("reached"), 0
    reached.read()
    for path, line, changed in islice(changes(random.Random(int(seed)), files_to_change), int(count)):
        path.write_text(changed, "utf-8")
        for tests in batches(reached.contexts_by_lineno(str(path.resolve())), seconds, line):
            files = {test.partition("::")[0]: 0 for test in tests}
            if not passes(60 + 5 * sum(map(seconds.get, tests)), ["-x", *files], Chosen(tests)):
                noticed += 1
                break
        else:
            lines = zip((PROJECT / path).read_text("utf-8").splitlines(), changed.splitlines(), strict=False)
            old, new = next(pair for pair in lines if pair[0] != pair[1])
            print(f"- {path}:{line}: `{old.strip()}` became `{new.strip()}`", flush=True)
        shutil.copy2(PROJECT / path, path)
    print(f"\n{noticed} of {count} changes were noticed (seed {seed}).")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        project = str(shutil.copytree(PROJECT, Path(name, "p"), ignore=shutil.ignore_patterns(".*", "node_modules")))
        os.chdir(project)
        sys.path.insert(0, project)
        os.environ |= {"PYTHONPATH": os.pathsep.join([project, f"{project}/homework"]), "CI": "1", "MPLBACKEND": "Agg"}
        for library in LIBRARIES:
            import_module(library)
        main(*sys.argv[1:])
