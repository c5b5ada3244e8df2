"""Build the wheels and sdists of both packages, check them, and try them on every Python of this machine.

python -m tools.release.distributions            build into dist/package, check, and try on every Python
python -m tools.release.distributions FILE ...   only try these files, on the Python that runs this

Each try is in a fresh environment, which has what is tried and its dependencies only: the README's example with each file
of metrics_edu, and a homework that is checked with each file of metrics_homework and the one of metrics_edu of its kind.
When a tag is built, the version must be that of the tag.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

from tools.checks.matrix import find_pythons, folders

PROJECT = Path(__file__).parents[2]
FOLDER = PROJECT / "dist" / "package"
HOMEWORK = """
from metrics_homework import check_submission, init_tarea
policy = init_tarea("tarea")
report = check_submission("tarea/submissions/ana", policy)
assert report.values, report.text()
"""
"""What is tried with metrics_homework."""
EXAMPLE = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)


def build() -> list[Path]:
    """Build the wheels and sdists with the pinned tools, and return them after twine's check."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    for project in (PROJECT, PROJECT / "homework"):
        run(sys.executable, "-m", "build", "--no-isolation", "--outdir", str(FOLDER), str(project))
    files = sorted(FOLDER.iterdir())
    run(sys.executable, "-m", "twine", "check", "--strict", *map(str, files))
    return files


def check_tag(version: str, variables: Mapping[str, str]) -> None:
    """Raise SystemExit if a workflow runs for a tag that is not "v" and the version."""
    tag = variables.get("GITHUB_REF_NAME", "")
    if variables.get("GITHUB_REF_TYPE") == "tag" and tag != f"v{version}":
        raise SystemExit(
            f"The tag is {tag}, but pyproject.toml has version {version}: push the tag v{version}, or change the version."
        )


def readme_example() -> str:
    """Return the first Python of the README."""
    found = EXAMPLE.search((PROJECT / "README.md").read_text("utf-8"))
    if not found:
        raise SystemExit("README.md has no example: it needs a block that begins with ```python.")
    return found[1]


def try_out(python: Path, files: list[Path], example: str) -> None:
    """Install files in a fresh environment and run the example there, as a cell of IPython."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        run(str(python), "-m", "venv", folder)
        inside = str(Path(folder, "Scripts" if os.name == "nt" else "bin", "python"))
        run(
            inside,
            "-m",
            "pip",
            "install",
            "-qq",
            "--disable-pip-version-check",
            *(str(file.resolve()) for file in files),
        )
        run(inside, "-m", "IPython", "--ipython-dir", folder, "-c", example, cwd=folder)


def tries(files: list[Path]) -> Iterator[tuple[list[Path], str]]:
    """Give the files that are installed together, each with the example that is run with them."""
    ours = [file for file in files if file.name.startswith("metrics_edu-")]
    for file in ours:
        yield [file], readme_example()
    for file in files:
        if file not in ours:
            beside = [one for one in ours if one.suffix == file.suffix]
            yield [*beside, file], HOMEWORK


def run(*command: str, cwd: str | None = None) -> None:
    """Run a command without this project on its path; raise SystemExit if it fails."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    failed = subprocess.run(command, cwd=cwd, env=environment, check=False).returncode
    if failed:
        raise SystemExit(f"This command failed with {failed}: {' '.join(command)}")


def main() -> None:
    files = [Path(argument) for argument in sys.argv[1:]]
    pythons = [Path(sys.executable)]
    if not files:
        check_tag(tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]["version"], os.environ)
        files = build()
        pythons = [python.executable for python in find_pythons(folders())]
    for python in pythons:
        for together, example in tries(files):
            print(f"{together[-1].name} on {python}", flush=True)
            try_out(python, together, example)
    sizes = ", ".join(f"{file.name} {file.stat().st_size / 1000:.0f} kB" for file in files)
    print(f"{sizes}: tried on {len(pythons)} Python{'s' * (len(pythons) > 1)}.")


if __name__ == "__main__":
    main()
