"""A Term written as a formula: an expression in the symbols of the steps that it is made of."""

from __future__ import annotations

from typing import Any

import numpy as np

from metrics_edu.working.expression import Both, Cases, Expression, Inequality, Reduction, number, symbol
from metrics_edu.working.numeric_form import Role
from metrics_edu.working.operations import COMPARED, ELEMENTWISE, REDUCED
from metrics_edu.working.recorded_array import Term

UNWRITTEN = symbol("…")
DECIMALS = 9


def write_formula(term: Any, *, role: Role = Role.RESULT) -> Expression:
    """Write a Term as an expression in the symbols of the steps it is made of; an operand is its symbol, if it has one."""
    if not isinstance(term, Term):
        value = np.asarray(term)
        return number(value.item()) if value.size == 1 else UNWRITTEN
    function, operands = term.function, term.operands
    if term.symbol and (role is Role.OPERAND or function is None):
        return symbol(term.symbol)
    if function is None and term.ndim == 0:
        return number(term.value)
    if function in ELEMENTWISE:
        return ELEMENTWISE[function](*map(_operand, operands))
    if function is np.expand_dims:
        return _operand(operands[0])
    if function is np.where:
        return _write_choice(term)
    return _write_reduction(term) if function in REDUCED else UNWRITTEN


def _operand(term: Any) -> Expression:
    return write_formula(term, role=Role.OPERAND)


def _write_reduction(term: Term) -> Expression:
    operand, function = term.operands[0], term.function
    if function is not np.sum and operand.function is np.where and not operand.symbol:
        return UNWRITTEN  # a choice among elements, such as a tie line, has no formula
    return Reduction((_operand(operand),), name=REDUCED[function], index=operand.index[-1:])


def _write_choice(term: Term) -> Expression:
    condition, *branches = term.operands
    if term.index == "u":  # a sum over users passes over those who are not counted
        return _operand(branches[0])
    worked = [branch for branch in branches if isinstance(branch, Term) and (branch.function or branch.symbol)]
    for branch in worked:
        if np.all(np.isnan(branch.value) | (branch.value == term.value)):
            return _operand(branch)
    if not term.ndim:
        return UNWRITTEN  # `empty` has decided
    a, b = map(_operand, branches)
    return Cases((a, _write_condition(condition), b))


def is_just_above(threshold: float) -> bool:
    """Return whether what reaches a threshold must be above a rounder number: the threshold is the next float after it."""
    return bool(threshold == np.nextafter(round(threshold, DECIMALS), np.inf))


def _write_condition(term: Any) -> Expression:
    function = term.function if isinstance(term, Term) else None
    if function in COMPARED:
        a, b = map(_operand, term.operands)
        if function is np.greater_equal and is_just_above(b.value):
            return Inequality((a, number(round(b.value, DECIMALS))), sign=">")
        return Inequality((a, b), sign=COMPARED[function])
    if function is np.bitwise_and:
        return Both(tuple(map(_write_condition, term.operands)))
    return UNWRITTEN
