"""DCG and nDCG, which read grades."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import numpy as np

from metrics_edu.language import N_
from metrics_edu.metrics.denominators import PARRA, Empty, ratio
from metrics_edu.metrics.gains import gain_of, nothing_to_find
from metrics_edu.metrics.ranking import Ranking
from metrics_edu.metrics.reasons import unless_above_ideal
from metrics_edu.metrics.registry import metric
from metrics_edu.working import named
from metrics_edu.working.recorded_array import plain

Gain = Literal["exponential", "linear", "binary", "shifted", "mlnet"]
Discount = Literal["log2", "ln", "rank", "jarvelin", "none"]
Below = Literal["zero", "graded"]
Ideal = Literal["pool", "uncut", "shown", "retrieved", "ones"]
OTHERS = "Lopes, weeks 11 and 12 (linear); Järvelin and Kekäläinen (2002)"
DISCOUNTS: dict[str, Callable[[Any], Any]] = {
    "log2": lambda rank: np.log2(rank + 1),
    "ln": lambda rank: np.log(rank + 1),
    "rank": np.positive,
    "jarvelin": lambda rank: np.maximum(1, np.log2(rank)),
}
DCG_SOURCES = f'{PARRA}, slide "DCG y nDCG" (exponential); {OTHERS}'


@metric(
    "DCG",
    N_("discounted cumulative gain"),
    done=N_("Each gain was divided by the discount of its rank, and the results were added."),
    called=("ganancia acumulada descontada",),
    source=DCG_SOURCES,
    tile=7,
    per_rank="dg_i",
    bounds=(0, np.inf),
    renamed={("discount", "none"): ("CG", N_("cumulative gain"))},
)
def dcg(
    ranking: Ranking,
    n: int | None = None,
    *,
    gain: Gain = "exponential",
    discount: Discount = "log2",
    below: Below = "zero",
) -> Any:
    """Discounted cumulative gain: the sum of gain(g_i) / discount(i) over the first n ranks.

    >>> dcg(Ranking([3, 0, 2]))  # 7/log2(2) + 3/log2(4)
    8.5
    """
    worth = gain_of(named(ranking.grades(None if ranking.ties else n), "g_i"), ranking.threshold, gain, below)
    gained = ranking.ties.shared(plain(worth), n, "G_i", "gain_i") if ranking.ties else named(worth, "gain_i")
    return np.sum(discounted(gained, "dg_i", discount), axis=-1)


def discounted(gained: Any, symbol: str, discount: str) -> Any:
    """Return gains, each divided by the discount of its rank."""
    rank = named(np.arange(1, gained.shape[-1] + 1), "i")
    if discount == "none":
        return named(np.positive(gained), symbol)
    return named(gained / DISCOUNTS[discount](rank), symbol)


@metric(
    "nDCG",
    N_("normalized discounted cumulative gain"),
    done=N_("The DCG was divided by that of the ideal list."),
    called=(
        "normalized dcg",
        "dcg normalizado",
        "ganancia acumulada descontada normalizada",
        "ganancia acumulada normalizada descontada",
    ),
    source=DCG_SOURCES,
    tile=8,
    per_rank="dg_i",
    ideal="dg*_i",
    unpromised={"bounds": ("ones",), "swap": ()},
    uncut={"ideal": ("pool", "uncut")},
    reads_all={"list": ("retrieved",), "pool": ("uncut",)},
    reasons={"": unless_above_ideal},
)
def ndcg(
    ranking: Ranking,
    n: int | None = None,
    *,
    gain: Gain = "exponential",
    discount: Discount = "log2",
    below: Below = "zero",
    ideal: Ideal = "pool",
    empty: Empty = 0.0,
) -> Any:
    """Normalized DCG: DCG@n divided by the DCG of the ideal list.

    Without n, the ideal list of "ones" has as many as ranks are shown. With `below` "graded", `empty` counts when no item
    has a gain above 0.

    >>> ndcg(Ranking([0, 1], pool=[1]), 2)  # 1/log2(3) over 1/log2(2)
    0.6309297535714575
    """
    got = dcg(ranking, n, gain=gain, discount=discount, below=below)
    best = discounted(named(ideal_gains(ranking, n, ideal, gain, below), "gain*_i"), "dg*_i", discount)
    top = named(np.sum(best, axis=-1), "IDCG" if n is None else f"IDCG@{n}")
    return ratio(got, top, empty, nothing_to_find(ranking, below, gain))


def ideal_gains(ranking: Ranking, n: int | None, ideal: str, gain: str, below: str) -> Any:
    if ideal == "ones":
        width = ranking.shown.shape[-1] if n is None else n
        return (np.arange(1, width + 1) <= np.expand_dims(ranking.cutoff(n), -1)).astype(np.float64)
    listed = ranking.listed(n)
    depth: Any = {"uncut": None, "shown": listed}.get(ideal, n)
    best: Any = -np.sort(-ranking.shown, axis=-1) if ideal == "retrieved" else ranking.pool(depth)
    if ideal == "shown":
        best = best[..., : int(np.max(listed, initial=0))]
        best = np.where(np.arange(1, best.shape[-1] + 1) <= np.expand_dims(listed, -1), best, 0.0)
    best = best[..., : None if ideal == "uncut" else n]
    return gain_of(named(best, "g*_i"), ranking.threshold, gain, below)
