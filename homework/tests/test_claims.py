"""The numbers that a student reports: whatever form has one number of a measure is read, and nothing is guessed."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

from homework.tests.homework_cases import PARTS, RIGHT, USERS, answers, grade_of, hand_in, make_course
from metrics_edu.mistakes.written_numbers import read_claim
from metrics_homework import check_submission, read_policy
from metrics_homework.findings import Unusable
from metrics_homework.grading.grade import grade_folder
from metrics_homework.grading.gradebook import Gradebook
from metrics_homework.policy import Policy
from metrics_homework.submission.claims_file import MAX_CLAIMS_BYTES, named_claims, read_claims

MEASURES = "[MAP@10, nDCG@10, Precision@10, Recall@10, RMSE, MAE, Item coverage, MRR@10]"

pytestmark = pytest.mark.usefixtures("in_turn")


@pytest.fixture(scope="module")
def policy(tmp_path_factory: pytest.TempPathFactory) -> Policy:
    path = make_course(tmp_path_factory.mktemp("course"))
    text = path.read_text().replace("length: 3", "length: 10").replace("[MAP@3, nDCG@3, RMSE, Item coverage]", MEASURES)
    path.write_text(text.replace("{MAP@3: 1, nDCG@3: 1}", "{MAP@10: 1, nDCG@10: 1}"))
    return read_policy(path)


def read(folder: Path, text: str, policy: Policy) -> tuple[dict[str, str], set[str]]:
    path = folder / "claims.txt"
    path.write_text(text, "utf-8")
    named, findings = named_claims(read_claims(path, path.name), policy)
    return {title: value for title, value in named.items() if value}, {found.code for found in findings}


NAMES = {
    "MAP@10": [
        "map10",
        "MAP_10",
        "map_at_10",
        "MAP",
        "Mean Average Precision @ 10",
        "**MAP@10**",
        "AP@10",
        "MAP@k (k=10)",
        r"$\text{MAP}@10$",
        "MAP@10 (validación)",
        "Precisión promedio @10",
        "El MAP@10 es",
        "MAP top-10",
        "\u200bMAP@10",
        "Average precision@10 (mean)",
        "mean avg precision@10",
        "Overall mean average precision@10",
        "media de la precisión promedio@10",
        "Mean Average Precision (MAP@10)",
        "Precisión media promedio (MAP@10)",
    ],
    "nDCG@10": [
        "nDCG (k=10)",
        "NDCG 10",
        "ndcg_at_10",
        "NDCG@K=10",
        r"$\mathrm{nDCG}_{10}$",
        "nDCG@10 promedio",
        "ndcg-10",
        "mean normalised discounted cumulative gain@10",
        "normalized DCG@10",
    ],
    "P@10": [
        "Precisión@10",
        "precision",
        "P@10",
        "PRECISION AT 10",
        "Precisio\u0301n@10",
        "precision en 10",
        "average of precision@10",
    ],
    "Recall@10": ["Recall@10 (validación)", "recall_10", "R@10", "Exhaustividad@10"],
    "RMSE": ["rmse", "Raíz del error cuadrático medio", "RMSE (validation set)", "Root Mean Squared Error"],
    "MAE": ["Error absoluto medio", "mean absolute error"],
    "Item coverage": ["Cobertura de ítems", "coverage", "item_coverage", "Cobertura de catálogo", "Item coverage@10"],
    "MRR@10": ["mean reciprocal rank@10", "RR", "mrr_at_10", "Rango recíproco medio @10"],
}


@pytest.mark.parametrize("title", NAMES)
def test_a_measure_is_read_by_the_names_that_people_write(tmp_path: Path, policy: Policy, title: str) -> None:
    for name in NAMES[title]:
        for text in (json.dumps({name: 0.25}), f"{name},0.25\n", f"{name}: 0.25\n"):
            assert read(tmp_path, text, policy)[0] == {title: "0.25"}, text


@pytest.mark.parametrize(
    "name",
    [
        "MAP@20",
        "MAP@10 train",
        "AUC",
        "User coverage",
        "HitRate@10",
        "svd",
        "F1@10",
        "MAP@10 std",
        "precision avg@10",
        "promedio precisión@10",
        "p-value",
        "Valor p",
        "Precision (Recall@10)",
        "mean average recall@10",
        "mean average rank@10",
        "normalized discounted gain@10",
    ],
)
def test_another_measure_is_not_read(tmp_path: Path, policy: Policy, name: str) -> None:
    assert read(tmp_path, json.dumps({name: 0.25}), policy) == ({}, {"UNKNOWN_CLAIM"})


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("Precision@10", ""),
        ("Precisión@10", ""),
        ("Average precision@10 (mean)", "CLAIM_READ"),
        ("coverage", "CLAIM_READ"),
        ("Precisión media@10", "CLAIM_READ"),
    ],
)
def test_only_a_name_that_needs_a_rule_is_shown_again(tmp_path: Path, policy: Policy, name: str, code: str) -> None:
    assert read(tmp_path, json.dumps({name: 0.25}), policy)[1] == {code} - {""}


SHAPES = [
    '{"MAP@10": 0.25, "RMSE": "0,9"}',
    '{"results": {"validation": {"MAP@10": 0.25, "RMSE": "0,9"}, "train": {"MAP@10": 0.7, "RMSE": 0.1}}}',
    '[{"metric": "MAP@10", "value": 0.25}, {"metric": "RMSE", "value": "0,9"}]',
    '[{"name": "MAP", "k": 10, "value": 0.25, "std": 0.1}, {"name": "RMSE", "k": null, "value": "0,9"}]',
    '{"MAP": {"10": 0.25, "20": 0.3}, "RMSE": ["0,9"]}',
    '{"metric": ["MAP@10", "RMSE"], "value": ["0.25", "0,9"]}',
    '{"metric": {"0": "MAP@10", "1": "RMSE"}, "value": {"0": 0.25, "1": "0,9"}}',
    '{"MAP@10": {"mean": 0.25, "std": 0.01}, "RMSE": {"value": "0,9"}}',
    "{'MAP@10': 0.25, 'RMSE': '0,9'}",
    "MAP@10;RMSE\n0.25;0,9\n",
    "modelo;MAP@10;RMSE\nsvd;0.25;0,9\n",
    ";metric;value\n0;MAP@10;0.25\n1;RMSE;0,9\n",
    "métrica;k;valor\nMAP;10;0.25\nRMSE;;0,9\n",
    "métrica;validación;test\nMAP@10;0.25;0,3\nRMSE;0,9;1\n",
    "# Resultados\n\n| Métrica | Valor |\n|---|---:|\n| **MAP@10** | 0.25 |\n| `RMSE` | 0,9 |\n",
    "Mis resultados\n\n- MAP@10: 0.25\n- RMSE: 0,9\n",
    "MAP@10 = 0.25\nRMSE = 0,9\n",
    "MAP@10   0.25\nRMSE     0,9\n",
]


@pytest.mark.parametrize("text", SHAPES)
def test_numbers_are_read_from_the_shapes_that_programs_write(tmp_path: Path, policy: Policy, text: str) -> None:
    assert read(tmp_path, text, policy)[0] == {"MAP@10": "0.25", "RMSE": "0,9"}


ONE_NUMBER = [
    # other cut-offs, data and systems are beside it
    "k,MAP,nDCG\n10,0.25,0.3\n5,0.9,0.8\n",
    "k;MAP\n10.0;0.25\n5.0;0.9\n",
    ";5;10\nMAP;0.9;0.25\n",
    "| Métrica | @5 | @10 |\n|---|---|---|\n| MAP | 0.9 | 0.25 |\n",
    '{"results": [{"k": 5, "MAP": 0.9}, {"k": 10, "MAP": 0.25}]}',
    '{"MAP": [{"k": 5, "value": 0.9}, {"k": 10, "value": 0.25}]}',
    '{"k": [5, 10], "MAP": [0.9, 0.25]}',
    '{"5": {"MAP": 0.9}, "10": {"MAP": 0.25}}',
    "k=5\nMAP=0.9\nk=10\nMAP=0.25\n",
    "{'val': {'MAP@10': 0.25}, 'train': {'MAP@10': 0.9}}",
    "{'val': {'MAP@10': '0.25', 'k': None}, 'train': {'MAP@10': np.float64(0.9)}}",
    '{"test": {"MAP@10": 0.9}, "validation": {"MAP@10": 0.25}}',
    '{"random": {"MAP@10": 0.9}, "svd": {"MAP@10": 0.25}}',
    "modelo,MAP@10\nrandom,0.9\nsvd,0.25\n",
    "split,metric,value\ntrain,MAP@10,0.9\nval,MAP@10,0.25\n",
    "# Train\nMAP@10: 0.9\n# Validación\nMAP@10: 0.25\n",
    "# Train\nMAP@10: 0.9\n# Resultados\nMAP@10: 0.25\n",
    "[train]\nMAP@10=0.9\n[validation]\nMAP@10=0.25\n",
    "train:\n  MAP@10: 0.9\nvalidation:\n  MAP@10: 0.25\n",
    '{"metric": ["MAP@10", "nDCG@10"], "train": [0.9, 0.8], "val": [0.25, 0.1]}',
    '{"MAP@10": {"0": 0.25}, "split": {"0": "val"}}',
    '{"n": 943, "MAP@10": 0.25}',
    '{"metric": "MAP", "results": [{"k": 5, "value": 0.9}, {"k": 10, "value": 0.25}]}',
    '{"objective": "MAP@10", "results": {"MAP@10": 0.25}}',
    # other forms
    '{"test": {"MAP@10": 0.25}}',
    "métrica,SVD\nMAP@10,0.25\n",
    "1. MAP@10 = 0.25\n2. tiempo = 3 s\n",
    '```json\n{"MAP@10": 0.25}\n```\n',
    '# Resultados\n```json\n{"train": {\n"MAP@10": 0.9},\n"val": {"MAP@10": 0.25}}\n```\n',
    "```\nMAP@10: 0.25\n```\n",
    '{"MAP@10": 0.25}\n{"nDCG@10": 0.1}\n',
    "{'k': 5, 'MAP': 0.9}\n{'k': 10, 'MAP': 0.25}\n",
    "MAP@10=0.25;nDCG@10=0.1\n",
    "MAP@10=0.25, nDCG@10=0.1\n",
    "Métrica & Valor \\\\ \\hline\nMAP@10 & 0.25 \\\\\nnDCG@10 & 0.1 \\\\\n",
    "    metric  value\n0   MAP@10   0.25\n1  nDCG@10   0.10\n",
    "   MAP@10  nDCG@10\n0    0.25      0.1\n",
    "MAP@10     0.25\nnDCG@10    0.10\ndtype: float64\n",
    "┌────────┬───────┐\n│ metric ┆ value │\n╞════════╪═══════╡\n│ MAP@10 ┆ 0.25  │\n└────────┴───────┘\n",
    '{"columns": ["metric", "value"], "index": [0], "data": [["MAP@10", 0.25]]}',
    "Metric: MAP\nk: 10\nValue: 0.25\n",
    "     MAP  nDCG\nk\n5   0.90  0.80\n10  0.25  0.10\n",
    "Train\nTop 5\nMAP: 0.9\nTop 10\nMAP: 0.8\nValidación\nTop 10\nMAP: 0.25\n",
    "Mejor métrica: MAP\nMAP@10: 0.25\n",
    '{"config": {"k": 10}, "metrics": {"MAP": 0.25}}',
    '{"params": {"k": 40}, "metrics": {"MAP@10": 0.25}}',
    '{"MAP@10": {"n": 943, "mean": 0.25}}',
    '{"MAP@10": {"val": {"n": 943, "mean": 0.25}}}',
    '# Train\n```json\n{"MAP@10": 0.9}\n```\n# Validación\n```json\n{"MAP@10": 0.25}\n```\n',
    "{5: {'MAP': 0.9}, 10: {'MAP': 0.25}}",
    "resultados = {'MAP@10': 0.25}",
    "OrderedDict([('MAP@10', 0.25), ('nDCG@10', 0.1)])",
    "defaultdict(<class 'float'>, {'MAP@10': 0.25})",
    "#,metric,value\n1,nDCG@10,0.1\n2,MAP@10,0.25\n",
    ",MAP@10\ncount,943\nmean,0.25\nstd,0.3\nmin,0\n25%,0\n50%,0.1\n75%,0.5\nmax,1\n",
    "| | Train | Val |\n|---|---|---|\n| MAP@10 | 0.9 | 0.25 |\n",
    "nDCG@10 & 0.1 \\\\ MAP@10 & 0.25 \\\\",
    "Random Forest\nMAP@10 = 0.25\n",
    '{"min_rating_4": {"MAP@10": 0.25}}',
    '{"model": "SVD (random_state=42)", "MAP@10": 0.25}',
    "a) nDCG@10: 0.1\nb) MAP@10: 0.25\n",
]


@pytest.mark.parametrize("text", ONE_NUMBER)
def test_the_only_number_of_a_measure_is_read(tmp_path: Path, policy: Policy, text: str) -> None:
    assert read(tmp_path, text, policy)[0].get("MAP@10") == "0.25"


NOT_OF_THE_MEASURE = [
    # one user, a part, a limit
    "user,MAP@10\nu1,0.9\n",
    "epoch,MAP@10\n1,0.9\n",
    "MAP@10 <= 0.9\n",
    # another cut-off
    '{"top5": {"MAP": 0.9}}',
    '{"k": 5, "MAP": 0.9}',
    '{"k": [5], "MAP": 0.9}',
    '{"5": {"MAP": 0.9}}',
    '{"results_5": {"MAP": 0.9}}',
    '{"topk": 5, "metrics": {"MAP": 0.9}}',
    '{"MAP@10": {"k": 5, "value": 0.9}}',
    "k,MAP\n5,0.9\n",
    "métrica;5\nMAP;0.9\n",
    "      5\nMAP  0.9\n",
    "k = 5\nMAP = 0.9\n",
    "Top 5\nMAP: 0.9\n",
    "# Resultados (k = 5)\nMAP: 0.9\n",
    "Metric: MAP\nk: 5\nValue: 0.9\n",
    # other data, another system, or the spread
    '{"random": {"MAP@10": 0.9}}',
    "{'train': {'MAP@10': 0.9}}",
    '{"svdTrain": {"MAP@10": 0.9}}',
    '{"MAP@10": 0.9, "split": "train"}',
    '{"metric": "MAP@10", "train": 0.9}',
    '{"MAP@10": {"value": 0.9, "split": "train"}}',
    "métrica,train\nMAP@10,0.9\n",
    "métrica,train\nMAP@10,0,9\n",
    "métrica,std\nMAP@10,0.9\n",
    "modelo,MAP@10\nrandom,0.9\n",
    "Entrenamiento:\n- MAP@10: 0.9\n",
    "# Train\n## Métricas\nMAP@10: 0.9\n",
    "[train]\nMAP@10=0.9\n",
    "# Train\n## k = 10\nMAP: 0.9\n",
    '{"top5": {"a": {"b": {"c": {"d": {"e": {"MAP": 0.9}}}}}}}',
    "Train\nTop 10\nMAP: 0.9\n",
    "Train\nValores:\nMAP@10: 0.9\n",
    "top5:\n  val:\n    MAP: 0.9\n",
    "     MAP  nDCG\nk\n5   0.90  0.80\n",
    '{"config": {"k": 5}, "MAP": 0.9}',
    '{"metrics": {"MAP": 0.9}, "settings": {"top_k": 5}}',
    '[{"metric": "MAP", "params": {"k": 5}, "score": 0.9}]',
    '{"list_length": 5, "MAP": 0.9}',
    '{"MAP": 0.9, "comment": "top 5"}',
    "métrica@5,valor\nMAP,0.9\n",
    "Resultados con corte 5\nMAP: 0.9\n",
    "MAP    0.9\nnDCG   0.8\nName: 5, dtype: float64\n",
    "MAP@10    0.9\nnDCG@10   0.8\nName: train, dtype: float64\n",
    '{"ideal": {"MAP@10": 0.9}}',
    '[["train", {"MAP@10": 0.9}]]',
    "OrderedDict([('train', {'MAP@10': 0.9})])",
    '# Train\n```json\n{"MAP@10": 0.9}\n```\n',
    'k = 5\n\n```\n{"MAP": 0.9}\n```\n',
    '{"split": "datos de entrenamiento", "MAP@10": 0.9}',
    "métrica\t5\nMAP\t0.9\n",
    "## 5\n- MAP: 0.9\n",
    "--- 5 ---\nMAP: 0.9\n",
    '{"cross-validation": {"MAP@10": 0.9}}',
    '{"weighted avg": {"MAP@10": 0.9}}',
    "métrica,delta\nMAP@10,0.9\n",
    # another key, or the mean of another measure
    '{"objective": "MAP@10", "epochs": 20}',
    '{"metric": "MAP", "results": [{"k": 5, "value": 0.9}, {"k": 20, "value": 0.8}]}',
    '{"average": {"precision": 0.9}}',
]


@pytest.mark.parametrize("text", NOT_OF_THE_MEASURE)
def test_a_number_of_something_else_is_not_read(tmp_path: Path, policy: Policy, text: str) -> None:
    named, codes = read(tmp_path, text, policy)
    assert "MAP@10" not in named
    assert named or "UNKNOWN_CLAIM" in codes


def test_a_long_number_keeps_its_exponent(tmp_path: Path, policy: Policy) -> None:
    claim = read_claim(read(tmp_path, f"MAP@10: 1.{'1' * 70}e-5\n", policy)[0]["MAP@10"])
    assert claim is not None
    assert claim.value == pytest.approx(1.1111e-5, rel=1e-3)


@pytest.mark.parametrize(
    "text",
    [
        '{"MAP@10": 0.25, "MAP@10": 0.3}',
        '{"MAP@10": 0.25, "map_at_10": 0.3}',
        '{"svd": {"MAP@10": 0.25}, "knn": {"MAP@10": 0.3}}',
        "modelo,MAP@10\nsvd,0.25\nknn,0.3\n",
        '{"A": {"MAP@10": 0.25}, "B": {"MAP@10": 0.3}}',
        "{'MAP@10': 0.25, 'MAP@10': 0.3}",
    ],
)
def test_of_two_numbers_none_is_read(tmp_path: Path, policy: Policy, text: str) -> None:
    assert read(tmp_path, text, policy) == ({}, {"TWO_CLAIMS"})
    assert read(tmp_path, text.replace("0.3", "0.25"), policy)[0] == {"MAP@10": "0.25"}, "they are the same"


def test_a_name_of_two_measures_names_both(tmp_path: Path, policy: Policy) -> None:
    both = policy.model_copy(update={"measures": ["MAP@10", "MAP@5"]})
    for name in ("by_title", "_titles_of"):
        vars(both).pop(name, None)
    with pytest.raises(ValueError, match=r"'map' could be MAP@10, MAP@5"):
        both.measure_called("map")
    assert both.measure_called("map_at_5") == "MAP@5"


@pytest.mark.parametrize(
    "text",
    [
        "Cobertura de ítems (%);12,5\nMAP@10;25",
        "métrica;valor (%)\nCobertura de ítems;12,5\nMAP@10;25\n",
        '{"Item coverage": {"%": "12,5"}, "MAP@10 (%)": 25}',
    ],
)
def test_a_percentage_may_be_in_the_name(tmp_path: Path, policy: Policy, text: str) -> None:
    assert read(tmp_path, text, policy)[0]["Item coverage"] == "12,5 %"


@pytest.mark.parametrize("text", ["MAP@10;1;2\n", "MAP@10 & 0 & 1 \\\\", "MAP@10\t0\t25\n", "| MAP@10 | 0 | 25 |\n"])
def test_two_cells_are_no_decimal_comma(tmp_path: Path, policy: Policy, text: str) -> None:
    assert read_claim(read(tmp_path, text, policy)[0].get("MAP@10", "")) is None


HOSTILE = [
    "a,1\n" * 45_000,
    "MAP@10," * 28_000,
    "MAP@10 " * 28_000,
    '{"MAP@10": "%s"}' % ("1" * 190_000),
    '{"MAP@10": %s}' % ("1" * 190_000),
    '{"%s": 1}' % ("@10 " * 45_000),
    '{"%s": 1}' % ("_" * 190_000),
    '{"a":' * 30_000,
    "[" * 190_000,
    "{'" + "','" * 60_000,
    "|" * 190_000,
    "\n" * 190_000,
    "a" + " " * 190_000 + "b c",
    "```\n" * 45_000,
    "{" + ", " * 90_000,
    "train top 5\n" * 15_000,
    "a" * 190_000 + " = (",
    "[(" + "]" * 190_000,
    "{" + ")} " * 60_000,
    "{" + "(5, " * 45_000 + "}",
    "Name: 5, dtype: f\n" * 10_000,
    "".join(f'{{"a{k}": {{"k": 5, "b": ' for k in range(300)) + "1" + "}}" * 300,
    '{"AUC": 1, ' + ", ".join(f'"a{k}": {{"k": {k}}}, "b{k}": {k % 99}' for k in range(900)) + "}",
    '{"AUC": 1, ' + ", ".join(f'"a{k}": "train {k}", "b{k}": {k % 99}' for k in range(900)) + "}",
    "-" * 190_000,
    '{"MAP@10": "%s"}' % ("(" * 190_000),
    '{"MAP@10": "%s"}' % ("1,111" * 30),
    "{" + ",".join(f'"measure {k}": {k}' for k in range(950)) + "}",
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_a_hostile_file_costs_no_more_than_its_size(tmp_path: Path, policy: Policy, text: str) -> None:
    assert len(text) <= MAX_CLAIMS_BYTES
    start = time.process_time()
    try:
        named, codes = read(tmp_path, text, policy)
    except Unusable:
        named, codes = {}, {"UNREADABLE"}
    assert codes <= {"UNREADABLE", "UNKNOWN_CLAIM"}
    assert not named or "1" in named["MAP@10"] or read_claim(named["MAP@10"]) is None
    assert time.process_time() - start < 10


def test_an_odd_value_is_no_number(tmp_path: Path) -> None:
    policy = read_policy(make_course(tmp_path / "course"))
    for value in ("NaN", "Infinity", "null", "[]", "[0.1, 0.2]"):
        claims = f'{{"MAP@3": {value}, "nDCG@3": 0.5}}'
        own = hand_in(tmp_path / "in", f"value {value}", ranking=RIGHT, claims=claims)
        found = check_submission(own, policy)
        judged = {one.title: one.code for one in found.claims}["MAP@3"]
        assert judged == ("not_attempted" if value == "null" else "unreadable"), value


# What a class loses

CLAIMS = {"MAP@3": 0.5, "nDCG@3": 0.5}
FILES: dict[str, tuple[dict[str, Any], str]] = {
    # the files of a submission, and why a human has to look, or ""
    "all": ({"claims": CLAIMS}, ""),
    "no claims file": ({}, "NO_NUMBER"),
    "claims.txt": ({"claims.txt": "MAP@3: 0.5\nnDCG@3: 0.5"}, ""),
    "claims.json.txt": ({"claims.json.txt": json.dumps(CLAIMS)}, ""),
    "Claims.JSON": ({"Claims.JSON": json.dumps(CLAIMS)}, ""),
    "results.json": ({"results.json": json.dumps(CLAIMS)}, ""),
    "results.json and a text": ({"results.json": json.dumps(CLAIMS), "readme.md": "Mi tarea: 1 archivo"}, ""),
    "the train data in another file": ({"results_train.json": json.dumps(CLAIMS)}, "NO_NUMBER"),
    "two others": ({"results.json": json.dumps(CLAIMS), "final.json": json.dumps({"MAP@3": 0.6})}, "NO_NUMBER"),
    "a name that is not read": ({"claims": {"AUC": 0.5, "nDCG@3": 0.5}}, "NO_NUMBER"),
    "a measure left out": ({"claims": {"nDCG@3": 0.5}}, "NO_NUMBER"),
    "another cut-off": ({"claims": {"top5": {"MAP": 0.5}, "nDCG@3": 0.5}}, "NO_NUMBER"),
    "the train data": ({"claims": {"train": {"MAP@3": 0.5}, "nDCG@3": 0.5}}, "NO_NUMBER"),
    "null": ({"claims": {"MAP@3": None, "nDCG@3": 0.5}}, "NO_NUMBER"),
    "no number": ({"claims": {"MAP@3": "0.5 o 0.6", "nDCG@3": 0.5}}, "NUMBER_UNREAD"),
    "words beside a number": ({"claims.csv": "MAP@3: 0.5 puntos\nnDCG@3: 0.5 puntos"}, "NUMBER_UNREAD"),
    "two numbers": ({"claims": {"MAP@3": 0.5, "map": 0.6, "nDCG@3": 0.5}}, "NO_NUMBER"),
    "no exercise": ({"claims": CLAIMS, "exercise": None}, "NO_EXERCISE"),
    "an unreadable answer": (
        {"claims": CLAIMS, "exercise": answers(answers={"AP@5": ["0.5 o 1", "0.5"]})},
        "NUMBER_UNREAD",
    ),
    "the true ratings": ({"claims": CLAIMS, "ratings.csv": "user,item,rating\nu1,i6,1\nu1,i7,1\n"}, "EQUALS_TRUTH"),
    "written as programs write": ({"claims": {"map_at_3": "np.float64(0.5)", "NDCG": "≈0.5"}}, ""),
}


def graded_class(folder: Path) -> Gradebook:
    policy = make_course(folder / "course", "hand: hand.csv")
    validation = (policy.parent / "validation.csv").read_text().splitlines()
    (policy.parent / "hand.csv").write_text(
        "id,part,points,comment\ndecided,exercise,excused,Was ill\ndecided,MAP@3,void,\n"
    )
    for name, (files, _why) in FILES.items():
        files = {"ranking": RIGHT, "exercise": answers(student=name)} | files
        files |= {"ratings.csv": "\n".join(validation)} if "ratings.csv" in files else {}
        hand_in(folder / "in", name, **{part: text for part, text in files.items() if text is not None})
    hand_in(folder / "in", "decided", ranking=RIGHT, claims={"nDCG@3": 0.5})
    return grade_folder(folder / "in", policy, folder / "out", processes=1, progress=False, figures=False)


def test_points_that_were_lost_because_nothing_was_found_or_read_need_a_human(tmp_path: Path) -> None:
    graded = graded_class(tmp_path)
    expected: dict[str, int] = {}
    for _files, why in FILES.values():
        expected |= {why: expected.get(why, 0) + 1} if why else {}
    assert graded.not_graded == expected, "what the teacher decided needs no human"
    page = next((graded.out / "feedback").glob("written*.html")).read_text("utf-8")
    assert "map_at_3 np.float64(0.5) (MAP@3 0.5); NDCG ≈0.5 (nDCG@3 0.5)" in page


def area(relevant: set[str], shown: list[str], others: int) -> float:
    """AUC of a list: the relevant items have this number of others beside them; what is not shown ties."""
    above, pairs = 0, 0.0
    for item in shown:
        pairs += others - above if item in relevant else 0
        above += item not in relevant
    missed = len(relevant - {*shown})
    return (pairs + missed * (others - above) / 2) / (len(relevant) * others)


def test_auc_counts_the_catalogue_without_a_user_s_train_items(tmp_path: Path) -> None:
    path = make_course(tmp_path / "course")
    path.write_text(path.read_text().replace("[MAP@3,", "[AUC, MAP@3,").replace("{MAP@3: 1,", "{AUC: 1, MAP@3: 1,"))
    candidates = [f"i{k}" for k in PARTS["validation"]]
    of_users, inverted = [], []
    for k, user in enumerate(USERS):
        liked = {item for item, place in zip(candidates, PARTS["validation"], strict=True) if grade_of(k, place) >= 4}
        if len(liked) < len(candidates):
            of_user = area(liked, RIGHT[user], len(candidates) - len(liked)) if liked else 0.0
            of_users.append(of_user)
            inverted.append(1 - of_user if liked else 0.0)
    for name, values, codes in (("ana", of_users, []), ("beto", inverted, ["AUC_INVERTED"])):
        claims = {"AUC": round(sum(values) / len(values), 4)}
        own = hand_in(tmp_path / "in", name, ranking=RIGHT, claims=claims)
        report = check_submission(own, path)
        (judged,) = [one for one in report.claims if one.title == "AUC"]
        assert [*judged.verdict.codes] == codes
