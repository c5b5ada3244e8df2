"""FadedStepper: the derivation of one value with blanks to fill in."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import chain, repeat
from typing import Any

import traitlets

from metrics_edu.language import N_, _, language, ngettext, refused
from metrics_edu.practice.record import learner_record
from metrics_edu.practice.record.record_lines import kept_texts
from metrics_edu.practice.steps.blanks import ROUNDS, Blanks, EntryState, Position
from metrics_edu.practice.steps.faded_rounds import FadedRounds
from metrics_edu.practice.why.why_question import WhyQuestion
from metrics_edu.practice.why.why_questions import why_questions
from metrics_edu.widgets.contract.actions import FadedStepperAction
from metrics_edu.widgets.contract.shared import Message, StepRow
from metrics_edu.widgets.contract.steps import BlankCell, BlankColumn, BlankNumbers, FadedStepperView, Round, WhyView
from metrics_edu.widgets.core.answer_widget import NO_TEXTS, AnswerWidget, formulas_of
from metrics_edu.widgets.core.widget import Handler
from metrics_edu.widgets.steps.derivation_widget import DerivationWidget, list_beside
from metrics_edu.working import Derivation
from metrics_edu.working.labels import in_line
from metrics_edu.working.steps import Step

TABLES = {"*i": N_("Ideal list"), "z": N_("Cut-offs")}
"""What has separate rows, beside those of the list."""


@dataclass(frozen=True)
class FilledBlanks:
    """The round, what was written into the blanks of each, the last blank, and the answers to why, by round."""

    round: int
    entries: Mapping[int, Mapping[Position, str]]
    last: Position | None = None
    chosen: Mapping[int, int] = field(default_factory=dict)


class FadedStepper(AnswerWidget, DerivationWidget):
    """The working of one value with blanks to fill in: the last step, then the steps before it, then all steps.

    The second and the third round have a new list of the same kind. What is the same on all such lists is never blank.
    Each entry is judged where it is written: a wrong one is marked at its step, with the mistake that gives that number there.
    What is computed from an open blank is ??. After the last blank of a round it is asked why. Enter goes to the next blank.

    Parameters
    ----------
    measure, ranking, convention, labels
        As of a Stepper; at most 14 ranks, users or ratings.
    **ranking_options
        Of a bare list: the `relevant`, `pool`, `missed` and `threshold` of its Ranking.

    Attributes
    ----------
    round : int
        1 to 3; can be set.
    done : bool
        Whether all blanks of the round are right.

    Raises
    ------
    ValueError
        As a Stepper, and if there is no value, or there are more rows.

    Examples
    --------
    >>> from metrics_edu import Ranking
    >>> FadedStepper("AP", Ranking.parse("NRRNNR", relevant=3))
    FadedStepper('AP', 'NRRNNR', relevant=3)
    """

    ACTIONS = FadedStepperAction

    round = traitlets.Int(read_only=True)
    done = traitlets.Bool(read_only=True)
    _session: FilledBlanks

    def _begun(self) -> FilledBlanks:
        """Return what the learner's record has of each round, which was not checked."""
        k, entries = 1, {number: dict[Position, str]() for number in self._positions}
        names = {(self._steps_name(number), number - 1) for number in entries}
        for event in learner_record.events():
            if event.what == "stepped" and event.answers and (event.name, event.seed) in names:
                k = event.seed + 1
                texts = chain(event.answers[2:], repeat(""))
                entries[k] |= zip(self._step(k, event.answers[0]), texts, strict=False)
        self._session = FilledBlanks(self._typed_round() or k, entries)
        self._restore_typed()
        return self._session

    def _typed_round(self) -> int | None:
        """Return the round in which something is typed and not judged yet."""
        typed = learner_record.typed()
        return next((k for k in self._positions if self._steps_name(k) in typed), None)

    @property
    def _draw(self) -> str:
        return f"{self._typed_name} {self._session.round}"

    @property
    def _typed_name(self) -> str:
        return self._steps_name(self._session.round)

    @property
    def _typed_seed(self) -> int:
        return self._session.round - 1

    def _held(self) -> dict[str, str]:
        states = self._states()
        open_ = ((str(at), blank) for at, blank in enumerate(states) if states[blank] != "right")
        return {at: self._written(blank) for at, blank in open_}

    def _steps_name(self, k: int) -> str:
        """Return the name under which the learner's record keeps the entries of a round, by its list."""
        return learner_record.name_of(
            "steps", self._measure.name, tuple(self._measure.parameters.items()), self._rounds.blanks[k - 1].data
        )

    def _step(self, k: int, symbol: str) -> list[Position]:
        """Return the blanks of a step in a round; of "" those of all steps."""
        return [position for position in self._positions[k] if symbol in ("", position[0])]

    @cached_property
    def _rounds(self) -> FadedRounds:
        return FadedRounds(self._measure, self._ranking)

    @cached_property
    def _positions(self) -> dict[int, list[Position]]:
        """The blanks of each round."""
        return {k: self._rounds.positions(k) for k in range(1, ROUNDS + 1)}

    @property
    def _blanks(self) -> Blanks:
        return self._rounds.blanks[self._session.round - 1]

    @cached_property
    def _why_after(self) -> Callable[[int, str], WhyQuestion | None]:
        """Return the question after a round in a language, which is made once."""
        lists = [blanks.data for blanks in self._rounds.blanks]
        return cache(lambda k, _language: why_questions(self._measure, lists[:k])[-1])

    @property
    def derivation(self) -> Derivation:
        """The whole working of the given list."""
        return self._rounds.blanks[0].derivation

    # what is written, and what it is

    def _written(self, position: Position) -> str:
        return self._session.entries[self._session.round].get(position, "")

    def _states(self) -> dict[Position, EntryState]:
        """Return what each blank of the round is: "right", "wrong", "unreadable", or "" where nothing is written."""
        texts = {position: self._written(position) for position in self._positions[self._session.round]}
        judge = self._blanks.judge
        return {blank: judge(blank, text).state if text else "" for blank, text in texts.items()}

    @property
    def _is_done(self) -> bool:
        return {*self._states().values()} == {"right"}

    def _facts(self) -> dict[str, object]:
        return {"round": self._session.round, "done": self._is_done}

    def _setters(self) -> dict[str, Handler]:
        return {"round": self._set_round}

    def _set_round(self, k: Any) -> None:
        if type(k) is not int or not 1 <= k <= ROUNDS:
            raise refused("round must be a whole number from 1 to {most}; got {value!r}", most=ROUNDS, value=k)
        self._now(round=k, last=None)
        self._typed = NO_TEXTS
        self._restore_typed()

    def _do_round(self, message: Message) -> None:
        self._set_round(message.get("round"))

    def _do_fill(self, message: Message) -> None:
        k, at, text, states = self._session.round, message.get("at"), message.get("text"), self._states()
        left = {number: position for number, position in enumerate(states) if states[position] != "right"}
        if type(at) is not int or at not in left or not isinstance(text, str):
            return
        written = {**self._session.entries[k], left[at]: kept_texts([text])[0]}
        self._now(entries={**self._session.entries, k: written}, last=left[at])
        self._note(k == ROUNDS and self._is_done)
        self._record(left[at])

    def _record(self, position: Position) -> None:
        """Record the step of an entry: its symbol, "wrong", "right" or "" while it is incomplete, and its entries.

        What is no number is not recorded.
        """
        states = self._states()
        step = self._step(self._session.round, position[0])
        texts = ["" if states[blank] == "unreadable" else self._written(blank) for blank in step]
        if states[position] == "unreadable":
            return
        is_incomplete = any(states[blank] != "right" for blank in step)
        state = "" if states[position] == "right" and is_incomplete else states[position]
        codes = self._blanks.judge(position, self._written(position), _solved(states)).codes if state else ()
        self._keep((position[0], state, *texts), codes)

    def _keep(self, answers: tuple[str, ...], codes: tuple[str, ...] = ()) -> None:
        k = self._session.round
        learner_record.note(
            self._steps_name(k),
            "stepped",
            answers=answers,
            codes=codes,
            seed=k - 1,
            metric=self._measure.metric.label(),
            repeats=False,
        )

    def _do_again(self, _message: Message) -> None:
        k, session = self._session.round, self._session
        self._now(entries={**session.entries, k: {}}, last=None, chosen={**session.chosen, k: -1})
        self._keep(("", ""))

    def _do_choose(self, message: Message) -> None:
        why, choice = self._why(), message.get("choice")
        if why is not None and type(choice) is int and 0 <= choice < len(why.choices):
            self._now(chosen={**self._session.chosen, self._session.round: choice})

    def _why(self) -> WhyQuestion | None:
        return self._why_after(self._session.round, language()) if self._is_done else None

    # what is shown

    def _view(self) -> FadedStepperView:
        states, last, typing = self._states(), self._session.last, self._typing_view()
        position = self._next(states)
        return {
            **self._heading(),
            **self._numbers_view(states),
            **typing,
            "formulas": formulas_of({**self._held(), **typing["typed"]}),
            "screen": "faded_stepper",
            "rounds": [self._round_view(k) for k in range(1, ROUNDS + 1)],
            "filled": _("Filled in: {right} of {count}", right=len(_solved(states)), count=len(states)),
            "next": [*states].index(position) if position else -1,
            "sentence": self._sentence(states, position),
            "state": states[last] if last else "",
            "why": self._why_view(),
        }

    def _round_view(self, k: int) -> Round:
        count = len(self._positions[k])
        text = ngettext("{count} blank", "{count} blanks", count)
        if self._rounds.blanks[k - 1].data is not self._ranking:
            text = ngettext("new list, {count} blank", "new list, {count} blanks", count)
        return {"title": _("Round {k}", k=k), "about": text, "chosen": k == self._session.round}

    def _next(self, states: Mapping[Position, EntryState]) -> Position | None:
        """Return the blank to fill in: the last one until it is right, then the first one after it that is open."""
        positions, last = [*states], self._session.last
        begin = positions.index(last) if last else 0
        return next(
            (position for position in positions[begin:] + positions[:begin] if states[position] != "right"), None
        )

    def _sentence(self, states: Mapping[Position, EntryState], position: Position | None) -> str:
        last = self._session.last
        if last and states[last] in ("wrong", "unreadable"):
            return self._blanks.judge(last, self._written(last), _solved(states)).text
        if position is None:
            is_last = self._session.round == ROUNDS
            return _("All is filled in.") + ("" if is_last else " " + _("The next round has a new list."))
        return (_("Right.") + " " if last and states[last] else "") + _(
            "Next: {blank}", blank=self._blanks.meaning(position)
        )

    def _why_view(self) -> WhyView | None:
        why, chosen = self._why(), self._session.chosen.get(self._session.round, -1)
        if why is None:
            return None
        view: WhyView = {
            "question": why.question,
            "choices": [choice.text for choice in why.choices],
            "chosen": chosen,
        }
        if chosen < 0:
            return view
        return view | {"answer": why.choices[chosen].answer, "right": why.choices[chosen].true}

    def _numbers_view(self, states: Mapping[Position, EntryState]) -> BlankNumbers:
        open_, steps = self._blanks.open(states, _solved(states)), self._blanks.derivation.steps
        is_given = self._blanks.data is self._ranking  # only this list has labels
        shown = self._list if is_given else list_beside(self._blanks.derivation, self._blanks.data)

        def cell(step: Step, k: int) -> BlankCell:
            position, known = (step.symbol, k), step.short(max(k - 1, 0))
            if position not in states:
                return {"text": "??" if self._blanks.is_hidden(position, open_) else known}
            return {
                "at": [*states].index(position),
                "label": self._blanks.name(position),
                "state": states[position],
                "text": known if states[position] == "right" else self._written(position),
            }

        def columns(index: str) -> list[BlankColumn]:
            of_list = index == "i" and shown["kind"] == "items"  # what is stated there, its badges say
            return [
                {"head": in_line(step.symbol), "cells": [cell(step, k + 1) for k in range(len(step.value))]}
                for step in steps
                if step.index == index and not (of_list and self._blanks.is_stated(step))
            ]

        single = [step for step in steps if not step.index]
        more = [(heading, columns(index)) for index, heading in TABLES.items()]
        return {
            "list": {**shown, "rows": [self._row(row, open_) for row in shown["rows"]]},
            "columns": columns("u" if shown["kind"] == "users" else "i"),
            "more": [{"heading": _(heading), "columns": table} for heading, table in more if table],
            "lines": [{"html": self._blanks.written(step, open_), "cell": cell(step, 0)} for step in single],
        }

    def _row(self, row: StepRow, open_: Collection[Position]) -> StepRow:
        graded = row["badge"] not in ("R", "N")  # which say themselves what is relevant
        is_open = graded and any(symbol.startswith("rel") and k == row["rank"] for symbol, k in open_)
        return row | {"relevant": False, "state_word": row["badge"]} if is_open else row


def _solved(states: Mapping[Position, EntryState]) -> list[Position]:
    return [position for position, state in states.items() if state == "right"]
