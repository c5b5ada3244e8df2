"""The measures that a Compare shows, each with the settings that it takes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from metrics_edu.language import refused
from metrics_edu.metrics import CONVENTIONS, Measure, Metric
from metrics_edu.metrics.conventions import row_of
from metrics_edu.metrics.measures import DEFAULT
from metrics_edu.metrics.value_and_derivation import ranking_measure
from metrics_edu.widgets.list_state.settings import DEFAULTS, EXPLORED, Settings


def read_measures(spellings: Any, longest: int, settings: Settings) -> list[Measure]:
    settings = dict(settings)
    convention = settings.pop("convention", DEFAULT)
    if spellings is None:
        if (n := settings.pop("n", None)) is None:
            n = max(1, min(longest, DEFAULTS["n"]))
        row = row_of(convention)[0]
        known = isinstance(row, str) and row in CONVENTIONS  # another is rejected below
        defined = CONVENTIONS[row].metrics if known else EXPLORED
        spellings = [
            one.label(n=n) if one.takes_n and not one.reads_whole else one.label()
            for name, one in EXPLORED.items()
            if name in defined
        ]
    if isinstance(spellings, str) or not isinstance(spellings, Iterable) or not (names := list(spellings)):
        raise refused("measures must be a list of names such as ['RR', 'AP@5']; got {value!r}", value=spellings)
    taken: list[dict[str, Any]] = [{} for _name in names]  # as keyword arguments of each measure
    for key, value in settings.items():
        for k in _takers(key, value, [ranking_measure(name).metric for name in names]):
            taken[k][key] = value
    return [
        *dict.fromkeys(
            ranking_measure(name, convention=convention, **own) for name, own in zip(names, taken, strict=True)
        )
    ]


def _takers(key: str, value: Any, metrics: Sequence[Metric]) -> list[int]:
    """Return the places of the metrics that take a setting with this value; if none does, of those that will refuse it."""
    have = [k for k, metric in enumerate(metrics) if key in metric.parameters]
    if not have:
        known = dict.fromkeys(["convention", *(key for metric in metrics for key in metric.parameters)])
        raise refused("unknown setting {value!r}; allowed are {allowed}", value=key, allowed=", ".join(known))
    return [k for k in have if value in metrics[k].choices.get(key, (value,))] or have
