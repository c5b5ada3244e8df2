"""Write the pin files again: exact versions with hashes, for the oldest Python that the project takes and for all newer ones.

python -m tools.environments.pins [NAME ...] [-- OPTION ...]

Without a NAME all of them. A pin stays as it is while it fits; the options are those of `uv pip compile`, as in
`make pins PINS="-- --upgrade-package ruff"`. NAME.in says what NAME.txt is for and from; NAME.exclude lists what is left out.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

PROJECT = Path(__file__).parents[2]
METADATA = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))
OLDEST_PYTHON = METADATA["project"]["requires-python"].removeprefix(">=") + ".0"
EXTRAS = {"requirements/test": ("all", "test"), "requirements/lab": ("all",), "requirements/shipped": ()}
"""The pin files of the package's own dependencies, with its extras that they take."""
WITH_HOMEWORK = {"requirements/test", "requirements/lab"}
"""Those that also have the dependencies of homework."""
WITHOUT_DEPENDENCIES = {"website/build/lessons-wheels", "website/build/wheels", "website/build/test-distribution"}
"""The pin files of single wheels: the place where they are used has the rest."""
FIRST = "requirements/test"
"""The pin file whose versions others take as constraints."""
SHIPPED = "requirements/shipped"
"""The pin file that takes the versions of the site's files."""
LESSON_PACKAGES = PROJECT / "website" / "build" / "lessons-packages.json"
PIN = re.compile(r"(?P<name>[\w.-]+)==(?P<version>[^\s;]+)(?: ; (?P<marker>[^\\\n]+?))?(?: \\)?")
WITHOUT_BOUND = "any"
SOURCE_ONLY = "pyspark"
"""It has no wheel; tools/environments/peers.sh builds it."""


@dataclass
class Pin:
    """A version of a package, the SHA-256 of its files, and the Pythons that it takes."""

    name: str
    version: str
    marker: str = ""
    hashes: set[str] = field(default_factory=set)
    requires_python: str = ""

    def __str__(self) -> str:
        line = f"{self.name}=={self.version}" + (f" ; {self.marker}" if self.marker else "")
        hashes = "".join(f" \\\n    --hash=sha256:{digest}" for digest in sorted(self.hashes))
        return f"# Requires-Python: {self.requires_python}\n{line}{hashes}\n"


def normal(name: str) -> str:
    """Return the name of a package as PyPI compares it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def names() -> list[str]:
    """Return the pin files, each without its suffix, in an order in which each comes after those that it refers to."""
    sources = ("requirements", "website/build", "tests/peers/requirements")
    found = [path for folder in sources for path in sorted((PROJECT / folder).glob("*.in"))]
    files = [path.relative_to(PROJECT).with_suffix("").as_posix() for path in found]
    return sorted(files, key=lambda name: (name != FIRST, name == SHIPPED))


def read_pins(text: str) -> list[Pin]:
    """Return the pins of a file, in its order."""
    pins: list[Pin] = []
    requires_python = ""
    for line in text.splitlines():
        if line.startswith("# Requires-Python: "):
            requires_python = line.removeprefix("# Requires-Python: ")
        elif digest := re.search(r"--hash=sha256:([0-9a-f]{64})", line):
            pins[-1].hashes.add(digest[1])
        elif match := PIN.fullmatch(line.strip()):
            pins.append(Pin(match["name"], match["version"], match["marker"] or "", set(), requires_python))
        elif line.strip() and not line.startswith("#"):
            raise SystemExit(f"A pin file holds pins and comments only; this line is neither: {line!r}")
    return pins


def shipped_constraints() -> Iterable[str]:
    """Name the versions that the site gives to a browser, but those of the package's tools."""
    packages = json.loads(LESSON_PACKAGES.read_text("utf-8")).values()
    shipped = {normal(entry["name"]): entry["version"] for entry in packages if entry["file_name"].endswith(".whl")}
    others = [PROJECT / "website" / "build" / "lessons-wheels.txt", PROJECT / f"{FIRST}.txt"]
    for file in others:
        for pin in read_pins(file.read_text("utf-8")):
            shipped.setdefault(normal(pin.name), pin.version)
    return (f"{name}=={version}" for name, version in sorted(shipped.items()))


