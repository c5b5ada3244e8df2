"""Derivation: the recorded working of one value, as named steps. How they are printed stands in ``printing.py``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import Any

import numpy as np

from metrics_edu.language import _
from metrics_edu.working.expression import Expression
from metrics_edu.working.printing import Printed
from metrics_edu.working.recorded_array import Term
from metrics_edu.working.steps import Step, steps_of
from metrics_edu.working.styles import TEXT


class Derivation(Printed):
    """The named steps of a value, from what is given down to the value.

    Attributes
    ----------
    value : float
    steps : list of Step
    symbol, title : str
        Such as "AP@10", "average precision".

    Examples
    --------
    >>> from metrics_edu import Ranking, explain, precision
    >>> d = explain(precision, Ranking.parse("NRRNR"), n=5)
    >>> d.value, [step.symbol for step in d.steps]
    (0.6, ['rel_i', 'hits', 'n', 'P@5'])
    """

    def __init__(
        self,
        result: Term,
        metric: Any,
        title: str = "",
        *,
        ranking: Any = None,
        users: Iterable[object] | None = None,
        of: Callable[[object], Derivation] | None = None,
    ) -> None:
        self.steps = steps_of(result)
        self.result = self.steps[-1]
        self.value: float = self.result.value
        self.symbol = self.result.symbol
        self.metric = metric
        self.title = title
        self.ranking = ranking
        self.users = getattr(ranking, "users", None) if users is None else [*users]
        self._of = of

    def of(self, user: object) -> Derivation:
        """Return the derivation of one user's value, where this is a mean.

        Raises
        ------
        ValueError
            If this is not a mean over users.
        """
        if self._of is None:
            raise ValueError(_("{symbol} is not a mean over users", symbol=self.symbol))
        return self._of(user)

    def step(self, symbol: str) -> Step | None:
        """Return the step of that symbol, or None."""
        return next((step for step in self.steps if step.symbol == symbol), None)

    @property
    def per_rank(self) -> Step | None:
        """The step that gives each rank (of a mean: each user) its term."""
        return self.step(self.metric.per_rank) or next(
            (step for step in reversed(self.steps) if step.index in ("i", "u")), None
        )

    @property
    def sums(self) -> list[Step]:
        """The steps that sum terms up: of nDCG the list's, and then the ideal list's."""
        return [step for step in self.steps if step.term.ndim == 0 and step.term.function is np.sum]

    @cached_property
    def counted(self) -> set[int]:
        """The ranks (of a mean: the users), from 1, whose terms stand in the working."""
        trees = [step.working for step in self.steps if step.term.ndim == 0 and step.value]
        return {place[1] for tree in trees for place in _places(tree) if not place[0].startswith("*")}

    @cached_property
    def contributions(self) -> dict[int, float]:
        """What each rank (of a mean: each user) adds to the value, where the value is a sum or a sum over a number."""
        tree, by = self.result.working, 1.0
        if tree.kind == "/":
            tree, by = tree.parts[0], tree.parts[1].value
        parts = tree.parts if tree.kind == "+" else (tree,)
        return {part.place[1]: part.value / by for part in parts if part.place and not part.place[0].startswith("*")}

    @property
    def line(self) -> str:
        """The value in one line: symbol, working, value.

        Examples
        --------
        >>> from metrics_edu import Ranking, measure
        >>> measure("P@5").explain(Ranking.parse("NRRNR")).line
        'P@5 = (1 + 1 + 1)/5 = 3/5 = 0.6'
        """
        return " = ".join([self.symbol, *self.result.forms(TEXT)])

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return {"text/plain": self.text(), "text/latex": f"$$\n{self.tex()}\n$$"}


def _places(tree: Expression) -> Iterator[tuple[str, int]]:
    if tree.place:
        yield tree.place
    for part in tree.parts:
        yield from _places(part)
