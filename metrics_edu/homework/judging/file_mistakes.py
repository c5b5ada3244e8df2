"""File mistakes: the claims judged once more on the lists as they were meant, where several claims are wrong.

If ids are of another numbering, lists are reversed, the train data were taken as the truth, or users and items are swapped, the
numbers of a right program differ from those of its file. They are this one mistake then, and not several unknown ones.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from metrics_edu.homework.judging.judged_claims import FileMistake, Judged, judge_claim
from metrics_edu.homework.submission.id_numbering import by_number, id_orders, moved, placed
from metrics_edu.homework.submission.lists_file import lists_of_table
from metrics_edu.language import N_, _
from metrics_edu.metrics import Run
from metrics_edu.metrics.run import Lists
from metrics_edu.metrics.values import value_of

if TYPE_CHECKING:
    from metrics_edu.homework.judging.report import Report

LEAST_FITTING = 2
"""A file mistake must make at least this number of wrong claims right."""
SENTENCES = {
    "SHIFTED_IDS": N_(
        "The ids of the {what} are shifted by one: with {by} added to them, these numbers fit. Hand in the ids of the "
        "course."
    ),
    "INNER_IDS": N_(
        "The ids are internal numbers of a library (0, 1, 2, ...): read as positions in the list of all ids, they "
        "give these numbers. Hand in the ids of the course."
    ),
    "LISTS_REVERSED": N_(
        "The lists have the worst item first: with each list reversed, these numbers fit. Write the best item first."
    ),
    "TRAIN_AS_TRUTH": N_(
        "The lists were judged by the train data, which give these numbers. Compute them on the validation data."
    ),
    "TRANSPOSED": N_(
        "Users and items are swapped in the file: with the columns exchanged, these numbers fit. Check the columns "
        "user and item."
    ),
}


class Repair(NamedTuple):
    """A mistake, and the run that the lists without it give."""

    mistake: FileMistake
    run: Run


def judged_as_meant(report: Report, claims: list[Judged]) -> list[Judged]:
    """Return the claims, or those of the repair that makes the most of them right and none wrong."""
    policy = report.course.policy
    of_lists = [one for one in claims if one.claimed and policy.by_title[one.title].metric.kind != "rating"]
    wrong = [one for one in of_lists if one.mark == "wrong" or one.verdict is None]
    is_open = any(one.is_unexplained or one.verdict is None for one in wrong)
    if report.handed is None or len(wrong) < LEAST_FITTING or not is_open:
        return claims
    right = [one for one in of_lists if one.mark == "right"]
    best: list[Judged] = []
    for repair in _repairs(report):
        fitting = [one for one in wrong if _fits(one, repair.run, report, changed=True)]
        if len(fitting) > max(len(best), LEAST_FITTING - 1) and all(_fits(one, repair.run, report) for one in right):
            best, found = fitting, repair
        if len(best) == len(wrong):
            break
    if not best:
        return claims
    left = [one for one in wrong if one not in best and one.number and one.number.value]  # of a 0 nothing is known
    others = {one.title: judge_claim(one.title, one.claimed, found.run, policy) for one in left}
    return [
        replace(one, file_mistake=found.mistake, workings=()) if one in best else others.get(one.title, one)
        for one in claims
    ]


def _fits(judged: Judged, run: Run, report: Report, *, changed: bool = False) -> bool:
    """Return whether a run gives a number; if it must have changed, 0 and the value of the file itself prove nothing."""
    policy = report.course.policy
    value = value_of(policy.by_title[judged.title], run)
    digits = policy.decimals if policy.tolerance is None else -math.log10(2 * policy.tolerance)
    if changed and (value == 0 or value == report.values.get(judged.title)):
        return False
    return judged.number is not None and judged.number.matches(value, digits)


def _repairs(report: Report) -> Iterator[Repair]:
    course, handed = report.course, report.handed
    if handed is None or handed.table is None:
        return
    part = course.policy.submissions.ranking
    length = part.length if part else 0

    def meant(code: str, lists: Lists, run: Run = course.validation, **facts: str) -> Repair:
        kept = {user: [*dict.fromkeys(items)][:length] for user, items in lists.items() if user in course.users}
        return Repair(FileMistake(code, _(SENTENCES[code], **facts)), run.of(kept))

    raw = handed.raw
    yield meant("LISTS_REVERSED", {user: items[::-1] for user, items in raw.items()})
    yield meant("TRAIN_AS_TRUTH", raw, course.by_train)
    exchanged = replace(handed.table, user=handed.table.item, item=handed.table.user, lists=None)
    yield meant("TRANSPOSED", lists_of_table(exchanged, report.name, course))
    for by in (1, -1) if by_number(raw) else ():
        written = f"{by:+d}".replace("-", "−")
        yield meant("SHIFTED_IDS", {user: [*map(moved(by), items)] for user, items in raw.items()},
                    what=_("items"), by=written)  # fmt: skip
        yield meant("SHIFTED_IDS", {moved(by)(user): items for user, items in raw.items()},
                    what=_("users"), by=written)  # fmt: skip
    for users, items in product(id_orders(course, raw, "user"), id_orders(course, raw, "item")):
        lists = {placed(users)(user): [*map(placed(items), listed)] for user, listed in raw.items()}
        yield meant("INNER_IDS", lists)
