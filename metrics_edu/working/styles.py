"""The styles an Expression is printed in: Python numbers, text, TeX and HTML.

Each style is one table from a kind of node to how it is written; precedence and brackets are decided once, in ``show``.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from metrics_edu import language
from metrics_edu.language import N_
from metrics_edu.working.expression import Expression

Item = TypeVar("Item")
_BELOW = str.maketrans("iupmax", "ᵢᵤₚₘₐₓ")
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;"})

_SYMBOLS = "\u00a9\u00ae\u203c\u2049\u2190-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff"
_JOINED = "\u0600-\u1aff\ufe0f" + _SYMBOLS
_UNSEEN = (
    f"(?!(?<=[{_JOINED}])[\u200c\u200d](?=[{_JOINED}])|(?<=[{_SYMBOLS}])[\ufe0e\ufe0f]|\ufe0f\u20e3)"
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff"
    "\uffa0\ufff0-\ufffb\U000e0000-\U000e0fff]"
)
"""Letters without a width and marks of direction, but for joiners and styles where they have a visible effect."""
_RIGHT_TO_LEFT = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
FIRST, LAST = 17, 3
PYTHON_ADDENDS = 200
ATOM = 9
WORDS = frozenset({
    N_("hits"), N_("shown"), N_("gain"), N_("weight"), N_("value"), N_("users"), N_("tie line"), N_("predicted"), N_("actual"),
    N_("users served"), N_("all users"), N_("items shown"), N_("all items"), N_("distinct categories"), N_("count"),
    N_("all interactions"), N_("length"), N_("last"), N_("base"), N_("novelty"), N_("categories"),
    N_("User coverage"), N_("Item coverage"), N_("Novelty"), N_("Diversity"),
})  # fmt: skip
"""The symbols that are words: a step keeps its name, and is printed in the reader's language."""
PRECEDENCE = {"if": 0, "+": 1, "-": 1, "over": 1, "*": 2, "/": 2, "neg": 2, "**": 4}


@dataclass(frozen=True)
class Style:
    """How numbers, symbols and operations are written; ``flat`` kinds need no brackets inside or around."""

    number: Callable[[float], str]
    symbol: Callable[[str], str]
    brackets: str
    plus: str
    kinds: dict[str, Callable[..., str]]
    flat: frozenset[str] = frozenset()
    fold: Callable[[int], str] | None = None
    place: Callable[[str, tuple[str, int]], str] = lambda text, place: text


def _python_number(value: float) -> str:
    return f"{value:.0f}" if abs(value) < 1e15 and value == round(value) else repr(value)


def _over(sign: Callable[[str, str], str]) -> Callable[[str, str], str]:
    def write(text: str, body: str) -> str:
        name, index = text.split(" ")
        return sign(name, index) + body

    return write


def spoken(symbol: str) -> str:
    """Write a symbol in the reader's language: "hits_i" as "aciertos_i"."""
    found = re.match(r"[A-Za-z][a-z ]*[a-z]", symbol)
    return language._(found[0]) + symbol[found.end() :] if found and found[0] in WORDS else symbol


def tex_symbol(text: str) -> str:
    r"""Write a symbol such as ``P@i·rel_i`` in TeX.

    Examples
    --------
    >>> print(tex_symbol("rel_i"), tex_symbol("|R|"), tex_symbol("g*_i"), tex_symbol("rel_i/i"))
    \mathrm{rel}_{i} |R| g^{*}_{i} \mathrm{rel}_{i}/i
    """
    text = spoken(text)
    if text.startswith("Σ "):
        return r"\sum " + tex_symbol(text[2:])
    if "·" in text:
        return r" \cdot ".join(tex_symbol(part) for part in text.split("·"))
    if "/" in text:
        return "/".join(tex_symbol(part) if "_" in part else part for part in text.split("/"))
    if re.fullmatch(r"\|[A-Z]\|", text):
        return text
    base, _, low = text.partition("_")
    star = base.endswith("*")
    return _tex_name(base.rstrip("*")) + ("^{*}" if star else "") + (f"_{{{_tex_name(low)}}}" if low else "")


def _tex_name(name: str) -> str:
    if len(name) == 1:
        return _TEX_MATH.get(name, name)
    if re.fullmatch(r"[A-Za-z0-9@.+]+", name):
        return r"\mathrm{" + name.replace("+", "{+}") + "}"
    return tex_text(name)


_TEX_MATH = {letter: "\\" + letter for letter in "_%#&{}$"} | {
    "\\": r"\backslash", "^": r"\hat{\ }", "~": r"\sim", "<": "<", ">": ">", "|": "|", "−": "-", "∞": r"\infty",
    "≤": r"\le", "≥": r"\ge", "≈": r"\approx", "→": r"\to", "·": r"\cdot", "×": r"\times", "√": r"\surd", "Σ": r"\Sigma",
    "α": r"\alpha", "β": r"\beta",
}  # fmt: skip
"""Letters that TeX knows in formulas only, also those that stand in the middle of a text."""


