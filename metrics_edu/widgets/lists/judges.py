"""Judges: the votes of judges on some results, and which of two systems is better by the judgments of each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, product
from typing import Any, Self
from urllib.parse import quote, unquote

import numpy as np
import traitlets
from markupsafe import Markup

from metrics_edu.language import N_, _, number, refused
from metrics_edu.metrics import Measure, Ranking, Votes, cohen_kappa, fleiss_kappa, krippendorff_alpha
from metrics_edu.metrics.validation import check_word
from metrics_edu.metrics.value_and_derivation import ranking_measure
from metrics_edu.widgets.contract.actions import JudgesAction
from metrics_edu.widgets.contract.lists import JudgedResult, JudgesView, QrelsRow, SegmentControl
from metrics_edu.widgets.contract.shared import Message
from metrics_edu.widgets.core.derivation_views import derivation_view, written
from metrics_edu.widgets.core.read_only_traits import set_read_only
from metrics_edu.widgets.core.still import table
from metrics_edu.widgets.core.widget import MetricWidget
from metrics_edu.widgets.list_state.history import Session
from metrics_edu.widgets.lists.preference import compared_value, preferred
from metrics_edu.working import Derivation
from metrics_edu.working.labels import isolated, one_line

VOTES = {"1": 1.0, "0": 0.0, "-": np.nan}
RULES = {"majority": N_("majority"), "any": N_("one yes"), "all": N_("all yes"), "sum": N_("votes as grades")}
MOST_RESULTS = 20
ALL, KAPPA = "all", "kappa"
"""The row of all judges; the working of kappa. That of a value is chosen as "all 0": its row and its system."""


@dataclass(frozen=True)
class Bench:
    """The results, a row of marks for each judge, both orders as positions, the rule; two judges and a working are chosen."""

    labels: tuple[str, ...]
    marks: tuple[tuple[str, ...], ...]
    orders: tuple[tuple[str, ...], ...]
    rule: str = "majority"
    pair: str = "1 2"
    working: str = KAPPA

    @property
    def content(self) -> object:
        return self.marks, self.orders, self.rule

    def at_place_of(self, other: Bench) -> Bench:
        return self

    def choosing_as(self, other: Bench) -> Bench:
        return replace(self, pair=other.pair, working=other.working)

    @cached_property
    def votes(self) -> Votes:
        return Votes([[VOTES[vote] for vote in row] for row in self.marks], items=self.labels)

    @cached_property
    def judged(self) -> dict[str, dict[str, float]]:
        """The judgments of each judge, and those of all by the rule."""
        rule: Any = self.rule
        rows = {judge: self.votes.of_judges(judge).judgments()["1"] for judge in self.votes.judges}
        return rows | {ALL: self.votes.judgments(rule, "left_out")["1"]}

    @property
    def votes_of_pair(self) -> Votes:
        return self.votes.of_judges(*self.pair.split())

    def ranking(self, row: str, system: int) -> Ranking:
        return Ranking.from_items([self.labels[int(k)] for k in self.orders[system]], self.judged[row])


class Judges(MetricWidget):
    """The votes of two or three judges on some results, and which of two systems is better by the judgments of each.

    Parameters
    ----------
    first, second : sequences of str
        The same 2 to 20 results, as two systems order them.
    votes : sequence of iterables of str, or Votes
        For each of two or three judges the results that are relevant; the judge says no to the others. Of Votes, a grade of 1
        or higher says yes.
    measure : str or Measure
    names : pair of str
        What the systems are called.

    Attributes
    ----------
    votes : Votes
        The votes as they are now; to observe.
    values : dict
        The values of both systems by judge, and by "all".

    Raises
    ------
    ValueError
        If the systems show other results, a vote is on none of them, or there are not 2 or 3 judges.

    Examples
    --------
    >>> bench = Judges("abc", "bca", votes=["b", "ab"], measure="nDCG")
    >>> {judge: [round(value, 4) for value in pair] for judge, pair in bench.values.items()}
    {'1': [0.6309, 1.0], '2': [1.0, 0.9197], 'all': [0.6309, 1.0]}
    >>> bench.act({"do": "vote", "id": "0", "judge": "1", "vote": "1"})
    >>> bench.votes.judgments()
    {'1': {'a': 1.0, 'b': 1.0, 'c': 0.0}}
    """

    ACTIONS = JudgesAction
    votes = traitlets.Instance(Votes, read_only=True)
    values = traitlets.Dict(read_only=True)

    _session: Session[Bench]

    def __init__(
        self,
        first: Sequence[object],
        second: Sequence[object],
        votes: Sequence[Iterable[object]] | Votes,
        measure: str | Measure = "nDCG@5",
        names: Sequence[object] = ("A", "B"),
    ) -> None:
        labels, other = ([*map(one_line, part)] for part in (first, second))
        if not 2 <= len({*labels} & {*other}) == len(labels) == len(other) <= MOST_RESULTS:
            raise refused("two systems must show the same results, from 2 to {most}, each once", most=MOST_RESULTS)
        rows = _marks(votes, labels)
        orders = [[str(labels.index(label)) for label in order] for order in (labels, other)]
        self._measure, self._names = ranking_measure(measure), [*map(one_line, names)]
        bench = Bench(tuple(labels), tuple(map(tuple, rows)), tuple(map(tuple, orders)))
        super().__init__(Session(bench, bench))

    @property
    def _bench(self) -> Bench:
        return self._session.state

    @property
    def state(self) -> str:
        """Everything that is shown, as a short string for `from_state`; the measure and the names are not in it."""
        bench = self._bench
        fields = (
            map(quote, bench.labels),
            *bench.marks,
            *bench.orders,
            [bench.rule],
            bench.pair.split(),
            bench.working.split(),
        )
        return ";".join(map(",".join, fields))

    @classmethod
    def from_state(cls, state: str, *arguments: Any) -> Self:
        """Rebuild a Judges from its `state`; the measure and the names are given again.

        >>> state = Judges("abc", "bca", votes=["b", "ab"]).state
        >>> state, Judges.from_state(state).state == state
        ('a,b,c;0,1,0;1,1,0;0,1,2;1,2,0;majority;1,2;kappa', True)
        """
        try:
            labels, *rows, rule, pair, chosen = (part.split(",") for part in state.strip().split(";"))
            names = tuple(map(unquote, labels))
            made = cls(names, names, [names] * (len(rows) - 2), *arguments)
            marks, orders = tuple(map(tuple, rows[:-2])), tuple(map(tuple, rows[-2:]))
            bench = Bench(names, marks, orders, *map(" ".join, (rule, pair, chosen)))
            choices = {"rule": RULES, "pair": made._pairs, "working": made._cells}
            for key, allowed in choices.items():
                check_word(key, getattr(bench, key), allowed)
            made._session = Session(bench, bench)
            made._update()
            set_read_only(made, made._facts())
        except (ValueError, KeyError, IndexError) as error:
            raise refused("this is no state of a Judges: {value!r} ({error})", value=state[:60], error=error) from None
        return made

    def _facts(self) -> dict[str, object]:
        return {"votes": self._bench.votes, "values": {row: self._values(row) for row in self._bench.judged}}

    def _values(self, row: str) -> list[float]:
        return [compared_value(self._measure, self._bench.ranking(row, system)) for system in (0, 1)]

    def _commit(self, bench: Bench, description: str) -> None:
        if bench != self._bench:
            self._session = self._session.commit(bench, description)

    def _do_vote(self, message: Message) -> None:
        bench = self._bench
        judge, vote = _word(message, "judge", bench.votes.judges), _word(message, "vote", VOTES)
        position = int(_word(message, "id", bench.orders[1]))
        marks = [[*row] for row in bench.marks]
        marks[int(judge) - 1][position] = vote
        self._commit(replace(bench, marks=tuple(map(tuple, marks))), f"{self._name(judge)}: {bench.labels[position]}")

    def _do_move(self, message: Message) -> None:
        """Swap a result with the one above it, or with `by` 1 below it, in one of the orders."""
        system, item = int(_word(message, "list", (0, 1))), _word(message, "id", self._bench.orders[1])
        orders = [[*order] for order in self._bench.orders]
        order = orders[system]
        at = order.index(item)
        other = min(max(at + (1 if message.get("by") == 1 else -1), 0), len(order) - 1)
        order[at], order[other] = order[other], item
        label = self._bench.labels[int(item)]
        self._commit(replace(self._bench, orders=tuple(map(tuple, orders))), f"{self._names[system]}: {label}")

    def _do_set(self, message: Message) -> None:
        rule = _word(message, "value", RULES)
        self._commit(replace(self._bench, rule=rule), _(RULES[rule]))

    def _do_user(self, message: Message) -> None:
        self._session = self._session.at(pair=_word(message, "key", self._pairs), working=KAPPA)

    def _do_metric(self, message: Message) -> None:
        self._session = self._session.at(working=_word(message, "key", self._cells))

    def _go(self, message: Message) -> None:
        self._session = getattr(self._session, str(message["do"]))()

    _do_undo = _do_redo = _do_reset = _go

    @property
    def _pairs(self) -> list[str]:
        return [*map(" ".join, combinations(self._bench.votes.judges, 2))]

    @property
    def _cells(self) -> list[str]:
        """What can be worked out: kappa, or a value, by its row and its system."""
        return [KAPPA, *map(" ".join, product([*self._bench.votes.judges, ALL], "01"))]

    def _name(self, row: str) -> str:
        return _("all: {rule}", rule=_(RULES[self._bench.rule])) if row == ALL else _("Judge {k}", k=row)

    def _view(self) -> JudgesView:
        bench, session, derivation = self._bench, self._session, self._derivation
        pairs = [(pair, pair.replace(" ", " – ")) for pair in self._pairs]
        return {
            "screen": "judges",
            "last_edit": session.description,
            "choose": False,
            "notice": self._notice,
            "chosen": bench.working,
            "edited": None,
            "can": {"undo": bool(session.past), "redo": bool(session.future), "reset": session.differs},
            "judges": [*map(self._name, bench.votes.judges)],
            "systems": self._names,
            "results": [self._result(k, label) for k, label in enumerate(bench.labels)],
            "rule": _segment("rule", _("Decision"), bench.rule, [(rule, _(text)) for rule, text in RULES.items()]),
            "rows": [*map(self._row, bench.judged)],
            "pairs": _segment("user", _("Judges"), bench.pair, pairs),
            "table": _table(bench.votes_of_pair),
            "sentences": [*self._agreement(), *self._disagreement()],
            "derivation": derivation_view(derivation, derivation.value),
        }

    def _result(self, k: int, label: str) -> JudgedResult:
        bench = self._bench
        return {
            "id": str(k),
            "label": label,
            "ranks": [order.index(str(k)) + 1 for order in bench.orders],
            "votes": [row[k] for row in bench.marks],
            "decision": number(bench.judged[ALL].get(label, np.nan)),
        }

    def _row(self, row: str) -> QrelsRow:
        values = self._values(row)
        prefers = preferred(self._measure, *values)
        word = [*self._names, _("equal"), _("not comparable")][prefers]
        return {"key": row, "name": self._name(row), "cells": [*map(written, values)], "prefers": prefers, "word": word}

    @property
    def _derivation(self) -> Derivation:
        row, _space, system = self._bench.working.partition(" ")
        if row == KAPPA:
            return cohen_kappa.explain(self._bench.votes_of_pair)
        return self._measure.explain(self._bench.ranking(row, int(system)))

    def _agreement(self) -> Iterable[str]:
        """Say how far the two judges agree, and how far all of them do."""
        kappa, votes = cohen_kappa.explain(self._bench.votes_of_pair), self._bench.votes
        agree, count, _observed, *_shares, chance = (step.value for step in kappa.steps[:-1])
        one, two = self._bench.pair.split()
        yield _("Judges {one} and {two} agree on {agree} of {of} results.", one=one, two=two, agree=agree, of=count)
        by_chance = number(chance * count)
        yield _("If each said yes as often but at random, they would agree on {chance}.", chance=by_chance)
        yield f"κ = {number(kappa.value, fixed=2)}." if chance < 1 else f"κ: {_(kappa.result.why)}."
        if len(votes.judges) > 2 and votes.voted.all():
            fleiss, alpha = (number(of(votes), fixed=2) for of in (fleiss_kappa, krippendorff_alpha))
            yield _("All judges: Fleiss' kappa {fleiss}, alpha {alpha}.", fleiss=fleiss, alpha=alpha)

    def _disagreement(self) -> Iterable[str]:
        """Say what is surprising: judges who find another system better, all against their decision, missing votes."""
        *better, decided = (preferred(self._measure, *self._values(row)) for row in self._bench.judged)
        labels, names = self._bench.labels, [*map(isolated, self._names)]
        if {*better} | {decided} == {0, 1} and len({*better}) == 1:
            text = N_("Each judge finds {one} better, and all together find {two} better.")
            yield _(text, one=names[better[0]], two=names[decided])
        one, two = (int(judge) - 1 for judge in self._bench.pair.split())
        if better[one] + better[two] == 1:
            differ = [
                label
                for label, *votes in zip(labels, *self._bench.votes_of_pair.grades, strict=True)
                if abs(votes[0] - votes[1]) > 0  # NaN: a vote is missing
            ]
            yield _(
                "Judge {one} finds {first} better, judge {two} finds {second} better; they differ on {items}.",
                one=one + 1,
                two=two + 1,
                first=names[better[one]],
                second=names[better[two]],
                items=", ".join(map(isolated, differ)),
            )
        for judge, voted in zip(self._bench.votes.judges, self._bench.votes.voted, strict=True):
            missing = ", ".join(isolated(label) for label, has in zip(labels, voted, strict=True) if not has)
            text = N_("Judge {judge} has not voted on {items}: κ leaves the result out, α keeps the other votes.")
            yield from [_(text, judge=judge, items=missing)] if missing else []

    def _caption(self) -> str:
        return _("Judges, and {measure} of two systems", measure=self._measure.name)

    def _still_values(self) -> Iterable[Markup]:
        systems, judges = self.view["systems"], self.view["judges"]
        results = [[row["label"], *row["ranks"], *row["votes"]] for row in self.view["results"]]
        rows = [[row["name"], *row["cells"], row["word"]] for row in self.view["rows"]]
        return [table(results, ["", *systems, *judges]), table(rows, ["", *systems, ""])]

    def __repr__(self) -> str:
        return f"Judges({self._bench.votes!r}, {self._measure.name!r})"


def _marks(votes: Sequence[Iterable[object]] | Votes, labels: list[str]) -> list[list[str]]:
    """Return the marks of each judge on the results."""
    if isinstance(votes, Votes):
        marks = [["-" if np.isnan(grade) else "01"[grade >= 1] for grade in row] for row in votes.grades.tolist()]
        names = [one_line(item) for _query, item in votes.items]
        found = [dict(zip(names, row, strict=True)) for row in marks]
    else:
        found = [dict.fromkeys(labels, "0") | dict.fromkeys(map(one_line, judge), "1") for judge in votes]
    if len(found) not in (2, 3):
        raise refused("there must be two or three judges; got {count}", count=len(found))
    if unknown := [name for row in found for name in row if name not in labels]:
        raise refused("a vote is on {name!r}, which the systems do not show", name=unknown[0])
    return [[row.get(label, "-") for label in labels] for row in found]


def _word(message: Message, key: str, allowed: Iterable[Any]) -> str:
    check_word(key, value := message.get(key), allowed)
    return str(value)


def _segment(key: str, label: str, value: str, options: list[tuple[str, str]]) -> SegmentControl:
    return {
        "key": key,
        "label": label,
        "group": "own",
        "why": "",
        "kind": "segment",
        "value": value,
        "options": options,
    }


def _table(pair: Votes) -> list[list[int]]:
    """Count the results by the votes of two judges: rows yes and no of the first, columns yes and no of the second."""
    first, second = pair.grades
    return [[int(np.sum((first == a) & (second == b))) for b in (1, 0)] for a in (1, 0)]
