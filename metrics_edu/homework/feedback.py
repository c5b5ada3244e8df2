"""Report: what a student reads, once, as blocks; written as text, Markdown and self-contained HTML.

Ids and file names are a student's text: in HTML and Markdown they show as themselves, never as markup.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from metrics_edu.homework.submission.claims_file import Judged, Working
from metrics_edu.homework.submission.findings import FINDINGS, LEVELS, Finding
from metrics_edu.language import _, decimal_mark, language, ngettext, number
from metrics_edu.metrics import CONVENTIONS
from metrics_edu.mistakes import plainly
from metrics_edu.working import columns, escape, one_line

if TYPE_CHECKING:
    from metrics_edu.homework.check import Report
    from metrics_edu.metrics import Measure

WIDEST = 76
"""Beyond, two workings stand below each other in a terminal."""
MOST_UNREAD, LONGEST = 10, 80
"""So many files that are not read are named, and so many letters of each."""
CSS = (Path(__file__).parent / "feedback.css").read_text("utf-8")


@dataclass(frozen=True)
class Block:
    """A part of a report: a heading, a paragraph, findings, a table, or workings side by side."""

    heading: str = ""
    text: str = ""
    findings: tuple[Finding, ...] = ()
    table: tuple[Sequence[str], list[list[str]]] | None = None
    sides: tuple[tuple[str, str], ...] = ()


def blocks(report: Report, *, values: bool = True, claims: bool = True) -> Iterator[Block]:
    """Give the parts of a report; without `values` the recomputed means are left out, without `claims` what they are."""
    policy = report.course.policy
    yield Block(heading=_("The files"))
    if report.findings:
        order = list(LEVELS)
        yield Block(findings=tuple(sorted(report.findings, key=lambda one: order.index(one.level))))
    if not report.errors:
        yield Block(text=_("The format is as asked for."))
    if costly := [one.code for one in report.findings if one.code in policy.reject]:
        named = [_(FINDINGS[code][1]) for code in dict.fromkeys(costly)]
        yield Block(text=_("This costs all points: {what}.", what=", ".join(named)))
    if report.values and values:
        yield Block(heading=_("On the validation data"))
        rows = [[name, number(value, fixed=4), _words(policy.asked[name])] for name, value in report.values.items()]
        yield Block(table=((_("measure"), _("value"), _("what it is")), rows))
        if report.run is not None:
            yield Block(text=_threshold(report))
    if claims and any(one.claimed for one in report.claims):
        yield Block(heading=_("The numbers you report"))
        yield from _judged(report.claims)
    if report.answers:
        yield Block(heading=_("The exercise done in class"))
        yield from _judged(report.answers)
    yield Block(heading=_("Not checked"))
    yield Block(text=" ".join(_unchecked(report)))


def _judged(claims: Sequence[Judged]) -> Iterator[Block]:
    rows = [[one.title, _written(one), one.said if one.verdict else _not_computed(one)] for one in claims]
    yield Block(table=((_("measure"), _("yours"), _("what it is")), rows))
    for one in claims:
        for user, found in groupby(one.workings, key=lambda working: working.user):
            yield Block(heading=_("{measure}: where it shows first", measure=one.title))
            yield Block(sides=_sides(user, list(found)))


def _written(claim: Judged) -> str:
    """Return a claim as it was written; the point of a file's number becomes the reader's decimal mark."""
    return re.sub(r"^(-?\d*)\.(\d+)$", rf"\1{decimal_mark()}\2", claim.claimed) or "–"


def _not_computed(claim: Judged) -> str:
    return _("It could not be recomputed: see the files.") if claim.claimed else _("No answer was given.")


def _sides(user: str, found: Sequence[Working]) -> tuple[tuple[str, str], ...]:
    """Return the right working of a user, and each wrong one, with their titles."""
    title = _("Right, for user {user}", user=one_line(user)[:40]) if user else _("Right, over all ratings")
    sides = [(title, found[0].right.text())]
    for one in found:
        value = _("The value is then {value}.", value=number(one.wrong_value))
        sides.append((_titled(one.code), one.wrong.text() if one.wrong else value))
    return tuple(sides)


def _titled(code: str) -> str:
    """Say what a working is that is not the policy's: a convention, or a mistake."""
    if code in CONVENTIONS:
        return _("As in: {name}", name=_(CONVENTIONS[code].title))
    return _("With the mistake: {name}", name=plainly(code))


