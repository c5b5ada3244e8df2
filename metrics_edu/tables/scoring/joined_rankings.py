"""Scoring: what was recommended and what was judged, joined as Rankings, a block of users at a time.

Every value comes from the metrics themselves; here rows only become arrays. A row is one whole number (user, item, and grade
or rank, side by side), for NumPy sorts those fastest. How ids become numbers: ``id_columns.py``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import product
from typing import Any, Literal, NamedTuple, get_args

import numpy as np
import numpy.typing as npt

from metrics_edu.files.table_error import TableError, unreadable
from metrics_edu.language import _
from metrics_edu.metrics import Measure, Ranking
from metrics_edu.metrics.ties import Rule
from metrics_edu.metrics.validation import full_width
from metrics_edu.tables.reading.cell_values import Numbers, Whole, first_twice
from metrics_edu.tables.reading.id_columns import Ids, number_ids
from metrics_edu.tables.reading.table import Table
from metrics_edu.tables.scoring.ranked_rows import CodedSide
from metrics_edu.tables.scoring.summary import lacking

MAX_USERS = 8192
"""Users in a block, at most."""
MAX_CELLS = 4_000_000
"""Ranks times users in a block, at most."""
ZERO = 1
"""The level of the grade 0; level 0 is that of items without a judgment."""
MAX_BITS = 62
"""Of a row that is one number."""


Repeats = Literal["refuse", "first", "removed", "counted", "expanded"]
WORDS = ", ".join(map(repr, get_args(Repeats)[1:]))
"""What may be done with an item that a user has twice, beside to refuse it."""


class Copy(NamedTuple):
    """A further copy of an item, and what distinguishes it as text."""

    item: Any
    mark: str

    def __str__(self) -> str:
        return str(self.item)


def _apart(items: Sequence[Any], mark: str = "") -> list[Any]:
    """Return items of which all but the first of the same are copies."""
    first = {item: rank for rank, item in reversed([*enumerate(items)])}
    return [item if first[item] == rank else Copy(item, f"\0{mark}{rank}") for rank, item in enumerate(items)]


@dataclass(frozen=True)
class Joined:
    """What was recommended to each user and what they judged; users and items are numbers."""

    shown: CodedSide
    judged: CodedSide
    user_ids: Ids
    item_ids: Ids
    threshold: float
    bits: tuple[int, int]  # of an item, and beside it of a grade or rank
    levels: Numbers  # the grades there are, 0 and the lowest first
    known: Whole  # the rows of judgments, sorted: user, item and which of the levels the grade is, side by side
    users: Whole  # those that count, in order
    repeats: str = "refuse"
    catalogue: int | None = None
    whole: CodedSide | None = None  # what was shown, where unjudged items are dropped

    @classmethod
    def of(
        cls,
        recommendations: Table,
        judgments: Table,
        threshold: float,
        ties: str = "order",
        repeats: str = "refuse",
        catalogue: int | None = None,
    ) -> Joined:
        if len(judgments) and not judgments.number and threshold > 1:
            raise unreadable(
                "{name}: there are no grades, so each is 1, and threshold must be at most 1; got {value:g}",
                name=judgments.name,
                value=threshold,
            )
        levels, level = _levels(judgments.numbers)
        shown, judged, user_ids, item_ids, bits = _numbered(recommendations, judgments, ties, len(levels) - 1)
        if repeats not in ("refuse", "counted"):
            judged.remove_copies()
        rows = slice(None) if repeats == "refuse" else judged.rows(slice(None))
        known = judged.user[rows].astype(np.int64) << bits[0]
        known |= judged.item[rows]
        known <<= bits[1]
        known |= level[rows]
        known.sort(kind="stable" if judged.is_by_user else None)
        shown.levels = partial(_levels_once if repeats == "first" else _levels_of, known, bits)
        _order = shown.order  # once, before threads ask for it
        if repeats == "removed":
            shown.remove_copies()
        users = np.concatenate((shown.users, judged.users)).astype(np.int64, copy=False)  # 32 bits hold no row
        users.sort(kind="stable")  # far faster than np.union1d
        users = users[np.flatnonzero(np.diff(users, prepend=-1))]
        return cls(shown, judged, user_ids, item_ids, threshold, bits, levels, known, users, repeats, catalogue)

    def only(self, policy: str, unjudged: str = "zero") -> Joined:
        """Return the users that count; of their lists without unjudged items, if these are "dropped"."""
        kept = {"judged": [self.judged], "common": [self.judged, self.shown]}.get(policy, [])
        counted = self.relevant > 0 if policy == "with_relevant" else np.ones(len(self.users), dtype=bool)
        for side in kept:
            counted &= self.counts(side) > 0
        run = replace(self, users=self.users[counted])
        rows = self.shown.all_rows()
        if unjudged == "zero":
            return run
        return replace(run, shown=self.shown.of_rows(rows[self._are_judged(rows)]), whole=self.shown)

    def _are_judged(self, rows: Whole) -> npt.NDArray[np.bool_]:
        """Return whether the users of some shown rows judged their items."""
        return _levels_of(self.known, self.bits, self.shown, rows) > 0

    @property
    def holes(self) -> tuple[int, int]:
        """How many items were shown to the users that count, and how many of them their users did not judge."""
        rows = self.shown.all_rows(self.shown.positions(self.users)[0]) if len(self.users) else self.users
        return len(rows), int(np.sum(~self._are_judged(rows)))

    @cached_property
    def lacking(self) -> dict[str, Whole]:
        groups = lacking(self.counts(self.shown), self.counts(self.judged), self.relevant)
        return {name: self.users[of] for name, of in groups.items()}

    def counts(self, side: CodedSide) -> Whole:
        return side.spread(self.users, side.counts)

    @cached_property
    def relevant(self) -> Whole:  # |R|
        hits = self._level_of(self.known) >= self._least
        return self.judged.spread(self.users, np.add.reduceat(hits, self.judged.starts, dtype=np.intp))

    def users_with_nothing(self, measure: Measure) -> Whole:
        """Return the users whose value `empty` decides."""
        blocks = self.blocks([measure])
        nothing = [measure.finds_nothing(self.ranking(start, stop, [measure])) for start, stop in blocks]
        return self.users[np.concatenate(nothing)] if nothing else self.users[:0]

    def _level_of(self, known: Whole) -> Whole:
        return known & ((1 << self.bits[1]) - 1)

    @property
    def _least(self) -> int:
        """The lowest level that is relevant."""
        return int(np.searchsorted(self.levels, self.threshold))

    def names(self, users: Whole) -> list[int | str]:
        return self.user_ids.of(users)

    def items(self, side: CodedSide, user: int) -> list[Any]:
        return self.item_ids.of(side.item[side.rows_of(user)])

    def scores(self, user: int) -> list[float]:
        """Return the scores by which a user's list is sorted, or its ranks as negative numbers."""
        scores: list[float] = self.shown.scores(self.shown.rows_of(user)).tolist()
        return scores

    @property
    def rule(self) -> Rule | None:
        """By which rule items of equal score share their ranks, if they do: then whole lists are read."""
        return next((rule for rule in get_args(Rule) if rule == self.shown.ties and self.shown.is_ranked), None)

    def ranking_of(self, user: int) -> Ranking:
        """Return the list of one user, with the items' names."""
        items, grades = self.lists(user)
        made = Ranking.from_items(items, grades, threshold=self.threshold, catalogue=self.catalogue)
        if self.whole:
            made.dropped = len(self.items(self.whole, user)) - len(items)
        if self.repeats == "counted":
            made.shown = np.array([grades.get(getattr(item, "item", item), 0.0) for item in items])
        return made.tied(self.scores(user), self.rule) if self.rule else made

    def lists(self, user: int) -> tuple[list[Any], dict[Any, float]]:
        """Return the items that a user was shown, and those that the user judged with their grades; copies are apart."""
        items, judged = self.items(self.shown, user), self.items(self.judged, user)
        levels = self.judged.table.numbers[self.judged.rows_of(user)].tolist()
        judged, levels = ([of[k] for k, level in enumerate(levels) if level >= 0] for of in (judged, levels))
        if self.repeats == "refuse":
            return items, dict(zip(judged, levels, strict=True))
        best_first = sorted(range(len(judged)), key=lambda k: -levels[k])
        names = _apart([judged[k] for k in best_first], "judged")
        shown, grades = _apart(items), {name: levels[k] for name, k in zip(names, best_first, strict=True)}
        known = {item: grades[item.item] for item in shown if isinstance(item, Copy) and item.item in grades}
        return shown, grades | {item: grade * (self.repeats == "expanded") for item, grade in known.items()}

    def blocks(self, measures: Sequence[Measure]) -> Iterator[tuple[int, int]]:
        """Cut the users into blocks, so that no block needs much memory."""
        depths = [measure.depth(of) for measure in measures for of in ("list", "pool")]
        deepest = max((depth for depth in depths if depth is not None), default=1)
        widths = np.full(len(self.users), deepest, dtype=np.int64)  # its products are more than 32 bits hold
        if None in depths or self.rule:
            widths = np.maximum(widths, np.maximum(self.counts(self.shown), self.counts(self.judged)))
        start = 0
        while start < len(widths):
            high = np.maximum.accumulate(widths[start : start + MAX_USERS])
            stop = start + max(1, int(np.sum(high * np.arange(1, len(high) + 1) <= MAX_CELLS)))
            yield start, stop
            start = stop

    def ranking(self, start: int, stop: int, measures: Sequence[Measure]) -> Ranking:
        """Return the users from `start` to `stop` as a batch, cut to what the measures read."""
        users = self.users[start:stop]
        positions, lengths = self.shown.positions(users)
        rows = self.shown.rows(positions)
        wanted, longest = self.shown.item[rows], int(lengths.max(initial=0))
        positions, counts = self.judged.positions(users)
        known, user_of = self.known[positions], np.repeat(np.arange(len(users), dtype=np.int64), counts)
        level_of = self._level_of(known)
        user, rank, level, again = self._met(users, known, wanted, lengths)
        depth = full_width(longest) if self.rule else _deepest(measures, "list", longest)
        grades, top = np.zeros((len(users), depth)), np.flatnonzero(rank < depth)
        grades[user[top], rank[top]] = self.levels[level[top]]
        copies = again[rank[again] < depth]
        if self.repeats == "expanded":
            user_of, level_of = np.append(user_of, user[again]), np.append(level_of, level[again])
            counts = counts + np.bincount(user[again], minlength=len(users))
        else:
            grades[user[copies], rank[copies]] = 0
        hit_by = user_of[level_of >= self._least].astype(np.intp, copy=False)
        relevant = np.bincount(hit_by, minlength=len(users))
        pool = self._pool(user_of, level_of, counts, measures)
        lengths = np.minimum(lengths, depth)
        made = Ranking(
            grades, pool, threshold=self.threshold, relevant=relevant, lengths=lengths, catalogue=self.catalogue
        )
        if any(measure.metric.reads_judged for measure in measures):
            made.zeros = np.bincount(user_of[level_of == ZERO].astype(np.intp, copy=False), minlength=len(users))
            made.judged = np.zeros(grades.shape, dtype=bool)
            made.judged[user[top], rank[top]] = level[top] > 0
        if self.repeats == "counted":
            made.shown[user[copies], rank[copies]] = self.levels[level[copies]]
        if not self.rule:
            return made
        scores = np.zeros_like(grades)
        scores[np.arange(depth) < lengths[:, None]] = self.shown.scores(rows)
        return made.tied(scores, self.rule)

    def _met(self, users: Whole, known: Whole, wanted: Whole, lengths: Whole) -> tuple[Whole, Whole, Whole, Whole]:
        """Return, of the items that were shown and judged, whose they are, their ranks from 0, their levels, and copies.

        Sorted together, what was shown follows what was judged of the same user and item.
        """
        item_bits, shift = self.bits
        is_shown = 1 << (shift - 1)
        starts = np.cumsum(lengths) - lengths
        shown = wanted.astype(np.int64) << shift
        shown += np.repeat((users << (item_bits + shift)) + (is_shown - starts), lengths)
        shown += np.arange(len(shown))  # with the start taken off, the rank
        both = np.concatenate((known, shown))
        both.sort(kind="stable")  # in runs: it takes a quarter of the time of another sort
        pairs = both >> shift
        met = np.flatnonzero(pairs[1:] == pairs[:-1])
        level, rank = both[met], both[met + 1]
        again = met[:0]
        if self.repeats == "refuse":
            if np.any(level ^ rank < is_shown):
                self._refuse_repeats(users)
        else:
            of_list = both & is_shown > 0
            judged = np.maximum.accumulate(np.where(of_list, 0, np.arange(len(both))))[met + 1]
            is_met = of_list[met + 1] & ~of_list[judged] & (pairs[judged] == pairs[met])
            again = np.flatnonzero(of_list[met[is_met]])
            met, level, rank = met[is_met], both[judged[is_met]], rank[is_met]
        user = np.searchsorted(users, pairs[met] >> item_bits)
        return user, rank & (is_shown - 1), level & (is_shown - 1), again

    def _pool(self, user: Whole, level: Whole, counts: Whole, measures: Sequence[Measure]) -> Numbers:
        most, bits = len(self.levels) - 1, self.bits[1]
        best_first = np.append(np.sort(user << bits | (most - level), kind="stable"), most)  # and a 0
        columns = np.arange(_deepest(measures, "pool", int(counts.max(initial=0))))
        positions = np.where(columns < counts[:, None], (np.cumsum(counts) - counts)[:, None] + columns, len(user))
        pool: Numbers = self.levels[most - self._level_of(best_first[positions])]
        return pool

    def _refuse_repeats(self, users: Whole) -> None:
        for side, user in product((self.shown, self.judged), users.tolist()):
            items = self.items(side, user)
            if len(set(items)) < len(items):
                raise self._repeated(side, user, items)

    def _repeated(self, side: CodedSide, user: int, items: list[Any]) -> TableError:
        item = first_twice(items)
        first = items.index(item) + 1
        facts = {"name": side.table.name, "user": self.names(np.array([user]))[0], "item": item}
        if side.table.kind == "judgments":
            text = _(
                "{name}: user {user!r} judged item {item!r} twice; keep one of the two, or set repeats to one of {words}",
                **facts,
                words=WORDS,
            )
        else:
            text = _(
                "{name}: user {user!r} has item {item!r} at ranks {first} and {second}; an item can be in a "
                "list only once, unless repeats is one of {words}",
                **facts,
                first=first,
                second=items.index(item, first) + 1,
                words=WORDS,
            )
        return TableError(text + side.table.where(facts["user"], item))


