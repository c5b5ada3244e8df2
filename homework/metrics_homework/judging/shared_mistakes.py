"""What several claimed numbers have in common: each mistake once, with the numbers that it explains."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from typing import NamedTuple

from metrics_edu.language import _, ngettext, number
from metrics_edu.mistakes import Verdict
from metrics_edu.mistakes.diagnosis import UNNAMED
from metrics_homework.judging.judged_claims import Judged


class CountedNumber(NamedTuple):
    """A number of the student, as its row in a table shows it."""

    title: str  # in the reader's language
    claimed: str = ""
    what: str = ""
    exact: str = ""  # the right value, of what is not right
    mark: str = ""


def numbers(of_all: Sequence[Judged], *, with_exact: bool = False) -> list[CountedNumber]:
    """Return the rows of the numbers, those of the exercise in class last; what a mistake explains names it by its number."""
    named = {id(judged): mistake.name for mistake in mistakes(of_all) for judged in mistake.explains}
    rows = []
    for judged in of_all:
        open_case = _("It could not be recomputed: see the files.") if judged.claimed else _("No answer was given.")
        what = named.get(id(judged)) or (judged.explanation or open_case).rstrip(".")
        shown = judged.verdict if with_exact and judged.code != "right" else None
        what = _("Right, shortened") if shown and shown.kind == "rounded" else what
        exact = number(shown.exact, fixed=shown.decimals) if shown else ""
        rows.append(CountedNumber(judged.called, judged.written, what, exact, judged.mark))
    return rows


class SharedMistake(NamedTuple):
    """The numbers that one mistake, or convention, explains; of a number that none explains the text about it."""

    name: str
    codes: set[str]  # each explains them all
    explains: list[Judged]

    @property
    def verdict(self) -> Verdict:
        """That of the first number, with what gives all of them."""
        first, *others = (judged.verdict for judged in self.explains if judged.verdict)
        return reduce(lambda verdict, other: verdict.only(other.codes, other.conventions), others, first)

    @property
    def explanation(self) -> str:
        """The text about all the numbers: of percentages one sentence, which counts them."""
        first, count = self.explains[0], len(self.explains)
        if not first.is_percentage or first.file_mistake:
            return first.file_mistake.text if first.file_mistake else self.verdict.text
        return ngettext(
            "{count} number is a percentage without the sign %: write {share}, not {value}.",
            "{count} numbers are percentages without the sign %: write {share}, not {value}.",
            count,
            share=first.as_share,
            value=first.written,
        )


def mistakes(of_all: Iterable[Judged]) -> list[SharedMistake]:
    found: list[SharedMistake] = []
    for judged in of_all:
        if judged.mark not in ("wrong", "convention"):
            continue
        codes = {judged.explanation} if judged.code in UNNAMED else set(judged.code.split("|"))
        alike = (mistake for mistake in found if mistake.explains[0].mark == judged.mark and mistake.codes & codes)
        if same := next(alike, None):
            same.explains.append(judged)
            same.codes.intersection_update(codes)
        else:
            k = sum(_has_number(mistake.explains[0]) for mistake in found) + 1
            found.append(SharedMistake(_heading(judged, k), codes, [judged]))
    return found


def _has_number(judged: Judged) -> bool:
    return judged.code != "wrong" and not judged.is_percentage


def _heading(judged: Judged, k: int) -> str:
    if judged.is_percentage:
        return _("Missing %")
    if not _has_number(judged):
        return _("No known mistake")
    return _("Convention {k}", k=k) if judged.mark == "convention" else _("Mistake {k}", k=k)


def shared_percentages(of_all: Iterable[Judged]) -> SharedMistake | None:
    """Return the numbers that are percentages without the sign, where there are several of them."""
    return next(
        (mistake for mistake in mistakes(of_all) if mistake.explains[0].is_percentage and len(mistake.explains) > 1),
        None,
    )
