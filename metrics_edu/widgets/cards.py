"""The cards that ask: what Predict and the sheets of a class share with Practice, and Practice, an exercise to solve."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from metrics_edu.exercises import Exercise, Given, exercise, learner_record, numbers_right, record_lines
from metrics_edu.language import N_, Counted, _, counted, decimal_mark, ngettext, number, said
from metrics_edu.metrics import Ranking, Ratings, working_of
from metrics_edu.mistakes import RIGHT, Verdict, working_made
from metrics_edu.widgets.part import Part
from metrics_edu.widgets.state import lanes_of
from metrics_edu.widgets.still import paragraph
from metrics_edu.widgets.views import View, derivation_view, grade_view, pool_sentence, unsorted
from metrics_edu.working import HTML, Derivation, Item, differences, in_line, one_line, show, veiled

FIRST_SHOWN, LAST_SHOWN = 28, 2  # so many ranks of a long list are shown, and so many ratings
GAP_TILE = {"rank": "…", "badge": "", "relevant": False, "say": ""}
MAX_USERS, ON_ONE_LINE = 12, 16

BLANK_CARD: dict[str, Any] = {
    "part": "card", "word": "", "about": "", "given": [], "fields": [], "choice": None, "buttons": [], "hints": [],
    "said": "", "gap": None, "sides": [], "workings": [],
}  # fmt: skip
MARKS = {
    "right": N_("right"),
    "wrong": N_("not yet"),
    "convention": N_("other convention"),
    "open": N_("no answer yet"),
    "unreadable": N_("not a number"),
    "almost": N_("almost"),
}
"""The marks of what came of an answer, each with its word."""
CLOSED_MARKS = MARKS | {"wrong": N_("wrong"), "open": N_("no answer")}
FORMS = "0.5;\xa00,5;\xa01/2"
ROUNDS = 5
SOLVED = (Counted("{solved} of {count} exercise solved", "{solved} of {count} exercises solved", "count"),
          Counted("{solved} of {count} pair solved", "{solved} of {count} pairs solved", "count"))  # fmt: skip
"""What is told of the last exercises, or pairs."""


class Card(Part):
    """A part that asks something; a subclass gives what stands on its card, `_card`."""

    _name = ""

    @property
    def recorded_as(self) -> str:
        """The name under which a learner's progress is kept; "" of what is not kept."""
        return self._name

    def _view(self) -> dict[str, Any]:
        return BLANK_CARD | {"notice": self._notice} | self._card()

    def _card(self) -> dict[str, Any]:
        raise NotImplementedError

    def _caption(self) -> str:
        return str(self.view["title"])

    def _still_values(self) -> Iterable[str]:
        """Return the fields to fill in, empty: an answer is only in the record of the learner."""
        yield paragraph(self.view["about"])
        for field in self.view["fields"]:
            yield paragraph(f"{field.get('symbol') or field['label']} = …")


def answers_in(message: dict[str, Any]) -> dict[str, str]:
    answers = message.get("answers")
    if not isinstance(answers, dict):
        return {}
    texts = {key: one_line(text) for key, text in answers.items() if isinstance(text, str)}
    return {key: text[: record_lines.MAX_KEPT_LETTERS] for key, text in texts.items()}


def button(do: str, label: str, **more: bool | float) -> dict[str, Any]:
    """Show a button; for its first `pause` seconds it is greyed."""
    return {"do": do, "label": label, **more}


def field_view(key: str, label: str, value: str, verdict: Verdict | None = None, **more: Any) -> dict[str, Any]:
    """Show an answer field; `symbol` is what stands before it, `given` and `sides` what stands above and below."""
    kinds = (
        dict.fromkeys(RIGHT, "right")
        | dict.fromkeys(("convention", "almost"), "convention")
        | {"not_attempted": "open"}
    )
    kind, words = more.pop("kind", verdict.kind) if verdict else "", CLOSED_MARKS if more.get("closed") else MARKS
    state = kinds.get(kind, "wrong") if verdict else ""
    word = words.get(kind) or words.get(state, "")
    text = verdict.text if verdict and kind not in ("not_attempted", "unreadable", "right") else ""  # the mark says it
    about = {"word": word and _(word), "verdict": text}
    return {"key": key, "label": label, "value": value, "closed": False, "state": state} | about | more


