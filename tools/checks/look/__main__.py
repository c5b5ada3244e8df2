"""Compare how the widgets of two versions look, pixel by pixel.

python -m tools.checks.look [REVISION] [--now REVISION] [--only EXPRESSION]

It compares a commit (by default the one before the last) with the working tree, or with another commit. Each version shows
the same scenes with its own Python and its own bundle, so run `npm run build` first. A picture that differs is a failure, unless
its name fits a pattern in `tools/checks/look/accepted.toml`, which says why. The pictures are then in `build/look`: those of
both versions and, in `differences`, the changed pixels in red.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from fnmatch import fnmatch
from pathlib import Path

import numpy as np
from matplotlib.image import imread, imsave
from numpy.typing import NDArray

PROJECT = Path(__file__).parents[3]
TOOL = Path("tools", "checks", "look")
ACCEPTED = PROJECT / TOOL / "accepted.toml"
OUTPUT = PROJECT / "build" / "look"
RED = (0.9, 0, 0, 1)
FADED = 0.25  # how much of the ink is left where two pictures agree


def check_out(revision: str, folder: Path) -> Path:
    """Write the files of a commit to a folder, with this version's tool among them."""
    archive = subprocess.run(["git", "archive", revision], cwd=PROJECT, check=True, capture_output=True).stdout
    subprocess.run(["tar", "-x"], cwd=folder, input=archive, check=True)
    shutil.copytree(PROJECT / TOOL, folder / TOOL, dirs_exist_ok=True)
    return folder


def start(tree: Path, pictures: Path, only: str) -> subprocess.Popen[bytes]:
    """Take the pictures of the version in a folder, in a process that imports that version."""
    command = [sys.executable, "-m", "tools.checks.look.pictures", str(pictures), f"--only={only}"]
    packages = os.pathsep.join([str(tree), str(tree / "homework")])
    return subprocess.Popen(command, cwd=tree, env=os.environ | {"PYTHONPATH": packages})


def take_pictures(versions: Mapping[str, str], only: str) -> None:
    """Take the pictures of both versions at the same time; the working tree has no revision."""
    shutil.rmtree(OUTPUT, ignore_errors=True)
    with ExitStack() as stack:
        runs = []
        for name, revision in versions.items():
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            tree = check_out(revision, folder) if revision else PROJECT
            runs.append(start(tree, OUTPUT / name, only))
        codes = [run.wait() for run in runs]
        if any(codes):
            raise SystemExit("A version could not be shown: see above.")


def same_size(one: NDArray[np.float32], shape: Iterable[int]) -> NDArray[np.float32]:
    """Return a picture with pixels of no colour added at the right and below."""
    return np.pad(one, [(0, wanted - size) for size, wanted in zip(one.shape, shape, strict=True)])


def difference(name: str) -> int:
    """Return the number of pixels in which two pictures differ, and write a picture of them."""
    paths = [OUTPUT / version / name for version in ("before", "now")]
    first, second = (path.read_bytes() for path in paths)
    if first == second:
        return 0
    before, now = (imread(path) for path in paths)
    shape = np.maximum(before.shape, now.shape)
    before, now = same_size(before, shape), same_size(now, shape)
    differs = (before != now).any(axis=-1)
    if differs.any():
        shown = 1 - FADED * (1 - now[..., :3].mean(axis=-1, keepdims=True))
        marked = np.where(differs[..., None], RED, np.concatenate([shown] * 3 + [np.ones_like(shown)], axis=-1))
        (OUTPUT / "differences").mkdir(exist_ok=True)
        imsave(OUTPUT / "differences" / name, marked)
    return int(differs.sum())


def compare() -> tuple[int, dict[str, str]]:
    """Return the number of pictures, and what is different in each that differs."""
    before, now = ({path.name for path in (OUTPUT / version).iterdir()} for version in ("before", "now"))
    found = {name: f"only in the version {version}" for version, names in _alone(before, now) for name in names}
    found |= {name: (OUTPUT / "now" / name).read_text("utf-8") for name in now if name.endswith(".txt")}
    for name in sorted(before & now):
        if name.endswith(".png") and (pixels := difference(name)):
            found[name] = f"{pixels} pixels differ"
    return len(before | now), dict(sorted(found.items()))


def _alone(before: set[str], now: set[str]) -> list[tuple[str, set[str]]]:
    return [("before", before - now), ("now", now - before)]


def report(found: Mapping[str, str], accepted: Mapping[str, str]) -> list[str]:
    """Print each difference with its reason, and return the names that have none."""
    unexplained = []
    for name, what in found.items():
        reasons = [reason for pattern, reason in accepted.items() if fnmatch(name.removesuffix(".png"), pattern)]
        print(f"{name}: {what}" + (f" (accepted: {reasons[0]})" if reasons else ""))
        if not reasons:
            unexplained.append(name)
    return unexplained


def main() -> None:
    """Compare two versions, and fail if a difference has no reason."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("revision", nargs="?", default="HEAD~")
    parser.add_argument("--now", default="", metavar="REVISION", help="a commit in the place of the working tree")
    parser.add_argument("--only", default="", metavar="EXPRESSION", help="a regular expression for names of scenes")
    options = parser.parse_args()
    began = time.monotonic()
    take_pictures({"before": options.revision, "now": options.now}, options.only)
    count, found = compare()
    unexplained = report(found, tomllib.loads(ACCEPTED.read_text("utf-8"))["accepted"])
    print(f"{count} pictures, {len(found)} differ, {len(unexplained)} of them without a reason", end=" ")
    print(f"({time.monotonic() - began:.0f} s; pictures in {OUTPUT.relative_to(PROJECT)})")
    if unexplained or not count:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
