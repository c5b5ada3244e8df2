"""Run: the recommendation lists of users, with the test data and the train data."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, Literal, Self

import numpy as np

from metrics_edu.language import counted
from metrics_edu.metrics.judgments import Lists, as_id, by_id
from metrics_edu.metrics.ranking import Ranking
from metrics_edu.metrics.split import Split
from metrics_edu.metrics.ties import Rule
from metrics_edu.metrics.validation import rows_of

NONE: Mapping[Any, Any] = {}


class Run:
    """The lists of items that users got, the test data they are judged by, and the train data.

    Ids are compared as text: 7 and "7" are one id. Items that a user has in train are taken out of the list, unless
    `removed` is False.

    Parameters
    ----------
    recommendations : mapping user -> sequence of items
        Rank 1 first.
    judged : mapping user -> mapping item -> grade, or iterable of the relevant items
        The test data, in the order of their file.
    threshold : float
        A grade that reaches it is relevant.
    seen : mapping user -> iterable of items
        The train data.
    removed : bool
        Whether what a user has in train is taken out of the list.
    scores : mapping user -> mapping item -> score
        By what each list was sorted, if that is known: equal scores could be in another order.
    ties : {"order", "expected", "last"}
        How equal scores count: in the order of the list, or as ``Ranking.tied`` says.
    known_items : iterable of items
        The catalogue; without one it is all items of train and test.
    known_categories : mapping item -> iterable of categories
        An item without an entry has no category.

    Attributes
    ----------
    recommendations, scores
        As they were given.
    data : Split
        The test and train data, which other runs may share.

    Raises
    ------
    ValueError
        As ``Ranking.from_lists``, or if an id is given twice, as a number and as text.

    Examples
    --------
    >>> from metrics_edu import reciprocal_rank
    >>> run = Run({7: [1, 2, 3]}, judged={"7": ["3"]}, seen={7: [1]})
    >>> run.lists, reciprocal_rank(run.ranking).tolist()
    ({'7': ['2', '3']}, [0.5])
    """

    def __init__(
        self,
        recommendations: Mapping[Any, Sequence[Hashable]],
        judged: Mapping[Any, Mapping[Any, float] | Iterable[Hashable]],
        threshold: float = 1,
        seen: Mapping[Any, Iterable[Hashable]] = NONE,
        removed: bool = True,
        scores: Mapping[Any, Mapping[Any, float]] = NONE,
        known_items: Iterable[Hashable] = (),
        known_categories: Mapping[Any, Iterable[Hashable]] = NONE,
        ties: Literal["order", Rule] = "order",
    ) -> None:
        self.recommendations = recommendations
        self.data = Split(judged, threshold, seen, removed, known_items, known_categories)
        self.scores, self.ties = scores, ties
        self._texts: Lists | None = None

    @classmethod
    def of(
        cls,
        data: Split,
        recommendations: Mapping[Any, Sequence[Hashable]],
        scores: Mapping[Any, Mapping[Any, float]] = NONE,
        texts: Lists | None = None,
        ties: Literal["order", Rule] = "order",
    ) -> Self:
        """Return a run on data that other runs share; `texts` are its lists with ids as text, where they are known."""
        run = cls(recommendations, {}, scores=scores, ties=ties)
        run.data, run._texts = data, texts
        return run

    def like(self, data: Split, recommendations: Mapping[Any, Sequence[Hashable]], texts: Lists | None = None) -> Self:
        """Return a run with the same scores and rule for equal ones, on other data or with other lists."""
        run = self.of(data, recommendations, self.scores, texts)
        run.ties = self.ties
        return run

    @cached_property
    def lists(self) -> Lists:
        """The lists without what the users have in train."""
        return self.data.unseen(
            self._texts or {user: list(map(as_id, items)) for user, items in by_id(self.recommendations).items()}
        )

    @cached_property
    def ranking(self) -> Ranking:
        """The lists of the users with judgments, as a batch in the order of the test data; the means are over them."""
        lists = {user: self.lists.get(user, []) for user in self.data.grades}
        made = Ranking.of_judged(self.data.test, [*lists.values()])
        if self.data.catalogue_sizes is not None:
            made = made.with_catalogue(np.maximum(self.data.catalogue_sizes, made.catalogue))
        if self.ties == "order":
            return made
        scores = {user: by_id(items) for user, items in by_id(self.scores).items()}
        rows = [[scores.get(user, NONE).get(item, -k) for k, item in enumerate(lists[user])] for user in lists]
        return made.tied(rows_of(rows), self.ties)

    @cached_property
    def categories(self) -> dict[str, Iterable[Hashable]]:
        """The categories of each item in the lists."""
        return {item: self.data.categories.get(item, ()) for items in self.lists.values() for item in items}

    def __repr__(self) -> str:
        return f"Run({counted(len(self.recommendations), 'list')}, threshold={self.data.threshold:g})"
