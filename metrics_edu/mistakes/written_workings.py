"""What a written working is: the right one, that of known mistakes, or the right one but for some places."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from metrics_edu.language import N_, _
from metrics_edu.metrics import Measure, Ranking, explain
from metrics_edu.metrics.value_and_derivation import Data
from metrics_edu.mistakes.known_mistakes import KNOWN_MISTAKES
from metrics_edu.mistakes.made_values import value_made, values_made, working_made
from metrics_edu.working import Derivation
from metrics_edu.working.expression import Expression, Position, Quotient, Sum, number
from metrics_edu.working.labels import in_line, isolated, one_line, spoken
from metrics_edu.working.matching import (
    Mismatch,
    agree,
    mismatches,
    operations,
    same_form,
    same_numbers,
    same_terms,
    slack,
)
from metrics_edu.working.steps import Step
from metrics_edu.working.style import show
from metrics_edu.working.text_style import TEXT

SAME = 1e-9
MOST_PLACES = 3
"""The number of places that are named; in more, another computation was meant."""
FEWEST_OPERATIONS = 2
"""A working with fewer operations, such as 1/2, fits many mistakes by chance."""
WHERE = {
    "i": N_("rank {k}"),
    "*i": N_("rank {k} of the ideal list"),
    "u": N_("user {k}"),
    "z": N_("cut-off {k}"),
}
"""What the terms of each axis belong to."""
RATING = N_("rating {k}")
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
        if not self.is_in_term:
            return _("another part")
        if self.mismatch.mine is None:
            return _("a missing term")
        return _("a term") if self.mismatch.right else _("a term too many")

    @property
    def text(self) -> str:
        """What was written there, and what it is."""
        mine, right, role = self.mismatch.mine, self.mismatch.right, self.mismatch.role
        facts = {"mine": _written(mine), "right": self._right, "measure": self.right.symbol, "where": self._where}
        if role == "divisor" and self.position and mine and right:
            text = N_("Term {count}, {where}: you divided by {mine}, it is {right}.")
            text = text if self.mismatch.term else N_("You divided by {mine}; for {where}, it is {right}.")
            return _(text, count=self.mismatch.term, **facts)
        if role == "divisor":
            text = N_("The divisor: you divided by {mine}; {measure} divides by {right}.")
            text = text if mine else N_("The division is missing: {measure} divides by {right}.")
            text = text if right else N_("One division too many: you divided by {mine}.")
            return _(text, **facts | {"mine": self._known(mine)})
        if role in SIGNS or (role and role not in ("divisor", "term")):
            return _(N_("{sign} is missing.") if right else N_("{sign} is one too many."), sign=SIGNS.get(role, role))
        if mine is None:
            return _("One term is missing: that of {where}.", **facts)
        if right is None:
            rank = self.rank
            text = (
                N_("One term too many: {mine}. Rank {rank} is not relevant.")
                if rank
                else N_("One term too many: {mine}.")
            )
            return _(text, rank=rank, **facts)
        if self.mismatch.term and facts["where"]:
            return _("Term {count}, {where}: you took {mine}, it is {right}.", count=self.mismatch.term, **facts)
        return _("You took {mine}; it is {right}.", **facts)

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
        steps = [step for step in self.right.steps[:-1] if _value_of(step, axis, k) == right.value]
        steps = [step for step in steps if step.term.function is not None] or steps
        if not steps or (len(steps) > 1 and self.mismatch.role != "divisor"):
            return _written(right)
        written = [steps[-1].cell(k - 1, TEXT)] if k else steps[-1].written(TEXT)
        return in_line(" = ".join([_named(steps[-1].symbol, k), *written]))

    def _known(self, mine: Expression | None) -> str:
        """Write a divisor, with its name where it is a number of the list that is known by one."""
        ranking = self.right.ranking
        if mine is None or not isinstance(ranking, Ranking) or ranking.is_batch:
            return _written(mine)
        counts = {"hits": int(ranking.hits().sum()), "|R|": int(ranking.relevant), "n": ranking.shown.shape[-1]}
        names = [name for name, count in counts.items() if count == mine.value]
        return f"{_written(mine)} ({spoken(names[0])})" if len(names) == 1 else _written(mine)

    def _rank_of(self, mine: Expression) -> int:
        """Return the rank of a term that is one too many; 0 if that is not sure."""
        ranks = {
            k
            for part in (mine, *mine.parts)
            for step in self.right.steps
            if step.index == "i" and part.parts
            for k, tree in enumerate(step.expressions, start=1)
            if k not in self.right.counted and _written(tree) == _written(part)
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
    def is_simple(self) -> bool:
        """Whether this is a number alone or a fraction."""
        return operations(self.mine) < FEWEST_OPERATIONS

    @property
    def is_wrong(self) -> bool:
        """Whether this has other terms than the right working, as many or more, and the same divisor."""
        return not same_terms(self.mine, self.whole)

    def codes(self, *, exact: bool = False) -> tuple[str, ...]:
        """Return the mistakes that give the same value by the same working; `exact`: also with the same numbers."""
        own = (code for code, mistake in KNOWN_MISTAKES.items() if self.measure.metric.name in mistake.measures)
        return tuple(code for code in own if self.is_of(code, exact=exact))

    def is_of(self, name: str, *, exact: bool = False) -> bool:
        """Return whether this is the working of a mistake or a convention; `exact`: with the same numbers."""
        value = value_made(name, self.measure, self.data)
        if not abs(value - self.mine.value) <= slack(self.mine) + SAME:
            return False
        tree = self.made(name)
        return tree is not None and same_form(self.mine, tree) and (not exact or same_numbers(self.mine, tree))

    def made(self, name: str) -> Expression | None:
        if isinstance(self.data, Ranking) and self.data.is_batch:
            values = np.asarray(values_made(name, self.measure, self.data), float)
            kept = values[np.isfinite(values)] if values.ndim else values[None][:0]
            return (
                Quotient((Sum(tuple(map(number, kept)), value=kept.sum()), number(kept.size)), value=kept.mean())
                if kept.size
                else None
            )
        working = working_made(name, self.measure, self.data)
        return working.result.working if working else None

    @property
    def is_evidence(self) -> bool:
        """Whether the working of a mistake is no chance: not one that the right working of another list could be."""
        if not self.is_simple or not isinstance(self.mine, Quotient):
            return True
        right = self.right.result.working
        is_fraction = isinstance(right, Quotient) and right.position is None
        return is_fraction and self.mine.parts[1].value != right.parts[1].value

    def places(self) -> tuple[Place, ...]:
        """Return where this differs from the right working; none if it is another computation."""
        found = mismatches(self.mine, self.whole)
        is_all = any(one.mine is self.mine and one.right is self.whole for one in found)
        # the other part of a fraction would be the answer
        is_readable = not self.is_simple or [one.role for one in found] == ["divisor"]
        is_one = is_readable and not is_all and len(found) <= MOST_PLACES and self.is_evidence
        return tuple(Place(one, self.right) for one in found) if is_one else ()

    def ranks(self, places: Sequence[Place]) -> dict[int, bool]:
        """Return whether the term of each rank is right: of those in the right working, and of a wrong one that is not."""
        if not isinstance(self.data, Ranking) or self.data.is_batch:
            return {}
        wrong = {place.rank for place in places}
        return dict.fromkeys(self.right.counted - wrong, True) | dict.fromkeys(wrong - {0}, False)


def _value_of(step: Step, axis: str, k: int) -> float:
    """Return the value of a step, at a position if it has several; NaN where it is on another axis."""
    if bool(k) != bool(step.term.ndim) or (k and (step.index != axis or k > len(step.value))):
        return math.nan
    return float(step.value[k - 1] if k else step.value)


def _named(symbol: str, k: int) -> str:
    return re.sub(r"(?<=[_@])[iuz](?![^\W_])", str(k), symbol) if k else symbol


def _written(tree: Expression | None) -> str:
    return "" if tree is None else in_line(show(tree.at(None), TEXT))