def _levels_of(known: Whole, bits: tuple[int, int], side: CodedSide, rows: Whole) -> Whole:
    """Return which of the grades the items of some rows have from their users; 0 for those that were not judged."""
    pairs = side.user[rows].astype(np.int64) << bits[0] | side.item[rows]
    before = np.append(-1, known)  # so that there is a row at or before each
    nearest = before[np.searchsorted(before, (pairs + 1) << bits[1]) - 1]
    return np.where(nearest >> bits[1] == pairs, nearest & ((1 << bits[1]) - 1), 0)


def _levels_once(known: Whole, bits: tuple[int, int], side: CodedSide, rows: Whole) -> Whole:
    """Return the same, but 0 for copies; in the worst order one whose score the first one shares can only follow it."""
    levels, scores = _levels_of(known, bits, side, rows), side.scores(rows)
    order = np.lexsort((-scores, side.item[rows], side.user[rows]))
    is_first = np.diff(side.user[rows][order], prepend=-1) | np.diff(side.item[rows][order], prepend=-1) != 0
    first = np.maximum.accumulate(np.where(is_first, np.arange(len(rows)), 0))
    follows = (side.ties == "worst") & (scores[order] == scores[order[first]])
    levels[order[~(is_first | follows)]] = 0
    return levels


def _levels(grades: Numbers) -> tuple[Numbers, Whole]:
    """Return the grades there are, and which of them each row has: after the 0 of what was not judged, those from 0 on."""
    level: Whole = np.maximum(grades, -1).astype(np.int64)
    if np.array_equal(level, grades):
        return np.append(0.0, np.arange(max(1, int(level.max(initial=0))) + 1)), level + 1
    levels, positions = np.unique(np.append(np.maximum(grades, -1), (-1, 0)), return_inverse=True)
    return np.maximum(levels, 0), positions[:-2]


