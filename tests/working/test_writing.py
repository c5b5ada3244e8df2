"""How each operation is written in each style, and what a Term refuses."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest

from metrics_edu import Ranking, explain, ndcg
from metrics_edu.language import set_language
from metrics_edu.metrics.reasons import REASONS
from metrics_edu.working.expression import Both, Cases, Inequality, Reduction
from metrics_edu.working.html_style import HTML
from metrics_edu.working.numeric_form import write_numbers
from metrics_edu.working.operations import ELEMENTWISE, FOLDED, SHOWN_AS_VALUE
from metrics_edu.working.recorded_array import Term, named, plain, recording
from metrics_edu.working.style import show
from metrics_edu.working.symbolic_form import write_formula
from metrics_edu.working.tex_style import TEX
from metrics_edu.working.text_style import PYTHON, TEXT


def term(value: Any, symbol: str = "") -> Any:
    with recording():
        return named(np.asarray(value, dtype=np.float64), symbol)


A, B, HALF, ROW = term(3, "a"), term(2, "b"), term(0.5, "h"), term([1.5, 0, 3], "v_i")
with recording():
    SIX = named(A * B, "c")
SIGN = '<span class="me-plus"><span class="me-op">+</span>'


def fraction(above: str, below: str, kind: str = "me-fr") -> str:
    return (
        f'<span class="{kind}"><span class="me-nu">{above}</span><span class="me-vh">/</span>'
        f'<span class="me-de">{below}</span></span>'
    )


def root(below: str) -> str:
    line = '<svg width="0" height="0" viewBox="0 0 10 20" preserveAspectRatio="none"><path d="M0 12 3 10 6 19 10 0"/></svg>'
    return f'<span class="me-vh">√(</span><span class="me-root">{line}{below}</span><span class="me-vh">)</span>'


def mark(text: str, rank: int) -> str:
    return f'<span class="me-term" role="button" tabindex="-1" data-rank="{rank}">{text}</span>'


class Row(NamedTuple):
    function: Callable[..., Any]
    made: Any
    python: str
    text: str
    tex: str
    html: str
    formula: str


ROWS = [
    Row(np.add, A + B, "3 + 2", "3 + 2", "3 + 2", f"3{SIGN}2</span>", "a + b"),
    Row(np.subtract, A - B, "3 - 2", "3 − 2", "3 - 2", "3\u00a0−\u00a02", "a − b"),
    Row(np.multiply, A * B, "3*2", "3 · 2", r"3 \cdot 2", "3\u00a0·\u00a02", "a · b"),
    Row(np.divide, A / B, "3/2", "3/2", r"\frac{3}{2}", fraction("3", "2"), "a/b"),
    Row(np.power, A**B, "3**2", "3^2", "3^{2}", "3<sup>2</sup>", "a^b"),
    Row(np.negative, -A, "-3", "−3", "-3", "−3", "−a"),
    Row(np.positive, +A, "3", "3", "3", "3", "a"),
    Row(np.log2, np.log2(A), "log2(3)", "log2(3)", r"\log_2(3)", "log<sub>2</sub>(3)", "log2(a)"),
    Row(np.log, np.log(A), "log(3)", "ln(3)", r"\ln(3)", "ln(3)", "ln(a)"),
    Row(np.sqrt, np.sqrt(A), "sqrt(3)", "√(3)", r"\sqrt{3}", root("3"), "√(a)"),
    Row(np.absolute, np.abs(A), "abs(3)", "|3|", r"\left|3\right|", "|3|", "|a|"),
    Row(np.minimum, np.minimum(A, B), "min(3, 2)", "min(3, 2)", r"\min(3, 2)", "min(3, 2)", "min(a, b)"),
    Row(np.maximum, np.maximum(A, B), "max(3, 2)", "max(3, 2)", r"\max(3, 2)", "max(3, 2)", "max(a, b)"),
    Row(
        np.sum,
        np.sum(ROW, axis=-1),
        "1.5 + 3",
        "1.5 + 3",
        "1.5 + 3",
        f'<span class="me-add">{mark("1.5", 1)}{SIGN}{mark("3", 3)}</span></span>',
        "Σ_i v_i",
    ),
    Row(np.max, np.max(ROW, axis=-1), "3", "3", "3", mark("3", 3), "max_i v_i"),
    Row(np.min, np.min(ROW, axis=-1), "0", "0", "0", mark("0", 2), "min_i v_i"),
    Row(np.where, np.where(A > B, A / B, B), "3/2", "3/2", r"\frac{3}{2}", fraction("3", "2"), "a/b"),
    Row(np.where, np.where(A < B, A, B / A), "2/3", "2/3", r"\frac{2}{3}", fraction("2", "3"), "b/a"),
    Row(
        np.stack,
        np.sum(np.stack([A, B], axis=-1), axis=-1),
        "3 + 2",
        "3 + 2",
        "3 + 2",
        f'<span class="me-add">{mark("3", 1)}{SIGN}{mark("2", 2)}</span></span>',
        "Σ_ …",
    ),
]
OTHERS = {np.sum, np.max, np.min, np.where, np.stack}

every_row = pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.function.__name__} {row.python}")


@every_row
def test_every_style_writes_an_operation(row: Row) -> None:
    numbers = write_numbers(row.made)
    assert [show(numbers, style) for style in (PYTHON, TEXT, TEX, HTML)] == [row.python, row.text, row.tex, row.html]
    assert show(write_formula(row.made), TEXT) == row.formula


@every_row
def test_the_python_text_evaluates_to_the_value(row: Row) -> None:
    names = {"log2": np.log2, "log": np.log, "sqrt": np.sqrt, "min": min, "max": max, "abs": abs}
    assert eval(row.python, names) == pytest.approx(float(plain(row.made)))


def test_every_operation_has_a_golden_row() -> None:
    missing = {function.__name__ for function in {*ELEMENTWISE, *OTHERS} - {row.function for row in ROWS}}
    assert not missing, f"write a row in ROWS for {missing}"


def test_an_operation_is_in_only_one_table() -> None:
    assert not SHOWN_AS_VALUE & {*ELEMENTWISE, *OTHERS}
    assert set(ELEMENTWISE) >= FOLDED


def test_all_styles_support_the_same_operations() -> None:
    assert set(TEXT.operations) == set(TEX.operations) == set(HTML.operations)
    assert set(PYTHON.operations) == set(TEXT.operations) - {Reduction, Inequality, Both, Cases}


@pytest.mark.parametrize(
    ("made", "python", "text", "tex"),
    [
        ((HALF + B) * B, "(0.5 + 2)*2", "(0.5 + 2) · 2", r"(0.5 + 2) \cdot 2"),
        (A - (B - HALF), "3 - (2 - 0.5)", "3 − (2 − 0.5)", "3 - (2 - 0.5)"),
        (A / (B / A), "3/(2/3)", "3/(2/3)", r"\frac{3}{\frac{2}{3}}"),
        (A * (B / A), "3*(2/3)", "3 · (2/3)", r"3 \cdot \frac{2}{3}"),
        ((A**B) ** A, "(3**2)**3", "(3^2)^3", "(3^{2})^{3}"),
        (A ** -(B / A), "3**(-2/3)", "3^(−2/3)", r"3^{-\frac{2}{3}}"),
        (term(-2, "x") ** B, "(-2)**2", "(−2)^2", "(-2)^{2}"),
        (A * term(0, "z") + B, "2", "2", "2"),
        (A * term(1, "one"), "3", "3", "3"),
        (A - term(0, "z"), "3", "3", "3"),
        (term(1 / 3, "t") / B, "0.3333333333333333/2", "0.3333/2", r"\frac{0.3333}{2}"),
        (np.sum(np.stack([SIX, B], axis=-1), axis=-1), "6 + 2", "6 + 2", "6 + 2"),
        (np.sum(ROW / term([2], "D"), axis=-1), "1.5/2 + 3/2", "1.5/2 + 3/2", r"\frac{1.5}{2} + \frac{3}{2}"),
    ],
)
def test_writing_adds_needed_brackets_and_drops_neutral_parts(made: Any, python: str, text: str, tex: str) -> None:
    numbers = write_numbers(made)
    assert [show(numbers, style) for style in (PYTHON, TEXT, TEX)] == [python, text, tex]


def test_integer_arithmetic_inside_a_function_is_computed() -> None:
    assert show(write_numbers(np.log2(A + 1)), PYTHON) == "log2(4)"
    assert show(write_formula(np.log2(A + 1)), TEXT) == "log2(a + 1)"


def test_decimal_commas_differ_from_argument_separators() -> None:
    made = np.minimum(term(0.5, "x"), B)
    set_language("es")
    try:
        shown = [show(write_numbers(made), style) for style in (PYTHON, TEXT, HTML, TEX)]
    finally:
        set_language("en")
    assert shown == ["min(0.5, 2)", "min(0,5; 2)", "min(0,5; 2)", r"\min(0{,}5, 2)"]


# --- what a Term refuses ------------------------------------------------------------------------------------


@pytest.mark.parametrize("use", [bool, len, float, int, iter, np.asarray, np.array, hash, list, sorted])
def test_a_term_rejects_conversions_that_lose_its_record(use: Callable[[Any], Any]) -> None:
    with pytest.raises(TypeError):
        use(ROW if use is not float else A)


def test_an_if_on_a_term_raises_with_the_reason() -> None:
    with pytest.raises(TypeError, match="use NumPy functions, not if, len, float or asarray"):
        bool(A > B)


def test_an_unknown_function_raises_and_says_where_to_add_it() -> None:
    with pytest.raises(TypeError, match=r"no way to write np\.exp: add it to the tables of operations\.py"):
        write_numbers(np.exp(A))


def test_reducing_another_axis_than_the_last_raises() -> None:
    with pytest.raises(TypeError, match="reduces over the last axis only: give axis=-1"):
        write_numbers(np.sum(ROW))


def test_calling_a_ufunc_method_raises_an_error() -> None:
    with pytest.raises(TypeError, match=r"may call np\.add only plainly; got \.reduce"):
        np.add.reduce(ROW)


def test_arrays_passed_by_keyword_raise_an_error() -> None:
    with pytest.raises(TypeError, match="by position, not by keyword"):
        np.stack(arrays=[A, B])


# --- recording ----------------------------------------------------------------------------------------------


def test_named_is_the_identity_when_nothing_is_recorded() -> None:
    array = np.arange(3)
    assert named(array, "v_i", "why") is array
    with recording():
        assert isinstance(named(array, "v_i"), Term)
    assert named(array, "v_i") is array


def test_recording_stops_after_an_error() -> None:
    with pytest.raises(RuntimeError), recording():
        raise RuntimeError
    assert named(1, "x") == 1


def test_a_text_that_reads_what_its_metric_lacks_names_the_step_and_the_remedy() -> None:
    with recording(REASONS, {"ranking": Ranking.parse("RN"), "persistence": 0.8}):
        step = named(np.array([1, 0.8]), "weight_i")
    with pytest.raises(LookupError) as caught:
        _ = step.reason
    assert str(caught.value) == (
        "the text of step weight_i reads half_life, which its metric does not have (it has ranking, persistence); "
        "give the step its own text in `reasons`"
    )


def test_recording_does_not_leak_into_another_thread() -> None:
    found: list[object] = []
    with recording():
        thread = threading.Thread(target=lambda: found.append(named(np.arange(2), "v_i")))
        thread.start()
        thread.join()
    assert not isinstance(found[0], Term)


def test_a_value_named_twice_keeps_both_names() -> None:
    with recording():
        first = named(A + B, "x")
        second = named(first, "y")
    assert (first.symbol, second.symbol) == ("x", "y")
    assert show(write_formula(second), TEXT) == "x"


def test_tex_explains_every_column_once_above_the_table() -> None:
    above = explain(ndcg, Ranking.parse("3 0 2", pool="3 2"), n=3).tex().partition(r"\begin{array}")[0]
    for meaning in ("the grade of the item at each rank", "the worth of a grade", "the gain, discounted for its rank"):
        assert above.count(rf"\text{{{meaning}}}") == 1
