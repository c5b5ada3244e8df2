"""The handout of a lecture: a page to print with its lists, its questions and the formulas, and blanks or the answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from math import ceil
from string import Template
from typing import Any

from metrics_edu.language import _, language
from metrics_edu.widgets.compare import Compare
from metrics_edu.widgets.explorer import Explorer
from metrics_edu.widgets.part import WIDGETS_FOLDER, Part
from metrics_edu.widgets.predict import Predict
from metrics_edu.widgets.printed import PrintedList, printed_lists
from metrics_edu.widgets.stepper import Working
from metrics_edu.widgets.tasks import Inverse
from metrics_edu.widgets.views import written
from metrics_edu.working import Derivation, Step, escape, in_line, one_line

HANDOUT = Template((WIDGETS_FOLDER / "handout.html").read_text("utf-8"))
BLANK = '<span class="blank"></span>'
INDICES = str.maketrans({"ᵢ": "<sub>i</sub>", "ᵤ": "<sub>u</sub>"})
"""Indices as in formulas: those of the font are too small."""
LETTERS_OF_A_LINE = 115
"""Characters of a printed line of marks and formulas."""

Asked = tuple[int, str, Part | None]
"""A slide: its place, its question, and its widget."""
Columns = dict[str, list[str]]
"""What is computed for each row of a list, by its heading."""


def handout_page(slides: Sequence[tuple[str, Part | None]], title: str, *, key: bool) -> str:
    """Return the page of some slides, as HTML."""
    asked: dict[Any, list[Asked]] = {}
    for place, (question, part) in enumerate(slides, start=1):
        lists = tuple(printed_lists(part._printed())) if part else ()
        asked.setdefault((lists, lists or place), []).append((place, question, part))
    sections = "\n".join(_section(lists, of_them, key=key) for (lists, _place), of_them in asked.items())
    parts = [part for _question, part in slides if part]
    legend = " · ".join([*_marks([lists for lists, _place in asked], parts), *_formulas(parts)])
    return HANDOUT.substitute(
        lang=language(),
        kind=_("Answer key") if key else _("Handout"),
        title=escape(one_line(title)),
        name=_("Your name"),
        legend=_subscripts(legend),
        slides=sections,
        rows=sum(max((len(rows) for _name, rows, _missed in lists), default=1) for lists, _place in asked),
        sections=len(asked),
        lines=ceil(len(legend) / LETTERS_OF_A_LINE),
    )


def _marks(asked: Iterable[Sequence[PrintedList]], parts: Iterable[Part]) -> list[str]:
    """Say what the marks in some lists mean, and the parameters that no other line has."""
    marks = {mark for lists in asked for _name, rows, _missed in lists for _rank, mark, _item in rows}
    words = {"R": _("relevant"), "N": _("not relevant")}
    graded = [_("a number: how relevant (its grade)")] if marks - {"", *words} else []
    measures = [part.measure for part in parts if isinstance(part, Explorer)]
    half_lives = {one.label for one in measures if "half_life" in one.metric.numbers}
    return [*(f"{mark}: {word}" for mark, word in words.items() if mark in marks), *graded, *sorted(half_lives)]


def _formulas(parts: Iterable[Part]) -> list[str]:
    """Return the formulas of all that is asked, each once, and what their symbols mean where a list has no such mark."""
    written = [
        _formula(derivation, step) for part in parts for derivation in part._worked() for step in derivation.steps
    ]
    texts = [*dict.fromkeys(in_line(text) for text in written if text)]
    texts = [text for text in texts if "*" not in text.partition("=")[0] or text.replace("*", "") not in texts]
    return texts + ([_("*: of the ideal list")] if any("*" in text for text in texts) else [])


def _formula(derivation: Derivation, step: Step) -> str:
    """Return the formula of a step, or what its symbol means where that is not plain from the marks of the list."""
    if step.formula:
        return f"{step.symbol} = {step.formula}"
    is_plain = "·" in step.symbol or (step.symbol == "rel_i" and derivation.ranking.is_binary)
    return f"{step.symbol}: {step.why}" if step.index == "i" and not is_plain else ""


def _section(lists: Sequence[PrintedList], asked: Sequence[Asked], *, key: bool) -> str:
    parts = sorted((part for _place, _title, part in asked if part), key=lambda part: not isinstance(part, Working))
    columns: Columns = {}
    for part in parts:
        columns = columns | _columns(part) | columns
    known = set[str]()
    tables = [_table([name, *columns], _filled(rows, columns.values(), key=key)) for name, rows, _missed in lists]
    below = {missed for _name, _rows, missed in lists}
    named = dict.fromkeys(f"{name}: {missed}" if len(below) > 1 else missed for name, _rows, missed in lists if missed)
    left = f'<div class="lists"><div>{"".join(tables)}</div>{"".join(f"<p>{escape(line)}</p>" for line in named)}</div>'
    right = "".join(_question(*one, known, key=key) for one in asked)
    return f"<section>{left if lists else ''}<div>{right}</div></section>"


def _filled(
    rows: Sequence[tuple[int, str, str]], columns: Iterable[list[str]], *, key: bool
) -> Iterator[tuple[Any, ...]]:
    """Return the rows of a list with a cell for each column, blank or, in a key, filled in."""
    cells = [column[: len(rows)] if key else [] for column in columns]
    filled = zip_longest(rows, *cells, fillvalue="")
    return ((*row, *computed) for row, *computed in filled)


def _columns(part: Part) -> Columns:
    """Return what a widget computes of each row, without the marks, which the list has."""
    view, columns = part.view, Columns()
    if isinstance(part, Working):
        steps = {in_line(step.symbol): step for derivation in part._worked() for step in derivation.columns()}
        heads = [column["head"] for column in view["columns"]]
        columns = {head: [steps[head].short(k) for k in range(len(steps[head].value))] for head in heads}
    elif "list" in view:
        columns = {view["list"]["term"].partition(" (")[0]: [row["term"] for row in view["list"]["shown"]]}
    if "ideal" in view:
        columns[_("Ideal list")] = [row["badge"] for row in view["ideal"]["rows"]]
    given = ("", in_line("rel_i"), in_line("g_i"))
    return {head: cells for head, cells in columns.items() if head not in given}


def _question(place: int, title: str, part: Part | None, known: set[str], *, key: bool) -> str:
    """Write a question and its blanks; a value that was asked of the same list before is known."""
    if isinstance(part, Compare):
        names, blanks = [row["name"] for row in part.view["rows"]], _compared(part.view, key=key)
    else:
        values = _values(part) if part else {}
        names = [*values]
        asked = {name: value for name, value in values.items() if name not in known}
        filled = {name: f"<b>{escape(value)}</b>" if key else BLANK for name, value in asked.items()}
        blanks = "".join(f"<p>{escape(name)} = {value}</p>" for name, value in filled.items())
        known.update(names)
        in_words = title.endswith("?") and not isinstance(part, Predict)
        blanks += f'<div class="lines">{"<hr>" * 5}</div>' * bool(in_words or (part and not blanks))
    example = part.example_text() if key and isinstance(part, Inverse) else ""
    blanks += f"<p><b>{escape(example)}</b></p>" if example else ""
    return f"<div><h2>{place}. {escape(in_line(title) or ', '.join(names))}</h2>{blanks}</div>"


def _compared(view: Mapping[str, Any], *, key: bool) -> str:
    """Write the measures of a Compare as a table with a column for each list."""
    rows = [("", "", row["name"], *(cell["value"] if key else "" for cell in row["cells"])) for row in view["rows"]]
    return _table(["", *(one["name"] for one in view["lists"])], rows)


def _values(part: Part) -> dict[str, str]:
    """Return the values that a widget asks for, by the names that a handout gives them."""
    view, values = part.view, [written(derivation.value) for derivation in part._worked()]
    fields = view.get("fields", ())
    if fields:
        names = [field["label"] if len(fields) > 1 else field["symbol"] for field in fields]
        return dict(zip(names, values, strict=True))
    about = view.get("result") or view.get("derivation") or view
    return {about["name"]: about.get("value") or about.get("result") or values[0]} if "name" in about else {}


def _table(heads: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """Write a table whose first heading is that of rank, mark and name."""
    first, *others = map(_subscripts, heads)
    lines = (f"<tr>{''.join(f'<td>{_subscripts(str(cell))}</td>' for cell in row)}</tr>" for row in rows)
    cells = f"<th colspan=3>{first}</th>{''.join(f'<th>{head}</th>' for head in others)}"
    return f"<table><thead><tr>{cells}</tr></thead><tbody>{''.join(lines)}</tbody></table>"


def _subscripts(text: str) -> str:
    return escape(text).translate(INDICES)
