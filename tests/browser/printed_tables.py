"""Evaluations whose printed values must be the same here and in the browser, where NumPy counts rows in 32 bits."""

import numpy as np

from metrics_edu import evaluate
from metrics_edu.tables import Evaluation

MEASURES = ["MAP@10", "nDCG", "Recall@10"]
FIRST_IDS = (1, 1), (2**31 - 300, 7), (2**40, 2**33), (-3, 2**20)
"""The first user and item of a table: ids that are their own codes, up to the last one, and others."""


def tables(user: int, item: int, users: int) -> tuple[dict[int, list[int]], dict[int, dict[int, float]]]:
    draw = np.random.default_rng(5)
    run = {user + k: (item + draw.permutation(200)[: 1 + k % 40].astype("int64")).tolist() for k in range(users)}
    judged = {u: {item + int(i): float(draw.integers(6)) for i in draw.permutation(200)[:20]} for u in run}
    return run, judged


def print_means(found: Evaluation) -> None:
    print([round(mean, 12) for mean in found.mean.values()], found.coverage, found.names[-1])


def print_policies() -> None:
    """Print evaluations over some of the users, which count rows per user."""
    run, judged = tables(1, 1, 60)
    part = dict([*run.items()][10:]), dict([*judged.items()][:50])
    for users in ("judged", "common", "all", "with_relevant"):
        print_means(evaluate(*part, MEASURES, users=users, threshold=4))
    scores = {user: {item: float(item % 7) for item in items} for user, items in run.items()}
    for ties in ("order", "id_descending"):
        print_means(evaluate(scores, judged, MEASURES, threshold=4, ties=ties))
    named = [{f"u{user}": {str(i): 1.0 for i in items} for user, items in table.items()} for table in (run, judged)]
    print_means(evaluate(*named, MEASURES))


def print_results() -> None:
    """Print what an evaluation gives beside its means."""
    run, judged = tables(2**31 - 60, 1, 60)
    found = evaluate(run, judged, MEASURES, threshold=4)
    print(found, found.per_user["AP@10"][-3:].round(12))
    print(found.compare(evaluate(judged, judged, MEASURES, threshold=4)), found.interval())
    print(found.explain(2**31 - 1, "MAP@10").line, found.ranking(2**31 - 1))


def print_all() -> None:
    for user, item in FIRST_IDS:
        print_means(evaluate(*tables(user, item, 300), MEASURES, threshold=4, ties="id_descending"))
    print_means(evaluate(*tables(*FIRST_IDS[0], 300), MEASURES, threshold=4, ties="expected", repeats="expanded"))
    print_policies()
    print_results()
