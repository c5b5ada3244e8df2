"""Explorer: the ranked list with every metric as a tile, the chosen one's derivation and its figure."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache, partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, cast

import traitlets
from markupsafe import Markup

from metrics_edu.language import _, language, ngettext, number, refused
from metrics_edu.metrics import METRICS, Measure, Ranking
from metrics_edu.plots.charts import picture
from metrics_edu.plots.figure_data import Bars, Curve, precision_recall_curve, term_bars, value_trail
from metrics_edu.widgets.contract.actions import ExplorerAction
from metrics_edu.widgets.contract.lists import (
    BarFigure,
    CurveFigure,
    Explored,
    ExploredView,
    ExplorerView,
    Tile,
    TrailFigure,
    UserTab,
)
from metrics_edu.widgets.contract.shared import Change, Message
from metrics_edu.widgets.contract.traits import TraitsBesideView
from metrics_edu.widgets.core import still
from metrics_edu.widgets.core.derivation_views import (
    change,
    derivation_view,
    figure_view,
    table_of,
    trail_view,
    written,
    zeros,
)
from metrics_edu.widgets.core.list_views import some, terms_in, user_lists_view, users_view
from metrics_edu.widgets.core.printed import Printed
from metrics_edu.widgets.core.widget import Handler
from metrics_edu.widgets.list_state.controls import all_controls, convention_line, setting_text
from metrics_edu.widgets.list_state.link_limits import shareable
from metrics_edu.widgets.list_state.settings import (
    CHOOSABLE,
    DEFAULTS,
    EXPLORED,
    LIMITS,
    Settings,
    changed,
    differing,
    measure_of,
)
from metrics_edu.widgets.list_state.state import ALL_USERS, State, first_state, metric_name
from metrics_edu.widgets.lists.ranked_list import RankedList
from metrics_edu.working import Derivation
from metrics_edu.working.labels import in_line

if TYPE_CHECKING:
    import numpy.typing as npt

OF_CURVE = {"precision", "recall", "f_measure"}
"""The tiles beside which the curve of precision and recall is drawn: lessons before it have fewer, and see a bar a rank."""


class Computed:
    """What is computed of a state, each thing once: the list (of the mean: the batch), and every metric's measure and value."""

    def __init__(self, state: State) -> None:
        self.settings: Settings = {**DEFAULTS, **state.settings}
        names = tuple(user_lists.name for user_lists in state.users)
        self.ranking = _batch(state.rankings, names) if state.is_mean else state.ranking
        self.measures = {name: measure_of(CHOOSABLE[name], self.settings) for name in (*EXPLORED, *state.metrics)}
        self.values = {name: _value(measure, self.ranking) for name, measure in self.measures.items()}
        self.derivation = cache(lambda metric: self.measures[metric].explain(self.ranking))


@lru_cache(maxsize=16)
def _batch(rankings: tuple[Ranking, ...], names: tuple[str, ...]) -> Ranking:
    """Return the lists as a batch: the same lists are the same object, so that a setting does not notify observers of it."""
    return Ranking.batch(rankings, names)


def _value(measure: Measure, ranking: Ranking) -> float:
    """Return a value, or the mean; the value of one list is NaN where it is 0/0, whatever that counts as in a mean."""
    if ranking.is_batch:
        return measure.mean(ranking)
    skip = {"empty": "skip"} if measure.metric.has_empty else {}
    return float(measure.metric(ranking, **{**measure.parameters, **skip}))


