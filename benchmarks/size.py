"""How runs of any size are scored: CPU seconds and peak memory of whole processes, in memory, in blocks, and beside others.

python -m benchmarks.size [--users 1000000] [--write benchmarks/size.md]

Wall times are noise on a busy machine, so CPU seconds are compared. The tables are made from a seed: 20 recommendations and
13 judgments (3 of them of recommended items) a user, whole numbers as ids, 40,000 items, in files of 125,000 users, sorted.
`--baseline` is a commit whose `evaluate` runs beside this one. `make peers` makes the environments of the others.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

PROJECT = Path(__file__).parents[1]
CASES = Path(__file__).parent / "contenders" / "size_cases.py"
OF_FILE = 125_000
BASELINE = "91c5e16"
MEASURE = """
import ctypes, json, os, resource, subprocess, sys
if sys.platform == "linux":
    ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)
code = subprocess.run(sys.argv[1:]).returncode
try:
    while os.wait():
        pass
except ChildProcessError:
    pass
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(json.dumps([used.ru_utime + used.ru_stime, used.ru_maxrss]), flush=True)
sys.exit(code)
"""
"""Runs a command and prints the CPU seconds of all its processes, also of those that outlive it (on Linux: it adopts them), and the
peak memory of the largest. It is a small separate process, since a child begins with its parent's peak."""


@dataclass(frozen=True)
class Measured:
    """CPU seconds and peak megabytes of a process, and what it printed."""

    cpu: float
    megabytes: float
    printed: dict[str, Any] = field(default_factory=dict)


def users_of_file(first: int, count: int, seed: int) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Make the run and the judgments of some users."""
    draw = np.random.default_rng([seed, first])
    user = np.repeat(np.arange(first, first + count, dtype=np.int64), 20)
    start, step = draw.integers(0, 40_000, count), draw.integers(1, 1500, count)
    item = (np.repeat(start, 20) + np.repeat(step, 20) * np.tile(np.arange(20), count)) % 40_000
    score = np.tile(np.arange(20, 0, -1), count) - draw.random(len(user))
    run = pl.DataFrame({"user": user, "item": item, "score": score})
    shown = (start[:, None] + step[:, None] * draw.permuted(np.tile(np.arange(20), (count, 1)), axis=1)[:, :3]) % 40_000
    others = (draw.integers(0, 40_000, count)[:, None] + 7 * np.arange(10)) % 40_000
    pairs = {"user": np.repeat(np.arange(first, first + count), 13), "item": np.hstack([shown, others]).ravel()}
    judged = pl.DataFrame(pairs).unique(["user", "item"], maintain_order=True)
    return run, judged.with_columns(rating=pl.Series(draw.integers(1, 6, len(judged))).cast(pl.Float64))


def make_files(folder: Path, users: int) -> None:
    """Write run/ and judged/, cut alike."""
    for side in ("run", "judged"):
        (folder / side).mkdir(parents=True)
    for k, first in enumerate(range(0, users, OF_FILE)):
        tables = users_of_file(first, min(OF_FILE, users - first), seed=1)
        for side, frame in zip(("run", "judged"), tables, strict=True):
            frame.write_parquet(folder / side / f"{k:05}.parquet")


def run(
    case: str, folder: Path, *, python: str = sys.executable, package: Path = PROJECT, script: Path = CASES
) -> Measured:
    """Run one case in a process."""
    command = [python, str(script), case, str(folder)]
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPATH"] = str(package)
    shutil.rmtree(folder / "out", ignore_errors=True)
    done = subprocess.run(
        [sys.executable, "-c", MEASURE, *command], capture_output=True, text=True, env=environment, check=False
    )
    if done.returncode:
        raise SystemExit(f"{case} failed:\n{done.stderr[-3000:]}")
    *printed, (cpu, kilobytes) = (json.loads(line) for line in done.stdout.splitlines() if line[:1] in "[{")
    found = Measured(cpu, kilobytes / (2**20 if sys.platform == "darwin" else 2**10), printed[0] if printed else {})
    print(f"{folder.name}, {case}: {found.cpu:.2f} CPU s, {found.megabytes:.0f} MB", file=sys.stderr)
    return found


class Report:
    """The rows of the tables, and the goals that were missed."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.missed: list[str] = []

    def table(self, title: str, rows: Iterable[tuple[str, Measured]]) -> None:
        """Add a table of processes."""
        self.lines += ["", f"## {title}", "", "| | CPU seconds | peak memory |", "|---|--:|--:|"]
        self.lines += [f"| {name} | {one.cpu:.2f} | {one.megabytes:.0f} MB |" for name, one in rows]

    def goal(self, what: str, reached: float, most: float) -> None:
        """Add a line on a ratio or a value that must be at most something."""
        verdict = "reached" if reached <= most else "missed"
        self.lines += ["", f"{what}: {reached:.2f}, at most {most:g} ({verdict})."]
        if reached > most:
            self.missed.append(f"{what}: {reached:.2f}, not {most:g}")


