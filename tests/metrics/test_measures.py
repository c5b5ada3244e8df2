"""Measures: how they are spelled, labelled, compared and refused."""

from __future__ import annotations

import copy
import inspect
import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics_edu import CONVENTIONS, METRICS, Ranking, average_precision, dcg, evaluate, explain, measure, ndcg, rmse
from metrics_edu.metrics.conventions import FOLDED, convention_of
from metrics_edu.metrics.measures import Measure
from metrics_edu.metrics.parameters import PARAMETERS, Parameter
from metrics_edu.metrics.registry import REGISTRY, Metric
from metrics_edu.metrics.spellings import NAMES, SPELLINGS
from tests.strategies import arguments_of

APPLES = Ranking.parse("NRRNNRNNNRRR", relevant=6)
BATCH = Ranking.from_lists({"u": ["a", "b"], "v": ["c"], "w": ["d"]}, {"u": ["b"], "v": ["c", "x"]})


@pytest.mark.parametrize(
    ("spelling", "name", "mean_name", "metric", "parameters"),
    [
        ("P@5", "P@5", "mean P@5", "precision", {"n": 5}),
        ("Recall@10", "Recall@10", "mean Recall@10", "recall", {"n": 10}),
        ("F@5", "F1@5", "mean F1@5", "f_measure", {"n": 5}),
        ("F0.5@5", "F0.5@5", "mean F0.5@5", "f_measure", {"n": 5, "beta": 0.5}),
        ("F2", "F2", "mean F2", "f_measure", {"beta": 2}),
        ("HR@10", "HR@10", "mean HR@10", "hit_ratio", {"n": 10}),
        ("RR", "RR", "MRR", "reciprocal_rank", {}),
        ("MRR@3", "RR@3", "MRR@3", "reciprocal_rank", {"n": 3}),
        ("Rank", "Rank", "average rank", "average_rank", {}),
        ("AP", "AP", "MAP", "average_precision", {}),
        ("MAP@10", "AP@10", "MAP@10", "average_precision", {"n": 10}),
        ("Rankscore", "Rankscore", "mean Rankscore", "rankscore", {}),
        ("CG@10", "CG@10", "mean CG@10", "dcg", {"n": 10, "gain": "linear", "discount": "none"}),
        ("DCG@10", "DCG@10", "mean DCG@10", "dcg", {"n": 10}),
        ("nDCG", "nDCG", "mean nDCG", "ndcg", {}),
        ("Rp@10", "Rp@10", "mean Rp@10", "r_precision", {"n": 10}),
        ("Rprec", "Rp", "mean Rp", "r_precision", {}),
        ("AvgRp", "AvgRp@5+10", "MARp@5+10", "average_r_precision", {}),
        ("AvgRp@3+7", "AvgRp@3+7", "MARp@3+7", "average_r_precision", {"cutoffs": (3, 7)}),
        ("MARp@4", "AvgRp@4", "MARp@4", "average_r_precision", {"cutoffs": (4,)}),
    ],
)
def test_a_spelling_selects_metric_and_parameters_in_any_case(
    spelling: str, name: str, mean_name: str, metric: str, parameters: dict[str, Any]
) -> None:
    for written in (spelling, spelling.lower(), spelling.upper(), f"  {spelling} "):
        found = measure(written)
        assert (found.name, found.mean_name, found.metric.name) == (name, mean_name, metric)
        assert found.parameters == parameters


def test_parameters_cannot_change_and_a_copy_is_equal() -> None:
    given_ = {"n": 5, "gain": "linear"}
    found = Measure(ndcg, given_)
    given_["n"] = 7
    assert {**found.parameters} == {"gain": "linear", "n": 5}
    assert [*found.parameters] == ["gain", "n"], "sorted, so that the order of arguments says nothing"
    for change in ("parameters['n'] = 7", "parameters.update(n=7)", "parameters.n = 7", "parameters |= {}"):
        with pytest.raises((TypeError, AttributeError)):
            exec(f"found.{change}", {"found": found})
    copies = [copy.deepcopy(found), pickle.loads(pickle.dumps(found)), measure("nDCG@5", gain="linear")]
    assert {found, *copies} == {found}
    assert [*map(hash, copies)] == [hash(found)] * 3
    assert found != measure("nDCG@5")
    assert found != Measure(dcg, found.parameters)


