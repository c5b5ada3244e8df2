"""Stepper: the derivation of one value, one step at a time, each a still picture that is made ahead."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import traitlets

from metrics_edu import working
from metrics_edu.exercises import asked_under
from metrics_edu.language import _, number
from metrics_edu.metrics import DEFAULT, Ranking, Ratings, measure, working_of
from metrics_edu.widgets.cards import given_repr
from metrics_edu.widgets.part import Part, style
from metrics_edu.widgets.state import State, lanes_of, marks_of
from metrics_edu.widgets.views import Teller, equal, lanes_view, some, spelled, upper
from metrics_edu.working import HTML, TEXT, Derivation, Expression, Step, Term, escape, isolated, one_line, symbol

TERMS_ALONE, TERM_GROUPS = 6, 6  # of many terms so many join the sum one by one, and the others in so many groups

UNKNOWN = symbol("??")
NEW_PLACE = ("new", 0)  # the place of what a frame has just found, where it is no rank's term


def _place(text: str, place: tuple[str, int]) -> str:
    axis, position = place
    if place == NEW_PLACE:
        return f'<span class="me-new">{text}</span>'
    if axis.startswith("*"):
        return f'<span class="me-ideal">{text}</span>'
    return f'<span class="me-term" data-rank="{position}">{text}</span>'


def _symbol(text: str) -> str:
    return '<span class="me-ask">??</span>' if text == UNKNOWN.text else HTML.symbol(text)


STAGE_HTML = replace(HTML, symbol=_symbol, place=_place)
"""HTML whose terms take no focus: the stage is one stop for the keys."""


NO_NEWS: dict[str, Any] = {"column": -1, "lit": (), "passed": (), "line": "", "new": False, "result": ""}
"""A frame in which nothing is new: no column, no rank that is looked at or passed over, no line that grows or is complete."""


class Frames:
    """The frames of a derivation, made one after the other; the lines that stand below the working at the end, in HTML."""

    def __init__(self, derivation: Derivation, teller: Teller) -> None:
        self.frames: list[dict[str, Any]] = []
        self.lines: list[str] = []
        self._derivation, self._teller, self._result = derivation, teller, derivation.result
        self._formula = (
            working.write_formula(self._result.term) if self._result.formula else symbol(self._result.symbol)
        )
        self._known = _given(self._result.term, {step.symbol for step in derivation.steps})
        self._sum = UNKNOWN  # what the value itself sums, as far as it is known
        self._columns = 0
        self._joined: tuple[int, ...] = ()
        self._add(teller.question())
        for step in derivation.steps:
            if step in derivation.columns():
                self._columns += 1
                self._add(teller.column(step), column=self._columns - 1)
            else:
                self._step(step)

    def _add(self, say: str, **news: Any) -> None:
        so_far = _written(self._result, [self._filled(self._formula, self._sum)])
        there = {"columns": self._columns, "lines": len(self.lines), "joined": self._joined}
        self.frames.append(NO_NEWS | {"say": say, "working": so_far} | there | news)

    def _step(self, step: Step) -> None:
        reduced = None if step.term.ndim else _reduced(step.term)
        walked = reduced is not None and self._takes_terms(reduced)
        if reduced is not None and walked:
            self._walk(step, reduced)
        if step is self._result:
            self._sum = UNKNOWN if reduced is None else joined(_addends(reduced), reduced)
            self._end()
        elif not (walked and step.term.function is np.sum):
            self._find(step)

    def _takes_terms(self, reduced: Term) -> bool:
        terms = self._derivation.per_rank
        if terms is None or reduced.operands[0].index != terms.index:
            return False
        return any(part is terms.term for part in _below(reduced))

    def _find(self, step: Step) -> None:
        if new := not self._in_working(step):
            self.lines.append(_line(step))
        if step.term.ndim == 0:
            self._known[step.symbol] = working.write_numbers(step.term, (), top=False).at(NEW_PLACE)
        self._add(self._teller.found(step), new=new)
        if step.term.ndim == 0:
            self._known[step.symbol] = self._known[step.symbol].at(None)

    def _walk(self, step: Step, reduced: Term) -> None:
        addends = {addend.place[1]: addend for addend in _addends(reduced) if addend.place}
        length, adds = reduced.operands[0].shape[0], reduced.function is np.sum
        groups = grouped(list(addends), length) or [(False, [])]
        if addends and not adds:
            groups = groups[: groups.index((True, list(addends))) + 1]
        whole = step is not self._result and step.term.function is np.sum  # nothing but this sum
        self._joined = ()
        for k, (taken, ranks) in enumerate(groups, start=1):
            self._joined += tuple(ranks) if taken else ()
            now = joined([addends[rank] for rank in self._joined], reduced, done=k == len(groups))
            line = self._progress(step, reduced, now)
            say = self._teller.taken(ranks, addends, reduced) if taken else self._teller.passed(ranks, reduced)
            if new := whole and k == len(groups):
                say = f"{say} {self._teller.complete(step)}"
                self.lines += [_line(step)] if line else []
            lit, passed = (ranks, []) if taken else ([], ranks)
            if taken and not adds:
                passed = list(range(ranks[-1] + 1, length + 1))
            self._add(say, lit=tuple(lit), passed=tuple(passed), line="" if new else line, new=new and bool(line))

    def _progress(self, step: Step, reduced: Term, now: Expression) -> str:
        if step is self._result:
            self._sum = now
            if not self._result.formula:
                self._known[step.symbol] = now
            return ""
        if reduced is step.term:
            self._known[step.symbol] = now
        if self._in_working(step):
            return ""
        return _written(step, [step.write_formula(STAGE_HTML), self._filled(working.write_formula(step.term), now)])

    def _end(self) -> None:
        result, value = self._result, self._derivation.value
        itself = not result.formula or result.working.kind == "number"  # `empty` has decided, or there is just a number
        self.whole = result.working if itself else fill(self._formula, self._known, self._sum)
        forms = [working.show(self.whole, STAGE_HTML), *([] if itself else result.forms(STAGE_HTML)[1:-1])]
        self._add(self._teller.end(), working=_written(result, forms), result=number(value))

    def _filled(self, tree: Expression, addends: Expression) -> str:
        return working.show(fill(tree, self._known, addends), STAGE_HTML)

    def _in_working(self, step: Step) -> bool:
        return step.term.function is np.sum and step.symbol in _symbols(self._formula)


def fill(tree: Expression, known: Mapping[str, Expression], addends: Expression) -> Expression:
    """Write a formula in numbers: what is known of its symbols, the terms of its sum, and ?? for the rest."""
    if tree.kind == "over":
        return addends
    if tree.kind == "symbol":
        return known.get(tree.text, UNKNOWN)
    return replace(tree, parts=tuple(fill(part, known, addends) for part in tree.parts))


def joined(addends: Sequence[Expression], reduced: Term, *, done: bool = True) -> Expression:
    """Write a sum as far as its terms have joined it; of nothing it is the value itself."""
    if not addends and done:
        value = float(reduced.value)
        return Expression("number", value=value if math.isfinite(value) else math.nan)
    parts = (*addends, *(() if done else (UNKNOWN,)))
    return parts[0] if len(parts) == 1 else Expression("+", parts)


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


def _reduced(term: Term) -> Term | None:
    if term.function in (np.sum, np.max, np.min):
        return term
    parts = (part for part in working.terms_in(term.operands) if not part.symbol)
    return next((below for part in parts if (below := _reduced(part)) is not None), None)


def _addends(reduced: Term) -> list[Expression]:
    tree = working.write_numbers(reduced, ())
    parts = tree.parts if tree.kind == "+" and not tree.place else (tree,)
    return [part for part in parts if part.place and part.value != 0 and math.isfinite(part.value)]


def _below(term: Term, seen: set[int] | None = None) -> Iterator[Term]:
    seen = set() if seen is None else seen
    for part in working.terms_in(term.operands):
        if id(part) not in seen:
            seen.add(id(part))
            yield part
            yield from _below(part, seen)


def _given(term: Term, steps: set[str]) -> dict[str, Expression]:
    named = (part for part in _below(term) if part.symbol and part.symbol not in steps and part.ndim == 0)
    return {part.symbol: working.write_numbers(part, (), top=False) for part in named}


def _symbols(tree: Expression) -> set[str]:
    return {tree.text} if tree.kind == "symbol" else set().union(*map(_symbols, tree.parts))


def _written(step: Step, forms: Sequence[str]) -> str:
    return equal(STAGE_HTML.symbol(step.symbol), forms)


def _line(step: Step) -> str:
    return _written(step, [step.write_formula(STAGE_HTML), *step.forms(STAGE_HTML)])


class Stepper(Part):
    """The working of one value, step by step: the row and its term light up together, and a sentence says why.

    The arrow keys, Space, Home and End go through the steps, as the buttons do.

    Parameters
    ----------
    asked : str
        The measure, such as ``"AP"``, ``"nDCG@10"``, ``"MAP@10"``, ``"RMSE"``.
    given : Ranking or Ratings
        One list, or a batch: then the mean over its users. Ratings for RMSE, MAE and MSE.
    convention : str
        Whose definition, one of ``CONVENTIONS``.

    Attributes
    ----------
    at : int
        The step that is shown, from 0.

    Raises
    ------
    ValueError
        If the measure or the convention is not known, or the measure is not computed from what is given.

    Examples
    --------
    >>> Stepper("AP", Ranking.parse("NRRNNR", relevant=3))
    Stepper('AP', 'NRRNNR', relevant=3)
    """

    _css = style("stepper")
    at = traitlets.Int(0).tag(sync=True)

    def __init__(self, asked: str, given: Ranking | Ratings, *, convention: str = DEFAULT) -> None:
        self._asked, self._given = asked, given
        spelling: Any = asked  # a caller's value may be anything
        chosen = asked_under(asked, convention) if isinstance(spelling, str) else measure(spelling)
        self._derivation = working_of(chosen, given)
        super().__init__()

    @property
    def derivation(self) -> Derivation:
        """The whole working."""
        return self._derivation

    @traitlets.validate("at")
    def _within(self, proposal: Any) -> int:
        return max(0, min(int(proposal["value"]), len(self.view.get("frames", [0])) - 1))

    def _view(self) -> dict[str, Any]:
        derivation = self._derivation
        columns, listed = derivation.columns(), _listed(self._given)
        rows: list[dict[str, Any]] = listed["rows"]
        ranks_read = max((len(step.value) for step in columns), default=0)
        teller = Teller(derivation, listed["kind"], [row["label"] for row in rows], len(rows) - ranks_read)
        frames = self._frames = Frames(derivation, teller)
        formula = derivation.result.write_formula(STAGE_HTML)
        return {
            "part": "stepper",
            "name": spelled(derivation.symbol),
            "long": upper(derivation.title),
            "stage": _("{symbol}, step by step", symbol=spelled(derivation.symbol)),
            "definition": equal(STAGE_HTML.symbol(derivation.symbol), [formula]) if formula else "",
            "list": listed | {"named": any(row["label"] for row in rows), "read": ranks_read},
            "columns": [{"head": spelled(step.symbol), "cells": _cells(step, len(rows))} for step in columns],
            "lines": frames.lines,
            "frames": frames.frames,
        }

    def _repr_mimebundle_(self, **options: Any) -> Any:
        bundle: Any = super()._repr_mimebundle_(**options)
        return bundle[0] | {"text/html": f"<pre>{escape(self._derivation.text())}</pre>"}, bundle[1]

    def __repr__(self) -> str:
        return f"Stepper({self._asked!r}, {given_repr(self._given)})"


def _listed(given: Ranking | Ratings) -> dict[str, Any]:
    if isinstance(given, Ratings):
        rows = [_row(rank) for rank in range(1, np.size(given.actual) + 1)]
        return {"kind": "ratings", "heading": _("Ratings"), "item": "", "rows": rows, "missed": "", "empty": ""}
    if given.is_batch:
        lists = [(user, given.user(user)) for user in given.users or []]
        notes = [(one_line(user), ("" if shown.is_binary else " ").join(shown.marks())) for user, shown in lists]
        rows = [_row(k, *note) for k, note in enumerate(notes, start=1)]
        about = {"kind": "users", "heading": _("Users"), "item": _("user")}
        return about | {"rows": rows, "missed": "", "empty": _("No user.")}
    state = State((lanes_of(given, ""),), marks_of(given))
    lanes = lanes_view(state, state.lanes)
    missed = _missed(lanes["missed"], graded=state.graded, named=bool(given.missed_items))
    rows = [{key: row[key] for key in _row(0)} for row in lanes["shown"]]
    item = _("item")
    if given.items is None:
        rows, item = [row | {"label": ""} for row in rows], ""
    about = {"kind": "items", "heading": _("Shown"), "item": item}
    return about | {"rows": rows, "missed": missed, "empty": _("The list is empty.")}


def _row(rank: int, label: str = "", note: str = "") -> dict[str, Any]:
    return {"rank": rank, "label": label, "note": note, "badge": "", "relevant": False, "state_word": ""}


def _missed(rows: list[dict[str, Any]], *, graded: bool, named: bool) -> str:
    if not rows:
        return ""
    if not graded:
        names = ", ".join(some([isolated(row["label"]) for row in rows])) if named else str(len(rows))
        return _("Relevant, but not shown: {items}", items=names)
    grades = [_("grade {grade}", grade=number(row["grade"])) for row in rows]
    if named:
        grades = [f"{isolated(row['label'])} ({grade})" for row, grade in zip(rows, grades, strict=True)]
    return _("Not shown: {items}", items="; ".join(some(grades)))


def _cells(step: Step, length: int) -> list[list[str]]:
    texts = []
    for k, tree in enumerate(step.expressions[:length]):
        full = spelled(step.cell(k, TEXT))
        texts.append([full, full if tree.kind == "number" or tree.is_quotient else number(tree.value)])
    return texts + [["", ""]] * (length - len(texts))
