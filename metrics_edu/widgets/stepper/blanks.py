"""Stage: how a working is written while parts of it are not known yet. Pure functions; no widget here."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from metrics_edu.working import HTML, Expression, Term, symbol

UNKNOWN = symbol("??")
NEW = ("new", 0)
"""The place of what a frame has just found, where it is no rank's term."""


def _place(text: str, place: tuple[str, int]) -> str:
    axis, position = place
    if place == NEW:
        return f'<span class="me-new">{text}</span>'
    if axis.startswith("*"):
        return f'<span class="me-ideal">{text}</span>'
    return f'<span class="me-term" data-rank="{position}">{text}</span>'


def _symbol(text: str) -> str:
    return '<span class="me-ask">??</span>' if text == UNKNOWN.text else HTML.symbol(text)


STAGE = replace(HTML, symbol=_symbol, place=_place)
"""HTML whose terms take no focus: the stage is one stop for the keys."""


def fill(tree: Expression, known: Mapping[str, Expression], addends: Expression) -> Expression:
    """Write a formula in numbers: what is known of its symbols, the terms of its sum, and ?? for the rest."""
    if tree.kind == "over":
        return addends
    if tree.kind == "symbol":
        return known.get(tree.text, UNKNOWN)
    return replace(tree, parts=tuple(fill(part, known, addends) for part in tree.parts))


def joined(addends: Sequence[Expression], reduced: Term, *, done: bool = True) -> Expression:
    """Write a sum as far as its terms have joined it; of nothing it is the value itself."""
    if not addends and done:
        value = float(reduced.value)
        return Expression("number", value=value if math.isfinite(value) else math.nan)
    parts = (*addends, *(() if done else (UNKNOWN,)))
    return parts[0] if len(parts) == 1 else Expression("+", parts)
