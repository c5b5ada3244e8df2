"""Numbers as people write them, and when one is the same as another."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any

import numpy as np

from metrics_edu.language import ANSWER, NUMERAL, plain_number, read_number
from metrics_edu.working.expression import Expression

MIN_DIGITS = 2
"""The significant digits of a shortened answer; of one that is rounded correctly, one is enough after MIN_DECIMALS decimals."""
MIN_DECIMALS = 2
LOST_DECIMALS = 3
"""A float that was rounded to this number of decimals may show fewer: `round(0.0597, 3)` is written 0.06."""
MAX_DIGITS = 60
"""The characters of a number alone."""
MAX_WRITTEN = 200
"""The characters of a number with the words around it."""
SIGNS = str.maketrans("−‐‑‒﹣－٫．％﹪＋", "------..%%+")
AROUND = " \t*_`'\"«»“”‘’$"
"""What may be around a number: quotes, and marks of Markdown and TeX."""
ABOUT = r"(?:~|≈|∼|≃|≅|\\(?:approx|sim|simeq)\b|aprox\w*\.?|approx\w*\.?|about|around|circa|ca\.|cerca de|alrededor de)"
WRAPPED = re.compile(
    r"(?:(?:[a-z]+\.)*(?:u?int\d*|float\d*_?|tensor|array|asarray|scalar|decimal))?[(\[]([^()\[\]]*|[(\[].*)[)\]]"
)
"""A number as NumPy, PyTorch and Python print it: np.float64(0.1), tensor(0.1), [0.1]."""
OPTIONS = re.compile(r",\s*(?:dtype|device|grad_fn|requires_grad|weak_type)=[^,]*(?=[,)])")
"""What NumPy and PyTorch print after the number."""
POWER = re.compile(r"\s*(?:×|x|·|\*|\\times|\\cdot)\s*10\s*(?:\^|\*\*)\s*\{?\s*([+-]?\d{1,3})\s*\}?")
SPREAD = re.compile(rf"(?<=[\d.%])\s*\(?\s*(?:±|\+/-|\+-|\\pm)\s*{NUMERAL.pattern}\s*(%?)\s*\)?")
"""How far a mean may be off, after it."""


class FloatText(str):
    """The text of a float, or of a number in a JSON file: it shows no zeros at its end."""

    __slots__ = ()


@dataclass(frozen=True)
class Claim:
    """A number as it was written."""

    value: float
    decimals: int | None = None  # how many were written; None for a fraction, which is exact
    digits: int = 0  # how many significant digits were written; 0 has none
    lost_zeros: bool = False  # it was a float, which shows no zeros at its end
    expression: Expression | None = field(default=None, repr=False)  # the computation, where one was written

    @property
    def shown_decimals(self) -> int:
        """To how many decimals the number says something, with the zeros that a float does not show."""
        return max(self.decimals or 0, LOST_DECIMALS if self.lost_zeros else 0)

    def matches(self, exact: float, decimals: float) -> bool:
        """Return whether this is a value, to the number of decimals or rounded or cut off."""
        return near(self.value, exact, decimals) or self.rounds(exact, decimals) or self.cuts(exact, decimals)

    def rounds(self, exact: float, decimals: float) -> bool:
        """Return whether this is a value correctly rounded to fewer decimals than requested.

        It needs two significant digits, or one and two decimals. A float also counts as written with three decimals.
        """
        return any(digits < decimals and near(self.value, exact, digits) for digits in self._roundings())

    def _roundings(self) -> list[int]:
        written = self.decimals
        if written is None or not self.digits:
            return []
        is_enough = written >= MIN_DECIMALS or self.digits >= MIN_DIGITS
        lost = [LOST_DECIMALS] if self.lost_zeros and written < LOST_DECIMALS and self.value not in (0, 1) else []
        return [written] * is_enough + lost

    def cuts(self, exact: float, decimals: float) -> bool:
        """Return whether this is a value cut off, instead of rounded, at the decimals that were written."""
        written = self.decimals
        return written is not None and written <= decimals and self.digits >= MIN_DIGITS and self.is_cut(exact, written)

    def shortens(self, exact: float) -> bool:
        """Return whether this is a value rounded or cut off after two decimals or more, even if no digit but 0 is left."""
        written = self.decimals
        if written is None or written < MIN_DECIMALS:
            return self.lost_zeros and near(self.value, exact, MIN_DECIMALS)
        return near(self.value, exact, written) or self.is_cut(exact, written)

    def is_cut(self, exact: float, written: int) -> bool:
        """Return whether this is a value cut off after a number of decimals."""
        unit = 10.0**-written
        units = abs(exact) / unit if unit else math.inf
        if not math.isfinite(units):  # no value, or more decimals than a float can count
            return False
        return near(self.value, math.copysign(math.floor(units + 1e-9) * unit, exact), written + 3)

    @property
    def as_percentage(self) -> Claim:
        """What was written without the sign %."""
        decimals = None if self.decimals is None else self.decimals + 2
        return replace(self, value=self.value / 100, decimals=decimals)


def read_claim(value: Any) -> Claim | None:
    """Read a number as people write it; None if it is none, or too great for a float. NaN is read: some values are undefined.

    >>> [read_claim(text).value for text in ("0,5", "0.5", "1/2", "50 %", ".5")]
    [0.5, 0.5, 0.5, 0.5, 0.5]
    >>> read_claim("0.50").decimals, read_claim("0.050").digits, read_claim("a half")
    (2, 2, None)
    >>> read_claim("0.1").rounds(0.0995, 4), read_claim(0.1).rounds(0.0995, 4)
    (False, True)
    """
    lost_zeros = isinstance(value, float | np.floating | FloatText)
    value = int(float(value)) if lost_zeros and float(value).is_integer() else value  # 1.0: no user wrote the 0
    text = number_in(value)
    number = read_number(text, ANSWER) if len(text) <= MAX_DIGITS else None
    if number is None or math.isnan(number) or "/" in text:
        return None if number is None else Claim(number)
    written = Decimal(plain_number(text, ANSWER))
    _sign, digits, exponent = written.as_tuple()
    decimals = max(2 if "%" in text else 0, -int(exponent))
    return Claim(number, decimals, len(digits) if written else 0, lost_zeros or "float" in str(value))


def number_in(value: object) -> str:
    """Return the one number that a text has, without the words and marks around it; the text where it is not so.

    >>> [number_in(text) for text in ("np.float64(0.1255)", "≈ 12,5 %", "0.12 ± 0.01", "**.5** (aprox.)", "1 or 2")]
    ['0.1255', '12.5 %', '0.12', '.5', '1 or 2']
    """
    if isinstance(value, (list, tuple, Mapping)) or (isinstance(value, int) and abs(value) >= 10**MAX_WRITTEN):
        return ""
    text = str(value).strip()
    if is_plain(text):
        return text.replace("−", "-").replace(",", ".").lower()
    if len(text) > MAX_WRITTEN:
        return ""
    text = re.sub(r"^–(?=[\d.])", "-", text.translate(SIGNS).lower().replace("\\%", "%").strip(AROUND))
    text = OPTIONS.sub("", text)
    for _layer in range(4):
        text = re.sub(rf"^[=:]?\s*{ABOUT}?\s*|\s*[(\[]?{ABOUT}[)\]]?\.?$", "", text).strip(AROUND)
        if not (match := WRAPPED.fullmatch(text)):
            break
        text = match[1].strip(AROUND + ",")
    text = POWER.sub(r"e\1", SPREAD.sub(r"\1", text.replace(",", "."))).replace("%%", "%")
    text = re.sub(r"\s*(?:por ciento|percent)$", "%", re.sub(r"(?<=\d)[.,;]+$", "", text))
    return text.strip(AROUND)


def is_plain(text: str) -> bool:
    """Return whether a text is a number and no more: "0,5", "1/2" or "50 %"."""
    return len(text.strip()) <= MAX_DIGITS and read_number(text, ANSWER) is not None


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
