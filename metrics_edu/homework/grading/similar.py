"""Similar submissions, for the teacher alone: what two of them share. It costs no points, and no feedback shows it.

Equal lists prove nothing: two right programs may give them. Equal unexplained numbers and equal archives say more.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import combinations

from metrics_edu.homework.grading.result import Result

FEWEST_DIGITS = 3
"""A wrong number with fewer digits may be equal by chance."""
HEAD = ("a", "b", "equal_lists", "same_wrong_claims", "equal_archives")


def similar(results: Sequence[Result], groups: Mapping[str, str]) -> list[list[str]]:
    """Return a row for each two submissions that share something; two members of a group are left out."""
    wrong = {result.name: _unexplained(result) for result in results}
    rows = []
    for one, other in combinations(results, 2):
        if groups.get(one.name) and groups.get(one.name) == groups.get(other.name):
            continue
        has_equal_lists = one.lists != "" and one.lists == other.lists
        claims, has_equal_archives = sorted(wrong[one.name] & wrong[other.name]), {*one.archives} & {*other.archives}
        if has_equal_lists or claims or has_equal_archives:
            marks = ["yes" if is_equal else "" for is_equal in (has_equal_lists, has_equal_archives)]
            rows.append([one.name, other.name, marks[0], " ".join(claims), marks[1]])
    return sorted(rows, key=lambda row: (not row[-1], not row[-2]))


def _unexplained(result: Result) -> set[str]:
    """Return the wrong numbers that no known mistake explains."""
    wrong = (one for one in result.details if one.part == "claims" and one.code in ("wrong", "out_of_range"))
    numbers = ((one.title, one.claimed.replace(",", ".")) for one in wrong)
    return {f"{title}={text}" for title, text in numbers if len(re.sub(r"\D", "", text).strip("0")) >= FEWEST_DIGITS}
