"""Without the extras, and where neither a thread nor a process can start, all works that can; the rest says what is missing."""

from __future__ import annotations

import errno
import multiprocessing.process
import os
import stat
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

import metrics_edu.tables.scoring.joined_rankings as scoring
from metrics_edu import Ranking, evaluate
from metrics_edu.files.safe_files import write_file
from metrics_edu.practice.record import learner_record
from metrics_edu.widgets import Explorer, Predict
from metrics_homework import check_submission, grade_folder, init_tarea

EXTRAS = (
    "polars",
    "narwhals",
    "yaml",
    "tqdm",  # tables
    "jupyterlab",
    "jupyter_server",  # lab
    "scipy",
    "pandas",
    "nbval",
    "babel",
    "psutil",  # test
)
WITHOUT = f"""
import sys
sys.modules |= dict.fromkeys({EXTRAS!r})
"""
LIGHT = """
sys.modules |= dict.fromkeys(("pydantic", "python_calamine", "rich", "typer"))  # of homework
"""
RUN = {
    "metrics_edu": "from metrics_edu.cli import main\nsys.exit(main())",
    "metrics_homework": "from metrics_homework.cli import app\napp()",
}
WORKS = """
from tempfile import mkdtemp
from metrics_edu import *
from metrics_edu.practice.record import learner_record
from metrics_homework import check_submission, init_tarea
from metrics_edu.widgets import (
    Compare,
    Explorer,
    FadedStepper,
    FileDiagnosis,
    IdealList,
    Inverse,
    PairedTest,
    Practice,
    Predict,
    Stepper,
)
from metrics_homework.widgets import ExerciseSheet, SubmissionUpload

ranking = Ranking.parse("NRRN")
assert explain(average_precision, ranking).value == measure("AP")(ranking)
assert diagnose("RR", ranking, 0.5).kind == "right"
assert compare("AP@4", ranking, ["trec_eval", "pyreclab"]).values
explorer = Explorer(ranking)
explorer.n = 3
assert Predict("AP", ranking) and Practice("04-parra") and Stepper("AP", ranking) and FadedStepper("AP", ranking)
assert Compare(ranking, ranking, ["AP"]) and IdealList("nDCG@2", ranking) and Inverse(["AP = 0.5"], ranking)
assert PairedTest({"A": [0, 1], "B": [1, 1]}).test.ways == 4
files = FileDiagnosis("RR=1")
files.act({"do": "upload", "names": ["run", "judged"]}, [open("run.csv", "rb").read(), open("judged.csv", "rb").read()])
assert "RR = 1: Right." in files.view["report"], files.view["notice"]
assert ExerciseSheet(["AP@5"], class_code="iic3633", minutes=20)
learner_record.note("one", "right")
assert learner_record.recorded("one").right
several = evaluate({"u": ["a", "b"], "v": ["c"]}, {"u": {"b": 5}, "v": {"c": 5}}, "RR", ties="id_descending")
assert several.mean == {"MRR": 0.75} and several.per_user["user"] == ["u", "v"]
assert score_block({"u": ["a"]}, {"u": ["a"]}, "AP")["AP"].tolist() == [1.0]
from_files = evaluate("run.csv", "judged.csv", "RR")
assert from_files.mean == {"MRR": 1.0} and from_files.per_user["user"] == ["u"]
assert diagnose("MRR", from_files, 1).kind == "right"
assert init_tarea(mkdtemp()).exists()
"""
TABLES = '"metrics-edu[tables]"'
NEEDS = {
    "evaluate('run.parquet', {'u': ['a']})": ("polars", TABLES),
    "score_block({'u': ['a']}, 'run.parquet', 'AP')": ("polars", TABLES),
    "evaluate(object(), {'u': ['a']})": ("narwhals", TABLES),
    "read_experiment('experiment.yml')": ("yaml", TABLES),
    "homework.check_submission('mine.zip', 'tarea1.yaml')": ("yaml", TABLES),
}


