"""Predict: a value is asked for before it is shown; then come the gap, the working, and the mistake if it is a known one."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import traitlets

from metrics_edu.exercises import RIGHT, Given, asked_under, learner_record
from metrics_edu.language import _, number
from metrics_edu.metrics import DEFAULT, Ranking, value_of, working_of
from metrics_edu.mistakes import check_decimals, diagnose, read_claim
from metrics_edu.widgets.cards.card import (
    NOTHING,
    field_view,
    gap_view,
    gap_words,
    given_repr,
    given_views,
    working_view,
)
from metrics_edu.widgets.part import Action, Part, style
from metrics_edu.working import one_line

EQUAL = "same"
LISTS = 2
CLOSE = 1e-9
MOST = 1e9
"""A prediction beyond is no number: nothing could be drawn of it."""
FINEST = 3
"""A number with so many decimals was worked out, so a mistake that gives it is named."""
EXACT = 6
"""Any other is a guess that fits many mistakes by chance, unless it is just what one gives."""


@dataclass(frozen=True)
class Prediction:
    """What was predicted, and whether the value is told."""

    answer: str = ""
    told: bool = False


class Predict(Part):
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

    _css = style("card")
    answer = traitlets.Unicode(read_only=True)
    done = traitlets.Bool(read_only=True)
    value = traitlets.Any(read_only=True)
    _session: Prediction

    def __init__(
        self,
        asked: str,
        given: Given | Mapping[str, Given],
        *,
        decimals: int = 2,
        convention: str = DEFAULT,
    ) -> None:
        check_decimals(decimals)
        self._asked, self._decimals = asked_under(asked, convention), decimals
        self._pair = isinstance(given, Mapping)
        named: Any = (
            [(one_line(name), one) for name, one in given.items()] if isinstance(given, Mapping) else [("", given)]
        )
        self._names, self._given = [name for name, _one in named], [one for _name, one in named]
        if self._pair:
            _check_pair(self._names, self._given)
        self._values = [value_of(self._asked, one) for one in self._given]
        if any(map(math.isnan, self._values)):
            raise ValueError(_("{symbol} has no value here, so there is nothing to predict", symbol=self._symbol))
        what = (self._asked.parameters, convention, decimals, self._names, *self._given)
        self._name = learner_record.name_of("predict", asked, *what)
        kept = learner_record.recorded(self._name)
        answer = kept.answers[0] if kept.answers else ""
        super().__init__(Prediction(answer, told=bool(answer) and self._is_answer(answer)))

    def _is_answer(self, text: str) -> bool:
        if self._pair:
            return text in ("0", "1", EQUAL)
        claim = read_claim(text)
        return claim is not None and abs(claim.value) < MOST  # false for what is no number

    # what a notebook follows and sets

    def _facts(self) -> dict[str, Any]:
        told, answer = self._session.told, self._session.answer
        value = tuple(self._values) if self._pair else self._values[0]
        names = {str(k): name for k, name in enumerate(self._names)} if self._pair else {}
        return {"answer": names.get(answer, answer), "done": told, "value": value if told else None}

    def _setters(self) -> dict[str, Action]:
        return {"answer": self._set_answer}

    def _set_answer(self, answer: Any) -> None:
        numbers = {name: str(k) for k, name in enumerate(self._names)} if self._pair else {}
        self._session = Prediction()
        self._commit({"answers": {"0": numbers.get(str(answer), str(answer))}})

    # what the front end asks for

    def _actions(self) -> dict[Any, Any]:
        return {"commit": self._commit, "reveal": self._reveal, "again": self._again}

    def _commit(self, message: dict[str, Any]) -> None:
        if self._session.told:
            return
        answer = _answer_in(message)
        if not answer:
            raise ValueError(_("Say a number first: a guess is enough.") if not self._pair else _("Choose one first."))
        if not self._is_answer(answer):
            example = number(0.5)
            raise ValueError(
                _(
                    "A prediction is a number such as {example} or 1/2; you wrote “{given}”",
                    example=example,
                    given=answer,
                )
            )
        self._session = Prediction(answer, told=True)
        learner_record.note(self._name, "right" if self._is_right() else "tried", answers=(answer,))

    def _reveal(self, _message: dict[str, Any]) -> None:
        self._session = Prediction(told=True)
        learner_record.note(self._name, "shown")

    def _again(self, _message: dict[str, Any]) -> None:
        self._session = Prediction()
        learner_record.note(self._name, "begun")

    @property
    def _best(self) -> str:
        first, second = self._values
        return EQUAL if abs(first - second) < CLOSE else "0" if first > second else "1"

    def _is_right(self) -> bool:
        if self._pair:
            return self._session.answer == self._best
        claim = read_claim(self._session.answer)
        written = min(claim.decimals or 0, FINEST) if claim else 0
        verdict = diagnose(self._session.answer, self._given[0], self._asked, decimals=max(self._decimals, written))
        return verdict.kind in RIGHT

    # what is shown

    @property
    def _symbol(self) -> str:
        whole = self._given[0]
        return self._asked.mean_name if isinstance(whole, Ranking) and whole.is_batch else self._asked.name

    @property
    def _about(self) -> str:
        title, whole = self._asked.title, self._given[0]
        if isinstance(whole, Ranking) and whole.is_batch:
            return _("the mean over users of: {title}", title=title)
        return title

    def _view(self) -> dict[str, Any]:
        question = _("Which one has the higher {symbol}?") if self._pair else _("{symbol} = ??")
        told = self._session.told and not self._pair
        return NOTHING | {
            "word": _("Predict"),
            "title": self._shown() if told else question.format(symbol=self._symbol),
            "about": self._about,
            "given": [
                view for name, one in zip(self._names, self._given, strict=True) for view in given_views(one, name)
            ],
            "fields": [] if self._pair else [self._field()],
            "choice": self._choice() if self._pair else None,
            "buttons": self._buttons(),
            "notice": self._notice,
            "said": self._said() if self._session.told else "",
            "gap": self._gap() if self._session.told else None,
            "workings": self._workings() if self._session.told else [],
        }

    def _field(self) -> dict[str, Any]:
        label = _("Your prediction of {symbol}", symbol=self._symbol)
        return field_view("0", label, self._session.answer, closed=self._session.told)

    def _choice(self) -> dict[str, Any]:
        options = [[str(k), name] for k, name in enumerate(self._names)] + [[EQUAL, _("both the same")]]
        return {
            "label": _("Your prediction"),
            "options": options,
            "value": self._session.answer,
            "closed": self._session.told,
        }

    def _buttons(self) -> list[dict[str, Any]]:
        if self._session.told:
            return [{"do": "again", "label": _("Predict again")}]
        return [{"do": "commit", "label": _("Commit"), "main": True}, {"do": "reveal", "label": _("Just show")}]

    def _said(self) -> str:
        if self._pair:
            return self._said_of_pair()
        exact, claim, shown = self._values[0], read_claim(self._session.answer), self._shown()
        if claim is None:
            return shown
        if self._is_right():
            return _("That is right.") + " " + shown
        worked_out = claim.decimals is not None and claim.decimals >= FINEST
        verdict = diagnose(self._session.answer, self._given[0], self._asked, decimals=FINEST if worked_out else EXACT)
        known = (verdict.codes or verdict.conventions) and not verdict.fewer
        said = [gap_words(claim.value, exact)]
        return " ".join(said + [verdict.text] * bool(known or verdict.kind == "out_of_range"))

    def _shown(self) -> str:
        return _("{symbol} = {value}", symbol=self._symbol, value=number(self._values[0], fixed=4))

    def _said_of_pair(self) -> str:
        best = self._best
        found = _("Both have the same {symbol}.") if best == EQUAL else _("{name} has the higher {symbol}.")
        said = found.format(symbol=self._symbol, name="" if best == EQUAL else self._names[int(best)])
        if not self._session.answer:
            return said
        return (_("That is right.") if self._session.answer == best else _("It is another one.")) + " " + said

    def _gap(self) -> dict[str, Any] | None:
        claim = None if self._pair else read_claim(self._session.answer)
        return None if claim is None else gap_view(claim.value, self._values[0], self._asked.metric.bounds)

    def _workings(self) -> list[dict[str, Any]]:
        pairs = zip(self._names, self._given, strict=True)
        return [working_view(working_of(self._asked, one), name) for name, one in pairs]

    def __repr__(self) -> str:
        given = given_repr(self._given[0])
        if self._pair:
            given = repr(dict(zip(self._names, self._given, strict=True)))
        return f"Predict({self._asked.name!r}, {given})"


def _check_pair(names: list[str], given: list[Any]) -> None:
    if len(given) != LISTS:
        raise ValueError(_("Predict takes one list, or two by name; got {count}", count=len(given)))
    if not all(names) or len(set(names)) < LISTS:
        raise ValueError(_("names must be two different names; got {given!r}", given=names))
    kinds = {(type(one), isinstance(one, Ranking) and one.is_batch) for one in given}
    if len(kinds) > 1:
        raise ValueError(_("Predict compares two of one kind: two lists, two batches or two Ratings"))


def _answer_in(message: dict[str, Any]) -> str:
    answers = message.get("answers")
    given = answers.get("0") if isinstance(answers, dict) else None
    return one_line(given).strip()[: learner_record.MOST_LETTERS] if isinstance(given, str) else ""
