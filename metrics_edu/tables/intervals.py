"""Intervals: where the mean over all users of the same kind may lie, for each measure."""

from __future__ import annotations

import math
from collections.abc import Mapping
from statistics import NormalDist
from typing import Literal

from metrics_edu.language import _, number
from metrics_edu.tables.significance import refuse_few
from metrics_edu.tables.summary import Moments
from metrics_edu.working.printing import Shown, columns, table_html

Method = Literal["bootstrap", "normal"]
NORMAL_FROM = 10_000
"""Users from which the normal interval is the default: the two agree there, and the bootstrap takes a thousand times as long."""


class Intervals(dict[str, tuple[float, float]], Shown):
    """The two ends of the interval of each mean, by its name; `method` is how they were computed."""

    def __init__(self, ends: Mapping[str, tuple[float, float]], method: Method, confidence: float) -> None:
        super().__init__(ends)
        self.method, self.confidence = method, confidence

    def title(self) -> str:
        """Name the method."""
        share = number(100 * self.confidence)
        if self.method == "normal":
            return _("{share} % intervals (normal: mean ± z · s/√n):", share=share)
        return _("{share} % intervals (bootstrap: users drawn again):", share=share)

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
