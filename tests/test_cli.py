"""The command line, without a separate process."""

from __future__ import annotations

import csv
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import polars as pl
import pytest

from metrics_edu import Ranking, average_precision, evaluate, explain, measure, precision, set_language
from metrics_edu.files.spreadsheet_cells import cell
from metrics_edu.metrics import Measure
from tests import command
from tests.command import Ran

APPLES = "NRRNNRNNNRRR"


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    yield
    set_language("en")


def run(*arguments: str) -> Ran:
    return command.run("explain", *arguments)


def test_the_readme_command_prints_exactly_the_derivation() -> None:
    found = run(APPLES, "--relevant", "6", "--measure", "AP")
    assert (found.exit_code, found.stderr) == (0, "")
    assert found.stdout == explain(average_precision, Ranking.parse(APPLES, relevant=6)).text() + "\n"


def test_ap_is_the_default_measure() -> None:
    assert run("NRR").stdout == run("NRR", "-m", "AP").stdout


@pytest.mark.parametrize("spelling", ["nDCG@10", "f0.5@5", "Rankscore", "AvgRp@2+3", "CG@3"])
def test_the_command_explains_any_measure_of_graded_lists(spelling: str) -> None:
    found = run("3 0 2.5", "--pool", "3 2.5 1", "--threshold", "2", "-m", spelling)
    ranking = Ranking.parse("3 0 2.5", pool="3 2.5 1", threshold=2)
    assert (found.exit_code, found.stdout) == (0, measure(spelling).explain(ranking).text() + "\n")


def test_the_command_accepts_either_pool_or_missed_grades() -> None:
    found = run("3 0 2.5", "--missed", "1", "-m", "nDCG")
    assert found.stdout == run("3 0 2.5", "--pool", "3 2.5 1", "-m", "nDCG").stdout
    both = run("3 0", "--missed", "1", "--pool", "3 1")
    assert "set pool or missed, not both" in both.stderr


def test_long_output_lines_are_not_wrapped() -> None:
    found = run("R" * 300)
    assert found.stdout == explain(average_precision, Ranking([1] * 300)).text() + "\n"


def test_the_tex_option_prints_tex() -> None:
    assert run("NRR", "--tex").stdout == explain(average_precision, Ranking.parse("NRR")).tex() + "\n"


def test_spanish_has_decimal_commas() -> None:
    found = run("NRR", "--language", "es")
    assert found.exit_code == 0
    assert found.stdout.startswith("AP = 0,5833")
    assert "= 1,1667/2" in found.stdout


@pytest.mark.parametrize(
    ("environment", "options", "value"),
    [
        ({"LANG": "es_CL.UTF-8"}, [], "0,5833"),
        pytest.param({"LANG": "es_CL.UTF-8", "LC_ALL": "C.UTF-8"}, [], "0.5833", marks=pytest.mark.slow),
        pytest.param({"LANG": "de_DE.UTF-8", "METRICS_EDU_LANG": "es"}, [], "0,5833", marks=pytest.mark.slow),
        pytest.param({"LANG": "es_CL.UTF-8", "METRICS_EDU_LANG": "en"}, [], "0.5833", marks=pytest.mark.slow),
        ({"LANG": "es_CL.UTF-8"}, ["--language", "en"], "0.5833"),
    ],
)
def test_the_command_line_has_the_language_of_the_environment(
    environment: dict[str, str], options: list[str], value: str
) -> None:
    others = ("METRICS_EDU_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
    kept = {name: text for name, text in os.environ.items() if name not in others}
    code = "import sys; from metrics_edu.cli import main; sys.exit(main())"
    found = subprocess.run(
        [sys.executable, "-c", code, "explain", "NRR", *options],
        capture_output=True,
        text=True,
        check=True,
        env=kept | environment,
        encoding="utf-8",
    )
    assert found.stdout.split()[2] == value


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["NRX"], "write a list with R and N, or as grades separated by spaces; got 'NRX' at position 1"),
        (["1 -1"], "a grade must be a number from 0 to 1000; got -1 at rank 2"),
        (
            ["RR", "--relevant", "1"],
            "relevant (|R|) must be at least 2, the number of known relevant items; got 1",
        ),
        (["R", "--threshold", "0"], "threshold must be a number above 0; got 0.0"),
        (["3", "--pool", "1"], "the pool must have every shown grade above 0; it lacks a shown 3"),
        (["R", "-m", "AP@0"], "n must be at least 1; got 0"),
        (["R", "-m", "Rankscore@5"], "Rankscore takes no cut-off (did you mean 'Rankscore'?); got 'Rankscore@5'"),
        (
            ["R", "--convention", "context_precision", "-m", "RR"],
            "convention 'context_precision' defines only AP; got 'RR'",
        ),
        (["R", "--language", "fr"], "language must be one of en, es; got 'fr'"),
    ],
)
def test_an_error_is_one_sentence_and_exit_code_2(arguments: list[str], sentence: str) -> None:
    found = run(*arguments)
    assert (found.exit_code, found.stdout, found.stderr) == (2, "", sentence + "\n")


