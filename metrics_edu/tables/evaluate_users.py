"""Evaluate: what was recommended to many users, scored by any measures, from files, mappings or frames.

`evaluate` is what people call; `score_block` is what an engine maps over blocks of users. Both run the same metrics.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import numpy as np

from metrics_edu.files.table_error import unreadable
from metrics_edu.files.workspace import Workspace, new_folder
from metrics_edu.language import _, needs, refused
from metrics_edu.metrics import Measure, judged_share
from metrics_edu.metrics.spellings import OPTIONS_ELSEWHERE
from metrics_edu.metrics.validation import check_word, read_counts, read_threshold
from metrics_edu.tables.evaluation import Evaluation
from metrics_edu.tables.reading.column_roles import ALIASES
from metrics_edu.tables.reading.sources import collected, open_source
from metrics_edu.tables.reading.table import Table
from metrics_edu.tables.scoring.joined_rankings import Repeats
from metrics_edu.tables.scoring.progress_bar import is_seen, reading, say
from metrics_edu.tables.scoring.score_users import (
    Options,
    Ties,
    Unjudged,
    Users,
    in_threads,
    read_measures,
    score_tables,
)

if TYPE_CHECKING:
    from metrics_edu.tables.reading.scans import Scan

USUAL_MEASURES = ("MAP@10", "nDCG@10", "Recall@10")
MAX_ROWS = 20_000_000
"""Rows of both tables that are read into memory at once; more are scored in blocks of users."""


def evaluate(
    recommendations: Any = None,
    judgments: Any = None,
    measures: str | Measure | Iterable[str | Measure] = USUAL_MEASURES,
    *,
    threshold: float | None = None,
    convention: str | None = None,
    users: Users = "judged",
    ties: Ties = "order",
    repeats: Repeats = "refuse",
    unjudged: Unjudged = "zero",
    catalogue: int | None = None,
    columns: Mapping[str, str] | None = None,
    run_columns: Mapping[str, str] | None = None,
    judged_columns: Mapping[str, str] | None = None,
    per_user: str | Path | None = None,
    progress: bool = True,
    run: Any = None,
    qrels: Any = None,
    **elsewhere: Any,
) -> Evaluation:
    """Score recommendations to many users by what these users judged.

    Parameters
    ----------
    recommendations : path, mapping or frame
        A file with columns user, item and, if the rows are not in order, rank or score, separated by tabs, commas, semicolons,
        ``::``, bars or blanks; a wide one with columns user, 1, 2, 3, ...; one with columns user and items, which has a list
        in a cell; rows without a header; a TREC run; any of these as a gzip file; JSON ``{user: [items]}``,
        ``{user: [[item, score]]}``, a list of records, JSON Lines; such a mapping or list; predictions of Surprise; a Parquet
        file, a folder or a pattern of them; a frame of pandas, polars or whatever narwhals knows; a lazy frame of polars; a
        stream of Arrow batches, such as pyarrow's RecordBatchReader or a relation of DuckDB.
    judgments : path, mapping or frame
        The same with user, item and rating or grade (without it, every row is relevant); TREC qrels; MovieLens ``u.data``;
        ``{user: {item: grade}}``.
    measures : measures or their spellings
        Such as "MAP@10" or ``measure("AP@10", convention="trec_eval")``.
    threshold : float, > 0, optional
        A grade that reaches it is relevant; by default 1, or the threshold of the measures, as in "P(rel=2)@5".
    convention : str, optional
        That of the measures which are given by their spelling.
    users : {"judged", "all", "common", "with_relevant"}
        The users in the means. "judged": those with a judgment (without recommendations, an empty list is scored).
        "all": those with a judgment or a recommendation. "common": those with both. "with_relevant": those with a
        relevant item. Users left out are counted and named.
    ties : {"order", "id_descending", "id_ascending", "best", "worst", "expected", "last"}
        Equal scores keep the "order" in which they come; or the item's id as text decides, the last first (trec_eval) or
        the first first; or the highest or lowest grade is first. "expected": each value is its mean over all orders of
        equal scores (nDCG of scikit-learn). "last": each item has the last rank of its score (AP of scikit-learn).
    repeats : {"refuse", "first", "removed", "counted", "expanded"}
        An item that a user has twice, such as a document of which two chunks were found, is an error; or its further copies
        are worth 0 ("first"), are "removed" so that the ranks close up, are "counted" as hits, or as hits and as further
        relevant items ("expanded"). An item that is judged twice is two relevant items if copies are "counted", else one.
    unjudged : {"zero", "dropped"}
        A shown item that its user (of a query: its assessor) did not judge counts as not relevant, or is taken out of the
        list, so that the ranks close up (trec_eval -J). A grade below 0 is no judgment: in the pool, not judged.
    catalogue : int, optional
        How many items could be recommended to a user, for AUC; by default those that are shown, or relevant and missed.
    columns : mapping, optional
        The names of the columns "user", "item", "rank", "score" and "grade" where they are not the usual ones; a name
        need be in one of the tables only.
    run_columns, judged_columns : mapping, optional
        The same for one table only: for the recommendations, and for the judgments. They come before `columns`.
    per_user : path of a new folder, optional
        Where to write the values of the users, as Parquet files. Parquet files, lazy frames and streams with more than
        20 million rows need it: they are scored in blocks of users, in memory that does not grow with the users.
    progress : bool
        Whether a bar appears in a terminal when it takes longer than a second; in blocks, also in a notebook.
    run, qrels
        The recommendations and the judgments, by the names that other tools give them.
    **elsewhere
        The options that other tools have, such as ``k``; the error says which call to write.

    Returns
    -------
    Evaluation
        With ``.mean``, ``.per_user``, ``.users``, ``.coverage``, ``.interval()``, ``.explain(user, measure)`` and
        ``.compare(other)``.

    Raises
    ------
    ValueError
        If something cannot be read (file, line and what is allowed are named), an item is in a list twice, or a
        parameter is not allowed; if rows that need blocks come without `per_user`, or all rows of a user are not in one
        block.
    OSError
        If `per_user` cannot be written; nothing of it is left.
    ModuleNotFoundError
        Parquet files, lazy frames and streams need polars, and frames narwhals; where one is missing, the sentence is the
        command that brings it. Files of lines are read without both.

    Examples
    --------
    >>> found = evaluate({"u": ["a", "x", "b"]}, {"u": {"a": 5, "b": 4, "c": 2}}, ["MAP@3", "nDCG@3"], threshold=3)
    >>> round(found.mean["MAP@3"], 4)
    0.8333
    """
    _refuse_elsewhere(elsewhere)
    recommendations = _side("recommendations", recommendations, "run", run)
    judgments = _side("judgments", judgments, "qrels", qrels)
    shown = progress and is_seen()
    options = _options(measures, threshold, convention, users, ties, repeats, unjudged, catalogue)
    folder = None if per_user is None else new_folder(per_user, [recommendations, judgments])
    with Workspace(folder) as workspace:
        own_names = run_columns or {}, judged_columns or {}
        sides = _opened(recommendations, judgments, columns or {}, workspace, own_names, shown=shown)
        for side in sides:
            if not len(side):
                raise unreadable("{name}: there are no rows; write one for each user and item", name=side.name)
        if sum(map(len, sides)) > MAX_ROWS and not all(isinstance(side, Table) for side in sides):
            return _in_blocks(sides, options, workspace, folder, progress=progress)
        return _in_memory(sides, options, workspace, folder, shown)


def score_block(
    recommendations: Any,
    judgments: Any,
    measures: str | Measure | Iterable[str | Measure],
    *,
    threshold: float | None = None,
    convention: str | None = None,
    users: Users = "all",
    ties: Ties = "order",
    repeats: Repeats = "refuse",
    unjudged: Unjudged = "zero",
    catalogue: int | None = None,
    columns: Mapping[str, str] | None = None,
) -> Any:
    """Score one block of users: plain tables in, a plain table out, so that an engine such as Dask or Spark can map it.

    Parameters
    ----------
    recommendations, judgments, measures, threshold, convention, users, ties, repeats, unjudged, catalogue, columns
        As for `evaluate`; all rows of a user must be in one block, and either table may be empty. If the engine shuffles rows,
        use ``ties="id_descending"``: with "order", equal scores count in the order in which the rows happen to come.

    Returns
    -------
    frame or mapping of columns, of the kind that ``Evaluation.per_user`` is
        A row per user that `users` counts: user, listed (items), judged (items), relevant (|R|) and a column per measure, with
        the types of `block_schema`.

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
    options = _options(measures, threshold, convention, users, ties, repeats, unjudged, catalogue)
    with Workspace() as workspace:
        sides = _opened(recommendations, judgments, columns or {}, workspace, shown=False)
        left, right = map(collected, sides)
    return score_tables(left, right, options).rows


