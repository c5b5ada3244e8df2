"""What the metrics share: relevance, the denominators, and the ratio that knows 0/0."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from metrics_edu.language import refused
from metrics_edu.metrics.ranking import Ranking
from metrics_edu.metrics.reasons import if_decided, wanted_ranks
from metrics_edu.working import named
from metrics_edu.working.recorded_array import plain

Empty = float | Literal["skip", "error"]

PARRA = "D. Parra, Métricas de Evaluación, IIC3633, PUC Chile"
LAWRIE = "D. Lawrie, Evaluation Metrics"


def relevance(ranking: Ranking, n: int | None) -> Any:
    """Return rel_i of the first n ranks, in one byte each: what is summed or divided is wider by itself."""
    if ranking.ties:
        return ranking.ties.shared(ranking.hits(), n, "r_i", "rel_i")
    return named((ranking.grades(n) >= ranking.threshold).view(np.int8), "rel_i")


def all_relevant(ranking: Ranking) -> Any:
    return named(ranking.relevant, "|R|")


def ranks_divided(ranking: Ranking, n: int | None, short: str) -> Any:
    if short == "pad":
        return named(ranking.cutoff(n), "n", wanted_ranks, counts_terms=True)
    return named(ranking.listed(n), "D", counts_terms=True)


def shorter(relevant: Any, ranks: Any, result: str = "D") -> Any:
    return named(np.minimum(relevant, ranks), result)


def no_mean_over_orders(symbol: str) -> ValueError:
    """Return the error of a metric whose mean over the orders of equal scores is no formula of the mean of each rank."""
    return refused(
        "{symbol} has no mean over the orders of equal scores here: in each order it divides or multiplies by what was "
        "before; choose order, best, worst, id_ascending or id_descending for ties",
        symbol=symbol,
    )


def divisor(ranking: Ranking, kind: str, n: int | None, hit: Any = 0) -> Any:
    """Return the divisor of recall and AP by its name; one of them counts the hits."""
    if kind == "relevant" or (kind == "reachable" and n is None):
        return all_relevant(ranking)
    if kind == "reachable":
        return shorter(all_relevant(ranking), named(ranking.cutoff(n), "n"))
    if kind == "listed":
        return shorter(all_relevant(ranking), named(ranking.listed(n), "shown"))
    if kind == "retrieved" and n is not None and ranking.ties and ranking.ties.rule == "expected":
        raise no_mean_over_orders(f"AP@{n}")
    return named(np.sum(hit, axis=-1) if kind == "retrieved" else ranking.cutoff(n), "D")


def ratio(numerator: Any, denominator: Any, empty: Any = 0.0, nothing: Any = False) -> Any:
    """Divide; `empty` where there is `nothing` to find; 0 for any other division by 0."""
    zero = plain(denominator) == 0
    decided = np.where(nothing, empty, 0.0) if empty else 0.0
    return named(np.where(nothing | zero, decided, np.divide(numerator, denominator)), "")


def unless_empty(value: Any, ranking: Ranking, empty: Any) -> Any:
    """Return a value that is 0 where no item is relevant; another `empty` there takes its place."""
    return named(np.where(ranking.relevant == 0, empty, value), "", if_decided) if empty else value
