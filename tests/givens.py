"""What misconceptions are about, drawn: lists, batches, ratings, runs; and the measures they are taken for."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from metrics_edu.metrics.measures import Measure, measure
from metrics_edu.metrics.ratings import Ratings
from metrics_edu.metrics.registry import REGISTRY
from metrics_edu.metrics.run import Run
from metrics_edu.metrics.spellings import SPELLINGS
from metrics_edu.metrics.value_and_derivation import Data
from metrics_edu.metrics.votes import Votes
from tests.strategies import arguments_of, batches, rankings

SPELLED = {metric: spelling for spelling, (metric, preset) in SPELLINGS.items() if not preset}
RATING = st.integers(2, 10).map(lambda halves: halves / 2)


@st.composite
def ratings(draw: st.DrawFn) -> Ratings:
    rows = draw(st.lists(st.tuples(RATING, RATING, st.sampled_from("abc")), min_size=1, max_size=8))
    predicted, actual, users = zip(*rows, strict=True)
    return Ratings(predicted, actual, users)


@st.composite
def runs(draw: st.DrawFn) -> Run:
    """Users with lists of items and grades; the ids of the test data are now and then text."""
    lists: dict[Any, list[int]] = {}
    judged: dict[Any, dict[Any, float]] = {}
    seen: dict[Any, list[int]] = {}
    as_text = draw(st.booleans())
    for user in range(draw(st.integers(1, 3))):
        lists[user] = draw(st.permutations(range(8)))[: draw(st.integers(0, 8))]
        seen[user] = draw(st.lists(st.integers(0, 8), max_size=3))
        known = draw(st.permutations(range(10)))[: draw(st.integers(0, 7))]
        grades = draw(st.lists(st.integers(0, 3), min_size=len(known), max_size=len(known)))
        judged[user] = {
            str(item) if as_text and item % 2 else item: grade for item, grade in zip(known, grades, strict=True)
        }
    return Run(lists, judged, draw(st.sampled_from([1, 2, 3])), seen)


votes = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=8).map(
    lambda rows: Votes(list(zip(*rows, strict=True)))
)
GIVENS: dict[str, st.SearchStrategy[Data]] = {
    "list": rankings(12),
    "batch": batches(longest=8),
    "ratings": ratings(),
    "run": runs(),
    "votes": votes,
}
KINDS = {"ranking": ("list", "batch", "run"), "rating": ("ratings",), "coverage": ("run",), "agreement": ("votes",)}
"""What the metrics of each kind are computed from."""


def measures_of(name: str) -> st.SearchStrategy[Measure]:
    """A metric with the parameters that can be asked for."""
    metric = REGISTRY[name]
    if metric.kind != "ranking":
        return st.just(Measure(metric))
    return arguments_of(metric).map(lambda drawn: measure(SPELLED[name], **drawn))
