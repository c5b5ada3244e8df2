"""The steps of an exercise that a learner writes down before the value: what each entry is, and what follows from it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np

from metrics_edu.exercises.blanks import Blanks, uncut
from metrics_edu.exercises.walkthrough import reduction_in
from metrics_edu.language import N_, _, ngettext, refused
from metrics_edu.metrics import Measure, Ranking, Ratings
from metrics_edu.mistakes.written_numbers import near, read_claim
from metrics_edu.working.labels import in_line, isolated, one_line
from metrics_edu.working.recorded_array import Array, Term, terms_in
from metrics_edu.working.style import show
from metrics_edu.working.symbolic_form import write_formula
from metrics_edu.working.text_style import TEXT

SUMMED = "summed"
"""The name of a step that has no symbol: what the last step before the value sums, such as the squared errors."""
State = Literal["", "right", "wrong", "follows", "unreadable"]
Entries = Mapping[int, Array]
"""The numbers that were written, by the identity of the term of their step."""


@dataclass(frozen=True)
class JudgedStep:
    """What the entries of a step are, and the sentence about them."""

    state: State = ""
    text: str = ""


class StepFields:
    """The steps of one list that are asked for, in order, and last the value."""

    def __init__(self, measure: Measure, data: Ranking | Ratings, steps: Sequence[str], decimals: int) -> None:
        self._blanks, self._decimals = Blanks(measure, data), decimals
        derivation = self._blanks.derivation
        by_name = {uncut(step.symbol): step.term for step in derivation.steps}
        sums = [found for step in derivation.steps if (found := reduction_in(step.term)) is not None]
        by_name |= {SUMMED: sums[-1].operands[0]} if sums else {}
        for name in steps:
            if name not in by_name:
                text = N_("a step of {measure} must be one of {allowed}; got {value!r}")
                raise refused(text, measure=measure.name, allowed=", ".join(by_name), value=name)
        self.terms: tuple[Term, ...] = (*(by_name[name] for name in steps), derivation.result.term)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of each step, as it is written on one line: "eᵢ", "eᵢ²", "IDCG@3"."""
        symbols = (term.symbol or show(write_formula(term), TEXT) for term in self.terms)
        return tuple(map(in_line, symbols))

    def judge(self, entries: Sequence[str]) -> tuple[JudgedStep, ...]:
        """Judge the entries of the steps and of the value; an entry may follow from wrong ones before it."""
        known: dict[int, Array] = {}
        wrong: dict[int, str] = {}
        judged: list[JudgedStep] = []
        for name, term, text in zip(self.names, self.terms, entries, strict=True):
            numbers = numbers_in(text, term.value.size)
            judged.append(self._judge_step(name, term, text, numbers, known, wrong))
            if numbers is not None:
                known[id(term)] = numbers.reshape(term.shape)
                wrong |= {id(term): name} if judged[-1].state != "right" else {}
        return tuple(judged)

    def _judge_step(
        self, name: str, term: Term, text: str, numbers: Array | None, known: Entries, wrong: Mapping[int, str]
    ) -> JudgedStep:
        if not text.strip():
            return JudgedStep()
        if numbers is None:
            message = ngettext("Write {count} number.", "Write {count} numbers, separated by spaces.", term.value.size)
            return JudgedStep("unreadable", message)
        used = dict.fromkeys(wrong[key] for key in _used(term, known) if key in wrong)
        is_consistent = not used or follows(term, numbers, known, self._decimals)
        mistake = self._mistake(name, term, text, numbers)
        if used and is_consistent and mistake is not None:
            return JudgedStep("follows", _("{name} follows from your {others}.", name=name, others=", ".join(used)))
        if mistake is not None:
            return JudgedStep("wrong", mistake)
        sentence = _("{name} is right, but does not follow from your {others}.", name=name, others=", ".join(used))
        return JudgedStep("right", "" if is_consistent else sentence)

    def _mistake(self, name: str, term: Term, text: str, numbers: Array) -> str | None:
        """Return what is wrong with the first wrong number of a step; None if all are right."""
        for k, (number, exact) in enumerate(zip(numbers.tolist(), term.value.ravel().tolist(), strict=True), start=1):
            position, entry = (term.symbol, k if term.ndim else 0), _entries(text)[k - 1]
            if near(number, exact, self._decimals):
                continue
            if position in self._blanks.values:
                judged = self._blanks.judge(position, entry)
                if not judged.right:
                    return judged.text
            else:
                return _("{blank} is not {entry}.", blank=name, entry=isolated(one_line(entry)))
        return None


def numbers_in(text: str, count: int) -> Array | None:
    """Return the numbers of a text, separated by spaces or semicolons; None if their count differs, or one is no number."""
    claims = [read_claim(entry) for entry in _entries(text)]
    values = [claim.value for claim in claims if claim is not None]
    return np.array(values) if len(values) == len(claims) == count else None


def _entries(text: str) -> list[str]:
    return [part for part in re.split(r"[\s;]+", text) if part]


def follows(term: Term, numbers: Array, known: Entries, decimals: int) -> bool:
    """Return whether the numbers of a step follow from entries before it, within what the rounding of each can change."""
    half = 0.5 * 10.0**-decimals
    with np.errstate(all="ignore"):
        center = np.asarray(_again(term, known, top=True), float)
        slack = half + sum(
            np.abs(np.asarray(_again(term, {**known, key: known[key] + half}, top=True), float) - center)
            for key in {*_used(term, known)}
        )
    return bool(np.all(np.abs(numbers.reshape(term.shape) - center) <= slack + 1e-12))


def _again(part: Any, known: Entries, *, top: bool = False) -> Any:
    """Compute a term again, with the entries in the place of their steps."""
    if isinstance(part, Term):
        if id(part) in known and not top:
            return known[id(part)]
        if part.function is None:
            return part.value
        return part.function(*(_again(operand, known) for operand in part.operands), **part.options)
    return type(part)(_again(one, known) for one in part) if isinstance(part, list | tuple) else part


def _used(term: Term, known: Entries) -> Iterator[int]:
    """Give the steps with an entry from which a term is computed, without those behind them."""
    for part in terms_in(term.operands):
        if id(part) in known:
            yield id(part)
        else:
            yield from _used(part, known)