def _words(asked: Measure) -> str:
    return asked.label if asked.metric.kind == "ranking" else _(asked.metric.title)


def _threshold(report: Report) -> str:
    users = len(report.run.ranking.users or []) if report.run else 0
    return ngettext(
        "Relevant: from grade {grade} on. Means over {count} user, the only one that judged something in the validation data.",
        "Relevant: from grade {grade} on. Means over {count} users, all that judged something in the validation data.",
        users,
        grade=number(report.course.policy.relevance_threshold),
    )


def _unchecked(report: Report) -> Iterator[str]:
    policy, asked = report.course.policy, report.course.policy.submissions
    if policy.data.test is not None:
        yield _("The hidden test data: no number here says how good the lists are on them.")
    if report.run is None and asked.ranking is not None:
        yield _("Everything that needs the ranking.")
    if report.predicted is None and asked.ratings is not None:
        yield _("The ratings file.")
    if asked.claims is not None and not any(one.claimed for one in report.claims):
        yield _("The numbers you report: there are none.")
    if report.unread:
        more = ", ..." if len(report.unread) > MOST_UNREAD else ""
        names = ", ".join(name[-LONGEST:] for name in report.unread[:MOST_UNREAD])
        yield _("Files that were not read: {names}.", names=names + more)
    yield _("How the lists were made: no program was run or read.")


def report_text(report: Report) -> str:
    """Return a report as text for a terminal."""
    return as_text(report.name, blocks(report))


def report_html(report: Report) -> str:
    """Return a report as HTML for a notebook."""
    return f"<style>{CSS}</style>{report_body(report)}"


def report_body(report: Report, *, claims: bool = True) -> str:
    """Return a report as HTML without its style; without `claims` what the numbers are is left out."""
    return f'<div class="me-report">{_body(blocks(report, claims=claims))}</div>'


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
    """Write two texts side by side, or below each other where they are wide."""
    one, other = ([title, "", *text.split("\n")] for title, text in (left, right))
    width = max(map(len, one))
    if width > WIDEST:
        return "\n".join([*one, "", *other])
    rows = max(len(one), len(other))
    one, other = (side + [""] * (rows - len(side)) for side in (one, other))
    return "\n".join(f"{a.ljust(width)}   |  {b}".rstrip() for a, b in zip(one, other, strict=True))


def as_markdown(title: str, parts: Iterator[Block]) -> str:
    """Write blocks as Markdown."""
    lines = [f"# {mark(title)}", ""]
    for block in parts:
        if block.heading:
            lines += [f"## {mark(block.heading)}", ""]
        if block.text:
            lines += [mark(block.text), ""]
        lines += [f"- **{one.called}**: {mark(one.text)}" for one in block.findings]
        lines += [""] if block.findings else []
        if block.table:
            head, rows = block.table
            lines += [_row(head), _row(["---"] * len(head), plain=True), *map(_row, rows), ""]
        for side_title, text in block.sides:
            lines += [f"**{mark(side_title)}**", "", *(f"    {line}" for line in text.split("\n")), ""]
    return "\n".join(lines)


def _row(cells: Sequence[str], *, plain: bool = False) -> str:
    return "| " + " | ".join(cell if plain else mark(cell) for cell in cells) + " |"


def mark(text: str) -> str:
    r"""Return text that Markdown, and TeX in it, shows as it is.

    Examples
    --------
    >>> mark("<img src=x> $x_1$ |a|")
    '&lt;img src=x&gt; \\$x\\_1\\$ \\|a\\|'
    """
    plain = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\\", "&#92;")
    return re.sub(r"([`*_{}\[\]#|$~!])", r"\\\1", plain.replace("&#92;", "\0")).replace("\0", "&#92;")


def as_html(title: str, parts: Iterator[Block]) -> str:
    """Write blocks as a page that needs nothing else."""
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{escape(title)}</title>'
    body = f'<body class="me-page"><main class="me-report"><h1>{escape(title)}</h1>{_body(parts)}</main></body>'
    return f'<!doctype html><html lang="{language()}"><head>{head}<style>{CSS}</style></head>{body}</html>\n'


def _body(parts: Iterator[Block]) -> str:
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
    """Let the keyboard reach what scrolls sideways; JupyterLab's shortcuts stay out of it."""
    return f'tabindex="0" data-lm-suppress-shortcuts="true" role="group" aria-label="{escape(_("scrolls sideways"))}"'
