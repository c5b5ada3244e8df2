"""Telling: the sentences that say what a step of a derivation does and why."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from metrics_edu.language import N_, _, ngettext, number
from metrics_edu.working import TEXT, Derivation, Expression, Step, Term, in_line, isolated, show

NOUNS = {
    "items": (N_("Rank {a}"), N_("Ranks {a} and {b}"), N_("Ranks {a} to {b}")),
    "users": ("{a}", N_("{a} and {b}"), N_("{a} to {b}")),
    "ratings": (N_("Rating {a}"), N_("Ratings {a} and {b}"), N_("Ratings {a} to {b}")),
}
"""What the rows are, and how one, two and more of them are named."""


class Teller:
    """The sentences of one derivation, whose rows are "items", "users" or "ratings"; `unread` of them are below the cut-off."""

    def __init__(self, derivation: Derivation, kind: str, labels: Sequence[str], unread: int) -> None:
        self.derivation, self.kind, self.labels, self.unread = derivation, kind, labels, unread
        relevant = derivation.ranking.hits() if kind == "items" else np.zeros(0)
        self._relevant = {rank for rank, hit in enumerate(relevant, start=1) if hit}

    def question(self) -> str:
        symbol, ranks_read = written(self.derivation.symbol), len(self.labels) - self.unread
        said = _("{symbol} = ??  Each step finds one part of it; the value comes last.", symbol=symbol)
        if self.unread:
            said += " " + ngettext("Only the first rank is read.", "Only the first {count} ranks are read.", ranks_read)
        return said

    def column(self, step: Step) -> str:
        name = written(step.symbol) + (f" = {written(step.formula)}" if step.formula else "")
        if step.why:
            return f"{name}: {step.why}."
        return f"{name}." if step.formula else _("{symbol} of each rank.", symbol=name)

    def found(self, step: Step) -> str:
        if step.term.ndim:
            return self.column(step)
        formula = [written(step.formula)] if step.formula and not step.why else []
        said = " = ".join([written(step.symbol), *formula, written(step.forms(TEXT)[-1])])
        return f"{said}." + (f" {upper(step.why)}." if step.why else "")

    def taken(self, ranks: Sequence[int], addends: Mapping[int, Expression], reduced: Term) -> str:
        if len(ranks) > 1:
            facts = {
                "who": self._who(ranks),
                "count": len(ranks),
                "value": number(sum(addends[k].value for k in ranks)),
            }
            return _("{who}: {count} terms join the sum at once, {value} together.", **facts)
        each = self._each(ranks[0])
        term = written(show(addends[ranks[0]].at(None), TEXT))
        end: dict[object, str] = {np.max: _("No other rank gives more."), np.min: _("No other rank gives less.")}
        said = end.get(reduced.function, _("{term} joins the sum.", term=term))
        return f"{self._who(ranks)}: " + (f"{each}. " if each else "") + said

    def passed(self, ranks: Sequence[int], reduced: Term) -> str:
        if not ranks:
            return _("There is nothing to read.")
        who, reasons = self._who(ranks), {self._each(rank) for rank in ranks}
        each = reasons.pop() if len(reasons) == 1 else ""
        if len(ranks) == 1 and each:
            return f"{who}: {each}." + ("" if self._reasons else f" {upper(self._why(ranks, reduced))}")
        if each and self._reasons and not (self.kind == "items" and self._relevant.isdisjoint(ranks)):
            return _("{who}, each: {reason}.", who=who, reason=each)
        return f"{who}: {self._why(ranks, reduced)}"

    def _why(self, ranks: Sequence[int], reduced: Term) -> str:
        if self.kind == "users":
            terms = self.derivation.per_rank
            missing = terms is None or all(math.isnan(terms.value[rank - 1]) for rank in ranks)
            return _("no value, so left out.") if missing else _("the value is 0, which adds nothing.")
        if self.kind == "items" and self._relevant.isdisjoint(ranks):
            if reduced.function is not np.sum:
                return _("not relevant, so passed over.")
            adds = N_("not relevant, so it adds nothing."), N_("not relevant, so they add nothing.")
            return _(adds[len(ranks) > 1])
        return _("it adds 0.") if len(ranks) == 1 else _("they add 0.")

    def complete(self, step: Step) -> str:
        said = _("The sum is complete: {symbol} = {value}.", symbol=written(step.symbol), value=number(step.value))
        return said + (f" {upper(step.why)}." if step.why else "")

    def end(self) -> str:
        if math.isnan(self.derivation.value):
            why = self.derivation.result.why
            said = _("{symbol} has no value.", symbol=written(self.derivation.symbol))
            return said + (f" {upper(why)}." if why else "")
        return self.found(self.derivation.result)

    def _who(self, ranks: Sequence[int]) -> str:
        names = [str(rank) for rank in ranks]
        if self.kind == "users":
            names = [isolated(self.labels[rank - 1]) for rank in ranks]
        noun = NOUNS[self.kind][min(len(ranks), 3) - 1]
        label = self.labels[ranks[0] - 1] if self.kind == "items" and len(ranks) == 1 else ""
        return _(noun, a=names[0], b=names[-1]) + (f", {isolated(label)}" if label else "")

    def _each(self, rank: int) -> str:
        terms = self.derivation.per_rank
        return terms.each(rank - 1) if terms is not None and rank <= len(terms.value) else ""

    @property
    def _reasons(self) -> bool:
        terms = self.derivation.per_rank
        return terms is not None and not isinstance(terms.term.each, str)


def upper(text: str) -> str:
    """Begin a sentence with a capital, but not with that of a symbol of one letter."""
    return text if text[1:2] in ("", " ") else text[0].upper() + text[1:]


def written(text: str) -> str:
    """Write symbols and numbers on one line of plain text, with what stands below the line there: "relᵢ", "log₂(3)"."""
    return in_line(text).replace("log2(", "log₂(")
