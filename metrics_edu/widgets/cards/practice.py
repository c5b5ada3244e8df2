"""Practice: an exercise to solve, with hints, its solution and other lists."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, chain
from typing import Any

from metrics_edu.language import N_, Counted, _, ngettext, translated
from metrics_edu.metrics import Ranking
from metrics_edu.mistakes import Verdict
from metrics_edu.mistakes.diagnosis import MAX_CHANCE, RIGHT
from metrics_edu.practice import Exercise
from metrics_edu.practice import exercise as exercise_of
from metrics_edu.practice.exercises import numbers_right
from metrics_edu.practice.record import learner_record
from metrics_edu.practice.record.record_lines import Event
from metrics_edu.practice.steps.blanks import JudgedEntry
from metrics_edu.practice.tutor.named_mistakes import all_codes, shares_of
from metrics_edu.widgets.cards.card import (
    MARKS,
    Card,
    answers_in,
    button,
    field_view,
    form_hint,
    next_seed,
    shared_remark,
)
from metrics_edu.widgets.cards.question_views import views_of
from metrics_edu.widgets.cards.step_views import kept_entries, no_entries, separation, step_key, with_steps
from metrics_edu.widgets.cards.working_views import first_step_views, is_unexplained, side_views, working_view
from metrics_edu.widgets.contract.actions import PracticeAction
from metrics_edu.widgets.contract.cards import AnswerField, Button, Mastery, PracticeView, TitledDerivation
from metrics_edu.widgets.contract.shared import FieldsView, Message
from metrics_edu.widgets.core.answer_widget import NO_TEXTS
from metrics_edu.widgets.core.printed import Printed
from metrics_edu.working.labels import in_line

ROUNDS = 5
ASKED_AT = 2
OFFER = N_("Write the computation itself, with + · / and brackets: then the wrong place can be named.")
NO_NUMBER = MARKS["unreadable"]
SOLVED = (
    Counted("{solved} of {count} exercise solved", "{solved} of {count} exercises solved", "count"),
    Counted("{solved} of {count} pair solved", "{solved} of {count} pairs solved", "count"),
)
"""The sentences about the last exercises, or pairs."""


@dataclass(frozen=True)
class Attempt:
    """An exercise, its answers and their verdicts, those of its steps, the number of hints, and the last seed drawn."""

    exercise: Exercise
    answers: tuple[str, ...]
    last_seed: int
    verdicts: tuple[Verdict, ...] = ()
    steps: tuple[tuple[str, ...], ...] = ()
    judged: tuple[tuple[JudgedEntry, ...], ...] = ()
    hints: int = 0
    solved: bool = False


class Practice(Card):
    """An exercise to solve: an answer field a list, Check, Hint, Solution and Other lists.

    Parameters
    ----------
    exercise : str or Exercise
        An exercise, or the name of one of the lessons', such as ``"04-pair"``.

    Raises
    ------
    ValueError
        If there is no exercise of that name.

    Examples
    --------
    >>> Practice("04-parra")
    Practice('04-parra', 'AP@10')

    Hooks
    -----
    _open
        Opens an exercise as the learner's record has it.
    _take, _note
        Take what the fields hold, and record what came of it.
    _verdicts, _accepts
        Judge the answers, and say which verdicts count as right.
    _wrong_in_a_row
        The number of wrong answers without a right one between them.
    _field, _summary, _mastery, _other_buttons
        Return the parts of the view.
    """

    ACTIONS = PracticeAction

    _session: Attempt

    def __init__(self, exercise: str | Exercise) -> None:
        self._open(exercise if isinstance(exercise, Exercise) else exercise_of(exercise))
        super().__init__(self._session)

    def _open(self, first: Exercise) -> None:
        self._first, self._name = first, first.name
        kept, events = learner_record.recorded(self._name), learner_record.events(self._name)
        typed = learner_record.typed().get(self._name)
        seed = typed.seed if typed else kept.seed  # another tab may have other lists
        drawn = self._first.at(seed)
        is_kept = seed == kept.seed and len(kept.answers) == len(drawn.parts)
        answers = kept.answers if is_kept else ("",) * len(drawn.parts)
        self._read_rounds(events)
        steps, hints = kept_entries(drawn, seed, events), events[-1].hints if events else 0
        self._session = Attempt(drawn, answers, max(seed, kept.seed), steps=steps, hints=hints)
        if any(answers):
            self._judge()
        self._typed = NO_TEXTS
        self._restore_typed()

    @property
    def _draw(self) -> str:
        exercise = self.exercise
        about = (self._name, exercise.convention, exercise.decimals, exercise.steps, exercise.mean, *exercise.data)
        return learner_record.name_of("#", exercise.measure.name, *about)

    @property
    def _typed_seed(self) -> int:
        return 0 if self.exercise is self._first else self.exercise.seed

    @property
    def exercise(self) -> Exercise:
        """The exercise with the lists that are shown."""
        return self._session.exercise

    def _take(self, message: Message) -> None:
        answers, olds = answers_in(message), self._session.answers
        news = tuple(answers.get(str(k), old) for k, old in enumerate(olds))
        steps = tuple(
            tuple(answers.get(step_key(k, j), old) for j, old in enumerate(texts))
            for k, texts in enumerate(self._session.steps)
        )
        if (news, steps) != (olds, self._session.steps):
            self._now(answers=news, steps=steps, verdicts=(), judged=())  # the verdicts were about other answers

    def _do_check(self, message: Message) -> None:
        self._take(message)
        self._judge()
        if not self._format_error:
            self._note_steps()
        if self._format_error or not self._is_attempt:
            self._note_typed({key: text for key, text in self._held().items() if text})
        else:
            self._note("right" if self.is_right else "tried")

    def _judge(self) -> None:
        session = self._session
        entries = zip(self.exercise.step_fields, session.steps, session.answers, strict=False)
        judged = tuple(fields.judge([*texts, value]) for fields, texts, value in entries)
        self._now(verdicts=self._verdicts(), judged=judged)

    def _verdicts(self) -> tuple[Verdict, ...]:
        return self.exercise.check(self._session.answers)

    def _do_hint(self, message: Message) -> None:
        self._take(message)
        self._now(hints=min(self._session.hints + 1, len(self._hints)))
        self._note("begun")
        self._note_steps()

    def _do_solution(self, message: Message) -> None:
        self._take(message)
        self._now(solved=True)
        self._note("shown")

    def _do_draw(self, _message: Message) -> None:
        seed = next_seed(self._session.last_seed)
        self._now(last_seed=seed)
        self._begin(self._first.draw(seed))

    def _do_first(self, _message: Message) -> None:
        self._begin(self._first)

    def _do_again(self, _message: Message) -> None:
        self._begin(self.exercise)

    def _begin(self, chosen: Exercise) -> None:
        self._session = Attempt(chosen, ("",) * len(chosen.parts), self._session.last_seed, steps=no_entries(chosen))
        self._typed = NO_TEXTS
        self._note("begun")

    def _note_steps(self) -> None:
        if kept := [
            fields.kept(texts) for fields, texts in zip(self.exercise.step_fields, self._session.steps, strict=True)
        ]:
            self._note("stepped", tuple(chain.from_iterable(kept)))

    def _note(self, what: Any, entries: tuple[str, ...] | None = None) -> None:
        answers = self._session.answers if entries is None else entries
        seed = self._typed_seed
        codes, shares = all_codes(self._session.verdicts), shares_of(self._session.verdicts)
        metric, hints = self.exercise.measure.metric.label(), self._session.hints
        learner_record.note(
            self._name,
            what,
            answers=answers,
            repeats=False,
            seed=seed,
            hints=hints,
            metric=metric,
            codes=codes,
            shares=shares,
        )
        self._read_rounds(learner_record.events(self._name))

    def _read_rounds(self, events: Sequence[Event]) -> None:
        """Keep how the last exercises went, and the number of wrong answers since the last one was begun."""
        self._rounds = learner_record.rounds(events)
        begun = (event.what == "begun" and not event.hints for event in reversed(events))
        latest = [event for event, is_begun in zip(reversed(events), accumulate(begun), strict=True) if not is_begun]
        self._tries = sum(event.what == "tried" for event in latest)

    @property
    def is_right(self) -> bool:
        """Whether all answers are right, as they were checked last, and each step that was written."""
        steps = {step.state for *steps, _value in self._session.judged for step in steps}
        verdicts = self._session.verdicts
        return bool(verdicts) and all(map(self._accepts, verdicts)) and steps <= {"", "right"}

    def _accepts(self, verdict: Verdict) -> bool:
        return verdict.kind in RIGHT

    @property
    def _format_error(self) -> str:
        """The sentence about the first entry that is no number: then nothing is recorded, and nothing else judged."""
        texts = [verdict.text for verdict in self._session.verdicts if verdict.kind == "unreadable"]
        steps = [step for *steps, _value in self._session.judged for step in steps]
        texts += [step.text for step in steps if step.state == "unreadable"]
        return next(iter(texts), "")

    @property
    def _is_attempt(self) -> bool:
        kinds = {verdict.kind for verdict in self._session.verdicts}
        return kinds != {"not_attempted"} and not self._is_almost

    @property
    def _is_almost(self) -> bool:
        """Whether nothing is wrong but that decimals are missing: it is asked again, and no attempt."""
        verdicts = self._session.verdicts
        is_close = bool(verdicts) and {verdict.kind for verdict in verdicts} <= {*RIGHT}
        return is_close and not all(map(self._accepts, verdicts))

    # what is shown

    def _card(self, typing: FieldsView) -> PracticeView:
        exercise, session, hints, error = self.exercise, self._session, self._hints, self._format_error
        text = enumerate(hints[: session.hints], start=1)
        values, remark = shared_remark([self._field(k) for k in range(len(exercise.parts))])
        wrong = [value for value in values if value["state"] in ("wrong", "convention") and value["verdict"]]
        offer = _(OFFER) if self._offers_reading else ""
        if offer and wrong and not remark:
            wrong[0]["verdict"] += f" {offer}"
            offer = ""
        summary = " ".join(filter(None, [self._summary(), remark, offer])) if session.verdicts else ""
        fields = [
            field | {"state": "", "word": "", "verdict": "", "sides": []}
            if error and field["word"] != _(NO_NUMBER)  # nothing is judged beside an entry that is no number
            else field
            for k, value in enumerate(values)
            for field in with_steps(exercise, k, value, session.steps, session.judged)
        ]
        return {
            "about": " ".join(filter(None, [form_hint(exercise.decimals), separation(exercise)])),
            "fields": fields,
            "buttons": self._buttons(),
            "summary": error or summary,
            "workings": self._workings() if session.solved else [],
            "draw": typing["draw"],
            "turn": typing["turn"],
            "typed": typing["typed"],
            "notice": typing["notice"],
            "screen": "practice",
            "word": _("Practice"),
            "title": exercise.ask(),
            "mastery": self._mastery(),
            "hints": [[_("Hint {number} of {count}", number=k, count=len(hints)), _(hint)] for k, hint in text],
            "quiet": len(exercise.parts) == 1 or bool(error and not remark),  # what it says is seen at the fields
        }

    @property
    def _wrong_in_a_row(self) -> int:
        return self._tries

    @property
    def _offers_reading(self) -> bool:
        """Whether to ask for a computation: once, after the second wrong number in a row, if its cause is not certain."""
        wrong = [verdict for verdict in self._session.verdicts if not self._accepts(verdict)]
        unclear = [verdict.claim for verdict in wrong if len(verdict.codes) != 1 or verdict.chance > MAX_CHANCE]
        return self._wrong_in_a_row == ASKED_AT and any(claim and not claim.expression for claim in unclear)

    @property
    def _hints(self) -> tuple[str, ...]:
        """The hints of the exercise; for lists that have none the formula, and then those of its parts."""
        formulas = [in_line(f"{s.symbol} = {s.formula}") for s in self.exercise.solution()[0].steps if s.formula]
        return self.exercise.hints or tuple(filter(None, (*formulas[-1:], "\n".join(formulas[:-1]))))

    def _field(self, k: int) -> AnswerField:
        exercise, session = self.exercise, self._session
        verdict = session.verdicts[k] if session.verdicts else None
        title = _("List {k}", k=k + 1) if len(exercise.data) > 1 else ""
        is_mean = k == len(exercise.data)
        name = exercise.measure.mean_name if is_mean else exercise.measure.name
        kind: str = verdict.kind if verdict else ""
        if verdict and kind in RIGHT and not self._accepts(verdict):
            kind = "almost"
        field = field_view(str(k), exercise.labels[k], session.answers[k], verdict, symbol=name, kind=kind)
        revealed = session.solved or (kind in RIGHT and not self._format_error)
        lit = verdict.ranks if verdict and not self._format_error else {}
        field["questions"] = [] if is_mean else views_of(exercise.data[k], title, lit=lit, revealed=revealed)
        if field["verdict"] and verdict:
            part, answer = exercise.parts[k], session.answers[k]
            is_hinted = session.solved or 0 < len(self._hints) <= session.hints
            field["sides"] = side_views(answer, verdict, part, revealed=session.solved, has_right=is_hinted)
            field["sides"] = field["sides"] or (first_step_views(verdict, part) if self._tries > 1 else [])
            field["verdict"] += " " + _("The next hint helps you continue.") if self._leads_on(verdict) else ""
        return field

    def _leads_on(self, verdict: Verdict) -> bool:
        return is_unexplained(verdict) and not self._session.solved and self._session.hints < len(self._hints)

    def _named_data(self) -> Iterable[tuple[str, Any, Any]]:
        return [(_("List {k}", k=k), subject, None) for k, subject in enumerate(self.exercise.data, start=1)]

    def printed(self) -> Printed:
        return replace(super().printed(), derivations=self.exercise.solution())

    def _mastery(self) -> Mastery:
        rounds = self._rounds[-ROUNDS:]
        solved, hinted = len(rounds) - rounds.count("open"), rounds.count("hint")
        text = translated(SOLVED[len(self.exercise.data) == 2], count=ROUNDS, solved=solved)
        text += ngettext(", one with a hint", ", {count} with a hint", hinted) if hinted else ""
        return {"dots": rounds + [""] * (ROUNDS - len(rounds)), "text": text}

    def _buttons(self) -> list[Button]:
        session, left = self._session, max(0, len(self._hints) - self._session.hints)
        hint = _("Next hint ({left} left)", left=left) if session.hints else _("Hint ({left} left)", left=left)
        leads_on = any(map(self._leads_on, session.verdicts))
        check, hints = button("check", _("Check"), main=True), button("hint", hint, dim=not left, suggested=leads_on)
        return [check, hints, button("solution", _("Solution"), dim=session.solved), *self._other_buttons()]

    def _other_buttons(self) -> list[Button]:
        other = _("Other lists") if isinstance(self.exercise.data[0], Ranking) else _("Other ratings")
        buttons = [button("draw", other, next=True)] if self._first.can_draw else []
        if self.exercise is not self._first:
            buttons.append(button("first", _("First exercise")))
        return buttons

    def _summary(self) -> str:
        kinds = [verdict.kind for verdict in self._session.verdicts]
        if self.is_right and {*kinds} == {"right"}:
            return _("All right.")
        if all(map(self._accepts, self._session.verdicts)) and not self.is_right:
            return ngettext(
                "The value is right, but a step is not: correct each step that is marked.",
                "The values are right, but a step is not: correct each step that is marked.",
                len(kinds),
            )
        if len(kinds) == 1:
            texts = [step.text for steps in self._session.judged for step in steps if step.text]
            return " ".join(texts) or self._session.verdicts[0].text
        text = numbers_right(sum(map(self._accepts, self._session.verdicts)), len(kinds))
        unanswered = kinds.count("not_attempted")
        return text + (" " + _("Not answered yet: {count}.", count=unanswered) if unanswered else "")

    def _workings(self) -> list[TitledDerivation]:
        labels = self.exercise.labels if len(self.exercise.parts) > 1 else ("",)
        return [working_view(working, label) for working, label in zip(self.exercise.solution(), labels, strict=True)]

    def __repr__(self) -> str:
        return f"Practice({self._name!r}, {self._first.spelling!r})"
