"""Ties: the shown items of equal score, and what each of the ranks that they share has.

After McSherry and Najork (ECIR 2008): the mean of a value over all orders of equal scores, without listing the orders.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np

from metrics_edu.metrics.validation import Counts, Numbers
from metrics_edu.working import named
from metrics_edu.working.recorded_array import plain

Rule = Literal["expected", "last"]


@dataclass(frozen=True)
class Ties:
    """Which ranks share a score, in arrays like the shown grades, and by which rule their items count.

    "expected": a value is its mean over all orders of equal scores. "last": each item has the last rank of its score.
    """

    rule: Rule
    scores: Numbers
    group: Counts
    """The position in the flat array of the first rank with this score."""

    @classmethod
    def of(cls, scores: Numbers, lengths: Counts, rule: Rule) -> Ties:
        """Find the equal scores among those of each list, the highest first; after its length no rank shares one."""
        positions = np.arange(scores.size).reshape(scores.shape)
        is_first = np.arange(scores.shape[-1]) >= np.expand_dims(lengths, -1)
        is_first[..., :1] = True
        is_first[..., 1:] |= scores[..., 1:] != scores[..., :-1]
        return cls(rule, scores, np.maximum.accumulate(np.where(is_first, positions, 0), axis=-1))

    def sums(self, worth: Any) -> Numbers:
        """Return at each rank what the items with its score are worth together."""
        sums = np.bincount(self.group.ravel(), np.ravel(worth), self.group.size)
        return np.asarray(sums[self.group], dtype=np.float64)

    @cached_property
    def size(self) -> Numbers:
        """How many items have the score of each rank."""
        return self.sums(np.ones(self.group.shape))

    @cached_property
    def before(self) -> Counts:
        """How many of the ranks with its score are above each rank."""
        return np.arange(self.group.size).reshape(self.group.shape) - self.group

    def shared(self, worth: Any, n: int | None, total: str, symbol: str) -> Any:
        """Return what the items are worth at each of the first n ranks: the mean of those that share it, or all at the last."""
        sums, size = named(self.sums(worth)[..., :n], total), named(self.size[..., :n], "s_i")
        if self.rule == "last":
            return named(np.where(named(self.before[..., :n], "o_i") + 1 >= size, sums, 0), symbol)
        return named(sums / size, symbol)

    def split_at(self, n: int) -> bool:
        """Return whether a score of rank n goes on below it, in some list."""
        return bool(np.any(self.group[..., n - 1 : n] == self.group[..., n : n + 1]))

    def above(self, hits: Counts, n: int | None, tied: str) -> Any:
        """Return how many non-relevant items are above each of the first n ranks; of those with its score all, or half."""
        misses = 1 - hits
        if n is not None:
            misses[..., n:] = 0
        higher = named((np.cumsum(misses, axis=-1) - misses).ravel()[self.group][..., :n], "A_i")
        same = named(self.sums(misses)[..., :n], "t_i")
        return named(higher + (same / 2 if tied == "half" else same), "above_i")

    def first_hits(self, hits: Counts, n: int | None) -> Any:
        """Return the chance of each of the first n ranks that the first relevant item is there."""
        if self.rule == "last":
            chance = named(np.minimum(self.shared(hits, n, "r_i", "rel_i"), 1), "p_i")
        else:
            left = named((self.size - self.before)[..., :n], "l_i")
            chance = named(named(self.sums(hits)[..., :n], "r_i") / left, "p_i")
        missed = np.cumprod(1 - plain(chance), axis=-1)
        none = np.concatenate([np.ones_like(missed[..., :1]), missed[..., :-1]], axis=-1)
        return named(named(none, "u_i") * chance, "f_i")

    def hits_at_hits(self, hits: Counts, n: int | None) -> Any:
        """Return the mean number of hits down to each of the first n ranks in the orders that have a relevant item there."""
        higher = named((np.cumsum(hits, axis=-1) - hits).ravel()[self.group][..., :n], "B_i")
        found, others = named(self.sums(hits)[..., :n], "r_i"), named(np.maximum(self.size - 1, 1)[..., :n], "y_i")
        share = named(np.where(found > 1, (found - 1) / others, 0.0), "q_i")
        before = named(self.before[..., :n], "o_i")
        return named(np.where(found > 0, higher + 1 + before * share, higher), "h_i")
