"""The parts of a report, and how they are written as text."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import zip_longest

from metrics_edu.working.printing import columns
from metrics_homework.findings import Finding

MAX_WIDTH_BESIDE = 76  # beyond, two workings are below each other in a terminal


@dataclass(frozen=True)
class ReportBlock:
    """A part of a report: a heading, a paragraph, findings, a table (its head first), or workings side by side."""

    heading: str = ""
    text: str = ""
    ways: tuple[str, ...] = ()  # numbered, below the text
    findings: tuple[Finding, ...] = ()
    table: tuple[list[str], ...] = ()
    marks: tuple[str, ...] = ()  # of the rows of the table, each before the third cell
    mark: str = ""  # of the heading
    shown: str = ""  # the list that the workings are of, as HTML
    sides: tuple[tuple[str, str, str], ...] = ()  # titles, workings, and what differs in them as HTML


def as_text(title: str, parts: Iterable[ReportBlock]) -> str:
    lines = [title, "=" * len(title)]
    for block in parts:
        if block.heading:
            lines += ["", block.heading, "-" * len(block.heading)]
        lines += filter(None, [block.text, *(f"{k}. {way}" for k, way in enumerate(block.ways, start=1))])
        lines += map(str, block.findings)
        if block.table:
            lines.append(columns([*block.table]))
        if block.sides:
            more = [f"\n{title}\n\n{text}" for title, text, _html in block.sides[2:]]
            lines += ["", _beside(*block.sides[:2]), *more]
    return "\n".join(lines)


def _beside(*sides: tuple[str, str, str]) -> str:
    left_lines, right_lines = ([title, "", *text.split("\n")] for title, text, _html in sides)
    width = max(map(len, left_lines))
    if width > MAX_WIDTH_BESIDE:
        return "\n".join([*left_lines, "", *right_lines])
    pairs = zip_longest(left_lines, right_lines, fillvalue="")
    return "\n".join(f"{line.ljust(width)}   |  {beside}".rstrip() for line, beside in pairs)
