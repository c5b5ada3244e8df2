"""The lists that a metric is tried on: all small ones, drawn ones of every kind, and how one is made smaller."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import chain, combinations_with_replacement, product
from typing import NamedTuple

import numpy as np

from metrics_edu.language import N_, _
from metrics_edu.metrics import HIGHEST_GRADE, Measure, Ranking

DEPTH, DEEP, DEEPEST = 5, 100, 1000
"""How long the lists are where the measure has no cut-off, how long a few of them, and the deepest cut-off that is tried."""
SHORT = 20
"""Most of the drawn lists have about so many ranks at most, whatever the cut-off."""
LONGEST_SMALL, MOST_SMALL = 4, 4000
DRAWN = 300
LONG_ITEMS = 6000
"""Together the lists beyond SHORT have about so many items: few have 1000, more have 100."""
LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Scale(NamedTuple):
    """The grades on a list: those that are relevant, the least first, and those that are not."""

    relevant: tuple[float, ...]
    below: tuple[float, ...]


class Trial(NamedTuple):
    """One user: the grades of the shown items (None: not judged), those of the missed ones, and how ratings are ordered."""

    shown: tuple[float | None, ...]
    missed: tuple[float, ...] = ()
    backwards: bool = False

    @property
    def recommendations(self) -> list[str]:
        """The shown items, rank 1 first."""
        return [name(k) for k in range(len(self.shown))]

    @property
    def ratings(self) -> dict[str, float]:
        """The grade of each judged item."""
        judged = {name(k): grade for k, grade in enumerate((*self.shown, *self.missed)) if grade is not None}
        return dict(reversed(judged.items())) if self.backwards else judged

    def ranking(self, threshold: float) -> Ranking:
        """The list as a Ranking, with its items."""
        return Ranking.from_items(self.recommendations, self.ratings, threshold=threshold)

    def relevant(self, threshold: float) -> int:
        """|R|."""
        return sum(grade is not None and grade >= threshold for grade in (*self.shown, *self.missed))

    @property
    def size(self) -> tuple[object, ...]:
        """What a smaller list has less of: ranks, then judged items, then grades, then what is unusual about it."""
        judged = [grade for grade in (*self.shown, *self.missed) if grade is not None]
        above = [grade for grade in judged if grade > 0]
        places = [-1.0 if grade is None else grade for grade in self.shown]
        return len(self.shown), len(above), len(judged), sum(above), self.backwards, places, self.missed


@cache
def name(k: int) -> str:
    """Return what the k-th item is called: 0 is a, 25 is z, 26 is a2."""
    again, letter = divmod(k, len(LETTERS))
    return LETTERS[letter] + (str(again + 1) if again else "")


def scale_of(asked: Measure, threshold: float) -> Scale:
    """Return the grades on which a measure is tried.

    With the threshold 1 those of R and N, 1 and 0; more where the measure reads grades, or where some lie below the
    threshold.
    """
    if threshold > HIGHEST_GRADE:
        raise ValueError(
            _("threshold must be at most {most}, the highest grade; got {given!r}", most=HIGHEST_GRADE, given=threshold)
        )
    least = int(threshold) if float(threshold).is_integer() else float(threshold)
    more = 3 if reads_grades(asked) else 2 if threshold > 1 else 1
    relevant = tuple(least + k for k in range(more) if least + k <= HIGHEST_GRADE)
    return Scale(relevant, (0, math.ceil(threshold) - 1) if threshold > 1 else (0,))


def reads_grades(asked: Measure) -> bool:
    """Return whether a measure tells grades apart, or could."""
    more = asked.depth() or 0  # where only the best grades count, there must be more than are read
    binary, graded = Ranking([1, 1], [1] * (more + 2)), Ranking([1, 2], [3] * more + [2, 1])
    return "gain" in asked.metric.parameters or asked(binary) != asked(graded)


def small(scale: Scale, depth: int | None) -> list[Trial]:
    """Return all lists of few ranks, the smallest first: each grade at each rank, judged or not, and what may be missed."""
    n = depth or DEPTH
    grades = (*scale.below, *scale.relevant)
    letters = (None, *grades)
    pairs = chain.from_iterable(combinations_with_replacement(grades, k) for k in range(3))
    many = sorted({*range(3, min(n, SHORT) + 2), n, n + 1} - {1, 2})
    missed = [*pairs, *((scale.relevant[0],) * k for k in many)]
    found: list[Trial] = []
    for length in range(LONGEST_SMALL + 1):
        if len(found) and 2 * len(letters) ** length * len(missed) > MOST_SMALL:
            break
        for shown, rest in product(product(letters, repeat=length), missed):
            judged = len(rest) + sum(grade is not None for grade in shown)
            found += [Trial(shown, rest, backwards) for backwards in (False, True)[: 1 + (judged > 1)]]
    return sorted(found, key=lambda trial: trial.size)


def draw_trials(scale: Scale, depth: int | None) -> list[Trial]:
    """Draw longer lists: short, full and too long; |R| below and above the cut-off, and none; judged in part."""
    rng = np.random.default_rng(1)
    short, deep = min(depth or DEPTH, SHORT), depth or DEEP
    long = min(LONG_ITEMS // deep, DRAWN // 5) if deep > short else 0
    trials = [_draw(rng, scale, 0, short + 3) for _k in range(DRAWN - long)]
    return trials + [_draw(rng, scale, (0, deep - 1)[k % 2], deep + 3) for k in range(long)]


def _draw(rng: np.random.Generator, scale: Scale, least: int, most: int) -> Trial:
    length, relevant = (int(rng.integers(least, most + 1)) for _k in range(2))
    hits = int(rng.integers(0, min(length, relevant) + 1))
    shown: list[float | None] = [None] * length
    for place in np.flatnonzero(rng.random(length) < 1 / 3):
        shown[place] = _one_of(rng, scale.below)
    for place in rng.choice(length, hits, replace=False):
        shown[place] = _one_of(rng, scale.relevant)
    missed = [_one_of(rng, scale.relevant) for _k in range(relevant - hits)]
    missed += [_one_of(rng, scale.below) for _k in range(int(rng.integers(0, 3)))]
    return Trial(tuple(shown), tuple(missed[k] for k in rng.permutation(len(missed))), bool(rng.integers(2)))


def _one_of(rng: np.random.Generator, grades: Sequence[float]) -> float:
    return grades[int(rng.integers(len(grades)))]


def shrink(trial: Trial, scale: Scale, still: Callable[[Trial], bool]) -> Trial:
    """Return the smallest list that is reached by small changes, after each of which something still holds of it.

    Large changes are tried first: a list of hundreds of items is not made smaller one by one.
    """
    holds = cache(still)  # one item less is often the same list, whichever it is
    step = max(len(trial.shown), len(trial.missed), 1)
    while step:
        size = trial.size
        found = next((one for one in _simpler(trial, scale, step) if one.size < size and holds(one)), None)
        trial, step = (found, step) if found else (trial, step // 2)
    return trial


def _simpler(trial: Trial, scale: Scale, step: int) -> Iterator[Trial]:
    shown, missed, _backwards = trial
    ranks = [(shown[:k], shown[k : k + step], shown[k + step :]) for k in range(0, len(shown), step)]
    others = [(missed[:k], missed[k : k + step], missed[k + step :]) for k in range(0, len(missed), step)]
    yield from (trial._replace(shown=before + after) for before, _some, after in ranks)
    for before, some, after in ranks:
        judged = (grade for grade in some if grade is not None)
        yield trial._replace(shown=before + after, missed=(*missed, *judged))
    yield from (trial._replace(missed=first + last) for first, _those, last in others)
    grades = (*scale.below, *scale.relevant)
    for (before, some, after), grade in product(ranks, (None, *grades)):
        yield trial._replace(shown=(*before, *(grade for _one in some), *after))
    ends = [one for one in others if one[1][-1:] != one[2][:1]]  # of equal ones it does not matter which is lessened
    for (first, those, last), given in product(ends, grades):
        yield trial._replace(missed=(*first, *(given for _one in those), *last))
    yield trial._replace(backwards=False)


KINDS: dict[str, Callable[[Trial, float, int], bool]] = {
    N_("empty lists"): lambda one, _least, _n: not one.shown,
    N_("lists shorter than {n}"): lambda one, _least, n: 0 < len(one.shown) < n,
    N_("lists longer than {n}"): lambda one, _least, n: len(one.shown) > n,
    N_("users with no relevant item"): lambda one, least, _n: not one.relevant(least),
    N_("|R| from 1 to {n}"): lambda one, least, n: 0 < one.relevant(least) <= n,
    N_("|R| above {n}"): lambda one, least, n: one.relevant(least) > n,
    N_("shown items that are not judged"): lambda one, _least, _n: None in one.shown,
    N_("shown items that are judged, and not relevant"): lambda one, least, _n: any(g is not None and g < least for g in one.shown),
    N_("missed items that are judged, and not relevant"): lambda one, least, _n: any(g < least for g in one.missed),
    N_("different relevant grades"): lambda one, least, _n: (
        len({g for g in (*one.shown, *one.missed) if g is not None and g >= least}) > 1
    ),
}  # fmt: skip
"""The kinds of lists, which are counted where a metric agrees."""
