"""The command line: ``metrics-edu explain``."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from metrics_edu.language import set_language
from metrics_edu.measures import measure as measure_of
from metrics_edu.ranking import Ranking

app = typer.Typer(no_args_is_help=True, add_completion=False, help="Metrics of ranked lists, with their working.")


@app.callback()
def main() -> None:
    """Metrics of ranked lists, with their working."""


@app.command()
def explain(
    ranking: Annotated[str, typer.Argument(help='R (relevant) and N, such as "NRRN"; or grades, such as "3 0 2".')],
    measure: Annotated[str, typer.Option("--measure", "-m", help="AP, nDCG@10, F1@5, RR, Rankscore, ...")] = "AP",
    relevant: Annotated[int | None, typer.Option(help="How many items are relevant, shown or not.")] = None,
    pool: Annotated[str | None, typer.Option(help='All grades above 0, shown or not, such as "3 3 2 1".')] = None,
    threshold: Annotated[float, typer.Option(help="The grade from which an item is relevant.")] = 1,
    tex: Annotated[bool, typer.Option("--tex", help="Print TeX.")] = False,
    language: Annotated[str | None, typer.Option(help="en or es.")] = None,
) -> None:
    """Print how the value of a measure comes about, in the list's own numbers."""
    console = Console(soft_wrap=True)
    try:
        if language:
            set_language(language)
        found = Ranking.parse(ranking, relevant=relevant, pool=pool, threshold=threshold)
        derivation = measure_of(measure).explain(found)
    except ValueError as error:
        Console(stderr=True, soft_wrap=True).print(Text(str(error), style="bold"))
        raise typer.Exit(2) from None
    if tex:
        console.print(derivation.tex(), markup=False, highlight=False)
        return
    first, *rest = derivation.text().split("\n")
    console.print(Text(first, style="bold"))
    console.print(Text("\n".join(rest)))
