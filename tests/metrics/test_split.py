"""The train and test data are read once, however many runs and misread runs are of them."""

from __future__ import annotations

from collections.abc import ItemsView
from typing import Any

import pytest

from metrics_edu import Run
from metrics_edu.metrics.split import Split
from metrics_edu.metrics.value_and_derivation import as_measure, value_of
from metrics_edu.mistakes.known_mistakes import KNOWN_MISTAKES


class Counted(dict[Any, Any]):
    """A mapping that counts how often it is read."""

    reads = 0

    def items(self) -> ItemsView[Any, Any]:
        self.reads += 1
        return super().items()


def values(run: Run, name: str) -> list[float]:
    measure = as_measure(name)
    return [value_of(measure, run), *(mistake.value(measure, run) for mistake in KNOWN_MISTAKES.values())]


@pytest.mark.parametrize("name", ["AP@2", "nDCG@2", "Item coverage"])
def test_the_data_of_many_runs_are_read_once_for_all_values_and_mistakes(name: str) -> None:
    judged, seen = Counted({"u": {"a": 5, "b": 4, "c": 1}, "v": {"b": 5}}), Counted({"u": ["x"], "v": ["a"]})
    data = Split(judged, threshold=4, seen=seen)
    values(Run.of(data, {"u": ["a", "x", "b"], "v": ["b"]}), name)
    reads = judged.reads, seen.reads
    for lists in ({"u": ["b", "x"], "v": ["a", "c"]}, {"u": [], "v": ["c", "b", "a"]}):
        values(Run.of(data, lists), name)
    assert (judged.reads, seen.reads) == reads


def test_a_run_on_read_data_is_the_run_with_its_own() -> None:
    judged, lists, seen = {7: {"1": 5, "2": 2}, "8": {3: 4}}, {"7": [1, 2, 3], 8: ["3"]}, {7: [3]}
    own, shared = Run(lists, judged, 4, seen), Run.of(Split(judged, 4, seen), lists)
    assert (own.lists, repr(own)) == ({"7": ["1", "2"], "8": ["3"]}, "Run(2 lists, threshold=4)")
    assert (shared.lists, shared.ranking.shown.tolist()) == (own.lists, own.ranking.shown.tolist())
    for name in ("AP@2", "User coverage"):
        assert values(shared, name) == pytest.approx(values(own, name), nan_ok=True)
