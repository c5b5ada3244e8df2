"""Lecture: parts in order, shown one by one over the whole window, in large type."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from string import Template
from typing import Any

import traitlets

from metrics_edu.language import _, language, refused
from metrics_edu.metrics import Ranking
from metrics_edu.tables import write_file
from metrics_edu.widgets.compare import Compare
from metrics_edu.widgets.explorer import Explorer
from metrics_edu.widgets.part import WIDGETS_FOLDER, Part
from metrics_edu.widgets.predict import Predict
from metrics_edu.widgets.printed import PrintedList, printed_lists
from metrics_edu.widgets.state import is_state
from metrics_edu.widgets.stepper import Working
from metrics_edu.widgets.still import paragraph, still_lists
from metrics_edu.working import escape, in_line, one_line

HANDOUT = Template((WIDGETS_FOLDER / "handout.html").read_text("utf-8"))
BLANK = '<span class="blank"></span>'
INDICES = str.maketrans({"ᵢ": "<sub>i</sub>", "ᵤ": "<sub>u</sub>"})  # as in formulas: those of the font are too small


def _models(slides: list[Part | None], _lecture: object) -> list[str | None]:
    """Name the models of the parts, as ipywidgets does: who shows them finds them by it."""
    return [f"IPY_MODEL_{part.model_id}" if part else None for part in slides]


class Lecture(Part):
    """A lecture: its parts are shown one at a time over the whole window, and each value is ?? until it is told.

    Next (Page Down, →, Space, or a presenter's clicker) tells a list's working, its value, its figure, and every other
    metric; Back hides again. Lists can be edited all the while: what is hidden stays hidden, what is told follows. The
    language is the one in which its cell was run.

    Parameters
    ----------
    *slides
        In order, each one a part (Explorer, Stepper, Compare, IdealList, Predict, Practice, Inverse), a Ranking, or the
        state of an Explorer as a string. Any other string is the question that stands above the next one of these, or a
        slide of its own where another string or nothing follows.

    Raises
    ------
    ValueError
        If there is no slide, or a slide is none of these; the sentence says which.

    Examples
    --------
    >>> Lecture("Which is better?", Ranking.parse("RN"), "v=1&metric=precision&user=0&list=:A*1,B*0")
    Lecture('Which is better?', Explorer('RN', relevant=1), Explorer('RN', relevant=1))
    """

    slides: Any = traitlets.List(read_only=True).tag(sync=True, to_json=_models)

    def __init__(self, *slides: Part | Ranking | str) -> None:
        pairs: list[tuple[str, Part | None]] = []
        for place, slide in enumerate(slides, start=1):
            if isinstance(slide, str) and not is_state(slide):
                pairs.append((one_line(slide), None))
                continue
            question = pairs.pop()[0] if pairs and pairs[-1][1] is None else ""
            pairs.append((question, _part(slide, place)))
        if not pairs:
            raise refused("a Lecture needs a slide: a part, a Ranking, a state or a text; got none")
        self._pairs = pairs
        super().__init__()

    def _sent(self) -> dict[str, Any]:
        return super()._sent() | {"slides": [part for _title, part in self._pairs]}

    def _view(self) -> dict[str, Any]:
        slides = [
            {
                "title": title,
                "about": part._caption() if part else "",
                "state": part.state if isinstance(part, Explorer) else "",
            }
            for title, part in self._pairs
        ]
        return {"part": "lecture", "slides": slides}

    def handout(self, path: str | Path, title: str = "") -> None:
        """Write a page to print for those who listen: each list once, what is asked of it, and blanks; no answer is in it.

        Parameters
        ----------
        path : str or Path
            Of the HTML file. A browser prints it, or makes a PDF of it.
        title : str
            Its heading.

        Raises
        ------
        OSError
            If it cannot be written.
        """
        asked: dict[Any, list[tuple[int, str, Part | None]]] = {}
        for place, (question, part) in enumerate(self._pairs, start=1):
            lists = tuple(printed_lists(part._printed())) if part else ()
            asked.setdefault((lists, lists or place), []).append((place, question, part))
        slides = "\n".join(_section(lists, of_them) for (lists, _key), of_them in asked.items())
        measures = [part.measure for _question, part in self._pairs if isinstance(part, Explorer)]
        half_lives = {one.label for one in measures if "half_life" in one.metric.numbers}
        marks = escape(" · ".join([*_marks(lists for lists, _key in asked), *sorted(half_lives)]))
        rows = sum(max((len(rows) for _name, rows, _missed in lists), default=1) for lists, _key in asked)
        words = {"lang": language(), "kind": _("Handout"), "title": escape(one_line(title)), "name": _("Your name")}
        write_file(Path(path), HANDOUT.substitute(words, marks=marks, slides=slides, rows=rows, sections=len(asked)))

    def _caption(self) -> str:
        return _("Lecture")

    def _still_values(self) -> Iterator[str]:
        """Return the questions, each with its lists; what a lecture has not revealed yet is not in it."""
        seen: list[str] = []
        for place, (question, part) in enumerate(self._pairs, start=1):
            yield paragraph(f"{place}. {question or (part._caption() if part else '')}", bold=True)
            lists = "".join(still_lists(part._printed())) if part else ""
            if lists not in seen:
                yield lists
            seen.append(lists)

    def __repr__(self) -> str:
        shown = [repr(shown_part) for title, part in self._pairs for shown_part in (title, part) if shown_part]
        return f"Lecture({', '.join(shown)})"


def _marks(asked: Iterable[Sequence[PrintedList]]) -> list[str]:
    """Say what the marks in some lists mean."""
    marks = {mark for lists in asked for _name, rows, _missed in lists for _rank, mark, _item in rows}
    words = {"R": _("relevant"), "N": _("not relevant")}
    graded = [_("a number: how relevant (its grade)")] if marks - {"", *words} else []
    return [*(f"{mark}: {word}" for mark, word in words.items() if mark in marks), *graded]


def _section(lists: Sequence[PrintedList], asked: Sequence[tuple[int, str, Part | None]]) -> str:
    parts = sorted((part for _place, _title, part in asked if part), key=lambda part: not isinstance(part, Working))
    heads, known = [*dict.fromkeys(chain.from_iterable(_columns(part.view) for part in parts))], set[str]()
    tables = [_table([name, *heads], [(*row, *[""] * len(heads)) for row in rows]) for name, rows, _missed in lists]
    below = {missed for _name, _rows, missed in lists}
    named = dict.fromkeys(f"{name}: {missed}" if len(below) > 1 else missed for name, _rows, missed in lists if missed)
    left = f'<div class="lists"><div>{"".join(tables)}</div>{"".join(f"<p>{escape(line)}</p>" for line in named)}</div>'
    right = "".join(_question(*one, known) for one in asked)
    return f"<section>{left if lists else ''}<div>{right}</div></section>"


def _columns(view: Mapping[str, Any]) -> Iterator[str]:
    """Give the headings of what a part computes of each row, to be left blank; the marks of the list are there."""
    heads = [column["head"] for column in view.get("columns", ())]
    heads.append(view.get("list", {}).get("term", "").partition(" (")[0])
    yield from (head for head in heads if head not in ("", in_line("rel_i"), in_line("g_i")))
    if "ideal" in view:
        yield _("Ideal list")


def _question(place: int, title: str, part: Part | None, known: set[str]) -> str:
    """Write a question and its blanks; a value that was asked of the same list before is known."""
    view: Mapping[str, Any] = part.view if part else {}
    if isinstance(part, Compare):
        names = [row["name"] for row in view["rows"]]
        rows = [("", "", name, *[""] * len(view["lists"])) for name in names]
        blanks = _table(["", *(one["name"] for one in view["lists"])], rows)
    else:
        fields, about = view.get("fields", ()), view.get("result") or view.get("derivation") or view
        names = [field["label"] for field in fields] if len(fields) > 1 else [field["symbol"] for field in fields]
        names = names or [about["name"] for key in about if key == "name"]
        blanks = "".join(f"<p>{escape(name)} = {BLANK}</p>" for name in names if name not in known)
        known.update(names)
        in_words = title.endswith("?") and not isinstance(part, Predict)
        blanks += f'<div class="lines">{"<hr>" * 5}</div>' * bool(in_words or (part and not blanks))
    return f"<div><h2>{place}. {escape(in_line(title) or ', '.join(names))}</h2>{blanks}</div>"


def _table(heads: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """Write a table whose first heading is that of rank, mark and name."""
    first, *others = (escape(head).translate(INDICES) for head in heads)
    lines = (f"<tr>{''.join(f'<td>{escape(str(cell))}</td>' for cell in row)}</tr>" for row in rows)
    cells = f"<th colspan=3>{first}</th>{''.join(f'<th>{head}</th>' for head in others)}"
    return f"<table><thead><tr>{cells}</tr></thead><tbody>{''.join(lines)}</tbody></table>"


def _part(slide: Any, place: int) -> Part:
    if isinstance(slide, str | Ranking):
        return Explorer.from_state(slide) if isinstance(slide, str) else Explorer(slide)
    if isinstance(slide, Part) and not isinstance(slide, Lecture):
        return slide
    facts = {"place": place, "given": type(slide).__name__}
    raise refused("slide {place} of a Lecture must be a part, a Ranking, a state or a text; got {given}", **facts)
