"""A value, its derivation and its figure as the page shows them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np

from metrics_edu.language import _, number
from metrics_edu.plots.figure_data import Bars, Curve, Trail
from metrics_edu.widgets.contract.lists import BarFigure, CurveFigure, TableView, TrailFigure
from metrics_edu.widgets.contract.shared import Change, DerivationView
from metrics_edu.working import Derivation
from metrics_edu.working.derivation import step_html
from metrics_edu.working.expression import Number, Quotient
from metrics_edu.working.html_style import HTML, equal, signed
from metrics_edu.working.labels import folded, in_line
from metrics_edu.working.numeric_form import Sums, write_numbers
from metrics_edu.working.recorded_array import Term, terms_in
from metrics_edu.working.steps import Step
from metrics_edu.working.style import show
from metrics_edu.working.symbolic_form import write_formula


def table_of(derivation: Derivation) -> tuple[list[str], list[list[str]]]:
    """Return the head and the rows of the derivation's table, symbols as on one line; names stay as they are."""
    head, rows = derivation.table()
    names = len(head) - len(derivation.columns())
    return [*map(in_line, head)], [[*row[:names], *map(in_line, row[names:])] for row in rows]


def written(value: float) -> str:
    return "0/0" if math.isnan(value) else number(value, fixed=4)


def change(value: float, before: float | None) -> Change:
    if before is None:
        return {"delta": "", "dir": 0}
    by = (0 if math.isnan(value) else value) - (0 if math.isnan(before) else before)
    if abs(by) < 5e-5:
        return {"delta": _("no change"), "dir": 0}
    return {"delta": ("+" if by > 0 else "") + number(by, fixed=4), "dir": 1 if by > 0 else -1}


def derivation_view(derivation: Derivation, value: float) -> DerivationView:
    result, symbol, sums = derivation.result, HTML.symbol(derivation.symbol), _quotient_of(derivation)
    formula, whole = result.write_formula(HTML), equal(symbol, _last_forms(derivation, sums, value))
    steps = () if math.isnan(value) else _where(derivation, sums)  # of 0/0 its reason says all
    below: list[tuple[str, str]] = [(step_html(step), step.why) for step in steps]
    if sums:
        below.append((HTML.symbol(sums[1].symbol), (derivation.step("g*_i") or sums[1]).why))
    own = [("", result.why[:1].upper() + result.why[1:])] if result.why else []
    return {
        "name": derivation.symbol,
        "long": derivation.title,
        "definition": equal(symbol, [formula]) if formula else "",
        "working": _below_sums(whole, derivation, sums) if sums else whole,
        "where": [{"html": html, "why": why} for html, why in below + own],
        "result": written(value),
    }


def _last_forms(derivation: Derivation, sums: Sequence[Step], value: float) -> list[str]:
    result = derivation.result
    by_empty = isinstance(result.working, Number) and isinstance(
        write_formula(result.term), Quotient
    )  # what 0/0 counts as
    if math.isnan(value) or by_empty:
        return [] if math.isnan(value) else ["0/0"]  # where it has no value, that is what is in its place
    if sums:
        numbers = (Number(value=float(step.value)) for step in sums)
        return [show(Quotient(tuple(numbers)), HTML)]
    return result.forms(HTML)[: 2 if _written_twice(result) else 1]


def _quotient_of(derivation: Derivation) -> list[Step]:
    """Return the sum over the list and the sum over the ideal list, if the value is their quotient."""
    is_quotient = derivation.metric.ideal and derivation.ranking is not None and not derivation.ranking.is_batch
    return derivation.sums if is_quotient and len(derivation.sums) == 2 else []


def _below_sums(whole: str, derivation: Derivation, sums: Sequence[Step]) -> str:
    """Write a line for each of the two sums above what is made of them; the ideal list's terms are folded into its items."""
    lines = []
    for step, marks in zip(sums, ("", _ideal_marks(derivation)), strict=True):
        forms = step.forms(HTML)
        if marks and len(forms) > 1:
            forms[0] = f'<details class="me-ideal-terms"><summary>{marks}</summary>{forms[0]}</details>'
        lines += [f"<span>{side}</span>" for side in (HTML.symbol(step.symbol), " ".join(map(signed, forms)))]
    return f'<span class="me-sums">{"".join(lines)}{whole}</span>'


def _ideal_marks(derivation: Derivation) -> str:
    """Write the items of the ideal list: their grades, or R for each."""
    graded, per_rank = derivation.step("g*_i"), derivation.step(derivation.metric.ideal)
    items = np.count_nonzero(per_rank.value) if per_rank else 0
    marks = ["R"] * items if graded is None else derivation.ranking.marks(graded.value[:items])
    badge = '<span class="me-relevant"><span class="me-badge">{}</span></span>'
    return "".join(folded(marks, badge.format, HTML.fold))


def _written_twice(result: Step) -> bool:
    tree, folded = result.working, write_numbers(result.term, sums=Sums.AS_VALUES)
    return (
        isinstance(tree, Quotient)
        and len(result.forms(HTML)) > 2
        and (folded.is_quotient or not tree.parts[1].is_integer)
    )


def _where(derivation: Derivation, sums: Sequence[Step]) -> list[Step]:
    if sums:
        return [step for step in derivation.steps[:-1] if not step.index and step not in sums]
    summed = {id(part) for step in derivation.steps for part in unnamed(step.term) if part.function is np.sum}
    steps = [s for s in derivation.steps[:-1] if not s.index or (s.index == "*i" and s.term.function is None)]
    return [
        s for s in steps if (s.why or id(s.term) not in summed) and not (s.symbol == "|R|" and derivation.step("D"))
    ]


def unnamed(term: Term) -> Iterator[Term]:
    """Give what a term is made of, down to what has a symbol."""
    for operand in terms_in(term.operands):
        yield operand
        if not operand.symbol:
            yield from unnamed(operand)


def zeros(derivation: Derivation) -> int:
    """How many relevant items that were not read are zeros in a mean over relevant items."""
    tree, relevant = derivation.result.working, derivation.step("|R|")
    if (
        not derivation.metric.averages
        or not isinstance(tree, Quotient)
        or relevant is None
        or tree.parts[1].value > relevant.value
    ):
        return 0
    return max(0, int(tree.parts[1].value) - len(derivation.counted))


def figure_view(figure: Bars | Curve, table: TableView, over: list[str]) -> BarFigure | CurveFigure:
    if isinstance(figure, Curve):
        return {
            "left": figure.left,
            "below": figure.below,
            "caption": figure.caption,
            "top": figure.top,
            "heights": figure.heights,
            "recall": figure.recall,
            "precision": figure.precision,
            "hits": figure.hits,
            "end": figure.end,
            "table": table,
            "over": over,
        }
    return {
        "left": figure.left,
        "below": figure.below,
        "caption": figure.caption,
        "top": figure.top,
        "heights": figure.heights,
        "values": figure.values,
        "counted": figure.counted,
        "ideal": figure.ideal,
        "crosses": figure.crosses,
        "unread": figure.unread,
        "line": figure.line,
        "names": figure.names,
        "table": table,
        "over": over,
    }


def trail_view(trail: Trail) -> TrailFigure:
    return {
        "left": trail.left,
        "below": trail.below,
        "caption": trail.caption,
        "top": trail.top,
        "heights": trail.heights,
        "by_rank": trail.by_rank,
        "rank": trail.rank,
        "table": {"head": [], "rows": []},
        "over": [],
    }