class Explorer(RankedList):
    """Edit ranked lists and watch every metric, its derivation and its figure.

    Parameters
    ----------
    ranking : Ranking, or mapping user -> Ranking
        One list, a batch, or several lists by name (of one threshold).
    labels : sequence of str, or mapping user -> sequence of str, optional
        What the shown items, and after them the missed ones (best first), are called.
    measure : str or Measure
        The metric chosen at first, "nDCG"; a cut-off and parameters, as in "nDCG@5", become settings.
    tiles : sequence of str, optional
        The metrics that are shown, such as those that a lesson has taught; the chosen one is always there. By default all
        but HR, Rank, Rp and AvgRp, which are shown only by choice; AvgRp has the cut-offs 5 and 10.
        The curve of precision and recall is drawn where P, Recall and F1 are all shown; else P and Recall have a bar a rank.
    **settings
        Of a bare list, the `relevant`, `pool` and `missed` of its Ranking. And what differs from the defaults: convention (a
        name of ``CONVENTIONS``), n (10, or the longest list's length if that is less), reads ("all", "n", or "whole": no
        metric has a cut-off), half_life, beta, gain, discount, below, ideal, short, exponent, empty ("zero", "skip").

    Attributes
    ----------
    ranking : Ranking
        The list as it is now; where the mean is shown, all lists as a batch.
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

    ACTIONS = ExplorerAction

    figure = traitlets.Dict(read_only=True).tag(sync=True)
    trail = traitlets.Dict(read_only=True).tag(sync=True)
    controls: Any = traitlets.List(read_only=True).tag(sync=True)
    state_line = traitlets.Unicode(read_only=True).tag(sync=True)
    prediction = traitlets.Dict(read_only=True).tag(sync=True)
    value = traitlets.Float(read_only=True)
    metric = traitlets.Unicode(read_only=True)
    n = traitlets.Int(read_only=True)
    convention = traitlets.Unicode(read_only=True)
    settings = traitlets.Any(read_only=True)

    _opened: Mapping[str, bool] = MappingProxyType({})

    def __init__(
        self,
        ranking: Ranking | npt.ArrayLike | Mapping[str, Ranking | npt.ArrayLike],
        labels: Sequence[object] | Mapping[str, Sequence[object]] | None = None,
        *,
        measure: str | Measure = "AP",
        tiles: Sequence[str] | None = None,
        **settings: Any,
    ) -> None:
        self._begin(self._taken(first_state(ranking, labels, measure, tiles, settings)))

    @classmethod
    def _taken(cls, state: State) -> State:
        return replace(state, settings=differing(state.settings))

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
        return self._once(
            "computed",
            lambda: Computed(state),
            state.users,
            state.user,
            state.settings,
            {*state.metrics} - {*EXPLORED},
            language(),
        )

    @property
    def _values(self) -> dict[str, float]:
        return self._computed.values

    def _facts(self) -> dict[str, object]:
        settings = self._computed.settings
        return {
            "ranking": self._computed.ranking,
            "value": self._values[self._state.metric],
            "metric": METRICS[self._state.metric].label(),
            "n": settings["n"],
            "convention": settings["convention"],
            "settings": MappingProxyType(settings),
        }

    def _setters(self) -> dict[str, Handler]:
        return super()._setters() | {
            "metric": lambda metric: self._do_metric({"key": metric}),
            "n": lambda n: self._set_some({"n": n}),
            "convention": lambda name: self._set_some({"convention": name}),
            "settings": self._set_some,
        }

    def _replace(self, ranking: Any) -> None:
        super()._replace(ranking)
        self._session = self._session.at(settings=differing(self._state.settings))

    def _set_some(self, settings: Any) -> None:
        if not isinstance(settings, Mapping):
            raise refused("settings must map names to values; got {value!r}", value=settings)
        now = self._computed.settings
        self._change({key: value for key, value in settings.items() if key not in now or value != now[key]})

    def _change(self, new: Settings) -> None:
        settings = differing({**self._state.settings, **changed(new)})
        if settings != self._state.settings:
            description = "; ".join(setting_text(key, {**DEFAULTS, **settings}) for key in new)
            self._commit(replace(self._state, settings=settings), description)

    def printed(self) -> Printed:
        users, own = self._state.users, {self.derivation.symbol: self.view["derivation"]["result"]}
        if users[1:]:  # of each list its value: one column cannot be that of all
            worked = [self.measure.explain(ranking) for ranking in self._state.rankings]
            blanks = {f"{user.name}: {one.symbol}": written(one.value) for user, one in zip(users, worked, strict=True)}
            mean = ([self.derivation], own) if self._state.is_mean else ([], {})
            return replace(super().printed(), derivations=worked + mean[0], blanks=blanks | mean[1])
        return replace(
            super().printed(),
            derivations=[self.derivation],
            columns=terms_in(self.view["list"]),
            blanks=own,
        )

    def _caption(self) -> str:
        symbol, users, items = (
            in_line(self.derivation.symbol),
            len(self._state.users),
            len(self._state.user_lists.shown),
        )
        if self._state.is_mean:
            return ngettext("{symbol} of {count} user", "{symbol} of {count} users", users, symbol=symbol)
        return ngettext(
            "{symbol} of a list of {count} item", "{symbol} of a list of {count} items", items, symbol=symbol
        )

    def _still_values(self) -> Iterator[Markup]:
        yield still.paragraph(" · ".join(f"{tile['name']} = {tile['value']}" for tile in self.view["tiles"]))
        figure = self._figure_of(self.derivation)
        yield still.image(picture(figure), figure.caption)

    def _do_metric(self, message: Message) -> None:
        self._session = self._session.at(metric=metric_name(message.get("key")))

    def _do_user(self, message: Message) -> None:
        key = str(message.get("key"))
        if key in self._state.tabs:
            self._session = replace(self._session.at(user=key, chosen=None), description="", before=None)

    def _do_set(self, message: Message) -> None:
        key, value, by = message.get("key"), message.get("value"), message.get("by")
        if not isinstance(key, str) or key not in DEFAULTS:
            return
        if isinstance(by, (int, float)) and key in LIMITS:
            low, high, _step = LIMITS[key]
            value = min(max(round(self._computed.settings[key] + by, 9), low), high)
        self._change({key: value})

    def _do_table(self, message: Message) -> None:
        self._opened = {**self._opened, str(message["do"]): bool(message.get("open"))}
        self._send_changed({"figure": self._figure_view(), "trail": self._trail_view()})

    _do_trail = _do_table

    def _do_predict(self, message: Message) -> None:
        from metrics_edu.widgets.core.predictions import (  # later: it loads the known mistakes
            describe_gap,
            judge_prediction,
        )

        answer, value = str(message.get("answer", "")).strip(), self._values[self._state.metric]
        if math.isnan(value):
            raise refused("{symbol} has no value here, so there is nothing to predict", symbol=self.derivation.symbol)
        right, known = judge_prediction(self.measure, self._computed.ranking, answer)
        sentence = _("That is right.") if right else describe_gap(answer, value, known)
        sentence = f"{sentence} {self.derivation.symbol} = {number(value, fixed=4)}."  # no observer listens to a tile
        self._send_changed(
            {"prediction": {"text": sentence, "right": right, "turn": self.prediction.get("turn", 0) + 1}}
        )

    def _beside_view(self) -> TraitsBesideView:
        chosen, settings = METRICS[self._state.metric], self._computed.settings
        short = any(len(ranking.shown) < settings["n"] for ranking in self._state.rankings)
        make = partial(all_controls, chosen, settings, mean=self._state.is_mean, short=short, without=self._without())
        return {
            **super()._beside_view(),
            "controls": self._once("controls", make, make.args, make.keywords, language()),
            "figure": self._figure_view(),
        }

    def _of_chosen(self) -> TraitsBesideView:
        sentence = self._sentence(self.derivation, self._cut)
        return {"state_line": shareable(self.state), "sentence": sentence, "trail": self._trail_view()}

    def _view(self) -> ExploredView:
        return ExplorerView(**self._common(), screen="explorer", **self._explored())

    def _explored(self) -> Explored:
        now, metric = self._computed, self._state.metric
        return {
            "tabs": self._tabs(),
            "tiles": [self._tile(now.measures[name]) for name in self._state.metrics],
            "convention": self._once(
                "convention", lambda: in_line(convention_line(now.settings)), now.settings, language()
            ),
            "list": users_view(self._state, self.derivation, self.measure)
            if self._state.is_mean
            else user_lists_view(self._state, self._state.user_lists, self.derivation, self._cut),
            "derivation": {**derivation_view(self.derivation, now.values[metric]), **self._changed(metric)},
        }

    def _without(self) -> str:
        """Return the names of the users that have no value, where a mean is shown."""
        if not (self._state.is_mean and METRICS[self._state.metric].has_empty):
            return ""
        pairs = zip(self._state.users, self._state.rankings, strict=True)
        return ", ".join(some([user.name for user, ranking in pairs if self.measure.finds_nothing(ranking)]))

    def _figure_view(self) -> BarFigure | CurveFigure:
        head, rows = table_of(self.derivation) if self._opened.get("table") else ([], [])
        over = [row["term"] for row in self.view["list"]["shown"]] if self._state.is_mean else []  # its bar
        return figure_view(self._figure_of(self.derivation), {"head": head, "rows": rows}, over)

    def _trail_view(self) -> TrailFigure:
        rank, is_list = self._state.user_lists.rank(self._state.chosen), not self._state.is_mean
        if not (self._opened.get("trail") and rank and is_list):
            return cast("TrailFigure", {})  # it is closed
        return trail_view(value_trail(self.measure, self._state.ranking, rank))

    def _figure_of(self, derivation: Derivation) -> Bars | Curve:
        if self._state.is_mean:
            return term_bars(derivation, names=[user_lists.name for user_lists in self._state.users])
        if self.measure.metric.per_rank == "rel_i" and OF_CURVE.issubset(self._state.metrics):
            return precision_recall_curve(self._computed.ranking, self._cut)
        unread = max(len(self._state.user_lists.shown) - self._cut, 0) if self._cut else 0
        return term_bars(derivation, missed=zeros(derivation), unread=unread)

    @property
    def _cut(self) -> int | None:
        return self.measure.parameters.get("n")

    def _tabs(self) -> list[UserTab]:
        state = self._state
        labels = [*(user_lists.name for user_lists in state.users), _("Mean of {count}", count=len(state.users))]
        return [
            {"key": key, "label": label, "mean": key == ALL_USERS, "selected": key == state.user}
            for key, label in zip(state.tabs, labels, strict=True)
            if len(state.users) > 1
        ]

    def _tile(self, measure: Measure) -> Tile:
        key = measure.metric.name
        name = measure.mean_name if self._state.is_mean and measure.metric.mean else measure.name
        value, selected = written(self._values[key]), key == self._state.metric
        return {"key": key, "name": name, "value": value, "selected": selected, **self._changed(key)}

    def _changed(self, metric: str) -> Change:
        return change(self._values[metric], (self._session.before or {}).get(metric))