def test_ctrl_c_ends_a_command_with_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Measure, "explain", interrupted)
    found = run("R", "--language", "es")
    said = "Detenido. Ningún archivo quedó a medias: ejecuta de nuevo el mismo comando.\n"
    assert (found.exit_code, found.stdout, found.stderr) == (130, "", said)


@pytest.mark.parametrize("module", ["argparse", "numpy", "metrics_edu.metrics"])
def test_ctrl_c_while_the_program_is_loaded_ends_it_with_one_sentence(module: str, tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "class Interrupting:\n"
        "    def find_spec(self, name, *more):\n"
        f"        if name == {module!r}:\n"
        "            raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Interrupting())\n"
        "from metrics_edu.cli import main"
    )
    (tmp_path / "metrics-edu").write_text(code)
    script = [sys.executable, tmp_path / "metrics-edu"]
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[1])}
    found = subprocess.run(script, capture_output=True, text=True, check=False, env=environment)
    assert (found.returncode, found.stderr) == (130, "Stopped. No file is half written: run the same command again.\n")


def interrupted(*_arguments: object, **_options: object) -> None:
    raise KeyboardInterrupt


def test_an_unknown_measure_suggests_the_nearest_name() -> None:
    found = run("R", "-m", "nDCK")
    assert (found.exit_code, found.stdout) == (2, "")
    assert found.stderr.startswith("unknown measure 'nDCK' (did you mean 'nDCG'?); allowed are P, Recall, F, F1, ")


def test_the_mistakes_are_listed() -> None:
    assert "AP_DIV_HITS" in command.run("mistakes").stdout


def test_a_convention_is_explained() -> None:
    found = run("RN", "--relevant", "9", "-m", "AP@5", "--convention", "trec_eval")
    assert found.stdout.rstrip().endswith("AP@5 = Σ_i P@i·rel_i/|R|\n     = (1/1)/9\n     = 0.1111")


RUN = "user,item\n1,a\n1,x\n1,b\n2,a\n"
JUDGED = "user,item,rating\n1,a,5\n1,b,4\n1,c,2\n2,z,5\n"
LOPES = "experiment:\n  # ...\n  evaluation:\n    k: {k}\n    relevance_threshold: 3\n    metrics: [MAP, nDCG]\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, text in {"run.csv": RUN, "judged.csv": JUDGED, "experiment.yml": LOPES.format(k=3)}.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def evaluated(*arguments: str) -> Ran:
    return command.run("evaluate", "run.csv", "judged.csv", *arguments)


@pytest.mark.usefixtures("folder")
def test_files_are_evaluated() -> None:
    found = evaluated("-m", "MAP@3", "-m", "P@2", "--threshold", "4", "--convention", "trec_eval")
    assert (found.exit_code, found.stderr) == (0, "")
    expected = evaluate("run.csv", "judged.csv", ["MAP@3", "P@2"], threshold=4, convention="trec_eval")
    assert found.stdout == expected.text() + "\n"
    assert expected.mean == {"MAP@3": pytest.approx(5 / 12), "mean P@2": 0.25}


TREC_EVAL = Path(__file__).with_name("trec_eval")
PRINTED = {
    "map": "AP",
    "map_cut": "AP",
    "Rprec": "Rp",
    "recip_rank": "RR",
    "P": "P",
    "recall": "Recall",
    "ndcg": "nDCG",
    "ndcg_cut": "nDCG",
    "success": "HR",
    "set_P": "P",
    "set_recall": "Recall",
    "set_F": "F1",
}


def test_evaluate_matches_the_output_of_trec_eval_tests(tmp_path: Path) -> None:
    """Its files, with comments and all, under -c and -M 100: a topic without results counts as 0."""
    expected = {}
    for name, topic, value in (line.split() for line in (TREC_EVAL / "out.test.aqcM").read_text().splitlines()):
        spelled, n = re.fullmatch(r"(\w+?)(_\d+)?", name).groups()  # type: ignore[union-attr]
        expected[PRINTED[spelled] + (n or "").replace("_", "@"), topic] = value
    asked = list(dict.fromkeys(name for name, _topic in expected))
    files = [str(TREC_EVAL / name) for name in ("results.trunc", "qrels.comment.test")]
    options = ["--convention", "trec_eval", "--ties", "id_descending", "--per-user", str(tmp_path / "users.csv")]
    found = command.run("evaluate", *files, *options, *(word for name in asked for word in ("-m", name)))
    assert (found.exit_code, found.stderr) == (0, "")
    means = re.findall(r"^\S.*?  +(\d\.\d{4})  3 ", found.stdout, re.MULTILINE)
    printed = {(name, "all"): mean for name, mean in zip(asked, means, strict=True)}
    for row in csv.DictReader((tmp_path / "users.csv").read_text().splitlines()):
        if row["user"] != "302":
            printed |= {(name, row["user"]): f"{float(row[name]):.4f}" for name in asked}
    assert printed == expected


