"""Walkthrough: a derivation step by step: what each frame of it shows, and its sentence. No widget here."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypedDict

import numpy as np

from metrics_edu.language import N_, _, ngettext, number
from metrics_edu.working import Derivation
from metrics_edu.working.expression import Expression, Number, Quotient, Reduction, Sum, Symbol, symbol
from metrics_edu.working.html_style import HTML, equal
from metrics_edu.working.labels import in_line, isolated
from metrics_edu.working.numeric_form import Role, Sums, Zeros, counts_terms, write_numbers
from metrics_edu.working.recorded_array import Term, terms_in
from metrics_edu.working.steps import Step
from metrics_edu.working.style import show
from metrics_edu.working.symbolic_form import write_formula
from metrics_edu.working.text_style import TEXT

TERMS_ALONE, TERM_GROUPS = 6, 6  # of many terms, those that join the sum one by one, and the groups of the others

UNKNOWN = symbol("??")
NEW_POSITION = ("new", 0)  # the place of what a frame has just found, where it is no rank's term


def _marked(text: str, position: tuple[str, int]) -> str:
    if position == NEW_POSITION:
        return f'<span class="me-new">{text}</span>'
    return HTML.position(text, position).replace(' role="button" tabindex="-1"', "")


def _symbol(text: str) -> str:
    return '<span class="me-ask">??</span>' if text == UNKNOWN.text else HTML.symbol(text)


STAGE_HTML = replace(HTML, symbol=_symbol, position=_marked)
"""HTML whose terms take no focus: the stage is one stop for the keys."""


class StepFrame(TypedDict):
    """One state of a Stepper."""

    column: int  # -1: none
    lit: tuple[int, ...]
    passed: tuple[int, ...]
    line: str
    new: bool
    aside: str
    sentence: str
    working: str
    columns: int
    lines: int
    joined: tuple[int, ...]


class Frames:
    """The frames of a derivation, made one after the other; the lines above the working, in HTML: while open, and complete."""

    def __init__(self, derivation: Derivation, narration: Narration) -> None:
        self.frames: list[StepFrame] = []
        self.lines: list[tuple[str, str]] = []
        self._derivation, self._narration = derivation, narration
        self._result = result = derivation.result
        self._formula = write_formula(result.term) if result.formula else symbol(result.symbol)
        self._known = symbols_of(result.term, {step.symbol for step in derivation.steps})
        sums = [step for step in derivation.sums if step.symbol in symbols_in(self._formula)]
        self._in_working = sums if len(sums) == 1 else []  # two have separate lines: no fraction is of sums alone
        self._sum: Expression = UNKNOWN  # what the value itself sums, as far as it is known
        self._columns = 0
        self._joined: tuple[int, ...] = ()
        self._add(narration.question())
        for step in derivation.steps:
            if step in derivation.columns():
                self._columns += 1
                self._add(narration.column(step), column=self._columns - 1)
            else:
                self._step(step)

    def _add(
        self,
        sentence: str,
        *,
        column: int = -1,
        lit: tuple[int, ...] = (),
        passed: tuple[int, ...] = (),
        line: str = "",
        new: bool = False,
        aside: str = "",
        working: str = "",
    ) -> None:
        """Add a frame; without news it has no column, no rank that is looked at or passed over, and no line."""
        self.frames.append(
            {
                "column": column,
                "lit": lit,
                "passed": passed,
                "line": line,
                "new": new,
                "aside": aside,
                "sentence": sentence,
                "working": working or _written(self._result, [self._filled(self._formula, self._sum)]),
                "columns": self._columns,
                "lines": len(self.lines),
                "joined": self._joined,
            }
        )

    def _step(self, step: Step) -> None:
        reduced = None if step.term.ndim else reduction_in(step.term)
        walked = reduced is not None and self._takes_terms(reduced)
        if reduced is not None and walked:
            self._walk(step, reduced)
        if step is self._result:
            self._sum = UNKNOWN if reduced is None else joined(self._written_terms(step, reduced), reduced)
            self._end()
        elif step.index == "*i":  # what sums it up repeats it
            self._add(self._narration.column(step), aside=_written(step, step.written(STAGE_HTML)))
        elif not (walked and step in self._derivation.sums):
            self._find(step)

    def _takes_terms(self, reduced: Term) -> bool:
        terms = self._derivation.per_rank
        if terms is None or reduced.operands[0].index != terms.index:
            return False
        return any(part is terms.term for part in _below(reduced))

    def _find(self, step: Step) -> None:
        if new := step not in self._in_working:
            self.lines.append(_line(step))
        if step.term.ndim == 0:
            self._known[step.symbol] = write_numbers(
                step.term, role=Role.OPERAND, sums=Sums.AS_VALUES if new else Sums.WRITTEN_OUT
            ).at(NEW_POSITION)
        self._add(self._narration.found(step), new=new)
        if step.term.ndim == 0:
            self._known[step.symbol] = self._known[step.symbol].at(None)

    def _walk(self, step: Step, reduced: Term) -> None:
        addends, terms = _addends(reduced), self._written_terms(step, reduced)
        length, adds = reduced.operands[0].shape[0], reduced.function is np.sum
        groups = grouped(list(addends), length) or [(False, [])]
        if addends and not adds:
            groups = groups[: groups.index((True, list(addends))) + 1]
        whole = step is not self._result and step in self._derivation.sums  # nothing but this sum
        self._joined = ()
        for k, (taken, ranks) in enumerate(groups, start=1):
            self._joined += tuple(ranks) if taken else ()
            now = joined(terms, reduced, range(ranks[-1] + 1, length + 1) if k < len(groups) else ())
            line = self._progress(step, reduced, now)
            sentence = self._narration.passed(ranks, reduced)
            if taken:
                sentence = self._narration.taken(ranks, addends, reduced)
            if new := whole and k == len(groups):
                sentence = f"{sentence} {self._narration.complete(step)}"
                if line:
                    self.lines.append(_line(step))
                    self._known[step.symbol] = write_numbers(step.term, role=Role.OPERAND, sums=Sums.AS_VALUES)
            rest = [*range(ranks[-1] + 1, length + 1)] if taken and not adds else []
            lit, passed = (ranks, rest) if taken else ([], ranks)
            self._add(sentence, lit=tuple(lit), passed=tuple(passed), line="" if new else line, new=new and bool(line))

    def _written_terms(self, step: Step, reduced: Term) -> dict[int, Expression]:
        """Return the terms of a sum, with those of 0 where the working divides it by their number."""
        in_line = step in self._derivation.sums and step not in self._in_working
        return _addends(reduced) if in_line else placed(reduced, zeros=zeros_of(self._result.term, reduced))

    def _progress(self, step: Step, reduced: Term, now: Expression) -> str:
        if step is self._result:
            self._sum = now
            if not self._result.formula:
                self._known[step.symbol] = now
            return ""
        if step in self._in_working:
            self._known[step.symbol] = now
            return ""
        formula = "" if step in self._derivation.sums else step.write_formula(STAGE_HTML)
        return _written(step, [formula, self._filled(write_formula(step.term), now)])

    def _end(self) -> None:
        result, value = self._result, self._derivation.value
        itself = not result.formula or isinstance(
            result.working, Number
        )  # `empty` has decided, or there is just a number
        self.whole = result.working if itself else fill(self._formula, self._known, self._sum)
        bare = isinstance(self.whole, Number) and not self.whole.position
        forms = [show(self.whole, STAGE_HTML), *([] if itself else result.forms(STAGE_HTML)[1:-1])][bare:]
        found = f'<span class="me-value">{number(value)}</span>'
        self._add(self._narration.end(), working=_written(result, [*dict.fromkeys(forms), found]))

    def _filled(self, tree: Expression, addends: Expression) -> str:
        return show(fill(tree, self._known, addends), STAGE_HTML)


def fill(tree: Expression, known: Mapping[str, Expression], addends: Expression) -> Expression:
    """Write a formula in numbers: what is known of its symbols, the terms of its sum, and ?? for the rest."""
    match tree:
        case Reduction():
            return addends
        case Symbol(text=text):
            return known.get(text, UNKNOWN)
    return replace(tree, parts=tuple(fill(part, known, addends) for part in tree.parts))


def joined(addends: Mapping[int, Expression], reduced: Term, hidden: Collection[int] = ()) -> Expression:
    """Write a sum, or a highest term: ?? for the terms that are hidden, next to each other once; of nothing its value."""
    if hidden and reduced.function is not np.sum:
        return UNKNOWN
    parts: list[Expression] = []
    for k in sorted({*addends, *hidden}):
        part = UNKNOWN if k in hidden else addends[k]
        parts += [part] if part != UNKNOWN or parts[-1:] != [UNKNOWN] else []
    if not parts:
        return Number(value=float(reduced.value) if np.isfinite(reduced.value) else math.nan)
    return parts[0] if len(parts) == 1 else Sum(tuple(parts))


def grouped(counted: Sequence[int], length: int) -> list[tuple[bool, list[int]]]:
    """Group the ranks 1 to `length`: those that count one by one (of many, the later ones together), the others by runs."""
    alone = list(counted) if len(counted) <= TERMS_ALONE + TERM_GROUPS else list(counted[:TERMS_ALONE])
    later = [part.tolist() for part in np.array_split(counted[len(alone) :], TERM_GROUPS) if part.size]
    groups: list[tuple[bool, list[int]]] = []
    before = 0
    for ranks in [*([rank] for rank in alone), *later]:
        if ranks[0] > before + 1 and ranks not in later:
            groups.append((False, list(range(before + 1, ranks[0]))))
        groups.append((True, ranks))
        before = ranks[-1]
    return groups + ([(False, list(range(before + 1, length + 1)))] if before < length else [])


def reduction_in(term: Term) -> Term | None:
    if term.function in (np.sum, np.max, np.min):
        return term
    parts = (part for part in terms_in(term.operands) if not part.symbol)
    return next((below for part in parts if (below := reduction_in(part)) is not None), None)


def placed(reduced: Term, *, zeros: Zeros = Zeros.DROPPED) -> dict[int, Expression]:
    """Return what is summed up, or chosen, in numbers, by its place."""
    tree = write_numbers(reduced, zeros=zeros)
    parts = tree.parts if isinstance(tree, Sum) and not tree.position else (tree,)
    return {part.position[1]: part for part in parts if part.position}


def zeros_of(term: Term, total: Term) -> Zeros:
    """Return whether a sum is written with its zeros: where the working divides it by the number of its terms."""
    quotients = (part for part in (term, *_below(term)) if part.function is np.divide)
    is_mean = any(part.operands[0] is total and counts_terms(part.operands[1]) for part in quotients)
    return Zeros.KEPT if is_mean else Zeros.DROPPED


def _addends(reduced: Term) -> dict[int, Expression]:
    return {k: part for k, part in placed(reduced).items() if part.value != 0 and math.isfinite(part.value)}


def _below(term: Term, seen: set[int] | None = None) -> Iterator[Term]:
    seen = set() if seen is None else seen
    for part in terms_in(term.operands):
        if id(part) not in seen:
            seen.add(id(part))
            yield part
            yield from _below(part, seen)


def symbols_of(term: Term, steps: set[str]) -> dict[str, Expression]:
    named = (part for part in _below(term) if part.symbol and part.symbol not in steps and part.ndim == 0)
    return {part.symbol: write_numbers(part, role=Role.OPERAND) for part in named}


def symbols_in(tree: Expression) -> set[str]:
    return {tree.text} if isinstance(tree, Symbol) else set().union(*map(symbols_in, tree.parts))


def _written(step: Step, forms: Sequence[str]) -> str:
    return equal(STAGE_HTML.symbol(step.symbol), forms)


def _line(step: Step) -> tuple[str, str]:
    """Write a step while it is open, and complete: then the terms of a sum stand for its formula."""
    formula, forms = step.write_formula(STAGE_HTML), step.forms(STAGE_HTML)
    defined = [] if step.term.function is np.sum and len(forms) > 1 else [formula]
    return _written(step, [formula, STAGE_HTML.symbol(UNKNOWN.text)]), _written(step, [*defined, *forms])


NOUNS = {
    "items": (N_("Rank {a}"), N_("Ranks {a} and {b}"), N_("Ranks {a} to {b}")),
    "users": ("{a}", N_("{a} and {b}"), N_("{a} to {b}")),
    "ratings": (N_("Rating {a}"), N_("Ratings {a} and {b}"), N_("Ratings {a} to {b}")),
}


class Narration:
    """The sentences of one derivation, whose rows are "items", "users" or "ratings"; `unread` of them are below the cut-off."""

    def __init__(self, derivation: Derivation, kind: str, labels: Sequence[str], unread: int) -> None:
        self.derivation, self.kind, self.labels, self.unread = derivation, kind, labels, unread
        self._terms = terms = derivation.per_rank
        has_reasons = terms is not None and not isinstance(terms.term.reason.per_element, str)
        self._reasons = has_reasons and not derivation.metric.averages  # P@i says nothing of what it adds
        self._relevant = {*(np.flatnonzero(derivation.ranking.hits()) + 1).tolist()} if kind == "items" else set[int]()

    def question(self) -> str:
        symbol, ranks_read = in_line(self.derivation.symbol), len(self.labels) - self.unread
        sentence = _("{symbol} = ??  Each step computes one part of it; the value comes last.", symbol=symbol)
        if self.unread:
            sentence += " " + ngettext(
                "Only the first rank is read.", "Only the first {count} ranks are read.", ranks_read
            )
        return sentence

    def column(self, step: Step) -> str:
        sentence = " = ".join(map(in_line, filter(None, [step.symbol, step.formula])))
        return f"{sentence}: {step.why}." if step.why else f"{sentence}."

    def found(self, step: Step) -> str:
        if step.term.ndim:
            return self.column(step)
        formula = "" if step.why else step.formula
        sentence = " = ".join(map(in_line, filter(None, (step.symbol, formula, step.forms(TEXT)[-1]))))
        return f"{sentence}." + (f" {upper(step.why)}." if step.why else "")

    def taken(self, ranks: Sequence[int], addends: Mapping[int, Expression], reduced: Term) -> str:
        if len(ranks) > 1:
            facts = {"count": len(ranks), "value": number(sum(addends[k].value for k in ranks))}
            return _(
                "{ranks}: {count} terms are added to the sum, {value} together.", ranks=self._rank_names(ranks), **facts
            )
        reason, term = self._rank_reason(ranks[0]), in_line(show(addends[ranks[0]].at(None), TEXT))
        end: dict[object, str] = {np.max: _("No other rank gives more."), np.min: _("No other rank gives less.")}
        sentence = end.get(reduced.function, _("{term} is added to the sum.", term=term))
        return f"{self._rank_names(ranks)}: " + (f"{reason}. " if reason else "") + sentence

    def passed(self, ranks: Sequence[int], reduced: Term) -> str:
        if not ranks:
            return _("There is nothing to read.")
        names, reasons = self._rank_names(ranks), {self._rank_reason(rank) for rank in ranks}
        reason = reasons.pop() if len(reasons) == 1 else ""
        if len(ranks) == 1 and reason:
            return f"{names}: {reason}." + ("" if self._reasons else f" {upper(self._why(ranks, reduced))}")
        if reason and self._reasons and not (self.kind == "items" and self._relevant.isdisjoint(ranks)):
            return _("{ranks}, each: {reason}.", ranks=names, reason=reason)
        return f"{names}: {self._why(ranks, reduced)}"

    def _why(self, ranks: Sequence[int], reduced: Term) -> str:
        if self.kind == "users":
            missing = self._terms is None or all(math.isnan(self._terms.value[rank - 1]) for rank in ranks)
            return _("no value, so left out.") if missing else _("the value is 0, which adds nothing.")
        if self.kind == "items" and self._relevant.isdisjoint(ranks):
            if reduced.function is not np.sum:
                return _("not relevant, so skipped.")
            adds = N_("not relevant, so it adds nothing."), N_("not relevant, so they add nothing.")
            return _(adds[len(ranks) > 1])
        return _("it adds 0.") if len(ranks) == 1 else _("they add 0.")

    def complete(self, step: Step) -> str:
        sentence = _("The sum is complete: {symbol} = {value}.", symbol=in_line(step.symbol), value=number(step.value))
        return sentence + (f" {upper(step.why)}." if step.why else "")

    def end(self) -> str:
        result = self.derivation.result
        if math.isnan(result.value):
            sentence = _("{symbol} has no value.", symbol=in_line(result.symbol))
            return sentence + (f" {upper(result.why)}." if result.why else "")
        tree = write_numbers(result.term, sums=Sums.AS_VALUES)
        if result.why or not isinstance(tree, Quotient):
            return self.found(result)
        sentence = _("{a} divided by {b}", a=show(tree.parts[0], TEXT), b=show(tree.parts[1], TEXT))
        return f"{sentence}: {in_line(result.symbol)} = {number(result.value)}."

    def _rank_names(self, ranks: Sequence[int]) -> str:
        names = [isolated(self.labels[rank - 1]) if self.kind == "users" else str(rank) for rank in ranks]
        noun = NOUNS[self.kind][min(len(ranks), 3) - 1]
        label = self.labels[ranks[0] - 1] if self.kind == "items" and len(ranks) == 1 else ""
        return _(noun, a=names[0], b=names[-1]) + (f", {isolated(label)}" if label else "")

    def _rank_reason(self, rank: int) -> str:
        return (
            self._terms.element_reason(rank - 1) if self._terms is not None and rank <= len(self._terms.value) else ""
        )


def upper(text: str) -> str:
    """Begin a sentence with a capital, but not with that of a symbol: "n ones", "min(|R|, n)", "log2(i + 1)"."""
    return text[0].upper() + text[1:] if re.match(r"[^\W\d_]{2,}(?![\w(])", text) else text
