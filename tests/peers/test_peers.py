"""Each metric, under each peer's convention, is what the peer itself computes on generated runs."""

from __future__ import annotations

import math
import os
from typing import Any

import client
import pytest
from adapters import PEERS
from client import ENVIRONMENTS, HERE, HOME, PACKAGES
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from toy import SAME_AS, TOY

from metrics_edu import CONVENTIONS, METRICS, measure
from metrics_edu.metrics.conventions import FOLDED, convention_of
from metrics_edu.metrics.ranking import Ranking
from tests.metrics.test_library_cases import CASES
from tests.strategies import Case, case_batches
from tools.environments.pins import normal, read_pins

CUTOFFS = (None, 1, 2, 3, 5, 10, 30)
EXACT = 1e-9
TOLERANCES = {
    "torchmetrics": 2e-6,
    "pyreclab": 1e-6,
    "replay": 1e-12,
}  # the first two compute, or give, single precision
EXAMPLES = 200 if "FUZZ_CASES" in os.environ else 25  # batches of up to six users
LEARNING_TO_RANK = {"xgboost", "xgboost@1.7", "lightgbm", "catboost"}  # a query has all its documents in its list
FRACTIONS = {"sklearn"}  # takes grades that are not whole numbers; the others get them doubled
PAIRS = [
    (peer, SAME_AS.get(peer, (peer, ()))[0], metric)
    for peer in PEERS
    for metric in convention_of(SAME_AS.get(peer, (peer, ()))[0]).metrics
    if metric not in SAME_AS.get(peer, ("", ()))[1]
]


def empty(case: Case) -> bool:
    return not case.shown


def nothing_relevant(case: Case) -> bool:
    return not case.relevant


# What a peer is not asked, because it then does what no parameter can say: each is a row of quirks.py.
LEFT_OUT: dict[tuple[str, str], Any] = {
    ("sklearn", "average_precision"): empty,
    ("sklearn", "dcg"): lambda case: len(case.shown) < 2,
    ("sklearn", "ndcg"): lambda case: len(case.shown) < 2,
    **dict.fromkeys([("pyreclab", metric) for metric in ("precision", "recall", "average_precision")], empty),
    ("pyreclab", "ndcg"): lambda case: empty(case) or nothing_relevant(case),
    ("lenskit", "precision"): empty,
    ("lenskit", "average_precision"): lambda case: empty(case) or nothing_relevant(case),
    ("cornac", "precision"): empty,
    ("cornac", "f_measure"): lambda case: empty(case) or nothing_relevant(case),
    ("cornac", "reciprocal_rank"): lambda case: not any(g >= case.threshold for g in case.shown),
    **{(peer, m): empty for peer in PEERS if peer.startswith("recommenders") for m in convention_of(peer).metrics},
    **{(peer, m): empty for peer in LEARNING_TO_RANK for m in CONVENTIONS[peer].metrics},
    **{
        ("llama_index", m): lambda case: empty(case) or nothing_relevant(case)
        for m in CONVENTIONS["llama_index"].metrics
    },
}


def doubled(cases: list[Case]) -> list[Case]:
    if all(grade == int(grade) for case in cases for grade in (*case.shown, *case.missed, case.threshold)):
        return cases
    return [Case(tuple(2 * g for g in c.shown), tuple(2 * g for g in c.missed), 2 * c.threshold) for c in cases]


def as_user(case: Case) -> dict[str, Any]:
    """Name the items; every second grade of 0 is left unjudged, and an item judged 0 is never shown."""
    items = [f"i{rank}" for rank in range(len(case.shown) + len(case.missed))]
    grades = dict(zip(items, case.shown + case.missed, strict=True))
    judged = {item: grade for i, (item, grade) in enumerate(grades.items()) if grade > 0 or i % 2}
    return {"run": items[: len(case.shown)], "judged": judged | {"never shown": 0}}


def as_ranking(case: Case, *, reads_judged: bool) -> Ranking:
    """Return the list of a case; with the judgments that the peer gets, if it counts which items have one."""
    user = as_user(case)
    return Ranking.from_items(user["run"], user["judged"], threshold=case.threshold) if reads_judged else case.ranking()


