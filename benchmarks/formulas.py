"""What a metric costs over its formula: each on 8,192 lists of ten, beside the same formula in bare NumPy.

python -m benchmarks.formulas [--times 60] [--write benchmarks/formulas.md]

The two are called in turn, in one process; a round's ratio is that of its two calls, and the table has the median of the
rounds. Seconds are of processor time, so that what else the machine does counts little. The bare formula has no list that
can be empty in mind, no parameter and no check; its values must be the metric's.
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from metrics_edu import Ranking, measure
from metrics_edu.metrics import mae, mse, rmse

LISTS, RANKS, MISSED = 8192, 10, 5
RATIO, AIM = 1.4, 1.25
Array = np.ndarray[Any, np.dtype[Any]]
Bare = Callable[[Array, Array, Array], Array]
"""A formula of the grades shown, the pool best first and |R|, with the threshold 1 and the cut-off 10."""


def precision(grades: Array, pool: Array, relevant: Array) -> Array:
    return np.sum(grades >= 1, axis=-1) / RANKS


def recall(grades: Array, pool: Array, relevant: Array) -> Array:
    return over(np.sum(grades >= 1, axis=-1), relevant)


def over(numerator: Array, denominator: Array) -> Array:
    with np.errstate(invalid="ignore"):
        return np.where(denominator == 0, 0.0, numerator / denominator)


def f_measure(grades: Array, pool: Array, relevant: Array) -> Array:
    hits = np.sum(grades >= 1, axis=-1)
    p, r = hits / RANKS, over(hits, relevant)
    return over(2 * p * r, p + r)


def hit_ratio(grades: Array, pool: Array, relevant: Array) -> Array:
    return np.max(grades >= 1, axis=-1).astype(float)


def reciprocal_rank(grades: Array, pool: Array, relevant: Array) -> Array:
    return np.max((grades >= 1) / np.arange(1, RANKS + 1), axis=-1)


def average_rank(grades: Array, pool: Array, relevant: Array) -> Array:
    first = np.min(np.where(grades >= 1, np.arange(1, RANKS + 1), np.inf), axis=-1)
    return np.where(np.isinf(first), np.nan, first)


def average_precision(grades: Array, pool: Array, relevant: Array) -> Array:
    hit = grades >= 1
    precision_at = np.cumsum(hit, axis=-1) / np.arange(1, RANKS + 1)
    return over(np.sum(precision_at * hit, axis=-1), np.minimum(relevant, RANKS))


def rankscore(grades: Array, pool: Array, relevant: Array) -> Array:
    weight = 2.0 ** -(np.arange(RANKS) / 5)
    ranks = np.arange(1, relevant.max() + 1)
    best = np.where(ranks <= relevant[:, None], 2.0 ** -((ranks - 1) / 5), 0.0)
    return over(np.sum(weight * (grades >= 1), axis=-1), np.sum(best, axis=-1))


def dcg(grades: Array, pool: Array, relevant: Array) -> Array:
    gain = np.where(grades >= 1, 2.0**grades - 1, 0.0)
    return np.sum(gain / np.log2(np.arange(2, grades.shape[-1] + 2)), axis=-1)


def ndcg(grades: Array, pool: Array, relevant: Array) -> Array:
    return over(dcg(grades, pool, relevant), dcg(pool[:, :RANKS], pool, relevant))


def r_precision(grades: Array, pool: Array, relevant: Array, z: int = RANKS) -> Array:
    best = (np.arange(1, pool.shape[-1] + 1) <= z) & (pool >= 1)
    line = np.min(np.where(best, pool, np.inf), axis=-1)
    hits = np.sum((np.arange(1, RANKS + 1) <= z) & (grades >= line[:, None]), axis=-1)
    return over(hits, np.minimum(relevant, z))


def average_r_precision(grades: Array, pool: Array, relevant: Array) -> Array:
    return (r_precision(grades, pool, relevant, 5) + r_precision(grades, pool, relevant, 10)) / 2


FORMULAS: dict[str, Bare] = {
    "P@10": precision,
    "Recall@10": recall,
    "F1@10": f_measure,
    "HR@10": hit_ratio,
    "RR@10": reciprocal_rank,
    "Rank": average_rank,
    "AP@10": average_precision,
    "Rankscore": rankscore,
    "DCG@10": dcg,
    "nDCG@10": ndcg,
    "Rp@10": r_precision,
    "AvgRp@5+10": average_r_precision,
}
ERRORS: dict[str, tuple[Callable[..., Any], Callable[[Array, Array], Any]]] = {
    "MAE": (mae, lambda guess, true: np.mean(np.abs(guess - true))),
    "MSE": (mse, lambda guess, true: np.mean((guess - true) ** 2)),
    "RMSE": (rmse, lambda guess, true: np.sqrt(np.mean((guess - true) ** 2))),
}


def in_turn(ours: Callable[[], Any], bare: Callable[[], Any], times: int, calls: int) -> tuple[float, float, float]:
    """Return the median seconds of both, and the median of their ratios; refuse values that differ."""
    np.testing.assert_allclose(ours(), bare(), rtol=1e-12, atol=1e-12)
    pairs = [(seconds(ours, calls), seconds(bare, calls)) for _round in range(times + 3)][3:]
    ratio = statistics.median(one / other for one, other in pairs)
    return statistics.median(one for one, _other in pairs), statistics.median(other for _one, other in pairs), ratio


def seconds(call: Callable[[], Any], calls: int) -> float:
    begun = time.process_time()
    for _call in range(calls):
        call()
    return (time.process_time() - begun) / calls


def made(lists: int, seed: int = 0) -> Ranking:
    """Return lists with grades from 0 to 3, of which some are missed."""
    rng = np.random.default_rng(seed)
    grades = rng.integers(0, 4, (lists, RANKS + MISSED)) * (rng.random((lists, RANKS + MISSED)) < 0.4)
    return Ranking(grades[:, :RANKS], grades)


def beside(
    name: str, formula: Bare, ranking: Ranking, rows: Ranking, times: int, calls: int = 1
) -> tuple[float, float, float]:
    """Measure a metric of a ranking and its formula of the same as rows."""
    ours, arrays = measure(name), (rows.shown, rows.pool(), rows.relevant)
    return in_turn(lambda: ours(ranking), lambda: formula(*arrays), times, calls)


def compare(times: int) -> tuple[list[str], list[str]]:
    """Return the rows of the table, and what is over the ratio."""
    rows, missed = [], []
    batch, one = made(LISTS), made(1)
    for name, formula in FORMULAS.items():
        many, bare_many, ratio = beside(name, formula, batch, batch, times)
        alone, bare_alone, _ratio = beside(name, formula, Ranking(one.shown[0], one.pool()[0]), one, times, calls=20)
        rows.append(row(name, many, bare_many, ratio) + f" {alone * 1e6:.0f} µs | {bare_alone * 1e6:.0f} µs |")
        missed += [f"{name}: {ratio:.2f} times its formula, not {RATIO}"] if ratio > RATIO else []
    guess, true = np.random.default_rng(0).uniform(1, 5, (2, LISTS * RANKS))
    for name, (error, bare) in ERRORS.items():
        many, bare_many, ratio = in_turn(lambda: error(guess, true), lambda: bare(guess, true), times, 1)  # noqa: B023
        rows.append(row(f"{name}, {guess.size:,} ratings", many, bare_many, ratio) + " | |")
        missed += [f"{name}: {ratio:.2f} times its formula, not {RATIO}"] if ratio > RATIO else []
    return rows, missed


def row(name: str, ours: float, bare: float, ratio: float) -> str:
    return f"| {name} | {ours * 1e3:.2f} ms | {bare * 1e3:.2f} ms | {ratio:.2f} |"


def main() -> None:
    """Measure, and write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=60)
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the table to this file, too")
    options = parser.parse_args()
    load = os.getloadavg()[0]
    rows, missed = compare(options.times)
    lines = [
        "# A metric beside its formula",
        "",
        f"{LISTS:,} lists of {RANKS}, and one list; medians of {options.times} rounds. At most {RATIO} times, the aim is {AIM}.",
        "",
        "| | the metric | bare NumPy | ratio | one list | bare NumPy |",
        "|---|--:|--:|--:|--:|--:|",
        *rows,
        "",
        f"Python {platform.python_version()}, NumPy {np.__version__}, {os.cpu_count()} cores, load {load:.1f} at the start.",
        "",
        *(["Missed:", *(f"- {line}" for line in missed)] if missed else ["Every target is met."]),
    ]
    print("\n".join(lines))
    if options.write:
        options.write.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
