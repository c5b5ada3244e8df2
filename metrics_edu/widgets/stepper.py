"""Stepper: the derivation of one value, one step at a time, each a still picture made ahead; FadedStepper, with blanks."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import traitlets

from metrics_edu.exercises import ROUNDS, STAGE_HTML, Blanks, Frames, Place, Teller, Why, ask_why, upper
from metrics_edu.language import N_, _, ngettext, refused
from metrics_edu.metrics import DEFAULT, Ranking, Ratings, asked_of, working_of
from metrics_edu.widgets.cards import given_repr
from metrics_edu.widgets.part import Order, Part
from metrics_edu.widgets.views import listed
from metrics_edu.working import TEXT, Derivation, Step, equal, escape, in_line, one_line

MAX_LETTERS = 60  # of an entry
TABLES = {"*i": N_("Ideal list"), "z": N_("Cut-offs")}
"""What has rows of its own, beside those of the list."""


class Working(Part):
    """The working of one value: what Stepper and FadedStepper take, and how they are headed and print."""

    _FIRST: Any = None

    def __init__(
        self, asked: str, given: Ranking | Ratings, *, convention: str = DEFAULT, labels: Sequence[object] | None = None
    ) -> None:
        self._spelled, self._given, self._labels = asked, given, None if labels is None else [*labels]
        self._asked = asked_of(asked, convention)
        columns = self._working().columns()  # what refuses does so before a widget is there
        self._list = listed(given, self._labels) | {"read": max((len(step.value) for step in columns), default=0)}
        super().__init__(self._FIRST)

    def _working(self) -> Derivation:
        raise NotImplementedError

    def _printed(self) -> Iterable[tuple[str, Any, Any]]:
        return [("", self._given, self._labels)]

    def _worked(self) -> Iterable[Derivation]:
        return [self._working()]

    def _caption(self) -> str:
        return _("{symbol}, step by step", symbol=in_line(self._working().symbol))

    def _heading(self) -> dict[str, Any]:
        derivation = self._working()
        return {"name": in_line(derivation.symbol), "long": upper(derivation.title)}

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._spelled!r}, {given_repr(self._given)})"


class Stepper(Working):
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
    labels : list of str, optional
        The names of the shown items and, after them, of the missed ones; without them those of the Ranking, if it has any.

    Attributes
    ----------
    at : int
        The step that is shown, from 0.

    Raises
    ------
    ValueError
        If the measure or the convention is not known, the measure is not computed from what is given, or there are too few
        or too many labels.

    Examples
    --------
    >>> Stepper("AP", Ranking.parse("NRRNNR", relevant=3))
    Stepper('AP', 'NRRNNR', relevant=3)
    """

    at = traitlets.Int(0).tag(sync=True)

    @cached_property
    def derivation(self) -> Derivation:
        """The whole working."""
        return working_of(self._asked, self._given)

    def _working(self) -> Derivation:
        return self.derivation

    @traitlets.validate("at")
    def _within(self, proposal: Any) -> int:
        return max(0, min(int(proposal["value"]), len(self.view.get("frames", [0])) - 1))

    def _view(self) -> dict[str, Any]:
        derivation = self.derivation
        columns, shown, rows = derivation.columns(), self._list, self._list["rows"]
        teller = Teller(derivation, shown["kind"], [row["label"] for row in rows], len(rows) - shown["read"])
        frames = self._frames = Frames(derivation, teller)
        formula = derivation.result.write_formula(STAGE_HTML)
        return self._heading() | {
            "part": "stepper",
            "stage": self._caption(),
            "definition": equal(STAGE_HTML.symbol(derivation.symbol), [formula]) if formula else "",
            "list": shown | {"named": any(row["label"] for row in rows)},
            "columns": [{"head": in_line(step.symbol), "cells": _cells(step, len(rows))} for step in columns],
            "lines": frames.lines,
            "frames": frames.frames,
        }

    def _still_values(self) -> Iterable[str]:
        return [f"<pre>{escape(self.derivation.text())}</pre>"]


