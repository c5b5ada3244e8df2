"""Cards: what Predict, Practice and the sheets of a class show, as plain dicts. Pure functions; no widget here."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from metrics_edu.exercises import RIGHT
from metrics_edu.language import _, counted, decimal_mark, ngettext, number
from metrics_edu.metrics import Ranking, Ratings
from metrics_edu.mistakes import Verdict
from metrics_edu.widgets.explorer.views import derivation_view
from metrics_edu.working import Derivation, Item, one_line

FIRST, LAST = 28, 2
"""So many ranks of a long list are shown, and so many ratings."""
MOST_USERS = 12

Given = Ranking | Ratings

NOTHING: dict[str, Any] = {
    "part": "card", "word": "", "about": "", "given": [], "fields": [], "choice": None, "buttons": [], "hints": [],
    "notice": "", "said": "", "gap": None, "workings": [],
}  # fmt: skip
"""A card on which there is nothing."""


def field_view(key: str, label: str, value: str, verdict: Verdict | None = None, **more: Any) -> dict[str, Any]:
    """Show a field for an answer: what it holds, and what is said of that."""
    state = "" if verdict is None else "open" if verdict.kind == "not_attempted" else "wrong"
    if verdict is not None and verdict.kind in RIGHT:
        state = "right"
    said = verdict.text if verdict else ""
    return {"key": key, "label": label, "value": value, "closed": False, "state": state, "verdict": said} | more


def given_repr(given: Given) -> str:
    """Return a short text for what a value is asked of.

    Examples
    --------
    >>> given_repr(Ranking.parse("NRR")), given_repr(Ratings([4], [5]))
    ("'NRR', relevant=2", '1 rating')
    """
    if isinstance(given, Ratings):
        return counted(np.size(given.actual), "rating")
    return repr(given).partition("(")[2][:-1]


def given_views(given: Given, title: str = "") -> list[dict[str, Any]]:
    """Show what a value is asked of: a list, each list of a batch, or a table of ratings."""
    if isinstance(given, Ratings):
        return [_ratings_view(given, title)]
    if not given.is_batch:
        return [_list_view(given, title)]
    users = given.users or [str(k) for k in range(1, len(given.shown) + 1)]
    names = [_("User {user}", user=one_line(user)) for user in users[:MOST_USERS]]
    views = [_list_view(given.user(user), f"{title}: {name}" if title else name)
             for user, name in zip(users, names, strict=False)]  # fmt: skip
    if len(users) > MOST_USERS:
        views[-1]["notes"].append(_("... ({count} more)", count=len(users) - MOST_USERS))
    return views


def _list_view(ranking: Ranking, title: str) -> dict[str, Any]:
    graded = not ranking.is_binary
    grades, labels = ranking.shown.tolist(), ranking.items or []
    tiles = [_tile(k, grades, ranking.threshold, labels, graded) for k in range(len(grades))]
    tiles = _shortened(tiles, {"rank": "…", "badge": "", "relevant": False, "say": ""})
    notes = [_("|R| = {count}: relevant items in all, shown or not.", count=int(ranking.relevant))]
    if graded:
        pool = " ".join(number(grade) for grade in ranking.pool().tolist() if grade)
        notes.append(_("All grades above 0, shown or missed, best first: {grades}.", grades=pool))
    if ranking.threshold != 1:
        notes.append(_("Relevant: from grade {threshold} on.", threshold=number(ranking.threshold)))
    return {"title": title, "tiles": tiles, "notes": notes, "empty": "" if grades else _("The list is empty.")}


def _tile(k: int, grades: list[float], threshold: float, labels: list[str], graded: bool) -> dict[str, Any]:
    relevant = not graded and grades[k] >= threshold
    if graded:
        badge, word = number(grades[k]), _("grade {grade}", grade=number(grades[k]))
    else:
        badge, word = ("R", _("relevant")) if relevant else ("N", _("not relevant"))
    say = _("rank {rank}, {word}", rank=k + 1, word=word)
    label = one_line(labels[k]) if labels else ""
    return {"rank": str(k + 1), "badge": badge, "relevant": relevant, "say": say, "label": label}


def _ratings_view(given: Ratings, title: str) -> dict[str, Any]:
    rows = [
        [_("predicted"), *_shortened([_in_full(value) for value in np.asarray(given.predicted, float).tolist()], "…")],
        [_("true"), *_shortened([_in_full(value) for value in np.asarray(given.actual, float).tolist()], "…")],
    ]
    if given.users is not None:
        rows.insert(0, [_("user"), *_shortened([one_line(user) for user in given.users], "…")])
    return {"title": title, "rows": rows, "notes": [], "tiles": [], "empty": ""}


def _in_full(value: float) -> str:
    return f"{value:.10g}".replace("-", "−").replace(".", decimal_mark())


def _shortened(cells: list[Item], gap: Item) -> list[Item]:
    return cells if len(cells) <= FIRST + LAST + 1 else [*cells[:FIRST], gap, *cells[-LAST:]]


def working_view(derivation: Derivation, title: str = "") -> dict[str, Any]:
    """Show a working: definition, numbers, what they name, and the value; what 0/0 counts as stands among them."""
    return derivation_view(derivation, derivation.value) | {"title": title}


def gap_view(given: float, exact: float, bounds: tuple[float, float]) -> dict[str, Any]:
    """Show a number and the value on one line; how far they are apart, in words."""
    top = bounds[1] if math.isfinite(bounds[1]) else max(given, exact, 1e-9) * 1.15
    low, high = min(bounds[0] if math.isfinite(bounds[0]) else 0.0, given, exact), max(top, given, exact)
    span = (high - low) or 1.0
    at = [round(100 * (value - low) / span, 2) for value in (given, exact)]
    return {
        "given": at[0], "exact": at[1], "low": number(low), "high": number(high),
        "given_word": _("you: {value}", value=number(given)), "exact_word": number(exact, fixed=4),
    }  # fmt: skip


def said_form(decimals: int) -> str:
    """Say how a number is to be answered."""
    return ngettext(
        "To {decimals} decimal. {forms} are all read.",
        "To {decimals} decimals. {forms} are all read.",
        decimals,
        decimals=decimals,
        forms="0.5; 0,5; 1/2",
    )


def gap_words(given: float, exact: float) -> str:
    """Say how far a number is from the value."""
    said = _("You said {given}. It is {exact}: your number is {gap} too high.")
    if given < exact:
        said = _("You said {given}. It is {exact}: your number is {gap} too low.")
    return said.format(given=number(given), exact=number(exact, fixed=4), gap=number(abs(given - exact), fixed=4))