@pytest.mark.parametrize("name", REGISTRY)
def test_the_repr_of_a_metric_is_its_signature_without_types(name: str) -> None:
    written = repr(REGISTRY[name])
    signature = REGISTRY[name].signature
    found = inspect.signature(eval(f"lambda {written[len(name) + 1 : -1]}: 0"))
    assert written.startswith(f"{name}(")
    assert [(p.name, p.kind, p.default) for p in found.parameters.values()] == [
        (p.name, p.kind, p.default) for p in signature.parameters.values()
    ]


def test_the_repr_of_average_precision_is_readable() -> None:
    assert repr(average_precision) == "average_precision(ranking, n=None, *, denominator='reachable', empty=0.0)"


def test_the_derivation_symbol_is_the_measure_name() -> None:
    assert measure("CG@3").explain(APPLES).symbol == measure("CG@3").name


def test_every_ranking_metric_has_a_spelling_and_reads_its_own_label() -> None:
    assert {metric for metric, _parameters in SPELLINGS.values()} == set(METRICS)
    for metric in METRICS.values():
        assert measure(metric.label()).metric is metric


def test_no_two_metrics_share_a_spelling() -> None:
    names = [part for one in METRICS.values() for part in (one.symbol.partition("{")[0], one.mean) if part.isalpha()]
    assert len({*map(str.lower, names)}) == len(names), "two metrics have one symbol: measure finds only the last one"
    assert len({*map(str.lower, SPELLINGS)}) == len(SPELLINGS)


def test_a_measure_returns_the_value_of_its_metric() -> None:
    for spelling, (name, parameters) in SPELLINGS.items():
        assert measure(spelling)(APPLES) == METRICS[name](APPLES, **parameters)
    assert measure("AP@5", denominator="relevant")(APPLES) == METRICS["average_precision"](
        APPLES, 5, denominator="relevant"
    )


def test_a_measure_returns_its_mean_over_users() -> None:
    ap = measure("MAP")
    assert ap(BATCH).tolist() == [0.5, 0.5, 0]
    assert ap.mean(BATCH) == pytest.approx(1 / 3)
    assert ap.mean(BATCH, users="with_relevant") == 0.5
    with pytest.raises(ValueError, match=r"^users must be one of 'all', 'with_relevant'; got 'most'$"):
        ap.mean(BATCH, users="most")


def test_a_measure_explains_like_its_metric() -> None:
    assert measure("AP@5").explain(APPLES).text() == explain(METRICS["average_precision"], APPLES, n=5).text()
    mean = measure("AP@5").explain(BATCH, users="with_relevant")
    assert (mean.symbol, mean.value) == ("MAP@5", 0.5)


@pytest.mark.parametrize(
    ("spelling", "parameters", "label"),
    [
        ("AP@5", {}, "AP@5, divided by min(|R|, 5)"),
        ("AP", {}, "AP, divided by |R|, all relevant"),
        ("AP@5", {"denominator": "retrieved"}, "AP@5, divided by the hits"),
        ("AP@5", {"denominator": "cutoff"}, "AP@5, divided by 5, the ranks read"),
        ("Rp@5", {"denominator": "retrieved"}, "Rp@5, divided by the ranks read"),
        ("Rp@5", {}, "Rp@5, divided by min(|R|, 5)"),
        ("Rp", {}, "Rp, divided by |R|, all relevant"),
        ("AvgRp", {}, "AvgRp@5+10, divided by min(|R|, z)"),
        ("P@5", {}, "P@5, a short list divided by 5"),
        ("F2@5", {}, "F2@5, a short list divided by 5"),
        ("RR", {}, "RR"),
        ("Rankscore", {"half_life": 2.5}, "Rankscore, half-life α 2.5, exponent (i − 1)/α"),
        (
            "nDCG@5",
            {"convention": "trec_eval"},
            "nDCG@5, gain g, discount log2(i + 1), below the threshold worth their gain, "
            "the ideal list: the pool, cut at 5",
        ),
        (
            "Recall",
            {"empty": "skip"},
            "Recall, divided by |R|, all relevant, a user with no relevant item is left out",
        ),
    ],
)
def test_a_label_describes_the_computation_in_words(spelling: str, parameters: dict[str, Any], label: str) -> None:
    assert measure(spelling, **parameters).label == label


