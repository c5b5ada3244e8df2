"""The numbers that a student reports, judged with all that was found in the submission.

Where several are wrong, they are judged once more on the file as it was meant: a mistake in the file may explain them.

If ids are of another numbering, lists are reversed, the train data were taken as the truth, or users and items are swapped, the
numbers of a right program differ from those of its file. They are this one mistake then, and not several unknown ones.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from metrics_edu.language import N_, _
from metrics_edu.metrics import Ratings, Run
from metrics_edu.metrics.judgments import Lists
from metrics_edu.metrics.value_and_derivation import Data, value_of
from metrics_homework.course import Pair, items_by_user, without_unrated
from metrics_homework.judging.judged_claims import FileMistake, Judged, judge_claim
from metrics_homework.submission.id_numbering import readings
from metrics_homework.submission.lists_file import SubmittedLists, lists_of_table

if TYPE_CHECKING:
    from metrics_homework.course import Course
    from metrics_homework.judging.report import Report
    from metrics_homework.policy import RankingPart

Repair = tuple[FileMistake, Data]
LEAST_FITTING = 2
"""A mistake in the lists must make at least this number of wrong claims right; in the ratings, all if there are fewer."""
LEAST_KNOWN = 0.5
"""The least share of the requested users that must have a list, or of the pairs that must be known, in the repaired file."""
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
        "The train data were taken as the truth, which gives these numbers. Compute them on the validation data."
    ),
    "TRANSPOSED": N_(
        "Users and items are swapped in the file: with the columns exchanged, these numbers fit. Check the columns "
        "user and item."
    ),
}


def judge_in_steps(report: Report, claimed: Mapping[str, str]) -> Iterator[list[Judged]]:
    """Give the claimed numbers that were judged, after each one; at the end a mistake in the file may explain several.

    Repeated items are considered, and ids of another numbering, which are in the train data by chance.
    """
    policy, run, handed = report.course.policy, report.read.run, report.read.handed
    repeats = handed.with_repeats(run.data) if run and handed else None
    has_other_ids = any(finding.code in ("SHIFTED_IDS", "INNER_IDS") for finding in report.findings)
    claims: list[Judged] = []
    for title, number in claimed.items():
        judged = judge_claim(title, number, report.data_of(title), policy)
        if repeats is not None and policy.by_title[title].metric.kind == "ranking":
            judged = judged.or_else(judge_claim(title, number, repeats, policy))
        claims = [*claims, judged.without("SEEN_KEPT") if has_other_ids else judged]
        yield claims
    yield _judged_as_meant(report, claims)


def _judged_as_meant(report: Report, claims: list[Judged]) -> list[Judged]:
    """Return the claims, those of the lists and those of the ratings each as their own file was meant."""
    by_title = report.course.policy.by_title
    of_ratings = [claim for claim in claims if claim.claimed and by_title[claim.title].metric.kind == "rating"]
    of_lists = [claim for claim in claims if claim.claimed and claim not in of_ratings]
    meant = chain(
        _as_meant(report, of_lists, _repaired_lists(report), LEAST_FITTING),
        # the pairs also say that the file has a mistake
        _as_meant(report, of_ratings, _repaired_ratings(report), min(len(of_ratings), LEAST_FITTING)),
    )
    judged = {claim.title: claim for claim in meant}
    return [judged.get(claim.title, claim) for claim in claims]


def _as_meant(report: Report, claims: list[Judged], repairs: Iterable[Repair], least: int) -> list[Judged]:
    """Return the claims, or those of the repair that makes the most of them right, at least some, and none wrong."""
    wrong = [claim for claim in claims if claim.mark == "wrong" or claim.verdict is None]
    if len(wrong) < least or not any(claim.is_unexplained or claim.verdict is None for claim in wrong):
        return claims
    right = [claim for claim in claims if claim.mark == "right"]
    best: list[Judged] = []
    for mistake, data in repairs:
        fitting = [claim for claim in wrong if _fits(claim, data, report, changed=True)]
        if len(fitting) > max(len(best), least - 1) and all(_fits(claim, data, report) for claim in right):
            best, found = fitting, (mistake, data)
        if len(best) == len(wrong):
            break
    if not best:
        return claims
    mistake, data = found
    # of a 0 nothing is known
    left = [claim for claim in wrong if claim not in best and claim.number and claim.number.value]
    others = {claim.title: judge_claim(claim.title, claim.claimed, data, report.course.policy) for claim in left}
    return [
        replace(claim, file_mistake=mistake, workings=()) if claim in best else others.get(claim.title, claim)
        for claim in claims
    ]


def _fits(judged: Judged, data: Data, report: Report, *, changed: bool = False) -> bool:
    """Return whether data give a number; if it must have changed, 0 and the value of the file itself prove nothing."""
    policy = report.course.policy
    value = value_of(policy.by_title[judged.title], data)
    digits = policy.decimals if policy.tolerance is None else -math.log10(2 * policy.tolerance)
    if changed and (value == 0 or value == report.values.get(judged.title)):
        return False
    return judged.number is not None and judged.number.matches(value, digits)


def _repaired_lists(report: Report) -> Iterator[Repair]:
    """Give each mistake and the run of the lists without it, if at least half of the requested users have a list then."""
    course, part, handed = report.course, report.course.policy.submissions.ranking, report.read.handed
    if part is None or handed is None:
        return
    for code, facts, lists in _lists_meant(report, handed, part):
        known = {user: items for user, items in lists.items() if user in course.users}
        if len(known) >= LEAST_KNOWN * len(course.users):
            data = course.by_train if code == "TRAIN_AS_TRUTH" else course.validation
            cut = {user: [*dict.fromkeys(items)][: part.length] for user, items in known.items()}
            yield FileMistake(code, _(SENTENCES[code], **facts)), Run.of(data, cut)


def _lists_meant(
    report: Report, handed: SubmittedLists, part: RankingPart
) -> Iterator[tuple[str, dict[str, str], Lists]]:
    """Give each mistake that a file may have, what its sentence names, and the lists without it, the most likely ones first.

    Of a file with the ids of the course, and without items of the train data, only the order may be wrong.
    """
    raw = handed.raw
    yield "LISTS_REVERSED", {}, {user: items[::-1] for user, items in raw.items()}
    if part.seen == "removed" and not any(found.code in STRANGE for found in report.findings):
        return
    yield "TRAIN_AS_TRUTH", {}, raw
    exchanged = replace(handed.table, user=handed.table.item, item=handed.table.user, lists=None)
    yield "TRANSPOSED", {}, lists_of_table(exchanged, report.name, report.course)
    for reading in readings(raw, report.course):
        yield reading.code, reading.facts, reading.of(raw)


def _repaired_ratings(report: Report) -> Iterator[Repair]:
    """Give each mistake and the ratings without it, if more pairs are known then, and at least half of them."""
    rows, course = report.read.rated, report.course
    if rows is None:
        return
    train = without_unrated(course.rated, course.policy)
    pairs = {pair: true.actual for pair, true in course.pairs.items() if true.actual is not None}
    as_handed = sum(pair in pairs for pair in rows)
    for code, facts, meant in _ratings_meant(rows, course):
        truth = train if code == "TRAIN_AS_TRUTH" else pairs
        known = [(value, truth[pair], pair[0]) for pair, value in meant if pair in truth]
        if len(known) > as_handed and len(known) >= LEAST_KNOWN * min(len(rows), len(pairs)):
            yield FileMistake(code, _(SENTENCES[code], **facts)), Ratings(*map(list, zip(*known, strict=True)))


def _ratings_meant(
    rows: dict[Pair, float], course: Course
) -> Iterator[tuple[str, dict[str, str], list[tuple[Pair, float]]]]:
    """Give each mistake that a file of ratings may have, what its sentence names, and the ratings without it."""
    yield "TRAIN_AS_TRUTH", {}, [*rows.items()]
    yield "TRANSPOSED", {}, [((item, user), value) for (user, item), value in rows.items()]
    for reading in readings(items_by_user(rows), course):
        read = [((reading.user(user), reading.item(item)), value) for (user, item), value in rows.items()]
        yield reading.code, reading.facts, read