def test_the_seed_experiment_file_is_read_unchanged(folder: Path) -> None:
    """Lopes' own library on this list: MAP 0.8333, nDCG 0.9304."""
    (folder / "judged.csv").write_text(JUDGED.replace("2,z,5\n", ""))
    found = evaluated("--config", "experiment.yml")
    lines = found.stdout.split("\n")
    assert lines[1].startswith("MAP@3        0.8333  1      AP@3, divided by min(|R|, 3)")
    assert lines[2].startswith("mean nDCG@3  0.9304  1      nDCG@3, gain g,")
    (folder / "experiment.yml").write_text(LOPES.format(k="[1, 3]"))
    starts = [line.split("  ")[0] for line in evaluated("--config", "experiment.yml").stdout.split("\n")[1:5]]
    assert starts == ["MAP@1", "mean nDCG@1", "MAP@3", "mean nDCG@3"]
    assert "gain 2^g" in evaluated("--config", "experiment.yml", "--convention", "parra").stdout


def test_without_a_threshold_every_judged_item_is_relevant(folder: Path) -> None:
    (folder / "experiment.yml").write_text("evaluation: {k: 3, metrics: [MAP, Recall]}")
    (folder / "judged.csv").write_text("user,item,rating\n1,a,0.5\n1,c,0.5\n")
    assert evaluated("--config", "experiment.yml").stdout.split("\n")[2].startswith("mean Recall@3  0.5000")


def test_per_user_values_are_written(folder: Path) -> None:
    found = evaluated("-m", "P@2", "-m", "RR", "--per-user", "out.csv", "--interval", "--explain", "2")
    assert (folder / "out.csv").read_text() == "user,P@2,RR\n1,0.5,1.0\n2,0.0,0.0\n"
    assert "95 % intervals (bootstrap: users resampled):" in found.stdout
    assert re.search(r"^MRR +0 +1$", found.stdout, flags=re.M)
    assert explain(precision, Ranking.from_items(["a"], {"z": 5}), n=2).text() in found.stdout


