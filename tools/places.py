"""Count the files that name a metric, a mistake, a convention, a setting or a widget, without generated ones and their lessons.

python -m tools.places [NAME ...]
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).parents[1]
EXAMPLES = ("average_rank", "RR_SUM", "recbole", "half_life", "FadedStepper")
"""A metric, a mistake, a convention, a setting and a widget."""
GENERATED = (
    "docs/api.md",
    "docs/conventions.md",
    "*.mo",
    "*/static/*",
    "*/contract.ts",
    "figures/e?/*",
    "benchmarks/*.md",
)


def places(name: str) -> list[str]:
    """Return the files that have a name as a word."""
    left_out = [f":!{path}" for path in (*GENERATED, "notebooks", "tools/places.py")]
    command = ["git", "grep", "-lwI", name, "--", ".", *left_out]
    return subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False).stdout.split("\n")[:-1]


def main() -> None:
    """Print the number of files of each name, and the files."""
    for name in sys.argv[1:] or EXAMPLES:
        found = places(name)
        print(f"{name}: {len(found)}", *found, sep="\n  ")


if __name__ == "__main__":
    main()
