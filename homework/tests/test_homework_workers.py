"""Workers: one that dies costs one row, in small classes and large ones; and each has separate limits."""

from __future__ import annotations

import os
import pickle
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from homework.tests.homework_cases import (
    MISBEHAVIOURS,
    codes,
    grade,
    gradebook,
    hand_in,
    make_course,
    misbehave,
    snapshot,
)
from metrics_edu import set_language
from metrics_homework import grade_folder
from metrics_homework.course import read_course
from metrics_homework.grading import grade as grade_module
from metrics_homework.grading import worker_pool
from metrics_homework.grading.result import Result
from metrics_homework.grading.worker_pool import Death
from metrics_homework.grading.worker_process import MAX_WORKER_BYTES
from metrics_homework.policy_file import read_policy
from metrics_homework.submission.submissions import Submission

DEADLY = [name for name in MISBEHAVIOURS if name not in ("waits", "starts a process", "prints")]
TRIED_ALONE = ("aborts", "crashes", "ends", "is killed")
"""The process dies as in a loop in C, which is tried."""
DIED = "the process that read it stopped"


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    yield
    set_language("en")


@pytest.fixture
def policy(tmp_path: Path) -> Path:
    return make_course(tmp_path / "course", "limits: {seconds: 0.5}")


@pytest.fixture
def mallory(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """The workers do to mallory's submission what the variable MISBEHAVIOUR names."""
    monkeypatch.setenv("GRADER", str(os.getpid()))
    monkeypatch.setattr(grade_module, "graded", misbehave)
    monkeypatch.setattr(worker_pool, "SPARE_SECONDS", 1.0)
    return monkeypatch


def statuses(out: Path) -> dict[str, tuple[str, str]]:
    return {name: (row["status"], row["codes"]) for name, row in gradebook(out).items()}


def reason(out: Path, name: str = "mallory") -> str:
    return (out / "feedback" / f"{name}.html").read_text("utf-8")


@pytest.mark.parametrize(
    "what", [pytest.param(what, marks=pytest.mark.slow if what in TRIED_ALONE else ()) for what in DEADLY]
)
def test_a_worker_that_dies_costs_one_row_of_a_small_class(
    what: str, mallory: pytest.MonkeyPatch, policy: Path, tmp_path: Path
) -> None:
    mallory.setenv("MISBEHAVIOUR", what)
    for name in ("ana", "mallory", "zoe"):
        hand_in(tmp_path / "in", name)
    found = grade(tmp_path / "in", policy, tmp_path / "out")
    assert (found.exit_code, found.stderr) == (1, "")
    assert statuses(tmp_path / "out") == {"ana": ("ok", ""), "mallory": ("error", "FAILED"), "zoe": ("ok", "")}
    said = {"asks for too much memory": "MemoryError", "loops in C": "took longer than 0.5 s"}
    assert said.get(what, DIED) in reason(tmp_path / "out")


@pytest.mark.slow
def test_several_dead_workers_cost_only_their_rows(mallory: pytest.MonkeyPatch, policy: Path, tmp_path: Path) -> None:
    mallory.setenv("MISBEHAVIOUR", "crashes")
    for k in range(17):
        hand_in(tmp_path / "in", f"mallory{k}" if k % 5 == 2 else f"s{k}")
    book = grade_folder(tmp_path / "in", policy, tmp_path / "out", figures=False, processes=2, progress=False)
    assert len(book.rows) == 17
    dead = {name for name, row in statuses(tmp_path / "out").items() if row == ("error", "FAILED")}
    assert dead == {"mallory2", "mallory7", "mallory12"}
    mallory.undo()
    grade_folder(tmp_path / "in", policy, tmp_path / "out", figures=False, processes=2, progress=False)
    assert set(statuses(tmp_path / "out").values()) == {("ok", "")}
    grade_folder(tmp_path / "in", policy, tmp_path / "whole", figures=False, processes=1, progress=False)
    for path in (tmp_path / "whole").rglob("*.*"):
        if path.is_file():
            same = tmp_path / "out" / path.relative_to(tmp_path / "whole")
            assert same.read_bytes() == path.read_bytes(), path.name


def test_a_crash_caused_by_an_earlier_submission_costs_no_row(policy: Path, tmp_path: Path) -> None:
    """The second submission meets a worker that was killed while it waited."""
    one = Submission("ana", [hand_in(tmp_path / "in", "ana")])
    course = read_course(read_policy(policy))
    with worker_pool.Workers(60) as some:
        for outcome in some.outcomes(grade_module.graded, [one, one], course, make(tmp_path / "results"), 1):
            assert isinstance(outcome, Result), outcome
            for worker in some._idle:
                worker._process.kill()


def make(folder: Path) -> Path:
    folder.mkdir()
    return folder


def test_the_grader_stops_a_worker_that_waits_too_long(
    mallory: pytest.MonkeyPatch, policy: Path, tmp_path: Path
) -> None:
    mallory.setenv("MISBEHAVIOUR", "waits")
    course, results = read_course(read_policy(policy)), make(tmp_path / "results")
    setup = pickle.dumps((misbehave, course, None, str(results), "en", 60.0))
    worker = worker_pool._Worker(7)
    try:
        ana = Submission("ana", [hand_in(tmp_path / "in", "ana")])
        assert worker.prepare(setup, 600)
        assert isinstance(worker.grade(ana, 600), Result)
        late = worker.grade(Submission("mallory", ana.paths), 0.1)
        assert late == Death("it took longer than 0.1 s", is_crash=False)
    finally:
        worker.end()


def test_a_process_that_a_worker_started_ends_with_it(
    mallory: pytest.MonkeyPatch, policy: Path, tmp_path: Path
) -> None:
    """So there are at most as many readers of spreadsheets as workers."""
    mallory.setenv("MISBEHAVIOUR", "starts a process")
    temporary = make(tmp_path / "temporary")
    worker = worker_pool._Worker(7)
    try:
        assert worker.prepare(
            pickle.dumps((misbehave, read_course(read_policy(policy)), None, str(temporary), "en", 60.0)), 600
        )
        threading.Thread(
            target=worker.grade, args=(Submission("mallory", [hand_in(tmp_path / "in", "ana")]), 600)
        ).start()
        while not (temporary / "pid").exists() or not (temporary / "pid").read_text():
            time.sleep(0.01)
        started = psutil.Process(int((temporary / "pid").read_text()))
    finally:
        worker.end()
    end = time.monotonic() + 30
    while (lives := started.is_running() and started.status() != psutil.STATUS_ZOMBIE) and time.monotonic() < end:
        time.sleep(0.01)
    assert not lives


def test_a_worker_sets_its_system_limits(tmp_path: Path, policy: Path) -> None:
    course, results = read_course(read_policy(policy)), make(tmp_path / "results")
    setup = pickle.dumps((grade_module.graded, course, None, str(results), "en", 7.0))
    worker = worker_pool._Worker(7)
    try:
        ana = Submission("ana", [hand_in(tmp_path / "in", "ana")])
        assert worker.prepare(setup, 600)
        for _time in range(2):
            assert isinstance(worker.grade(ana, 600), Result)
        process = psutil.Process(worker._process.pid)
        assert process.rlimit(psutil.RLIMIT_AS)[0] == MAX_WORKER_BYTES == 4 * 2**30
        assert process.rlimit(psutil.RLIMIT_CORE)[0] == 0
        times = process.cpu_times()
        assert 0 < process.rlimit(psutil.RLIMIT_CPU)[0] <= times.user + times.system + 8
    finally:
        worker.end()
    assert worker._process.returncode == -signal.SIGKILL


def test_a_worker_that_dies_before_it_is_ready_costs_no_row(
    policy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor does the rest of the class go to the grader's own process."""
    for k in range(3):
        hand_in(tmp_path / "in", f"s{k}")
    prepare, killed = worker_pool._Worker.prepare, []

    def killed_at_first(worker: worker_pool._Worker, setup: bytes, seconds: float) -> bool:
        if not killed:
            killed.append(worker)
            worker._process.kill()
        return prepare(worker, setup, seconds)

    monkeypatch.setattr(worker_pool._Worker, "prepare", killed_at_first)
    monkeypatch.setattr(grade_module, "_result", lambda submission, outcome, *_more: outcome)
    found = grade(tmp_path / "in", policy, tmp_path / "out", "--processes", "2")
    assert found.exit_code == 1, found.output
    assert len(killed) == 1
    assert set(statuses(tmp_path / "out").values()) == {("ok", "")}


def test_an_answer_at_the_deadline_does_not_penalize_the_next_submission(policy: Path, tmp_path: Path) -> None:
    course, results = read_course(read_policy(policy)), make(tmp_path / "results")
    worker = worker_pool._Worker(7)
    try:
        assert worker.prepare(pickle.dumps((grade_module.graded, course, None, str(results), "en", 7.0)), 600)
        worker._end_late()  # the timer fires when the answer is there
        outcome = worker.grade(Submission("ana", [hand_in(tmp_path / "in", "ana")]), 600)
        assert isinstance(outcome, Death)
        assert outcome.is_crash, "so it is tried once more"
    finally:
        worker.end()


def test_a_worker_respects_the_memory_limit_of_the_user(tmp_path: Path, policy: Path) -> None:
    """A worker takes no more than `ulimit -v` lets it have."""
    hand_in(tmp_path / "in", "ana")
    most = 2 * 2**30
    code = (
        f"import resource; resource.setrlimit(resource.RLIMIT_AS, ({most}, {most})); import psutil, sys\n"
        "from metrics_homework.grading import worker_pool\n"
        "worker = worker_pool._Worker(7); process = psutil.Process(worker._process.pid)\n"
        "worker._exchange(__import__('pickle').dumps((print, 0, None, 0, 'en', 7.0)), 600)\n"
        "print(process.rlimit(psutil.RLIMIT_AS)[0]); worker.end()"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout.strip()) == (0, str(most)), ran.stderr


SCRIPT = """
import sys
from pathlib import Path
from metrics_homework import grade_folder

with open("runs", "a") as runs:
    runs.write("x")
book = grade_folder("in", sys.argv[1], "out", figures=False, progress=False)
print([row[1] for row in book.rows])
"""


def test_a_grading_script_runs_once_without_a_main_guard(policy: Path, tmp_path: Path) -> None:
    for k in range(10):
        hand_in(tmp_path / "in", f"s{k}")
    (tmp_path / "script.py").write_text(SCRIPT)
    ran = subprocess.run(
        [sys.executable, "script.py", policy], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert (ran.stdout, ran.stderr) == (f"{['ok'] * 10}\n", "")
    assert (tmp_path / "runs").read_text() == "x"


def test_ctrl_c_ends_the_grader_and_its_workers(mallory: pytest.MonkeyPatch, tmp_path: Path) -> None:
    policy = make_course(tmp_path / "course")
    for name in ("ana", "mallory", "zoe"):
        hand_in(tmp_path / "in", name)
    code = (
        "import os, signal; os.environ['GRADER'] = str(os.getpid())\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # a shell may start its jobs without one
        "from homework.tests.homework_cases import misbehave; from metrics_homework.grading import grade\n"
        "grade.graded = misbehave\n"
        "from metrics_homework.cli import app; app()"
    )
    arguments = ["grade", "in", "--policy", str(policy), "--out", "out", "--processes", "1"]
    environment = os.environ | {"MISBEHAVIOUR": "waits", "PYTHONPATH": str(Path(__file__).parents[2])}
    command = [sys.executable, "-c", code, *arguments]
    with subprocess.Popen(
        command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as grader:
        try:
            while not (tmp_path / "out" / ".results" / "temporary" / "mallory").exists():
                assert grader.poll() is None
                time.sleep(0.01)
            children = psutil.Process(grader.pid).children(recursive=True)
            grader.send_signal(signal.SIGINT)
            _stdout, stderr = grader.communicate(timeout=600)
        finally:
            grader.kill()
    assert children
    assert psutil.wait_procs(children, timeout=60)[1] == []
    assert grader.returncode == 130
    assert stderr == "Stopped. No file is half written: run the same command again.\n"
    assert not (tmp_path / "out").exists()
    mallory.undo()
    grade_folder(tmp_path / "in", policy, tmp_path / "out", figures=False, progress=False)
    assert set(statuses(tmp_path / "out").values()) == {("ok", "")}


def test_a_full_disk_ends_the_grader_with_an_error(policy: Path, tmp_path: Path) -> None:
    hand_in(tmp_path / "in", "ana")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (50, before[1]))
    try:
        found = grade(tmp_path / "in", policy, tmp_path / "out")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    said = f"{tmp_path / 'out' / 'feedback' / 'ana.html'}: the file would be too large\n"
    assert (found.exit_code, found.stderr) == (2, said)


def live_workers() -> list[psutil.Process]:
    """Return the workers of this process; a browser or a server of other tests may run beside them."""
    return [
        child
        for child in psutil.Process().children()
        if "metrics_homework.grading.worker_process" in " ".join(child.cmdline())
    ]


def test_no_worker_outlives_grading(policy: Path, tmp_path: Path) -> None:
    for k in range(3):
        hand_in(tmp_path / "in", f"s{k}")
    before = snapshot(tmp_path / "in")
    assert grade(tmp_path / "in", policy, tmp_path / "out").exit_code == 1
    assert live_workers() == []
    policy.write_text("name: 5")
    assert grade(tmp_path / "in", policy, tmp_path / "out").exit_code == 2
    assert live_workers() == []
    assert snapshot(tmp_path / "in") == before
    assert codes(tmp_path / "out", "s0") == []
