"""The calls that people write from the habits of the field: what was meant is computed, or the call to write is said."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import metrics_edu
import metrics_edu.widgets
from metrics_edu import evaluate, measure
from metrics_edu.metrics.registry import REGISTRY
from metrics_edu.metrics.value_and_derivation import as_measure

QRELS = {"q1": {"a": 1, "c": 1}, "q2": {"x": 1}}
RUN = {"q1": {"b": 0.9, "a": 0.8, "c": 0.3}, "q2": {"y": 12.5, "x": 2.0}}
GRADED = {"q1": {"a": 3, "b": 1, "c": 2}}
NAMES = {
    **vars(metrics_edu),
    **{name: getattr(metrics_edu, name) for name in (*REGISTRY, "AP", "MAP", "nDCG", "P", "RR", "F1", "Recall")},
    **{name: getattr(metrics_edu.widgets, name) for name in metrics_edu.widgets.__all__},
    "np": np,
    "qrels": QRELS,
    "run": RUN,
    "graded": GRADED,
    **{name: getattr(metrics_edu, name) for name in ("evaluate", "diagnose", "compare", "check_metric")},
}
LOG3 = math.log2(3)

VALUES: dict[str, Any] = {
    # a bare list where a Ranking is asked
    "ndcg([3, 0, 2], n=3)": 8.5 / (7 + 3 / LOG3),
    "ndcg((3, 0, 2), 3)": 8.5 / (7 + 3 / LOG3),
    "ndcg('3 0 2', n=3)": 8.5 / (7 + 3 / LOG3),
    "ndcg(np.array([3, 0, 2]), n=3)": 8.5 / (7 + 3 / LOG3),
    "ndcg([3, 0], n=2, pool=[3, 2])": 7 / (7 + 3 / LOG3),
    "ndcg([3, 0], n=2, missed=[2])": 7 / (7 + 3 / LOG3),
    "average_precision('NRRNR', relevant=4)": (1 / 2 + 2 / 3 + 3 / 5) / 4,
    "average_precision([0, 1, 1, 0, 1], relevant=4)": (1 / 2 + 2 / 3 + 3 / 5) / 4,
    "precision([1, 0, 1, 0], 2)": 0.5,
    "recall([5, 3, 0], threshold=4, relevant=2)": 0.5,
    "reciprocal_rank(ranking='NNR')": 1 / 3,
    "precision([[1, 0], [0, 0]]).tolist()": [0.5, 0.0],
    "explain('AP@5', 'NRRNR', relevant=4).value": (1 / 2 + 2 / 3 + 3 / 5) / 4,
    "explain(average_precision, [0, 1], relevant=2).value": 0.25,
    "measure('AP@5')('NRRNR', relevant=4)": (1 / 2 + 2 / 3 + 3 / 5) / 4,
    "measure('MAP').mean([[1, 0], [0, 1]])": 0.75,
    "diagnose('AP', 'RNRNN', 0.8333, relevant=3).codes": ("AP_DIV_HITS",),
    "compare('AP@5', 'NRRNR', ['trec_eval'], relevant=4).values['trec_eval']": (1 / 2 + 2 / 3 + 3 / 5) / 4,
    "Ranking('NRR', relevant=3).relevant.item()": 3,
    "AP([0, 1, 1], 2, relevant=3)": 0.25,
    "AP([1, 0, 1], k=2)": 1 / 2,
    "nDCG('NRRNR', 3, gain='linear')": (1 / LOG3 + 1 / 2) / (1 + 1 / LOG3 + 1 / 2),
    "average_precision('[1, 0, 1]')": (1 + 2 / 3) / 2,
    "average_precision(['1', '0', '1'])": (1 + 2 / 3) / 2,
    "average_precision(['R', 'N', 'R'])": (1 + 2 / 3) / 2,
    "average_precision([True, False, True])": (1 + 2 / 3) / 2,
    "measure('MAP').mean(['RN', 'NR'])": 0.75,
    "diagnose('MAP', ['RN', 'NR'], 0.75).kind": "right",
    "diagnose('AP', '[1, 0, 1]', 0.8333).kind": "right",
    # a measure is a value
    "(nDCG @ 2)([3, 0, 2])": 7 / (7 + 3 / LOG3),
    "(AP(threshold=4) @ 10)('5 3 4')": (1 + 2 / 3) / 2,
    "(AP(threshold=4) @ 10)(Ranking([5, 3, 4]))": (1 + 2 / 3) / 2,
    "(AP(denominator='retrieved') @ 3)([1, 0], relevant=2)": 1.0,
    "(P @ 5)('RNRNN')": 0.4,
    "measure('nDCG', k=2)([3, 0, 2])": 7 / (7 + 3 / LOG3),
    "explain('AP', [0, 1, 1], k=2).value": 0.25,
    "ndcg([0.2, 0.9], threshold=0.5, gain='linear')": 1 / LOG3,
    "measure('AP@5', 'trec_eval').convention": "trec_eval",
    "measure('P(rel=2)@2')([2, 1])": 0.5,
    "measure('nDCG(gain=linear)@2')([0, 3], pool=[3, 2])": (3 / LOG3) / (3 + 2 / LOG3),
    # two tables
    "evaluate(run, qrels, ['MAP@3'])['MAP@3']": (7 / 12 + 1 / 2) / 2,
    "evaluate(run=run, qrels=qrels, measures='AP@3')['MAP@3']": (7 / 12 + 1 / 2) / 2,
    "evaluate(qrels=qrels, run=run)['nDCG@10']": ((1 / LOG3 + 1 / 2) / (1 + 1 / LOG3) + 1 / LOG3) / 2,
    "evaluate(run, qrels, ['map', 'P_2', 'recip_rank'])['mrr']": 0.5,
    "evaluate(run, qrels, {'map_cut_1'})['map_cut_1']": 0.0,
    "evaluate(run, qrels, [nDCG @ 1, AP @ 3])[AP @ 3]": (7 / 12 + 1 / 2) / 2,
    "evaluate(run, graded, 'ndcg_cut_2')['ndcg_cut_2']": (1 + 3 / LOG3) / (3 + 2 / LOG3),
    "evaluate(run, graded, ['ndcg_cut_2', 'nDCG@2'])['nDCG@2']": (1 + 7 / LOG3) / (7 + 3 / LOG3),
    "evaluate(run, graded, ['nDCG@2', 'nDCG(gain=linear)@2'])['ndcg(gain=linear)@2']": (1 + 3 / LOG3) / (3 + 2 / LOG3),
    "(AP(rel=2) @ 10)([2, 1])": 1.0,
    "evaluate({7: [(11, 1.0), (13, 2.0)]}, {7: [13]}, 'MRR')['MRR']": 1.0,
    "evaluate(run, qrels, ['Recall@3', 'hit@3', 'MRR'])['HR@3']": 1.0,
    "evaluate(run, qrels, ['AP@3', AP(empty=1) @ 3, 'map_cut_3'])['AP@3(empty=1)']": (7 / 12 + 1 / 2) / 2,
    "list(evaluate(run, qrels, ['nDCG@2', 'nDCG(gain=linear)@2', 'ndcg_cut_2']).measures)": [
        "nDCG@2",
        "nDCG@2(gain=linear)",
        "nDCG@2 (trec_eval)",
    ],
    "evaluate(run, graded, 'P(rel=3)@2')['P@2']": 0.5,
    "evaluate(run, graded, ['P(rel=3)@2', 'AP(rel=3)'], threshold=3)['MAP']": 0.5,
    "evaluate({'u': {'a': np.float32(0.5), 'b': np.float32(0.9)}}, {'u': {'b': np.int64(1)}}, 'MRR')['MRR']": 1.0,
    "evaluate({'u': np.array([5, 6])}, {'u': np.array([6])}, 'MRR')['MRR']": 0.5,
    "evaluate({'u': np.array([[5, 0.5], [6, 0.9]]).tolist()}, {'u': [6]}, 'MRR')['MRR']": 1.0,
    # parts
    "Explorer('NRRNR', relevant=4).value": (1 / 2 + 2 / 3 + 3 / 5) / 4,
    "Explorer([3, 0, 2], measure='nDCG').value": 8.5 / (7 + 3 / LOG3),
    "Explorer([3, 2, 3], measure='P(rel=3)@2').value": 0.5,
    "Explorer('RNR', measure='P(rel=3)@2').value": 0.5,
    "IdealList('nDCG(rel=3)@2', [3, 2, 3]).ranking.relevant.item()": 2,
    "Compare([3, 2, 3], [3, 3, 2], measures=['P(rel=3)@2']).values['P@2']": (0.5, 1.0),
    "Stepper('P(rel=3)@2', [3, 2, 3]).derivation.value": 0.5,
    "compare('P(rel=3)@2', [3, 2, 3]).values['parra']": 0.5,
    "Stepper('AP', [0, 1, 1]).derivation.value": (1 / 2 + 2 / 3) / 2,
    "Stepper('ndcg_cut_2', [1, 3]).derivation.value": (1 + 3 / LOG3) / (3 + 1 / LOG3),
    "RankedList('NRR', relevant=3).ranking.relevant.item()": 3,
    "len(Compare('NRR', 'RNR').rankings)": 2,
}
WORDS = {
    "ndcg_cut_10": "measure('nDCG@10', convention='trec_eval')",
    "map_cut_10": "measure('AP@10', convention='trec_eval')",
    "recip_rank": "measure('RR', convention='trec_eval')",
    "Success@5": "measure('HR@5', convention='trec_eval')",
    "P_5": "measure('P@5')",
    "P.5": "measure('P@5')",
    "recall_1000": "measure('Recall@1000')",
    "hit_rate@3": "measure('HR@3')",
    "hit@10": "measure('HR@10')",
    "Hit_10": "measure('HR@10')",
    "HR": "measure('HR')",
    "hit_ratio@10": "measure('HR@10')",
    "ndcg_burges@10": "measure('nDCG@10', convention='ranx', gain='exponential')",
    "hitrate@5": "measure('HR@5')",
    "HitRate@5": "measure('HR@5')",
    "ndcg_at_3": "measure('nDCG@3')",
    "ndcg@k=3": "measure('nDCG@3')",
    "precision at 5": "measure('P@5')",
    "mAP@10": "measure('AP@10')",
    "MAP_10": "measure('AP@10')",
    "mean_average_precision": "measure('AP')",
    "f1_score@5": "measure('F1@5')",
    "F1-score": "measure('F1')",
    "r-prec": "measure('Rp')",
    "ndcg_score": "measure('nDCG', convention='sklearn')",
    "Precisión@5": "measure('P@5')",
    "exhaustividad@10": "measure('Recall@10')",
    "tasa de aciertos@5": "measure('HR@5')",
    "AP(rel=2)@10": "measure('AP@10', threshold=2.0)",
    "nDCG@10(gain=linear)": "measure('nDCG@10', gain='linear')",
}
ONE_LIST = "a measure takes one list, rank 1 first, and no second list of scores or of what is relevant: write "
REFUSED = {
    "measure('AP(rel=2)', threshold=3)": "'AP(rel=2)' sets threshold = 2, but threshold = 3 was also passed",
    "measure('nDCG(gain=linear)', gain='binary')": "'nDCG(gain=linear)' sets gain = 'linear', but gain = 'binary' was",
    "ndcg([3, 0], k=2)": "the cut-off is called n here, not k: write ndcg(ranking, n=2)",
    "precision([1, 0], top_k=1)": "the cut-off is called n here, not top_k: write precision(ranking, n=1)",
    "ndcg(Ranking('NR'), relevant=3)": "ndcg: a Ranking has its own relevant; pass them to Ranking(...), or the bare list here",
    "ndcg({'a': 1})": "ndcg needs a Ranking, such as Ranking('NRRNR'); got dict",
    "ndcg(['a', 'b'])": "grades must be numbers, in one list or in rows of the same length; got ['a', 'b']",
    "average_precision([1, -1])": "a grade must be a number from 0 to 1000; got -1 at rank 2",
    "measure('P(rel=3)@2')([3, 1], threshold=1)": "'P@2' sets threshold = 3, but threshold = 1 was also passed: remove",
    "evaluate(run, qrels, 'P(rel=3)@2', threshold=1)": "evaluate takes one threshold for all measures: pass threshold=...; "
    "got measure('P@2', threshold=3.0), threshold=1",
    "(AP @ 10)([1, 0], 5)": "'AP@10' sets n = 10, but n = 5 was also passed: remove one of the two",
    "average_precision([1, 0, 1], [1, 0, 0], 3)": ONE_LIST + "average_precision(Ranking.from_items(items, judged))",
    "ndcg([[3, 0, 2]], [[0.1, 0.2, 0.3]])": ONE_LIST + "ndcg(Ranking.from_items(items, judged), n=10)",
    "ndcg(y_true=[3, 0], y_score=[0.1, 0.2])": ONE_LIST + "ndcg(Ranking.from_items(items, judged))",
    "AP(['a'], ['a', 'b'])": ONE_LIST + "ndcg(Ranking.from_items(items, judged), n=10)",
    "ndcg([0.2, 0.9, 0.4])": "ndcg: no grade reaches 1; pass threshold=..., the lowest grade of a relevant item",
    "Explorer([3, 2], measure='P(rel=3)@2', threshold=1)": "'P@2' sets threshold = 3, but threshold = 1 was also passed",
    "Explorer([3, 2], measure='P@2', n=1)": "'P@2' sets n = 2, but n = 1 was also passed: remove one of the two",
    "rmse(y_true=[3, 4], y_pred=[3, 5])": "rmse has no y_true=: write rmse(predicted, actual)",
    "average_precision('101')": "'101' may be one grade or several: write '1 0 1'",
    "measure('hits@10')": "unknown measure 'hits@10' (did you mean 'HR@10'?)",
    "measure('RMSE')": "RMSE is not a measure of a ranking: write rmse(predicted, actual)",
    "evaluate(run, qrels, 'mae')": "MAE is not a measure of a ranking: write mae(predicted, actual)",
    "measure('ItemCoverage@10')": "Item coverage is not a measure of a ranking: write item_coverage(recommendations, catalogue)",
    "measure('MAP@k')": "unknown measure 'MAP@k' (did you mean 'MAP@10'?)",
    "AP @ 2.5": "unknown measure 'AP@2.5' (did you mean 'AP@2'?)",
    "measure('Rankscore') @ 5": "Rankscore takes no cut-off (did you mean 'Rankscore'?)",
    "evaluate(run)": "evaluate takes the judgments once, by position or as qrels=",
    "evaluate(run, qrels, run=run)": "evaluate takes the recommendations once, by position or as run=",
    "evaluate(run, qrels, [AP(threshold=2), P])": "evaluate takes one threshold for all measures: pass threshold=...",
    "evaluate(run, qrels, metrics=['AP'])": "evaluate has no metrics=: write evaluate(run, qrels, measures=['AP'])",
    "evaluate(run, qrels, measure='AP@3')": "evaluate has no measure=: write evaluate(run, qrels, measures='AP@3')",
    "evaluate(run, qrels, ['nDCG'], k=10)": "evaluate has no k=: write evaluate(run, qrels, measures=['nDCG@10'])",
    "evaluate(run, qrels, topk=[5, 10])": "evaluate has no topk=: write evaluate(run, qrels, measures=['nDCG@5', 'nDCG@10'])",
    "evaluate(run, qrels, relevance_level=2)": "evaluate has no relevance_level=: write evaluate(run, qrels, threshold=2)",
    "evaluate(predictions=run, ground_truth=qrels)": "evaluate has no predictions=: write evaluate(run, qrels, measures=[...], ",
    "evaluate([AP, nDCG @ 10], qrels, run)": "measures must have at least one measure or its name; got {'q1': ",
    "Explorer('NRR', metric='AP')": "Explorer has no metric=: write Explorer(ranking, measure='AP')",
    "evaluate({'u': [[1, 0], [0, 1]]}, qrels)": "recommendations: rows of 0 and 1 are no items with scores; for grades, write AP(",
    "evaluate([[1, 0], [0, 1]], qrels)": "recommendations: rows such as [1, 0] have no names; write a list of records such as",
    "evaluate({'q1': np.array([[1, 0], [0, 1]])}, qrels)": "recommendations: the item must be a whole number or text; got array(",
    "evaluate(run, qrels, 'AP')['P@5']": "P@5, a short list divided by 5 was not evaluated; the measures are AP",
}


@pytest.mark.parametrize("call", VALUES)
def test_what_was_meant_is_computed(call: str) -> None:
    found = eval(call, NAMES)
    assert found == (pytest.approx(VALUES[call], abs=1e-12) if isinstance(VALUES[call], float) else VALUES[call])


@pytest.mark.parametrize("word", WORDS)
def test_the_words_of_other_tools_are_read_and_named(word: str) -> None:
    assert repr(measure(word)) == WORDS[word]


@pytest.mark.parametrize(
    ("name", "symbol"),
    [
        ("Raíz del error cuadrático medio", "RMSE"),
        ("ECM", "MSE"),
        ("mean absolute error", "MAE"),
        ("Cobertura de usuario", "User coverage"),
    ],
)
def test_the_errors_and_coverages_have_their_spanish_names(name: str, symbol: str) -> None:
    assert as_measure(name).name == symbol


@pytest.mark.parametrize("call", REFUSED)
def test_what_is_refused_says_what_to_write(call: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - its sentence is compared
        eval(call, NAMES)
    assert str(caught.value).startswith(REFUSED[call])


SCORES = {"q1": {"a": 12.5, "b": 3.2, "c": 0.25}}
WHOLE = {"q1": {"a": 3, "b": 2, "c": 1}}
HEAD = [("q1", "a", 3), ("q1", "b", 1)]


def table(name: str) -> list[dict[str, Any]]:
    return [{"user": user, "item": item, name: number} for user, item, number in HEAD]


@pytest.mark.parametrize(
    ("run", "judged", "are_exchanged"),
    [
        (QRELS, SCORES, True),
        ({"q1": {"a": 1, "b": 0, "c": 2}}, SCORES, True),
        (SCORES, QRELS, False),
        (SCORES, {"q1": {"a": 1, "b": 0, "c": 2}}, False),
        (table("rating"), table("score"), True),
        (table("rating"), table("rank"), True),
        (table("score"), table("rating"), False),
        (table("rating"), table("rating"), False),
        (WHOLE, {"q1": {"a": 37, "b": 12, "c": 4}}, False),  # plays of a song
        (WHOLE, {"q1": {"a": 4.5, "b": 3, "c": 0.5}}, False),
    ],
)
def test_exchanged_tables_are_noted(run: Any, judged: Any, are_exchanged: bool) -> None:
    notes = evaluate(run, judged, "MAP@3").notes
    assert any("look like judgments" in note for note in notes) == are_exchanged, notes
