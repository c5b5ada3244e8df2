"""Ranking: the grades of one shown list, or of a batch of lists, and the pool they are judged against.

All input is checked here, once; the metrics trust a Ranking.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import chain, repeat
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from metrics_edu.language import _, counted, ngettext
from metrics_edu.metrics.validation import (
    are_grades,
    are_plain_grades,
    best_first,
    check_word,
    first,
    grades_of,
    parse_grades,
    read_counts,
    read_grades,
    read_threshold,
    refuse_judged,
    refuse_past_length,
    refuse_repeats,
    rows_of,
    spread,
    widen,
)

if TYPE_CHECKING:
    import numpy.typing as npt

    from metrics_edu.metrics.validation import Counts, Numbers
Item = Hashable


class Ranking:
    """The grades of a list in shown order (rank 1 first), and the pool of all grades above 0, shown or not.

    Parameters
    ----------
    grades : sequence of float, shape (n,), or array of shape (users, n)
        Relevance grades from 0 to 1000 in shown order.
    pool : sequence of float, shape (m,), or array of shape (users, m), optional
        The grades > 0 of all judged items of this user, shown or not, in any order (a batch: zeros fill a row). Without it:
        the shown grades > 0, and so many missed items of grade `threshold` as `relevant` asks for.
    threshold : float, > 0
        A grade that reaches it is relevant.
    relevant : int or array of shape (users,), optional
        |R|, the number of relevant items, shown or not; by default those in the pool.
    lengths : array of shape (users,), optional
        For a batch: how many ranks of each row are shown; the rest of the row must be 0.
    items, users : sequences of str, optional
        The names of the shown items (one list) and of the users (a batch).

    Attributes
    ----------
    missed_items : list of str
        The names of the judged items that are not shown, best first (`from_items`).
    unjudged, dropped : int
        How many shown items had no judgment and count as not relevant, or were taken out (`from_items`).

    Raises
    ------
    ValueError
        If a grade is negative or not a number, the threshold is not above 0, the pool lacks a shown grade, or
        `relevant` is smaller than the number of relevant items known.

    Examples
    --------
    >>> Ranking([1, 0, 1, 0], pool=[1, 1, 1])
    Ranking('RNRN', relevant=3)
    >>> Ranking([3, 0, 2, 0, 1], pool=[3, 3, 2, 1], threshold=2).relevant.item()
    3
    """

    def __init__(
        self,
        grades: npt.ArrayLike,
        pool: npt.ArrayLike | None = None,
        *,
        threshold: float = 1,
        relevant: npt.ArrayLike | None = None,
        lengths: npt.ArrayLike | None = None,
        items: Sequence[object] | None = None,
        users: Sequence[object] | None = None,
    ) -> None:
        self.threshold = read_threshold(threshold)
        self.shown = read_grades(grades, _("rank"))
        width = self.shown.shape[-1]
        whole = np.full(self.shown.shape[:-1], width)
        self.lengths = whole if lengths is None else read_counts(lengths, whole.shape, "lengths")
        if np.any(self.lengths > width) or np.any(self.lengths < 0):
            raise ValueError(_("lengths must be from 0 to {width}; got {given}", width=width, given=lengths))
        if lengths is not None:
            refuse_past_length(self.shown, self.lengths)
        self.unjudged = self.dropped = 0
        self.missed_items: list[str] = []
        self._single: Callable[[int], Ranking] | None = None
        self.items = None if items is None else [str(item) for item in items]
        self.users = (
            [str(user) for user in (range(1, len(self.shown) + 1) if users is None else users)]
            if self.is_batch
            else None
        )
        wanted = None if relevant is None else read_counts(relevant, whole.shape, "relevant (|R|)")
        self._pool = self._make_pool(pool, wanted)
        known = self._known = np.sum(self._pool >= self.threshold, axis=-1)
        self.relevant: Counts = known if wanted is None else wanted
        if np.any(self.relevant < known):
            least, given = first(known, self.relevant < known), first(self.relevant, self.relevant < known)
            raise ValueError(
                ngettext(
                    "relevant (|R|) must be at least the {known} relevant item given; got {given}",
                    "relevant (|R|) must be at least the {known} relevant items given; got {given}",
                    least,
                    known=least,
                    given=given,
                )
            )
        if self.items is not None and len(self.items) != width:
            raise ValueError(
                ngettext(
                    "items must name the {n} rank; got {given}",
                    "items must name all {n} ranks; got {given}",
                    width,
                    n=width,
                    given=len(self.items),
                )
            )
        if self.users is not None and len(self.users) != len(self.shown):
            n = len(self.shown)
            raise ValueError(
                ngettext(
                    "users must name the {n} list; got {given}",
                    "users must name all {n} lists; got {given}",
                    n,
                    n=n,
                    given=len(self.users),
                )
            )

    def _make_pool(self, pool: npt.ArrayLike | None, wanted: npt.NDArray[Any] | None) -> Numbers:
        shown = -np.sort(-self.shown, axis=-1)
        if pool is None:
            hits = np.sum(shown >= self.threshold, axis=-1)
            missed = np.zeros_like(hits) if wanted is None else np.maximum(wanted - hits, 0)
            fill = np.arange(int(np.max(missed, initial=0))) < missed[..., None]
            return best_first(np.concatenate([shown, fill * self.threshold], axis=-1))
        best = best_first(read_grades(pool, _("place in the pool")))
        if best.shape[:-1] != shown.shape[:-1]:
            raise ValueError(
                _(
                    "the pool must have one row a list: {lists}; got {given}",
                    lists=shown.shape[:-1],
                    given=best.shape[:-1],
                )
            )
        both = max(best.shape[-1], shown.shape[-1])
        lacking = widen(shown, both) > widen(best, both)
        if wanted is not None:  # the pool may be cut to its best: then it need not hold the worse of the shown grades
            lacking &= np.arange(both) < np.sum(best > 0, axis=-1)[..., None]
        if np.any(lacking):
            raise ValueError(
                _(
                    "the pool must hold every shown grade above 0; it lacks a shown {given:g}",
                    given=first(widen(shown, both), lacking),
                )
            )
        return best

    @classmethod
    def parse(cls, text: str, *, relevant: int | None = None, pool: str | None = None, threshold: float = 1) -> Ranking:
        """Read a ranking written as ``"NRRNN"`` (R relevant, N not) or as grades, ``"3 0 2 0 1"``.

        Parameters
        ----------
        text : str
            R and N in any case (spaces and commas between them are passed over), or grades apart by spaces, ``,``
            or ``;``. A comma between digits is a decimal comma if something else parts the grades.
        relevant : int, optional
            |R|, the relevant items shown or not; by default the R's that are shown.
        pool : str, optional
            All grades above 0, written like `text`.
        threshold : float
            A grade that reaches it is relevant.

        Raises
        ------
        ValueError
            If something else than R, N or numbers is written.

        Examples
        --------
        >>> Ranking.parse("NRRNNRNNNRRR", relevant=6)
        Ranking('NRRNNRNNNRRR', relevant=6)
        >>> Ranking.parse("3 0 2 0 1", pool="3 3 2 1").relevant.item()
        4
        """
        grade = max(1.0, read_threshold(threshold))  # of R
        grades, best = parse_grades(text, grade), None if pool is None else parse_grades(pool, grade)
        return cls(grades, best, relevant=relevant, threshold=threshold)

    @classmethod
    def from_items(
        cls,
        items: Sequence[Item],
        judged: Mapping[Item, float] | Iterable[Item],
        *,
        threshold: float = 1,
        unjudged: Literal["zero", "dropped"] = "zero",
    ) -> Ranking:
        """Make a ranking of shown items and of the judgments of one user.

        Parameters
        ----------
        items : sequence of hashable
            What was shown, rank 1 first; an item may be shown once.
        judged : mapping item -> grade, or iterable of the relevant items
            Everything this user judged, shown or not.
        threshold : float
            A grade that reaches it is relevant.
        unjudged : {"zero", "dropped"}
            An item without a judgment has grade 0, or is taken out of the list (its ranks close up).

        Raises
        ------
        ValueError
            If an item is listed twice (both ranks are named) or a grade is negative or not a number.

        Examples
        --------
        >>> Ranking.from_items(["a", "x", "b"], judged={"a": 5, "b": 4, "c": 2}, threshold=3)
        Ranking('5 0 4', relevant=2)
        """
        grades = grades_of(judged, threshold)
        check_word("unjudged", unjudged, ("zero", "dropped"))
        refuse_repeats(items)
        kept = [item for item in items if unjudged == "zero" or item in grades]
        refuse_judged(grades)
        pool = [grade for grade in grades.values() if grade > 0]
        found = cls([grades.get(item, 0) for item in kept], pool, threshold=threshold, items=kept)
        found.unjudged, found.dropped = sum(item not in grades for item in kept), len(items) - len(kept)
        rest = grades.keys() - set(kept)
        found.missed_items = [str(item) for item in sorted(grades, key=lambda item: -grades[item]) if item in rest]
        return found

    @classmethod
    def from_lists(
        cls,
        lists: Mapping[Any, Sequence[Item]],
        judged: Mapping[Any, Mapping[Item, float] | Iterable[Item]],
        *,
        threshold: float = 1,
        unjudged: Literal["zero", "dropped"] = "zero",
    ) -> Ranking:
        """Make a batch: one list a user, with each user's judgments.

        Users judged but without a list have an empty one; users with a list but without judgments have no relevant item.

        Parameters
        ----------
        lists : mapping user -> sequence of items
        judged : mapping user -> mapping item -> grade, or iterable of the relevant items
        threshold, unjudged
            As for `from_items`.

        Raises
        ------
        ValueError
            As `from_items`, naming the user.

        Examples
        --------
        >>> batch = Ranking.from_lists({"u": ["a", "b"], "v": ["c"]}, {"u": {"b": 1}, "v": {"c": 1, "d": 1}})
        >>> batch.users, batch.relevant.tolist()
        (['u', 'v'], [1, 2])
        """
        for name, given in (("lists", lists), ("judged", judged)):
            if not isinstance(given, Mapping):
                raise ValueError(
                    _("{name} must map each user to their items; got {given}", name=name, given=type(given).__name__)
                )
        check_word("unjudged", unjudged, ("zero", "dropped"))
        users = list(dict.fromkeys([*lists, *judged]))
        known = Judged({user: judged.get(user, ()) for user in users}, threshold)
        return known.ranking([lists.get(user, ()) for user in users], unjudged)

    @classmethod
    def batch(
        cls, rankings: Sequence[Ranking], users: Sequence[object] | None = None, threshold: float | None = None
    ) -> Ranking:
        """Join rankings of one list each, with one threshold, into a batch.

        Parameters
        ----------
        rankings : sequence of Ranking
        users : sequence of str, optional
            Their names; by default 1, 2, 3, ...
        threshold : float, optional
            By default that of the rankings; a batch of no users has no other.

        Raises
        ------
        ValueError
            If they differ in threshold, or one is itself a batch.

        Examples
        --------
        >>> Ranking.batch([Ranking.parse("RN"), Ranking.parse("N")], users=["Ana", "Beto"])
        Ranking(2 lists, threshold=1)
        """
        for place, ranking in enumerate(rankings, start=1):
            if ranking.is_batch:
                raise ValueError(
                    _("a batch joins rankings of one list each; place {place} is itself a batch", place=place)
                )
        thresholds = {ranking.threshold for ranking in rankings} | ({threshold} if threshold is not None else set())
        if len(thresholds) > 1:
            raise ValueError(_("the lists of a batch must have one threshold; got {given}", given=sorted(thresholds)))
        joined = cls(
            rows_of([ranking.shown for ranking in rankings]),
            rows_of([ranking._pool for ranking in rankings]),
            threshold=thresholds.pop() if thresholds else 1,
            relevant=np.array([ranking.relevant for ranking in rankings], dtype=np.int64),
            lengths=np.array([ranking.lengths for ranking in rankings], dtype=np.int64),
            users=users,
        )
        joined._single = tuple(rankings).__getitem__
        return joined

    @property
    def is_binary(self) -> bool:
        """Whether this is one list of items that are relevant or not, without other grades than 1 and 0."""
        grades = [] if self.is_batch else [*self.shown.tolist(), *self.pool(0).tolist()]
        return not self.is_batch and self.threshold == 1 and set(grades) <= {0.0, 1.0}

    @property
    def is_batch(self) -> bool:
        """Whether this holds several lists."""
        return self.shown.ndim == 2

    def user(self, user: object) -> Ranking:
        """Return the list of one user of a batch, named as in `users`.

        Raises
        ------
        KeyError
            If there is no such user.
        """
        names = self.users or []
        if str(user) not in names:
            raise KeyError(_("no user {user!r}", user=user))
        k = names.index(str(user))
        if self._single is not None:
            return self._single(k)
        grades = self.shown[k, : self.lengths[k]]
        return Ranking(grades, self._pool[k], threshold=self.threshold, relevant=self.relevant[k])

    def __repr__(self) -> str:
        if self.is_batch:
            return f"Ranking({counted(len(self.shown), 'list')}, threshold={self.threshold:g})"
        if np.array_equal(self.shown, self.hits()):
            text = "".join("R" if grade else "N" for grade in self.shown)
        else:
            text = " ".join(f"{grade:g}" for grade in self.shown)
        return f"Ranking({text if len(text) <= 60 else text[:57] + '...'!r}, relevant={int(self.relevant)})"

    # What the metrics read: arrays whose last axis is ranks, and counts with one value a list.

    def grades(self, n: int | None = None) -> Numbers:
        """Return the grades of the first n ranks, min(n, length) columns."""
        return self.shown[..., :n]

    def hits(self, n: int | None = None) -> Counts:
        """Return rel_i, 1 where the grade reaches the threshold, min(n, length) columns."""
        return (self.grades(n) >= self.threshold).astype(np.int64)

    def ranks(self, n: int | None = None) -> Counts:
        """Return 1, 2, ..., min(n, length)."""
        return np.arange(1, self.grades(n).shape[-1] + 1)

    def pool(self, read: npt.ArrayLike | None = None) -> Numbers:
        """Return the pool, best first.

        Raises
        ------
        ValueError
            If it was cut to fewer grades than the `read` best that are asked for.
        """
        known, wanted = self._known, self.relevant if read is None else np.minimum(self.relevant, read)
        if np.any(known < wanted):
            short = known < wanted
            held = first(known, short)
            raise ValueError(
                ngettext(
                    "the pool holds {known} relevant grade; this needs the {wanted} best of {relevant}",
                    "the pool holds {known} relevant grades; this needs the {wanted} best of {relevant}",
                    held,
                    known=held,
                    wanted=first(wanted, short),
                    relevant=first(self.relevant, short),
                )
            )
        return self._pool

    def cutoff(self, n: int | None = None) -> Counts:
        """Return n, one number for all, or each list's own length."""
        return self.lengths if n is None else np.asarray(n)

    def listed(self, n: int | None = None) -> Counts:
        """Return how many of the first n ranks are really shown."""
        return np.minimum(self.lengths, self.cutoff(n))


