"""Expression: how a Term is written, as a small tree. How a tree is printed stands in ``styles.py``.

``write_numbers`` walks one element of a Term down to its numbers, ``write_formula`` walks it down to its symbols; both use
the same table of operations, so a formula cannot differ from what was computed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from metrics_edu.working.labels import FIRST, LAST
from metrics_edu.working.recorded_array import Term, plain, take

Index = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Expression:
    """A node: a number, a symbol, or an operation on other nodes.

    ``place`` is (what the axis counts, position from 1) for an addend or a chosen element that belongs to one.
    """

    kind: str
    parts: tuple[Expression, ...] = ()
    value: float = float("nan")
    text: str = ""
    place: tuple[str, int] | None = None

    def worth(self, value: float) -> Expression:
        return replace(self, value=value)

    def at(self, place: tuple[str, int] | None) -> Expression:
        return replace(self, place=place)

    @property
    def is_integer(self) -> bool:
        return self.kind == "number" and self.value == np.floor(self.value)

    @property
    def is_quotient(self) -> bool:
        """Whether this is a quotient of two whole numbers, which stays one."""
        return self.kind == "/" and all(part.is_integer for part in self.parts)


Writer = Callable[..., Expression]


def number(value: Any) -> Expression:
    return Expression("number", value=float(value))


def symbol(text: str) -> Expression:
    return Expression("symbol", text=text)


def _call(name: str) -> Writer:
    return lambda *parts: Expression("call", parts, text=name)


def _sum(parts: Sequence[Expression]) -> Expression:
    kept = tuple(part for part in parts if part.value != 0)
    if not kept:
        return number(0)
    return kept[0] if len(kept) == 1 else Expression("+", kept)


def _product(a: Expression, b: Expression) -> Expression:
    if a.value == 0 or b.value == 0:
        return number(0)
    if a.kind == "number" and a.value == 1:
        return b
    if b.kind == "number" and b.value == 1:
        return a
    return Expression("*", (a, b))


def _quotient(a: Expression, b: Expression) -> Expression:
    if b.kind == "number" and b.value == 1 and not a.is_integer and a.kind != "+":
        return a
    return Expression("/", (a, b))


def _difference(a: Expression, b: Expression) -> Expression:
    return a if b.value == 0 else Expression("-", (a, b))


def _power(a: Expression, b: Expression) -> Expression:
    if b.value == 0:
        return number(1)
    return a if b.kind == "number" and b.value == 1 else Expression("**", (a, b))


def _negative(a: Expression) -> Expression:
    return a if a.value == 0 else Expression("neg", (a,))


ELEMENTWISE: dict[Callable[..., Any], Writer] = {
    np.add: lambda a, b: _sum([a, b]),
    np.subtract: _difference,
    np.multiply: _product,
    np.divide: _quotient,
    np.power: _power,
    np.negative: _negative,
    np.positive: lambda a: a,
    np.log2: _call("log2"),
    np.log: _call("log"),
    np.sqrt: _call("sqrt"),
    np.absolute: _call("abs"),
    np.minimum: _call("min"),
    np.maximum: _call("max"),
}
"""How an operation on elements is written, from how its operands are."""

FOLDED = {np.add, np.subtract}
"""Inside a longer expression, these are computed when they only join whole numbers: log2(i + 1) at i = 2 is log2(3)."""

SHOWN_AS_VALUE = {
    np.cumsum, np.cumprod, np.sort, np.expand_dims, take, np.isinf, np.isnan, np.logical_and, np.logical_or,
    np.logical_not, np.bitwise_and, np.bitwise_or, np.invert, np.equal, np.not_equal, np.less, np.less_equal, np.greater,
    np.greater_equal,
}  # fmt: skip
"""Comparisons, running counts and products, and tie lines: their working is not written, only their value."""

REDUCED: dict[Any, str] = {np.sum: "Σ", np.max: "max", np.min: "min"}
"""What makes one number of an axis, and how it is written in a formula."""

UNWRITTEN = symbol("…")
DECIMALS = 9
COMPARED = {np.greater_equal: "≥", np.greater: ">", np.less_equal: "≤", np.less: "<", np.equal: "="}
"""How a comparison is written in the formula of a choice."""


def _index_in(operand: Any, index: Index) -> Index:
    shape = plain(operand).shape
    return tuple(0 if size == 1 else k for size, k in zip(shape, index[len(index) - len(shape) :], strict=True))


def element(operand: Any, index: Index) -> Any:
    """Return the element of an operand that makes an element of the result: broadcasting, backwards."""
    return plain(operand)[_index_in(operand, index)]


def write_numbers(
    term: Any, index: Index = (), *, top: bool = True, whole: bool = True, zeros: bool = False
) -> Expression:
    """Write one element of a Term as an expression in numbers.

    A named operand is written by its value, unless it is a quotient of whole numbers or (``whole``) a sum, which is then
    written out, with its ``zeros`` or without; an element of a named array keeps its working unless that is a whole number.
    """
    if not isinstance(term, Term):
        return number(element(term, index))
    way = (top, whole and term.holds_sum, zeros and term.holds_sum)
    key = (_index_in(term, index), *way)
    if key not in term.written:  # later steps write what earlier ones wrote
        term.written[key] = _write_numbers(term, *key)
    written: Expression = term.written[key]
    return written


def _write_numbers(term: Term, index: Index, top: bool, whole: bool, zeros: bool) -> Expression:
    value = float(term.value[index])
    if term.function is None or term.function in SHOWN_AS_VALUE:
        return number(value)
    if term.symbol and not top:
        return _write_named(term, index, value, whole, zeros)
    if term.function in FOLDED and not top and value == round(value):
        parts = [write_numbers(operand, index, top=False) for operand in term.operands]
        if all(part.is_integer for part in parts):
            return number(value)
    return _write(term, index, whole, zeros).worth(value)


def _write_named(term: Term, index: Index, value: float, whole: bool, zeros: bool) -> Expression:
    is_sum = whole and term.function is np.sum
    if not value and not (is_sum and zeros):
        return number(0)
    inner = write_numbers(term, index, whole=False, zeros=zeros)
    if is_sum:
        return inner.worth(value)
    keeps = inner.kind == "/" if term.ndim and value == round(value) else term.ndim > 0
    return inner.worth(value) if inner.is_quotient or keeps else number(value)


def _write(term: Term, index: Index, whole: bool, zeros: bool) -> Expression:
    function, operands = term.function, term.operands
    if function in REDUCED:
        return _write_reduced(term, operands[0], index, whole, zeros)
    if function in ELEMENTWISE:
        zeros = function is np.divide and counts_terms(operands[1])
        parts = (write_numbers(part, index, top=False, whole=whole, zeros=zeros) for part in operands)
        return ELEMENTWISE[function](*parts)
    if function is np.where:
        branch = operands[1] if element(operands[0], index) else operands[2]
        return write_numbers(branch, index, top=False, whole=whole)
    if function is np.stack:
        return write_numbers(operands[0][index[-1]], index[:-1], top=False, whole=whole)
    raise TypeError(
        f"no way to write np.{getattr(function, '__name__', function)}: add it to the tables of expression.py"
    )


def counts_terms(divisor: Any) -> bool:
    return isinstance(divisor, Term) and divisor.counts_terms


def _write_reduced(term: Term, row: Term, index: Index, whole: bool, zeros: bool) -> Expression:
    if term.options.get("axis") != -1:
        raise TypeError("a metric reduces over the last axis only: give axis=-1")
    values = row.value[index]
    if term.function is np.sum:
        counted = plain(row.operands[0]) if row.index == "u" and row.function is np.where else np.isfinite(values)
        if zeros and 1 < np.sum(counted) <= FIRST + LAST:  # as many terms as the divisor counts
            return Expression("+", tuple(_placed(row, index, int(k), whole) for k in np.flatnonzero(counted)))
        return _sum([_placed(row, index, int(k), whole) for k in np.flatnonzero(values)])
    chosen = np.flatnonzero(values == term.value[index])
    return _placed(row, index, int(chosen[0]), whole) if chosen.size else number(term.value[index])


def _placed(row: Term, index: Index, k: int, whole: bool) -> Expression:
    part = write_numbers(row, (*index, k), top=False, whole=whole)
    return part.worth(float(row.value[(*index, k)])).at((row.index, k + 1))


def write_formula(term: Any, *, top: bool = True) -> Expression:
    """Write a Term as an expression in the symbols of the steps it is made of."""
    if not isinstance(term, Term):
        value = np.asarray(term)
        return number(value.item()) if value.size == 1 else UNWRITTEN
    function, operands = term.function, term.operands
    if term.symbol and (not top or function is None):
        return symbol(term.symbol)
    if function is None and term.ndim == 0:
        return number(term.value)
    if function in ELEMENTWISE:
        return ELEMENTWISE[function](*(write_formula(operand, top=False) for operand in operands))
    if function is np.expand_dims:
        return write_formula(operands[0], top=False)
    if function is np.where:
        return _write_choice(term)
    return _write_over(term) if function in REDUCED else UNWRITTEN


def _write_over(term: Term) -> Expression:
    operand, function = term.operands[0], term.function
    if function is not np.sum and operand.function is np.where and not operand.symbol:
        return UNWRITTEN  # a choice among elements, such as a tie line, has no formula
    return Expression("over", (write_formula(operand, top=False),), text=f"{REDUCED[function]} {operand.index[-1:]}")


def _write_choice(term: Term) -> Expression:
    condition, *branches = term.operands
    if term.index == "u":  # a sum over users passes over those who are not counted
        return write_formula(branches[0], top=False)
    worked = [branch for branch in branches if isinstance(branch, Term) and (branch.function or branch.symbol)]
    for branch in worked:
        if np.all(np.isnan(branch.value) | (branch.value == term.value)):
            return write_formula(branch, top=False)
    if not term.ndim:
        return UNWRITTEN  # `empty` has decided
    a, b = (write_formula(branch, top=False) for branch in branches)
    return Expression("if", (a, _write_condition(condition), b))


def is_just_above(threshold: float) -> bool:
    """Whether what reaches a threshold must be above the number that is meant: the next float after it."""
    return bool(threshold == np.nextafter(round(threshold, DECIMALS), np.inf))


def _write_condition(term: Any) -> Expression:
    function = term.function if isinstance(term, Term) else None
    if function in COMPARED:
        a, b = (write_formula(operand, top=False) for operand in term.operands)
        if function is np.greater_equal and is_just_above(b.value):
            return Expression("compare", (a, number(round(b.value, DECIMALS))), text=">")
        return Expression("compare", (a, b), text=COMPARED[function])
    if function is np.bitwise_and:
        return Expression("and", tuple(map(_write_condition, term.operands)))
    return UNWRITTEN
