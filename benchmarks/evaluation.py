"""How long many users take: two CSV files to five means and a table with a row a user, beside the peer libraries.

python -m benchmarks.evaluation [--users 160000] [--times 3] [--write benchmarks/evaluation.md]

Every contender is a separate process, from its start to its end, in its own environment (`make peers` makes them). The
files are made from a seed. Each contender's means must be ours under its convention, or the run fails.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import platform
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars as pl

PROJECT = Path(__file__).parents[1]
HERE = Path(__file__).parent / "contenders"
FASTER, OVER_READING, TENFOLD = 3.0, 2.0, 11.0  # what is to be reached
CLOSE = 1e-6
MEASURE = """
import json, resource, subprocess, sys, time
begun = time.perf_counter()
code = subprocess.run(sys.argv[1:]).returncode
print(json.dumps([time.perf_counter() - begun, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss]), flush=True)
sys.exit(code)
"""
"""Runs a command and prints its seconds and peak memory. A small separate process: a child begins with its parent's peak."""


@dataclass(frozen=True)
class Contender:
    """A script, the environment it runs in, and the convention whose values it must have."""

    name: str
    script: str
    environment: str
    convention: str = ""
    slow: bool = False

    @property
    def python(self) -> str:
        """The interpreter."""
        return str(PROJECT / self.environment / "bin" / "python")


OURS = Contender("metrics_edu", "ours.py", ".venv", "parra")
READING = Contender("reading the files only (polars)", "reading.py", ".venv")
PEERS = [
    Contender("RecTools", "rectools.py", ".venv-peers/rectools", "rectools"),
    Contender("pytrec_eval", "pytrec.py", ".venv-peers/quick", "trec_eval"),
    Contender("ir_measures", "irm.py", ".venv-peers/quick", "ir_measures", slow=True),
    Contender("ranx", "ranx_.py", ".venv-peers/ranx", "ranx", slow=True),
]


@dataclass(frozen=True)
class Measured:
    """Seconds and peak megabytes of a process, and the means it printed."""

    seconds: float
    megabytes: float
    means: dict[str, float]


