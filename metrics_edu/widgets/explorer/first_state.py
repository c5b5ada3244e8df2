"""What an Explorer begins with, from what it is given. No widget here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from metrics_edu.language import _
from metrics_edu.metrics import Ranking
from metrics_edu.widgets.explorer.lanes import lanes_of
from metrics_edu.widgets.explorer.settings import DEFAULTS, changed, explored
from metrics_edu.widgets.explorer.state import State, marks_of
from metrics_edu.working import one_line


def first_state(ranking: Any, labels: Any, metric: str, settings: Mapping[str, Any]) -> State:
    """Return what an Explorer begins with, from what it is given.

    Raises
    ------
    ValueError
        If there is no list, a label too few, or an unknown convention or metric; the sentence says what is allowed.
    """
    lists = _lists(ranking)
    names = labels if isinstance(labels, Mapping) else dict.fromkeys(lists, labels)
    users = tuple(lanes_of(one, name, names.get(name)) for name, one in lists.items())
    longest = max(len(lanes.shown) for lanes in users)
    shorter = {"n": longest} if 0 < longest < DEFAULTS["n"] else {}
    return State(users, {**shorter, **marks_of(*lists.values()), **changed(settings)}, metric_name(metric))


def _lists(ranking: Ranking | Mapping[str, Ranking]) -> dict[str, Ranking]:
    if not isinstance(ranking, Ranking):
        named = [(one_line(name), one) for name, one in ranking.items()]
    elif ranking.users is None:
        named = [("", ranking)]
    else:
        named = [(one_line(user), ranking.user(user)) for user in ranking.users]
    lists = dict(named)
    if not lists or any(one.is_batch for one in lists.values()):
        raise ValueError(_("Explorer takes a Ranking, or a mapping from a user to a Ranking of one list"))
    if len(lists) < len(named):
        raise ValueError(_("the users of an Explorer must have different names"))
    if len({one.threshold for one in lists.values()}) > 1:
        raise ValueError(_("the lists of an Explorer must have one threshold"))
    return lists


def metric_name(metric: Any) -> str:
    """Return the name of the metric of a name, a symbol or a spelling; another one is refused."""
    for found in explored():
        if metric and metric in (found.name, found.symbol, found.label(), found.mean):
            return found.name
    allowed = ", ".join(found.label() for found in explored())
    raise ValueError(_("metric must be one of {allowed}; got {given!r}", allowed=allowed, given=metric))
