"""Stepper: the derivation of one value, one step at a time, each a still picture made ahead; FadedStepper, with blanks."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import traitlets

from metrics_edu.exercises import ROUNDS, STAGE_HTML, Blanks, Frames, Place, Teller, Why, ask_why, asked_under, upper
from metrics_edu.language import N_, _, ngettext, refused
from metrics_edu.metrics import DEFAULT, Measure, Ranking, Ratings, measure, working_of
from metrics_edu.widgets.cards import given_repr
from metrics_edu.widgets.part import Order, Part
from metrics_edu.widgets.views import listed
from metrics_edu.working import TEXT, Derivation, Step, equal, escape, in_line, one_line

MAX_LETTERS = 60  # of an entry
TABLES = {"*i": N_("Ideal list"), "z": N_("Cut-offs")}
"""What has rows of its own, beside those of the list."""


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

    def __init__(
        self, asked: str, given: Ranking | Ratings, *, convention: str = DEFAULT, labels: Sequence[object] | None = None
    ) -> None:
        self._asked, self._given, self._labels = asked, given, labels
        self._derivation = working_of(_asked(asked, convention), given)
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
        columns, shown = derivation.columns(), listed(self._given, self._labels)
        rows: list[dict[str, Any]] = shown["rows"]
        ranks_read = max((len(step.value) for step in columns), default=0)
        teller = Teller(derivation, shown["kind"], [row["label"] for row in rows], len(rows) - ranks_read)
        frames = self._frames = Frames(derivation, teller)
        formula = derivation.result.write_formula(STAGE_HTML)
        return {
            "part": "stepper",
            "name": in_line(derivation.symbol),
            "long": upper(derivation.title),
            "stage": _("{symbol}, step by step", symbol=in_line(derivation.symbol)),
            "definition": equal(STAGE_HTML.symbol(derivation.symbol), [formula]) if formula else "",
            "list": shown | {"named": any(row["label"] for row in rows), "read": ranks_read},
            "columns": [{"head": in_line(step.symbol), "cells": _cells(step, len(rows))} for step in columns],
            "lines": frames.lines,
            "frames": frames.frames,
        }

    def _repr_mimebundle_(self, **options: Any) -> Any:
        bundle: Any = super()._repr_mimebundle_(**options)
        return bundle[0] | {"text/html": f"<pre>{escape(self._derivation.text())}</pre>"}, bundle[1]

    def __repr__(self) -> str:
        return f"Stepper({self._asked!r}, {given_repr(self._given)})"


def _asked(asked: Any, convention: str) -> Measure:
    return asked_under(asked, convention) if isinstance(asked, str) else measure(asked)  # which refuses it


def _cells(step: Step, length: int) -> list[list[str]]:
    texts = [[in_line(step.cell(k, TEXT)), step.short(k)] for k in range(min(length, len(step.expressions)))]
    return texts + [["", ""]] * (length - len(texts))


@dataclass(frozen=True)
class Filling:
    """The round, what was written into its blanks and those of the others, the last blank, and the answers to why, by round."""

    round: int = 1
    entries: Mapping[tuple[int, Place], str] = field(default_factory=dict)
    last: Place | None = None
    chosen: Mapping[int, int] = field(default_factory=dict)


class FadedStepper(Part):
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

    def __init__(
        self, asked: str, given: Ranking | Ratings, *, convention: str = DEFAULT, labels: Sequence[object] | None = None
    ) -> None:
        self._asked, self._given, self._measure = asked, given, _asked(asked, convention)
        self._blanks = Blanks(self._measure, given)
        self._list = listed(given, labels)
        super().__init__(Filling())

    # what is written, and what it is

    def _written(self) -> dict[Place, str]:
        return {place: text for (k, place), text in self._session.entries.items() if k == self._session.round}

    def _solved(self) -> list[Place]:
        return [place for place, text in self._written().items() if self._blanks.judge(place, text).right]

    def _facts(self) -> dict[str, Any]:
        k = self._session.round
        return {"round": k, "done": len(self._solved()) == len(self._blanks.round(k))}

    def _setters(self) -> dict[str, Order]:
        return {"round": self._set_round}

    def _set_round(self, k: Any) -> None:
        if type(k) is not int or not 1 <= k <= ROUNDS:
            raise refused("round must be a whole number from 1 to {most}; got {given!r}", most=ROUNDS, given=k)
        self._now(round=k, last=None)

    def _do_round(self, message: dict[str, Any]) -> None:
        self._set_round(message.get("round"))

    def _do_fill(self, message: dict[str, Any]) -> None:
        k, at, text, solved = self._session.round, message.get("at"), message.get("text"), self._solved()
        left = {number: place for number, place in enumerate(self._blanks.round(k)) if place not in solved}
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
        return ask_why(self._measure, self._given, self._blanks.derivation, self._session.round - 1)

    # what is shown

    def _view(self) -> dict[str, Any]:
        derivation, k, solved = self._blanks.derivation, self._session.round, self._solved()
        places = self._blanks.round(k)
        left = [place for place in places if place not in solved]
        return {
            "part": "faded",
            "name": in_line(derivation.symbol),
            "long": upper(derivation.title),
            "rounds": [self._round_view(other) for other in range(1, ROUNDS + 1)],
            "filled": _("Filled in: {right} of {count}", right=len(solved), count=len(places)),
            "next": places.index(self._next(left)) if left else -1,
            "say": self._say(left, solved),
            "state": self._state(self._session.last, solved) if self._session.last else "",
            "why": self._why_view(),
        } | self._numbers_view(places, solved)

    def _round_view(self, k: int) -> dict[str, Any]:
        count = len(self._blanks.round(k))
        said = ngettext("{count} blank", "{count} blanks", count)
        return {"title": _("Round {k}", k=k), "about": said, "chosen": k == self._session.round}

    def _next(self, left: list[Place]) -> Place:
        """Return the blank to fill in: the last one until it is right, then the first one after it that is open."""
        last, order = self._session.last, self._blanks.round(self._session.round)
        if last is None or last in left:
            return last or left[0]
        return next((place for place in left if order.index(place) > order.index(last)), left[0])

    def _state(self, place: Place, solved: Collection[Place]) -> str:
        return "right" if place in solved else "wrong" if place in self._written() else ""

    def _say(self, left: list[Place], solved: Collection[Place]) -> str:
        last = self._session.last
        if last is not None and self._state(last, solved) == "wrong":
            return self._blanks.judge(last, self._written()[last], solved).text
        if not left:
            counts = [len(self._blanks.round(k)) for k in range(self._session.round, ROUNDS + 1)]
            more = counts[0] < max(counts)
            return _("All of it, by you.") + (" " + _("The next round gives you less.") if more else "")
        place = self._next(left)
        said = _("Next: {place}.", place=self._blanks.name(place))
        right = _("Right.") + " " if last in solved else ""
        return f"{right}{said} {self._blanks.meaning(place)}".rstrip()

    def _why_view(self) -> dict[str, Any] | None:
        why, chosen = self._why(), self._session.chosen.get(self._session.round, -1)
        if why is None:
            return None
        texts = [choice.text for choice in why.choices]
        said = why.answer(chosen) if chosen >= 0 else ""
        right = chosen >= 0 and why.choices[chosen].true
        return {"question": why.question, "choices": texts, "chosen": chosen, "said": said, "right": right}

    def _numbers_view(self, places: list[Place], solved: Collection[Place]) -> dict[str, Any]:
        open_, steps = self._blanks.open(self._session.round, solved), self._blanks.derivation.steps

        def cell(step: Step, k: int) -> dict[str, Any]:
            place, known = (step.symbol, k), step.short(max(k - 1, 0))
            if place not in places:
                return {"text": "??" if self._blanks.is_hidden(place, open_) else known}
            about = {"at": places.index(place), "label": self._blanks.name(place), "state": self._state(place, solved)}
            return about | {"text": known if place in solved else self._written().get(place, "")}

        def columns(index: str) -> list[dict[str, Any]]:
            of_list = index == "i" and self._list["kind"] == "items"  # what is stated there, its badges say
            chosen = [step for step in steps if step.index == index and not (of_list and self._blanks.is_stated(step))]
            return [
                {"head": STAGE_HTML.symbol(step.symbol), "cells": [cell(step, k + 1) for k in range(len(step.value))]}
                for step in chosen
            ]

        more = [(TABLES[index], columns(index)) for index in TABLES]
        return {
            "list": self._list | {"rows": [self._row(row, open_) for row in self._list["rows"]]},
            "columns": columns("u" if self._list["kind"] == "users" else "i"),
            "more": [{"heading": _(heading), "columns": shown} for heading, shown in more if shown],
            "lines": [
                {"html": self._blanks.written(step, open_), "cell": cell(step, 0)} for step in steps if not step.index
            ],
        }

    def _row(self, row: dict[str, Any], open_: Collection[Place]) -> dict[str, Any]:
        asked = any(symbol.startswith("rel") and k == row["rank"] for symbol, k in open_)
        return row | {"relevant": False, "state_word": row["badge"]} if asked else row

    def __repr__(self) -> str:
        return f"FadedStepper({self._asked!r}, {given_repr(self._given)})"
