"""What is after the "#" of an address: a part, what it asks, and the lists it shows, so that they are shared by a link."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import chain, zip_longest
from typing import Any
from urllib.parse import unquote

from metrics_edu import Ranking, examples, widgets
from metrics_edu.language import language
from metrics_edu.widgets import Explorer
from metrics_edu.widgets.core.link_limits import (
    check_length,
    check_measures,
    check_part,
    check_size,
    check_titles,
    read_exercise_fields,
    read_step,
    shareable,
)

IN_CLASS = "P@5,RR,AP"
"""The measures of an exercise whose link names none."""
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


class Shown:
    """The part that an address names after its "#".

    Parameters
    ----------
    address : str
        The state of an Explorer (``v=1&...``), or the name of a part, ``=`` and what it asks where that is not its usual
        question, and the states of its lists: ``stepper=nDCG@5&at=3&v=1&...``, ``compare&v=1&...&v=1&...``,
        ``practice=04-pair``. Empty: an Explorer of twelve fruits.

    Raises
    ------
    ValueError
        If there is no such part, it cannot be asked that, or the address holds more than `link_limits` allows; the
        sentence says what is allowed.

    Examples
    --------
    >>> Shown("stepper=RR&v=1&metric=precision&user=0&list=:A*0,B*1").part
    Stepper('RR', 'NR', relevant=1)
    >>> Shown("compare&v=1&metric=precision&user=0&list=:A*0,B*1").part
    Compare(Ranking('NR', relevant=1), Ranking('NR', relevant=1))
    """

    def __init__(self, address: str) -> None:
        check_length(address)
        if "=" not in address:  # some mail programs encode all of it
            address = unquote(address)
        check_size(address)
        self._named, *self._states = re.split(r"(?:^|&)(?=v=)", address)
        name, _equals, text = self._named.partition("=")
        check_part(name or "explorer", PARTS)
        make, usual = PARTS[name or "explorer"]
        self.part = make(unquote(text) or usual, self._states)

    @property
    def title(self) -> str:
        """What the part asks or is about, in words.

        >>> Shown("stepper=RR").title
        'RR, step by step'
        """
        return self.part._caption()

    @property
    def address(self) -> str:
        """The address of the part as it is now: its lists, settings and step; nothing that was answered.

        Empty, if the lists have grown beyond what an address may hold: the page says so, and keeps the last address.

        Examples
        --------
        >>> shown = Shown("stepper=RR")
        >>> shown.part.at = 2
        >>> shown.address
        'stepper=RR&at=2'
        """
        named, part = self._named.removeprefix("front").removeprefix("explorer").partition("&at=")[0], self.part
        states = self._states
        if isinstance(part, widgets.Lecture):
            states = [slide.state for slide in part.slides if slide is not None] if states else []
        elif isinstance(part, widgets.Inverse):
            states = [part.start] + ([part.state] if part.state != part.start else [])
        elif isinstance(part, widgets.RankedList):
            states = [part.state]
        at = [f"at={part.at}"] if getattr(part, "at", 0) else []
        address = "&".join([*([named] if named else []), *at, *states])
        return address if shareable(address) == address else ""


def _names(text: str) -> list[str]:
    """Return the measures or goals that an address requests."""
    names = text.split(",")
    check_measures(names)
    return names


def _list(states: Sequence[str], otherwise: Callable[[], Ranking]) -> Ranking:
    return Explorer.from_state(states[0]).ranking if states else otherwise()


def _explorer(_text: str, states: Sequence[str]) -> Any:
    return Explorer.from_state(states[0]) if states else Explorer(examples.apples())


def _stepper(text: str, states: Sequence[str]) -> Any:
    text, _equals, at = text.partition("&at=")
    step = read_step(at) if at else 0
    stepper = widgets.Stepper(text, _list(states, examples.apples))
    stepper.at = step
    return stepper


def _pair() -> list[Ranking]:
    return [Ranking.parse("NRRNR", relevant=4), Ranking.parse("RNNRR", relevant=4)]


def _compare(text: str, states: Sequence[str]) -> Any:
    measures = _names(text)
    if len(states) == 1 and states[0].count("&list=") == 2:
        return widgets.Compare.from_state(states[0], measures)
    pair = [Explorer.from_state(state).ranking for state in states[:2]] or _pair()
    return widgets.Compare(pair[0], pair[-1], measures)  # one list: with itself, to be moved apart


def _ideal(text: str, states: Sequence[str]) -> Any:
    return widgets.IdealList.from_state(states[0], text) if states else widgets.IdealList(text, examples.graded())


def _inverse(text: str, states: Sequence[str]) -> Any:
    goals = _names(text)
    if len(states) > 1:
        return widgets.Inverse.from_state(states[1], goals, states[0])
    return widgets.Inverse(goals, _list(states, examples.apples))


def _lecture(text: str, states: Sequence[str]) -> Any:
    titles = text.split("|") if text else []
    check_titles(titles)
    if not (titles or states):
        return _ap_lecture()
    return widgets.Lecture(*filter(None, chain.from_iterable(zip_longest(titles, states))))


def _ap_lecture() -> Any:
    """Return the ready lecture on AP, as in ``notebooks/lectures``."""
    fruit, missing = examples.apples(), Ranking.parse("RNRNN", relevant=4)
    early, late = Ranking.parse("RRNNN"), Ranking.parse("NNNRR")
    parts = (
        Explorer(fruit),
        widgets.Predict("AP", missing),
        widgets.Stepper("AP@5", fruit),
        widgets.Compare(early, late, ["P@5", "AP"]),
        widgets.Inverse(["AP = 0.5"], missing),
    )
    return widgets.Lecture(*chain.from_iterable(zip(AP_QUESTIONS[language()], parts, strict=True)))


def _exercise(text: str, _states: Sequence[str]) -> Any:
    measures, *fields = text.split("&")
    return widgets.ExerciseSheet(_names(measures or IN_CLASS), folder=None, **read_exercise_fields(fields))


PARTS: dict[str, tuple[Callable[[str, Sequence[str]], Any], str]] = {
    "front": (_explorer, ""),
    "explorer": (_explorer, ""),
    "predict": (lambda text, states: widgets.Predict(text, _list(states, examples.apples)), "AP"),
    "stepper": (_stepper, "AP"),
    "faded": (lambda text, states: widgets.FadedStepper(text, _list(states, examples.apples)), "AP"),
    "compare": (_compare, "P@5,RR,AP,nDCG@5"),
    "ideal": (_ideal, "nDCG@5"),
    "inverse": (_inverse, "P@5 = 4/5"),
    "practice": (lambda text, _states: widgets.Practice(text), "04-pair"),
    "lecture": (_lecture, ""),
    "drill": (lambda text, _states: widgets.Drill(*(_names(text) if text else ())), ""),
    "exercise": (_exercise, IN_CLASS),
}
"""What an address can name: how it is made, and what it asks where the address does not say."""