def ran(code: str, folder: Path, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"METRICS_EDU_PROGRESS": str(folder / "progress.json"), "METRICS_EDU_LANG": "en"} | more
    for name in ("run.csv", "judged.csv"):
        (folder / name).write_text("user,item\nu,a\n", "utf-8")
    (folder / "run.parquet").write_bytes(b"PAR1")
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.run(
        command, env=environment, cwd=folder, capture_output=True, text=True, timeout=120, check=False
    )


def test_lists_exercises_and_widgets_need_no_extra(tmp_path: Path) -> None:
    done = ran(WITHOUT + LIGHT + WORKS, tmp_path)
    assert done.returncode == 0, done.stderr


def test_a_missing_extra_is_named_in_one_sentence(tmp_path: Path) -> None:
    tries = "".join(f"said({call!r}, lambda: {call})\n" for call in NEEDS)
    code = """
import metrics_homework as homework
from metrics_edu import evaluate, score_block, set_language
from metrics_edu.tables.reading.experiment_file import read_experiment

def said(call, function):
    try:
        function()
    except ModuleNotFoundError as error:
        print(call, error, sep="|")

"""
    done = ran(WITHOUT + code + tries + "set_language('es')\n" + tries, tmp_path)
    english = [
        f"{call}|{package} is not installed; install it with: pip install {of}" for call, (package, of) in NEEDS.items()
    ]
    spanish = [
        f"{call}|{package} no está instalado; instálalo con: pip install {of}" for call, (package, of) in NEEDS.items()
    ]
    assert done.stdout.splitlines() == english + spanish, done.stderr


def test_browser_errors_say_that_a_computer_is_needed(tmp_path: Path) -> None:
    code = """
from metrics_edu import evaluate, set_language
import metrics_homework as homework

sys.platform = "emscripten"
for language in ("en", "es"):
    set_language(language)
    for call in (lambda: evaluate("run.parquet", {"u": ["a"]}), lambda: homework.check_submission("mine", "tarea1.yaml")):
        try:
            call()
        except ModuleNotFoundError as error:
            print(*error._render_traceback_())  # what a notebook shows of it
"""
    done = ran(WITHOUT + LIGHT + code, tmp_path)
    assert done.stdout.splitlines() == [
        'this browser does not have polars; on a computer with Python, install it with: pip install "metrics-edu[tables]"',
        "this browser does not have pydantic; on a computer with Python, install it with: pip install metrics-homework",
        'este navegador no tiene polars; en un computador con Python, instálalo con: pip install "metrics-edu[tables]"',
        "este navegador no tiene pydantic; en un computador con Python, instálalo con: pip install metrics-homework",
    ], done.stderr


def test_a_missing_package_stops_no_later_cell_of_a_browsers_notebook(tmp_path: Path) -> None:
    """Pyodide's kernel calls a cell failed, and drops the ones that wait, once its traceback is shown."""
    code = """
from IPython.core.interactiveshell import InteractiveShell

shell, shown = InteractiveShell.instance(), []
shell._showtraceback = lambda *error: shown.append(error)
for sys.platform in ("linux", "emscripten"):
    shell.run_cell('import metrics_homework as hw; report = hw.check_submission("mine", "tarea1.yaml")')
    print(len(shown))
shell.run_cell("1 / 0")
print(len(shown))
"""
    done = ran(WITHOUT + LIGHT + code, tmp_path)
    sentence = (
        "this browser does not have pydantic; on a computer with Python, install it with: pip install metrics-homework"
    )
    assert done.stdout.splitlines() == ["1", sentence, "1", "2"], done.stderr


@pytest.mark.parametrize(
    ("program", "arguments", "package", "of"),
    [
        ("metrics_edu", ["evaluate", "run.parquet", "judged.csv"], "polars", TABLES),
        ("metrics_homework", ["check", "mine.zip", "--policy", "tarea1.yaml"], "yaml", TABLES),
        ("metrics_homework", ["grade", "all", "--out", "graded"], "yaml", TABLES),
    ],
)
def test_the_command_line_names_what_is_missing(
    program: str, arguments: list[str], package: str, of: str, tmp_path: Path
) -> None:
    done = ran(WITHOUT + RUN[program], tmp_path, *arguments)
    sentence = f"{package} is not installed; install it with: pip install {of}\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", sentence)


