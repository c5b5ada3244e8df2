"""Exercises: what is asked of lists, how answers are judged, hints, the solution, and other lists of the same kind."""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from typing import Any

from metrics_edu.language import N_, _, ngettext, refused
from metrics_edu.metrics import CONVENTIONS, Measure, Ranking, Ratings, explain
from metrics_edu.metrics.measures import DEFAULT
from metrics_edu.metrics.value_and_derivation import as_measure
from metrics_edu.mistakes import Verdict, diagnose, draw_pair
from metrics_edu.mistakes.diagnosis import RIGHT, check_decimals
from metrics_edu.mistakes.made_values import value_made
from metrics_edu.mistakes.telling_apart import draw_ratings
from metrics_edu.mistakes.written_numbers import near
from metrics_edu.practice.steps.step_fields import StepFields
from metrics_edu.working import Derivation

ExerciseData = Ranking | Ratings
SAME_DECIMALS = 9
DRAWN_RANKS = 4
"""At least so long are lists that are drawn: of a cut-off at 3 something is not read."""


@dataclass(frozen=True)
class Exercise:
    """An exercise as data: a value that is asked of one or more lists.

    Raises
    ------
    ValueError
        If the measure or the convention is not known, or not computed from what is given.

    Examples
    --------
    >>> exercise = Exercise("mine", "AP@5", data=(Ranking.parse("NRRNN", relevant=2),))
    >>> [verdict.kind for verdict in exercise.check(["7/12"])]
    ['right']
    >>> exercise.check(["0,2333"])[0].codes
    ('AP_DIV_N',)
    >>> exercise.draw(seed=1).data
    (Ranking('NNRRN', relevant=3), Ranking('NNNRR', relevant=6))
    """

    name: str  # under which a learner's progress is kept
    spelling: str  # of the measure: "AP@10"; "RMSE", "MAE" and "MSE" are computed from Ratings
    data: tuple[
        ExerciseData, ...
    ] = ()  # of what; without it a pair, drawn by `seed`, that distinguishes all known mistakes
    question: str = ""  # in the place of the usual question; translated where it is shown
    hints: tuple[str, ...] = ()  # from gentle to nearly there; translated where they are shown
    decimals: int = 3  # to how many is answered
    convention: str = DEFAULT
    mean: bool = False  # the mean over the lists is also asked for
    seed: int = 1
    steps: tuple[str, ...] = ()  # those that are asked for before each value, such as "IDCG": not for a mean
    step_fields: tuple[StepFields, ...] = field(init=False, default=(), repr=False, compare=False)  # of each list
    fixed: bool = field(init=False, default=False)  # the lists were given: question and hints do not go with new ones

    def __post_init__(self) -> None:
        data: Any = self.data  # a caller's value may be anything
        data = (data,) if isinstance(data, Ranking | Ratings) else tuple(data)
        object.__setattr__(self, "fixed", bool(data))
        check_decimals(self.decimals)
        object.__setattr__(self, "data", data or _drawn(self.measure, self.seed, self.decimals))
        if self.mean and not all(isinstance(part, Ranking) and not part.is_batch for part in self.data):
            raise refused("{name} is a mean over lists: pass one Ranking for each list", name=self.name)
        self.solution()
        fields = tuple(StepFields(self.measure, part, self.steps, self.decimals) for part in self.data if self.steps)
        object.__setattr__(self, "step_fields", fields)

    @property
    def measure(self) -> Measure:
        return as_measure(self.spelling, self.convention)

    @property
    def parts(self) -> tuple[ExerciseData, ...]:
        """What each answer is about: the lists, and all of them at once where the mean is asked for."""
        return (*self.data, Ranking.batch(list(self.data))) if self.mean else self.data  # type: ignore[arg-type]

    @property
    def labels(self) -> tuple[str, ...]:
        measure = self.measure
        if len(self.parts) == 1:
            return (measure.name,)
        titles = [_("{measure} of list {number}", measure=measure.name, number=k + 1) for k in range(len(self.data))]
        return (*titles, measure.mean_name) if self.mean else tuple(titles)

    @cached_property
    def can_draw(self) -> bool:
        """Whether other lists distinguish the mistakes."""
        return self.at(self.seed + 1) is not self

    def ask(self) -> str:
        measure, title = self.measure, self.measure.title
        alone = N_("Compute {measure}.") if title == measure.name.lower() else N_("Compute {measure}, the {title}.")
        usual = N_("Compute {measure} of each list.") if len(self.data) > 1 else alone
        usual = N_("Compute {measure} of each list, and then {mean}, their mean.") if self.mean else usual
        text = _(self.question) or _(usual, measure=measure.name, mean=measure.mean_name, title=title)
        if self.question or self.convention == DEFAULT:
            return text
        facts = _(CONVENTIONS[measure.convention].title), measure.differences(as_measure(self.spelling), brief=True)
        return text + " " + _("Convention: {convention}.", convention="; ".join(filter(None, facts)))

    def check(self, answers: Sequence[Any]) -> tuple[Verdict, ...]:
        """Judge one answer a part; None and "" are not attempted, and a mean may be that of the answers as they were rounded."""
        if len(answers) != len(self.parts):
            raise ValueError(
                ngettext(
                    "{name} needs {count} answer; got {value}",
                    "{name} needs {count} answers; got {value}",
                    len(self.parts),
                    name=self.name,
                    value=len(answers),
                )
            )
        verdicts = judge(answers, self.parts, self.measure, self.decimals)
        return (*verdicts[:-1], _mean_of_own(verdicts, self.decimals)) if self.mean else verdicts

    def solution(self) -> tuple[Derivation, ...]:
        return tuple(explain(self.measure, part) for part in self.parts)

    def draw(self, seed: int) -> Exercise:
        """Return the same exercise with a drawn pair, on which all known mistakes give other values; refused as `draw_pair`."""
        drawn = replace(self, data=_drawn(self.measure, seed, self.decimals), seed=seed)
        return replace(drawn, question="", hints=()) if self.fixed else drawn

    def at(self, seed: int) -> Exercise:
        """Return the exercise with the pair of a seed; with its own lists for 0, and where no pair can be drawn."""
        with suppress(ValueError):
            return self.draw(seed) if seed > 0 else self
        return self


