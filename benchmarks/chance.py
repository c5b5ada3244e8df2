"""How often the diagnosis names a cause of a number that has none: named flatly, with "Perhaps" or "Either", or not at all.

python -m benchmarks.chance [--count 300] [--write benchmarks/chance.md]

The numbers are uniform ones, ones near the right one, and the right value of another list, on lists of 1, 3 and 8 users; and,
the other way round, the verdicts on values of known mistakes that are written with two decimals. Nothing here is random
between runs.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from numpy.random import Generator

from metrics_edu.metrics import Measure, Ranking, Ratings
from metrics_edu.metrics.value_and_derivation import as_measure, value_of
from metrics_edu.mistakes import MISCONCEPTIONS, Verdict, diagnose
from metrics_edu.mistakes.diagnosis import MAX_CHANCE, UNNAMED
from metrics_edu.mistakes.written_numbers import near

MEASURES = ("P@5", "Recall@5", "F1@5", "RR", "AP", "AP@5", "DCG@5", "nDCG@5", "Rankscore", "MAE", "RMSE")
USERS = (1, 3, 8)
DECIMALS = 4
NEAR = 0.02
"""How far a number near the right one is from it at most, as a share of the greatest value."""
CERTAINTIES = ("flat", "perhaps", "none")


def drawn(measure: Measure, users: int, rng: Generator) -> Ranking | Ratings:
    """Draw lists of 4 to 8 ranks with 1 to 4 hits, some missed items and, where they are read, grades from 1 to 3; or ratings."""
    if measure.metric.kind == "rating":
        count = 5 * users
        predicted, actual = rng.integers(2, 11, count) / 2, rng.integers(1, 6, count)
        return Ratings(predicted.tolist(), actual.tolist(), users=[k // 5 for k in range(count)])
    highest = 3 if "gain" in measure.metric.parameters else 1
    lists = [_drawn_list(highest, rng) for _user in range(users)]
    return lists[0] if users == 1 else Ranking.batch(lists)


def _drawn_list(highest: int, rng: Generator) -> Ranking:
    length, hits, missed = (int(rng.integers(low, high)) for low, high in ((4, 9), (1, 5), (0, 6)))
    grades = rng.integers(1, highest + 1, hits + missed).astype(float)
    shown = np.zeros(length)
    shown[rng.choice(length, min(hits, length), replace=False)] = grades[: min(hits, length)]
    return Ranking(shown, grades)


def uniform(_measure: Measure, _exact: float, most: float, _users: int, rng: Generator) -> float:
    return float(rng.uniform(0, most))


def near_by(_measure: Measure, exact: float, most: float, _users: int, rng: Generator) -> float:
    return float(np.clip(exact + rng.uniform(-NEAR, NEAR) * most, 0, most))


def of_another_list(measure: Measure, _exact: float, _most: float, users: int, rng: Generator) -> float:
    return value_of(measure, drawn(measure, users, rng))


NUMBERS: dict[str, Callable[[Measure, float, float, int, Generator], float]] = {
    "uniform": uniform,
    "near the right one": near_by,
    "right for another list": of_another_list,
}


def certainty(verdict: Verdict) -> str:
    """Return how a cause is named: flatly, with a word of doubt, or not."""
    if verdict.kind in UNNAMED or not (verdict.codes or verdict.conventions):
        return "none"
    return "flat" if len(verdict.ways) == 1 and verdict.chance <= MAX_CHANCE and not verdict.fewer else "perhaps"


def shares(name: str, users: int, numbers: str, count: int) -> Counter[str]:
    """Return how often a cause is named in each way, of numbers that are not right."""
    measure, rng = as_measure(name), np.random.default_rng(users)
    found = Counter[str]()
    while found.total() < count:
        data = drawn(measure, users, rng)
        exact = value_of(measure, data)
        most = measure.metric.bounds[1] if np.isfinite(measure.metric.bounds[1]) else 2 * exact
        value = NUMBERS[numbers](measure, exact, most, users, rng)
        if not near(value, exact, DECIMALS):
            found[certainty(diagnose(measure, data, f"{value:.{DECIMALS}f}"))] += 1
    return found


def shortened(name: str, count: int) -> Counter[str]:
    """Return the verdicts on the values of known mistakes that are written with two decimals."""
    measure, rng = as_measure(name), np.random.default_rng(0)
    codes = [code for code, mistake in MISCONCEPTIONS.items() if measure.metric.name in mistake.measures]
    found = Counter[str]()
    for _list in range(count):
        data = drawn(measure, 1, rng)
        exact = value_of(measure, data)
        values = {code: MISCONCEPTIONS[code].value(measure, data) for code in codes}
        for text in {f"{value:.2f}" for value in values.values() if np.isfinite(value) and not near(value, exact, 2)}:
            verdict = diagnose(measure, data, text)
            found["named" if verdict.codes or verdict.conventions else verdict.question or verdict.kind] += 1
    return found


def report(count: int) -> Iterator[str]:
    yield from ("# Causes of numbers that have none", "", f"`python -m benchmarks.chance --count {count}`", "")
    yield f"Of {count} numbers with {DECIMALS} decimals: a cause is named flatly / with “Perhaps” or “Either” / not at all."
    for numbers in NUMBERS:
        yield from ("", f"## Numbers: {numbers}", "", "| | 1 user | 3 users | 8 users |", "|---|--:|--:|--:|")
        for name in MEASURES:
            cells = [shares(name, users, numbers, count) for users in USERS]
            texts = [" / ".join(f"{found[key] / count:.1%}" for key in CERTAINTIES) for found in cells]
            yield f"| {name} | {' | '.join(texts)} |"
    yield from ("", "## Two decimals of the values of known mistakes", "", "| | verdicts |", "|---|---|")
    for name in MEASURES:
        found = shortened(name, count // 10)
        yield f"| {name} | {', '.join(f'{key} {number}' for key, number in found.most_common())} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--write", type=Path)
    options = parser.parse_args()
    text = "\n".join(report(options.count)) + "\n"
    print(text)
    if options.write:
        options.write.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
