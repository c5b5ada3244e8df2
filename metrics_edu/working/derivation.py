"""Derivation: the recorded working of one value, as named steps, printed as text, TeX and HTML."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import Any

import numpy as np
from markupsafe import Markup

from metrics_edu.language import _, number, refused
from metrics_edu.working.expression import Expression, Position, Quotient, Sum
from metrics_edu.working.html_style import HTML, equal
from metrics_edu.working.labels import folded, one_line
from metrics_edu.working.markup import element
from metrics_edu.working.printing import Displayed, columns, html_rows
from metrics_edu.working.recorded_array import Term
from metrics_edu.working.steps import Step, steps_of
from metrics_edu.working.style import Style
from metrics_edu.working.tex_style import TEX, tex_text
from metrics_edu.working.text_style import TEXT

MAX_CELL = 40
"""Characters of a name, or of a working and its value, in a table of text."""
MAX_REASON = 64
"""Characters of a reason on one line of TeX, which is never broken by itself."""


class Derivation(Displayed):
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
        self.steps = steps_of(result)
        self.result = self.steps[-1]
        self.value: float = self.result.value
        self.symbol = self.result.symbol
        self.metric = metric
        self.title = title
        self.ranking = ranking
        self.users = getattr(ranking, "users", None) if users is None else [*users]
        self._of = of

    def of(self, user: object) -> Derivation:
        """Return the derivation of one user's value; ValueError if this is not a mean over users."""
        if self._of is None:
            raise refused("{symbol} is not a mean over users", symbol=self.symbol)
        return self._of(user)

    def step(self, symbol: str) -> Step | None:
        """Return the step of that symbol, or None."""
        return next((step for step in self.steps if step.symbol == symbol), None)

    @property
    def per_rank(self) -> Step | None:
        """The step that gives each rank (of a mean: each user) its term."""
        per_element = (step for step in reversed(self.steps) if step.index in ("i", "u"))
        return self.step(self.metric.per_rank) or next(per_element, None)

    @property
    def sums(self) -> list[Step]:
        """The steps that sum terms up: of nDCG the list's, and then the ideal list's."""
        return [step for step in self.steps if step.term.ndim == 0 and step.term.function is np.sum]

    @cached_property
    def counted(self) -> set[int]:
        """The ranks (of a mean: the users), from 1, whose terms are in the working."""
        trees = [step.working for step in self.steps if step.term.ndim == 0 and step.value]
        return {position[1] for tree in trees for position in _positions(tree) if not position[0].startswith("*")}

    @cached_property
    def contributions(self) -> dict[int, float]:
        """What each rank (of a mean: each user) adds to the value, where the value is a sum or a sum over a number."""
        tree, by = self.result.working, 1.0
        if isinstance(tree, Quotient):
            tree, by = tree.parts[0], tree.parts[1].value
        parts = tree.parts if isinstance(tree, Sum) else (tree,)
        return {
            part.position[1]: part.value / by
            for part in parts
            if part.position and part.value and not part.position[0].startswith("*")
        }

    @property
    def line(self) -> str:
        """The value in one line: symbol, working, value.

        >>> from metrics_edu import Ranking, measure
        >>> measure("P@5").explain(Ranking.parse("NRRNR")).line
        'P@5 = (0 + 1 + 1 + 0 + 1)/5 = 3/5 = 0.6'
        """
        return " = ".join([self.symbol, *self.result.forms(TEXT)])

    def columns(self) -> list[Step]:
        """The steps with one value a rank (of a mean: a user), which are in the table."""
        index = "u" if any(step.index == "u" for step in self.steps) else "i"
        return [step for step in self.steps if step.index == index]

    def lines(self) -> list[Step]:
        """The steps that get separate lines: all that are not in the table."""
        columns = self.columns()
        return [step for step in self.steps if step not in columns]

    def table(self, style: Style = TEXT) -> tuple[list[str], list[list[str]]]:
        """Return the head and the rows of the per-rank table (of a mean: a row a user), names as text."""
        columns = self.columns()
        length, of_users = (len(columns[0].value), columns[0].index == "u") if columns else (0, False)
        positions = [str(k + 1) for k in range(length)]
        names = [*map(one_line, (self.users if of_users else getattr(self.ranking, "items", None)) or ())]
        if len(names) != length or not names:
            first = {_("user") if of_users else "i": positions}
        else:
            first = {_("user"): names} if of_users else {"i": positions, _("item"): names}
        cells = [[step.cell(k, style) for k in range(length)] for step in columns]
        head = [*first, *(style.symbol(step.symbol) for step in columns)]
        return head, [list(row) for row in zip(*first.values(), *cells, strict=True)]

    def text(self) -> str:
        """Return the derivation as plain text: what each column means, the per-rank table, the steps."""
        lines = [f"{TEXT.symbol(self.symbol)} = {number(self.value)}   {self.title}".rstrip(), ""]
        head, rows = self.table()
        if rows:
            names = len(head) - len(self.columns())
            cells = [[cell[:MAX_CELL] for cell in row[:names]] + [_cut(cell) for cell in row[names:]] for row in rows]
            shown = folded(cells, list[str], lambda count: [TEXT.fold(count)])
            lines += [*self._meanings(TEXT), "", columns([head, *shown], str.rjust), ""]
        for step in self.lines():
            symbol, why = TEXT.symbol(step.symbol), f"   ({step.why})" if step.why else ""
            forms = ("\n" + " " * len(symbol) + " = ").join(step.written(TEXT))
            lines.append(f"{symbol} = {forms}{why}")
        return "\n".join(lines).rstrip()

    def tex(self) -> str:
        """Return the derivation in TeX, without dollar signs: as `text`."""
        blocks, columns = [], self.columns()
        if columns and len(columns[0].value):
            meanings = self._meanings(TEX)
            blocks = [*([_block("aligned", meanings)] if meanings else []), _tex_table(columns)]
        lines = []
        for step in self.lines():
            first, *rest = step.written(TEX)
            lines += [rf"{TEX.symbol(step.symbol)} &= {first}", *(f"&= {form}" for form in rest)]
            lines += [rf"&\quad {line}" for line in _tex_lines(step.why)]
        return _block("gathered", [*blocks, _block("aligned", lines)], gap="18pt")

    def html(self) -> str:
        """Return the derivation in HTML: the steps as fractions, each term of a rank with its ``data-rank``.

        A table of many ranks has the first and the last ones, as in text.
        """
        head, rows = self.table(HTML)
        names = len(head) - len(self.columns())
        head, *cells = (
            [*row[:names], *map(Markup, row[names:])]
            for row in (head, *folded(rows, list[str], lambda count: [TEXT.fold(count)]))
        )
        table = element("table", *html_rows(head, cells), class_="me-table") if rows else ""
        lines = (
            element("p", step_html(step), " ", element("small", step.why), class_="me-step") for step in self.lines()
        )
        return str(element("div", table, *lines, class_="me-derivation"))

    def _meanings(self, style: Style) -> list[str]:
        return [_meaning(step, style) for step in self.columns() if step.why or step.write_formula(style)]

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return {"text/plain": self.text(), "text/latex": f"$$\n{self.tex()}\n$$"}


