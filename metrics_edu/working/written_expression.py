"""An expression as a learner writes it: "(1/2 + 2/3)/6" is read into the nodes of `expression.py`, each with its value.

Only this small grammar is computed: numbers, + − · / ^, brackets, |x| and the functions of the metrics.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from metrics_edu.language import quoted, refused
from metrics_edu.working.expression import (
    Call,
    Expression,
    Negative,
    Power,
    Product,
    Quotient,
    Subtraction,
    Sum,
    Written,
    number,
)
from metrics_edu.working.style import show
from metrics_edu.working.text_style import TEXT

MAX_CHARACTERS = 200
MAX_QUOTED = 20
MAX_DEPTH = 30
"""The number of operations and brackets within each other."""
FUNCTIONS: dict[str, Callable[..., float]] = {
    "log2": math.log2,
    "log": math.log,
    "log10": math.log10,
    "sqrt": math.sqrt,
    "abs": math.fabs,
    "min": lambda *values: min(values),
    "max": lambda *values: max(values),
    "sum": lambda *values: math.fsum(values),
}
"""The functions, by their names in a Call."""
OF_SEVERAL = ("min", "max", "sum")
SPELLINGS = {
    "ln": "log",
    "log_2": "log2",
    "log_10": "log10",
    "√": "sqrt",
    "raiz": "sqrt",
    "raíz": "sqrt",
    "mín": "min",
    "máx": "max",
    "suma": "sum",
}
"""What else a learner writes for them."""
OPERATIONS: dict[type[Expression], Callable[..., float]] = {
    Sum: lambda *values: math.fsum(values),
    Subtraction: lambda a, b: a - b,
    Product: lambda a, b: a * b,
    Quotient: lambda a, b: a / b,
    Power: math.pow,
    Negative: lambda a: -a,
}
BINARY: dict[str, tuple[int, type[Expression]]] = {
    "+": (1, Sum),
    "-": (1, Subtraction),
    "*": (2, Product),
    "/": (2, Quotient),
    "^": (4, Power),
}
"""The precedence and the node of each sign between two operands."""
MINUS = 3
"""The precedence of a minus before an operand: −2^2 is −4, and 2^−1 is a half."""
TIGHTEST = 4
"""√2^2 is (√2)^2."""
CLOSING = {"(": ")", "[": "]", "|": "|"}
SIGNS = dict.fromkeys("−–‐‑‒﹣－", "-") | dict.fromkeys("·×∙⋅✕x", "*") | dict.fromkeys("÷⁄∕", "/")
SIGNS |= {"**": "^", "；": ";", "（": "(", "）": ")", "＋": "+", "％": "%"}
"""Other signs for the same."""
DIGITS = str.maketrans("₀₁₂₃₄₅₆₇₈₉⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789" * 2)
NUMBER = r"(?:\d+(?:{mark}\d+)?|{mark}\d+)(?:e[+-]?\d{{1,3}}(?!\d))?"
RAISED = "[⁰¹²³⁴-⁹]+"
NAME = r"√|[^\W\d_]+(?:_?[\d₀-₉]+)?"
TOKEN = rf"\s*(?:(?P<number>{NUMBER})|(?P<raised>{RAISED})|(?P<name>{NAME})|(?P<sign>\*\*|\S))"


class Token(NamedTuple):
    kind: str  # number, name, raised or sign
    text: str
    start: int


def read_expression(text: str) -> Expression:
    """Read a text as an expression with its value.

    A comma is a decimal mark, unless a number of the text has a decimal point; a comma with a blank behind it and a semicolon
    separate arguments.

    Raises
    ------
    ValueError
        If the text is none, has two meanings, no value, or more than 200 characters.

    Examples
    --------
    >>> read_expression("(1/2 + 2/3)/6").value, read_expression("2^3 − 1").value, read_expression("√(0,25)").value
    (0.19444444444444442, 7.0, 0.5)
    >>> read_expression("min(3; 5)").value, read_expression("max(1, 2)").value, read_expression("min(.5,2)").value
    (3.0, 2.0, 0.5)
    """
    if len(text) > MAX_CHARACTERS:
        raise refused("This computation is longer than allowed (characters: {count}).", count=MAX_CHARACTERS)
    return _Reader(text).whole()


def computed(node: Expression, values: Sequence[float]) -> float:
    """Return the value of an operation on values."""
    compute = FUNCTIONS[node.name] if isinstance(node, Call) else OPERATIONS[type(node)]
    return compute(*values)


@dataclass
class _Reader:
    """Reads a text from its start, token by token."""

    text: str
    tokens: list[Token] = field(init=False)
    at: int = 0
    depth: int = 0

    def __post_init__(self) -> None:
        has_point = re.search(r"\.\d", self.text)
        pattern = re.compile(TOKEN.format(mark=r"\." if has_point else "[.,]"))
        found = pattern.finditer(self.text.lower().rstrip())
        self.tokens = [Token(str(one.lastgroup), one[one.lastgroup or 0], one.start()) for one in found]

    @property
    def sign(self) -> str:
        """The sign that comes next; "" where a number or a name does, or nothing."""
        if self.at == len(self.tokens):
            return ""
        kind, text, _start = self.tokens[self.at]
        return SIGNS.get(text, text if kind == "sign" else "")

    def whole(self) -> Expression:
        self.at += self.sign == "="
        expression = self.expression()
        if self.at < len(self.tokens):
            raise self.problem()
        return expression

    def expression(self, level: int = 0) -> Expression:
        """Read operands, and the signs between them that bind more tightly than a level."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise refused(
                "This computation has more operations within each other than allowed ({count}).", count=MAX_DEPTH
            )
        left = self.operand()
        while (found := BINARY.get(self.sign)) and found[0] > level:
            precedence, node = found
            self.at += 1
            right = self.expression(precedence - 1 if node is Power else precedence)
            is_longer = node is Sum and isinstance(left, Sum)
            left = valued(node((*left.parts, right) if is_longer else (left, right)))
        self.depth -= 1
        return left

    def operand(self) -> Expression:
        """Read a number, what is in brackets or a function, with the exponents behind it."""
        if self.sign in ("-", "+"):
            sign, self.at = self.sign, self.at + 1
            inner = self.expression(MINUS)
            return inner if sign == "+" else valued(Negative((inner,)))
        found = self.number() or self.function() or self.brackets()
        if found is None:
            raise self.problem()
        while (token := self.next("raised")) or self.sign == "%":
            self.at += token is None
            exponent = number(float(token.text.translate(DIGITS))) if token else number(100)
            found = valued((Power if token else Quotient)((found, exponent)))
        return found

    def next(self, kind: str) -> Token | None:
        """Take the next token if it is of a kind."""
        token = self.tokens[self.at] if self.at < len(self.tokens) else None
        if token is None or token.kind != kind or token.text in SIGNS:
            return None
        self.at += 1
        return token

    def number(self) -> Expression | None:
        if (token := self.next("number")) is None:
            return None
        plain = token.text.replace(",", ".")
        mantissa, _e, exponent = plain.partition("e")
        decimals = len(mantissa.partition(".")[2]) - int(exponent or 0)
        return finite(Written(value=float(plain), decimals=max(0, decimals)))

    def function(self) -> Expression | None:
        if (token := self.next("name")) is None:
            return None
        name = token.text.translate(DIGITS)
        name = SPELLINGS.get(name, name)
        if token.text == "log":
            raise refused("log: which one? Write log2, ln or log10.")
        if name not in FUNCTIONS:
            self.at -= 1
            raise self.problem()
        if token.text == "√" and self.sign != "(":
            return valued(Call((self.expression(TIGHTEST),), name=name))
        if name in OF_SEVERAL:
            refuse_two_readings(self.bracketed(token.start))
        parts = self.arguments() if self.sign == "(" else ()
        if not parts:
            raise self.problem()
        if len(parts) > 1 and name not in OF_SEVERAL:
            raise refused("{name} takes one number.", name=token.text)
        return valued(Call(parts, name=name))

    def bracketed(self, start: int) -> str:
        """Return the text from a place to the bracket that closes the first one."""
        depth = 0
        for token in self.tokens[self.at :]:
            depth += (token.text in "([") - (token.text in ")]")
            if not depth:
                return self.text[start : token.start + 1].strip()
        return ""

    def arguments(self) -> tuple[Expression, ...]:
        """Read what is in the brackets of a function; those of a list may be within them."""
        parts: list[Expression] = []
        opening = [self.sign]
        self.at += 1
        if self.sign == "[":
            opening.append("[")
            self.at += 1
        while not parts or self.sign in (";", ","):
            self.at += bool(parts)
            parts.append(self.expression())
        for sign in reversed(opening):
            self.close(sign)
        return tuple(parts)

    def brackets(self) -> Expression | None:
        sign = self.sign
        if sign not in CLOSING:
            return None
        self.at += 1
        inner = self.expression()
        self.close(sign)
        return valued(Call((inner,), name="abs")) if sign == "|" else inner

    def close(self, sign: str) -> None:
        if self.sign != CLOSING[sign]:
            raise self.problem()
        self.at += 1

    def problem(self) -> ValueError:
        if self.at == len(self.tokens):
            return refused("The computation ends too early: a number or a bracket is missing.")
        allowed = "+ − · / ^ ( ) √, log2, ln, log10, |x|, min, max, sum"
        rest = quoted(self.text[self.tokens[self.at].start :].strip(), MAX_QUOTED, str)
        return refused(
            "The computation cannot be read from “{some}” on. Write numbers and {allowed}.", some=rest, allowed=allowed
        )


def refuse_two_readings(call: str) -> None:
    """Refuse a comma between two digits in a function of several numbers, unless it has a semicolon."""
    comma = re.search(r"\d*\s*,\d+", call)
    if comma is None or ";" in call or re.search(r"\.\d", call):
        return
    separated, decimal = re.sub(r"\s*,\s*", "; ", call), re.sub(r"\s*,", ".", comma[0])
    raise refused("{separated} or {decimal}? Write the one that you mean.", separated=separated, decimal=decimal)


def valued(node: Expression) -> Expression:
    """Return an operation with its value."""
    try:
        return finite(node.worth(computed(node, [part.value for part in node.parts])))
    except (ValueError, ZeroDivisionError, OverflowError):
        raise refused("{value} has no value.", value=show(node, TEXT)) from None


def finite(node: Expression) -> Expression:
    if not math.isfinite(node.value):
        raise refused("A number is too great to compute with.")
    return node
