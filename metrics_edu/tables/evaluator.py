"""Evaluate: what was recommended to many users, scored by any measures, from files, mappings or frames.

`evaluate` is what people call; `score_block` is what an engine maps over blocks of users. Both run the same metrics.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Literal, get_args

import numpy as np

from metrics_edu.language import _, refused
from metrics_edu.metrics import DEFAULT, Measure, check_word, measure, read_threshold, unreadable
from metrics_edu.tables.evaluation import Evaluation
from metrics_edu.tables.file_format import ALIASES
from metrics_edu.tables.progress_bar import bar, begin, reading
from metrics_edu.tables.scoring import Joined, score
from metrics_edu.tables.sources import Table, read_table

Users = Literal["judged", "all", "common", "with_relevant"]
Ties = Literal["order", "trec_eval"]


def evaluate(
    recommendations: Any,
    judgments: Any,
    measures: str | Measure | Iterable[str | Measure] = ("MAP@10", "nDCG@10", "Recall@10"),
    *,
    threshold: float = 1,
    convention: str = DEFAULT,
    users: Users = "judged",
    ties: Ties = "order",
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
        Files of lines need polars, and frames narwhals; where one is missing, the sentence is the command that brings it.

    Examples
    --------
    >>> found = evaluate({"u": ["a", "x", "b"]}, {"u": {"a": 5, "b": 4, "c": 2}}, ["MAP@3", "nDCG@3"], threshold=3)
    >>> round(found.mean["MAP@3"], 4)
    0.8333
    """
    begun = begin(wanted=progress)
    wanted = _measures(measures, convention)
    threshold = read_threshold(threshold)
    check_word("users", users, get_args(Users))
    check_word("ties", ties, get_args(Ties))
    are_files = isinstance(recommendations, (str, Path)) and isinstance(judgments, (str, Path))
    read = partial(read_table, columns=columns)
    with reading(begun):
        sources, kinds = (recommendations, judgments), ("recommendations", "judgments")
        left, right = _each(read, sources, kinds, at_once=are_files)
    _check_columns(columns or {}, (left, right))
    everyone = Joined.of(left, right, threshold, ties)
    run = everyone.only(users)
    _check_empty(run, wanted.values())
    values = _scored(run, list(wanted.values()), begun)
    return Evaluation(run, everyone, wanted, dict(zip(wanted, values.T, strict=True)), ties, convention)


def score_block(
    recommendations: Any,
    judgments: Any,
    measures: str | Measure | Iterable[str | Measure],
    *,
    threshold: float = 1,
    convention: str = DEFAULT,
    ties: Ties = "order",
    columns: Mapping[str, str] | None = None,
) -> Any:
    """Score one block of users: plain tables in, a plain table out, so that an engine such as Dask or Spark can map it.

    Parameters
    ----------
    recommendations, judgments, measures, threshold, convention, ties, columns
        As for `evaluate`; all rows of a user must be in one block.

    Returns
    -------
    frame or mapping of columns, of the kind that ``Evaluation.per_user`` is
        A row a user, of all who have a judgment or a recommendation: user, listed (items), judged (items), relevant (|R|)
        and a column a measure.

    Raises
    ------
    ValueError
        As `evaluate`.

    Examples
    --------
    >>> block = score_block({"u": ["a", "x"]}, {"u": ["a"], "v": ["b"]}, "P@2")
    >>> block["user"], block["listed"].tolist(), block["P@2"].tolist()
    (['u', 'v'], [2, 0], [0.5, 0.0])
    """
    scored = evaluate(recommendations, judgments, measures, threshold=threshold, convention=convention, users="all",
                      ties=ties, columns=columns, progress=False)  # fmt: skip
    run = scored.run
    counts = {"listed": run.counts(run.shown), "judged": run.counts(run.judged), "relevant": run.relevant}
    return scored.frame(counts | scored.values)


def _measures(given: str | Measure | Iterable[str | Measure], convention: str) -> dict[str, Measure]:
    asked: Any = given  # a caller's value may be anything
    listed = [asked] if isinstance(asked, (str, Measure)) else list(asked) if isinstance(asked, Iterable) else []
    if not listed or not all(isinstance(wanted, (str, Measure)) for wanted in listed):
        raise refused("measures must hold at least one measure or its spelling; got {given!r}", given=asked)
    measures: dict[str, Measure] = {}
    for wanted in listed:
        made = wanted if isinstance(wanted, Measure) else measure(wanted, convention=convention)
        name = made.name if measures.get(made.name, made) == made else f"{made.name} ({made.convention})"
        measures[name if measures.get(name, made) == made else made.label] = made
    return measures


def _check_empty(run: Joined, measures: Iterable[Measure]) -> None:
    for wanted in measures:
        if dict(wanted.parameters).get("empty") == "error" and len(users := run.users_with_nothing(wanted)):
            facts = {"name": wanted.name, "user": run.names(users[:1])[0]}
            if wanted.given.get("below") == "graded":
                raise refused("{name}: no item has a gain above 0 for user {user!r}", **facts)
            raise refused("{name}: no item is relevant (|R| = 0) to user {user!r}", **facts)


def _check_columns(names: Mapping[str, str], tables: Sequence[Table]) -> None:
    for column, name in names.items():
        check_word(_("the columns"), column, ALIASES)
        if not any(name in table.columns for table in tables):
            given = "; ".join(f"{table.name}: {', '.join(table.columns)}"[:200] for table in tables)
            raise unreadable("no column is called {name!r}, as {column} should be; the columns are: {given}",
                             name=name, column=column, given=given)  # fmt: skip


def _scored(run: Joined, measures: Sequence[Measure], begun: float | None) -> Any:
    values, blocks = np.empty((len(run.users), len(measures))), list(run.blocks(measures))
    starts, stops = zip(*blocks, strict=True) if blocks else ((), ())
    scored = _each(partial(score, run, measures), starts, stops, at_once=len(blocks) > 1)
    with bar(len(run.users), begun) as advance:
        for (start, stop), block in zip(blocks, scored, strict=True):
            values[start:stop] = block
            advance(stop)
    return values


def _each(function: Callable[..., Any], *given: Iterable[Any], at_once: bool) -> Iterator[Any]:
    """Map, in threads where that helps and there is more than one processor: a browser has one, and no threads."""
    from concurrent.futures import ThreadPoolExecutor

    processors = os.cpu_count() or 1
    with ThreadPoolExecutor(processors) as pool:
        yield from (pool.map if at_once and processors > 1 else map)(function, *given)
