"""The commands that judge: ``metrics-edu diagnose`` of numbers, and ``metrics-edu check-metric`` of a function in a file."""

from __future__ import annotations

import importlib.util
import json
import re
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from metrics_edu.language import N_, _, number, refused
from metrics_edu.metrics import Measure, Ranking, Run
from metrics_edu.metrics.value_and_derivation import Data, ranking_measure
from metrics_edu.mistakes import check_metric, diagnose
from metrics_edu.mistakes.diagnosis import RIGHT, Verdict, under
from metrics_edu.mistakes.known_mistakes import KNOWN_MISTAKES
from metrics_edu.tables import evaluate

CLAIM = re.compile(r"[^/\\]+=[^=]*")
"""A measure, which has no slash, and a number."""
EQUAL_WITHIN = 1e-9
"""Values that differ by no more are equal."""


@dataclass(frozen=True)
class Judged:
    """A claimed number and its verdict."""

    name: str
    value: str
    verdict: Verdict
    user: str | None  # the first on whose value it shows

    def text(self, *, show: bool) -> str:
        first = "" if self.user is None else _("It first shows on user {user!r}.", user=self.user)
        right = _("The right value: {value}.", value=number(self.verdict.exact)) if show else ""
        return " ".join(filter(None, [f"{self.name} = {self.value}: {self.verdict.text}", first, right]))

    def facts(self, *, show: bool) -> dict[str, Any]:
        verdict = self.verdict
        facts = {
            "measure": self.name,
            "value": self.value,
            "kind": verdict.kind,
            "codes": verdict.codes,
            "conventions": verdict.conventions,
            "text": verdict.text,
            "user": self.user,
        }
        return facts | ({"right": None if np.isnan(verdict.exact) else verdict.exact} if show else {})


def add_convention(parser: ArgumentParser) -> None:
    parser.add_argument("--convention", help=_("The convention: parra (the default), trec_eval, ranx, ..."))


def add_list_options(parser: ArgumentParser) -> None:
    """Add what makes a Ranking of a list that is written as text."""
    add = parser.add_argument
    add("--relevant", type=int, help=_("The number of relevant items, shown or not."))
    add("--pool", help=_('All grades above 0, shown or not, such as "3 3 2 1".'))
    add("--missed", help=_('Only the grades of the items that are not shown, such as "3".'))
    add("--threshold", type=float, default=1.0, help=_("The lowest grade of a relevant item."))


def add_diagnose(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add(
        "inputs",
        nargs="+",
        metavar="LIST | RUN QRELS MEASURE=NUMBER",
        help=_('A list such as NRRNR, or two files; then the numbers to judge, such as "nDCG@10=0.4213".'),
    )
    add_list_options(parser)
    add_convention(parser)
    add("--show", action="store_true", help=_("Also print the right value."))
    add("--json", action="store_true", help=_("Print JSON."))
    parser.set_defaults(run=run_diagnose)


def run_diagnose(options: Namespace) -> int:
    """Judge the numbers; return 0 if all are right, 1 if one is not, 2 if one cannot be read."""
    sources, claims = _sorted(options.inputs)
    measures = [ranking_measure(name, options.convention) for name, _value in claims]
    data = _data(sources, measures, options)
    judged = [
        Judged(name, value, verdict, _first_user(verdict, data))
        for (name, value), measure in zip(claims, measures, strict=True)
        for verdict in [diagnose(measure, data, value)]
    ]
    if options.json:
        print(json.dumps([each.facts(show=options.show) for each in judged], ensure_ascii=False, indent=1))
    else:
        print("\n".join(each.text(show=options.show) for each in judged))
    kinds = {each.verdict.kind for each in judged}
    return 2 if kinds & {"unreadable", "not_attempted"} else int(not kinds <= {*RIGHT})


def _sorted(inputs: Sequence[str]) -> tuple[list[str], list[tuple[str, str]]]:
    """Return the list or files, and the claims."""
    claims = [text for text in inputs if CLAIM.fullmatch(text) and not Path(text).exists()]
    sources = [text for text in inputs if text not in claims]
    if not claims or len(sources) not in (1, 2):
        example = "metrics-edu diagnose NRRNR --relevant 4 AP=0.9"
        raise refused("pass one list or two files, and the numbers to judge, as in {example}", example=example)
    return sources, [(name.strip(), value.strip()) for name, _mark, value in (text.rpartition("=") for text in claims)]


def _data(sources: Sequence[str], measures: Sequence[Measure], options: Namespace) -> Data:
    of_list = {key: getattr(options, key) for key in ("relevant", "pool", "missed")}
    if len(sources) == 1:
        if Path(sources[0]).is_file():
            raise refused("{path} is a file: pass the file of judgments after it", path=sources[0])
        return Ranking(sources[0], threshold=options.threshold, **of_list)
    if given := [f"--{key}" for key, value in of_list.items() if value is not None]:
        raise refused("{options}: only of a list that is written as text", options=", ".join(given))
    found = evaluate(sources[0], sources[1], measures, threshold=options.threshold)
    for note in found.notes:
        print(note, file=sys.stderr)
    return found.as_run()


def _first_user(verdict: Verdict, data: Data) -> str | None:
    """Return the first user of a run whose value the cause changes."""
    if not isinstance(data, Run):
        return None
    right, users = verdict.measure(data.ranking), data.ranking.users or []
    for made in _made(verdict, data):
        if np.shape(made) == np.shape(right):
            differs = np.flatnonzero(np.abs(np.nan_to_num(made) - np.nan_to_num(right)) > EQUAL_WITHIN)
            if len(differs):
                return users[int(differs[0])]
    return None


def _made(verdict: Verdict, run: Run) -> Iterator[Any]:
    """Yield the values of the users, as each cause of a verdict gives them."""
    for code in verdict.codes:
        yield KNOWN_MISTAKES[code].values(verdict.measure, run)
    for name in verdict.conventions:
        if other := under(verdict.measure, name):
            yield other(run.ranking)


def add_check_metric(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add("measure", help=_("What the function is meant to compute, such as AP@5."))
    add("function", metavar="FILE.py:FUNCTION", help=_("A function f(ratings, recommendations), and its file."))
    add("--threshold", type=float, default=1.0, help=_("The lowest grade of a relevant item."))
    add_convention(parser)
    parser.set_defaults(run=run_check_metric)


def run_check_metric(options: Namespace) -> int:
    """Check a function of a file; return 0 if it agrees with the measure, 1 if not."""
    path, _mark, name = options.function.rpartition(":")
    check = check_metric(
        options.measure, function_of(Path(path), name), threshold=options.threshold, convention=options.convention
    )
    print(check.text())
    return int(not check.agrees)


def function_of(path: Path, name: str) -> Any:
    """Return a function of a file of Python, which is run; ValueError says what is missing or what its code raises."""
    if not path.is_file():
        facts = {"path": path if path.name else name}
        raise refused("write FILE.py:FUNCTION, such as my_file.py:my_ap; no such file: {path}", **facts)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise refused("{path} is no file of Python: its name must end in .py", path=path)
    module = importlib.util.module_from_spec(spec)
    sys.path.insert(0, str(path.parent))
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        text = N_("{path} cannot be run: {kind}: {error}")
        raise refused(text, path=path, kind=type(error).__name__, error=error) from error
    finally:
        sys.path.remove(str(path.parent))
    if not callable(found := getattr(module, name, None)):
        known = [key for key, value in vars(module).items() if callable(value) and not key.startswith("_")]
        text = N_("{path} has no function {name!r}; it has {value}")
        raise refused(text, path=path, name=name, value=", ".join(known) or _("none"))
    return found
