"""Where one measure meets one ranking, the measure comes first, then the ranking, then the rest."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import pytest
from matplotlib.figure import Figure

from metrics_edu import (
    Ranking,
    average_precision,
    check_metric,
    compare,
    diagnose,
    evaluate,
    explain,
    measure,
    ndcg,
    separates,
)
from metrics_edu.plots import draw_conventions, draw_lists
from metrics_edu.widgets import Compare, Explorer, FadedStepper, IdealList, Inverse, Predict, Stepper

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
SWAPPED: dict[str, tuple[Callable[[], Any], str]] = {
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


@pytest.mark.parametrize("one", ["AP", measure("AP"), average_precision], ids=["name", "measure", "metric"])
def test_explain_takes_a_name_a_measure_or_a_metric(one: Any) -> None:
    assert explain(one, RANKING).value == pytest.approx((1 / 2 + 2 / 3) / 3)
    assert explain(measure=one, ranking=RANKING).value == explain(one, RANKING).value


def test_explain_takes_exactly_one_ranking_and_no_parameter_that_it_would_ignore() -> None:
    for wrong in ((), (RANKING, RANKING)):
        with pytest.raises(ValueError, match=r"^explain takes one ranking after the measure, as in explain\("):
            explain("AP", *wrong)
    for one in (measure("AP@2"), "RMSE"):
        with pytest.raises(ValueError, match=r"takes no parameters here; got n$"):
            explain(one, RANKING, n=1)


def test_keywords_are_measure_and_ranking() -> None:
    assert compare(measure="AP@3", ranking=RANKING, conventions="trec_eval").values["trec_eval"] == pytest.approx(
        7 / 18
    )
    assert diagnose(measure="RR", ranking=RANKING, value=0.5).text == "Right."
    assert (
        IdealList(measure="nDCG@2", ranking=RANKING).value
        == Stepper(measure="nDCG@2", ranking=RANKING).derivation.value
    )


@pytest.mark.parametrize("ranking", [{"NRRN"}, None, {"a": 1}], ids=["set", "none", "mapping"])
def test_compare_and_separates_reject_wrong_data_in_one_sentence(ranking: Any) -> None:
    with pytest.raises(ValueError, match=r"^compare needs a Ranking, such as Ranking\('NRRNR'\); got "):
        compare("AP", ranking)
    with pytest.raises(ValueError, match=r"^separates takes a list of rankings, at least one; got "):
        separates("AP", ranking)


@pytest.mark.parametrize("name", SWAPPED)
def test_swapped_arguments_raise_one_sentence_with_the_right_order(name: str) -> None:
    call, example = SWAPPED[name]
    with pytest.raises(ValueError, match=r"^pass the measure first, as in ") as raised:
        call()
    assert example in str(raised.value)
    assert "NoneType" not in str(raised.value)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("name", ["RMSE", "User coverage"])
@pytest.mark.parametrize(
    "call",
    [
        lambda name: compare(name, RANKING),
        lambda name: draw_conventions(Figure().add_subplot(), RANKING, [name]),
        lambda name: draw_lists(Figure().add_subplot(), {"one": RANKING}, [name]),
        lambda name: evaluate({"u": ["a"]}, {"u": ["a"]}, name),
        lambda name: Compare(RANKING, RANKING, [name]),
        lambda name: Inverse([f"{name} = 0.5"], RANKING),
        lambda name: IdealList(name, RANKING),
    ],
    ids=["compare", "draw_conventions", "draw_lists", "evaluate", "Compare", "Inverse", "IdealList"],
)
def test_a_measure_of_no_ranking_is_refused_with_its_call_where_rankings_are_scored(
    call: Callable[[str], Any], name: str
) -> None:
    refused = r"^((RMSE|User coverage) is not a measure of a ranking: write (rmse|user_coverage)\(|a goal must be)"
    with pytest.raises(ValueError, match=refused):
        call(name)


@pytest.mark.parametrize("widget", [Predict, Stepper, FadedStepper])
def test_a_metric_with_a_convention_is_the_measure_of_its_name(widget: Any) -> None:
    graded = Ranking([3, 0, 1])
    assert repr(widget(ndcg, graded, convention="lopes")) == repr(widget("nDCG", graded, convention="lopes"))
    with pytest.raises(ValueError, match="nope"):
        widget(ndcg, graded, convention="nope")
