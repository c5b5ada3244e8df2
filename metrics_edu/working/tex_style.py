"""Expressions as TeX, in a form that every reader of TeX takes: symbols, texts, numbers, operations."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from functools import partial

from metrics_edu import language
from metrics_edu.working.expression import (
    Both,
    Call,
    Cases,
    Inequality,
    Negative,
    Power,
    Product,
    Quotient,
    Reduction,
    Subtraction,
)
from metrics_edu.working.labels import spoken
from metrics_edu.working.style import Style, more
from metrics_edu.working.text_style import both, choice

TEX_MATH = {letter: "\\" + letter for letter in "_%#&{}$"} | {
    "\\": r"\backslash",
    "^": r"\hat{\ }",
    "~": r"\sim",
    "<": "<",
    ">": ">",
    "|": "|",
    "−": "-",
    "∞": r"\infty",
    "≤": r"\le",
    "≥": r"\ge",
    "≈": r"\approx",
    "→": r"\to",
    "·": r"\cdot",
    "×": r"\times",
    "√": r"\surd",
    "Σ": r"\Sigma",
    "α": r"\alpha",
    "β": r"\beta",
    "κ": r"\kappa",
    "π": r"\pi",
}
"""Characters that TeX knows in formulas only, also those that are in the middle of a text."""
_CALLS = {
    "log2": r"\log_2({})",
    "log": r"\ln({})",
    "min": r"\min({})",
    "max": r"\max({})",
    "sqrt": r"\sqrt{{{}}}",
    "abs": r"\left|{}\right|",
}


def tex_symbol(text: str) -> str:
    r"""Write a symbol such as ``P@i·rel_i`` in TeX.

    >>> print(tex_symbol("rel_i"), tex_symbol("|R|"), tex_symbol("g*_i"), tex_symbol("rel_i/i"))
    \mathrm{rel}_{i} |R| g^{*}_{i} \mathrm{rel}_{i}/i
    """
    text = spoken(text)
    if text.startswith("Σ_i "):
        return r"\sum_{i} " + tex_symbol(text[4:])
    if "·" in text:
        return r" \cdot ".join(map(tex_symbol, text.split("·")))
    if "/" in text:
        return "/".join(tex_symbol(part) if "_" in part else part for part in text.split("/"))
    if re.fullmatch(r"\|[A-Z]\|", text):
        return text
    base, _, low = text.partition("_")
    star = "^{*}" if base.endswith("*") else ""
    return _name(base.rstrip("*")) + star + (f"_{{{_name(low)}}}" if low else "")


def _name(name: str) -> str:
    if len(name) == 1:
        return TEX_MATH.get(name, name)
    if re.fullmatch(r"[A-Za-z0-9@.+]+", name):
        return r"\mathrm{" + name.replace("+", "{+}") + "}"
    return tex_text(name)


def tex_text(text: str) -> str:
    r"""Write text in TeX; what is no character of a text is between two of them.

    >>> print(tex_text("5 ≤ 8, 60 % of it – all"))
    \text{5 }\le\text{ 8, 60 }\%\text{ of it -- all}
    """
    parts = ("}" + TEX_MATH[letter] + r"\text{" if letter in TEX_MATH else letter for letter in text)
    return _in_text("".join(parts).replace("–", "--").replace("…", "..."))


def _in_text(text: str) -> str:
    return (r"\text{" + text + "}").replace(r"\text{}", "")


def tex_number(value: float) -> str:
    if not math.isfinite(value):
        return r"\text{--}" if math.isnan(value) else r"\infty" if value > 0 else r"-\infty"
    return language.number(value, mark="{,}" if language.decimal_mark() == "," else ".").replace("−", "-")


def tex_call(name: str, *parts: str) -> str:
    return _CALLS[name].format(", ".join(parts))


def tex_words(say: Callable[..., str], *parts: str) -> str:
    """Write a sentence in TeX whose places are formulas."""
    return _in_text(say(*("}" + part + r"\text{" for part in parts)))


def _tex_reduction(name: str, index: str, body: str) -> str:
    return rf"\{'sum' if name == 'Σ' else name}_{{{index}}} {body}"


TEX = Style(
    number=tex_number,
    symbol=tex_symbol,
    operations={
        Subtraction: "{} - {}".format,
        Product: r"{} \cdot {}".format,
        Quotient: r"\frac{{{}}}{{{}}}".format,
        Power: "{}^{{{}}}".format,
        Negative: "-{}".format,
        Call: tex_call,
        Reduction: _tex_reduction,
        Inequality: lambda sign, a, b: f"{a} {TEX_MATH.get(sign, sign)} {b}",
        Both: partial(tex_words, both),
        Cases: partial(tex_words, choice),
    },
    is_two_dimensional=True,
    fold=lambda count: tex_text(more(count)),
)
