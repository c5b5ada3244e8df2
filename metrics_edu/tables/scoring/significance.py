"""The paired test of two evaluations: how likely chance alone gives such a difference of means, and how large it may be."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from metrics_edu.language import _, number
from metrics_edu.tables.reading.cell_values import Numbers
from metrics_edu.tables.scoring.intervals import MAX_DRAWN, enough, in_blocks
from metrics_edu.tables.scoring.student_t import t_quantile, t_tails
from metrics_edu.working.printing import Displayed, columns, table_html

Test = Literal["flips", "t"]
EXACT_USERS = 16
"""Up to as many users, p is of all changes of sign: 65,536 of them."""
RESAMPLES = 10_000
CONFIDENCE = 0.95
FOUND = 0.6
"""A t of this confidence has 4 of 5 values below it."""
LEAST_P = 1e-4
ROUNDING = 1e-12
"""Two values of a user that differ by less are equal: the order of a sum may make as much."""


@dataclass(frozen=True)
class PairedRow:
    """One measure of two evaluations: the means, their difference and its interval, p on both sides, who wins how often.

    Of `ways` changes of sign, `as_far` have a mean as far from 0, the one that was observed included; both are 0 for t.
    """

    name: str
    mean: float
    other: float
    interval: tuple[float, float]
    p: float
    as_far: int
    ways: int
    wins: int
    ties: int
    losses: int

    @property
    def difference(self) -> float:
        """How much higher the first mean is."""
        return self.mean - self.other

    @property
    def users(self) -> int:
        return self.wins + self.ties + self.losses

    @property
    def visible(self) -> float:
        """The least difference that a test with p < 0.05 finds in 4 of 5 cases, with as many users and this spread."""
        reach = (self.interval[1] - self.interval[0]) / 2
        return reach * (1 + t_quantile(FOUND, self.users - 1) / t_quantile(CONFIDENCE, self.users - 1))

    def cells(self, p: float | None = None) -> list[str]:
        """Return the difference, its interval, p (or a corrected one) and the counts, as a table shows them."""
        low, high = map(signed, self.interval)
        shown = [
            signed(self.difference),
            _("{low} to {high}", low=low, high=high),
            p_in_words(self.p if p is None else p),
        ]
        return [*shown, *map(str, (self.wins, self.ties, self.losses))]

    def test_in_words(self, seed: int) -> str:
        """Say what p is the share of."""
        if not self.ways:
            return _("p: a paired t-test.")
        if self.users <= EXACT_USERS:
            return _("p: the share of the {ways} changes of sign whose mean is as far from 0.", ways=self.ways)
        return _(
            "p: the share of {ways} changes of sign whose mean is as far from 0: "
            "the observed one, and the others drawn with seed {seed}.",
            ways=self.ways,
            seed=seed,
        )


@dataclass(frozen=True, repr=False)
class Paired(Displayed):
    """Two evaluations, measure by measure; `left_out` are the measures that only one of them has."""

    rows: list[PairedRow]
    left_out: list[str] = field(default_factory=list)
    seed: int = 0

    def text(self) -> str:
        head, cells = self.table()
        return "\n".join([columns([head, *cells]), *self.sentences()])

    def html(self) -> str:
        head, cells = self.table()
        return str(table_html(head, cells, self.sentences()))

    def sentences(self) -> list[str]:
        """Say what p is, and what was not compared."""
        said = [*dict.fromkeys(row.test_in_words(self.seed) for row in self.rows)]
        return said + ([_("Not compared: {names}.", names=", ".join(self.left_out))] if self.left_out else [])

    def table(self) -> tuple[list[str], list[list[str]]]:
        head = [_("measure"), _("users"), _("this"), _("other"), *paired_head()]
        cells = [
            [
                row.name,
                str(row.users),
                *(number(value, fixed=4) for value in (row.mean, row.other)),
                *row.cells(),
            ]
            for row in self.rows
        ]
        return head, cells


def p_in_words(p: float) -> str:
    """Print p with four decimals; one that they would show as 0 is below the least."""
    return f"<{number(LEAST_P, fixed=4)}" if 0 < p < LEAST_P / 2 else number(p, fixed=4)


def signed(difference: float, decimals: int = 4) -> str:
    """Print a difference with its sign, which one that is shown as 0 has not.

    >>> signed(0.071), signed(-0.02, 2), signed(0.00001)
    ('+0.0710', '−0.02', '0.0000')
    """
    text = number(difference, fixed=decimals)
    return f"+{text}" if difference > 0 and text.strip("0.,") else text


def paired_head() -> list[str]:
    """Return the heads of the cells of a row."""
    share = number(100 * CONFIDENCE)
    return [_("difference"), _("{share} % interval", share=share), "p", _("up"), _("equal"), _("down")]


def paired(name: str, pairs: Numbers, resamples: int = RESAMPLES, seed: int = 0, test: Test = "flips") -> PairedRow:
    """Compare one measure of two evaluations; `pairs` has two values a user.

    >>> row = paired("P@1", np.array([[1.0, 1, 1, 0], [0, 0, 0, 0]]))
    >>> row.as_far, row.ways, row.p
    (4, 16, 0.25)
    """
    difference = enough(pairs[0] - pairs[1])
    difference[np.abs(difference) <= ROUNDING * max(1.0, float(np.abs(pairs).max()))] = 0.0
    wins, losses = int(np.sum(difference > 0)), int(np.sum(difference < 0))
    ours, theirs = map(float, pairs.mean(axis=1))
    mean, users = float(difference.mean()), difference.size
    error = float(difference.std(ddof=1)) / math.sqrt(users)
    reach = t_quantile(CONFIDENCE, users - 1) * error
    as_far, ways = (0, 0) if test == "t" else _sign_flips(difference, resamples, seed)
    p = as_far / ways if ways else _p_of_t(mean, error, users)
    ends = mean - reach, mean + reach
    return PairedRow(name, ours, theirs, ends, p, as_far, ways, wins, users - wins - losses, losses)


def _p_of_t(mean: float, error: float, users: int) -> float:
    """Return p of a paired t-test; NaN where all users are equal, and 0 where all differ by the same."""
    if abs(mean) <= ROUNDING:
        return 1.0 if error > ROUNDING else math.nan
    return t_tails(mean / error, users - 1) if error > ROUNDING * abs(mean) else 0.0


def _sign_flips(differences: Numbers, resamples: int, seed: int) -> tuple[int, int]:
    """Return how many changes of the users' signs have a sum as far from 0, and of how many: all of them, or some drawn."""
    users, whole = differences.size, abs(float(differences.sum()))
    least = whole - ROUNDING * float(np.abs(differences).sum())
    if users <= EXACT_USERS:
        sums = np.zeros(1)
        for one in differences:
            sums = np.concatenate([sums - one, sums + one])
        return int(np.sum(np.abs(sums) >= least)), 2**users
    differing = differences[differences != 0]
    rng, as_far = np.random.default_rng(seed), 1
    for count in in_blocks(resamples, max(1, MAX_DRAWN // max(1, differing.size))):
        bits = np.frombuffer(rng.bytes(-(-count * differing.size // 8)), np.uint8)
        kept = np.unpackbits(bits, count=count * differing.size).reshape(count, differing.size).astype(np.float64)
        as_far += int(np.sum(np.abs(2 * (kept @ differing) - differing.sum()) >= least))
    return as_far, resamples + 1


def holm(chances: Numbers) -> Numbers:
    """Return p as Holm corrects it for several tests: the smallest times their number, the next times one less, and so on.

    None is below the one before, and none above 1 (Holm 1979). A NaN counts as no test.

    >>> holm(np.array([0.01, 0.04, 0.03, 0.005])).tolist()
    [0.03, 0.06, 0.06, 0.02]
    """
    order = np.argsort(chances, kind="stable")  # NaN last
    times = np.sum(~np.isnan(chances)) - np.arange(len(chances))
    corrected = np.empty_like(chances)
    corrected[order] = np.minimum(np.maximum.accumulate(chances[order] * times), 1)
    return corrected
