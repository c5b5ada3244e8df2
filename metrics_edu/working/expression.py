"""Expression: how a Term is written, as a small tree, and the styles that print the tree.

``write_numbers`` walks one element of a Term down to its numbers, ``write_formula`` walks it down to its symbols; both use
the same table of operations, so a formula cannot differ from what was computed. ``show`` prints a tree in one style.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from metrics_edu.working.term import Term, take, terms_in

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
        """Return the same node with a value."""
        return Expression(self.kind, self.parts, value, self.text, self.place)

    def at(self, place: tuple[str, int] | None) -> Expression:
        """Return the same node at a place."""
        return Expression(self.kind, self.parts, self.value, self.text, place)

    @property
    def is_integer(self) -> bool:
        """Whether this is a plain whole number."""
        return self.kind == "number" and self.value == np.floor(self.value)

    @property
    def is_quotient(self) -> bool:
        """Whether this is a quotient of two whole numbers, which stays one."""
        return self.kind == "/" and all(part.is_integer for part in self.parts)


def number(value: Any) -> Expression:
    """Return the node of a number."""
    return Expression("number", value=float(value))


def symbol(text: str) -> Expression:
    """Return the node of a symbol."""
    return Expression("symbol", text=text)


def _call(name: str, *parts: Expression) -> Expression:
    return Expression("call", parts, text=name)


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


Writer = Callable[..., Expression]

ELEMENTWISE: dict[Callable[..., Any], Writer] = {
    np.add: lambda a, b: _sum([a, b]),
    np.subtract: _difference,
    np.multiply: _product,
    np.divide: _quotient,
    np.power: _power,
    np.negative: _negative,
    np.positive: lambda a: a,
    np.log2: lambda a: _call("log2", a),
    np.log: lambda a: _call("log", a),
    np.sqrt: lambda a: _call("sqrt", a),
    np.absolute: lambda a: _call("abs", a),
    np.minimum: lambda a, b: _call("min", a, b),
    np.maximum: lambda a, b: _call("max", a, b),
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


DECIMALS = 9
COMPARED = {np.greater_equal: "≥", np.greater: ">", np.less_equal: "≤", np.less: "<", np.equal: "="}
"""How a comparison is written in the formula of a choice."""


def _at(operand: Any, index: Index) -> Any:
    value = np.asarray(operand.value if isinstance(operand, Term) else operand)
    position = index[len(index) - value.ndim :] if value.ndim else ()
    return value[tuple(0 if size == 1 else i for i, size in zip(position, value.shape, strict=True))]


def _narrow(operand: Term, index: Index) -> Index:
    if not operand.ndim:
        return ()
    if operand.ndim == len(index) and 1 not in operand.shape:
        return index
    position = index[len(index) - operand.ndim :]
    return tuple(0 if size == 1 else i for i, size in zip(position, operand.shape, strict=True))


def write_numbers(term: Any, index: Index = (), *, top: bool = True, whole: bool = True) -> Expression:
    """Write one element of a Term as an expression in numbers.

    A named operand is written by its value, unless it is a quotient of whole numbers or (``whole``) a sum, which is then
    written out; an element of a named array keeps its working unless that is a whole number.
    """
    if not isinstance(term, Term):
        return number(_at(term, index))
    key = (index, top, whole and _holds_sum(term))
    if key not in term.written:  # later steps write what earlier ones wrote
        term.written[key] = _write_numbers(term, index, top, whole)
    written: Expression = term.written[key]
    return written


def _holds_sum(term: Term) -> bool:
    if "sum" not in term.written:
        term.written["sum"] = term.function is np.sum or any(map(_holds_sum, terms_in(term.operands)))
    held: bool = term.written["sum"]
    return held


def _write_numbers(term: Term, index: Index, top: bool, whole: bool) -> Expression:
    value = float(term.value[index])
    if term.function is None or term.function in SHOWN_AS_VALUE:
        return number(value)
    if not top and term.symbol:
        if not value:
            return number(0)
        if whole and term.function is np.sum:
            return write_numbers(term, index, whole=False).worth(value)
        inner = write_numbers(term, index, whole=False)
        keeps = inner.kind == "/" if term.ndim and value == round(value) else term.ndim > 0
        return inner.worth(value) if inner.is_quotient or keeps else number(value)
    if term.function in FOLDED and not top and value == round(value):
        folded = [write_numbers(operand, _narrow_any(operand, index), top=False) for operand in term.operands]
        if all(part.is_integer for part in folded):
            return number(value)
    return _write(term, index, lambda part, at: write_numbers(part, at, top=False, whole=whole)).worth(value)


def _narrow_any(operand: Any, index: Index) -> Index:
    return _narrow(operand, index) if isinstance(operand, Term) else index


def _write(term: Term, index: Index, walk: Callable[[Any, Index], Expression]) -> Expression:
    function, operands = term.function, term.operands
    if function is np.where:
        branch = operands[1] if _at(operands[0], index) else operands[2]
        return walk(branch, _narrow_any(branch, index))
    if function is np.sum:
        _last_axis_only(term)
        return _sum(_elements(operands[0], index, walk))
    if function in (np.max, np.min):
        _last_axis_only(term)
        row = operands[0].value[index]
        if not row.size or term.value[index] not in row:
            return number(term.value[index])
        chosen = int(np.argmax(row) if function is np.max else np.argmin(row))
        return _placed(operands[0], index, chosen, walk)
    if function is np.stack:
        part = operands[0][index[-1]]
        return walk(part, index[:-1])
    if function in ELEMENTWISE:
        return ELEMENTWISE[function](*(walk(operand, _narrow_any(operand, index)) for operand in operands))
    raise TypeError(
        f"no way to write np.{getattr(function, '__name__', function)}: add it to the tables of expression.py"
    )


def _last_axis_only(term: Term) -> None:
    if term.options.get("axis") != -1:
        raise TypeError("a metric reduces over the last axis only: give axis=-1")


def _elements(operand: Any, index: Index, walk: Callable[[Any, Index], Expression]) -> list[Expression]:
    if not isinstance(operand, Term):
        return [number(value) for value in np.asarray(operand)[index]]
    kept = operand.value[index]  # zeros are dropped, but for a user's: the number of users is divided by
    if operand.index == "u" and operand.function is np.where:
        kept = np.asarray(operand.operands[0])
    return [_placed(operand, index, int(k), walk) for k in np.flatnonzero(kept)]


def _placed(operand: Term, index: Index, k: int, walk: Callable[[Any, Index], Expression]) -> Expression:
    part = walk(operand, (*index, k))
    return part.worth(float(operand.value[(*index, k)])).at((operand.index, k + 1))


def write_formula(term: Any, *, top: bool = True) -> Expression:
    """Write a Term as an expression in the symbols of the steps it is made of."""
    if not isinstance(term, Term):
        value = np.asarray(term)
        return number(value.item()) if value.size == 1 else symbol("…")
    if term.symbol and (not top or term.function is None):
        return symbol(term.symbol)
    function, operands = term.function, term.operands
    if function is None:
        return number(term.value) if term.ndim == 0 else symbol("…")
    if function is np.where:
        return _write_choice(term)
    if function is np.expand_dims:
        return write_formula(operands[0], top=False)
    if function in (np.sum, np.max, np.min):
        if (
            function in (np.max, np.min)
            and isinstance(operands[0], Term)
            and operands[0].function is np.where
            and not operands[0].symbol
        ):
            return symbol("…")  # a choice among elements, such as a tie line, has no formula
        name = {np.sum: "Σ", np.max: "max", np.min: "min"}[function]
        return Expression(
            "over", (write_formula(operands[0], top=False),), text=f"{name} {term.operands[0].index[-1:]}"
        )
    if function in ELEMENTWISE:
        return ELEMENTWISE[function](*(write_formula(operand, top=False) for operand in operands))
    return symbol("…")


def _write_choice(term: Term) -> Expression:
    condition, *branches = term.operands
    if term.index == "u":  # a sum over users passes over those who are not counted
        return write_formula(branches[0], top=False)
    worked = [branch for branch in branches if isinstance(branch, Term) and (branch.function or branch.symbol)]
    for branch in worked:
        if np.all(np.isnan(branch.value) | (branch.value == term.value)):
            return write_formula(branch, top=False)
    if not term.ndim:
        return symbol("…")  # `empty` has decided
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
    return symbol("…")
