"""Quiz: a question of a lesson with one right answer, an option or a number."""

from __future__ import annotations

from markupsafe import Markup

from metrics_edu.language import _, number
from metrics_edu.metrics.validation import check_word
from metrics_edu.mistakes.written_answers import is_answer, why_unread
from metrics_edu.practice.lessons.lesson_quizzes import QUIZZES
from metrics_edu.practice.record import learner_record
from metrics_edu.practice.record.record_lines import Event, What
from metrics_edu.widgets.cards import card
from metrics_edu.widgets.cards.predict import empty_card
from metrics_edu.widgets.contract.actions import QuizAction
from metrics_edu.widgets.contract.cards import ChoiceView, PredictView
from metrics_edu.widgets.contract.shared import FieldsView, Message
from metrics_edu.widgets.core.printed import Printed
from metrics_edu.widgets.core.still import paragraph, table


class Quiz(card.Card):
    """A question with one right answer: choose an option or write a number, check it, and read why.

    Parameters
    ----------
    name : str
        The name of a question of the lessons, such as ``"04-divisor"``.

    Raises
    ------
    ValueError
        If there is no question of that name.

    Examples
    --------
    >>> Quiz("04-divisor")
    Quiz('04-divisor')
    """

    ACTIONS = QuizAction

    _session: Event  # what was answered or shown last

    def __init__(self, name: str) -> None:
        check_word("question", name, QUIZZES)
        self._name, self._question = name, QUIZZES[name]
        self._session = [Event(name, "begun"), *learner_record.events(name)][-1]
        self._restore_typed()
        super().__init__(self._session)

    @property
    def _draw(self) -> str:
        return self._name

    def _do_check(self, message: Message) -> None:
        answer = card.answers_in(message).get("0", "")
        if not (answer in self._question.options if self._question.options else is_answer(answer)):
            self._session = Event(self._name, "begun", (answer,))  # without the verdict on an earlier answer
            self._notice = _("Choose an option first.") if self._question.options else why_unread(answer)
            self._note_typed({"0": answer} if answer else {})
            return
        self._keep("right" if self._question.is_right(answer) else "tried", answer)

    def _do_solution(self, _message: Message) -> None:
        self._keep("shown", self.right_answer)

    def _do_again(self, _message: Message) -> None:
        self._session = Event(self._name, "begun")
        learner_record.note(self._name, "begun")

    @property
    def right_answer(self) -> str:
        """The right option, not translated, or the right number."""
        right = self._question.right
        return right if isinstance(right, str) else number(right)

    def _keep(self, what: What, answer: str) -> None:
        self._session = Event(self._name, what, (answer,))
        learner_record.note(self._name, what, answers=(answer,))

    def _card(self, typing: FieldsView) -> PredictView:
        question, answer = self._question, next(iter(self._session.answers), "")
        is_shown = self._session.what == "shown"
        is_judged = self._session.what in ("tried", "right")
        feedback = _("Answer shown.") + " " + _(question.why) if is_shown else question.describe(answer)
        options = question.options
        return empty_card(typing) | {
            "screen": "quiz",
            "word": _("Quiz"),
            "title": _(question.text),
            "questions": [
                {
                    "title": "",
                    "rows": [[_(head), *cells] for head, *cells in rows],
                    "tiles": [],
                    "notes": [],
                    "empty": "",
                }
                for rows in question.tables
            ],
            "choice": self._choice(),
            "fields": [] if options else [card.field_view("0", _("Your answer"), answer)],
            "foot": "" if options else _("Accepted forms: {forms}.", forms=card.FORMS),
            "buttons": [card.button("check", _("Check"), main=True), card.button("solution", _("Show the answer"))],
            "mark": "" if not is_judged else "right" if question.is_right(answer) else "wrong",
            "summary": feedback if is_judged or is_shown else "",
        }

    def _choice(self) -> ChoiceView | None:
        if not self._question.options:
            return None
        return {
            "label": _("Your answer"),
            "options": [(option, _(option)) for option in self._question.options],
            "value": next(iter(self._session.answers), ""),
            "closed": False,
        }

    def _still_values(self) -> list[Markup]:
        tables = [table(view["rows"]) for view in self.view["questions"]]
        return [*tables, *(paragraph(f"○ {_(option)}") for option in self._question.options)]

    def printed(self) -> Printed:
        return Printed(
            caption=self._caption(),
            question=self._caption(),
            body=self._still_values(),
            has_lines=False,
            answer=lambda: _(self.right_answer),
        )

    def __repr__(self) -> str:
        return f"Quiz({self._name!r})"
