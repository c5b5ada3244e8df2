"""The exercises of a Drill: what is drawn for a metric, a level and a seed, and on which of them a mistake shows."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any
from zlib import crc32

import numpy as np
from numpy.random import Generator

from metrics_edu.metrics import Measure, Ranking
from metrics_edu.metrics.registry import REGISTRY
from metrics_edu.metrics.value_and_derivation import as_measure, value_of
from metrics_edu.mistakes.made_values import under, value_made
from metrics_edu.mistakes.telling_apart import RIGHT, coinciding, draw_ratings, is_graded
from metrics_edu.practice.exercises import Exercise, ExerciseData
from metrics_edu.practice.record.learner_record import DRILL

LEVELS = 1, 2, 3
FIRST_SEED = 1_000_001
"""The seed of the first exercise of a metric and level."""
NAMED = re.compile(f"{DRILL}(.+) ([{LEVELS[0]}-{LEVELS[-1]}]) ([0-9]{{1,15}})")
"""The name of an exercise: metric, level, seed; a record may hold any other name."""
RATINGS = {1: 3, 2: 5, 3: 8}
LENGTHS = 6, 8
CUTOFFS = 5, 8
USER_CUTOFFS = 4, 6
DEEP_CUTOFF = 10
MOST_GRADES = 12
"""The most grades of a pool: more takes too long to read. A cut-off for users is low, so that some have more relevant items."""
FROM_GRADE = 2
GRADES = 1, 2, 3
BINARY = (1,)
RELEVANT_GRADES = GRADES[FROM_GRADE - 1 :]
OTHER_CONVENTIONS = "trec_eval", "torchmetrics", "ranx", "recbole", "rectools_divide_by_k"
"""Those under which a pair of lists can distinguish all known mistakes."""
SHORT_LISTS, PAIRS, PAIR_DRAWS, USER_DRAWS, RATING_DRAWS = 40, 12, 48, 16, 8
"""The number of candidates among which a value is drawn, and of draws at most to find them."""
SEEDS_TRIED = 8
EXTREME, EXTREME_SHARE = (0.0, 1.0), 1 / 8
"""How often a value is drawn that a learner can guess."""
DRILLED = tuple(
    metric.label() for metric in REGISTRY.values() if metric.kind in ("ranking", "rating") and not metric.reads_judged
)
"""Every metric of a list or of ratings, as it is spelled, but for those that read what was judged: of a drawn list, all is."""

Lists = tuple[ExerciseData, ...]


# names


def name_of(metric: str, *level_and_seed: int) -> str:
    """Return the name of an exercise, or how it begins."""
    return DRILL + " ".join(map(str, (metric, *level_and_seed))) + " " * (len(level_and_seed) < 2)


def level_in(name: str) -> int:
    return int(name.split(" ")[-2])


def parsed(name: str) -> tuple[str, int, int] | None:
    """Return the metric, level and seed in the name of an exercise; None if this version does not draw it."""
    match = NAMED.fullmatch(name)
    if not match or match[1] not in DRILLED:
        return None
    return match[1], int(match[2]), int(match[3])


def shows(name: str, code: str) -> bool:
    """Return whether a mistake gives another answer than the right one in the exercise of a name."""
    found = parsed(name)
    return found is not None and are_apart(drawn(*found), code)


# what is drawn


@lru_cache(maxsize=512)
def drawn(metric: str, level: int, seed: int) -> Exercise:
    """Return an exercise at a level.

    1: one short list of R and N, or of grades where they matter, read to its end (3 ratings). 2: a pair with missed items, cut
    off where the metric has a cut-off (5 ratings). 3: by turns four users with a threshold and their mean, and a pair under
    another convention, with a threshold where that changes it (8 ratings). A value is drawn first, each distinct one alike,
    and then a list that has it: so no answer is frequent.
    """
    measure = as_measure(metric)
    rng = np.random.default_rng(crc32(f"{metric} {level} {seed}".encode()))
    has_users = level == LEVELS[-1] and asks_mean(metric, seed)
    if level > 1 and measure.metric.takes_n:
        low, high = USER_CUTOFFS if has_users else CUTOFFS
        n = DEEP_CUTOFF if level == 2 and seed % 2 == 0 else int(rng.integers(low, high + 1))
        measure = as_measure(measure.metric.label(n=n))
    convention = measure.convention
    if level == LEVELS[-1] and len(kinds(metric)) > 1 and not has_users:
        others = _others(measure.name)
        convention = others[seed // 2 % len(others)]
        measure = as_measure(measure.name, convention)
    lists = _lists(measure, level, rng, has_users=has_users)
    return Exercise(name_of(metric, level, seed), measure.name, lists, convention=convention, seed=seed, mean=has_users)


@cache
def _others(spelled: str) -> tuple[str, ...]:
    """Return the conventions that compute something else of the lists that are drawn."""
    usual = as_measure(spelled)
    others = {name: under(usual, name) for name in OTHER_CONVENTIONS}
    return tuple(name for name, other in others.items() if other and other.differences(usual, brief=True))


@cache
def kinds(metric: str) -> frozenset[bool]:
    """Return the kinds of exercises at level 3: whether they ask for a mean."""
    measure = as_measure(metric)
    spelled = measure.metric.label(n=CUTOFFS[0]) if measure.metric.takes_n else metric
    is_rating = measure.metric.kind == "rating"
    return frozenset({False} if is_rating else {True, False} if _others(spelled) else {True})


def asks_mean(metric: str, seed: int) -> bool:
    """Return whether the exercise of a seed at level 3 asks for a mean."""
    return True in kinds(metric) and (seed % 2 == 1 or len(kinds(metric)) == 1)


def kind_of(name: str, metric: str) -> bool | None:
    """Return the kind of an exercise of a metric at level 3: whether it asks for a mean; None of any other exercise."""
    found = parsed(name)
    return asks_mean(metric, found[2]) if found and found[:2] == (metric, LEVELS[-1]) else None


def levels_of(metric: str) -> tuple[int, ...]:
    """Return the levels that are drilled: only the last of the hit ratio, which is 1 for every list with a hit."""
    return LEVELS[-1:] if as_measure(metric).metric.name == "hit_ratio" else LEVELS


def _lists(measure: Measure, level: int, rng: Generator, *, has_users: bool) -> Lists:
    """Draw candidates until enough of them tell all mistakes apart, and choose one."""
    if measure.metric.kind == "rating":
        draws = [draw_ratings(measure, int(k), count=RATINGS[level]) for k in rng.integers(0, 2**31, RATING_DRAWS)]
        return _choose(measure, [(0, (ratings,)) for ratings in draws], rng)
    draw: Any
    draw, enough, most = (_short_list, SHORT_LISTS, SHORT_LISTS) if level == 1 else (_pair, PAIRS, PAIR_DRAWS)
    if has_users:
        draw, enough, most = _users, 1, USER_DRAWS
    elif level == LEVELS[-1] and not is_graded(measure):
        draw, enough, most = _pair_of_users, 1, 2 * PAIR_DRAWS
    found: list[tuple[int, Lists]] = []
    while len(found) < most and sum(count == 0 for count, _lists in found) < enough:
        lists = draw(measure, measure.depth() or int(rng.integers(LENGTHS[0], LENGTHS[1] + (level == 1))), rng)
        found.append((_faults(measure, lists, has_mean=has_users), lists))
    least = min(count for count, _lists in found) + (level == 1)
    chosen = _choose(measure, [candidate for candidate in found if candidate[0] <= least], rng)
    return tuple(chosen[k] for k in rng.permutation(len(chosen)))


def _faults(measure: Measure, lists: Sequence[Ranking], *, has_mean: bool) -> int:
    """Return the number of pairs of mistakes with the same answers; a pair with the right computation counts twice."""
    parts = [*lists, Ranking.batch(lists)] if has_mean else lists
    count = sum(1 + (other == RIGHT) for other, code in coinciding(measure, parts) if "+" not in code)
    # Only a list whose first hit is at the last rank that is read changes RR if that rank is not read.
    reads = measure.metric.takes_n and 1 < (measure.depth() or 0) < DEEP_CUTOFF
    return count + (reads and all(math.isnan(value_made("CUT_MINUS_1", measure, ranking)) for ranking in lists))


def _short_list(measure: Measure, n: int, rng: Generator) -> tuple[Ranking, ...]:
    grades = GRADES if is_graded(measure) else BINARY
    return (draw_list(rng, n, int(rng.integers(2, n + 4)), grades, first=int(rng.integers(0, n))),)


def _pair(measure: Measure, n: int, rng: Generator) -> tuple[Ranking, ...]:
    """Draw two lists, one with |R| below the cut-off and one with |R| above it; the first is short where that matters."""
    grades, most = (GRADES, min(2 * n, MOST_GRADES)) if is_graded(measure) else (BINARY, 2 * n)
    short = int(rng.integers(1, 3)) * ("short" in measure.metric.parameters)
    few = draw_list(rng, n - short, int(rng.integers(2, max(3, n))), grades)
    return few, draw_list(rng, n, int(rng.integers(n + 1, most + 1)), grades)


def _users(measure: Measure, n: int, rng: Generator) -> tuple[Ranking, ...]:
    """Draw the lists of users with few and many relevant items, with no hit, and with no relevant item."""
    short = int(rng.integers(1, 3)) * ("short" in measure.metric.parameters)
    few = draw_list(rng, n - short, int(rng.integers(4, n + 3)), threshold=FROM_GRADE)
    many = draw_list(rng, n, MOST_GRADES, RELEVANT_GRADES, threshold=FROM_GRADE)
    missed = draw_list(rng, n, MOST_GRADES, RELEVANT_GRADES, threshold=FROM_GRADE, first=0)
    nothing = Ranking(np.zeros(n), [], threshold=FROM_GRADE)
    return tuple(ranking for ranking in (few, many, missed, nothing) if not math.isnan(value_of(measure, ranking)))


def _pair_of_users(measure: Measure, n: int, rng: Generator) -> tuple[Ranking, ...]:
    """Draw a pair in which `>` for `>=` shows, too: the lists of users with few and many relevant items."""
    return _users(measure, n, rng)[:2]


def draw_list(
    rng: Generator,
    length: int,
    relevant: int,
    of: Sequence[int] = GRADES,
    *,
    threshold: float = 1,
    first: int | None = None,
) -> Ranking:
    """Draw a list whose first hit is at a drawn rank, each alike; 0: no hit.

    It has two hits or more, if they fit. With a threshold, the first one is below it, and the second one just reaches it.
    """
    first = int(rng.integers(1, length + 1)) if first is None else first
    most = min(relevant, length - 1, length - first + 1)
    hits = int(rng.integers(min(2, max(1, most)), max(1, most) + 1)) if first else 0
    grades = rng.choice(of, relevant)
    if threshold > 1 and hits:
        grades[:2] = (FROM_GRADE, FROM_GRADE) if hits < 2 else (1, FROM_GRADE)
    ranks = [first - 1, *rng.choice(np.arange(first, length), hits - 1, replace=False)] if hits else []
    shown = np.zeros(length)
    shown[np.array(ranks, dtype=int)] = grades[:hits]
    return Ranking(shown, grades, threshold=threshold)


def _choose(measure: Measure, found: Sequence[tuple[int, Lists]], rng: Generator) -> Lists:
    """Draw the value of each list, each distinct one alike, then lists that have them and the fewest faults."""
    valued = [([round(value_of(measure, ranking), 3) for ranking in lists], count, lists) for count, lists in found]
    valued = [candidate for candidate in valued if not np.isnan(candidate[0]).any()]
    for k in range(len(found[0][1])):
        values = sorted({candidate[0][k] for candidate in valued})
        usual, extreme = ([value for value in values if (value in EXTREME) is end] for end in (False, True))
        among = extreme if extreme and (not usual or rng.random() < EXTREME_SHARE) else usual
        chosen = among[int(rng.integers(len(among)))]
        valued = [candidate for candidate in valued if candidate[0][k] == chosen]
    least = min(count for _values, count, _lists in valued)
    best = [lists for _values, count, lists in valued if count == least]
    return best[int(rng.integers(len(best)))]


# what a mistake makes of it


@lru_cache(maxsize=100_000)
def numbers(exercise: Exercise, code: str = "") -> tuple[float, ...]:
    """Return the answers of a learner with a mistake, the right ones without; where it cannot be made, they are right."""
    measure = exercise.measure
    rights = [value_of(measure, part) for part in exercise.parts]
    made = [value_made(code, measure, part) for part in exercise.parts] if code else rights
    return tuple(right if math.isnan(value) else value for value, right in zip(made, rights, strict=True))


def are_apart(exercise: Exercise, one: str, other: str = "") -> bool:
    """Return whether two mistakes, or a mistake and the right computation, give different answers."""
    unit = 10.0**-exercise.decimals
    pairs = zip(numbers(exercise, one), numbers(exercise, other), strict=True)
    return any(abs(first - second) > unit for first, second in pairs)


@cache
def first_showing(metric: str, code: str) -> Exercise | None:
    """Return an exercise of a metric on which a mistake shows, the simplest first; None of one in the files of a homework."""
    seeds = range(FIRST_SEED, FIRST_SEED + SEEDS_TRIED)
    exercises = (drawn(metric, level, seed) for seed in seeds for level in levels_of(metric))
    return next((exercise for exercise in exercises if are_apart(exercise, code)), None)


def groups(exercise: Exercise, codes: Sequence[str]) -> int:
    """Return the number of different answers that some mistakes give."""
    return len({tuple(round(value, exercise.decimals) for value in numbers(exercise, code)) for code in codes})
