"""What is after the "#" of an address: a widget, what it asks, and the lists it shows, so that they are shared by a link."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import chain, zip_longest
from typing import Any
from urllib.parse import unquote

import numpy as np

from metrics_edu import Ranking, Ratings, examples, widgets
from metrics_edu.language import PRINTED, language, read_number, refused
from metrics_edu.widgets import Explorer
from metrics_edu.widgets.list_state.link_limits import (
    check_length,
    check_measures,
    check_no_text,
    check_size,
    check_titles,
    check_widget,
    read_step,
    shareable,
)
from metrics_edu.widgets.list_state.link_lists import (
    first_state,
    is_mean_name,
    measured_lists,
    no_list,
    one_list,
    two_lists,
)
from metrics_edu.widgets.list_state.state_string import write

IN_CLASS = "P@5,RR,AP"
"""The measures of an exercise whose link names none."""
DUE = "due"
AP_QUESTIONS = {
    "en": (
        "What does AP gain if Braeburn moves up one rank?",
        "Two of four are shown: what is AP?",
        "AP@5, step by step",
        "The same hits in another order",
        "Build a list with AP = 0.5",
    ),
    "es": (
        "¿Qué gana AP si Braeburn sube una posición?",
        "Se muestran dos de cuatro: ¿cuánto es AP?",
        "AP@5, paso a paso",
        "Los mismos aciertos en otro orden",
        "Construye una lista con AP = 0,5",
    ),
}
"""The questions of the ready lecture on AP: those of notebooks/build/lecture_texts.py, which the page does not have."""
AP_MINUTES = 3, 2, 3, 1, 1
AP_NOTES = {
    "en": (
        "At every apple: the share of apples so far. The mean of the six is 0.5035. Choose Braeburn, then Alt+↑."
        "\nAsk the class: Which terms change, and which do not?",
        "0.4167: what is missed counts as zero, so it is divided by 4 and not by 2."
        "\nAsk the class: Who divided by the hits? What would that reward?",
        "Hits so far, precision at each rank; the hits are added; divided by 5, as many as could be hits: 0.2333."
        "\nAsk the class: Before each step: what comes next?",
        "P@5 is equal; AP is 1 and 0.325.\nAsk the class: Which one would you show to a user?",
        "Four are relevant, so the terms must add up to 2: hits at ranks 1 and 2 do it, and others."
        "\nAsk the class: Can you do it in one move?",
    ),
    "es": (
        "En cada manzana: la proporción de manzanas hasta ahí. La media de las seis es 0,5035. Elige Braeburn y Alt+↑."
        "\nPregunta a la clase: ¿Qué términos cambian y cuáles no?",
        "0,4167: lo omitido cuenta como cero, así que se divide por 4 y no por 2."
        "\nPregunta a la clase: ¿Quién dividió por los aciertos? ¿Qué premiaría eso?",
        "Aciertos hasta ahí, precisión en cada posición; se suman los aciertos; entre 5, los que cabrían: 0,2333."
        "\nPregunta a la clase: Antes de cada paso: ¿qué sigue?",
        "P@5 es igual; AP es 1 y 0,325.\nPregunta a la clase: ¿Cuál le mostrarías a un usuario?",
        "Hay cuatro relevantes, así que los términos deben sumar 2: sirven las posiciones 1 y 2, y otras."
        "\nPregunta a la clase: ¿Se puede con un solo movimiento?",
    ),
}
"""What the lecturer says and asks on each slide of it, and its minutes: the table of the same lecture."""


class LinkedWidget:
    """The widget that an address names after its "#".

    Parameters
    ----------
    address : str
        The state of an Explorer (``v=1&...``), or the name of a widget, ``=`` and what it asks where that is not its usual
        question, and the states of its lists: ``stepper=nDCG@5&at=3&v=1&...``,
        ``stepper=RMSE&ratings=4:5,3.5:3``, ``compare&v=1&...&v=1&...``,
        ``practice=04-pair``. Empty: an Explorer of twelve fruits.

    Raises
    ------
    ValueError
        If there is no such widget, it cannot be asked that, or the address holds more than `link_limits` allows; the
        sentence says what is allowed.

    Examples
    --------
    >>> LinkedWidget("stepper=RR&v=1&metric=precision&user=0&list=:A*0,B*1").widget
    Stepper('RR', 'NR', relevant=1)
    >>> LinkedWidget("compare&v=1&metric=precision&user=0&list=:A*0,B*1").widget
    Compare(Ranking('NR', relevant=1), Ranking('NR', relevant=1))
    """

    def __init__(self, address: str) -> None:
        check_length(address)
        if "=" not in address:  # some mail programs encode all of it
            address = unquote(address)
        check_size(address)
        self._named, *self._states = re.split(r"(?:^|&)(?=v=)", address)
        name, _equals, text = self._named.partition("=")
        check_widget(name or "explorer", WIDGETS)
        make, usual = WIDGETS[name or "explorer"]
        self.widget, self.note = make(unquote(text) or usual, self._states)

    @property
    def title(self) -> str:
        """What the widget asks or is about, in words.

        >>> LinkedWidget("stepper=RR").title
        'RR, step by step'
        """
        return self.widget._caption()

    @property
    def address(self) -> str:
        """The address of the widget as it is now: its lists, settings and step; nothing that was answered.

        Empty, if the lists have grown beyond what an address may hold: the page says so, and keeps the last address.

        Examples
        --------
        >>> linked = LinkedWidget("stepper=RR")
        >>> linked.widget.at = 2
        >>> linked.address
        'stepper=RR&at=2'
        """
        named, widget = self._named.removeprefix("front").removeprefix("explorer").partition("&at=")[0], self.widget
        states = self._states
        if isinstance(widget, widgets.Lecture):
            states = [slide.state for slide in widget.slides if slide is not None] if states else []
        elif isinstance(widget, widgets.Inverse):
            states = [widget.start] + ([widget.state] if widget.state != widget.start else [])
        elif isinstance(widget, widgets.RankedList):
            states = [widget.state]
        at = [f"at={widget.at}"] if getattr(widget, "at", 0) else []
        address = "&".join([*([named] if named else []), *at, *states])
        return address if shareable(address) == address else ""


def _names(text: str) -> list[str]:
    """Return the measures or goals that an address requests."""
    names = text.split(",")
    check_measures(names)
    return names


Made = tuple[Any, str]
"""A widget, and the sentence about the lists of the link that it does not show."""


def _measured(widget: Callable[[str, Ranking], Any]) -> Callable[[str, Sequence[str]], Made]:
    """Return what makes a widget of a measure from the lists that it is computed from."""

    def make(text: str, states: Sequence[str]) -> Made:
        text, _equals, rated = text.partition("&ratings=")
        if rated:
            return widget(text, _ratings(rated)), ""
        if not states:
            return widget(text, _fruit_of_users() if is_mean_name(text) else examples.apples()), ""
        ranking, note = measured_lists(text, states)
        return widget(text, ranking), note

    return make


def _ratings(text: str) -> Ratings:
    """Return the predicted and true ratings of a link, such as 4:5,3.5:3."""
    pairs = [pair.partition(":")[::2] for pair in text.split(",")]
    predicted, actual = ([_rating(one) for one in side] for side in zip(*pairs, strict=True))
    return Ratings(predicted, actual)


def _rating(text: str) -> float:
    value = read_number(text, PRINTED._replace(has_comma=False))
    if value is None:
        raise refused("{key} in a state must be a number; got {value!r}", key="ratings", value=text[:40])
    return value


def _fruit_of_users() -> Ranking:
    """Return the fruit as the lists of three users: each begins at another one."""
    fruit = examples.apples()
    names = fruit.items or []
    turns = {"Ana": 0, "Beto": 3, "Caro": 9}
    lists = [Ranking(np.roll(fruit.shown, -k), items=names[k:] + names[:k]) for k in turns.values()]
    return Ranking.batch(lists, [*turns])


def _explorer(text: str, states: Sequence[str]) -> Made:
    check_no_text(text)
    if not states:
        return Explorer(examples.apples()), ""
    state, note = first_state(states)
    return Explorer.from_state(state), note


def _stepper(text: str, states: Sequence[str]) -> Made:
    text, _equals, at = text.partition("&at=")
    step = read_step(at) if at else 0
    stepper, note = _measured(widgets.Stepper)(text, states)
    stepper.at = step
    return stepper, note


def _pair() -> tuple[Ranking, Ranking]:
    return Ranking.parse("NRRNR", relevant=4), Ranking.parse("RNNRR", relevant=4)


def _compare(text: str, states: Sequence[str]) -> Made:
    measures = _names(text)
    if not states:
        return widgets.Compare(*_pair(), measures), ""
    found, note = two_lists(states)
    if len(found[0].users) == 2:
        return widgets.Compare.from_state(write(found[0]), measures), note
    return widgets.Compare(found[0].ranking, found[-1].ranking, measures), note  # one list: with itself


def _ideal(text: str, states: Sequence[str]) -> Made:
    if not states:
        return widgets.IdealList(text, examples.graded()), ""
    state, note = one_list(states)
    return widgets.IdealList.from_state(write(state), text), note


def _inverse(text: str, states: Sequence[str]) -> Made:
    goals = _names(text)
    if not states:
        return widgets.Inverse(goals, examples.apples()), ""
    state, note = one_list([states[0], *states[2:]])
    if len(states) > 1:
        return widgets.Inverse.from_state(states[1], goals, states[0]), note
    return widgets.Inverse(goals, state.ranking), note


def _lecture(text: str, states: Sequence[str]) -> Made:
    titles = text.split("|") if text else []
    check_titles(titles)
    if not (titles or states):
        return _ap_lecture(), ""
    return widgets.Lecture(*filter(None, chain.from_iterable(zip_longest(titles, states)))), ""


def _ap_lecture() -> Any:
    """Return the ready lecture on AP, as in ``notebooks/lectures``."""
    fruit, missing = examples.apples(), Ranking.parse("RNRNN", relevant=4)
    early, late = Ranking.parse("RRNNN"), Ranking.parse("NNNRR")
    slides = (
        Explorer(fruit),
        widgets.Predict("AP", missing),
        widgets.Stepper("AP@5", fruit),
        widgets.Compare(early, late, ["P@5", "AP"]),
        widgets.Inverse(["AP = 0.5"], missing),
    )
    questions, notes = AP_QUESTIONS[language()], AP_NOTES[language()]
    titled = chain.from_iterable(zip(questions, slides, strict=True))
    return widgets.Lecture(*titled, notes=notes, minutes=AP_MINUTES)


def _drill(text: str, states: Sequence[str]) -> Made:
    """Return a Drill of some metrics, or of all; "due": of those with mistakes that are due."""
    metrics = _names(text) if text and text != DUE else ()
    return widgets.Drill(*metrics, due=text == DUE), no_list(states)


def _exercise(text: str, states: Sequence[str]) -> Made:
    from metrics_homework.widgets import (
        ExerciseSheet,  # a package of its own, which the page loads for this widget only
    )
    from metrics_homework.widgets.exercise_link import read_exercise_fields

    measures, *fields = text.split("&")
    sheet = ExerciseSheet(_names(measures or IN_CLASS), folder=None, **read_exercise_fields(fields))
    return sheet, no_list(states)


def _poll(_text: str, states: Sequence[str]) -> Made:
    from metrics_homework.widgets import PollUpload  # as for an exercise

    return PollUpload(), no_list(states)


WIDGETS: dict[str, tuple[Callable[[str, Sequence[str]], Made], str]] = {
    "front": (_explorer, ""),
    "explorer": (_explorer, ""),
    "predict": (_measured(widgets.Predict), "AP"),
    "stepper": (_stepper, "AP"),
    "faded": (_measured(widgets.FadedStepper), "AP"),
    "compare": (_compare, "P@5,RR,AP,nDCG@5"),
    "ideal": (_ideal, "nDCG@5"),
    "inverse": (_inverse, "P@5 = 4/5"),
    "practice": (lambda text, states: (widgets.Practice(text), no_list(states)), "04-pair"),
    "lecture": (_lecture, ""),
    "diagnose": (lambda text, states: (widgets.FileDiagnosis(text), no_list(states)), ""),
    "drill": (_drill, ""),
    "exercise": (_exercise, IN_CLASS),
    "poll": (_poll, ""),
}
"""What an address can name: how it is made, and what it asks where the address does not say."""
