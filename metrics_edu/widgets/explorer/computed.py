"""Computed: what an Explorer computes of a state, each thing once. No widget here."""

from __future__ import annotations

from functools import cache
from typing import Any

from metrics_edu.metrics import Measure, Ranking
from metrics_edu.widgets.explorer.settings import DEFAULTS, explored, measure_of
from metrics_edu.widgets.explorer.state import State
from metrics_edu.working import Derivation


class Computed:
    """The settings, the list (or the batch, where the mean is shown), and every metric's measure, value and derivation."""

    def __init__(self, state: State) -> None:
        self.settings: dict[str, Any] = {**DEFAULTS, **state.settings}
        self.ranking = _batch(state) if state.is_mean else state.ranking
        self.measures = {metric.name: measure_of(metric, self.settings) for metric in explored()}
        self.values = {name: _value(one, self.ranking) for name, one in self.measures.items()}
        self.derivation = cache(self._derivation)

    def _derivation(self, metric: str) -> Derivation:
        return self.measures[metric].explain(self.ranking)


def _batch(state: State) -> Ranking:
    return Ranking.batch(state.rankings, [lanes.name for lanes in state.users])


def _value(one: Measure, ranking: Ranking) -> float:
    """Return a value, or the mean; the value of one list is NaN where it is 0/0, whatever that counts as in a mean."""
    if ranking.is_batch:
        return one.mean(ranking)
    skip = {"empty": "skip"} if one.metric.has_empty else {}
    return float(one.metric(ranking, **dict(one.parameters) | skip))
