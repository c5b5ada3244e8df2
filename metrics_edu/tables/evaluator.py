"""Evaluate: what was recommended to many users, scored by any measures, from files, mappings or frames.

`evaluate` is what people call; `score_block` is what an engine maps over blocks of users. Both run the same metrics.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from metrics_edu.language import N_, _
from metrics_edu.metrics import DEFAULT, Measure, TableError, check_word, measure, read_threshold
from metrics_edu.tables.evaluation import Evaluation, native
from metrics_edu.tables.progress_bar import bar, reading

if TYPE_CHECKING:
    from metrics_edu.tables.row_numbers import Ids
    from metrics_edu.tables.scoring import Joined, RepeatedError
    from metrics_edu.tables.sources import Table

Users = Literal["judged", "all", "common", "with_relevant"]
USERS: dict[str, str] = {
    "judged": N_("every user with a judgment; without recommendations they count as an empty list"),
    "all": N_("every user with a judgment or a recommendation"),
    "common": N_("the users with both judgments and recommendations"),
    "with_relevant": N_("the users with at least one relevant item"),
}
"""Whom the means are over."""
TIES: dict[str, str] = {
    "order": N_("equal scores keep the order in which they come"),
    "trec_eval": N_("equal scores are in the order of the item's id as text, the last first"),
}
"""The order of items with equal scores."""


def evaluate(
    recommendations: Any,
    judgments: Any,
    measures: str | Measure | Iterable[str | Measure] = ("MAP@10", "nDCG@10", "Recall@10"),
    *,
    threshold: float = 1,
    convention: str = DEFAULT,
    users: Users = "judged",
    ties: Literal["order", "trec_eval"] = "order",
    columns: Mapping[str, str] | None = None,
    progress: bool = True,
) -> Evaluation:
    """Score recommendations to many users by what these users judged.

    Parameters
    ----------
    recommendations : path, mapping or frame
        A CSV or TSV file with columns user, item and, if the rows are not in order, rank or score; a wide one with columns
        user, 1, 2, 3, ...; a TREC run; JSON ``{user: [items]}``; such a mapping; a frame of pandas, polars or whatever
        narwhals knows.
    judgments : path, mapping or frame
        The same with user, item and rating or grade (without it, every row is relevant); TREC qrels; MovieLens ``u.data``;
        ``{user: {item: grade}}``.
    measures : measures or their spellings
        Such as "MAP@10" or ``measure("AP@10", convention="trec_eval")``.
    threshold : float, > 0
        A grade that reaches it is relevant.
    convention : str
        That of the measures which are given by their spelling.
    users : {"judged", "all", "common", "with_relevant"}
        Whom the means are over: who has a judgment (without recommendations an empty list is scored), or a judgment or a
        recommendation, or both, or a relevant item. Those who are left out are counted and named.
    ties : {"order", "trec_eval"}
        Equal scores keep the order in which they come, or the item's id as text decides, the last first.
    columns : mapping, optional
        The names of the columns "user", "item", "rank", "score" and "grade" where they are not the usual ones; a name
        need be in one of the tables only.
    progress : bool
        Whether a bar appears in a terminal when it takes longer than a second.

    Returns
    -------
    Evaluation
        With ``.mean``, ``.per_user``, ``.users``, ``.coverage``, ``.interval()``, ``.explain(user, measure)`` and
        ``.compare(other)``.

    Raises
    ------
    ValueError
        If something cannot be read (file, line and what is allowed are named), an item stands in a list twice, or a
        parameter is not allowed.
    ModuleNotFoundError
        Without the packages of the extra "tables"; the sentence is the command that brings them.

    Examples
    --------
    >>> found = evaluate({"u": ["a", "x", "b"]}, {"u": {"a": 5, "b": 4, "c": 2}}, ["MAP@3", "nDCG@3"], threshold=3)
    >>> round(found.mean["MAP@3"], 4)
    0.8333
    """
    from metrics_edu.tables.scoring import RepeatedError
    from metrics_edu.tables.sources import read_table

    begun = time.monotonic()
    wanted = _measures(measures, convention)
    threshold = read_threshold(threshold)
    check_word("users", users, USERS)
    check_word("ties", ties, TIES)
    with reading(begun if progress else None):
        left = read_table(recommendations, "recommendations", columns)
        right = read_table(judgments, "judgments", columns)
    _check_columns(columns or {}, left, right)
    run, ids, who = _join(left, right, threshold, users, ties)
    _check_empty(run, ids[0], wanted.values())
    try:
        values = np.empty((len(run.users), len(wanted)))
        for start, stop, block in _scored(run, list(wanted.values()), begun if progress else None):
            values[start:stop] = block
    except RepeatedError as error:
        raise _named(error, *ids) from None
    return Evaluation(run, ids, wanted, values, who, (left, right), ties, convention)


def score_block(
    recommendations: Any,
    judgments: Any,
    measures: str | Measure | Iterable[str | Measure],
    *,
    threshold: float = 1,
    convention: str = DEFAULT,
    ties: Literal["order", "trec_eval"] = "order",
    columns: Mapping[str, str] | None = None,
) -> Any:
    """Score one block of users: plain tables in, a plain table out, so that an engine such as Dask or Spark can map it.

    Parameters
    ----------
    recommendations, judgments, measures, threshold, convention, ties, columns
        As for `evaluate`; all rows of a user must be in one block.

    Returns
    -------
    frame of the kind of `recommendations` (polars if that is no frame)
        A row a user, of all who have a judgment or a recommendation: user, listed (items), judged (items), relevant (|R|)
        and a column a measure.

    Raises
    ------
    ValueError
        As `evaluate`.

    Examples
    --------
    >>> score_block({"u": ["a", "x"]}, {"u": ["a"], "v": ["b"]}, "P@2").rows()
    [('u', 2, 1, 1, 0.5), ('v', 0, 1, 1, 0.0)]
    """
    found = evaluate(recommendations, judgments, measures, threshold=threshold, convention=convention, users="all",
                     ties=ties, columns=columns, progress=False)  # fmt: skip
    counts = {
        "listed": found.run.counts(found.run.shown),
        "judged": found.run.counts(found.run.judged),
        "relevant": found.run.relevant,
    }
    return native(found.tables, found.names, counts | found.values)


def _measures(given: str | Measure | Iterable[str | Measure], convention: str) -> dict[str, Measure]:
    asked: Any = given  # a caller's value may be anything
    listed = [asked] if isinstance(asked, (str, Measure)) else list(asked) if isinstance(asked, Iterable) else []
    if not listed or not all(isinstance(one, (str, Measure)) for one in listed):
        raise ValueError(_("measures must hold at least one measure or its spelling; got {given!r}", given=asked))
    found: dict[str, Measure] = {}
    for one in listed:
        made = one if isinstance(one, Measure) else measure(one, convention=convention)
        name = made.name if found.get(made.name, made) == made else f"{made.name} ({made.convention})"
        found[name if found.get(name, made) == made else made.label] = made
    return found


def _check_empty(run: Joined, users: Ids, measures: Iterable[Measure]) -> None:
    for one in measures:
        if dict(one.parameters).get("empty") == "error" and np.any(none := run.relevant == 0):
            user = users.of(run.users[none][:1])[0]
            raise ValueError(_("{name}: no item is relevant (|R| = 0) to user {user!r}", name=one.name, user=user))


def _check_columns(names: Mapping[str, str], *tables: Table) -> None:
    from metrics_edu.tables.file_format import ALIASES

    for column, name in names.items():
        check_word(_("the columns"), column, ALIASES)
        if not any(name in table.columns for table in tables):
            given = "; ".join(f"{table.name}: {', '.join(table.columns)}"[:200] for table in tables)
            raise TableError(
                _(
                    "no column is called {name!r}, as {column} should be; the columns are: {given}",
                    name=name,
                    column=column,
                    given=given,
                )
            )


def _join(recommendations: Table, judgments: Table, threshold: float, users: str, ties: str) -> Any:
    from metrics_edu.tables.row_numbers import Population, coded
    from metrics_edu.tables.scoring import Joined

    if not judgments.number and threshold > 1:
        raise TableError(
            _(
                "{name}: there are no grades, so each is 1, and threshold must be at most 1; got {given:g}",
                name=judgments.name,
                given=threshold,
            )
        )
    shown, judged, *ids = coded(recommendations, judgments, ties)
    who = Population(shown, judged, threshold)
    return Joined.of(shown, judged, who.counted(users), threshold), tuple(ids), who


def _named(error: RepeatedError, users: Ids, items: Ids) -> TableError:
    table = error.of.table
    user, item = (ids.of(np.array([code]))[0] for ids, code in ((users, error.user), (items, error.item)))
    if table.kind == "judgments":
        text = _("{name}: user {user!r} judged item {item!r} twice; expected once")
    else:
        text = _("{name}: user {user!r} has item {item!r} at ranks {first} and {second}; an item may be listed once")
    text = text.format(name=table.name, user=user, item=item, first=error.first, second=error.second)
    return TableError(text + table.where(user, item))


def _scored(run: Joined, measures: Sequence[Measure], begun: float | None) -> Iterator[Any]:
    from concurrent.futures import ThreadPoolExecutor

    from metrics_edu.tables.scoring import score

    def one_block(block: tuple[int, int]) -> Any:
        return score(run, *block, measures)

    blocks, processors = list(run.blocks(measures)), os.cpu_count() or 1
    with ThreadPoolExecutor(processors) as pool, bar(len(run.users), begun) as advance:
        in_turn = processors == 1 or len(blocks) == 1  # a browser has one processor, and no threads
        for (start, stop), values in zip(blocks, (map if in_turn else pool.map)(one_block, blocks), strict=True):
            yield start, stop, values
            advance(stop)
