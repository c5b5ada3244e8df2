"""The command line, without a process of its own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from typer.testing import CliRunner, Result

from metrics_edu import Ranking, average_precision, explain, measure, set_language
from metrics_edu.cli import app

APPLES = "NRRNNRNNNRRR"


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    yield
    set_language("en")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["explain", *arguments], terminal_width=40)


def test_the_line_of_the_readme_prints_exactly_the_derivation() -> None:
    found = run(APPLES, "--relevant", "6", "--measure", "AP")
    assert (found.exit_code, found.stderr) == (0, "")
    assert found.stdout == explain(average_precision, Ranking.parse(APPLES, relevant=6)).text() + "\n"


def test_ap_is_what_is_explained_when_no_measure_is_named() -> None:
    assert run("NRR").stdout == run("NRR", "-m", "AP").stdout


@pytest.mark.parametrize("spelling", ["nDCG@10", "f0.5@5", "Rankscore", "AvgRp@2+3", "CG@3"])
def test_any_measure_of_graded_lists(spelling: str) -> None:
    found = run("3 0 2.5", "--pool", "3 2.5 1", "--threshold", "2", "-m", spelling)
    ranking = Ranking.parse("3 0 2.5", pool="3 2.5 1", threshold=2)
    assert (found.exit_code, found.stdout) == (0, measure(spelling).explain(ranking).text() + "\n")


def test_long_lines_are_not_broken() -> None:
    found = run("R" * 300)
    assert found.stdout == explain(average_precision, Ranking([1] * 300)).text() + "\n"


def test_tex() -> None:
    assert run("NRR", "--tex").stdout == explain(average_precision, Ranking.parse("NRR")).tex() + "\n"


def test_spanish_has_decimal_commas() -> None:
    found = run("NRR", "--language", "es")
    assert found.exit_code == 0
    assert found.stdout.startswith("AP = 0,5833")
    assert "= 1,1667/2" in found.stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["NRX"], "a list is written with R and N, or with grades apart by spaces; place 1 is 'NRX'"),
        (["1 -1"], "a grade must be a number from 0 to 1000; got -1 at rank 2"),
        (["RR", "--relevant", "1"], "relevant (|R|) must be at least the 2 relevant items given; got 1"),
        (["R", "--threshold", "0"], "threshold must be a number above 0; got 0.0"),
        (["3", "--pool", "1"], "the pool must hold every shown grade above 0; it lacks a shown 3"),
        (["R", "-m", "AP@0"], "n must be at least 1; got 0"),
        (["R", "-m", "Rankscore@5"], "Rankscore takes no cut-off; got 'Rankscore@5'"),
        (["R", "--language", "fr"], "language must be one of en, es; got 'fr'"),
    ],
)
def test_an_error_is_one_sentence_and_exit_code_2(arguments: list[str], sentence: str) -> None:
    found = run(*arguments)
    assert (found.exit_code, found.stdout, found.stderr) == (2, "", sentence + "\n")


def test_an_unknown_measure_names_the_nearest() -> None:
    found = run("R", "-m", "nDCK")
    assert (found.exit_code, found.stdout) == (2, "")
    assert found.stderr.startswith("unknown measure 'nDCK'; allowed are P, Recall, ")
    assert found.stderr.endswith("did you mean 'nDCG'?\n")


def test_without_a_command_the_help_is_shown() -> None:
    assert "explain" in CliRunner().invoke(app, ["--help"]).stdout
