"""Compare this version with a commit: import, formulas over NumPy, and from a click to the screen, in interleaved rounds.

python -m benchmarks.versions REVISION [--rounds 5] [--edits 12] [--items 12 50 200]

Both run in turns on one machine, with the same benchmarks and in this environment. A ratio is this version's median over
that of the commit.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import zipfile
from collections import defaultdict
from io import BytesIO
from pathlib import Path
from statistics import median

PROJECT = Path(__file__).parents[1]
BENCHMARKS = PROJECT / "benchmarks"
IMPORT = """
import resource, subprocess, sys
before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
for _again in range(5):
    subprocess.run([sys.executable, "-c", "import metrics_edu"], check=True)
print(f"| import | {(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before) * 200:.1f} |")
"""
ROW = re.compile(r"^\| (?P<name>.+?) \| (?P<numbers>.*) \|$", re.MULTILINE)


def printed(folder: Path, *command: str) -> str:
    """Return what a Python of this environment prints with the package of a folder."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(folder), str(folder / "scripts")])}
    options = {"cwd": folder, "env": environment, "text": True, "check": False}
    return subprocess.run([sys.executable, *command], stdout=subprocess.PIPE, **options).stdout  # type: ignore[call-overload, no-any-return]


def measured(folder: Path, edits: int, items: list[str]) -> dict[str, float]:
    """Return the numbers of one round: milliseconds of an import and of an edit, and formulas over NumPy."""
    found = {"import, ms": float(re.findall(r"[\d.]+", printed(folder, "-c", IMPORT))[0])}
    for row in ROW.finditer(printed(folder, str(BENCHMARKS / "formulas.py"), "--times", "20")):
        numbers = re.findall(r"(?<![\w.])\d+\.\d+(?![\w.])", row["numbers"])
        if numbers:
            found[f"formula {row['name']}, over NumPy"] = float(numbers[-1])
    latency = printed(folder, str(BENCHMARKS / "latency.py"), "--items", *items, "--edits", str(edits))
    for row in ROW.finditer(latency):
        if row["name"] in items:
            part, ours, *_naive = row["numbers"].split(" | ")
            what = "script time" if part == "script" else f"click to {part} painted"
            found[f"{row['name']} items: {what}, ms"] = float(ours.split(" ms")[0])
    return found


def main() -> None:
    """Print the medians of both and their ratio."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("revision")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--edits", type=int, default=12)
    parser.add_argument("--items", nargs="+", default=["50"])
    options = parser.parse_args()
    archive = subprocess.run(
        ["git", "archive", "--format=zip", options.revision], cwd=PROJECT, check=True, capture_output=True
    ).stdout
    rounds: dict[str, dict[str, list[float]]] = {"before": defaultdict(list), "now": defaultdict(list)}
    with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(BytesIO(archive)) as packed:
        packed.extractall(folder)
        for _round in range(options.rounds):
            for version, tree in (("before", Path(folder)), ("now", PROJECT)):
                for name, number in measured(tree, options.edits, options.items).items():
                    rounds[version][name].append(number)
    print(f"| {options.rounds} rounds | {options.revision} | now | ratio |\n| --- | --- | --- | --- |")
    for name in rounds["now"]:
        if rounds["before"][name]:
            before, now = (median(rounds[version][name]) for version in ("before", "now"))
            print(f"| {name} | {before:.2f} | {now:.2f} | {now / before:.3f} |")


if __name__ == "__main__":
    main()
