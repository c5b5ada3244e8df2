"""Computations as they are written: their values, what is asked back, what is refused; and what we print is read back."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from metrics_edu import CONVENTIONS, explain, mae, measure, mse, novelty, rmse, set_language, user_coverage
from metrics_edu.metrics.conventions import METRICS
from metrics_edu.metrics.measures import Measure
from metrics_edu.working.derivation import Derivation
from metrics_edu.working.html_style import HTML
from metrics_edu.working.labels import in_line
from metrics_edu.working.matching import operations, slack
from metrics_edu.working.style import show
from metrics_edu.working.text_style import PYTHON, TEXT
from metrics_edu.working.written_expression import MAX_CHARACTERS, read_expression
from tests.strategies import arguments_of, batches, examples, rankings

FOUR_DECIMALS = 1e-3
"""How far a printed working may be off, for each operation: its numbers have four decimals."""
VALUES = {
    "(1/2 + 2/3)/6": 7 / 36,
    "3/5": 0.6,
    "1/log2(3)": 1 / math.log2(3),
    "2^3 - 1": 7,
    "2**3 − 1": 7,
    "0,5·2 × 3": 3,
    "0.5 + 1": 1.5,
    ".5+,5": None,
    "max(1, 2)": 2,
    "min(3; 5)": 3,
    "min(0,5; 1)": 0.5,
    "min(.5,2)": 0.5,
    "0,5·max(1, 2)": 1,
    "max(1; 2)·0,5": 1,
    "max([1; 3], 2)": 3,
    "sum([1; 2; 3])": 6,
    "log_2(8) + log₂(2)": 4,
    "ln(1) + log10(100)": 2,
    "√2": math.sqrt(2),
    "raíz(9)": 3,
    "√(2·2) + sqrt(4)": 4,
    "|1 − 3| + abs(2 − 5)": 5,
    "−2²": -4,
    "2^−1": 0.5,
    "2^3^2": 512,
    "7 − 2 − 1": 4,
    "8/2/2": 2,
    "50 % + 0.1": 0.6,
    "= 1 + 2": 3,
    "AP@5 = 1 + 2": 3,
    "1 + 2 = 3": 3,
    "13/24 ≈ 0.54": 13 / 24,
    "8 : 4.": 2,
    "2x0.5": 1,
    "sqrt 4 + log2 8": 5,
    "1/log2 4": 0.5,
    "[1 + 2]/3": 1,
    "2 x 3 ÷ 4": 1.5,
    "１+２": 3,
    "1e-3 + 1": 1.001,
}
ASKED_BACK = {
    "1/4(1 + 2)": "Write a sign, such as ·, before “(1 + 2)”.",
    "min(3,5)": "min(3; 5) or 3.5?",
    "max(2/3,5)": "max(2/3; 5) or 3.5?",
    "0,5·max((1 + 2)/3,5)/2": "max((1 + 2)/3; 5)/2 or 3.5?",
    "sum(1,2,3)": "sum(1; 2; 3) or 1.2?",
    "1/log(3)": "log2, ln or log10",
}
REFUSED = (
    "",
    "1 +",
    "(1 + 2",
    "1 + 2)",
    "1 2",
    "a + 1",
    "n/2",
    "1 + 2 3 = 3",
    "1_0 + 2",
    "½ + 1",
    "min()",
    "log2(1, 2)",
    "1/0",
    "log2(0)",
    "√(1 − 2)",
    "(−1)^0.5",
    "9^9^9^9",
    "1e999 + 1",
    "__import__('os').system('x')",
    "().__class__",
    "1 if 1 else 2",
    "<img src=x onerror=alert(1)>",
    "(" * 99,
    "-" * 99 + "1",
    "|" * 99,
    "√" * 99 + "4",
    "1 + " * 49 + "1 + 12345",
    "1;2",
    "max(1; 2",
    "max([1; 2)",
    "√",
    "log2",
)


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    set_language("en")


@pytest.mark.parametrize("text", VALUES)
def test_the_value_of_a_computation(text):
    if VALUES[text] is None:
        with pytest.raises(ValueError, match="cannot be read"):
            read_expression(text)
    else:
        assert read_expression(text).value == pytest.approx(VALUES[text], abs=1e-12)


@pytest.mark.parametrize("text", ASKED_BACK)
def test_two_readings_are_asked_back(text):
    with pytest.raises(ValueError, match=re.escape(ASKED_BACK[text])):
        read_expression(text)


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_no_computation_is_refused_in_a_sentence(text):
    with pytest.raises(ValueError, match=r"[.?]$"):
        read_expression(text)


@given(st.text(max_size=MAX_CHARACTERS))
@settings(max_examples=examples(300))
def test_any_text_is_read_or_refused(text):
    with suppress(ValueError):
        assert math.isfinite(read_expression(text).value)


@given(st.text("0123456789.,;+-*/^()|√²%log2minsqrt e", max_size=MAX_CHARACTERS))
@settings(max_examples=examples(300))
def test_a_computation_that_is_read_prints_one_that_is_read_again(text):
    try:
        tree = read_expression(text)
    except ValueError:
        return
    printed = show(tree, TEXT)
    if len(printed) <= MAX_CHARACTERS:
        again = read_expression(printed)
        assert again.value == pytest.approx(tree.value, rel=1e-9, abs=1e-9)
    assert "<script" not in show(tree, HTML)


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("name", METRICS)
@given(data=st.data())
@settings(max_examples=examples(25), deadline=None)
def test_each_working_in_numbers_is_read_back_with_its_value(language, name, data):
    metric = METRICS[name]
    ranking = data.draw(rankings() | batches())
    arguments = data.draw(arguments_of(metric))
    set_language(language)
    read_back(explain(metric, ranking, **arguments))


@pytest.mark.parametrize("convention", CONVENTIONS)
@given(data=st.data())
@settings(max_examples=examples(10), deadline=None)
def test_each_working_of_a_convention_is_read_back_with_its_value(convention, data):
    ranking = data.draw(rankings() | batches())
    for one in measures_of(convention):
        derivation = None
        with suppress(ValueError):  # it refuses what it would have to read, such as a pool that was cut
            derivation = one.explain(ranking)
        if derivation:
            read_back(derivation)


def measures_of(convention: str) -> list[Measure]:
    spellings = (f"{METRICS[name].label()}{cut}" for name in CONVENTIONS[convention].metrics for cut in ("", "@3"))
    found = []
    for spelling in spellings:
        with suppress(ValueError):
            found.append(measure(spelling, convention=convention))
    return found


def read_back(derivation: Derivation) -> None:
    """Read all that a derivation prints in numbers, unless it is elided, longer than an answer, or no value."""
    for step in derivation.steps:
        for tree in step.expressions:
            for style in (TEXT, PYTHON):
                text = show(tree, style)
                if len(text) > MAX_CHARACTERS or "..." in text or not math.isfinite(tree.value):
                    continue
                read = read_expression(text.replace("log(", "ln("))  # a program's name of ln
                off = 0 if style is PYTHON else slack(read) + FOUR_DECIMALS * operations(read)
                assert read.value == pytest.approx(tree.value, abs=1e-9 + off)
                assert read_expression(in_line(text).replace("log(", "ln(")).value == read.value


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("make", [mae, mse, rmse])
def test_each_working_of_ratings_is_read_back_with_its_value(language, make):
    set_language(language)
    read_back(explain(make, [4, 3.5, 5], [5, 3.25, 1]))
    read_back(explain(user_coverage, {"Ana": ["a"]}, ["Ana", "Beto"]))
    read_back(explain(novelty, {"Ana": ["a", "b"]}, {"a": 3, "b": 1}))
