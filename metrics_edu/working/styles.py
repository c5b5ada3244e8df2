"""The styles an Expression is printed in: Python numbers, text, TeX and HTML.

Each style is one table from a kind of node to how it is written; precedence and brackets are decided once, in ``show``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from metrics_edu import language
from metrics_edu.working.expression import Expression
from metrics_edu.working.labels import escape, folded, html_symbol, spoken
from metrics_edu.working.tex import TEX_MATH, tex_call, tex_number, tex_symbol, tex_text, tex_words

PYTHON_ADDENDS = 200
"""More are a sum of a list."""
PRECEDENCE = {"if": 0, "+": 1, "-": 1, "over": 1, "*": 2, "/": 2, "neg": 2, "**": 4}
ATOM, BELOW_ALL = 9, -1
DIFFERS = ("≠", 0)
"""The place of a part that is written differently in another working: HTML marks it."""
OPEN = frozenset({"call", "over", "compare", "and", "if"})
"""The kinds whose parts need no brackets."""


def _more(count: int) -> str:
    return language._("... ({count} more)", count=count)


@dataclass(frozen=True, kw_only=True)
class Style:
    """How numbers, symbols and operations are written; ``flat`` kinds need no brackets inside or around."""

    number: Callable[[float], str]
    symbol: Callable[[str], str]
    kinds: Mapping[str, Callable[..., str]]
    plus: str = " + {}"
    flat: frozenset[str] = frozenset()
    fold: Callable[[int], str] = _more
    place: Callable[[str, tuple[str, int]], str] = lambda text, place: text


def _python_number(value: float) -> str:
    return f"{value:.0f}" if abs(value) < 1e15 and value == round(value) else repr(value)


def _over(template: str, **names: str) -> Callable[[str, str], str]:
    def write(text: str, body: str) -> str:
        name, index = text.split(" ")
        return template.format(names.get(name, name), index) + body

    return write


_FUNCTIONS = {"sqrt": "√", "log": "ln"}
_RADICAL = (
    '<svg width="0" height="0" viewBox="0 0 10 20" preserveAspectRatio="none"><path d="M0 12 3 10 6 19 10 0"/></svg>'
)


def _call(name: str, *parts: str) -> str:
    if name == "abs":
        return f"|{parts[0]}|"
    return f"{_FUNCTIONS.get(name, name)}({separator().join(parts)})"


def separator() -> str:
    """Return what stands between numbers: a comma, unless it is the decimal mark."""
    return "; " if language.decimal_mark() == "," else ", "


def _html_call(name: str, *parts: str) -> str:
    if name != "sqrt":
        return _call(name, *parts).replace("log2", "log<sub>2</sub>", 1)
    return f'<span class="me-vh">√(</span><span class="me-root">{_RADICAL}{parts[0]}</span><span class="me-vh">)</span>'


def _html_place(text: str, place: tuple[str, int]) -> str:
    axis, position = place
    if place == DIFFERS:
        return f'<mark class="me-differs">{text}</mark>'
    if axis.startswith("*"):
        return f'<span class="me-ideal">{text}</span>'
    return f'<span class="me-term" role="button" tabindex="-1" data-rank="{position}">{text}</span>'


def _html_fraction(a: str, b: str) -> str:
    kind = "me-big" if "me-term" in a + b or "me-ideal" in a + b else "me-fr"
    return (
        f'<span class="{kind}"><span class="me-nu">{a}</span><span class="me-vh">/</span>'
        f'<span class="me-de">{b}</span></span>'
    )


def _choice(value: str, condition: str, other: str) -> str:
    return language._("{value} if {condition}, else {other}", value=value, condition=condition, other=other)


def _both(one: str, other: str) -> str:
    return language._("{one} and {other}", one=one, other=other)


PYTHON = Style(
    number=_python_number,
    symbol=str,
    kinds={
        "-": "{} - {}".format,
        "*": "{}*{}".format,
        "/": "{}/{}".format,
        "**": "{}**{}".format,
        "neg": "-{}".format,
        "call": lambda name, *parts: f"{name}({', '.join(parts)})",
    },
)
TEXT = Style(
    number=language.number,
    symbol=spoken,
    kinds={
        "-": "{} − {}".format,
        "*": "{} · {}".format,
        "/": "{}/{}".format,
        "**": "{}^{}".format,
        "neg": "−{}".format,
        "call": _call,
        "over": _over("{}_{} "),
        "compare": "{1} {0} {2}".format,
        "and": _both,
        "if": _choice,
    },
)
TEX = Style(
    number=tex_number,
    symbol=tex_symbol,
    kinds={
        "-": "{} - {}".format,
        "*": r"{} \cdot {}".format,
        "/": r"\frac{{{}}}{{{}}}".format,
        "**": "{}^{{{}}}".format,
        "neg": "-{}".format,
        "call": tex_call,
        "over": _over(r"\{}_{{{}}} ", Σ="sum"),
        "compare": lambda sign, a, b: f"{a} {TEX_MATH.get(sign, sign)} {b}",
        "and": partial(tex_words, _both),
        "if": partial(tex_words, _choice),
    },
    flat=frozenset({"/", "**exponent"}),
    fold=lambda count: tex_text(_more(count)),
)
HTML = Style(
    number=language.number,
    symbol=html_symbol,
    kinds={
        **TEXT.kinds,
        "-": "{}\u00a0−\u00a0{}".format,
        "*": "{}\u00a0·\u00a0{}".format,
        "/": _html_fraction,
        "**": "{}<sup>{}</sup>".format,
        "call": _html_call,
        "over": _over('{}<sub class="me-sym">{}</sub> ', Σ='<span class="me-sum">∑</span>'),
        "compare": lambda sign, a, b: f"{a} {escape(sign)} {b}",
    },
    plus='<span class="me-plus"><span class="me-op">+</span>{}</span>',
    flat=frozenset({"/", "**exponent"}),
    fold=lambda count: f'<span class="me-fold">{_more(count)}</span>',
    place=_html_place,
)


def show(expression: Expression, style: Style) -> str:
    r"""Print an expression in a style.

    >>> from metrics_edu.working.expression import Expression, number
    >>> half = Expression("/", (number(1), number(2)))
    >>> show(Expression("*", (half, half)), PYTHON), show(half, TEX)
    ('1/2*(1/2)', '\\frac{1}{2}')
    """
    text = _show(expression, style)
    return style.place(text, expression.place) if expression.place else text


def _show(node: Expression, style: Style) -> str:
    if node.kind == "number":
        return style.number(node.value)
    if node.kind == "symbol":
        return style.symbol(node.text)
    if node.kind == "+":
        return _show_sum(node, style)
    name = [node.text] if node.text else []
    return style.kinds[node.kind](*name, *(_show_part(node, k, style) for k in range(len(node.parts))))


def _show_part(node: Expression, position: int, style: Style) -> str:
    part, in_exponent = node.parts[position], node.kind == "**" and position == 1
    text = show(part, TEXT if style.plus == HTML.plus and in_exponent and _has(part, "/") else style)
    free = node.kind in OPEN or node.kind in style.flat or (in_exponent and "**exponent" in style.flat)
    return text if free or not _needs_brackets(node, position, style) else f"({text})"


def _needs_brackets(node: Expression, position: int, style: Style) -> bool:
    part, level = node.parts[position], PRECEDENCE[node.kind]
    if part.kind in style.flat and node.kind != "**":
        return False
    inner = PRECEDENCE.get(part.kind, ATOM)
    if _is_negative(part) and (position or node.kind != "-"):
        inner = BELOW_ALL
    return inner < level or (inner == level and (position == 1 or node.kind in ("**", "/")))


def _is_negative(node: Expression) -> bool:
    return node.kind == "number" and node.value < 0


def _has(node: Expression, kind: str) -> bool:
    return node.kind == kind or any(_has(part, kind) for part in node.parts)


def _decimals(text: str) -> int:
    return len(re.findall(r"\d+", text)[-1])


def _aligned(style: Style, addends: Sequence[Expression]) -> Style:
    """Return a style whose numbers have as many decimals as the longest of the addends, whole numbers none."""
    written = [style.number(part.value) for part in addends if part.kind == "number" and not part.is_integer]
    most = max(map(_decimals, written), default=0)

    def number(value: float) -> str:
        text = style.number(value)
        return text if value == round(value) else text + "0" * (most - _decimals(text))

    return replace(style, number=number) if most else style


def _show_sum(node: Expression, style: Style) -> str:
    style = style if style is PYTHON else _aligned(style, node.parts)

    def write(part: Expression) -> str:
        return f"({show(part, style)})" if _is_negative(part) else show(part, style)

    parts = [*map(write, node.parts)] if style is PYTHON else folded(node.parts, write, style.fold)
    if style is PYTHON and len(parts) > PYTHON_ADDENDS:
        return f"sum([{', '.join(parts)}])"
    text = parts[0] + "".join(map(style.plus.format, parts[1:]))
    wraps = style.plus == HTML.plus and any(part.place for part in node.parts)
    return f'<span class="me-add">{text}</span>' if wraps else text