def _refuse_elsewhere(options: Mapping[str, Any]) -> None:
    """Refuse an option that evaluate has not, with the call to write: k of nDCG@k, or measures by another name."""
    for key, value in options.items():
        calls = {
            "n": f"measures={[f'nDCG@{n}' for n in np.atleast_1d(value)]}",
            "threshold": f"threshold={value!r}",
            "measures": f"measures={value!r}",
        }
        name = "measures" if key in ("measure", "metric", "metrics") else OPTIONS_ELSEWHERE.get(key, key)
        raise refused(
            "{name} has no {key}=: write {call}",
            name="evaluate",
            key=key,
            call=f"evaluate(run, qrels, {calls.get(name, 'measures=[...], threshold=...')})",
        )


def _side(name: str, given: Any, other: str, named: Any) -> Any:
    """Return recommendations or judgments, by one of their two names."""
    if (given is None) == (named is None):
        raise refused("evaluate takes the {name} once, by position or as {other}=", name=name, other=other)
    return named if given is None else given


def _options(
    measures: Any,
    threshold: float | None,
    convention: str | None,
    users: Any,
    ties: Any,
    repeats: Any,
    unjudged: Any,
    catalogue: int | None,
) -> Options:
    wanted = read_measures(measures, convention)
    least = _threshold(wanted.values(), threshold)
    check_word("users", users, get_args(Users))
    check_word("ties", ties, get_args(Ties))
    check_word("repeats", repeats, get_args(Repeats))
    pairs = [name for name, measure in wanted.items() if measure.metric.reads_catalogue]
    if pairs and repeats in ("first", "counted", "expanded"):
        raise refused("{name} has no pairs of copies: set repeats to refuse or removed", name=pairs[0])
    check_word("unjudged", unjudged, get_args(Unjudged))
    shares = [name for name, measure in wanted.items() if measure.metric.name == judged_share.name]
    if shares and unjudged == "dropped":
        raise refused("{name} is 1 where the unjudged items are dropped: evaluate it by itself", name=shares[0])
    size = None if catalogue is None else int(read_counts(catalogue, (), "catalogue"))
    return Options(wanted, least, convention, users, ties, repeats, unjudged, size)


