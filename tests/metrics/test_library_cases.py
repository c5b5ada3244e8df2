"""The smallest lists that separate the libraries, with what each released library gave of them (2026).

`library_cases.jsonl` has a list a line (of several queries, their mean): the library with its version and function, and our
measure, convention and parameters. What no parameter expresses is a quirk in `tests/peers/quirks.py`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from metrics_edu import CONVENTIONS, Ranking, measure

CASES = list(map(json.loads, Path(__file__).with_suffix("").with_name("library_cases.jsonl").read_text().splitlines()))
SINGLE_PRECISION = {"keras-rs": 2e-6, "LightFM": 2e-6, "pytorch-ignite": 2e-6, "torchmetrics": 2e-6}
TWO_DECIMALS = 0.005 + 1e-9
NAMED = [
    *("context_precision", "lightgbm", "xgboost", "xgboost@1.7", "quepid", "quepid@8.0", "haystack", "haystack@3.0"),
    *("llama_index", "opensearch", "mlflow", "elasticsearch", "catboost", "keras_rs", "sentence_transformers"),
]


def ranking_of(case: dict[str, Any]) -> Ranking:
    shown, missed = case["shown"], case["missed"]
    if shown and isinstance(shown[0], list):
        return Ranking(shown)
    pool = [grade for grade in [*shown, *missed] if grade > 0]
    ranking = Ranking(shown, pool=pool, catalogue=case.get("catalogue"))
    return ranking.tied(case["scores"]) if "scores" in case else ranking


@pytest.mark.parametrize("case", CASES, ids=[f"{case['id']}-{case['library']}-{case['function']}" for case in CASES])
def test_our_measure_equals_the_library(case: dict[str, Any]) -> None:
    ours = measure(case["measure"], convention=case["convention"], **case["parameters"])
    tolerance = TWO_DECIMALS if "rounded" in case["options"] else SINGLE_PRECISION.get(case["library"], 1e-9)
    theirs = float("nan") if case["value"] is None else case["value"]
    assert ours.mean(ranking_of(case)) == pytest.approx(theirs, abs=tolerance, rel=0, nan_ok=True)


def test_each_of_the_fifteen_conventions_has_cases() -> None:
    assert len(NAMED) == 15
    assert set(NAMED) <= {case["convention"] for case in CASES} & set(CONVENTIONS)


@pytest.mark.parametrize(
    ("text", "shown", "missed", "old", "before", "new", "after"),
    [
        ("AP@3", [1, 1, 1], [1], "xgboost@1.7", 0.75, "xgboost", 1),
        ("P@2", [1], [], "xgboost@1.7", 0.5, "xgboost", 1),
        ("AP", [1, 0, 0], [1, 1], "haystack@3.0", 1, "haystack", 1 / 3),
        ("nDCG@1", [1], [1], "quepid@8.0", 1, "quepid", 0.6131471927654584),
        ("NDCG_CUT@1", [1], [1], None, 1, "quepid", 0.6131471927654584),
    ],
)
def test_a_library_that_changed_has_both_states_by_name(
    text: str, shown: list[int], missed: list[int], old: str | None, before: float, new: str, after: float
) -> None:
    ranking = Ranking(shown, pool=[grade for grade in [*shown, *missed] if grade > 0])
    assert measure(text, convention=old)(ranking) == pytest.approx(before)
    assert measure(text, convention=new)(ranking) == pytest.approx(after)
    assert CONVENTIONS[new].since
    assert CONVENTIONS[old or "quepid@8.0"].group == "old"
