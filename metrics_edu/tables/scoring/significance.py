"""The paired test of two evaluations: how likely chance alone gives such a difference of means, and how large it may be."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import NormalDist
from typing import TYPE_CHECKING, Literal

import numpy as np

from metrics_edu.language import _, number
from metrics_edu.tables.reading.cell_values import Numbers
from metrics_edu.tables.scoring.intervals import MAX_DRAWN, NORMAL_FROM, enough, in_blocks
from metrics_edu.tables.scoring.student_t import t_quantile, t_tails
from metrics_edu.working.printing import Table

if TYPE_CHECKING:
    import numpy.typing as npt

Test = Literal["flips", "t"]
EXACT_USERS = 16
"""Up to as many users, p is of all changes of sign: 65,536 of them."""
RESAMPLES = 10_000
CONFIDENCE = 0.95
POWER = 0.6
"""A t of this confidence has 4 of 5 values below it."""
LEAST_P = 1e-4
ROUNDING = 1e-12
"""Two values of a user that differ by less are equal: the order of a sum may make as much."""


@dataclass(frozen=True)
class PairedRow:
    """One measure of two evaluations: the means, their difference and its interval, p on both sides, who wins how often.

    Of `ways` changes of sign, `as_far` have a mean as far from 0, the one that was observed included. Both are 0 where p is
    that of `test` "t", or of flips of so many users that their sum has a normal distribution.
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
    test: Test
    is_drawn: bool

    @property
    def difference(self) -> float:
        """How much higher the first mean is."""
        return self.mean - self.other

    @property
    def users(self) -> int:
        return self.wins + self.ties + self.losses

    @property
    def least_p(self) -> float:
        """The least p that as many users can have."""
        if self.test == "t" or (self.users > EXACT_USERS and not self.ways):
            return 0.0
        return 2 / 2**self.users if self.users <= EXACT_USERS else 1 / (RESAMPLES + 1)

    def visible(self, alpha: float) -> float:
        """Return the least difference that a test with p < alpha finds in 4 of 5 cases, with as many users and this spread."""
        error = (self.interval[1] - self.interval[0]) / 2 / t_quantile(CONFIDENCE, self.users - 1)
        return error * (t_quantile(1 - alpha, self.users - 1) + t_quantile(POWER, self.users - 1))

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
        if self.test == "t":
            return _("p: a paired t-test.")
        if not self.ways:
            return _("p: the share of the changes of sign whose mean is as far from 0, by the normal distribution.")
        if not self.is_drawn:
            return _("p: the share of the {ways} changes of sign whose mean is as far from 0.", ways=self.ways)
        return _(
            "p: the share of {ways} changes of sign whose mean is as far from 0: "
            "the observed one, and the others drawn with seed {seed}.",
            ways=self.ways,
            seed=seed,
        )


@dataclass(frozen=True, repr=False)
class Paired(Table):
    """Two evaluations, measure by measure; `left_out` are the measures that only one of them has."""

    rows: list[PairedRow]
    left_out: list[str] = field(default_factory=list)
    seed: int = 0

    def sentences(self) -> list[str]:
        """Say what p is, and what was not compared."""
        sentences = [*dict.fromkeys(row.test_in_words(self.seed) for row in self.rows)]
        if self.left_out:
            sentences.append(_("Not compared: {names}.", names=", ".join(self.left_out)))
        return sentences

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
    """Print p with four decimals, or that it is less than they show."""
    return f"<{number(LEAST_P, fixed=4)}" if p < LEAST_P / 2 else number(p, fixed=4)


