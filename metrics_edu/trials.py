"""Trials: the lists that a metric is tried on. All small ones, drawn ones of every kind, and how one is made smaller."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, combinations_with_replacement, product
from typing import NamedTuple

import numpy as np

from metrics_edu.checks import HIGHEST_GRADE
from metrics_edu.language import N_, _
from metrics_edu.measures import Measure
from metrics_edu.ranking import Ranking

DEPTH = 5
"""How long the lists are where the measure has no cut-off."""
DEEPEST = 20
"""So many missed items are tried on the small lists, and so long are the drawn ones, whatever the cut-off."""
LONGEST_SMALL, MOST_SMALL = 4, 4000
DRAWN = 300
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


def name(k: int) -> str:
    """Return what the k-th item (from 0) is called.

    Examples
    --------
    >>> name(0), name(25), name(26)
    ('a', 'z', 'a2')
    """
    again, letter = divmod(k, len(LETTERS))
    return LETTERS[letter] + (str(again + 1) if again else "")


def scale_of(asked: Measure, threshold: float) -> Scale:
    """Return the grades on which a measure is tried.

    With the threshold 1 those of R and N, 1 and 0; more where the measure reads grades, or where some lie below the
    threshold.

    Raises
    ------
    ValueError
        If no grade reaches the threshold.

    Examples
    --------
    >>> from metrics_edu import measure
    >>> scale_of(measure("AP"), 1), scale_of(measure("nDCG"), 3)
    (Scale(relevant=(1,), below=(0,)), Scale(relevant=(3, 4, 5), below=(0, 2)))
    """
    if threshold > HIGHEST_GRADE:
        raise ValueError(
            _("threshold must be at most {most}, the highest grade; got {given!r}").format(
                most=HIGHEST_GRADE, given=threshold
            )
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


def small(scale: Scale, depth: int) -> list[Trial]:
    """Return all lists of few ranks, the smallest first: each grade at each rank, judged or not, and what may be missed.

    Examples
    --------
    >>> [trial.shown for trial in small(Scale((1,), (0,)), 1)][:1], len(small(Scale((1,), (0,)), 1))
    ([()], 1417)
    """
    grades = (*scale.below, *scale.relevant)
    letters = (None, *grades)
    pairs = chain.from_iterable(combinations_with_replacement(grades, k) for k in range(3))
    missed = [*pairs, *((scale.relevant[0],) * k for k in range(3, min(depth, DEEPEST) + 2))]
    found: list[Trial] = []
    for length in range(LONGEST_SMALL + 1):
        if len(found) and 2 * len(letters) ** length * len(missed) > MOST_SMALL:
            break
        for shown, rest in product(product(letters, repeat=length), missed):
            judged = len(rest) + sum(grade is not None for grade in shown)
            found += [Trial(shown, rest, backwards) for backwards in (False, True)[: 1 + (judged > 1)]]
    return sorted(found, key=lambda trial: trial.size)


def draw_trials(scale: Scale, depth: int, seed: int = 1) -> list[Trial]:
    """Draw longer lists: short, full and too long; |R| below and above the cut-off, and none; judged in part."""
    rng = np.random.default_rng(seed)
    return [_draw(rng, scale, min(depth, DEEPEST)) for _k in range(DRAWN)]


def _draw(rng: np.random.Generator, scale: Scale, depth: int) -> Trial:
    length, relevant = (int(rng.integers(0, depth + 4)) for _k in range(2))
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

    Examples
    --------
    >>> shrink(Trial((0, 1, 0, 1), (1, 1)), Scale((1,), (0,)), lambda trial: trial.relevant(1) > 2)
    Trial(shown=(), missed=(1, 1, 1), backwards=False)
    """
    while smaller := next((one for one in _simpler(trial, scale) if still(one)), None):
        trial = smaller
    return trial


def _simpler(trial: Trial, scale: Scale) -> Iterator[Trial]:
    """Give each list that has a thing less, or a lesser grade."""
    shown, missed, _backwards = trial
    lesser = (None, *scale.below, *scale.relevant)
    changed = [trial._replace(shown=shown[:k] + shown[k + 1 :]) for k in range(len(shown))]
    changed += [trial._replace(shown=shown[:k] + shown[k + 1 :], missed=(*missed, grade))
                for k, grade in enumerate(shown) if grade is not None]  # fmt: skip
    changed += [trial._replace(missed=missed[:k] + missed[k + 1 :]) for k in range(len(missed))]
    changed += [
        trial._replace(shown=(*shown[:k], grade, *shown[k + 1 :])) for k in range(len(shown)) for grade in lesser
    ]
    changed += [trial._replace(missed=(*missed[:k], grade, *missed[k + 1 :]))
                for k in range(len(missed)) for grade in lesser if grade is not None]  # fmt: skip
    changed += [trial._replace(backwards=False)]
    yield from (one for one in changed if one.size < trial.size)


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
    N_("missed items that are judged, and not relevant"): lambda trial, least, _n: any(
        grade < least for grade in trial.missed
    ),
    N_("different relevant grades"): lambda trial, least, _n: len(
        {grade for grade in (*trial.shown, *trial.missed) if grade is not None and grade >= least}
    ) > 1,
}  # fmt: skip
"""The kinds of lists, which are counted where a metric agrees."""