@pytest.mark.parametrize(
    ("found", "text"),
    [
        (measure("ap@10"), "measure('AP@10')"),
        (measure("nDCG@10", convention="trec_eval"), "measure('nDCG@10', convention='trec_eval')"),
        (measure("AP", denominator="relevant"), "measure('AP')"),
        (measure("AP@5", denominator="relevant"), "measure('AP@5', denominator='relevant')"),
        (
            measure("nDCG@10", convention="sklearn", ideal="pool"),
            "measure('nDCG@10', convention='sklearn', ideal='pool')",
        ),
        (measure("DCG", discount="none"), "measure('CG', gain='exponential')"),
        (measure("F1.5@5"), "measure('F1.5@5')"),
        (measure("F", beta=1 / 3), "measure('F0.333333', beta=0.3333333333333333)"),
        (measure("AvgRp", cutoffs=[3, 4]), "measure('AvgRp@3+4')"),
    ],
)
def test_evaluating_a_repr_returns_the_same_measure(found: Any, text: str) -> None:
    assert repr(found) == text
    again = eval(text)
    assert again == found
    assert (repr(again), again.convention) == (text, found.convention)


@pytest.mark.parametrize("name", CONVENTIONS)
def test_the_repr_of_every_convention_measure_recreates_it(name: str) -> None:
    for metric in CONVENTIONS[name].metrics:
        for spelling in {METRICS[metric].label(), METRICS[metric].label(n=7) if METRICS[metric].takes_n else "AP@7"}:
            if not CONVENTIONS[name].defines(metric, 7) and "@7" in spelling:
                continue
            if "AP@7" in spelling and "average_precision" not in CONVENTIONS[name].metrics:
                continue
            found = measure(spelling, convention=name)
            assert eval(repr(found)) == found
            assert found.convention == name


@pytest.mark.parametrize(
    ("found", "depth", "pool_depth"),
    [
        (measure("AP"), None, None),
        (measure("AP@5"), 5, 5),
        (measure("AvgRp@3+20"), 20, 20),
        (measure("nDCG@5", ideal="uncut"), 5, None),
        (measure("nDCG@5", ideal="retrieved"), None, 5),
        (measure("Rankscore"), None, None),
    ],
)
def test_a_measure_reports_its_depth_in_list_and_pool(found: Any, depth: int | None, pool_depth: int | None) -> None:
    assert (found.depth(), found.depth("pool")) == (depth, pool_depth)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (measure("AP@10"), measure("map@10")),
        (measure("AP@10"), measure("AP", n=10)),
        (measure("P@5"), measure("P@5", short="pad")),
        (measure("F1@5"), measure("F@5")),
        (measure("CG"), measure("DCG", discount="none", gain="linear")),
        (measure("AvgRp"), measure("AvgRp@5+10")),
        (measure("AvgRp", cutoffs=[3, 4]), measure("MARp@3+4")),
        (measure("AvgRp@3+4", cutoffs=[3, 4]), measure("MARp@3+4")),
        (measure("AP@10", n=10), measure("AP@10")),
        (measure("AP@10", n=np.int64(10)), measure("AP@10")),
        (measure("AvgRp@5+10", cutoffs=np.array([5, 10])), measure("AvgRp")),
    ],
)
def test_measures_that_compute_the_same_are_equal(one: Any, other: Any) -> None:
    assert one == other
    assert hash(one) == hash(other)
    assert len({one, other}) == 1


def test_a_spelling_overrides_the_convention() -> None:
    grades = Ranking([3, 0, 2, 1])
    found = measure("CG@4", convention="lenskit")
    assert (found.name, found(grades)) == ("CG@4", 6)


def test_measures_that_differ_are_not_equal() -> None:
    others = [measure("AP@10"), measure("AP@5"), measure("RR@10"), measure("AP@10", empty=1.0), measure("AP")]
    assert len(set(others)) == len(others)


