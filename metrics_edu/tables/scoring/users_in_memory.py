"""Users in memory: their lists, judgments and values, of one call of `evaluate` or of one block."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import numpy as np

from metrics_edu.metrics import Measure, Run
from metrics_edu.mistakes.misread_runs import RepeatsCounted
from metrics_edu.tables.reading.cell_values import Numbers, Whole
from metrics_edu.tables.reading.column_roles import role_of
from metrics_edu.tables.reading.id_columns import count_distinct, distinct
from metrics_edu.tables.scoring.joined_rankings import Copy, Joined, score
from metrics_edu.tables.scoring.summary import ItemCounts, Moments, Summary, TableFacts, look_exchanged, summary_of

if TYPE_CHECKING:
    import polars as pl

    from metrics_edu.tables.reading.table import Table


def _have_exchanged_heads(recommendations: Table, judgments: Table) -> bool:
    """Return whether the column of recommendations is a rating, and that of the judgments a score or only a rank."""
    is_ranked = not judgments.number and any(role_of(name) == "rank" for name in judgments.columns)
    return is_ranked or (bool(recommendations.guessed) and judgments.number == "score")


@dataclass(eq=False)
class UsersInMemory:
    """The users in the means (`run`), all users of the two tables (`everyone`), and one value per measure and user."""

    run: Joined
    everyone: Joined
    measures: Mapping[str, Measure]
    values: dict[str, Numbers]
    files: pl.LazyFrame | None = None  # the rows, if they were written

    @property
    def threshold(self) -> float:
        return self.run.threshold

    @cached_property
    def names(self) -> list[int | str]:
        return self.run.names(self.run.users)

    @cached_property
    def moments(self) -> dict[str, Moments]:
        return {name: Moments.of(of_users) for name, of_users in self.values.items()}

    @property
    def covered(self) -> dict[str, tuple[int, int]]:
        """How many judged users got a list, of all; and how many items were shown, of those of both tables."""
        shown, judged, everyone = self.everyone.shown, self.everyone.judged, self.everyone.users
        served = len(shown.users) + len(judged.users) - len(everyone)
        return {"users": (served, len(judged.users)), "items": count_distinct(shown.item, judged.item)}

    @cached_property
    def summary(self) -> Summary:
        run, everyone = self.run, self.everyone
        counts = everyone.counts(everyone.shown), everyone.counts(everyone.judged), everyone.relevant
        counted = np.isin(everyone.users, run.users, assume_unique=True)
        summary = summary_of(self.measures, self.moments, counts, lambda at: run.names(everyone.users[at]), counted)
        listed, holes = replace(everyone, users=run.users).holes
        return replace(
            summary,
            listed=listed,
            holes=holes,
            tied=len(run.shown.tied),
            ranges=self._ranges,
            below=int(np.sum(run.judged.table.numbers < 0)),
            disagreeing=run.shown.disagreeing,
            items=ItemCounts.of(*distinct(everyone.shown.item), distinct(everyone.judged.item)[0]),
            facts=self._facts,
        )

    @property
    def _ranges(self) -> dict[str, Numbers]:
        """How far the sum of the values over users falls and rises with the worst and the best order of equal scores."""
        run = self.run
        measures = {name: measure for name, measure in self.measures.items() if measure.promises_swap}
        users = run.users[np.isin(run.users, run.shown.tied)]
        if not len(users) or not measures:
            return {}
        now = np.stack([self.values[name][np.searchsorted(run.users, users)] for name in measures], axis=-1)
        wanted = [*measures.values()]
        changes = []
        for ties in ("worst", "best"):
            other = replace(run, users=users, shown=run.shown.sorted_anew(users, ties))
            blocks = [score(other, wanted, start, stop) for start, stop in other.blocks(wanted)]
            changes.append(np.nansum(np.concatenate(blocks) - now, axis=0))
        return dict(zip(measures, np.sort(changes, axis=0).T, strict=True))

    @property
    def _facts(self) -> TableFacts:
        tables = self.run.shown.table, self.run.judged.table
        facts = TableFacts(
            tables[0].guessed,
            number=tables[0].number,
            reading=tuple(note for table in tables for note in table.notes(table.name)),
        )
        if not all(map(len, tables)):
            return facts
        columns = {name: [getattr(table, name) for table in tables] for name in ("user", "item")}
        unlike = tuple(name for name, (a, b) in columns.items() if (a.names is None) != (b.names is None))
        examples = {name: (a.at(0), b.at(0)) for name, (a, b) in columns.items()}
        exchanged = _have_exchanged_heads(*tables) or (
            tables[0].number != "rank" and look_exchanged(tables[0].values, tables[1].numbers)
        )
        return replace(facts, exchanged=exchanged, unlike=unlike, examples=examples)

    @cached_property
    def users(self) -> dict[str, list[int | str]]:
        """The users in the means ("counted"), and those without recommendations, judgments or relevant items."""
        lacking = {group: self.run.names(users) for group, users in self.everyone.lacking.items()}
        return {"counted": self.names} | lacking

    @property
    def per_user(self) -> Any:
        return self.frame(self.values) if self.files is None else self.files.select("user", *self.values)

    @property
    def rows(self) -> Any:
        """The users as `score_block` returns them: with the lengths of their lists and judgments, and |R|."""
        return self.frame(self._columns)

    @property
    def polars_rows(self) -> pl.DataFrame:
        """The same rows as a frame of polars, whatever came in."""
        import polars as pl

        return pl.DataFrame({"user": self._ids(are_for_polars=True)} | self._columns)

    @property
    def _columns(self) -> dict[str, Any]:
        run = self.run
        counts = {"listed": run.counts(run.shown), "judged": run.counts(run.judged), "relevant": run.relevant}
        return counts | self.values

    def frame(self, columns: dict[str, Any]) -> Any:
        """Return a frame of the kind that came in, of polars if files did; else columns by name, as without polars."""
        sides = self.run.shown.table, self.run.judged.table
        if library := next((side.library for side in sides if side.library), None):
            import narwhals as nw

            return nw.from_dict({"user": self._ids(library.is_polars())} | columns, backend=library).to_native()
        if not any(side.format for side in sides) or not find_spec("polars"):
            return {"user": self.names} | columns
        import polars as pl

        return pl.DataFrame({"user": self._ids(are_for_polars=True)} | columns)

    def _ids(self, are_for_polars: bool) -> Any:
        ids = self.run.user_ids.column(self.run.users)
        is_plain = isinstance(ids, np.ndarray) and ids.dtype != object
        return ids if is_plain or (are_for_polars and not isinstance(ids, np.ndarray)) else self.names

    def find(self, user: object) -> tuple[Joined, int] | None:
        """Return the tables that hold a user of the means, and the user's number there."""
        position = self._positions.get(str(user))
        return None if position is None else (self.run, int(self.run.users[position]))

    @cached_property
    def _positions(self) -> dict[str, int]:
        return {str(name): position for position, name in enumerate(self.names)}

    def shared(self, other: UsersInMemory) -> tuple[Whole, Whole]:
        """Return the positions of the users that both have, in the order of their names."""
        if self.names == other.names:  # as two runs of the same judgments have them: then no name is looked up
            same = np.array(sorted(range(len(self.names)), key=self.names.__getitem__), int)
            return same, same
        names = sorted(self._positions.keys() & other._positions.keys())
        ours, theirs = (
            np.array([positions[name] for name in names], int) for positions in (self._positions, other._positions)
        )
        return ours, theirs

    @property
    def written(self) -> pl.LazyFrame:
        """The rows as a lazy frame, as `UsersOnDisk` has them in files."""
        return self.polars_rows.lazy()

    def as_run(self) -> Run:
        def text(item: object) -> str:
            return str(item) + (item.mark if isinstance(item, Copy) else "")

        run = self.run
        users = list(zip(map(str, self.names), run.users.tolist(), strict=True))
        tables = {name: run.lists(user) for name, user in users}
        lists = {name: [*map(text, items)] for name, (items, _grades) in tables.items()}
        judged = {
            name: {text(item): grade for item, grade in grades.items()} for name, (_items, grades) in tables.items()
        }
        scores = (
            {name: dict(zip(lists[name], run.scores(user), strict=True)) for name, user in users}
            if len(run.shown.tied)
            else {}
        )
        kind = RepeatsCounted if run.repeats == "counted" else Run
        made = kind(lists, judged, run.threshold, scores=scores, ties=run.rule or "order")
        made.data = replace(made.data, catalogue_size=run.catalogue)
        return made
