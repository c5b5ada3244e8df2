"""What the README prints is what the package gives."""

import doctest
import re
from fractions import Fraction
from pathlib import Path

import pytest
from typer.testing import CliRunner

from metrics_edu import METRICS, Ranking, measure
from metrics_edu.cli import app
from metrics_edu.registry import REGISTRY

PROJECT = Path(__file__).parents[1]
README = (PROJECT / "README.md").read_text()
APPLES = Ranking.parse("NRRNNRNNNRRR", relevant=6)
ROWS = re.findall(r"^\| `([^`]+)` \|.*\| ([^|]+) \|$", README, re.MULTILINE)


@pytest.mark.parametrize(("spelling", "example"), ROWS, ids=lambda text: text)
def test_a_row_of_the_table_of_metrics(spelling, example):
    value = measure(spelling)(APPLES)
    for number in example.split(" = "):
        if "." in number:
            assert f"{value:.4f}" == number
        else:
            assert value == pytest.approx(float(Fraction(number)), rel=1e-12)


def test_every_metric_is_in_the_table():
    assert {measure(spelling).metric.name for spelling, _example in ROWS} == set(METRICS)
    assert len(ROWS) == README.split("## On the command line")[0].count("\n| `")


def test_the_command_line_prints_what_is_shown():
    command, printed = re.findall(
        r"^    \.venv/bin/metrics-edu (explain .*)\n\nprints\n\n```text\n(.*?)\n```", README, re.DOTALL | re.MULTILINE
    )[0]
    words = [word.strip('"') for word in command.split()]
    assert CliRunner().invoke(app, words).stdout.rstrip() == printed


def test_the_examples_run():
    known = dict(REGISTRY)
    try:
        result = doctest.testfile(str(PROJECT / "README.md"), module_relative=False)
    finally:
        REGISTRY.clear()
        REGISTRY.update(known)  # the README makes a metric
    assert result.attempted > 0
    assert result.failed == 0


def test_every_file_that_is_named_is_there():
    named = re.findall(r'\]\(([\w./]+)\)|(?:src|srcset)="([^"]+)"', README)
    assert len(named) > 5
    for link, picture in named:
        assert (PROJECT / (link or picture)).is_file()


@pytest.mark.parametrize("target", re.findall(r"\bmake (\w+)", README.replace("make a ", "")))
def test_every_make_command_is_there(target):
    assert re.search(rf"^{target}:", (PROJECT / "Makefile").read_text(), re.MULTILINE)
