"""Predict: a value is asked for before it is shown; then come the gap, the working, and the mistake if it is a known one."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from metrics_edu import learner
from metrics_edu.claims import read_claim
from metrics_edu.diagnosis import diagnose
from metrics_edu.exercises import Given, asked_under
from metrics_edu.language import _, number
from metrics_edu.measures import DEFAULT
from metrics_edu.ranking import Ranking
from metrics_edu.run import value_of, working_of
from metrics_edu.widgets.card import gap_view, gap_words, given_repr, given_views, working_view
from metrics_edu.widgets.part import Part, style
from metrics_edu.writing import one_line

EQUAL = "="
LISTS = 2
CLOSE = 1e-9


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

    Raises
    ------
    ValueError
        If the measure or the convention is not known, or not computed from what is given, or a mapping has not two.

    Examples
    --------
    >>> Predict("AP", Ranking.parse("NRR"))
    Predict('AP', 'NRR', relevant=2)
    """

    _css = style("ranked_list", "card")

    def __init__(
        self,
        asked: str,
        given: Given | Mapping[str, Given],
        *,
        decimals: int = 2,
        convention: str = DEFAULT,
    ) -> None:
        self._asked, self._decimals = asked_under(asked, convention), decimals
        self._pair = isinstance(given, Mapping)
        self._given = (
            {one_line(name): one for name, one in given.items()} if isinstance(given, Mapping) else {"": given}
        )
        if self._pair and len(self._given) != LISTS:
            raise ValueError(_("Predict takes one list, or two by name; got {count}").format(count=len(self._given)))
        self._values = {name: value_of(self._asked, one) for name, one in self._given.items()}
        self._name = learner.name_of("predict", asked, self._given)
        kept = learner.recorded(self._name)
        self._answer = kept.answers[0] if kept.answers else ""
        self._open = bool(kept.answers) and self._is_answer(self._answer)
        self._begin_part()

    def _is_answer(self, text: str) -> bool:
        return text in (*self._values, EQUAL) if self._pair else read_claim(text) is not None

    def _kept(self) -> dict[str, Any]:
        return {"_answer": self._answer, "_open": self._open}

    def _actions(self) -> dict[Any, Any]:
        return {"commit": self._commit, "reveal": self._reveal, "again": self._again}

    def _commit(self, message: dict[str, Any]) -> None:
        self._answer = _answer_in(message)
        if not self._answer:
            raise ValueError(_("Say a number first: a guess is enough.") if not self._pair else _("Choose one first."))
        if not self._is_answer(self._answer):
            example = number(0.5)
            raise ValueError(
                _("A prediction is a number such as {example} or 1/2; got {given}").format(
                    example=example, given=self._answer
                )
            )
        self._open = True
        learner.note(self._name, "right" if self._is_right() else "tried", answers=(self._answer,))

    def _reveal(self, _message: dict[str, Any]) -> None:
        self._answer, self._open = "", True
        learner.note(self._name, "shown")

    def _again(self, _message: dict[str, Any]) -> None:
        self._answer, self._open = "", False
        learner.note(self._name, "begun")

    @property
    def _best(self) -> str:
        """The name with the higher value, or EQUAL."""
        (a, first), (b, second) = self._values.items()
        return EQUAL if abs(first - second) < CLOSE else a if first > second else b

    def _is_right(self) -> bool:
        if self._pair:
            return self._answer == self._best
        kind = diagnose(self._answer, self._given[""], self._asked, decimals=self._decimals).kind
        return kind in ("right", "rounded")

    # what is shown

    @property
    def _symbol(self) -> str:
        whole = next(iter(self._given.values()))
        return self._asked.mean_name if isinstance(whole, Ranking) and whole.is_batch else self._asked.name

    def _view(self) -> dict[str, Any]:
        question = _("Which one has the higher {symbol}?") if self._pair else _("{symbol} = ??")
        return {
            "part": "card",
            "word": _("Predict"),
            "title": question.format(symbol=self._symbol),
            "about": self._asked.title,
            "given": [view for name, one in self._given.items() for view in given_views(one, name)],
            "fields": [] if self._pair else [self._field()],
            "choice": self._choice() if self._pair else None,
            "buttons": self._buttons(),
            "hints": [],
            "notice": self._notice,
            "said": self._said() if self._open else "",
            "gap": self._gap() if self._open else None,
            "workings": self._workings() if self._open else [],
        }

    def _field(self) -> dict[str, Any]:
        label = _("Your prediction of {symbol}").format(symbol=self._symbol)
        return {"key": "0", "label": label, "value": self._answer, "closed": self._open, "state": "", "verdict": ""}

    def _choice(self) -> dict[str, Any]:
        options = [[name, name] for name in self._values] + [[EQUAL, _("both the same")]]
        return {"label": _("Your prediction"), "options": options, "value": self._answer, "closed": self._open}

    def _buttons(self) -> list[dict[str, Any]]:
        if self._open:
            return [{"do": "again", "label": _("Predict again")}]
        return [{"do": "commit", "label": _("Commit"), "main": True}, {"do": "reveal", "label": _("Just show")}]

    def _said(self) -> str:
        if self._pair:
            return self._said_of_pair()
        exact, claim = self._values[""], read_claim(self._answer)
        if claim is None:
            return _("{symbol} = {value}").format(symbol=self._symbol, value=number(exact, fixed=4))
        said = [gap_words(claim.value, exact)]
        if self._is_right():
            said.append(_("That is right."))
        else:
            verdict = diagnose(
                self._answer, self._given[""], self._asked
            )  # to four decimals: a guess fits many codes by chance
            known = (verdict.codes or verdict.conventions) and not verdict.fewer
            said += [verdict.text] if known or verdict.kind == "out_of_range" else []
        return " ".join(said)

    def _said_of_pair(self) -> str:
        best = self._best
        found = _("Both have the same {symbol}.") if best == EQUAL else _("{name} has the higher {symbol}.")
        said = found.format(symbol=self._symbol, name=best)
        if not self._answer:
            return said
        return (_("That is right.") if self._answer == best else _("It is another one.")) + " " + said

    def _gap(self) -> dict[str, Any] | None:
        claim = None if self._pair else read_claim(self._answer)
        if claim is None or math.isnan(claim.value) or not math.isfinite(self._values[""]):
            return None
        return gap_view(claim.value, self._values[""], self._asked.metric.bounds)

    def _workings(self) -> list[dict[str, Any]]:
        return [working_view(working_of(self._asked, one), name) for name, one in self._given.items()]

    def __repr__(self) -> str:
        given = self._given if self._pair else given_repr(self._given[""])
        return f"Predict({self._asked.name!r}, {given})"


def _answer_in(message: dict[str, Any]) -> str:
    """Return the one answer of a message, as one short line."""
    answers = message.get("answers")
    given = answers.get("0") if isinstance(answers, dict) else None
    return one_line(given).strip()[: learner.MOST_LETTERS] if isinstance(given, str) else ""
