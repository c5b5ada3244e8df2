"""State: everything an Explorer shows, as one value, and as a short string that can be read and shared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import quote, unquote

from metrics_edu.language import _
from metrics_edu.metrics import HIGHEST_GRADE, Ranking
from metrics_edu.widgets.explorer.lanes import Item, Lanes
from metrics_edu.working import one_line

MEAN = "mean"
VERSION = "1"


@dataclass(frozen=True)
class State:
    """The lists, the settings that differ from the defaults, the chosen metric, user ("mean": all) and item."""

    users: tuple[Lanes, ...]
    settings: Mapping[str, Any] = field(default_factory=dict)
    metric: str = "average_precision"
    user: str = "0"
    chosen: str | None = None

    @property
    def is_mean(self) -> bool:
        """Whether the mean over the users is shown."""
        return self.user == MEAN

    @property
    def lanes(self) -> Lanes:
        """The lanes of the user that is shown."""
        return self.users[0 if self.is_mean else int(self.user)]

    @property
    def graded(self) -> bool:
        """Whether items have grades, or are just relevant or not."""
        return bool(self.settings.get("graded") == "graded")

    @property
    def threshold(self) -> float:
        """The grade from which an item is relevant."""
        return float(self.settings.get("threshold", 1))

    @property
    def rankings(self) -> tuple[Ranking, ...]:
        """The list of each user."""
        return tuple(map(self.ranking_of, self.users))

    @property
    def ranking(self) -> Ranking:
        """The list of the user that is shown."""
        return self.ranking_of(self.lanes)

    def ranking_of(self, lanes: Lanes) -> Ranking:
        """Return the lanes as a Ranking."""
        return lanes.ranking(self.threshold, binary=not self.graded)

    def put(self, lanes: Lanes) -> State:
        """Return the state with the shown user's lanes changed."""
        k = int(self.user)
        return replace(self, users=(*self.users[:k], lanes, *self.users[k + 1 :]))


def marks_of(*rankings: Ranking) -> dict[str, Any]:
    """Return the settings that tell how the items of lists are marked: just R and N, or grades and a threshold."""
    if all(one.is_binary for one in rankings):
        return {}
    return {"graded": "graded", "threshold": rankings[0].threshold}


def write(state: State) -> str:
    """Write a state as a string: readable, one line, letters that survive a mail or an address bar.

    Examples
    --------
    >>> write(State((Lanes("Ana", (Item("i0", "Gala", 1.0), Item("i1", "Plum", 0.0))),)))
    'v=1&metric=average_precision&user=0&list=Ana:Gala*1,Plum*0'
    """
    place = _place(state)
    settings = [f"{key}={quote(str(value), safe='')}" for key, value in sorted(state.settings.items())]
    lists = ["list=" + _write_lanes(lanes) for lanes in state.users]
    chosen = [f"chosen={place}"] if place else []
    return "&".join([f"v={VERSION}", f"metric={state.metric}", f"user={state.user}", *chosen, *settings, *lists])


def _place(state: State) -> str:
    if state.is_mean:
        return state.chosen or ""
    items = [*state.lanes.shown, *state.lanes.missed]
    return next((str(k) for k, item in enumerate(items, start=1) if item.id == state.chosen), "")


def _write_lanes(lanes: Lanes) -> str:
    lane = [
        ",".join(f"{quote(i.label, safe=' ').replace(' ', '+')}*{repr(i.grade).removesuffix('.0')}" for i in items)
        for items in (lanes.shown, lanes.missed)
    ]
    return quote(lanes.name, safe="") + ":" + lane[0] + ("|" + lane[1] if lane[1] else "")


def is_state(text: str) -> bool:
    """Whether a text begins as a state does; `read` says what is wrong with the rest."""
    return text.strip().startswith("v=")


def read(text: str, defaults: Mapping[str, Any], metrics: tuple[str, ...]) -> State:
    """Read what `write` wrote.

    Raises
    ------
    ValueError
        If it is not such a string; the sentence names the part.
    """
    pairs = [part.partition("=")[::2] for part in text.strip().split("&")]
    found: dict[str, str] = {key: value for key, value in pairs if key != "list"}
    users = tuple(_read_lanes(value) for key, value in pairs if key == "list")
    if found.get("v") != VERSION or not users:
        raise ValueError(
            _("a state begins with v={version} and holds a list=...; got {given!r}", version=VERSION, given=text[:60])
        )
    metric, user = found.get("metric", ""), found.get("user", "")
    if metric not in metrics:
        raise ValueError(
            _("metric in a state must be one of {allowed}; got {given!r}", allowed=", ".join(metrics), given=metric)
        )
    if user not in {MEAN, *map(str, range(len(users)))}:
        raise ValueError(
            _("user in a state must be 'mean' or from 0 to {last}; got {given!r}", last=len(users) - 1, given=user)
        )
    settings = {key: value for key, value in found.items() if key not in ("v", "metric", "user", "chosen")}
    unknown = [key for key in settings if key not in defaults]
    if unknown:
        raise ValueError(_("unknown setting {given!r} in a state", given=unknown[0]))
    state = State(
        users, {key: _value(key, unquote(value), defaults[key]) for key, value in settings.items()}, metric, user
    )
    return replace(state, chosen=_chosen(state, found.get("chosen", "")))


def _value(key: str, text: str, default: Any) -> Any:
    try:
        return type(default)(text) if not isinstance(default, bool) else text == "True"
    except ValueError:
        raise ValueError(_("{key} in a state must be a number; got {given!r}", key=key, given=text)) from None


def _chosen(state: State, place: str) -> str | None:
    if state.is_mean:
        return place or None
    items = [*state.lanes.shown, *state.lanes.missed]
    return next((item.id for k, item in enumerate(items, start=1) if str(k) == place), None)


def _read_lanes(text: str) -> Lanes:
    name, _colon, rest = text.partition(":")
    shown, _bar, missed = rest.partition("|")
    return Lanes(one_line(unquote(name)), _read_items(shown, "i"), _read_items(missed, "m"))


def _read_items(text: str, letter: str) -> tuple[Item, ...]:
    items = []
    for k, part in enumerate(text.split(",") if text else []):
        label, _star, grade = part.rpartition("*")
        try:
            value = float(grade)
            if not 0 <= value <= HIGHEST_GRADE:
                raise ValueError
            items.append(Item(f"{letter}{k}", one_line(unquote(label.replace("+", " "))), value))
        except ValueError:
            raise ValueError(
                _(
                    "item {k} of a list in a state must be label*grade, a grade from 0 to {most}; got {given!r}",
                    k=k + 1,
                    most=HIGHEST_GRADE,
                    given=part[:40],
                )
            ) from None
    return tuple(items)
