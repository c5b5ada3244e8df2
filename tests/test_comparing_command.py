"""`metrics-edu compare`: its words, exit codes and Markdown, and the workflow that runs it."""

from __future__ import annotations

import html
import json
import os
import re
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from benchmarks import gate
from metrics_edu import set_language
from metrics_edu.comparing_command import MARK
from tests import command
from tests.command import Ran
from tests.tables.test_compared_runs import RUNS

PROJECT = Path(__file__).parents[1]
WORKFLOW = PROJECT / "docs" / "compare_runs.yml"
QUERIES = range(10)


def _lines(lists: dict[str, list[str]]) -> str:
    return "".join(
        f"{query} Q0 {item} {rank} {-rank} tag\n" for query, items in lists.items() for rank, item in enumerate(items)
    )


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, lists in RUNS.items():
        Path(f"{name}.run").write_text(_lines(lists))
    Path("qrels").write_text("".join(f"q{q} 0 r{k} 1\n" for q in QUERIES for k in range(100)))
    Path("few").write_text("".join(f"q{q} 0 r{k} 1\n" for q in range(5) for k in range(100)))
    return tmp_path


def _compared(base: str, new: str, *options: str, qrels: str = "qrels") -> Ran:
    return command.run("compare", f"{base}.run", f"{new}.run", qrels, "-m", "P@100", *options)


def test_a_comparison_is_printed() -> None:
    assert _compared("A", "B", "--fail-below", "0", "--worst", "2").stdout.splitlines() == [
        "measure     base    new     difference  95 % interval       p       up  equal  down",
        "mean P@100  0.4140  0.4850  +0.0710     +0.0266 to +0.1154  0.0156  7   2      1",
        "P@100: better. 16 of the 1024 ways to swap the two runs within queries give a difference as far from 0. "
        "Seen in 4 of 5 cases: a difference of 0.062 or more.",
        "Judged among the first 100: base 41 %, new 48 %.",
        "Up most: q7 +0.15, q5 +0.15.   Down most: q4 −0.02.",
        "Passed: --fail-below 0.",
    ]


@pytest.mark.parametrize(
    ("pair", "options", "word", "code"),
    [
        ("AB", [], "better", 0),
        ("BA", [], "worse", 0),
        ("BA", ["--fail-below", "0"], "worse, beyond --fail-below", 1),
        ("BA", ["--fail-below=-0.07"], "worse, beyond --fail-below", 1),
        ("BA", ["--fail-below", "-0.071"], "worse, within the limit", 0),
        ("BA", ["--fail-below", "0", "--alpha", "0.01"], "no difference shown", 0),
        ("CA", ["--fail-below", "0"], "no difference shown", 0),
        ("CA", ["--fail-below", "0", "--strict"], "no difference shown, but below --fail-below", 1),
        ("CA", ["--fail-below", "-0.005", "--strict"], "no difference shown", 0),
        ("AC", ["--fail-below", "0", "--strict"], "no difference shown", 0),
        ("AA", ["--fail-below", "0", "--strict"], "equal in all 10 queries", 0),
    ],
)
def test_each_case_has_its_word_and_its_exit_code(pair: str, options: list[str], word: str, code: int) -> None:
    found = _compared(*pair, *options)
    assert found.exit_code == code
    assert f"P@100: {word}." in found.stdout
    assert ("Failed: --fail-below" in found.stdout) is bool(code)


def test_the_worst_of_several_measures_decides() -> None:
    found = _compared("B", "A", "-m", "HR@100", "--fail-below", "0")
    assert found.exit_code == 1
    assert "p (Holm)" in found.stdout
    assert "0.0312" in found.stdout
    assert "Failed: --fail-below 0: P@100.\n" in found.stdout
    assert _compared("B", "A", *["-m", "HR@100", "-m", "RR", "-m", "P@3"], "--fail-below", "0").exit_code == 0


def test_a_query_that_the_new_run_leaves_out_counts_as_0() -> None:
    Path("less.run").write_text(_lines({query: items for query, items in RUNS["B"].items() if query < "q4"}))
    found = _compared("B", "less", "--fail-below", "0")
    assert (found.exit_code, "worse, beyond" in found.stdout) == (1, True)