def signed(difference: float, decimals: int = 4) -> str:
    """Print a difference with its sign; one that is shown as 0 has none.

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
    difference = differences(pairs)
    wins, losses = int(np.sum(difference > 0)), int(np.sum(difference < 0))
    ours, theirs = map(float, pairs.mean(axis=1))
    mean, users = float(difference.mean()), difference.size
    error = float(difference.std(ddof=1)) / math.sqrt(users)
    reach = t_quantile(CONFIDENCE, users - 1) * error
    is_counted = test == "flips" and (users <= EXACT_USERS or wins + losses < NORMAL_FROM)
    sums = flipped_sums(difference, resamples, seed) if is_counted else np.empty(0)
    as_far, ways = int(np.sum(are_as_far(sums, difference))), sums.size
    p = _p_of_t(mean, error, users) if test == "t" else as_far / ways if ways else _p_of_many(difference)
    return PairedRow(
        name,
        ours,
        theirs,
        (mean - reach, mean + reach),
        p,
        as_far,
        ways,
        wins,
        users - wins - losses,
        losses,
        test,
        is_counted and min(users, wins + losses) > EXACT_USERS,
    )


def differences(pairs: Numbers) -> Numbers:
    """Return how much higher the first of both values is; 0 where only the order of a sum makes a difference."""
    difference = enough(pairs[0] - pairs[1])
    difference[np.abs(difference) <= ROUNDING * np.maximum(1.0, np.abs(pairs).max(axis=0))] = 0.0
    return difference


def _p_of_t(mean: float, error: float, users: int) -> float:
    """Return p of a paired t-test; NaN where all users are equal, and 0 where all differ by the same."""
    if abs(mean) <= ROUNDING:
        return 1.0 if error > ROUNDING else math.nan
    return t_tails(mean / error, users - 1) if error > ROUNDING * abs(mean) else 0.0


def _p_of_many(differences: Numbers) -> float:
    """Return p of the changes of sign of many users: their sum is normal, with the variance Σ d²."""
    return 2 * NormalDist().cdf(-abs(float(differences.sum())) / math.sqrt(float(differences @ differences)))


def flipped_sums(difference: Numbers, resamples: int = RESAMPLES, seed: int = 0) -> Numbers:
    """Return the sums after all changes of sign; of more than 16 users, the observed sum and those of changes that are drawn.

    Of more than 16 users, those without a difference are not changed.

    >>> flipped_sums(np.array([2.0, 1])).tolist()
    [-3.0, 1.0, -1.0, 3.0]
    """
    counted = difference if difference.size <= EXACT_USERS else difference[difference != 0]
    if counted.size > EXACT_USERS:
        return np.concatenate([[counted.sum()], *_drawn_sums(counted, resamples, seed)])
    sums = np.zeros(1)
    for one in counted:
        sums = np.concatenate([sums - one, sums + one])
    return sums


def _drawn_sums(difference: Numbers, resamples: int, seed: int) -> Iterator[Numbers]:
    users = difference.size
    rng = np.random.default_rng(seed)
    for count in in_blocks(resamples, max(1, MAX_DRAWN // users)):
        bits = np.frombuffer(rng.bytes(-(-count * users // 8)), np.uint8)
        kept = np.unpackbits(bits, count=count * users).reshape(count, users).astype(np.float64)
        yield 2 * (kept @ difference) - difference.sum()


def are_as_far(sums: Numbers, difference: Numbers) -> npt.NDArray[np.bool_]:
    """Return which sums are as far from 0 as that of the differences, whatever the order of adding makes."""
    rounding = ROUNDING * float(np.abs(difference).sum())
    return np.abs(sums) >= abs(float(difference.sum())) - rounding


def holm_in_words(count: int) -> str:
    return _(
        "p (Holm), of {count} tests: the smallest p times {count}, the next times {less}, and so on; "
        "none is below the one before, and none above 1.",
        count=count,
        less=count - 1,
    )


def holm(p_values: Numbers) -> Numbers:
    """Return p as Holm corrects it for several tests: the smallest times their number, the next times one less, and so on.

    None is below the one before, and none above 1 (Holm 1979). A NaN counts as no test.

    >>> holm(np.array([0.01, 0.04, 0.03, 0.005])).tolist()
    [0.03, 0.06, 0.06, 0.02]
    """
    order = np.argsort(p_values, kind="stable")  # NaN last
    times = np.sum(~np.isnan(p_values)) - np.arange(len(p_values))
    corrected = np.empty_like(p_values)
    corrected[order] = np.minimum(np.maximum.accumulate(p_values[order] * times), 1)
    return corrected
