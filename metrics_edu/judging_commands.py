"""The commands that judge: ``metrics-edu diagnose`` of numbers, and ``metrics-edu check-metric`` of a function in a file."""

from __future__ import annotations

import json
import re
import runpy
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, get_args

from metrics_edu.language import _, number, refused
from metrics_edu.metrics import Measure
from metrics_edu.metrics.ranking import OF_RANKING
from metrics_edu.metrics.value_and_derivation import Data, ranking_measure
from metrics_edu.mistakes import check_metric
from metrics_edu.mistakes.diagnosis import RIGHT
from metrics_edu.mistakes.own_metrics.metric_check import MetricCheck, checkable
from metrics_edu.mistakes.own_metrics.time_limit import unnoticed
from metrics_edu.tables import evaluate
from metrics_edu.tables.judged_numbers import judge
from metrics_edu.tables.scoring.joined_rankings import Repeats
from metrics_edu.tables.scoring.score_users import Ties
from metrics_edu.testing import GRADERS, grade_of

CHECKED = re.compile(r"([^=(]+(?:\([^)]*\))?)=([^=]+)")
"""A measure, of which only the parameters in brackets have an equals sign, and where its function is."""
CLAIM = re.compile(r"[^/\\]+=[^=]*")
"""A measure, which has no slash, and a number."""


def add_convention(parser: ArgumentParser) -> None:
    parser.add_argument("--convention", help=_("The convention: parra (the default), trec_eval, ranx, ..."))


def add_ties_and_repeats(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--repeats",
        default="refuse",
        help=_("How an item counts that a user has twice: {value}.", value=", ".join(get_args(Repeats))),
    )
    parser.add_argument(
        "--ties",
        default="order",
        help=_("How equal scores count: {value}.", value=", ".join(get_args(Ties))),
    )


def add_list_options(parser: ArgumentParser) -> None:
    """Add what makes a Ranking of a list that is written as text."""
    add = parser.add_argument
    add("--relevant", type=int, help=_("The number of relevant items, shown or not."))
    add("--pool", help=_('All grades above 0, shown or not, such as "3 3 2 1".'))
    add("--missed", help=_('Only the grades of the items that are not shown, such as "3".'))
    add("--threshold", type=float, help=_("The lowest grade of a relevant item (default: 1)."))
    add("--catalogue", type=int, help=_("How many items could be recommended to a user, for AUC."))


def list_options(options: Namespace) -> dict[str, Any]:
    """Return those of the options of a list that are set."""
    return {key: value for key in OF_RANKING if (value := getattr(options, key)) is not None}


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
    add("--library", help=_("The library that printed the numbers, such as xgboost: whether it comes to them."))
    add_ties_and_repeats(parser)
    add("--show", action="store_true", help=_("Also print the right value."))
    add("--json", action="store_true", help=_("Print JSON."))
    parser.set_defaults(run=run_diagnose)


def run_diagnose(options: Namespace) -> int:
    """Judge the numbers; return 0 if all are right, 1 if one is not, 2 if one cannot be read."""
    sources, claims = _sorted(options.inputs)
    measures = [ranking_measure(name, options.convention) for name, _value in claims]
    judged = judge(claims, _data(sources, measures, options), options.convention, options.library)
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
        raise refused(
            "pass one list or two files, and the numbers to judge, as in {example}",
            example="metrics-edu diagnose NRRNR --relevant 4 AP=0.9",
        )
    return sources, [(name.strip(), value.strip()) for name, _mark, value in (text.rpartition("=") for text in claims)]


def _data(sources: Sequence[str], measures: Sequence[Measure], options: Namespace) -> list[Data]:
    """Return what each measure is computed from: the list that is written, or the run of two files."""
    of_list = list_options(options)
    if len(sources) == 1:
        if (options.ties, options.repeats) != ("order", "refuse"):
            raise refused("--ties and --repeats need two files: a list that is written as text has no scores and ids")
        if Path(sources[0]).is_file():
            raise refused("{path} is a file: pass the file of judgments after it", path=sources[0])
        return [measure.read(sources[0], **of_list) for measure in measures]
    for_both = {key: of_list.pop(key, None) for key in ("threshold", "catalogue")}
    if of_list:
        raise refused(
            "{options}: only of a list that is written as text", options=", ".join(f"--{key}" for key in of_list)
        )
    found = evaluate(sources[0], sources[1], measures, ties=options.ties, repeats=options.repeats, **for_both)
    for note in found.notes:
        print(note, file=sys.stderr)
    return [found.as_run()] * len(measures)


