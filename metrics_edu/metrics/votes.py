"""Votes: the grades that several judges gave to the same items, and the judgments that a rule makes of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np

from metrics_edu.language import N_, Counted, counted, number, refused
from metrics_edu.metrics.validation import HIGHEST_GRADE, Counts, Numbers, check_word, names_of

if TYPE_CHECKING:
    import numpy.typing as npt

Rule = Literal["majority", "any", "all", "median", "mean", "sum"]
TiedVotes = Literal["higher", "lower", "left_out"]
Decided = dict[str, dict[str, float]]
"""Query -> item -> grade, as `evaluate` takes judgments."""
DECIDING: dict[str, Any] = {"any": np.max, "all": np.min, "median": np.median, "mean": np.mean, "sum": np.sum}
"""The rules other than the majority; with grades, "any" is the highest vote and "all" the lowest."""
TIED = N_(
    "item {item!r} of query {query!r} has as many votes for {grades}: set tied_votes to higher, lower or left_out"
)
MOST_GRADES = 100
"""Tables of the pairs of grades grow with its square."""
UNNAMED_JUDGES = Counted("judges must name the {n} row; got {value}", "judges must name all {n} rows; got {value}", "n")


class Votes:
    """The votes of several judges, a row a judge and a column an item.

    Parameters
    ----------
    grades : array of shape (judges, items)
        Grades up to 1000. None or NaN is no vote, and so is a grade below 0: in the pool, not judged.
    judges : sequence of str, optional
        Their names, by default 1, 2, 3, ...
    items : sequence of str, or of pairs (query, item), optional
        What was judged, by default 1, 2, 3, ...; without a query it is of query 1.

    Attributes
    ----------
    grades : array of shape (judges, items), with NaN for no vote
    judges : list of str
    items : list of (query, item)

    Raises
    ------
    ValueError
        If a vote is no number or too high, the rows differ in length, or a name is missing or occurs twice.

    Examples
    --------
    >>> votes = Votes([[1, 1, 0], [1, None, 0], [0, 1, 0]], items=["a", "b", "c"])
    >>> votes, votes.judgments("majority")
    (Votes(3 judges, 3 items), {'1': {'a': 1.0, 'b': 1.0, 'c': 0.0}})
    """

    def __init__(
        self,
        grades: npt.ArrayLike,
        judges: Sequence[object] | None = None,
        items: Sequence[Any] | None = None,
    ) -> None:
        self.grades = _read_grades(grades)
        rows, columns = self.grades.shape
        self.judges = names_of(range(1, rows + 1) if judges is None else judges, rows, UNNAMED_JUDGES)
        named = range(1, columns + 1) if items is None else items
        pairs = [("1", item) if isinstance(item, str) or not isinstance(item, Sequence) else (*item,) for item in named]
        if any(len(pair) != 2 for pair in pairs):
            raise refused("an item is a name or a pair (query, item); got {value}", value=str(named)[:60])
        self.items = [(str(query), str(item)) for query, item in pairs]
        if len(self.scale) > MOST_GRADES:
            raise refused(
                "the number of different grades must be at most {most}; got {value}",
                most=MOST_GRADES,
                value=len(self.scale),
            )
        if len(self.items) != columns:
            raise refused("items must name each column ({n}); got {value}", n=columns, value=len(self.items))
        for kind, names in (("judge", self.judges), ("item", self.items)):
            if len(set(names)) < len(names):
                raise refused("two of the {kind} names are the same: {names}", kind=kind, names=str(names)[:200])

    @classmethod
    def of_table(cls, table: npt.ArrayLike, grades: Sequence[float] | None = None) -> Votes:
        """Return the votes of two judges from the table that counts them: row = grade of judge 1, column = of judge 2.

        Parameters
        ----------
        table : array of whole numbers, shape (grades, grades)
        grades : sequence of float, optional
            By default 0, 1, 2, ...

        Examples
        --------
        >>> Votes.of_table([[5, 0], [3, 2]]).grades.astype(int).tolist()
        [[0, 0, 0, 0, 0, 1, 1, 1, 1, 1], [0, 0, 0, 0, 0, 0, 0, 0, 1, 1]]
        """
        counts = np.asarray(table)
        is_square = counts.ndim == 2 and 0 < counts.shape[0] == counts.shape[1]
        if not is_square or counts.dtype.kind not in "iu" or counts.min() < 0:
            raise refused("a table must have as many rows as columns, of whole numbers from 0 on")
        scale = np.arange(len(counts)) if grades is None else np.asarray(grades)
        if len(scale) != len(counts):
            raise refused("grades must name each row; got {value}", value=str(grades)[:60])
        first, second = np.nonzero(np.ones_like(counts))
        return cls([np.repeat(scale[of], counts.ravel()) for of in (first, second)])

    @property
    def voted(self) -> npt.NDArray[np.bool_]:
        """Whether each judge voted on each item, shape (judges, items)."""
        return ~np.isnan(self.grades)

    @property
    def scale(self) -> Numbers:
        """The grades that occur, the lowest first."""
        return np.unique(self.grades[self.voted])

    @property
    def counts(self) -> Counts:
        """How many votes each item has for each grade of `scale`, shape (items, grades)."""
        of_grades = [np.sum(self.grades == grade, axis=0) for grade in self.scale]
        return np.array(of_grades, dtype=np.intp).reshape(len(of_grades), -1).T

    def of_judges(self, *judges: object) -> Votes:
        """Return the votes of some judges only; ValueError if a name is unknown."""
        for judge in judges:
            check_word("judge", str(judge), self.judges)
        rows = [self.judges.index(str(judge)) for judge in judges]
        return Votes(self.grades[rows], [self.judges[row] for row in rows], self.items)

    def judgments(self, rule: Rule = "majority", tied_votes: TiedVotes | None = None) -> Decided:
        """Return what a rule decides, for `evaluate`: query -> item -> grade; items without a decision are left out.

        Parameters
        ----------
        rule : {"majority", "any", "all", "median", "mean", "sum"}
            The grade of most votes; the highest or the lowest vote; their median, mean or sum. Of two votes 0 and 1 the median is
            0.5: the threshold of `evaluate` decides.
        tied_votes : {"higher", "lower", "left_out"}, optional
            What the majority is where several grades have the most votes.

        Raises
        ------
        ValueError
            If grades are tied and `tied_votes` does not say what they are, or a word is not allowed.

        Examples
        --------
        >>> votes = Votes([[0, 3], [1, 3], [3, 0]], items=["a", "b"])
        >>> votes.judgments("majority", tied_votes="higher"), votes.judgments("median")
        ({'1': {'a': 3.0, 'b': 3.0}}, {'1': {'a': 1.0, 'b': 3.0}})
        """
        check_word("rule", rule, get_args(Rule))
        check_word("tied_votes", tied_votes or "left_out", get_args(TiedVotes))
        decided: Decided = {query: {} for query, _item in self.items}
        for (query, item), votes in zip(self.items, self.grades.T, strict=True):
            cast = votes[~np.isnan(votes)]
            grades = _most_frequent(cast) if rule == "majority" or not len(cast) else [DECIDING[rule](cast)]
            if len(grades) > 1 and tied_votes is None:
                raise refused(TIED, query=query, item=item, grades=", ".join(map(number, grades)))
            if len(grades) == 1 or (len(grades) and tied_votes != "left_out"):
                decided[query][item] = float(grades[0 if tied_votes == "lower" else -1])
        return decided

    def qrels(self, rule: Rule = "majority", tied_votes: TiedVotes | None = None) -> str:
        """Return the decisions as TREC qrels, a line `query 0 item grade`; as `judgments`, and refuses grades with decimals.

        Examples
        --------
        >>> print(Votes([[1, 0]], items=[("q1", "a"), ("q1", "b")]).qrels(), end="")
        q1 0 a 1
        q1 0 b 0
        """
        lines = []
        for query, grades in self.judgments(rule, tied_votes).items():
            for item, grade in grades.items():
                if re.search(r"\s", query + item):
                    raise refused("qrels need ids without spaces; got {value!r}", value=f"{query}, {item}")
                if grade % 1:
                    raise refused(
                        "qrels need whole grades; item {item!r} of query {query!r} has {value}: use the majority",
                        item=item,
                        query=query,
                        value=number(grade),
                    )
                lines.append(f"{query} 0 {item} {grade:.0f}\n")
        return "".join(lines)

    def __repr__(self) -> str:
        rows, columns = self.grades.shape
        return f"Votes({counted(rows, 'judge')}, {counted(columns, 'item')})"


def as_votes(data: Any, judges: int | None = None) -> Votes:
    """Return Votes, or make them of rows of grades; ValueError if there must be another number of judges."""
    votes = data if isinstance(data, Votes) else Votes(data)
    if judges is not None and len(votes.judges) != judges:
        raise refused("two judges are compared; here are {count}: choose two with of_judges", count=len(votes.judges))
    return votes


def _read_grades(grades: Any) -> Numbers:
    try:
        array = np.array(grades, dtype=np.float64)
    except (TypeError, ValueError):
        array = np.zeros(0)
    if array.ndim != 2 or not array.size:
        raise refused("votes must be numbers, a row of the same length for each judge; None is no vote")
    array[array < 0] = np.nan
    if np.nanmax(array, initial=0) > HIGHEST_GRADE:
        raise refused("a vote must be a number up to {most}; got {value}", most=HIGHEST_GRADE, value=np.nanmax(array))
    return array


def _most_frequent(cast: Numbers) -> Numbers:
    grades, counts = np.unique(cast, return_counts=True)
    return np.asarray(grades[counts == counts.max(initial=0)])