def older(folder: Path) -> Path:
    """Unpack the package of an older commit."""
    folder.mkdir()
    packed = subprocess.run(["git", "archive", BASELINE, "metrics_edu"], cwd=PROJECT, check=True, capture_output=True)
    subprocess.run(["tar", "x", "-C", str(folder)], input=packed.stdout, check=True)
    return folder


def blocks(report: Report, base: Path, old: Path, users: int) -> None:
    """Measure pairs and spills, and memory, of this commit and of an older one."""
    folders = {n: base / f"{n}" for n in (users, 2 * users, 4 * users)}
    for n, folder in folders.items():
        make_files(folder, n)
    pairs = {n: run("pairs", folder) for n, folder in folders.items()}
    spill = run("spill", folders[2 * users])
    before = run("frames", folders[2 * users], package=old)
    frames = {n: run("frames", folders[n]) for n in (users, 2 * users)}
    for name, one in {"pairs": pairs[2 * users], "parts": spill, "frames": frames[2 * users]}.items():
        _check_means(name, one.printed["mean"], before.printed["mean"])
    report.table(
        "In blocks and in memory",
        [
            *((f"pairs of files, {n:,} users", one) for n, one in pairs.items()),
            (f"cut by a hash, {2 * users:,} users", spill),
            *((f"frames in memory, {n:,} users", one) for n, one in frames.items()),
            (f"frames in memory, {2 * users:,} users, commit {BASELINE}", before),
        ],
    )
    megabytes = [pairs[n].megabytes for n in (2 * users, 4 * users)]
    report.goal("Pairs, peak memory in GB", max(megabytes) / 1000, 0.6)
    report.goal("Pairs, peak memory of 4 over 2 million users", max(megabytes) / min(megabytes), 1.05)
    report.goal(f"Pairs, CPU time over that of commit {BASELINE}", pairs[2 * users].cpu / before.cpu, 0.55)
    report.goal(f"Cut by a hash, CPU time over that of commit {BASELINE}", spill.cpu / before.cpu, 1.1)
    report.goal("Cut by a hash, peak memory in GB", spill.megabytes / 1000, 0.65)
    report.goal("Frames of 1 million users, peak memory in GB", frames[users].megabytes / 1000, 1.8)


def kinds_of_rows(report: Report, folder: Path, old: Path, users: int) -> None:
    """Measure the parts of `evaluate`: coverage and interval, ids that are text, rows in any order."""
    make_files(folder, users)
    found, before = run("parts", folder).printed, run("parts", folder, package=old).printed
    report.lines += ["", f"## `evaluate` and its means alone, {users:,} users, CPU seconds", ""]
    report.lines += [f"| | now | commit {BASELINE} |", "|---|--:|--:|"]
    report.lines += [f"| {name} | {seconds:.2f} | {before[name]:.2f} |" for name, seconds in found.items()]
    report.goal(
        "Coverage and interval over `evaluate`", (found["coverage"] + found["interval"]) / found["evaluate"], 0.05
    )
    report.goal("Ids that are text over whole numbers", found["ids that are text"] / found["evaluate"], 2)
    report.goal("Shuffled rows over sorted ones", found["shuffled rows"] / found["evaluate"], 2)


def beside(report: Report, folder: Path) -> None:
    """Measure 200,000 users beside RecTools and RePlay, which must give our means under their conventions."""
    make_files(folder, 200_000)
    for side in ("run", "judged"):
        for column in pl.read_parquet(folder / side / "*.parquet"):
            np.save(folder / f"{side}-{column.name}.npy", column.to_numpy())
    peers = {name: str(PROJECT / ".venv-peers" / name / "bin" / "python") for name in ("rectools", "replay")}
    ours = {case: run(case, folder) for case in ("arrays", "csv")}
    theirs = {
        "RecTools, from frames": run("rectools", folder, python=peers["rectools"]),
        "RecTools, from CSV": run("rectools_csv", folder, python=peers["rectools"]),
        "RePlay, polars": run("replay", folder, python=peers["replay"]),
    }
    means = run("conventions", folder).printed
    for name, one in theirs.items():
        _check_means(name, one.printed["mean"], means[name.partition(",")[0]])
    report.table(
        "200,000 users beside other libraries",
        [("metrics_edu, from frames", ours["arrays"]), ("metrics_edu, from CSV", ours["csv"]), *theirs.items()],
    )
    report.goal(
        "Frames, CPU time over that of RecTools", ours["arrays"].cpu / theirs["RecTools, from frames"].cpu, 1 / 3
    )
    report.goal("CSV, CPU time over that of RecTools", ours["csv"].cpu / theirs["RecTools, from CSV"].cpu, 1 / 1.8)
    report.goal("Frames, CPU time over that of RePlay", ours["arrays"].cpu / theirs["RePlay, polars"].cpu, 1 / 6)


