"""How NumPy's operations are written, as tables.

Numbers and formulas use the same tables, so neither can differ from what was computed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from metrics_edu.working.expression import (
    Call,
    Expression,
    Negative,
    Number,
    Power,
    Product,
    Quotient,
    Subtraction,
    Sum,
    number,
)
from metrics_edu.working.recorded_array import take


def add_up(parts: Sequence[Expression]) -> Expression:
    """Write a sum without its zeros."""
    kept = tuple(part for part in parts if part.value != 0)
    if not kept:
        return number(0)
    return kept[0] if len(kept) == 1 else Sum(kept)


def _is_one(part: Expression) -> bool:
    return isinstance(part, Number) and part.value == 1


def _multiply(a: Expression, b: Expression) -> Expression:
    if a.value == 0 or b.value == 0:
        return number(0)
    if _is_one(a):
        return b
    return a if _is_one(b) else Product((a, b))


def _divide(a: Expression, b: Expression) -> Expression:
    if _is_one(b) and not a.is_integer and not isinstance(a, Sum):
        return a
    return Quotient((a, b))


def _subtract(a: Expression, b: Expression) -> Expression:
    return a if b.value == 0 else Subtraction((a, b))


def _raise_to(a: Expression, b: Expression) -> Expression:
    if b.value == 0:
        return number(1)
    return a if _is_one(b) else Power((a, b))


def _negate(a: Expression) -> Expression:
    return a if a.value == 0 else Negative((a,))


def _call(name: str, *parts: Expression) -> Expression:
    return Call(parts, name=name)


ELEMENTWISE: dict[Callable[..., Any], Callable[..., Expression]] = {
    np.add: lambda a, b: add_up([a, b]),
    np.subtract: _subtract,
    np.multiply: _multiply,
    np.divide: _divide,
    np.power: _raise_to,
    np.negative: _negate,
    np.positive: lambda a: a,
    np.log2: partial(_call, "log2"),
    np.log: partial(_call, "log"),
    np.sqrt: partial(_call, "sqrt"),
    np.absolute: partial(_call, "abs"),
    np.minimum: partial(_call, "min"),
    np.maximum: partial(_call, "max"),
}
"""How an operation on elements is written, from how its operands are."""

FOLDED = {np.add, np.subtract}
"""Inside a longer expression, these are computed if they only join whole numbers: log2(i + 1) at i = 2 is log2(3)."""

SHOWN_AS_VALUE = {
    np.cumsum,
    np.cumprod,
    np.sort,
    np.expand_dims,
    take,
    np.isinf,
    np.isnan,
    np.logical_and,
    np.logical_or,
    np.logical_not,
    np.bitwise_and,
    np.bitwise_or,
    np.invert,
    np.equal,
    np.not_equal,
    np.less,
    np.less_equal,
    np.greater,
    np.greater_equal,
}
"""Comparisons, running counts and products, and tie lines: only their value is written, not their working."""

REDUCED: dict[Any, str] = {np.sum: "Σ", np.max: "max", np.min: "min"}
"""The functions that make one number of an axis, and how a formula writes them."""

COMPARED = {np.greater_equal: "≥", np.greater: ">", np.less_equal: "≤", np.less: "<", np.equal: "="}
"""How a comparison is written in the formula of a choice."""
