"""The command line: ``metrics-edu explain`` and ``evaluate``, and the commands of ``homework``.

The help is in the language of METRICS_EDU_LANG: it is made before ``--language`` is read.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from metrics_edu.exercises import learner_record
from metrics_edu.homework import LANGUAGE, commands, refusing, show
from metrics_edu.language import _, number
from metrics_edu.metrics import DEFAULT, Ranking
from metrics_edu.metrics import measure as measure_of
from metrics_edu.tables import LOPES, Evaluation, read_experiment
from metrics_edu.tables import evaluate as evaluation_of

app = typer.Typer(no_args_is_help=True, add_completion=False)


@app.callback(help=_("Metrics of ranked lists, with their working."))
def main() -> None:
    """Metrics of ranked lists, with their working."""


CONVENTION = Annotated[str | None, typer.Option(help=_("parra, trec_eval, ranx, ...; by default parra."))]


@app.command(help=_("Print how the value of a measure comes about, in the list's own numbers."))
def explain(
    ranking: Annotated[str, typer.Argument(help=_('R (relevant) and N, such as "NRRN"; or grades, such as "3 0 2".'))],
    measure: Annotated[str, typer.Option("--measure", "-m", help=_("AP, nDCG@10, F1@5, RR, Rankscore, ..."))] = "AP",
    relevant: Annotated[int | None, typer.Option(help=_("How many items are relevant, shown or not."))] = None,
    pool: Annotated[str | None, typer.Option(help=_('All grades above 0, shown or not, such as "3 3 2 1".'))] = None,
    threshold: Annotated[float, typer.Option(help=_("The grade from which an item is relevant."))] = 1,
    convention: CONVENTION = None,
    tex: Annotated[bool, typer.Option("--tex", help=_("Print TeX."))] = False,
    language: LANGUAGE = None,
) -> None:
    """Print how the value of a measure comes about, in the list's own numbers."""
    with refusing(language):
        found = Ranking.parse(ranking, relevant=relevant, pool=pool, threshold=threshold)
        derivation = measure_of(measure, convention=convention or DEFAULT).explain(found)
    if tex:
        show(derivation.tex())
        return
    first, *rest = derivation.text().split("\n")
    show(first, "bold")
    show("\n".join(rest))


@app.command(help=_("Score recommendations to many users by what these users judged."))
def evaluate(
    recommendations: Annotated[str, typer.Argument(help=_("CSV, TSV, JSON or TREC run."))],
    judgments: Annotated[str, typer.Argument(help=_("CSV, TSV, JSON, qrels or u.data."))],
    measures: Annotated[
        list[str] | None, typer.Option("--measure", "-m", help=_("MAP@10, nDCG@10, ...; again for more."))
    ] = None,
    convention: CONVENTION = None,
    threshold: Annotated[
        float | None, typer.Option(help=_("The grade from which an item is relevant; by default 1."))
    ] = None,
    config: Annotated[
        Path | None, typer.Option(help=_("A YAML file with evaluation: k, relevance_threshold, metrics."))
    ] = None,
    users: Annotated[
        str, typer.Option(help=_("Whom the means are over: judged, all, common or with_relevant."))
    ] = "judged",
    ties: Annotated[
        str, typer.Option(help=_("The order of equal scores: order (as they come) or trec_eval."))
    ] = "order",
    column: Annotated[
        list[str] | None, typer.Option(help=_("A column of another name, as in item=movie; again for more."))
    ] = None,
    per_user: Annotated[Path | None, typer.Option(help=_("Write a CSV with a row a user."))] = None,
    interval: Annotated[
        bool, typer.Option("--interval", help=_("Add a 95 % bootstrap interval of each mean."))
    ] = False,
    explained: Annotated[str | None, typer.Option("--explain", help=_("Print the working for this user, too."))] = None,
    language: LANGUAGE = None,
) -> None:
    """Score recommendations to many users by what these users judged."""
    with refusing(language):
        asked: Any = {"measures": measures} if measures else {}
        if config is not None:
            experiment = read_experiment(config, convention)
            asked = {"measures": [*experiment.measures, *(measures or [])], "threshold": experiment.threshold}
        asked |= {"threshold": threshold} if threshold is not None else {}
        names = dict(pair.partition("=")[::2] for pair in column or ())
        asked |= {"convention": convention or DEFAULT, "users": users, "ties": ties, "columns": names}
        found = evaluation_of(recommendations, judgments, **asked)
        lines = [found.text()]
        if config is not None and not convention and any(one.convention == LOPES for one in experiment.measures):
            lines.append(
                _(
                    "{config} is read as in the Lopes seed: nDCG has linear gain; --convention chooses another.",
                    config=config,
                )
            )
        if interval:
            pairs = [(name, *map(number, ends)) for name, ends in found.interval().items()]
            lines += ["", _("95 % bootstrap intervals:"), *(f"{name}: {low} – {high}" for name, low, high in pairs)]
        if explained is not None:
            lines += [f"\n{found.explain(explained, name).text()}" for name in found.measures]
        if per_user is not None:
            _write(found, per_user, (recommendations, judgments))
    show("\n".join(lines))


def _write(found: Evaluation, path: Path, read: tuple[str, str]) -> None:
    import polars as pl

    if path.exists() and any(path.samefile(one) for one in read):
        raise ValueError(_("{path} is what was read; --per-user needs another name", path=path))
    users = pl.col("user").cast(pl.String)
    safe = pl.when(users.str.contains(r"^[=+\-@\t\r]")).then(pl.lit("'") + users).otherwise(users).alias("user")
    found.per_user.with_columns(safe).write_csv(path)


@app.command(help=_("Print what was tried, right and shown in the lessons; --delete removes it all."))
def progress(
    delete: Annotated[bool, typer.Option("--delete", help=_("Delete it."))] = False,
    language: LANGUAGE = None,
) -> None:
    """Print what was tried, right and shown in the lessons."""
    with refusing(language):
        if delete:
            learner_record.delete_progress()
        show(learner_record.report() if not delete else _("Deleted: {file}", file=learner_record.progress_file()))


HELP = {
    "check": _("Check your homework before you hand it in: format, sanity, the measures on the validation data, your numbers."),
    "grade": _("Grade a class: gradebook, details, leaderboard, mistakes, and a feedback file for each submission."),
    "init-tarea": _("Write a homework to try: a policy with comments, data, and ten submissions, right and typically wrong."),
    "poll": _("Show the answers of a class as a histogram, by what they are: right, or which mistake."),
    "mistakes": _("List the codes of the mistakes, what they are, and the measures that they are taken for."),
}  # fmt: skip
for _name, _help in HELP.items():
    app.command(_name, help=_help)(getattr(commands, _name.removesuffix("-tarea")))
