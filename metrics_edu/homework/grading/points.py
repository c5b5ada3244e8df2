"""Points: what a submission gets, in decimals: for its format, each claim and the exercise; the bonus, lateness, the grade."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal
from itertools import pairwise

from metrics_edu.homework.policy import Policy
from metrics_edu.homework.policy_keys import Scale
from metrics_edu.homework.submission.claimed_numbers import Judged
from metrics_edu.homework.submission.findings import Finding

CENT = Decimal("0.01")
NONE = Decimal(0)


def share_of(judged: Judged, policy: Policy) -> Decimal:
    """Return the share of its points that a number keeps.

    Right keeps all; a rounded one what `variants` says, else all; a named variant what it says, else nothing. Where several
    names give the number, the one that keeps most counts.
    """
    if judged.verdict is None or judged.verdict.fewer:  # a code that is no more than possible
        return NONE
    if judged.verdict.kind in ("right", "rounded"):
        return policy.variants.get("rounded", Decimal(1)) if judged.verdict.kind == "rounded" else Decimal(1)
    names = (*judged.verdict.codes, *judged.verdict.conventions)
    return max((policy.variants.get(name, NONE) for name in names), default=NONE)


def keeps_all(code: str, policy: Policy) -> bool:
    """Return whether a number with such a code, or several with | between, keeps all its points."""
    return any(policy.variants.get(name, Decimal(name in ("right", "rounded"))) >= 1 for name in code.split("|"))


def parts_of(
    findings: Iterable[Finding], claims: Sequence[Judged], answers: Sequence[Judged], policy: Policy
) -> dict[str, Decimal]:
    """Return the points of each part: "format", each claimed measure, "exercise"; all 0 where the submission is rejected."""
    found = list(findings)
    points = {"format": NONE if any(one.level == "error" for one in found) else policy.points.format}
    shares = {one.title: share_of(one, policy) for one in claims}
    for title, most in policy.claims.items():
        points[title] = cents(most * shares.get(title, NONE))
    if policy.submissions.exercise is not None:
        right = sum((share_of(one, policy) for one in answers), NONE)
        points["exercise"] = cents(policy.points.exercise * right / len(answers)) if answers else NONE
    rejected = any(one.code in policy.reject for one in found)
    return dict.fromkeys(points, NONE) if rejected else points


def points_of(answers: Sequence[Judged], whole: Decimal, policy: Policy) -> list[Decimal]:
    """Return the points of each answer to the exercise, in cents that add up to what all of them get."""
    shares = [share_of(one, policy) for one in answers]
    right = sum(shares, NONE)
    upto = [cents(whole * sum(shares[:count], NONE) / right) if right else NONE for count in range(len(shares) + 1)]
    return [after - before for before, after in pairwise(upto)]


def deduction(days: Decimal, policy: Policy) -> Decimal:
    """Return the points that a number of days costs."""
    if policy.late is None:
        return NONE
    whole = policy.late.per_day * days
    return cents(whole if policy.late.at_most is None else min(whole, policy.late.at_most))


def bonuses(scores: Mapping[str, float], policy: Policy) -> dict[str, Decimal]:
    """Return the bonus of each submission by its place; those of equal scores share the better place.

    Examples
    --------
    >>> from types import SimpleNamespace as Given
    >>> policy = Given(bonus=Given(points=[Decimal(2), Decimal(1)]))
    >>> {name: str(points) for name, points in bonuses({"a": 0.5, "b": 0.5, "c": 0.4}, policy).items()}
    {'a': '2', 'b': '2', 'c': '0'}
    """
    if policy.bonus is None:
        return {}
    places = {name: sum(other > score for other in scores.values()) for name, score in scores.items()}
    return {name: policy.bonus.points[at] if at < len(policy.bonus.points) else NONE for name, at in places.items()}


def grade_of(points: Decimal, full: Decimal, scale: Scale) -> Decimal:
    """Return the grade of points: straight lines from `lowest` to `passing` at the demanded share, and on to `highest`.

    Examples
    --------
    >>> [str(grade_of(Decimal(points), Decimal(10), Scale())) for points in (0, 3, 6, 8, 10, 12)]
    ['1.0', '2.5', '4.0', '5.5', '7.0', '7.0']
    """
    reached = max(NONE, min(points / full, Decimal(1))) if full else Decimal(1)
    if reached < scale.demand:
        grade = scale.lowest + (scale.passing - scale.lowest) * reached / scale.demand
    else:
        grade = scale.passing + (scale.highest - scale.passing) * (reached - scale.demand) / (1 - scale.demand)
    return grade.quantize(Decimal("0.1"), ROUND_HALF_UP)


def cents(points: Decimal) -> Decimal:
    """Return points with two decimals at most."""
    return points.quantize(CENT, ROUND_HALF_UP)


def points_text(points: Decimal) -> str:
    """Write points: 2, 1.5, 0.25.

    Examples
    --------
    >>> points_text(Decimal("1.50")), points_text(Decimal("10")), points_text(Decimal("0.00"))
    ('1.5', '10', '0')
    """
    return f"{cents(points):f}".rstrip("0").rstrip(".")
