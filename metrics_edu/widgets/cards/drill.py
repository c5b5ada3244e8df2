"""Drill: exercises without end, mixed across metrics, at three levels."""

from __future__ import annotations

from datetime import date
from typing import Any

from metrics_edu.exercises import Exercise, drill, learner_record
from metrics_edu.language import _
from metrics_edu.widgets.cards.card import button
from metrics_edu.widgets.cards.practice import Practice
from metrics_edu.widgets.contract.actions import DrillAction


class Drill(Practice):
    """Exercises without end, mixed across metrics, at three levels; your own mistakes come back on later days.

    Parameters
    ----------
    *metrics : str
        Such as "AP" and "nDCG"; without any, all of lists and ratings.

    Raises
    ------
    ValueError
        If no exercise is drawn of a metric; the sentence names those there are.

    Examples
    --------
    >>> Drill("AP", "nDCG")
    Drill('AP', 'nDCG')
    """

    ACTIONS = DrillAction

    _accepted = ("right",)

    def __init__(self, *metrics: str) -> None:
        self._named, self._metrics = metrics, drill.drilled(metrics)
        super().__init__(self._next())

    @property
    def recorded_as(self) -> str:
        """The name of the task of a lesson: it is done after a right exercise of one of these metrics."""
        return learner_record.DRILL + " ".join(self._metrics)

    def _next(self) -> Exercise:
        self._answers, today = drill.first_answers(learner_record.events()), date.today()
        exercise = drill.next_exercise(self._answers, today, self._metrics)
        self._is_due = drill.is_due(self._answers, today, exercise)
        return exercise

    def _do_next(self, _message: dict[str, Any]) -> None:
        self._open(self._next())

    def _note(self, what: Any) -> None:
        super()._note(what)
        self._answers = drill.first_answers(learner_record.events())

    def _card(self) -> dict[str, Any]:
        card, back = super()._card(), _("This exercise can show a mistake that you made before.")
        about = f"{back} {card['about']}" if self._is_due else card["about"]
        return card | {"word": _("Level {level} of 3", level=drill.level_in(self._name)), "about": about}

    def _mastery(self) -> dict[str, Any]:
        metric = self.exercise.measure.metric.label()
        dots = drill.last_outcomes(self._answers, metric)
        text = drill.mastery(self._answers, metric) if dots else _("{metric}: not answered yet", metric=metric)
        return {"dots": dots + [""] * (drill.LAST - len(dots)), "text": text}

    def _other_buttons(self) -> list[dict[str, Any]]:
        is_answered = any(answer.name == self._name for answer in self._answers)
        return [button("next", _("Next exercise"), next=True)] if is_answered else []

    def __repr__(self) -> str:
        return f"Drill({', '.join(map(repr, self._named))})"
