"""The lists of a widget as rows to print: what a handout and a still have in common."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from metrics_edu.language import N_, _, counted, number
from metrics_edu.metrics import Ranking, Ratings
from metrics_edu.widgets.core.list_views import listed
from metrics_edu.working.labels import one_line

NamedData = tuple[str, Any, Any]
"""A list of a widget: a name, the list, and what its items are called, if not as it says itself."""


class PrintedList(NamedTuple):
    """A list as a table: its heading, the rank, mark and name of each row, and a sentence about the missed items."""

    heading: str
    rows: tuple[tuple[int, str, str], ...]
    missed: str


def printed_lists(lists: Iterable[NamedData]) -> Iterator[PrintedList]:
    """Return the lists of a widget as tables; two widgets of the same list have equal ones."""
    for name, ranking, labels in lists:
        if isinstance(ranking, Ranking) and not ranking.is_batch and labels is None:
            own = _own_names(ranking.items or (), N_("Item {k}"))
            labels = [*own, *_own_names(ranking.missed_items or (), N_("Missed {k}"))] if own else None
            ranking = Ranking(
                ranking.shown, ranking.pool(), threshold=ranking.threshold, catalogue=ranking.known_catalogue
            )
        shown = listed(ranking, labels)
        rows = tuple((row["rank"], row["badge"], f"{row['label']} {row['note']}".strip()) for row in shown["rows"])
        if isinstance(ranking, Ratings):
            rows = tuple((rank, "", text) for rank, text in enumerate(_pairs_of(ranking), start=1))
        yield PrintedList(name or shown["heading"], rows, shown["missed"] if rows else shown["empty"])


def _pairs_of(data: Ratings) -> Iterator[str]:
    """Return each predicted and actual rating in words, with its user if there are users."""
    users = [""] * np.size(data.actual) if data.users is None else [f"{one_line(user)}: " for user in data.users]
    for user, predicted, actual in zip(users, np.ravel(data.predicted), np.ravel(data.actual), strict=True):
        yield user + _("predicted {predicted}, actual {actual}", predicted=number(predicted), actual=number(actual))


def _own_names(names: Sequence[str], default: str) -> Sequence[str]:
    usual = re.compile(re.escape(_(default, k="")) + r"[1-9]\d*")  # the number is its end, in each language
    return () if all(map(usual.fullmatch, names)) else names


def data_repr(data: Ranking | Ratings) -> str:
    if isinstance(data, Ratings):
        return counted(np.size(data.actual), "rating")
    return repr(data).partition("(")[2][:-1]
