"""The law: what a step shows in numbers is Python that gives the step's value, for every metric and convention."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import arguments_of, batches, rankings

from metrics_edu import explain
from metrics_edu.derivation import Derivation
from metrics_edu.metrics import METRICS
from metrics_edu.registry import REGISTRY

NAMES = {name: getattr(math, name) for name in ("log2", "log", "sqrt", "nan", "inf")}
NAMES |= {"min": min, "max": max, "abs": abs, "sum": sum, "__builtins__": {}}

every_metric = pytest.mark.parametrize("metric", METRICS.values(), ids=lambda metric: metric.name)


def holds(derivation: Derivation) -> None:
    assert derivation.steps
    for step in derivation.steps:
        shown = eval(step.numbers, dict(NAMES))
        np.testing.assert_allclose(shown, step.value, rtol=1e-12, atol=1e-12, err_msg=f"{step.symbol} = {step.numbers}")
    assert len({step.symbol for step in derivation.steps}) == len(derivation.steps), "a symbol names one thing"


@every_metric
@given(data=st.data(), ranking=rankings())
def test_every_step_of_a_list_evaluates_to_its_value(metric: Any, data: st.DataObject, ranking: Any) -> None:
    derivation = explain(metric, ranking, **data.draw(arguments_of(metric)))
    holds(derivation)
    for written in (derivation.text(), derivation.tex(), derivation.html()):
        assert written


@every_metric
@given(data=st.data(), batch=batches(), users=st.sampled_from(["all", "with_relevant"]))
def test_every_step_of_a_mean_evaluates_to_its_value(metric: Any, data: st.DataObject, batch: Any, users: str) -> None:
    arguments = data.draw(arguments_of(metric))
    derivation = explain(metric, batch, users=users, **arguments)
    holds(derivation)
    values = np.atleast_1d(metric(batch, **arguments))
    counted = ~np.isnan(values) & (np.asarray(batch.relevant) > 0 if users == "with_relevant" else True)
    expected = sum(values[counted].tolist()) / counted.sum() if counted.any() else math.nan
    assert derivation.value == pytest.approx(expected, abs=1e-12, nan_ok=True)
    for written in (derivation.text(), derivation.tex(), derivation.html()):
        assert written


LISTS = {"u": ["a", "b", "c"], "v": ["a"], "w": []}
ARGUMENTS: dict[str, list[tuple[Any, ...]]] = {
    "user_coverage": [(LISTS, ["u", "v", "w", "x"])],
    "item_coverage": [(LISTS, "abcdefg")],
    "novelty": [(LISTS, {"a": 5, "b": 2, "c": 1, "d": 9}), (LISTS["u"], {"a": 5, "b": 2, "c": 1})],
    "diversity": [(LISTS, {"a": "x", "b": "xy", "c": "z"}), (LISTS["u"], {"a": "x", "b": "xy", "c": "z"})],
}


@pytest.mark.parametrize("name", [name for name, metric in REGISTRY.items() if metric.kind == "coverage"])
def test_every_step_of_coverage_evaluates_to_its_value(name: str) -> None:
    for arguments in ARGUMENTS[name]:
        metric = REGISTRY[name]
        for words in [{}, *({key: word} for key, allowed in metric.choices.items() for word in allowed)]:
            derivation = explain(metric, *arguments, **words)
            holds(derivation)
            assert derivation.value == metric(*arguments, **words)


ratings = st.lists(st.tuples(st.floats(-10, 10), st.floats(0.5, 5)), min_size=1, max_size=30)


@pytest.mark.parametrize("name", [name for name, metric in REGISTRY.items() if metric.kind == "rating"])
@given(pairs=ratings)
def test_every_step_of_a_rating_error_evaluates_to_its_value(name: str, pairs: list[tuple[float, float]]) -> None:
    derivation = explain(REGISTRY[name], *zip(*pairs, strict=True))
    holds(derivation)
    assert derivation.value == pytest.approx(REGISTRY[name](*zip(*pairs, strict=True)), rel=1e-12)


def test_a_wrong_step_would_be_caught() -> None:
    from metrics_edu import Ranking, average_precision

    derivation = explain(average_precision, Ranking.parse("NRR"))
    object.__setattr__(derivation.steps[-1], "value", 0.5)
    with pytest.raises(AssertionError):
        holds(derivation)
