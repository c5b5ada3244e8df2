"""Ranking: the grades of one shown list, or of a batch of lists, and the pool they are judged against.

All input is checked here, once; the metrics trust a Ranking.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np

from metrics_edu.language import Counted, _, counted, refused, translated
from metrics_edu.metrics import validation
from metrics_edu.metrics.judgments import Item, JudgedGrades, Judgments, grades_of, refuse_judged, refuse_repeats
from metrics_edu.metrics.ties import Rule, Ties
from metrics_edu.metrics.validation import Counts, Numbers
from metrics_edu.working.labels import letters

if TYPE_CHECKING:
    import numpy.typing as npt

UNJUDGED = ("zero", "dropped")
OF_RANKING = ("pool", "missed", "relevant", "threshold", "catalogue")
"""What may be passed beside a bare list, wherever a Ranking is asked."""
POOL_CUT = Counted(
    "pool has only {known} relevant grade; this measure needs the {wanted} best of {relevant}: pass all grades in pool",
    "pool has only {known} relevant grades; this measure needs the {wanted} best of {relevant}: "
    "pass all grades in pool",
    "known",
)


class Ranking:
    """The grades of a list in shown order (rank 1 first), and the pool of all grades above 0, shown or not.

    Parameters
    ----------
    grades : sequence of float, shape (n,), array of shape (users, n), or str
        Relevance grades from 0 to 1000 in shown order; as text, ``"NRRN"`` or ``"3 0 2"`` (see `parse`).
    pool : sequence of float, shape (m,), array of shape (users, m), or str, optional
        The grades > 0 of all judged items of this user, shown or not, in any order (a batch: zeros fill a row). Without it:
        the shown grades > 0, and missed items of grade `threshold`, as many as `relevant` needs.
    missed : as `pool`, optional
        The part of the pool that is not shown; it takes the place of `pool`.
    threshold : float, > 0
        A grade that reaches it is relevant.
    relevant : int or array of shape (users,), optional
        |R|, the number of relevant items, shown or not; by default those in the pool.
    catalogue : int or array of shape (users,), optional
        How many items could be shown to the user, for AUC: not those of train. By default the shown and the missed relevant ones.
    lengths : array of shape (users,), optional
        For a batch: how many ranks of each row are shown; the rest of the row must be 0.
    items, users : sequences of str, optional
        The names of the shown items (one list) and of the users (a batch).

    Attributes
    ----------
    known_catalogue : array or None
        The size of the catalogue, where it is known; `catalogue` has one in any case.
    missed_items : list of str
        The names of the judged items that are not shown, best first (`from_items`).
    unjudged, dropped : int
        How many shown items had no judgment and count as not relevant, or were taken out (`from_items`).

    Raises
    ------
    ValueError
        If a grade is negative or not a number, or the threshold is not above 0.
        If the pool lacks a shown grade, or `relevant` is smaller than the number of known relevant items.
        If both `pool` and `missed` have a value.

    Examples
    --------
    >>> Ranking([1, 0, 1, 0], pool=[1, 1, 1])
    Ranking('RNRN', relevant=3)
    >>> Ranking("NRR", relevant=3), Ranking([3, 0], missed=[2]).pool().tolist()
    (Ranking('NRR', relevant=3), [3.0, 2.0])
    >>> Ranking([3, 0, 2, 0, 1], pool=[3, 3, 2, 1], threshold=2).relevant.item()
    3
    """

    def __init__(
        self,
        grades: npt.ArrayLike,
        pool: npt.ArrayLike | None = None,
        *,
        missed: npt.ArrayLike | None = None,
        threshold: float = 1,
        relevant: npt.ArrayLike | None = None,
        catalogue: npt.ArrayLike | None = None,
        lengths: npt.ArrayLike | None = None,
        items: Sequence[object] | None = None,
        users: Sequence[object] | None = None,
    ) -> None:
        self.threshold = validation.read_threshold(threshold)
        self.shown = validation.read_grades(grades, _("rank"), self.threshold)
        *batch, width = self.shown.shape
        self.lengths = np.full(batch, width) if lengths is None else validation.read_lengths(lengths, self.shown)
        self.items = None if items is None else validation.names_of(items, width, validation.UNNAMED_RANKS)
        if batch and users is not None:
            self.users = validation.names_of(users, len(self.shown), validation.UNNAMED_LISTS)
        self.unjudged = self.dropped = 0
        self.missed_items: list[str] = []
        self.ties: Ties | None = None
        self._single: Callable[[int], Ranking] | None = None
        self._named: tuple[JudgedGrades, Sequence[Sequence[Item]]] | None = None
        wanted = None if relevant is None else validation.read_counts(relevant, tuple(batch), "relevant (|R|)")
        if missed is not None:
            pool = self._with_missed(pool, missed)
        self._pool = validation.read_pool(pool, self.shown, self.threshold, wanted)
        self._known: Counts = np.sum(self._pool >= self.threshold, axis=-1)
        self.relevant: Counts = self._known if wanted is None else validation.at_least(wanted, self._known)
        self._is_cut = bool(np.any(self._known < self.relevant))
        self.known_catalogue = None if catalogue is None else self._read_catalogue(catalogue)

    def _with_missed(self, pool: npt.ArrayLike | None, missed: npt.ArrayLike) -> Numbers:
        if pool is not None:
            raise refused("set pool or missed, not both: pool has all grades above 0, missed only those not shown")
        unshown = validation.read_grades(missed, _("pool position"), self.threshold)
        if unshown.shape[:-1] != self.shown.shape[:-1]:
            return unshown  # which is then refused as a pool
        return np.concatenate([self.shown, unshown], axis=-1)

    def _read_catalogue(self, catalogue: npt.ArrayLike) -> Counts:
        given = validation.read_counts(catalogue, self.relevant.shape if np.ndim(catalogue) else (), "catalogue")
        sizes: Counts = np.full_like(self.relevant, given)
        if np.any(short := sizes < self.items_met):
            raise refused(
                "catalogue must be at least {known}, the shown and the missed relevant items; got {value}",
                known=validation.first(self.items_met, short),
                value=validation.first(sizes, short),
            )
        return sizes

    @property
    def items_met(self) -> Counts:
        """How many items are shown, or relevant and missed."""
        met: Counts = self.lengths + self.relevant - np.sum(self.shown >= self.threshold, axis=-1)
        return met

    @property
    def catalogue(self) -> Counts:
        """How many items there are for each list; those that are shown, or relevant and missed, where that is not known."""
        return self.items_met if self.known_catalogue is None else np.maximum(self.known_catalogue, self.items_met)

    @classmethod
    def parse(
        cls,
        text: str,
        *,
        relevant: int | None = None,
        pool: str | None = None,
        missed: str | None = None,
        threshold: float = 1,
        catalogue: int | None = None,
    ) -> Ranking:
        """Read a ranking written as ``"NRRNN"`` (R relevant, N not) or as grades, ``"3 0 2 0 1"``.

        Parameters
        ----------
        text : str
            R and N in any case (spaces and commas between them are passed over), or grades apart by spaces, ``,``
            or ``;``. A comma between digits is a decimal comma if something else parts the grades.
        relevant, pool, threshold, catalogue
            As for `Ranking`; the pool is written like `text`.
        missed : str, optional
            The part of the pool that is not shown, written like `text`; it takes the place of `pool`.

        Raises
        ------
        ValueError
            If something else than R, N or numbers is written, or both `pool` and `missed` have a value.

        Examples
        --------
        >>> Ranking.parse("NRRNNRNNNRRR", relevant=6)
        Ranking('NRRNNRNNNRRR', relevant=6)
        >>> Ranking.parse("3 0 2 0 1", pool="3 3 2 1").relevant.item()
        4
        >>> Ranking.parse("3 0 2 0 1", missed="3").pool().tolist()
        [3.0, 3.0, 2.0, 1.0]
        """
        for value in (text, *(given for given in (pool, missed) if given is not None)):
            if not isinstance(value, str):
                raise refused("write a list as text, such as 'NRRN' or '3 0 2'; got {value!r}", value=value)
        return cls(text, pool, missed=missed, relevant=relevant, threshold=threshold, catalogue=catalogue)

    @classmethod
    def from_items(
        cls,
        items: Sequence[Item],
        judged: Judgments,
        *,
        threshold: float = 1,
        unjudged: Literal["zero", "dropped"] = "zero",
        catalogue: int | None = None,
    ) -> Ranking:
        """Make a ranking of shown items and of the judgments of one user.

        Parameters
        ----------
        items : sequence of hashable
            What was shown, rank 1 first; an item may be shown once.
        judged : mapping item -> grade, or iterable of the relevant items
            Everything this user judged, shown or not.
        threshold, catalogue
            As for `Ranking`.
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
        validation.check_word("unjudged", unjudged, UNJUDGED)
        refuse_repeats(items)
        refuse_judged(grades)
        kept = [item for item in items if unjudged == "zero" or item in grades]
        pool = [grade for grade in grades.values() if grade > 0]
        ranking = cls(
            [grades.get(item, 0) for item in kept], pool, threshold=threshold, items=kept, catalogue=catalogue
        )
        ranking.unjudged, ranking.dropped = sum(item not in grades for item in kept), len(items) - len(kept)
        ranking.judged = np.array([item in grades for item in kept], dtype=bool)
        ranking.zeros = np.array(len(grades) - len(pool))
        missed = grades.keys() - set(kept)
        best_first = sorted(grades, key=lambda item: -grades[item])
        ranking.missed_items = [str(item) for item in best_first if item in missed]
        return ranking

    @classmethod
    def from_lists(
        cls,
        lists: Mapping[Any, Sequence[Item]],
        judged: Mapping[Any, Judgments],
        *,
        threshold: float = 1,
        unjudged: Literal["zero", "dropped"] = "zero",
        catalogue: npt.ArrayLike | None = None,
    ) -> Ranking:
        """Make a batch: one list a user, with each user's judgments.

        Users judged but without a list have an empty one; users with a list but without judgments have no relevant item.

        Parameters
        ----------
        lists : mapping user -> sequence of items
        judged : mapping user -> mapping item -> grade, or iterable of the relevant items
        threshold, unjudged
            As for `from_items`.
        catalogue : int or array of shape (users,), optional
            As for `Ranking`.

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
        for name, names in (("lists", lists), ("judged", judged)):
            kind = type(names).__name__
            if not isinstance(names, Mapping):
                raise refused("{name} must map each user to their items; got {value}", name=name, value=kind)
        validation.check_word("unjudged", unjudged, UNJUDGED)
        users = list(dict.fromkeys([*lists, *judged]))
        known = JudgedGrades({user: judged.get(user, ()) for user in users}, threshold)
        return cls.of_judged(known, [lists.get(user, ()) for user in users], unjudged).with_catalogue(catalogue)

    @classmethod
    def of_judged(
        cls, judged: JudgedGrades, lists: Sequence[Sequence[Item]], unjudged: Literal["zero", "dropped"] = "zero"
    ) -> Ranking:
        """Make a batch of one list for each user of judgments that were read."""

        def single(k: int) -> Ranking:
            return cls.from_items(lists[k], judged.grades[k], threshold=judged.threshold, unjudged=unjudged)

        judged.refuse(lists)
        kept = lists
        if unjudged == "dropped":
            kept = [list(filter(known.__contains__, items)) for items, known in zip(lists, judged.grades, strict=True)]
        lengths = np.array(list(map(len, kept)), dtype=np.int64)
        rows = judged.rows(kept, lengths)
        joined = cls(rows, judged.pools, threshold=judged.threshold, lengths=lengths, users=judged.users)
        joined._named = judged, kept
        joined._single = single
        return joined

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
        for position, ranking in enumerate(rankings, start=1):
            if ranking.is_batch:
                raise refused(
                    "a batch joins rankings of one list each; ranking {position} is itself a batch", position=position
                )
            if ranking.ties:
                raise refused("ranking {position} has scores: join the lists first, then call tied", position=position)
        thresholds = {ranking.threshold for ranking in rankings}
        if threshold is not None:
            thresholds.add(threshold)
        if len(thresholds) > 1:
            raise refused("the lists of a batch must have the same threshold; got {value}", value=sorted(thresholds))
        sizes = (
            [ranking.catalogue for ranking in rankings]
            if any(one.known_catalogue is not None for one in rankings)
            else None
        )
        joined = cls(
            validation.rows_of([ranking.shown for ranking in rankings]),
            validation.rows_of([ranking._pool for ranking in rankings]),
            threshold=thresholds.pop() if thresholds else 1,
            relevant=np.array([ranking.relevant for ranking in rankings], dtype=np.int64),
            lengths=np.array([ranking.lengths for ranking in rankings], dtype=np.int64),
            catalogue=sizes,
            users=users,
        )
        joined.judged = validation.rows_of([ranking.judged.astype(float) for ranking in rankings]) > 0
        joined.zeros = np.array([ranking.zeros for ranking in rankings], dtype=np.int64)
        joined._single = tuple(rankings).__getitem__
        return joined

    @cached_property
    def users(self) -> list[str] | None:
        """The names of the users of a batch, by default 1, 2, 3, ...; None of one list."""
        return [str(k) for k in range(1, len(self.shown) + 1)] if self.is_batch else None

    @cached_property
    def judged(self) -> npt.NDArray[np.bool_]:
        """Whether each shown item has a judgment, shape as the grades; without names of items, all have one."""
        if self._named:
            return self._named[0].judged(self._named[1], self.lengths)
        return np.arange(self.shown.shape[-1]) < np.expand_dims(self.lengths, -1)

    @cached_property
    def zeros(self) -> Counts:
        """How many items were judged with grade 0, shown or not; without names of items, those shown."""
        if self._named:
            return self._named[0].zeros
        return np.asarray(np.sum(self.judged & (self.shown == 0), axis=-1))

    @property
    def nonrelevant(self) -> Counts:
        """N, how many items were judged and are not relevant, shown or not."""
        return np.asarray(self.zeros + np.sum((self._pool > 0) & (self._pool < self.threshold), axis=-1))

    @cached_property
    def longest(self) -> int:
        """The length of the longest list."""
        return int(np.max(self.lengths, initial=0))

    @property
    def is_binary(self) -> bool:
        """Whether this is one list of items that are relevant or not, without other grades than 1 and 0."""
        if self.is_batch or self.threshold != 1:
            return False
        return {*self.shown.tolist(), *self.pool(0).tolist()} <= {0.0, 1.0}

    @property
    def is_batch(self) -> bool:
        """Whether this holds several lists."""
        return self.shown.ndim == 2

    def user(self, user: object) -> Ranking:
        """Return the list of one user of a batch, named as in `users`; KeyError if there is none."""
        names = self.users or []
        if str(user) not in names:
            raise KeyError(_("there is no user {user!r}", user=user))
        return self._one(names.index(str(user)))

    def _one(self, k: int) -> Ranking:
        length = self.lengths[k]
        if self._single is None:
            one = Ranking(np.zeros(length), self._pool[k], threshold=self.threshold, relevant=self.relevant[k])
        else:
            one = copy(self._single(k))
        one.judged, one.zeros = self.judged[k, :length], self.zeros[k]
        one.shown = self.shown[k, :length]  # in which a repeated item may have the grade that the pool has once
        one.known_catalogue = None if self.known_catalogue is None else self.known_catalogue[k]
        return one.tied(self.ties.scores[k, :length], self.ties.rule) if self.ties else one

    def with_threshold(self, threshold: float) -> Ranking:
        """Return the same grades and pools with another threshold; ValueError if the pool was cut."""
        other = copy(self)
        other.threshold = validation.read_threshold(threshold)
        other._single = None
        other._known = np.sum(self.pool() >= other.threshold, axis=-1)
        other.relevant = other._known
        other._is_cut = False
        return other

    def with_catalogue(self, catalogue: npt.ArrayLike | None) -> Ranking:
        """Return the same lists with the size of the catalogue, one for all or one a list; None if it is not known."""
        other = copy(self)
        other.known_catalogue = None if catalogue is None else self._read_catalogue(catalogue)
        return other

    def tied(self, scores: npt.ArrayLike, rule: Rule = "expected") -> Ranking:
        """Return the same list with the scores that it is sorted by, of which equal ones could be in any order.

        Parameters
        ----------
        scores : as `grades`
            Of each shown item, the highest first.
        rule : {"expected", "last"}
            What every metric then is: its mean over all orders of equal scores, or its value if each item has the last
            rank of its score.

        Raises
        ------
        ValueError
            If there is not one score for each shown item, or a score is higher than the one before it.

        Examples
        --------
        >>> from metrics_edu import average_precision
        >>> average_precision(Ranking("RN").tied([1, 1]))  # (1 + 1/2)/2
        0.75
        """
        validation.check_word("rule", rule, get_args(Rule))
        values = np.asarray(scores, dtype=np.float64)
        is_read = np.arange(1, self.shown.shape[-1]) < np.expand_dims(self.lengths, -1)
        if values.shape != self.shown.shape or np.any(is_read & ~(values[..., 1:] <= values[..., :-1])):
            raise refused("scores must have a number for each shown item, the highest first")
        other = copy(self)
        other.ties = Ties.of(values, self.lengths, rule)
        return other

    def __repr__(self) -> str:
        if self.is_batch:
            return f"Ranking({counted(len(self.shown), 'list')}, threshold={self.threshold:g})"
        marked = np.array_equal(self.shown, self.hits())
        text = "".join(letters(self.shown, graded=False)) if marked else " ".join(f"{grade:g}" for grade in self.shown)
        text = text if len(text) <= 60 else f"{text[:51]}...{text[-6:] if marked else text.rpartition(' ')[2]}"
        known = "" if self.known_catalogue is None else f", catalogue={int(self.known_catalogue)}"
        return f"Ranking({text!r}, relevant={int(self.relevant)}{known})"

    def marks(self, grades: Iterable[float] | None = None) -> list[str]:
        """Write the shown grades, or others of the same user, in short: R and N, or the grades themselves."""
        return letters(self.shown.tolist() if grades is None else grades, graded=not self.is_binary)

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
        """Return the pool, best first; ValueError if it was cut to fewer than the `read` best that are asked for."""
        if not self._is_cut:
            return self._pool
        wanted = self.relevant if read is None else np.minimum(self.relevant, read)
        if np.any(cut := self._known < wanted):
            known, best, whole = (validation.first(counts, cut) for counts in (self._known, wanted, self.relevant))
            raise ValueError(translated(POOL_CUT, known=known, wanted=best, relevant=whole))
        return self._pool

    def cutoff(self, n: int | None = None) -> Counts:
        """Return n, one number for all, or each list's own length."""
        return self.lengths if n is None else np.asarray(n)

    def listed(self, n: int | None = None) -> Counts:
        """Return how many of the first n ranks are really shown."""
        return np.minimum(self.lengths, self.cutoff(n))


