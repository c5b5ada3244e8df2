"""The paired test of two evaluations: how likely chance alone gives such a difference of means."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from metrics_edu.language import _, number
from metrics_edu.tables.reading.cell_values import Numbers
from metrics_edu.tables.scoring.intervals import MAX_DRAWN, enough, in_blocks
from metrics_edu.working.printing import Displayed, columns, table_html


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


@dataclass(frozen=True, repr=False)
class Paired(Displayed):
    """Two evaluations, measure by measure; `left_out` are the measures that only one of them has."""

    rows: list[PairedRow]
    left_out: list[str] = field(default_factory=list)

    def text(self) -> str:
        head, cells = self.table()
        return "\n".join([columns([head, *cells]), *self._sentences()])

    def html(self) -> str:
        head, cells = self.table()
        return str(table_html(head, cells, self._sentences()))

    def _sentences(self) -> list[str]:
        return [_("Not compared: {names}.", names=", ".join(self.left_out))] if self.left_out else []

    def table(self) -> tuple[list[str], list[list[str]]]:
        head = [_("measure"), _("this"), _("other"), _("difference"), "p"]
        head += [_("users"), _("wins"), _("ties"), _("losses")]
        cells = [
            [
                row.name,
                *(number(value, fixed=4) for value in (row.mean, row.other, row.difference, row.p)),
                *map(str, (row.wins + row.ties + row.losses, row.wins, row.ties, row.losses)),
            ]
            for row in self.rows
        ]
        return head, cells


ROUNDING = 1e-12
"""Two values of a user that differ by less are equal: the order of a sum may make as much."""


def paired(name: str, pairs: Numbers, resamples: int, seed: int) -> PairedRow:
    """Compare one measure of two evaluations; `pairs` has two values a user."""
    difference = enough(pairs[0] - pairs[1])
    difference[np.abs(difference) <= ROUNDING * max(1.0, float(np.abs(pairs).max()))] = 0.0
    differing = difference[difference != 0]
    wins, losses = int(np.sum(difference > 0)), int(np.sum(difference < 0))
    means = pairs.mean(axis=1)
    p = _sign_flips(differing, resamples, seed)
    return PairedRow(name, float(means[0]), float(means[1]), p, wins, difference.size - wins - losses, losses)


def _sign_flips(differences: Numbers, resamples: int, seed: int) -> float:
    """Return p of the users' differences: the share of random changes of sign with a sum as far from 0."""
    users, whole = differences.size, differences.sum()
    rng, as_far = np.random.default_rng(seed), 1
    for count in in_blocks(resamples, max(1, MAX_DRAWN // max(1, users))):
        bits = np.frombuffer(rng.bytes(-(-count * users // 8)), np.uint8)
        kept = np.unpackbits(bits, count=count * users).reshape(count, users).astype(np.float64)
        sums = 2 * (kept @ differences) - whole
        as_far += int(np.sum(np.abs(sums) >= np.abs(whole) * (1 - ROUNDING)))
    return as_far / (resamples + 1)