def _check_means(name: str, theirs: list[float], ours: list[float]) -> None:
    if not np.allclose(theirs, ours, rtol=0, atol=1e-12):
        raise SystemExit(f"{name} has the means {theirs}, and {ours} was expected")


def many(report: Report, folder: Path, users: int) -> None:
    """Measure a spill of many users."""
    make_files(folder, users)
    found = run("spill", folder)
    report.table("Many users", [(f"cut by a hash, {users:,} users", found)])
    report.goal("Cut by a hash, CPU seconds", found.cpu, 50 * users / 7_000_000)
    shutil.rmtree(folder)


def spark(report: Report, folder: Path) -> None:
    """Measure the recipe of docs/many_users.md, also with a worker that is killed."""
    python = PROJECT / ".venv-peers" / "spark" / "bin" / "python"
    if not python.exists() or shutil.which("java") is None:
        report.missed.append("Spark was not measured: `make peers` and Java 17 are needed")
        return
    make_files(folder, 100_000)
    rows = [("metrics_edu, pairs", run("pairs", folder))]
    cases = {"spark": "Spark", "spark_killed": "Spark, a worker killed once"}
    rows += [(name, run(case, folder, python=str(python))) for case, name in cases.items()]
    report.table("100,000 users, the recipe for Spark (memory of the largest process)", rows)


def equality(report: Report, base: Path) -> None:
    """Compare the values per user, in blocks and in memory, by hash."""
    base.mkdir()
    found = run("equality", base).printed
    report.lines += [
        "",
        f"{found['compared']:,} evaluations ran in blocks: 20 random runs under each convention, users and ties, in pairs and cut "
        f"by a hash. In {found['equal']:,} of them the values of the users are bit for bit the same as in memory. Means differ by "
        f"at most {found['mean']:.0e}.",
    ]
    if found["equal"] < found["compared"] or found["mean"] > 1e-12:
        report.missed.append("values differ")


def main() -> None:
    """Measure, and write the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--users", type=int, default=1_000_000)
    parser.add_argument("--many", type=int, default=7_000_000)
    parser.add_argument("--only", nargs="*", choices=["blocks", "parts", "beside", "many", "spark", "equality"])
    parser.add_argument("--write", metavar="FILE", type=Path, help="write the tables to this file, too")
    options = parser.parse_args()
    report, load = Report(), os.getloadavg()[0]
    report.lines += [
        "# Runs of any size",
        "",
        "CPU seconds and peak memory of whole processes (`python -m benchmarks.size`).",
    ]
    with tempfile.TemporaryDirectory() as temporary:
        base = Path(temporary)
        old = older(base / "old")
        for package in (PROJECT, old):  # or the first process of each would compile it
            subprocess.run([sys.executable, "-m", "compileall", "-q", str(package / "metrics_edu")], check=True)
        parts = {
            "blocks": lambda: blocks(report, base, old, options.users),
            "parts": lambda: kinds_of_rows(report, base / "parts", old, options.users),
            "beside": lambda: beside(report, base / "beside"),
            "spark": lambda: spark(report, base / "spark"),
            "equality": lambda: equality(report, base / "equality"),
            "many": lambda: many(report, base / "many", options.many),
        }
        for name, measure in parts.items():
            if not options.only or name in options.only:
                measure()
    versions = f"Python {platform.python_version()}, polars {pl.__version__}, {os.cpu_count()} cores, load {load:.1f} at the start."
    report.lines += ["", versions]
    if report.missed:
        report.lines += ["", "Missed:", *(f"- {line}" for line in report.missed)]
    print("\n".join(report.lines))
    if options.write:
        options.write.write_text("\n".join(report.lines) + "\n")


if __name__ == "__main__":
    main()