def _cells(step: Step, length: int) -> list[list[str]]:
    texts = []
    for k in range(min(length, len(step.expressions))):
        (numbers, sign, _value), short = in_line(step.cell(k, TEXT)).rpartition(" = "), step.short(k)
        texts.append([f"{numbers}{sign}{short}", short])
    return texts + [["", ""]] * (length - len(texts))


@dataclass(frozen=True)
class Filling:
    """The round, what was written into its blanks and those of the others, the last blank, and the answers to why, by round."""

    round: int = 1
    entries: Mapping[tuple[int, Place], str] = field(default_factory=dict)
    last: Place | None = None
    chosen: Mapping[int, int] = field(default_factory=dict)


class FadedStepper(Working):
    """The working of one value with blanks to fill in: two in the first round, some in the second, all in the third.

    Each entry is judged where it is written: a wrong one is told at its step, with the mistake that gives that number there.
    What is computed from an open blank is ??. After the last blank of a round it is asked why. Enter goes to the next blank.

    Parameters
    ----------
    asked, given, convention, labels
        As of a Stepper; at most 14 ranks, users or ratings.

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
    >>> FadedStepper("AP", Ranking.parse("NRRNNR", relevant=3))
    FadedStepper('AP', 'NRRNNR', relevant=3)
    """

    round = traitlets.Int(read_only=True)
    done = traitlets.Bool(read_only=True)
    _session: Filling
    _FIRST = Filling()

    @cached_property
    def _blanks(self) -> Blanks:
        return Blanks(self._asked, self._given)

    def _working(self) -> Derivation:
        return self._blanks.derivation

    # what is written, and what it is

    def _written(self) -> dict[Place, str]:
        return {place: text for (k, place), text in self._session.entries.items() if k == self._session.round}

    def _states(self) -> dict[Place, str]:
        """Return what each blank of the round is: "right", "wrong", or "" where nothing is written."""
        written, judge = self._written(), self._blanks.judge
        states = {place: "right" if judge(place, text).right else "wrong" for place, text in written.items()}
        return {place: states.get(place, "") for place in self._blanks.round(self._session.round)}

    def _facts(self) -> dict[str, Any]:
        return {"round": self._session.round, "done": {*self._states().values()} == {"right"}}

    def _setters(self) -> dict[str, Order]:
        return {"round": self._set_round}

    def _set_round(self, k: Any) -> None:
        if type(k) is not int or not 1 <= k <= ROUNDS:
            raise refused("round must be a whole number from 1 to {most}; got {given!r}", most=ROUNDS, given=k)
        self._now(round=k, last=None)

    def _do_round(self, message: dict[str, Any]) -> None:
        self._set_round(message.get("round"))

    def _do_fill(self, message: dict[str, Any]) -> None:
        k, at, text, states = self._session.round, message.get("at"), message.get("text"), self._states()
        left = {number: place for number, place in enumerate(states) if states[place] != "right"}
        if type(at) is not int or at not in left or not isinstance(text, str):
            return
        others = {key: entry for key, entry in self._session.entries.items() if key != (k, left[at])}
        text = one_line(text)[:MAX_LETTERS]
        self._now(entries=others | ({(k, left[at]): text} if text else {}), last=left[at])

    def _do_choose(self, message: dict[str, Any]) -> None:
        why, choice = self._why(), message.get("choice")
        if why is not None and type(choice) is int and 0 <= choice < len(why.choices):
            self._now(chosen={**self._session.chosen, self._session.round: choice})

    def _why(self) -> Why | None:
        if not self._facts()["done"]:
            return None
        return ask_why(self._asked, self._given, self._blanks.derivation, self._session.round - 1)

    # what is shown

    def _view(self) -> dict[str, Any]:
        states, last = self._states(), self._session.last
        place = self._next(states)
        return (
            self._heading()
            | self._numbers_view(states)
            | {
                "part": "faded",
                "rounds": [self._round_view(k) for k in range(1, ROUNDS + 1)],
                "filled": _("Filled in: {right} of {count}", right=len(_solved(states)), count=len(states)),
                "next": [*states].index(place) if place else -1,
                "say": self._say(states, place),
                "state": states[last] if last else "",
                "why": self._why_view(),
            }
        )

    def _round_view(self, k: int) -> dict[str, Any]:
        said = ngettext("{count} blank", "{count} blanks", len(self._blanks.round(k)))
        return {"title": _("Round {k}", k=k), "about": said, "chosen": k == self._session.round}

    def _next(self, states: Mapping[Place, str]) -> Place | None:
        """Return the blank to fill in: the last one until it is right, then the first one after it that is open."""
        places, last = [*states], self._session.last
        begin = places.index(last) if last else 0
        return next((place for place in places[begin:] + places[:begin] if states[place] != "right"), None)

    def _say(self, states: Mapping[Place, str], place: Place | None) -> str:
        last = self._session.last
        if last and states[last] == "wrong":
            return self._blanks.judge(last, self._written()[last], _solved(states)).text
        if place is None:
            more = len(states) < max(len(self._blanks.round(k)) for k in range(self._session.round, ROUNDS + 1))
            return _("All of it, by you.") + (" " + _("The next round gives you less.") if more else "")
        return (_("Right.") + " " if last and states[last] else "") + _(
            "Next: {place}", place=self._blanks.meaning(place)
        )

    def _why_view(self) -> dict[str, Any] | None:
        why, chosen = self._why(), self._session.chosen.get(self._session.round, -1)
        if why is None:
            return None
        told = {"question": why.question, "choices": [choice.text for choice in why.choices], "chosen": chosen}
        return told | ({"said": why.answer(chosen), "right": why.choices[chosen].true} if chosen >= 0 else {})

    def _numbers_view(self, states: Mapping[Place, str]) -> dict[str, Any]:
        open_, steps = self._blanks.open(self._session.round, _solved(states)), self._blanks.derivation.steps

        def cell(step: Step, k: int) -> dict[str, Any]:
            place, known = (step.symbol, k), step.short(max(k - 1, 0))
            if place not in states:
                return {"text": "??" if self._blanks.is_hidden(place, open_) else known}
            about = {"at": [*states].index(place), "label": self._blanks.name(place), "state": states[place]}
            return about | {"text": known if states[place] == "right" else self._written().get(place, "")}

        def columns(index: str) -> list[dict[str, Any]]:
            of_list = index == "i" and self._list["kind"] == "items"  # what is stated there, its badges say
            return [
                {"head": in_line(step.symbol), "cells": [cell(step, k + 1) for k in range(len(step.value))]}
                for step in steps
                if step.index == index and not (of_list and self._blanks.is_stated(step))
            ]

        single = [step for step in steps if not step.index]
        more = [(heading, columns(index)) for index, heading in TABLES.items()]
        return {
            "list": self._list | {"rows": [self._row(row, open_) for row in self._list["rows"]]},
            "columns": columns("u" if self._list["kind"] == "users" else "i"),
            "more": [{"heading": _(heading), "columns": table} for heading, table in more if table],
            "lines": [{"html": self._blanks.written(step, open_), "cell": cell(step, 0)} for step in single],
        }

    def _row(self, row: dict[str, Any], open_: Collection[Place]) -> dict[str, Any]:
        graded = row["badge"] not in ("R", "N")  # which say themselves what is relevant
        asked = graded and any(symbol.startswith("rel") and k == row["rank"] for symbol, k in open_)
        return row | {"relevant": False, "state_word": row["badge"]} if asked else row


def _solved(states: Mapping[Place, str]) -> list[Place]:
    return [place for place, state in states.items() if state == "right"]