def as_ranking(data: Any, name: str, **options: Any) -> Ranking:
    """Return a Ranking, or make one of what else a list may be written as: text, numbers or an array; `name` asks for it.

    >>> as_ranking([1, 0], "AP"), as_ranking("NRR", "AP", relevant=3)
    (Ranking('RN', relevant=1), Ranking('NRR', relevant=3))
    """
    if isinstance(data, Ranking):
        if options:
            raise refused(
                "{name}: a Ranking has its own {value}; pass them to Ranking(...), or the bare list here",
                name=name,
                value=", ".join(options),
            )
        return data
    is_array = hasattr(data, "__array__") and not hasattr(data, "columns")  # the columns of a frame are no grades
    if isinstance(data, str | list | tuple | range) or is_array:
        made = Ranking(data, **options)
        if "threshold" not in options and 0 < np.max(made._pool, initial=0) < made.threshold:
            raise refused(
                "{name}: no grade reaches 1; pass threshold=..., the lowest grade of a relevant item", name=name
            )
        return made
    raise refused("{name} needs a Ranking, such as Ranking('NRRNR'); got {value}", name=name, value=type(data).__name__)


def take_ranking_options(options: dict[str, Any]) -> dict[str, Any]:
    """Take from some options those that make a Ranking of a bare list."""
    return {key: options.pop(key) for key in OF_RANKING if key in options}
