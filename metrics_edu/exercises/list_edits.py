"""Edits of a list, each with the sentence that names it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import combinations

from metrics_edu.exercises.same_kind import missed_grades
from metrics_edu.language import N_, _, number
from metrics_edu.metrics import Ranking

SWAPS = 12
"""The number of single swaps, and of double ones, that are drawn."""
SWAP = N_("The items at ranks {i} and {j} change places.")
TWO_SWAPS = N_("The items at ranks {i} and {j} change places, and so do those at ranks {k} and {m}.")
DROP = N_("One missed item is no longer relevant.")
DROP_GRADE = N_("One missed item of grade {grade} gets the grade 0.")
CUT = N_("The last item, which is not relevant, is removed from the list.")

Edited = tuple[str, Ranking]
"""The sentence of an edit, and the list after it."""


def edits(ranking: Ranking, rng: random.Random) -> Iterator[Edited]:
    """Yield edits of one list: items change places, a missed item is no longer relevant, the last item is removed."""
    shown, missed = ranking.shown.tolist(), missed_grades(ranking)
    different = [(i, j) for i, j in combinations(range(len(shown)), 2) if shown[i] != shown[j]]
    for i, j in rng.sample(different, min(SWAPS, len(different))):
        yield _(SWAP, i=i + 1, j=j + 1), _swapped(ranking, [(i, j)])
    pairs = [(one, other) for one, other in combinations(different, 2) if not {*one} & {*other}]
    for (i, j), (k, m) in rng.sample(pairs, min(SWAPS, len(pairs))):
        yield _(TWO_SWAPS, i=i + 1, j=j + 1, k=k + 1, m=m + 1), _swapped(ranking, [(i, j), (k, m)])
    if missed and len(ranking.pool(0)) > 1:
        text = _(DROP) if ranking.is_binary else _(DROP_GRADE, grade=number(missed[-1]))
        yield text, changed(ranking, shown, missed[:-1])
    if len(shown) > 2 and not shown[-1]:
        yield _(CUT), changed(ranking, shown[:-1], missed)


def changed(ranking: Ranking, shown: Sequence[float], missed: Sequence[float]) -> Ranking:
    """Return a list with other grades shown and missed."""
    return Ranking(shown, [grade for grade in (*shown, *missed) if grade], threshold=ranking.threshold)


def _swapped(ranking: Ranking, swaps: Sequence[tuple[int, int]]) -> Ranking:
    shown = ranking.shown.tolist()
    for i, j in swaps:
        shown[i], shown[j] = shown[j], shown[i]
    return changed(ranking, shown, missed_grades(ranking))
