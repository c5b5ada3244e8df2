"""Explorer: the ranked list with every metric as a tile, the chosen one's derivation and its figure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

import traitlets

from metrics_edu.language import _
from metrics_edu.metrics import METRICS, Metric, Ranking, mean_over_users
from metrics_edu.plots import Bars, Curve, picture, precision_recall_curve, term_bars
from metrics_edu.widgets.explorer.lanes import lanes_of
from metrics_edu.widgets.explorer.ranked_list import RankedList, marks_of
from metrics_edu.widgets.explorer.settings import (
    DEFAULTS,
    EXPLORED,
    LIMITS,
    agreed,
    changed,
    check,
    control,
    controls,
    convention,
    explored,
    options_of,
    reads_n,
)
from metrics_edu.widgets.explorer.state import MEAN, State, read, write
from metrics_edu.widgets.explorer.views import (
    change,
    derivation_view,
    lanes_view,
    terms_of,
    users_view,
    written,
    zeros,
)
from metrics_edu.working import Derivation, one_line


class Explorer(RankedList):
    """Edit ranked lists and watch every metric, its derivation and its figure.

    Parameters
    ----------
    ranking : Ranking, or mapping user -> Ranking
        One list, a batch, or several lists by name (of one threshold).
    labels : sequence of str, or mapping user -> sequence of str, optional
        What the shown items, and after them the missed ones (best first), are called.
    metric : str
        The metric chosen at first: the name of its function, or its symbol ("nDCG").
    **settings
        What differs from the defaults: convention (a name of ``CONVENTIONS``), n (10, or the longest list's length if that
        is less), reads ("all", "n"), half_life, beta, gain, discount, below, ideal, short, exponent, empty ("zero", "skip").

    Raises
    ------
    ValueError
        If a setting or metric is unknown, or the labels are too few.

    Examples
    --------
    >>> Explorer(Ranking.parse("NRRNNRNNNRRR", relevant=6), n=5)
    Explorer('NRRNNRNNNRRR', relevant=6)
    """

    figure = traitlets.Dict().tag(sync=True)
    state_line = traitlets.Unicode().tag(sync=True)

    def __init__(
        self,
        ranking: Ranking | Mapping[str, Ranking],
        labels: Sequence[object] | Mapping[str, Sequence[object]] | None = None,
        *,
        metric: str = "AP",
        **settings: Any,
    ) -> None:
        lists = _lists(ranking)
        names = labels if isinstance(labels, Mapping) else dict.fromkeys(lists, labels)
        users = tuple(lanes_of(one, name, names.get(name)) for name, one in lists.items())
        longest = max(len(lanes.shown) for lanes in users)
        shorter = {"n": longest} if 0 < longest < DEFAULTS["n"] else {}
        common = agreed(check("convention", settings["convention"])) if "convention" in settings else {}
        wanted = _differing({**common, **shorter, **marks_of(*lists.values()), **settings})
        self._begin(State(users, wanted, _metric_name(metric)))

    def _begin(self, state: State) -> None:
        self._with_table = False
        self._values: dict[str, float] = {}
        self._before: dict[str, float] = {}
        self._open(state)

    @classmethod
    def from_state(cls, state: str) -> Explorer:
        """Rebuild an Explorer from its `state`: lists, settings, chosen metric, user and item.

        Raises
        ------
        ValueError
            If the string is not such a state; the sentence names the part that is not.

        Examples
        --------
        >>> e = Explorer(Ranking.parse("NRR", relevant=3), n=2)
        >>> Explorer.from_state(e.state).state == e.state
        True
        """
        explorer = cls.__new__(cls)
        found = read(state, DEFAULTS, EXPLORED)
        found = replace(found, settings=_differing(found.settings))
        for lanes in found.users:
            lanes.ranking(float(found.settings.get("threshold", 1)))
        explorer._begin(found)
        return explorer

    @property
    def state(self) -> str:
        """Everything that is shown, as a short string for `from_state`."""
        return write(self._state)

    @property
    def settings(self) -> dict[str, Any]:
        """Every setting with its value."""
        return {**DEFAULTS, **self._state.settings}

    @property
    def metric(self) -> Metric:
        """The chosen metric."""
        return METRICS[self._state.metric]

    @property
    def derivation(self) -> Derivation:
        """The derivation that is shown."""
        return self._derive(self._whole())

    def _derive(self, ranking: Ranking) -> Derivation:
        return self.metric.explain(ranking, **options_of(self.metric, self.settings))

    def _whole(self) -> Ranking:
        return self._batch() if self._state.is_mean else self.ranking

    def _batch(self) -> Ranking:
        return Ranking.batch(
            [self._ranking(lanes) for lanes in self._state.users], [lanes.name for lanes in self._state.users]
        )

    def _repr_mimebundle_(self, **options: Any) -> Any:
        bundle: Any = super()._repr_mimebundle_(**options)
        return bundle[0] | {"image/svg+xml": picture(self._figure_of(self.derivation))}, bundle[1]

    # what the front end asks for

    def _actions(self) -> dict[Any, Any]:
        own = {"metric": self._choose_metric, "user": self._choose_user, "set": self._set, "table": self._show_table}
        return super()._actions() | own

    def _choose_metric(self, message: dict[str, Any]) -> None:
        if message.get("key") in EXPLORED:
            self._state = replace(self._state, metric=message["key"])

    def _choose_user(self, message: dict[str, Any]) -> None:
        key = str(message.get("key"))
        if key in {MEAN, *map(str, range(len(self._state.users)))}:
            self._state, self._said, self._before = replace(self._state, user=key, chosen=None), "", {}

    def _set(self, message: dict[str, Any]) -> None:
        key = message.get("key")
        if not isinstance(key, str) or key not in DEFAULTS:
            return
        value, by = message.get("value"), message.get("by")
        if isinstance(by, (int, float)) and key in LIMITS:
            low, high, _step = LIMITS[key]
            value = min(max(self.settings[key] + by, low), high)
        value = check(key, value)
        settings = _differing({**self._state.settings, **changed(key, value)})
        if settings != self._state.settings:
            shown = control(key, {**self.settings, key: value})
            word = next(
                (option[1] for option in shown.get("options", ()) if option[0] == value), shown.get("display", "")
            )
            self._commit(replace(self._state, settings=settings), f"{shown['label']}: {word}")

    def _choose(self, message: dict[str, Any]) -> None:
        super()._choose(message)
        self.state_line = self.state
        self._tell(self.derivation, self._cut)

    def _show_table(self, message: dict[str, Any]) -> None:
        self._with_table = bool(message.get("open"))
        self._draw(self.derivation)

    # what the front end shows

    def _value_of(self, metric: Metric, ranking: Ranking) -> float:
        mean = self._state.is_mean
        options = options_of(metric, self.settings) | ({"empty": "skip"} if metric.has_empty and not mean else {})
        value = metric(ranking, **options)
        return float(mean_over_users(value)) if mean else float(value)

    def _update(self) -> None:
        self._follow_language()
        ranking = self._whole()
        self._values = {metric.name: self._value_of(metric, ranking) for metric in explored()}
        derivation = self._derive(ranking)
        self.view = {
            **self._common(),
            "tabs": self._tabs(),
            "tiles": [self._tile(metric) for metric in explored()],
            "convention": convention(self.settings),
            "list": self._list_view(ranking, derivation),
            "derivation": derivation_view(derivation, self._values[self.metric.name]) | self._change(self.metric),
            "settings": controls(self.metric, self.settings, mean=self._state.is_mean),
        }
        self.state_line = self.state
        self._tell(derivation, self._cut)
        self._draw(derivation)

    def _draw(self, derivation: Derivation) -> None:
        head, rows = derivation.table() if self._with_table else ([], [])
        self.figure = asdict(self._figure_of(derivation)) | {"table": {"head": head, "rows": rows}}

    def _figure_of(self, derivation: Derivation) -> Bars | Curve:
        if self._state.is_mean:
            return term_bars(derivation, names=[lanes.name for lanes in self._state.users])
        if self.metric.per_rank == "rel_i":
            return precision_recall_curve(self.ranking, self._cut)
        return term_bars(derivation, missed=zeros(derivation))

    def _list_view(self, ranking: Ranking, derivation: Derivation) -> dict[str, Any]:
        if self._state.is_mean:
            users = [(lanes.name, self._ranking(lanes)) for lanes in self._state.users]
            return users_view(users, derivation, self.metric.label(**options_of(self.metric, self.settings)))
        lanes = self._state.lanes
        return lanes_view(lanes, ranking, self._marks, terms_of(lanes, derivation, self._cut))

    @property
    def _cut(self) -> int | None:
        return self.settings["n"] if reads_n(self.metric, self.settings) else None

    def _tabs(self) -> list[dict[str, Any]]:
        if len(self._state.users) < 2:
            return []
        tabs = [
            {"key": str(k), "label": lanes.name, "selected": self._state.user == str(k)}
            for k, lanes in enumerate(self._state.users)
        ]
        whole = _("Mean of {count}", count=len(tabs))
        return [*tabs, {"key": MEAN, "label": whole, "selected": self._state.is_mean, "mean": True}]

    def _tile(self, metric: Metric) -> dict[str, Any]:
        options = options_of(metric, self.settings)
        name = metric.mean_label(**options) if self._state.is_mean and metric.mean else metric.label(**options)
        value = written(self._values[metric.name])
        about = {"key": metric.name, "name": name, "value": value, "selected": metric.name == self.metric.name}
        return about | self._change(metric)

    def _change(self, metric: Metric) -> dict[str, Any]:
        return change(self._values[metric.name], self._before.get(metric.name))


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


def _metric_name(metric: str) -> str:
    for found in explored():
        if metric and metric in (found.name, found.symbol, found.label(), found.mean):
            return found.name
    allowed = ", ".join(found.label() for found in explored())
    raise ValueError(_("metric must be one of {allowed}; got {given!r}", allowed=allowed, given=metric))


def _differing(settings: Mapping[str, Any]) -> dict[str, Any]:
    for key in settings:
        if key not in DEFAULTS:
            raise ValueError(
                _("unknown setting {given!r}; allowed are {allowed}", given=key, allowed=", ".join(DEFAULTS))
            )
    checked = {key: check(key, value) for key, value in settings.items()}
    return {key: value for key, value in checked.items() if value != DEFAULTS[key]}
