"""An expression as a learner writes it: "(1/2 + 2/3)/6" is read into the nodes of `expression.py`, each with its value.

Only this small grammar is computed: numbers, + − · / ^, brackets, |x| and the functions of the metrics.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence

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
"""Of a function without a bracket: √2^2 is (√2)^2, and log2 3/4 is (log2 3)/4."""
CLOSING = {"(": ")", "[": "]", "|": "|"}
SIGNS = dict.fromkeys("−–‐‑‒﹣－", "-") | dict.fromkeys("·×∙⋅✕x", "*") | dict.fromkeys("÷⁄∕:", "/")
SIGNS |= {"**": "^", "；": ";", "（": "(", "）": ")", "＋": "+", "％": "%"}
"""Other signs for the same."""
DIGITS = str.maketrans("₀₁₂₃₄₅₆₇₈₉⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789" * 2)
NUMBER = r"(?:\d+(?:{mark}\d+)?|{mark}\d+)(?:e[+-]?\d{{1,3}}(?!\d))?"
RAISED = "[⁰¹²³⁴-⁹]+"
NAME = r"√|[^\W\d_]+(?:_?[\d₀-₉]+)?"
TOKEN = rf"\s*(?:(?P<number>{NUMBER})|(?P<raised>{RAISED})|(?P<times>(?<!\b0)x(?![^\W\d_]))|(?P<name>{NAME})|(?P<sign>\*\*|\S))"
LABEL = re.compile(r"\s*(?:[^\W\d][\w@+]*\s*)?")
"""What may be before an equal sign: nothing, or a name such as AP@5. After one, the result may be."""


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
    sides = [side for side in re.split("[=≈]", text) if not LABEL.fullmatch(side)]
    reader = _Reader(sides[0].rstrip(" .") if sides else text)
    expression = reader.expression()
    if reader.at < len(reader.tokens):
        raise reader.problem()
    return expression


def computed(node: Expression, values: Sequence[float]) -> float:
    """Return the value of an operation on values."""
    compute = FUNCTIONS[node.name] if isinstance(node, Call) else OPERATIONS[type(node)]
    return compute(*values)


class _Reader:
    """Reads a text from its start, token by token: a number, a name, raised digits or a sign."""

    def __init__(self, text: str) -> None:
        mark = r"\." if re.search(r"\.\d", text) else "[.,]"
        self.text = text
        self.tokens = [*re.finditer(TOKEN.format(mark=mark), text.lower().rstrip())]
        self.at = 0
        self.depth = 0

    @property
    def sign(self) -> str:
        """The sign that comes next; "" where a number or a name does, or nothing."""
        if self.at == len(self.tokens):
            return ""
        token = self.tokens[self.at]
        text = token[0].strip()
        return SIGNS.get(text, token["times"] or token["sign"] or "")

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
        found = self.number() or self.function() or next(iter(self.brackets()), None)
        if found is None:
            raise self.problem()
        while (raised := self.next("raised")) or self.sign == "%":
            self.at += not raised
            exponent = number(raised.translate(DIGITS) or 100)
            found = valued((Power if raised else Quotient)((found, exponent)))
        return found

    def next(self, kind: str) -> str:
        """Take the next token if it is of a kind; return "" if it is not."""
        found = "" if self.sign or self.at == len(self.tokens) else self.tokens[self.at][kind] or ""
        self.at += bool(found)
        return found

    def number(self) -> Expression | None:
        plain = self.next("number").replace(",", ".")
        if not plain:
            return None
        mantissa, _e, exponent = plain.partition("e")
        decimals = len(mantissa.partition(".")[2]) - int(exponent or 0)
        return finite(Written(value=float(plain), decimals=max(0, decimals)))

    def function(self) -> Expression | None:
        written, first = self.next("name"), self.at - 1
        if not written:
            return None
        name = SPELLINGS.get(written.translate(DIGITS), written.translate(DIGITS))
        if written == "log":
            raise refused("log: which one? Write log2, ln or log10.")
        if name not in FUNCTIONS:
            self.at = first
            raise self.problem()
        if self.sign != "(" and name not in OF_SEVERAL:
            return valued(Call((self.expression(TIGHTEST),), name=name))
        if self.sign != "(":
            raise self.problem()
        if name in OF_SEVERAL:
            self.refuse_two_readings(first)
        parts = self.brackets(several=True)
        if len(parts) > 1 and name not in OF_SEVERAL:
            raise refused("{name} takes one number.", name=written)
        return valued(Call(parts, name=name))

    def refuse_two_readings(self, first: int) -> None:
        """Refuse a comma before a digit after a function of several numbers, unless the text shows what a comma is."""
        call = self.text[self.tokens[first].start() :].strip()
        comma = re.search(r"\d*\s*,\d+", call)
        if comma and not re.search(r"\.\d|;|,\s", self.text):
            separated, decimal = re.sub(r"\s*,", "; ", call), re.sub(r"\s*,", ".", comma[0])
            raise refused(
                "{separated} or {decimal}? Write the one that you mean.", separated=separated, decimal=decimal
            )

    def brackets(self, *, several: bool = False) -> tuple[Expression, ...]:
        """Read what is in brackets, of a function `several` numbers; those of a list may be within them."""
        opening = self.sign
        if opening not in CLOSING:
            return ()
        self.at += 1
        parts = self.brackets(several=True) if several and self.sign == "[" else (self.expression(),)
        while several and self.sign in (";", ","):
            self.at += 1
            parts = (*parts, self.expression())
        if self.sign != CLOSING[opening]:
            raise self.problem()
        self.at += 1
        return (valued(Call(parts, name="abs")),) if opening == "|" else parts

    def problem(self) -> ValueError:
        if self.at == len(self.tokens):
            return refused("The computation ends too early: a number or a bracket is missing.")
        rest = quoted(self.text[self.tokens[self.at].start() :].strip(), MAX_QUOTED, str)
        if self.at and self.sign == "(":
            return refused("Write a sign, such as ·, before “{some}”.", some=rest)
        allowed = "+ − · / ^ ( ) √, log2, ln, log10, |x|, min, max, sum"
        return refused(
            "The computation cannot be read from “{some}” on. Write numbers and {allowed}.", some=rest, allowed=allowed
        )


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
