"""A report as a page of HTML.

Ids and file names are a student's text: in HTML they show as themselves, never as markup.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import zip_longest
from pathlib import Path

from markupsafe import Markup

from metrics_edu.language import _, language
from metrics_edu.metrics import Ranking
from metrics_edu.working.labels import letters
from metrics_edu.working.markup import element
from metrics_homework.judging.report_blocks import ReportBlock

CSS = (Path(__file__).parent / "feedback.css").read_text("utf-8")
STYLE = element("style", Markup(CSS))
RANKS_OF_A_ROW = 10
"""Of a long list, so that it fits on paper and on a phone."""


def as_html(title: str, parts: Iterable[ReportBlock], over: str = "", beside: str = "") -> Markup:
    """Return a page; `over` and `beside` its title may be what it is of, and the points."""
    heading = element("hgroup", element("p", over), element("h1", title))
    header = element("header", heading, element("p", beside, class_="points"))
    body = element("main", header, *map(block_html, parts), class_="me-report")
    return page_html(f"{over}: {title}" if over else title, body)


def page_html(title: str, *body: Markup) -> Markup:
    """Return a page with a title."""
    meta = Markup('<meta charset="utf-8"><meta name="viewport" content="width=device-width">')
    head = element("head", meta, element("title", title), STYLE)
    page = element("html", head, element("body", *body, class_="me-page"), lang=language())
    return Markup("<!doctype html>{}\n").format(page)


def about_list(ranking: Ranking) -> str:
    """Return what is needed beside a list to compute its value by hand."""
    relevant = _("|R| = {count}: relevant items in all, shown or not.", count=int(ranking.relevant))
    grades = _("Their grades: {grades}.", grades=" ".join(letters(ranking.pool(), graded=True)))
    known = [_("R: relevant; N: not relevant."), relevant]
    if not ranking.is_binary:
        known = [_("The numbers are grades; 0: not relevant."), relevant, grades]
    return " ".join(known)


def list_html(ranking: Ranking) -> Markup:
    """Return a list as a table, and below it what is needed to compute its value by hand."""
    marks = ranking.marks()
    rows: list[Markup] = []
    for start in range(0, len(marks), RANKS_OF_A_ROW):
        ranks = range(start + 1, min(start + RANKS_OF_A_ROW, len(marks)) + 1)
        for title, cells in ((_("Rank"), ranks), (_("Item"), [marks[rank - 1] for rank in ranks])):
            heading = element("th", title, scope="row")
            rows.append(element("tr", heading, *(element("td", cell) for cell in cells)))
    return element("table", *rows, class_="generaltable") + element("p", about_list(ranking))


def mark_html(mark: str, words: str) -> Markup:
    return element("span", words, class_="me-mark", data_kind=mark)


def block_html(block: ReportBlock) -> Markup:
    return Markup().join(_parts(block))


def _parts(block: ReportBlock) -> Iterator[Markup]:
    if block.heading:
        yield element("h2", mark_html(block.mark, block.heading) if block.mark else block.heading)
    text, *ways = (line.replace("2^g", "2ᵍ").replace("|R|, ", "|R|,\xa0") for line in (block.text, *block.ways))
    if text:
        yield element("p", text)
    if ways:
        yield element("ol", *(element("li", way) for way in ways))
    if block.findings:
        found = ((finding.level, element("b", finding.called, ":"), finding.text) for finding in block.findings)
        yield element("ul", *(element("li", called, " ", text, class_=level) for level, called, text in found))
    if block.table:
        yield element("div", _table_html(block), class_="scroll", **_scrolls())
    yield Markup(block.shown)  # `report.py` wrote it as HTML
    if block.sides:
        sides = (
            element("div", element("b", title), Markup(lines), **_scrolls()) for title, _text, lines in block.sides
        )
        yield element("div", *sides, class_="sides")


def _scrolls() -> dict[str, str]:
    """Return the attributes of what scrolls sideways with the keys."""
    label = _("scrolls sideways")
    return {"tabindex": "0", "data_lm_suppress_shortcuts": "true", "role": "group", "aria_label": label}


def _table_html(block: ReportBlock) -> Markup:
    head, *rows = block.table
    titles = element("tr", *(element("th", cell, scope="col") for cell in head))
    marked = (
        [*row[:2], mark_html(mark, row[2]), *row[3:]] if mark else row
        for row, mark in zip_longest(rows, block.marks, fillvalue="")
    )
    lines = (element("tr", *(element("td", cell) for cell in row)) for row in marked)
    return element("table", element("thead", titles), *lines)