def tex_text(text: str) -> str:
    r"""Write text in TeX; what is no letter of a text stands between two of them.

    Examples
    --------
    >>> print(tex_text("5 ≤ 8, 60 % of it – all"))
    \text{5 }\le\text{ 8, 60 }\%\text{ of it -- all}
    """
    parts = ("}" + _TEX_MATH[letter] + r"\text{" if letter in _TEX_MATH else letter for letter in text)
    written = r"\text{" + "".join(parts).replace("–", "--").replace("…", "...") + "}"
    return written.replace(r"\text{}", "")


def _tex_number(value: float) -> str:
    if not math.isfinite(value):
        return r"\text{--}" if math.isnan(value) else r"\infty" if value > 0 else r"-\infty"
    return language.number(value, mark="{,}" if language.decimal_mark() == "," else ".").replace("−", "-")


def html_symbol(text: str) -> str:
    """Write a symbol in HTML, with its index below.

    Examples
    --------
    >>> html_symbol("rel_i")
    '<span class="me-sym">rel<sub>i</sub></span>'
    """
    parts = (re.sub(r"_(\w+)(?=$|/)", r"<sub>\1</sub>", escape(part)) for part in spoken(text).split("·"))
    return '<span class="me-sym">' + " · ".join(parts) + "</span>"


def escape(text: str) -> str:
    """Write text so that HTML shows it as it is."""
    return text.translate(_ESCAPES)


def in_line(text: str) -> str:
    """Write a symbol on one line of plain text, with its index below: "relᵢ"."""
    return re.sub(r"_(i|u|p|max)\b", lambda found: found[1].translate(_BELOW), spoken(text))


def _html_place(text: str, place: tuple[str, int]) -> str:
    axis, position = place
    if axis.startswith("*"):
        return f'<span class="me-ideal">{text}</span>'
    return f'<span class="me-term" role="button" tabindex="-1" data-rank="{position}">{text}</span>'


def _html_fraction(a: str, b: str) -> str:
    kind = "me-big" if "me-term" in a + b or "me-ideal" in a + b else "me-fr"
    return (
        f'<span class="{kind}"><span class="me-nu">{a}</span><span class="me-vh">/</span>'
        f'<span class="me-de">{b}</span></span>'
    )


_TEX_CALLS = {"log2": r"\log_2", "log": r"\ln", "min": r"\min", "max": r"\max"}


def _tex_call(name: str, *parts: str) -> str:
    if name == "sqrt":
        return rf"\sqrt{{{parts[0]}}}"
    if name == "abs":
        return rf"\left|{parts[0]}\right|"
    return f"{_TEX_CALLS[name]}({', '.join(parts)})"


def _words_call(name: str, *parts: str) -> str:
    if name == "abs":
        return f"|{parts[0]}|"
    joined = ("; " if language.decimal_mark() == "," else ", ").join(parts)
    return f"{'√' if name == 'sqrt' else {'log': 'ln'}.get(name, name)}({joined})"


def _html_call(name: str, *parts: str) -> str:
    return _words_call(name, *parts).replace("log2", "log<sub>2</sub>", 1)


def _choice(*parts: str) -> str:
    value, condition, other = parts
    return language._("{value} if {condition}, else {other}", value=value, condition=condition, other=other)


def _both(*parts: str) -> str:
    return language._("{one} and {other}", one=parts[0], other=parts[1])


def _tex_words(say: Callable[..., str], *parts: str) -> str:
    text = say(*("}" + part + r"\text{" for part in parts))
    return (r"\text{" + text + "}").replace(r"\text{}", "")


def _more(count: int) -> str:
    return language._("... ({count} more)", count=count)


