"""Intervals: where the mean over all users of the same kind may lie, for each measure."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from functools import lru_cache
from statistics import NormalDist
from typing import Literal

import numpy as np

from metrics_edu.language import _, number, refused
from metrics_edu.tables.reading.cell_values import Numbers, Whole
from metrics_edu.tables.scoring.summary import Moments
from metrics_edu.working.printing import Displayed, columns, table_html

Method = Literal["bootstrap", "normal"]
MAX_DRAWN = 1_000_000
"""The numbers that are drawn at a time."""
MAX_KEPT = 4_000_000
"""The number of draws that are kept for the next means of as many users: those of a class."""
NORMAL_FROM = 10_000
"""Users from which the normal interval is the default: the two agree there, and the bootstrap takes a thousand times as long."""


class Intervals(dict[str, tuple[float, float]], Displayed):
    """The two ends of the interval of each mean, by its name; `method` is how they were computed."""

    def __init__(self, ends: Mapping[str, tuple[float, float]], method: Method, confidence: float) -> None:
        super().__init__(ends)
        self.method, self.confidence = method, confidence

    def title(self) -> str:
        """Name the method."""
        share = number(100 * self.confidence)
        if self.method == "normal":
            return _("{share} % intervals (normal: mean ± z · s/√n):", share=share)
        return _("{share} % intervals (bootstrap: users resampled):", share=share)

    def text(self) -> str:
        return "\n".join([self.title(), columns(self._rows())])

    def html(self) -> str:
        return str(table_html(["", "", ""], self._rows(), [self.title()]))

    def _rows(self) -> list[list[str]]:
        return [[name, *map(number, ends)] for name, ends in self.items()]


def normal_interval(moments: Moments, confidence: float) -> tuple[float, float]:
    """Return mean ± z · s/√n; for 0.95, z is 1.96.

    >>> low, high = normal_interval(Moments(10_000, 0.5, 10_000 * 0.25), 0.95)
    >>> round(low, 4), round(high, 4)
    (0.4902, 0.5098)
    """
    refuse_few(moments.count)
    error = math.sqrt(moments.squares / (moments.count - 1) / moments.count)
    reach = NormalDist().inv_cdf((1 + confidence) / 2) * error
    return moments.mean - reach, moments.mean + reach


def bootstrap_interval(
    values: Numbers, confidence: float = 0.95, resamples: int = 1000, seed: int = 0
) -> tuple[float, float]:
    """Return the percentiles of the means of values drawn again; those that are no number are left out."""
    known = enough(values[~np.isnan(values)])
    draws = _kept_draws if len(known) * resamples <= MAX_KEPT else _draws
    means = np.concatenate([known[drawn].mean(axis=1) for drawn in draws(len(known), resamples, seed)])
    low, high = np.percentile(means, [50 * (1 - confidence), 50 * (1 + confidence)])
    return float(low), float(high)


def _draws(users: int, resamples: int, seed: int) -> Iterator[Whole]:
    rng = np.random.default_rng(seed)
    for count in in_blocks(resamples, max(1, MAX_DRAWN // users)):
        yield rng.integers(0, users, (count, users))


@lru_cache(maxsize=2)
def _kept_draws(users: int, resamples: int, seed: int) -> list[Whole]:
    return list(_draws(users, resamples, seed))


def in_blocks(whole: int, most: int) -> list[int]:
    """Return the sizes of the blocks of a whole, none above `most`."""
    return [min(most, whole - done) for done in range(0, whole, most)]


def enough(values: Numbers) -> Numbers:
    """Return values of at least two users; refuse fewer."""
    refuse_few(len(values))
    return values


def refuse_few(users: int) -> None:
    if users < 2:
        raise refused("at least two users must have a value; got {count}", count=users)
