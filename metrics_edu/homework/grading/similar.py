"""Similar submissions, for the teacher alone: what two of them share. It costs no points, and no feedback shows it.

Equal lists prove nothing: two right programs may give them. Equal unexplained numbers and equal archives say more.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from itertools import combinations
from statistics import median

from metrics_edu.homework.grading.leaderboard import decimal
from metrics_edu.homework.grading.result import Result
from metrics_edu.metrics.run import Lists

MAX_USERS = 1000
"""The number of users whose lists are compared one by one: in each submission those with the lowest hashes."""
HASH = 8  # the number of characters of a hash
SIMILAR = 0.5
"""From this share of equal lists on, two submissions are reported."""
FEWEST_DIGITS = 3
"""A wrong number with fewer digits may be equal by chance."""
HEAD = (
    "a",
    "b",
    "all_lists_equal",  # after sorting by user
    "equal_lists",  # the share of users with the same list
    "same_items",  # the share of users with the same items, in any order
    "different_lists",  # the share of a's lists that are different: low where every user gets the popular items
    "same_wrong_claims",
    "equal_archives",
    "median_same_items",  # of all pairs of the class
)


def _hash(text: str, size: int = HASH // 2) -> str:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=size).hexdigest()


def hashes_of(lists: Lists) -> tuple[str, list[str]]:
    """Return the hash of all lists, and for each of some users the hashes of the user, the list, and its items sorted."""
    texts = {user: "\0".join(items) for user, items in lists.items()}
    whole = "\n".join(f"{user}\t{text}" for user, text in sorted(texts.items()))
    of_users = sorted(_hash(user) + _hash(text) + _hash("\0".join(sorted(lists[user]))) for user, text in texts.items())
    return _hash(whole, 16) if lists else "", of_users[:MAX_USERS]


def similar(results: Sequence[Result], groups: Mapping[str, str]) -> list[list[str]]:
    """Return a row for each two submissions that share something; two members of a group are left out."""
    equal = {result.name: {mark[: 2 * HASH] for mark in result.user_lists} for result in results}
    same = {result.name: {mark[:HASH] + mark[2 * HASH :] for mark in result.user_lists} for result in results}
    wrong = {result.name: _unexplained(result) for result in results}
    rows, all_shares = [], []
    for one, other in combinations(results, 2):
        a, b = one.name, other.name
        if groups.get(a) and groups.get(a) == groups.get(b):
            continue
        shares = [len(sets[a] & sets[b]) / max(len(sets[a]), len(sets[b]), 1) for sets in (equal, same)]
        all_shares.append(shares[1])
        claims, archives = sorted(wrong[a] & wrong[b]), {*one.archives} & {*other.archives}
        if shares[0] >= SIMILAR or claims or archives:
            different = len({mark[HASH : 2 * HASH] for mark in one.user_lists}) / max(len(one.user_lists), 1)
            all_equal = "yes" if one.lists and one.lists == other.lists else ""
            numbers = map(decimal, [*shares, different])
            rows.append([a, b, all_equal, *numbers, " ".join(claims), "yes" if archives else ""])
    rows.sort(key=lambda row: (not row[-1], not row[-2], -float(row[3])))
    return [[*row, decimal(median(all_shares))] for row in rows]


def _unexplained(result: Result) -> set[str]:
    """Return the wrong numbers that no known mistake explains."""
    wrong = (one for one in result.details if one.part == "claims" and one.code in ("wrong", "out_of_range"))
    numbers = ((one.title, one.claimed.replace(",", ".")) for one in wrong)
    return {f"{title}={text}" for title, text in numbers if len(re.sub(r"\D", "", text).strip("0")) >= FEWEST_DIGITS}
