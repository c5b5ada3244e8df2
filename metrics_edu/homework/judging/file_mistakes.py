"""File mistakes: the claims judged once more on the lists as they were meant, where several claims are wrong.

If ids are of another numbering, lists are reversed, the train data were taken as the truth, or users and items are swapped, the
numbers of a right program differ from those of its file. They are this one mistake then, and not several unknown ones.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, product
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
LEAST_KNOWN = 0.5
"""The least share of the requested users that must have a list once the file is repaired."""
STRANGE = ("SEEN_KEPT", "SHIFTED_IDS", "INNER_IDS", "UNKNOWN_ITEMS", "TRANSPOSED", "MISSING_USERS", "EXTRA_USERS")
"""The codes of findings that lists of other ids, or of known items, also have."""
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
    """Give the repairs under which at least half of the requested users have a list, the most likely ones first."""
    course = report.course
    part = course.policy.submissions.ranking
    for mistake, lists in _lists_meant(report):
        known = {user: items for user, items in lists.items() if user in course.users}
        if part is None or len(known) < LEAST_KNOWN * len(course.users):
            continue
        run = course.by_train if mistake.code == "TRAIN_AS_TRUTH" else course.validation
        yield Repair(mistake, run.of({user: [*dict.fromkeys(items)][: part.length] for user, items in known.items()}))


def _lists_meant(report: Report) -> Iterator[tuple[FileMistake, Lists]]:
    """Give each mistake that a file may have, and its lists without it.

    Of a file with the ids of the course, and without items of the train data, only the order may be wrong.
    """
    course, handed = report.course, report.handed
    part = course.policy.submissions.ranking
    if handed is None or handed.table is None or part is None:
        return

    def meant(code: str, lists: Lists, **facts: str) -> tuple[FileMistake, Lists]:
        return FileMistake(code, _(SENTENCES[code], **facts)), lists

    raw = handed.raw
    yield meant("LISTS_REVERSED", {user: items[::-1] for user, items in raw.items()})
    if part.seen == "removed" and not any(found.code in STRANGE for found in report.findings):
        return
    yield meant("TRAIN_AS_TRUTH", raw)
    exchanged = replace(handed.table, user=handed.table.item, item=handed.table.user, lists=None)
    yield meant("TRANSPOSED", lists_of_table(exchanged, report.name, course))
    for by in (1, -1) if by_number(raw) else ():
        written = f"{by:+d}".replace("-", "−")
        yield meant("SHIFTED_IDS", {user: [*map(moved(by), items)] for user, items in raw.items()},
                    what=_("items"), by=written)  # fmt: skip
        yield meant("SHIFTED_IDS", {moved(by)(user): items for user, items in raw.items()},
                    what=_("users"), by=written)  # fmt: skip
    orders = product(id_orders(course, raw, "user"), id_orders(course, raw, "item"))
    for users, items in islice(orders, 1, None):  # the first one leaves the ids as they are
        lists = {placed(users)(user): [*map(placed(items), listed)] for user, listed in raw.items()}
        yield meant("INNER_IDS", lists)
