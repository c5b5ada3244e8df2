"""State: everything an Explorer shows, as one value."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from metrics_edu.language import refused
from metrics_edu.metrics import Measure, Ranking
from metrics_edu.metrics.measures import DEFAULT, beside
from metrics_edu.metrics.ranking import OF_RANKING, as_ranking
from metrics_edu.metrics.value_and_derivation import ranking_measure
from metrics_edu.widgets.list_state.settings import CHOOSABLE, DEFAULTS, EXPLORED, Settings, changed
from metrics_edu.widgets.list_state.user_lists import Item, UserLists, user_lists_of
from metrics_edu.working.labels import one_line

ALL_USERS = "mean"


@dataclass(frozen=True)
class State:
    """The lists, the settings that differ from the defaults, the chosen metric, user ("mean": all) and item, the tiles."""

    users: tuple[UserLists, ...]
    settings: Settings = field(default_factory=dict)
    metric: str = "average_precision"
    user: str = "0"
    chosen: str | None = None
    tiles: tuple[str, ...] = tuple(EXPLORED)

    @property
    def content(self) -> object:
        return self.users, self.settings

    def at_place_of(self, other: State) -> State:
        return replace(self, user=other.user)

    def choosing_as(self, other: State) -> State:
        return replace(self, metric=other.metric)

    @property
    def metrics(self) -> list[str]:
        """The metrics that are shown, in order: the tiles, and the chosen one."""
        return [name for name in CHOOSABLE if name in self.tiles or name == self.metric]

    @property
    def is_mean(self) -> bool:
        return self.user == ALL_USERS

    @property
    def tabs(self) -> list[str]:
        """What `user` can be."""
        return [*map(str, range(len(self.users))), ALL_USERS]

    @property
    def user_lists(self) -> UserLists:
        """The lists of the user that is shown."""
        return self.users[0 if self.is_mean else int(self.user)]

    @property
    def alone(self) -> State:
        """The list that is shown, without those of the other users."""
        return replace(self, users=(self.user_lists,), user="0", chosen=None if self.is_mean else self.chosen)

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
        return self.ranking_of(self.user_lists)

    def ranking_of(self, user_lists: UserLists) -> Ranking:
        catalogue = int(self.settings.get("catalogue", 0))
        return user_lists.ranking(self.threshold, binary=not self.graded, catalogue=catalogue)

    def worth_of(self, item: Item) -> float:
        """Return the grade of an item, or 1 or 0 where items are just relevant or not."""
        return item.grade if self.graded else float(item.grade >= self.threshold)

    def put(self, user_lists: UserLists) -> State:
        k = int(self.user)
        return replace(self, users=(*self.users[:k], user_lists, *self.users[k + 1 :]))


def first_state(ranking: Any, labels: Any, measure: str | Measure, tiles: Any, settings: dict[str, Any]) -> State:
    """Return what is shown at first; settings that make a Ranking of a bare list, such as `relevant`, are taken from the others."""
    if "metric" in settings:
        raise refused(
            "{name} has no {key}=: write {call}",
            name="Explorer",
            key="metric",
            call=f"Explorer(ranking, measure={settings['metric']!r})",
        )
    metric, own = _chosen(measure, settings)
    lists = _lists(ranking, taken_ranking("Explorer", settings))
    shown = tuple(EXPLORED) if tiles is None else tuple(map(metric_name, [tiles] if isinstance(tiles, str) else tiles))
    names = labels if isinstance(labels, Mapping) else dict.fromkeys(lists, labels)
    users = tuple(user_lists_of(user_list, name, names.get(name)) for name, user_list in lists.items())
    longest = max(len(user_lists.shown) for user_lists in users)
    shorter = {"n": longest} if 0 < longest < DEFAULTS["n"] else {}
    return State(users, {**shorter, **marks_of(*lists.values()), **changed({**own, **settings})}, metric, tiles=shown)


def taken_ranking(name: str, settings: dict[str, Any]) -> Callable[[Any], Ranking]:
    """Return what makes a Ranking of a bare list, under the options among some settings, which lose them."""
    options = {key: settings.pop(key) for key in OF_RANKING if key in settings and key not in DEFAULTS}
    bare = options | {key: settings[key] for key in ("threshold", "catalogue") if settings.get(key)}
    return lambda given: as_ranking(given, name, **(options if isinstance(given, Ranking) else bare))


def _chosen(measure: str | Measure, settings: dict[str, Any]) -> tuple[str, Settings]:
    """Return the metric of a measure, and the settings that its spelling has: n of "nDCG@5".

    A threshold, as in "P(rel=3)", is put into the settings, since the lists need it.
    """
    found = ranking_measure(measure)
    threshold = {} if found.threshold is None else {"threshold": found.threshold}
    beside(found.name, {**found.parameters, **threshold}, settings)
    settings |= threshold
    own = found.parameters
    if found.convention != DEFAULT:
        own = {"convention": found.convention, **{key: own[key] for key in ("n",) if key in own}}
    reads = {"reads": "n"} if found.metric.reads_whole and "n" in own else {}
    return metric_name(found.metric.name), {**own, **reads}


def _lists(ranking: Any, made: Callable[[Any], Ranking]) -> dict[str, Ranking]:
    given: Any = ranking if isinstance(ranking, Mapping) else made(ranking)
    named = [("", given)]
    if isinstance(given, Mapping):
        named = [(user, made(user_list)) for user, user_list in given.items()]
    elif given.users is not None:
        named = [(user, given.user(user)) for user in given.users]
    lists = {one_line(name): user_list for name, user_list in named}
    if not lists or any(user_list.is_batch for user_list in lists.values()):
        raise refused("Explorer takes a Ranking, or a mapping from a user to a Ranking of one list")
    if len(lists) < len(named):
        raise refused("the users of an Explorer must have different names")
    if len({user_list.threshold for user_list in lists.values()}) > 1:
        raise refused("the lists of an Explorer must have the same threshold")
    return lists


def marks_of(*rankings: Ranking) -> Settings:
    """Return the settings that say how the items of lists are marked, just R and N, or grades and a threshold; the catalogue.

    ValueError of a list with tied scores, which are lost when it is edited.
    """
    if any(ranking.ties for ranking in rankings):
        raise refused("this list has tied scores, and an edited list has none: give the Ranking without tied()")
    sizes = {int(ranking.catalogue) for ranking in rankings if ranking.known_catalogue is not None}
    if len(sizes) > 1:
        raise refused("the lists must have one catalogue; got {value}", value=sorted(sizes))
    size = dict.fromkeys(["catalogue"], *sizes) if sizes else {}
    if all(ranking.is_binary for ranking in rankings):
        return size
    return {**size, "graded": "graded", "threshold": rankings[0].threshold}


def metric_name(metric: Any) -> str:
    for known in CHOOSABLE.values():
        if metric and metric in (known.name, known.symbol, known.label(), known.mean):
            return known.name
    allowed = ", ".join(known.label() for known in CHOOSABLE.values())
    raise refused("metric must be one of {allowed}; got {value!r}", allowed=allowed, value=metric)
