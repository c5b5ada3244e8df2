"""What a written working is: the right one, that of known mistakes, or the right one but for some places."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from metrics_edu.language import N_, _
from metrics_edu.metrics import Measure, Ranking, Ratings, explain
from metrics_edu.metrics.value_and_derivation import Data
from metrics_edu.mistakes.known_mistakes import KNOWN_MISTAKES
from metrics_edu.mistakes.made_values import value_made, values_made, working_made
from metrics_edu.working import Derivation
from metrics_edu.working.expression import Expression, Position, Quotient, Sum, number
from metrics_edu.working.labels import in_line, isolated, one_line, spoken
from metrics_edu.working.matching import (
    Mismatch,
    agree,
    is_simple,
    mismatches,
    operations,
    same_divisor,
    same_form,
    same_numbers,
    same_terms,
)
from metrics_edu.working.steps import Step
from metrics_edu.working.style import show
from metrics_edu.working.text_style import TEXT

MOST_PLACES = 3
"""The number of places that are named; in more, another computation was meant."""
WHERE = {
    "i": N_("rank {k}"),
    "*i": N_("rank {k} of the ideal list"),
    "u": N_("user {k}"),
    "z": N_("cut-off {k}"),
}
"""What the terms of each axis belong to."""
RATING = N_("rating {k}")
NAMES = {
    (True, True): N_("a term"),
    (False, True): N_("a missing term"),
    (True, False): N_("a term too many"),
}
"""What a term is, by whether it is in the written working and in the right one."""
SENTENCES = {
    ("divisor", True, True): N_("The divisor: you divided by {mine}; {measure} divides by {right}."),
    ("divisor", False, True): N_("The division is missing: {measure} divides by {right}."),
    ("divisor", True, False): N_("One division too many: you divided by {mine}."),
    ("divisor of a term", True, True): N_("Term {count}, {where}: you divided by {mine}, it is {right}."),
    ("divisor at a rank", True, True): N_("You divided by {mine}; for {where}, it is {right}."),
    ("term", True, True): N_("Term {count}, {where}: you took {mine}, it is {right}."),
    ("term", False, True): N_("One term is missing: that of {where}."),
    ("term anywhere", False, True): N_("One term is missing."),
    ("term", True, False): N_("One term too many: {mine}."),
    ("irrelevant", True, False): N_("One term too many: {mine}. Rank {rank} is not relevant."),
    ("function", False, True): N_("{sign} is missing."),
    ("function", True, False): N_("{sign} is one too many."),
    ("", True, True): N_("You took {mine}; it is {right}."),
    ("composite", True, True): N_("This part differs: {mine}."),
}
"""What a place is, by its kind and by whether it is in the written working and in the right one."""
UNSURE = {
    "divisor": N_("The divisor."),
    "divisor of a term": N_("Term {count}, {where}."),
    "term": N_("Term {count}, {where}."),
    "": N_("This part: {mine}."),
}
"""What is said of one of several places, which are a question; what is right there would be the answer."""
SIGNS = {"sqrt": "√", "abs": "|x|", "log": "ln"}


@dataclass(frozen=True)
class Place:
    """A part of a written working that differs from the right one."""

    mismatch: Mismatch
    right: Derivation = field(compare=False, repr=False)

    @property
    def position(self) -> Position | None:
        """The rank, or the user, of the term in which it is."""
        return self.mismatch.position or self.right.result.working.position

    @property
    def is_in_term(self) -> bool:
        """Whether it is in a term of a sum, or such a term is missing."""
        return self.mismatch.term > 0 or self.mismatch.role == "term"

    @property
    def rank(self) -> int:
        """The rank in the list at which it is; 0 if it is at none."""
        if self.mismatch.right is None and self.mismatch.mine is not None:
            return self._rank_of(self.mismatch.mine)
        axis, k = self.position or ("", 0)
        return k if axis == "i" else 0

    @property
    def name(self) -> str:
        """What is wrong, in the reader's language: the divisor, a term, or another part."""
        if self.mismatch.role == "divisor" and not self.position:
            return _("the divisor")
        return _(NAMES[self._is_there] if self.is_in_term else N_("another part"))

    @property
    def text(self) -> str:
        """What was written there, and what it is."""
        return _(SENTENCES[self._kind, *self._is_there], **self._facts)

    @property
    def question(self) -> str:
        """What was written there, if it may be right."""
        usual = SENTENCES[self._kind, *self._is_there]
        return _(UNSURE.get(self._kind, usual) if all(self._is_there) else usual, **self._facts)

    @property
    def _facts(self) -> dict[str, object]:
        role, mine = self.mismatch.role, self.mismatch.mine
        return {
            "mine": self._known(mine) if self._kind == "divisor" else _written(mine),
            "right": self._right,
            "measure": self.right.symbol,
            "where": self._where,
            "count": self.mismatch.term,
            "rank": self.rank,
            "sign": SIGNS.get(role, role),
        }

    @property
    def _is_there(self) -> tuple[bool, bool]:
        """Whether it is in the written working, and in the right one."""
        return self.mismatch.mine is not None, self.mismatch.right is not None

    @property
    def _kind(self) -> str:
        """The first word of the key of its sentence."""
        role, is_in_both = self.mismatch.role, all(self._is_there)
        if role == "divisor" and is_in_both and self.position:
            return "divisor of a term" if self.mismatch.term else "divisor at a rank"
        if role == "term" and not self._where and self.mismatch.right:
            return "" if is_in_both else "term anywhere"
        if role == "" and self.mismatch.right and operations(self.mismatch.right) > 1:
            return "composite"
        if role == "term" and self.rank and self.mismatch.right is None:
            return "irrelevant"
        return role if role in ("", "term", "divisor") else "function"

    @property
    def _where(self) -> str:
        if self.position is None:
            return ""
        axis, k = self.position
        name = isolated(one_line(self.right.users[k - 1])) if axis == "u" and self.right.users else k
        where = RATING if self.right.ranking is None and axis == "i" else WHERE[axis]
        return _(where, k=name)

    @property
    def _right(self) -> str:
        """The right part, with the name of its step if there is only one."""
        right = self.mismatch.right
        if right is None:
            return ""
        axis, k = self.position or ("", 0)
        is_whole = bool(k) and right.value == self.right.result.value
        steps = [step for step in self.right.steps[:-1] if not is_whole and _value_of(step, axis, k) == right.value]
        if right.parts and axis != "u":
            steps = [step for step in steps if step.expressions[max(0, k - 1)].is_like(right)]
        steps = [step for step in steps if step.term.function is not None] or steps
        if not steps or (len(steps) > 1 and self.mismatch.role != "divisor"):
            return _written(right)
        name = _named(steps[-1].symbol, k)
        if axis == "u" or (not k and not number(right.value).is_integer):
            return in_line(name)  # its number would be the answer, or most of it
        written = [steps[-1].cell(k - 1, TEXT)] if k else steps[-1].written(TEXT)
        return in_line(" = ".join([name, *written]))

    def _known(self, mine: Expression | None) -> str:
        """Write a divisor, with its name where it is a number of the list that is known by one."""
        one = _one_list(self.right.ranking)
        counts = {"hits": one.hits().sum(), "|R|": one.relevant, "n": one.shown.size} if one else {}
        names = [name for name, count in counts.items() if mine and count == mine.value]
        return f"{_written(mine)} ({spoken(names[0])})" if len(names) == 1 else _written(mine)

    def _rank_of(self, mine: Expression) -> int:
        """Return the rank of an item that is not relevant, whose term is one too many; 0 if that is not sure."""
        one = _one_list(self.right.ranking)
        others = {k for k, hit in enumerate(one.hits(), start=1) if not hit} - self.right.counted if one else set()
        ranks = {
            k
            for part in (mine, *mine.parts)
            for step in self.right.steps
            if step.index == "i" and part.parts
            for k, tree in enumerate(step.expressions, start=1)
            if k in others and _written(tree) == _written(part)
        }
        return ranks.pop() if len(ranks) == 1 else 0


