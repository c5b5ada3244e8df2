"""Practice: an exercise to solve: check, hint, solution, new lists; what was tried survives a restart."""

from __future__ import annotations

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

    def __init__(self, given: str | Exercise) -> None:
        self._first = given if isinstance(given, Exercise) else exercise(given)
        kept = learner_record.recorded(self._first.name)
        self.exercise = self._drawn(kept.seed)
        self._last_seed = max(kept.seed, FIRST_SEED)
        fits = len(kept.answers) == len(self.exercise.parts)
        self._answers = list(kept.answers) if fits else [""] * len(self.exercise.parts)
        self._verdicts: tuple[Verdict, ...] = self.exercise.check(self._answers) if any(self._answers) else ()
        self._hints, self._solved = 0, False
        self._begin_part()

    def _drawn(self, seed: int) -> Exercise:
        try:
            return self._first.draw(seed) if seed > 0 else self._first
        except ValueError:
            return self._first

    def _kept(self) -> dict[str, Any]:
        names = ("exercise", "_answers", "_verdicts", "_hints", "_solved", "_last_seed")
        return {name: getattr(self, name) for name in names}

    def _actions(self) -> dict[Any, Any]:
        return {
            "check": self._check, "hint": self._hint, "solution": self._show_solution, "draw": self._draw,
            "first": self._go_back, "again": self._start_over,
        }  # fmt: skip

    def _take(self, message: dict[str, Any]) -> None:
        given = message.get("answers")
        if not isinstance(given, dict):
            return
        texts = [given.get(str(k)) for k in range(len(self._answers))]
        kept = [
            old if not isinstance(new, str) else one_line(new).strip()
            for new, old in zip(texts, self._answers, strict=True)
        ]
        kept = [text[: learner_record.MOST_LETTERS] for text in kept]
        if kept != self._answers:
            self._answers, self._verdicts = kept, ()  # what was said was about other answers

    def _check(self, message: dict[str, Any]) -> None:
        self._take(message)
        self._verdicts = self.exercise.check(self._answers)
        if any(self._answers):
            self._note("right" if self.is_right else "tried")

    def _hint(self, message: dict[str, Any]) -> None:
        self._take(message)
        self._hints = min(self._hints + 1, len(self.exercise.hints))

    def _show_solution(self, message: dict[str, Any]) -> None:
        self._take(message)
        self._solved = True
        self._note("shown")

    def _draw(self, _message: dict[str, Any]) -> None:
        self._last_seed += 1
        self._begin(self._first.draw(self._last_seed))

    def _go_back(self, _message: dict[str, Any]) -> None:
        self._begin(self._first)

    def _start_over(self, _message: dict[str, Any]) -> None:
        self._begin(self.exercise)

    def _begin(self, chosen: Exercise) -> None:
        self.exercise, self._answers = chosen, [""] * len(chosen.parts)
        self._verdicts, self._hints, self._solved = (), 0, False
        self._note("begun")

    def _note(self, what: Any) -> None:
        seed = 0 if self.exercise is self._first else self.exercise.seed
        learner_record.note(self._first.name, what, answers=tuple(self._answers), seed=seed)

    @property
    def is_right(self) -> bool:
        """Whether all answers are right, as they were checked last."""
        return bool(self._verdicts) and all(verdict.kind in RIGHT for verdict in self._verdicts)

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
            "hints": [_(hint) for hint in own.hints[: self._hints]],
            "notice": self._notice,
            "said": self._said(),
            "workings": self._workings() if self._solved else [],
        }

    def _field(self, k: int, label: str) -> dict[str, Any]:
        return field_view(str(k), label, self._answers[k], self._verdicts[k] if self._verdicts else None)

    def _buttons(self) -> list[dict[str, Any]]:
        own, left = self.exercise, len(self.exercise.hints) - self._hints
        hint = _("Hint ({left} left)", left=left)
        buttons: list[dict[str, Any]] = [
            {"do": "check", "label": _("Check"), "main": True},
            *([{"do": "hint", "label": hint, "off": not left}] if own.hints else []),
            {"do": "solution", "label": _("Solution"), "off": self._solved},
        ]
        if not self._first.fixed and self._first.can_draw:
            buttons.append(
                {"do": "draw", "label": _("New lists") if isinstance(own.given[0], Ranking) else _("New ratings")}
            )
        return [*buttons, {"do": "first", "label": _("First ones")}] if own is not self._first else buttons

    def _said(self) -> str:
        if not self._verdicts:
            return ""
        right = sum(verdict.kind in RIGHT for verdict in self._verdicts)
        open_ = sum(verdict.kind == "not_attempted" for verdict in self._verdicts)
        if self.is_right:
            return _("All right.")
        said = _("Right: {right} of {count}.", right=right, count=len(self._verdicts))
        return said + (" " + _("Not answered yet: {count}.", count=open_) if open_ else "")

    def _workings(self) -> list[dict[str, Any]]:
        labels = self.exercise.labels if len(self.exercise.parts) > 1 else ("",)
        return [working_view(one, label) for one, label in zip(self.exercise.solution(), labels, strict=True)]

    def __repr__(self) -> str:
        return f"Practice({self._first.name!r}, {self._first.asked!r})"
