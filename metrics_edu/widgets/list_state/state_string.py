"""A state as a short string, for links and for `from_state`, and back."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import quote, quote_plus, unquote, unquote_plus

from metrics_edu.language import PRINTED, read_number, refused
from metrics_edu.metrics.validation import HIGHEST_GRADE
from metrics_edu.widgets.list_state.link_limits import check_size
from metrics_edu.widgets.list_state.settings import CHOOSABLE, DEFAULTS, EXPLORED, differing
from metrics_edu.widgets.list_state.state import State, metric_name
from metrics_edu.widgets.list_state.user_lists import Item, UserLists, make_items
from metrics_edu.working.labels import one_line

STATE_VERSION = "1"


def write(state: State) -> str:
    """Write a state as a string: readable, one line, characters that survive a mail or an address bar.

    Examples
    --------
    >>> write(State((UserLists("Ana", (Item("i0", "Gala", 1.0), Item("i1", "Plum", 0.0))),)))
    'v=1&metric=average_precision&user=0&list=Ana:Gala*1,Plum*0'
    """
    positions = {item.id: str(k) for k, item in enumerate(state.user_lists, start=1)}
    chosen = state.chosen if state.is_mean else positions.get(state.chosen or "")
    fields = {"v": STATE_VERSION, "metric": state.metric, "user": state.user}
    fields |= {} if state.tiles == tuple(EXPLORED) else {"tiles": ",".join(state.tiles)}
    fields |= {"chosen": chosen} if chosen else {}
    fields |= {key: quote(str(value), safe="") for key, value in sorted(differing(state.settings).items())}
    lists = [("list", _write_user_lists(user_lists)) for user_lists in state.users]
    return "&".join(f"{key}={value}" for key, value in [*fields.items(), *lists])


def _write_user_lists(user_lists: UserLists) -> str:
    shown, missed = (
        ",".join(f"{quote_plus(item.label)}*{repr(item.grade).removesuffix('.0')}" for item in items)
        for items in (user_lists.shown, user_lists.missed)
    )
    return quote(user_lists.name, safe="") + ":" + shown + ("|" + missed if missed else "")


def is_state(text: str) -> bool:
    """Whether a text begins as a state does; `read` says what is wrong with the rest."""
    return text.strip().startswith("v=")


def read(text: str) -> State:
    check_size(text)
    pairs = [part.partition("=")[::2] for part in text.strip().split("&")]
    users = tuple(_read_user_lists(value) for key, value in pairs if key == "list")
    fields = {key: value for key, value in pairs if key != "list"}
    version, metric, user, chosen = (fields.pop(key, "") for key in ("v", "metric", "user", "chosen"))
    if version != STATE_VERSION or not users:
        raise refused(
            "a state must begin with v={version} and contain list=...; got {value!r}",
            version=STATE_VERSION,
            value=text[:60],
        )
    if metric not in CHOOSABLE:
        allowed = ", ".join(CHOOSABLE)
        raise refused("metric in a state must be one of {allowed}; got {value!r}", allowed=allowed, value=metric)
    if user not in State(users).tabs:
        last = len(users) - 1
        raise refused("user in a state must be 'mean' or from 0 to {last}; got {value!r}", last=last, value=user)
    tiles = tuple(map(metric_name, fields.pop("tiles", ",".join(EXPLORED)).split(",")))
    settings = differing({key: _read_setting(key, unquote(value)) for key, value in fields.items()})
    state = State(users, settings, metric, user, tiles=tiles)
    positions = {} if state.is_mean else {str(k): item.id for k, item in enumerate(state.user_lists, start=1)}
    return replace(state, chosen=(chosen or None) if state.is_mean else positions.get(chosen))


def _read_setting(key: str, text: str) -> str:
    if key not in DEFAULTS:
        raise refused("unknown setting {value!r} in a state", value=key)
    if not isinstance(DEFAULTS[key], str) and read_number(text, PRINTED._replace(has_comma=False)) is None:
        raise refused("{key} in a state must be a number; got {value!r}", key=key, value=text)
    return text


def _read_user_lists(text: str) -> UserLists:
    name, _colon, rest = text.partition(":")
    shown, _bar, missed = rest.partition("|")
    return UserLists(one_line(unquote(name)), _read_items(shown, "i"), _read_items(missed, "m"))


def _read_items(text: str, letter: str) -> tuple[Item, ...]:
    items = text.split(",") if text else []
    labels = [one_line(unquote_plus(item.rpartition("*")[0])) for item in items]
    return make_items(letter, labels, [_grade_in(item, k) for k, item in enumerate(items, start=1)])


def _grade_in(item: str, k: int) -> float:
    grade = read_number(item.rpartition("*")[2])
    if grade is None or not 0 <= grade <= HIGHEST_GRADE:
        raise refused(
            "item {k} of a list in a state must be label*grade, a grade from 0 to {most}; got {value!r}",
            k=k,
            most=HIGHEST_GRADE,
            value=item[:40],
        )
    return grade
