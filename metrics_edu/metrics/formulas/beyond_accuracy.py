"""What a set of recommendations reaches: user and item coverage, novelty, diversity."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any, Literal

import numpy as np

from metrics_edu.language import N_, refused
from metrics_edu.metrics.denominators import PARRA
from metrics_edu.metrics.registry import metric
from metrics_edu.metrics.validation import check_number
from metrics_edu.working import named
from metrics_edu.working.recorded_array import not_recording

User = Any
Item = Any
Category = Hashable
HOMEWORK = "Homework statements of IIC3633, PUC Chile, 2024-2 and 2025-1"
COVERAGE = f'{PARRA}, slide "Coverage"'
coverage = partial(metric, kind="coverage")


@coverage(
    "User coverage",
    N_("share of the users that got a recommendation"),
    called=("coverage user", "cobertura usuario"),
    source=COVERAGE,
    refuses="there are no users",
)
def user_coverage(recommendations: Mapping[User, Sequence[Item]], users: Collection[User]) -> Any:
    """User coverage: users that got at least one recommendation / all users.

    >>> user_coverage({"u": ["a"], "v": []}, ["u", "v", "w", "x"])
    0.25
    """
    everyone = set(users)
    if not everyone:
        raise refused("users must have at least one user; got none")
    served = {user for user, items in recommendations.items() if len(items) and user in everyone}
    return named(len(served), "users served") / named(len(everyone), "all users")


@coverage(
    "Item coverage",
    N_("share of the items that were recommended"),
    called=("coverage item", "cobertura item", "catalog coverage", "cobertura catálogo"),
    source=COVERAGE,
    refuses="the catalogue is empty",
)
def item_coverage(recommendations: Mapping[User, Sequence[Item]], catalogue: Collection[Item]) -> Any:
    """Item coverage: distinct items recommended / all items.

    >>> item_coverage({"u": ["a", "b"], "v": ["a"]}, ["a", "b", "c", "d"])
    0.5
    """
    everything = set(catalogue)
    if not everything:
        raise refused("catalogue must have at least one item; got none")
    shown = everything.intersection(chain.from_iterable(recommendations.values()))
    return named(len(shown), "items shown") / named(len(everything), "all items")


@coverage(
    "Novelty",
    N_("how little known the recommended items are"),
    called=("novedad",),
    source=HOMEWORK,
    bounds=(0, np.inf),
    unit="nats or bits",
    refuses="an item was never seen (it is named)",
)
def novelty(
    recommendations: Mapping[User, Sequence[Item]] | Sequence[Item],
    popularity: Mapping[Item, float],
    *,
    per: Literal["list", "item"] = "list",
    base: Literal["e", "2"] = "e",
    unseen: Literal["error", "skip"] = "error",
    total: float | None = None,
) -> Any:
    """Novelty: the sum over a list of log(1 / pop_i), pop_i the item's share of all interactions; the mean over users.

    With the number of users as `total`, pop_i is the share of the users that have the item.

    >>> novelty(["a", "b"], {"a": 2, "b": 1, "c": 1}, base="2")  # log2(4/2) + log2(4/1)
    3.0
    """
    if isinstance(recommendations, Mapping):
        of_user = partial(novelty, popularity=popularity, per=per, base=base, unseen=unseen, total=total)
        return _mean(recommendations, of_user, "novelty_u")
    if total is not None:
        check_number("total", total, 0, np.inf)
    unknown = [item for item in recommendations if not popularity.get(item, 0)]
    if unknown and unseen == "error":
        raise refused("item {item!r} has no interactions; pass unseen='skip' to skip it", item=unknown[0])
    known = [popularity[item] for item in recommendations if popularity.get(item, 0)]
    counts = named(np.array(known, dtype=np.float64), "count_i")
    whole = named(sum(popularity.values()), "all interactions") if total is None else named(total, "total")
    pop = named(counts / whole, "pop_i")
    information = (np.log if base == "e" else np.log2)(1 / pop)
    novel = np.sum(named(information, "info_i"), axis=-1)
    return novel if per == "list" else novel / named(max(len(recommendations), 1), "length", counts_terms=True)


@coverage(
    "Diversity",
    N_("distinct categories in a list"),
    called=("diversidad",),
    source=HOMEWORK,
    bounds=(0, np.inf),
    unit="categories",
    refuses="an item has no entry in `categories` (it is named)",
)
def diversity(
    recommendations: Mapping[User, Sequence[Item]] | Sequence[Item], categories: Mapping[Item, Iterable[Category]]
) -> Any:
    """Diversity: the number of distinct categories in a list; the mean over users.

    >>> diversity({"u": ["a", "b"], "v": ["a"]}, {"a": ["x"], "b": ["x", "y"]})
    1.5
    """
    if isinstance(recommendations, Mapping):
        return _mean(recommendations, partial(diversity, categories=categories), "categories_u")
    for item in recommendations:
        if item not in categories:
            raise refused("item {item!r} has no categories; add it to categories", item=item)
    distinct = len({category for item in recommendations for category in categories[item]})
    return named(np.float64(distinct), "distinct categories")


def _mean(recommendations: Mapping[User, Sequence[Item]], value: Callable[..., Any], symbol: str) -> Any:
    if not recommendations:
        raise refused("recommendations must have at least one user; got none")
    with not_recording():
        values = [value(items) for items in recommendations.values()]
    return np.sum(named(np.array(values), symbol), axis=-1) / named(len(values), "users", counts_terms=True)
