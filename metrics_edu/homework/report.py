"""Report: what a checker found in one submission, and what a student reads of it, as text and as a page.

Ids and file names are a student's text: in HTML they show as themselves, never as markup.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby, zip_longest
from pathlib import Path

from metrics_edu.homework.claims import Judged, Working, judge_claim
from metrics_edu.homework.course import Course
from metrics_edu.homework.findings import FINDINGS, LEVELS, Finding
from metrics_edu.homework.ranking_and_ratings import PredictedRatings, SubmittedLists
from metrics_edu.language import _, decimal_mark, language, ngettext, number
from metrics_edu.metrics import CONVENTIONS, WHOLE, Given, Run, as_id, explain
from metrics_edu.mistakes import plainly
from metrics_edu.working import Derivation, Shown, columns, escape, one_line

MAX_UNREAD, MAX_UNREAD_LETTERS = 10, 80
MAX_WIDTH_BESIDE = 76
"""Beyond, two workings stand below each other in a terminal."""
CSS = (Path(__file__).parent / "feedback.css").read_text("utf-8")


@dataclass(frozen=True)
class Block:
    """A part of a report: a heading, a paragraph, findings, a table (its head first), or workings side by side."""

    heading: str = ""
    text: str = ""
    findings: tuple[Finding, ...] = ()
    table: tuple[list[str], ...] = ()
    sides: tuple[tuple[str, str], ...] = ()


def as_text(title: str, parts: Iterable[Block]) -> str:
    lines = [title, "=" * len(title)]
    for block in parts:
        if block.heading:
            lines += ["", block.heading, "-" * len(block.heading)]
        if block.text:
            lines.append(block.text)
        lines += map(str, block.findings)
        if block.table:
            lines.append(columns([*block.table]))
        if block.sides:
            lines += [_beside(*block.sides[:2]), *(f"\n{title}\n\n{text}" for title, text in block.sides[2:])]
    return "\n".join(lines)


def _beside(left: tuple[str, str], right: tuple[str, str]) -> str:
    left_lines, right_lines = ([title, "", *text.split("\n")] for title, text in (left, right))
    width = max(map(len, left_lines))
    if width > MAX_WIDTH_BESIDE:
        return "\n".join([*left_lines, "", *right_lines])
    pairs = zip_longest(left_lines, right_lines, fillvalue="")
    return "\n".join(f"{line.ljust(width)}   |  {beside}".rstrip() for line, beside in pairs)


def as_html(title: str, parts: Iterable[Block]) -> str:
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{escape(title)}</title>'
    body = f'<body class="me-page"><main class="me-report"><h1>{escape(title)}</h1>{body_html(parts)}</main></body>'
    return f'<!doctype html><html lang="{language()}"><head>{head}<style>{CSS}</style></head>{body}</html>\n'


def body_html(parts: Iterable[Block]) -> str:
    return "".join(map(_html, parts))


def _html(block: Block) -> str:
    html = f"<h2>{escape(block.heading)}</h2>" if block.heading else ""
    html += f"<p>{escape(block.text)}</p>" if block.text else ""
    if block.findings:
        items = [
            f'<li class="{finding.level}"><b>{escape(finding.called)}:</b> {escape(finding.text)}</li>'
            for finding in block.findings
        ]
        html += f"<ul>{''.join(items)}</ul>"
    label = escape(_("scrolls sideways"))
    around = f'tabindex="0" data-lm-suppress-shortcuts="true" role="group" aria-label="{label}"'
    if block.table:
        head, *rows = block.table
        titles = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
        lines = ["".join(f"<td>{escape(cell)}</td>" for cell in row) for row in rows]
        cells = "".join(f"<tr>{line}</tr>" for line in lines)
        html += f'<div class="scroll" {around}><table><tr>{titles}</tr>{cells}</table></div>'
    if block.sides:
        sides = [f"<div><b>{escape(title)}</b><pre {around}>{escape(text)}</pre></div>" for title, text in block.sides]
        html += f'<div class="sides">{"".join(sides)}</div>'
    return html


@dataclass(repr=False)
class Report(Shown):
    """What a checker has to say about one submission; it displays itself."""

    name: str
    course: Course
    findings: list[Finding] = field(default_factory=list)
    run: Run | None = None  # the lists against the validation data; None where there is no readable ranking
    predicted: PredictedRatings | None = None
    values: dict[str, float] = field(
        default_factory=dict
    )  # on the validation data, by the policy's names of the measures
    claims: list[Judged] = field(default_factory=list)
    answers: list[Judged] = field(default_factory=list)  # to the exercise that was done in class
    student: str = ""  # whose exercise it is
    handed: SubmittedLists | None = None  # the lists as they were read
    unread: list[str] = field(default_factory=list)  # the files that were not read
    read: bool = False  # to its end

    @property
    def errors(self) -> list[Finding]:
        """The findings that cost the points of the format."""
        return [finding for finding in self.findings if finding.level == "error"]

    def given_for(self, title: str) -> Given | None:
        if self.course.policy.asked[title].metric.kind != "rating":
            return self.run
        return self.predicted.against("actual") if self.predicted else None

    @cached_property
    def _repeats(self) -> Run | None:
        return self.handed.with_repeats(self.course.validation) if self.run and self.handed else None

    def judged(self, title: str, claimed: str) -> Judged:
        policy = self.course.policy
        judged = judge_claim(title, claimed, self.given_for(title), policy)
        if self._repeats is not None and policy.asked[title].metric.kind == "ranking":
            judged = judged.or_else(judge_claim(title, claimed, self._repeats, policy))
        of_other_ids = any(finding.code in ("SHIFTED_IDS", "INNER_IDS") for finding in self.findings)
        return judged.without("SEEN_KEPT") if of_other_ids else judged  # others' ids are in the train data by chance

    def explain(self, user: object, title: str | None = None) -> Derivation:
        """Return the derivation of a user's value on the validation data.

        Raises
        ------
        ValueError
            If there is no ranking, no such user, or no such measure of rankings.
        """
        policy = self.course.policy
        names = list(policy.of_kind("ranking"))
        if self.run is None or not names:
            raise ValueError(_("there is no ranking to explain"))
        asked = policy.asked[policy.measure_called(title) if title else names[0]]
        user, users = as_id(user), self.run.ranking.users or []
        if user not in users:
            some = ", ".join(users[:3])
            sentence = _("no user {user!r} is in the validation data; the first ones are {some}", user=user, some=some)
            raise ValueError(sentence)
        if asked.metric.name in WHOLE:
            return explain(asked.metric, self.run.lists, getattr(self.run, WHOLE[asked.metric.name]))
        if asked.metric.kind != "ranking":
            raise ValueError(_("{measure} is no measure of a user's list", measure=asked.name))
        return asked.explain(self.run.ranking.user(user))

    def text(self) -> str:
        """Return the report as text."""
        return as_text(self.name, blocks(self))

    def html(self) -> str:
        """Return the report as HTML."""
        return f"<style>{CSS}</style>{report_body(self)}"

    def page(self) -> str:
        """Return the report as a page of its own."""
        return as_html(self.name, blocks(self))


def report_body(report: Report, *, claims: bool = True) -> str:
    """Return a report as HTML without its style; without `claims` what the numbers are is left out."""
    return f'<div class="me-report">{body_html(blocks(report, claims=claims))}</div>'


def blocks(report: Report, *, values: bool = True, claims: bool = True) -> Iterator[Block]:
    """Give the parts of a report; without `values` the recomputed means are left out, without `claims` what they are."""
    policy, order = report.course.policy, list(LEVELS)
    yield Block(_("The files"), findings=tuple(sorted(report.findings, key=lambda finding: order.index(finding.level))))
    if not report.errors:
        yield Block(text=_("The format is as asked for."))
    if costly := [_(FINDINGS[finding.code][1]) for finding in report.findings if finding.code in policy.reject]:
        yield Block(text=_("This costs all points: {what}.", what=", ".join(dict.fromkeys(costly))))
    if report.values and values:
        yield from _values(report)
    if claims and any(judged.claimed for judged in report.claims):
        yield from _judged(_("The numbers you report"), report.claims)
    if report.answers:
        yield from _judged(_("The exercise done in class"), report.answers)
    yield Block(_("Not checked"), " ".join(_unchecked(report)))


def _values(report: Report) -> Iterator[Block]:
    policy, rows = report.course.policy, [[_("measure"), _("value"), _("what it is")]]
    for title, value in report.values.items():
        asked = policy.asked[title]
        words = asked.label if asked.metric.kind == "ranking" else _(asked.metric.title)
        rows.append([title, number(value, fixed=4), words])
    yield Block(_("On the validation data"), table=tuple(rows))
    if report.run is not None:
        count, grade = len(report.run.ranking.users or []), number(policy.relevance_threshold)
        yield Block(text=ngettext(
            "Relevant: from grade {grade} on. Means over {count} user, the only one that judged something in the validation data.",
            "Relevant: from grade {grade} on. Means over {count} users, all that judged something in the validation data.",
            count, grade=grade))  # fmt: skip


def _judged(heading: str, numbers: Sequence[Judged]) -> Iterator[Block]:
    rows = [[_("measure"), _("yours"), _("what it is")]]
    for judged in numbers:
        claimed = re.sub(r"^(-?\d*)\.(\d+)$", rf"\1{decimal_mark()}\2", judged.claimed) or "–"
        open_case = _("It could not be recomputed: see the files.") if judged.claimed else _("No answer was given.")
        rows.append([judged.title, claimed, judged.said if judged.verdict else open_case])
    yield Block(heading, table=tuple(rows))
    for judged in numbers:
        for user, workings in groupby(judged.workings, key=lambda working: working.user):
            yield Block(_("{measure}: where it shows first", measure=judged.title), sides=_sides(user, list(workings)))


def _sides(user: str, workings: Sequence[Working]) -> tuple[tuple[str, str], ...]:
    title = _("Right, for user {user}", user=one_line(user)[:40]) if user else _("Right, over all ratings")
    sides = [(title, workings[0].right.text())]
    for working in workings:
        if working.code in CONVENTIONS:
            title = _("As in: {name}", name=_(CONVENTIONS[working.code].title))
        else:
            title = _("With the mistake: {name}", name=plainly(working.code))
        value = _("The value is then {value}.", value=number(working.wrong_value))
        sides.append((title, working.wrong.text() if working.wrong else value))
    return tuple(sides)


def _unchecked(report: Report) -> Iterator[str]:
    policy, asked = report.course.policy, report.course.policy.submissions
    if policy.data.test is not None:
        yield _("The hidden test data: no number here says how good the lists are on them.")
    if report.run is None and asked.ranking is not None:
        yield _("Everything that needs the ranking.")
    if report.predicted is None and asked.ratings is not None:
        yield _("The ratings file.")
    if asked.claims is not None and not any(judged.claimed for judged in report.claims):
        yield _("The numbers you report: there are none.")
    if report.unread:
        more = ", ..." if len(report.unread) > MAX_UNREAD else ""
        names = ", ".join(name[-MAX_UNREAD_LETTERS:] for name in report.unread[:MAX_UNREAD])
        yield _("Files that were not read: {names}.", names=names + more)
    yield _("How the lists were made: no program was run or read.")
