"""Still: a widget as plain HTML without styles or scripts, for every place where Python or a widget does not run."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from markupsafe import Markup

from metrics_edu.language import _, decimal_mark
from metrics_edu.metrics import Ratings
from metrics_edu.widgets.core.printed_lists import NamedData, PrintedList, printed_lists
from metrics_edu.working.labels import Item, one_line
from metrics_edu.working.markup import element

STILL_CLASS = "me-still"
"""The style sheet of the widgets hides an element of this class beside a widget that is shown."""
FIRST_SHOWN, LAST_SHOWN = 28, 2
"""The ranks or ratings of a long list that are shown."""


def still_of(caption: str, lists: Iterable[NamedData], values: Iterable[Markup]) -> Markup:
    """Return the caption, the lists and the first values of a widget as HTML, and one line that says how to use it."""
    note = _(
        "This is a still picture of a widget. To use the widget, open the notebook in Jupyter and run its cells. "
        "If it still does not change, install anywidget in the environment of the Jupyter server and reload the "
        "page."
    )
    lines = [paragraph(caption, bold=True), *still_lists(lists), *values, element("p", element("em", note))]
    return element("div", *lines, class_=STILL_CLASS)


def still_lists(lists: Iterable[NamedData]) -> Iterator[Markup]:
    """Return each list of a widget as a table, and a sentence about its missed items."""
    for printed in lists:
        name, data, _labels = printed
        if isinstance(data, Ratings):
            yield table(rating_rows(data), [name, "", ""] if name else [])
        else:
            yield from map(_list_table, printed_lists([printed]))


def _list_table(printed: PrintedList) -> Markup:
    rows = shortened(printed.rows, ("…", "", ""))
    columns = 3 if any(item for _rank, _mark, item in printed.rows) else 2
    shown = table([row[:columns] for row in rows], [printed.heading, "", ""][:columns]) if rows else None
    return Markup().join(filter(None, [shown, paragraph(printed.missed) if printed.missed else None]))


def rating_rows(data: Ratings) -> list[list[str]]:
    """Return ratings as rows of text: the users, if they are known, what was predicted, and what is true."""
    numbers = {_("predicted"): data.predicted, _("actual"): data.actual}
    rows = [[head, *map(_in_full, np.asarray(values, float).tolist())] for head, values in numbers.items()]
    return [[one_line(user) for user in (_("user"), *data.users)], *rows] if data.users is not None else rows


def _in_full(value: float) -> str:
    return f"{value:.10g}".replace("-", "−").replace(".", decimal_mark())


def shortened(parts: Sequence[Item], gap: Item) -> list[Item]:
    """Return all parts, or of a long list the first and the last ones with a gap between them."""
    is_short = len(parts) <= FIRST_SHOWN + LAST_SHOWN + 1
    return [*parts] if is_short else [*parts[:FIRST_SHOWN], gap, *parts[-LAST_SHOWN:]]


def paragraph(text: str, *, bold: bool = False) -> Markup:
    """Return a text as a paragraph of HTML."""
    return element("p", element("b", text) if bold else text)


def table(rows: Iterable[Sequence[Any]], heads: Sequence[str] = ()) -> Markup:
    """Return rows of text as a table of HTML."""
    head = element("thead", element("tr", *(element("th", text) for text in heads))) if heads else ""
    body = element("tbody", *(element("tr", *(element("td", cell) for cell in row)) for row in rows))
    return element("table", head, body)


def image(svg: str, alternative: str) -> Markup:
    """Return an SVG as an image of HTML, with a text for those who do not see it."""
    source = f"data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}"
    return element("p", Markup('<img alt="{}" src="{}"/>').format(alternative, source))
