"""Card: the base class of the widgets that ask a question, and what their fields and buttons show."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Unpack

from markupsafe import Markup

from metrics_edu.language import N_, _, ngettext
from metrics_edu.mistakes import Verdict
from metrics_edu.practice.record import record_lines
from metrics_edu.widgets.contract.cards import (
    AnswerField,
    Button,
    ButtonName,
    ButtonOptions,
    CardView,
    ChoiceView,
    FieldOptions,
)
from metrics_edu.widgets.contract.shared import FieldsView, MarkState, Message
from metrics_edu.widgets.core.answer_widget import AnswerWidget, formulas_of, texts_in
from metrics_edu.widgets.core.printed import Printed
from metrics_edu.widgets.core.still import paragraph

NOT_TYPED: FieldsView = {"draw": "", "turn": "", "typed": {}, "notice": ""}
MARKS = {
    "right": N_("right"),
    "wrong": N_("not yet"),
    "convention": N_("other convention"),
    "open": N_("no answer yet"),
    "unreadable": N_("not a number"),
    "almost": N_("almost"),
    "follows": N_("follows from yours"),
    "coincidence": N_("computed otherwise"),
}
"""The marks of what came of an answer, each with its word."""
CLOSED_MARKS = MARKS | {"wrong": N_("wrong"), "open": N_("no answer")}
STATES: Mapping[str, MarkState] = {
    "right": "right",
    "rounded": "right",
    "convention": "convention",
    "almost": "convention",
    "coincidence": "convention",
    "not_attempted": "open",
}
"""The mark of a kind of verdict, where it is not wrong."""
FORMS = "0.5;\xa00,5;\xa01/2;\xa0(1\xa0+\xa02)/3"
LESSON_SEEDS = 100
"""The lists that a learner draws have greater seeds."""


class Card(AnswerWidget):
    """A widget that asks a question.

    Hooks
    -----
    _name
        The name under which the learner's record keeps the answers.
    _card
        Returns the view, with what is typed into its fields; every card has one.
    _choice
        Returns the options, if the question has some.
    """

    _name = ""

    @property
    def recorded_as(self) -> str:
        return self._name

    @property
    def _typed_name(self) -> str:
        return self._name

    def _held(self) -> dict[str, str]:
        card, choice = self._card(NOT_TYPED), self._choice()
        held = {field["key"]: field["value"] for field in card["fields"] if not field["closed"]}
        if choice and not choice["closed"]:
            held["0"] = choice["value"]
        return held

    def _view(self) -> CardView:
        card = self._card(self._typing_view())
        fields = [field for field in card["fields"] if not field.get("text") and "options" not in field]
        card["formulas"] = formulas_of(
            {field["key"]: card["typed"].get(field["key"], field["value"]) for field in fields}
        )
        return card

    def _card(self, typing: FieldsView) -> CardView:
        raise NotImplementedError

    def _choice(self) -> ChoiceView | None:
        return None

    def printed(self) -> Printed:
        fields = self.view["fields"]
        key = "label" if len(fields) > 1 else "symbol"
        return replace(super().printed(), blanks={field.get(key, field["label"]): "" for field in fields})

    def _caption(self) -> str:
        return str(self.view["title"])

    def _still_values(self) -> Iterable[Markup]:
        """Return the fields to fill in, empty: an answer is only in the record of the learner."""
        yield paragraph(self.view["about"])
        for field in self.view["fields"]:
            yield paragraph(f"{field.get('symbol') or field['label']} = …")


def answers_in(message: Message) -> dict[str, str]:
    return texts_in(message) or {}


def button(do: ButtonName, label: str, **more: Unpack[ButtonOptions]) -> Button:
    """Show a button; for its first `pause` seconds it is greyed."""
    return {"do": do, "label": label, **more}


def field_view(
    key: str,
    label: str,
    value: str,
    verdict: Verdict | None = None,
    *,
    kind: str = "",
    closed: bool = False,
    **more: Unpack[FieldOptions],
) -> AnswerField:
    """Show an answer field; `symbol` is shown before it, `questions` above it and `sides` below it.

    A `kind` replaces that of the verdict.
    """
    kind = (kind or verdict.kind) if verdict else ""
    words = CLOSED_MARKS if closed else MARKS
    state: MarkState = STATES.get(kind, "wrong") if verdict else ""
    word = words.get(kind) or words.get(state, "")
    return {
        "key": key,
        "label": label,
        "value": value,
        "closed": closed,
        "state": state,
        "word": word and _(word),
        "verdict": verdict.text if verdict and kind not in ("not_attempted", "right") else "",  # the mark says it
        **more,
    }


def shared_remark(fields: list[AnswerField]) -> tuple[list[AnswerField], str]:
    """Return the fields, and the remark about all that are answered, where it is the same: then no field shows it."""
    verdicts = [field["verdict"] for field in fields if field["value"]]
    remark = (
        verdicts[0]
        if len(verdicts) > 1 and len({*verdicts}) == 1 and not any(field.get("sides") for field in fields)
        else ""
    )
    return [field | {"once": bool(remark)} for field in fields], remark


def form_hint(decimals: int) -> str:
    return ngettext(
        "Write\xa0{decimals}\xa0decimal. Accepted forms: {forms}.",
        "Write\xa0{decimals}\xa0decimals. Accepted forms: {forms}.",
        decimals,
        decimals=decimals,
        forms=FORMS,
    )


def next_seed(seed: int) -> int:
    """Return the seed of other lists than those of a seed, and than those of the lessons; a record can keep it."""
    return max(seed, LESSON_SEEDS) % record_lines.MAX_NUMBER + 1
