"""Workers: processes that grade one submission at a time, within limits that the system and this process enforce.

A worker that dies, or is ended, costs the submission that it was reading; another one takes its place.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, Any, Self, cast

from metrics_edu.language import N_, _, language, number
from metrics_homework.course import Course
from metrics_homework.grading.result import Result
from metrics_homework.submission.submissions import Submission

THREAD_COUNTS = ("POLARS_MAX_THREADS", "OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
SPARE_SECONDS = 5.0
"""How long after its own limit of processor time a submission may take to finish its row, before the system ends the worker."""
WALL_TIMES = 5.0
"""The wall time of a submission, in times of its processor time: it may wait for a busy machine or a slow disk."""
LEAST_WALL_SECONDS = 60.0
INTERRUPTIBLE_SECONDS = 0.1
"""How long Ctrl+C waits at most."""
NO_PROCESS = (OSError, ImportError, NotImplementedError, RuntimeError)
"""What is raised where there is no process, pipe or thread to be had."""
BROKEN = (OSError, EOFError, ValueError, pickle.UnpicklingError, RuntimeError)
"""The errors where a worker has died or another thread ended it, or where no thread can be had for its timer."""
MAX_STARTS = 3
DIED = N_("the process that read it stopped; perhaps it ran out of memory")


@dataclass(frozen=True)
class Death:
    """Why a worker gave no result."""

    why: str
    is_crash: bool = True  # False if a limit of time ended it


class Workers:
    """Workers for a class; leaving the context ends them all.

    Parameters
    ----------
    seconds : float
        The processor time that a submission may take.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._wall_seconds = max(WALL_TIMES * seconds, LEAST_WALL_SECONDS)
        self._setup = b""
        self._idle: list[_Worker] = []
        self._started: list[_Worker] = []
        self._lock = threading.Lock()
        self._is_closed = self._has_begun = self._has_failed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        with self._lock:
            self._is_closed = True
        for worker in self._started:
            worker.end()

    def outcomes(
        self,
        task: Callable[[Submission, Course], Result],
        submissions: Sequence[Submission],
        course: Course,
        folder: Path,
        count: int,
    ) -> Iterator[Result | Death | None]:
        """Give the result of each submission, or why there is none, in their order; None where no worker can start.

        At most `count` workers run at a time. What they write is in `folder`, also where one is killed.
        """
        people = next((submission.people for submission in submissions), None)  # of the class, so that it goes once
        self._setup = pickle.dumps((task, course, people, str(folder), language(), self._seconds + SPARE_SECONDS))
        executor = ThreadPoolExecutor(count)
        futures: list[Future[Result | Death | None]] = []
        try:
            with suppress(RuntimeError):  # no threads
                futures.extend(executor.submit(self._outcome, submission) for submission in submissions)
            for index in range(len(submissions)):
                yield _waited_for(futures[index]) if index < len(futures) else None
        finally:
            self.__exit__()
            executor.shutdown(cancel_futures=True)

    def _outcome(self, submission: Submission) -> Result | Death | None:
        """Return the outcome of a new worker, where an older one crashed: what it had read before may be the cause."""
        with self._lock:
            worker = self._idle.pop() if self._idle else None
        worker = worker or self._new()
        if worker is None:
            return Death(_(DIED)) if self._has_begun else None
        had_read = worker.has_read
        outcome = worker.grade(submission, self._wall_seconds)
        if had_read and isinstance(outcome, Death) and outcome.is_crash and (new := self._new()):
            worker = new
            outcome = worker.grade(submission, self._wall_seconds)
        if isinstance(outcome, Death) or "FAILED" in outcome.codes:  # what is left of its memory is in an unknown state
            worker.end()
        else:
            self._idle.append(worker)
        return outcome

    def _new(self) -> _Worker | None:
        """Return a new worker that has the course; None where none can start."""
        for _try in range(MAX_STARTS if self._has_begun or not self._has_failed else 0):
            worker = self._start()
            if worker and worker.prepare(self._setup, self._wall_seconds):
                self._has_begun = True
                return worker
        self._has_failed = True
        return None

    def _start(self) -> _Worker | None:
        """Return a new worker; None where no process can be had."""
        with self._lock, suppress(*NO_PROCESS):
            if sys.executable and not self._is_closed:
                self._started.append(_Worker(self._seconds))
                return self._started[-1]
        return None


def _waited_for(future: Future[Result | Death | None]) -> Result | Death | None:
    """Return what a thread gives. polars installs a handler after which Ctrl+C interrupts no wait without an end."""
    while not future.done():
        wait([future], timeout=INTERRUPTIBLE_SECONDS)
    return future.result()


class _Worker:
    def __init__(self, seconds: float) -> None:
        """Start a process that reads nothing of the program that runs here: no script is run a second time."""
        self._seconds = seconds
        path = f"import sys; sys.path[:] = {[*map(str, sys.path)]!r}"
        self._process = subprocess.Popen(
            [
                sys.executable,
                "-c",
                f"{path}; from metrics_homework.grading.worker_process import main; main()",
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=os.environ | dict.fromkeys(THREAD_COUNTS, "1"),
            process_group=0
            if os.name == "posix"
            else None,  # Ctrl+C reaches this process alone, which ends its workers
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        )
        self._messages = cast(IO[bytes], self._process.stdin)
        self._answers = cast(IO[bytes], self._process.stdout)
        self.has_read = False
        self._is_late = False

    def prepare(self, setup: bytes, seconds: float) -> bool:
        """Hand over the course; return whether the worker lives. One that does not is ended."""
        try:
            self._exchange(setup, seconds)
        except BROKEN:
            self.end()
            return False
        return True

    def grade(self, submission: Submission, seconds: float) -> Result | Death:
        self.has_read = True
        try:
            outcome: Result | str = self._exchange(pickle.dumps(replace(submission, people=None)), seconds)
        except BROKEN:
            return self._death(seconds)
        return Death(outcome) if isinstance(outcome, str) else outcome

    def _exchange(self, message: bytes, seconds: float) -> Any:
        """Send a pickled message and return the answer; EOFError or OSError if the worker dies, or is ended after some seconds."""
        self._is_late = False
        timer = threading.Timer(seconds, self._end_late)
        timer.start()
        try:
            self._messages.write(message)
            self._messages.flush()
            return pickle.load(self._answers)
        finally:
            timer.cancel()

    def _end_late(self) -> None:
        self._is_late = True
        self._process.kill()

    def _death(self, seconds: float) -> Death:
        self.end()  # it may live, where no thread could be had for the timer
        if self._is_late:
            return Death(too_long(seconds), is_crash=False)
        if self._process.returncode == -getattr(signal, "SIGXCPU", 0) != 0:
            return Death(too_long(self._seconds), is_crash=False)
        return Death(_(DIED))

    def end(self) -> None:
        """End the process, and the reader of a spreadsheet that it started."""
        self._process.kill()
        if os.name == "posix":
            with suppress(OSError):  # the group is gone
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for pipe in (self._messages, self._answers):
            with suppress(OSError):  # what was not sent
                pipe.close()


def too_long(seconds: float) -> str:
    return _("it took longer than {seconds} s", seconds=number(seconds))