def _threshold(measures: Collection[Measure], threshold: float | None) -> float:
    """Return the threshold of all: the one that is passed, that of the measures, or 1."""
    passed = None if threshold is None else read_threshold(threshold)
    wanted = {measure.threshold or passed for measure in measures} | ({passed} - {None})
    if len(wanted) > 1:
        raise refused(
            "evaluate takes one threshold for all measures: pass threshold=...; got {value}",
            value=", ".join([*map(repr, measures), *([] if passed is None else [f"threshold={passed:g}"])]),
        )
    return wanted.pop() or 1.0


def _opened(
    recommendations: Any,
    judgments: Any,
    columns: Mapping[str, str],
    workspace: Workspace,
    own_names: Sequence[Mapping[str, str]] = ({}, {}),
    *,
    shown: bool,
) -> list[Table | Scan]:
    sources = recommendations, judgments
    names = [{**columns, **own} for own in own_names]
    are_files = all(isinstance(source, (str, Path)) for source in sources)
    with reading(shown=shown):
        read = partial(open_source, workspace=workspace)
        sides = list(in_threads(read, sources, ("recommendations", "judgments"), names, at_once=are_files))
    check_columns(columns, sides)
    for own, side in zip(own_names, sides, strict=True):
        check_columns(own, [side])
    return sides


