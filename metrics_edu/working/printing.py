"""Printing: a derivation as text, TeX and HTML; tables and values in HTML. How numbers look stands in ``styles.py``."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from metrics_edu.language import _, number
from metrics_edu.working.labels import escape, folded, one_line
from metrics_edu.working.steps import Step
from metrics_edu.working.styles import HTML, TEX, TEXT, Style
from metrics_edu.working.tex import tex_text

EQUALS = '<span class="me-eq">=</span>'
MAX_CELL = 40
"""Letters of a name, or of a working and its value, in a table of text."""
MAX_REASON = 64
"""Letters of a reason on one line of TeX, which is never broken by itself."""


class Shown:
    """What shows itself: as HTML in a notebook, as text anywhere else."""

    def text(self) -> str:
        raise NotImplementedError

    def html(self) -> str:
        raise NotImplementedError

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return {"text/plain": self.text(), "text/html": self.html()}

    def __repr__(self) -> str:
        return self.text()


class Printed(Shown):
    """Named steps as text, TeX and HTML: those with one value a rank stand in a table, each other one on a line."""

    steps: list[Step]
    symbol: str
    title: str
    value: float
    ranking: Any
    users: Sequence[object] | None

    def columns(self) -> list[Step]:
        """The steps with one value a rank (of a mean: a user), which stand in the table."""
        index = "u" if any(step.index == "u" for step in self.steps) else "i"
        return [step for step in self.steps if step.index == index]

    def lines(self) -> list[Step]:
        """The steps that get lines of their own: all that do not stand in the table."""
        columns = self.columns()
        return [step for step in self.steps if step not in columns]

    def table(self, style: Style = TEXT) -> tuple[list[str], list[list[str]]]:
        """Return the head and the rows of the per-rank table (of a mean: a row a user), names as text."""
        columns = self.columns()
        length, of_users = (len(columns[0].value), columns[0].index == "u") if columns else (0, False)
        places = [str(k + 1) for k in range(length)]
        names = [*map(one_line, (self.users if of_users else getattr(self.ranking, "items", None)) or ())]
        if len(names) != length or not names:
            first = {_("user") if of_users else "i": places}
        else:
            first = {_("user"): names} if of_users else {"i": places, _("item"): names}
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
            lines += [*_meanings(self, TEXT), "", columns([head, *shown], str.rjust), ""]
        for step in self.lines():
            symbol = TEXT.symbol(step.symbol)
            equal = "\n" + " " * len(symbol) + " = "
            why = f"   ({step.why})" if step.why else ""
            lines.append(f"{symbol} = {equal.join(step.written(TEXT))}{why}")
        return "\n".join(lines).rstrip()

    def tex(self) -> str:
        """Return the derivation in TeX, without dollar signs: as `text`."""
        blocks, columns = [], self.columns()
        if columns and len(columns[0].value):
            meanings = _meanings(self, TEX)
            blocks = [*([_block("aligned", meanings)] if meanings else []), _tex_table(columns)]
        lines = []
        for step in self.lines():
            first, *rest = step.written(TEX)
            lines += [rf"{TEX.symbol(step.symbol)} &= {first}", *(f"&= {form}" for form in rest)]
            lines += [rf"&\quad {line}" for line in _tex_lines(step.why)]
        return _block("gathered", [*blocks, _block("aligned", lines)], gap="18pt")

    def html(self) -> str:
        """Return the derivation in HTML: the steps as fractions, each term of a rank with its ``data-rank``."""
        head, rows = self.table(HTML)
        names = len(head) - len(self.columns())
        cells = [[*map(escape, row[:names]), *row[names:]] for row in rows]
        table = f'<table class="me-table">{_html_rows(head, cells)}</table>' if rows else ""
        lines = (f'<p class="me-step">{step_html(step)} <small>{escape(step.why)}</small></p>' for step in self.lines())
        return f'<div class="me-derivation">{table}{"".join(lines)}</div>'


def _cut(cell: str) -> str:
    working, equal, value = cell.rpartition(" = ")
    if not equal or len(cell) <= MAX_CELL:
        return cell
    rest = f" ...{equal}{value}"
    return working[: MAX_CELL - len(rest)] + rest


def _tex_table(steps: list[Step]) -> str:
    head = [steps[0].index, *(TEX.symbol(step.symbol) for step in steps)]
    places = range(len(steps[0].value))
    rows = [[str(k + 1), *(step.cell(k, TEX) for step in steps)] for k in places]
    lines = [" & ".join(row) for row in folded(rows, list[str], lambda count: [r"\vdots"] * len(head))]
    return "\n".join(
        [
            rf"\begin{{array}}{{{'r' * len(head)}}}",
            " & ".join(head) + r" \\[4pt] \hline",
            r"\rule{0pt}{16pt} " + (r" \\[6pt]" + "\n").join(lines),
            r"\end{array}",
        ]
    )


def _tex_lines(reason: str) -> list[str]:
    return [tex_text(line) for line in textwrap.wrap(reason, MAX_REASON)]


def _block(name: str, lines: list[str], gap: str = "10pt") -> str:
    return rf"\begin{{{name}}}" + "\n" + (rf" \\[{gap}]" + "\n").join(lines) + "\n" + rf"\end{{{name}}}"


def _meanings(derivation: Printed, style: Style) -> list[str]:
    return [_meaning(step, style) for step in derivation.columns() if step.why or step.write_formula(style)]


def _meaning(step: Step, style: Style) -> str:
    formula, why = step.write_formula(style), step.why
    if style is TEX:
        reason = [f"& & {line}" for line in _tex_lines(why)]
        first = TEX.symbol(step.symbol) + (f" &= {formula}" if formula else " &")
        return (r" \\[10pt]" + "\n" + "& ").join([" ".join([first, *reason[:1]]), *reason[1:]])
    return style.symbol(step.symbol) + (f" = {formula}" if formula else "") + (f": {why}" if why else "")


def equal(symbol: str, forms: Sequence[str]) -> str:
    """Write what is equal in HTML; an empty form is passed over."""
    return f" {EQUALS} ".join(filter(None, [symbol, *forms]))


def step_html(step: Step) -> str:
    return equal(HTML.symbol(step.symbol), step.written(HTML))


def columns(rows: Sequence[Sequence[str]], justify: Callable[[str, int], str] = str.ljust) -> str:
    """Print rows of text as lines, their cells below each other; a shorter row, such as a gap, stands as it is."""
    whole = [row for row in rows if len(row) == len(rows[0])]
    widths = [max(map(len, cells)) for cells in zip(*whole, strict=True)]
    lines = (map(justify, row, widths) if len(row) == len(widths) else row for row in rows)
    return "\n".join("  ".join(line).rstrip() for line in lines)


def table_html(head: list[str], rows: list[list[str]], foot: list[str]) -> str:
    """Print a table whose cells are HTML, and lines of text below it; it scrolls where the page is narrow."""
    table = _html_rows([*map(escape, head)], rows, ' style="text-align:left;vertical-align:top;padding-right:1.5em"')
    below = "".join(f"<p>{escape(line)}</p>" for line in foot)
    return f'<div style="overflow-x:auto"><table>{table}</table></div>{below}'


def _html_rows(head: list[str], rows: Iterable[Iterable[str]], look: str = "") -> str:
    titles = "".join(f"<th{look}>{cell}</th>" for cell in head)
    lines = ("".join(f"<td{look}>{cell}</td>" for cell in row) for row in rows)
    return f"<tr>{titles}</tr>" + "".join(f"<tr>{line}</tr>" for line in lines)


def value_html(value: float) -> str:
    """Print a value, and under one from 0 to 1 a line from 0 to 1 with a dot where it lies."""
    text = f"<b>{number(value, fixed=4)}</b>"
    if not 0 <= value <= 1:
        return text
    line = "display:block;position:relative;width:7em;margin:.5em .4em;border-top:1px solid"
    dot = "position:absolute;top:-.35em;width:.6em;height:.6em;margin-left:-.3em;border-radius:50%;background:currentColor"
    return f'{text}<span style="{line}" aria-hidden="true"><span style="{dot};left:{100 * value:.1f}%"></span></span>'
