"""Summary: what an evaluation says of all its users together. It is made of counts and sums, so that those of blocks add up."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from metrics_edu.metrics import Measure
from metrics_edu.metrics.registry import mean_over_users
from metrics_edu.tables.reading.cell_values import Numbers, Whole

MOST_GRADE = 10
"""The highest grade of the scales that people judge by."""
NAMED = 3
"""Users of a group that are named, at most."""


@dataclass(frozen=True)
class Moments:
    """The values of a measure without NaN: their number, their mean, and the sum of squared distances from it."""

    count: int
    mean: float
    squares: float

    @classmethod
    def of(cls, values: Numbers) -> Moments:
        mean = float(mean_over_users(values))
        apart = values - mean
        if np.isnan(apart.sum()):
            apart = apart[~np.isnan(apart)]
        return cls(len(apart), mean, float(apart @ apart))

    def __add__(self, other: Moments) -> Moments:
        if not (self.count and other.count):
            return self if self.count else other
        count = self.count + other.count
        mean = (self.mean * self.count + other.mean * other.count) / count
        between = (self.mean - other.mean) ** 2 * self.count * other.count / count
        return Moments(count, mean, self.squares + other.squares + between)


@dataclass(frozen=True)
class Group:
    """Users that lack something: how many, the first of them, and whether they are in the means."""

    count: int
    first: tuple[int | str, ...]
    are_counted: bool

    def __add__(self, other: Group) -> Group:
        first = sorted(self.first + other.first, key=lambda name: (isinstance(name, str), name))[:NAMED]
        return Group(self.count + other.count, tuple(first), self.are_counted if self.count else other.are_counted)


@dataclass(frozen=True)
class ItemCounts:
    """Items that were recommended, items of both tables, and recommended rows: all, and those of items that no user judged."""

    shown: int
    known: int
    rows: int
    unjudged_rows: int

    @classmethod
    def of(cls, shown: Whole, rows: Whole, judged: Whole) -> ItemCounts:
        """Count distinct items: those shown, with the rows of each, and those judged."""
        met = np.isin(shown, judged, assume_unique=True)
        known = len(shown) + len(judged) - int(np.sum(met))
        return cls(len(shown), known, int(np.sum(rows)), int(np.sum(rows[~met])))


@dataclass(frozen=True)
class TableFacts:
    """What the notes say of the two tables, whatever their rows."""

    guessed: str = ""  # the column of recommendations that is read as their score
    exchanged: bool = False  # the scores look like judgments, as where the two tables are exchanged
    number: str = ""  # by which recommendations are sorted
    reading: tuple[str, ...] = ()  # sentences on how the tables were read
    unlike: tuple[str, ...] = ()  # columns with numbers in one table and text in the other
    examples: Mapping[str, tuple[Any, Any]] | None = None  # of a user and an item, one from each table


@dataclass(frozen=True)
class Summary:
    """Counts of users and rows, the moments of each measure, and the facts for the notes."""

    users: int  # in the means
    moments: dict[str, Moments]  # by column
    groups: dict[str, Group]
    short: int  # lists that are shorter than what the measures read
    judged_users: int
    served_users: int  # judged, with a recommendation
    tied: int = 0  # lists with equal ranks or scores
    ranges: Mapping[str, Numbers] = field(default_factory=dict)
    """By a column: how far the sum of its values falls and rises with the worst and the best order of equal scores."""
    below: int = 0  # grades below 0
    listed: int = 0  # items shown to the users in the means, and of these, items that their user did not judge
    holes: int = 0
    disagreeing: int = 0  # lists that the other one of rank and score sorts otherwise
    items: ItemCounts | None = None  # None where the lists are not known
    facts: TableFacts = TableFacts()

    def __add__(self, other: Summary) -> Summary:
        """Return the summary of both blocks, without items: one may be in both."""
        counts = {
            name: getattr(self, name) + getattr(other, name)
            for name in (
                "users",
                "short",
                "judged_users",
                "served_users",
                "tied",
                "below",
                "disagreeing",
                "listed",
                "holes",
            )
        }
        moments = {name: of + other.moments[name] for name, of in self.moments.items()}
        groups = {name: of + other.groups[name] for name, of in self.groups.items()}
        facts = self.facts if self.facts.examples else other.facts
        both = [*self.ranges.items(), *other.ranges.items()]
        ranges = {name: np.sum([ends for own, ends in both if own == name], axis=0) for name in dict(both)}
        return replace(self, **counts, moments=moments, groups=groups, items=None, facts=facts, ranges=ranges)

    def spans(self) -> Iterator[tuple[str, float, float]]:
        """Give each column whose mean depends on the order of equal scores, with its mean in the worst and the best one."""
        for name, ends in self.ranges.items():
            mean, count = self.moments[name].mean, self.moments[name].count
            yield name, *(mean + ends / max(count, 1)).tolist()


def summary_of(
    measures: Mapping[str, Measure],
    moments: dict[str, Moments],
    counts: Sequence[Whole],
    names: Callable[[Whole], list[int | str]],
    counted: npt.NDArray[np.bool_] | None = None,
) -> Summary:
    """Sum up users: the moments of their values, how many items each was shown, judged and found relevant, names at positions.

    `counted` selects the users in the means; by default all.
    """
    listed, judged, _relevant = counts
    inside = np.ones(len(listed), dtype=bool) if counted is None else counted
    short = (listed > 0) & (listed < deepest(measures)) & inside
    return Summary(
        users=int(np.sum(inside)),
        moments=moments,
        groups={name: _group(np.flatnonzero(of), names, inside) for name, of in lacking(*counts).items()},
        short=int(np.sum(short)),
        judged_users=int(np.sum(judged > 0)),
        served_users=int(np.sum((listed > 0) & (judged > 0))),
    )


def look_exchanged(scores: Numbers | None, grades: Numbers) -> bool:
    """Return whether recommendations look like judgments: only 0 and 1, or small whole numbers, or none, beside odd grades.

    Grades such as 3.2 and 12.5 are odd; 3.5 is a usual one, and 37 may count how often a song was played.

    >>> look_exchanged(np.array([1.0, 0, 2]), np.array([12.5, 3.2])), look_exchanged(np.array([12.5, 3.2]), np.array([1.0, 0]))
    (True, False)
    >>> look_exchanged(np.array([3.0, 2, 1]), np.array([37.0, 12]))
    False
    """
    is_odd = np.any(np.where(grades > MOST_GRADE, grades, 2 * grades) % 1 > 0)
    if scores is None:
        return bool(is_odd and np.max(grades) < 1)
    are_grades = np.all((scores >= 0) & (scores <= MOST_GRADE) & (scores % 1 == 0))
    return bool(are_grades and (np.max(scores) <= 1 or is_odd))


def lacking(listed: Whole, judged: Whole, relevant: Whole) -> dict[str, npt.NDArray[np.bool_]]:
    """Select the users that lack something, by what it is."""
    return {
        "without recommendations": (judged > 0) & (listed == 0),
        "without judgments": (listed > 0) & (judged == 0),
        "without relevant items": (judged > 0) & (relevant == 0),
    }


def _group(users: Whole, names: Callable[[Whole], list[int | str]], inside: npt.NDArray[np.bool_]) -> Group:
    return Group(len(users), tuple(names(users[:NAMED])), bool(inside[users[:1]].all()))


def deepest(measures: Mapping[str, Measure]) -> int:
    """Return the deepest cut-off of the measures."""
    return max((measure.depth() or 0 for measure in measures.values()), default=0)
