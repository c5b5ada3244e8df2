"""Workers: many submissions at once, in processes of their own; one that dies costs one row."""

from __future__ import annotations

import gc
import multiprocessing
import os
import pickle
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing.connection import wait
from pathlib import Path

from metrics_edu.homework.course import Course
from metrics_edu.homework.grading.result import Result, failed, graded
from metrics_edu.homework.submission.students import Submission
from metrics_edu.language import _, language, set_language
from metrics_edu.tables import bar

FEW = 8
"""So many submissions are graded sooner than a process starts."""
THREADS = ("POLARS_MAX_THREADS", "OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")

_course: Course | None = None


def graded_all(
    submissions: Sequence[Submission], course: Course, folder: Path, processes: int | None, *, progress: bool
) -> list[tuple[Result, bool]]:
    """Return the result of each submission and whether it was there already, in their order."""
    count = processes or min(os.cpu_count() or 1, -(-len(submissions) // FEW))
    found: dict[str, tuple[Result, bool]] = {}
    begun = time.monotonic() if progress else None
    with bar(len(submissions), begun, _("submissions")) as advance:
        for name, result in _all(submissions, course, folder, count):
            found[name] = result
            advance(len(found))
    return [found[one.name] for one in submissions]


def _all(
    submissions: Sequence[Submission], course: Course, folder: Path, count: int
) -> Iterator[tuple[str, tuple[Result, bool]]]:
    if count == 1:
        yield from ((one.name, graded(one, course, folder)) for one in submissions)
        return
    left = {one.name: one for one in submissions}
    try:
        with _one_thread_each(), _pool(count, course) as pool:
            waiting = {pool.submit(_one, one, folder): one.name for one in submissions}
            try:
                for done in as_completed(waiting):
                    name = waiting[done]
                    result = done.result()
                    del left[name]
                    yield name, result
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise
    except BrokenProcessPool:  # one of those left kills its process; alone, it is only its own row
        here = len(left) == len(submissions) and not _can_start(course)
        for name, one in left.items():
            yield name, graded(one, course, folder) if here else _alone(one, course, folder)


def _can_start(course: Course) -> bool:
    try:
        with _pool(1, course) as pool:
            return pool.submit(os.getpid).result() > 0
    except BrokenProcessPool:
        return False


def _alone(one: Submission, course: Course, folder: Path) -> tuple[Result, bool]:
    try:
        with _pool(1, course) as pool:
            return pool.submit(_one, one, folder).result()
    except BrokenProcessPool:
        return failed(one, course, _("the process that read it died, perhaps for want of memory")), False


@contextmanager
def _pool(count: int, course: Course) -> Iterator[ProcessPoolExecutor]:
    context = multiprocessing.get_context("spawn")  # polars has threads, which a fork would leave half there
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "course"
        file.write_bytes(pickle.dumps(course))
        with ProcessPoolExecutor(count, mp_context=context, initializer=_start, initargs=(file, language())) as pool:
            yield pool


@contextmanager
def _one_thread_each() -> Iterator[None]:
    before = {name: os.environ.get(name) for name in THREADS}
    os.environ.update(dict.fromkeys(THREADS, "1"))
    try:
        yield
    finally:
        for name, value in before.items():
            os.environ.pop(name, None)
            os.environ.update({} if value is None else {name: value})


def _start(file: Path, spoken: str) -> None:
    threading.Thread(target=_end_with_parent, daemon=True).start()
    global _course
    _course = pickle.loads(file.read_bytes())
    gc.freeze()  # the course stays: nothing of it need be looked at again
    gc.set_threshold(200_000, 50, 50)
    set_language(spoken)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def _one(submission: Submission, folder: Path) -> tuple[Result, bool]:
    if _course is None:
        raise RuntimeError("a worker was not started")
    return graded(submission, _course, folder)