@pytest.mark.parametrize(
    ("options", "qrels", "sentence"),
    [
        (
            ["--fail-below", "0"],
            "few",
            "5 queries can never reach p < 0.05: the gate could not fail; add queries, or use --strict",
        ),
        (["--fail-below", "0.1"], "qrels", "--fail-below must be 0 or less: how much of the mean may be lost; got 0.1"),
        (["--strict"], "qrels", "--strict needs a limit, as in --fail-below -0.01 --strict"),
        (["--alpha", "1"], "qrels", "--alpha must be between 0 and 1; got 1"),
        (["--worst", "-1"], "qrels", "--worst must be 0 or more; got -1"),
        (["--markdown", "A.run"], "qrels", "--markdown needs another name: A.run is an input file"),
        ([], "none", "none: no such file"),
        (["-m", "Rank"], "qrels", "Rank is better where it is lower: compare takes measures that rise"),
        (
            ["--fail-below", "0", "--users", "common"],
            "qrels",
            "--fail-below does not go with --users common: a run would win by leaving queries out",
        ),
    ],
)
def test_what_is_refused_is_one_sentence(options: list[str], qrels: str, sentence: str) -> None:
    found = _compared("B", "A", *options, qrels=qrels)
    assert (found.exit_code, found.stdout) == (2, "")
    assert found.stderr.splitlines()[-1] == sentence


def test_the_markdown_has_no_markup_of_the_files() -> None:
    ugly = "<b>|@all_`*$x$http://a.b"
    for name in ("A.run", "B.run", "C.run", "qrels"):
        Path(name).write_text(Path(name).read_text().replace("q7 ", f"{ugly} "))
    assert _compared("A", "B", "--markdown", "out.md").exit_code == 0
    text = Path("out.md").read_text()
    assert text.startswith("<!-- metrics-edu compare -->\n### P@100: better (10 queries)\n\n| measure | base | new |")
    assert not set("<>|@_`*$/.") & set(re.search(r"Up most: <code>(.*?)</code>", text)[1])  # type: ignore[index]
    assert ugly in html.unescape(text)
    assert "| ~ " not in text
    _compared("A", "C", "--markdown", "out.md")
    assert "### P@100: no difference shown (10 queries)" in Path("out.md").read_text()
    assert "| 0.4140 | 0.4190 | ~ +0.0050 | −0.0330 to +0.0430 | 0.8203 | 4 | 2 | 4 |" in Path("out.md").read_text()


def test_notes_name_the_run_that_they_are_about() -> None:
    found = _compared("A", "B", "--markdown", "out.md")
    assert "base: 59 % of the recommended items have no judgment.\nnew: 52 %" in found.stderr
    assert "base: 59 % of the recommended items have no judgment." in html.unescape(Path("out.md").read_text())
    assert _compared("A", "A").stderr == "59 % of the recommended items have no judgment.\n"


@pytest.mark.parametrize("pair", [("B", "other"), ("other", "B")])
@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [("Q0 ", "Q0 z", "No recommended item has a judgment"), ("q", "x", "No user with judgments got a recommendation")],
)
def test_a_run_without_anything_in_common_is_refused(pair: tuple[str, str], old: str, new: str, sentence: str) -> None:
    Path("other.run").write_text(Path("B.run").read_text().replace(old, new))
    found = _compared(*pair, "--fail-below", "0")
    name = "base" if pair[0] == "other" else "new"
    assert (found.exit_code, found.stdout) == (2, "")
    assert found.stderr.startswith(f"{name}: {sentence}: are these the same ids?")


def test_of_more_queries_some_ways_are_drawn_and_a_limit_that_never_fails_is_refused() -> None:
    judged = {f"q{q}": ["a"] for q in range(20)}
    for name, items in {"up": ["a", "x"], "low": ["x", "a"]}.items():
        Path(f"{name}.run").write_text(_lines(dict.fromkeys(judged, items)))
    Path("many").write_text("".join(f"{query} 0 a 1\n" for query in judged))
    found = command.run("compare", "up.run", "low.run", "many", "-m", "RR", "--fail-below", "0")
    assert found.exit_code == 1
    assert " of 10001 ways to swap the two runs within queries, drawn, give a difference" in found.stdout
    assert "Seen in 4 of 5 cases" not in found.stdout  # all differences are the same
    options = ["--fail-below", "0", "--alpha", "0.00015"]
    assert command.run("compare", "up.run", "low.run", "many", "-m", "RR", *options).exit_code == 1
    found = command.run("compare", "up.run", "low.run", "many", *["-m", "RR", "-m", "AP"], *options)
    assert found.stderr.startswith("20 queries can never reach p < 0.00015")