PYTHON = Style(
    _python_number,
    lambda text: text,
    "()",
    " + ",
    {
        "-": lambda a, b: f"{a} - {b}",
        "*": lambda a, b: f"{a}*{b}",
        "/": lambda a, b: f"{a}/{b}",
        "**": lambda a, b: f"{a}**{b}",
        "neg": lambda a: f"-{a}",
        "call": lambda name, *parts: f"{name}({', '.join(parts)})",
    },
)
TEXT = Style(
    language.number,
    spoken,
    "()",
    " + ",
    {
        "-": lambda a, b: f"{a} − {b}",
        "*": lambda a, b: f"{a} · {b}",
        "/": lambda a, b: f"{a}/{b}",
        "**": lambda a, b: f"{a}^{b}",
        "neg": lambda a: f"−{a}",
        "call": _words_call,
        "over": _over(lambda name, index: f"{name}_{index} "),
        "compare": lambda sign, a, b: f"{a} {sign} {b}",
        "and": _both,
        "if": _choice,
    },
    fold=_more,
)
TEX = Style(
    _tex_number,
    tex_symbol,
    "()",
    " + ",
    {
        "-": lambda a, b: f"{a} - {b}",
        "*": lambda a, b: rf"{a} \cdot {b}",
        "/": lambda a, b: rf"\frac{{{a}}}{{{b}}}",
        "**": lambda a, b: f"{a}^{{{b}}}",
        "neg": lambda a: f"-{a}",
        "call": _tex_call,
        "over": _over(lambda name, index: (r"\sum" if name == "Σ" else "\\" + name) + f"_{{{index}}} "),
        "compare": lambda sign, a, b: f"{a} {_TEX_MATH.get(sign, sign)} {b}",
        "and": partial(_tex_words, _both),
        "if": partial(_tex_words, _choice),
    },
    flat=frozenset({"/", "**exponent"}),
    fold=lambda count: tex_text(_more(count)),
)
HTML = Style(
    language.number,
    html_symbol,
    "()",
    '<span class="me-op">+</span>',
    {
        "-": lambda a, b: f"{a} − {b}",
        "*": lambda a, b: f"{a} · {b}",
        "/": _html_fraction,
        "**": lambda a, b: f"{a}<sup>{b}</sup>",
        "neg": lambda a: f"−{a}",
        "call": _html_call,
        "over": _over(
            lambda name, index: (
                f'<span class="me-sum">{"∑" if name == "Σ" else name}</span><sub class="me-sub">{index}</sub> '
            )
        ),
        "compare": lambda sign, a, b: f"{a} {escape(sign)} {b}",
        "and": _both,
        "if": _choice,
    },
    flat=frozenset({"/", "**exponent"}),
    fold=lambda count: f'<span class="me-fold">{_more(count)}</span>',
    place=_html_place,
)


def show(expression: Expression, style: Style) -> str:
    r"""Print an expression in a style.

    Examples
    --------
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
    if node.kind in ("call", "over", "compare", "and", "if"):
        name = [node.text] if node.text else []
        return style.kinds[node.kind](*name, *(show(part, style) for part in node.parts))
    level = PRECEDENCE[node.kind]
    parts = []
    for position, part in enumerate(node.parts):
        in_exponent = node.kind == "**" and position == 1
        text = show(part, TEXT if style is HTML and in_exponent and _has(part, "/") else style)
        free = node.kind in style.flat or (in_exponent and "**exponent" in style.flat)
        own = PRECEDENCE.get(part.kind, ATOM)
        if part.kind == "number" and part.value < 0 and (position or node.kind != "-"):
            own = -1
        if part.kind in style.flat and node.kind != "**":
            own = ATOM
        if not free and (own < level or (own == level and (position == 1 or node.kind in ("**", "/")))):
            text = style.brackets[0] + text + style.brackets[1]
        parts.append(text)
    return style.kinds[node.kind](*parts)


def _has(node: Expression, kind: str) -> bool:
    return node.kind == kind or any(_has(part, kind) for part in node.parts)


def _show_sum(node: Expression, style: Style) -> str:
    if style.fold is None:
        parts = [_addend(part, style) for part in node.parts]
        return f"sum([{', '.join(parts)}])" if len(parts) > PYTHON_ADDENDS else style.plus.join(parts)
    text = style.plus.join(folded(node.parts, lambda part: _addend(part, style), style.fold))
    return f'<span class="me-add">{text}</span>' if style is HTML and node.parts[0].place else text


def _addend(part: Expression, style: Style) -> str:
    text = show(part, style)
    return f"({text})" if part.kind == "number" and part.value < 0 else text


def folded(parts: Sequence[Item], write: Callable[[Item], str], fold: Callable[[int], str]) -> list[str]:
    """Write the parts of a list; a long one is shortened in its middle, saying how many were left out."""
    if len(parts) <= FIRST + LAST + 1:
        return [write(part) for part in parts]
    left_out = fold(len(parts) - FIRST - LAST)
    return [*map(write, parts[:FIRST]), left_out, *map(write, parts[-LAST:])]


def letters(grades: Iterable[float], *, graded: bool) -> list[str]:
    """Write what is shown in short: each grade, or R and N.

    Examples
    --------
    >>> letters([1, 0], graded=False), letters([3, 0], graded=True)
    (['R', 'N'], ['3', '0'])
    """
    return [language.number(grade) if graded else "R" if grade else "N" for grade in grades]


def one_line(label: object) -> str:
    r"""Return a label as one line of text: without control characters, and with letters that cannot be seen named.

    Joiners stay where they shape letters or emoji.

    Examples
    --------
    >>> one_line("two\nlines"), one_line("Ga\u200bla \u202eijuF"), one_line("👩\u200d🔬")
    ('two lines', 'Ga⟨U+200B⟩la ⟨U+202E⟩ijuF', '👩\u200d🔬')
    """
    text = " ".join(re.sub(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]", " ", str(label)).split())
    return re.sub(_UNSEEN, lambda found: f"⟨U+{ord(found[0]):04X}⟩", text)


def isolated(label: str) -> str:
    """Return a label for a sentence: one written from right to left must not take the words beside it along."""
    return f"\u2068{label}\u2069" if re.search(_RIGHT_TO_LEFT, label) else label
