"""What a handout prints of a widget, as data without a page."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from markupsafe import Markup

from metrics_edu.widgets.core.printed_lists import PrintedList
from metrics_edu.working import Derivation


@dataclass(frozen=True)
class Printed:
    """What a handout prints of a slide; a widget fills in what it has. An answer key also prints the values and the answer.

    A column that has the symbol of a step in the derivations has that step's values, instead of its own texts.
    """

    caption: str = ""  # what the widget asks or is about; "" of a slide that is only a text
    lists: tuple[PrintedList, ...] = ()
    derivations: Sequence[Derivation] = ()  # the working of each value that it asks for: the legend has their formulas
    columns: Mapping[str, Sequence[str]] = field(
        default_factory=dict
    )  # by its heading, the text of each row of the list
    is_working: bool = False  # whether all steps are its columns, before those of the other widgets of the list
    blanks: Mapping[str, str] = field(default_factory=dict)  # the values that it asks for; "" is that of a derivation
    table: Sequence[Sequence[str]] = ()  # a head, and rows of a name and its values, which are blanks
    question: str = ""  # what it asks, where that is more than the title of its slide says
    body: Sequence[Markup] = ()  # what is below the question
    has_lines: bool = True  # whether a title that ends with ? asks for an answer in words
    answer: Callable[[], str] = str  # returns the answer that is in no blank
