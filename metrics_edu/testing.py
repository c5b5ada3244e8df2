"""Points and a text for a student's function, for graders: nbgrader, otter, pytest, Gradescope and others.

A function is checked in a process of its own, which is killed if it does not end; where a process cannot be copied (Windows, a
browser, a worker of a pool), it is checked in this one. Nothing keeps a function from calling this package itself: look at its
source.
"""

from __future__ import annotations

import math
import multiprocessing
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Any

from metrics_edu.language import _, number
from metrics_edu.metrics import Measure
from metrics_edu.metrics.validation import check_number, check_word
from metrics_edu.metrics.value_and_derivation import check_measure_first
from metrics_edu.mistakes import MISCONCEPTIONS, check_metric
from metrics_edu.mistakes.own_metrics.call_words import read_call
from metrics_edu.mistakes.own_metrics.metric_check import MetricCheck, checkable
from metrics_edu.mistakes.own_metrics.time_limit import unnoticed

GRACE = 10.0
"""The seconds, beside its own, after which a function's process is killed."""
CLASSROOM50 = ("CLASSROOM", "ASSIGNMENT", "SUBMISSION_TAG", "COMMIT_URL", "RELEASE_URL", "REVIEW_URL")
"""The variables of the environment with what a result of Classroom 50 is about."""


@dataclass(frozen=True)
class Grade:
    """What a function earns.

    Attributes
    ----------
    points, of : float
        What it earns, and the most it could.
    codes : tuple of str
        The mistakes that give all its values.
    text : str
        What a student reads.
    agrees : bool
        Whether it is right.
    """

    points: float
    of: float
    codes: tuple[str, ...]
    text: str
    agrees: bool


def grade_function(
    measure: str | Measure,
    function: Any,
    points: float = 5,
    mistake: float | Mapping[str, float] = 0.5,
    seconds: float = 10,
    call: Any = None,
    *,
    working: bool = False,
    **options: Any,
) -> Grade:
    """Return what a student's function earns: all points if it is right, a share if one known mistake gives all its values.

    Parameters
    ----------
    measure, function, call, **options
        As for ``check_metric``.
    points : float
        What a right function earns.
    mistake : float or dict of str to float
        The share of the points that a function with a known mistake earns, from 0 to 1; by code, others earn nothing.
    seconds : float
        How long it may take.
    working : bool
        Whether the text holds the working of the right value.

    Returns
    -------
    Grade
        With ``.points``, ``.of``, ``.codes``, ``.text`` and ``.agrees``. Whatever the function does, there is one.

    Raises
    ------
    ValueError
        If the measure, the words of `call`, the points or a share is not allowed.

    Examples
    --------
    >>> def precision(shown, relevant, k):
    ...     return len(set(shown[:k]) & set(relevant)) / len(shown[:k]) if shown else 0
    >>> grade = grade_function("P@5", precision, points=4, mistake={"P_DIV_LEN": 0.75})
    >>> grade.points, grade.of, grade.codes, grade.agrees
    (3.0, 4.0, ('P_DIV_LEN',), False)
    """
    check_measure_first(measure, 'grade_function("AP@5", function)')
    own = check_metric.__kwdefaults__ or {}
    asked = checkable(measure, options.get("convention"), {key: options[key] for key in options.keys() - own.keys()})
    if isinstance(call, str):
        read_call(call, function, asked)
    return grade_of(
        partial(check_metric, measure, function, call=call, seconds=seconds, **options),
        points=points,
        mistake=mistake,
        seconds=seconds,
        working=working,
    )


def grade_of(
    check: Callable[[], MetricCheck],
    *,
    points: float,
    mistake: float | Mapping[str, float],
    seconds: float,
    working: bool = False,
) -> Grade:
    """Return what a check makes of a function; ValueError of a check is the function's fault."""
    check_number("points", points, 0, math.inf)
    check_number("seconds", seconds, 0, math.inf)
    shares = dict(mistake) if isinstance(mistake, Mapping) else dict.fromkeys(MISCONCEPTIONS, mistake)
    for code, share in shares.items():
        check_word(_("a code of mistake="), code, MISCONCEPTIONS)
        check_number("mistake", share, 0, 1)

    def work() -> Grade:
        try:
            found = check()
        except ValueError as error:
            return Grade(0.0, float(points), (), str(error), agrees=False)
        share = 1.0 if found.agrees else max([shares.get(code, 0) for code in found.explains_all], default=0)
        return Grade(float(points * share), float(points), found.codes, found.text(working=working), found.agrees)

    has_copies = hasattr(os, "fork") and sys.platform != "emscripten" and not multiprocessing.current_process().daemon
    return _in_process(work, seconds, points) if has_copies else work()


def _in_process(work: Callable[[], Grade], seconds: float, points: float) -> Grade:
    """Return what is made in a copy of this process, which is killed after a while."""
    copies = multiprocessing.get_context("fork")
    receiver, sender = copies.Pipe(duplex=False)

    def send() -> None:
        nowhere = sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
        os.dup2(nowhere.fileno(), 1)  # only the process that started this one writes what a grader reads
        os.dup2(nowhere.fileno(), 2)
        sender.send(work())

    process = copies.Process(target=send)
    with unnoticed():  # Python warns of threads, which the copy does not have
        process.start()
    sender.close()
    try:
        if receiver.poll(seconds + GRACE):
            found: Grade = receiver.recv()
            return found
        text = _("It had not ended after {seconds} s: does a loop have no end?", seconds=number(seconds))
    except EOFError:
        text = _("It ended the program: does it call exit() or os._exit()?")
    finally:
        process.kill()
        process.join()
    return Grade(0.0, float(points), (), text, agrees=False)


# what graders read


def _gradescope(grades: Mapping[str, Grade]) -> dict[str, Any]:
    tests = [
        {"name": name, "score": each.points, "max_score": each.of, "output": each.text, "visibility": "visible"}
        for name, each in grades.items()
    ]
    return {"score": sum(each.points for each in grades.values()), "tests": tests}


def _classroom50(grades: Mapping[str, Grade]) -> dict[str, Any]:
    """Return a result.json, whose points are whole numbers."""
    tests: list[dict[str, Any]] = [
        {
            "test-name": name,
            "passed": each.agrees,
            "score": math.floor(each.points + 0.5),
            "max-score": math.floor(each.of + 0.5),
            "message": each.text,
        }
        for name, each in grades.items()
    ]
    about = {name.lower().removesuffix("_tag").removesuffix("_url"): os.environ.get(name, "") for name in CLASSROOM50}
    about["review"] = about["review"] or about["commit"]
    totals = {key: sum(test[key] for test in tests) for key in ("score", "max-score")}
    now = f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}"
    return {"schema": "classroom50/result/v1", **about, "datetime": now, **totals, "tests": tests}


GRADERS: dict[str, Callable[[Mapping[str, Grade]], Any]] = {
    "gradescope": _gradescope,
    "classroom50": _classroom50,
    "json": lambda grades: {name: asdict(each) for name, each in grades.items()},
}
"""What is written for a grader, by its name."""