@dataclass(frozen=True)
class WrittenWorking:
    """A written working of a measure's value."""

    mine: Expression
    measure: Measure
    data: Data

    @cached_property
    def right(self) -> Derivation:
        return explain(self.measure, self.data)

    @cached_property
    def whole(self) -> Expression:
        """The right working, down to what is given."""
        return self._expanded(self.right.result.working)

    def _expanded(self, tree: Expression) -> Expression:
        """Write the working of a step in place of its value, and of a user's value in a mean."""
        if tree.parts:
            return replace(tree, parts=tuple(map(self._expanded, tree.parts)))
        axis, k = tree.position or ("", 0)
        if axis == "u" and self.right.users and not tree.is_integer:
            return self.right.of(self.right.users[k - 1]).result.working.at(tree.position)
        steps = [step.working for step in self.right.steps[:-1] if _value_of(step, "", 0) == tree.value]
        return steps[0].at(tree.position) if len(steps) == 1 and not tree.is_integer else tree

    @property
    def is_right(self) -> bool:
        """Whether this is the right working, in another order or partly computed."""
        return same_form(self.mine, self.whole)

    @property
    def is_exact(self) -> bool:
        """Whether this has the right value, as far as its numbers were rounded."""
        return agree(self.mine, self.whole)

    @property
    def is_wrong(self) -> bool:
        """Whether this has other terms than the right working, as many or more, and the same divisor."""
        return not same_terms(self.mine, self.whole)

    def codes(self, places: Sequence[Place] = ()) -> tuple[str, ...]:
        """Return the mistakes that give the same value by the same working, also at the places that differ."""
        own = (code for code, mistake in KNOWN_MISTAKES.items() if self.measure.metric.name in mistake.measures)
        return tuple(code for code in own if self.is_of(code, places))

    def is_of(self, name: str, places: Sequence[Place] = ()) -> bool:
        """Return whether this is the working of a mistake or a convention, also at the places that differ."""
        if not agree(self.mine, number(value_made(name, self.measure, self.data))):
            return False
        tree = self.made(name)
        is_in_terms = bool(places) and all(place.is_in_term for place in places)
        # a longer working is another right formula, or has the terms of the mistake by chance
        is_longer = tree is not None and operations(self.mine) > operations(tree)
        if tree is None or not same_form(self.mine, tree) or (is_longer and self.is_exact):
            return False
        if is_in_terms:
            return same_numbers(self.mine, tree) or not (is_longer or is_sharp(places))
        return not is_sharp(places) or same_divisor(self.mine, tree)

    def made(self, name: str) -> Expression | None:
        """Return the working of a mistake or a convention; of several users the mean of their values."""
        if isinstance(self.data, Ratings) or _one_list(self.data):
            working = working_made(name, self.measure, self.data)
            return working.result.working if working else None
        values = np.asarray(values_made(name, self.measure, self.data), float)
        kept = [*map(number, values[np.isfinite(values)])] if values.ndim else []
        total = sum(part.value for part in kept)
        return Quotient((Sum(tuple(kept), value=total), number(len(kept))), value=total / len(kept)) if kept else None

    @property
    def is_evidence(self) -> bool:
        """Whether the working of a mistake is no chance: not one that the right working of another list could be."""
        if not is_simple(self.mine) or not isinstance(self.mine, Quotient):
            return True
        right = self.right.result.working
        is_fraction = isinstance(right, Quotient) and right.position is None
        return is_fraction and self.mine.parts[1].value != right.parts[1].value

    def places(self) -> tuple[Place, ...]:
        """Return where this differs from the right working; none if it is another computation."""
        found = mismatches(self.mine, self.whole)
        rights = {id(one.right) for one in found if one.mine}
        # all operands of the right working, of a number alone none
        is_all = id(self.whole) in rights or {id(part) for part in self.whole.parts} <= rights
        # the other part of a fraction would be the answer
        is_readable = not is_simple(self.mine) or [one.role for one in found] == ["divisor"]
        is_one = is_readable and not is_all and len(found) <= MOST_PLACES and self.is_evidence
        return tuple(Place(one, self.right) for one in found) if is_one else ()

    def ranks(self, places: Sequence[Place]) -> dict[int, bool]:
        """Return whether the term of each rank is right: of those in the right working, and of a wrong one that is not."""
        if not _one_list(self.data):
            return {}
        wrong = {place.rank for place in places}
        return dict.fromkeys(self.right.counted - wrong, True) | dict.fromkeys(wrong - {0}, False)


def is_sharp(places: Sequence[Place]) -> bool:
    """Return whether there is one place, which has one reading."""
    return len(places) == 1 and places[0].mismatch.is_sure


def _one_list(data: Data | None) -> Ranking | None:
    """Return the list of one user; None if there are several, or ratings."""
    return data if isinstance(data, Ranking) and not data.is_batch else None


def _value_of(step: Step, axis: str, k: int) -> float:
    """Return the value of a step, at a position if it has several; NaN where it is on another axis."""
    if bool(k) != bool(step.term.ndim) or (k and (step.index != axis or k > len(step.value))):
        return math.nan
    return float(step.value[k - 1] if k else step.value)


def _named(symbol: str, k: int) -> str:
    return re.sub(r"(?<=[_@])[iuz](?![^\W_])", str(k), symbol) if k else symbol


def _written(tree: Expression | None) -> str:
    return "" if tree is None else in_line(show(tree.at(None), TEXT))
