"""Feedback: blocks of what a student reads, written as text and as a page that needs nothing else.

Ids and file names are a student's text: in HTML they show as themselves, never as markup.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from metrics_edu.homework.submission.findings import Finding
from metrics_edu.language import _, language
from metrics_edu.working import columns, escape

MAX_WIDTH_BESIDE = 76
"""Beyond, two workings stand below each other in a terminal."""
CSS = (Path(__file__).parent / "feedback.css").read_text("utf-8")


@dataclass(frozen=True)
class Block:
    """A part of a report: a heading, a paragraph, findings, a table, or workings side by side."""

    heading: str = ""
    text: str = ""
    findings: tuple[Finding, ...] = ()
    table: tuple[Sequence[str], list[list[str]]] | None = None
    sides: tuple[tuple[str, str], ...] = ()


def as_text(title: str, parts: Iterator[Block]) -> str:
    """Write blocks as text."""
    lines = [title, "=" * len(title)]
    for block in parts:
        if block.heading:
            lines += ["", block.heading, "-" * len(block.heading)]
        if block.text:
            lines.append(block.text)
        lines += map(str, block.findings)
        if block.table:
            lines.append(columns([list(block.table[0]), *block.table[1]]))
        if block.sides:
            lines += [_beside(*block.sides[:2]), *(f"\n{title}\n\n{text}" for title, text in block.sides[2:])]
    return "\n".join(lines)


def _beside(left: tuple[str, str], right: tuple[str, str]) -> str:
    one, other = ([title, "", *text.split("\n")] for title, text in (left, right))
    width = max(map(len, one))
    if width > MAX_WIDTH_BESIDE:
        return "\n".join([*one, "", *other])
    rows = max(len(one), len(other))
    one, other = (side + [""] * (rows - len(side)) for side in (one, other))
    return "\n".join(f"{a.ljust(width)}   |  {b}".rstrip() for a, b in zip(one, other, strict=True))


def as_html(title: str, parts: Iterator[Block]) -> str:
    """Write blocks as a page that needs nothing else."""
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{escape(title)}</title>'
    body = f'<body class="me-page"><main class="me-report"><h1>{escape(title)}</h1>{body_html(parts)}</main></body>'
    return f'<!doctype html><html lang="{language()}"><head>{head}<style>{CSS}</style></head>{body}</html>\n'


def body_html(parts: Iterator[Block]) -> str:
    return "".join(_html(block) for block in parts)


def _html(block: Block) -> str:
    out = []
    if block.heading:
        out.append(f"<h2>{escape(block.heading)}</h2>")
    if block.text:
        out.append(f"<p>{escape(block.text)}</p>")
    if block.findings:
        items = (
            f'<li class="{one.level}"><b>{escape(one.called)}:</b> {escape(one.text)}</li>' for one in block.findings
        )
        out.append(f"<ul>{''.join(items)}</ul>")
    if block.table:
        head, rows = block.table
        titles = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
        cells = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
        out.append(f'<div class="scroll" {_reachable()}><table><tr>{titles}</tr>{cells}</table></div>')
    if block.sides:
        sides = (f"<div><b>{escape(title)}</b>{pre(text)}</div>" for title, text in block.sides)
        out.append(f'<div class="sides">{"".join(sides)}</div>')
    return "".join(out)


def pre(text: str) -> str:
    """Return text in lines as HTML."""
    return f"<pre {_reachable()}>{escape(text)}</pre>"


def _reachable() -> str:
    return f'tabindex="0" data-lm-suppress-shortcuts="true" role="group" aria-label="{escape(_("scrolls sideways"))}"'
