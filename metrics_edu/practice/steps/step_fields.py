"""The steps of an exercise that a learner writes down before the value: what each entry is, and what follows from it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from metrics_edu.language import _, ngettext
from metrics_edu.metrics import Measure, Ranking, Ratings
from metrics_edu.metrics.validation import check_word
from metrics_edu.mistakes.written_answers import read_answer
from metrics_edu.mistakes.written_numbers import near
from metrics_edu.practice.steps.blanks import Blanks, JudgedEntry
from metrics_edu.practice.steps.walkthrough import reduction_in
from metrics_edu.working.labels import in_line
from metrics_edu.working.recorded_array import Array, Term, terms_in, uncut
from metrics_edu.working.steps import Step
from metrics_edu.working.style import show
from metrics_edu.working.symbolic_form import write_formula
from metrics_edu.working.text_style import TEXT

SUMMED = "summed"
"""The name of a step that has no symbol: what the last step before the value sums, such as the squared errors."""
Entries = Mapping[int, Array]
"""The numbers that were written, by the identity of the term of their step."""


class StepFields:
    """The steps of one list that are asked for, in order, and last the value."""

    def __init__(self, measure: Measure, data: Ranking | Ratings, steps: Sequence[str], decimals: int) -> None:
        self._blanks, self._decimals = Blanks(measure, data), decimals
        derivation = self._blanks.derivation
        by_name = {uncut(step.symbol): step for step in derivation.steps}
        by_name |= {step.symbol: step for step in derivation.steps}  # Rp@5 and Rp@10 are two steps
        if sums := [found for step in derivation.steps if (found := reduction_in(step.term)) is not None]:
            by_name[SUMMED] = summed = _summed_in(sums[-1])
            self._blanks.add(summed)
        for name in steps:
            check_word(_("a step of {measure}", measure=measure.name), name, by_name)
        self.steps: tuple[Step, ...] = (*(by_name[name] for name in steps), derivation.result)

    @property
    def names(self) -> tuple[str, ...]:
        """The name of each step, as it is written on one line: "eᵢ", "eᵢ²", "IDCG@3"."""
        return tuple(in_line(step.symbol) for step in self.steps)

    def kept(self, entries: Sequence[str]) -> tuple[str, ...]:
        """Return the entries of the steps that can be recorded: "" for what is no number."""
        return tuple(
            "" if numbers_in(text, step.term) is None else text for step, text in zip(self.steps, entries, strict=False)
        )

    def in_words(self, j: int) -> str:
        """Say in words what a step is: "the error of each rating"."""
        return self._blanks.in_words((self.steps[j].symbol, 0))

    def judge(self, entries: Sequence[str]) -> tuple[JudgedEntry, ...]:
        """Judge the entries of the steps and of the value; an entry may follow from wrong ones before it."""
        known: dict[int, Array] = {}
        wrong: dict[int, str] = {}
        judged: list[JudgedEntry] = []
        for step, text in zip(self.steps, entries, strict=True):
            numbers = numbers_in(text, step.term)
            judged.append(self._judge_step(step, text, numbers, known, wrong))
            if numbers is not None:
                known[id(step.term)] = numbers.reshape(step.term.shape)
                wrong |= {id(step.term): in_line(step.symbol)} if not judged[-1].right else {}
        return tuple(judged)

    def _judge_step(
        self, step: Step, text: str, numbers: Array | None, known: Entries, wrong: Mapping[int, str]
    ) -> JudgedEntry:
        if not text.strip():
            return JudgedEntry()
        if numbers is None:
            message = ngettext(
                "Write {count} number.", "Write {count} numbers, separated by spaces.", step.term.value.size
            )
            return JudgedEntry("unreadable", message)
        used = dict.fromkeys(wrong[key] for key in _used(step.term, known) if key in wrong)
        is_consistent = not used or follows(step.term, numbers, known, self._decimals)
        about = {"name": in_line(step.symbol), "others": ", ".join(used)}
        if mistake := self._mistake(step, text, numbers):
            sentence = _("{name} follows from your {others}.", **about)
            return JudgedEntry("follows", sentence) if used and is_consistent else mistake
        sentence = _("{name} is right, but does not follow from your {others}.", **about)
        return JudgedEntry("right", "" if is_consistent else sentence)

    def _mistake(self, step: Step, text: str, numbers: Array) -> JudgedEntry | None:
        """Return what the first wrong number of a step is; None if all are right."""
        rows = zip(_entries(text, step.term), numbers.tolist(), np.atleast_1d(step.value).tolist(), strict=True)
        judged = (
            self._blanks.judge((step.symbol, k), entry)
            for k, (entry, number, exact) in enumerate(rows, start=step.term.ndim)
            if not near(number, exact, self._decimals)
        )
        return next((entry for entry in judged if not entry.right), None)


def _summed_in(reduction: Term) -> Step:
    """Return what a term sums as a step, whose symbol is its formula if it has none."""
    term = reduction.operands[0]
    return Step(term, term.symbol or show(write_formula(term), TEXT), term.value, term.index)


def numbers_in(text: str, term: Term) -> Array | None:
    """Return the numbers of a text, separated by spaces or semicolons; None if their count differs, or one is not finite."""
    claims = [read_answer(entry) for entry in _entries(text, term)]
    values = np.array([claim.value for claim in claims if claim is not None])
    return values if len(values) == len(claims) == term.value.size and np.isfinite(values).all() else None


def _entries(text: str, term: Term) -> list[str]:
    """Return the text of each number; the spaces in "9 / 5" and "24.1 %" separate none."""
    joined = re.sub(r"\s*/\s*|\s+(?=%)", lambda match: match[0].strip(), text)
    separator = r"\s*;\s*|,(?=\s|$)" if ";" in joined else r"\s+|,(?=\s|$)"  # a computation may have blanks
    return [part for part in re.split(separator, joined) if part] if term.ndim else [text]


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
    return type(part)(_again(piece, known) for piece in part) if isinstance(part, list | tuple) else part


def _used(term: Term, known: Entries) -> Iterator[int]:
    """Give the steps with an entry from which a term is computed, without those behind them."""
    for part in terms_in(term.operands):
        if id(part) in known:
            yield id(part)
        else:
            yield from _used(part, known)