def make_files(folder: Path, users: int, *, heavy: int = 0, seed: int = 1, items: int = 40_000) -> tuple[int, int]:
    """Write run.csv (6 to 30 items a user, best first) and judged.csv (in no order); `heavy` grades of every 1000th user."""
    draw = np.random.default_rng(seed)
    lengths = draw.integers(6, 31, users)
    user = np.repeat(np.arange(1, users + 1), lengths)
    rank = np.arange(len(user)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    first, step = draw.integers(0, items, users), draw.integers(1, items // 40, users)
    item = (np.repeat(first, lengths) + np.repeat(step, lengths) * rank) % items
    score = np.round(1 - rank * 0.01 - draw.random(len(user)) * 0.005, 6)
    pl.DataFrame({"user": user, "item": item, "score": score}).write_csv(folder / "run.csv")
    found = draw.random(len(user)) < 0.2
    more = draw.integers(5, 14, users)
    if heavy:
        more[::1000] = heavy
    position = np.arange(int(more.sum())) - np.repeat(np.cumsum(more) - more, more)
    users_more, items_more = np.repeat(np.arange(1, users + 1), more), np.repeat(draw.integers(0, items, users), more)
    pairs = {
        "user": np.concatenate([user[found], users_more]),
        "item": np.concatenate([item[found], (items_more + 7 * position) % items]),
    }
    judged = pl.DataFrame(pairs).unique(maintain_order=True).sample(fraction=1, shuffle=True, seed=seed)
    judged = judged.with_columns(pl.Series("rating", draw.integers(1, 6, len(judged))))
    judged.write_csv(folder / "judged.csv")
    return len(user), len(judged)


def run(contender: Contender, folder: Path, convention: str = "") -> Measured:
    """Run a contender once."""
    command = [contender.python, str(HERE / contender.script), str(folder), convention or contender.convention]
    hidden = {"PYTHONPATH", "PYTHONDONTWRITEBYTECODE"}
    environment = {key: value for key, value in os.environ.items() if key not in hidden}
    done = subprocess.run(
        [sys.executable, "-c", MEASURE, *command], capture_output=True, text=True, env=environment, check=False
    )
    if done.returncode:
        raise SystemExit(f"{contender.name} failed:\n{done.stderr[-2000:]}")
    *_other, means, (seconds, kilobytes) = (json.loads(line) for line in done.stdout.strip().split("\n"))
    return Measured(seconds, kilobytes / (2**20 if sys.platform == "darwin" else 2**10), means)


def median(contender: Contender, folder: Path, times: int) -> Measured:
    """Run a contender several times."""
    runs = [run(contender, folder) for _time in range(1 if contender.slow else times)]
    print(f"{contender.name}: {[round(one.seconds, 2) for one in runs]} s", file=sys.stderr)
    middle = (statistics.median([getattr(one, key) for one in runs]) for key in ("seconds", "megabytes"))
    return Measured(*middle, runs[0].means)


def compare(folder: Path, times: int) -> tuple[Measured, list[str], list[str]]:
    """Return what we take, the rows of the table, and what was not reached."""
    reading, ours = median(READING, folder, times), median(OURS, folder, times)
    rows = [_row(READING, reading, ours, ""), _row(OURS, ours, ours, "")]
    missed = [] if ours.seconds <= OVER_READING * reading.seconds else [f"not within {OVER_READING} times the reading"]
    for contender in PEERS:
        theirs = median(contender, folder, times)
        same = run(OURS, folder, contender.convention).means
        agree = all(math.isclose(value, same[name], abs_tol=CLOSE) for name, value in theirs.means.items())
        if not agree:
            raise SystemExit(f"{contender.name} has {theirs.means}, metrics_edu under its convention {same}")
        rows.append(_row(contender, theirs, ours, "yes"))
        if theirs.seconds < FASTER * ours.seconds:
            missed.append(f"{contender.name}: only {theirs.seconds / ours.seconds:.1f} times as long, not {FASTER:g}")
        if theirs.megabytes <= ours.megabytes:
            missed.append(f"{contender.name} takes less memory")
    return ours, rows, missed


def _row(contender: Contender, found: Measured, ours: Measured, agree: str) -> str:
    ratio = found.seconds / ours.seconds
    return f"| {contender.name} | {found.seconds:.2f} s | {ratio:.2f} | {found.megabytes:.0f} MB | {agree} |"


def tenfold(folder: Path, small: Measured, users: int) -> tuple[str, list[str]]:
    """Measure ten times the users."""
    reading = run(READING, folder)
    more = folder / "ten"
    more.mkdir()
    make_files(more, 10 * users)
    large, large_reading = run(OURS, more), run(READING, more)
    ratio = large.seconds / small.seconds
    beyond = [ours.megabytes - read.megabytes for ours, read in ((small, reading), (large, large_reading))]
    text = (
        f"Ten times the users take {ratio:.1f} times as long ({large.seconds:.1f} s) and {large.megabytes:.0f} MB. Beyond a "
        f"process that only reads and keeps the two tables, that is {beyond[0]:.0f} MB for {users:,} users and "
        f"{beyond[1]:.0f} MB for {10 * users:,}."
    )
    return text, [] if ratio <= TENFOLD else [f"ten times the users take {ratio:.1f} times as long"]


def main() -> None:
    """Measure, and write the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--users", type=int, default=160_000)
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--write", metavar="FILE", type=Path, help="write the tables to this file, too")
    options = parser.parse_args()
    lines: list[str] = ["# From two files to five means", ""]
    missed: list[str] = []
    found: list[Measured] = []
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as temporary:
        for heavy, title in ((0, ""), (2500, ", of which every 1000th has 2,500 judgments")):
            folder = Path(temporary) / f"heavy-{heavy}"
            folder.mkdir()
            shown, judged = make_files(folder, options.users, heavy=heavy)
            ours, rows, not_reached = compare(folder, options.times)
            found.append(ours)
            lines += [
                f"{options.users:,} users{title}: {shown:,} recommendations, {judged:,} judgments; P@10, Recall@10, AP@10,"
            ]
            lines += ["RR@10 and nDCG@10. Whole processes, medians.", ""]
            lines += [
                "| | time | times ours | peak memory | our means, under its convention |",
                "|---|--:|--:|--:|---|",
                *rows,
                "",
            ]
            missed += not_reached
        folder = Path(temporary) / "heavy-0"
        text, not_reached = tenfold(folder, found[0], options.users)
    lines += [text, "", f"Python {platform.python_version()}, {os.cpu_count()} cores, load {load:.1f} at the start."]
    if missed := missed + not_reached:
        lines += ["", "Missed:", *(f"- {line}" for line in missed)]
    print("\n".join(lines))
    if options.write:
        options.write.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
