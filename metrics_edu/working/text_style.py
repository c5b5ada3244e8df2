"""Expressions as Python numbers, and as plain text."""

from __future__ import annotations

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
from metrics_edu.working.style import Style, separator

PYTHON_ADDENDS = 200
_FUNCTIONS = {"sqrt": "√", "log": "ln"}


def _python_number(value: float) -> str:
    return f"{value:.0f}" if abs(value) < 1e15 and value == round(value) else repr(value)


def call(name: str, *parts: str) -> str:
    if name == "abs":
        return f"|{parts[0]}|"
    return f"{_FUNCTIONS.get(name, name)}({separator().join(parts)})"


def choice(value: str, condition: str, other: str) -> str:
    return language._("{formula} if {condition}, else {other}", formula=value, condition=condition, other=other)


def both(one: str, other: str) -> str:
    return language._("{one} and {other}", one=one, other=other)


PYTHON = Style(
    number=_python_number,
    symbol=str,
    operations={
        Subtraction: "{} - {}".format,
        Product: "{}*{}".format,
        Quotient: "{}/{}".format,
        Power: "{}**{}".format,
        Negative: "-{}".format,
        Call: lambda name, *parts: f"{name}({', '.join(parts)})",
    },
    aligns=False,
    most_addends=PYTHON_ADDENDS,
)
TEXT = Style(
    number=language.number,
    symbol=spoken,
    operations={
        Subtraction: "{} − {}".format,
        Product: "{} · {}".format,
        Quotient: "{}/{}".format,
        Power: "{}^{}".format,
        Negative: "−{}".format,
        Call: call,
        Reduction: "{}_{} {}".format,
        Inequality: "{1} {0} {2}".format,
        Both: both,
        Cases: choice,
    },
)
