"""Matching: where a written working differs from a recorded one; its terms may be in any order, cancelled or added up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, combinations

from metrics_edu.working.expression import (
    Call,
    Expression,
    Negative,
    Position,
    Product,
    Quotient,
    Subtraction,
    Sum,
    Written,
)
from metrics_edu.working.written_expression import computed

SAME = 1e-9
LEAST_DECIMALS = 2
"""A written number with fewer decimals is taken as it is, one with more as rounded or cut off."""
OFF = 2e-4
"""How far a written number may be off beyond its decimals: it may be a sum of rounded ones."""
MAX_FREE = 6
"""Of more terms than this, only those beside each other are taken together."""


@dataclass(frozen=True)
class Mismatch:
    """The smallest part of a written working that differs from the right one."""

    mine: Expression | None  # None: it is missing
    right: Expression | None  # None: it is one too many
    role: str = ""  # "divisor", "term", or the name of a function that only one of them has
    position: Position | None = None  # of the term in the right working
    term: int = 0  # the number of the term in the written one, from 1
    is_sure: bool = True  # it has one reading


def slack(tree: Expression) -> float:
    """Return how far a value can be off because its numbers were rounded or cut off.

    >>> from metrics_edu.working.written_expression import read_expression
    >>> round(slack(read_expression("(1 + 0.67)/3")), 4), slack(read_expression("(1 + 2/3)/0.5"))
    (0.0034, 0.0)
    """
    if isinstance(tree, Written):
        return 10.0**-tree.decimals + OFF * abs(tree.value) if tree.decimals >= LEAST_DECIMALS else 0.0
    values = [part.value for part in tree.parts]
    total = 0.0
    for k, off in enumerate(map(slack, tree.parts)):
        if off:
            moved = [*values[:k], values[k] + off, *values[k + 1 :]]
            with suppress(ValueError, ZeroDivisionError, OverflowError):
                total += abs(computed(tree, moved) - tree.value)
    return total


def agree(mine: Expression, right: Expression) -> bool:
    """Return whether a written value is another one, as far as its numbers were rounded."""
    return abs(mine.value - right.value) <= slack(mine) + slack(right) + SAME * max(1.0, abs(right.value))


def operations(tree: Expression) -> int:
    """Return the number of operations in a tree."""
    return bool(tree.parts) + sum(map(operations, tree.parts))


def same_form(mine: Expression, right: Expression) -> bool:
    """Return whether two workings are the same, but for the order of terms and for what is computed within them.

    >>> from metrics_edu.working.written_expression import read_expression
    >>> right = read_expression("(1/1 + 2/3)/4")
    >>> [same_form(read_expression(text), right) for text in ("(2/3 + 1)/4", "1.667/4", "(1 + 2/3)/3", "5/12")]
    [True, True, False, False]
    """
    mine, right = _divided(mine), _divided(right)
    if not agree(mine, right) or not (mine.parts and right.parts):
        return False
    return _same_parts(mine, right)


def _same_parts(mine: Expression, right: Expression) -> bool:
    """Return whether the operands of two trees of one value match; a part that is computed already matches by its value."""
    mine, right = _divided(mine), _divided(right)
    if not agree(mine, right):
        return False
    terms = [addends(tree) for tree in (mine, right)]
    if min(map(len, terms)) > 1:
        return not any(_unmatched(*terms))
    if isinstance(mine, Quotient) and isinstance(right, Quotient):
        return all(map(_same_parts, mine.parts, right.parts))
    if not mine.parts or not right.parts or isinstance(mine, Product) or isinstance(right, Product):
        return True
    if isinstance(mine, Quotient) or isinstance(right, Quotient):
        return False
    return not mine.is_like(right) or all(map(_same_parts, mine.parts, right.parts))


def same_terms(mine: Expression, right: Expression) -> bool:
    """Return whether two workings of one value have the same terms, if the first one has several and no fewer.

    >>> from metrics_edu.working.written_expression import read_expression
    >>> [same_terms(read_expression(text), read_expression("(1/2 + 2/4)/2")) for text in ("(1/4 + 3/4)/2", "1/2", "2/4")]
    [False, True, True]
    """
    mines, rights = addends(mine), addends(right)
    return len(mines) < max(2, len(rights)) or not any(_alone(mines, rights))


def mismatches(mine: Expression, right: Expression) -> list[Mismatch]:
    """Return the smallest parts in which a written working differs from the right one; none if the values agree."""
    mine, right = _divided(mine), _divided(right)
    if agree(mine, right):
        return []
    if not mine.parts:
        return [Mismatch(mine, right)]
    if isinstance(mine, Quotient) and isinstance(right, Quotient):
        dividends, divisors = (mismatches(one, other) for one, other in zip(mine.parts, right.parts, strict=True))
        is_part = len(_terms(mine.parts[1])) > 1 and len(_terms(right.parts[1])) > 1
        return dividends + (
            divisors if is_part or not divisors else [Mismatch(mine.parts[1], right.parts[1], "divisor")]
        )
    if isinstance(right, Quotient) and len(_terms(mine)) > 1:
        scaled = [_over(term, right.parts[1]) for term in _terms(right.parts[0])]
        undivided = [Mismatch(None, right.parts[1], "divisor"), *mismatches(mine, right.parts[0])]
        return min(_sum_mismatches(_terms(mine), scaled), undivided, key=len)
    if isinstance(right, Quotient) and agree(mine, right.parts[0]):
        return [Mismatch(None, right.parts[1], "divisor")]
    if isinstance(mine, Quotient) and agree(mine.parts[0], right):
        return [Mismatch(mine.parts[1], None, "divisor")]
    if len(_terms(mine)) > 1 or len(_terms(right)) > 1:
        return _sum_mismatches(_terms(mine), _terms(right))
    return _operand_mismatches(mine, right)


def _operand_mismatches(mine: Expression, right: Expression) -> list[Mismatch]:
    if isinstance(mine, Product) and isinstance(right, Product):
        mines, rights = _unmatched(_factors(mine), _factors(right))
        if len(mines) == len(rights) == 1:
            return _inside(mines, rights)
    elif mine.parts and mine.is_like(right):
        return _inside(mine.parts, right.parts)
    elif isinstance(right, Call) and agree(mine, right.parts[0]):
        return [Mismatch(None, right, right.name)]
    elif isinstance(mine, Call) and agree(mine.parts[0], right):
        return [Mismatch(mine, None, mine.name)]
    return [Mismatch(mine, right)]


def _inside(mines: Sequence[Expression], rights: Sequence[Expression]) -> list[Mismatch]:
    """Return the mismatches of operands, whose divisors are not that of the value."""
    found = chain.from_iterable(map(mismatches, mines, rights))
    return [replace(one, role="" if one.role == "divisor" else one.role) for one in found]


def _sum_mismatches(mines: Sequence[Expression], rights: Sequence[Expression]) -> list[Mismatch]:
    in_order = [pair for pair in zip(mines, rights, strict=False) if not agree(*pair)]
    left, missing = _unmatched(mines, rights)
    if len(mines) == len(rights) and len(in_order) == 1:
        left, missing = [in_order[0][0]], [in_order[0][1]]
    numbered = {id(term): k for k, term in enumerate(mines, start=1)}
    if len(left) == len(missing):
        is_sure = len(left) == 1
        return [
            replace(
                found, role=found.role or "term", position=found.position or right.position, term=numbered[id(mine)]
            )
            for mine, right in zip(left, missing, strict=True)
            for found in _within_term(mine, right, is_sure=is_sure)
        ]
    is_sure = not (left and missing)
    return [
        *(Mismatch(term, None, "term", term=numbered[id(term)], is_sure=is_sure) for term in left),
        *(Mismatch(None, term, "term", term.position, is_sure=is_sure) for term in missing),
    ]


def _within_term(mine: Expression, right: Expression, *, is_sure: bool) -> list[Mismatch]:
    """Return what differs in a term: one operand of it, or all of it."""
    found = mismatches(mine, right)
    whole = [Mismatch(mine, right, is_sure=is_sure)]
    return [replace(found[0], is_sure=is_sure)] if len(found) == 1 else whole


def _unmatched(mines: Sequence[Expression], rights: Sequence[Expression]) -> tuple[list[Expression], list[Expression]]:
    """Return the terms of two sums that are not in the other one; the written ones may be added up."""
    left, missing = _alone(mines, rights)
    if len(left) < len(missing):
        left, missing = _without_sums(left, missing)
    return left, missing


def _alone(mines: Sequence[Expression], rights: Sequence[Expression]) -> tuple[list[Expression], list[Expression]]:
    """Return the terms of two sums that are not in the other one; zeros are in all."""
    left = [term for term in mines if abs(term.value) > SAME]
    missing: list[Expression] = []
    for right in rights:
        found = min((mine for mine in left if agree(mine, right)), key=partial(_distance, right), default=None)
        if found is not None:
            left = [term for term in left if term is not found]
        elif abs(right.value) > SAME:
            missing.append(right)
    return left, missing


def _distance(right: Expression, mine: Expression) -> tuple[bool, float]:
    """Return how far a term is from another one of its value: the same numbers are nearest."""
    return _numbers(mine) != _numbers(right), abs(mine.value - right.value)


def same_numbers(mine: Expression, right: Expression) -> bool:
    """Return whether two workings have the same numbers, and as many terms."""
    counts = [len(addends(tree)) for tree in (mine, right)]
    return counts[0] == counts[1] and sorted(_numbers(mine)) == sorted(_numbers(right))


def _numbers(tree: Expression) -> tuple[float, ...]:
    """Return the numbers of a tree but 1, without their signs, from left to right."""
    own = () if abs(tree.value) == 1 else (abs(tree.value),)
    return tuple(chain.from_iterable(map(_numbers, tree.parts))) if tree.parts else own


def _without_sums(sums: Sequence[Expression], terms: Sequence[Expression]) -> tuple[list[Expression], list[Expression]]:
    """Return the terms without those that are added up in one of the others, and the others without that one."""
    kept, left = [], [*terms]
    for one in sums:
        group = next(
            (group for group in _groups(left) if agree(one, Sum(group, value=sum(t.value for t in group)))), None
        )
        if group is None:
            kept.append(one)
        else:
            left = [term for term in left if all(term is not taken for taken in group)]
    return kept, left


def _groups(terms: Sequence[Expression]) -> Iterator[tuple[Expression, ...]]:
    """Give two or more terms beside each other, and of a few terms any."""
    if len(terms) <= MAX_FREE:
        yield from chain.from_iterable(combinations(terms, size) for size in range(2, len(terms) + 1))
    else:
        yield from (tuple(terms[k:end]) for k in range(len(terms)) for end in range(k + 2, len(terms) + 1))


def _terms(tree: Expression) -> list[Expression]:
    """Return the addends of a sum, what is subtracted with a minus; of any other tree itself."""
    if isinstance(tree, Sum) or (isinstance(tree, Call) and tree.name == "sum"):
        return [*chain.from_iterable(map(_terms, tree.parts))]
    if isinstance(tree, Subtraction):
        minuend, subtrahend = tree.parts
        return [*_terms(minuend), *(Negative((term,)).worth(-term.value) for term in _terms(subtrahend))]
    return [tree]


def addends(tree: Expression) -> list[Expression]:
    """Return what is added up to a value: of a sum that is divided, each term over the divisor."""
    divided = _divided(tree)
    if isinstance(divided, Quotient):
        return [_over(term, divided.parts[1]) for term in addends(divided.parts[0])]
    return _terms(divided)


def _factors(tree: Expression) -> list[Expression]:
    return [*chain.from_iterable(map(_factors, tree.parts))] if isinstance(tree, Product) else [tree]


def _divided(tree: Expression) -> Expression:
    """Return 1/4 · (a + b), and (a + b) · 1/4, as (a + b)/4."""
    if not isinstance(tree, Product):
        return tree
    for one, other in (tree.parts, tree.parts[::-1]):
        if isinstance(one, Quotient) and one.parts[0].value == 1 and len(_terms(other)) > 1:
            return Quotient((other, one.parts[1])).worth(tree.value)
    return tree


def _over(term: Expression, divisor: Expression) -> Expression:
    return Quotient((term, divisor)).worth(term.value / divisor.value).at(term.position)
