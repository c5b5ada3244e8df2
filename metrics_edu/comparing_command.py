"""The command that compares: ``metrics-edu compare BASE NEW QRELS`` says whether a new run is better, and may fail it."""

from __future__ import annotations

import html
import re
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from metrics_edu.files.safe_files import write_file
from metrics_edu.language import _, number, refused
from metrics_edu.table_options import JUDGED_FILE, RUN_FILE, add_table_options, check_other, table_options
from metrics_edu.tables.compared_runs import ComparedRuns, compare_runs
from metrics_edu.tables.scoring.significance import ROUNDING, paired_head, signed
from metrics_edu.tables.verdicts import Limit, Verdict
from metrics_edu.working.labels import one_line
from metrics_edu.working.printing import columns

BASE, NEW = "base", "new"
MARK = "<!-- metrics-edu compare -->"
"""The first line of the Markdown, by which a workflow finds its comment again."""


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
    add("--alpha", type=float, default=0.05, help=_("From which p on a difference is not shown; 0.05."))
    add("--strict", action="store_true", help=_("Fail by --fail-below alone, whatever p is."))
    add("--markdown", type=Path, metavar="FILE", help=_("Also write the result as Markdown, for a comment."))
    add("--worst", type=int, default=5, help=_("How many of the queries that changed most are listed; 5."))
    parser.set_defaults(run=_compare)


def _compare(options: Namespace) -> int:
    """Compare two runs; return 1 if a measure is beyond the limit."""
    limit = Limit(options.alpha, options.fail_below, options.strict)
    if options.worst < 0:
        raise refused("--worst must be 0 or more; got {value}", value=options.worst)
    files = options.base, options.new, options.judgments
    if options.markdown is not None:
        check_other("--markdown", options.markdown, files)
    settings, notes = table_options(options)
    runs = dict(zip((BASE, NEW), files, strict=False))
    found = Comparison(compare_runs(runs, options.judgments, **settings), limit, options.worst)
    for note in [*notes, *found.notes()]:
        print(note, file=sys.stderr)
    if options.markdown is not None:
        write_file(options.markdown, found.markdown())
    print(found.text())
    return int(found.fails)


@dataclass(frozen=True)
class Change:
    """The difference of one query."""

    query: str
    difference: float


class Comparison:
    """Two runs, their verdicts by measure, and the queries that changed most; as text and as Markdown."""

    def __init__(self, compared: ComparedRuns, limit: Limit, worst: int) -> None:
        self._compared, self._limit, self._worst = compared, limit, worst
        rows = compared.compared[NEW].rows
        for row in rows:
            limit.check(row, len(rows))
        measures = compared.evaluations[NEW].measures
        self._verdicts = {
            name: Verdict(row, compared.holm[NEW, row.name], limit) for name, row in zip(measures, rows, strict=True)
        }

    @property
    def fails(self) -> bool:
        return any(verdict.fails for verdict in self._verdicts.values())

    def notes(self) -> Iterator[str]:
        """Give what should be known about the tables, with the run that it is about."""
        of_runs = {name: found.notes for name, found in self._compared.evaluations.items()}
        for name, notes in of_runs.items():
            for note in notes:
                is_of_both = all(note in others for others in of_runs.values())
                if not is_of_both or name == BASE:
                    yield note if is_of_both else f"{name}: {note}"

    def text(self) -> str:
        changes = [line for name in self._verdicts if (line := self._most_changed(name))]
        verdicts = [f"{name}: {verdict.word}. {verdict.why}".rstrip() for name, verdict in self._verdicts.items()]
        return "\n".join([columns([self._head(), *self._rows()]), *verdicts, *self._judged(), *changes, *self._end()])

    def markdown(self) -> str:
        """Return the same for a comment: what comes from the files is text there, and no markup."""
        heads = [
            "### "
            + _("{name}: {word} ({count} queries)", name=_as_markdown(name), word=verdict.word, count=verdict.row.users)
            for name, verdict in self._verdicts.items()
        ]
        head = self._head()
        rows = [[_as_markdown(name), *others] for name, *others in self._rows(marks_none=True)]
        lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
        table = [f"| {' | '.join(line)} |" for line in lines]
        said = [verdict.why for verdict in self._verdicts.values() if verdict.why]
        changes = [line for name in self._verdicts if (line := self._most_changed(name, _as_code))]
        title = _("Queries that changed most")
        details = [f"<details><summary>{title}</summary>", *changes, "</details>"]
        parts = [*heads, "\n".join(table), *said, *self._judged(), *(details if changes else []), *self._end()]
        return "\n".join([MARK, "\n\n".join(parts), ""])

    def _head(self) -> list[str]:
        difference, interval, p, *counts = paired_head()
        shown = p if len(self._verdicts) == 1 else "p (Holm)"
        return [_("measure"), _("base"), _("new"), difference, interval, shown, *counts]

    def _rows(self, *, marks_none: bool = False) -> Iterator[list[str]]:
        for verdict in self._verdicts.values():
            row = verdict.row
            difference, *others = row.cells(verdict.p)
            marked = f"~ {difference}" if marks_none and not verdict.is_shown else difference
            yield [row.name, *(number(mean, fixed=4) for mean in (row.other, row.mean)), marked, *others]

    def _judged(self) -> list[str]:
        """Say how much of each run is judged: what is not counts as not relevant."""
        items = {name: found.store.summary.items for name, found in self._compared.evaluations.items()}
        shares = {name: 1 - of.unjudged_rows / of.rows for name, of in items.items() if of and of.rows}
        if len(shares) < len(items):
            return []
        base, new = (round(100 * shares[name]) for name in (BASE, NEW))
        return [_("Judged among the recommended items: base {base} %, new {new} %.", base=base, new=new)]

    def _most_changed(self, name: str, write: Callable[[str], str] = str) -> str:
        """Say which queries went up and down most, by one measure; `write` makes a query's id part of a text."""
        changes = sorted(self._changes(name), key=lambda change: abs(change.difference), reverse=True)
        up, down = (
            ", ".join(
                f"{write(change.query)} {signed(change.difference, 2)}"
                for change in [change for change in changes if change.difference * way > 0][: self._worst]
            )
            for way in (1, -1)
        )
        said = "   ".join(
            [
                *[_("Up most: {queries}.", queries=up)] * bool(up),
                *[_("Down most: {queries}.", queries=down)] * bool(down),
            ]
        )
        return said if len(self._verdicts) == 1 or not said else f"{name}. {said}"

    def _changes(self, name: str) -> Iterator[Change]:
        base, new = (self._compared.evaluations[run] for run in (BASE, NEW))
        before = dict(zip(base.names, base.values[name].tolist(), strict=True))
        for query, value in zip(new.names, new.values[name].tolist(), strict=True):
            difference = value - before.get(query, value)
            if abs(difference) > ROUNDING:
                yield Change(one_line(query), difference)

    def _end(self) -> Sequence[str]:
        if self._limit.least is None:
            return []
        failed = [name for name, verdict in self._verdicts.items() if verdict.fails]
        least = f"{self._limit.least:g}"
        if failed:
            return [_("Failed: --fail-below {least}: {names}.", least=least, names=", ".join(failed))]
        return [_("Passed: --fail-below {least}.", least=least)]


def _as_markdown(text: str) -> str:
    """Return a text that Markdown shows as it is."""
    return re.sub(r"([\\`*_\[\]|#~])", r"\\\1", html.escape(text, quote=False))


def _as_code(text: str) -> str:
    """Return a text that Markdown shows as it is and that names nobody: an id may be @somebody."""
    return f"<code>{_as_markdown(text)}</code>"
