"""The command that compares: ``metrics-edu compare BASE NEW QRELS`` says whether a new run is better, and may fail it."""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from heapq import nlargest, nsmallest
from math import isnan
from pathlib import Path

from markupsafe import Markup

from metrics_edu.files.safe_files import write_file
from metrics_edu.language import _, number, refused
from metrics_edu.table_options import JUDGED_FILE, RUN_FILE, add_table_options, check_other, table_options
from metrics_edu.tables.compared_runs import ComparedRuns, compare_runs
from metrics_edu.tables.evaluation import Evaluation
from metrics_edu.tables.scoring.significance import holm_in_words, paired_head, signed
from metrics_edu.tables.scoring.summary import deepest
from metrics_edu.tables.verdicts import Limit, Verdict
from metrics_edu.working.labels import one_line
from metrics_edu.working.markup import element
from metrics_edu.working.printing import columns

BASE, NEW = "base", "new"
MARK = "<!-- metrics-edu compare -->"
"""The first line of the Markdown, by which a workflow finds its comment again."""
MOST_LISTS = 10_000
"""Up to as many queries, their lists are read for the share that is judged."""
LEAST_CHANGE = 0.005
"""What is less is 0.00 of a query that changed."""


def add_compare(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add("base", help=_(RUN_FILE))
    add("new", help=_(RUN_FILE))
    add("judgments", help=_(JUDGED_FILE))
    add_table_options(parser)
    add(
        "--fail-below",
        type=float,
        metavar="DIFFERENCE",
        help=_("Fail where a mean is lower by more than this, and p is below alpha: 0 or less, such as -0.01."),
    )
    add("--alpha", type=float, default=0.05, help=_("A difference is shown where p is below this; 0.05."))
    add("--strict", action="store_true", help=_("Fail by --fail-below alone, whatever p is."))
    add("--markdown", type=Path, metavar="FILE", help=_("Also write the result as Markdown, for a comment."))
    add("--worst", type=int, default=5, help=_("How many of the queries that changed most are listed; 5."))
    parser.set_defaults(run=_compare)


def _compare(options: Namespace) -> int:
    """Compare two runs; return 1 if a measure is beyond the limit."""
    limit = Limit(options.alpha, options.fail_below, options.strict)
    if options.worst < 0:
        raise refused("--worst must be 0 or more; got {value}", value=options.worst)
    if limit.least is not None and options.users == "common":
        raise refused("--fail-below does not go with --users common: a run would win by leaving queries out")
    runs = {BASE: options.base, NEW: options.new}
    if options.markdown is not None:
        check_other("--markdown", options.markdown, [*runs.values(), options.judgments])
    settings, notes = table_options(options)
    found = compare_runs(runs, options.judgments, **settings)
    compared = Comparison(found, limit, options.worst, drops=options.unjudged == "dropped")
    for note in [*notes, *compared.notes()]:
        print(note, file=sys.stderr)
    print(compared.text(), flush=True)
    if options.markdown is not None:
        write_file(options.markdown, compared.markdown())
    return int(compared.fails)


class Comparison:
    """Two runs, their verdicts by measure, and the queries that changed most; as text and as Markdown."""

    def __init__(self, compared: ComparedRuns, limit: Limit, worst: int, *, drops: bool) -> None:
        self._runs, self._worst, self._limit = compared.evaluations, worst, limit
        self._left_out, self._drops = compared.left_out, drops
        for name, found in self._runs.items():
            if found.unmatched:
                raise refused("{run}: {sentence}", run=name, sentence=found.unmatched)
        measures, rows = self._runs[NEW].measures, compared.compared[NEW].rows
        for name, row in zip(measures, rows, strict=True):
            if measures[name].metric.falls:
                raise refused("{name} is better where it is lower: compare takes measures that rise", name=name)
            limit.check(row, len(rows))
        self._verdicts = {
            name: Verdict(row, compared.holm[NEW, row.name], limit, len(rows))
            for name, row in zip(measures, rows, strict=True)
        }

    @property
    def fails(self) -> bool:
        return any(verdict.fails for verdict in self._verdicts.values())

    def notes(self) -> Iterator[str]:
        """Give what should be known about the tables, with the run that it is about."""
        base, new = ([*self._runs[run].lacking, *self._runs[run].notes] for run in (BASE, NEW))
        yield from self._left_out
        yield from (note for note in base if note in new)
        yield from (f"{BASE}: {note}" for note in base if note not in new)
        yield from (f"{NEW}: {note}" for note in new if note not in base)

    def text(self) -> str:
        return "\n".join([columns([self._head(), *self._rows()]), *self._sentences(), *self._changes(), *self._end()])

    def markdown(self) -> str:
        """Return the same for a comment: what comes from the files is text there, and no markup."""
        heads = [
            "### " + _("{name}: {word} ({count} queries)", name=name, word=verdict.word, count=verdict.row.users)
            for name, verdict in self._verdicts.items()
        ]
        head = self._head()
        lines = [head, ["---", *["---:"] * (len(head) - 1)], *self._rows(marks_none=True)]
        table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
        changes = Markup("\n\n").join(Markup(line) for line in ["", *self._changes(_as_code), ""])
        details = [element("details", element("summary", _("Queries that changed most")), changes)] * bool(
            changes.strip()
        )
        notes = [_as_code(note) for note in self.notes()]
        return "\n".join([MARK, "\n\n".join([*heads, table, *self._end(), *self._sentences(), *details, *notes]), ""])

    def _head(self) -> list[str]:
        difference, interval, p, *counts = paired_head()
        return [
            *[_("measure"), _("base"), _("new"), difference, interval],
            p if len(self._verdicts) == 1 else "p (Holm)",
            *counts,
        ]

    def _rows(self, *, marks_none: bool = False) -> Iterator[list[str]]:
        for verdict in self._verdicts.values():
            row = verdict.row
            difference, *others = row.cells(verdict.p)
            marked = f"~ {difference}" if marks_none and not verdict.is_shown else difference
            yield [row.name, *(number(mean, fixed=4) for mean in (row.other, row.mean)), marked, *others]

    def _sentences(self) -> Iterator[str]:
        for name, verdict in self._verdicts.items():
            yield f"{name}: {verdict.word}. {verdict.why}".rstrip()
        if len(self._verdicts) > 1:
            yield holm_in_words(len(self._verdicts))
        yield from self._judged()

    def _judged(self) -> Iterator[str]:
        """Say how much of each run is judged, down to the deepest cut-off: what is not counts as not relevant."""
        depth = deepest(self._runs[NEW].measures)
        if not depth or self._drops or max(len(found.names) for found in self._runs.values()) > MOST_LISTS:
            return
        base, new = (round(100 * _judged_share(self._runs[run], depth)) for run in (BASE, NEW))
        yield _("Judged among the first {n}: base {base} %, new {new} %.", n=depth, base=base, new=new)

    def _changes(self, write: Callable[[str], str] = str) -> Iterator[str]:
        """Give the queries that went up and down most, by each measure; `write` makes a query's id part of a text."""
        base, new = (self._runs[run] for run in (BASE, NEW))
        for name in self._verdicts:
            before = dict(zip(map(str, base.names), base.values[name].tolist(), strict=True))
            after = dict(zip(map(str, new.names), new.values[name].tolist(), strict=True))
            changes = [(after[query] - before[query], query) for query in after if query in before]
            changes = [change for change in changes if not isnan(change[0])]
            up, down = (
                ", ".join(f"{write(one_line(query))} {signed(d, 2)}" for d, query in some if abs(d) >= LEAST_CHANGE)
                for some in (
                    nlargest(self._worst, (change for change in changes if change[0] > 0)),
                    nsmallest(self._worst, (change for change in changes if change[0] < 0)),
                )
            )
            sentences = [
                *[_("Up most: {queries}.", queries=up)] * bool(up),
                *[_("Down most: {queries}.", queries=down)] * bool(down),
            ]
            if sentences:
                yield "   ".join([*[f"{name}."] * (len(self._verdicts) > 1), *sentences])

    def _end(self) -> list[str]:
        if self._limit.least is None:
            return []
        failed = [name for name, verdict in self._verdicts.items() if verdict.fails]
        limit = f"{self._limit.least:g}"
        if failed:
            return [_("Failed: --fail-below {limit}: {names}.", limit=limit, names=", ".join(failed))]
        return [_("Passed: --fail-below {limit}.", limit=limit)]


def _judged_share(found: Evaluation, depth: int) -> float:
    run = found.as_run()
    judged = [item in run.data.judged[user] for user, items in run.lists.items() for item in items[:depth]]
    return sum(judged) / len(judged) if judged else 0.0


def _as_code(text: str) -> Markup:
    """Return a text that Markdown shows as it is: no markup, no name of a user, no address, no formula."""
    return element("code", Markup(re.sub(r"[^\w\s,;?!+%-]|_", lambda mark: f"&#{ord(mark[0])};", text)))
