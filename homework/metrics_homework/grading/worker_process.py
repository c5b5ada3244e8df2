"""Worker: the process that grades one submission after another, for `workers`, within limits that the system enforces."""

from __future__ import annotations

import gc
import math
import os
import pickle
import signal
import sys
import tempfile
import threading
import time
from contextlib import suppress
from dataclasses import replace
from queue import SimpleQueue
from typing import Any

from metrics_edu.language import set_language

MAX_WORKER_BYTES = 4 * 2**30
"""The address space of a worker: it begins with half a gigabyte, and the largest files of a policy take another one."""


def main() -> None:
    """Take the course, then answer each submission with a result, or what failed, in words."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    limit("RLIMIT_CORE", 0)
    limit("RLIMIT_AS", MAX_WORKER_BYTES)
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a library prints is no answer
    messages: SimpleQueue[Any] = SimpleQueue()
    threading.Thread(target=_take, args=(messages,), daemon=True).start()
    task, course, people, tempfile.tempdir, spoken, seconds = messages.get()
    set_language(spoken)
    gc.freeze()  # the course stays: nothing of it need be looked at again
    gc.set_threshold(200_000, 50, 50)
    answer = None
    while True:
        pickle.dump(answer, answers)
        answers.flush()
        submission = replace(messages.get(), people=people)
        limit("RLIMIT_CPU", math.ceil(time.process_time() + seconds))  # also ends a call in C
        try:
            answer = task(submission, course)
        except Exception as error:
            answer = f"{type(error).__name__}: {error}"


def _take(messages: SimpleQueue[Any]) -> None:
    """Hand on what the parent sends; once it ends, also end, and the reader of a spreadsheet, whatever is being read."""
    try:
        while True:
            messages.put(pickle.load(sys.stdin.buffer))
    finally:
        if os.name == "posix" and os.getpgrp() == os.getpid():
            os.killpg(os.getpid(), signal.SIGKILL)
        os._exit(1)


def limit(name: str, most: int) -> None:
    """Let the system refuse more than this to this process, where it can: not in Windows, and in macOS not all."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        which = getattr(resource, name)
        _soft, hard = resource.getrlimit(which)
        resource.setrlimit(which, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
