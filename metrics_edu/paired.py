"""The paired test of two evaluations: whether chance would make the mean of the users' differences as large."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from metrics_edu.language import _, number
from metrics_edu.printing import columns

if TYPE_CHECKING:
    import numpy.typing as npt

    Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True)
class PairedRow:
    """One measure of two evaluations: the means, the two-sided p of the difference, and who wins how often."""

    name: str
    mean: float
    other: float
    p: float
    wins: int
    ties: int
    losses: int

    @property
    def difference(self) -> float:
        """How much higher the first mean is."""
        return self.mean - self.other


@dataclass(frozen=True)
class Paired:
    """Two evaluations, measure by measure."""

    rows: list[PairedRow]

    def __repr__(self) -> str:
        head = [_("measure"), _("this"), _("other"), _("difference"), "p", _("wins"), _("ties"), _("losses")]
        cells = [
            [row.name, *(number(value, fixed=4) for value in (row.mean, row.other, row.difference, row.p)),
             *map(str, (row.wins, row.ties, row.losses))] for row in self.rows
        ]  # fmt: skip
        return columns([head, *cells])


def paired(name: str, pairs: Numbers, resamples: int, seed: int) -> PairedRow:
    """Compare one measure of two evaluations; `pairs` has two values a user."""
    from scipy.stats import permutation_test

    difference = enough(pairs[0] - pairs[1])
    p = 1.0  # nothing differs
    if np.any(difference):
        p = permutation_test(
            (difference,), lambda x, axis: np.mean(x, axis=axis), permutation_type="samples", vectorized=True,
            n_resamples=resamples, batch=batch_of(difference), rng=np.random.default_rng(seed),
        ).pvalue  # fmt: skip
    wins, losses = int(np.sum(difference > 0)), int(np.sum(difference < 0))
    means = pairs.mean(axis=1)
    return PairedRow(name, float(means[0]), float(means[1]), float(p), wins, difference.size - wins - losses, losses)


def enough(values: Numbers) -> Numbers:
    """Return values of at least two users; refuse fewer."""
    if len(values) < 2:
        raise ValueError(_("at least two users must have a value; got {count}").format(count=len(values)))
    return values


def batch_of(values: Numbers) -> int:
    """Return how many resamples are made at once: about a million numbers."""
    return max(1, 1_000_000 // len(values))
