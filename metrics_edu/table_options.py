"""The options of the commands that read tables of many users, as arguments of `evaluate`."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from metrics_edu.judging_commands import add_convention, add_ties_and_repeats
from metrics_edu.language import N_, _, refused
from metrics_edu.metrics import Measure
from metrics_edu.metrics.spellings import value_in
from metrics_edu.metrics.value_and_derivation import ranking_measure
from metrics_edu.tables.evaluate_users import USUAL_MEASURES
from metrics_edu.tables.reading.experiment_file import LOPES, read_experiment

RUN_FILE = N_("CSV, TSV, JSON, TREC run or Parquet (a file, a folder or a pattern).")
JUDGED_FILE = N_("CSV, TSV, JSON, qrels, u.data or Parquet.")


def add_table_options(parser: ArgumentParser) -> None:
    """Add the measures and what `evaluate` takes beside the tables."""
    add = parser.add_argument
    add(
        "--measure",
        "-m",
        action="append",
        help=_('A measure, such as MAP@10 or "nDCG@10(gain=linear)"; repeat for more.'),
    )
    add_convention(parser)
    add("--empty", help=_("The value of a user with no relevant item: a number, skip or error."))
    add("--threshold", type=float, help=_("The lowest grade of a relevant item (default: 1)."))
    add("--config", type=Path, help=_("A YAML file with evaluation: k, relevance_threshold, metrics."))
    add("--users", default="judged", help=_("The users that count in the means: judged, all, common or with_relevant."))
    add_ties_and_repeats(parser)
    add("--catalogue", type=int, help=_("How many items could be recommended to a user, for AUC."))
    add("--unjudged", default="zero", help=_("Shown items without a judgment: zero (not relevant) or dropped."))
    add(
        "--column",
        action="append",
        default=[],
        help=_("The name of a column in your file, as in item=movie; repeat for more."),
    )
    add("--run-column", action="append", default=[], help=_("The same for the recommendations only."))
    add("--judged-column", action="append", default=[], help=_("The same for the judgments only."))


def _pairs(texts: Sequence[str]) -> dict[str, str]:
    return dict(text.partition("=")[::2] for text in texts)


def table_options(options: Namespace) -> tuple[dict[str, Any], list[str]]:
    """Return the options as arguments of `evaluate`, and what should be known of them."""
    settings: dict[str, Any] = {
        "convention": options.convention,
        "columns": _pairs(options.column),
        "run_columns": _pairs(options.run_column),
        "judged_columns": _pairs(options.judged_column),
        "users": options.users,
        "ties": options.ties,
        "repeats": options.repeats,
        "catalogue": options.catalogue,
        "unjudged": options.unjudged,
    }
    notes = []
    if options.measure:
        settings["measures"] = options.measure
    if options.config is not None:
        experiment = read_experiment(options.config, options.convention)
        settings["measures"] = [*experiment.measures, *(options.measure or [])]
        settings["threshold"] = experiment.threshold
        if not options.convention and any(measure.convention == LOPES for measure in experiment.measures):
            notes.append(
                _(
                    "{config} follows the Lopes convention: nDCG has linear gain. To change it, use --convention.",
                    config=options.config,
                )
            )
    if options.threshold is not None:
        settings["threshold"] = options.threshold
    if options.empty is not None:
        settings["measures"] = _with_empty(options.empty, settings.get("measures", USUAL_MEASURES), options.convention)
    return settings, notes


def _with_empty(empty: str, measures: Sequence[str | Measure], convention: str | None) -> list[Measure]:
    """Return the measures with the value of a user with no relevant item, where they have one."""
    named = (ranking_measure(name, convention) for name in measures)
    return [each.changed(empty=value_in(empty)) if each.metric.has_empty else each for each in named]


def check_other(option: str, path: Path, sources: Sequence[str]) -> None:
    """Refuse a file to write that is one of the files to read."""
    if path.exists() and any(Path(source).exists() and path.samefile(source) for source in sources):
        raise refused("{option} needs another name: {path} is an input file", option=option, path=path)
