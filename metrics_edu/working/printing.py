"""Printing: tables and values as text and HTML. How numbers look is decided in ``style.py``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from metrics_edu.language import number
from metrics_edu.working.labels import escape


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


def equal(symbol: str, forms: Sequence[str]) -> str:
    """Write what is equal in HTML, each sign with what follows it, below the first one; an empty form is passed over."""
    written = " ".join(map(signed, filter(None, forms)))
    return f'<span class="me-whole"><span>{symbol}</span> <span>{written}</span></span>'


def signed(form: str) -> str:
    return f'<span class="me-form"><span class="me-eq">=</span> <span>{form}</span></span>'


def columns(rows: Sequence[Sequence[str]], justify: Callable[[str, int], str] = str.ljust) -> str:
    """Print rows of text as lines, their cells below each other; a shorter row, such as a gap, stands as it is."""
    whole = [row for row in rows if len(row) == len(rows[0])]
    widths = [max(map(len, cells)) for cells in zip(*whole, strict=True)]
    lines = (map(justify, row, widths) if len(row) == len(widths) else row for row in rows)
    return "\n".join("  ".join(line).rstrip() for line in lines)


def table_html(head: list[str], rows: list[list[str]], foot: list[str]) -> str:
    """Print a table whose cells are HTML, and lines of text below it; it scrolls where the page is narrow."""
    table = html_rows([*map(escape, head)], rows, ' style="text-align:left;vertical-align:top;padding-right:1.5em"')
    below = "".join(f"<p>{escape(line)}</p>" for line in foot)
    return f'<div style="overflow-x:auto"><table>{table}</table></div>{below}'


def html_rows(head: list[str], rows: Iterable[Iterable[str]], look: str = "") -> str:
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