def resolve(name: str, options: list[str], folder: Path) -> list[Pin]:
    """Return the pins of a file as uv resolves them. Those that the file has now are kept where they fit."""
    now, found = PROJECT / f"{name}.txt", folder / "pins.txt"
    found.write_text(now.read_text("utf-8") if now.exists() else "", "utf-8")
    uv = [str(Path(sys.executable).with_name("uv")), "pip", "compile", "--quiet", "--universal", "--generate-hashes"]
    uv += ["--python-version", OLDEST_PYTHON, "--fork-strategy", "fewest", "--no-annotate", "--no-header"]
    sources = [f"{name}.in"]
    if name in EXTRAS:
        sources.append("pyproject.toml")
        if name in WITH_HOMEWORK:
            sources.append("homework/pyproject.toml")
        uv += [word for extra in EXTRAS[name] for word in ("--extra", extra)]
        uv += ["--no-emit-package", METADATA["project"]["name"]]
    if name == SHIPPED:
        (folder / "shipped.txt").write_text("\n".join(shipped_constraints()), "utf-8")
        uv += ["--constraints", str(folder / "shipped.txt")]
    if name in WITHOUT_DEPENDENCIES:
        uv.append("--no-deps")
    if (PROJECT / f"{name}.exclude").exists():
        uv += ["--excludes", f"{name}.exclude"]
    command = [*uv, *options, *sources, "--output-file", str(found)]
    subprocess.run(command, cwd=PROJECT, check=True, stdout=subprocess.DEVNULL)
    return keep_hashes(read_pins(found.read_text("utf-8")), read_pins(now.read_text("utf-8")) if now.exists() else [])


def keep_hashes(pins: list[Pin], before: list[Pin]) -> list[Pin]:
    """Add the hashes that a pin had before, while it has the same version: some are of files that uv does not see."""
    had = {(pin.name, pin.version): pin.hashes for pin in before}
    for pin in pins:
        pin.hashes |= had.get((pin.name, pin.version), set())
    return pins


def groups(pins: list[Pin]) -> Iterator[tuple[list[Pin], list[str]]]:
    """Yield pins of different names, of one system, and pip's options for that system."""
    rounds: dict[tuple[bool, int], list[Pin]] = {}
    versions: Counter[str] = Counter()
    for pin in pins:
        for_windows = re.search(r"== '(nt|win32)'", pin.marker) is not None
        rounds.setdefault((for_windows, versions[pin.name]), []).append(pin)
        versions[pin.name] += 1
    for (for_windows, _), group in rounds.items():
        yield group, ["--platform", "win_amd64"] if for_windows else []


def describe(pins: list[Pin], platform: list[str], folder: Path) -> None:
    """Add what pip finds for each pin: the Pythons that it takes, and the hash of the file, which may be of pip's settings."""
    report = folder / "report.json"
    pip = [sys.executable, "-m", "pip", "install", "--dry-run", "--quiet", "--quiet", "--ignore-installed", "--no-deps"]
    pip += [
        "--only-binary",
        ":all:",
        "--no-binary",
        SOURCE_ONLY,
        "--python-version",
        OLDEST_PYTHON,
        "--ignore-requires-python",
        *platform,
    ]
    pip += ["--target", str(folder / "target"), "--report", str(report)]
    subprocess.run([*pip, *(f"{pin.name}=={pin.version}" for pin in pins)], check=True)
    by_name = {normal(pin.name): pin for pin in pins}
    for found in json.loads(report.read_text("utf-8"))["install"]:
        pin = by_name[normal(found["metadata"]["name"])]
        pin.requires_python = found["metadata"].get("requires_python") or WITHOUT_BOUND
        hashes = found["download_info"]["archive_info"].get(
            "hashes", {}
        )  # an older pip has none for a file of this machine
        pin.hashes |= {hashes["sha256"]} if "sha256" in hashes else set()


def write(name: str, options: list[str]) -> None:
    """Write one pin file."""
    with tempfile.TemporaryDirectory() as folder:
        pins = resolve(name, options, Path(folder))
        for group, platform in groups(pins):
            describe(group, platform, Path(folder))
    source = Path(name).name + ".in"
    head = f"# Made by `make pins` from {source}: the versions and hashes for Python {OLDEST_PYTHON} and newer.\n"
    (PROJECT / f"{name}.txt").write_text(head + "".join(map(str, pins)), "utf-8")
    print(f"{name}.txt: {len(pins)} pins")


def main() -> None:
    """Write the pin files that the command line names, or all."""
    arguments = sys.argv[1:]
    cut = arguments.index("--") if "--" in arguments else len(arguments)
    wanted, options = arguments[:cut], arguments[cut + 1 :]
    known = names()
    if unknown := sorted({*wanted} - {*known}):
        raise SystemExit(f"There is no pin file {', '.join(unknown)}; there are: {', '.join(known)}.")
    for name in wanted or known:
        write(name, options)


if __name__ == "__main__":
    main()