def said_once(fields: list[View]) -> tuple[list[View], str]:
    """Return the fields, and what is said of all that are answered, where it is the same: then nobody sees it in a field."""
    told = [field["verdict"] for field in fields if field["value"]]
    remark = told[0] if len(told) > 1 and len({*told}) == 1 and not any(field.get("sides") for field in fields) else ""
    return [field | {"once": bool(remark)} for field in fields], remark


# what a value is asked of


def given_repr(given: Given) -> str:
    if isinstance(given, Ratings):
        return counted(np.size(given.actual), "rating")
    return repr(given).partition("(")[2][:-1]


def given_views(
    given: Given, title: str = "", labels: Sequence[str] = (), cut: int | None = None, *, told: bool
) -> list[View]:
    """Show what a value is asked of; until it is `told` no grades stand in the order of the ideal list."""
    if isinstance(given, Ratings):
        return [_ratings_view(given, title)]
    if not given.is_batch:
        return [_list_view(given, title, labels or given.items or (), cut, told=told)]
    users = given.users or []
    names = [_("User {user}", user=one_line(user)) for user in users[:MAX_USERS]]
    views = [_list_view(given.user(user), f"{title}: {name}" if title else name, (), cut, told=told)
             for user, name in zip(users, names, strict=False)]  # fmt: skip
    if len(users) > MAX_USERS:
        views[-1]["notes"].append(_("... ({count} more)", count=len(users) - MAX_USERS))
    return views


def _list_view(ranking: Ranking, title: str, labels: Sequence[str], cut: int | None, *, told: bool) -> View:
    graded, relevant, shown = not ranking.is_binary, int(ranking.relevant), int(ranking.hits().sum())
    grades = ranking.shown.tolist()
    ranked = enumerate(zip(grades, labels or [""] * len(grades), strict=True), start=1)
    tiles = _shortened([_tile(rank, grade_view(grade, ranking.threshold, graded=graded), name,
                              out=rank > (cut or rank)) for rank, (grade, name) in ranked], GAP_TILE)  # fmt: skip
    notes = [ngettext("|R| = {count} relevant item: {shown} shown, {missed} missed",
                      "|R| = {count} relevant items: {shown} shown, {missed} missed",
                      relevant, shown=shown, missed=relevant - shown)]  # fmt: skip
    if (read := int(ranking.hits(cut).sum())) < shown:
        notes = [pool_sentence(shown, read, relevant)]
    if graded:
        notes += _grades_said(ranking, told=told)
    if ranking.threshold != 1:
        notes.append(_("Relevant: from grade {threshold} on.", threshold=number(ranking.threshold)))
    return {"title": title, "tiles": tiles, "notes": notes, "empty": "" if tiles else _("The list is empty.")}


def _grades_said(ranking: Ranking, *, told: bool) -> list[str]:
    missed = unsorted([item.grade for item in lanes_of(ranking, "").missed])
    grades = [number(grade) for grade in (ranking.pool().tolist() if told else missed) if grade]
    listed = ("\xa0" if len(grades) <= ON_ONE_LINE else " ").join(grades)
    if told:
        return [_("All grades above 0, shown or missed, best\xa0first:\xa0{grades}.", grades=listed)]
    return [_("Grades above 0 that are not shown, unsorted:\xa0{grades}.", grades=listed)] if grades else []


def _tile(rank: int, grade: dict[str, Any], label: str, *, out: bool) -> dict[str, Any]:
    say = _("rank {rank}, {word}", rank=rank, word=grade["state_word"]) + (", " + _("cut off") if out else "")
    about = {"rank": str(rank), "badge": grade["badge"], "relevant": grade["relevant"], "out": out}
    return about | {"say": say, "label": one_line(label)}


def _ratings_view(given: Ratings, title: str) -> dict[str, Any]:
    numbers = {_("predicted"): given.predicted, _("actual"): given.actual}
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


