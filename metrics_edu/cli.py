"""The command line: ``metrics-edu explain``, ``diagnose``, ``check-metric``, ``evaluate``, ``compare``, ``progress`` ..."""

# ruff: noqa: E402 - the language and what Ctrl+C does are set before the slow imports

from __future__ import annotations

import gettext
import os
import sys

from metrics_edu.language import (
    LOCALE,
    N_,
    STOPPED,
    _,
    language,
    plain_number,
    set_language,
    set_language_of,
    stop_in_words,
    stopped,
)

sys.excepthook = stop_in_words
set_language_of("METRICS_EDU_LANG", "LC_ALL", "LC_MESSAGES", "LANG")

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path

from metrics_edu.comparing_command import add_compare
from metrics_edu.files.safe_files import in_words, write_file
from metrics_edu.files.spreadsheet_cells import cell
from metrics_edu.judging_commands import (
    add_check_metric,
    add_convention,
    add_diagnose,
    add_list_options,
    list_options,
)
from metrics_edu.metrics import measure as measure_of
from metrics_edu.mistakes import MISCONCEPTIONS
from metrics_edu.practice.lessons.lesson_progress import report
from metrics_edu.practice.record import learner_record
from metrics_edu.table_options import JUDGED_FILE, RUN_FILE, add_table_options, check_other, table_options
from metrics_edu.tables import Evaluation
from metrics_edu.tables import evaluate as evaluate_lists
from metrics_edu.working.printing import columns

WORDS_OF_ARGPARSE = (
    N_("usage: "),
    N_("options"),
    N_("positional arguments"),
    N_("show this help message and exit"),
    N_("%(prog)s: error: %(message)s\n"),
    N_("argument %(argument_name)s: %(message)s"),
    N_("the following arguments are required: %s"),
    N_("unrecognized arguments: %s"),
    N_("expected one argument"),
    N_("invalid %(type)s value: %(value)r"),
    N_("invalid choice: %(value)r (choose from %(choices)s)"),
    N_("ambiguous option: %(option)s could match %(matches)s"),
)
"""What argparse looks up in the catalogue by itself."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command, and return its exit code: 0; 1 where something is not right; 2 where it is refused; 130 after Ctrl+C."""
    code: int | None = 0
    try:
        _speak(arguments)
        options = _read(arguments)
        code = options.run(options)
        sys.stdout.flush()
    except BrokenPipeError:  # of `| head`, which has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        return _refuse(stopped(), STOPPED)
    except (ValueError, OSError, ModuleNotFoundError) as error:
        return _refuse(in_words(error), 2)
    return code or 0


def _read(arguments: Sequence[str] | None) -> Namespace:
    """Read the options; what follows them belongs to the inputs before them, which argparse leaves over."""
    parser = _parser()
    options, others = parser.parse_known_args(arguments)
    if others and ("inputs" not in options or any(other.startswith("-") for other in others)):
        parser.parse_args(arguments)  # which refuses them
    if others:
        options.inputs += others
    return options


def _refuse(sentence: str, code: int) -> int:
    print(sentence, file=sys.stderr)
    return code


def _speak(arguments: Sequence[str] | None) -> None:
    """Choose the language of the help and of argparse's own words before either is made."""
    parser = ArgumentParser(add_help=False, exit_on_error=False, allow_abbrev=False)
    parser.add_argument("--language", nargs="?")
    asked, _others = parser.parse_known_args(arguments)
    if asked.language:
        set_language(asked.language)
    os.environ["LANGUAGE"] = language()  # which gettext reads, and argparse asks gettext
    gettext.bindtextdomain("metrics_edu", LOCALE)
    gettext.textdomain("metrics_edu")


