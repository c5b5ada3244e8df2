"""A Term written in numbers: one element of it as an expression, down to the numbers that it was computed from.

Two modes decide how much is written. Of (1 + 0 + 1/2)/3, where the sum is a step with a symbol:

| `Sums` | `Zeros` | written |
|---|---|---|
| WRITTEN_OUT | DROPPED | (1 + 1/2)/3 |
| WRITTEN_OUT | KEPT | (1 + 0 + 1/2)/3 |
| AS_VALUES | DROPPED or KEPT | 1.5/3 |

A third one says what the element is: the RESULT of a step, whose working is written, or an OPERAND of another step, which is
written as its value if it has a symbol.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import numpy as np

from metrics_edu.working.expression import Expression, Quotient, Sum, number
from metrics_edu.working.labels import FIRST, LAST
from metrics_edu.working.operations import ELEMENTWISE, FOLDED, REDUCED, SHOWN_AS_VALUE, add_up
from metrics_edu.working.recorded_array import Term, plain

Index = tuple[int, ...]


class Role(StrEnum):
    """What an element is for the expression."""

    RESULT = "its working is written, also if it has a symbol"
    OPERAND = "it is written as its value if it has a symbol"


class Sums(StrEnum):
    """How a sum that has a symbol is written inside a longer expression."""

    WRITTEN_OUT = "term by term"
    AS_VALUES = "as its value"


class Zeros(StrEnum):
    """Whether a sum is written with its terms of 0."""

    KEPT = "with them, if they are not too many"
    DROPPED = "without them"


def _index_in(operand: Any, index: Index) -> Index:
    if not (shape := plain(operand).shape):
        return ()
    return tuple(0 if size == 1 else k for size, k in zip(shape, index[len(index) - len(shape) :], strict=True))


def element(operand: Any, index: Index) -> Any:
    """Return the element of an operand that makes an element of the result: broadcasting, backwards."""
    return plain(operand)[_index_in(operand, index)]


def write_numbers(
    term: Any,
    index: Index = (),
    *,
    role: Role = Role.RESULT,
    sums: Sums = Sums.WRITTEN_OUT,
    zeros: Zeros = Zeros.DROPPED,
) -> Expression:
    """Write one element of a Term as an expression in numbers.

    A named operand is written by its value, unless it is a quotient of whole numbers, or a sum that is written out. An element
    of a named array keeps its working unless that is a whole number.
    """
    if not isinstance(term, Term):
        return number(element(term, index))
    if not term.holds_sum:
        sums, zeros = Sums.AS_VALUES, Zeros.DROPPED
    key = (_index_in(term, index), role, sums, zeros)
    if key not in term.written:  # later steps write what earlier ones wrote
        term.written[key] = _write_numbers(term, *key)
    written: Expression = term.written[key]
    return written


def _write_numbers(term: Term, index: Index, role: Role, sums: Sums, zeros: Zeros) -> Expression:
    value = float(term.value[index])
    if term.function is None or term.function in SHOWN_AS_VALUE:
        return number(value)
    if role is Role.OPERAND and term.symbol:
        return _write_named(term, index, value, sums, zeros)
    if role is Role.OPERAND and term.function in FOLDED and value == round(value):
        parts = [write_numbers(operand, index, role=Role.OPERAND) for operand in term.operands]
        if all(part.is_integer for part in parts):
            return number(value)
    return _write(term, index, sums, zeros).worth(value)


def _write_named(term: Term, index: Index, value: float, sums: Sums, zeros: Zeros) -> Expression:
    is_sum = sums is Sums.WRITTEN_OUT and term.function is np.sum
    if not value and not (is_sum and zeros is Zeros.KEPT):
        return number(0)
    inner = write_numbers(term, index, sums=Sums.AS_VALUES, zeros=zeros)
    if is_sum:
        return inner.worth(value)
    keeps = isinstance(inner, Quotient) if term.ndim and value == round(value) else term.ndim > 0
    return inner.worth(value) if inner.is_quotient or keeps else number(value)


def _write(term: Term, index: Index, sums: Sums, zeros: Zeros) -> Expression:
    function, operands = term.function, term.operands
    if function in REDUCED:
        return _write_reduced(term, operands[0], index, sums, zeros)
    if function in ELEMENTWISE:
        zeros = Zeros.KEPT if function is np.divide and counts_terms(operands[1]) else Zeros.DROPPED
        parts = (write_numbers(part, index, role=Role.OPERAND, sums=sums, zeros=zeros) for part in operands)
        return ELEMENTWISE[function](*parts)
    if function is np.where:
        branch = operands[1] if element(operands[0], index) else operands[2]
        return write_numbers(branch, index, role=Role.OPERAND, sums=sums)
    if function is np.stack:
        return write_numbers(operands[0][index[-1]], index[:-1], role=Role.OPERAND, sums=sums)
    raise TypeError(
        f"no way to write np.{getattr(function, '__name__', function)}: add it to the tables of operations.py"
    )


def counts_terms(divisor: Any) -> bool:
    return isinstance(divisor, Term) and divisor.counts_terms


def _write_reduced(term: Term, row: Term, index: Index, sums: Sums, zeros: Zeros) -> Expression:
    if term.options.get("axis") != -1:
        raise TypeError("a metric reduces over the last axis only: give axis=-1")
    values = row.value[index]
    if term.function is np.sum:
        counted = plain(row.operands[0]) if row.index == "u" and row.function is np.where else np.isfinite(values)
        if zeros is Zeros.KEPT and 1 < np.sum(counted) <= FIRST + LAST:  # as many terms as the divisor counts
            return Sum(tuple(_placed(row, index, int(k), sums) for k in np.flatnonzero(counted)))
        return add_up([_placed(row, index, int(k), sums) for k in np.flatnonzero(values)])
    chosen = np.flatnonzero(values == term.value[index])
    return _placed(row, index, int(chosen[0]), sums) if chosen.size else number(term.value[index])


def _placed(row: Term, index: Index, k: int, sums: Sums) -> Expression:
    part = write_numbers(row, (*index, k), role=Role.OPERAND, sums=sums)
    return part.worth(float(row.value[(*index, k)])).at((row.index, k + 1))
