"""Where one measure meets one ranking, the measure comes first, then the ranking, then the rest."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import pytest

from metrics_edu import (
    Ranking,
    check_metric,
    compare,
    diagnose,
    explain,
    separates,
)
from metrics_edu.widgets import Compare, Explorer, FadedStepper, IdealList, Predict, Stepper

RANKING = Ranking.parse("NRRNN", relevant=3)
FIRST_TWO: dict[Callable[..., Any], tuple[str, str]] = {
    explain: ("measure", "ranking"),
    compare: ("measure", "ranking"),
    diagnose: ("measure", "ranking"),
    separates: ("measure", "rankings"),
    check_metric: ("measure", "function"),
    Predict: ("measure", "ranking"),
    Stepper: ("measure", "ranking"),
    FadedStepper: ("measure", "ranking"),
    IdealList: ("measure", "ranking"),
    Explorer: ("ranking", "labels"),
    Compare: ("ranking", "other"),
}
OLDER: dict[str, tuple[Callable[[], Any], str]] = {
    "explain": (lambda: explain(RANKING, "AP@10"), 'explain("AP@10", ranking)'),
    "compare": (lambda: compare(RANKING, "AP@10"), 'compare("AP@10", ranking)'),  # type: ignore[arg-type]
    "diagnose": (lambda: diagnose(0.42, RANKING, "AP@10"), 'diagnose("AP@10", ranking, 0.42)'),  # type: ignore[arg-type]
    "diagnose of text": (lambda: diagnose("0.42", RANKING, "AP@10"), 'diagnose("AP@10", ranking, 0.42)'),
    "separates": (
        lambda: separates([RANKING], "AP@10"),  # type: ignore[arg-type]
        'separates("AP@10", [first, second])',
    ),
    "check_metric": (lambda: check_metric(len, "AP@5"), 'check_metric("AP@5", function)'),  # type: ignore[arg-type]
    "Predict": (lambda: Predict(RANKING, "AP@10"), 'Predict("AP@10", ranking)'),  # type: ignore[arg-type]
    "Stepper": (lambda: Stepper(RANKING, "AP@10"), 'Stepper("AP@10", ranking)'),  # type: ignore[arg-type]
    "FadedStepper": (lambda: FadedStepper(RANKING, "AP"), 'FadedStepper("AP@10", ranking)'),  # type: ignore[arg-type]
    "IdealList": (lambda: IdealList(RANKING, "nDCG"), 'IdealList("nDCG@10", ranking)'),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("function", FIRST_TWO, ids=lambda function: function.__name__)
def test_the_first_arguments_are_the_measure_and_the_ranking(function: Callable[..., Any]) -> None:
    assert tuple(inspect.signature(function).parameters)[:2] == FIRST_TWO[function]


def test_explain_accepts_a_name_a_measure_or_a_metric() -> None:
    assert next(iter(inspect.signature(explain).parameters)) == "measure"
    assert explain("AP@10", RANKING).value == pytest.approx((1 / 2 + 2 / 3) / 3)


@pytest.mark.parametrize("name", OLDER)
def test_the_old_argument_order_raises_and_shows_the_new(name: str) -> None:
    call, example = OLDER[name]
    with pytest.raises(ValueError, match=r"^the measure comes first, as in ") as raised:
        call()
    assert example in str(raised.value)
    assert "NoneType" not in str(raised.value)
    assert "\n" not in str(raised.value)
