"""How often a limit of `metrics-edu compare` fails a new run that is as good, and one that is worse.

python -m benchmarks.gate [--repeats 20000] [--write benchmarks/gate.md]

The differences of 50 queries are drawn from a normal distribution with s = 0.15; p is that of a paired t-test.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from metrics_edu.tables.scoring.student_t import t_quantile

QUERIES = 50
SPREAD = 0.15
DROPS = (0.0, 0.03, 0.06)
"""How much lower the true mean of the new run is."""
RULES = {
    "--fail-below 0": (0.0, False),
    "--strict --fail-below 0": (0.0, True),
    "--strict --fail-below -0.01": (-0.01, True),
}


def failures(drop: float, repeats: int, seed: int = 0) -> dict[str, float]:
    """Return the share of the repeats in which each rule fails."""
    drawn = np.random.default_rng(seed).normal(-drop, SPREAD, (repeats, QUERIES))
    means = drawn.mean(axis=1)
    errors = drawn.std(axis=1, ddof=1) / QUERIES**0.5
    is_shown = np.abs(means) > t_quantile(0.95, QUERIES - 1) * errors
    return {name: float(np.mean((means < least) & (is_shown | strict))) for name, (least, strict) in RULES.items()}


def table(repeats: int) -> str:
    """Return the shares as a table in Markdown."""
    found = {drop: failures(drop, repeats) for drop in DROPS}
    rows = [["true drop of the mean", *(f"`{name}`" for name in RULES)], ["---", *["---:"] * len(RULES)]]
    rows += [[f"{drop:g}", *(f"{100 * share:.0f} %" for share in of.values())] for drop, of in found.items()]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=20_000)
    parser.add_argument("--write", type=Path)
    options = parser.parse_args()
    text = f"{QUERIES} queries, s = {SPREAD:g}, {options.repeats} repeats: how often each rule fails.\n\n{table(options.repeats)}\n"
    print(text)
    if options.write:
        options.write.write_text(text)


if __name__ == "__main__":
    main()
