"""Matching: where a written working differs from a recorded one; its terms may be in any order, cancelled or added up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
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
FEWEST_OPERATIONS = 2
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
    """Return whether a written value is a recorded one, as far as its numbers were rounded."""
    off = abs(mine.value - right.value) - SAME * max(1.0, abs(right.value))
    return off <= 0 or off <= slack(mine)


def operations(tree: Expression) -> int:
    """Return the number of operations in a tree; a sum of three terms has two, a minus before a number is none."""
    own = 0 if isinstance(tree, Negative) else max(len(tree.parts) - 1, bool(tree.parts))
    return own + sum(map(operations, tree.parts))


def is_simple(tree: Expression) -> bool:
    """Return whether a tree is a number alone or a fraction: it may be a guess, and fits many mistakes by chance."""
    return operations(tree) < FEWEST_OPERATIONS


def same_form(mine: Expression, right: Expression) -> bool:
    """Return whether two workings are the same, but for the order of terms and for what is computed within them.

    >>> from metrics_edu.working.written_expression import read_expression
    >>> right = read_expression("(1/1 + 2/3)/4")
    >>> [same_form(read_expression(text), right) for text in ("(2/3 + 1)/4", "1.667/4", "(1 + 2/3)/3", "5/12")]
    [True, True, False, False]
    """
    return bool(mine.parts and right.parts) and _same_parts(mine, right)


def _same_parts(mine: Expression, right: Expression) -> bool:
    """Return whether the operands of two trees of one value match; a part that is computed already matches by its value."""
    mine, right = _divided(mine), _divided(right)
    if not agree(mine, right):
        return False
    if min(len(addends(mine)), len(addends(right))) > 1:
        return not all(any(_unmatched(split(mine), split(right))) for split in (addends, _all_addends))
    if isinstance(mine, Quotient) and isinstance(right, Quotient):
        return all(map(_same_parts, mine.parts, right.parts))
    if not mine.parts or not right.parts or isinstance(mine, Product) or isinstance(right, Product):
        return True
    if isinstance(mine, Quotient) or isinstance(right, Quotient):
        return False
    return not mine.is_like(right) or all(map(_same_parts, mine.parts, right.parts))


def same_terms(mine: Expression, right: Expression) -> bool:
    """Return whether two workings of one value have the same terms, if the first one has several and no fewer.

    A term with a minus may be of another formula of the same value.

    >>> from metrics_edu.working.written_expression import read_expression
    >>> [same_terms(read_expression(text), read_expression("(1/2 + 2/4)/2")) for text in ("(1/4 + 3/4)/2", "1/2", "2/4")]
    [False, True, True]
    """
    mines, rights = addends(mine), addends(right)
    left, missing = _alone(mines, rights)
    return len(mines) < max(2, len(rights)) or not (left or missing) or any(map(_has_minus, left))


def _has_minus(tree: Expression) -> bool:
    return isinstance(tree, Subtraction | Negative) or any(map(_has_minus, tree.parts))


def mismatches(mine: Expression, right: Expression) -> list[Mismatch]:
    """Return the smallest parts in which a written working differs from the right one; none if the values agree."""
    mine, right = _divided(mine), _divided(right)
    if agree(mine, right):
        return []
    found = min(_readings(mine, right), key=len) if mine.parts else [Mismatch(mine, right)]
    return [replace(one, position=one.position or right.position) for one in found]


def _readings(mine: Expression, right: Expression) -> Iterator[list[Mismatch]]:
    """Give the mismatches by each way to read a written working, the likeliest way first."""
    if isinstance(mine, Quotient) and isinstance(right, Quotient):
        yield _quotient_mismatches(mine, right)
    elif isinstance(right, Quotient):
        yield [Mismatch(None, right.parts[1], "divisor"), *mismatches(mine, right.parts[0])]
    if isinstance(mine, Quotient) and agree(mine.parts[0], right):
        yield [Mismatch(mine.parts[1], None, "divisor")]
    rights = addends(right)
    if len(_terms(mine)) > 1 or (len(rights) > 1 and not isinstance(right, Quotient)):
        yield from (_sum_mismatches(_terms(mine, minus_apart=apart), rights) for apart in (True, False))
    elif not (isinstance(mine, Quotient) and isinstance(right, Quotient)):
        yield _operand_mismatches(mine, right)


def _quotient_mismatches(mine: Expression, right: Expression) -> list[Mismatch]:
    dividends, divisors = map(mismatches, mine.parts, right.parts)
    if divisors and min(len(_terms(tree.parts[1])) for tree in (mine, right)) == 1:
        return [*_unnamed(dividends), Mismatch(mine.parts[1], right.parts[1], "divisor")]
    return _unnamed([*dividends, *divisors])


def _operand_mismatches(mine: Expression, right: Expression) -> list[Mismatch]:
    if isinstance(mine, Product) and isinstance(right, Product):
        mines, rights = _unmatched(_factors(mine), _factors(right))
        if len(mines) == len(rights) == 1:
            return _unnamed(mismatches(mines[0], rights[0]))
    elif mine.parts and mine.is_like(right):
        return _unnamed(chain.from_iterable(map(mismatches, mine.parts, right.parts)))
    elif isinstance(right, Call) and agree(mine, right.parts[0]):
        return [Mismatch(None, right, right.name)]
    elif isinstance(mine, Call) and agree(mine.parts[0], right):
        return [Mismatch(mine, None, mine.name)]
    return [Mismatch(mine, right)]


def _unnamed(found: Iterable[Mismatch]) -> list[Mismatch]:
    """Return the mismatches of operands, whose divisors are not that of the value."""
    return [
        replace(one, role="") if one.role == "divisor" and one.mine and one.right and not one.position else one
        for one in found
    ]


def _sum_mismatches(mines: Sequence[Expression], rights: Sequence[Expression]) -> list[Mismatch]:
    left, missing = _unmatched(mines, rights)
    in_order = _differing(_present(mines), _present(rights))
    has_twin = any(agree(other, right) for right in missing for other in rights if other is not right)
    is_sure = len(left) == 1 and len(in_order) in (1, len(_present(mines))) and not has_twin  # in one order, or in none
    if len(mines) == len(rights) and len(differing := _differing(mines, rights)) == 1:
        is_sure = not any(_is_elsewhere(*pair, rights) for pair in zip(mines, rights, strict=True))
        left, missing = [differing[0][0]], [differing[0][1]]
    numbered = {id(term): k for k, term in enumerate(mines, start=1)}
    if len(left) == len(missing):
        pairs = zip(left, missing, strict=True)
        return [_within_term(*pair, numbered[id(pair[0])], is_sure=is_sure) for pair in pairs]
    is_sure = not (left and missing) and not has_twin and len(mines) > 1  # one term may hold all of them
    return [
        *(Mismatch(term, None, "term", term=numbered[id(term)], is_sure=is_sure) for term in left),
        *(Mismatch(None, term, "term", term.position, is_sure=is_sure) for term in missing),
    ]


def _is_elsewhere(mine: Expression, right: Expression, rights: Sequence[Expression]) -> bool:
    """Return whether a term has the numbers of another one, and not of the one in its place."""
    others = [other for other in rights if agree(mine, other) and _numbers(mine) == _numbers(other)]
    return bool(mine.parts and others) and all(other is not right for other in others)


def _present(terms: Sequence[Expression]) -> list[Expression]:
    return [term for term in terms if abs(term.value) > SAME]


def _differing(mines: Sequence[Expression], rights: Sequence[Expression]) -> list[tuple[Expression, Expression]]:
    return [pair for pair in zip(mines, rights, strict=False) if not agree(*pair)]


def _within_term(mine: Expression, right: Expression, number: int, *, is_sure: bool) -> Mismatch:
    """Return what differs in a term: one operand of it, or all of it."""
    first, *others = mismatches(mine, right)
    found = Mismatch(mine, right, position=right.position) if others else first
    return replace(found, role=found.role or "term", term=number, is_sure=is_sure)


def _unmatched(mines: Sequence[Expression], rights: Sequence[Expression]) -> tuple[list[Expression], list[Expression]]:
    """Return the terms of two sums that are not in the other one; the written ones may be added up."""
    left, missing = _alone(mines, rights)
    if len(left) < len(missing):
        left, missing = _without_sums(left, missing)
    return left, missing


def _alone(mines: Sequence[Expression], rights: Sequence[Expression]) -> tuple[list[Expression], list[Expression]]:
    """Return the terms of two sums that are not in the other one; zeros are in all."""
    left = _present(mines)
    missing: list[Expression] = []
    for right in _present(rights):
        found = min((mine for mine in left if agree(mine, right)), key=partial(_distance, right), default=None)
        missing += [] if found else [right]
        left = [term for term in left if term is not found]
    return left, missing


def _distance(right: Expression, mine: Expression) -> tuple[bool, float]:
    """Return how far a term is from another one of its value: the same numbers are nearest."""
    return _numbers(mine) != _numbers(right), abs(mine.value - right.value)


def same_numbers(mine: Expression, right: Expression) -> bool:
    """Return whether two workings have the same numbers, and as many terms."""
    counts = [len(_present(addends(tree))) for tree in (mine, right)]
    return counts[0] == counts[1] and sorted(_numbers(mine)) == sorted(_numbers(right))


def same_divisor(mine: Expression, right: Expression) -> bool:
    """Return whether two workings divide by the same, if both divide."""
    pair = _divided(mine), _divided(right)
    return not all(isinstance(tree, Quotient) for tree in pair) or agree(*(tree.parts[1] for tree in pair))


def _numbers(tree: Expression) -> tuple[float, ...]:
    """Return the numbers of a tree but 0 and 1, without their signs, from left to right."""
    own = () if abs(tree.value) in (0, 1) else (abs(tree.value),)
    return tuple(chain.from_iterable(map(_numbers, tree.parts))) if tree.parts else own


def _without_sums(sums: Sequence[Expression], terms: Sequence[Expression]) -> tuple[list[Expression], list[Expression]]:
    """Return the terms without those that are added up in one of the others, and the others without that one."""
    kept, left = [], [*terms]
    for one in sums:
        off = slack(one) + SAME
        group = next((group for group in _groups(left) if abs(one.value - sum(t.value for t in group)) <= off), ())
        kept += [] if group else [one]
        left = [term for term in left if all(term is not taken for taken in group)]
    return kept, left


def _groups(terms: Sequence[Expression]) -> Iterator[tuple[Expression, ...]]:
    """Give two or more terms beside each other, and of a few terms any."""
    if len(terms) <= MAX_FREE:
        yield from chain.from_iterable(combinations(terms, size) for size in range(2, len(terms) + 1))
    else:
        yield from (tuple(terms[k:end]) for k in range(len(terms)) for end in range(k + 2, len(terms) + 1))


def _terms(tree: Expression, *, minus_apart: bool = False) -> list[Expression]:
    """Return the addends of a sum, what is subtracted with the one before it or apart; of any other tree itself."""
    if isinstance(tree, Sum) or (isinstance(tree, Call) and tree.name == "sum"):
        return [term for part in tree.parts for term in _terms(part, minus_apart=minus_apart)]
    if isinstance(tree, Subtraction):
        minuend, subtrahend = tree.parts
        *before, last = _terms(minuend, minus_apart=minus_apart)
        if minus_apart:
            return [*before, last, Negative((subtrahend,)).worth(-subtrahend.value)]
        if before:
            return [*before, Subtraction((last, subtrahend)).worth(last.value - subtrahend.value)]
    return [tree]


def addends(tree: Expression) -> list[Expression]:
    """Return what is added up to a value: of a sum that is divided, each term over the divisor."""
    divided = _divided(tree)
    if isinstance(divided, Quotient):
        return [_over(term, divided.parts[1]) for term in addends(divided.parts[0])]
    return _terms(divided)


def _all_addends(tree: Expression) -> list[Expression]:
    """Return what is added up to a value, also within its terms."""
    terms = addends(tree)
    return terms if len(terms) == 1 else [*chain.from_iterable(map(_all_addends, terms))]


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
