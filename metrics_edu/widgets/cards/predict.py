"""Predict: a value is asked for before it is shown; then come the gap, the working, and the mistake if it is a known one."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any

import traitlets

from metrics_edu.language import N_, _, number, refused
from metrics_edu.metrics import Measure, Ranking, Ratings, explain
from metrics_edu.metrics.value_and_derivation import Data, as_measure, check_measure_first, list_or_ratings, value_of
from metrics_edu.mistakes import Verdict, draw_pair
from metrics_edu.mistakes.telling_apart import draw_ratings
from metrics_edu.practice.record import learner_record
from metrics_edu.widgets.cards import card, question_views, working_views
from metrics_edu.widgets.contract.actions import PredictAction
from metrics_edu.widgets.contract.cards import AnswerField, Button, ChoiceView, Gap, PredictView, QuestionView
from metrics_edu.widgets.contract.shared import FieldsView, Message
from metrics_edu.widgets.core import printed_lists
from metrics_edu.widgets.core.answer_widget import NO_TEXTS
from metrics_edu.widgets.core.derivation_views import written
from metrics_edu.widgets.core.predictions import (
    EQUAL_WITHIN,
    GUESS_DECIMALS,
    describe_gap,
    judge_prediction,
    read_prediction,
)
from metrics_edu.widgets.core.printed import Printed
from metrics_edu.widgets.core.widget import Handler
from metrics_edu.widgets.list_state.user_lists import user_lists_of
from metrics_edu.working.labels import one_line

if TYPE_CHECKING:
    import numpy.typing as npt

MAX_SHOWN = 12
"""The characters of an answer that is written beside the line from 0 to 1."""
SAME_VALUE = "same"  # the answer that two lists have the same value


MIN_DRAWN, MAX_DRAWN = 4, 12  # ranks of another list


def empty_card(typing: FieldsView) -> PredictView:
    """Return a card without its question, which has only some of the fields, and before the value is revealed."""
    return {
        "about": "",
        "fields": [],
        "buttons": [],
        "summary": "",
        "workings": [],
        **typing,
        "screen": "predict",
        "questions": [],
        "choice": None,
        "mark": "",
        "gap": None,
        "sides": [],
        "foot": "",
        "word": "",
        "title": "",
    }


@dataclass(frozen=True)
class Prediction:
    """What is asked about, with the seed of drawn lists; what was predicted, and whether the value is shown."""

    data: tuple[Data, ...]
    seed: int = 0
    answer: str = ""
    revealed: bool = False


class Predict(card.Card):
    """Asks for a value before it is shown: commit to a number, then see the gap and why. Two right decimals are enough.

    Parameters
    ----------
    measure : str or Measure
        ``"AP@10"``, ``"MAP@10"`` of a batch, ``"RMSE"`` of ratings.
    ranking : Ranking, Ratings, or mapping name -> Ranking or Ratings
        What the value is computed from. Of a mapping of two, the question is which one has the higher value.
    convention : str
        Whose definition counts.
    labels : sequence of str, optional
        Names of the items of one list: of all shown items, or of all shown and missed items.
    **ranking_options
        Of a bare list: the `relevant`, `pool`, `missed` and `threshold` of its Ranking.

    Attributes
    ----------
    answer : str
        What was committed to: a number as it was written, or of two lists the name of one, or "same". To set it is to commit.
    done : bool
        Whether the value is revealed.
    value : float or pair of float
        The value, once it is revealed; None before.

    Raises
    ------
    ValueError
        If the measure or the convention is not known, or not computed from the ranking, or has no value there;
        if a mapping has not two of one kind, or the labels are too few.

    Examples
    --------
    >>> Predict("AP", Ranking.parse("NRR"))
    Predict('AP', 'NRR', relevant=2)
    """

    ACTIONS = PredictAction

    answer = traitlets.Unicode(read_only=True)
    done = traitlets.Bool(read_only=True)
    value = traitlets.Any(read_only=True)
    _session: Prediction

    def __init__(
        self,
        measure: str | Measure,
        ranking: Data | npt.ArrayLike | Mapping[str, Data | npt.ArrayLike],
        *,
        convention: str | None = None,
        labels: Sequence[object] | None = None,
        **ranking_options: Any,
    ) -> None:
        check_measure_first(measure, 'Predict("AP@10", ranking)')
        self._measure = as_measure(measure, convention)
        self._pair = isinstance(ranking, Mapping)
        named: Any = ranking if isinstance(ranking, Mapping) else {"": ranking}
        self._names = [one_line(name) for name in named]
        self._first = tuple(list_or_ratings(given, self._measure, **ranking_options) for given in named.values())
        self._options = _options_of(self._names, self._first) if self._pair else {}
        first = self._first[0]
        self._labels = [] if labels is None else _labels_of(first, labels, pair=self._pair)
        self._is_mean = isinstance(first, Ranking) and first.is_batch
        self._symbol = self._measure.mean_name if self._is_mean else self._measure.name
        if any(math.isnan(value_of(self._measure, ranking)) for ranking in self._first):
            raise refused("{symbol} has no value here, so there is nothing to predict", symbol=self._symbol)
        parameters = tuple(self._measure.parameters.items())
        about = (parameters, self._measure.convention, GUESS_DECIMALS, self._names, *self._first)
        self._name = learner_record.name_of(
            "predict", measure if isinstance(measure, str) else self._measure.name, *about
        )
        kept = learner_record.recorded(self._name)
        typed = learner_record.typed().get(self._name)
        session = self._begun(typed.seed if typed else kept.seed)
        with suppress(ValueError):
            self._refuse(answer := next(iter(kept.answers), ""))
            session = replace(session, answer=answer, revealed=True) if session.seed == kept.seed else session
        self._session = session
        self._restore_typed()
        super().__init__(session)

    @property
    def _draw(self) -> str:
        return f"{self._name} {self._session.seed}"

    @property
    def _typed_seed(self) -> int:
        return self._session.seed

    def _begun(self, seed: int) -> Prediction:
        with suppress(ValueError):
            return Prediction((self._drawn(seed),), seed) if seed > 0 else Prediction(self._first)
        return Prediction(self._first)

    def _drawn(self, seed: int) -> Data:
        """Return another list of the same kind, or ratings, on which the known mistakes differ; ValueError if there is none."""
        first = self._first[0]
        if isinstance(first, Ratings):
            return draw_ratings(self._measure, seed)
        ranks = min(max(first.shown.shape[-1], MIN_DRAWN), MAX_DRAWN)
        drawn = draw_pair(self._measure, seed, ranks=ranks)[seed % 2]
        if self._pair or self._is_mean or first.threshold != 1 or drawn.is_binary != first.is_binary:
            raise refused("this widget cannot draw another list")
        return drawn

    @cached_property
    def _can_draw(self) -> bool:
        return not self._pair and bool(self._begun(card.next_seed(0)).seed)

    @property
    def _values(self) -> list[float]:
        return [value_of(self._measure, ranking) for ranking in self._session.data]

    def _refuse(self, answer: str) -> None:
        if not self._pair:
            read_prediction(answer)
        elif answer not in (*self._options, SAME_VALUE):
            raise refused("Choose an option first.")

    # what a notebook follows and sets

    def _facts(self) -> dict[str, object]:
        revealed, answer = self._session.revealed, self._session.answer
        value = tuple(self._values) if self._pair else self._values[0]
        return {"answer": self._options.get(answer, answer), "done": revealed, "value": value if revealed else None}

    def _setters(self) -> dict[str, Handler]:
        return {"answer": self._set_answer}

    def _set_answer(self, answer: Any) -> None:
        keys = {name: key for key, name in self._options.items()}
        self._now(answer="", revealed=False)
        self._do_commit({"answers": {"0": keys.get(str(answer), str(answer))}})

    # what the front end asks for

    def _do_commit(self, message: Message) -> None:
        if self._session.revealed:
            return
        answer = card.answers_in(message).get("0", "")
        self._refuse(answer)
        self._now(answer=answer, revealed=True)
        self._note("right" if self._judged()[0] else "tried")

    def _do_reveal(self, _message: Message) -> None:
        self._now(answer="", revealed=True)
        self._note("shown")

    def _do_again(self, _message: Message) -> None:
        self._now(answer="", revealed=False)
        self._typed = NO_TEXTS
        self._note("begun")

    def _do_draw(self, _message: Message) -> None:
        seed = card.next_seed(self._session.seed)
        self._session = Prediction((self._drawn(seed),), seed)
        self._note("begun")

    def _note(self, what: Any) -> None:
        answers, metric = (self._session.answer,) * bool(self._session.answer), self._measure.metric.label()
        learner_record.note(self._name, what, answers=answers, seed=self._session.seed, metric=metric)

    @property
    def _best(self) -> str:
        first, second = self._values
        return SAME_VALUE if abs(first - second) < EQUAL_WITHIN else "0" if first > second else "1"

    def _judged(self) -> tuple[bool, Verdict | None]:
        """Whether the answer is right, and which known mistake gives it."""
        answer = self._session.answer
        if self._pair or not answer:
            return self._pair and answer == self._best, None
        return judge_prediction(self._measure, self._session.data[0], answer)

    # what is shown

    def _named_data(self) -> Iterable[tuple[str, Any, Any]]:
        labels = None if self._session.seed else self._labels or None  # other lists have no names
        return [(*named, labels) for named in zip(self._names, self._session.data, strict=True)]

    def printed(self) -> Printed:
        worked = [explain(self._measure, ranking) for ranking in self._session.data]
        values = [f"{name}: {one.symbol} = {written(one.value)}" for name, one in zip(self._names, worked, strict=True)]
        return replace(
            super().printed(),
            derivations=worked,
            has_lines=False,
            answer=lambda: "; ".join(values) if self._pair else "",
        )

    def _card(self, typing: FieldsView) -> PredictView:
        about = _("mean of {title} over users", title=self._measure.title) if self._is_mean else self._measure.title
        revealed = self._session.revealed
        cut = self._measure.depth() if revealed else None
        printed = [
            question_views.views_of(ranking, name, labels or (), cut, revealed=revealed)
            for name, ranking, labels in self._named_data()
        ]
        questions = [*chain.from_iterable(printed)]
        buttons = [card.button("commit", _("Commit"), main=True), card.button("reveal", _("Just show"))]
        view = empty_card(typing) | {"word": _("Predict"), "about": about, "buttons": buttons}
        if self._pair:
            title = _("Which one has the higher {symbol}?", symbol=self._symbol)
            view |= {"title": title, "questions": questions, "choice": self._choice()}
        else:
            foot = _("A guess is enough. Accepted forms: {forms}.", forms=card.FORMS)
            view |= {"title": self._question(), "fields": [self._field(questions)], "foot": foot}
        return self._revealed_view(view) if revealed else view

    def _question(self) -> str:
        if isinstance(self._first[0], Ratings):
            return _("What is {symbol} of these ratings?", symbol=self._symbol)
        question = N_("What is {symbol} over these users?") if self._is_mean else N_("What is {symbol} of this list?")
        return _(question, symbol=self._symbol)

    def _revealed_view(self, view: PredictView) -> PredictView:
        answer, data, value = self._session.answer, self._session.data[0], self._values[0]
        workings = [
            working_views.working_view(explain(self._measure, ranking), name)
            for name, ranking, _labels in self._named_data()
        ]
        view |= {"foot": "", "buttons": self._next_buttons(), "workings": workings}
        right, known = self._judged()
        view["mark"] = "right" if right else "wrong" if answer else ""
        if self._pair:
            return view | {"summary": self._describe_pair(right)}
        shown = _("{symbol} = {value}", symbol=self._symbol, value=number(value, fixed=4))
        return view | {
            "title": shown,
            "summary": _("That is right.") if right else describe_gap(answer, value, known) if answer else shown,
            "gap": gap_view(answer, value, self._measure.metric.bounds) if answer else None,
            "sides": working_views.side_views(answer, known, data, revealed=True) if known else [],
        }

    def _next_buttons(self) -> list[Button]:
        another = _("Another list") if isinstance(self._first[0], Ranking) else _("Other ratings")
        return [card.button("again", _("Predict again")), *([card.button("draw", another)] if self._can_draw else [])]

    def _field(self, questions: list[QuestionView]) -> AnswerField:
        label, session = _("Your prediction of {symbol}", symbol=self._symbol), self._session
        return card.field_view(
            "0", label, session.answer, closed=session.revealed, symbol=self._symbol, questions=questions
        )

    def _choice(self) -> ChoiceView | None:
        if not self._pair:
            return None
        options = [*self._options.items(), (SAME_VALUE, _("both the same"))]
        answer, revealed = self._session.answer, self._session.revealed
        return {"label": _("Your prediction"), "options": options, "value": answer, "closed": revealed}

    def _describe_pair(self, right: bool) -> str:
        low, high = map(number, sorted(self._values))
        sentence = _("Both have the same {symbol}: {value}.", symbol=self._symbol, value=high)
        if self._best != SAME_VALUE:
            facts = {"name": self._names[int(self._best)], "symbol": self._symbol, "high": high, "low": low}
            sentence = _("{name} has the higher {symbol}: {high} against {low}.", **facts)
        verdict = _("That is right.") if right else _("Not right.") if self._session.answer else ""
        return " ".join(filter(None, [verdict, sentence]))

    def __repr__(self) -> str:
        pair = dict(zip(self._names, self._first, strict=True))
        data = repr(pair) if self._pair else printed_lists.data_repr(self._first[0])
        return f"Predict({self._measure.name!r}, {data})"


def gap_view(answer: str, exact: float, bounds: tuple[float, float]) -> Gap:
    predicted = read_prediction(answer).value
    top = bounds[1] if math.isfinite(bounds[1]) else max(predicted, exact, 1e-9) * 1.15
    low, high = min(bounds[0] if math.isfinite(bounds[0]) else 0.0, predicted, exact), max(top, predicted, exact)
    span = (high - low) or 1.0
    predicted_at, exact_at = (round(100 * (value - low) / span, 2) for value in (predicted, exact))
    return {
        "predicted": predicted_at,
        "exact": exact_at,
        "low": number(low),
        "high": number(high),
        "predicted_word": _("you: {value}", value=answer if len(answer) <= MAX_SHOWN else number(predicted)),
        "exact_word": number(exact, fixed=4),
    }


def _labels_of(data: Data, labels: Sequence[object], *, pair: bool) -> list[str]:
    if pair or not isinstance(data, Ranking) or data.is_batch:
        raise refused("labels name the items of one list, but this is not one list")
    return [item.label for item in user_lists_of(data, "", labels).shown]


def _options_of(names: list[str], data: Sequence[Any]) -> dict[str, str]:
    """Return the names to choose from, by the answers; refuse what cannot be compared."""
    if len(data) != 2:
        raise refused("Predict takes one list, or two by name; got {count}", count=len(data))
    if not all(names) or names[0] == names[1]:
        raise refused("names must be two different names; got {value!r}", value=names)
    kinds = {(type(ranking), isinstance(ranking, Ranking) and ranking.is_batch) for ranking in data}
    if len(kinds) > 1:
        raise refused("Predict compares two of the same kind: two lists, two batches or two Ratings")
    return {str(k): name for k, name in enumerate(names)}
