"""Lecture: parts in order, shown one by one over the whole window, in large type."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from string import Template
from typing import Any

import traitlets

from metrics_edu.language import _, language, refused
from metrics_edu.metrics import Ranking
from metrics_edu.tables import write_file
from metrics_edu.widgets.explorer import Explorer
from metrics_edu.widgets.part import WIDGETS_FOLDER, Part
from metrics_edu.widgets.state import is_state
from metrics_edu.working import escape, one_line

HANDOUT = Template((WIDGETS_FOLDER / "handout.html").read_text("utf-8"))
BLANK = '<span class="blank"></span>'


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
                "about": repr(part) if part else "",
                "state": part.state if isinstance(part, Explorer) else "",
            }
            for title, part in self._pairs
        ]
        return {"part": "lecture", "slides": slides}

    def handout(self, path: str | Path) -> None:
        """Write a page to print for those who listen: each question with its lists, and blanks; no answer is in it.

        Parameters
        ----------
        path : str or Path
            Of the HTML file. A browser prints it, or makes a PDF of it.

        Raises
        ------
        OSError
            If it cannot be written.
        """
        slides = [_on_paper(place, title, part) for place, (title, part) in enumerate(self._pairs, start=1)]
        words = {"lang": language(), "title": _("Handout"), "name": _("Your name")}
        write_file(Path(path), HANDOUT.substitute(words, slides="\n".join(slides)))

    def __repr__(self) -> str:
        shown = [repr(shown_part) for title, part in self._pairs for shown_part in (title, part) if shown_part]
        return f"Lecture({', '.join(shown)})"


def _on_paper(place: int, title: str, part: Part | None) -> str:
    view: Mapping[str, Any] = part.view if part else {}
    tables = "".join(_table(name, rows) for name, rows in _lists(view))
    notes = [note for given in view.get("given", ()) for note in given["notes"]]
    notes += [note for note in (view.get("list", {}).get("missed"),) if isinstance(note, str) and note]
    below = [*map(escape, notes), *(f"{escape(asked)} = {BLANK}" for asked in _asked(view))]
    lines = "".join(f"<p>{line}</p>" for line in below)
    return f'<section><h2>{place}. {escape(title)}</h2><div class="lists">{tables}</div>{lines}</section>'


def _asked(view: Mapping[str, Any]) -> list[str]:
    """Name the values that a part is about, which tells none of them."""
    names = [row["name"] for row in view.get("rows", ())] + [field["label"] for field in view.get("fields", ())]
    about = view.get("result") or view.get("derivation") or view
    return names or [about["name"] for key in about if key == "name"]


def _lists(view: Any, name: str = "") -> Iterator[tuple[str, Sequence[Any]]]:
    """Find the lists in a view: rows that have a rank and a mark. The ideal list is an answer."""
    if isinstance(view, dict):
        for key, part in view.items():
            yield from [] if key == "ideal" else _lists(part, _("Missed") if key == "missed" else name)
        return
    parts = [part for part in view if isinstance(part, dict)] if isinstance(view, list) else []
    if parts and all({"rank", "badge"} <= part.keys() for part in parts):
        yield name, parts
    else:
        for part in parts:
            yield from _lists(part, part.get("name") or part.get("title") or "")


def _table(name: str, rows: Sequence[Mapping[str, Any]]) -> str:
    cells = (
        f'<tr><td class="rank">{row["rank"] or "–"}</td><td class="mark">{escape(row["badge"])}</td>'
        f"<td>{escape(row['label'])}</td><td></td></tr>"
        for row in rows
    )
    caption = escape(name or _("Shown"))
    return f"<table><caption>{caption}</caption>{''.join(cells)}</table>"


def _part(slide: Any, place: int) -> Part:
    if isinstance(slide, str):
        return Explorer.from_state(slide)
    if isinstance(slide, Ranking):
        return Explorer(slide)
    if isinstance(slide, Part) and not isinstance(slide, Lecture):
        return slide
    facts = {"place": place, "given": type(slide).__name__}
    raise refused("slide {place} of a Lecture must be a part, a Ranking, a state or a text; got {given}", **facts)
