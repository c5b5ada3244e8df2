"""Numbers that are claimed: what each is, beside the recomputed one, and on which user a mistake shows first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from metrics_edu.language import _
from metrics_edu.metrics import CONVENTIONS, Given, Measure, Ratings, Run, explain
from metrics_edu.mistakes import KNOWN_MISTAKES, Verdict, diagnose, under
from metrics_edu.working import Derivation

if TYPE_CHECKING:
    from metrics_edu.homework.policy import Policy

MAX_WORKINGS = 3
"""So many wrong workings are shown, where several codes give a number."""
UNNAMED = ("wrong", "out_of_range", "unreadable", "not_attempted")


@dataclass(frozen=True)
class Working:
    """On which user a mistake shows, and what is right and wrong there; of ratings there is no user, but all of them."""

    code: str
    user: str
    right: Derivation
    wrong: Derivation | None
    wrong_value: float


@dataclass(frozen=True)
class Judged:
    """A number that was claimed, and what it is.

    Attributes
    ----------
    title : str
        The measure, as the policy calls it: "MAP@10".
    claimed : str
        As it was written.
    verdict : Verdict or None
        None where the measure could not be recomputed.
    workings : list of Working
        For each code or convention, the first user on which it shows.
    repeats : bool
        Whether this is so if an item that stands twice in a list counts twice.
    """

    title: str
    claimed: str
    verdict: Verdict | None
    workings: tuple[Working, ...] = ()
    repeats: bool = False

    def or_else(self, counted: Judged) -> Judged:
        """Return this, or what it is with the repeated items counted, where only that makes it right or says what it is."""
        mine, other = self.verdict, counted.verdict
        if mine is None or other is None or mine.kind in ("right", "rounded") or other.kind in UNNAMED:
            return self
        better = other.kind in ("right", "rounded") or mine.kind in UNNAMED
        return replace(counted, workings=(), repeats=True) if better else self

    @property
    def said(self) -> str:
        """What it is, in the reader's language."""
        text = self.verdict.text if self.verdict else ""
        return _("With the repeated items counted: {text}", text=text) if self.repeats else text

    def without(self, code: str) -> Judged:
        """Return the same without a mistake that cannot be the cause."""
        if self.verdict is None or code not in self.verdict.codes:
            return self
        left = [one for one in self.verdict.codes if one != code]
        workings = tuple(one for one in self.workings if one.code != code)
        return replace(self, verdict=self.verdict.only(left), workings=workings)

    @property
    def code(self) -> str:
        """One word for tables: right, rounded, wrong, ..., or the codes of the mistakes, or the conventions, with | between."""
        if self.verdict is None:
            return "not_computed" if self.claimed else "not_attempted"
        return "|".join(self.verdict.codes or self.verdict.conventions) or self.verdict.kind


def judge_claim(title: str, claimed: str, given: Given | None, policy: Policy) -> Judged:
    """Say what a claimed number is; a mistake comes with the first user on which it shows."""
    if given is None:
        return Judged(title, claimed, None)
    asked = policy.asked[title]
    verdict = diagnose(claimed, given, asked, decimals=policy.decimals, tolerance=policy.tolerance)
    return Judged(title, claimed, verdict, tuple(_workings(verdict, given, asked)))


def _workings(verdict: Verdict, given: Given, asked: Measure) -> Iterator[Working]:
    if isinstance(given, Ratings):
        right_one = explain(asked.metric, given.predicted, given.actual)
        for name in verdict.codes[:MAX_WORKINGS]:
            yield Working(name, "", right_one, None, KNOWN_MISTAKES[name].value(given, asked))
    if not isinstance(given, Run) or asked.metric.kind != "ranking":
        return
    right = np.asarray(asked(given.ranking), dtype=np.float64)
    users = given.ranking.users or []
    names = verdict.codes or verdict.conventions[:1]
    for name in names[:MAX_WORKINGS]:
        wrong, working = _made(name, given, asked)
        if np.shape(wrong) != right.shape:
            continue
        differs = ~np.isclose(right, wrong, rtol=0, atol=1e-9, equal_nan=True)
        if not differs.any():
            continue
        k = int(differs.argmax())
        right_one = asked.explain(given.ranking.user(users[k]))
        yield Working(name, users[k], right_one, working(users[k]), float(wrong[k]))


def _made(name: str, run: Run, asked: Measure) -> tuple[Any, Callable[[str], Derivation | None]]:
    other = under(asked, name) if name in CONVENTIONS else None
    if other is not None:
        return np.asarray(other(run.ranking)), lambda user: other.explain(run.ranking.user(user))
    mistake = KNOWN_MISTAKES[name]
    return mistake.values(run, asked), lambda user: mistake.working(run, asked, user)
