"""Exercises: what is asked of lists, how answers are judged, hints, the solution, and other lists of the same kind."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from metrics_edu.language import _, ngettext
from metrics_edu.metrics import DEFAULT, Measure, Ranking, Ratings, asked_of, measure, working_of
from metrics_edu.mistakes import Verdict, check_decimals, diagnose, draw_pair, draw_ratings, near, value_made
from metrics_edu.working import Derivation

Given = Ranking | Ratings
RIGHT = ("right", "rounded")
"""The kinds of verdict on a right answer."""


@dataclass(frozen=True)
class Exercise:
    """An exercise as data: a value that is asked of one or more lists.

    Attributes
    ----------
    name : str
        Under which a learner's progress is kept.
    asked : str
        The measure, such as ``"AP@10"``; ``"RMSE"``, ``"MAE"`` and ``"MSE"`` are asked of Ratings.
    given : tuple of Ranking or Ratings
        What it is asked of. Without it: a pair of lists, drawn by `seed`, on which all known mistakes give other values.
    question : str
        In the place of the usual question; translated where it is shown.
    hints : tuple of str
        From gentle to nearly there; translated where they are shown.
    decimals : int
        To how many decimals is answered.
    convention : str
        Whose definition counts.
    mean : bool
        Whether the mean over the lists is asked for, too.
    seed : int
    fixed : bool
        Whether the lists were given: then question and hints are about them, and do not go with new ones.

    Raises
    ------
    ValueError
        If the measure or the convention is not known, or not computed from what is given.

    Examples
    --------
    >>> exercise = Exercise("mine", "AP@5", given=(Ranking.parse("NRRNN", relevant=2),))
    >>> [verdict.kind for verdict in exercise.check(["7/12"])]
    ['right']
    >>> exercise.check(["0,2333"])[0].codes
    ('AP_DIV_N',)
    >>> exercise.draw(seed=1).given
    (Ranking('NNRRN', relevant=3), Ranking('NNNRR', relevant=6))
    """

    name: str
    asked: str
    given: tuple[Given, ...] = ()
    question: str = ""
    hints: tuple[str, ...] = ()
    decimals: int = 3
    convention: str = DEFAULT
    mean: bool = False
    seed: int = 1
    fixed: bool = field(init=False, default=False)

    def __post_init__(self) -> None:
        given: Any = self.given  # a caller's value may be anything
        given = (given,) if isinstance(given, Ranking | Ratings) else tuple(given)
        object.__setattr__(self, "fixed", bool(given))
        check_decimals(self.decimals)
        object.__setattr__(self, "given", given or _drawn(self.measure, self.seed, self.decimals))
        if self.mean and not all(isinstance(one, Ranking) and not one.is_batch for one in self.given):
            raise ValueError(_("{name}: the mean is taken over lists", name=self.name))
        self.solution()

    @property
    def measure(self) -> Measure:
        """The measure that is asked for."""
        return asked_under(self.asked, self.convention)

    @property
    def parts(self) -> tuple[Given, ...]:
        """What each answer is about: the lists, and all of them at once where the mean is asked for."""
        return (*self.given, Ranking.batch(list(self.given))) if self.mean else self.given  # type: ignore[arg-type]

    @property
    def labels(self) -> tuple[str, ...]:
        """What each answer is called."""
        asked = self.measure
        if len(self.parts) == 1:
            return (asked.name,)
        each = [_("{measure} of list {place}", measure=asked.name, place=k + 1) for k in range(len(self.given))]
        return (*each, asked.mean_name) if self.mean else tuple(each)

    @cached_property
    def can_draw(self) -> bool:
        """Whether there are other lists on which the mistakes can be told apart."""
        try:
            self.draw(self.seed + 1)
        except ValueError:
            return False
        return True

    def ask(self) -> str:
        """Return the question, in the reader's language."""
        if self.question:
            return _(self.question)
        asked = self.measure
        if self.mean:
            return _(
                "Compute {measure} of each list, and then {mean}, their mean.", measure=asked.name, mean=asked.mean_name
            )
        if len(self.given) > 1:
            return _("Compute {measure} of each list.", measure=asked.name)
        return _("Compute {measure}.", measure=asked.name)

    def check(self, answers: Sequence[Any]) -> tuple[Verdict, ...]:
        """Judge one answer a part; None and "" are not attempted.

        A mistake that explains the answers to both lists of a pair is the only one that is named. A mean may be that of
        the answers as they were rounded.

        Raises
        ------
        ValueError
            If there are not as many answers as parts.
        """
        if len(answers) != len(self.parts):
            raise ValueError(
                ngettext(
                    "{name} takes {count} answer; got {given}",
                    "{name} takes {count} answers; got {given}",
                    len(self.parts),
                    name=self.name,
                    given=len(answers),
                )
            )
        verdicts = judge(answers, self.parts, self.measure, self.decimals)
        return (*verdicts[:-1], _mean_of_own(verdicts, self.decimals)) if self.mean else verdicts

    def solution(self) -> tuple[Derivation, ...]:
        """Return the working of each part."""
        return tuple(working_of(self.measure, part) for part in self.parts)

    def draw(self, seed: int) -> Exercise:
        """Return the same exercise with a drawn pair, on which all known mistakes give other values.

        Raises
        ------
        ValueError
            As ``draw_pair``.
        """
        given = _drawn(self.measure, seed, self.decimals)
        if self.fixed:
            return replace(self, given=given, seed=seed, question="", hints=())
        return replace(self, given=given, seed=seed)