class Judged:
    """The judgments of many users, read once, for the lists of many recommenders.

    Attributes
    ----------
    users : list
    grades : list of dict of item -> grade, one a user
    """

    def __init__(self, judged: Mapping[Any, Mapping[Item, float] | Iterable[Item]], threshold: float) -> None:
        self.users, self.threshold = list(judged), threshold
        self.grades = [grades_of(items, threshold) for items in judged.values()]
        self._plain = are_plain_grades(chain.from_iterable(grades.values() for grades in self.grades))
        self._pools = rows_of([list(grades.values()) for grades in self.grades]) if self._plain else None

    def ranking(self, lists: Sequence[Sequence[Item]], unjudged: Literal["zero", "dropped"] = "zero") -> Ranking:
        """Return the batch of a list for each user.

        Raises
        ------
        ValueError
            As `Ranking.from_items`, naming the user.
        """

        def single(k: int) -> Ranking:
            try:
                return Ranking.from_items(lists[k], self.grades[k], threshold=self.threshold, unjudged=unjudged)
            except ValueError as error:
                raise ValueError(_("user {user!r}: {error}", user=self.users[k], error=error)) from None

        lengths = list(map(len, lists))
        if not self._plain or list(map(len, map(set, lists))) != lengths:
            for k, (listed, grades) in enumerate(zip(lists, self.grades, strict=True)):
                if len(set(listed)) < len(listed) or not are_grades(grades.values()):
                    single(k)  # refuses it, and says why
        if unjudged == "dropped":
            lists = [
                [item for item in listed if item in known] for listed, known in zip(lists, self.grades, strict=True)
            ]
            lengths = list(map(len, lists))
        graded = chain.from_iterable(map(repeat, (known.get for known in self.grades), lengths))
        shown = [grade(item, 0.0) for grade, item in zip(graded, chain.from_iterable(lists), strict=True)]
        rows = spread(np.array(shown, dtype=np.float64), np.array(lengths, dtype=np.int64))
        pools = rows_of([list(grades.values()) for grades in self.grades]) if self._pools is None else self._pools
        joined = Ranking(
            rows, pools, threshold=self.threshold, lengths=np.array(lengths, dtype=np.int64), users=self.users
        )
        joined._single = single
        return joined
