"""Practice: an exercise to solve: check, hint, solution, new lists; what was tried survives a restart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from metrics_edu.exercises import RIGHT, Exercise, exercise, learner_record
from metrics_edu.language import _
from metrics_edu.metrics import Ranking
from metrics_edu.mistakes import Verdict
from metrics_edu.widgets.cards import card

FIRST_SEED = 100
"""From here on lists are drawn anew: not those of a lesson."""


@dataclass(frozen=True)
class Attempt:
    """An exercise, its answers and what is said of them, the hints that are told, and the last seed drawn."""

    exercise: Exercise
    answers: tuple[str, ...]
    last_seed: int
    verdicts: tuple[Verdict, ...] = ()
    hints: int = 0
    solved: bool = False


class Practice(card.Card):
    """An exercise to solve: an answer field a list, Check, Hint, Solution and New lists.

    Parameters
    ----------
    given : str or Exercise
        An exercise, or the name of one of the lessons' (``metrics_edu.exercises.lessons.EXERCISES``).

    Raises
    ------
    ValueError
        If there is no exercise of that name.

    Examples
    --------
    >>> Practice("04-parra")
    Practice('04-parra', 'AP@10')
    """

    _session: Attempt

    def __init__(self, given: str | Exercise) -> None:
        self._first = given if isinstance(given, Exercise) else exercise(given)
        kept = learner_record.recorded(self._first.name)
        drawn = self._drawn(kept.seed)
        fits = len(kept.answers) == len(drawn.parts)
        answers = tuple(kept.answers) if fits else ("",) * len(drawn.parts)
        verdicts = drawn.check(answers) if any(answers) else ()
        super().__init__(Attempt(drawn, answers, max(kept.seed, FIRST_SEED), verdicts))

    @property
    def exercise(self) -> Exercise:
        """The exercise with the lists that are shown."""
        return self._session.exercise

    def _drawn(self, seed: int) -> Exercise:
        try:
            return self._first.draw(seed) if seed > 0 else self._first
        except ValueError:
            return self._first

    def _take(self, message: dict[str, Any]) -> None:
        answers, olds = card.answers_in(message), self._session.answers
        news = tuple(answers.get(str(k), old) for k, old in enumerate(olds))
        if news != olds:
            self._now(answers=news, verdicts=())  # what was said was about other answers

    def _do_check(self, message: dict[str, Any]) -> None:
        self._take(message)
        self._now(verdicts=self.exercise.check(self._session.answers))
        if any(self._session.answers):
            self._note("right" if self.is_right else "tried")

    def _do_hint(self, message: dict[str, Any]) -> None:
        self._take(message)
        self._now(hints=min(self._session.hints + 1, len(self.exercise.hints)))

    def _do_solution(self, message: dict[str, Any]) -> None:
        self._take(message)
        self._now(solved=True)
        self._note("shown")

    def _do_draw(self, _message: dict[str, Any]) -> None:
        seed = self._session.last_seed + 1
        self._now(last_seed=seed)
        self._begin(self._first.draw(seed))

    def _do_first(self, _message: dict[str, Any]) -> None:
        self._begin(self._first)

    def _do_again(self, _message: dict[str, Any]) -> None:
        self._begin(self.exercise)

    def _begin(self, chosen: Exercise) -> None:
        self._session = Attempt(chosen, ("",) * len(chosen.parts), self._session.last_seed)
        self._note("begun")

    def _note(self, what: Any) -> None:
        seed = 0 if self.exercise is self._first else self.exercise.seed
        learner_record.note(self._first.name, what, answers=self._session.answers, seed=seed)

    @property
    def is_right(self) -> bool:
        """Whether all answers are right, as they were checked last."""
        return bool(self._session.verdicts) and all(verdict.kind in RIGHT for verdict in self._session.verdicts)

    # what is shown

    def _card(self) -> dict[str, Any]:
        exercise, session = self.exercise, self._session
        many = len(exercise.given) > 1
        titles = [_("List {place}", place=k + 1) if many else "" for k in range(len(exercise.given))]
        named = [*zip(exercise.given, titles, strict=True)]
        verdicts = session.verdicts or (None,) * len(session.answers)
        fields = enumerate(zip(exercise.labels, session.answers, verdicts, strict=True))
        return {
            "word": _("Exercise"),
            "title": exercise.ask(),
            "about": card.said_form(exercise.decimals),
            "given": [view for one, title in named for view in card.given_views(one, title)],
            "fields": [card.field_view(str(k), *field) for k, field in fields],
            "buttons": self._buttons(),
            "hints": [_(hint) for hint in exercise.hints[: session.hints]],
            "said": self._said() if session.verdicts else "",
            "workings": self._workings() if session.solved else [],
        }

    def _buttons(self) -> list[dict[str, Any]]:
        exercise, left = self.exercise, len(self.exercise.hints) - self._session.hints
        buttons = [card.button("check", _("Check"), main=True)]
        if exercise.hints:
            buttons.append(card.button("hint", _("Hint ({left} left)", left=left), off=not left))
        buttons.append(card.button("solution", _("Solution"), off=self._session.solved))
        if not self._first.fixed and self._first.can_draw:
            lists = isinstance(exercise.given[0], Ranking)
            buttons.append(card.button("draw", _("New lists") if lists else _("New ratings")))
        if exercise is not self._first:
            buttons.append(card.button("first", _("First ones")))
        return buttons

    def _said(self) -> str:
        kinds = [verdict.kind for verdict in self._session.verdicts]
        if self.is_right:
            return _("All right.")
        said = _("Right: {right} of {count}.", right=sum(kind in RIGHT for kind in kinds), count=len(kinds))
        unanswered = kinds.count("not_attempted")
        return said + (" " + _("Not answered yet: {count}.", count=unanswered) if unanswered else "")

    def _workings(self) -> list[dict[str, Any]]:
        labels = self.exercise.labels if len(self.exercise.parts) > 1 else ("",)
        return [
            card.working_view(working, label) for working, label in zip(self.exercise.solution(), labels, strict=True)
        ]

    def __repr__(self) -> str:
        return f"Practice({self._first.name!r}, {self._first.asked!r})"
