"""State: everything an Explorer shows, as one value, and as a short string; the way back and forth. No widget here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import quote, quote_plus, unquote, unquote_plus

from metrics_edu.language import N_, _, ngettext, refused
from metrics_edu.metrics import HIGHEST_GRADE, Ranking
from metrics_edu.widgets.settings import DEFAULTS, EXPLORED, changed, differing, explored
from metrics_edu.widgets.shared_links import check_size
from metrics_edu.working import isolated, one_line

ALL_USERS = "mean"
STATE_VERSION = "1"
MAX_UNDO = 200

MAX_ITEMS = 1000


@dataclass(frozen=True, slots=True)
class Item:
    id: str
    label: str
    grade: float

    @property
    def called(self) -> str:
        return isolated(self.label)


@dataclass(frozen=True, slots=True)
class Lanes:
    """The items of one user: `shown` in order, rank 1 first, and `missed`, the rest of the pool."""

    name: str
    shown: tuple[Item, ...]
    missed: tuple[Item, ...] = ()
    _rankings: dict[tuple[float, bool], Ranking] = field(default_factory=dict, init=False, repr=False, compare=False)
    """What was made of these items already, by threshold."""

    def __iter__(self) -> Iterator[Item]:
        yield from self.shown
        yield from self.missed

    def ranking(self, threshold: float, *, binary: bool = False) -> Ranking:
        """Return the Ranking of the lanes, always the same one; `binary` makes 1 and 0 of the grades."""
        if (threshold, binary) not in self._rankings:
            self._rankings[threshold, binary] = self._ranking(threshold, binary)
        return self._rankings[threshold, binary]

    def _ranking(self, threshold: float, binary: bool) -> Ranking:
        grades = [item.grade for item in self]
        if binary:
            grades, threshold = [float(grade >= threshold) for grade in grades], 1
        pool = [grade for grade in grades if grade > 0]
        labels = [item.label for item in self.shown]
        ranking = Ranking(grades[: len(labels)], pool, threshold=threshold, items=labels)
        missed = zip(grades[len(labels) :], self.missed, strict=True)
        ranking.missed_items = [item.label for grade, item in sorted(missed, key=lambda pair: -pair[0]) if grade > 0]
        return ranking

    def find(self, id: str | None) -> Item | None:
        return next((item for item in self if item.id == id), None)

    def rank(self, id: str | None) -> int:
        return next((rank for rank, item in enumerate(self.shown, start=1) if item.id == id), 0)

    def put(self, item: Item) -> Lanes:
        shown, missed = ([item if old.id == item.id else old for old in lane] for lane in (self.shown, self.missed))
        return replace(self, shown=tuple(shown), missed=tuple(missed))

    def without(self, id: str) -> Lanes:
        shown, missed = ([item for item in lane if item.id != id] for lane in (self.shown, self.missed))
        return replace(self, shown=tuple(shown), missed=tuple(missed))


def lanes_of(ranking: Ranking, name: str, labels: Iterable[object] | None = None) -> Lanes:
    """Return the lanes of a ranking of one list; what its pool holds beyond the shown grades is missed, the best first.

    Labels become one line of text each.
    """
    grades = ranking.shown.tolist()
    missed = sorted((Counter(filter(None, ranking.pool().tolist())) - Counter(grades)).elements(), reverse=True)
    names = _labels(labels, len(grades), len(missed))
    if not names and ranking.items:
        names = [one_line(item) for item in [*ranking.items, *ranking.missed_items]]
    names = names or [_("Item {k}", k=k) for k in range(1, len(grades) + 1)]
    names += [_("Missed {k}", k=k) for k in range(len(names) - len(grades) + 1, len(missed) + 1)]
    return Lanes(name, _items("i", names, grades), _items("m", names[len(grades) :], missed))


def _items(letter: str, labels: Iterable[str], grades: Iterable[float]) -> tuple[Item, ...]:
    return tuple(Item(f"{letter}{k}", *pair) for k, pair in enumerate(zip(labels, grades, strict=False)))


def _labels(labels: Any, shown: int, missed: int) -> list[str]:
    if labels is None:
        return []
    names = [one_line(label) for label in labels] if isinstance(labels, Iterable) else None
    if names is not None and shown <= len(names) <= shown + missed:
        return names
    given = type(labels).__name__ if names is None else len(names)
    raise ValueError(ngettext("labels must name the {shown} shown item, or all {most} with the missed ones; got {given}",
                              "labels must name the {shown} shown items, or all {most} with the missed ones; got {given}",
                              shown, shown=shown, most=shown + missed, given=given))  # fmt: skip


# of all users


@dataclass(frozen=True)
class State:
    """The lists, the settings that differ from the defaults, the chosen metric, user ("mean": all) and item, the tiles."""

    users: tuple[Lanes, ...]
    settings: Mapping[str, Any] = field(default_factory=dict)
    metric: str = "average_precision"
    user: str = "0"
    chosen: str | None = None
    tiles: tuple[str, ...] = EXPLORED

    @property
    def metrics(self) -> list[str]:
        """The metrics that are shown, in order: the tiles, and the chosen one."""
        return [name for name in EXPLORED if name in self.tiles or name == self.metric]

    @property
    def is_mean(self) -> bool:
        return self.user == ALL_USERS

    @property
    def tabs(self) -> list[str]:
        """What `user` can be."""
        return [*map(str, range(len(self.users))), ALL_USERS]

    @property
    def lanes(self) -> Lanes:
        """The lanes of the user that is shown."""
        return self.users[0 if self.is_mean else int(self.user)]

    @property
    def alone(self) -> State:
        """The list that is shown, without those of the other users."""
        return replace(self, users=(self.lanes,), user="0", chosen=None if self.is_mean else self.chosen)

    @property
    def graded(self) -> bool:
        return bool(self.settings.get("graded") == "graded")

    @property
    def threshold(self) -> float:
        return float(self.settings.get("threshold", 1))

    @property
    def rankings(self) -> tuple[Ranking, ...]:
        return tuple(map(self.ranking_of, self.users))

    @property
    def ranking(self) -> Ranking:
        """The list of the user that is shown."""
        return self.ranking_of(self.lanes)

    def ranking_of(self, lanes: Lanes) -> Ranking:
        return lanes.ranking(self.threshold, binary=not self.graded)

    def put(self, lanes: Lanes) -> State:
        k = int(self.user)
        return replace(self, users=(*self.users[:k], lanes, *self.users[k + 1 :]))


@dataclass(frozen=True)
class Session:
    """The state at the start and now, those before and after it, what the last edit is called, and the values before it."""

    start: State
    state: State
    past: tuple[State, ...] = ()
    future: tuple[State, ...] = ()
    said: str = ""
    before: Any = None
    solution_seen: bool = False

    def at(self, **changes: Any) -> Session:
        return replace(self, state=replace(self.state, **changes))

    def commit(self, state: State, said: str, before: Any) -> Session:
        past = (*self.past[1 - MAX_UNDO :], self.state)
        return replace(self, state=state, past=past, future=(), said=said, before=before)

    def undo(self, before: Any) -> Session:
        return self._go("past", "future", _("undone"), before)

    def redo(self, before: Any) -> Session:
        return self._go("future", "past", _("done again"), before)

    def _go(self, source: str, target: str, said: str, before: Any) -> Session:
        if not getattr(self, source):
            return self
        *rest, state = getattr(self, source)
        left = replace(self.state, user=state.user)  # the way back leads to the same user's tab
        states: Any = {source: tuple(rest), target: (*getattr(self, target), left)}
        return replace(self, state=replace(state, metric=self.state.metric), said=said, before=before, **states)

    def reset(self, before: Any) -> Session:
        if not self.differs:
            return self
        start = replace(self.start, metric=self.state.metric, user=self.state.user)
        return self.commit(start, _("back to the start"), before)

    @property
    def differs(self) -> bool:
        return (self.start.users, self.start.settings) != (self.state.users, self.state.settings)


# what an Explorer begins with


def first_state(ranking: Any, labels: Any, metric: str, tiles: Any, settings: Mapping[str, Any]) -> State:
    lists = _lists(ranking)
    shown = EXPLORED if tiles is None else tuple(map(metric_name, [tiles] if isinstance(tiles, str) else tiles))
    names = labels if isinstance(labels, Mapping) else dict.fromkeys(lists, labels)
    users = tuple(lanes_of(user_list, name, names.get(name)) for name, user_list in lists.items())
    longest = max(len(lanes.shown) for lanes in users)
    shorter = {"n": longest} if 0 < longest < DEFAULTS["n"] else {}
    return State(users, {**shorter, **marks_of(*lists.values()), **changed(settings)}, metric_name(metric), tiles=shown)


def _lists(ranking: Ranking | Mapping[str, Ranking]) -> dict[str, Ranking]:
    named: Any = ranking.items() if isinstance(ranking, Mapping) else [("", ranking)]
    if isinstance(ranking, Ranking) and ranking.users is not None:
        named = [(user, ranking.user(user)) for user in ranking.users]
    lists = {one_line(name): user_list for name, user_list in named}
    if not lists or not all(isinstance(one, Ranking) and not one.is_batch for one in lists.values()):
        raise refused("Explorer takes a Ranking, or a mapping from a user to a Ranking of one list")
    if len(lists) < len(named):
        raise refused("the users of an Explorer must have different names")
    if len({user_list.threshold for user_list in lists.values()}) > 1:
        raise refused("the lists of an Explorer must have one threshold")
    return lists


def marks_of(*rankings: Ranking) -> dict[str, Any]:
    """Return the settings that tell how the items of lists are marked: just R and N, or grades and a threshold."""
    if all(ranking.is_binary for ranking in rankings):
        return {}
    return {"graded": "graded", "threshold": rankings[0].threshold}


def metric_name(metric: Any) -> str:
    for known in explored():
        if metric and metric in (known.name, known.symbol, known.label(), known.mean):
            return known.name
    allowed = ", ".join(known.label() for known in explored())
    raise refused("metric must be one of {allowed}; got {given!r}", allowed=allowed, given=metric)


# a state as a string


def write(state: State) -> str:
    """Write a state as a string: readable, one line, letters that survive a mail or an address bar.

    Examples
    --------
    >>> write(State((Lanes("Ana", (Item("i0", "Gala", 1.0), Item("i1", "Plum", 0.0))),)))
    'v=1&metric=average_precision&user=0&list=Ana:Gala*1,Plum*0'
    """
    places = {item.id: str(k) for k, item in enumerate(state.lanes, start=1)}
    chosen = state.chosen if state.is_mean else places.get(state.chosen or "")
    told = {"v": STATE_VERSION, "metric": state.metric, "user": state.user}
    told |= {} if state.tiles == EXPLORED else {"tiles": ",".join(state.tiles)}
    told |= {"chosen": chosen} if chosen else {}
    told |= {key: quote(str(value), safe="") for key, value in sorted(differing(state.settings).items())}
    lists = [("list", _write_lanes(lanes)) for lanes in state.users]
    return "&".join(f"{key}={value}" for key, value in [*told.items(), *lists])


def _write_lanes(lanes: Lanes) -> str:
    shown, missed = (
        ",".join(f"{quote_plus(item.label)}*{repr(item.grade).removesuffix('.0')}" for item in lane)
        for lane in (lanes.shown, lanes.missed)
    )
    return quote(lanes.name, safe="") + ":" + shown + ("|" + missed if missed else "")


def is_state(text: str) -> bool:
    """Whether a text begins as a state does; `read` says what is wrong with the rest."""
    return text.strip().startswith("v=")


def read(text: str) -> State:
    check_size(text)
    pairs = [part.partition("=")[::2] for part in text.strip().split("&")]
    users = tuple(_read_lanes(value) for key, value in pairs if key == "list")
    fields = {key: value for key, value in pairs if key != "list"}
    version, metric, user, chosen = (fields.pop(key, "") for key in ("v", "metric", "user", "chosen"))
    if version != STATE_VERSION or not users:
        facts = {"version": STATE_VERSION, "given": text[:60]}
        raise refused("a state begins with v={version} and holds a list=...; got {given!r}", **facts)
    if metric not in EXPLORED:
        allowed = ", ".join(EXPLORED)
        raise refused("metric in a state must be one of {allowed}; got {given!r}", allowed=allowed, given=metric)
    if user not in State(users).tabs:
        last = len(users) - 1
        raise refused("user in a state must be 'mean' or from 0 to {last}; got {given!r}", last=last, given=user)
    tiles = tuple(map(metric_name, fields.pop("tiles", ",".join(EXPLORED)).split(",")))
    settings = differing({key: _read_setting(key, unquote(value)) for key, value in fields.items()})
    state = State(users, settings, metric, user, tiles=tiles)
    places = {} if state.is_mean else {str(k): item.id for k, item in enumerate(state.lanes, start=1)}
    return replace(state, chosen=(chosen or None) if state.is_mean else places.get(chosen))


def _read_setting(key: str, text: str) -> Any:
    if key not in DEFAULTS:
        raise refused("unknown setting {given!r} in a state", given=key)
    try:
        return type(DEFAULTS[key])(text)
    except ValueError:
        raise refused("{key} in a state must be a number; got {given!r}", key=key, given=text) from None


def _read_lanes(text: str) -> Lanes:
    name, _colon, rest = text.partition(":")
    shown, _bar, missed = rest.partition("|")
    return Lanes(one_line(unquote(name)), _read_items(shown, "i"), _read_items(missed, "m"))


def _read_items(text: str, letter: str) -> tuple[Item, ...]:
    items = text.split(",") if text else []
    labels = [one_line(unquote_plus(item.rpartition("*")[0])) for item in items]
    return _items(letter, labels, [_grade_in(item, k) for k, item in enumerate(items, start=1)])


def _grade_in(item: str, k: int) -> float:
    try:
        grade = float(item.rpartition("*")[2])
    except ValueError:
        grade = -1.0
    if not 0 <= grade <= HIGHEST_GRADE:
        sentence = N_("item {k} of a list in a state must be label*grade, a grade from 0 to {most}; got {given!r}")
        raise refused(sentence, k=k, most=HIGHEST_GRADE, given=item[:40])
    return grade