def _parser() -> ArgumentParser:
    parser = ArgumentParser("metrics-edu", description=_("Compute metrics of ranked lists and show the working."))
    commands = parser.add_subparsers(required=True)

    def command(name: str, about: str) -> ArgumentParser:
        made: ArgumentParser = commands.add_parser(name, help=about, description=about)
        made.add_argument("--language", metavar="en|es", help=_("en or es."))
        made.register("type", int, lambda text: int(plain_number(text)))
        made.register("type", float, lambda text: float(plain_number(text)))
        return made

    _add_explain(command("explain", _("Show how the value of a measure is computed, with the numbers of your list.")))
    add_diagnose(
        command("diagnose", _("Say which mistake gives a number, of one list or of the recommendations to many users."))
    )
    add_check_metric(command("check-metric", _("Say which mistake a function of yours makes, with the smallest list.")))
    _add_evaluate(command("evaluate", _("Evaluate the recommendations to many users against their judgments.")))
    add_compare(command("compare", _("Say whether a new run is better than a base, and fail where it is worse.")))
    mistakes = command("mistakes", _("List the codes of the mistakes, with a description and the measures of each."))
    mistakes.set_defaults(run=_mistakes)
    progress = command(
        "progress",
        _("Show your record of the lessons: exercises tried, right, and with the solution shown. --delete removes it."),
    )
    progress.add_argument("--delete", action="store_true", help=_("Delete the record."))
    progress.set_defaults(run=_progress)
    return parser


def _add_explain(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add("ranking", help=_('R (relevant) and N, such as "NRRN"; or grades, such as "3 0 2".'))
    add("--measure", "-m", default="AP", help=_("AP, nDCG@10, F1@5, RR, Rankscore, ..."))
    add_list_options(parser)
    add_convention(parser)
    add("--tex", action="store_true", help=_("Print the working in TeX."))
    parser.set_defaults(run=_explain)


def _explain(options: Namespace) -> None:
    derivation = measure_of(options.measure, options.convention).explain(options.ranking, **list_options(options))
    print(derivation.tex() if options.tex else derivation.text())


def _add_evaluate(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add("recommendations", help=_(RUN_FILE))
    add("judgments", help=_(JUDGED_FILE))
    add_table_options(parser)
    add(
        "--per-user",
        type=Path,
        help=_(
            "Write the value of each user: to a CSV if the name ends in .csv, otherwise to a new folder "
            "of Parquet files."
        ),
    )
    add("--interval", action="store_true", help=_("Add a 95 %% confidence interval to each mean."))
    add("--explain", dest="explained", metavar="USER", help=_("Also print the working for this user."))
    parser.set_defaults(run=_evaluate)


def _evaluate(options: Namespace) -> None:
    settings, notes = table_options(options)
    per_user: Path | None = options.per_user
    is_csv = per_user is not None and per_user.suffix.lower() in (".csv", ".tsv", ".txt")
    if per_user is not None and is_csv:
        check_other("--per-user", per_user, (options.recommendations, options.judgments))
    folder = None if is_csv else per_user
    evaluation = evaluate_lists(options.recommendations, options.judgments, per_user=folder, **settings)
    print("\n".join([evaluation.text(), *notes]))  # at once: what follows may be refused
    if per_user is not None and is_csv:
        _write(evaluation, per_user)
    if options.interval:
        print(f"\n{evaluation.interval().text()}")
    for name in evaluation.measures if options.explained is not None else ():
        print(f"\n{evaluation.explain(options.explained, name).text()}")


def _write(evaluation: Evaluation, path: Path) -> None:
    import polars as pl

    values = pl.DataFrame(evaluation.per_user)
    write_file(path, values.with_columns(user=pl.Series(map(cell, values["user"]), dtype=pl.String)).write_csv())


def _mistakes(_options: Namespace) -> None:
    rows = [[code, mistake.plainly, ", ".join(mistake.measures[:3])] for code, mistake in MISCONCEPTIONS.items()]
    print(columns(rows))


def _progress(options: Namespace) -> None:
    if options.delete:
        learner_record.delete_progress()
        print(_("Deleted: {file}", file=learner_record.progress_file()))
    else:
        print(report())
