"""What the sheets of a class show, as HTML: a list as tiles, the time that is left, what became of an answer."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import ipywidgets

from metrics_edu.language import _, number
from metrics_edu.ranking import Ranking
from metrics_edu.writing import escape

CSS = (Path(__file__).parent / "sheet.css").read_text("utf-8")
HOUR = 3600


def html(value: str = "", kind: str = "") -> Any:
    """Return a widget that shows HTML."""
    made = ipywidgets.HTML(value)
    if kind:
        made.add_class(f"me-sheet-{kind}")
    return made


def paragraph(text: str, *, alert: bool = False, **marked: str) -> str:
    """Return a paragraph of plain text; what is marked stands in it as code.

    Examples
    --------
    >>> paragraph("1 < 2, see {file}.", file="<x>")
    '<p>1 &lt; 2, see <code>&lt;x&gt;</code>.</p>'
    """
    shown = (
        re.sub(r"{(\w+)}", lambda found: f"<code>{escape(marked[found[1]])}</code>", escape(text))
        if marked
        else escape(text)
    )
    return f"<p{' role=alert' if alert else ''}>{shown}</p>"


def list_html(ranking: Ranking, title: str, label: str, *, graded: bool) -> str:
    """Return all that is needed to compute a value by hand: each rank with R, N or its grade, and the whole pool."""
    tiles = "".join(_tile(rank, grade, graded=graded) for rank, grade in enumerate(ranking.shown.tolist(), start=1))
    return f'<h4>{escape(title)}</h4><ol role="list" aria-label="{escape(label)}">{tiles}</ol>' + _pool(ranking, graded)


def _tile(rank: int, grade: float, *, graded: bool) -> str:
    text = number(grade) if graded else "R" if grade else "N"
    kind = "" if grade else ' class="me-sheet-none"'
    return f"<li{kind}><small>{rank}</small><b>{text}</b></li>"


def _pool(ranking: Ranking, graded: bool) -> str:
    count = _("|R| = {count}: relevant items in all, shown or not.").format(count=int(ranking.relevant))
    if not graded:
        return paragraph(count)
    grades = " ".join(number(grade) for grade in ranking.pool().tolist() if grade)
    said = escape(_("Their grades, best first: {grades}")).format(
        grades=f'<span class="me-sheet-grades">{grades}</span>'
    )
    return f"{paragraph(count)}<p>{said}</p>"


def clock(seconds: float) -> str:
    """Return the time of day, as the kernel's clock shows it."""
    return time.strftime("%H:%M:%S", time.localtime(seconds))


def end_words(end: float) -> str:
    """Say when the time ends, with the zone of the kernel's clock, and the day where it is another one."""
    when = time.localtime(end)
    other_day = when[:3] != time.localtime()[:3]
    return time.strftime("%Y-%m-%d %H:%M:%S (%Z)" if other_day else "%H:%M:%S (%Z)", when)


def left_words(seconds: float) -> str:
    """Say how long is left.

    Examples
    --------
    >>> left_words(755), left_words(9), left_words(7500)
    ('12 min 35 s', '0 min 9 s', '2 h 5 min')
    """
    whole = max(int(seconds), 0)
    if whole >= HOUR:
        return _("{hours} h {minutes} min").format(hours=whole // HOUR, minutes=whole % HOUR // 60)
    return _("{minutes} min {seconds} s").format(minutes=whole // 60, seconds=whole % 60)


def time_html(left: float, end: float) -> str:
    """Say how long is left and when it ends, or that it has ended."""
    if left > 0:
        first = _("Time left: {time}.").format(time=left_words(left))
        rest = _("It ends at {end}; what is changed later counts as late.").format(end=end_words(end))
    else:
        first = _("The time is over.")
        rest = _("It ended at {end}. You can still write; what you change now counts as late.").format(
            end=end_words(end)
        )
    return f"<p><b>{escape(first)}</b> {escape(rest)}</p>"


def saved_html(given: float, *, late: bool) -> str:
    """Say when an answer was saved; nothing if none was given."""
    said = _("Saved, {time}, late") if late else _("Saved, {time}")
    return paragraph(said.format(time=clock(given))) if given else ""


def failed_html(why: str, seconds: int) -> str:
    """Say that an answer could not be saved."""
    text = _(
        "Not saved: {why}. Leave this open: the answer is kept, and saving is tried again every {seconds} seconds."
    )
    return paragraph(text.format(why=why, seconds=seconds), alert=True)


def box(children: Sequence[Any], kind: str) -> Any:
    """Return a box of widgets, whose look the style sheet says."""
    made = ipywidgets.Box(children=list(children))
    made.add_class(f"me-sheet-{kind}")
    return made
