"""Votes from a file or frame with a row for each vote: query, item, judge, grade."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from metrics_edu.files.table_error import unreadable
from metrics_edu.metrics import Votes
from metrics_edu.tables.evaluate_users import check_columns
from metrics_edu.tables.reading.column_roles import plain_title
from metrics_edu.tables.reading.sources import read_table
from metrics_edu.tables.reading.table import Table

JUDGES = ("judge", "judge_id", "assessor", "annotator", "rater", "coder", "worker", "juez", "evaluador", "anotador")
"""How the column of the judges may be called; the other columns are those of judgments."""

COLUMNS = "query", "item", "judge", "grade"
MOST_CELLS = 10**7
"""Judges times items: in memory they are 80 MB."""


def read_votes(source: Any, columns: Mapping[str, str] | None = None) -> Votes:
    """Read the votes of judges: a row for each vote, with columns query, item, judge and grade in any order.

    Parameters
    ----------
    source : path, frame or list of records
        As the judgments of `evaluate`, with one more column, the judge.
    columns : mapping, optional
        The names of the columns "query", "item", "judge" and "grade" where they are not the usual ones.

    Returns
    -------
    Votes
        A grade below 0 is no vote, and so is a row that is not there.

    Raises
    ------
    ValueError
        If a column is missing, a judge votes twice on an item of a query, or a grade is not a number.

    Examples
    --------
    >>> rows = [("a", "Ana", 1), ("a", "Beto", 0), ("b", "Ana", 0)]
    >>> votes = read_votes([{"query": "q", "item": i, "judge": j, "grade": g} for i, j, g in rows])
    >>> votes.judges, votes.items, votes.grades.tolist()
    (['Ana', 'Beto'], [('q', 'a'), ('q', 'b')], [[1.0, 0.0], [0.0, nan]])
    """
    named = {"user" if role == "query" else role: name for role, name in (columns or {}).items()}
    judge = named.pop("judge", "")
    votes = read_table(source, "judgments", named)
    check_columns(columns or {}, [votes], COLUMNS)
    by_judge = read_table(source, "judgments", {**named, "item": judge or _judge_column(votes)})
    if not votes.number:
        raise unreadable("{name}: votes need a column grade; the columns are {value}", **_facts(votes))
    pairs = list(zip(map(str, votes.user.values()), map(str, votes.item.values()), strict=True))
    names = list(map(str, by_judge.item.values()))
    judges, items = (list(dict.fromkeys(of)) for of in (names, pairs))
    if len(judges) * len(items) > MOST_CELLS:
        raise unreadable(
            "{name}: the number of judges times that of items must be at most {most}; got {value}",
            name=votes.name,
            most=MOST_CELLS,
            value=len(judges) * len(items),
        )
    rows, places = ({name: k for k, name in enumerate(of)} for of in (judges, items))
    grades = np.full((len(judges), len(items)), np.nan)
    voted = np.zeros(grades.shape, dtype=bool)
    for name, pair, grade in zip(names, pairs, votes.numbers.tolist(), strict=True):
        place = rows[name], places[pair]
        if voted[place]:
            raise unreadable(
                "{name}: judge {judge!r} has two votes on item {item!r} of query {query!r}; keep one of them",
                name=votes.name,
                judge=name,
                query=pair[0],
                item=pair[1],
            )
        grades[place], voted[place] = grade, True
    return Votes(grades, judges, items)


def _judge_column(votes: Table) -> str:
    found = [name for name in votes.columns if plain_title(name) in JUDGES]
    if len(found) != 1:
        raise unreadable(
            "{name}: name the column of the judges, as in {example}; the columns are {value}",
            **_facts(votes),
            example="columns={'judge': 'assessor'}",
        )
    return found[0]


def _facts(votes: Table) -> dict[str, str]:
    return {"name": votes.name, "value": ", ".join(votes.columns)[:200]}
