"""Which cause the diagnosis names of the numbers of wrong programs, and whether it accuses a right answer in any spelling.

python -m benchmarks.false_causes [--count 60] [--right 2000] [--write benchmarks/false_causes.md]

Each code is made on drawn lists, ratings or runs on which it shows, by a program in plain loops that shares nothing with the
package where there is one, else by the package. Nothing here is random between runs.
"""

from __future__ import annotations

import argparse
import math
import random
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
from numpy.random import Generator

from benchmarks import plain_programs
from benchmarks.chance import MEASURES, drawn
from metrics_edu.metrics import CONVENTIONS, METRICS, Measure, Ranking, Ratings, Run
from metrics_edu.metrics.registry import REGISTRY
from metrics_edu.metrics.value_and_derivation import Data, as_measure, value_of
from metrics_edu.mistakes import MISCONCEPTIONS, Verdict, diagnose
from metrics_edu.mistakes.diagnosis import RIGHT
from metrics_edu.mistakes.known_mistakes import Misconception
from metrics_edu.mistakes.made_values import under
from metrics_edu.mistakes.written_numbers import near
from tests.mistakes.test_misconceptions import LIKED, PROGRAMS, Work

DECIMALS = 4
WRITTEN = 6
"""The number of decimals of a wrong number."""
TRIES = 60
"""The number of draws for each wrong number at most."""
CUTOFF, LONGER = 7, 60
"""The cut-off, which is none of those that are taken for each other, and how much longer a list is than a rarer one."""
USERS, MOST_ITEMS, TRAIN_ITEMS = 8, 40, 8
Wrong = tuple[Measure, Data, float]


# what is diagnosed: a measure, data and a wrong number


def drawn_measure(name: str, rng: Generator) -> Measure:
    """Return a metric, mostly with a cut-off, now and then without one or under another convention."""
    metric = REGISTRY[name]
    has_cutoff = name in METRICS and metric.takes_n and rng.random() < 0.8
    usual = as_measure(metric.label(n=CUTOFF) if has_cutoff else metric.label())
    is_usual = metric.kind != "ranking" or rng.random() < 0.7
    return usual if is_usual else under(usual, str(rng.choice([*CONVENTIONS]))) or usual


def drawn_list(longest: int, rng: Generator) -> Ranking:
    """Draw a list with grades, often below a threshold, and with relevant items that it misses; a few lists have nothing."""
    threshold = float(rng.choice([1, 3]))
    length = int(rng.integers(4, longest + 1))
    highest = int(rng.choice([1, 5])) if threshold == 1 else 5
    shown = rng.integers(1, highest + 1, length) * (rng.random(length) < 0.4)
    missed = rng.integers(1, highest + 1, int(rng.integers(0, 8)))
    nothing = rng.random() < 0.1
    return Ranking(shown * (not nothing), [] if nothing else [*shown[shown > 0], *missed], threshold=threshold)


def drawn_batch(longest: int, rng: Generator) -> Ranking:
    lists = [drawn_list(longest, rng) for _user in range(int(rng.integers(3, USERS + 1)))]
    return Ranking.batch([one.with_threshold(lists[0].threshold) for one in lists])


