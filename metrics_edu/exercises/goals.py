"""Goals: what a list has to be, such as "AP = 0.5" or "RR same", each checked by the metric itself."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from metrics_edu.language import _, number
from metrics_edu.metrics import Measure, Ranking, measure

CLOSE = 1e-9
"""Values that differ by no more are the same."""
MOST_LETTERS = 60


def same(value: float, other: float) -> bool:
    """Return whether two values are the same: also two that are not defined, such as the rank of what is not there."""
    return value == other or abs(value - other) <= CLOSE or (math.isnan(value) and math.isnan(other))


RELATIONS: dict[str, Callable[[float, float], bool]] = {
    "=": same,
    ">=": lambda value, target: value >= target - CLOSE,
    "<=": lambda value, target: value <= target + CLOSE,
    ">": lambda value, target: value > target + CLOSE,
    "<": lambda value, target: value < target - CLOSE,
    "same": same,
    "other": lambda value, target: not same(value, target),
}
"""What a goal may ask for; the words compare with the list at the start."""

SPELLED = {"≥": ">=", "≤": "<=", "==": "="}

WRITTEN = re.compile(
    r"([^\s=<>≤≥!≠]+)\s*(?:(same|other)|(==|<=|>=|[=<>≤≥])\s*(\d{1,5}(?:[.,]\d{1,10})?|[.,]\d{1,10})(?:\s*/\s*(\d{1,5}))?)",
    re.ASCII,
)
"""How a goal is written: a measure, and a word or a sign with a number of no more digits than a float holds."""


@dataclass(frozen=True, repr=False)
class Goal:
    """A measure, what it must be, and, but for "same" and "other", the number it is compared with.

    Attributes
    ----------
    measure : Measure
        Of the definitions on the slides (``"parra"``).
    relation : str
        One of ``RELATIONS``.
    given : str
        The number as it was written, with a decimal point: "0.5" or "1/2"; "" for "same" and "other".
    """

    measure: Measure
    relation: str
    given: str = ""
    target: float | None = field(default=None, compare=False)

    def __str__(self) -> str:
        return " ".join(filter(None, [self.measure.name, self.relation, self.given]))

    def __repr__(self) -> str:
        return f"Goal({str(self)!r})"

    def value(self, ranking: Ranking) -> float:
        """Return the measure's value for a list."""
        return float(self.measure(ranking))

    def met(self, ranking: Ranking, start: Ranking) -> bool:
        """Return whether a list meets the goal, to 1e-9.

        Parameters
        ----------
        ranking : Ranking
        start : Ranking
            The list that "same" and "other" compare with.

        Examples
        --------
        >>> list_, start = Ranking.parse("NRR"), Ranking.parse("NRNR")
        >>> read_goal("RR same").met(list_, start), read_goal("AP > 0.6").met(list_, start)
        (True, False)
        """
        return RELATIONS[self.relation](self.value(ranking), self._against(start))

    def _against(self, start: Ranking) -> float:
        return self.value(start) if self.target is None else self.target

    def text(self, start: Ranking) -> str:
        """Return the goal in words and numbers of the reader's language."""
        name = self.measure.name
        if self.target is None:
            value = number(self.value(start), fixed=4)
            if self.relation == "same":
                return _("{name} the same as at the start: {value}", name=name, value=value)
            return _("{name} other than at the start: not {value}", name=name, value=value)
        sign = {">=": "≥", "<=": "≤"}.get(self.relation, self.relation)
        parts = self.given.split("/")
        least = 4 if len(parts) == 1 else 0  # a fraction is shown as it was written
        given = [number(float(part), fixed=max(least, len(part.partition(".")[2]))) for part in parts]
        return f"{name} {sign} {'/'.join(given)}"

    def now(self, ranking: Ranking, start: Ranking) -> str:
        """Return the value for a list, with so many decimals that one that is not the goal's does not look like it."""
        value, against = self.value(ranking), self._against(start)
        texts = [number(value, fixed=decimals) for decimals in (4, 6, 9)]
        near = abs(value - against) > CLOSE and texts[0] == number(against, fixed=4)
        return texts[1 if texts[1] != number(against, fixed=6) else 2] if near else texts[0]


def read_goal(text: str) -> Goal:
    """Read a goal such as "AP = 0.5", "P@5 >= 3/5", "RR same" or "nDCG@5 other".

    Parameters
    ----------
    text : str
        A measure, and ``=``, ``<``, ``<=``, ``>`` or ``>=`` with a number (a decimal comma or a fraction will do), or the word
        "same" or "other", which compare with the list at the start.

    Raises
    ------
    ValueError
        If it is written in another way, the measure is not known, or it never has such a value.

    Examples
    --------
    >>> read_goal("AP=0,5"), read_goal("nDCG@5 other"), read_goal("P@5 ≥ 3/5").target
    (Goal('AP = 0.5'), Goal('nDCG@5 other'), 0.6)
    """
    given: Any = text  # a caller's value may be anything
    fits = isinstance(given, str) and len(given) <= MOST_LETTERS
    found = WRITTEN.fullmatch(" ".join(given.split())) if fits else None
    if not found:
        raise ValueError(
            _(
                "a goal is a measure and =, <, <=, > or >= with a number, or 'same' or 'other': 'AP = 0.5', 'RR same'; "
                "got {given!r}",
                given=given[:MOST_LETTERS] if isinstance(given, str) else given,
            )
        )
    chosen, word, sign, whole, part = measure(found[1]), found[2], found[3], found[4], found[5]
    if word:
        return Goal(chosen, word)
    written = whole.replace(",", ".") + (f"/{part}" if part else "")
    relation = SPELLED.get(sign, sign)
    return Goal(chosen, relation, written, _target(chosen, relation, written, given))


def _target(chosen: Measure, relation: str, written: str, given: str) -> float:
    top, _slash, bottom = written.partition("/")
    low, high = chosen.metric.bounds
    target = float(top) / float(bottom or 1) if float(bottom or 1) else float("nan")
    beyond = {">": target >= high - CLOSE, "<": target <= low + CLOSE}  # what no list can meet
    if not low <= target <= high or beyond.get(relation, False):
        raise ValueError(
            _(
                "{name} lies from {low} to {high}; got the goal {given!r}",
                name=chosen.name,
                low=number(low),
                high=number(high),
                given=given,
            )
        )
    return target


def read_goals(goals: str | Sequence[str]) -> tuple[Goal, ...]:
    """Read one goal or several.

    Raises
    ------
    ValueError
        If there is none, or one cannot be read.

    Examples
    --------
    >>> read_goals(["P@5 > 0.5", "AP < 0.3"])
    (Goal('P@5 > 0.5'), Goal('AP < 0.3'))
    """
    texts: Any = [goals] if isinstance(goals, str) else goals  # a caller's value may be anything
    if not isinstance(texts, (list, tuple)) or not texts:
        raise ValueError(_("goals are a list of texts such as ['AP = 0.5']; got {given!r}", given=goals))
    return tuple(dict.fromkeys(map(read_goal, texts)))


def unmet(goals: Sequence[Goal], ranking: Ranking, start: Ranking) -> list[Goal]:
    """Return the goals that a list does not meet."""
    return [goal for goal in goals if not goal.met(ranking, start)]
