"""Report: what a checker found in one submission, and what a student reads of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby

from metrics_edu.homework.course import Course
from metrics_edu.homework.feedback import CSS, Block, as_html, as_text, body_html
from metrics_edu.homework.submission.claimed_numbers import Judged, Working, judge_claim
from metrics_edu.homework.submission.findings import FINDINGS, LEVELS, Finding
from metrics_edu.homework.submission.ranking_file import SubmittedLists
from metrics_edu.homework.submission.ratings_file import PredictedRatings
from metrics_edu.language import _, decimal_mark, ngettext, number
from metrics_edu.metrics import CONVENTIONS, WHOLE, Given, Measure, Run, as_id, explain
from metrics_edu.mistakes import plainly
from metrics_edu.working import Derivation, Shown, one_line

MAX_UNREAD, MAX_UNREAD_LETTERS = 10, 80
"""So many files that are not read are named, and so many letters of each."""


@dataclass(repr=False)
class Report(Shown):
    """What a checker has to say about one submission; it displays itself.

    Attributes
    ----------
    name : str
    findings : list of Finding
    run : Run or None
        The lists against the validation data; None where there is no readable ranking.
    predicted : PredictedRatings or None
    values : dict of str -> float
        The measures on the validation data, by the policy's names.
    claims : list of Judged
    answers : list of Judged
        To the exercise that was done in class.
    student : str
        Whose exercise it is.
    handed : SubmittedLists or None
        The lists as they were read.
    """

    name: str
    course: Course
    findings: list[Finding] = field(default_factory=list)
    run: Run | None = None
    predicted: PredictedRatings | None = None
    values: dict[str, float] = field(default_factory=dict)
    claims: list[Judged] = field(default_factory=list)
    answers: list[Judged] = field(default_factory=list)
    student: str = ""
    handed: SubmittedLists | None = None
    unread: list[str] = field(default_factory=list)
    read: bool = False

    @property
    def errors(self) -> list[Finding]:
        """The findings that cost the points of the format."""
        return [one for one in self.findings if one.level == "error"]

    @property
    def of_other_ids(self) -> bool:
        """Whether the lists seem to hold others' ids, so that what they seem to hold of the train data tells nothing."""
        return any(one.code in ("SHIFTED_IDS", "INNER_IDS") for one in self.findings)

    def given_for(self, title: str) -> Given | None:
        """Return what a measure is computed from; None where that is missing."""
        if self.course.policy.asked[title].metric.kind != "rating":
            return self.run
        if self.predicted is None or not self.predicted.whole:
            return None
        return self.predicted.against("actual", self.course.fallback)

    @cached_property
    def _repeats(self) -> Run | None:
        return self.handed.with_repeats(self.course.validation) if self.run and self.handed else None

    def judged(self, title: str, claimed: str) -> Judged:
        """Say what a number that was reported is."""
        policy = self.course.policy
        found = judge_claim(title, claimed, self.given_for(title), policy)
        if self._repeats is not None and policy.asked[title].metric.kind == "ranking":
            found = found.or_else(judge_claim(title, claimed, self._repeats, policy))
        return found.without("SEEN_KEPT") if self.of_other_ids else found

    def explain(self, user: object, title: str | None = None) -> Derivation:
        """Return the derivation of a user's value on the validation data.

        Raises
        ------
        ValueError
            If there is no ranking, no such user, or no such measure of rankings.
        """
        policy = self.course.policy
        names = [name for name, one in policy.asked.items() if one.metric.kind == "ranking"]
        if self.run is None or not names:
            raise ValueError(_("there is no ranking to explain"))
        asked = policy.asked[policy.measure_called(title) if title else names[0]]
        users = self.run.ranking.users or []
        if as_id(user) not in users:
            said = _("no user {user!r} is in the validation data; the first ones are {some}",
                     user=as_id(user), some=", ".join(users[:3]))  # fmt: skip
            raise ValueError(said)
        if asked.metric.name in WHOLE:
            return explain(asked.metric, self.run.lists, getattr(self.run, WHOLE[asked.metric.name]))
        if asked.metric.kind != "ranking":
            raise ValueError(_("{measure} is no measure of a user's list", measure=asked.name))
        return asked.explain(self.run.ranking.user(as_id(user)))

    def text(self) -> str:
        """Return the report as text."""
        return as_text(self.name, blocks(self))

    def html(self) -> str:
        """Return the report as HTML."""
        return f"<style>{CSS}</style>{report_body(self)}"

    def page(self) -> str:
        """Return the report as a page of its own."""
        return as_html(self.name, blocks(self))


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
    return re.sub(r"^(-?\d*)\.(\d+)$", rf"\1{decimal_mark()}\2", claim.claimed) or "–"


def _not_computed(claim: Judged) -> str:
    return _("It could not be recomputed: see the files.") if claim.claimed else _("No answer was given.")


def _sides(user: str, found: Sequence[Working]) -> tuple[tuple[str, str], ...]:
    title = _("Right, for user {user}", user=one_line(user)[:40]) if user else _("Right, over all ratings")
    sides = [(title, found[0].right.text())]
    for one in found:
        value = _("The value is then {value}.", value=number(one.wrong_value))
        sides.append((_titled(one.code), one.wrong.text() if one.wrong else value))
    return tuple(sides)


def _titled(code: str) -> str:
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
        more = ", ..." if len(report.unread) > MAX_UNREAD else ""
        names = ", ".join(name[-MAX_UNREAD_LETTERS:] for name in report.unread[:MAX_UNREAD])
        yield _("Files that were not read: {names}.", names=names + more)
    yield _("How the lists were made: no program was run or read.")


def report_body(report: Report, *, claims: bool = True) -> str:
    """Return a report as HTML without its style; without `claims` what the numbers are is left out."""
    return f'<div class="me-report">{body_html(blocks(report, claims=claims))}</div>'
