"""Printing: tables and values as text and HTML. How numbers look is decided in ``style.py``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from markupsafe import Markup

from metrics_edu.language import number
from metrics_edu.working.markup import element


class Displayed:
    """What shows itself: as HTML in a notebook, as text anywhere else."""

    def text(self) -> str:
        raise NotImplementedError

    def html(self) -> str:
        raise NotImplementedError

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return {"text/plain": self.text(), "text/html": self.html()}

    def __repr__(self) -> str:
        return self.text()


class Table(Displayed):
    """What shows itself as a table, and lines of text below it."""

    def table(self) -> tuple[list[str], list[list[str]]]:
        raise NotImplementedError

    def sentences(self) -> list[str]:
        raise NotImplementedError

    def text(self) -> str:
        head, cells = self.table()
        return "\n".join([columns([head, *cells]), *self.sentences()])

    def html(self) -> str:
        head, cells = self.table()
        return str(table_html(head, cells, self.sentences()))


def columns(rows: Sequence[Sequence[str]], justify: Callable[[str, int], str] = str.ljust) -> str:
    """Print rows of text as lines, their cells below each other; a shorter row, such as a gap, is kept as it is."""
    whole = [row for row in rows if len(row) == len(rows[0])]
    widths = [max(map(len, cells)) for cells in zip(*whole, strict=True)]
    lines = (map(justify, row, widths) if len(row) == len(widths) else row for row in rows)
    return "\n".join("  ".join(line).rstrip() for line in lines)


def table_html(head: list[str], rows: Iterable[Iterable[str]], foot: list[str]) -> Markup:
    """Print a table, and lines of text below it; it scrolls where the page is narrow."""
    table = element("table", *html_rows(head, rows, style="text-align:left;vertical-align:top;padding-right:1.5em"))
    return element("div", table, style="overflow-x:auto") + Markup().join(element("p", line) for line in foot)


def html_rows(head: list[str], rows: Iterable[Iterable[str]], **attributes: str) -> Iterator[Markup]:
    """Give the rows of a table, its head first; the attributes are those of each cell."""
    yield element("tr", *(element("th", cell, **attributes) for cell in head))
    for row in rows:
        yield element("tr", *(element("td", cell, **attributes) for cell in row))


def value_html(value: float) -> Markup:
    """Print a value, and under one from 0 to 1 a line from 0 to 1 with a dot where it lies."""
    text = element("b", number(value, fixed=4))
    if not 0 <= value <= 1:
        return text
    line = "display:block;position:relative;width:7em;margin:.5em .4em;border-top:1px solid"
    dot = "position:absolute;top:-.35em;width:.6em;height:.6em;margin-left:-.3em;border-radius:50%;background:currentColor"
    point = element("span", style=f"{dot};left:{100 * value:.1f}%")
    return text + element("span", point, style=line, aria_hidden="true")
