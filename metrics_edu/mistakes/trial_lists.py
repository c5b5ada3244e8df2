"""The lists that a metric is tried on: all small ones, drawn ones of every kind, and how one is made smaller."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import chain, combinations_with_replacement, product
from typing import Any, NamedTuple

import numpy as np

from metrics_edu.language import N_, refused
from metrics_edu.metrics import Measure, Ranking
from metrics_edu.metrics.validation import HIGHEST_GRADE

DEFAULT_RANKS, DEFAULT_MANY_RANKS = 5, 100
"""How long the lists are where the measure has no cut-off, and how long a few of them."""
MAX_CHECKED_CUTOFF = 1000
SHORT_RANKS = 20
"""The ranks that most of the drawn lists have at most, about, whatever the cut-off."""
MAX_SMALL_RANKS, MAX_SMALL_TRIALS = 4, 4000
DRAWN_TRIALS = 300
JUDGED_SHARE = 1 / 3
"""The share of the shown items that are judged and not relevant; in some long lists all others are."""
ITEMS_OF_LONG_TRIALS = 6000
"""Together about the number of items of the lists beyond SHORT_RANKS: few have 1000, more have 100."""
LARGEST_STEP = 1024
"""The number of items that change at once when a list is first made smaller; then half as many, and so on."""
LETTERS = "abcdefghijklmnopqrstuvwxyz"


class TrialGrades(NamedTuple):
    """The grades on a list: those that are relevant, the least first, and those that are not."""

    relevant: tuple[float, ...]
    below: tuple[float, ...]


class Trial(NamedTuple):
    """One user: the grades of the shown items (None: not judged), those of the missed ones, and the order of names and ratings."""

    shown: tuple[float | None, ...]
    missed: tuple[float, ...] = ()
    backwards: bool = False

    @property
    def items(self) -> list[str]:
        """Return the names of the shown items, then of the missed ones; backwards, sorting by name changes what is shown."""
        names = [item_name(k) for k in range(len(self.shown) + len(self.missed))]
        return names[len(self.shown) - 1 :: -1] + names[len(self.shown) :] if self.backwards and self.shown else names

    @property
    def recommendations(self) -> list[str]:
        return self.items[: len(self.shown)]

    @property
    def ratings(self) -> dict[str, float]:
        graded = zip(self.items, (*self.shown, *self.missed), strict=True)
        judged = {item: grade for item, grade in graded if grade is not None}
        return dict(reversed(judged.items())) if self.backwards else judged

    @property
    def grades(self) -> list[float]:
        return [grade for grade in (*self.shown, *self.missed) if grade is not None]

    def ranking(self, threshold: float) -> Ranking:
        return Ranking.from_items(self.recommendations, self.ratings, threshold=threshold)

    def relevant(self, threshold: float) -> int:
        return sum(grade >= threshold for grade in self.grades)

    @property
    def by_user(self) -> dict[int, Trial]:
        return {1: self}

    def data(self, threshold: float) -> Ranking:
        return self.ranking(threshold)

    @property
    def size(self) -> tuple[object, ...]:
        """What a smaller list has less of: ranks, then judged items, then grades, then what is unusual about it."""
        grades = self.grades
        above = [grade for grade in grades if grade > 0]
        positions = [-1.0 if grade is None else grade for grade in self.shown]
        return len(self.shown), len(above), len(grades), sum(above), self.backwards, positions, self.missed

    def simpler(self, scale: TrialGrades, step: int) -> Iterator[Trial]:
        """Give lists with a few small changes; a step is the number of items that change at once."""
        shown, missed, _backwards = self
        ranks = [(shown[:k], shown[k : k + step], shown[k + step :]) for k in range(0, len(shown), step)]
        others = [(missed[:k], missed[k : k + step], missed[k + step :]) for k in range(0, len(missed), step)]
        yield from (self._replace(shown=before + after) for before, _chunk, after in ranks)
        for before, chunk, after in ranks:
            judged = (grade for grade in chunk if grade is not None)
            yield self._replace(shown=before + after, missed=(*missed, *judged))
        yield from (self._replace(missed=before + after) for before, _chunk, after in others)
        grades = (*scale.below, *scale.relevant)
        for (before, chunk, after), grade in product(ranks, (None, *grades)):
            yield self._replace(shown=(*before, *[grade] * len(chunk), *after))
        ends = [parts for parts in others if parts[1][-1:] != parts[2][:1]]  # of equal ones any may be lessened
        for (before, chunk, after), grade in product(ends, grades):
            yield self._replace(missed=(*before, *[grade] * len(chunk), *after))
        yield self._replace(backwards=False)


@cache
def item_name(k: int) -> str:
    """Return what the k-th item is called: 0 is a, 25 is z, 26 is a2."""
    again, letter = divmod(k, len(LETTERS))
    return LETTERS[letter] + (str(again + 1) if again else "")


def scale_of(measure: Measure, threshold: float) -> TrialGrades:
    """Return the grades on which a measure is tried.

    With the threshold 1 those of R and N, 1 and 0; more where the measure reads grades, or where some lie below the
    threshold.
    """
    if threshold > HIGHEST_GRADE:
        raise refused(
            "threshold must be at most {most}, the highest grade; got {value!r}", most=HIGHEST_GRADE, value=threshold
        )
    least = int(threshold) if float(threshold).is_integer() else float(threshold)
    more = 3 if reads_grades(measure) else 2 if threshold > 1 else 1
    relevant = tuple(least + k for k in range(more) if least + k <= HIGHEST_GRADE)
    return TrialGrades(relevant, (0, math.ceil(threshold) - 1) if threshold > 1 else (0,))


def reads_grades(measure: Measure) -> bool:
    more = measure.depth() or 0  # where only the best grades count, there must be more than are read
    binary, graded = Ranking([1, 1], [1] * (more + 2)), Ranking([1, 2], [3] * more + [2, 1])
    return "gain" in measure.metric.parameters or measure(binary) != measure(graded)


@lru_cache(maxsize=8)
def all_trials(scale: TrialGrades, depth: int | None) -> tuple[Trial, ...]:
    """Return the small lists and the drawn ones: always the same, so that a metric that is corrected does not wait again."""
    return (*small(scale, depth), *draw_trials(scale, depth))


def small(scale: TrialGrades, depth: int | None) -> list[Trial]:
    """Return all lists of few ranks, the smallest first: each grade at each rank, judged or not, and what may be missed."""
    n = depth or DEFAULT_RANKS
    grades = (*scale.below, *scale.relevant)
    pairs = chain.from_iterable(combinations_with_replacement(grades, k) for k in range(3))
    relevant = sorted({*range(3, min(n, SHORT_RANKS) + 2), n, n + 1} - {1, 2})
    missed = [*pairs, *((scale.relevant[0],) * k for k in relevant)]
    trials: list[Trial] = []
    for length in range(MAX_SMALL_RANKS + 1):
        if length and 2 * (1 + len(grades)) ** length * len(missed) > MAX_SMALL_TRIALS:
            break
        for shown, rest in product(product((None, *grades), repeat=length), missed):
            trial = Trial(shown, rest)
            trials += [trial, trial._replace(backwards=True)] if len(trial.grades) > 1 else [trial]
    return sorted(trials, key=lambda trial: trial.size)


def draw_trials(scale: TrialGrades, depth: int | None) -> list[Trial]:
    """Draw longer lists: short, full and too long; |R| below and above the cut-off, and none; judged in part."""
    rng = np.random.default_rng(1)
    short, long = min(depth or DEFAULT_RANKS, SHORT_RANKS), depth or DEFAULT_MANY_RANKS
    count = min(ITEMS_OF_LONG_TRIALS // long, DRAWN_TRIALS // 5) if long > short else 0
    trials = [_draw(rng, scale, 0, short + 3, JUDGED_SHARE) for _k in range(DRAWN_TRIALS - count)]
    long_ones = [((0, long - 1)[k % 2], (JUDGED_SHARE, 1.0)[k % 4 == 3]) for k in range(count)]
    return trials + [_draw(rng, scale, least, long + 3, share) for least, share in long_ones]


def _draw(rng: np.random.Generator, scale: TrialGrades, least: int, most: int, judged: float) -> Trial:
    def grade_of(grades: Sequence[float]) -> float:
        return grades[int(rng.integers(len(grades)))]

    length, relevant = (int(rng.integers(least, most + 1)) for _k in range(2))
    hits = int(rng.integers(0, min(length, relevant) + 1))
    shown: list[float | None] = [None] * length
    for position in np.flatnonzero(rng.random(length) < judged):
        shown[position] = grade_of(scale.below)
    for position in rng.choice(length, hits, replace=False):
        shown[position] = grade_of(scale.relevant)
    missed = [grade_of(scale.relevant) for _k in range(relevant - hits)]
    missed += [grade_of(scale.below) for _k in range(int(rng.integers(0, 3)))]
    return Trial(tuple(shown), tuple(missed[k] for k in rng.permutation(len(missed))), bool(rng.integers(2)))


def shrink(trial: Any, scale: TrialGrades, still: Callable[[Any], bool]) -> Any:
    """Return the smallest trial that is reached by small changes, after each of which something still holds of it.

    Large changes are tried first: a list of hundreds of items is not made smaller one by one.
    """
    holds = cache(still)  # one item less is often the same list, whichever it is
    step = LARGEST_STEP
    while step:
        smaller = (simpler for simpler in trial.simpler(scale, step) if simpler.size < trial.size and holds(simpler))
        next_trial = next(smaller, None)
        trial, step = (next_trial, step) if next_trial else (trial, step // 2)
    return trial


KINDS: dict[str, Callable[[Trial, float, int], bool]] = {
    N_("empty lists"): lambda trial, _least, _n: not trial.shown,
    N_("lists shorter than {n}"): lambda trial, _least, n: 0 < len(trial.shown) < n,
    N_("lists longer than {n}"): lambda trial, _least, n: len(trial.shown) > n,
    N_("users with no relevant item"): lambda trial, least, _n: not trial.relevant(least),
    N_("|R| from 1 to {n}"): lambda trial, least, n: 0 < trial.relevant(least) <= n,
    N_("|R| above {n}"): lambda trial, least, n: trial.relevant(least) > n,
    N_("shown items that are not judged"): lambda trial, _least, _n: None in trial.shown,
    N_("shown items that are judged, and not relevant"): lambda trial, least, _n: any(
        grade is not None and grade < least for grade in trial.shown
    ),
    N_("missed items that are judged, and not relevant"): lambda trial, least, _n: any(g < least for g in trial.missed),
    N_("different relevant grades"): lambda trial, least, _n: len({g for g in trial.grades if g >= least}) > 1,
}
"""The kinds of lists, which are counted where a metric agrees."""
