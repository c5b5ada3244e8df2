"""The cards that ask: what Predict and the sheets of a class share with Practice, and Practice, an exercise to solve."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from metrics_edu.exercises import RIGHT, Exercise, Given, exercise, learner_record
from metrics_edu.language import _, counted, decimal_mark, ngettext, number
from metrics_edu.metrics import Ranking, Ratings
from metrics_edu.mistakes import Verdict
from metrics_edu.widgets.part import Part, style
from metrics_edu.widgets.views import derivation_view
from metrics_edu.working import Derivation, Item, one_line

FIRST_SHOWN, LAST_SHOWN = 28, 2  # so many ranks of a long list are shown, and so many ratings
GAP_TILE = {"rank": "…", "badge": "", "relevant": False, "say": ""}
MAX_USERS = 12

BLANK_CARD: dict[str, Any] = {
    "part": "card", "word": "", "about": "", "given": [], "fields": [], "choice": None, "buttons": [], "hints": [],
    "said": "", "gap": None, "workings": [],
}  # fmt: skip


class Card(Part):
    """A part that asks something; a subclass gives what stands on its card, `_card`."""

    _css = style("card")

    def _view(self) -> dict[str, Any]:
        return BLANK_CARD | {"notice": self._notice} | self._card()

    def _card(self) -> dict[str, Any]:
        raise NotImplementedError


def answers_in(message: dict[str, Any]) -> dict[str, str]:
    answers = message.get("answers")
    if not isinstance(answers, dict):
        return {}
    texts = {key: one_line(text) for key, text in answers.items() if isinstance(text, str)}
    return {key: text[: learner_record.MAX_KEPT_LETTERS] for key, text in texts.items()}


def button(do: str, label: str, **more: bool) -> dict[str, Any]:
    return {"do": do, "label": label, **more}


def field_view(key: str, label: str, value: str, verdict: Verdict | None = None, **more: Any) -> dict[str, Any]:
    state = "" if verdict is None else "open" if verdict.kind == "not_attempted" else "wrong"
    if verdict is not None and verdict.kind in RIGHT:
        state = "right"
    said = verdict.text if verdict else ""
    return {"key": key, "label": label, "value": value, "closed": False, "state": state, "verdict": said} | more


# what a value is asked of


def given_repr(given: Given) -> str:
    if isinstance(given, Ratings):
        return counted(np.size(given.actual), "rating")
    return repr(given).partition("(")[2][:-1]


def given_views(given: Given, title: str = "") -> list[dict[str, Any]]:
    if isinstance(given, Ratings):
        return [_ratings_view(given, title)]
    if not given.is_batch:
        return [_list_view(given, title)]
    users = given.users or [str(k) for k in range(1, len(given.shown) + 1)]
    names = [_("User {user}", user=one_line(user)) for user in users[:MAX_USERS]]
    views = [_list_view(given.user(user), f"{title}: {name}" if title else name)
             for user, name in zip(users, names, strict=False)]  # fmt: skip
    if len(users) > MAX_USERS:
        views[-1]["notes"].append(_("... ({count} more)", count=len(users) - MAX_USERS))
    return views


def _list_view(ranking: Ranking, title: str) -> dict[str, Any]:
    graded = not ranking.is_binary
    tiles = _shortened([_tile(ranking, k, mark) for k, mark in enumerate(ranking.marks())], GAP_TILE)
    notes = [_("|R| = {count}: relevant items in all, shown or not.", count=int(ranking.relevant))]
    if graded:
        pool = " ".join(number(grade) for grade in ranking.pool().tolist() if grade)
        notes.append(_("All grades above 0, shown or missed, best first: {grades}.", grades=pool))
    if ranking.threshold != 1:
        notes.append(_("Relevant: from grade {threshold} on.", threshold=number(ranking.threshold)))
    return {"title": title, "tiles": tiles, "notes": notes, "empty": "" if tiles else _("The list is empty.")}


def _tile(ranking: Ranking, k: int, mark: str) -> dict[str, Any]:
    word = {"R": _("relevant"), "N": _("not relevant")}.get(mark) or _("grade {grade}", grade=mark)
    say = _("rank {rank}, {word}", rank=k + 1, word=word)
    label = one_line(ranking.items[k]) if ranking.items else ""
    return {"rank": str(k + 1), "badge": mark, "relevant": mark == "R", "say": say, "label": label}


def _ratings_view(given: Ratings, title: str) -> dict[str, Any]:
    numbers = {_("predicted"): given.predicted, _("true"): given.actual}
    rows = [[head, *map(_in_full, np.asarray(values, float).tolist())] for head, values in numbers.items()]
    if given.users is not None:
        rows.insert(0, [_("user"), *map(one_line, given.users)])
    rows = [[head, *_shortened(cells, "…")] for head, *cells in rows]
    return {"title": title, "rows": rows, "notes": [], "tiles": [], "empty": ""}


def _in_full(value: float) -> str:
    return f"{value:.10g}".replace("-", "−").replace(".", decimal_mark())


def _shortened(cells: list[Item], gap: Item) -> list[Item]:
    return cells if len(cells) <= FIRST_SHOWN + LAST_SHOWN + 1 else [*cells[:FIRST_SHOWN], gap, *cells[-LAST_SHOWN:]]


# what came of it


def working_view(derivation: Derivation, title: str = "") -> dict[str, Any]:
    return derivation_view(derivation, derivation.value) | {"title": title}


def gap_view(given: float, exact: float, bounds: tuple[float, float]) -> dict[str, Any]:
    top = bounds[1] if math.isfinite(bounds[1]) else max(given, exact, 1e-9) * 1.15
    low, high = min(bounds[0] if math.isfinite(bounds[0]) else 0.0, given, exact), max(top, given, exact)
    span = (high - low) or 1.0
    given_at, exact_at = (round(100 * (value - low) / span, 2) for value in (given, exact))
    words = {"given_word": _("you: {value}", value=number(given)), "exact_word": number(exact, fixed=4)}
    return {"given": given_at, "exact": exact_at, "low": number(low), "high": number(high), **words}


def gap_words(given: float, exact: float) -> str:
    facts = {"given": number(given), "exact": number(exact, fixed=4), "gap": number(abs(given - exact), fixed=4)}
    if given < exact:
        return _("You said {given}. It is {exact}: your number is {gap} too low.", **facts)
    return _("You said {given}. It is {exact}: your number is {gap} too high.", **facts)


def said_form(decimals: int) -> str:
    return ngettext(
        "To {decimals} decimal. {forms} are all read.",
        "To {decimals} decimals. {forms} are all read.",
        decimals,
        decimals=decimals,
        forms="0.5; 0,5; 1/2",
    )


FIRST_SEED = 100  # from here on lists are drawn anew: not those of a lesson


@dataclass(frozen=True)
class Attempt:
    """An exercise, its answers and what is said of them, the hints that are told, and the last seed drawn."""

    exercise: Exercise
    answers: tuple[str, ...]
    last_seed: int
    verdicts: tuple[Verdict, ...] = ()
    hints: int = 0
    solved: bool = False


class Practice(Card):
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
    def recorded_as(self) -> str:
        """The name under which a learner's progress is kept."""
        return self._first.name

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
        answers, olds = answers_in(message), self._session.answers
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
            "about": said_form(exercise.decimals),
            "given": [view for one, title in named for view in given_views(one, title)],
            "fields": [field_view(str(k), *field) for k, field in fields],
            "buttons": self._buttons(),
            "hints": [_(hint) for hint in exercise.hints[: session.hints]],
            "said": self._said() if session.verdicts else "",
            "workings": self._workings() if session.solved else [],
        }

    def _buttons(self) -> list[dict[str, Any]]:
        exercise, left = self.exercise, len(self.exercise.hints) - self._session.hints
        buttons = [button("check", _("Check"), main=True)]
        if exercise.hints:
            buttons.append(button("hint", _("Hint ({left} left)", left=left), off=not left))
        buttons.append(button("solution", _("Solution"), off=self._session.solved))
        if not self._first.fixed and self._first.can_draw:
            lists = isinstance(exercise.given[0], Ranking)
            buttons.append(button("draw", _("New lists") if lists else _("New ratings")))
        if exercise is not self._first:
            buttons.append(button("first", _("First ones")))
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
        return [working_view(working, label) for working, label in zip(self.exercise.solution(), labels, strict=True)]

    def __repr__(self) -> str:
        return f"Practice({self._first.name!r}, {self._first.asked!r})"
