"""Practice: an exercise to solve: check, hint, solution, new lists; what was tried survives a restart."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from metrics_edu.exercises import RIGHT, Exercise, exercise, learner_record
from metrics_edu.language import _
from metrics_edu.metrics import Ranking
from metrics_edu.mistakes import Verdict
from metrics_edu.widgets.cards.card import NOTHING, field_view, given_views, said_form, working_view
from metrics_edu.widgets.part import Part, style
from metrics_edu.working import one_line

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


class Practice(Part):
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

    _css = style("card")

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

    def _actions(self) -> dict[Any, Any]:
        return {
            "check": self._check, "hint": self._hint, "solution": self._show_solution, "draw": self._draw,
            "first": self._go_back, "again": self._start_over,
        }  # fmt: skip

    def _take(self, message: dict[str, Any]) -> None:
        given = message.get("answers")
        if not isinstance(given, dict):
            return
        olds = self._session.answers
        texts = [given.get(str(k)) for k in range(len(olds))]
        kept = [one_line(new).strip() if isinstance(new, str) else old for new, old in zip(texts, olds, strict=True)]
        answers = tuple(text[: learner_record.MOST_LETTERS] for text in kept)
        if answers != olds:
            self._now(answers=answers, verdicts=())  # what was said was about other answers

    def _now(self, **changes: Any) -> None:
        self._session = replace(self._session, **changes)

    def _check(self, message: dict[str, Any]) -> None:
        self._take(message)
        self._now(verdicts=self.exercise.check(self._session.answers))
        if any(self._session.answers):
            self._note("right" if self.is_right else "tried")

    def _hint(self, message: dict[str, Any]) -> None:
        self._take(message)
        self._now(hints=min(self._session.hints + 1, len(self.exercise.hints)))

    def _show_solution(self, message: dict[str, Any]) -> None:
        self._take(message)
        self._now(solved=True)
        self._note("shown")

    def _draw(self, _message: dict[str, Any]) -> None:
        seed = self._session.last_seed + 1
        self._now(last_seed=seed)
        self._begin(self._first.draw(seed))

    def _go_back(self, _message: dict[str, Any]) -> None:
        self._begin(self._first)

    def _start_over(self, _message: dict[str, Any]) -> None:
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

    def _view(self) -> dict[str, Any]:
        own = self.exercise
        many = len(own.given) > 1
        titles = [_("List {place}", place=k + 1) if many else "" for k in range(len(own.given))]
        return NOTHING | {
            "word": _("Exercise"),
            "title": own.ask(),
            "about": said_form(own.decimals),
            "given": [view for one, title in zip(own.given, titles, strict=True) for view in given_views(one, title)],
            "fields": [self._field(k, label) for k, label in enumerate(own.labels)],
            "buttons": self._buttons(),
            "hints": [_(hint) for hint in own.hints[: self._session.hints]],
            "notice": self._notice,
            "said": self._said(),
            "workings": self._workings() if self._session.solved else [],
        }

    def _field(self, k: int, label: str) -> dict[str, Any]:
        return field_view(
            str(k), label, self._session.answers[k], self._session.verdicts[k] if self._session.verdicts else None
        )

    def _buttons(self) -> list[dict[str, Any]]:
        own, left = self.exercise, len(self.exercise.hints) - self._session.hints
        hint = _("Hint ({left} left)", left=left)
        buttons: list[dict[str, Any]] = [
            {"do": "check", "label": _("Check"), "main": True},
            *([{"do": "hint", "label": hint, "off": not left}] if own.hints else []),
            {"do": "solution", "label": _("Solution"), "off": self._session.solved},
        ]
        if not self._first.fixed and self._first.can_draw:
            buttons.append(
                {"do": "draw", "label": _("New lists") if isinstance(own.given[0], Ranking) else _("New ratings")}
            )
        return [*buttons, {"do": "first", "label": _("First ones")}] if own is not self._first else buttons

    def _said(self) -> str:
        if not self._session.verdicts:
            return ""
        right = sum(verdict.kind in RIGHT for verdict in self._session.verdicts)
        open_ = sum(verdict.kind == "not_attempted" for verdict in self._session.verdicts)
        if self.is_right:
            return _("All right.")
        said = _("Right: {right} of {count}.", right=right, count=len(self._session.verdicts))
        return said + (" " + _("Not answered yet: {count}.", count=open_) if open_ else "")

    def _workings(self) -> list[dict[str, Any]]:
        labels = self.exercise.labels if len(self.exercise.parts) > 1 else ("",)
        return [working_view(one, label) for one, label in zip(self.exercise.solution(), labels, strict=True)]

    def __repr__(self) -> str:
        return f"Practice({self._first.name!r}, {self._first.asked!r})"
