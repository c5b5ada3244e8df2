"""Score many users from two tables in memory: some users at a time, in threads where that helps."""

from __future__ import annotations

import os
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any, Literal

import numpy as np

from metrics_edu.language import N_, _, quoted, refused
from metrics_edu.metrics import Measure
from metrics_edu.metrics.conventions import row_of
from metrics_edu.metrics.measures import DEFAULT
from metrics_edu.metrics.value_and_derivation import ranking_measure
from metrics_edu.tables.reading.cell_values import Numbers
from metrics_edu.tables.reading.table import Table
from metrics_edu.tables.scoring.joined_rankings import Joined, Repeats, score
from metrics_edu.tables.scoring.progress_bar import bar
from metrics_edu.tables.scoring.users_in_memory import UsersInMemory

Users = Literal["judged", "all", "common", "with_relevant"]
Ties = Literal["order", "id_descending", "id_ascending", "best", "worst", "expected", "last"]
Unjudged = Literal["zero", "dropped"]


@dataclass(frozen=True)
class Options:
    """How tables are scored: the parameters of `evaluate`, read."""

    measures: dict[str, Measure]
    threshold: float
    convention: str | None
    users: Users
    ties: Ties
    repeats: Repeats
    unjudged: Unjudged = "zero"
    catalogue: int | None = None

    @property
    def remarks(self) -> list[str]:
        """What they do to the lists and to the values."""
        remarks = [_("Items without a judgment were dropped from the lists.")] * (self.unjudged == "dropped")
        names = [name for name, measure in self.measures.items() if measure.settings.get("negatives") == "catalogue"]
        if self.catalogue is None and names:
            text = N_("{measures}: without catalogue=, the non-relevant items are only those that are shown.")
            remarks.append(_(text, measures=", ".join(names)))
        return remarks


def read_measures(measures: str | Measure | Iterable[str | Measure], convention: str | None) -> dict[str, Measure]:
    value: Any = measures  # a caller's value may be anything
    listed = (
        [value]
        if isinstance(value, (str, Measure))
        else list(value)
        if isinstance(value, Iterable) and not isinstance(value, Mapping)
        else []
    )
    if not listed or not all(isinstance(name, (str, Measure)) for name in listed):
        raise refused("measures must have at least one measure or its name; got {value}", value=quoted(value, 60))
    made = [name if isinstance(name, Measure) else ranking_measure(name, convention) for name in listed]
    names = Counter(measure.name for measure in dict.fromkeys(made))
    return {
        _title(each, row_of(convention or DEFAULT)[0]) if names[each.name] > 1 else each.name: each for each in made
    }


def _title(measure: Measure, convention: str) -> str:
    """Name a measure beside others of its name, by what its spelling does not say: "AP@10(empty=1) (ranx)"."""
    own = ", ".join(f"{key}={value}" for key, value in measure.unspelled.items())
    return (
        measure.name + (own and f"({own})") + ("" if measure.convention == convention else f" ({measure.convention})")
    )


def score_tables(recommendations: Table, judgments: Table, options: Options, *, shown: bool = False) -> UsersInMemory:
    """Return the users of two tables with their values."""
    everyone = Joined.of(
        recommendations, judgments, options.threshold, options.ties, options.repeats, options.catalogue
    )
    run = everyone.only(options.users, options.unjudged)
    _check_empty(run, options.measures.values())
    values = _scored(run, list(options.measures.values()), shown=shown)
    return UsersInMemory(run, everyone, options.measures, dict(zip(options.measures, values.T, strict=True)))


def _check_empty(run: Joined, measures: Iterable[Measure]) -> None:
    for wanted in measures:
        if wanted.parameters.get("empty") == "error" and len(users := run.users_with_nothing(wanted)):
            facts = {"name": wanted.name, "user": run.names(users[:1])[0]}
            if wanted.settings.get("below") == "graded":
                raise refused("{name}: no item has a gain above 0 for user {user!r}", **facts)
            raise refused("{name}: no item is relevant (|R| = 0) to user {user!r}", **facts)


def _scored(run: Joined, measures: list[Measure], *, shown: bool) -> Numbers:
    values, blocks = np.empty((len(run.users), len(measures))), list(run.blocks(measures))
    starts, stops = zip(*blocks, strict=True) if blocks else ((), ())
    scored = in_threads(partial(score, run, measures), starts, stops, at_once=len(blocks) > 1)
    with bar(len(run.users), unit=_("users"), shown=shown) as advance:
        for (start, stop), block in zip(blocks, scored, strict=True):
            values[start:stop] = block
            advance(stop - start)
    return values


def in_threads(function: Callable[..., Any], *values: Iterable[Any], at_once: bool) -> Iterator[Any]:
    """Map, in threads where that helps and there is more than one processor: a browser has one, and no threads."""
    if not at_once or _processors() == 1:
        return map(function, *values)
    pool = _pool(os.getpid())
    return _results(deque(pool.submit(function, *each) for each in zip(*values, strict=True)))


def _results(running: deque[Future[Any]]) -> Iterator[Any]:
    """Give the results in order. After an error nothing runs on: a file that shrinks while it is read ends the process."""
    try:
        while running:
            result = running[0].result()
            running.popleft()
            yield result
    finally:
        for future in running:
            future.cancel()
        wait(running)


def _processors() -> int:
    return os.cpu_count() or 1


@lru_cache(maxsize=1)
def _pool(_process: int) -> ThreadPoolExecutor:
    """Return the one pool of a process: with new threads in each call, memory grows. A fork has none of its parent's threads."""
    return ThreadPoolExecutor(_processors(), thread_name_prefix="metrics_edu")
