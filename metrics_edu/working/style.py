"""Style: how numbers, symbols and operations are written, and how an expression is printed in a style.

A style has one table from a class of nodes to how it is written. Precedence and brackets are decided here, once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from metrics_edu import language
from metrics_edu.working.expression import (
    Both,
    Call,
    Cases,
    Expression,
    Inequality,
    Negative,
    Number,
    Position,
    Power,
    Product,
    Quotient,
    Reduction,
    Subtraction,
    Sum,
    Symbol,
    Written,
)
from metrics_edu.working.labels import folded

PRECEDENCE: dict[type[Expression], int] = {
    Cases: 0,
    Sum: 1,
    Subtraction: 1,
    Reduction: 1,
    Product: 2,
    Quotient: 2,
    Negative: 2,
    Power: 4,
}
ATOM, BELOW_ALL = 9, -1
OPEN = (Call, Reduction, Inequality, Both, Cases)
"""The classes whose parts need no brackets."""
DIFFERS: Position = ("≠", 0)
"""The place of a part that is written differently in another working: HTML marks it."""


def more(count: int) -> str:
    return language._("... ({count} more)", count=count)


@dataclass(frozen=True, kw_only=True)
class Style:
    """How numbers, symbols and operations are written.

    Attributes
    ----------
    operations : mapping of class -> function of the texts of the parts
        Before them come the name of a Call, name and index of a Reduction, the sign of a Comparison.
    plus : str
        What comes before each addend but the first.
    is_two_dimensional : bool
        Whether fractions and exponents have separate places, and so need no brackets.
    in_exponents : Style, optional
        The style of an exponent that has a fraction in it.
    aligns : bool
        Whether the numbers of a sum get the same number of decimals, and long sums are shortened.
    most_addends : int, optional
        A longer sum is written as a sum of a list.
    around_places : str
        What is around a sum whose addends have places.
    """

    number: Callable[[float], str]
    symbol: Callable[[str], str]
    operations: Mapping[type[Expression], Callable[..., str]]
    plus: str = " + {}"
    is_two_dimensional: bool = False
    in_exponents: Style | None = None
    aligns: bool = True
    most_addends: int | None = None
    around_positions: str = "{}"
    fold: Callable[[int], str] = more
    position: Callable[[str, Position], str] = lambda text, position: text


def separator() -> str:
    """Return what comes between numbers: a comma, unless it is the decimal mark."""
    return "; " if language.decimal_mark() == "," else ", "


def show(expression: Expression, style: Style) -> str:
    r"""Print an expression in a style.

    >>> from metrics_edu.working.expression import Product, Quotient, number
    >>> from metrics_edu.working.tex_style import TEX
    >>> from metrics_edu.working.text_style import PYTHON
    >>> half = Quotient((number(1), number(2)))
    >>> show(Product((half, half)), PYTHON), show(half, TEX)
    ('1/2*(1/2)', '\\frac{1}{2}')
    """
    text = _show(expression, style)
    return style.position(text, expression.position) if expression.position else text


def _show(node: Expression, style: Style) -> str:
    names: tuple[str, ...] = ()
    match node:
        case Written(decimals=decimals):
            return language.number(node.value, fixed=decimals)
        case Number():
            return style.number(node.value)
        case Symbol():
            return style.symbol(node.text)
        case Sum():
            return _show_sum(node, style)
        case Call(name=name):
            names = (name,)
        case Reduction(name=name, index=index):
            names = (name, index)
        case Inequality(sign=sign):
            names = (sign,)
    return style.operations[type(node)](*names, *(_show_part(node, k, style) for k in range(len(node.parts))))


def _show_part(node: Expression, position: int, style: Style) -> str:
    part, in_exponent = node.parts[position], isinstance(node, Power) and position == 1
    if in_exponent and style.in_exponents is not None and _has_quotient(part):
        text = show(part, style.in_exponents)
    else:
        text = show(part, style)
    is_fraction = isinstance(node, Quotient) or in_exponent
    free = isinstance(node, OPEN) or (style.is_two_dimensional and is_fraction)
    return text if free or not _needs_brackets(node, position, style) else f"({text})"


def _needs_brackets(node: Expression, position: int, style: Style) -> bool:
    part, level = node.parts[position], PRECEDENCE[type(node)]
    if style.is_two_dimensional and isinstance(part, Quotient) and not isinstance(node, Power):
        return False
    inner = PRECEDENCE.get(type(part), ATOM)
    if _is_negative(part) and (position or not isinstance(node, Subtraction)):
        inner = BELOW_ALL
    return inner < level or (inner == level and (position == 1 or isinstance(node, Power | Quotient)))


def _is_negative(node: Expression) -> bool:
    return isinstance(node, Number) and node.value < 0


def _has_quotient(node: Expression) -> bool:
    return isinstance(node, Quotient) or any(map(_has_quotient, node.parts))


def _decimals(text: str) -> int:
    return len(re.findall(r"\d+", text)[-1])


def _aligned(style: Style, addends: Sequence[Expression]) -> Style:
    """Return a style whose numbers have as many decimals as the longest of the addends, whole numbers none."""
    written = [style.number(part.value) for part in addends if isinstance(part, Number) and not part.is_integer]
    most = max(map(_decimals, written), default=0)

    def number(value: float) -> str:
        text = style.number(value)
        return text if value == round(value) else text + "0" * (most - _decimals(text))

    return replace(style, number=number) if most else style


def _show_sum(node: Expression, style: Style) -> str:
    style = _aligned(style, node.parts) if style.aligns else style

    def write(part: Expression) -> str:
        return f"({show(part, style)})" if _is_negative(part) else show(part, style)

    parts = folded(node.parts, write, style.fold) if style.aligns else [*map(write, node.parts)]
    if style.most_addends is not None and len(parts) > style.most_addends:
        return f"sum([{', '.join(parts)}])"
    text = parts[0] + "".join(map(style.plus.format, parts[1:]))
    return style.around_positions.format(text) if any(part.position for part in node.parts) else text