@pytest.mark.parametrize(
    ("program", "arguments", "begins"),
    [
        ("metrics_edu", ["explain", "NRRN"], "AP"),
        ("metrics_edu", ["evaluate", "run.csv", "judged.csv"], "measure"),
        ("metrics_edu", ["diagnose", "run.csv", "judged.csv", "AP=1"], "AP = 1: Right."),
        ("metrics_homework", ["init", "tarea"], "Written"),
    ],
)
def test_commands_without_extras_work(program: str, arguments: list[str], begins: str, tmp_path: Path) -> None:
    done = ran(WITHOUT + RUN[program], tmp_path, *arguments)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(begins)


@pytest.fixture
def browser(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """One processor, no thread, no process, and a umask that hides all: as WebAssembly is to Python."""

    def no_thread(self: object) -> None:
        raise RuntimeError("can't start new thread")

    def no_process(*given: object, **named: object) -> Any:
        raise OSError(errno.ENOTSUP, "emscripten does not support processes.")

    monkeypatch.setattr(threading.Thread, "start", no_thread)
    monkeypatch.setattr(multiprocessing.process.BaseProcess, "start", no_process)
    monkeypatch.setattr(subprocess, "Popen", no_process)
    monkeypatch.setattr(os, "fork", no_process)
    monkeypatch.setattr(os, "umask", lambda mask: 0o777)
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    monkeypatch.setenv("METRICS_EDU_PROGRESS", str(tmp_path / "progress.json"))


@pytest.mark.usefixtures("browser")
def test_without_threads_many_users_are_scored_sequentially(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scoring, "MAX_USERS", 5)
    lists = {user: [1, 2] for user in range(50)}
    assert evaluate(lists, {user: [2] for user in lists}, "RR").mean == {"MRR": 0.5}


@pytest.mark.usefixtures("browser")
def test_a_progress_bar_needs_no_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delitem(sys.modules, "ipykernel", raising=False)
    monkeypatch.setattr("metrics_edu.tables.scoring.progress_bar.LONG", -1.0)
    assert evaluate({1: [1]}, {1: [1]}, "RR").mean == {"MRR": 1}


@pytest.mark.usefixtures("browser")
def test_written_files_are_readable(tmp_path: Path) -> None:
    write_file(tmp_path / "table.csv", "user,item\n")
    learner_record.note("one", "right")
    assert learner_record.recorded("one").right
    for name in ("table.csv", "progress.json"):
        assert (tmp_path / name).stat().st_mode & stat.S_IRUSR, name


@pytest.mark.usefixtures("browser")
def test_a_browser_stores_progress_in_the_page_files(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("METRICS_EDU_PROGRESS")
    monkeypatch.setattr("sys.platform", "emscripten")
    monkeypatch.setattr(learner_record, "BROWSER_FILE", tmp_path / "progress.txt")
    learner_record.note("one", "right")
    assert learner_record.progress_file() == tmp_path / "progress.txt"
    assert learner_record.recorded("one").right


@pytest.mark.usefixtures("browser")
def test_widgets_start_no_thread_or_process() -> None:
    assert Explorer(Ranking([1, 0, 1])).figure
    assert Predict("AP", Ranking([1, 0, 1]))


@pytest.mark.usefixtures("browser")
def test_without_threads_a_homework_is_graded_sequentially(tmp_path: Path) -> None:
    policy = init_tarea(tmp_path / "tarea")
    first = min((tmp_path / "tarea" / "submissions").iterdir())
    assert check_submission(first, policy).values
    book = grade_folder(tmp_path / "tarea" / "submissions", policy, tmp_path / "out", figures=False)
    assert len(book.rows) == 10
