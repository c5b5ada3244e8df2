"""Card: what Predict, Practice and the sheets of a class share: what is asked, of which lists, fields, and what came of it."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from metrics_edu.exercises import RIGHT, Given, learner_record
from metrics_edu.language import _, counted, decimal_mark, ngettext, number
from metrics_edu.metrics import Ranking, Ratings
from metrics_edu.mistakes import Verdict
from metrics_edu.widgets.explorer.views import derivation_view
from metrics_edu.widgets.part import Part, style
from metrics_edu.working import Derivation, Item, one_line

FIRST_SHOWN, LAST_SHOWN = 28, 2
"""So many ranks of a long list are shown, and so many ratings."""
GAP_TILE = {"rank": "…", "badge": "", "relevant": False, "say": ""}
MAX_USERS = 12

BLANK_CARD: dict[str, Any] = {
    "part": "card", "word": "", "about": "", "given": [], "fields": [], "choice": None, "buttons": [], "hints": [],
    "said": "", "gap": None, "workings": [],
}  # fmt: skip


class Card(Part):
    """A part that asks something; a subclass gives what stands on its card, `_card`."""

    _css = style("card")

    def _view(self) -> dict[str, Any]:
        return BLANK_CARD | {"notice": self._notice} | self._card()

    def _card(self) -> dict[str, Any]:
        raise NotImplementedError


def answers_in(message: dict[str, Any]) -> dict[str, str]:
    answers = message.get("answers")
    if not isinstance(answers, dict):
        return {}
    texts = {key: one_line(text) for key, text in answers.items() if isinstance(text, str)}
    return {key: text[: learner_record.MAX_KEPT_LETTERS] for key, text in texts.items()}


def button(do: str, label: str, **more: bool) -> dict[str, Any]:
    return {"do": do, "label": label, **more}


def field_view(key: str, label: str, value: str, verdict: Verdict | None = None, **more: Any) -> dict[str, Any]:
    state = "" if verdict is None else "open" if verdict.kind == "not_attempted" else "wrong"
    if verdict is not None and verdict.kind in RIGHT:
        state = "right"
    said = verdict.text if verdict else ""
    return {"key": key, "label": label, "value": value, "closed": False, "state": state, "verdict": said} | more


# what a value is asked of


def given_repr(given: Given) -> str:
    if isinstance(given, Ratings):
        return counted(np.size(given.actual), "rating")
    return repr(given).partition("(")[2][:-1]


def given_views(given: Given, title: str = "") -> list[dict[str, Any]]:
    if isinstance(given, Ratings):
        return [_ratings_view(given, title)]
    if not given.is_batch:
        return [_list_view(given, title)]
    users = given.users or [str(k) for k in range(1, len(given.shown) + 1)]
    names = [_("User {user}", user=one_line(user)) for user in users[:MAX_USERS]]
    views = [_list_view(given.user(user), f"{title}: {name}" if title else name)
             for user, name in zip(users, names, strict=False)]  # fmt: skip
    if len(users) > MAX_USERS:
        views[-1]["notes"].append(_("... ({count} more)", count=len(users) - MAX_USERS))
    return views


def _list_view(ranking: Ranking, title: str) -> dict[str, Any]:
    graded = not ranking.is_binary
    tiles = _shortened([_tile(ranking, k, graded=graded) for k in range(ranking.shown.size)], GAP_TILE)
    notes = [_("|R| = {count}: relevant items in all, shown or not.", count=int(ranking.relevant))]
    if graded:
        pool = " ".join(number(grade) for grade in ranking.pool().tolist() if grade)
        notes.append(_("All grades above 0, shown or missed, best first: {grades}.", grades=pool))
    if ranking.threshold != 1:
        notes.append(_("Relevant: from grade {threshold} on.", threshold=number(ranking.threshold)))
    return {"title": title, "tiles": tiles, "notes": notes, "empty": "" if tiles else _("The list is empty.")}


def _tile(ranking: Ranking, k: int, *, graded: bool) -> dict[str, Any]:
    grade = float(ranking.shown[k])
    relevant = not graded and grade >= ranking.threshold
    badge, word = ("R", _("relevant")) if relevant else ("N", _("not relevant"))
    if graded:
        badge, word = number(grade), _("grade {grade}", grade=number(grade))
    say = _("rank {rank}, {word}", rank=k + 1, word=word)
    label = one_line(ranking.items[k]) if ranking.items else ""
    return {"rank": str(k + 1), "badge": badge, "relevant": relevant, "say": say, "label": label}


def _ratings_view(given: Ratings, title: str) -> dict[str, Any]:
    users = [] if given.users is None else [[_("user"), *map(one_line, given.users)]]
    predicted, actual = (
        list(map(_in_full, np.asarray(values, float).tolist())) for values in (given.predicted, given.actual)
    )
    rows = [*users, [_("predicted"), *predicted], [_("true"), *actual]]
    rows = [[head, *_shortened(cells, "…")] for head, *cells in rows]
    return {"title": title, "rows": rows, "notes": [], "tiles": [], "empty": ""}


def _in_full(value: float) -> str:
    return f"{value:.10g}".replace("-", "−").replace(".", decimal_mark())


def _shortened(cells: list[Item], gap: Item) -> list[Item]:
    return cells if len(cells) <= FIRST_SHOWN + LAST_SHOWN + 1 else [*cells[:FIRST_SHOWN], gap, *cells[-LAST_SHOWN:]]


# what came of it


def working_view(derivation: Derivation, title: str = "") -> dict[str, Any]:
    return derivation_view(derivation, derivation.value) | {"title": title}


def gap_view(given: float, exact: float, bounds: tuple[float, float]) -> dict[str, Any]:
    top = bounds[1] if math.isfinite(bounds[1]) else max(given, exact, 1e-9) * 1.15
    low, high = min(bounds[0] if math.isfinite(bounds[0]) else 0.0, given, exact), max(top, given, exact)
    span = (high - low) or 1.0
    given_at, exact_at = (round(100 * (value - low) / span, 2) for value in (given, exact))
    words = {"given_word": _("you: {value}", value=number(given)), "exact_word": number(exact, fixed=4)}
    return {"given": given_at, "exact": exact_at, "low": number(low), "high": number(high), **words}


def gap_words(given: float, exact: float) -> str:
    facts = {"given": number(given), "exact": number(exact, fixed=4), "gap": number(abs(given - exact), fixed=4)}
    if given < exact:
        return _("You said {given}. It is {exact}: your number is {gap} too low.", **facts)
    return _("You said {given}. It is {exact}: your number is {gap} too high.", **facts)


def said_form(decimals: int) -> str:
    return ngettext(
        "To {decimals} decimal. {forms} are all read.",
        "To {decimals} decimals. {forms} are all read.",
        decimals,
        decimals=decimals,
        forms="0.5; 0,5; 1/2",
    )
