"""Predict: a value is asked for before it is shown; then come the gap, the working, and the mistake if it is a known one."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import traitlets

from metrics_edu.exercises import RIGHT, Given, asked_under, learner_record
from metrics_edu.language import _, number, refused
from metrics_edu.metrics import DEFAULT, Measure, Ranking, value_of, working_of
from metrics_edu.mistakes import check_decimals, diagnose, read_claim
from metrics_edu.widgets import cards
from metrics_edu.widgets.part import Order
from metrics_edu.working import one_line

SAME_VALUE = "same"  # the answer that two lists have the same value
EQUAL_WITHIN = 1e-9
GUESS_DECIMALS = 2  # a prediction is a guess
MAX_PREDICTION = 1e9  # a prediction beyond is no number: nothing could be drawn of it
WORKED_OUT_DECIMALS = 3  # a number with so many decimals was worked out, so a mistake that gives it is named
EXACT_DECIMALS = 6  # any other is a guess that fits many mistakes by chance, unless it is just what one gives


@dataclass(frozen=True)
class Prediction:
    """What was predicted, and whether the value is told."""

    answer: str = ""
    told: bool = False


class Predict(cards.Card):
    """Asks for a value before it is shown: commit to a number, then see the gap and why.

    Parameters
    ----------
    asked : str
        The measure: ``"AP@10"``, ``"MAP@10"`` of a batch, ``"RMSE"`` of ratings.
    given : Ranking, Ratings, or mapping name -> Ranking or Ratings
        What the value is asked of. Of a mapping of two it is asked which one has the higher value.
    decimals : int
        From how close on a number counts as right; a prediction is a guess, so few.
    convention : str
        Whose definition counts.

    Attributes
    ----------
    answer : str
        What was committed to: a number as it was written, or of two lists the name of one, or "same". To set it is to commit.
    done : bool
        Whether the value is told.
    value : float or pair of float
        The value, once it is told; None before.

    Raises
    ------
    ValueError
        If the measure or the convention is not known, or not computed from what is given, or has no value there; if
        `decimals` is no number of decimals, or a mapping has not two of one kind.

    Examples
    --------
    >>> Predict("AP", Ranking.parse("NRR"))
    Predict('AP', 'NRR', relevant=2)
    """

    answer = traitlets.Unicode(read_only=True)
    done = traitlets.Bool(read_only=True)
    value = traitlets.Any(read_only=True)
    _session: Prediction

    def __init__(
        self,
        asked: str,
        given: Given | Mapping[str, Given],
        *,
        decimals: int = GUESS_DECIMALS,
        convention: str = DEFAULT,
    ) -> None:
        check_decimals(decimals)
        self._asked, self._decimals = asked_under(asked, convention), decimals
        self._pair = isinstance(given, Mapping)
        named: Any = given if isinstance(given, Mapping) else {"": given}
        self._names, self._given = [one_line(name) for name in named], [*named.values()]
        if self._pair:
            _check_pair(self._names, self._given)
        self._is_mean = isinstance(self._given[0], Ranking) and self._given[0].is_batch
        self._symbol = self._asked.mean_name if self._is_mean else self._asked.name
        self._values = [value_of(self._asked, one) for one in self._given]
        if any(map(math.isnan, self._values)):
            raise refused("{symbol} has no value here, so there is nothing to predict", symbol=self._symbol)
        about = (self._asked.parameters, convention, decimals, self._names, *self._given)
        self._name = learner_record.name_of("predict", asked, *about)
        answer = next(iter(learner_record.recorded(self._name).answers), "")
        super().__init__(Prediction(answer, told=bool(answer) and self._is_answer(answer)))

    @property
    def recorded_as(self) -> str:
        """The name under which a learner's progress is kept."""
        return self._name

    def _is_answer(self, text: str) -> bool:
        if self._pair:
            return text in ("0", "1", SAME_VALUE)
        return is_prediction(text)

    # what a notebook follows and sets

    def _facts(self) -> dict[str, Any]:
        told, answer = self._session.told, self._session.answer
        value = tuple(self._values) if self._pair else self._values[0]
        names = {str(k): name for k, name in enumerate(self._names)} if self._pair else {}
        return {"answer": names.get(answer, answer), "done": told, "value": value if told else None}

    def _setters(self) -> dict[str, Order]:
        return {"answer": self._set_answer}

    def _set_answer(self, answer: Any) -> None:
        numbers = {name: str(k) for k, name in enumerate(self._names)} if self._pair else {}
        self._session = Prediction()
        self._do_commit({"answers": {"0": numbers.get(str(answer), str(answer))}})

    # what the front end asks for

    def _do_commit(self, message: dict[str, Any]) -> None:
        if self._session.told:
            return
        answer = cards.answers_in(message).get("0")
        if not answer and self._pair:
            raise refused("Choose one first.")
        if not answer or not self._is_answer(answer):
            raise no_prediction(answer or "")
        self._session = Prediction(answer, told=True)
        learner_record.note(self._name, "right" if self._is_right() else "tried", answers=(answer,))

    def _do_reveal(self, _message: dict[str, Any]) -> None:
        self._session = Prediction(told=True)
        learner_record.note(self._name, "shown")

    def _do_again(self, _message: dict[str, Any]) -> None:
        self._session = Prediction()
        learner_record.note(self._name, "begun")

    @property
    def _best(self) -> str:
        first, second = self._values
        return SAME_VALUE if abs(first - second) < EQUAL_WITHIN else "0" if first > second else "1"

    def _is_right(self) -> bool:
        if self._pair:
            return self._session.answer == self._best
        return is_right(self._session.answer, self._given[0], self._asked, self._decimals)

    # what is shown

    def _card(self) -> dict[str, Any]:
        about, title = self._asked.title, _("{symbol} = ??", symbol=self._symbol)
        if self._is_mean:
            about = _("the mean over users of: {title}", title=about)
        if self._pair:
            title = _("Which one has the higher {symbol}?", symbol=self._symbol)
        named = [*zip(self._names, self._given, strict=True)]
        view = {
            "word": _("Predict"),
            "title": title,
            "about": about,
            "given": [view for name, one in named for view in cards.given_views(one, name)],
            "fields": [] if self._pair else [self._field()],
            "choice": self._choice() if self._pair else None,
            "buttons": [cards.button("commit", _("Commit"), main=True), cards.button("reveal", _("Just show"))],
        }
        if not self._session.told:
            return view
        claim = None if self._pair else read_claim(self._session.answer)
        return view | {
            "title": title if self._pair else self._shown(),
            "buttons": [cards.button("again", _("Predict again"))],
            "said": self._said_of_pair() if self._pair else self._said(),
            "gap": cards.gap_view(claim.value, self._values[0], self._asked.metric.bounds) if claim else None,
            "workings": [cards.working_view(working_of(self._asked, one), name) for name, one in named],
        }

    def _field(self) -> dict[str, Any]:
        label = _("Your prediction of {symbol}", symbol=self._symbol)
        return cards.field_view("0", label, self._session.answer, closed=self._session.told)

    def _choice(self) -> dict[str, Any]:
        options = [[str(k), name] for k, name in enumerate(self._names)] + [[SAME_VALUE, _("both the same")]]
        chosen = {"value": self._session.answer, "closed": self._session.told}
        return {"label": _("Your prediction"), "options": options, **chosen}

    def _shown(self) -> str:
        return _("{symbol} = {value}", symbol=self._symbol, value=number(self._values[0], fixed=4))

    def _said(self) -> str:
        if not self._session.answer:
            return self._shown()
        if self._is_right():
            return _("That is right.") + " " + self._shown()
        return said_of_gap(self._session.answer, self._given[0], self._asked, self._values[0])

    def _said_of_pair(self) -> str:
        said = _("Both have the same {symbol}.", symbol=self._symbol)
        if self._best != SAME_VALUE:
            said = _("{name} has the higher {symbol}.", name=self._names[int(self._best)], symbol=self._symbol)
        if not self._session.answer:
            return said
        return (_("That is right.") if self._is_right() else _("It is another one.")) + " " + said

    def __repr__(self) -> str:
        given = cards.given_repr(self._given[0])
        if self._pair:
            given = repr(dict(zip(self._names, self._given, strict=True)))
        return f"Predict({self._asked.name!r}, {given})"


