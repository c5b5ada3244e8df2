"""Explorer: the ranked list with every metric as a tile, the chosen one's derivation and its figure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from types import MappingProxyType
from typing import Any

import traitlets

from metrics_edu.language import _, language
from metrics_edu.metrics import METRICS, Measure, Ranking
from metrics_edu.plots import Bars, Curve, picture, precision_recall_curve, term_bars
from metrics_edu.widgets.explorer.computed import Computed
from metrics_edu.widgets.explorer.first_state import first_state, metric_name
from metrics_edu.widgets.explorer.ranked_list import RankedList
from metrics_edu.widgets.explorer.settings import (
    DEFAULTS,
    EXPLORED,
    LIMITS,
    changed,
    controls,
    convention_line,
    differing,
    said_of,
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
from metrics_edu.widgets.part import Action
from metrics_edu.working import Derivation


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

    Attributes
    ----------
    ranking : Ranking
        The list as it stands now; where the mean is shown, all lists as a batch.
    value : float
        The value of the chosen metric; NaN where it is 0/0. It follows, and cannot be set.
    metric, n, convention : str, int, str
        What is chosen: "AP", 10, "parra".
    settings : mapping
        Every setting with its value; given some of them, it changes these.

        All of these can be observed and linked; to set one is an edit, which can be undone.

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
    controls: Any = traitlets.List().tag(sync=True)
    state_line = traitlets.Unicode().tag(sync=True)
    value = traitlets.Float(read_only=True)
    metric = traitlets.Unicode(read_only=True)
    n = traitlets.Int(read_only=True)
    convention = traitlets.Unicode(read_only=True)
    settings = traitlets.Any(read_only=True)

    def __init__(
        self,
        ranking: Ranking | Mapping[str, Ranking] | State,
        labels: Sequence[object] | Mapping[str, Sequence[object]] | None = None,
        *,
        metric: str = "AP",
        **settings: Any,
    ) -> None:
        self._with_table = False
        state = ranking if isinstance(ranking, State) else first_state(ranking, labels, metric, settings)
        super().__init__(replace(state, settings=differing(state.settings)))

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
        return cls(read(state, DEFAULTS, EXPLORED))

    @property
    def state(self) -> str:
        """Everything that is shown, as a short string for `from_state`."""
        return write(self._state)

    @property
    def measure(self) -> Measure:
        """The chosen metric under the settings: `explorer.measure(explorer.ranking)` is the value."""
        return self._computed.measures[self._state.metric]

    @property
    def derivation(self) -> Derivation:
        """The derivation that is shown."""
        return self._computed.derivation(self._state.metric)

    @property
    def _computed(self) -> Computed:
        state = self._state
        return self._once(lambda: Computed(state), state.users, state.user, state.settings, language())

    @property
    def _values(self) -> dict[str, float]:
        return self._computed.values

    # what a notebook follows and sets

    def _facts(self) -> dict[str, Any]:
        settings = self._computed.settings
        return {
            "ranking": self._computed.ranking,
            "value": self._values[self._state.metric],
            "metric": METRICS[self._state.metric].label(),
            "n": settings["n"],
            "convention": settings["convention"],
            "settings": MappingProxyType(settings),
        }

    def _setters(self) -> dict[str, Action]:
        return super()._setters() | {
            "metric": lambda metric: self._choose_metric({"key": metric}),
            "n": lambda n: self._set_some({"n": n}),
            "convention": lambda name: self._set_some({"convention": name}),
            "settings": self._set_some,
        }

    def _replace(self, ranking: Any) -> None:
        super()._replace(ranking)
        self._session = self._session.at(settings=differing(self._state.settings))

    def _set_some(self, given: Any) -> None:
        if not isinstance(given, Mapping):
            raise ValueError(_("settings are a mapping from names to values; got {given!r}", given=given))
        now = self._computed.settings
        self._change({key: value for key, value in given.items() if key not in now or value != now[key]})

    def _change(self, new: Mapping[str, Any]) -> None:
        settings = differing({**self._state.settings, **changed(new)})
        if settings != self._state.settings:
            said = "; ".join(said_of(key, {**DEFAULTS, **settings}) for key in new)
            self._commit(replace(self._state, settings=settings), said)

    def _repr_mimebundle_(self, **options: Any) -> Any:
        bundle: Any = super()._repr_mimebundle_(**options)
        return bundle[0] | {"image/svg+xml": picture(self._figure_of(self.derivation))}, bundle[1]

    # what the front end asks for

    def _actions(self) -> dict[Any, Any]:
        own = {"metric": self._choose_metric, "user": self._choose_user, "set": self._set, "table": self._show_table}
        return super()._actions() | own

    def _choose_metric(self, message: dict[str, Any]) -> None:
        self._session = self._session.at(metric=metric_name(message.get("key")))

    def _choose_user(self, message: dict[str, Any]) -> None:
        key = str(message.get("key"))
        if key in {MEAN, *map(str, range(len(self._state.users)))}:
            self._session = replace(self._session.at(user=key, chosen=None), said="", before=None)

    def _set(self, message: dict[str, Any]) -> None:
        key = message.get("key")
        if not isinstance(key, str) or key not in DEFAULTS:
            return
        value, by = message.get("value"), message.get("by")
        if isinstance(by, (int, float)) and key in LIMITS:
            low, high, _step = LIMITS[key]
            value = min(max(self._computed.settings[key] + by, low), high)
        self._change({key: value})

    def _choose(self, message: dict[str, Any]) -> None:
        super()._choose(message)
        self.state_line = self.state
        self._tell(self.derivation, self._cut)

    def _show_table(self, message: dict[str, Any]) -> None:
        self._with_table = bool(message.get("open"))
        self._draw(self.derivation)

    # what the front end shows

    def _update(self) -> None:
        super()._update()
        settings, mean = self._computed.settings, self._state.is_mean
        self.controls = controls(METRICS[self._state.metric], settings, mean=mean)
        self.state_line = self.state
        self._tell(self.derivation, self._cut)
        self._draw(self.derivation)

    def _view(self) -> dict[str, Any]:
        now, metric = self._computed, self._state.metric
        return {
            **self._common(),
            "tabs": self._tabs(),
            "tiles": [self._tile(one) for one in now.measures.values()],
            "convention": convention_line(now.settings),
            "list": self._list_view(now.ranking, self.derivation),
            "derivation": derivation_view(self.derivation, now.values[metric]) | self._changed(metric),
        }

    def _draw(self, derivation: Derivation) -> None:
        head, rows = derivation.table() if self._with_table else ([], [])
        self.figure = asdict(self._figure_of(derivation)) | {"table": {"head": head, "rows": rows}}

    def _figure_of(self, derivation: Derivation) -> Bars | Curve:
        if self._state.is_mean:
            return term_bars(derivation, names=[lanes.name for lanes in self._state.users])
        if self.measure.metric.per_rank == "rel_i":
            return precision_recall_curve(self._computed.ranking, self._cut)
        return term_bars(derivation, missed=zeros(derivation))

    def _list_view(self, ranking: Ranking, derivation: Derivation) -> dict[str, Any]:
        state = self._state
        if state.is_mean:
            users = [(lanes.name, one) for lanes, one in zip(state.users, state.rankings, strict=True)]
            return users_view(users, derivation, self.measure.name)
        return lanes_view(state.lanes, ranking, self._marks, terms_of(state.lanes, derivation, self._cut))

    @property
    def _cut(self) -> int | None:
        return dict(self.measure.parameters).get("n")

    def _tabs(self) -> list[dict[str, Any]]:
        if len(self._state.users) < 2:
            return []
        tabs = [
            {"key": str(k), "label": lanes.name, "selected": self._state.user == str(k)}
            for k, lanes in enumerate(self._state.users)
        ]
        whole = _("Mean of {count}", count=len(tabs))
        return [*tabs, {"key": MEAN, "label": whole, "selected": self._state.is_mean, "mean": True}]

    def _tile(self, one: Measure) -> dict[str, Any]:
        key = one.metric.name
        name = one.mean_name if self._state.is_mean and one.metric.mean else one.name
        about = {"key": key, "name": name, "value": written(self._values[key]), "selected": key == self._state.metric}
        return about | self._changed(key)

    def _changed(self, metric: str) -> dict[str, Any]:
        return change(self._values[metric], (self._session.before or {}).get(metric))