def _in_memory(
    sides: Sequence[Table | Scan], options: Options, workspace: Workspace, folder: Path | None, shown: bool
) -> Evaluation:
    with reading(shown=shown):
        left, right = in_threads(collected, sides, at_once=not all(isinstance(side, Table) for side in sides))
    store = score_tables(left, right, options, shown=shown)
    if folder is not None:
        needs("polars")
        from metrics_edu.tables.blocks.scored_blocks import write_values

        store.files = write_values(store, options, workspace, folder)
    lazy = [
        _("{name}: the lazy frame was read into memory; its rows: {count}.", name=side.name, count=len(side))
        for side in sides
        if not isinstance(side, Table) and side.is_lazy
    ]
    return Evaluation(store, options.measures, options.ties, options.convention, [*options.remarks, *lazy])


def _in_blocks(
    sides: Sequence[Table | Scan], options: Options, workspace: Workspace, folder: Path | None, *, progress: bool
) -> Evaluation:
    from metrics_edu.tables.blocks.cut_by_user import BYTES_OF_A_ROW, Block, cut_by_user, pair_files
    from metrics_edu.tables.blocks.scored_blocks import BlockTables, score_blocks
    from metrics_edu.tables.reading.scans import scan_of_table

    left, right = (scan_of_table(side) if isinstance(side, Table) else side for side in sides)
    whole = Block("", (left, right))
    if folder is None:
        raise refused(
            "more than {most} rows are scored in blocks (here: {rows}): name a folder for the values of the users, "
            "as in {example}",
            most=MAX_ROWS,
            rows=whole.rows,
            example='per_user="values/" (--per-user values/)',
        )
    pairs = pair_files(whole.sides)
    if max((pair.rows for pair in pairs), default=0) > MAX_ROWS:
        pairs = []
    blocks = iter(pairs)
    if not pairs:
        parts, megabytes = workspace.folder("parts"), -(-whole.rows * BYTES_OF_A_ROW // 10**6)
        say(
            _(
                "The tables are cut into blocks of users in {folder}: about {size} MB, removed at the end.",
                folder=parts,
                size=megabytes,
            ),
            wanted=progress,
        )
        blocks = cut_by_user(whole.sides, parts, keeps_order=not options.ties.startswith("id_") or not left.number)
    store = score_blocks(
        blocks,
        BlockTables(whole, pairs, options),
        workspace,
        folder,
        shown=progress and (is_seen() or "ipykernel" in sys.modules),
    )
    return Evaluation(store, options.measures, options.ties, options.convention, options.remarks)


def check_columns(names: Mapping[str, str], tables: Sequence[Table | Scan], allowed: Iterable[str] = ALIASES) -> None:
    """Refuse a column that is not among the allowed ones, or whose name no table has."""
    for column, name in names.items():
        check_word(_("the columns"), column, allowed)
        if not any(name in table.columns for table in tables):
            columns = "; ".join(f"{table.name}: {', '.join(table.columns)}"[:200] for table in tables)
            raise unreadable(
                "columns calls {column} {name!r}, but no column has that name; the columns are: {value}",
                name=name,
                column=column,
                value=columns,
            )
