"""Try the commands that the pages name as a new user would, on each Python of this machine, and print a table of the results.

python -m tools.checks.matrix [--python 3.12 ...] [--command lab ...] [--heavy] [--rounds 2] [--pass-on HTTPS_PROXY ...]

Each command runs in a fresh clone of the last commit, with an empty home and no variable but HOME and PATH. `lab` and `app`
pass when their address answers, the others when they end well. The logs of what failed stay in build/matrix.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
import urllib.request
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

PROJECT = Path(__file__).parents[2]
LOGS = PROJECT / "build" / "matrix"
HISTORY = {"CHANGELOG.md"}
"""This page also names commands of older versions."""
FOR_USERS = ("README", "docs/", "homework/")
"""Their readers have what `make lab` installs, those of the other pages what `make test` does."""
SPAN = re.compile(r"`([^`\n]+)`")
LINE = re.compile(r"^(?: {4}|(?=\.venv/|python3? -m |make \w))(\S.*)", re.MULTILINE)
NAMED = re.compile(
    r"make (?P<target>[a-z][a-z-]*)(?: .*)?"
    r"|(?:\.venv/bin/)?(?:python3? -m (?P<module>[\w.]+)|(?P<tests>pytest)|(?P<cli>metrics-(?:edu|homework)))(?: .*)?"
)
SERVERS = {"lab": ["LAB_ARGS=--no-browser"], "app": ["APP_ARGS=--no-browser"]}
"""The targets that run until they are ended, with the words that open no browser."""
HEAVY = {
    "bench": "an hour, and its numbers need a quiet machine",
    "benchmarks.beside": "a part of bench",
    "benchmarks.grading": "a part of bench",
    "benchmarks.size": "a part of bench",
    "benchmarks.tutor": "a part of bench",
    "benchmarks.versions": "some minutes of measuring",
    "benchmarks.worksheets": "a part of bench",
    "fuzz": "20,000 files",
    "mutants": "all unit tests under coverage",
    "peers": "4 GB",
    "pins": "resolves every package again",
    "stress": "all tests, many times",
    "test-all": "an hour",
}
"""The commands that only --heavy tries, with the reason."""
NEVER = {
    "benchmarks.course": "reads a data set that the reader downloads",
    "http.server": "is Python's own",
    "matrix": "is this program",
}
"""The commands that are not tried, with the reason."""
OWN_FILES = re.compile(r"\b(?:grades|worksheet|roster|run)\.csv|my_folder|--policy tarea1\.yaml")
"""What only the reader has, in a line of one of our programs."""
NEEDS_A_HUMAN = (
    " 2> ../errors || { code=$?; cat ../errors; [ $code -eq 1 ] && ! grep -q Traceback ../errors; } || exit 1"
)
"""What lets a command end with 1, as it does for a row or a file that needs a human, but not with a traceback."""
SYSTEM_PATH = ["/usr/local/bin", "/usr/bin", "/bin"]
LIMIT = 5400
"""Seconds after which a command has failed."""
ASK = (
    "import os, sys; print('%d.%d.%d' % sys.version_info[:3]); print(os.path.realpath(sys._base_executable));"
    "import ensurepip, venv"
)


@dataclass(frozen=True)
class Python:
    """An interpreter of this machine."""

    version: str
    executable: Path

    def release(self) -> tuple[int, ...]:
        return tuple(map(int, self.version.split(".")))


@dataclass(frozen=True)
class Result:
    """What became of one command on one Python."""

    python: Python
    command: str
    has_passed: bool
    seconds: float

    def __str__(self) -> str:
        return f"{'pass' if self.has_passed else 'FAIL'} {self.seconds:.0f} s"


def folders() -> Iterator[Path]:
    """Yield the folders that may have a Python: those on PATH, the system's, and pyenv's."""
    yield from map(Path, os.environ.get("PATH", "").split(os.pathsep))
    yield from map(Path, SYSTEM_PATH)
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    yield from sorted(pyenv.glob("versions/*/bin"))


def ask(candidate: Path) -> Python | None:
    """Return the Python that a file is, if it starts, is new enough and can make environments."""
    try:
        answer = subprocess.run([candidate, "-c", ASK], capture_output=True, text=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    if answer.returncode:
        return None
    version, executable = answer.stdout.splitlines()
    python = Python(version, Path(executable))
    return python if python.release() >= oldest() else None


def oldest() -> tuple[int, ...]:
    """Return the first Python that the project takes."""
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]
    return (*map(int, project["requires-python"].removeprefix(">=").split(".")), 0)


def find_pythons(folders: Iterable[Path]) -> list[Python]:
    """Return each different Python in the folders, the oldest first."""
    found: dict[Path, Python] = {}
    for searched in folders:
        for candidate in sorted(searched.glob("python3*")) if searched.is_dir() else []:
            if re.fullmatch(r"python3(\.\d+)?", candidate.name) and (python := ask(candidate)):
                found.setdefault(python.executable, python)
    return sorted(found.values(), key=lambda python: (python.release(), python.executable))


def chosen(pythons: list[Python], wanted: list[str]) -> list[Python]:
    """Return the Pythons of which a version or a file was named: all of them, if none was."""
    kept = []
    for name in wanted:
        fitting = [python for python in pythons if f"{python.version}.".startswith(f"{name}.")]
        if not fitting and os.sep in name and (named := ask(Path(name))):
            fitting = [named]
        if not fitting:
            there = ", ".join(python.version for python in pythons)
            raise SystemExit(f"There is no Python {name!r} here; name a version ({there}) or the path of another.")
        kept += fitting
    return kept or pythons


def environment(python: Python, home: Path, passed_on: list[str]) -> dict[str, str]:
    """Return the variables of a new user who has this Python first on PATH."""
    path = os.pathsep.join([str(python.executable.parent), *SYSTEM_PATH])
    kept = {name: os.environ[name] for name in passed_on if name in os.environ}
    return {"HOME": str(home), "PATH": path, **kept}


def code(text: str) -> Iterator[str]:
    """Yield what a page shows as code: its spans, and the lines of its blocks, without their comments."""
    for found in sorted([*SPAN.finditer(text), *LINE.finditer(text)], key=re.Match.start):
        yield found[1].partition(" #")[0].strip()


def pages() -> list[str]:
    """Return the pages of this repository that say how it is used."""
    listed = subprocess.run(["git", "ls-files", "*.md"], cwd=PROJECT, capture_output=True, text=True, check=True)
    return [name for name in listed.stdout.splitlines() if name not in HISTORY]


def named_commands() -> dict[str, dict[str, str]]:
    """Return the command lines of the pages, each with its page: by target, by module, and those of our programs by page."""
    found: dict[str, dict[str, str]] = {}
    for page in pages():
        for line in code((PROJECT / page).read_text("utf-8")):
            if (named := NAMED.fullmatch(line)) and not (
                line.startswith(".venv/bin/metrics-") and OWN_FILES.search(line)
            ):
                name = named["target"] or named["module"] or named["tests"] or page
                found.setdefault(name, {}).setdefault(line, page)
    return found


def runnable(line: str) -> str:
    """Return a command of a page for a shell, with what it needs before it. Without its file, our programs show their help."""
    command = re.sub(r"^(python3?|pytest|metrics-edu|metrics-homework)\b", r".venv/bin/\1", line).replace(
        "REVISION", "HEAD"
    )
    if line.startswith("metrics-"):
        command += " --help"
    if "bin/metrics-" in command:
        command += NEEDS_A_HUMAN
    return f"make site && {command}" if "dist/site" in line else command


def command_line(python: Python, command: str, variables: dict[str, str]) -> list[str]:
    """Return the words of a command, with PYTHON where `python3` would be another one."""
    first = shutil.which("python3", path=variables["PATH"])
    is_first = first is not None and Path(first).resolve() == python.executable
    chosen = [] if is_first else [f"PYTHON={python.executable}"]
    if command in targets():
        return ["make", command, *SERVERS.get(command, []), *chosen]
    lines = named_commands()[command]
    kind = "lab" if any(page.startswith(FOR_USERS) for page in lines.values()) else "test"
    install = f"sh tools/environments/venv.sh {shlex.quote(str(python.executable))} {kind}"
    return ["sh", "-exc", "\n".join([install, *map(runnable, lines)])]


def targets() -> list[str]:
    """Return the targets of the Makefile."""
    return re.findall(r"^([a-z-]+):", (PROJECT / "Makefile").read_text("utf-8"), re.MULTILINE)


def tried(*, heavy: bool) -> list[str]:
    """Return the commands to try: all targets, and all that a page names."""
    left_out = NEVER if heavy else NEVER | HEAVY
    return [name for name in dict.fromkeys([*targets(), *named_commands()]) if name not in left_out]


@contextmanager
def running(words: list[str], folder: Path, variables: dict[str, str], log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Start a command that prints into the log, and end it and all that it started."""
    with log.open("wb") as output:
        process = subprocess.Popen(
            words,
            cwd=folder,
            env=variables,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        yield process
    finally:
        end(process)


def end(process: subprocess.Popen[bytes]) -> None:
    """End a process with its whole group."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def answers(log: Path) -> bool:
    """Return whether the address in the log, once it is there, is that of a page."""
    address = re.search(rb"http://127\.0\.0\.1:\d+/\S*", log.read_bytes())
    if not address:
        return False
    try:
        with urllib.request.urlopen(address[0].decode(), timeout=60) as page:
            return page.status == 200 and b"<html" in page.read()
    except OSError:
        return False


def has_passed(command: str, process: subprocess.Popen[bytes], log: Path) -> bool:
    """Wait for a server's answer, or for the end of another command."""
    if command not in SERVERS:
        try:
            return process.wait(LIMIT) == 0
        except subprocess.TimeoutExpired:
            return False
    until = time.monotonic() + LIMIT
    while process.poll() is None and time.monotonic() < until:
        if answers(log):
            return True
        time.sleep(0.5)
    return False


def clone(folder: Path) -> None:
    """Clone the last commit as from GitHub, which some commands read from the remote `origin`."""
    subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", str(PROJECT), str(folder)], check=True)
    subprocess.run(["git", "remote", "set-url", "origin", "https://github.com/OWNER/NAME"], cwd=folder, check=True)


def run(python: Python, command: str, passed_on: list[str]) -> Result:
    """Run one command in a fresh clone. The log stays if the command fails."""
    LOGS.mkdir(parents=True, exist_ok=True)
    log = LOGS / f"{python.version}-{command.replace('/', '-')}-{time.strftime('%Y%m%d-%H%M%S')}.log"
    with tempfile.TemporaryDirectory(prefix="matrix-", ignore_cleanup_errors=True) as temporary:
        home, folder = Path(temporary) / "home", Path(temporary) / "metrics_edu"
        home.mkdir()
        clone(folder)
        variables = environment(python, home, passed_on)
        began = time.monotonic()
        with running(command_line(python, command, variables), folder, variables, log) as process:
            passed = has_passed(command, process, log)
        seconds = time.monotonic() - began
    if passed:
        log.unlink()
    return Result(python, command, passed, seconds)


def table(results: list[Result]) -> str:
    """Return the results as a table: a row for each command, a column for each Python."""
    pythons = list(dict.fromkeys(result.python for result in results))
    rows = [["Command", *(python.version for python in pythons)]]
    for command in dict.fromkeys(result.command for result in results):
        of_it = {result.python: str(result) for result in results if result.command == command}
        rows.append([command, *(of_it[python] for python in pythons)])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return "\n".join(lines)


def is_committed() -> bool:
    status = ["git", "status", "--porcelain", "--untracked-files=no"]
    return not subprocess.run(status, cwd=PROJECT, capture_output=True, check=True).stdout


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--python", action="append", default=[], help="a version, as 3.12, or a path; all by default")
    known = [*tried(heavy=True), *NEVER]
    parser.add_argument("--command", action="append", choices=known, metavar="NAME", help=", ".join(known))
    parser.add_argument("--heavy", action="store_true", help=f"also {', '.join(HEAVY)}")
    parser.add_argument("--rounds", type=int, default=1, help="how often all of them run")
    parser.add_argument("--pass-on", action="append", default=[], help="a variable that the commands keep")
    return parser.parse_args()


def main() -> None:
    """Run what was chosen, print the table of each round, and fail if one command failed."""
    wanted = options()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("The matrix was ended."))
    pythons = chosen(find_pythons(folders()), wanted.python)
    for python in pythons:
        print(f"Python {python.version}: {python.executable}")
    if not is_committed():
        print("There are changes that are not committed: the matrix tries the last commit.")
    commands = wanted.command or tried(heavy=wanted.heavy)
    for name, reason in (NEVER if wanted.heavy else NEVER | HEAVY).items():
        print(f"Left out: {name} ({reason}).")
    failed = 0
    for _ in range(wanted.rounds):
        results = []
        for python in pythons:
            for command in commands:
                results.append(run(python, command, wanted.pass_on))
                print(f"{python.version} {command}: {results[-1]}", flush=True)
        print(f"\n{table(results)}\n", flush=True)
        failed += sum(not result.has_passed for result in results)
    if failed:
        raise SystemExit(f"{failed} failed; the logs are in {LOGS.relative_to(PROJECT)}.")


if __name__ == "__main__":
    main()
