"""Verdicts on a new run: better, worse, or no difference shown; and whether a limit fails it."""

from __future__ import annotations

from dataclasses import dataclass

from metrics_edu.language import _, number, refused
from metrics_edu.tables.scoring.significance import ROUNDING, PairedRow

DECIMALS = 3
"""Those of the difference that a test can see."""


@dataclass(frozen=True)
class Limit:
    """From which p on a difference counts as shown, and below which difference a new run fails (None: it never does).

    With `strict`, the difference alone decides, whatever p is.
    """

    alpha: float = 0.05
    least: float | None = None
    strict: bool = False

    def __post_init__(self) -> None:
        if not 0 < self.alpha < 1:
            raise refused("--alpha must be between 0 and 1; got {value}", value=number(self.alpha))
        if self.strict and self.least is None:
            raise refused("--strict needs a limit, as in --fail-below -0.01 --strict")
        if self.least is not None and not self.least <= 0:
            raise refused(
                "--fail-below must be 0 or less: how much of the mean may be lost; got {value}",
                value=number(self.least),
            )

    def check(self, row: PairedRow, tests: int) -> None:
        """Refuse a limit that can never fail: the p of so few users is never below alpha."""
        if self.least is None or self.strict or tests * row.least_p < self.alpha:
            return
        raise refused(
            "{count} queries can never reach p < {alpha}: the gate could not fail; add queries, or use --strict",
            count=row.users,
            alpha=number(self.alpha),
        )


@dataclass(frozen=True)
class Verdict:
    """What a comparison says of one of some measures (`tests`); p is the corrected one."""

    row: PairedRow
    p: float
    limit: Limit
    tests: int

    @property
    def is_equal(self) -> bool:
        return self.row.wins == self.row.losses == 0

    @property
    def is_shown(self) -> bool:
        return not self.is_equal and self.p < self.limit.alpha

    @property
    def fails(self) -> bool:
        least = self.limit.least
        is_below = least is not None and self.row.difference < least - ROUNDING
        return is_below and not self.is_equal and (self.is_shown or self.limit.strict)

    @property
    def word(self) -> str:
        """Better, worse or no difference shown."""
        if self.is_equal:
            return _("equal in all {count} queries", count=self.row.users)
        if not self.is_shown:
            return _("no difference shown, but below --fail-below") if self.fails else _("no difference shown")
        if self.row.difference > 0:
            return _("better")
        if self.fails:
            return _("worse, beyond --fail-below")
        return _("worse") if self.limit.least is None else _("worse, within the limit")

    @property
    def why(self) -> str:
        """Say what p counts, and what such a test can see."""
        return " ".join(filter(None, ["" if self.is_equal else self._counted(), self._seen()]))

    def _counted(self) -> str:
        row = self.row
        if row.is_drawn:
            return _(
                "{as_far} of {ways} ways to swap the two runs within queries, drawn, give a difference as far from 0.",
                as_far=row.as_far,
                ways=row.ways,
            )
        if not row.ways:
            return _("p is the share of the ways to swap the two runs within queries, by the normal distribution.")
        return _(
            "{as_far} of the {ways} ways to swap the two runs within queries give a difference as far from 0.",
            as_far=row.as_far,
            ways=row.ways,
        )

    def _seen(self) -> str:
        """Say which difference is seen, if p can be low enough and not all differences are the same."""
        alpha = self.limit.alpha / self.tests
        visible = self.row.visible(alpha)
        if self.row.least_p >= alpha or visible < 10**-DECIMALS:
            return ""
        return _("Seen in 4 of 5 cases: a difference of {least} or more.", least=number(visible, fixed=DECIMALS))
