"""Formulas as HTML: fractions, true indices, and the terms of ranks as elements.

Here, in the frames of a walkthrough and in the sums of a screen, HTML is put together from formulas that are HTML already:
numbers, and symbols, which `html_symbol` escapes. Everything else is an `element`.
"""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import escape

from metrics_edu import language
from metrics_edu.working.expression import Call, Inequality, Position, Power, Product, Quotient, Reduction, Subtraction
from metrics_edu.working.labels import html_symbol
from metrics_edu.working.style import DIFFERS, Style, more
from metrics_edu.working.text_style import TEXT, call

_RADICAL = (
    '<svg width="0" height="0" viewBox="0 0 10 20" preserveAspectRatio="none"><path d="M0 12 3 10 6 19 10 0"/></svg>'
)
_SIGNS = {"Σ": '<span class="me-sum">∑</span>'}


def _call(name: str, *parts: str) -> str:
    if name != "sqrt":
        return call(name, *parts).replace("log2", "log<sub>2</sub>", 1)
    return f'<span class="me-vh">√(</span><span class="me-root">{_RADICAL}{parts[0]}</span><span class="me-vh">)</span>'


def _marked(text: str, position: Position) -> str:
    axis, index = position
    if position == DIFFERS:
        return f'<mark class="me-differs">{text}</mark>'
    if axis.startswith("*"):
        return f'<span class="me-ideal">{text}</span>'
    return f'<span class="me-term" role="button" tabindex="-1" data-rank="{index}">{text}</span>'


def _fraction(a: str, b: str) -> str:
    kind = "me-big" if "me-term" in a + b or "me-ideal" in a + b else "me-fr"
    return (
        f'<span class="{kind}"><span class="me-nu">{a}</span><span class="me-vh">/</span>'
        f'<span class="me-de">{b}</span></span>'
    )


def _reduction(name: str, index: str, body: str) -> str:
    return f'{_SIGNS.get(name, name)}<sub class="me-sym">{index}</sub> {body}'


HTML = Style(
    number=language.number,
    symbol=html_symbol,
    operations={
        **TEXT.operations,
        Subtraction: "{}\u00a0−\u00a0{}".format,
        Product: "{}\u00a0·\u00a0{}".format,
        Quotient: _fraction,
        Power: "{}<sup>{}</sup>".format,
        Call: _call,
        Reduction: _reduction,
        Inequality: lambda sign, a, b: f"{a} {escape(sign)} {b}",
    },
    plus='<span class="me-plus"><span class="me-op">+</span>{}</span>',
    is_two_dimensional=True,
    in_exponents=TEXT,
    around_positions='<span class="me-add">{}</span>',
    fold=lambda count: f'<span class="me-fold">{more(count)}</span>',
    position=_marked,
)


def equal(symbol: str, forms: Sequence[str]) -> str:
    """Write what is equal in HTML, each sign with what follows it, below the first one; an empty form is passed over."""
    written = " ".join(map(signed, filter(None, forms)))
    return f'<span class="me-whole"><span>{symbol}</span> <span>{written}</span></span>'


def signed(form: str) -> str:
    return f'<span class="me-form"><span class="me-eq">=</span> <span>{form}</span></span>'