def _drawn(measure: Measure, seed: int, decimals: int) -> tuple[ExerciseData, ...]:
    if measure.metric.kind == "ranking":
        ranks = DRAWN_RANKS if (measure.depth() or DRAWN_RANKS) < DRAWN_RANKS else None
        return draw_pair(measure, seed, ranks=ranks, decimals=decimals)
    return (draw_ratings(measure, seed, decimals=decimals),)


def judge(
    answers: Sequence[Any], parts: Sequence[ExerciseData], measure: Measure, decimals: int
) -> tuple[Verdict, ...]:
    """Judge answers; a mistake that is not in a right answer is ruled out, and of several only those that all share are left."""
    verdicts = [diagnose(measure, part, answer, decimals=decimals) for answer, part in zip(answers, parts, strict=True)]
    right = [(verdict, part) for verdict, part in zip(verdicts, parts, strict=True) if verdict.kind in RIGHT]
    possible = {
        name
        for name in chain.from_iterable((*verdict.codes, *verdict.conventions) for verdict in verdicts)
        if all(math.isnan(made := value_made(name, measure, part)) or verdict.fits(made) for verdict, part in right)
    }
    verdicts = [
        verdict.only(possible if possible & {*verdict.codes} else possible.union(verdict.read), possible)
        for verdict in verdicts
    ]
    wrong = [set(verdict.codes) for verdict in verdicts if verdict.codes]
    shared = set.intersection(*wrong) if len(wrong) > 1 else set()
    verdicts = [_not_by_chance(verdict.only(shared) if shared else verdict, parts, measure) for verdict in verdicts]
    shares = _joint_shares(verdicts, parts)
    return tuple(verdict.supported(shares) if verdict.shares else verdict for verdict in verdicts)


def _joint_shares(verdicts: Sequence[Verdict], parts: Sequence[ExerciseData]) -> dict[str, float]:
    """Return the share of each cause on all lists that it fits; the mean of these is no other list."""
    shares: dict[str, float] = {}
    is_list = [not (isinstance(part, Ranking) and part.is_batch) for part in parts]
    for verdict, counts in sorted(zip(verdicts, is_list, strict=True), key=lambda pair: not pair[1]):
        found = {name: verdict.shares.get(name, 1.0) for name in (*verdict.codes, *verdict.conventions)}
        shares |= {
            name: shares.get(name, 1.0) * (share if counts or name not in shares else 1.0)
            for name, share in found.items()
        }
    alone = [(verdict.codes[0], verdict.chance) for verdict in verdicts if len(verdict.codes) == 1]
    return shares | {code: min(shares[code], chance) for code, chance in sorted(alone, key=lambda pair: -pair[1])}


def numbers_right(right: int, count: int) -> str:
    return _("Numbers right: {right}\xa0of\xa0{count}.", right=right, count=count)


def _not_by_chance(verdict: Verdict, parts: Sequence[ExerciseData], measure: Measure) -> Verdict:
    """Leave out the conventions that give what its mistakes give of this list, but not of the others."""

    def agree(name: str, code: str) -> bool:
        values = [(value_made(name, measure, part), value_made(code, measure, part)) for part in parts]
        return all(near(one, other, SAME_DECIMALS) for one, other in values if not math.isnan(one + other))

    if not verdict.codes:
        return verdict
    shared = [name for name in verdict.conventions if any(agree(name, code) for code in verdict.codes)]
    return verdict.only(verdict.codes, shared)


def _mean_of_own(verdicts: Sequence[Verdict], decimals: int) -> Verdict:
    *titles, last = verdicts
    claims = [verdict.claim.value for verdict in titles if verdict.claim]
    if last.claim is None or last.kind in (*RIGHT, "unreadable") or len(claims) < len(titles):
        return last
    if not near(last.claim.value, sum(claims) / len(claims), min(decimals, last.claim.decimals or decimals)):
        return last
    right = all(verdict.kind in RIGHT for verdict in titles)
    return replace(last, kind="right" if right else "follows", codes=(), conventions=(), question="")
