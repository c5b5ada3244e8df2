"""Lecture: widgets in order, shown one by one over the whole window, in large type."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import traitlets
from markupsafe import Markup

from metrics_edu.files.safe_files import write_file
from metrics_edu.language import _, refused
from metrics_edu.metrics import Ranking
from metrics_edu.metrics.validation import is_number
from metrics_edu.widgets.contract.lecture import LectureView, Slide
from metrics_edu.widgets.core.still import paragraph, still_lists
from metrics_edu.widgets.core.widget import MetricWidget
from metrics_edu.widgets.handout import handout_page
from metrics_edu.widgets.list_state.state_string import is_state
from metrics_edu.widgets.lists.explorer import Explorer
from metrics_edu.working.labels import one_line


def _models(slides: list[MetricWidget | None], _lecture: object) -> list[str | None]:
    """Name the models of the widgets, as ipywidgets does: who shows them finds them by it."""
    return [f"IPY_MODEL_{widget.model_id}" if widget else None for widget in slides]


class Lecture(MetricWidget):
    """A lecture: it shows its widgets one at a time over the whole window, and ?? in place of each value until you reveal it.

    Next (Page Down, →, Space, or a presenter's clicker) reveals a list's working, its value, its figure, and every
    other metric; Back hides again. Lists can be edited meanwhile: what is hidden stays hidden, what is revealed follows. The
    language is the one in which its cell was run.

    Parameters
    ----------
    *slides
        In order, each one a widget (Explorer, Stepper, Compare, PairedTest, IdealList, Predict, Practice, Inverse), a Ranking, or
        the state of an Explorer as a string. Any other string is the question above the next one of these, or a separate
        slide where another string or nothing follows.
    notes : sequence of str
        What the lecturer says on each slide. Only the window for the lecturer, on the website, shows them.
    minutes : sequence of float
        How many minutes each slide is planned to take, for the same window.

    Raises
    ------
    ValueError
        If there is no slide, or a slide is none of these; the sentence says which. If there are notes or minutes, but not one
        for each slide, or a note is no text, or minutes are no finite number of at least 0.

    Examples
    --------
    >>> Lecture("Which is better?", Ranking.parse("RN"), "v=1&metric=precision&user=0&list=:A*1,B*0")
    Lecture('Which is better?', Explorer('RN', relevant=1), Explorer('RN', relevant=1))
    """

    slides: Any = traitlets.List(read_only=True).tag(sync=True, to_json=_models)

    def __init__(
        self, *slides: MetricWidget | Ranking | str, notes: Sequence[str] = (), minutes: Sequence[float] = ()
    ) -> None:
        pairs: list[tuple[str, MetricWidget | None]] = []
        for position, slide in enumerate(slides, start=1):
            if isinstance(slide, str) and not is_state(slide):
                pairs.append((one_line(slide), None))
            else:
                question = pairs.pop()[0] if pairs and pairs[-1][1] is None else ""
                pairs.append((question, _part(slide, position)))
        if not pairs:
            raise refused("a Lecture needs at least one slide: a widget, a Ranking, a state or a text")
        for name, planned in (("notes", notes), ("minutes", minutes)):
            if isinstance(planned, str) or len(planned) not in (0, len(pairs)):
                raise refused(
                    "{name} of a Lecture must have one value for each slide, that is {count}; got {number}",
                    name=name,
                    count=len(pairs),
                    number=repr(planned) if isinstance(planned, str) else len(planned),
                )
        self._pairs = pairs
        self._plan: list[tuple[Any, Any]] = list(
            zip(list(notes) or [""] * len(pairs), list(minutes) or [0] * len(pairs), strict=True)
        )
        for position, (note, time) in enumerate(self._plan, start=1):
            if not (isinstance(note, str) and is_number(time) and 0 <= time < float("inf")):
                raise refused(
                    "slide {number} of a Lecture needs a text in notes and a finite number of at least 0 in minutes; "
                    "got {note!r} and {minutes!r}",
                    number=position,
                    note=note,
                    minutes=time,
                )
        super().__init__()
        self.set_trait("slides", [widget for _title, widget in pairs])

    def _view(self) -> LectureView:
        slides: list[Slide] = [
            {
                "title": title,
                "about": widget._caption() if widget else "",
                "picture": str(_lists(widget)),
                "state": widget.state if isinstance(widget, Explorer) else "",
                "notes": notes,
                "minutes": float(minutes),
            }
            for (title, widget), (notes, minutes) in zip(self._pairs, self._plan, strict=True)
        ]
        return {"screen": "lecture", "slides": slides}

    def handout(self, path: str | Path, title: str = "", *, key: bool = False) -> None:
        """Write a page to print for those who listen: each list once, what is asked of it, blanks, and the formulas.

        The lists are printed as they are now: write the page, and its key, before they are edited.

        Parameters
        ----------
        path : str or Path
            Of the HTML file. A browser prints it, or makes a PDF of it.
        title : str
            Its heading.
        key : bool
            Whether the blanks have their values: the answer key. Lines for answers in words stay empty.

        Raises
        ------
        OSError
            If it cannot be written.
        """
        write_file(Path(path), handout_page(self._pairs, title, key=key))

    def _caption(self) -> str:
        return _("Lecture")

    def _still_values(self) -> Iterator[Markup]:
        """Return the questions, each with its lists; what a lecture has not revealed yet is not in it."""
        seen: list[Markup] = []
        for position, (question, widget) in enumerate(self._pairs, start=1):
            yield paragraph(f"{position}. {question or (widget._caption() if widget else '')}", bold=True)
            lists = _lists(widget)
            if lists not in seen:
                yield lists
            seen.append(lists)

    def __repr__(self) -> str:
        shown = [repr(given) for title, widget in self._pairs for given in (title, widget) if given]
        return f"Lecture({', '.join(shown)})"


def _part(slide: Any, position: int) -> MetricWidget:
    if isinstance(slide, str | Ranking):
        return Explorer.from_state(slide) if isinstance(slide, str) else Explorer(slide)
    if isinstance(slide, MetricWidget) and not isinstance(slide, Lecture):
        return slide
    raise refused(
        "slide {number} of a Lecture must be a widget, a Ranking, a state or a text; got {value}",
        number=position,
        value=type(slide).__name__,
    )


def _lists(widget: MetricWidget | None) -> Markup:
    """Return the lists of a slide as plain HTML, without any value."""
    return Markup().join(still_lists(widget._named_data())) if widget else Markup()
