"""Numbers as people write them, and when one is the same as another."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

MIN_DIGITS = 2
"""So many significant digits a rounded answer must have; one is enough where a single decimal is missing of three or more."""
NUMERAL = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?"


@dataclass(frozen=True)
class Claim:
    """A number as it was written."""

    value: float
    decimals: int | None = None  # how many were written; None for a fraction, which is exact
    digits: int = 0  # how many significant digits were written; 0 has none

    def says(self, exact: float, decimals: float) -> bool:
        """Return whether this is a value, to so many decimals or rounded or cut off."""
        return near(self.value, exact, decimals) or self.rounds(exact, decimals) or self.cuts(exact, decimals)

    def rounds(self, exact: float, decimals: float) -> bool:
        """Return whether this is a value at fewer decimals than those asked for: one fewer, or enough digits."""
        written = self.decimals
        if written is None or written >= decimals:
            return False
        least = 1 if written >= MIN_DIGITS and written + 1 >= decimals else MIN_DIGITS
        return self.digits >= least and near(self.value, exact, written)

    def cuts(self, exact: float, decimals: float) -> bool:
        """Return whether this is a value cut off, instead of rounded, at the decimals that were written."""
        written = self.decimals
        if written is None or written > decimals or self.digits < MIN_DIGITS or math.isnan(exact):
            return False
        unit = 10.0**-written
        return near(self.value, math.copysign(math.floor(abs(exact) / unit + 1e-9) * unit, exact), written + 3)

    @property
    def as_percentage(self) -> Claim:
        """What was written without the sign %."""
        return Claim(self.value / 100, None if self.decimals is None else self.decimals + 2, self.digits)


def read_claim(value: Any) -> Claim | None:
    """Read a number as people write it; None if it is none.

    >>> [read_claim(text).value for text in ("0,5", "0.5", "1/2", "50 %", ".5")]
    [0.5, 0.5, 0.5, 0.5, 0.5]
    >>> read_claim("0.50").decimals, read_claim("0.050").digits, read_claim("a half")
    (2, 2, None)
    """
    value = int(value) if isinstance(value, float) and value.is_integer() else value  # 1.0: nobody wrote the 0
    text = str(value).strip().replace("−", "-").replace(",", ".").lower()
    if text in ("nan", "–"):  # as `number` writes it
        return Claim(math.nan)
    match = re.fullmatch(rf"({NUMERAL})\s*(?:(%)|/\s*({NUMERAL}))?", text) if len(text) <= 60 else None
    if not match:
        return None
    written, percent, divisor = Decimal(match[1]), match[2], match[3]
    if divisor is not None:
        return Claim(float(written) / float(divisor)) if float(divisor) else None
    _sign, digits, exponent = written.as_tuple()
    decimals = max(0, -int(exponent)) + (2 if percent else 0)
    return Claim(float(written.scaleb(-2) if percent else written), decimals, len(digits) if written else 0)


def near(one: float, other: float, decimals: float) -> bool:
    """Return whether two values are within half a unit of a decimal, or both are no number.

    >>> near(0.5035, 997 / 1980, 4), near(0.5034, 997 / 1980, 4), near(float("nan"), float("nan"), 4)
    (True, False, True)
    """
    if math.isnan(one) or math.isnan(other):
        return math.isnan(one) and math.isnan(other)
    if math.isinf(other):
        return one == other
    return bool(abs(one - other) <= 0.5 * 10.0**-decimals * (1 + 1e-9) + 1e-15 * abs(other))
