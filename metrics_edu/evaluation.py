"""Evaluation: the result of `evaluate`: means, values per user, intervals, coverage, derivations, and the paired test of two."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from metrics_edu.coverage import item_coverage, user_coverage
from metrics_edu.derivation import Derivation
from metrics_edu.language import N_, _, number
from metrics_edu.measures import Measure
from metrics_edu.paired import Paired, batch_of, enough, paired
from metrics_edu.printing import columns, table_html, value_html
from metrics_edu.ranking import Ranking
from metrics_edu.registry import mean_over_users
from metrics_edu.writing import escape, one_line

if TYPE_CHECKING:
    import numpy.typing as npt
    import polars as pl
    from matplotlib.axes import Axes

    from metrics_edu.scoring import Ids, Joined, Population
    from metrics_edu.tables import Table

    Numbers = npt.NDArray[np.float64]

GROUPS = {
    "without recommendations": N_("judged something and got no recommendation"),
    "without judgments": N_("got recommendations and judged nothing"),
    "without relevant items": N_("judged nothing relevant"),
}
"""The users that are counted and named, whether they are in the means or not."""


class Evaluation:
    """The values of some measures for many users; it displays itself as a table.

    Attributes
    ----------
    measures : mapping from a column's name to its Measure
    values : mapping from a column's name to an array with one value a user
    names : polars Series
        The users that are in the means, in the order of the values.
    """

    def __init__(
        self,
        run: Joined,
        ids: tuple[Ids, Ids],
        measures: dict[str, Measure],
        values: Numbers,
        who: Population,
        tables: Sequence[Table],
    ) -> None:
        self.run, self.measures, self.tables = run, measures, tables
        self._ids, self._who = ids, who
        self.names: pl.Series = ids[0].of(run.users)
        self.values: dict[str, Numbers] = {name: values[:, k] for k, name in enumerate(measures)}

    def _called(self, name: str) -> str:
        """Return what the mean of a column is called."""
        return name.replace(self.measures[name].name, self.measures[name].mean_name, 1)

    @cached_property
    def mean(self) -> dict[str, float]:
        """The mean over users of each measure, by its name ("MAP@10"); NaN values are left out."""
        return {self._called(name): float(mean_over_users(values)) for name, values in self.values.items()}

    @cached_property
    def per_user(self) -> Any:
        """A frame with a row a user: user, and a column a measure; of the kind that came in, else polars."""
        return native(self.tables, self.names, self.values)

    @cached_property
    def users(self) -> dict[str, pl.Series]:
        """The users in the means ("counted"), and those without recommendations, judgments or relevant items."""
        return {"counted": self.names} | {group: self._ids[0].of(codes) for group, codes in self._who.lacking().items()}

    @cached_property
    def coverage(self) -> dict[str, float]:
        """The share of the judged users that got a recommendation, and of the items of both tables that were shown."""
        shown, judged = self.run.shown, self.run.judged
        lists = {user: shown.item[shown.rows_of(user)].tolist() for user in shown.users.tolist()}
        everyone, catalogue = self.run.users.tolist(), np.union1d(shown.item, judged.item).tolist()
        return {"users": user_coverage(lists, everyone), "items": item_coverage(lists, catalogue)} if everyone else {}

    @cached_property
    def notes(self) -> list[str]:
        """What should be known about the tables, a sentence each."""
        ours, theirs = (table.rows for table in self.tables)
        mixed = [name for name in ("user", "item") if len({rows[name].dtype for rows in (ours, theirs)}) > 1]
        text = _("The {column} ids are numbers in one table and text in the other: they are compared as text.")
        found = [text.format(column=_(name)) for name in mixed]
        if self.run.below:
            found.append(_("{count} grades are below 0: they count as 0.").format(count=self.run.below))
        if len(self.names) and not np.isin(self.run.shown.item, self.run.judged.item).any():
            a, b = (table.rows["item"][0] for table in self.tables)
            found.append(_("No recommended item was judged by anyone: are these the same ids? They look like {a!r} and {b!r}.")
                         .format(a=a, b=b))  # fmt: skip
        return found

    def ranking(self, user: object) -> Ranking:
        """Return the list of one user, with the items' names.

        Raises
        ------
        ValueError
            If that user is not among those counted.
        """
        at = np.flatnonzero((self.names.cast(str) == str(user)).to_numpy())
        if not len(at):
            raise ValueError(_("no user {user!r} is in the means").format(user=user))
        code = int(self.run.users[at[0]])
        shown, judged = self.run.shown.rows_of(code), self.run.judged.rows_of(code)
        items, known = (self._ids[1].of(side.item[rows]).to_list() for side, rows in
                        ((self.run.shown, shown), (self.run.judged, judged)))  # fmt: skip
        grades = dict(zip(known, np.maximum(self.run.judged.number[judged], 0).tolist(), strict=True))
        return Ranking.from_items(items, grades, threshold=self.run.threshold)

    def explain(self, user: object, measure: str | Measure | None = None) -> Derivation:
        """Return the derivation of one user's value.

        Parameters
        ----------
        user : id
        measure : column, spelling or Measure, optional
            By default the first one.

        Raises
        ------
        ValueError
            If there is no such user or measure.
        """
        from metrics_edu.measures import measure as spelled

        first = next(iter(self.measures))
        asked = self.measures.get(first if measure is None else str(measure)) or measure
        return (asked if isinstance(asked, Measure) else spelled(str(asked))).explain(self.ranking(user))

    def interval(
        self, confidence: float = 0.95, *, resamples: int = 1000, seed: int = 0
    ) -> dict[str, tuple[float, float]]:
        """Return a bootstrap interval of each mean: percentiles of the means of users drawn again.

        Raises
        ------
        ValueError
            If fewer than two users have a value.
        """
        from scipy.stats import bootstrap

        found = {}
        for name, values in self.values.items():
            known = enough(values[~np.isnan(values)])
            limits = bootstrap(
                (known,), np.mean, vectorized=True, n_resamples=resamples, confidence_level=confidence,
                method="percentile", batch=batch_of(known), rng=np.random.default_rng(seed),
            ).confidence_interval  # fmt: skip
            found[self._called(name)] = (float(limits.low), float(limits.high))
        return found

    def compare(self, other: Evaluation, *, resamples: int = 1000, seed: int = 0) -> Paired:
        """Compare two evaluations over the users that both have: a paired permutation test, wins, ties and losses.

        Raises
        ------
        ValueError
            If they share no measure, or fewer than two users.
        """
        shared = [name for name in self.measures if other.measures.get(name) == self.measures[name]]
        if not shared:
            raise ValueError(
                _("the evaluations share no measure; they have {ours} and {theirs}").format(
                    ours=", ".join(self.measures), theirs=", ".join(other.measures)
                )
            )
        _common, ours, theirs = np.intersect1d(
            self.names.cast(str).to_numpy(), other.names.cast(str).to_numpy(), return_indices=True
        )
        rows = []
        for name in shared:
            pairs = np.stack([self.values[name][ours], other.values[name][theirs]])
            rows.append(paired(self._called(name), pairs[:, ~np.isnan(pairs).any(axis=0)], resamples, seed))
        return Paired(rows)

    def table(self) -> tuple[list[str], list[list[str]]]:
        """Return the head and the rows: mean, value, what it is in words, the users it is over."""
        head = [_("measure"), _("mean"), _("users"), _("convention")]
        rows = [
            [mean, number(value, fixed=4), number(np.sum(~np.isnan(self.values[name]))), self.measures[name].label]
            for (mean, value), name in zip(self.mean.items(), self.measures, strict=True)
        ]
        return head, rows

    def draw(self, ax: Axes) -> str:
        """Draw the means on an Axes; return one sentence that says what the figure shows."""
        from metrics_edu.plots import draw_values

        return draw_values(ax, list(self.mean.values()), list(self.mean), _("Means over users"))

    def sentences(self) -> list[str]:
        """Say who is counted, who is not, and what should be known."""
        lines = [_("Users in the means: {count}.").format(count=len(self.names))]
        for group, users in self.users.items():
            if group in GROUPS and len(users):
                some = ", ".join(one_line(user) for user in users[:3]) + (", ..." if len(users) > 3 else ".")
                lines.append(f"{len(users)} {_(GROUPS[group])}: {some}")
        return [*lines, *self.notes]

    def text(self) -> str:
        """Return the table as text."""
        head, rows = self.table()
        return "\n".join([columns([head, *rows]), "", *self.sentences()])

    def html(self) -> str:
        """Return the table as HTML: each mean with its place between 0 and 1."""
        head, rows = self.table()
        means = self.mean.values()
        top = max([1.0, *(mean for mean in means if mean == mean)])
        cells = [
            [escape(name), value_html(mean, top), escape(users), escape(words)]
            for mean, (name, _mean, users, words) in zip(means, rows, strict=True)
        ]
        return table_html(head, cells, self.sentences())

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return {"text/plain": self.text(), "text/html": self.html()}

    def __repr__(self) -> str:
        return self.text()


def native(tables: Sequence[Table], users: pl.Series, columns: dict[str, Any]) -> Any:
    """Return users and columns as a frame of the kind that was given, else as a polars DataFrame."""
    import polars as pl

    frame = next((table.frame for table in tables if table.frame is not None), None)
    if frame is None:
        return pl.DataFrame({"user": users, **columns})
    import narwhals as nw

    ids = users.to_numpy() if users.dtype == pl.Int64 else users.to_list()
    return nw.from_dict({"user": ids, **columns}, backend=frame.implementation).to_native()
