"""The handout of a lecture: a page to print with its lists, its questions and the formulas, and blanks or the answers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, repeat, zip_longest
from math import ceil
from pathlib import Path
from string import Template
from typing import Any, NamedTuple

import numpy as np
from markupsafe import Markup, escape

from metrics_edu.language import _, language, number
from metrics_edu.widgets.core.derivation_views import written
from metrics_edu.widgets.core.printed import Printed
from metrics_edu.widgets.core.printed_lists import PrintedList
from metrics_edu.widgets.core.still import shortened
from metrics_edu.widgets.core.widget import MetricWidget
from metrics_edu.working import Derivation
from metrics_edu.working.expression import Quotient
from metrics_edu.working.html_style import HTML, signed
from metrics_edu.working.labels import in_line, one_line
from metrics_edu.working.markup import element
from metrics_edu.working.steps import Step
from metrics_edu.working.text_style import TEXT

HANDOUT = Template(Path(__file__).with_name("handout.html").read_text("utf-8"))
BLANK = element("span", class_="blank")
INDICES = str.maketrans({"ᵢ": "<sub>i</sub>", "ᵤ": "<sub>u</sub>"})
"""Indices as in formulas: those of the font are too small."""
POWER = re.compile("ᵍ([*]?)ᵢ")
"""The grade of a rank as an exponent."""
QUOTIENT = re.compile(r"(\d+)/(\d+)")
"""A cell that is set as a fraction."""
PRINT = replace(HTML, position=lambda text, _position: text, around_positions="{}")
"""Formulas as HTML, whose terms are no buttons."""
LINES = 5
"""Lines to write on, of which a page shows as many as fit."""
LETTERS_OF_A_LINE = 115
"""Characters of a printed line of marks and formulas."""

STATED = ("", "rel_i", "g_i", "predicted_i", "actual_i")
"""The symbols of columns that the rows of a list have already."""
Value = tuple[str, tuple[str, ...], Markup]
"""A value as text, the formulas of its steps (two conventions may have one value by chance), and its working."""
Slide = tuple[int, str, Printed]
"""The place of a slide, its title, and what is printed of its widget."""


class PrintedColumn(NamedTuple):
    """What is computed for each row of a list: the step of a derivation, or texts where it is none."""

    texts: Sequence[str]
    step: Step | None = None

    def agrees(self, other: PrintedColumn) -> bool:
        """Return whether both have the same values in the rows that both have."""
        both = min(len(self.texts), len(other.texts))
        if self.step is None or other.step is None:
            return self.texts[:both] == other.texts[:both]
        return np.allclose(self.step.value[:both], other.step.value[:both], equal_nan=True)


def handout_page(slides: Sequence[tuple[str, MetricWidget | None]], title: str, *, key: bool) -> str:
    """Return the page of some slides, as HTML."""
    printed = [(k, text, widget.printed() if widget else Printed()) for k, (text, widget) in enumerate(slides, start=1)]
    sections: dict[Any, list[Slide]] = {}
    for position, text, one in printed:
        sections.setdefault((one.lists, one.lists or position), []).append((position, text, one))
    all_lists = [lists for lists, _position in sections]
    meanings = Legend(printed)
    legend = Markup(" · ").join([*_marks(all_lists), *meanings.texts])
    values = {
        "lang": language(),
        "kind": _("Answer key") if key else _("Handout"),
        "title": one_line(title),
        "name": _("Your name"),
        "legend": legend,
        "slides": Markup("\n").join(
            _section(lists, found, meanings, key=key) for (lists, _), found in sections.items()
        ),
        "rows": sum(
            max((len(shortened(rows, rows[:1])) for _name, rows, _missed in lists), default=1) for lists in all_lists
        ),
        "sections": len(sections),
        "lines": ceil(len(legend.striptags()) / LETTERS_OF_A_LINE),
    }
    return HANDOUT.substitute({name: escape(value) for name, value in values.items()})


def _marks(printed: Iterable[Sequence[PrintedList]]) -> list[str]:
    """Say what the marks in some lists mean."""
    marks = {mark for lists in printed for _name, rows, _missed in lists for _rank, mark, _item in rows}
    words = {"R": _("relevant"), "N": _("not relevant")}
    found = [f"{mark}: {word}" for mark, word in words.items() if mark in marks]
    return found + [_("a number: how relevant (its grade)")] * bool(marks - {"", *words})


class Legend:
    """What the symbols of a page mean, each once; where two slides mean different things, with the slide's number.

    Attributes
    ----------
    texts : list of Markup
    numbered : mapping of int to set of str
        The symbols of each slide that have its number: those with another meaning than before, and all computed from them.
    """

    def __init__(self, slides: Iterable[Slide]) -> None:
        self.numbered: dict[int, set[str]] = {}
        self._formulas: dict[str, Markup] = {}
        meanings: dict[str, str] = {}
        for position, _title, printed in slides:
            for derivation in printed.derivations:
                self._read(position, derivation, meanings)
        kept = [
            self._formulas.get(symbol, _subscripts(symbol + meaning))
            for symbol, meaning in meanings.items()
            if "*" not in symbol or meanings.get(symbol.replace("*", "")) != meaning.replace("*", "")
        ]
        self.texts = [
            *kept,
            *[_("*: from the ideal list")] * any("*" in text for text in kept),
            *(_("({number}): in question {number}", number=position) for position in self.numbered),
        ]

    def _read(self, position: int, derivation: Derivation, meanings: dict[str, str]) -> None:
        is_other = False
        for step in _steps(derivation):
            symbol, meaning = in_line(step.symbol), in_line(_meaning(step))
            has_changed = meanings.get(symbol, meaning) != meaning
            is_other = is_other or has_changed
            if is_other:
                self.numbered.setdefault(position, set()).add(symbol)
            if meaning and (has_changed or symbol not in meanings):
                name = f"{symbol} ({position})" if has_changed else symbol
                meanings[name] = meaning
                if step.formula:
                    self._formulas[name] = _equal(name, [step.write_formula(PRINT)])


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


def _section(lists: Sequence[PrintedList], slides: Sequence[Slide], meanings: Legend, *, key: bool) -> Markup:
    columns = _columns(slides, meanings)
    cells = [column.texts if key else () for column in columns.values()]
    tables = [_table([name, *columns], rows, cells) for name, rows, _missed in lists]
    below = {missed for _name, _rows, missed in lists}
    named = dict.fromkeys(f"{name}: {missed}" if len(below) > 1 else missed for name, _rows, missed in lists if missed)
    left = element("div", element("div", *tables), *(element("p", line) for line in named), class_="lists")
    known: dict[str, Value] = {}
    right = element("div", *(_question(*slide, known, key=key) for slide in slides))
    return element("section", left if lists else "", right)


def _columns(slides: Sequence[Slide], meanings: Legend) -> dict[str, PrintedColumn]:
    """Return what is computed of each row of a list, by its heading: as deep as any widget reads the list."""
    columns: dict[str, PrintedColumn] = {}
    stated = {in_line(symbol) for symbol in STATED}
    order: dict[str, int] = {}  # a working has its columns first, in their order
    for position, _title, printed in slides:
        steps = _step_columns(printed)
        for head in [head for head in (steps if printed.is_working else printed.columns) if head not in stated]:
            column = steps.get(head) or PrintedColumn(printed.columns[head])
            name = _numbered(head, position, meanings)
            if name in columns and not columns[name].agrees(column):
                name = f"{head} ({position})"
            columns[name] = max(columns.get(name, column), column, key=lambda one: len(one.texts))
            if printed.is_working:
                order.setdefault(name, len(order))
    for position, _title, printed in slides:
        for head, column in _step_columns(printed).items():
            name = _numbered(head, position, meanings)
            if name in columns and columns[name].agrees(column):
                columns[name] = max(columns[name], column, key=lambda one: len(one.texts))
    return dict(sorted(columns.items(), key=lambda named: order.get(named[0], len(order))))


def _step_columns(printed: Printed) -> dict[str, PrintedColumn]:
    steps = [step for derivation in printed.derivations for step in derivation.columns()]
    return {
        in_line(step.symbol): PrintedColumn([step.short(k) for k in range(len(step.value))], step) for step in steps
    }


def _numbered(head: str, position: int, meanings: Legend) -> str:
    return f"{head} ({position})" if head in meanings.numbered.get(position, ()) else head


def _question(position: int, title: str, printed: Printed, known: dict[str, Value], *, key: bool) -> Markup:
    """Write a question and its blanks; a value that was asked of the same list before is known."""
    values = _values(printed)
    asked = {name: value for name, value in values.items() if known.get(name) != value or not value[0]}
    parts: list[Markup] = []
    for name, (text, _formulas, working) in asked.items():
        parts += [element("p", name, " = ", element("b", text) if key and text else BLANK), *[working] * key]
    known.update(values)
    if printed.table:
        head, *rows = printed.table
        parts.append(_table(head, [("", "", name, *(cells if key else [""] * len(cells))) for name, *cells in rows]))
    parts += [element("p", printed.question)] * bool(title and printed.question)
    parts += printed.body
    if (title.endswith("?") and printed.has_lines) or (printed.caption and not parts):
        parts.append(element("div", Markup("<hr>") * LINES, class_="lines"))
    if key and (answer := printed.answer()):
        parts.append(element("p", element("b", answer)))
    heading = in_line(title) or ", ".join(printed.blanks) or printed.caption
    return element("div", element("h2", f"{position}. {heading}"), *parts)


def _values(printed: Printed) -> dict[str, Value]:
    """Return the values of the blanks, without text where there are none."""
    worked = (
        (written(one.value), tuple(step.formula for step in one.steps), _working(one)) for one in printed.derivations
    )
    pairs = zip(printed.blanks.items(), chain(worked, repeat(("", (), Markup()))), strict=False)
    return {name: (text or value, formulas, working) for (name, text), (value, formulas, working) in pairs}


def _working(derivation: Derivation) -> Markup:
    """Return the working of a value, below those of the numbers in it that it only names."""
    has_ideal = bool(derivation.metric.ideal) and len(derivation.sums) == 2
    texts, own = ((forms[has_ideal:-1] or forms[:-1]) for forms in map(derivation.result.forms, (TEXT, PRINT)))
    inner = [step for step in derivation.lines()[:-1] if not step.term.ndim and step.forms(TEXT)[1:]]
    shown = [*texts, *(step.forms(TEXT)[0] for step in inner)]
    named = [step for step in inner if not any(f"({step.forms(TEXT)[0]})" in text for text in shown)]
    lines = [(step.symbol, [step.forms(PRINT)[0], step.forms(PRINT)[-1]]) for step in named]
    lines += [(derivation.symbol, own)] * bool(own and np.isfinite(derivation.value))
    return Markup().join(element("p", _equal(in_line(symbol), forms), class_="working") for symbol, forms in lines)


def _equal(name: str, forms: Sequence[str]) -> Markup:
    """Write what a name is equal to."""
    return _subscripts(name) + Markup("".join(f" {signed(form)}" for form in forms))


def _table(heads: Sequence[str], rows: Sequence[Sequence[Any]], columns: Iterable[Sequence[str]] = ()) -> Markup:
    """Write a table whose first heading is that of rank, mark and name; a row without a cell of a column has a blank."""
    first, *others = map(_subscripts, heads)
    head = element("tr", element("th", first, colspan=3), *(element("th", other) for other in others))
    filled = [*zip_longest(rows, *(column[: len(rows)] for column in columns), fillvalue="")]
    lines = (
        element(
            "tr",
            *(element("td", _subscripts(str(cell))) for cell in row),
            *(element("td", _set(str(cell))) for cell in more),
        )
        for row, *more in shortened(filled, (("…", "", ""), *[""] * len(others)))
    )
    return element("table", element("thead", head), element("tbody", *lines))


def _subscripts(text: str) -> Markup:
    """Write a text as HTML, with true indices; that of an exponent is in the exponent."""
    return Markup(POWER.sub(r"<sup>g\1<sub>i</sub></sup>", str(escape(text))).translate(INDICES))


def _set(cell: str) -> Markup:
    """Write what is computed for a row, a quotient of whole numbers as a fraction."""
    quotient = QUOTIENT.fullmatch(cell)
    return Markup(PRINT.operations[Quotient](*quotient.groups())) if quotient else _subscripts(cell)