def _positions(tree: Expression) -> Iterator[Position]:
    if tree.position and tree.value:
        yield tree.position
    for part in tree.parts:
        yield from _positions(part)


def step_html(step: Step) -> Markup:
    return Markup(equal(HTML.symbol(step.symbol), step.written(HTML)))


def _cut(cell: str) -> str:
    working, sign, value = cell.rpartition(" = ")
    if not sign or len(cell) <= MAX_CELL:
        return cell
    rest = f" ...{sign}{value}"
    return working[: MAX_CELL - len(rest)] + rest


def _tex_table(steps: list[Step]) -> str:
    head = [steps[0].index, *(TEX.symbol(step.symbol) for step in steps)]
    rows = [[str(k + 1), *(step.cell(k, TEX) for step in steps)] for k in range(len(steps[0].value))]
    lines = [" & ".join(row) for row in folded(rows, list[str], lambda count: [r"\vdots"] * len(head))]
    top = rf"\begin{{array}}{{{'r' * len(head)}}}" + "\n" + " & ".join(head) + r" \\[4pt] \hline" + "\n"
    return top + r"\rule{0pt}{16pt} " + (r" \\[6pt]" + "\n").join(lines) + "\n" + r"\end{array}"


def _tex_lines(reason: str) -> list[str]:
    return [tex_text(line) for line in textwrap.wrap(reason, MAX_REASON)]


def _block(name: str, lines: list[str], gap: str = "10pt") -> str:
    return rf"\begin{{{name}}}" + "\n" + (rf" \\[{gap}]" + "\n").join(lines) + "\n" + rf"\end{{{name}}}"


def _meaning(step: Step, style: Style) -> str:
    formula, why = step.write_formula(style), step.why
    if style is TEX:
        reason = [f"& & {line}" for line in _tex_lines(why)]
        first = TEX.symbol(step.symbol) + (f" &= {formula}" if formula else " &")
        return (r" \\[10pt]" + "\n" + "& ").join([" ".join([first, *reason[:1]]), *reason[1:]])
    return style.symbol(step.symbol) + (f" = {formula}" if formula else "") + (f": {why}" if why else "")
