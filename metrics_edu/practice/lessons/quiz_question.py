"""QuizQuestion: a question with one right answer, an option or a number, and the feedback to each answer."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from metrics_edu.language import _
from metrics_edu.mistakes.diagnosis import QUESTIONS
from metrics_edu.mistakes.written_answers import read_answer
from metrics_edu.mistakes.written_numbers import near

TOO_FEW, DECIMALS = QUESTIONS["decimals"], 2


@dataclass(frozen=True)
class QuizQuestion:
    """A question as data; its texts are translated where they are shown.

    >>> QuizQuestion("P@4 of R N N N?", 0.25, why="1 of 4.", hint="Divide by 4.").describe("1/4")
    'That is right. 1 of 4.'
    """

    text: str
    right: str | float  # one of the options, or a number
    why: str  # why it is right
    hint: str  # what to look at after any other answer
    options: tuple[str, ...] = ()  # to choose from; without them a number is written
    wrong: Mapping[str | float, str] = field(default_factory=dict)  # why an answer is wrong
    tables: tuple[tuple[tuple[str, ...], ...], ...] = ()  # what it is about: rows, each with its head

    def is_right(self, answer: str) -> bool:
        return self._is(self.right, answer)

    def describe(self, answer: str) -> str:
        """Return the sentences about an answer: whether it is right, and why."""
        known = [text for value, text in self.wrong.items() if self._is(value, answer)]
        exact, claim = math.nan if self.options else float(self.right), read_answer(answer)
        if claim and claim.decimals == 1 and (near(claim.value, exact, 1) or claim.is_cut(exact, 1)):
            known.append(_(TOO_FEW, decimals=DECIMALS))
        parts = [_("That is right."), self.why] if self.is_right(answer) else [_("Not yet."), *known, self.hint]
        return f"{parts[0]} {_(parts[1])}"

    def _is(self, value: str | float, answer: str) -> bool:
        claim = None if self.options else read_answer(answer)
        return answer == value if claim is None else claim.matches(float(value), decimals=DECIMALS)