def side_views(answer: str, verdict: Verdict, given: Given, *, told: bool) -> list[dict[str, str]]:
    """Show what gives an answer beside what is right, the parts lit that differ; until it is `told` never the right value."""
    names = verdict.codes or verdict.conventions[:1]
    if len(names) != 1 or verdict.fewer or (isinstance(given, Ranking) and given.is_batch):
        return []
    wrong, right = working_made(names[0], given, verdict.asked), working_of(verdict.asked, given)
    if wrong is None:
        return []
    sides = wrong.result.working, right.result.working
    if not told and isinstance(given, Ranking):  # some mistakes begin with the right value
        sides = veiled(sides[0], right.value, right.symbol), sides[1]
    one, other = (show(tree, HTML) for tree in differences(*sides))
    if not told and all(part.kind == "number" for part in sides[1].parts):  # 1/2 would be the value itself
        other = right.result.write_formula(HTML)
    return [
        {"title": _("What gives {answer}", answer=answer), "html": one, "result": number(wrong.value, fixed=4)},
        {"title": right.symbol, "html": other, "result": number(right.value, fixed=4) if told else "??"},
    ]


def said_form(decimals: int) -> str:
    return ngettext("To\xa0{decimals}\xa0decimal. {forms} are all read.", "To\xa0{decimals}\xa0decimals. {forms} are all read.",
                    decimals, decimals=decimals, forms=FORMS)  # fmt: skip


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
    """An exercise to solve: an answer field a list, Check, Hint, Solution and Other lists.

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
    _accepted: tuple[str, ...] = RIGHT

    def __init__(self, given: str | Exercise) -> None:
        self._open(given if isinstance(given, Exercise) else exercise(given))
        super().__init__(self._session)

    def _open(self, first: Exercise) -> None:
        self._first, self._name = first, first.name
        kept, events = learner_record.recorded(self._name), learner_record.events(self._name)
        drawn = self._first.at(kept.seed)
        fits = len(kept.answers) == len(drawn.parts)
        answers = tuple(kept.answers) if fits else ("",) * len(drawn.parts)
        verdicts, hints = drawn.check(answers) if any(answers) else (), events[-1].hints if events else 0
        self._rounds = learner_record.rounds(events)
        self._session = Attempt(drawn, answers, max(kept.seed, FIRST_SEED), verdicts, hints)

    @property
    def exercise(self) -> Exercise:
        """The exercise with the lists that are shown."""
        return self._session.exercise

    def _take(self, message: dict[str, Any]) -> None:
        answers, olds = answers_in(message), self._session.answers
        news = tuple(answers.get(str(k), old) for k, old in enumerate(olds))
        if news != olds:
            self._now(answers=news, verdicts=())  # what was said was about other answers

    def _do_check(self, message: dict[str, Any]) -> None:
        self._take(message)
        self._now(verdicts=self.exercise.check(self._session.answers))
        if any(self._session.answers) and not self._is_almost:
            self._note("right" if self.is_right else "tried")

    def _do_hint(self, message: dict[str, Any]) -> None:
        self._take(message)
        self._now(hints=min(self._session.hints + 1, len(self._hints)))

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
        codes = dict.fromkeys(code for verdict in self._session.verdicts for code in verdict.codes)
        learner_record.note(self._name, what, answers=self._session.answers, seed=seed, hints=self._session.hints,
                            metric=self.exercise.measure.metric.label(), codes=tuple(codes))  # fmt: skip
        self._rounds = learner_record.rounds(learner_record.events(self._name))

    @property
    def is_right(self) -> bool:
        """Whether all answers are right, as they were checked last."""
        return bool(self._session.verdicts) and all(
            verdict.kind in self._accepted for verdict in self._session.verdicts
        )

    @property
    def _is_almost(self) -> bool:
        """Whether nothing is wrong but that decimals are missing: it is asked again, and no attempt."""
        kinds = {verdict.kind for verdict in self._session.verdicts}
        return bool(kinds) and kinds <= {*RIGHT} and not kinds <= {*self._accepted}

    # what is shown

    def _card(self) -> dict[str, Any]:
        exercise, session, hints = self.exercise, self._session, self._hints
        told = enumerate(hints[: session.hints], start=1)
        fields, remark = said_once([self._field(k) for k in range(len(exercise.parts))])
        return {
            "word": _("Exercise"),
            "title": exercise.ask(),
            "about": said_form(exercise.decimals),
            "mastery": self._mastery(),
            "fields": fields,
            "buttons": self._buttons(),
            "hints": [[_("Hint {place} of {count}", place=k, count=len(hints)), _(hint)] for k, hint in told],
            "said": f"{self._said()} {remark}".strip() if session.verdicts else "",
            "quiet": len(exercise.parts) == 1,  # its mark is seen
            "workings": self._workings() if session.solved else [],
        }

    @property
    def _hints(self) -> tuple[str, ...]:
        """The hints of the exercise; for lists that have none the formula, and then those of its parts."""
        formulas = [in_line(f"{s.symbol} = {s.formula}") for s in self.exercise.solution()[0].steps if s.formula]
        return self.exercise.hints or tuple(filter(None, (*formulas[-1:], "\n".join(formulas[:-1]))))

    def _field(self, k: int) -> dict[str, Any]:
        exercise, session = self.exercise, self._session
        verdict = session.verdicts[k] if session.verdicts else None
        title = _("List {k}", k=k + 1) if len(exercise.given) > 1 else ""
        is_mean = k == len(exercise.given)
        name = exercise.measure.mean_name if is_mean else exercise.measure.name
        kind: str = verdict.kind if verdict else ""
        if kind in RIGHT and kind not in self._accepted:
            kind = "almost"
        field = field_view(str(k), exercise.labels[k], session.answers[k], verdict, symbol=name, kind=kind)
        told = session.solved or kind in RIGHT
        field["given"] = [] if is_mean else given_views(exercise.given[k], title, told=told)
        if field["verdict"] and verdict:
            field["sides"] = side_views(session.answers[k], verdict, exercise.parts[k], told=session.solved)
            field["verdict"] += " " + _("The next hint leads on.") if self._leads_on(verdict) else ""
        return field

    def _leads_on(self, verdict: Verdict) -> bool:
        unknown = verdict.kind in ("wrong", "out_of_range") and not verdict.codes
        return unknown and not self._session.solved and self._session.hints < len(self._hints)

    def _printed(self) -> Iterable[tuple[str, Any, Any]]:
        return [(_("List {k}", k=k), one, None) for k, one in enumerate(self.exercise.given, start=1)]

    def _worked(self) -> Iterable[Derivation]:
        return self.exercise.solution()

    def _mastery(self) -> dict[str, Any]:
        rounds = self._rounds[-ROUNDS:]
        solved, hinted = len(rounds) - rounds.count("open"), rounds.count("hint")
        told = said(SOLVED[len(self.exercise.given) == 2], count=ROUNDS, solved=solved)
        told += ngettext(", one with a hint", ", {count} with a hint", hinted) if hinted else ""
        return {"dots": rounds + [""] * (ROUNDS - len(rounds)), "said": told}

    def _buttons(self) -> list[dict[str, Any]]:
        session, left = self._session, len(self._hints) - self._session.hints
        hint = _("Next hint ({left} left)", left=left) if session.hints else _("Hint ({left} left)", left=left)
        leads = any(map(self._leads_on, session.verdicts))
        check, hints = button("check", _("Check"), main=True), button("hint", hint, off=not left, lead=leads)
        return [check, hints, button("solution", _("Solution"), off=session.solved), *self._other_buttons()]

    def _other_buttons(self) -> list[dict[str, Any]]:
        other = _("Other lists") if isinstance(self.exercise.given[0], Ranking) else _("Other ratings")
        buttons = [button("draw", other, end=True)] if self._first.can_draw else []
        if self.exercise is not self._first:
            buttons.append(button("first", _("First ones")))
        return buttons

    def _said(self) -> str:
        kinds = [verdict.kind for verdict in self._session.verdicts]
        if self.is_right:
            return _("All right.")
        if self._is_almost:
            return _("Almost: only the decimals are not right.")
        if len(kinds) == 1:
            return self._session.verdicts[0].text
        said = numbers_right(sum(kind in self._accepted for kind in kinds), len(kinds))
        unanswered = kinds.count("not_attempted")
        return said + (" " + _("Not answered yet: {count}.", count=unanswered) if unanswered else "")

    def _workings(self) -> list[dict[str, Any]]:
        labels = self.exercise.labels if len(self.exercise.parts) > 1 else ("",)
        return [working_view(working, label) for working, label in zip(self.exercise.solution(), labels, strict=True)]

    def __repr__(self) -> str:
        return f"Practice({self._name!r}, {self._first.asked!r})"
