"""A report as a page of HTML.

Ids and file names are a student's text: in HTML they show as themselves, never as markup.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import zip_longest
from pathlib import Path

from metrics_edu.homework.judging.blocks import ReportBlock
from metrics_edu.language import _, language
from metrics_edu.working import escape

CSS = (Path(__file__).parent / "feedback.css").read_text("utf-8")


def as_html(title: str, parts: Iterable[ReportBlock], over: str = "", beside: str = "") -> str:
    """Return a page; `over` and `beside` its title may stand what it is of, and the points."""
    head = f'<hgroup><p>{escape(over)}</p><h1>{escape(title)}</h1></hgroup><p class="points">{escape(beside)}</p>'
    body = f'<main class="me-report"><header>{head}</header>{"".join(map(block_html, parts))}</main>'
    return page_html(f"{over}: {title}" if over else title, body)


def page_html(title: str, body: str) -> str:
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{escape(title)}</title>'
    styled = f'{head}<style>{CSS}</style></head><body class="me-page">{body}</body>'
    return f'<!doctype html><html lang="{language()}"><head>{styled}</html>\n'


def mark_html(mark: str, words: str) -> str:
    return f'<span class="me-mark" data-kind="{mark}">{escape(words)}</span>'


def block_html(block: ReportBlock) -> str:
    heading = mark_html(block.mark, block.heading) if block.mark else escape(block.heading)
    html = f"<h2>{heading}</h2>" if block.heading else ""
    text, *ways = (escape(line.replace("2^g", "2ᵍ").replace("|R|, ", "|R|,\xa0")) for line in (block.text, *block.ways))
    html += f"<p>{text}</p>" if text else ""
    numbered = [f"<li>{way}</li>" for way in ways]
    found = [f'<li class="{one.level}"><b>{escape(one.called)}:</b> {escape(one.text)}</li>' for one in block.findings]
    html += "".join(f"<{kind}>{''.join(items)}</{kind}>" for kind, items in (("ol", numbered), ("ul", found)) if items)
    if block.table:
        html += f'<div class="scroll" {_scrolls()}>{_table_html(block)}</div>'
    html += block.shown
    if block.sides:
        sides = [f"<div {_scrolls()}><b>{escape(title)}</b>{lines}</div>" for title, _text, lines in block.sides]
        html += f'<div class="sides">{"".join(sides)}</div>'
    return html


def _scrolls() -> str:
    label = escape(_("scrolls sideways"))
    return f'tabindex="0" data-lm-suppress-shortcuts="true" role="group" aria-label="{label}"'


def _table_html(block: ReportBlock) -> str:
    head, *rows = block.table
    titles = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
    lines = []
    for row, mark in zip_longest(rows, block.marks, fillvalue=""):
        cells = [mark_html(mark, cell) if mark and k == 2 else escape(cell) for k, cell in enumerate(row)]
        lines.append("".join(f"<td>{cell}</td>" for cell in cells))
    return f"<table><thead><tr>{titles}</tr></thead>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"
