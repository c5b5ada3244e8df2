"""Printing: a derivation as text, TeX and HTML. What it says stands in ``derivation.py``; how numbers look in ``styles.py``."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from typing import Protocol

from metrics_edu.language import _, number
from metrics_edu.working.steps import Step
from metrics_edu.working.styles import FIRST, HTML, LAST, TEX, TEXT, Style, escape, tex_text


class Printed(Protocol):
    """What is printed of a derivation."""

    symbol: str
    title: str
    value: float

    def table(self) -> tuple[list[str], list[list[str]]]: ...
    def columns(self) -> list[Step]: ...
    def lines(self) -> list[Step]: ...


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


LONGEST_CELL = 40
"""Letters of a name, or of a working and its value, in a table of text."""
LONGEST_REASON = 64
"""Letters of a reason on one line of TeX, which is never broken by itself."""


def text(derivation: Printed) -> str:
    """Print as plain text: what each column means, the per-rank table, the steps."""
    lines = [f"{TEXT.symbol(derivation.symbol)} = {number(derivation.value)}   {derivation.title}".rstrip(), ""]
    head, rows = derivation.table()
    if rows:
        lines += _meanings(derivation, TEXT)
        names = len(head) - len(derivation.columns())
        cells = [[one[:LONGEST_CELL] for one in row[:names]] + [_cut(one) for one in row[names:]] for row in rows]
        lines += ["", *_aligned(head, cells), ""]
    for step in derivation.lines():
        lines += _step_text(step)
    return "\n".join(lines).rstrip()


def _step_text(step: Step) -> list[str]:
    forms = [*([step.formula] if step.formula else []), *step.forms(TEXT)]
    symbol = TEXT.symbol(step.symbol)
    pad = " " * len(symbol)
    lines = [f"{symbol} = {forms[0]}", *(f"{pad} = {form}" for form in forms[1:])]
    if step.why:
        lines[-1] += f"   ({step.why})"
    return lines


def _cut(cell: str) -> str:
    working, equal, value = cell.rpartition(" = ")
    if not equal or len(cell) <= LONGEST_CELL:
        return cell
    rest = f" ...{equal}{value}"
    return working[: LONGEST_CELL - len(rest)] + rest


def _aligned(head: list[str], rows: list[list[str]]) -> list[str]:
    shown = [head, *_shortened(rows, lambda count: [_("... ({count} more)", count=count)])]
    widths = [max(len(row[k]) for row in shown if len(row) == len(head)) for k in range(len(head))]
    return [
        "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        if len(row) == len(head)
        else row[0]
        for row in shown
    ]


def _shortened(rows: list[list[str]], gap: Callable[[int], list[str]]) -> list[list[str]]:
    left_out = len(rows) - FIRST - LAST
    return rows if left_out <= 1 else [*rows[:FIRST], gap(left_out), *rows[-LAST:]]


def tex(derivation: Printed) -> str:
    """Print in TeX, without dollar signs: as `text`."""
    blocks, columns = [], derivation.columns()
    if columns and len(columns[0].value):
        head = [columns[0].index, *(TEX.symbol(step.symbol) for step in columns)]
        cells = [[str(k + 1), *(step.cell(k, TEX) for step in columns)] for k in range(len(columns[0].value))]
        rows = _shortened(cells, lambda _count: [r"\vdots"] * len(head))
        lines = [" & ".join(row) for row in rows]
        table = [" & ".join(head) + r" \\[4pt] \hline", r"\rule{0pt}{16pt} " + (r" \\[6pt]" + "\n").join(lines)]
        blocks += [_block("aligned", said)] if (said := _meanings(derivation, TEX)) else []
        blocks += ["\n".join([rf"\begin{{array}}{{{'r' * len(head)}}}", *table, r"\end{array}"])]
    lines = []
    for step in derivation.lines():
        formula, why = step.write_formula(TEX), step.why
        forms = [*([formula] if formula else []), *step.forms(TEX)]
        lines += [rf"{TEX.symbol(step.symbol)} &= {forms[0]}", *(f"&= {form}" for form in forms[1:])]
        lines += [rf"&\quad {tex_text(part)}" for part in textwrap.wrap(why, LONGEST_REASON)]
    return _block("gathered", [*blocks, _block("aligned", lines)], gap="18pt")


def _block(name: str, lines: list[str], gap: str = "10pt") -> str:
    return rf"\begin{{{name}}}" + "\n" + (rf" \\[{gap}]" + "\n").join(lines) + "\n" + rf"\end{{{name}}}"


def _meanings(derivation: Printed, style: Style) -> list[str]:
    return [_meaning(step, style) for step in derivation.columns() if step.why or step.write_formula(style)]


def _meaning(step: Step, style: Style) -> str:
    formula, why = step.write_formula(style), step.why
    if style is TEX:
        reason = [f"& & {tex_text(part)}" for part in textwrap.wrap(why, LONGEST_REASON)]
        first = TEX.symbol(step.symbol) + (f" &= {formula}" if formula else " &")
        return (r" \\[10pt]" + "\n" + "& ").join([" ".join([first, *reason[:1]]), *reason[1:]])
    return style.symbol(step.symbol) + (f" = {formula}" if formula else "") + (f": {why}" if why else "")


def html(derivation: Printed) -> str:
    """Print in HTML: the steps as fractions, each term of a rank with its ``data-rank``."""
    head, rows = derivation.table()
    cells = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    titles = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    table = f'<table class="me-table"><tr>{titles}</tr>{cells}</table>' if rows else ""
    lines = "".join(
        f'<p class="me-step">{step_html(step)} <small>{escape(step.why)}</small></p>' for step in derivation.lines()
    )
    return f'<div class="me-derivation">{table}{lines}</div>'


def step_html(step: Step) -> str:
    """Print one step as HTML: symbol, formula, working, value."""
    formula = step.write_formula(HTML)
    equal = '<span class="me-eq">=</span>'
    return f" {equal} ".join([HTML.symbol(step.symbol), *([formula] if formula else []), *step.forms(HTML)])


def columns(rows: list[list[str]]) -> str:
    """Print rows of text as lines, their cells below each other at the left."""
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    return "\n".join("  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)).rstrip() for row in rows)


def table_html(head: list[str], rows: list[list[str]], foot: list[str]) -> str:
    """Print a table whose cells are HTML, and lines of text below it; it scrolls where the page is narrow."""
    left = ' style="text-align:left;vertical-align:top;padding-right:1.5em"'
    titles = "".join(f"<th{left}>{escape(cell)}</th>" for cell in head)
    cells = "".join(f"<tr>{''.join(f'<td{left}>{cell}</td>' for cell in row)}</tr>" for row in rows)
    below = "".join(f"<p>{escape(line)}</p>" for line in foot)
    return f'<div style="overflow-x:auto"><table><tr>{titles}</tr>{cells}</table></div>{below}'


def value_html(value: float) -> str:
    """Print a value, and under one from 0 to 1 a line from 0 to 1 with a dot where it lies."""
    text = f"<b>{number(value, fixed=4)}</b>"
    if not 0 <= value <= 1:
        return text
    line = "display:block;position:relative;width:7em;margin:.5em .4em;border-top:1px solid"
    dot = "position:absolute;top:-.35em;width:.6em;height:.6em;margin-left:-.3em;border-radius:50%;background:currentColor"
    return f'{text}<span style="{line}" aria-hidden="true"><span style="{dot};left:{100 * value:.1f}%"></span></span>'
