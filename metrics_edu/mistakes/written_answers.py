"""An answer as a learner writes it: a number, or a computation such as "(1/2 + 2/3)/6"."""

from __future__ import annotations

import math
import re
from contextlib import suppress
from typing import Any

from metrics_edu.language import N_, _
from metrics_edu.mistakes.written_numbers import MIN_DIGITS, Claim, read_claim
from metrics_edu.working.expression import Expression
from metrics_edu.working.matching import slack
from metrics_edu.working.written_expression import read_expression

NO_NUMBER = N_("This is not a number. Write it as 0.5, 0,5, 1/2 or 50 %.")
COMPUTATION = re.compile(r"\d.*[-+*/^·×−()|√;²³=]|[-+(|√].*\d|[a-zí]\s*\(.*\d", re.IGNORECASE | re.DOTALL)
"""A text that was meant as a computation: it has digits, and signs or a function beside them."""


def read_answer(value: Any) -> Claim | None:
    """Read a number as `read_claim` does, or the value of a computation; None if it is neither.

    >>> read_answer("(1/2 + 2/3)/6").value, read_answer("0,5").value, read_answer("a half")
    (0.19444444444444442, 0.5, None)
    """
    claim, tree = read_claim(value), expression_in(value)
    if tree is None or (claim is not None and claim.decimals is not None):
        return claim
    off = slack(tree)
    decimals = None if not off else max(0, math.floor(-math.log10(2 * off)))
    return Claim(tree.value, decimals, MIN_DIGITS, expression=tree)


def expression_in(value: object) -> Expression | None:
    """Return the computation that a text is; None where it is none, or a number alone."""
    with suppress(ValueError):
        tree = read_expression(value) if isinstance(value, str) else None
        return tree if tree and tree.parts else None
    return None


def is_answer(text: str) -> bool:
    """Return whether a text is a finite number, or a computation of one.

    >>> [text for text in ("0,5", "1e999", "nan", "inf", "abc", "1/0", "", "1 + 1") if is_answer(text)]
    ['0,5', '1 + 1']
    """
    return (claim := read_answer(text)) is not None and math.isfinite(claim.value)


def is_computation(text: str) -> bool:
    """Return whether a text was meant as a computation."""
    return COMPUTATION.search(text) is not None


def why_unread(text: str) -> str:
    """Return the sentence about a text that is no number and no computation.

    >>> why_unread("min(3,5)"), why_unread("half")[:21]
    ('min(3; 5) or 3.5? Write the one that you mean.', 'This is not a number.')
    """
    try:
        read_expression(text)
    except ValueError as error:
        if is_computation(text):
            return str(error)
    return _(NO_NUMBER)
