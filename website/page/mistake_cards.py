"""The cards of "My mistakes" on the front page, as HTML that the page stores with the learner's record."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date

from markupsafe import Markup

from metrics_edu.practice.record.record_lines import read_lines
from metrics_edu.practice.tutor.contrast import Contrast
from metrics_edu.practice.tutor.my_mistakes import MyMistake, duration, left_today, my_mistakes, on_day
from metrics_edu.widgets.cards.step_views import contrast_views
from metrics_edu.widgets.contract.cards import ItemTile, QuestionView
from metrics_edu.working.markup import element

DRILL = "#drill=due"
"""The address of the exercises that are due."""


def cards_by_day(record: str) -> str:
    """Return the cards of a record as JSON: their HTML by the day from which on it holds, today's first.

    They change when a mistake returns. So the page can show them on a later day, before Python is there.
    """
    events, _damaged = read_lines(record)
    mistakes, today = my_mistakes(events), date.today()
    returns = {mistake.returns for mistake in mistakes if mistake.returns and mistake.returns > today}
    days = [today, *sorted(returns)] if mistakes else []
    return json.dumps({day.isoformat(): cards(mistakes, day) for day in days}, ensure_ascii=False)


def cards(mistakes: Sequence[MyMistake], day: date) -> str:
    """Return the cards of a day, with the link to what is due."""
    left = left_today(mistakes, day)
    start = element("a", duration(left), class_="button", href=DRILL) if left else ""
    head = element("p", start, element("b", on_day(mistakes, day)), class_="today")
    return head + element("ol", *(_card(mistake, day) for mistake in mistakes), role="list")


def _card(mistake: MyMistake, day: date) -> Markup:
    key = f"{mistake.metric} {mistake.code}"
    is_gone = mistake.returns is None
    title = element("h3", element("s" if is_gone else "span", mistake.what))
    about = element("p", element("b", mistake.when(day)), element("small", mistake.how_often()))
    picture = [] if is_gone else _picture(mistake.contrast)
    return element("li", title, about, *picture, data_key=key, data_gone=str(is_gone).lower())


def _picture(contrast: Contrast) -> list[Markup]:
    """Return the lists that the mistake reverses, or the one that it changes, and what it does to them."""
    return [*map(_list, contrast_views(contrast)), element("small", contrast.text)]


def _list(view: QuestionView) -> Markup:
    """Return a small picture of a list, or of ratings, with its relevant items, its right and its wrong value."""
    rows = [element("code", " ".join(row)) for row in view.get("rows", [])]
    spoken = " ".join(tile["badge"] for tile in view["tiles"])
    tiles = element("span", *map(_tile, view["tiles"]), role="img", aria_label=spoken)
    notes = dict.fromkeys((view["notes"][0], view["notes"][-1]))
    return element("div", element("b", view["title"]), *(rows or [tiles]), *(element("small", note) for note in notes))


def _tile(tile: ItemTile) -> Markup:
    return element("i", tile["badge"], class_="relevant" if tile["relevant"] else "other")