ALLOWED = ", ".join(NAMES)
ERRORS: dict[str, tuple[str, dict[str, Any], str]] = {
    "near": ("nDCK@5", {}, f"unknown measure 'nDCK@5' (did you mean 'nDCG@5'?); allowed are {ALLOWED}"),
    "nearer": ("Recal", {}, f"unknown measure 'Recal' (did you mean 'Recall'?); allowed are {ALLOWED}"),
    "nothing near": ("zzzz", {}, f"unknown measure 'zzzz'; allowed are {ALLOWED}"),
    "an own measure": ("Serendipity@5", {}, f"unknown measure 'Serendipity@5'; allowed are {ALLOWED}"),
    "an error of ratings": ("MAE", {}, "MAE is not a measure of a ranking: write mae(predicted, actual)"),
    "β and a word": ("F1@five", {}, f"unknown measure 'F1@five' (did you mean 'F1@10'?); allowed are {ALLOWED}"),
    "empty": ("", {}, f"unknown measure ''; allowed are {ALLOWED}"),
    "no @": ("P5", {}, f"unknown measure 'P5' (did you mean 'P@5'?); allowed are {ALLOWED}"),
    "a word after @": ("P@five", {}, f"unknown measure 'P@five' (did you mean 'P@10'?); allowed are {ALLOWED}"),
    "a broken cut-off": ("AP@5.", {}, f"unknown measure 'AP@5.' (did you mean 'AP@5'?); allowed are {ALLOWED}"),
    "two cut-offs": ("P@5+10", {}, "P takes one cut-off (did you mean 'P@5'?); got 'P@5+10'"),
    "no cut-off": ("Rankscore@5", {}, "Rankscore takes no cut-off (did you mean 'Rankscore'?); got 'Rankscore@5'"),
    "convention": (
        "AP",
        {"convention": "trec-eval"},
        f"unknown convention 'trec-eval' (did you mean 'trec_eval'?); allowed are {', '.join(CONVENTIONS)}",
    ),
    "an unknown version": (
        "AP",
        {"convention": "haystack@2.0"},
        f"unknown convention 'haystack@2.0' (did you mean 'haystack@3.0'?); allowed are {', '.join(CONVENTIONS)}",
    ),
    "not defined": (
        "nDCG@5",
        {"convention": "context_precision"},
        "convention 'context_precision' defines only AP; got 'nDCG@5'",
    ),
    "parameter": (
        "AP",
        {"denominater": "relevant"},
        "unknown parameter of average_precision 'denominater' (did you mean 'denominator'?); "
        "allowed are n, denominator, empty",
    ),
}


@pytest.mark.parametrize("name", ERRORS)
def test_an_invalid_measure_raises_a_full_sentence(name: str) -> None:
    spelling, parameters, sentence = ERRORS[name]
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the whole sentence is compared below
        measure(spelling, **parameters)
    assert str(caught.value) == sentence


def test_every_name_listed_in_an_error_is_a_measure() -> None:
    assert {"P", "F1", "nDCG", "Rprec"} <= {*NAMES}
    assert [measure(name) for name in NAMES]


@pytest.mark.parametrize("spelling", ["AP@0", "AvgRp@0", "AvgRp@+", "AP@5+", "F0@5"])
def test_an_impossible_cut_off_or_beta_in_a_spelling_raises(spelling: str) -> None:
    with pytest.raises(ValueError, match=r"must|takes|unknown|cut-off"):
        measure(spelling)


