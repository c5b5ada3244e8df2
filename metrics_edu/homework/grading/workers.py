"""Processes of their own for many submissions; one that dies costs one row, and where none can start they are graded here."""

from __future__ import annotations

import gc
import multiprocessing
import os
import pickle
import tempfile
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from pathlib import Path

from metrics_edu.homework.course import Course
from metrics_edu.homework.grading.result import Result, failed, graded
from metrics_edu.homework.report import Report
from metrics_edu.homework.submission.students import Submission
from metrics_edu.language import _, language, set_language

THREAD_COUNTS = ("POLARS_MAX_THREADS", "OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
_course: Course | None = None


def graded_in_processes(
    submissions: Sequence[Submission], course: Course, folder: Path, count: int
) -> Iterator[tuple[Result, bool]]:
    """Give the result of each submission and whether it was there already, in their order."""
    with _one_thread_each(), _pool(count, course) as (pool, begun):
        waiting = [_submitted(pool, submission, folder) for submission in submissions]
        for submission, future in zip(submissions, waiting, strict=True):
            try:
                yield future.result()
            except BrokenProcessPool:  # one of those left kills its process; alone, it is only its own row
                grade = _graded_alone if begun.exists() else graded
                yield grade(submission, course, folder)


def _graded_alone(submission: Submission, course: Course, folder: Path) -> tuple[Result, bool]:
    with _pool(1, course) as (pool, _begun):
        try:
            return _submitted(pool, submission, folder).result()
        except BrokenProcessPool:
            why = _("the process that read it died, perhaps for want of memory")
            return failed(Report(submission.name, course), why), False


def _submitted(pool: ProcessPoolExecutor | None, submission: Submission, folder: Path) -> Future[tuple[Result, bool]]:
    try:
        if pool is not None:
            return pool.submit(_graded_here, submission, folder)
    except (RuntimeError, OSError):  # no process or thread can start
        pass
    refused: Future[tuple[Result, bool]] = Future()
    refused.set_exception(BrokenProcessPool())
    return refused


@contextmanager
def _pool(count: int, course: Course) -> Iterator[tuple[ProcessPoolExecutor | None, Path]]:
    context = multiprocessing.get_context("spawn")  # polars has threads, which a fork would leave half there
    with tempfile.TemporaryDirectory() as folder:
        file, begun = Path(folder, "course"), Path(folder, "begun")
        file.write_bytes(pickle.dumps(course))
        try:
            pool = ProcessPoolExecutor(count, context, _start, (file, begun, language()))
        except (OSError, ImportError, NotImplementedError):  # a system without semaphores
            yield None, begun
            return
        try:
            yield pool, begun
        finally:
            pool.shutdown(cancel_futures=True)


@contextmanager
def _one_thread_each() -> Iterator[None]:
    before = {name: os.environ.pop(name, None) for name in THREAD_COUNTS}
    os.environ.update(dict.fromkeys(THREAD_COUNTS, "1"))
    try:
        yield
    finally:
        for name, value in before.items():
            os.environ.pop(name) if value is None else os.environ.update({name: value})


def _start(file: Path, begun: Path, spoken: str) -> None:
    global _course
    threading.Thread(target=_end_with_parent, daemon=True).start()
    begun.touch()
    _course = pickle.loads(file.read_bytes())
    gc.freeze()  # the course stays: nothing of it need be looked at again
    gc.set_threshold(200_000, 50, 50)
    set_language(spoken)


def _end_with_parent() -> None:
    if (parent := multiprocessing.parent_process()) is not None:
        parent.join()
        os._exit(1)


def _graded_here(submission: Submission, folder: Path) -> tuple[Result, bool]:
    if _course is None:
        raise RuntimeError("a worker was not started")
    return graded(submission, _course, folder)
