"""Similar submissions, for the teacher alone: what two of them share. It costs no points, and no feedback shows it.

Equal lists prove nothing: two right programs may give them, and then the right numbers are also equal. Equal unexplained numbers,
files and archives say more.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import combinations

from metrics_homework.grading.result import Result

FEWEST_DIGITS = 3
"""A number with fewer digits may be equal by chance."""
HEAD = ("a", "b", "equal_lists", "equal_ratings", "equal_claims", "same_wrong_claims", "equal_files", "equal_archives")


def similar(results: Sequence[Result], groups: Mapping[str, str]) -> list[list[str]]:
    """Return a row for each two submissions that share something; two members of a group are left out."""
    wrong = {result.name: _unexplained(result) for result in results}
    claims = {result.name: _claims(result) for result in results}
    rows = []
    for one, other in combinations(results, 2):
        if groups.get(one.name) and groups.get(one.name) == groups.get(other.name):
            continue
        has_equal_claims = claims[one.name] != () and claims[one.name] == claims[other.name]
        cells = [
            _yes(one.lists != "" and one.lists == other.lists),
            _yes(one.ratings != "" and one.ratings == other.ratings),
            _yes(has_equal_claims),
            " ".join(sorted(wrong[one.name] & wrong[other.name])),
            " ".join(_equal_files(one, other, has_equal_claims=has_equal_claims)),
            _yes(not {*one.archives}.isdisjoint(other.archives)),
        ]
        if any(cells):
            rows.append([one.name, other.name, *cells])
    return sorted(rows, key=lambda row: [not cell for cell in reversed(row)])


def _yes(is_equal: bool) -> str:
    return "yes" if is_equal else ""


def _equal_files(one: Result, other: Result, *, has_equal_claims: bool) -> list[str]:
    """Return the parts whose files are equal byte by byte; a claims file without numbers may be one that all were given."""
    equal = [part for part, digest in one.digests.items() if other.digests.get(part) == digest]
    return [part for part in equal if part != "claims" or has_equal_claims]


def _claims(result: Result) -> tuple[tuple[str, str], ...]:
    """Return the numbers as they are written; nothing where each has few digits, for they may be equal by chance."""
    written = [detail for detail in result.details if detail.part == "claims" and detail.claimed]
    numbers = tuple((detail.title, detail.claimed.replace(",", ".")) for detail in written)
    return numbers if any(_has_digits(text) for _title, text in numbers) else ()


def _has_digits(text: str) -> bool:
    return len(re.sub(r"\D", "", text).strip("0")) >= FEWEST_DIGITS


def _unexplained(result: Result) -> set[str]:
    """Return the wrong numbers that no known mistake explains."""
    wrong = (
        detail for detail in result.details if detail.part == "claims" and detail.code in ("wrong", "out_of_range")
    )
    numbers = ((claim.title, claim.claimed.replace(",", ".")) for claim in wrong)
    return {f"{title}={text}" for title, text in numbers if _has_digits(text)}
