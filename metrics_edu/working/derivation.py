"""Derivation: the recorded working of one value, as named steps. How they are printed stands in ``printing.py``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

import metrics_edu.working.printing as printing
from metrics_edu.language import _, decimal_mark, said
from metrics_edu.working.expression import Expression, Index, write_formula, write_numbers
from metrics_edu.working.styles import PYTHON, TEXT, Style, folded, one_line, show
from metrics_edu.working.term import Term, terms_in


@dataclass(frozen=True, eq=False)
class Step:
    """One named step: `symbol`, `formula`, `numbers`, `value` and `why`.

    Attributes
    ----------
    symbol : str
        Such as "P@i".
    value : float or array
        One number, or one a rank (place of the ideal list, user, cut-off).
    index : str
        What the values count: "i" ranks, "*i" ranks of the ideal list, "u" users, "z" cut-offs, "" for one number.
    """

    term: Term = field(repr=False)
    symbol: str
    value: Any
    index: str

    @classmethod
    def of(cls, term: Term) -> Step:
        """Make the step of a named Term."""
        return cls(term, term.symbol, term.value.item() if term.ndim == 0 else term.value, term.index)

    @cached_property
    def expressions(self) -> list[Expression]:
        """The working of each element, in numbers."""
        places: list[Index] = [()] if self.term.ndim == 0 else [(k,) for k in range(self.term.shape[0])]
        return [write_numbers(self.term, place) for place in places]

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
        """The reason, in the reader's language."""
        return _reason(self.term, ())

    def each(self, k: int) -> str:
        """Return the sentence about element k (from 0), "" if there is none."""
        return _fill(self.term.each, self.term, (k,), value=self.term.value[k], i=k + 1)

    def cell(self, k: int, style: Style) -> str:
        """Write element k (from 0): its working, and its value where the working does not show it."""
        tree = self.expressions[k]
        plain = tree.kind == "number" or tree.is_quotient
        return show(tree.at(None), style) + ("" if plain else f" = {style.number(tree.value)}")

    def write_formula(self, style: Style) -> str:
        """Write the formula in a style; "" for what is given, for nothing, and where it would only repeat the symbol."""
        if self.term.function is None or not self.term.value.size:
            return ""
        tree = write_formula(self.term)
        text, symbol = show(tree, TEXT), TEXT.symbol(self.symbol)
        if "…" in text or text in (symbol, symbol.replace("·", " · "), symbol.replace("Σ", "Σ_i")):
            return ""
        return show(tree, style)

    def forms(self, style: Style) -> list[str]:
        """Return what stands between the equal signs: the working, the same with sums as values, the value."""
        if self.term.ndim and not self.expressions:
            return [style.symbol(_("none"))]
        if self.term.ndim:
            separator = "; " if decimal_mark() == "," else ", "
            fold = style.fold or (lambda count: "...")
            return [separator.join(folded(self.expressions, lambda part: show(part, style), fold))]
        trees = [self.working, write_numbers(self.term, (), whole=False), Expression("number", value=self.value)]
        texts: dict[str, str] = {}
        for tree in trees:  # in HTML a number at its place looks unlike the same number
            texts.setdefault(show(tree, TEXT), show(tree, style))
        return list(texts.values())


