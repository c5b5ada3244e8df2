"""Whether lists can tell the misconceptions apart, and pairs of lists that do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.random import Generator

from metrics_edu.language import Counted, refused, translated
from metrics_edu.metrics import Measure, Ranking, Ratings
from metrics_edu.metrics.value_and_derivation import as_measure, check_measure_first, value_of
from metrics_edu.mistakes.known_mistakes import KNOWN_MISTAKES, MISCONCEPTIONS

if TYPE_CHECKING:
    import numpy.typing as npt

    Values = npt.NDArray[np.float64]

RIGHT = "right"
"""What stands for the right value among the codes."""
MAX_DRAWS = 200
MIN_RANKS = 4
GRADES_ABOVE = 2
"""Lists have grades up to this number above the threshold, so that > leaves grades to confuse gains."""
RATINGS = 5
NO_PAIR = Counted(
    "no pair of lists in {tries} draws distinguishes the codes of {measure} to {decimals} decimal; got {codes}",
    "no pair of lists in {tries} draws distinguishes the codes of {measure} to {decimals} decimals; got {codes}",
    "decimals",
)
Drawn = TypeVar("Drawn", bound=tuple[Ranking | Ratings, ...])


def coinciding(
    measure: str | Measure, rankings: Sequence[Ranking | Ratings], *, decimals: int = 3
) -> list[tuple[str, str]]:
    """Return the pairs of codes (and "right") that no answer on any of the lists distinguishes.

    A list distinguishes two if their values on it differ by more than a unit of the last decimal: then no answer is
    within half a unit of both.

    >>> few = Ranking.parse("RNRN", relevant=3)
    >>> ("right", "AP_DIV_R") in coinciding("AP@4", [few])
    True
    >>> ("right", "AP_DIV_R") in coinciding("AP@4", [few, Ranking.parse("RNRN", relevant=8)])
    False
    """
    return [*_coinciding(as_measure(measure), rankings, decimals)]


def _coinciding(measure: Measure, rankings: Sequence[Ranking | Ratings], decimals: int) -> Iterator[tuple[str, str]]:
    made: dict[str, Values] = {}
    for code, values in _made(measure, rankings):
        yield from ((other, code) for other in _same_as(code, values, made, decimals))
        made[code] = values


def _made(measure: Measure, rankings: Sequence[Ranking | Ratings]) -> Iterator[tuple[str, Values]]:
    """Give the right values of the lists, then those of each mistake, alone and together with > in the place of >=."""
    yield RIGHT, np.array([value_of(measure, ranking) for ranking in rankings])
    is_strict = any(isinstance(ranking, Ranking) and ranking.threshold > 1 for ranking in rankings)
    kinds = {
        "ratings" if isinstance(ranking, Ratings) else "batch" if ranking.is_batch else "list" for ranking in rankings
    }
    for code in _possible(measure.metric.name, "batch" in kinds, "ratings" in kinds, is_strict):
        values = np.array([KNOWN_MISTAKES[code].value(measure, ranking) for ranking in rankings])
        if not np.isnan(values).all():
            yield code, values


@cache
def _possible(metric: str, has_batch: bool, has_ratings: bool, is_strict: bool) -> tuple[str, ...]:
    """Return the mistakes that can be made in a metric of lists, batches or ratings."""
    takes = {"list"} | ({"batch"} if has_batch else set()) | ({"ratings"} if has_ratings else set())
    codes = KNOWN_MISTAKES if is_strict else MISCONCEPTIONS
    return tuple(code for code, mistake in codes.items() if metric in mistake.measures and mistake.takes in takes)


def _same_as(code: str, values: Values, made: dict[str, Values], decimals: int) -> list[str]:
    """Return the codes that no answer distinguishes from this one; a joined code is not compared with its parts."""
    others = np.reshape(list(made.values()), (-1, len(values)))
    is_apart = np.any(np.abs(others - values) > 10.0**-decimals * (1 + 1e-9), axis=1)
    parts = code.split("+")
    return [other for other, apart in zip(made, is_apart, strict=True) if not apart and other not in parts]


def separates(measure: str | Measure, rankings: Sequence[Ranking | Ratings], *, decimals: int = 3) -> bool:
    """Return whether the answers to all of the lists tell every code from every other, and from the right value.

    Parameters
    ----------
    measure : str or Measure
    rankings : sequence of Ranking or Ratings
    decimals : int
        The decimals of an answer: a list does not distinguish values that differ by at most a unit of the last one.

    Returns
    -------
    bool

    Raises
    ------
    ValueError
        As ``measure``, and if there is no ranking.

    Examples
    --------
    >>> separates("RR", [Ranking.parse("RNRNN", relevant=4), Ranking.parse("NRNRN", relevant=7)])
    True
    """
    check_measure_first(measure, 'separates("AP@10", [first, second])')
    listed: Any = rankings  # a caller's value may be anything
    if (
        not isinstance(listed, Sequence)
        or not listed
        or not all(isinstance(ranking, Ranking | Ratings) for ranking in listed)
    ):
        raise refused("separates takes a list of rankings, at least one; got {value!r}", value=rankings)
    return next(_coinciding(as_measure(measure), rankings, decimals), None) is None


def draw_pair(
    measure: str | Measure, seed: int, *, n: int = 10, ranks: int | None = None, decimals: int = 3, threshold: float = 1
) -> tuple[Ranking, Ranking]:
    """Draw two lists, one with |R| below the cut-off and one with |R| above it, that tell the misconceptions apart.

    One list cannot: min(|R|, n) is always one of the two. A pair that does not separate the codes is drawn again.

    Parameters
    ----------
    measure : str or Measure
        The lists are graded where a gain can be mistaken, and the first is short where that can.
    seed : int
        The same seed draws the same pair.
    n : int
        The length of the lists where the measure has no cut-off.
    ranks : int, optional
        The length of the lists also where it has one.
    decimals : int
        The number of decimals that students will answer with.
    threshold : float
        Above 1, the lists are graded, up to two grades above it, and only a grade that reaches it is relevant.

    Returns
    -------
    (few, many) : two Rankings

    Raises
    ------
    ValueError
        If the seed is below 0, the lists would be shorter than 4, or no pair in 200 draws separates the codes.

    Examples
    --------
    >>> few, many = draw_pair("AP@5", seed=1)
    >>> few, many
    (Ranking('NNRRN', relevant=3), Ranking('NNNRR', relevant=6))
    """
    measure = as_measure(measure)
    metric, length = measure.metric, ranks or measure.depth() or n
    cut = min(measure.depth() or n, length)
    least = min(3, max(2, cut - 1))
    if length < MIN_RANKS:
        raise refused("a pair needs lists of at least {least} ranks; got {value}", least=MIN_RANKS, value=length)
    graded = threshold > 1 or is_graded(measure)

    def draw(rng: Generator) -> tuple[Ranking, Ranking]:
        short = int(rng.integers(1, 3)) if "short" in metric.parameters else 0
        few = _draw_list(rng, length - short, int(rng.integers(least, max(cut, least + 1))), graded, threshold)
        many = _draw_list(rng, length, int(rng.integers(length + 1, 2 * length + 1)), graded, threshold)
        if metric.reads_catalogue:
            few, many = (one.with_catalogue(one.catalogue + int(rng.integers(2, length))) for one in (few, many))
        return few, many

    return _draw_until_separate(draw, measure, seed, decimals)


def is_graded(measure: Measure) -> bool:
    """Return whether some mistakes in a measure change a value only where there are several grades."""
    of_grades = (mistake.measures for mistake in MISCONCEPTIONS.values() if mistake.graded)
    return any(measure.metric.name in measures for measures in of_grades)


def _draw_list(rng: Generator, length: int, relevant: int, graded: bool, threshold: float) -> Ranking:
    hits = int(rng.integers(2, max(3, min(relevant, length))))
    highest = int(threshold) + GRADES_ABOVE
    grades = rng.choice(np.arange(1, highest + 1), relevant) if graded else np.ones(relevant)
    shown = np.zeros(length)
    shown[rng.choice(length, hits, replace=False)] = grades[:hits]
    return Ranking(shown, grades, threshold=threshold)


def draw_ratings(measure: str | Measure, seed: int, *, decimals: int = 3, count: int = RATINGS) -> Ratings:
    """Draw predicted and true ratings on which all known mistakes give other values, in halves and whole stars.

    It refuses what ``draw_pair`` refuses.

    >>> drawn = draw_ratings("RMSE", seed=1)
    >>> drawn.predicted, drawn.actual, separates("RMSE", [drawn])
    ([3.0, 3.0, 4.0, 5.0, 1.0], [1.0, 5.0, 5.0, 2.0, 2.0], True)
    """

    def draw(rng: Generator) -> tuple[Ratings]:
        predicted, actual = rng.integers(2, 11, count) / 2, rng.integers(1, 6, count).astype(float)
        return (Ratings(predicted.tolist(), actual.tolist(), users=[k % 2 for k in range(count)]),)

    (ratings,) = _draw_until_separate(draw, as_measure(measure), seed, decimals)
    return ratings


def _draw_until_separate(draw: Callable[[Generator], Drawn], measure: Measure, seed: Any, decimals: int) -> Drawn:
    if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or seed < 0:
        raise refused("seed must be a whole number, 0 or higher; got {value!r}", value=seed)
    rng = np.random.default_rng(seed)
    for _draw in range(MAX_DRAWS):
        lists = draw(rng)
        if separates(measure, lists, decimals=decimals):
            return lists
    together = ", ".join("/".join(pair) for pair in coinciding(measure, lists, decimals=decimals))
    raise ValueError(translated(NO_PAIR, tries=MAX_DRAWS, measure=measure.name, decimals=decimals, codes=together))