def asked_under(asked: str, convention: str = DEFAULT) -> Measure:
    """Return a measure under a convention; an error of ratings has none."""
    found = asked_of(asked)
    return measure(asked, convention=convention) if found.metric.kind == "ranking" else found


def _drawn(asked: Measure, seed: int, decimals: int) -> tuple[Given, ...]:
    if asked.metric.kind == "ranking":
        return draw_pair(asked, seed, decimals=decimals)
    return (draw_ratings(asked, seed, decimals=decimals),)


def judge(answers: Sequence[Any], parts: Sequence[Given], asked: Measure, decimals: int) -> tuple[Verdict, ...]:
    """Judge answers; a mistake that is not in a right answer is ruled out, and of several only those that all share are left.

    Examples
    --------
    >>> pair = Ranking.parse("RNRNN", relevant=4), Ranking.parse("NRNRN", relevant=7)
    >>> [verdict.codes for verdict in judge(["0.333", "0.333"], pair, measure("RR"), 3)]
    [('RR_LAST',), ('RR_RANK0',)]
    >>> [verdict.kind for verdict in judge(["1", "0.333"], pair, measure("RR"), 3)]
    ['right', 'wrong']
    """
    verdicts = [diagnose(answer, part, asked, decimals=decimals) for answer, part in zip(answers, parts, strict=True)]
    right = [(verdict, part) for verdict, part in zip(verdicts, parts, strict=True) if verdict.kind in RIGHT]
    verdicts = [_not_ruled_out(verdict, right) for verdict in verdicts]
    wrong = [set(verdict.codes) for verdict in verdicts if verdict.codes]
    shared = set.intersection(*wrong) if len(wrong) > 1 else set()
    return tuple(verdict.only(shared) if shared and verdict.codes else verdict for verdict in verdicts)


def _not_ruled_out(verdict: Verdict, right: Sequence[tuple[Verdict, Given]]) -> Verdict:
    if not right or not (verdict.codes or verdict.conventions):
        return verdict

    def possible(name: str) -> bool:
        values = [(one, value_made(name, part, verdict.asked)) for one, part in right]
        return all(math.isnan(value) or one.fits(value) for one, value in values)

    return verdict.only([*filter(possible, verdict.codes)], [*filter(possible, verdict.conventions)])


def _mean_of_own(verdicts: Sequence[Verdict], decimals: int) -> Verdict:
    *each, last = verdicts
    claims = [verdict.claim.value for verdict in each if verdict.claim]
    if last.claim is None or last.kind in RIGHT or len(claims) < len(each):
        return last
    if not near(last.claim.value, sum(claims) / len(claims), min(decimals, last.claim.decimals or decimals)):
        return last
    right = all(verdict.kind in RIGHT for verdict in each)
    return replace(last, kind="right" if right else "follows", codes=(), conventions=())