class Derivation:
    """The named steps of a value, from what is given down to the value.

    Attributes
    ----------
    value : float
    steps : list of Step
    symbol, title : str
        Such as "AP@10", "average precision".

    Examples
    --------
    >>> from metrics_edu import Ranking, explain, precision
    >>> d = explain(precision, Ranking.parse("NRRNR"), n=5)
    >>> d.value, [step.symbol for step in d.steps]
    (0.6, ['rel_i', 'hits', 'n', 'P@5'])
    """

    def __init__(
        self,
        result: Term,
        metric: Any,
        title: str = "",
        *,
        ranking: Any = None,
        users: Iterable[object] | None = None,
        of: Callable[[object], Derivation] | None = None,
    ) -> None:
        self.steps = _steps(result)
        self.result = self.steps[-1]
        self.value: float = self.result.value
        self.symbol = self.result.symbol
        self.metric = metric
        self.title = title
        self.ranking = ranking
        self._users = getattr(ranking, "users", None) if users is None else [*users]
        self._of = of

    def of(self, user: object) -> Derivation:
        """Return the derivation of one user's value, where this is a mean.

        Raises
        ------
        ValueError
            If this is not a mean over users.
        """
        if self._of is None:
            raise ValueError(_("{symbol} is not a mean over users", symbol=self.symbol))
        return self._of(user)

    def step(self, symbol: str) -> Step | None:
        """Return the step of that symbol, or None."""
        return next((step for step in self.steps if step.symbol == symbol), None)

    @property
    def per_rank(self) -> Step | None:
        """The step that gives each rank (of a mean: each user) its term."""
        found = self.step(self.metric.per_rank)
        return found or next((step for step in reversed(self.steps) if step.index in ("i", "u")), None)

    @cached_property
    def counted(self) -> set[int]:
        """The ranks (of a mean: the users), from 1, whose terms stand in the working."""
        trees = [step.working for step in self.steps if step.term.ndim == 0 and step.value]
        return {place[1] for tree in trees for place in _places(tree) if not place[0].startswith("*")}

    @cached_property
    def contributions(self) -> dict[int, float]:
        """What each rank (of a mean: each user) adds to the value, where the value is a sum or a sum over a number."""
        tree, by = self.result.working, 1.0
        if tree.kind == "/":
            tree, by = tree.parts[0], tree.parts[1].value
        parts = tree.parts if tree.kind == "+" else (tree,)
        return {part.place[1]: part.value / by for part in parts if part.place and not part.place[0].startswith("*")}

    def table(self) -> tuple[list[str], list[list[str]]]:
        """Return the head and the rows of the per-rank table (of a mean: a row a user)."""
        columns = self.columns()
        own = columns[0].index if columns else ""
        length = len(columns[0].value) if columns else 0
        labels = self._labels(own, length)
        head = [
            _("user") if own == "u" else "i",
            *([_("item")] if labels and own == "i" else []),
            *(TEXT.symbol(step.symbol) for step in columns),
        ]
        rows = []
        for k in range(length):
            label = [labels[k]] if labels else [str(k + 1)]
            cells = [step.cell(k, TEXT) for step in columns]
            rows.append([*([str(k + 1)] if own == "i" and labels else []), *label, *cells])
        return head, rows

    def _labels(self, own: str, length: int) -> list[str]:
        names = (self._users if own == "u" else getattr(self.ranking, "items", None)) or []
        return [one_line(name) for name in names] if len(names) == length else []

    @property
    def line(self) -> str:
        """The value in one line: symbol, working, value.

        Examples
        --------
        >>> from metrics_edu import Ranking, measure
        >>> measure("P@5").explain(Ranking.parse("NRRNR")).line
        'P@5 = (1 + 1 + 1)/5 = 3/5 = 0.6'
        """
        return " = ".join([self.symbol, *self.result.forms(TEXT)])

    def text(self) -> str:
        """Return the derivation as plain text: what each column means, the per-rank table, the steps."""
        return printing.text(self)

    def tex(self) -> str:
        """Return the derivation in TeX, without dollar signs: as `text`."""
        return printing.tex(self)

    def html(self) -> str:
        """Return the derivation in HTML: the steps as fractions, each term of a rank with its ``data-rank``."""
        return printing.html(self)

    def columns(self) -> list[Step]:
        """The steps with one value a rank (of a mean: a user), which stand in the table."""
        own = "u" if any(step.index == "u" for step in self.steps) else "i"
        return [step for step in self.steps if step.index == own]

    def lines(self) -> list[Step]:
        """The steps that get lines of their own: all that do not stand in the table."""
        columns = self.columns()
        return [step for step in self.steps if step not in columns]

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return {"text/plain": self.text(), "text/latex": f"$$\n{self.tex()}\n$$"}

    def __repr__(self) -> str:
        return self.text()


def _steps(result: Term) -> list[Step]:
    steps: dict[str, Step] = {}
    seen: set[int] = set()

    def visit(term: Term) -> None:
        if id(term) in seen:
            return
        seen.add(id(term))
        operands = term.operands[::-1] if term.function is np.where else term.operands  # a condition comes last
        for operand in terms_in(operands):
            visit(operand)
        given_without_reason = term.function is None and not term.why
        if term.symbol and term.symbol not in steps and not given_without_reason:
            steps[term.symbol] = Step.of(term)

    visit(result)
    return list(steps.values())


def _places(tree: Expression) -> Iterator[tuple[str, int]]:
    if tree.place:
        yield tree.place
    for part in tree.parts:
        yield from _places(part)


def _reason(term: Term, index: Index) -> str:
    if term.function is np.where and term.ndim == 0:
        condition = term.operands[0]
        taken = term.operands[1 if (condition.value if isinstance(condition, Term) else condition) else 2]
        if isinstance(taken, Term) and not taken.symbol and (found := _reason(taken, index)):
            return found
    return _fill(term.why, term, index)


def _fill(why: Any, term: Term, index: Index, **more: Any) -> str:
    """Choose the sentence that holds and put in the facts it names."""
    if not isinstance(why, str):
        why = next((text for condition, text in why if _element(condition, index)), "")
    places = why + getattr(why, "many", "")
    facts = {key: _element(value, index) for key, value in (term.facts | more).items() if f"{{{key}}}" in places}
    return said(why, **{key: float(value) for key, value in facts.items()})


def _element(value: Any, index: Index) -> Any:
    value = value.value if isinstance(value, Term) else value
    return value[index] if isinstance(value, np.ndarray) and value.ndim else value