def test_folders_of_parquet_are_read_and_written(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("run", "judged"):
        (folder / name).mkdir()
        pl.read_csv(folder / f"{name}.csv").write_parquet(folder / name / "0.parquet")
    options = ["-m", "P@2", "-m", "RR"]
    for limit, written in ((10**9, "whole"), (2, "blocks")):
        monkeypatch.setattr("metrics_edu.tables.evaluate_users.MAX_ROWS", limit)
        found = command.run("evaluate", "run/", "judged/", *options, "--per-user", f"{written}/")
        assert found.exit_code == 0
        assert found.stdout.split("\n")[:3] == evaluated(*options).stdout.split("\n")[:3]
        rows = pl.read_parquet(folder / written / "*.parquet").sort("user")
        assert rows.columns == ["user", "listed", "judged", "relevant", "P@2", "RR"]
        assert rows["RR"].to_list() == [1.0, 0.0]
    assert "The tables are cut into blocks of users in " in found.stderr
    again = command.run("evaluate", "run/", "judged/", *options, "--per-user", "whole/")
    assert again.exit_code == 2
    assert "is not empty: name a new folder" in again.stderr


def test_user_names_cannot_become_spreadsheet_formulas(folder: Path) -> None:
    (folder / "run.csv").write_text("user,item\n=1+1,a\n@x,b\nu-v,a\n")
    (folder / "judged.csv").write_text("user,item\n=1+1,a\n@x,b\nu-v,a\n")
    evaluated("-m", "RR", "--per-user", "out.csv")
    assert (folder / "out.csv").read_text().split("\n")[1:4] == ["'=1+1,1.0", "'@x,1.0", "u-v,1.0"]


def test_a_table_of_users_has_the_cells_of_a_gradebook(folder: Path) -> None:
    users = ["-5", "+7", "\u200b=1+1", "\uff1d1+1", "\u2060=1+1"]
    lines = "".join(f'"{user}",a\n' for user in users)
    (folder / "run.csv").write_text(f"user,item\n{lines}", "utf-8")
    (folder / "judged.csv").write_text(f"user,item\n{lines}", "utf-8")
    assert evaluated("-m", "RR", "--per-user", "out.csv").exit_code == 0
    written = [line.rpartition(",")[0] for line in (folder / "out.csv").read_text("utf-8").splitlines()[1:]]
    assert sorted(written) == sorted(cell(user) for user in users)
    assert [user.startswith("'") for user in map(cell, users)] == [False, False, True, True, True]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--config", "none.yml"], "none.yml: no such file"),
        (
            ["-m", "P@2", "--users", "some"],
            "users must be one of 'judged', 'all', 'common', 'with_relevant'; got 'some'",
        ),
        (
            ["-m", "P@2", "--column", "item=film"],
            "columns calls item 'film', but no column has that name; the columns are: run.csv: user, item; "
            "judged.csv: user, item, rating",
        ),
        (["-m", "P@2", "--per-user", "run.csv"], "--per-user needs another name: run.csv is an input file"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_evaluate_rejects_invalid_arguments(arguments: list[str], sentence: str) -> None:
    found = evaluated(*arguments)
    assert (found.exit_code, found.stdout, found.stderr) == (2, "", sentence + "\n")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("evaluation: {metrics: [MAP]}", "evaluation: k must be a cut-off or a list of cut-offs; got None"),
        ("evaluation: {k: [], metrics: [MAP]}", "evaluation: k must be a cut-off or a list of cut-offs; got []"),
        ("evaluation: {k: true, metrics: [MAP]}", "evaluation: k must be a cut-off or a list of cut-offs; got True"),
        ("evaluation: {k: 5}", "evaluation: metrics must be a list of names of measures; got None"),
        (
            "evaluation: {k: 5, metrics: [MAP], relevance_threshold: 0}",
            "evaluation: relevance_threshold must be a number above 0; got 0",
        ),
        ("- " * 50, f"evaluation: expected k, metrics and relevance_threshold; got {'[' * 50}None{']' * 50}"),
        (
            f"{{k: 3, metrics: [MAP], relevance_threshold: 1{'0' * 400}}}",
            f"evaluation: relevance_threshold must be a number above 0; got 1{'0' * 196}...",
        ),
        (
            "evaluation: {k: 5, metrics: [MAP], threshold: 4}",
            "evaluation: unknown key 'threshold'; allowed are k, metrics, relevance_threshold, convention",
        ),
        (
            f"{{k: {[*range(1, 400)]}, metrics: [MAP, nDCG, RR]}}",
            "evaluation: k and metrics request 1197 measures; at most 1000 are allowed, so request fewer",
        ),
        ("[1]", "evaluation: expected k, metrics and relevance_threshold; got [1]"),
    ],
)
def test_an_invalid_experiment_is_rejected(text: str, sentence: str, folder: Path) -> None:
    (folder / "experiment.yml").write_text(text)
    assert evaluated("--config", "experiment.yml").stderr == f"experiment.yml, {sentence}\n"


def test_an_experiment_sets_convention_and_cut_off(folder: Path) -> None:
    assert "follows the Lopes convention: nDCG has linear gain" in evaluated("--config", "experiment.yml").stdout
    (folder / "experiment.yml").write_text("evaluation: {k: 3, metrics: [nDCG], convention: parra}")
    assert "gain 2^g" in evaluated("--config", "experiment.yml").stdout
    (folder / "experiment.yml").write_text("evaluation: {k: 3, metrics: [MAP@20]}")
    sentence = "write metrics without a cut-off, which k sets; got 'MAP@20'\n"
    assert evaluated("--config", "experiment.yml").stderr == sentence


def test_invalid_yaml_is_rejected(folder: Path) -> None:
    (folder / "experiment.yml").write_text("evaluation: {k: !!python/object/apply:os.system [ls]}")
    assert evaluated("--config", "experiment.yml").stderr.startswith(
        "experiment.yml, line 1: anchors, aliases and tags are not read"
    )
    (folder / "experiment.yml").write_text("[" * 50)
    assert evaluated("--config", "experiment.yml").stderr.startswith("experiment.yml is not YAML: ")
    (folder / "experiment.yml").write_text("evaluation: 2020-99-99")
    assert evaluated("--config", "experiment.yml").stderr.startswith(
        "experiment.yml, line 1: '2020-99-99' is not a number"
    )
    (folder / "experiment.yml").write_text("evaluation: {k: ")
    assert evaluated("--config", "experiment.yml").stderr.startswith("experiment.yml is not YAML: while parsing")


def test_without_a_command_the_commands_are_named() -> None:
    found = command.run()
    assert found.exit_code == 2
    assert "{explain,diagnose,check-metric,evaluate,compare,mistakes,progress}" in found.stderr
    assert "Show your record of the lessons" in command.run("--help").stdout.replace("\n", " ").replace("  ", " ")
