"""Evaluation: the result of `evaluate`: means, values per user, intervals, coverage, derivations, and the paired test of two."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from metrics_edu.language import Counted, _, ngettext, number, refused, said
from metrics_edu.metrics import Measure, Ranking, Run, item_coverage, mean_over_users, user_coverage
from metrics_edu.metrics import measure as spelled
from metrics_edu.tables.cell_values import Numbers, Whole
from metrics_edu.tables.paired_test import Paired, bootstrap_interval, paired
from metrics_edu.working import Derivation, Shown, columns, escape, one_line, table_html, value_html

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from metrics_edu.tables.scoring import Joined

# fmt: off
GROUPS = {
    "without recommendations": (
        Counted("{count} judged something and got no recommendation; an empty list is scored: {some}",
                "{count} judged something and got no recommendation; an empty list is scored: {some}", "count"),
        Counted("{count} judged something and got no recommendation; this user is left out: {some}",
                "{count} judged something and got no recommendation; they are left out: {some}", "count"),
    ),
    "without judgments": (
        Counted("{count} got recommendations and judged nothing; this user has no relevant item: {some}",
                "{count} got recommendations and judged nothing; they have no relevant item: {some}", "count"),
        Counted("{count} got recommendations and judged nothing; this user is left out: {some}",
                "{count} got recommendations and judged nothing; they are left out: {some}", "count"),
    ),
    "without relevant items": (
        Counted("{count} judged nothing relevant; each measure says what this user counts as: {some}",
                "{count} judged nothing relevant; each measure says what they count as: {some}", "count"),
        Counted("{count} judged nothing relevant; this user is left out: {some}",
                "{count} judged nothing relevant; they are left out: {some}", "count"),
    ),
}
# fmt: on
"""What is said of the users that are named, if they are in the means and if not."""
MIN_FOREIGN = 0.25
"""From this share on, recommended items that nobody judged are worth a note."""


@dataclass(repr=False, eq=False)
class Evaluation(Shown):
    """The values of some measures for many users; it displays itself as a table.

    Attributes
    ----------
    measures : mapping from a column's name to its Measure
    values : mapping from a column's name to an array with one value a user
    names : list
        The users that are in the means, in the order of the values.
    """

    run: Joined
    everyone: Joined
    measures: dict[str, Measure]
    values: dict[str, Numbers]
    ties: str
    convention: str

    @cached_property
    def names(self) -> list[int | str]:
        return self.run.names(self.run.users)

    @cached_property
    def _places(self) -> dict[str, int]:
        return {str(name): place for place, name in enumerate(self.names)}

    def _called(self, name: str) -> str:
        return name.replace(self.measures[name].name, self.measures[name].mean_name, 1)

    @cached_property
    def mean(self) -> dict[str, float]:
        """The mean over users of each measure, by its name ("MAP@10"); NaN values are left out."""
        return {self._called(name): float(mean_over_users(values)) for name, values in self.values.items()}

    @cached_property
    def per_user(self) -> Any:
        """The users and their values: a column user, and one a measure.

        A frame of the kind that came in; of polars, if lines of files did; ``{"user": [...], "AP@3": array}``, which any
        library makes a frame of, if only mappings (or JSON) did.
        """
        return self.frame(self.values)

    def frame(self, columns: Mapping[str, Any]) -> Any:
        """Return the users and columns of theirs, as `per_user` is."""
        table = {"user": self.names, **columns}
        sides = self.run.shown.table, self.run.judged.table
        if library := next((side.library for side in sides if side.library), None):
            import narwhals as nw

            return nw.from_dict(table, backend=library).to_native()
        if not any(side.format for side in sides):
            return table
        import polars as pl

        return pl.DataFrame(table)

    @cached_property
    def users(self) -> dict[str, list[int | str]]:
        """The users in the means ("counted"), and those without recommendations, judgments or relevant items."""
        lacking = {group: self.run.names(users) for group, users in self.everyone.lacking.items()}
        return {"counted": self.names} | lacking

    @cached_property
    def coverage(self) -> dict[str, float]:
        """The share of the judged users that got a recommendation, and of the items of both tables that were shown.

        Whoever is counted in the means: all rows of both tables are.
        """
        shown, judged = self.everyone.shown, self.everyone.judged
        lists = {user: shown.item[shown.rows_of(user)].tolist() for user in shown.users.tolist()}
        catalogue = np.union1d(shown.item, judged.item).tolist()
        return {"users": user_coverage(lists, judged.users.tolist()), "items": item_coverage(lists, catalogue)}

    @cached_property
    def notes(self) -> list[str]:
        """What should be known about the tables, a sentence each."""
        return [*self._of_tables(), *self._of_lists(), *self._strangers()]

    def _of_tables(self) -> Iterator[str]:
        shown, judged = self.run.shown.table, self.run.judged.table
        for name, ours, theirs in (("user", shown.user, judged.user), ("item", shown.item, judged.item)):
            if (ours.names is None) != (theirs.names is None):
                yield _("The {column} ids are numbers in one table and text in the other: they are compared as text.",
                        column=_(name))  # fmt: skip
        if below := int(np.sum(judged.numbers < 0)):
            yield ngettext("{count} grade is below 0: it counts as 0.",
                           "{count} grades are below 0: they count as 0.",
                           below)  # fmt: skip
        if shown.guessed:
            yield _("The column {name!r} of the recommendations is read as their score.", name=shown.guessed)

    def _of_lists(self) -> Iterator[str]:
        if self.run.shown.tied:
            rule = {"order": _("they keep the order in which they come"), "trec_eval": _("the item's id decides")}
            yield ngettext("{count} list has items of equal rank or score: {rule}.",
                           "{count} lists have items of equal rank or score: {rule}.",
                           self.run.shown.tied, rule=rule[self.ties])  # fmt: skip
        lengths = self.run.counts(self.run.shown)
        depth = max((measure.depth() or 0 for measure in self.measures.values()), default=0)
        if short := int(np.sum((lengths > 0) & (lengths < depth))):
            yield ngettext("{count} list is shorter than {n}.", "{count} lists are shorter than {n}.", short, n=depth)

    def _strangers(self) -> Iterator[str]:
        shown, judged = self.run.shown, self.run.judged
        for column, ours, theirs, text in (
            ("user", shown.users, judged.users, _("No judged user got a recommendation")),
            ("item", shown.item, judged.item, _("No recommended item was judged by anyone")),
        ):
            share = 1 - np.isin(ours, theirs).mean() if len(ours) else 1.0
            if share == 1 and len(theirs):
                a, b = (getattr(side.table, column).at(0) for side in (shown, judged))
                yield _("{what}: are these the same ids? They look like {a!r} and {b!r}.", what=text, a=a, b=b)
                return
            if column == "item" and share >= MIN_FOREIGN:
                yield _("{share} % of what was recommended was judged by nobody.", share=round(100 * share))

    def ranking(self, user: object) -> Ranking:
        """Return the list of one user, with the items' names.

        Raises
        ------
        ValueError
            If that user is not among those counted.
        """
        place = self._places.get(str(user))
        if place is None:
            raise refused("no user {user!r} is in the means", user=user)
        run, number = self.run, int(self.run.users[place])
        return Ranking.from_items(run.items(run.shown, number), run.grades(number), threshold=run.threshold)

    def explain(self, user: object, measure: str | Measure | None = None) -> Derivation:
        """Return the derivation of one user's value.

        Parameters
        ----------
        user : id
        measure : column, name of a mean, spelling or Measure, optional
            By default the first one; a spelling is read under the convention of the evaluation.

        Raises
        ------
        ValueError
            If there is no such user or measure.
        """
        asked = next(iter(self.measures.values())) if measure is None else measure
        if not isinstance(asked, Measure):
            called = self.measures | {self._called(name): one for name, one in self.measures.items()}
            asked = called.get(asked) or spelled(asked, convention=self.convention)
        return asked.explain(self.ranking(user))

    def interval(
        self, confidence: float = 0.95, *, resamples: int = 1000, seed: int = 0
    ) -> dict[str, tuple[float, float]]:
        """Return a bootstrap interval of each mean: percentiles of the means of users drawn again.

        Raises
        ------
        ValueError
            If fewer than two users have a value, `confidence` is not between 0 and 1, or `resamples` is below 1.
        """
        if not 0 < confidence < 1:
            raise refused("confidence must be between 0 and 1; got {given!r}", given=confidence)
        if resamples < 1:
            raise refused("resamples must be at least 1; got {given!r}", given=resamples)
        drawn = confidence, int(resamples), seed
        return {self._called(name): bootstrap_interval(values, *drawn) for name, values in self.values.items()}

    def compare(self, other: Evaluation, *, resamples: int = 1000, seed: int = 0) -> Paired:
        """Compare two evaluations over the users that both have: a paired permutation test, wins, ties and losses.

        Raises
        ------
        ValueError
            If `other` is no Evaluation, they share no measure or fewer than two users, or the shared users were judged
            differently (another threshold, other judgments).
        """
        if not isinstance(other, Evaluation):
            raise refused("compare takes an Evaluation; got {given}", given=type(other).__name__)
        shared = [name for name in self.measures if other.measures.get(name) == self.measures[name]]
        if not shared:
            raise refused("the evaluations share no measure; they have {ours} and {theirs}",
                          ours=", ".join(self.measures), theirs=", ".join(other.measures))  # fmt: skip
        ours, theirs = self._shared_users(other)
        rows = []
        for name in shared:
            pairs = np.stack([self.values[name][ours], other.values[name][theirs]])
            rows.append(paired(self._called(name), pairs[:, ~np.isnan(pairs).any(axis=0)], resamples, seed))
        left = [self._called(name) for name in self.measures if name not in shared]
        return Paired(rows, left + [other._called(name) for name in other.measures if name not in shared])

    def _shared_users(self, other: Evaluation) -> tuple[Whole, Whole]:
        shared = sorted(self._places.keys() & other._places.keys())
        ours, theirs = (np.array([places[name] for name in shared], int) for places in (self._places, other._places))
        if differ := int(np.sum(self.run.relevant[ours] != other.run.relevant[theirs])):
            raise ValueError(ngettext(
                "the evaluations do not judge alike: {count} user has another number of relevant items "
                "(thresholds {a} and {b})",
                "the evaluations do not judge alike: {count} users have another number of relevant items "
                "(thresholds {a} and {b})",
                differ, a=number(self.run.threshold), b=number(other.run.threshold)))  # fmt: skip
        return ours, theirs

    def table(self) -> tuple[list[str], list[list[str]]]:
        """Return the head and the rows: mean, value, what it is in words, the users it is over."""
        head = [_("measure"), _("mean"), _("users"), _("convention")]
        rows = [
            [mean, number(value, fixed=4), number(np.sum(~np.isnan(self.values[name]))), self.measures[name].label]
            for (mean, value), name in zip(self.mean.items(), self.measures, strict=True)
        ]
        return head, rows

    def sentences(self) -> list[str]:
        """Say from which grade an item is relevant, who is counted, who is not, and what should be known."""
        grade = self.run.threshold
        every = _("Relevant: every grade above 0.")
        above = every if grade < 1e-300 else _("Relevant: from grade {n} on.", n=number(grade))
        lines = [above, _("Users in the means: {count}.", count=len(self.names))]
        for group, users in self.users.items():
            if group in GROUPS and len(users):
                some = ", ".join(one_line(user) for user in users[:3]) + (", ..." if len(users) > 3 else ".")
                inside = np.isin(self.everyone.lacking[group][:1], self.run.users).all()
                lines.append(said(GROUPS[group][not inside], count=len(users), some=some))
        return [*lines, *self.notes]

    def as_run(self) -> Run:
        """Return the lists and judgments of the users that are counted, with ids as text: what `diagnose` takes.

        It takes an Evaluation, too.
        """
        run = self.run
        users = list(zip(map(str, self.names), run.users.tolist(), strict=True))
        lists = {name: [*map(str, run.items(run.shown, user))] for name, user in users}
        judged = {name: {str(item): grade for item, grade in run.grades(user).items()} for name, user in users}
        scores = (
            {name: dict(zip(lists[name], run.scores(user), strict=True)) for name, user in users}
            if run.shown.tied
            else {}
        )
        return Run(lists, judged, run.threshold, scores=scores)

    def draw(self, ax: Axes) -> str:
        """Draw the means on an Axes; return one sentence that says what the figure shows."""
        from metrics_edu.plots import draw_values

        return draw_values(ax, list(self.mean.values()), list(self.mean), _("Means over users"))

    def text(self) -> str:
        head, rows = self.table()
        return "\n".join([columns([head, *rows]), "", *self.sentences()])

    def html(self) -> str:
        """Return the table as HTML: each mean with its place between 0 and 1."""
        head, rows = self.table()
        cells = [
            [escape(name), value_html(mean), escape(users), escape(words)]
            for mean, (name, _mean, users, words) in zip(self.mean.values(), rows, strict=True)
        ]
        return table_html(head, cells, self.sentences())
