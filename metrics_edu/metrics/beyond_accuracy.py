"""What a set of recommendations reaches: user and item coverage, novelty, diversity."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from typing import Any, Literal

import numpy as np

from metrics_edu.language import N_, _
from metrics_edu.metrics.denominators import PARRA
from metrics_edu.metrics.registry import metric
from metrics_edu.working import named, not_recording

Recommendations = Mapping[Any, Sequence[Hashable]]
HOMEWORK = "IIC3633, Tarea 1, PUC Chile"


def _share(part: int, part_name: str, whole: int, whole_name: str, empty: str) -> Any:
    if not whole:
        raise ValueError(empty)
    return named(part, part_name) / named(whole, whole_name)


@metric("User coverage", N_("share of the users that got a recommendation"), kind="coverage", source=PARRA)
def user_coverage(recommendations: Recommendations, users: Collection[Hashable]) -> Any:
    """User coverage: users that got at least one recommendation / all users.

    Parameters
    ----------
    recommendations : mapping user -> list of items
    users : collection of users
        Every user there is; recommendations to others do not count.

    Returns
    -------
    float in [0, 1]

    Raises
    ------
    ValueError
        If there are no users.

    References
    ----------
    Parra, slide "Coverage".

    Examples
    --------
    >>> user_coverage({"u": ["a"], "v": []}, ["u", "v", "w", "x"])
    0.25
    """
    everyone = set(users)
    served = {user for user, items in recommendations.items() if len(items) and user in everyone}
    return _share(
        len(served), "users served", len(everyone), "all users", _("users must hold at least one user; got none")
    )


@metric("Item coverage", N_("share of the items that were recommended"), kind="coverage", source=PARRA)
def item_coverage(recommendations: Recommendations, catalogue: Collection[Hashable]) -> Any:
    """Item coverage: distinct items recommended / all items.

    Parameters
    ----------
    recommendations : mapping user -> list of items
    catalogue : collection of items
        Every item there is; recommended items outside it do not count.

    Returns
    -------
    float in [0, 1]

    Raises
    ------
    ValueError
        If the catalogue is empty.

    References
    ----------
    Parra, slide "Coverage".

    Examples
    --------
    >>> item_coverage({"u": ["a", "b"], "v": ["a"]}, ["a", "b", "c", "d"])
    0.5
    """
    everything = set(catalogue)
    shown = everything.intersection(*[set().union(*recommendations.values())]) if recommendations else set()
    return _share(
        len(shown), "items shown", len(everything), "all items", _("catalogue must hold at least one item; got none")
    )


@metric(
    "Novelty", N_("how little known the recommended items are"), kind="coverage", source=HOMEWORK, bounds=(0, np.inf)
)
def novelty(
    recommendations: Recommendations | Sequence[Hashable],
    popularity: Mapping[Any, float],
    *,
    per: Literal["list", "item"] = "list",
    base: Literal["e", "2"] = "e",
    unseen: Literal["error", "skip"] = "error",
) -> Any:
    """Novelty: the sum over a list of log(1 / pop_i), pop_i the item's share of all interactions; the mean over users.

    Parameters
    ----------
    recommendations : mapping user -> list of items, or one list of items
    popularity : mapping item -> interactions in the training data
    per : {"list", "item"}
        The sum over the list, or also divided by the list's length.
    base : {"e", "2"}
        The logarithm.
    unseen : {"error", "skip"}
        An item without interactions raises, or is passed over.

    Returns
    -------
    float >= 0, in nats or bits

    Raises
    ------
    ValueError
        If an item was never seen (it is named), or a parameter is not allowed.

    References
    ----------
    Homework statements of IIC3633, 2024-2 and 2025-1.

    Examples
    --------
    >>> novelty(["a", "b"], {"a": 2, "b": 1, "c": 1}, base="2")  # log2(4/2) + log2(4/1)
    3.0
    """
    if isinstance(recommendations, Mapping):
        return _mean(
            recommendations, lambda items: novelty(items, popularity, per=per, base=base, unseen=unseen), "novelty_u"
        )
    total = sum(popularity.values())
    for item in recommendations:
        if not popularity.get(item, 0) and unseen == "error":
            raise ValueError(_("item {item!r} has no interactions; give unseen='skip' to pass it over", item=item))
    known = [popularity[item] for item in recommendations if popularity.get(item, 0)]
    counts = named(np.array(known, dtype=np.float64), "count_i")
    pop = named(counts / named(total, "all interactions"), "pop_i")
    information = (np.log if base == "e" else np.log2)(1 / pop)
    whole = np.sum(named(information, "info_i"), axis=-1)
    return whole if per == "list" else whole / named(max(len(recommendations), 1), "length")


@metric("Diversity", N_("distinct categories in a list"), kind="coverage", source=HOMEWORK, bounds=(0, np.inf))
def diversity(
    recommendations: Recommendations | Sequence[Hashable], categories: Mapping[Any, Iterable[Hashable]]
) -> Any:
    """Diversity: the number of distinct categories in a list; the mean over users.

    Parameters
    ----------
    recommendations : mapping user -> list of items, or one list of items
    categories : mapping item -> its categories

    Returns
    -------
    float >= 0, in categories

    Raises
    ------
    ValueError
        If an item has no entry in `categories` (it is named).

    References
    ----------
    Homework statements of IIC3633, 2024-2 and 2025-1.

    Examples
    --------
    >>> diversity({"u": ["a", "b"], "v": ["a"]}, {"a": ["x"], "b": ["x", "y"]})
    1.5
    """
    if isinstance(recommendations, Mapping):
        return _mean(recommendations, lambda items: diversity(items, categories), "categories_u")
    unknown = [item for item in recommendations if item not in categories]
    if unknown:
        raise ValueError(_("item {item!r} has no categories", item=unknown[0]))
    distinct = len({category for item in recommendations for category in categories[item]})
    return named(np.float64(distinct), "distinct categories")


def _mean(recommendations: Recommendations, value: Any, symbol: str) -> Any:
    if not recommendations:
        raise ValueError(_("recommendations must hold at least one user; got none"))
    with not_recording():
        values = [value(items) for items in recommendations.values()]
    return np.sum(named(np.array(values), symbol), axis=-1) / named(len(values), "users")