@pytest.mark.parametrize(
    ("spelling", "given", "sentence"),
    [
        (5, {}, "write a measure as text, such as 'AP@10'; got 5"),
        ("AP", {"convention": 5}, f"unknown convention 5; allowed are {', '.join(CONVENTIONS)}"),
        ("AP@5", {"empty": "foo"}, "empty must be a number from 0 to 1, 'skip' or 'error'; got 'foo'"),
        ("AP@5", {"empty": 5}, "empty must be a number from 0 to 1, 'skip' or 'error'; got 5"),
        ("AP@5", {"empty": -0.1}, "empty must be a number from 0 to 1, 'skip' or 'error'; got -0.1"),
        ("nDCG", {"empty": 10**400}, f"empty must be a number from 0 to 1, 'skip' or 'error'; got 1{'0' * 196}..."),
        ("F@5", {"beta": 10**400}, f"beta must be a number above 0; got 1{'0' * 196}..."),
        ("AP", {"n": 10**5000}, "n must be at most 10000000; got int"),
        ("AP", {"n": 10_000_001}, "n must be at most 10000000; got 10000001"),
        ("AP", {"n": 2.5}, "n must be a whole number; got 2.5"),
        ("AP", {"n": True}, "n must be a whole number; got True"),
        ("AP@10", {"n": 5}, "'AP@10' sets n = 10, but n = 5 was also passed: remove one of the two"),
        ("AP@" + "9" * 5000, {}, "n must be at most 10000000; got 1000000000000000000"),
        ("F2@5", {"beta": 3}, "'F2@5' sets beta = 2, but beta = 3 was also passed: remove one of the two"),
        (
            "AvgRp@5+10",
            {"cutoffs": (5, 20)},
            "'AvgRp@5+10' sets cutoffs = 5+10, but cutoffs = (5, 20) was also passed: remove one of the two",
        ),
    ],
)
def test_an_invalid_spelling_raises_an_error(spelling: Any, given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        measure(spelling, **given)
    assert str(caught.value).startswith(sentence)


def test_the_largest_cut_off_is_accepted() -> None:
    assert measure("AP", n=10_000_000).name == "AP@10000000"


def test_an_invalid_word_raises_an_error_naming_it() -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        measure("AP", denominator="all")
    assert str(caught.value) == (
        "denominator of average_precision must be one of 'reachable', 'relevant', 'listed', 'retrieved', 'cutoff'; "
        "got 'all'"
    )


def _persistent(ranking: Ranking, *, p: float = 0.8, depth: float = 3.0) -> Any:
    return p


PERSISTENT = Metric(_persistent, "X", "none", meanings={"p": Parameter(range=(0, 1))})


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        *(
            ({"p": p}, f"p must be a number above 0 and below 1; got {p!r}")
            for p in (0, 1, -0.5, float("nan"), "1", True)
        ),
        *(({"depth": x}, f"depth must be a number above 0; got {x!r}") for x in (0, float("inf"), None)),
    ],
)
def test_a_number_out_of_range_raises_an_error(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        PERSISTENT.check(PERSISTENT.parameters | given)
    assert str(caught.value) == sentence


@given(data=st.data())
def test_randomly_drawn_arguments_are_valid(data: st.DataObject) -> None:
    PERSISTENT.check(PERSISTENT.parameters | data.draw(arguments_of(PERSISTENT)))


def test_the_docstring_states_the_range_of_a_number() -> None:
    assert "p : float, above 0 and below 1, default 0.8\n" in str(PERSISTENT.__doc__)
    assert "depth : float, above 0, default 3.0\n" in str(PERSISTENT.__doc__)


BATCHED = "an array of shape (users,) for a batch."


@pytest.mark.parametrize(
    ("metric", "returned", "raised"),
    [
        (
            ndcg,
            f'From 0 to 1, unless `ideal` is "ones"; {BATCHED}',
            'If `ranking` is no Ranking, or a parameter is not allowed, or |R| = 0 and `empty` is "error".',
        ),
        (dcg, f"From 0 on; {BATCHED}", "If `ranking` is no Ranking, or a parameter is not allowed."),
        (METRICS["average_rank"], f"From 1 on, or NaN; {BATCHED}", "If `ranking` is no Ranking."),
        (
            rmse,
            "From 0 on, in units of the rating.",
            "If the two differ in length, are empty, or hold what is no number.",
        ),
    ],
)
def test_the_docstring_states_return_value_and_errors(metric: Any, returned: str, raised: str) -> None:
    lines = [line.strip() for line in metric.__doc__.splitlines()]
    assert [lines[lines.index(kind) + 1] for kind in ("float", "ValueError")] == [returned, raised]


@pytest.mark.parametrize("name", CONVENTIONS)
def test_a_convention_sets_only_existing_parameters(name: str) -> None:
    convention = CONVENTIONS[name]
    assert convention.name == name
    assert convention.title
    assert convention.summary
    assert convention.source
    for metric, parameters in convention.metrics.items():
        METRICS[metric].check({**METRICS[metric].parameters, **parameters})
        assert set(parameters) <= set(METRICS[metric].parameters), metric


def test_the_names_of_conventions_are_stable() -> None:
    released = [
        *("parra", "lopes", "trec_eval", "ranx", "sklearn", "recbole", "rectools", "replay", "lenskit", "pyreclab"),
        *("torchmetrics", "spark_python", "daisyrec", "elliot", "xgboost", "xgboost@1.7", "lightgbm", "catboost"),
        *("keras_rs", "context_precision", "llama_index", "haystack", "haystack@3.0", "mlflow"),
        *("sentence_transformers", "quepid", "quepid@8.0", "elasticsearch", "opensearch"),
    ]
    assert [name for name in CONVENTIONS if name in released] == released
    assert {name for name, _row in FOLDED.items()} == {
        *("vlnet", "ir_measures", "ranx_burges", "rectools_divide_by_k", "rectools_achievable", "recommenders"),
        *("recommenders_map_at_k", "spark", "kaggle"),
    }
    assert set(CONVENTIONS["parra"].metrics) == set(METRICS)


@pytest.mark.parametrize(
    ("spelling", "folded", "meant"),
    [
        ("AvgRp", "vlnet", measure("AvgRp")),
        ("nDCG@5", "ir_measures", measure("nDCG@5", convention="trec_eval")),
        ("nDCG@5", "ranx_burges", measure("nDCG@5", below="zero")),
        ("AP@5", "ranx_burges", measure("AP@5", denominator="relevant")),
        ("AP@5", "rectools_divide_by_k", measure("AP@5", denominator="cutoff", empty="skip")),
        ("nDCG@5", "rectools_achievable", measure("nDCG@5", gain="binary", empty="skip")),
        ("nDCG@5", "recommenders", measure("nDCG@5", gain="binary", empty="skip")),
        ("AP@5", "recommenders_map_at_k", measure("AP@5", empty="skip")),
        ("nDCG@5", "spark", measure("nDCG@5")),
        ("AP@5", "kaggle", measure("AP@5")),
    ],
)
def test_the_name_of_a_folded_row_is_accepted(spelling: str, folded: str, meant: Measure) -> None:
    made = measure(spelling, convention=folded)
    assert made == meant
    assert made.convention in CONVENTIONS
    assert eval(repr(made), {"measure": measure}) == made
    assert list(evaluate({"u": ["a"]}, {"u": ["a"]}, [spelling], convention=folded).mean) == [made.mean_name]


@pytest.mark.parametrize(
    ("name", "folded"),
    [
        (name, folded)
        for name in ("AP", "nDCG", "DCG", "F2")
        for folded in FOLDED
        if measure(name).metric.name in convention_of(folded).metrics
    ],
)
def test_a_measure_of_a_folded_name_keeps_its_words_with_another_cutoff(name: str, folded: str) -> None:
    ranking, bare, cut = Ranking([1, 3, 0, 2]), measure(name, folded), measure(f"{name}@3", folded)
    assert bare @ 3 == bare(n=3) == bare.changed(n=3) == cut @ 3 == cut
    assert bare(ranking, 3) == bare(ranking, n=3) == cut(ranking)
    strict = measure(f"{name}@3", folded, threshold=2)
    assert cut.changed(threshold=2) == measure(name, folded, threshold=2) @ 3 == strict
    assert strict.changed(n=2) == measure(f"{name}@2", folded, threshold=2)


def test_a_folded_word_of_the_slides_is_kept_with_another_cutoff() -> None:
    burges = measure("nDCG", convention="ranx_burges")
    assert burges(Ranking([1, 3, 0, 2]), 3) == pytest.approx(0.5767, abs=5e-5)
    assert measure("ndcg_burges") @ 5 == measure("nDCG@5", convention="ranx_burges")


@pytest.mark.parametrize("name", REGISTRY)
def test_every_parameter_and_word_has_an_explanation(name: str) -> None:
    metric = REGISTRY[name]
    for key in metric.signature.parameters:
        assert key in PARAMETERS, f"{name}: {key} has no entry in PARAMETERS of metrics_edu/metrics/parameters.py"
        parameter = metric.parameter(key)
        assert parameter.sentence or parameter.words, key
        for word in metric.choices.get(key, ()):
            shown, sentence = parameter.words[word]
            assert shown, (key, word)
            assert sentence, (key, word)
            assert f'"{word}": {shown}' in str(metric.__doc__)
    assert metric.meanings.keys() <= metric.signature.parameters.keys()


def test_every_explained_parameter_and_word_exists() -> None:
    known = {key for metric in REGISTRY.values() for key in metric.signature.parameters} | {"threshold"}
    words = {(k, w) for metric in REGISTRY.values() for k, allowed in metric.choices.items() for w in allowed}
    assert set(PARAMETERS) <= known
    for key, parameter in PARAMETERS.items():
        assert {(key, word) for word in parameter.words} <= words | {
            ("empty", "skip"),
            ("empty", "error"),
            ("no_negative", "skip"),
        }
