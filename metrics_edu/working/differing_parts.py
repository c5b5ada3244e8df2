"""Differences: the smallest parts in which two workings are written differently."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from metrics_edu.working.expression import Expression, Number, Position, Sum, Symbol
from metrics_edu.working.style import DIFFERS, show
from metrics_edu.working.text_style import TEXT

SAME_VALUE = 1e-9


def differences(one: Expression, other: Expression) -> tuple[Expression, Expression]:
    """Return two trees with the smallest parts marked in which they are written differently; none, if that is all of both.

    >>> from metrics_edu import Ranking, measure
    >>> pair = [measure(name).explain(Ranking.parse("RNR", relevant=5)).result.working for name in ("P@3", "Recall@3")]
    >>> [[show(part, TEXT) for part in tree.parts if part.position == DIFFERS] for tree in differences(*pair)]
    [['3'], ['5']]
    """
    marked = _marked(one, other), _marked(other, one)
    return (one, other) if all(tree.position == DIFFERS for tree in marked) else marked


def marked(tree: Expression, parts: Sequence[Expression]) -> Expression:
    """Mark these very parts of a tree."""
    if any(tree is part for part in parts):
        return tree.at(DIFFERS)
    return replace(tree, parts=tuple(marked(part, parts) for part in tree.parts))


def veiled(tree: Expression, value: float, symbol: str) -> Expression:
    """Write a symbol for a value that is no whole number, wherever it is."""
    if isinstance(tree, Number) and not tree.is_integer and abs(tree.value - value) < SAME_VALUE:
        return Symbol(text=symbol, position=tree.position)
    return replace(tree, parts=tuple(veiled(part, value, symbol) for part in tree.parts))


def _marked(tree: Expression, other: Expression) -> Expression:
    if _same(tree, other):
        return tree
    if isinstance(tree, Sum) or isinstance(other, Sum):
        return _marked_sum(tree, other)
    if tree.parts and tree.is_like(other):
        return replace(tree, parts=tuple(map(_marked, tree.parts, other.parts)))
    return _all_but(tree, other)


def _same(one: Expression, other: Expression) -> bool:
    return show(one, TEXT) == show(other, TEXT)


def _all_but(tree: Expression, whole: Expression) -> Expression:
    """Mark a tree, or where another one is part of it or it of that one, only what is beside it."""
    if any(_same(tree, part) for part in whole.parts):
        return tree
    if not any(_same(whole, part) for part in tree.parts) or len(tree.parts) == 1:
        return tree.at(DIFFERS)
    return replace(tree, parts=tuple(part if _same(whole, part) else part.at(DIFFERS) for part in tree.parts))


def _marked_sum(tree: Expression, other: Expression) -> Expression:
    """Compare addends of the same place; one that has none in the other sum differs, but for a 0."""
    addends, others = _addends(tree), _addends(other)
    if addends.keys().isdisjoint(others):
        return _all_but(tree, other)
    parts = (
        _marked(part, others[at]) if at in others else part.at(DIFFERS) if part.value else part
        for at, part in addends.items()
    )
    return replace(tree, parts=tuple(parts)) if isinstance(tree, Sum) else next(parts)


def _addends(tree: Expression) -> dict[Position, Expression]:
    return {part.position or ("", k): part for k, part in enumerate(tree.parts if isinstance(tree, Sum) else (tree,))}
