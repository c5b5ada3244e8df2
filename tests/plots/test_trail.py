"""The trail: the value of a list with one item at each rank, all of them in one call of the metric."""

from __future__ import annotations

import pytest

from metrics_edu import Ranking, measure
from metrics_edu.examples import apples
from metrics_edu.metrics import Measure
from metrics_edu.plots import draw_trail
from metrics_edu.plots.figure_data import value_trail
from tests.on_axes import on, texts

LISTS = {
    "binary": (Ranking.parse("NRRNR", relevant=7), [0, 1, 1, 0, 1], {"relevant": 7}),
    "graded": (
        Ranking([3, 0, 2, 1], pool=[3, 3, 2, 1], threshold=2),
        [3, 0, 2, 1],
        {"pool": [3, 3, 2, 1], "threshold": 2},
    ),
    "without hits": (Ranking.parse("NNN"), [0, 0, 0], {}),
    "one": (Ranking.parse("R"), [1], {}),
}


@pytest.mark.parametrize("name", LISTS)
@pytest.mark.parametrize("spelling", ["AP", "AP@2", "RR", "P@2", "nDCG@3", "nDCG(gain=linear)", "Rankscore"])
def test_the_trail_is_the_value_of_each_moved_list(spelling: str, name: str) -> None:
    ranking, grades, options = LISTS[name]
    for rank in range(1, len(grades) + 1):
        trail = value_trail(measure(spelling), ranking, rank)
        expected = []
        for k in range(len(grades)):
            moved = [*grades]
            moved.insert(k, moved.pop(rank - 1))
            expected.append(float(measure(spelling)(Ranking(moved, **options))))
        assert trail.by_rank == pytest.approx(expected)
        assert trail.by_rank[rank - 1] == pytest.approx(float(measure(spelling)(ranking)))
        assert trail.top >= max(expected)


def test_all_values_come_from_one_call_of_the_metric(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[Ranking] = []
    call = Measure.__call__
    monkeypatch.setattr(Measure, "__call__", lambda self, ranking: calls.append(ranking) or call(self, ranking))
    value_trail(measure("AP"), Ranking([1, 0] * 100), 3)
    assert [ranking.shown.shape for ranking in calls] == [(200, 200)]


def test_the_figure_has_a_point_at_each_rank_and_a_ring_at_its_own() -> None:
    ax, caption = on(lambda ax: draw_trail(ax, "AP", apples(), 6), figsize=(12, 5))
    curve, ring = ax.lines
    assert list(curve.get_xdata()) == list(range(1, 13))
    assert list(curve.get_ydata()) == list(value_trail(measure("AP"), apples(), 6).by_rank)
    assert (list(ring.get_xdata()), list(ring.get_ydata())) == ([6], [pytest.approx(997 / 1980)])
    assert [text for text in texts(ax.figure) if text == "AP"] == ["AP"]
    assert caption == "AP with this item at each rank: from 0.4758 to 0.6285, and 0.5035 at rank 6."
