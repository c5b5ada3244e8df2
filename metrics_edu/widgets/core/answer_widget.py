"""The base class of the widgets that a learner writes answers into: what was typed is kept, also before it is checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from metrics_edu.language import _
from metrics_edu.mistakes.written_answers import expression_in
from metrics_edu.practice.record import learner_record, record_lines
from metrics_edu.widgets.contract.shared import FieldsView, Message
from metrics_edu.widgets.core.widget import ONE_AT_A_TIME, Handler, MetricWidget
from metrics_edu.working.html_style import HTML
from metrics_edu.working.style import show

MAX_TURN = 60  # characters
NO_TEXTS: Mapping[str, str] = {}


class AnswerWidget(MetricWidget):
    """A widget with fields. Each action names the lists that it is about, and no answer is judged against others.

    The texts that were typed and not checked are beside the session: an action that is refused leaves them in their fields.
    The learner's record keeps them with the lists, so that they never come back under other lists.

    Hooks
    -----
    _held
        Returns what each field holds without the texts that were typed since; every widget with fields has one.
    _draw, _typed_seed
        The name, and the seed, that only the lists have that are shown.
    _typed_name
        The name under which the record keeps the texts.
    """

    _typed: Mapping[str, str] = NO_TEXTS
    _typed_for = _turn = ""

    @property
    def _draw(self) -> str:
        """A name that only the lists have that are shown; "" where they are never replaced."""
        return ""

    @property
    def _typed_name(self) -> str:
        """The name under which the record keeps what is typed; "" if it does not."""
        return ""

    @property
    def _typed_seed(self) -> int:
        return 0

    def _held(self) -> Mapping[str, str]:
        """Return what each field that takes a text holds without what was typed since, by its key."""
        raise NotImplementedError

    def act(self, action: Any, buffers: Sequence[Any] = ()) -> None:
        about: Message = action if isinstance(action, dict) else {}
        with ONE_AT_A_TIME, self.hold_sync():
            self._turn = str(about.get("turn", self._turn))[:MAX_TURN]
            if about.get("draw", self._draw) == self._draw:
                super().act(action, buffers)
            elif about.get("do") != "type":
                self._notice = _(
                    "These lists have been replaced, so nothing was checked. Answer for the lists shown now."
                )
                self._update()
            if self.view["turn"] != self._turn:
                self._update()

    def _carry_out(self, handler: Handler, message: Any, *, shown: bool = True) -> None:
        texts = texts_in(message)
        if texts is not None:
            self._typed = NO_TEXTS  # the action takes them, or they go with their lists
        try:
            super()._carry_out(handler, message, shown=shown)
        except ValueError:
            if texts is not None:
                self._type(texts)
            raise

    def _do_type(self, message: Message) -> None:
        self._type(texts_in(message) or {})

    def _type(self, texts: Mapping[str, str]) -> None:
        held = self._held()
        self._typed = {key: text for key, text in texts.items() if held.get(key, text) != text}
        self._typed_for = self._draw
        self._note_typed(self._typed)

    def _note_typed(self, texts: Mapping[str, str]) -> None:
        """Record what fields hold that nothing else records."""
        if self._typed_name:
            answers = (self._draw, *chain.from_iterable(texts.items()))
            learner_record.note(self._typed_name, "typed", answers=answers, seed=self._typed_seed, repeats=False)

    def _restore_typed(self) -> None:
        """Take what the record has of these very lists."""
        kept = learner_record.typed().get(self._typed_name)
        if kept is not None and kept.answers[0] == self._draw:
            self._typed = dict(zip(kept.answers[1::2], kept.answers[2::2], strict=False))
            self._typed_for = self._draw

    def _typing_view(self) -> FieldsView:
        """Return what the view of every widget with fields has."""
        held = self._held() if self._typed and self._typed_for == self._draw else NO_TEXTS
        typed = {key: text for key, text in self._typed.items() if held.get(key, text) != text}
        return {"draw": self._draw, "turn": self._turn, "typed": typed, "notice": self._notice}


def formulas_of(texts: Mapping[str, str]) -> dict[str, str]:
    """Return the computations among some texts as HTML, by key."""
    trees = {key: expression_in(text) for key, text in texts.items()}
    return {key: show(tree, HTML) for key, tree in trees.items() if tree}


def texts_in(message: Any) -> dict[str, str] | None:
    """Return the texts of the fields that an action carries, by key; None if it carries none."""
    answers = message.get("answers") if isinstance(message, dict) else None
    if not isinstance(answers, dict):
        return None
    texts = {key: text for key, text in answers.items() if isinstance(text, str)}
    return dict(zip(texts, record_lines.kept_texts(texts.values()), strict=True))
