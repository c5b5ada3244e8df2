"""compare: one list under every convention."""

from __future__ import annotations

import re

import pytest
from matplotlib.figure import Figure

from metrics_edu import CONVENTIONS, Ranking, compare, measure
from metrics_edu.metrics.conventions import GROUPS
from metrics_edu.plots.convention_table import draw_conventions

LIST = Ranking.parse("RNRNNRNNNN", relevant=15)
GRADED = Ranking([3, 0, 2, 0, 1, 0, 0, 0, 0, 0], pool=[3, 3, 2, 2, 1, 1])
BATCH = Ranking.from_lists({"u": ["a", "b"], "v": ["c"]}, {"u": ["b"]})


@pytest.mark.parametrize("spelling", ["AP@10", "AP", "nDCG@10", "P@20", "Recall@5", "RR", "Rankscore", "AvgRp"])
@pytest.mark.parametrize("ranking", [LIST, GRADED, BATCH], ids=["binary", "graded", "batch"])
def test_every_value_matches_its_convention(ranking: Ranking, spelling: str) -> None:
    found = compare(spelling, ranking)
    assert {*found.values, *found.undefined} == set(CONVENTIONS)
    for name, value in found.values.items():
        one = measure(spelling, convention=name)
        expected = one.mean(ranking) if ranking.is_batch else one(ranking)
        assert value == pytest.approx(expected, abs=1e-12, nan_ok=True)


def test_conventions_with_the_same_value_share_a_row() -> None:
    rows = compare("AP@10", LIST).rows
    assert rows[0].conventions == (
        "parra",
        "lopes",
        "recbole",
        "implicit",
        "replay",
        "spark_python",
        "xgboost",
        "lightgbm",
        "catboost",
        "sentence_transformers",
    )
    assert [round(row.value, 4) for row in rows] == [0.2167, 0.1444, 0.7222, 0.2167]


def test_conventions_skipping_users_without_relevant_items_differ() -> None:
    found = compare("AP@10", BATCH, ["recommenders_map_at_k", "kaggle"])
    assert found.values == {"parra": 0.25, "recommenders_map_at_k": 0.5, "kaggle": 0.25}
    assert found.rows[1].reason == (
        "A user with no relevant item is left out. The value is not a number; a mean leaves this user out."
    )


def test_a_name_that_changes_its_row_is_in_the_title() -> None:
    both = ["ranx", "ranx_burges"]
    titles = [row.titles for row in compare("nDCG@3", GRADED, conventions=both).rows]
    assert titles == ["Slides: Parra (slides); Search tools: ranx (ranx_burges)", "ranx"]
    assert "ranx_burges" not in compare("AP@3", LIST, conventions=both).text()
    ax = Figure().add_subplot()
    draw_conventions(ax, GRADED, ["nDCG@3"], both)
    assert {"ranx", "ranx (ranx_burges)"} <= {text.get_text() for text in ax.texts}


def test_the_text_shows_value_convention_reason_and_working() -> None:
    assert (
        compare("AP@10", LIST, ["trec_eval", "rectools_divide_by_k", "elliot"]).text()
        == """AP@10

0.2167  Parra (slides)
        divided by min(|R|, 10)
        = (1/1 + 2/3 + 3/6)/10

0.1444  trec_eval
        Divided by |R|, all relevant. Missing a relevant item lowers the value.
        = (1/1 + 2/3 + 3/6)/15

0.2167  RecTools (rectools_divide_by_k)
        Divided by 10, the ranks read. Even a perfect list can stay below 1. Here this changes nothing.
        = (1/1 + 2/3 + 3/6)/10

Not defined by: Elliot."""
    )


def test_a_notebook_shows_a_table_with_value_positions() -> None:
    found = compare("AP@10", LIST)._repr_mimebundle_()
    assert found["text/plain"] == repr(compare("AP@10", LIST))
    html = found["text/html"]
    assert html.count("<tr>") == 5
    assert re.findall(r"left:([\d.]+)%", html) == ["21.7", "14.4", "72.2", "21.7"]
    for row in compare("AP@10", LIST).rows:
        assert f"<b>{row.titles}</b><br>{row.reason}<br>" in html
    assert "left:" not in compare("AP", Ranking.parse("N"), ["lenskit"]).html().split("LensKit")[0].split("Parra")[1]


def test_the_figure_has_one_point_per_row() -> None:
    ax = Figure().add_subplot()
    assert compare("AP@10", LIST).draw(ax) == "AP@10, 4 values from 0.1444 to 0.7222."
    assert [value for line in ax.lines for value in line.get_xdata()] == [
        row.value for row in compare("AP@10", LIST).rows
    ]
    empty = compare("AP@3", Ranking.parse("NNN"), ["lenskit"])
    ax = Figure().add_subplot()
    assert empty.draw(ax) == "AP@3, 2 values from 0 to 0."
    assert len(ax.lines) == 1  # NaN has no point


def test_an_unknown_convention_or_measure_raises_an_error() -> None:
    with pytest.raises(ValueError, match=r"^unknown convention 'treceval' \(did you mean 'trec_eval'\?\); "):
        compare("AP", LIST, ["treceval"])
    with pytest.raises(ValueError, match=r"^unknown measure 'APP'"):
        compare("APP", LIST)


def test_a_row_groups_its_conventions() -> None:
    titles = [row.titles for row in compare("AP@10", LIST).rows]
    assert titles[0] == (
        "Slides: Parra (slides), Lopes (weeks 11 and 12); "
        "Libraries of recommenders: RecBole, implicit, RePlay, Spark (from Python); "
        "Learning to rank: XGBoost, LightGBM, CatBoost; RAG: Sentence Transformers (pyvespa)"
    )
    assert titles[2] == (
        "Learning to rank: scikit-learn; RAG: Context precision (ragas, DeepEval, Mastra); Search tools: TorchMetrics; "
        "Old versions: pyRecLab, DaisyRec, Haystack (before 3.1)"
    )
    assert titles[3] == "LensKit"
    assert {one.group for one in CONVENTIONS.values()} == {*GROUPS}
