"""The values of several runs for the same queries, from evaluations or as numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from metrics_edu.language import _, refused
from metrics_edu.metrics.validation import check_word
from metrics_edu.tables import Evaluation
from metrics_edu.tables.compared_runs import ComparedRuns
from metrics_edu.tables.reading.cell_values import Numbers
from metrics_edu.working.labels import one_line

FEWEST, MOST = 2, 200


@dataclass(frozen=True, eq=False)
class PairedValues:
    """A row of values a run, the baseline first, and a column a query; of evaluations, also these."""

    title: str
    names: Sequence[str]
    queries: Sequence[str]
    ids: Sequence[Any]
    values: Numbers
    evaluations: Sequence[Evaluation]
    measure: str


def read_runs(runs: Any, measure: str | None) -> PairedValues:
    """Return the values of runs by their names: evaluations, or numbers, whose queries are q1, q2, ..."""
    if isinstance(runs, ComparedRuns):
        runs = {runs.baseline: runs.evaluations[runs.baseline]} | runs.evaluations
    if not isinstance(runs, Mapping) or len(runs) < 2:
        raise refused("runs must be two runs or more by their names; got {value}", value=one_line(repr(runs))[:60])
    names = [*map(one_line, runs)]
    if len({*names}) < len(names):
        raise refused("the runs must have different names; got {value}", value=", ".join(names)[:60])
    evaluations = [one for one in runs.values() if isinstance(one, Evaluation)]
    found = [_numbers(one) for one in runs.values() if not isinstance(one, Evaluation)]
    if not found:
        by_id, measure = _of_evaluations(evaluations, measure)
    elif evaluations or len({len(one) for one in found}) > 1:
        raise refused("the runs must all be evaluations, or all as many numbers")
    else:
        by_id = [{f"q{k}": value for k, value in enumerate(one, start=1)} for one in found]
    ids = [key for key in by_id[0] if not any(np.isnan(of_run.get(key, np.nan)) for of_run in by_id)]
    if not FEWEST <= len(ids) <= MOST:
        raise refused(
            "the runs must share from {least} to {most} queries; got {count}", least=FEWEST, most=MOST, count=len(ids)
        )
    values = np.array([[of_run[key] for key in ids] for of_run in by_id])
    mean = evaluations[0].measures[measure].mean_name if evaluations and measure else ""
    title = mean or _("mean {metric}", metric=measure or "").strip()
    return PairedValues(title, names, [*map(one_line, ids)], ids, values, evaluations, measure or "")


def _numbers(values: Any) -> list[float]:
    """Return the values of a run, NaN where there is none."""
    try:
        numbers = np.array([*values], dtype=float)
    except (TypeError, ValueError):
        numbers = np.array(np.inf)
    if numbers.ndim != 1 or np.any(np.isinf(numbers)):
        raise refused("the values of a run must be finite numbers; got {value}", value=one_line(repr(values))[:60])
    return numbers.tolist()  # type: ignore[no-any-return]


def _of_evaluations(found: list[Evaluation], measure: str | None) -> tuple[list[dict[Any, float]], str]:
    first = found[0]
    for one in found[1:]:
        one.compare(first, test="t")  # refuses what cannot be compared
    shared = [name for name in first.measures if all(one.measures.get(name) == first.measures[name] for one in found)]
    name = shared[0] if measure is None and shared else str(measure)
    check_word("measure", name, shared)
    return [dict(zip(one.names, one.values[name].tolist(), strict=True)) for one in found], name