def add_check_metric(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add(
        "inputs",
        nargs="+",
        metavar="MEASURE FILE.py:FUNCTION | MEASURE=FILE.py:FUNCTION",
        help=_(
            "What a function is meant to compute, such as AP@5, and the function; or several, as in {example}.",
            example="AP@5=hw.py:ap nDCG@5=hw.py:ndcg",
        ),
    )
    add(
        "--call",
        help=_('What its arguments are, such as "relevant, shown, k"; without it, that is read from their names.'),
    )
    add("--threshold", type=float, default=1.0, help=_("The lowest grade of a relevant item."))
    add_convention(parser)
    add("--points", type=float, help=_("What a right function earns; 5 if a grader is named."))
    add(
        "--mistake",
        type=float,
        default=0.5,
        help=_("The share of the points for a function with a known mistake; 0.5."),
    )
    add("--seconds", type=float, default=10.0, help=_("How long each may take; 10."))
    add("--for", dest="grader", choices=[*GRADERS], help=_("Print the result as that grader reads it."))
    parser.set_defaults(run=run_check_metric)


def run_check_metric(options: Namespace) -> int:
    """Check functions of files; return 0 if all agree with their measures, 1 if not; for a grader, always 0."""
    asked = _asked(options.inputs)
    measures = [measure for measure, _where in asked]
    checks = {
        measure if measures.count(measure) == 1 else f"{measure}={where}": partial(_check, measure, where, options)
        for measure, where in asked
    }
    if options.points is None and options.grader is None:
        found = [check() for check in checks.values()]
        print("\n\n".join(check.text() for check in found))
        return int(not all(check.agrees for check in found))
    grades = {
        name: grade_of(
            check,
            points=5 if options.points is None else options.points,
            mistake=options.mistake,
            seconds=options.seconds,
        )
        for name, check in checks.items()
    }
    if options.grader:
        print(json.dumps(GRADERS[options.grader](grades), ensure_ascii=False, indent=1))
        return 0
    for name, grade in grades.items():
        print(f"{name}: {number(grade.points)}/{number(grade.of)}\n\n{grade.text}\n")
    return int(not all(grade.agrees for grade in grades.values()))


def _asked(inputs: Sequence[str]) -> list[tuple[str, str]]:
    """Return the measures, and where their functions are."""
    is_pair = len(inputs) == 2 and not any(CHECKED.fullmatch(text) for text in inputs)
    found = [CHECKED.fullmatch(text) for text in (["=".join(inputs)] if is_pair else inputs)]
    pairs = [(match[1], match[2]) for match in found if match]
    if len(pairs) < len(found):
        example = "metrics-edu check-metric AP@5=hw.py:ap nDCG@5=hw.py:ndcg"
        raise refused("pass a measure and a function, or several, as in {example}", example=example)
    for name, _where in pairs:
        checkable(name, None, {})
    return pairs


def _check(measure: str, where: str, options: Namespace) -> MetricCheck:
    path, _mark, name = where.rpartition(":")
    with unnoticed():  # what a file prints is no part of a result
        function = function_of(Path(path), name)
    return check_metric(
        measure,
        function,
        call=options.call,
        seconds=options.seconds,
        threshold=options.threshold,
        convention=options.convention,
    )


def function_of(path: Path, name: str) -> Any:
    """Return a function of a file of Python, which is run; ValueError says what is missing or what its code raises."""
    if not path.is_file():
        raise refused(
            "write FILE.py:FUNCTION, such as my_file.py:my_ap; no such file: {path}", path=path if path.name else name
        )
    if path.suffix != ".py":
        raise refused("{path} is no file of Python: its name must end in .py", path=path)
    sys.path.insert(0, str(path.parent))
    try:
        names = runpy.run_path(str(path), run_name=path.stem)
    except (Exception, SystemExit) as error:
        raise refused(
            "{path} cannot be run: {kind}: {error}", path=path, kind=type(error).__name__, error=error
        ) from error
    finally:
        sys.path.remove(str(path.parent))
    if not callable(found := names.get(name)):
        known = [key for key, value in names.items() if callable(value) and not key.startswith("_")]
        raise refused(
            "{path} has no function {name!r}; it has {value}", path=path, name=name, value=", ".join(known) or _("none")
        )
    return found