def drawn_run(longest: int, rng: Generator) -> Run:
    """Draw the files of a class: scores with ties, train items in the lists, items without judgments, ids as text."""
    items = 2 * max(longest, MOST_ITEMS)
    lists: dict[int, list[int]] = {}
    judged: dict[int, dict[int | str, int]] = {}
    train, scores = {}, {}
    as_text = bool(rng.integers(2))
    for user in range(USERS + 1):
        order = rng.permutation(items).tolist()
        lists[user], train[user] = order[:longest], [*order[: TRAIN_ITEMS // 4], *order[-TRAIN_ITEMS:]]
        found = np.sort(rng.integers(1, 10, longest))[::-1] / 2
        scores[user] = dict(zip(lists[user], found.tolist(), strict=True))
        known = rng.permutation(order[TRAIN_ITEMS // 4 : -TRAIN_ITEMS])[
            : int(rng.integers(items // 4, items // 2))
        ].tolist()
        grades = rng.integers(1, 6 if user else LIKED, len(known)).tolist()
        judged[user] = {
            str(item) if as_text and item % 2 else item: grade for item, grade in zip(known, grades, strict=True)
        }
    del judged[USERS]
    if rng.integers(2):
        lists[1], scores[1] = [], {}
    catalogue = range(items) if rng.integers(2) else ()
    return Run(lists, judged, LIKED, train, scores=scores, known_items=catalogue)


def wrong_numbers(mistake: Misconception, rng: Generator) -> Iterator[Wrong]:
    """Yield what a mistake makes of data that it is about, for each of its metrics in turn."""
    longest = max(12, (mistake.read or 0) + LONGER if mistake.read > CUTOFF else 12)
    draws: dict[str, Callable[[], Data]] = {
        "list": lambda: (drawn_list, drawn_batch)[rng.integers(2)](longest, rng),
        "batch": lambda: drawn_batch(longest, rng) if rng.integers(2) else drawn_run(longest, rng),
        "ratings": lambda: drawn(as_measure("MAE"), 2, rng),
        "run": lambda: drawn_run(longest, rng),
    }
    while True:
        measure, data = drawn_measure(str(rng.choice(mistake.measures)), rng), draws[mistake.takes]()
        yield measure, data, mistake.value(measure, data)


def of_programs(code: str) -> Iterator[Wrong]:
    """Yield the numbers of the plain programs that make a mistake; none without such a program."""
    own = [(as_measure(title), program) for of, title, program in PROGRAMS if of == code]
    shared = [(title, one.program) for one in plain_programs.MISTAKES for title, of in one.codes.items() if of == code]
    for seed in range(TRIES * TRIES if own or shared else 0):
        work = Work.draw(seed, outside=code.startswith("COV"))
        for measure, program in own:
            yield measure, work.run(), program(work)
        for title, shared_program in shared:
            yield as_measure(title), *_of_class(title, shared_program, seed)


def _of_class(title: str, program: plain_programs.Program, seed: int) -> tuple[Data, float]:
    """Return the data and the number of a program of the class, which reads no more than its lists have."""
    draw, work = random.Random(seed), Work.draw(seed, outside=False)
    lists: Any = {user: items[: plain_programs.DEPTH] for user, items in work.lists.items()}
    judged: Any = {user: dict(draw.sample([*grades.items()], len(grades))) for user, grades in work.judged.items()}
    train: Any = {user: dict.fromkeys(items, LIKED) for user, items in work.train.items()}
    predicted: Any = {(user, item): draw.uniform(1, 5) for user, grades in judged.items() for item in grades}
    value = program.values(plain_programs.Work(judged, train, lists, predicted))[title]
    if title not in plain_programs.OF_RATINGS:
        return Run(lists, judged, LIKED, work.train), value
    pairs = [(guess, judged[user][item], user) for (user, item), guess in predicted.items()]
    return Ratings(*map(list, zip(*pairs, strict=True))), value


def shown(numbers: Iterator[Wrong], count: int) -> list[Wrong]:
    """Return the first numbers that are not right, and not 0, which has many causes."""
    found: list[Wrong] = []
    for _try, (measure, data, value) in zip(range(TRIES * count), numbers, strict=False):
        if math.isfinite(value) and round(value, WRITTEN) and not near(value, value_of(measure, data), DECIMALS):
            found.append((measure, data, value))
        if len(found) == count:
            break
    return found


# what the diagnosis says


def named(code: str, verdict: Verdict) -> str:
    if verdict.codes == (code,):
        return "own"
    if any(code in joined.split("+") for joined in verdict.codes):
        return "own or another"
    return "another" if verdict.codes or verdict.conventions else "none"


NAMED = ("own", "own or another", "another", "none")


def rows_of_codes(count: int) -> Iterator[str]:
    yield from ("## Numbers of wrong programs", "", f"{count} numbers of each code, with {WRITTEN} decimals.", "")
    yield from (
        f"| | numbers | of plain programs | {' | '.join(NAMED)} | the others |",
        "|---|--:|--:|--:|--:|--:|--:|---|",
    )
    total = Counter[str]()
    for code, mistake in MISCONCEPTIONS.items():
        plain = shown(of_programs(code), count)
        numbers = [*plain, *shown(wrong_numbers(mistake, np.random.default_rng(1)), count - len(plain))]
        found, others = Counter[str](), Counter[str]()
        for measure, data, value in numbers:
            verdict = diagnose(measure, data, f"{value:.{WRITTEN}f}")
            found[named(code, verdict)] += 1
            others.update({*verdict.codes} - {code})
        total += found
        cells = " | ".join(str(found[key]) for key in NAMED)
        text = ", ".join(f"{other} {number}" for other, number in others.most_common(3))
        yield f"| {code} | {len(numbers)} | {len(plain)} | {cells} | {text} |"
    yield f"| all | {total.total()} | | {' | '.join(str(total[key]) for key in NAMED)} | |"


# right answers


def _short(value: float) -> str:
    return f"{value:.{DECIMALS}f}"


SPELLINGS: dict[str, Callable[[float], object]] = {
    "0.1234": _short,
    "0,1234": lambda value: _short(value).replace(".", ","),
    "12.34 %": lambda value: f"{100 * value:.2f} %",
    "12,34%": lambda value: f"{100 * value:.2f}%".replace(".", ","),
    "617/5000": lambda value: str(Fraction(value).limit_denominator(10**6)),
    "0.12340": lambda value: f"{_short(value)}0",
    "0.123406": lambda value: f"{value:.6f}",
    "0.12, rounded": lambda value: f"{value:.2f}",
    ".1234": lambda value: _short(value).removeprefix("0"),
    "1.2341e−1": lambda value: f"{value:.6e}".replace("-", "−"),
    "12.341 × 10^−2": lambda value: f"{100 * value:.4f} × 10^−2",
    "a float": float,
    "np.float64(0.1234…)": lambda value: f"np.float64({value!r})",
    "≈ **0.1234**": lambda value: f"≈ **{_short(value)}**",
    "0.1234 ± 0.01": lambda value: f"{_short(value)} ± 0.01",
}


def is_accused(verdict: Verdict) -> bool:
    """Return whether a right answer is called wrong; 0.00 for 0.004 has too few decimals to say."""
    return verdict.kind not in RIGHT and (bool(verdict.codes or verdict.conventions) or verdict.question != "decimals")


def rows_of_spellings(count: int) -> Iterator[str]:
    yield from ("", "## Right answers", "", f"{count} right answers of {', '.join(MEASURES)}, on 1 and 3 users.", "")
    yield from ("| | accused | too few decimals |", "|---|--:|--:|")
    rng = np.random.default_rng(0)
    answers = [(as_measure(MEASURES[k % len(MEASURES)]), (1, 3)[k % 2]) for k in range(count)]
    rights = [
        (measure, data, value_of(measure, data)) for measure, users in answers for data in [drawn(measure, users, rng)]
    ]
    for name, spell in SPELLINGS.items():
        verdicts = [diagnose(measure, data, spell(exact)) for measure, data, exact in rights]
        few = sum(verdict.kind not in RIGHT and not is_accused(verdict) for verdict in verdicts)
        yield f"| {name} | {sum(map(is_accused, verdicts))} | {few} |"


def report(count: int, right: int) -> Iterator[str]:
    yield from ("# Causes of wrong and right numbers", "")
    yield from (f"`python -m benchmarks.false_causes --count {count} --right {right}`", "")
    yield from rows_of_codes(count)
    yield from rows_of_spellings(right)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--right", type=int, default=2000)
    parser.add_argument("--write", type=Path)
    options = parser.parse_args()
    text = "\n".join(report(options.count, options.right)) + "\n"
    print(text)
    if options.write:
        options.write.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
