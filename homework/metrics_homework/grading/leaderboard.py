"""The submissions of a class, ranked by their score on the hidden test data."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence

from metrics_edu.language import N_, _
from metrics_homework.grading.result import Result
from metrics_homework.policy import Policy


def ranked(results: Iterable[Result], policy: Policy) -> list[Result]:
    """Return the results that are ranked, the best first: those with scores that the policy does not reject."""
    scored, rejected = (result for result in results if not math.isnan(result.score)), set(policy.reject)
    accepted = (result for result in scored if rejected.isdisjoint(finding.code for finding in result.findings))
    return sorted(accepted, key=lambda result: (-result.score, result.name))


def places(board: Sequence[Result]) -> dict[str, int]:
    """Return the place of each result; equal scores share the better place, and equal lists take only one place."""
    lists = {result.name: result.lists or result.name for result in board}
    ahead = {result.name: {lists[other.name] for other in board if other.score > result.score} for result in board}
    return {name: 1 + len(others) for name, others in ahead.items()}


def standings(board: Sequence[Result]) -> dict[str, str]:
    """Return the place of each result in words, which show nothing of the others."""
    place_of = places(board)
    sharing = Counter(place_of.values())
    alone = N_("Place {place} of {count} on the hidden test data")
    shared = N_("Place {place} of {count} on the hidden test data, shared")
    return {
        name: _(shared if sharing[place] > 1 else alone, place=place, count=len(board))
        for name, place in place_of.items()
    }


def leaderboard(results: Sequence[Result], policy: Policy) -> tuple[list[str], list[list[str]]]:
    """Return head and rows: the place, the mean score with its interval, the single measures."""
    titles = [title for title in policy.by_title if any(title in result.hidden for result in results)]
    board = ranked(results, policy)
    place_of, rows = places(board), []
    for result in board:
        numbers = [result.score, *result.interval, *(result.hidden.get(title) for title in titles)]
        rows.append([str(place_of[result.name]), result.name, *map(decimal, numbers)])
    return ["place", "submission", "score", "low", "high", *titles], rows


def decimal(value: float | None) -> str:
    """Write a number for a file: six decimals at most, a point; nothing for what is no number."""
    return "" if value is None or math.isnan(value) else f"{value:.6f}".rstrip("0").rstrip(".")
