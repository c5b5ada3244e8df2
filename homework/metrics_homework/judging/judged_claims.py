"""A claimed number and what it is: right, right under another convention, or the mistake that gives it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from metrics_edu.language import N_, _, decimal_mark, number
from metrics_edu.metrics import CONVENTIONS, Measure, Ranking, Ratings, Run, explain
from metrics_edu.metrics.value_and_derivation import Data, value_of
from metrics_edu.mistakes import Verdict, diagnose
from metrics_edu.mistakes.diagnosis import RIGHT
from metrics_edu.mistakes.known_mistakes import KNOWN_MISTAKES
from metrics_edu.mistakes.made_values import values_made, working_made
from metrics_edu.mistakes.written_numbers import Claim, read_claim
from metrics_edu.working import Derivation
from metrics_edu.working.labels import spoken
from metrics_homework.findings import PERCENTAGE

if TYPE_CHECKING:
    from metrics_homework.policy import Policy


Mark = Literal["", "right", "wrong", "convention", "open"]
MAX_WORKINGS = 6  # the number of wrong workings that are shown, where several codes give a number
EXCUSED, VOID = "excused", "void"
DECISIONS = {EXCUSED: N_("Excused."), VOID: N_("Void: all points.")}
"""The decisions of a teacher about a number, which is then not judged."""
NOT_JUDGED = ("not_attempted", "not_computed", *DECISIONS)


@dataclass(frozen=True)
class MistakeOnUser:
    """On which user a mistake shows, and what is right and wrong there; of ratings there is no user, but all of them."""

    code: str
    user: str
    right: Derivation
    wrong: Derivation | None
    wrong_value: float


class FileMistake(NamedTuple):
    """A mistake in a file that explains the numbers which its student computed."""

    code: str
    text: str


@dataclass(frozen=True)
class Judged:
    """A number that was claimed, and what it is."""

    title: str  # the measure, as the policy calls it: "MAP@10"
    claimed: str  # as it was written
    verdict: Verdict | None  # None where the measure could not be recomputed
    workings: tuple[MistakeOnUser, ...] = ()  # of each code or convention that shows on one user
    file_mistake: FileMistake | None = None  # without which the number is right
    ranking: Ranking | None = None  # the list of an exercise in class
    decision: str = ""

    def or_else(self, counted: Judged) -> Judged:
        """Return this, or what it is with the repeated items counted, where only that makes it right or says what it is."""
        if self.verdict is None or counted.verdict is None:
            return self
        verdict = self.verdict.or_else(counted.verdict)
        return replace(counted, verdict=verdict, workings=()) if verdict.repeats else self

    @property
    def repeats(self) -> bool:
        """Whether this is so if an item that is listed twice counts twice."""
        return self.verdict is not None and self.verdict.repeats

    @property
    def called(self) -> str:
        return called(self.title)

    @property
    def explanation(self) -> str:
        if self.file_mistake:
            return self.file_mistake.text
        return self.verdict.text if self.verdict else _(DECISIONS.get(self.decision, ""))

    def without(self, code: str) -> Judged:
        """Return the same without a mistake that cannot be the cause."""
        if self.verdict is None or code not in self.verdict.codes:
            return self
        workings = tuple(named for named in self.workings if named.code != code)
        return replace(self, verdict=self.verdict.only({*self.verdict.codes} - {code}), workings=workings)

    @property
    def written(self) -> str:
        """The number as it was written, with the decimal mark of the language."""
        return re.sub(r"^(-?\d*)\.(\d+)$", rf"\1{decimal_mark()}\2", self.claimed)

    @property
    def number(self) -> Claim | None:
        """The number that was read."""
        return self.verdict.claim if self.verdict else read_claim(self.claimed)

    @property
    def as_share(self) -> str:
        """The number as it is written if it is a percentage without the sign."""
        claim = self.number
        return number(claim.as_percentage.value, fixed=(claim.decimals or 0) + 2) if claim else ""

    @property
    def is_percentage(self) -> bool:
        return self.verdict is not None and self.verdict.question == PERCENTAGE

    @property
    def is_unexplained(self) -> bool:
        """Whether this is a wrong number, and neither a mistake nor a question says why."""
        return self.code in ("wrong", "out_of_range") and self.verdict is not None and not self.verdict.question

    @property
    def code(self) -> str:
        """One word for tables: right, rounded, wrong, ..., or the codes of the mistakes, or the conventions, with | between."""
        if self.file_mistake or self.is_percentage:
            return self.file_mistake.code if self.file_mistake else PERCENTAGE
        if self.verdict is None:
            return self.decision or ("not_computed" if self.claimed else "not_attempted")
        named = () if self.verdict.kind == "coincidence" else self.verdict.codes or self.verdict.conventions
        return "|".join(named) or self.verdict.kind

    @property
    def mark(self) -> Mark:
        return mark_of(self.code)


def called(title: str) -> str:
    """Return a measure, or the list of a measure in class, in words."""
    measure, _mark, position = title.rpartition(" #")
    return _("{measure} of list {number}", measure=measure, number=position) if measure else spoken(title)


def mark_of(code: str) -> Mark:
    """Return which of the four marks a code gets: right, wrong, convention or open; "" where a teacher decided."""
    if code in DECISIONS:
        return ""
    if code in (*RIGHT, *NOT_JUDGED):
        return "right" if code in RIGHT else "open"
    if code == "coincidence":
        return "convention"
    return "convention" if all(name in CONVENTIONS for name in code.split("|")) else "wrong"


def judge_claim(title: str, claimed: str, data: Data | None, policy: Policy) -> Judged:
    if data is None:
        return Judged(title, claimed, None)
    measure = policy.by_title[title]
    if claimed.strip() and read_claim(claimed) is None:  # a file has numbers: "0.5-0.6" is no computation
        unread = Verdict("unreadable", value_of(measure, data), measure, decimals=policy.decimals, written=claimed)
        return Judged(title, claimed, unread)
    verdict = diagnose(measure, data, claimed, decimals=policy.decimals, tolerance=policy.tolerance)
    return Judged(title, claimed, verdict, tuple(_workings(verdict, measure, data)))


def _workings(verdict: Verdict, measure: Measure, data: Data) -> Iterator[MistakeOnUser]:
    if isinstance(data, Ratings):
        right_working = explain(measure, data)
        for name in verdict.codes[:MAX_WORKINGS]:
            yield MistakeOnUser(name, "", right_working, None, KNOWN_MISTAKES[name].value(measure, data))
    if isinstance(data, Run) and measure.metric.kind == "ranking":
        yield from _workings_of_telling_user(verdict, measure, data)


def _workings_of_telling_user(verdict: Verdict, measure: Measure, run: Run) -> Iterator[MistakeOnUser]:
    right, users = np.asarray(measure(run.ranking), dtype=np.float64), run.ranking.users or []
    names = (verdict.codes or verdict.conventions[:1])[:MAX_WORKINGS]
    made = {name: values for name in names if np.shape(values := values_made(name, measure, run)) == right.shape}
    shows = {name: ~np.isclose(right, values, rtol=0, atol=1e-9, equal_nan=True) for name, values in made.items()}
    counts = np.sum([*shows.values()], axis=0)
    positions = sorted(np.flatnonzero(counts), key=lambda position: -counts[position])
    telling = [position for position in positions if not verdict.fits(right[position])]  # whose right value is another
    for position in (telling or positions)[:1]:
        user, working = users[position], measure.explain(run.ranking.user(users[position]))
        for name in (name for name in made if shows[name][position]):
            yield MistakeOnUser(
                name, user, working, working_made(name, measure, run, user), float(made[name][position])
            )
