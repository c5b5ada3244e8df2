"""The command line: ``metrics-edu explain`` and ``evaluate``, and the commands of ``homework``.

The help is in the language of the environment: it is made before ``--language`` is read.
"""

# ruff: noqa: E402 - the language and what Ctrl+C does are set before the slow imports, which make the help

from __future__ import annotations

import sys

from metrics_edu.language import _, set_language_of, stop_in_words

sys.excepthook = stop_in_words
set_language_of("METRICS_EDU_LANG", "LC_ALL", "LC_MESSAGES", "LANG")

from pathlib import Path
from typing import Annotated, Any

from typer import Argument, Option, Typer

from metrics_edu.exercises import learner_record
from metrics_edu.exercises.lesson_progress import report
from metrics_edu.homework import commands
from metrics_edu.metrics import Ranking
from metrics_edu.metrics import measure as measure_of
from metrics_edu.metrics.measures import DEFAULT
from metrics_edu.tables import Evaluation
from metrics_edu.tables import evaluate as evaluate_lists
from metrics_edu.tables.experiment_file import LOPES, read_experiment
from metrics_edu.tables.safe_files import write_file
from metrics_edu.tables.spreadsheet_cells import cell

app = Typer(help=_("Compute metrics of ranked lists and show the working."), no_args_is_help=True, add_completion=False)
app.add_typer(commands.app)
CONVENTION = Annotated[str | None, Option(help=_("The convention: parra (the default), trec_eval, ranx, ..."))]


@app.command(help=_("Show how the value of a measure is computed, with the numbers of your list."))
def explain(
    ranking: Annotated[str, Argument(help=_('R (relevant) and N, such as "NRRN"; or grades, such as "3 0 2".'))],
    measure: Annotated[str, Option("--measure", "-m", help=_("AP, nDCG@10, F1@5, RR, Rankscore, ..."))] = "AP",
    relevant: Annotated[int | None, Option(help=_("The number of relevant items, shown or not."))] = None,
    pool: Annotated[str | None, Option(help=_('All grades above 0, shown or not, such as "3 3 2 1".'))] = None,
    missed: Annotated[
        str | None, Option(help=_('Only the grades of the items that are not shown, such as "3".'))
    ] = None,
    threshold: Annotated[float, Option(help=_("The lowest grade of a relevant item."))] = 1,
    convention: CONVENTION = None,
    tex: Annotated[bool, Option("--tex", help=_("Print the working in TeX."))] = False,
    language: commands.LANGUAGE = None,
) -> None:
    with commands.refusing(language):
        parsed = Ranking.parse(ranking, relevant=relevant, pool=pool, missed=missed, threshold=threshold)
        derivation = measure_of(measure, convention=convention or DEFAULT).explain(parsed)
    if tex:
        commands.show(derivation.tex())
        return
    first, *rest = derivation.text().split("\n")
    commands.show(first, "bold")
    commands.show("\n".join(rest))


MEASURES = Annotated[
    list[str] | None, Option("--measure", "-m", help=_("A measure, such as MAP@10 or nDCG@10; repeat for more."))
]
THRESHOLD = Annotated[float | None, Option(help=_("The lowest grade of a relevant item (default: 1)."))]
CONFIG = Annotated[Path | None, Option(help=_("A YAML file with evaluation: k, relevance_threshold, metrics."))]
COLUMN = Annotated[
    list[str] | None, Option(help=_("The name of a column in your file, as in item=movie; repeat for more."))
]
PER_USER = Annotated[
    Path | None,
    Option(
        help=_(
            "Write the value of each user: to a CSV if the name ends in .csv, otherwise to a new folder "
            "of Parquet files."
        )
    ),
]


@app.command(help=_("Evaluate the recommendations to many users against their judgments."))
def evaluate(
    recommendations: Annotated[
        str, Argument(help=_("CSV, TSV, JSON, TREC run or Parquet (a file, a folder or a pattern)."))
    ],
    judgments: Annotated[str, Argument(help=_("CSV, TSV, JSON, qrels, u.data or Parquet."))],
    measures: MEASURES = None,
    convention: CONVENTION = None,
    threshold: THRESHOLD = None,
    config: CONFIG = None,
    users: Annotated[
        str, Option(help=_("The users that count in the means: judged, all, common or with_relevant."))
    ] = "judged",
    ties: Annotated[str, Option(help=_("How to sort equal scores: order (as in the file) or trec_eval."))] = "order",
    column: COLUMN = None,
    per_user: PER_USER = None,
    interval: Annotated[bool, Option("--interval", help=_("Add a 95 % confidence interval to each mean."))] = False,
    explained: Annotated[str | None, Option("--explain", help=_("Also print the working for this user."))] = None,
    language: commands.LANGUAGE = None,
) -> None:
    with commands.refusing(language):
        options, notes = _read_options(measures, threshold, config, convention)
        options |= {"columns": dict(pair.partition("=")[::2] for pair in column or ()), "users": users, "ties": ties}
        is_csv = per_user is not None and per_user.suffix.lower() in (".csv", ".tsv", ".txt")
        if per_user is not None and is_csv:
            _check_other(per_user, (recommendations, judgments))
        evaluation = evaluate_lists(recommendations, judgments, per_user=None if is_csv else per_user, **options)
        commands.show("\n".join([evaluation.text(), *notes]))  # at once: what follows may be refused
        if per_user is not None and is_csv:
            _write(evaluation, per_user)
        if interval:
            commands.show(f"\n{evaluation.interval().text()}")
        for name in evaluation.measures if explained is not None else ():
            commands.show(f"\n{evaluation.explain(explained, name).text()}")


def _read_options(
    measures: list[str] | None, threshold: float | None, config: Path | None, convention: str | None
) -> tuple[dict[str, Any], list[str]]:
    options: dict[str, Any] = {"convention": convention or DEFAULT}
    notes = []
    if measures:
        options["measures"] = measures
    if config is not None:
        experiment = read_experiment(config, convention)
        options |= {"measures": [*experiment.measures, *(measures or [])], "threshold": experiment.threshold}
        if not convention and any(one.convention == LOPES for one in experiment.measures):
            notes.append(_("{config} follows the Lopes convention: nDCG has linear gain. To change it, use "
                           "--convention.",
                           config=config))  # fmt: skip
    if threshold is not None:
        options["threshold"] = threshold
    return options, notes


def _check_other(path: Path, sources: tuple[str, str]) -> None:
    """Refuse a file to write that is one of the files to read."""
    if path.exists() and any(Path(source).exists() and path.samefile(source) for source in sources):
        raise ValueError(_("--per-user needs another name: {path} is an input file", path=path))


def _write(evaluation: Evaluation, path: Path) -> None:
    import polars as pl

    values = pl.DataFrame(evaluation.per_user)
    write_file(path, values.with_columns(user=pl.Series(map(cell, values["user"]), dtype=pl.String)).write_csv())


@app.command(
    help=_("Show your record of the lessons: exercises tried, right, and with the solution shown. --delete removes it.")
)
def progress(
    delete: Annotated[bool, Option("--delete", help=_("Delete the record."))] = False,
    language: commands.LANGUAGE = None,
) -> None:
    with commands.refusing(language):
        if delete:
            learner_record.delete_progress()
            commands.show(_("Deleted: {file}", file=learner_record.progress_file()))
        else:
            commands.show(report())
