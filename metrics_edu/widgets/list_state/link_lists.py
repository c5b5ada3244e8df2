"""The lists of a link: those that its widget shows, and the sentence about the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from metrics_edu.language import N_, _
from metrics_edu.metrics import Ranking
from metrics_edu.metrics.value_and_derivation import as_measure
from metrics_edu.widgets.list_state.state import State
from metrics_edu.widgets.list_state.state_string import read
from metrics_edu.working.labels import isolated


def is_mean_name(name: str) -> bool:
    """Return whether a measure is spelled as a mean over users.

    >>> is_mean_name("MAP@10"), is_mean_name("AP@10"), is_mean_name("marp@5+10"), is_mean_name("MAE")
    (True, False, True, False)
    """
    mean = as_measure(name).metric.mean
    return bool(mean) and name.strip().lower().startswith(mean.lower())


def measured_lists(name: str, states: Sequence[str]) -> tuple[Ranking, str]:
    """Return the lists that a measure is computed from, and the sentence about those that are not shown.

    They are the lists of all users if the measure is spelled as a mean, or if the state shows the mean; else it is the list
    of the chosen user.

    >>> state = "v=1&metric=average_precision&user=1&list=Ana:A*1,B*0&list=Beto:A*0,B*1"
    >>> measured_lists("MRR", [state])
    (Ranking(2 lists, threshold=1), '')
    >>> measured_lists("RR", [state])[1]
    'The link has several lists, and this widget shows only that of Beto. For the mean over all users, write MRR in the link.'
    """
    found = [read(state) for state in states]
    if is_mean_name(name) or found[0].is_mean:
        return _batch(found), ""
    note, measure = _note(found, _shown_name(found[0])), as_measure(name)
    if note and measure.metric.mean.isalpha():
        note += " " + _("For the mean over all users, write {mean} in the link.", mean=measure.mean_name)
    return found[0].ranking, note


def one_list(states: Sequence[str]) -> tuple[State, str]:
    """Return the list of the chosen user, or of the first one where the mean is shown, and the sentence about the others."""
    found = [read(state) for state in states]
    return found[0].alone, _note(found, _shown_name(found[0]))


def two_lists(states: Sequence[str]) -> tuple[list[State], str]:
    """Return the first two users of one state, or one or two states of one user, and the sentence about the others."""
    found = [read(state) for state in states]
    first = found[0]
    if len(found) == 1 and len(first.users) > 1:
        both = first if len(first.users) == 2 else replace(first, users=first.users[:2], user="0", chosen=None)
        return [both], _note(found, *(_shown_name(replace(both, user=user)) for user in "01"))
    others = [_shown_name(state, len(first.users)) for state in found[1:2]]
    return [state.alone for state in found[:2]], _note(found, _shown_name(first), *others)


def first_state(states: Sequence[str]) -> tuple[str, str]:
    """Return the state of a widget that shows all users of one, and the sentence about the others."""
    others = _("The link has several states, and this widget shows only the lists of the first one.")
    return states[0], others if len(states) > 1 else ""


def no_list(states: Sequence[str]) -> str:
    """Return the sentence about the lists of a link whose widget has its own."""
    return _("This widget has its own lists, so it does not show those of the link.") if states else ""


def _batch(found: Sequence[State]) -> Ranking:
    users = [(user_lists.name, state.ranking_of(user_lists)) for state in found for user_lists in state.users]
    names = [name for name, _ranking in users]
    are_names = all(names) and len({*names}) == len(names)
    return Ranking.batch([ranking for _name, ranking in users], names if are_names else None)


def _shown_name(state: State, before: int = 0) -> str:
    """Return the name of the user that a state shows, or else the number; `before` it are the users of other states."""
    return state.user_lists.name or _("user {k}", k=before + state.users.index(state.user_lists) + 1)


def _note(found: Sequence[State], *shown: str) -> str:
    if sum(len(state.users) for state in found) <= len(shown):
        return ""
    text = N_("The link has several lists, and this widget shows only that of {user}.")
    if len(shown) > 1:
        text = N_("The link has several lists, and this widget shows only those of {user} and {other}.")
    return _(text, user=isolated(shown[0]), other=isolated(shown[-1]))