def is_prediction(text: str) -> bool:
    claim = read_claim(text)
    return claim is not None and abs(claim.value) < MAX_PREDICTION  # false for what is no number


def no_prediction(answer: str) -> ValueError:
    if not answer:
        return refused("Say a number first: a guess is enough.")
    example = number(0.5)
    return refused(
        "A prediction is a number such as {example} or 1/2; you wrote “{given}”", example=example, given=answer
    )


def is_right(answer: str, given: Given, asked: Measure, decimals: int) -> bool:
    claim = read_claim(answer)
    written = min(claim.decimals or 0, WORKED_OUT_DECIMALS) if claim else 0
    return diagnose(answer, given, asked, decimals=max(decimals, written)).kind in RIGHT


def said_of_gap(answer: str, given: Given, asked: Measure, value: float) -> str:
    """Say how far a prediction is from the value, and which known mistake gives it."""
    claim = read_claim(answer)
    worked_out = claim is not None and claim.decimals is not None and claim.decimals >= WORKED_OUT_DECIMALS
    verdict = diagnose(answer, given, asked, decimals=WORKED_OUT_DECIMALS if worked_out else EXACT_DECIMALS)
    known = (verdict.codes or verdict.conventions) and not verdict.fewer
    said = cards.gap_words(claim.value, value) if claim else ""
    return f"{said} {verdict.text}" if known or verdict.kind == "out_of_range" else said


def _check_pair(names: list[str], given: list[Any]) -> None:
    if len(given) != 2:
        raise refused("Predict takes one list, or two by name; got {count}", count=len(given))
    if not all(names) or names[0] == names[1]:
        raise refused("names must be two different names; got {given!r}", given=names)
    kinds = {(type(one), isinstance(one, Ranking) and one.is_batch) for one in given}
    if len(kinds) > 1:
        raise refused("Predict compares two of one kind: two lists, two batches or two Ratings")
