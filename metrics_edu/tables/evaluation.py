"""Evaluation: the result of `evaluate`: means, values per user, intervals, coverage, derivations, and the paired test of two."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, get_args

import numpy as np

from metrics_edu.language import N_, Counted, _, needs, ngettext, number, refused, translated
from metrics_edu.metrics import Measure, Ranking, Run
from metrics_edu.metrics import measure as spelled
from metrics_edu.metrics.validation import check_word
from metrics_edu.tables.reading.cell_values import Numbers
from metrics_edu.tables.scoring.intervals import NORMAL_FROM, Intervals, Method, bootstrap_interval, normal_interval
from metrics_edu.tables.scoring.significance import RESAMPLES, Paired, Test, paired
from metrics_edu.tables.scoring.summary import NAMED, deepest
from metrics_edu.tables.scoring.users_in_memory import UsersInMemory
from metrics_edu.working import Derivation
from metrics_edu.working.labels import one_line
from metrics_edu.working.printing import Displayed, columns, table_html, value_html

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from metrics_edu.tables.blocks.users_on_disk import UsersOnDisk

GROUPS = {
    "without recommendations": (
        Counted(
            "{count} user has judgments but no recommendations, so an empty list is scored: {some}",
            "{count} users have judgments but no recommendations, so an empty list is scored: {some}",
            "count",
        ),
        Counted(
            "{count} user has judgments but no recommendations and is left out: {some}",
            "{count} users have judgments but no recommendations and are left out: {some}",
            "count",
        ),
    ),
    "without judgments": (
        Counted(
            "{count} user has recommendations but no judgments, so no relevant item: {some}",
            "{count} users have recommendations but no judgments, so no relevant item: {some}",
            "count",
        ),
        Counted(
            "{count} user has recommendations but no judgments and is left out: {some}",
            "{count} users have recommendations but no judgments and are left out: {some}",
            "count",
        ),
    ),
    "without relevant items": (
        Counted(
            "{count} user has no relevant item and counts as each measure defines: {some}",
            "{count} users have no relevant item and count as each measure defines: {some}",
            "count",
        ),
        Counted(
            "{count} user has no relevant item and is left out: {some}",
            "{count} users have no relevant item and are left out: {some}",
            "count",
        ),
    ),
}
"""The text about the users that are named, if they are in the means and if not."""
RULES = {
    "order": N_("they keep their order in the data"),
    "id_descending": N_("the item's id decides, the last in the alphabet first"),
    "id_ascending": N_("the item's id decides, the first in the alphabet first"),
    "best": N_("the highest grade is first"),
    "worst": N_("the lowest grade is first"),
    "expected": N_("each value is the mean over all their orders"),
    "last": N_("each item has the last of the ranks that they share"),
}
"""What is done with equal scores, by the rule."""
MIN_FOREIGN = 0.25
"""From this share on, recommended items without a judgment are worth a note."""


@dataclass(repr=False, eq=False)
class Evaluation(Displayed):
    """The values of some measures for many users; it displays itself as a table.

    Attributes
    ----------
    measures : mapping from a column's name to its Measure
    """

    store: UsersInMemory | UsersOnDisk
    measures: dict[str, Measure]
    ties: str
    convention: str | None
    remarks: Sequence[str] = ()  # on how the tables were read

    @property
    def names(self) -> list[int | str]:
        """The users that are in the means, in the order of the values."""
        return self.store.names

    @property
    def values(self) -> Mapping[str, Numbers]:
        """One value per user of each measure, by the name of its column."""
        return self.store.values

    @classmethod
    def from_blocks(cls, per_user: Any, *, convention: str | None = None) -> Evaluation:
        """Return the evaluation whose values an engine wrote, such as Spark with `score_block`.

        Parameters
        ----------
        per_user : path, frame or mapping
            Parquet files (a file, a folder or a pattern), a frame of polars, pandas or pyarrow, a lazy frame of polars or a
            mapping, with the columns of `block_schema`. Each of its users is in the means.
        convention : str, optional
            That of the measures, which its columns name. By default the one that `evaluate` wrote into its files; an engine's
            files do not say it, and then it is that of the slides.

        Raises
        ------
        ValueError
            If a column is missing or names no measure, or a user has two rows.

        Examples
        --------
        >>> import polars as pl
        >>> from metrics_edu import score_block
        >>> block = pl.DataFrame(score_block({"u": ["a", "x"]}, {"u": ["a"], "v": ["b"]}, "P@2"))
        >>> Evaluation.from_blocks(block).mean
        {'mean P@2': 0.25}
        """
        needs("polars")
        from metrics_edu.tables.blocks.users_on_disk import read_values

        store = read_values(per_user, convention)
        return cls(store, dict(store.measures), "order", convention)

    def _called(self, name: str) -> str:
        return name.replace(self.measures[name].name, self.measures[name].mean_name, 1)

    @cached_property
    def mean(self) -> dict[str, float]:
        """The mean over users of each measure, by its name ("MAP@10"); NaN values are left out."""
        return {self._called(name): of.mean for name, of in self.store.moments.items()}

    @cached_property
    def per_user(self) -> Any:
        """The users and their values: a column user, and one per measure.

        A frame of the kind that came in; of polars, if files did; ``{"user": [...], "AP@3": array}``, which any library makes
        a frame of, if only mappings (or JSON) did. With `per_user` in `evaluate`, a LazyFrame over the files it wrote.
        """
        return self.store.per_user

    @cached_property
    def users(self) -> dict[str, list[int | str]]:
        """The users in the means ("counted"), and those without recommendations, judgments or relevant items.

        Raises
        ------
        ValueError
            If the run was scored in blocks, which keep no list of all users; see `user_counts`.
        """
        return self.store.users

    @property
    def user_counts(self) -> dict[str, int]:
        """How many users each group of `users` has, at any size."""
        summary = self.store.summary
        return {"counted": summary.users} | {name: group.count for name, group in summary.groups.items()}

    @cached_property
    def coverage(self) -> dict[str, float]:
        """The share of the judged users that got a recommendation, and of the items of both tables that were shown.

        The users that count in the means: all rows of both tables count.

        Raises
        ------
        ValueError
            If the lists are not known: `from_blocks` has the values only.
        """
        return {name: part / whole for name, (part, whole) in self.store.covered.items()}

    @cached_property
    def notes(self) -> list[str]:
        """What should be known about the tables, a sentence each."""
        return [*self._of_tables(), *self._of_lists(), *self._strangers(), *self.remarks]

    def _of_tables(self) -> Iterator[str]:
        summary = self.store.summary
        for name in summary.facts.unlike:
            yield _(
                "The {column} ids are numbers in one table and text in the other: they are compared as text.",
                column=_(name),
            )
        if summary.below:
            yield ngettext(
                "{count} grade is below 0: its item is in the pool, not judged.",
                "{count} grades are below 0: their items are in the pool, not judged.",
                summary.below,
            )
        if summary.facts.exchanged:
            yield _(
                "The recommendations look like judgments: evaluate takes the recommendations first "
                "(run=), then the judgments (qrels=)."
            )
        yield from summary.facts.reading
        if summary.facts.guessed:
            yield _("The column {name!r} of the recommendations is read as their score.", name=summary.facts.guessed)

    def _of_lists(self) -> Iterator[str]:
        summary = self.store.summary
        if summary.disagreeing:
            yield ngettext(
                "Rank and score disagree in {count} list, which is sorted by {number}.",
                "Rank and score disagree in {count} lists, which are sorted by {number}.",
                summary.disagreeing,
                number=summary.facts.number,
            )
        if summary.tied:
            yield ngettext(
                "{count} list has items of equal rank or score: {rule}.",
                "{count} lists have items of equal rank or score: {rule}.",
                summary.tied,
                rule=_(RULES[self.ties]),
            )
            own = [name for name, of in self.measures.items() if of.settings.get("tied_pairs", "half") != "half"]
            if own and self.ties == "expected":
                yield _("In {measures} they count as the convention says.", measures=", ".join(own))
            yield from self._ranges()
        if summary.short:
            yield ngettext(
                "{count} list is shorter than {n}.",
                "{count} lists are shorter than {n}.",
                summary.short,
                n=deepest(self.measures),
            )

    def _ranges(self) -> Iterator[str]:
        """Say between which numbers the means are, if that shows in their decimals."""
        ranges = ((self._called(name), number(worst), number(best)) for name, worst, best in self.store.summary.spans())
        if found := [f"{name} {worst} – {best}" for name, worst, best in ranges if worst != best]:
            yield _("From the worst to the best order of equal scores: {ranges}.", ranges="; ".join(found))

    @property
    def unmatched(self) -> str:
        """The sentence that no user, or no item, is in both tables; "" if one is."""
        summary, items = self.store.summary, self.store.summary.items
        if items is None:
            return ""
        if summary.served_users == 0:
            return self._are_these_the_same("user", _("No user with judgments got a recommendation"))
        if items.unjudged_rows == items.rows:
            return self._are_these_the_same("item", _("No recommended item has a judgment"))
        return ""

    def _strangers(self) -> Iterator[str]:
        summary = self.store.summary
        if summary.items is None:
            return
        unjudged = summary.holes / summary.listed if summary.listed else 1.0
        if self.unmatched:
            yield self.unmatched
        elif unjudged >= MIN_FOREIGN:
            yield _("{share} % of the recommended items have no judgment.", share=round(100 * unjudged))

    def _are_these_the_same(self, column: str, what: str) -> str:
        a, b = (self.store.summary.facts.examples or {}).get(column, ("", ""))
        return _("{what}: are these the same ids? They look like {a!r} and {b!r}.", what=what, a=a, b=b)

    def ranking(self, user: object) -> Ranking:
        """Return the list of one user, with the items' names.

        Raises
        ------
        ValueError
            If that user is not among those counted, or the lists are not known.
        """
        found = self.store.find(user)
        if found is None:
            raise refused("user {user!r} is not in the means", user=user)
        run, code = found
        return run.ranking_of(code)

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
        wanted = next(iter(self.measures.values())) if measure is None else self._measure(measure)
        return wanted.explain(self.ranking(user))

    def _measure(self, name: str | Measure) -> Measure:
        """Return the measure of a column, of a mean or of a spelling under the convention of the evaluation."""
        if isinstance(name, Measure):
            return name
        called = self.measures | {self._called(column): measure for column, measure in self.measures.items()}
        return called.get(name) or spelled(name, convention=self.convention)

    def __getitem__(self, name: str | Measure) -> float:
        """Return the mean of a measure, by its column, the name of its mean or another spelling, as in ``found["MAP@10"]``."""
        wanted = self._measure(name)
        same = (column for column, measure in self.measures.items() if measure == wanted)
        if (column := next(same, None)) is None:
            raise refused(
                "{name} was not evaluated; the measures are {allowed}",
                name=wanted.label,
                allowed=", ".join(self.measures),
            )
        return self.mean[self._called(column)]

    def interval(
        self, confidence: float = 0.95, *, method: Method | None = None, resamples: int = 1000, seed: int = 0
    ) -> Intervals:
        """Return an interval of each mean.

        Parameters
        ----------
        confidence : float, between 0 and 1
        method : {"bootstrap", "normal"}, optional
            The percentiles of the means of users drawn again, or mean ± z · s/√n (z is 1.96 for 0.95). By default the normal
            one from 10,000 users on, and the bootstrap below.
        resamples, seed : int
            Of the bootstrap.

        Returns
        -------
        Intervals
            Mean -> (low, high); its text names the method.

        Raises
        ------
        ValueError
            If fewer than two users have a value, or a parameter is not allowed.
        """
        if not 0 < confidence < 1:
            raise refused("confidence must be between 0 and 1; got {value!r}", value=confidence)
        if resamples < 1:
            raise refused("resamples must be at least 1; got {value!r}", value=resamples)
        moments = self.store.moments
        users = max((of.count for of in moments.values()), default=0)
        chosen = method or ("normal" if users >= NORMAL_FROM else "bootstrap")
        check_word("method", chosen, get_args(Method))
        if chosen == "normal":
            ends = {self._called(name): normal_interval(of, confidence) for name, of in moments.items()}
        else:
            drawn = confidence, int(resamples), seed
            ends = {self._called(name): bootstrap_interval(values, *drawn) for name, values in self.values.items()}
        return Intervals(ends, chosen, confidence)

    def compare(self, other: Evaluation, *, test: Test = "flips", resamples: int = RESAMPLES, seed: int = 0) -> Paired:
        """Compare two evaluations over the users that both have: the difference of means, its interval and p, who wins.

        Parameters
        ----------
        other : Evaluation
        test : {"flips", "t"}
            Of a permutation test, p is the share of the changes of the users' signs that give a difference as far from 0. Up
            to 16 users these are all changes, else some that are drawn. Or p of a paired t-test. The interval is that of t.
        resamples, seed : int
            How many changes are drawn, and how.

        Raises
        ------
        ValueError
            If `other` is no Evaluation, they share no measure or fewer than two users, or the shared users were judged
            differently (another threshold, other judgments); or a parameter is not allowed.
        """
        check_word("test", test, get_args(Test))
        if resamples < 1:
            raise refused("resamples must be at least 1; got {value!r}", value=resamples)
        if not isinstance(other, Evaluation):
            raise refused("compare takes an Evaluation; got {value}", value=type(other).__name__)
        shared = [name for name in self.measures if other.measures.get(name) == self.measures[name]]
        if not shared:
            ours, theirs = (
                ", ".join(f"{name} ({m.convention})" for name, m in of.measures.items()) for of in (self, other)
            )
            raise refused("the evaluations share no measure; they have {ours} and {theirs}", ours=ours, theirs=theirs)
        left = [self._called(name) for name in self.measures if name not in shared]
        left += [other._called(name) for name in other.measures if name not in shared]
        pairs, differing = self._pairs(other, shared)
        if differing:
            a, b = ("?" if of.store.threshold is None else number(of.store.threshold) for of in (self, other))
            raise ValueError(
                ngettext(
                    "the evaluations have different judgments: {count} user has another number of relevant items "
                    "(thresholds {a} and {b})",
                    "the evaluations have different judgments: {count} users have another number of relevant items "
                    "(thresholds {a} and {b})",
                    differing,
                    a=a,
                    b=b,
                )
            )
        kept = (of_users[:, ~np.isnan(of_users).any(axis=0)] for of_users in pairs)
        names = map(self._called, shared)
        rows = [paired(name, of_users, resamples, seed, test) for name, of_users in zip(names, kept, strict=True)]
        return Paired(rows, left, seed)

    def _pairs(self, other: Evaluation, names: list[str]) -> tuple[Iterator[Numbers], int]:
        """Return the values of each measure for the users that both have, and how many of these were judged differently."""
        if isinstance(self.store, UsersInMemory) and isinstance(other.store, UsersInMemory):
            ours, theirs = self.store.shared(other.store)
            pairs = (np.stack([self.values[name][ours], other.values[name][theirs]]) for name in names)
            return pairs, int(np.sum(self.store.run.relevant[ours] != other.store.run.relevant[theirs]))
        from metrics_edu.tables.blocks.compare_users import OTHER, shared_users

        users = shared_users(self.store, other.store, names)
        return (users.select(name, name + OTHER).to_numpy().T for name in names), int(users["differs"].sum())

    def table(self) -> tuple[list[str], list[list[str]]]:
        """Return the head and the rows: mean, value, what it is in words, the users it is over."""
        head = [_("measure"), _("mean"), _("users"), _("convention")]
        rows = [
            [mean, number(of.mean, fixed=4), number(of.count), self.measures[name].label]
            for mean, (name, of) in zip(self.mean, self.store.moments.items(), strict=True)
        ]
        return head, rows

    def sentences(self) -> list[str]:
        """Say from which grade an item is relevant, who is counted, who is not, and what should be known."""
        summary, grade = self.store.summary, self.store.threshold
        every = _("Relevant: every grade above 0.")
        lines = (
            [] if grade is None else [every if grade < 1e-300 else _("Relevant: grade {n} or higher.", n=number(grade))]
        )
        lines += [_("Users in the means: {count}.", count=summary.users)]
        return [*lines, *self.lacking, *self.notes]

    @property
    def lacking(self) -> list[str]:
        """What users lack, recommendations, judgments or relevant items, and whether they are counted."""
        lines = []
        for name, group in self.store.summary.groups.items():
            if group.count:
                some = ", ".join(map(one_line, group.first)) + (", ..." if group.count > NAMED else ".")
                lines.append(translated(GROUPS[name][not group.are_counted], count=group.count, some=some))
        return lines

    def as_run(self) -> Run:
        """Return the lists and judgments of the users that are counted, with ids as text: what `diagnose` takes.

        It also takes an Evaluation.

        Raises
        ------
        ValueError
            If the lists are not in memory.
        """
        return self.store.as_run()

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
            [name, value_html(mean), users, words]
            for mean, (name, _mean, users, words) in zip(self.mean.values(), rows, strict=True)
        ]
        return str(table_html(head, cells, self.sentences()))