def test_what_can_be_seen_depends_on_alpha_and_on_the_number_of_measures() -> None:
    seen = re.compile(r"P@100: .* a difference of (\S+) or more")
    found = [
        float(seen.search(_compared("A", "B", *options).stdout)[1])  # type: ignore[index]
        for options in ([], ["--alpha", "0.025"], ["-m", "P@50"], ["--alpha", "0.01"])
    ]
    assert found[0] < found[1] == found[2] < found[3]
    assert "Seen in" not in _compared("A", "B", qrels="few").stdout
    assert _compared("B", "A", "--fail-below", "0", "--strict", qrels="few").exit_code == 1


def test_it_is_in_spanish() -> None:
    try:
        found = _compared("A", "B", "--language", "es", "--fail-below", "0")
    finally:
        set_language("en")
    assert "P@100: mejor. 16 de las 1024 maneras" in found.stdout
    assert found.stdout.endswith("Pasa: --fail-below 0.\n")


def test_the_workflow_runs(folder: Path) -> None:
    """Its steps, by the shell: the comparison, and the comment by a program in the place of gh."""
    steps = {
        step["name"]: step["run"]
        for job in yaml.safe_load(WORKFLOW.read_text())["jobs"].values()
        for step in job["steps"]
        if "run" in step
    }
    for name, text in {
        "metrics-edu": f'exec {sys.executable} -c "from metrics_edu.cli import main; raise SystemExit(main())" "$@"',
        "gh": 'echo "$@" >> called; case "$*" in *--jq*) cat comments;; esac',
    }.items():
        Path(name).write_text(f"#!/bin/sh\n{text}\n")
        Path(name).chmod(stat.S_IRWXU)
    environ = {
        **os.environ,
        "PATH": f"{folder}:{os.environ['PATH']}",
        "PYTHONPATH": str(PROJECT),
        "GITHUB_REPOSITORY": "some/course",
        "PULL": "7",
    }

    def runs(name: str) -> int:
        command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", steps[name]]  # as `shell: bash` is run
        return subprocess.run(command, check=False, env=environ, capture_output=True).returncode

    for name, source in {"base.run": "A.run", "new.run": "B.run", "qrels.txt": "qrels"}.items():
        Path(name).write_text(Path(source).read_text())
    assert runs("compare") == 0
    assert Path("comparison.md").exists()
    Path("comments").write_text("")
    assert runs("comment") == 0
    assert "--method POST repos/some/course/issues/7/comments --field body=@comparison.md" in Path("called").read_text()
    Path("comments").write_text("42\n43\n")
    assert runs("comment") == 0
    assert "--method PATCH repos/some/course/issues/comments/42" in Path("called").read_text()
    comments = [(1, "a-user"), (2, "github-actions[bot]")]
    listed = [{"id": at, "user": {"login": login}, "body": f"{MARK}\n"} for at, login in comments]
    Path("listed").write_text(json.dumps(listed))
    Path("gh").write_text('#!/bin/sh\ncase "$*" in *--jq*) jq "$5" listed;; *) echo "$@" > called;; esac\n')
    if shutil.which("jq"):
        assert runs("comment") == 0
        assert "comments/2 " in Path("called").read_text()
    Path("new.run").write_text(_lines({query: ["n0", *items[:1]] for query, items in RUNS["B"].items()}))
    assert runs("compare") == 1
    assert "worse, beyond --fail-below" in Path("comparison.md").read_text()
    Path("comparison.md").unlink()
    Path("gh").write_text('#!/bin/sh\ncase "$*" in *--jq*) exit 3;; esac\n')
    assert runs("comment") == 3
    assert "Nothing was compared" in Path("comparison.md").read_text()


def test_the_page_states_the_measured_rates() -> None:
    page = (PROJECT / "docs" / "compare_runs.md").read_text()
    assert gate.table(20_000) in page
    assert gate.table(20_000) in (PROJECT / "benchmarks" / "gate.md").read_text()
