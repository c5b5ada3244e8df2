"""Differences: the smallest parts in which two workings are written differently."""

from __future__ import annotations

from dataclasses import replace

from metrics_edu.working.expression import Expression
from metrics_edu.working.styles import TEXT, show

SAME_VALUE = 1e-9
DIFFERS = ("≠", 0)
"""The place of a part that differs: HTML marks it."""
Pair = tuple[Expression, Expression]
Addends = dict[tuple[str, int], Expression]


def differences(one: Expression, other: Expression) -> Pair:
    """Return two trees with the smallest parts marked in which they are written differently; none, if that is all of both.

    Examples
    --------
    >>> from metrics_edu import Ranking, measure
    >>> pair = [measure(name).explain(Ranking.parse("RNR", relevant=5)).result.working for name in ("P@3", "Recall@3")]
    >>> [[show(part, TEXT) for part in tree.parts if part.place == DIFFERS] for tree in differences(*pair)]
    [['3'], ['5']]
    """
    marked = _differences(one, other)
    return (one, other) if all(tree.place == DIFFERS for tree in marked) else marked


def veiled(tree: Expression, value: float, symbol: str) -> Expression:
    """Write a symbol for a value that is no whole number, wherever it stands."""
    if tree.kind == "number" and not tree.is_integer and abs(tree.value - value) < SAME_VALUE:
        return Expression("symbol", text=symbol, place=tree.place)
    return replace(tree, parts=tuple(veiled(part, value, symbol) for part in tree.parts))


def _differences(one: Expression, other: Expression) -> Pair:
    if _same(one, other):
        return one, other
    if "+" in (one.kind, other.kind):
        return _of_sums(one, other)
    if one.parts and (one.kind, one.text, len(one.parts)) == (other.kind, other.text, len(other.parts)):
        first, second = zip(*map(_differences, one.parts, other.parts), strict=True)
        return replace(one, parts=first), replace(other, parts=second)
    return _all_but(one, other), _all_but(other, one)


def _same(one: Expression, other: Expression) -> bool:
    return show(one, TEXT) == show(other, TEXT)


def _all_but(tree: Expression, whole: Expression) -> Expression:
    """Mark a tree, or where another one is part of it or it of that one, only what is beside it."""
    if any(_same(tree, part) for part in whole.parts):
        return tree
    if not any(_same(whole, part) for part in tree.parts) or len(tree.parts) == 1:
        return tree.at(DIFFERS)
    return replace(tree, parts=tuple(part if _same(whole, part) else part.at(DIFFERS) for part in tree.parts))


def _of_sums(one: Expression, other: Expression) -> Pair:
    """Compare addends of the same place; one that has none in the other sum differs."""
    first, second = _addends(one), _addends(other)
    shared = {place: _differences(first[place], second[place]) for place in first if place in second}
    if not shared:
        return _all_but(one, other), _all_but(other, one)
    sides = zip((one, other), (first, second), zip(*shared.values(), strict=True), strict=True)
    marked = [_marked(tree, addends, dict(zip(shared, parts, strict=True))) for tree, addends, parts in sides]
    return marked[0], marked[1]


def _addends(tree: Expression) -> Addends:
    parts = tree.parts if tree.kind == "+" else (tree,)
    return {part.place or ("", k): part for k, part in enumerate(parts)}


def _marked(tree: Expression, addends: Addends, shared: Addends) -> Expression:
    parts = tuple(shared.get(place, part.at(DIFFERS)) for place, part in addends.items())
    return replace(tree, parts=parts) if tree.kind == "+" else parts[0]