def _numbered(
    recommendations: Table, judgments: Table, ties: str, levels: int
) -> tuple[CodedSide, CodedSide, Ids, Ids, tuple[int, int]]:
    """Number users and items: as their ids are, or without gaps where a row would take too many bits."""
    for dense in (False, True):
        wanted_user, user, user_ids = number_ids(recommendations.user, judgments.user, dense=dense)
        wanted_item, item, item_ids = number_ids(recommendations.item, judgments.item, dense=dense)
        shown, judged = CodedSide(recommendations, wanted_user, wanted_item, ties), CodedSide(judgments, user, item)
        most = (shown.users, judged.users), (wanted_item, item), (shown.counts, np.array([levels]))
        user_bits, *bits = (int(max(a.max(initial=0), b.max(initial=0))).bit_length() for a, b in most)
        if user_bits + sum(bits) < MAX_BITS:
            return shown, judged, user_ids, item_ids, (bits[0], bits[1] + 1)
    raise unreadable("there are too many users, items and grades to join")


def _deepest(measures: Sequence[Measure], of: str, longest: int) -> int:
    depths = [measure.depth(of) for measure in measures]
    width = full_width(longest)
    return width if None in depths else min(width, max((depth for depth in depths if depth), default=0))


def score(run: Joined, measures: Sequence[Measure], start: int, stop: int) -> Numbers:
    """Return the value of each measure (columns) for the users from `start` to `stop` (rows)."""
    batch = run.ranking(start, stop, measures)
    return np.stack([np.asarray(measure(batch)) for measure in measures], axis=-1)
