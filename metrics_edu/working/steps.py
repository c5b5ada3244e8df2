"""Steps: the named parts of a recorded working, each with its formula, its numbers and its reason."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from metrics_edu.language import _, number, translated
from metrics_edu.working.expression import Expression, Number
from metrics_edu.working.labels import folded
from metrics_edu.working.numeric_form import Index, Sums, element, write_numbers
from metrics_edu.working.recorded_array import ReasonText, Term, terms_in
from metrics_edu.working.style import Style, separator, show
from metrics_edu.working.symbolic_form import write_formula
from metrics_edu.working.text_style import PYTHON, TEXT


@dataclass(frozen=True, eq=False)
class Step:
    """One named step: `symbol`, `formula`, `numbers`, `value` and `why`."""

    term: Term = field(repr=False)
    symbol: str  # such as "P@i"
    value: Any  # one number, or one a rank (place of the ideal list, user, cut-off)
    index: str  # what they count: "i" ranks, "*i" those of the ideal list, "u" users, "z" cut-offs, "" for one number

    @cached_property
    def expressions(self) -> list[Expression]:
        """The working of each element, in numbers."""
        return [write_numbers(self.term, position) for position in np.ndindex(self.term.shape)]

    @property
    def working(self) -> Expression:
        """The working of a single number, sums written out."""
        return self.expressions[0]

    @property
    def formula(self) -> str:
        """The step in symbols, as text; "" for what is given."""
        return self.write_formula(TEXT)

    @property
    def numbers(self) -> str:
        """The step in numbers of full precision: Python that gives `value`."""
        parts = [show(expression, PYTHON) for expression in self.expressions]
        return parts[0] if self.term.ndim == 0 else f"[{', '.join(parts)}]"

    @property
    def why(self) -> str:
        return _fill(self.term.reason.why, self.term, ())

    def element_reason(self, k: int) -> str:
        """Return the sentence about element k (from 0), "" if there is none."""
        return _fill(self.term.reason.per_element, self.term, (k,), value=self.term.value[k], i=k + 1)

    def cell(self, k: int, style: Style) -> str:
        """Write element k (from 0): its working, and its value where the working does not show it."""
        tree = self.expressions[k]
        itself = isinstance(tree, Number) or tree.is_quotient
        return show(tree.at(None), style) + ("" if itself else f" = {style.number(tree.value)}")

    def short(self, k: int) -> str:
        """Write element k (from 0) as text: a quotient of whole numbers as one, else its value."""
        tree = self.expressions[k]
        return show(tree.at(None), TEXT) if tree.is_quotient else number(tree.value, fixed=self.decimals)

    @cached_property
    def decimals(self) -> int | None:
        """How many decimals each value has, so that their points are below each other; None where that cannot be."""
        if any(tree.is_quotient for tree in self.expressions):
            return None
        most = max((len(number(tree.value, mark=".").partition(".")[2]) for tree in self.expressions), default=0)
        return most if most <= 4 else None

    def write_formula(self, style: Style) -> str:
        """Write the formula in a style; "" for what is given, for nothing, and where it would only repeat the symbol."""
        if self.term.function is None or not self.term.value.size:
            return ""
        tree = write_formula(self.term)
        text, symbol = show(tree, TEXT), TEXT.symbol(self.symbol)
        if "…" in text or text in (symbol, symbol.replace("·", " · ")):
            return ""
        return show(tree, style)

    def written(self, style: Style) -> list[str]:
        """Return what the symbol is equal to: the formula, where there is one, and `forms`."""
        return [*filter(None, [self.write_formula(style)]), *self.forms(style)]

    def forms(self, style: Style) -> list[str]:
        """Return what is between the equal signs: the working, the same with sums as values, the value."""
        if self.term.ndim and not self.expressions:
            return [style.symbol(_("none"))]
        if self.term.ndim:
            return [separator().join(folded(self.expressions, lambda part: show(part, style), style.fold))]
        trees = [self.working, write_numbers(self.term, sums=Sums.AS_VALUES), Number(value=self.value)]
        texts: dict[str, str] = {}
        for tree in trees:  # in HTML a number at its place looks unlike the same number
            texts.setdefault(show(tree, TEXT), show(tree, style))
        return list(texts.values())


def steps_of(result: Term) -> list[Step]:
    steps: dict[str, Step] = {}
    seen: set[int] = set()

    def visit(term: Term) -> None:
        if id(term) in seen:
            return
        seen.add(id(term))
        operands = term.operands[::-1] if term.function is np.where else term.operands  # a condition comes last
        for operand in terms_in(operands):
            visit(operand)
        is_plain_input = term.function is None and not term.reason.why
        if term.symbol and term.symbol not in steps and not is_plain_input:
            value = term.value if term.ndim else term.value.item()
            steps[term.symbol] = Step(term, term.symbol, value, term.index)

    visit(result)
    return list(steps.values())


def _fill(why: ReasonText, term: Term, index: Index, **more: Any) -> str:
    if not isinstance(why, str):
        why = next((text for condition, text in why if element(condition, index)), "")
    positions, facts = why + getattr(why, "many", ""), {**term.reason.facts, **more}
    used = {key: float(element(value, index)) for key, value in facts.items() if f"{{{key}}}" in positions}
    return translated(why, **used)
