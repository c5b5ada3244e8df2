"""Blanks: which numbers of a derivation are asked for in which round, what an entry is, and which mistake it shows at its step."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, Literal

import numpy as np

from metrics_edu.language import N_, _, refused
from metrics_edu.metrics import Measure, Ranking, Ratings, explain
from metrics_edu.metrics.registry import mean_over_users
from metrics_edu.mistakes import MISCONCEPTIONS, Verdict
from metrics_edu.mistakes.written_answers import read_answer, why_unread
from metrics_edu.mistakes.written_numbers import near
from metrics_edu.practice.steps import walkthrough
from metrics_edu.practice.steps.walkthrough import STAGE_HTML, UNKNOWN, symbols_in
from metrics_edu.working import Derivation, named
from metrics_edu.working.expression import Expression, Reduction
from metrics_edu.working.html_style import equal
from metrics_edu.working.labels import in_line, isolated, one_line
from metrics_edu.working.numeric_form import Role, Sums, write_numbers
from metrics_edu.working.recorded_array import Term, recording, terms_in, uncut
from metrics_edu.working.steps import Step
from metrics_edu.working.style import show
from metrics_edu.working.symbolic_form import write_formula
from metrics_edu.working.text_style import TEXT

ROUNDS = 3
DECIMALS = 4
NO_VALUE = "–"
"""What is written for a user without a value, whom a known mistake leaves out."""
STATED = ("g_i", "predicted_i", "actual_i", "α", "β", "Rp@z")
"""The steps that are in the list, the question or, once more, in another step: never a blank."""
MEANINGS = {
    "|R|": N_("the relevant items, shown or missed"),
    "n": N_("the ranks read, hit or not"),
    "rel_i/i": N_("1/i where the item is relevant, else 0"),
    "Σ_i P@i·rel_i": N_("the sum of the terms above"),
    "tie line": N_("the worst grade among the best relevant items"),
    "D": N_("the number by which the sum is divided"),
    "DCG": N_("the discounted gains of the list, added"),
    "IDCG": N_("the DCG of the ideal list"),
    "gain*_i": N_("the gain of each rank of the ideal list"),
    "e_i^2": N_("the error of each rating, times itself"),
    "MSE": N_("the mean of the squared errors"),
}
"""What a number is, where its step has no reason or where that would give the number away."""
EntryState = Literal["", "right", "wrong", "follows", "unreadable"]

Position = tuple[str, int]
"""The symbol of a step, and which of its values, from 1; 0 where it has only one."""


def numbers(step: Step) -> dict[Position, float]:
    values = np.atleast_1d(step.value).tolist()
    return {(step.symbol, k): float(value) for k, value in enumerate(values, start=step.term.ndim)}


@dataclass(frozen=True)
class JudgedEntry:
    """What a learner wrote into a blank, the sentence about it, and the mistakes that give it there."""

    state: EntryState = ""
    text: str = ""
    codes: tuple[str, ...] = ()

    @property
    def right(self) -> bool:
        return self.state == "right"


class Blanks:
    """The numbers of a working that can be left blank, in three rounds; ValueError without a value."""

    def __init__(self, measure: Measure, data: Ranking | Ratings) -> None:
        self.measure, self.data = measure, data
        self.derivation = derivation = explain(measure, data)
        self.result: Position = (derivation.symbol, 0)
        self._steps = {step.symbol: step for step in derivation.steps}
        if math.isnan(derivation.value):
            raise refused("{symbol} has no value here, so there is nothing to fill in", symbol=derivation.symbol)
        wanted = [numbers(step) for step in derivation.steps if not self.is_stated(step)]
        self.values = {position: value for found in wanted for position, value in found.items() if math.isfinite(value)}

    def is_stated(self, step: Step) -> bool:
        """Whether a step is in the list already: its R and N are rel_i, which is asked for only where all else is stated."""
        if step.symbol != "rel_i" or step.term.function or not self.derivation.ranking.is_binary:
            return step.symbol in STATED
        return {other.symbol for other in self.derivation.steps} > {"rel_i", self.derivation.symbol}

    def add(self, step: Step) -> None:
        """Add a step that has no symbol in the working, so that its numbers can be judged."""
        self._steps[step.symbol] = step
        self.values |= numbers(step)

    # the rounds

    def round(self, k: int) -> list[Position]:
        """Return the numbers of the last step, of it and those that it is computed from, or of all steps, in rounds 1 to 3."""
        last, positions = self.derivation.result, [*self.values]
        symbols = {last.symbol}
        if k == 2:
            used = {symbol for symbol, _k in positions} & symbols_in(write_formula(last.term))
            symbols |= used or {symbol for symbol, _k in positions[-2:]}
        return [position for position in positions if k == ROUNDS or position[0] in symbols]

    def open(self, asked: Collection[Position], solved: Collection[Position]) -> set[Position]:
        """Return the blanks that are not solved, and the same numbers elsewhere: a weight in the ideal list."""
        blanks = {position for position in asked if position not in solved}
        twins = {(symbol.replace("*", ""), rank, self.values[symbol, rank]) for symbol, rank in blanks}
        same = {
            position
            for position, value in self.values.items()
            if (position[0].replace("*", ""), position[1], value) in twins
        }
        return blanks | (same - set(solved))

    # what is known while some are open

    def is_hidden(self, position: Position, open_: set[Position]) -> bool:
        """Whether a number is a blank that is open, or would give one away, as it is computed from it."""
        return _is_hidden(self._steps[position[0]].term, position[1], open_)

    def written(self, step: Step, open_: set[Position]) -> str:
        """Write a single number as far as it is known: its formula, and the same in numbers, ?? for what is open."""
        known = walkthrough.symbols_of(step.term, set(self._steps))
        for symbol, other in self._steps.items():
            if not other.term.ndim:
                number = write_numbers(other.term, role=Role.OPERAND, sums=Sums.AS_VALUES)
                known[symbol] = UNKNOWN if self.is_hidden((symbol, 0), open_) else number.at(None)
        formula = write_formula(step.term)
        tree = walkthrough.fill(formula, known, _summed(step.term, open_))
        shown = [show(part, STAGE_HTML) for part in (formula, tree) if part.parts]
        bare = (
            isinstance(formula, Reduction) and step.write_formula(STAGE_HTML) == ""
        )  # Σ_i P@i·rel_i: its symbol says it
        return equal(STAGE_HTML.symbol(step.symbol), list(dict.fromkeys(shown[bare:])))

    # what an entry is

    def judge(
        self, position: Position, text: str, solved: Collection[Position] = (), believed: str = ""
    ) -> JudgedEntry:
        """Say what an entry is; a mistake that would have shown in another step that is solved is none of its causes.

        Of several causes, a mistake that is `believed` is named alone.
        """
        exact, claim = self.values.get(position, math.nan), read_answer(text)
        verdict = Verdict("unreadable", exact, self.measure, claim, mean=bool(self.derivation.users), decimals=DECIMALS)
        if claim is None or not (math.isfinite(claim.value) or text.strip() == NO_VALUE):
            return JudgedEntry("unreadable", why_unread(text))
        if near(claim.value, exact, DECIMALS):
            return JudgedEntry("right")
        before, rounded = {other for other in solved if other[0] != position[0]}, claim.rounds(exact, DECIMALS)
        fits = partial(near, claim.value, decimals=DECIMALS) if rounded else partial(claim.matches, decimals=DECIMALS)
        theirs = {
            code: made for code, made in self.wrong_numbers.items() if position in made and not before & made.keys()
        }
        giving = [code for code, made in theirs.items() if fits(made[position])]
        begun = [code for code in giving if self._begins_at(position[0], code)]
        codes = (believed,) if believed in giving else tuple(begun or giving)
        if rounded and not codes:
            return JudgedEntry("right")
        sentence = _("{blank} is not {entry}.", blank=self.name(position), entry=isolated(one_line(text).strip()))
        why = verdict.named(codes).text if codes else self.meaning(position)
        return JudgedEntry("wrong", f"{sentence} {why}", codes)

    def _begins_at(self, symbol: str, code: str) -> bool:
        return next(position for position in self.values if position in self.wrong_numbers[code])[0] == symbol

    @cached_property
    def wrong_numbers(self) -> dict[str, dict[Position, float]]:
        """What those who make a mistake would write, by its code: where the same step of its working has another number."""
        made = {code: self._made_by(code) for code in MISCONCEPTIONS}
        return {code: theirs for code, theirs in made.items() if theirs}

    def _made_by(self, code: str) -> dict[Position, float]:
        value = MISCONCEPTIONS[code].value(self.measure, self.data)
        if math.isnan(value):
            return {}
        theirs = wrong_working(code, self.measure, self.data)
        made = dict(_aligned(self.derivation, theirs) if theirs else ()) | {self.result: value}
        right = self.values
        return {
            position: wrong for position, wrong in made.items() if not near(wrong, right.get(position, wrong), DECIMALS)
        }

    # in words

    def name(self, position: Position) -> str:
        """Name a blank: "P@3"."""
        symbol, k = position
        users = self.derivation.users if self._steps[symbol].index == "u" else None
        return in_line(self._at(symbol, position)) + (f", {isolated(one_line(users[k - 1]))}" if users else "")

    def title(self, position: Position) -> str:
        """Name a blank, and say if it is the divisor of the value: "|R|, the divisor of AP"."""
        divisor, name = roles(self.derivation).get("divisor"), self.name(position)
        is_divisor = divisor is not None and divisor.symbol == position[0]
        return _("{step}, the divisor of {measure}", step=name, measure=self.derivation.symbol) if is_divisor else name

    def working(self, position: Position) -> str:
        """Write a number as one line of text: "D = min(|R|, n) = min(3, 5) = 3"."""
        step, k = self._steps[position[0]], position[1]
        return in_line(" = ".join([self.name(position), *([step.cell(k - 1, TEXT)] if k else step.written(TEXT))]))

    def meaning(self, position: Position) -> str:
        """Say what a blank is: "P@3 = hits₃/3"."""
        step, name = self._steps[position[0]], self.name(position)
        if step.formula:
            return f"{name} = {in_line(self._at(step.formula, position))}."
        words = self.in_words(position)
        return f"{name}: {words}." if words else f"{name}."

    def in_words(self, position: Position) -> str:
        """Say in words what a blank is: "precision at each rank"; "" where no words are known."""
        step = self._steps[position[0]]
        why = (self._at(step.why, position) if step.term.ndim else "") or _(MEANINGS.get(uncut(position[0]), ""))
        return self.derivation.title if position == self.result else why

    def _at(self, text: str, position: Position) -> str:
        """Write the number of a rank or a cut-off for the index that counts them."""
        k, index = position[1], self._steps[position[0]].index.lstrip("*")
        counted = self.measure.settings["cutoffs"][k - 1] if index == "z" else k
        return re.sub(rf"(?<![^\W_]){index}(?![^\W_])", str(counted), text) if k and index != "u" else text


# which number of a mistake's working is where


def wrong_working(code: str, measure: Measure, data: Ranking | Ratings) -> Derivation | None:
    """Return how the value of a mistake comes about; None where it is not made step by step."""
    mistake = MISCONCEPTIONS[code]
    if isinstance(data, Ratings) or not data.is_batch:
        return mistake.working(measure, data, "")
    values = mistake.values(measure, data)
    if not np.ndim(values):
        return None
    with recording():
        mean = mean_over_users(values, symbol=f"{measure.name}_u")
    return Derivation(named(mean, f"{measure.mean_name}′"), measure.metric)


def roles(derivation: Derivation) -> dict[str, Term]:
    """Return what is divided by what, and what is summed up (or of what the highest is taken)."""
    term, parts = _chosen(derivation.result.term), dict[str, Any]()
    if term.function is np.divide:
        dividend, divisor = term.operands
        parts |= {"dividend": dividend, "divisor": divisor}
        term = _chosen(dividend)
    if isinstance(term, Term) and term.function in (np.sum, np.max, np.min):
        parts["summed"] = term.operands[0]
    return {name: part for name, part in parts.items() if isinstance(part, Term)}


def _chosen(term: Any) -> Any:
    """Return what a term takes of several branches: the last one that was computed."""
    is_choice = isinstance(term, Term) and term.function in (np.positive, np.where)
    branches = [*terms_in(term.operands[-2:])] if is_choice else []
    return _chosen(branches[-1]) if branches else term


def _aligned(right: Derivation, wrong: Derivation) -> Iterator[tuple[Position, float]]:
    """Give the numbers of a wrong working at the places of the right one: of the same symbol, else of the same role."""
    theirs = {uncut(step.symbol): step.term for step in wrong.steps} | {step.symbol: step.term for step in wrong.steps}
    ours, made = roles(right), roles(wrong)
    for role in ours.keys() & made.keys():
        theirs.setdefault(ours[role].symbol, made[role])
    summed = ours.get("summed")
    for step in right.steps[:-1]:
        symbol, ndim = step.symbol, step.term.ndim
        term = theirs.get(symbol, theirs.get(uncut(symbol)))
        if term is not None and term.ndim == ndim:
            yield from numbers(Step(term, symbol, term.value, "")).items()
        elif summed is not None and summed.symbol in theirs and _is_worked_part(step.term, summed):
            taken = zip(step.value, summed.value, theirs[summed.symbol].value, strict=False)
            ranked = enumerate(taken, start=1)
            yield from (((symbol, k), float(other)) for k, (one, whole, other) in ranked if one == whole)


def _is_worked_part(term: Term, summed: Term) -> bool:
    """Whether what is summed is this, where it is not 0: P@i, of which only the hits count."""
    is_part = any(part is term for part in terms_in(summed.operands))
    return is_part and term.function is not None and term.shape == summed.shape


# what rests on what


def _is_hidden(term: Term, k: int, open_: set[Position]) -> bool:
    """Whether a number, or number `k` of several (0: any of them), is open, or computed from one that is."""
    if any(symbol == term.symbol and k in (0, position) for symbol, position in open_):
        return True
    by_element = isinstance(term.function, np.ufunc) or term.function is np.where
    parts = terms_in(term.operands)
    return any(_is_hidden(part, k if by_element and part.ndim else 0, open_) for part in parts)


def _summed(term: Term, open_: set[Position]) -> Expression:
    """Write what a number sums up: ?? for the terms that are open, also where they are 0."""
    reduced = walkthrough.reduction_in(term)
    if reduced is None:
        return UNKNOWN
    row = reduced.operands[0]
    hidden = [k for k in range(1, len(row.value) + 1) if _is_hidden(row, k, open_)]
    terms = walkthrough.placed(reduced, zeros=walkthrough.zeros_of(term, reduced))
    return walkthrough.joined(terms, reduced, hidden)
