"""The exercises of a Drill: what is drawn at each level, that it distinguishes mistakes, and that no number is frequent."""

from __future__ import annotations

import itertools
from collections import Counter

import numpy as np
import pytest

from metrics_edu import MISCONCEPTIONS, Ranking, separates
from metrics_edu.metrics.value_and_derivation import as_measure
from metrics_edu.mistakes.telling_apart import coinciding
from metrics_edu.practice.tutor import drill_draws
from metrics_edu.practice.tutor.drill_draws import (
    DRILLED,
    FIRST_SEED,
    LEVELS,
    are_apart,
    asks_mean,
    drawn,
    first_showing,
    kinds,
    levels_of,
    name_of,
    numbers,
    parsed,
    shows,
)

SEEDS = range(FIRST_SEED, FIRST_SEED + 2)
BEYOND = {*(f"CUT_{n}" for n in (10, 20, 30, 50, 100)), "CUT_IGNORED", "CUT_PLUS_1"}
"""No list goes on after its cut-off."""
NEVER = {"MAP_ZERO_EMPTY", "MAP_SKIP_UNLISTED", "IDCG_FIRST_N"} | BEYOND


@pytest.mark.long
@pytest.mark.parametrize("metric", ["AP", "nDCG", "F1", "RR", "Rank", "AvgRp@5+10"])
def test_each_level_has_lists_of_its_kind(metric: str) -> None:
    for seed in SEEDS:
        first, second, third = (drawn(metric, level, seed) for level in LEVELS)
        assert {one.measure.metric.label() for one in (first, second, third)} == {metric}
        assert repr(drawn.__wrapped__(metric, 3, seed).data) == repr(third.data)
        (short,) = first.data
        assert isinstance(short, Ranking)
        assert short.is_binary == (metric != "nDCG")
        assert len(second.data) == 2
        assert third.mean == asks_mean(metric, seed)
        if third.mean:
            thresholds = {one.threshold for one in third.data if isinstance(one, Ranking)}
            assert thresholds == {2}
            assert sum(not one.hits().any() for one in third.data if isinstance(one, Ranking)) in (0, 2)
        else:
            assert third.convention != "parra"
            assert are_apart(third, "THRESH_GT") == (metric != "nDCG"), "a gain of the grade itself knows no threshold"
            assert separates(third.measure, third.data)


@pytest.mark.parametrize("metric", ["MAE", "RMSE", "MSE"])
def test_ratings_grow_with_the_level(metric: str) -> None:
    exercises = [drawn(metric, level, SEEDS[0]) for level in LEVELS]
    assert [np.size(one.data[0].actual) for one in exercises] == [3, 5, 8]  # type: ignore[union-attr]
    assert all(separates(metric, one.data) for one in exercises)
    assert kinds(metric) == {False}


@pytest.mark.parametrize("metric", ["AP", "nDCG", "P"])
def test_no_two_mistakes_give_the_same_answers_and_mean(metric: str) -> None:
    exercises = [drawn(metric, 3, seed) for seed in range(FIRST_SEED, FIRST_SEED + 2) if asks_mean(metric, seed)]
    for exercise in exercises:
        same = coinciding(exercise.measure, exercise.parts)
        alone = [pair for pair in same if "+" not in "".join(pair) and "CUT" not in "".join(pair)]
        assert len(alone) <= 1, (exercise.name, alone)


@pytest.mark.long
@pytest.mark.parametrize("metric", ["AP", "MAE"])
def test_every_mistake_visible_on_drawn_lists_can_be_shown(metric: str) -> None:
    name = as_measure(metric).metric.name
    own = {code for code, one in MISCONCEPTIONS.items() if name in one.measures and one.takes != "run"}
    assert {code for code in own if not first_showing(metric, code)} == own & NEVER
    assert not first_showing(metric, "ID_TYPE")


@pytest.mark.long
@pytest.mark.parametrize(("metric", "level"), [("P", 1), ("MAE", 1), ("Rank", 2)])
def test_no_number_is_a_good_guess(metric: str, level: int) -> None:
    values = [round(numbers(drawn(metric, level, FIRST_SEED + k))[0], 3) for k in range(60)]
    assert Counter(values).most_common(1)[0][1] <= 0.22 * len(values)


def test_few_candidates_are_drawn_and_pools_are_short(monkeypatch: pytest.MonkeyPatch) -> None:
    judged = []
    monkeypatch.setattr(drill_draws, "coinciding", lambda *args: judged.append(args) or coinciding(*args))
    for metric, seed in itertools.product(("RR", "nDCG"), SEEDS):
        pools = [one.pool(0) for one in drawn.__wrapped__(metric, 3, seed).data if isinstance(one, Ranking)]
        assert max(pool.size for pool in pools) <= 12 or max(map(max, pools)) == 1, "more grades take too long to read"
    assert len(judged) <= 4 * drill_draws.PAIR_DRAWS / 2


def test_only_level_3_of_the_hit_ratio_is_drilled() -> None:
    assert [metric for metric in DRILLED if levels_of(metric) != LEVELS] == ["HR"]


def test_another_exercise_shows_no_mistake() -> None:
    assert parsed(name_of("AP", 2, FIRST_SEED)) == ("AP", 2, FIRST_SEED)
    assert not shows("04-pair", "AP_DIV_N")
