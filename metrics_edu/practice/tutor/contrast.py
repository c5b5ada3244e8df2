"""Contrast: two short lists, or ratings, of which a mistake gives the higher value to the other one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from zlib import crc32

import numpy as np
from numpy.random import Generator

from metrics_edu.language import N_, _
from metrics_edu.metrics import Measure, Ranking
from metrics_edu.metrics.value_and_derivation import value_of
from metrics_edu.mistakes.known_mistakes import KNOWN_MISTAKES
from metrics_edu.mistakes.made_values import value_made
from metrics_edu.mistakes.telling_apart import draw_ratings, is_graded
from metrics_edu.practice.exercises import Exercise, ExerciseData
from metrics_edu.practice.tutor.drill_draws import BINARY, FROM_GRADE, GRADES, MOST_GRADES, draw_list

CANDIDATES = 100
RATINGS, USERS, DEFAULT_RANKS = 4, 3, 6
ORDER_KEPT = frozenset(
    {
        "F_NO_2",
        "HL_RANK0",
        "LOG_NATURAL",
        "LOG_TEN",
        "IDCG_LOG_NATURAL",
        "IDCG_LOG_TEN",
        "DCG_LOG_NATURAL",
        "RR_RANK0",
        "RMSE_NO_ROOT",
    }
)
"""The mistakes that keep the order of all lists: a constant factor, 1/(rank + 1), or the square."""
LEAST_DIFFERENCE = 0.05
"""The share of the range of the values by which the right ones differ at least."""
TEXTS = {
    "reversed": N_("A has the higher {measure}. If {what}, B gets the higher value."),
    "same": N_("A has the higher {measure}. If {what}, A and B get the same value."),
    "scaled": N_("If {what}, the {measure} of a list can change, but lists keep their order."),
    "changed": N_("If {what}, the {measure} of some lists changes, as here."),
}


@dataclass(frozen=True)
class Contrast:
    """Lists with their right values and those of a mistake, the higher right value first, and what it does to their order."""

    lists: tuple[ExerciseData, ...]
    right: tuple[float, ...]
    wrong: tuple[float, ...]
    kind: str  # one of TEXTS
    code: str
    name: str  # of the measure, or of its mean

    @property
    def text(self) -> str:
        return _(TEXTS[self.kind], measure=self.name, what=KNOWN_MISTAKES[self.code].you_do)


@lru_cache(maxsize=64)
def contrast_of(exercise: Exercise, code: str) -> Contrast:
    """Return two lists whose order a mistake reverses; if there are none, that it makes equal; else one that it changes."""
    measure, rng = exercise.measure, np.random.default_rng(crc32(f"{exercise.name} {code}".encode()))
    threshold = max((ranking.threshold for ranking in exercise.data if isinstance(ranking, Ranking)), default=1.0)
    lists = [_candidate(measure, code, threshold, rng) for _k in range(CANDIDATES)]
    right = np.nan_to_num([value_of(measure, ranking) for ranking in lists])
    made = np.array([value_made(code, measure, ranking) for ranking in lists])
    wrong = np.where(np.isnan(made), right, made)
    ours, theirs = ((values[:, None] - values) / (np.ptp(values) or 1) for values in (right, wrong))
    is_seen = ours > LEAST_DIFFERENCE
    kind, score = "reversed", np.where(is_seen & (theirs < -LEAST_DIFFERENCE / 10), ours - theirs, 0)
    if not score.any():
        kind, score = "same", np.where(is_seen & (abs(theirs) < 1e-9), ours, 0)
    if not score.any():
        kind, score = "scaled" if code in ORDER_KEPT else "changed", np.abs(wrong - right)
    chosen = [int(k) for k in np.unravel_index(score.argmax(), score.shape)]
    rights, wrongs = (tuple(float(values[k]) for k in chosen) for values in (right, wrong))
    name = measure.mean_name if KNOWN_MISTAKES[code].takes == "batch" else measure.name
    return Contrast(tuple(lists[k] for k in chosen), rights, wrongs, kind, code, name)


def _candidate(measure: Measure, code: str, threshold: float, rng: Generator) -> ExerciseData:
    if measure.metric.kind == "rating":
        return draw_ratings(measure, int(rng.integers(0, 2**31)), count=RATINGS)
    most = measure.depth() or DEFAULT_RANKS
    is_binary = threshold == 1 and not is_graded(measure)
    grades, end = (BINARY, 2 * most) if is_binary else (GRADES, min(2 * most, MOST_GRADES + 1))
    lengths = [int(length) for length in rng.integers(max(3, most - 2), most + 1, USERS)]
    firsts = [int(rng.integers(0, length + 1)) for length in lengths]  # 0: a list without a hit
    lists = [
        draw_list(rng, length, int(rng.integers(2, end)), grades, threshold=threshold, first=first)
        for length, first in zip(lengths, firsts, strict=True)
    ]
    if KNOWN_MISTAKES[code].takes != "batch":
        return lists[0]
    others = [Ranking(np.zeros(most), [FROM_GRADE] * size, threshold=threshold) for size in (USERS, 0)]
    return Ranking.batch([(lists[k], lists[k], *others)[int(rng.integers(0, 4))] for k in range(USERS)])
