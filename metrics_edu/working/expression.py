"""The nodes of an expression: numbers, symbols, and operations on other nodes.

`numeric_form.py` and `symbolic_form.py` make expressions of a Term; the styles print them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import Any, Self

Position = tuple[str, int]
"""What an axis counts ("i" ranks, "u" users), and a position on it, from 1."""


@dataclass(frozen=True, slots=True)
class Expression:
    """A node: `parts` are its operands.

    ``value`` is the number that it is equal to, NaN in a formula. ``position`` is set for an addend, or a chosen element, that
    belongs to a rank or a user.
    """

    parts: tuple[Expression, ...] = ()
    value: float = field(default=math.nan, kw_only=True)
    position: Position | None = field(default=None, kw_only=True)

    def worth(self, value: float) -> Self:
        return replace(self, value=value)

    def at(self, position: Position | None) -> Self:
        return replace(self, position=position)

    @property
    def label(self) -> str:
        """What distinguishes operations of one class: the name of a function, the sign of a comparison."""
        return ""

    @property
    def is_integer(self) -> bool:
        return False

    @property
    def is_quotient(self) -> bool:
        """Whether this is a quotient of two whole numbers, which is not divided."""
        return False

    def is_like(self, other: Expression) -> bool:
        """Return whether both are the same operation on the same number of parts."""
        return (type(self), self.label, len(self.parts)) == (type(other), other.label, len(other.parts))


@dataclass(frozen=True, slots=True)
class Number(Expression):
    """A number: its value."""

    @property
    def is_integer(self) -> bool:
        return self.value == math.floor(self.value) if math.isfinite(self.value) else not math.isnan(self.value)


@dataclass(frozen=True, slots=True)
class Written(Number):
    """A number as a learner wrote it, with its decimals."""

    decimals: int = field(default=0, kw_only=True)


@dataclass(frozen=True, slots=True)
class Symbol(Expression):
    """The symbol of a step, such as "rel_i"."""

    text: str = field(default="", kw_only=True)

    @property
    def label(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Sum(Expression):
    """a + b + ..."""


@dataclass(frozen=True, slots=True)
class Subtraction(Expression):
    """a - b."""


@dataclass(frozen=True, slots=True)
class Product(Expression):
    """a * b."""


@dataclass(frozen=True, slots=True)
class Quotient(Expression):
    """a / b."""

    @property
    def is_quotient(self) -> bool:
        return all(part.is_integer for part in self.parts)


@dataclass(frozen=True, slots=True)
class Power(Expression):
    """a ** b."""


@dataclass(frozen=True, slots=True)
class Negative(Expression):
    """-a."""


@dataclass(frozen=True, slots=True)
class Call(Expression):
    """A function of its parts: log2, log, sqrt, abs, min, max."""

    name: str = field(default="", kw_only=True)

    @property
    def label(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Reduction(Expression):
    """Σ, max or min of its part over an index, as in a formula."""

    name: str = field(default="", kw_only=True)
    index: str = field(default="", kw_only=True)

    @property
    def label(self) -> str:
        return f"{self.name} {self.index}"


@dataclass(frozen=True, slots=True)
class Cases(Expression):
    """The first part if the second holds, else the third."""


@dataclass(frozen=True, slots=True)
class Inequality(Expression):
    """a ≥ b and the like."""

    sign: str = field(default="", kw_only=True)

    @property
    def label(self) -> str:
        return self.sign


@dataclass(frozen=True, slots=True)
class Both(Expression):
    """Both conditions."""


def number(value: Any) -> Number:
    return Number(value=float(value))


def symbol(text: str) -> Symbol:
    return Symbol(text=text)
