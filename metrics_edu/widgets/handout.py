"""The handout of a lecture: a page to print with its lists, its questions and the formulas, and blanks or the answers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from math import ceil
from pathlib import Path
from string import Template
from typing import Any, NamedTuple

import numpy as np
from markupsafe import Markup, escape

from metrics_edu.language import _, language, number
from metrics_edu.widgets.cards.predict import Predict
from metrics_edu.widgets.cards.quiz import Quiz
from metrics_edu.widgets.core.derivation_views import written
from metrics_edu.widgets.core.printed_lists import PrintedList, printed_lists
from metrics_edu.widgets.core.widget import MetricWidget
from metrics_edu.widgets.lists.compare import Compare
from metrics_edu.widgets.lists.inverse import Inverse
from metrics_edu.widgets.steps.derivation_widget import DerivationWidget
from metrics_edu.working import Derivation
from metrics_edu.working.labels import in_line, one_line
from metrics_edu.working.markup import element
from metrics_edu.working.steps import Step

HANDOUT = Template(Path(__file__).with_name("handout.html").read_text("utf-8"))
BLANK = element("span", class_="blank")
INDICES = str.maketrans({"ᵢ": "<sub>i</sub>", "ᵤ": "<sub>u</sub>"})
"""Indices as in formulas: those of the font are too small."""
POWER = re.compile("ᵍ([*]?)ᵢ")
"""The grade of a rank as an exponent."""
LINES = 5
"""Lines to write on, of which a page shows as many as fit."""
LETTERS_OF_A_LINE = 115
"""Characters of a printed line of marks and formulas."""

PrintedQuestion = tuple[int, str, MetricWidget | None]
"""A slide: its place, its question, and its widget."""


class Value(NamedTuple):
    """A value as text, and the formulas of its steps: two conventions may have one value by chance."""

    text: str
    formulas: tuple[str, ...] = ()


class PrintedColumn(NamedTuple):
    """What is computed for each row of a list: the step of a derivation, or texts where it is none."""

    texts: list[str]
    step: Step | None = None

    def agrees(self, other: PrintedColumn) -> bool:
        """Return whether both have the same values in the rows that both have."""
        both = min(len(self.texts), len(other.texts))
        if self.step is None or other.step is None:
            return self.texts[:both] == other.texts[:both]
        return np.allclose(self.step.value[:both], other.step.value[:both], equal_nan=True)

    def longer(self, other: PrintedColumn) -> PrintedColumn:
        return other if len(other.texts) > len(self.texts) else self


def handout_page(slides: Sequence[tuple[str, MetricWidget | None]], title: str, *, key: bool) -> str:
    """Return the page of some slides, as HTML."""
    sections: dict[Any, list[PrintedQuestion]] = {}
    for position, (question, widget) in enumerate(slides, start=1):
        lists = tuple(printed_lists(widget._printed())) if widget else ()
        sections.setdefault((lists, lists or position), []).append((position, question, widget))
    printed = [lists for lists, _position in sections]
    meanings = Legend(slides)
    legend = " · ".join([*_marks(printed), *meanings.texts])
    values = {
        "lang": language(),
        "kind": _("Answer key") if key else _("Handout"),
        "title": one_line(title),
        "name": _("Your name"),
        "legend": _subscripts(legend),
        "slides": Markup("\n").join(
            _section(lists, questions, meanings, key=key) for (lists, _), questions in sections.items()
        ),
        "rows": sum(max((len(rows) for _name, rows, _missed in lists), default=1) for lists in printed),
        "sections": len(sections),
        "lines": ceil(len(legend) / LETTERS_OF_A_LINE),
    }
    return HANDOUT.substitute({name: escape(value) for name, value in values.items()})


def _marks(printed: Iterable[Sequence[PrintedList]]) -> list[str]:
    """Say what the marks in some lists mean."""
    marks = {mark for lists in printed for _name, rows, _missed in lists for _rank, mark, _item in rows}
    words = {"R": _("relevant"), "N": _("not relevant")}
    graded = [_("a number: how relevant (its grade)")] if marks - {"", *words} else []
    return [*(f"{mark}: {word}" for mark, word in words.items() if mark in marks), *graded]


class Legend:
    """What the symbols of a page mean, each once; where two slides mean different things, with the slide's number.

    Attributes
    ----------
    texts : list of str
    numbered : mapping of int to set of str
        The symbols of each slide that have its number: those with another meaning than before, and all computed from them.
    """

    def __init__(self, slides: Iterable[tuple[str, MetricWidget | None]]) -> None:
        self.numbered: dict[int, set[str]] = {}
        meanings: dict[str, str] = {}
        for position, (_question, widget) in enumerate(slides, start=1):
            for derivation in widget._worked() if widget else ():
                self._read(position, derivation, meanings)
        kept = [
            symbol + meaning
            for symbol, meaning in meanings.items()
            if "*" not in symbol or meanings.get(symbol.replace("*", "")) != meaning.replace("*", "")
        ]
        numbered = [_("({number}): in question {number}", number=position) for position in self.numbered]
        self.texts = kept + ([_("*: from the ideal list")] if any("*" in text for text in kept) else []) + numbered

    def _read(self, position: int, derivation: Derivation, meanings: dict[str, str]) -> None:
        is_other = False
        for step in _steps(derivation):
            symbol, meaning = in_line(step.symbol), in_line(_meaning(step))
            has_changed = meanings.get(symbol, meaning) != meaning
            is_other = is_other or has_changed
            if is_other:
                self.numbered.setdefault(position, set()).add(symbol)
            if meaning and (has_changed or symbol not in meanings):
                meanings[f"{symbol} ({position})" if has_changed else symbol] = meaning


def _steps(derivation: Derivation) -> Iterator[Step]:
    """Return the steps of a derivation; of a mean over users, after those of a user."""
    ranking = derivation.ranking
    if ranking is not None and ranking.is_batch and ranking.users:
        yield from derivation.of(ranking.users[0]).steps
    yield from derivation.steps


def _meaning(step: Step) -> str:
    """Return the formula of a step, or what its symbol means in any list."""
    constants = {
        "rel_i": _("1 if the item is relevant, else 0"),
        "|R|": _("all relevant items, including missed ones"),
        "n": _("the ranks read"),
    }
    if step.formula:
        return f" = {step.formula}"
    if step.symbol == "α":
        return f" = {number(step.value)}"
    if step.symbol in constants:
        return f": {constants[step.symbol]}"
    return f": {step.why}" if step.why and step.index == "i" and "·" not in step.symbol else ""


def _section(
    lists: Sequence[PrintedList], questions: Sequence[PrintedQuestion], meanings: Legend, *, key: bool
) -> Markup:
    columns = _columns(questions, meanings)
    cells = [column.texts for column in columns.values()]
    tables = [_table([name, *columns], _filled(rows, cells, key=key)) for name, rows, _missed in lists]
    below = {missed for _name, _rows, missed in lists}
    named = dict.fromkeys(f"{name}: {missed}" if len(below) > 1 else missed for name, _rows, missed in lists if missed)
    left = element("div", element("div", *tables), *(element("p", line) for line in named), class_="lists")
    known: dict[str, Value] = {}
    right = element("div", *(_question(*question, known, key=key) for question in questions))
    return element("section", left if lists else "", right)


def _filled(
    rows: Sequence[tuple[int, str, str]], columns: Iterable[list[str]], *, key: bool
) -> Iterator[tuple[Any, ...]]:
    """Return the rows of a list with a cell for each column, blank or, in a key, filled in."""
    cells = [column[: len(rows)] if key else [] for column in columns]
    return ((*row, *computed) for row, *computed in zip_longest(rows, *cells, fillvalue=""))


def _columns(questions: Sequence[PrintedQuestion], meanings: Legend) -> dict[str, PrintedColumn]:
    """Return what is computed of each row of a list, by its heading: as deep as any widget reads the list."""
    widgets = [(position, widget) for position, _title, widget in questions if widget]
    columns: dict[str, PrintedColumn] = {}
    order: dict[str, int] = {}  # a working has its columns first, in their order
    for position, widget in widgets:
        for head, column in _columns_of(widget).items():
            name = _numbered(head, position, meanings)
            if name in columns and not columns[name].agrees(column):
                name = f"{head} ({position})"
            columns[name] = columns.get(name, column).longer(column)
            if isinstance(widget, DerivationWidget):
                order.setdefault(name, len(order))
    for position, widget in widgets:
        for head, column in _step_columns(widget).items():
            name = _numbered(head, position, meanings)
            if name in columns and columns[name].agrees(column):
                columns[name] = columns[name].longer(column)
    return dict(sorted(columns.items(), key=lambda named: order.get(named[0], len(order))))


def _numbered(head: str, position: int, meanings: Legend) -> str:
    return f"{head} ({position})" if head in meanings.numbered.get(position, ()) else head


def _step_columns(widget: MetricWidget) -> dict[str, PrintedColumn]:
    steps = [step for derivation in widget._worked() for step in derivation.columns()]
    return {
        in_line(step.symbol): PrintedColumn([step.short(k) for k in range(len(step.value))], step) for step in steps
    }


def _columns_of(widget: MetricWidget) -> dict[str, PrintedColumn]:
    """Return what a widget shows of each row, without the marks, which the list has."""
    view, steps = widget.view, _step_columns(widget)
    heads: list[str] = []
    columns: dict[str, PrintedColumn] = {}
    if isinstance(widget, DerivationWidget):
        heads = [column["head"] for column in view["columns"]]
    elif "list" in view:
        head = view["list"]["term"].partition(" (")[0]
        heads = [head]
        columns[head] = PrintedColumn([row["term"] for row in view["list"]["shown"]])
    columns |= {head: steps[head] for head in heads if head in steps}
    if "ideal" in view:
        columns[_("Ideal list")] = PrintedColumn([row["badge"] for row in view["ideal"]["rows"]])
    stated = ("", in_line("rel_i"), in_line("g_i"))
    return {head: column for head, column in columns.items() if head not in stated}


def _question(position: int, title: str, widget: MetricWidget | None, known: dict[str, Value], *, key: bool) -> Markup:
    """Write a question and its blanks; a value that was asked of the same list before is known."""
    values = _values(widget) if widget else {}
    blanks = Markup().join(
        element("p", name, " = ", element("b", value.text) if key and value.text else BLANK)
        for name, value in values.items()
        if known.get(name) != value or not value.text
    )
    known.update(values)
    if isinstance(widget, Quiz):
        blanks = Markup().join([*([element("p", widget._caption())] if title else []), *widget._still_values()])
    if isinstance(widget, Compare):
        blanks = _compared(widget.view, key=key)
    elif (title.endswith("?") and not isinstance(widget, Predict | Quiz)) or (widget and not blanks):
        blanks += element("div", Markup("<hr>") * LINES, class_="lines")
    if key and (answer := _in_words(widget)):
        blanks += element("p", element("b", answer))
    caption = widget._caption() if widget and (isinstance(widget, Inverse) or not values) else ", ".join(values)
    return element("div", element("h2", f"{position}. {in_line(title) or caption}"), blanks)


def _in_words(widget: MetricWidget | None) -> str:
    """Return the answer to a question that has no blank for a number."""
    if isinstance(widget, Inverse):
        return widget.example_text()
    if isinstance(widget, Quiz):
        return _(widget.right_answer)
    if isinstance(widget, Predict) and not widget.view.get("fields"):
        names = [name for name, _data, _labels in widget._printed()]
        worked = zip(names, widget._worked(), strict=True)
        return "; ".join(f"{name}: {derivation.symbol} = {written(derivation.value)}" for name, derivation in worked)
    return ""


def _compared(view: Mapping[str, Any], *, key: bool) -> Markup:
    """Write the measures of a Compare as a table with a column for each list."""
    rows = [("", "", row["name"], *(cell["value"] if key else "" for cell in row["cells"])) for row in view["rows"]]
    return _table(["", *(shown["name"] for shown in view["lists"])], rows)


def _values(widget: MetricWidget) -> dict[str, Value]:
    """Return the values that a widget asks for, by the names that a handout gives them; "" where it has none."""
    if isinstance(widget, Compare | Inverse | Quiz):
        return {}
    view, worked = widget.view, [*widget._worked()]
    values = [
        Value(written(derivation.value), tuple(step.formula for step in derivation.steps)) for derivation in worked
    ]
    fields = view.get("fields", ())
    if fields:
        names = [field["label"] if len(fields) > 1 else field["symbol"] for field in fields]
        return {name: values[k] if k < len(values) else Value("") for k, name in enumerate(names)}
    about = view.get("result") or view.get("derivation") or view
    if "name" not in about:
        return {}
    return {about["name"]: values[0]._replace(text=about.get("value") or about.get("result") or values[0].text)}


def _table(heads: Sequence[str], rows: Iterable[Sequence[Any]]) -> Markup:
    """Write a table whose first heading is that of rank, mark and name."""
    first, *others = map(_subscripts, heads)
    head = element("tr", element("th", first, colspan=3), *(element("th", other) for other in others))
    lines = (element("tr", *(element("td", _subscripts(str(cell))) for cell in row)) for row in rows)
    return element("table", element("thead", head), element("tbody", *lines))


def _subscripts(text: str) -> Markup:
    """Write a text as HTML, with true indices; that of an exponent is in the exponent."""
    return Markup(POWER.sub(r"<sup>g\1<sub>i</sub></sup>", str(escape(text))).translate(INDICES))