def agree(ours: float, theirs: float | None, tolerance: float, defined: bool) -> bool:
    """Tell whether two values are one; of a user whom the peer leaves out, only what `empty` governs is compared."""
    if theirs is None:
        return math.isnan(ours) or (defined and ours == 0)
    return math.isclose(ours, theirs, rel_tol=tolerance, abs_tol=tolerance)


@pytest.mark.parametrize(("peer", "convention", "metric"), PAIRS, ids=["-".join((p, m)) for p, _c, m in PAIRS])
def test_a_metric_under_a_convention_equals_the_peer(ask, peer, convention, metric):
    spelling, left_out = METRICS[metric].symbol.partition("{")[0], LEFT_OUT.get((peer, metric), lambda case: False)
    plain = [as_user(Case((1, 0), (1,)))]
    offered = [n for n in CUTOFFS if "offered" not in ask(peer, spelling, plain, n)]
    assert offered, f"{peer} has no {spelling}"

    @settings(
        max_examples=EXAMPLES if HOME[peer] == "quick" else 60,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    )
    @given(case_batches(users=6), st.sampled_from(offered))
    def compare(cases: list[Case], n: int | None) -> None:
        kept = [case for case in (cases if peer in FRACTIONS else doubled(cases)) if not left_out(case)]
        if peer in LEARNING_TO_RANK:
            kept = [Case(case.shown + case.missed, (), case.threshold) for case in kept]
        threshold = kept[0].threshold if kept else 1
        kept.append(Case((threshold, 0), (threshold,), threshold))  # so that a batch is never of empty lists only
        found = ask(peer, spelling, [as_user(case) for case in kept], n, threshold)
        assert "values" in found, found
        named = measure(spelling if n is None else f"{spelling}@{n}", convention=convention)
        batch = Ranking.batch([as_ranking(case, reads_judged=METRICS[metric].reads_judged) for case in kept])
        for case, ours, theirs in zip(kept, named(batch), found["values"], strict=True):
            by_definition = nothing_relevant(case) and not METRICS[metric].takes_empty
            assert agree(ours, theirs, TOLERANCES.get(peer, EXACT), by_definition), (case, n, ours, theirs)

    compare()


def test_every_convention_has_a_peer_or_a_table():
    worked = {name for name, found in CONVENTIONS.items() if found.worked}
    cases = {case["convention"] for case in CASES}
    assert {*CONVENTIONS, *FOLDED} - {"vlnet"} == (set(PEERS) - {"cornac"}) | set(TOY) | worked | cases
    assert set(HOME) == set(PEERS)


@pytest.mark.parametrize("environment", ENVIRONMENTS)
def test_the_packages_of_the_peers_are_pinned(environment):
    pinned = {normal(pin.name) for pin in read_pins((HERE / "requirements" / f"{environment}.txt").read_text())}
    assert pinned >= set().union(*(PACKAGES[peer] for peer in ENVIRONMENTS[environment]))


def test_every_pin_file_belongs_to_an_environment():
    assert {file.stem for file in (HERE / "requirements").glob("*.txt")} == set(ENVIRONMENTS)


@pytest.mark.parametrize(
    ("lines", "left_out"),
    [
        ("pyreclab\n", {"pyreclab": ["pyreclab"]}),
        ("pytrec_eval-terrier\n", {peer: ["pytrec-eval-terrier"] for peer in ("trec_eval", "ir_measures")}),
        ("numpy\n", {peer: ["numpy"] for peer in ENVIRONMENTS["quick"]}),
        ("", {}),
    ],
)
def test_a_package_without_a_build_skips_its_peers(tmp_path, monkeypatch, lines, left_out):
    (tmp_path / "quick").mkdir()
    (tmp_path / "quick" / "left-out.txt").write_text(lines)
    monkeypatch.setattr(client, "FOLDER", tmp_path)
    found = {peer: client.Peers.left_out(peer) for peer in ENVIRONMENTS["quick"]}
    assert {peer: names for peer, names in found.items() if names} == left_out
