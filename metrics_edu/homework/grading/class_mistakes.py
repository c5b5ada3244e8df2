"""The mistakes that the submissions of a class make."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from metrics_edu.homework.grading.points import share_of_codes
from metrics_edu.homework.grading.result import Result
from metrics_edu.homework.judging.code_lookup import NO_MISTAKE, meaning
from metrics_edu.homework.policy import Policy
from metrics_edu.metrics import CONVENTIONS

HARMLESS = ("ID_TYPE", "ENCODING")
"""The codes of findings that change no value."""


def mistakes_in(result: Result, policy: Policy) -> list[str]:
    """Return every code that says what is wrong: of the files first, then of the numbers.

    Numbers that keep all their points or could not be compared, and files that were read as they were meant, are not wrong.
    """
    of_files = [found.code for found in result.findings if found.code not in HARMLESS or found.code in policy.reject]
    of_numbers = [detail.code for detail in result.details]
    wrong = [code for code in of_numbers if code not in NO_MISTAKE and share_of_codes(code.split("|"), policy) < 1]
    return list(dict.fromkeys([*of_files, *wrong]))


def mistakes_of(results: Iterable[Result], policy: Policy) -> list[tuple[str, str, list[str]]]:
    """Return each code that was found, most often first, what it means, and the submissions (a name each time once)."""
    makers: dict[str, list[str]] = {}
    for result in results:
        for code in dict.fromkeys(chain.from_iterable(map(_named_by, mistakes_in(result, policy)))):
            makers.setdefault(code, []).append(result.name)
    order = sorted(makers, key=lambda code: (-len(makers[code]), code))
    return [(code, meaning(code), makers[code]) for code in order]


def _named_by(code: str) -> list[str]:
    names = code.replace("+", "|").split("|")
    return ["convention"] if all(name in CONVENTIONS for name in names) else names
